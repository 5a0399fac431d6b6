"""What is kept of a reviewed hand: the account of its points, and every decision that was one."""

from typing import Any, NamedTuple

from cardshark import __version__
from cardshark.coach.judges import coach_of
from cardshark.coach.review import Progress, moments_of, review
from cardshark.hands.hand import PlayedHand
from cardshark.hands.played import house_rules
from cardshark.web.table.people import names_at
from cardshark.web.table.state import state_of
from cardshark.web.table.store import KeptTable
from cardshark.web.table.table import TableMatch

WRONG = ("mistake", "slip")  # verdicts of choices that clearly cost something


class Decision(NamedTuple):
    """A choice of the person, and what it cost more than the best one, with a 95 % interval."""

    place: int  # among all choices of the hand, from 0
    phase: str
    chosen: str
    best: str
    cost: float
    low: float
    high: float
    verdict: str
    kind: str = ""  # what kind of mistake it was, if it was one and facts tell


class Entry(NamedTuple):
    """A hand in the ledger. Its points are `deal + luck + play`, as in its review: fewer are better."""

    judge: str
    version: str  # of cardshark, when the judge thought
    deal: float
    luck: float
    play: float
    tags: list[str]  # what is special about the hand: names of texts, and of costly cards that the person took
    decisions: list[Decision]


def table_of(kept: KeptTable, number: int) -> TableMatch:
    """A table as it stood when one of its hands had ended."""
    return TableMatch(kept.settings, kept.hands[: number + 1])


def entry_of(table: TableMatch, progress: Progress) -> Entry:
    """Review the finished hand on a table from the person's seat."""
    settings, seat = table.settings, table.you
    hand = table.record(names_at(settings.game, settings.rules, settings.seats))
    assert seat is not None
    found = review(hand, seat, progress)
    decisions = [decision_of(each, hand) for each in found["decisions"] if not each["forced"]]
    kinds = kinds_of(hand, seat, decisions)
    return Entry(
        found["judge"], __version__, found["deal"], found["luck"], found["play"], tags_of(table, seat),
        [each._replace(kind=kinds.get(each.place, "")) for each in decisions],
    )  # fmt: skip


def decision_of(found: dict[str, Any], hand: PlayedHand) -> Decision:
    """A decision of a review as it is kept."""
    cost = found["cost"]
    low, high = (cost if found[bound] is None else found[bound] for bound in ("low", "high"))
    return Decision(found["number"], found["phase"], joined(found["chosen"]), joined(found["best"]), cost, low, high, found["verdict"])


def joined(choice: str | list[str]) -> str:
    """A choice as one text: cards that are passed together stand beside each other."""
    return choice if isinstance(choice, str) else " ".join(choice)


def kinds_of(hand: PlayedHand, seat: int, decisions: list[Decision]) -> dict[int, str]:
    """For each decision that was wrong, by its place, what kind of mistake it was."""
    coach, rules = coach_of(hand.game), house_rules(hand)
    wrong = {each.place: each for each in decisions if each.verdict in WRONG}
    return {
        moment.number: coach.kind_of_mistake(moment.view, rules, wrong[moment.number].chosen, wrong[moment.number].best)
        for moment in moments_of(hand, seat)
        if moment.number in wrong
    }


def tags_of(table: TableMatch, seat: int) -> list[str]:
    """What a hand can be found by: how it ended, and the costly cards that the person took, except hearts."""
    took = state_of(table, "", 0, "off").seats[seat].took
    return [*(words.key for words in table.page.ending(table)), *(card for card in took if not card.endswith("H"))]
