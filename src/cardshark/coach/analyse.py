"""What every choice in a position is worth: value, 95 % interval, chance to be the best, and why, in sentences.

    print(analyse("position.txt"))                          # a file: a position as text or JSON, a transcript, a link
    found = analyse(text, at="3.5", deals=4000)             # a match as text: hand 3, trick 5
    found.best, found.choices[0].value

The coach answers, unless another player is named. Everything comes from what the seat may know. While cards are passed at Hearts, the
coach weighs sets of cards (`QD TH QS`), because they are passed together.
"""

import json
from dataclasses import asdict, dataclass
from html import escape
from itertools import chain
from math import isfinite
from typing import Any, cast

from cardshark.cards import CardSet, names
from cardshark.chance import stream
from cardshark.coach.judges import Judge, PassJudge, coach_of, judge
from cardshark.coach.moments import Source, find_position
from cardshark.coach.sentences import say
from cardshark.coach.statistics import MOST_DEALS, Thinking
from cardshark.games import game_named, hearts, house
from cardshark.games.positions import Position, legal_words, position_of
from cardshark.players import seat
from cardshark.players.hearts.network.player import Network
from cardshark.players.thinking import Opinion
from cardshark.text import UserError, whole_number

COACH = "coach"


@dataclass(frozen=True)
class JudgedChoice:
    """A legal choice, or a set of cards to pass, and its worth. Values are costs in points; at gin a win has a minus."""

    choice: str
    value: float
    low: float | None  # 95 % interval; None from a player who only estimates
    high: float | None
    chance: float | None  # that no other choice is better; None from a player who cannot tell
    more: tuple[float, float, float] | None = None  # how much more than the best it costs, and the 95 % interval, from the same deals
    why: tuple[str, ...] = ()  # the best choice: why it is better than the next; any other: why the best is better
    policy: float | None = None  # how likely the policy would make this choice, and
    glance: float | None = None  # what it would expect it to cost, both without imagined deals; None where no policy thinks


@dataclass(frozen=True)
class Analysis:
    """What somebody thinks of a position: `print` shows it, `to_json` writes it."""

    game: str
    rules: str
    place: str  # "hand 3, trick 5, seat 0"
    player: str  # who thinks
    deals: int  # that were imagined
    independent: float | None  # as many equally likely deals would tell as much; None from a player who does not say
    exact: bool  # were all possible deals tried?
    clear: bool | None  # is the best clearly better than the next best?
    choices: tuple[JudgedChoice, ...]  # the best first
    together: tuple[str, ...] = ()  # at Hearts, while passing: the cards of the best set

    @property
    def best(self) -> str:
        """The choice with the least cost."""
        return self.choices[0].choice

    def to_json(self) -> str:
        """The analysis as one JSON object."""
        return json.dumps({**asdict(self), "best": self.best})

    def __str__(self) -> str:
        return "\n".join([*self.head(), "", *self.rows()])

    def head(self) -> list[str]:
        """Where it is, and how it was found out."""
        return [f"{game_named(self.game).TITLE}, {self.rules}, {self.place}", *self.account()]

    def account(self) -> list[str]:
        """How the values were found."""
        found = [f"{self.player}: {self.amount()}. Values are costs in points: the least is the best."]
        if self.clear is False:
            found.append("The best choice is not clearly better than the next.")
        passing = "Cards are passed together, so whole sets are weighed: the best few, in other deals than those in which they were found."
        return [*found, *([passing] if self.together else [])]

    def amount(self) -> str:
        """From how much the values were found."""
        if self.exact:
            return f"all {self.deals:,} possible deals" if self.deals > 1 else "nothing is hidden"
        if not self.deals:
            return "an estimate, without imagined deals"
        fewer = self.independent is not None and round(self.independent) != self.deals
        return f"{self.deals:,} imagined deals" + (f", worth {self.independent:,.0f} independent ones" if fewer else "")

    def rows(self) -> list[str]:
        """A table of the choices, each with its reasons."""
        width = max(8, *(len(each.choice) for each in self.choices))
        found = [f"{'choice':<{width}} {'value':>8}  {'95 % interval':>18}  {'best':>5}{self.glance_titles()}"]
        for each in self.choices:
            interval = "" if each.low is None or each.high is None else f"{each.low:.2f} to {each.high:.2f}"
            glance = "" if each.glance is None else f"  {percent(each.policy):>6}  {each.glance:>7.2f}"
            found.append(f"{each.choice:<{width}} {each.value:>8.2f}  {interval:>18}  {percent(each.chance):>5}{glance}".rstrip())
            found += [f"    {sentence}" for sentence in each.why]
        return found

    def glance_titles(self) -> str:
        """The titles of what the policy thinks at a glance, if one does."""
        return f"  {'policy':>6}  {'glance':>7}" if self.choices[0].glance is not None else ""

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td><b>{escape(each.choice)}</b></td><td>{each.value:.2f}</td>"
            f"<td>{'' if each.low is None else f'{each.low:.2f} to {each.high:.2f}'}</td><td>{percent(each.chance)}</td>"
            f"<td>{percent(each.policy)}</td><td>{'' if each.glance is None else f'{each.glance:.2f}'}</td>"
            f"<td style='text-align:left'>{escape(' '.join(each.why))}</td></tr>"
            for each in self.choices
        )
        titles = "".join(f"<th>{title}</th>" for title in ("choice", "value", "95 % interval", "best", "policy", "glance", "why"))
        return f"<p>{'<br>'.join(map(escape, self.head()))}</p><table><tr>{titles}</tr>{rows}</table>"


