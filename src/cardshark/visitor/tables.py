"""The tables of a session: a visitor sits on seat 0, the lab's players on the others.

Everything that a visitor is told is made from the view of the visitor's own seat, or is a choice that everybody sees. Unless the visitor
names a seed, the cards follow from secret words that nobody is told: whoever knows the seed of a deal can deal the hidden cards again.
"""

import re
import secrets
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from cardshark.cards import names, set_of
from cardshark.chance import words
from cardshark.coach.analyse import ask_coach, place_of
from cardshark.coach.judges import coach_of
from cardshark.coach.review import verdict
from cardshark.games import game_named, house
from cardshark.games.match import Single
from cardshark.games.positions import Position, legal_words, position_as_json, position_lines, position_of
from cardshark.hands.harmless import is_harmless
from cardshark.players import PLAYERS, opponent, seat
from cardshark.terminal.evening import ask
from cardshark.text import UserError, split_options

YOU = 0  # the visitor's seat
MOST_TABLES = 8


class VisitorTable:
    """One match, with a visitor on seat 0."""

    def __init__(self, game: str, rules: str, opponents: Sequence[str], seed: int | None) -> None:
        module = game_named(game)
        house_rules = house.parse(module.PRESETS, rules or next(iter(module.PRESETS)))
        self.names = seated(game, opponents, module.seats(house_rules) - 1)
        self.players = {place: seat(text, game) for place, text in enumerate(self.names, YOU + 1)}
        deals, luck = secret_words() if seed is None else (words(seed, name, 1)[0] for name in ("deal", "luck"))
        self.match = Single(module, house_rules, deals, luck)
        self.seed = seed
        self.happened: list[str] = []  # since the visitor looked last
        self.decisions: list[tuple[Position, int]] = []  # the visitor's, in this hand
        self.reviewable: list[tuple[Position, int]] = []  # in the hand that was finished last
        self.finished = 0  # hands
        for player in self.players.values():
            player.sit(module, house_rules)
            player.begin(self.match.rows)
        self.go_on()

    @property
    def over(self) -> bool:
        """Is the match decided?"""
        return self.match.over

    def go_on(self) -> None:
        """Let the others play until it is the visitor's turn."""
        while not self.over and self.match.state.table.turn != YOU:
            before, legal = self.match.games.copy()[0], legal_words(self.in_turn())
            self.tell(before, ask(self.match, self.players[int(before.table.turn)]), legal)

    def tell(self, before: Any, choice: int, legal: dict[str, int]) -> None:
        """Keep what everybody has seen of a choice, by its name among the legal ones, and the score if it was the last of a hand."""
        game, table = self.match.game, before.table
        if table.turn != YOU and game.is_public(int(table.phase), choice):
            self.happened.append(f"seat {table.turn}: {next(word for word, each in legal.items() if each == choice)}")
        if self.match.state.table.hand_number > table.hand_number or self.over:
            points = game.hand_points(self.match.games, self.match.rules)[0].tolist()
            self.happened.append(f"hand {table.hand_number + 1} is over: points {spell(points)}; totals {spell(self.totals())}")
            self.reviewable, self.decisions = self.decisions, []
            self.finished += 1

    def totals(self) -> list[int]:
        """The points of each seat."""
        return self.match.state.table.totals[: len(self.players) + 1].tolist()

    def position(self) -> Position:
        """What the visitor may know; only while a choice is to be made."""
        if self.over:
            raise UserError(f"the match is over, with totals {spell(self.totals())}: sit down again for another, or ask for a review")
        return self.in_turn()

    def in_turn(self) -> Position:
        """What the seat in turn may know, whoever sits there."""
        return position_of(self.match.game, self.match.rules, self.match.view())

    def play(self, word: str) -> None:
        """Make a choice, and let the others play on."""
        position = self.position()
        legal = legal_words(position)
        choice = next((legal[each] for each in (word.strip(), word.strip().upper(), word.strip().lower()) if each in legal), None)
        if choice is None:
            raise UserError(f"{word[:40]!r} is not a legal choice here; you may choose {' '.join(legal)}")
        before = self.match.games.copy()[0]
        self.decisions.append((position, choice))
        self.match.choose(choice)
        self.tell(before, choice, legal)
        self.go_on()

    # ---- what is said ----

    def news(self) -> list[str]:
        """What has happened since the visitor was told last."""
        found, self.happened = self.happened, []
        return found

    def as_text(self) -> str:
        """What happened, the position and the legal choices, as lines."""
        found = [f"# {each}" for each in self.news()]
        if self.over:
            return "\n".join([*found, f"The match is over. Totals: {spell(self.totals())}."])
        position = self.position()
        return "\n".join([*found, *position_lines(position), f"legal {' '.join(legal_words(position))}"])

    def as_json(self) -> dict[str, Any]:
        """The same as values for JSON."""
        found: dict[str, Any] = {"happened": self.news(), "over": self.over}
        if self.over:
            return {**found, "totals": self.totals()}
        position = self.position()
        return {**found, "position": position_as_json(position, legal=False), "legal": list(legal_words(position))}

    def hint(self) -> str:
        """What the coach thinks of the position."""
        return str(ask_coach(self.position()))

    def review(self) -> str:
        """What each choice of the visitor in the last finished hand cost, as far as it could be known then."""
        if not self.finished:
            raise UserError("there is nothing to review yet: play a hand to its end first")
        lines = [line for position, chosen in join_passes(self.reviewable) for line in judged(position, chosen)]
        return "\n".join(lines or ["In this hand you had no choice at all."])


