"""What is the coach's own pass charged? PYTHONPATH=tests python -m helpers.passes american --deals 200

In each deal the coach's advice is passed, and then judged: by the review, which thinks as the coach did, and by a stranger who thinks of
other deals and has an advice of its own. What a review charges is never less than nothing, so a stranger charges a little even where
two sets are equally good.
"""

import argparse
from collections.abc import Iterator
from typing import Any, NamedTuple, cast

import numpy as np

from cardshark.chance import words
from cardshark.coach.hearts.judge import one_view
from cardshark.coach.judges import PassJudge, judge
from cardshark.games import hearts, house
from cardshark.games.match import Single


class Charge(NamedTuple):
    """What a set costs by one judge: more than its best, with the 95 % interval."""

    cost: float
    low: float

    @classmethod
    def of(cls, found: PassJudge, view: Any, cards: int) -> "Charge":
        """Judge a set."""
        thinking = found.consider(view, found.think(view), cards)
        cost, low, _ = thinking.difference(cards, thinking.best) if cards != thinking.best else (0.0, 0.0, 0.0)
        return cls(max(cost, 0.0), low)


def passes(rules: Any, deals: int, seed: int) -> Iterator[np.ndarray]:
    """What the first seat sees in some deals, before it passes."""
    cards, luck = (words(seed, name, deals) for name in ("deal", "luck"))
    number = 0
    for k in range(deals):
        match = Single(hearts, rules, cards[k], luck[k], number)
        while match.view()["table"]["phase"] != hearts.PASS:  # hands without passing
            number += 1
            match = Single(hearts, rules, cards[k], luck[k], number)
        number += 1
        yield match.view().copy()


def charges(rules: Any, deals: int, seed: int, style: str | None = None) -> Iterator[tuple[Charge, Charge]]:
    """For each deal what the advice is charged: by the review, and by a stranger."""
    coach = cast(PassJudge, judge(hearts, rules, style=style))
    for view in passes(rules, deals, seed):
        advice = coach.think(view).best
        other = one_view(view).copy()
        other["luck"] = words(int(view["luck"]), "stranger", 1)[0]
        yield Charge.of(coach, view, advice), Charge.of(coach, other[0], advice)


def tell(who: str, found: list[Charge]) -> str:
    """A line about what was charged."""
    costs = np.array([each.cost for each in found])
    mistakes = sum(each.cost >= 0.4 and each.low > 0 for each in found)
    most = f"{costs.max():.2f} at most, {np.sum(costs >= 0.4)} of 0.4 or more, {mistakes} mistakes"
    return f"{who}: {costs.mean():.3f} points on average, {most}"


def main() -> None:
    """Ask, and print two lines."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules", nargs="?", default="american")
    parser.add_argument("--style")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rules = house.parse(hearts.PRESETS, asked.rules)
    review, stranger = zip(*charges(rules, asked.deals, asked.seed, asked.style), strict=True)
    print(tell("the review", list(review)), tell("a stranger", list(stranger)), sep="\n")


if __name__ == "__main__":
    main()
