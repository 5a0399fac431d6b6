"""The pass as one decision: cards are passed together, so they are judged together, as sets.

    thinking = think_of_pass(judge, views, deals)     # the best few sets; `thinking.best` is the advice
    consider_set(judge, views, thinking, cards)       # the same, with one more set in it

In a `Thinking` about a pass every choice is a set of cards, in place of one card. Which set is best is found out in rounds: all that look
good at first sight are tried in a few imagined deals, the better ones in more. The last ones are then tried in fresh deals, the same for
all. A set that has won has also been lucky in the deals in which it won, so only fresh deals tell what it is worth.

Nothing depends on the order in which cards were put aside, and everything follows from the view: who asks twice is told the same.
"""

from itertools import combinations
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import listed, set_of
from cardshark.chance import draw
from cardshark.coach.statistics import Costs, Glance, Sample, Thinking, conclude, marginals, shares
from cardshark.games import hearts
from cardshark.games.hearts.rules import Rules

FRESH = 1 << 42  # where the luck of fresh deals is drawn; the deals of the rounds are numbered from 0


class Round(NamedTuple):
    """A round in the search for the best set."""

    share: float  # of the deals in which sets have been tried by its end
    left: int  # sets that go on


class SetJudge(Protocol):
    """What a judge of Hearts must be able to do with sets of cards."""

    rules: Rules
    ROUNDS: tuple[Round, ...]

    def imagine(self, views: np.ndarray, asked: int) -> tuple[NDArray[np.uint64], NDArray[np.float64], bool]:
        """Imagined deals, the weight of each, and whether they are all possible deals."""
        ...

    def first_sets(self, views: np.ndarray) -> list[int]:
        """The sets that look good at first sight."""
        ...

    def glances_at_sets(self, views: np.ndarray, sets: list[int]) -> tuple[Glance, ...]:
        """What a network thinks of these sets at a glance; nothing where none judges."""
        ...

    def prepare(self, views: np.ndarray, deals: NDArray[np.uint64]) -> np.ndarray:
        """The table in each of these deals, ready for `try_sets`."""
        ...

    def try_sets(self, views: np.ndarray, tables: np.ndarray, sets: list[int], to_the_end: bool = False) -> np.ndarray:
        """The result of passing each set, at each of these tables."""
        ...


def think_of_pass(judge: SetJudge, views: np.ndarray, deals: int) -> Thinking:
    """Find the best sets in as many deals, and then what they cost in as many fresh ones."""
    sets = last_sets(judge, views, deals)
    fresh = fresh_views(views)
    worlds, weights, exact = judge.imagine(fresh, deals)
    tables = judge.prepare(fresh, worlds)
    beliefs = marginals(worlds, weights, judge.rules.players, int(views["table"]["turn"][0]))
    empty = Thinking([], 0, float(deals), beliefs, True, sets[0], np.zeros((0, 0)), weights, exact, worlds=tables)
    return add_sets(judge, fresh, empty, sets)


def consider_set(judge: SetJudge, views: np.ndarray, thinking: Thinking, cards: int) -> Thinking:
    """What was thought of a pass, and in the same deals what another set costs."""
    known = {value.choice for value in thinking.values}
    return thinking if cards in known else add_sets(judge, fresh_views(views), thinking, [cards])


def add_sets(judge: SetJudge, views: np.ndarray, before: Thinking, sets: list[int]) -> Thinking:
    """Try further sets in the deals of a thought. The advice stays what it was."""
    tried = judge.try_sets(views, before.worlds, sets)
    fates = np.concatenate([before.fates, tried], axis=1) if before.fates.size else tried
    choices = [*(value.choice for value in before.values), *sets]
    sample = Sample(np.ascontiguousarray(fates["cost"]), before.weights, before.effective, before.exact)
    found = conclude(choices, sample, int(views["luck"][0]), before.beliefs, before.best)
    return found._replace(fates=fates, worlds=before.worlds, glances=judge.glances_at_sets(views, choices))


def last_sets(judge: SetJudge, views: np.ndarray, deals: int) -> list[int]:
    """The sets that are left after all rounds, the best first."""
    worlds, weights, exact = judge.imagine(views, deals)
    tables, sets = judge.prepare(views, worlds), judge.first_sets(views)
    costs: Costs = np.zeros((0, len(sets)))
    for share, left in judge.ROUNDS:
        tried = len(worlds) if exact else max(1, round(share * len(worlds)))
        if tried > len(costs):
            costs = np.concatenate([costs, judge.try_sets(views, tables[len(costs) : tried], sets)["cost"]])
        order = np.argsort(shares(weights[: len(costs)]) @ costs, kind="stable")[:left]
        sets, costs = [sets[place] for place in order], costs[:, order]
    return sets


def fresh_views(views: np.ndarray) -> np.ndarray:
    """The same view with luck from which other deals follow."""
    found = views.copy()
    found["luck"] = draw(views["luck"][0], FRESH)
    found.flags.writeable = False
    return found


def all_sets(views: np.ndarray, rules: Rules) -> list[int]:
    """Every set that may be passed: with what is put aside already in it."""
    given, missing = int(views["given"][0]), missing_cards(views, rules)
    return [given | set_of(cards) for cards in combinations(listed(int(views["legal"][0])), missing)]


def missing_cards(views: np.ndarray, rules: Rules) -> int:
    """How many cards are still to be put aside."""
    return rules.pass_count - int(views["given"][0]).bit_count()


def is_passing(view: Any) -> bool:
    """Are cards being passed?"""
    return bool(view["table"]["phase"] == hearts.PASS)
