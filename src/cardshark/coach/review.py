"""A review of a hand, decision by decision: what each choice cost, what was luck, and how others fared with the same cards.

    review(hand, seat)                what the page shows and a file keeps, as plain JSON

Every decision is judged by what the seat could know then (`Judge`), with a number of deals that is fixed beforehand. The points of a
hand are the sum of three parts: what could be expected after the deal, luck, and play. Play is what the choices cost beyond the best
ones; luck is everything else that changed the expectation. The sum is exact.

The cards that a seat passes are one decision: what is chosen there is a set of cards, written as `QD TH QS`, in whatever order they were
put aside.

`points` are what the hand cost, so fewer are always better: points won, or won back, have a minus. `scores` are those of the game.
"""

from collections.abc import Callable
from itertools import pairwise
from math import isfinite, sqrt
from typing import Any, NamedTuple, cast

import numpy as np

from cardshark.cards import listed, name, names
from cardshark.coach.bots import compare_bots, own_player
from cardshark.coach.judges import Coach, Judge, PassJudge, coach_of
from cardshark.coach.judges import judge as judge_of
from cardshark.coach.reasons import Happened
from cardshark.coach.statistics import ChoiceValue, Thinking
from cardshark.games import game_named
from cardshark.hands.games import hands_of
from cardshark.hands.hand import PlayedHand
from cardshark.hands.link import encode
from cardshark.hands.played import house_rules, score_sign, scores, steps
from cardshark.hands.saved import card_names, to_json
from cardshark.text import UserError, brief

MISTAKE = 0.4  # points that a mistake costs at least; a choice that clearly costs something, but less, is a slip
DOUBT = 0.1  # a choice that seems to cost this much, but not clearly, is unclear
ROUNDING = 1e-12  # what adding up in another order may change

Progress = Callable[[int, int], None]


class Moment(NamedTuple):
    """A decision before it is judged: copies, because the match goes on."""

    number: int  # of the choice among all of the hand, from 0
    view: Any
    games: np.ndarray
    phase: str
    chosen: int  # where cards are passed: the set of them

    @property
    def table(self) -> Any:
        """What everybody knew."""
        return self.games[0].table


class Context(NamedTuple):
    """What is needed to judge every decision of a hand."""

    hand: PlayedHand
    seat: int
    coach: Coach
    judge: Judge
    tricks: list[dict[str, Any]]  # of the whole hand
    seats: list[int]  # who made each choice of the hand
    own: Any  # the seat's own player, if it has opinions

    def is_passing(self, moment: Moment) -> bool:
        """Are cards passed at this decision, so that a choice is a set of them?"""
        return self.coach.is_passing(moment.view)

    def choice_name(self, moment: Moment, choice: int) -> str:
        """The name of a choice in saved hands; where cards are passed, the names of several."""
        return names(choice) if self.is_passing(moment) else hands_of(self.hand.game).choice_name(int(moment.table.phase), choice)

    def happened(self, moment: Moment, trick: int) -> Happened:
        """How the hand went on after a decision."""
        later = zip(self.seats[moment.number + 1 :], self.hand.choices[moment.number + 1 :], strict=True)
        answer = next((choice for seat, choice in later if seat != self.seat), None)
        return Happened(self.seat, moment.chosen, trick, self.tricks, answer)


