"""Who sits where: every placement of two players, the hands they play there, and what came of them."""

import math
import socket
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from cardshark.arena.dealing.words import Word, secret_words
from cardshark.arena.records import Clock, Piece
from cardshark.arena.settings import ArenaSettings
from cardshark.games import game_named, house, read_game
from cardshark.play import Named, Table, check_list, name_and_player
from cardshark.players import PLAYERS, is_file, is_program, seat
from cardshark.players.apart import Stranger
from cardshark.players.external.player import SECONDS
from cardshark.players.load import offered_players, source_digest
from cardshark.players.player import Choices, Player, Rows, Views, ask_player
from cardshark.players.terminal import Terminal
from cardshark.text import UserError, brief, check_text, split_options, whole_number

PIECE = 2048  # deals in play at a time, where a player does not name its own pace
MATCH_HANDS = 8  # hands of a match, roughly
MOST_DEALS = 10**9
FIRST_PLACE = 12  # what a first place counts in the sums: shared by two, three or four players it is still a whole number


class PlacementOutcome(NamedTuple):
    """What each seat scored on some deals (or matches) in one placement: one row a seat, one column a deal."""

    points: np.ndarray  # of the hand, or of all hands of the match
    counted: np.ndarray  # the first thing that the game counts beside points (moons in Hearts); 0 where it counts nothing
    wins: np.ndarray  # FIRST_PLACE for the winner, shared by equals
    hands: np.ndarray  # the number of hands played, one number a deal


class Timed(Player):
    """A player whose choices are timed. The first call may wait for the compiler or a file, so it is not counted."""

    def __init__(self, player: Player) -> None:
        self.player, self.seconds, self.moves = player, 0.0, 0
        self.is_new = True

    def sit(self, game: Any, rules: Any) -> None:
        self.player.sit(game, rules)

    def begin(self, rows: Rows) -> None:
        self.player.begin(rows)

    def choose(self, views: Views, choices: Choices, rows: Rows | None = None) -> None:
        began = time.perf_counter()
        ask_player(self.player, views, choices, rows)
        if not self.is_new:
            self.seconds += time.perf_counter() - began
            self.moves += len(views)
        self.is_new = False

    def __str__(self) -> str:
        return str(self.player)