def percent(chance: float | None) -> str:
    """A chance in whole per cent; not 0 or 100 unless it is that."""
    if chance is None:
        return ""
    return f"{100 * chance:.0f} %" if chance in (0.0, 1.0) else f"{min(max(round(100 * chance), 1), 99)} %"


def analyse(source: Source, at: str = "", *, player: str = COACH, deals: int | None = None, seed: int | None = None) -> Analysis:
    """What every legal choice is worth.

    `source` is a position (text, JSON or `Position`), a transcript or a link of the table, or a file with one of these; `at` says where in
    a transcript or a link (`coach/moments.py`). The imagined deals follow from the position and the luck that it tells, or from `seed`.
    """
    position = find_position(source, at)
    if seed is not None:
        position = with_luck(position, int(stream(seed, "analyse")))
    if player == COACH:
        return ask_coach(position, None if deals is None else whole_number("the number of deals", deals, 1, MOST_DEALS))
    if deals is not None:
        raise UserError(f"--deals belongs to the coach: to others it is an option, as in montecarlo:deals={deals}")
    return ask_player(position, player)


def with_luck(position: Position, luck: int) -> Position:
    """The position with other luck, so that other deals are imagined."""
    views = position.views.copy()
    views["luck"] = luck
    return position_of(position.game, position.rules, views[0])


def place_of(position: Position) -> str:
    """Where it is: `hand 3, trick 5, seat 0`."""
    table, coach = position.view.table, coach_of(position.game.NAME)
    turn = coach.turn_number(table)
    return f"hand {table.hand_number + 1}, {f'{coach.TURN_TITLE.lower()} {turn}' if turn else 'passing'}, seat {table.turn}"


def named(position: Position) -> dict[int, str]:
    """The legal choices' names."""
    return {number: word for word, number in legal_words(position).items()}


def described(position: Position) -> dict[str, Any]:
    """Game, rules and place."""
    game = position.game
    return {"game": game.NAME, "rules": house.spell(game.PRESETS, position.rules), "place": place_of(position)}


def ask_coach(position: Position, deals: int | None = None, chosen: CardSet | None = None) -> Analysis:
    """What the coach thinks; while cards are passed, also of the set that was `chosen`."""
    view, coach = position.view, judge(position.game, position.rules, deals)
    thinking, passing = coach.think(view), coach_of(position.game.NAME).is_passing(view)
    if chosen is not None:
        thinking = cast(PassJudge, coach).consider(view, thinking, chosen)
    words = {value.choice: names(value.choice) for value in thinking.values} if passing else named(position)
    reasons = reasons_of(coach, view, thinking, words)
    choices = [
        JudgedChoice(
            words[each.choice], *each[1:], more_than_best(thinking, each.choice), reasons[each.choice], *thinking.glance(each.choice)
        )
        for each in sorted(thinking.values, key=lambda value: (value.choice != thinking.best, value.mean))
    ]
    return Analysis(
        **described(position), player=f"the coach ({coach.name})", deals=thinking.deals, independent=float(thinking.effective),
        exact=bool(thinking.exact), clear=bool(thinking.clear), choices=tuple(choices),
        together=tuple(names(thinking.best).split()) if passing else (),
    )  # fmt: skip


