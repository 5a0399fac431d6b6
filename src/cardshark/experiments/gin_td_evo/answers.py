"""The rummy paper's list of further research, and ours: an answer to each item, over seeds."""

import math
from collections.abc import Mapping, Sequence

from cardshark.arena.stats import LEVEL, Interval, holm, student, t_test
from cardshark.distributions import student_reach
from cardshark.experiments.gin_td_evo.changes import ASKED, Asked
from cardshark.experiments.gin_td_evo.claims import TOLD_APART, half_time
from cardshark.experiments.gin_td_evo.measured import RummyData, seeds_of
from cardshark.experiments.gin_td_evo.questions import answer_matches, lead_in_hands, lead_in_matches
from cardshark.experiments.gin_td_evo.readings import AS_WRITTEN, printed_lead
from cardshark.experiments.gin_td_evo.tables import EARLY, REGIMES
from cardshark.report.figures import with_interval
from cardshark.report.record import Record
from cardshark.report.result import Answer, Need
from cardshark.report.verdict import Verdict, more_deals, no_difference


def answers(record: Record) -> list[Answer]:
    """A line for each item of future work that is ours."""
    data = RummyData(record)
    found = [answer(data, asked) for asked in ASKED]
    return sorted([*found, over_training(data), to_a_hundred(data)], key=lambda each: each.item)


def answer(data: RummyData, asked: Asked) -> Answer:
    """What a change brings, by its variants. The figure is the largest of those that are clear, else that of the first variant."""
    gains, seeds = {name: data.gain(name) for name in asked.variants}, len(data.variant_runs)
    clear = clear_ones(gains, seeds)
    shown = max(clear or asked.variants[:1], key=lambda name: abs(gains[name].value))
    verdict = verdict_of(gains, clear)
    parts = [f"{name} {gain_words(gain)}" for name, gain in gains.items()]
    if asked.change:
        lead, plain = data.both(asked.change), data.both(AS_WRITTEN)
        parts.append(f"evolution's lead where both have it {with_interval(*lead)}, plain {with_interval(*plain)}")
    need = need_words(verdict, gains, seeds, -half_the_lead(), half_the_lead())
    text = f"Change of the lead of “{shown}” over plain brains of other seeds, after {data.games(EARLY):,} games{need}; {'; '.join(parts)}."
    text = f"{text} {asked.note}".strip()
    return Answer(asked.item, asked.question, verdict, *gains[shown], seeds, text)


def gain_words(gain: Interval) -> str:
    """A figure with its interval; one that is the same in every seed has none."""
    return f"{with_interval(gain.value, None, None)} in every seed" if gain.low == gain.high else with_interval(*gain)


def clear_ones(gains: Mapping[str, Interval], seeds: int) -> list[str]:
    """Which changes make a difference that is not luck, all of a question tested together (Holm)."""
    chances = [t_test(gain.value, (gain.high - gain.value) / student(seeds), seeds - 1).p for gain in gains.values()]
    return [name for name, differs in zip(gains, holm(chances), strict=True) if differs]


def half_the_lead() -> float:
    """Less than this would not turn the paper's result around."""
    return printed_lead() / 2


def verdict_of(gains: Mapping[str, Interval], clear: Sequence[str]) -> str:
    """Which changes help and which hurt."""
    parts = [("helps", [name for name in clear if gains[name].value > 0]), ("hurts", [name for name in clear if gains[name].value < 0])]
    half = half_the_lead()
    around = no_difference(half) if all(-half < gain.low and gain.high < half for gain in gains.values()) else str(Verdict.UNDECIDED)
    return "; ".join(f"{word}: {', '.join(names)}" for word, names in parts if names) or around


def need_words(verdict: str, found: Mapping[str, Interval], seeds: int, least: float, most: float) -> str:
    """What would decide an undecided question, in parentheses."""
    need = seeds_needed(found, seeds, least, most) if verdict == Verdict.UNDECIDED else None
    return f" ({Need(need, 'seeds', seeds)} would decide)" if need else ""


def seeds_needed(found: Mapping[str, Interval], seeds: int, least: float, most: float) -> int | None:
    """How many more seeds would decide: until one figure is told from 0, or until all are known to lie between two bounds.

    Figures are told from 0 together, so the interval of each has to be wider than one by itself (Holm's first step).
    """
    wider = student_reach(1 - (1 - LEVEL) / len(found), seeds - 1) / student(seeds)
    apart = [more_deals(value, value - wider * (value - low), value + wider * (high - value), seeds) for value, low, high in found.values()]
    ways = [need for need in apart if need]
    if all(least < each.value < most for each in found.values()):
        ways.append(max(more_deals(*each, seeds, bound) or 0 for each in found.values() for bound in (least, most)))
    return min(ways, default=None)


def over_training(data: RummyData) -> Answer:
    """Do brains become worse in the second half of their training? The figure is that of the one that loses most."""
    changes = {player: seeds_of(data.strength(player) - data.strength(player, half_time(player))) for player in REGIMES}
    seeds = len(data.runs)
    worse = [player for player in clear_ones(changes, seeds) if changes[player].value < 0]
    shown = min(worse or changes, key=lambda player: changes[player].value)
    verdict = loss_verdict(changes, worse)
    need = need_words(verdict, changes, seeds, -TOLD_APART, math.inf)
    alone = [player for player, each in changes.items() if each.high < 0 and player not in worse]
    single = f" Worse beyond luck as a single test, not as one of {len(changes)} (Holm): {', '.join(alone)}." if alone else ""
    parts = "; ".join(f"{player} {with_interval(*each)}" for player, each in changes.items())
    text = (
        f"Share of wins against the seven others at the end, less that at half time, of {shown}, the lowest of {len(changes)} "
        f"players{need}; {parts}.{single} {unseen_words(changes[shown])}"
    )
    return Answer(46, "Is there over-training?", verdict, *changes[shown], seeds, text)


def unseen_words(change: Interval) -> str:
    """How a loss goes together with the paper's claim, which says that there is none."""
    if -TOLD_APART < change.value < 0:
        return f"The paper's 70 games could not have shown so small a loss; its claim is judged by what they tell, {TOLD_APART:g}."
    return f"The paper's claim is judged by what its 70 games tell, {TOLD_APART:g}."


def loss_verdict(changes: Mapping[str, Interval], worse: Sequence[str]) -> str:
    """Who becomes worse. Where nobody clearly does, the margin is that of the paper's claim: what its 70 games can tell."""
    if worse:
        return f"yes: {', '.join(worse)}"
    return f"no loss above {TOLD_APART:g}" if all(each.low > -TOLD_APART for each in changes.values()) else str(Verdict.UNDECIDED)


def to_a_hundred(data: RummyData) -> Answer:
    """Does a game to 100 with bonuses favour another method?"""
    found = seeds_of(lead_in_matches(data).mean(axis=1) - lead_in_hands(data).mean(axis=1))
    verdict = "undecided" if found.low <= 0 <= found.high else "evolution gains" if found.low > 0 else "evolution loses"
    return Answer(49, "What if games go to 100, with bonuses?", verdict, *found, len(data.runs), answer_matches(data))
