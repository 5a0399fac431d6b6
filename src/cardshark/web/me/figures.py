"""Points lost a decision: by game and rules, for each kind of decision, over time, and beside the cast."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache
from math import isfinite
from statistics import fmean

from cardshark.coach import lost
from cardshark.games import game_named, house
from cardshark.players.levels import LADDERS
from cardshark.text import UserError
from cardshark.web.games import page_of
from cardshark.web.ledger.store import KeptDecision
from cardshark.web.me.periods import Period, read
from cardshark.web.messages.me import Bot, Group, Rate, Stretch
from cardshark.web.table.cast import cast

ENOUGH = 20  # hands of a player that must have been judged before it is compared with
A_STRETCH = 120  # decisions that a stretch of the course should have on average


def rate(decisions: Iterable[KeptDecision]) -> Rate:
    """Points lost a decision; the hand is the unit of the interval."""
    hands: dict[object, list[float]] = defaultdict(list)
    for each in decisions:
        hands[each.hand].append(each.decision.cost)
    return shown(lost.rate(lost.Lost(sum(costs), len(costs)) for costs in hands.values()))


def shown(found: lost.Rate) -> Rate:
    """A rate for the page, which knows no infinity."""
    return Rate(found.mean, found.low, found.high if isfinite(found.high) else None, found.decisions, found.hands)


@lru_cache(256)
def rules_without_length(game: str, rules: str) -> str:
    """The rules as far as a decision in a hand depends on them: how long a match is does not matter."""
    presets, page = game_named(game).PRESETS, page_of(game)
    try:
        found = house.parse(presets, rules)
    except UserError:
        return rules  # no longer known
    usual = presets[house.spell(presets, found).partition(":")[0]]
    same = {rule: getattr(usual, rule) for rule in {page.END, "hands", *page.NOT_MEASURED}}
    return house.spell(presets, found._replace(**same))


def group_of(decision: KeptDecision) -> tuple[str, str]:
    """The game, and the rules without how long a match is."""
    return decision.settings.game, rules_without_length(decision.settings.game, decision.settings.rules)


def groups(decisions: Iterable[KeptDecision]) -> list[Group]:
    """What was lost at each game by each rules; where most was decided first."""
    found: dict[tuple[str, str], list[KeptDecision]] = defaultdict(list)
    for each in decisions:
        found[group_of(each)].append(each)
    rows = [Group(f"{game} {rules}", game, rules, rate(some), by_phase(some)) for (game, rules), some in found.items()]
    return sorted(rows, key=lambda row: -row.rate.decisions)


def by_phase(decisions: Iterable[KeptDecision]) -> dict[str, Rate]:
    """The same for each kind of decision, as draw and discard."""
    found: dict[str, list[KeptDecision]] = defaultdict(list)
    for each in decisions:
        found[each.decision.phase].append(each)
    return {phase: rate(some) for phase, some in found.items()}


def course(decisions: Iterable[KeptDecision], over: Period) -> list[Stretch]:
    """How it went: each stretch of the period in which something was decided. Where little was, the stretches are longer."""
    some = list(decisions)
    over = over._replace(parts=max(min(over.parts, len(some) // A_STRETCH), 1))
    found: dict[int, list[KeptDecision]] = defaultdict(list)
    for each in some:
        found[over.part_of(each.ended)].append(each)
    return [stretch(found[part]) for part in sorted(found)]


def stretch(some: list[KeptDecision]) -> Stretch:
    """Decisions of some days together, in the middle of them."""
    times = [read(each.ended) for each in some]
    middle = datetime.fromtimestamp(fmean(time.timestamp() for time in times), UTC)
    first, last, day = (time.date().isoformat() for time in (min(times), max(times), middle))
    return Stretch(first, last, day, rate(some))


def bots(game: str, rules: str) -> list[Bot]:
    """What the cast loses by these rules, as far as it was measured; who loses least first."""
    if rules not in LADDERS.get(game, {}):
        return []
    measured = ((member, lost.rate_of_player(game, rules, member.player)) for member in cast(game, rules))
    found = [Bot(member.who, member.name, shown(each)) for member, each in measured if each and each.hands >= ENOUGH]
    return sorted(found, key=lambda bot: bot.rate.mean)