def shared_places(totals: np.ndarray) -> np.ndarray:
    """Which place each seat took, fewest points first, as an array [place, seat, match]. A place counts FIRST_PLACE.

    Equal seats share their places.
    """
    better = (totals < totals[:, None]).sum(axis=1)
    equal = (totals == totals[:, None]).sum(axis=1)
    place = np.arange(len(totals))[:, None, None]
    return ((better <= place) & (place < better + equal)) * (FIRST_PLACE // equal)


class Placing:
    """A table at which piece after piece is played, in memory that is used again and again."""

    def __init__(self, game: str, rules: Any, players: Sequence[Player], matches: bool, size: int) -> None:
        self.game = game_named(game)
        self.word: Word = ()  # among strangers: the secret word from which the deals follow
        self.rules = rules if matches else rules._replace(hands=1)
        clocks = {id(player): Timed(player) for player in players}
        self.players = [clocks[id(player)] for player in players]  # one clock for a player who sits on both sides
        self.table = Table(self.game, self.rules, self.players, size)
        self.matches, self.seats = matches, self.game.seats(self.rules)

    def play(self, seed: int, piece: Piece, place: np.ndarray, number: int) -> PlacementOutcome:
        """Play a piece with player `place[s]` on each seat `s`. Each placement has luck of its own, by its `number`."""
        games = self.deal(seed, piece, number)
        self.table.play(games, np.tile(place, (piece.deals, 1)))
        totals = by_seat(games["table"]["totals"], self.seats)
        points = totals if self.matches else by_seat(self.game.hand_points(games, self.rules), self.seats)
        counted = by_seat(games[self.game.COUNTED[0]], self.seats) if self.game.COUNTED else np.zeros_like(points)
        first = totals == (totals.min(axis=0) if self.game.LOWEST_WINS else totals.max(axis=0))
        return PlacementOutcome(points, counted, first * (FIRST_PLACE // first.sum(axis=0)), self.game.hands_played(games))

    def deal(self, seed: int, piece: Piece, number: int) -> np.ndarray:
        """Deal a piece: the same cards in every placement, or among strangers other cards in each."""
        if not self.word:
            return self.table.deal(seed, piece.deals, piece.start, luck=f"{luck_of(piece.stream)} {number}", deals=piece.stream)
        deals, luck = (secret_words(self.word, seed, kind, piece, number) for kind in ("deal", "luck"))
        return self.table.deal_words(deals, luck, piece.start)

    def places(self, totals: np.ndarray) -> np.ndarray:
        """Which place each seat took; see `shared_places`."""
        return shared_places(totals if self.game.LOWEST_WINS else -totals)

    def clocks(self) -> list[Clock]:
        """The players' clocks, set back to zero."""
        found = [Clock(player.seconds, player.moves) for player in self.players]
        for player in self.players:
            player.seconds, player.moves = 0.0, 0
        return found


class ByWord:
    """Players at a table, under terms that may say from which secret word the deals follow: a duel, or a league."""

    terms: Any
    table: Placing

    def deal_by(self, word: Word) -> None:
        """Deal by a secret word from now on."""
        self.terms = replace(self.terms, word=word)
        self.table.word = word


def by_seat(figures: np.ndarray, seats: int) -> np.ndarray:
    """Figures of the seats that are taken, one row a seat: sums over a few long rows are fast, over many short ones slow."""
    return np.ascontiguousarray(figures[:, :seats].T, np.int64)


def luck_of(stream: str) -> str:
    """The players' luck on the deals of a stream."""
    return "luck" if stream == "deal" else f"luck of {stream}"


def placements(seats: int, of_a: int) -> np.ndarray:
    """Every way to place A on `of_a` seats, one a row: 0 where A sits, 1 where B sits."""
    found = np.ones((math.comb(seats, of_a), seats), np.int8)
    for row, chosen in zip(found, combinations(range(seats), of_a), strict=True):
        row[list(chosen)] = 0
    return found


def both_sides(seats: int) -> np.ndarray:
    """Placements in which A and B take the same number of seats, over all of them."""
    if seats % 2 == 0:
        return placements(seats, seats // 2)
    return np.concatenate([placements(seats, seats // 2), placements(seats, seats // 2 + 1)])


def left_kinds(places: np.ndarray, kind: int) -> tuple[np.ndarray, np.ndarray]:
    """The seats of A (0) or B (1) in each placement that have their own kind on their left, and those that have the other."""
    left = np.roll(places, -1, axis=1)
    return (places == kind) & (left == kind), (places == kind) & (left != kind)


# ---- games, rules and players as they are named ----


def game_and_rules(game: Any, rules: Any) -> tuple[str, Any, int]:
    """A game's name, its rules and its number of seats. The game is a name or a module; the rules are a text, or rules already."""
    module = game_named(read_game(game).NAME)  # workers find it by its name alone
    rules = house.read_rules(module, rules)
    return module.NAME, rules, module.seats(rules)


def seats_of_a(text: str | None, seats: int) -> int:
    """How many seats A takes in a text like 1v3."""
    found = {f"{of_a}v{seats - of_a}": of_a for of_a in range(1, seats)}
    if text is not None and check_text("a way to share the seats", text) not in found:
        raise UserError(f"{brief(text)} does not fill {seats} seats: use {', '.join(found)}")
    return found[text] if text else 1


def spell_rules(game: str, rules: Any) -> str:
    """The rules as they would be typed."""
    return house.spell(game_named(game).PRESETS, rules)


class Sitting(NamedTuple):
    """Who takes part: names and players."""

    names: tuple[str, ...]
    players: list[Player]
    stays_here: bool  # must be played in this process: workers make players from texts, and have no keyboard

    def size(self, matches: bool) -> int:
        """The number of deals in play at a time, by the player that wants the fewest."""
        pace = min([PIECE, *(getattr(player, "pace", PIECE) for player in self.players)])
        return max(1, pace // MATCH_HANDS if matches else pace)

    def league_size(self, matches: bool) -> int:
        """The same in a league. Every pair plays each deal, so where somebody thinks there are fewer than in a duel."""
        size, usual = self.size(matches), PIECE // MATCH_HANDS if matches else PIECE
        return size if size == usual else max(1, size // math.comb(len(self.names), 2))


def seat_players(named: Sequence[Named], game: str = "", strangers: bool = False, seconds: float = SECONDS) -> Sitting:
    """Make these players. A text that is named twice is one player; an object without a name has that of its class.

    Among strangers those who are not cardshark's own play in processes of their own, and have so many seconds for a choice.
    """
    check_list(named)
    make = partial(seat_stranger, seconds=seconds) if strangers else seat
    by_text = {player: make(player, game) for player in named if isinstance(player, str)}
    pairs = [(each, by_text[each]) if isinstance(each, str) else name_and_player(each) for each in named]
    bound = not all(isinstance(each, str) for each in named) or any(isinstance(player, Terminal) for _, player in pairs)
    return Sitting(tuple(name for name, _ in pairs), [player for _, player in pairs], bound)


def seat_stranger(text: str, game: str = "", seconds: float = SECONDS) -> Player:
    """A player as a stranger: in a fresh process for each seat of each match, unless it is one of cardshark's own."""
    text = check_text("a player", text).strip()
    return Stranger(text, is_program(text), seconds) if is_stranger(text) else seat(text, game)


def is_stranger(text: str) -> bool:
    """Does a text name a player who is not cardshark's own: a file, a program, or one that a package brings?"""
    return is_program(text) or is_file(text) or split_options(text)[0] in offered_players().keys() - PLAYERS.keys()


def among_strangers(named: Sequence[Named], wanted: bool | None) -> bool:
    """Is this a contest among strangers? It is wherever a file or a program takes part, unless somebody says otherwise."""
    outside = [each for each in check_list(named) if isinstance(each, str) and (is_file(each) or is_program(each))]
    if wanted and not all(isinstance(each, str) for each in named):
        raise UserError("an object plays in this process, so it is no stranger: name a class in a file, or leave strangers out")
    return bool(outside) if wanted is None else wanted


def check_strangers(settings: ArenaSettings, strangers: bool) -> bool:
    """Whether this is a contest among strangers, if its settings allow that."""
    if strangers and settings.piece is not None:
        raise UserError(
            "every run among strangers has a secret word of its own, so there are no pieces: leave out --piece, or add --no-strangers"
        )
    if strangers and getattr(settings, "control", None) is not None:
        raise UserError("a control shares its deals with others, and strangers share none: leave out --control, or add --no-strangers")
    if strangers and settings.on == "ray":
        raise UserError(
            "strangers play in processes of one machine, which a cluster does not share: leave out --on ray, or add --no-strangers"
        )
    if settings.word is not None and not strangers:
        raise UserError("only contests among strangers have a secret word, and here are none: leave out --word, or add --strangers")
    if settings.seconds is not None and not strangers:
        raise UserError("only strangers have so many seconds for a choice, and here are none: leave out --seconds, or add --strangers")
    return strangers


def source_digests(named: Sequence[Named]) -> dict[str, str]:
    """Digests of players' source files, for the header of a journal: a player that was edited is another player."""
    digests = {player: source_digest(player) for player in named if isinstance(player, str)}
    return {f"source of {player}": digest for player, digest in digests.items() if digest}


def check_sources(players: Sequence[str], wanted: Sequence[tuple[str, str]]) -> None:
    """Refuse players' files that are not those with which the run began: another machine may have others under the same names."""
    found = source_digests(players)
    for name, digest in wanted:
        if found.get(name) != digest:
            raise UserError(
                f"the {name} is not the same on {socket.gethostname()} as where the run began: "
                "use a folder that all nodes share, and leave the file as it is until the end"
            )


def check_deals(deals: int, what: str, units: str = "deals") -> None:
    """Refuse fewer than two deals (or matches), because one has no spread, and more than anybody could wait for."""
    if isinstance(deals, int) and deals < 2:
        raise UserError(f"{what} needs at least 2 {units}, not {brief(deals)}")
    whole_number(f"the number of {units}", deals, 2, MOST_DEALS)