def join_passes(decisions: list[tuple[Position, int]]) -> list[tuple[Position, int]]:
    """The decisions of a hand, in which all cards that were passed on are one: a set of cards."""
    passed = [(position, choice) for position, choice in decisions if is_passing(position)]
    return [(passed[0][0], set_of(choice for _, choice in passed)), *decisions[len(passed) :]] if passed else decisions


def is_passing(position: Position) -> bool:
    """Are cards passed on here?"""
    return coach_of(position.game.NAME).is_passing(position.view)


def judged(position: Position, chosen: int) -> Iterator[str]:
    """A choice that was made, beside the best; nothing where it was forced."""
    legal = legal_words(position)
    if len(legal) == 1:
        return
    passing = is_passing(position)
    analysis = ask_coach(position, chosen=chosen if passing else None)
    word = names(chosen) if passing else next(word for word, number in legal.items() if number == chosen)
    made = next(each for each in analysis.choices if each.choice == word)
    cost, low, _ = made.more or (0.0, 0.0, 0.0)
    word = verdict(max(cost, 0.0) if made.choice != analysis.best else 0.0, low, forced=False)
    yield f"{place_of(position)}: {made.choice}, {word}"
    if made.choice != analysis.best:
        yield from (f"    {sentence}" for sentence in made.why)


def spell(points: Sequence[int]) -> str:
    """Points of the seats in their order."""
    return " ".join(map(str, points))


def secret_words() -> tuple[int, int]:
    """Words of chance that nobody can foretell, for the cards and for the players' luck."""
    return secrets.randbits(64), secrets.randbits(64)


def seated(game: str, opponents: Sequence[str], seats: int) -> list[str]:
    """Who sits where: the last one named also on all seats that remain. Only players that cannot do harm, because a model names them."""
    names = [name.strip() for name in opponents] or [opponent(game)]
    if len(names) > seats:
        raise UserError(f"{len(names)} opponents cannot sit on {seats} seats")
    for name in names:
        if not is_harmless(name, game):
            if re.split("[:(]", name)[0] in PLAYERS:
                split_options(name)  # says so if it is the options that cannot be read
            raise UserError(f"{name[:80]!r} cannot sit here: name a player of {game} from the lab who answers quickly, as {opponent(game)}")
    return names + [names[-1]] * (seats - len(names))


class Tables:
    """The tables of a session, by number. One request is answered at a time."""

    def __init__(self) -> None:
        self.tables: dict[int, VisitorTable] = {}
        self.last = 0  # number given
        self.lock = threading.Lock()

    def sit_down(self, game: str, rules: str, opponents: Sequence[str], seed: int | None) -> tuple[int, VisitorTable]:
        """A new table and its number."""
        with self.lock:
            if len(self.tables) >= MOST_TABLES:
                raise UserError(f"you sit at {MOST_TABLES} tables already ({spell(list(self.tables))}): leave one first")
            table = VisitorTable(game, rules, opponents, seed)
            self.last += 1
            self.tables[self.last] = table
            return self.last, table

    @contextmanager
    def at(self, number: int) -> Iterator[VisitorTable]:
        """The table with this number, or the newest for 0, while nobody else uses it."""
        with self.lock:
            if not self.tables:
                raise UserError("you sit at no table: sit down first")
            number = number or max(self.tables)
            if number not in self.tables:
                raise UserError(f"there is no table {number}: you sit at {spell(list(self.tables))}")
            yield self.tables[number]

    def leave(self, number: int) -> None:
        """Get up from a table."""
        with self.at(number) as table:
            self.tables = {key: value for key, value in self.tables.items() if value is not table}