def review(hand: PlayedHand, seat: int, progress: Progress | None = None, judge: Judge | None = None) -> dict[str, Any]:
    """What a seat decided in a finished hand, and what it cost. `progress(done, of)` is called before each decision and at the end."""
    if not isinstance(hand, PlayedHand):
        raise UserError(f"a PlayedHand is reviewed, not {brief(hand)}: `hands.link.decode` and `hands.saved.from_json` return one")
    coach = coach_of(hand.game)
    result = scores(hand)
    if not result:
        raise UserError("only a hand that was played to its end can be reviewed")
    if not isinstance(seat, (int, np.integer)) or isinstance(seat, bool) or not 0 <= seat < len(result):
        raise UserError(f"seats are numbered from 0 to {len(result) - 1}: there is no seat {brief(seat)}")
    judge = judge or judge_of(game_named(hand.game), house_rules(hand))
    seats = [int(match.state.table.turn) for match, _ in steps(hand)]
    context = Context(hand, seat, coach, judge, coach.list_tricks(hand), seats, own_player(hand, seat))
    moments = moments_of(hand, seat)
    decisions = []
    for done, moment in enumerate(moments):
        if progress:
            progress(done, len(moments))
        decisions.append(judge_decision(context, moment))
    if progress:
        progress(len(moments), len(moments))
    points, saved = float(score_sign(hand) * result[seat]), to_json(hand)
    return {
        "hand": "", "game": hand.game, "rules": hand.rules, "number": hand.number, "seat": seat, "judge": judge.name, "deals": judge.deals,
        "players": [{"name": name, "player": text, "kind": text} for name, text in zip(hand.names, hand.players, strict=True)],
        **account(decisions, points),
        "bots": compare_bots(hand, seat, points),
        "dealt": [card_names(listed(cards)) for cards in hand.cards.hands],
        "passed": coach.list_passes(hand), "tricks": context.tricks, "scores": result, "seal": hand.seal, "secret": hand.secret.hex(),
        **sealed_fields(saved),
        "link": encode(hand), "played": saved,
    }  # fmt: skip


def sealed_fields(saved: dict[str, Any]) -> dict[str, Any]:
    """What people gave to the deal, and the end of the hand's chain; nothing where they were not asked."""
    return {name: saved[name] for name in ("promises", "words", "end") if name in saved}


def moments_of(hand: PlayedHand, seat: int) -> list[Moment]:
    """The decisions of a seat, as they came. All cards that it passes on are one."""
    coach, found = coach_of(hand.game), []
    for number, (match, choice) in enumerate(steps(hand)):
        if match.state.table.turn != seat:
            continue
        passing = coach.is_passing(match.view())
        if passing and found:
            found[0] = found[0]._replace(chosen=found[0].chosen | 1 << choice)
        else:
            phase, chosen = match.game.PHASES[match.state.table.phase], 1 << choice if passing else choice
            found.append(Moment(number, match.view().copy(), match.games.copy(), phase, chosen))
    return found


# ---- what it was worth ----


def judge_decision(context: Context, moment: Moment) -> dict[str, Any]:
    """One decision: what every choice was worth, by what the seat knew and by all cards."""
    hand, judge = context.hand, context.judge
    thinking, truth = think_about(context, moment)
    values = {value.choice: value for value in thinking.values}
    least, forced = values[thinking.best].mean, len(values) == 1
    cost, low, high = (0.0, 0.0, 0.0) if moment.chosen == thinking.best else thinking.difference(moment.chosen, thinking.best)
    cost = cost if cost > ROUNDING else 0.0
    best = thinking.best if cost else moment.chosen  # a choice with the same cost is as good
    number = context.coach.turn_number(moment.table)
    trick = context.tricks[number - 1] if context.tricks and number else None

    story, figures = ([], []) if forced else judge.why(moment.view, thinking, moment.chosen)

    happened = context.coach.what_happened(story, context.happened(moment, number)) if moment.chosen != best else None

    def name_of(choice: int) -> str:
        return context.choice_name(moment, choice)

    return {
        "number": moment.number, "trick": number, "phase": moment.phase, "cards": trick["cards"] if trick else [],
        "took": trick["points"] if trick and trick["winner"] == context.seat else 0,
        "chosen": name_of(moment.chosen), "best": name_of(best), "forced": forced,
        "values": [
            {"choice": name_of(value.choice), **numbers(mean=value.mean, low=value.low, high=value.high, best=value.best), **glance}
            for value, glance in sorted(zip(thinking.values, glances(thinking), strict=True), key=lambda pair: pair[0].mean)
        ],
        "cost": cost, "low": finite(low), "high": finite(high),
        "open": [{"choice": name_of(choice), "mean": finite(mean)} for choice, mean in sorted(truth.items(), key=lambda pair: pair[1])],
        "open_cost": finite(truth[moment.chosen] - min(truth.values())),
        "verdict": verdict(cost, low, forced),
        "story": [*story[:-1], [*story[-1], happened]] if happened else story, "why": figures,
        "shown": context.coach.show_moment(moment.games[0], moment.chosen),
        "beliefs": [{name(card): round(chance, 4) for card, chance in enumerate(row.tolist()) if chance > 0} for row in thinking.beliefs],
        "hands": [card_names(listed(int(cards))) for cards in moment.games[0].hands[: len(hand.players)]],
        "expected": least + cost,
        "effective": finite(thinking.effective), "deals": thinking.deals,
        "own": own_opinions(context, moment),
    }  # fmt: skip


