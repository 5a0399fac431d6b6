"""What costs most: mistakes of one kind, found by facts of the hands, with what they cost and whether they become rarer."""

from collections import defaultdict
from collections.abc import Sequence
from math import sqrt
from statistics import fmean

from cardshark.distributions import mean_reach
from cardshark.web.ledger.store import KeptDecision
from cardshark.web.me.periods import Period
from cardshark.web.messages.me import Kind

MOST = 8  # kinds that are shown
BARS = 6
FEWEST = 3  # times before a cost is named
SURE = 1.96  # standard errors by which two shares must differ before a trend is named


def kinds(decisions: Sequence[KeptDecision], over: Period) -> list[Kind]:
    """The kinds of mistakes of a period; what cost most altogether first."""
    found: dict[tuple[str, str], list[KeptDecision]] = defaultdict(list)
    for each in decisions:
        if each.decision.kind:
            found[each.settings.game, each.decision.kind].append(each)
    rows = sorted(found.items(), key=lambda row: -sum(each.decision.cost for each in row[1]))
    chances = {game: halves([each for each in decisions if each.settings.game == game], over) for game, _ in found}
    return [kind_of(name, game, some, over, chances[game]) for (game, name), some in rows[:MOST]]


def kind_of(name: str, game: str, some: list[KeptDecision], over: Period, chances: tuple[int, int]) -> Kind:
    """One kind of mistake."""
    costs = [each.decision.cost for each in some]
    bars = [0] * BARS
    for each in some:
        bars[over.part_of(each.ended, BARS)] += 1
    chosen, better = last_cards(some)
    return Kind(
        name, game, len(some), fmean(costs), reach(costs), bars, trend(halves(some, over), chances), len({each.hand for each in some}),
        chosen, better,
    )  # fmt: skip


def last_cards(some: list[KeptDecision]) -> tuple[list[str], list[str]]:
    """What was played the last time, and what would have been better: the cards in which the two differ, if both are cards."""
    for each in reversed(some):
        chosen, best = each.decision.chosen.split(), each.decision.best.split()
        if all(len(card) == 2 for card in [*chosen, *best]):
            return [card for card in chosen if card not in best], [card for card in best if card not in chosen]
    return [], []


def reach(costs: list[float]) -> float | None:
    """Half of the 95 % interval of a mean; None where that is too few to say, or the interval wider than the mean."""
    half = mean_reach(costs) if len(costs) >= FEWEST else None
    return half if half is not None and half <= fmean(costs) else None


def halves(some: Sequence[KeptDecision], over: Period) -> tuple[int, int]:
    """How many lie in the first half of the period, and in the second."""
    late = sum(over.part_of(each.ended, 2) for each in some)
    return len(some) - late, late


def trend(mistakes: tuple[int, int], chances: tuple[int, int]) -> str:
    """Did such mistakes become rarer? Two shares of all decisions are compared; where chance alone may have done it, nothing is said."""
    if min(chances) == 0:
        return "same"
    early, late = mistakes[0] / chances[0], mistakes[1] / chances[1]
    share = sum(mistakes) / sum(chances)
    error = sqrt(share * (1 - share) * (1 / chances[0] + 1 / chances[1]))
    return "same" if abs(late - early) <= SURE * error else "fewer" if late < early else "more"
