"""The changes that the rummy paper and we propose, one at a time: which variants answer which item of future work."""

from typing import NamedTuple

import numpy as np

from cardshark.experiments.gin_td_evo.measured import RummyData
from cardshark.experiments.gin_td_evo.tables import EARLY
from cardshark.report.figures import duration
from cardshark.report.result import Comparison, Comparisons

GAIN = "lead over the panel, less that of the plain brain of the same seed"


class Asked(NamedTuple):
    """An item that variants answer: the first of them is the one that was proposed."""

    item: int
    question: str
    variants: tuple[str, ...]
    change: str = ""  # that both methods can make
    note: str = ""


ASKED = (
    Asked(36, "Does exploration help temporal differences?", ("TD, epsilon 0.1", "TD, epsilon 0.02")),
    Asked(
        37, "Does a gamma slightly below 1 help, or a rate that falls?", ("TD, gamma 0.98", "TD, gamma 0.9", "TD, annealed"),
        note="With gamma 1 a hand that takes 3,000 turns is worth what one of 30 is.",
    ),
    Asked(
        38, "Which alpha, lambda, crossover, noise and threshold?",
        (
            "TD, alpha 0.05", "TD, alpha 0.05, lambda 0.3", "TD, lambda 0.3", "TD, alpha 0.5", "TD, alpha 0.5, lambda 0.3", "TD, lambda 1",
            "EVO, crossover 0.5", "EVO, noise 0.03", "EVO, noise 0.3", "EVO, crossover 0.5, noise 0.03", "EVO, 4 of 4", "EVO, 5 of 6",
        ),
    ),
    Asked(39, "Do four inputs per card help?", ("TD, four inputs", "EVO, four inputs"), "four inputs"),
    Asked(40, "Do more hidden units help?", ("TD, 52 units", "EVO, 52 units"), "52 units"),
    Asked(41, "What if both methods have one objective?", ("TD, for wins", "EVO, for points"), "both for wins"),
    Asked(42, "Should the pile be compared with the mean?", ("TD, mean", "EVO, mean"), "the mean instead of the median"),
    Asked(
        43, "What if cards are laid off?", ("TD, laying off", "EVO, laying off"), "laying off",
        note="Evolution looks at who wins alone, and laying off changes that only by an undercut.",
    ),
    Asked(44, "Would a limit of 1,000 turns do?", ("TD, 1,000 turns", "EVO, 1,000 turns"), "1,000 turns"),
    Asked(47, "Do modern evolutionary methods do better?", ("CMA-ES", "evolution strategy")),
    Asked(48, "Can it be learned when to knock?", ("TD, knock learned", "EVO, knock learned")),
    Asked(
        50, "Would an estimate of the other hand help?", ("TD, hand seen", "EVO, hand seen", "TD, hand unseen"),
        note="Seen: all ten cards, the most that any estimate could tell. Unseen: not even those taken from the pile.",
    ),
)  # fmt: skip


def gains_table(data: RummyData) -> Comparisons:
    """What every change brings."""
    rows = [row(data, name, asked) for asked in ASKED for name in asked.variants]
    alike = [each.label for each in rows if each.low == each.high == 0]
    same = f"As strong as plain brains in every seed: {', '.join(alike)}. " if alike else ""
    note = (
        f"All after {data.games(EARLY):,} games; the panel: plain brains of both methods from two other seeds. Every row is a test of its "
        f"own at 95 %, so of {len(rows)} about {0.05 * len(rows):.0f} differ from 0 by luck. The answers test all changes of a question "
        "together (Holm), so a change may be undecided there although its own interval leaves out 0. More seeds were not run: a change "
        "has no more of them than the players, so that would be the whole paper again with more seeds of everything; these "
        f"{len(data.variant_runs)} took {duration(data.seconds)} of core time. Brains that learned with laying off meet the panel by the "
        f"rules without it. {same}{lowcards_words(data)}"
    )
    return Comparisons("Further research: one change at a time", rows, GAIN, 0.0, "seeds", note)


def row(data: RummyData, name: str, asked: Asked) -> Comparison:
    """A line of it."""
    return Comparison(name, "", None, *data.gain(name), len(data.variant_runs), section=asked.question)


def lowcards_words(data: RummyData) -> str:
    """How few games anybody wins against a player who only keeps low cards."""
    names = [name for asked in ASKED for name in asked.variants]
    shares = {name: float(np.mean([met.share() for met in data.met("variant", name, "lowcards")])) for name in names}
    best = max(names, key=lambda name: shares[name])
    return f"Against lowcards, which knows nothing of melds, the best of them ({best}) wins {shares[best]:.2f} of its games."