def think_about(context: Context, moment: Moment) -> tuple[Thinking, dict[int, float]]:
    """What the judge thinks of a decision, and what the same choices cost if all cards are known."""
    if not context.is_passing(moment):
        return context.judge.think(moment.view), mean_of(context.judge.open_values(moment.games))
    judge = cast(PassJudge, context.judge)
    thinking = judge.consider(moment.view, judge.think(moment.view), moment.chosen)
    return thinking, mean_of(judge.open_sets(moment.games, [value.choice for value in thinking.values]))


def mean_of(values: list[ChoiceValue]) -> dict[int, float]:
    """What each choice costs."""
    return {value.choice: value.mean for value in values}


def glances(thinking: Thinking) -> list[dict[str, float]]:
    """For each choice how likely the policy would make it and what it expects then, without imagined deals; nothing if none judges."""
    return [{"policy": each.chance, "glance": each.cost} for each in thinking.glances] or [{} for _ in thinking.values]


def verdict(cost: float, low: float, forced: bool) -> str:
    """One word for a choice that costs this much more than the best one, and at least `low` (95 %)."""
    if forced:
        return "forced"
    if cost == 0.0:
        return "best"
    if low > 0.0:
        return "mistake" if cost >= MISTAKE else "slip"
    return "unclear" if cost >= DOUBT else "fine"


def own_opinions(context: Context, moment: Moment) -> list[dict[str, Any]] | None:
    """The opinions of the seat's own player about the same position, if it has any."""
    if context.own is None or context.is_passing(moment):  # players have opinions about cards, not about sets
        return None
    return [
        {"choice": context.choice_name(moment, opinion.choice), **numbers(mean=opinion.mean, low=opinion.low, high=opinion.high)}
        for opinion in context.own.opinions(moment.view)
    ]


def account(decisions: list[dict[str, Any]], points: float) -> dict[str, Any]:
    """The points of a hand as expectation at the deal, luck and play; the luck between two decisions is written into the first."""
    deal = decisions[0]["expected"] - decisions[0]["cost"] if decisions else points
    play = sum(decision["cost"] for decision in decisions)
    reach = sqrt(sum(((decision["high"] or 0.0) - (decision["low"] or 0.0)) ** 2 for decision in decisions)) / 2
    for decision, after in pairwise(decisions):
        decision["luck"] = after["expected"] - after["cost"] - decision["expected"]
    if decisions:
        decisions[-1]["luck"] = points - decisions[-1]["expected"]
    curve = [{"trick": decision["trick"], "expected": decision["expected"]} for decision in decisions]
    return {
        "points": points, "deal": deal, "luck": points - deal - play, "play": play, "low": play - reach, "high": play + reach,
        "decisions": decisions, "curve": [*curve, {"trick": curve[-1]["trick"] + 1 if curve else 1, "expected": points}],
    }  # fmt: skip


def numbers(**values: float) -> dict[str, float | None]:
    """Numbers for JSON."""
    return {name: finite(value) for name, value in values.items()}


def finite(value: float) -> float | None:
    """A number for JSON, which has neither infinity nor nan: None for these."""
    return float(value) if isfinite(value) else None
