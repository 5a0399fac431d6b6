"""The rummy paper's list of further research, and ours: an answer to each item, over seeds."""

from collections.abc import Sequence

import numpy as np

from cardshark.arena.stats import Interval, holm, student, t_test
from cardshark.experiments.gin_td_evo.changes import ASKED, Asked
from cardshark.experiments.gin_td_evo.claims import half_time
from cardshark.experiments.gin_td_evo.measured import RummyData, seeds_of
from cardshark.experiments.gin_td_evo.questions import answer_matches, lead_in_hands, lead_in_matches
from cardshark.experiments.gin_td_evo.readings import AS_WRITTEN
from cardshark.experiments.gin_td_evo.tables import EARLY, REGIMES
from cardshark.report.figures import with_interval
from cardshark.report.record import Record
from cardshark.report.result import Answer

FEW = 3  # variants; of more, none was proposed before the others, so all are tested together


def answers(record: Record) -> list[Answer]:
    """A line for each item of future work that is ours."""
    data = RummyData(record)
    found = [answer(data, asked) for asked in ASKED]
    return sorted([*found, over_training(data), to_a_hundred(data)], key=lambda each: each.item)


def verdict_of(gain: Interval) -> str:
    """A word or two on a change."""
    return "it helps" if gain.low > 0 else "it hurts" if gain.high < 0 else "no clear difference"


def answer(data: RummyData, asked: Asked) -> Answer:
    """What a change brings, by its variants."""
    gains = {name: data.gain(name) for name in asked.variants}
    grid = len(asked.variants) > FEW
    first = max(gains.values()) if grid else gains[asked.variants[0]]
    verdict = settings_verdict(data, asked.variants) if grid else verdict_of(first)
    parts = [f"{name} {with_interval(*gain)}" for name, gain in gains.items()]
    if asked.change:
        lead, plain = data.both(asked.change), data.both(AS_WRITTEN)
        parts.append(f"evolution's lead where both have it {with_interval(*lead)}, plain {with_interval(*plain)}")
    best = f" (the figure is the largest of {len(gains)})" if grid else ""
    text = f"{asked.note} Change of the lead over a panel, after {data.games(EARLY):,} games{best}: {'; '.join(parts)}.".strip()
    return Answer(asked.item, asked.question, verdict, *first, len(data.variant_runs), text)


def settings_verdict(data: RummyData, names: Sequence[str]) -> str:
    """Which settings of a grid are better, tested together (Holm)."""
    seeds, gains = len(data.variant_runs), [data.gain(name) for name in names]
    chances = [t_test(gain.value, (gain.high - gain.value) / student(seeds), seeds - 1).p for gain in gains]
    clear = [name for name, gain, differs in zip(names, gains, holm(chances), strict=True) if differs and gain.value > 0]
    return f"better: {', '.join(clear)}" if clear else "none is clearly better"


def over_training(data: RummyData) -> Answer:
    """Do brains become worse in the second half of their training?"""
    change = np.array([data.strength(player) - data.strength(player, half_time(player)) for player in REGIMES])
    parts = [f"{player} {with_interval(*seeds_of(each))}" for player, each in zip(REGIMES, change, strict=True)]
    found = seeds_of(change.T)
    verdict = "yes" if found.high < 0 else "no, they still gain" if found.low > 0 else "no clear change"
    text = f"Share of wins against the seven others at the end, less that at half time: {'; '.join(parts)}."
    return Answer(46, "Is there over-training?", verdict, *found, len(data.runs), text)


def to_a_hundred(data: RummyData) -> Answer:
    """Does a game to 100 with bonuses favour another method?"""
    found = seeds_of(lead_in_matches(data).mean(axis=1) - lead_in_hands(data).mean(axis=1))
    verdict = "no clear difference" if found.low <= 0 <= found.high else "evolution gains" if found.low > 0 else "evolution loses"
    return Answer(49, "What if games go to 100, with bonuses?", verdict, *found, len(data.runs), answer_matches(data))