def reasons_of(coach: Judge, view: Any, thinking: Thinking, names: dict[int, str]) -> dict[int, tuple[str, ...]]:
    """Why the best choice is better than the next, and for each other choice what it costs and why, without saying anything twice."""
    story, figures = coach.why(view, thinking)
    best = tuple(map(say, [*chain(*story), *figures]))
    found = {thinking.best: best}
    for choice in names:
        if choice != thinking.best:
            more = [] if is_the_same(thinking, choice) else [say(each) for each in coach.why(view, thinking, choice).numbers]
            found[choice] = (costs_more(thinking, choice, names), *(sentence for sentence in more if sentence not in best))
    return found


def is_the_same(thinking: Thinking, choice: int) -> bool:
    """Does a choice cost the same as the best in every deal?"""
    return bool((thinking.costs[:, thinking.column(choice)] == thinking.costs[:, thinking.column(thinking.best)]).all())


def more_than_best(thinking: Thinking, choice: int) -> tuple[float, float, float]:
    """How much more a choice costs than the best, and the 95 % interval of that, from the same deals."""
    return thinking.difference(choice, thinking.best) if choice != thinking.best else (0.0, 0.0, 0.0)


def costs_more(thinking: Thinking, choice: int, names: dict[int, str]) -> str:
    """The same as a sentence."""
    mean, low, high = more_than_best(thinking, choice)
    if is_the_same(thinking, choice):
        return f"It comes to the same as {names[thinking.best]} in every deal."
    return f"It costs {mean:.2f} points more than {names[thinking.best]} (95 %: {low:.2f} to {high:.2f})."


def ask_player(position: Position, text: str) -> Analysis:
    """What another player thinks, if it has opinions: one that imagines deals, or a network that estimates."""
    player: Any = seat(text, position.game.NAME)
    player.sit(position.game, position.rules)
    if hasattr(player, "opinions"):
        return from_opinions(position, text, player)
    if isinstance(player, Network):
        return from_values(position, text, player)
    raise UserError(f"{text} has no values to show: ask the coach, montecarlo or another player who thinks ahead, or a network")


def from_opinions(position: Position, text: str, player: Any) -> Analysis:
    """The opinions of a player who imagines deals, or of a policy. It keeps no deal, so it cannot tell how likely a choice is the best."""
    names, found = named(position), player.opinions(position.view)
    known = [each for each in found if each.visits or each.chance is not None]
    glances = [each.mean if each.chance is not None else None for each in known]
    choices = [
        JudgedChoice(names[each.choice], each.mean, *interval(each), None, policy=each.chance, glance=glance)
        for each, glance in zip(known, glances, strict=True)
    ]
    if not choices:
        raise UserError(f"{text} has tried nothing in this position")
    return Analysis(
        **described(position), player=text, deals=max(each.visits for each in found), independent=None, exact=False,
        clear=None, choices=tuple(sorted(choices, key=lambda each: each.value)),
    )  # fmt: skip


def interval(opinion: Opinion) -> tuple[float, float] | tuple[None, None]:
    """The interval of an opinion; none from a single deal, which shows nothing about the spread."""
    return (opinion.low, opinion.high) if isfinite(opinion.low) and isfinite(opinion.high) else (None, None)


def from_values(position: Position, text: str, player: Network) -> Analysis:
    """What a network estimates: costs without an interval."""
    if position.view.table.phase == hearts.PASS:
        raise UserError(f"{text} has no values here, because it passes cards by a rule")
    values = -player.values(position.views)[0]
    choices = [JudgedChoice(word, float(values[number]), None, None, None) for number, word in named(position).items()]
    return Analysis(
        **described(position), player=text, deals=0, independent=None, exact=False, clear=None,
        choices=tuple(sorted(choices, key=lambda each: each.value)),
    )  # fmt: skip
