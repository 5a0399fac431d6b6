"""Where the rollout thesis is silent: every point, how we read it, and how much that matters."""

from cardshark.arena.contest import Standing
from cardshark.arena.stats import Estimate
from cardshark.experiments.hearts_rollouts.measured import (
    change_by_rollouts,
    changes_by_seed,
    difference_between_contests,
    estimate_text,
    final_gap,
    name_of_brain,
)
from cardshark.experiments.hearts_rollouts.tables import LEVELS, MATTERS, PLAYOUTS, TIE_BREAKERS
from cardshark.report.figures import number
from cardshark.report.result import Reading
from cardshark.report.verdict import Effect, more

HOW_FAR, SCORES = "how far a playout goes", "scores of each player as inputs"


def readings(played: dict[str, Standing]) -> list[Reading]:
    """Every point that the thesis leaves open, and how much it matters."""
    return [*brain_readings(played), *play_readings(played), how_far(played)]


def beyond(one: Estimate, other: Estimate, least: float) -> bool:
    """Whether two figures differ by more than chance and by more than `least`."""
    found = difference_between_contests(one, other)
    return abs(found.value) > max(found.high - found.value, least)


def reading(point: str, choice: str, alternatives: dict[str, Estimate], base: Estimate, seeds: float = 0.0) -> Reading:
    """A point with its alternatives. Brains that were trained anew must differ by more than `seeds`, the range of other seeds."""
    least = max(MATTERS, seeds)
    effect = Effect.LEVEL if any(beyond(each, base, least) for each in alternatives.values()) else Effect.SMALL
    widest = max(least, *((found := difference_between_contests(each, base)).high - found.value for each in alternatives.values()))
    why = f" (brains of three seeds differ by {number(seeds, 2)})" if seeds else ""
    note = (
        f"By how much rollouts change the points of a hand. As we read it: {estimate_text(base)}; "
        f"{'; '.join(f'{words}: {estimate_text(each)}' for words, each in alternatives.items())}. "
        f"A difference up to {number(widest, 2)} counts as small or chance here{why}."
    )
    return Reading(point, choice, "; ".join(alternatives), effect, note)


def brain_readings(played: dict[str, Standing]) -> list[Reading]:
    """How the brains were trained, tried with the decently trained one."""
    usual, *others = changes_by_seed(played, "middle")
    values = [each.value for each in (usual, *others)]
    seeds = max(values) - min(values)

    def brain(name: str) -> Estimate:
        return change_by_rollouts(played[f"brain {name}"], 0)

    return [
        reading(
            "the last input, “penalty points the agent has in its hand”", "points of the cards it holds",
            {"taken by it": brain("taken_by_me"), "taken by all": brain("taken_by_all")}, usual, seeds,
        ),
        Reading(
            SCORES, "points of the hand", "of the game, as a part of the limit", Effect.UNTESTED,
            "Not testable this way: brains are compared in single hands, where all totals are 0. A brain that learned in long games has "
            "met totals of 0 only in their first hands.",
        ),
        reading("ReLU", "leaky, as in the thesis before", {"plain": brain("plain_relu")}, usual, seeds),
        reading(
            "against whom the brains were trained", "themselves (discussion)",
            {"three of the training opponent": brain("against_opponent")}, usual, seeds,
        ),
    ]  # fmt: skip


def play_readings(played: dict[str, Standing]) -> list[Reading]:
    """How it was played, tried with the well-trained brain."""
    strong, playouts = changes_by_seed(played, "strong")[0], played["playouts"]
    return [
        reading(
            "epsilon in the comparisons (“does not decrease”)", "0, as it was after training",
            {"networks play any card one time in ten": change_by_rollouts(played["loose networks"], 0)}, strong,
        ),
        reading(
            "how hidden cards are divided", "every possible deal alike",
            {"card after card": change_by_rollouts(playouts, list(PLAYOUTS).index("sequential deals"))}, strong,
        ),
        Reading("who leads to the first trick", "everybody in turn", "not said", Effect.UNTESTED),
    ]  # fmt: skip


def how_far(played: dict[str, Standing]) -> Reading:
    """To the end of the hand or of the trick, in points of the final score."""
    parts, differs, tricks = [], False, []
    for level in LEVELS:
        hand = final_gap(played[f"{level} matches"])
        tricks = [final_gap(played[f"{level} trick"], table) for table in range(len(TIE_BREAKERS))]
        differs |= any(beyond(trick, hand, MATTERS * played[f"{level} matches"].hands(0)) for trick in tricks)
        parts.append(f"{name_of_brain(level)} {estimate_text(hand)}, with the trick {' or '.join(map(estimate_text, tricks))}")
    verdicts = [more(*trick.interval()[1:]) for trick in tricks]  # of the last and best brain, as the main claim
    note = (
        f"Final score of the rollout agent less that of a network, n = 200: {'; '.join(parts)}. The main claim, judged by the trick: "
        f"{verdicts[0]} if the network decides between cards that cost the same, {verdicts[1]} if the lowest card is taken."
    )
    return Reading(
        HOW_FAR, "to the end of the hand (“the end of a set”)", "to the end of the trick (“the outcome of a round”)",
        Effect.LEVEL if differs else Effect.SMALL, note,
    )  # fmt: skip
