"""The rummy paper's list of further research, and ours: an answer to each item, over seeds."""

from collections.abc import Mapping, Sequence

import numpy as np

from cardshark.arena.stats import Interval, holm, student, t_test
from cardshark.experiments.gin_td_evo.changes import ASKED, Asked
from cardshark.experiments.gin_td_evo.claims import half_time
from cardshark.experiments.gin_td_evo.measured import RummyData, seeds_of
from cardshark.experiments.gin_td_evo.questions import answer_matches, lead_in_hands, lead_in_matches
from cardshark.experiments.gin_td_evo.readings import AS_WRITTEN, printed_lead
from cardshark.experiments.gin_td_evo.tables import EARLY, REGIMES
from cardshark.report.figures import with_interval
from cardshark.report.record import Record
from cardshark.report.result import Answer
from cardshark.report.verdict import Verdict, no_difference


def answers(record: Record) -> list[Answer]:
    """A line for each item of future work that is ours."""
    data = RummyData(record)
    found = [answer(data, asked) for asked in ASKED]
    return sorted([*found, over_training(data), to_a_hundred(data)], key=lambda each: each.item)


def answer(data: RummyData, asked: Asked) -> Answer:
    """What a change brings, by its variants. The figure is the largest of those that are clear, else that of the first variant."""
    gains = {name: data.gain(name) for name in asked.variants}
    clear = clear_ones(gains, len(data.variant_runs))
    shown = max(clear or asked.variants[:1], key=lambda name: abs(gains[name].value))
    parts = [f"{name} {with_interval(*gain)}" for name, gain in gains.items()]
    if asked.change:
        lead, plain = data.both(asked.change), data.both(AS_WRITTEN)
        parts.append(f"evolution's lead where both have it {with_interval(*lead)}, plain {with_interval(*plain)}")
    text = f"Change of the lead of “{shown}” over plain brains of other seeds, after {data.games(EARLY):,} games; {'; '.join(parts)}."
    text = f"{text} {asked.note}".strip()
    return Answer(asked.item, asked.question, verdict_of(gains, clear), *gains[shown], len(data.variant_runs), text)


def clear_ones(gains: Mapping[str, Interval], seeds: int) -> list[str]:
    """Which changes make a difference that is not luck, all of a question tested together (Holm)."""
    chances = [t_test(gain.value, (gain.high - gain.value) / student(seeds), seeds - 1).p for gain in gains.values()]
    return [name for name, differs in zip(gains, holm(chances), strict=True) if differs]


def verdict_of(gains: Mapping[str, Interval], clear: Sequence[str]) -> str:
    """Which changes help and which hurt. Less than half of the printed lead would not turn the paper's result around."""
    parts = [("helps", [name for name in clear if gains[name].value > 0]), ("hurts", [name for name in clear if gains[name].value < 0])]
    half = printed_lead() / 2
    around = no_difference(half) if all(-half < gain.low and gain.high < half for gain in gains.values()) else str(Verdict.UNDECIDED)
    return "; ".join(f"{word}: {', '.join(names)}" for word, names in parts if names) or around


def over_training(data: RummyData) -> Answer:
    """Do brains become worse in the second half of their training?"""
    change = np.array([data.strength(player) - data.strength(player, half_time(player)) for player in REGIMES])
    parts = [f"{player} {with_interval(*seeds_of(each))}" for player, each in zip(REGIMES, change, strict=True)]
    found = seeds_of(change.T)
    worse = [player for player, each in zip(REGIMES, change, strict=True) if seeds_of(each).high < 0]
    verdict = f"{', '.join(worse)}; the others not" if worse else "no, they still gain" if found.low > 0 else "undecided"
    text = f"Share of wins against the seven others at the end, less that at half time, mean of these; {'; '.join(parts)}."
    return Answer(46, "Is there over-training?", verdict, *found, len(data.runs), text)


def to_a_hundred(data: RummyData) -> Answer:
    """Does a game to 100 with bonuses favour another method?"""
    found = seeds_of(lead_in_matches(data).mean(axis=1) - lead_in_hands(data).mean(axis=1))
    verdict = "undecided" if found.low <= 0 <= found.high else "evolution gains" if found.low > 0 else "evolution loses"
    return Answer(49, "What if games go to 100, with bonuses?", verdict, *found, len(data.runs), answer_matches(data))
