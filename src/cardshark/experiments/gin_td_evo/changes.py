"""The rummy paper's list of further research: every change, held against the plain brains of both methods."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from cardshark.arena.stats import Interval
from cardshark.experiments.gin_td_evo.measured import RummyData
from cardshark.experiments.gin_td_evo.tables import EARLY, PLAYERS, RANDUMB, numbered
from cardshark.experiments.gin_td_evo.variants import LONG, PAIRS, PLAIN, VARIANTS
from cardshark.report.figures import with_interval
from cardshark.report.result import Bars, Comparison, Question

LEAD = "share of games won less lost"
MATTERS = 0.2  # a lead that would matter
AGAINST = {"TD": "plain TD", "EVO": "plain EVO", RANDUMB: RANDUMB}


class VariantQuestion(NamedTuple):
    """A question that some variants answer."""

    text: str
    title: str  # of its bars
    names: tuple[str, ...]
    note: str  # what the variants are


VARIANT_QUESTIONS = (
    VariantQuestion(
        "Does exploration help temporal differences?", "Exploration", ("TD", "TD, epsilon 0.02", "TD, epsilon 0.1"),
        "Epsilon is the chance that a draw or discard is any legal one while it learns.",
    ),
    VariantQuestion(
        "Does a learning rate that falls help?", "A falling rate", ("TD", "TD, annealed"), "Alpha falls from 0.4 to 0.",
    ),
    VariantQuestion(
        "Does a gamma below 1 help?", "Gamma below 1", ("TD", "TD, gamma 0.98", "TD, gamma 0.9"),
        "With gamma below 1 a knock is worth less the later it comes, so a long game is no longer as good as a short one.",
    ),
    VariantQuestion(
        "Which alpha and lambda?", "Alpha and lambda",
        (
            "TD, alpha 0.05, lambda 0.3", "TD, alpha 0.05", "TD1", "TD4", "TD2", "TD", "TD, lambda 1", "TD, alpha 0.5, lambda 0.3",
            "TD, alpha 0.5",
        ),
        "TD is alpha 0.2 and lambda 0.9; TD1 0.1 and 0.3, TD4 0.2 and 0.2, TD2 0.2 and 0.7.",
    ),
    VariantQuestion(
        "Which crossover, noise and threshold?", "Crossover, noise, threshold",
        (
            "EVO", "EVO4", "EVO, crossover 0.5", "EVO, noise 0.03", "EVO, noise 0.3", "EVO, crossover 0.5, noise 0.3", "EVO, 4 of 4",
            "EVO, 5 of 6",
        ),
        "EVO is a crossover of 0.05, noise of 0.1 and three wins of four games; EVO4 a crossover of 0.1.",
    ),
    VariantQuestion(
        "Do modern evolutionary methods do better?", "Modern evolution", ("EVO", "evolution strategy", "CMA-ES"),
        "Both with 8 challengers a generation, each of whom plays the champion four times.",
    ),
)  # fmt: skip
QUESTIONS_OF_BOTH = {  # a change that both methods can make, by the question
    "Do four inputs per card help?": "four inputs",
    "Do more hidden units help?": "52 units",
    "Does a linear network do as well?": "linear",
    "Should the pile be compared with the mean instead of the median?": "the mean instead of the median",
    "What if cards are laid off?": "laying off",
}


def changes(data: RummyData) -> list[Question]:
    """One question a change."""
    return [
        *(ask_of_variants(data, each) for each in VARIANT_QUESTIONS),
        *(ask_of_both(data, text, change) for text, change in QUESTIONS_OF_BOTH.items()),
        ask_of_objectives(data),
        ask_of_both(data, "Would a lower limit of turns do?", "1,000 turns"),
    ]


def leads_by_yardstick(data: RummyData, name: str) -> dict[str, Interval]:
    """The lead of a variant against the plain brains and against a random network."""
    return {words: data.meeting("variant", name, yard).lead().interval() for yard, words in AGAINST.items()}


def method_of(name: str) -> str:
    """The method of a variant, or of a player of the paper."""
    return "TD" if (VARIANTS[name].base if name in VARIANTS else name).startswith("TD") else "EVO"


def compare_variant(data: RummyData, name: str) -> int:
    """1 if a variant is better than the plain brains of its method, −1 if it is worse, 0 if chance or other seeds could explain it."""
    method = method_of(name)
    lead, apart = (data.meeting("variant", each, method).lead().interval() for each in (name, method))
    least = max(lead.high - lead.value, abs(apart.value), MATTERS)
    return int(lead.value > least) - int(lead.value < -least)


def describe_variant(data: RummyData, name: str) -> str:
    """A variant in a sentence."""
    method, word = method_of(name), ("not clearly different from", "better than", "worse than")[compare_variant(data, name)]
    lead = with_interval(*data.meeting("variant", name, method).lead().interval())
    points = with_interval(*data.meeting("variant", name, "lowcards").margin().interval())
    turns = f"{turns_at_the_end(data, name):,.0f} turns a training game"
    if name in PLAIN:
        return f"{name}: {points} points a game against lowcards, {turns}"
    return f"{name} is {word} plain {method} ({lead}; {points} points a game against lowcards, {turns})"


def turns_at_the_end(data: RummyData, name: str) -> float:
    """Turns a game at the end of a variant's training (its last tenth), or at the same number of games of a player of the paper."""
    row = next((row for row in data.brains.values() if row["player"] == name), None) or data.brains[numbered(PLAIN.get(name, name))]
    ends = np.linspace(0, row["games"], len(row["turns"]) + 1)
    limit = ends[-1] if row["player"] not in (*PLAYERS, *LONG) else dict(row["marks"])[EARLY]
    last = max(1, int(np.searchsorted(ends, limit)))
    first = max(0, last - max(1, len(row["turns"]) // 10)) if limit == ends[-1] else last - 1
    return sum(row["turns"][first:last]) / (ends[last] - ends[first])


def variant_bars(data: RummyData, title: str, names: Sequence[str]) -> Bars:
    """The leads of some variants against their yardsticks."""
    rows = [
        Comparison(f"{name} against {words}", words, None, *lead)
        for name in names for words, lead in leads_by_yardstick(data, name).items()
    ]  # fmt: skip
    return Bars(f"{title} against the plain brains", rows, LEAD, f"All after {data.games(EARLY):,} games.")


def seeds_apart(data: RummyData) -> str:
    """How far apart plain brains of two seeds are."""
    parts = [f"{method} {with_interval(*data.meeting('variant', method, method).lead().interval())}" for method in PLAIN]
    return f"(Two plain brains of different seeds: {', '.join(parts)}. A lead up to that, or up to {MATTERS}, counts as no difference.)"


def ask_of_variants(data: RummyData, asked: VariantQuestion) -> Question:
    """A question about some variants."""
    parts = "; ".join(describe_variant(data, name) for name in asked.names)
    answer = f"{asked.note} Everybody after {data.games(EARLY):,} games, {LEAD}: {parts}. {seeds_apart(data)}"
    return Question(asked.text, answer, variant_bars(data, asked.title, asked.names))


def ask_of_both(data: RummyData, text: str, change: str) -> Question:
    """A question about a change that both methods can make."""
    one, other, _ = PAIRS[change]
    lead = data.meeting("pair", change, "TD").lead().interval()
    plain = data.meeting("variant", "EVO", "TD").lead().interval()
    parts = "; ".join(describe_variant(data, name) for name in (one, other))
    note = " Against plain brains nobody lays off; against each other both do." if change == "laying off" else ""
    return Question(
        text,
        f"Everybody after {data.games(EARLY):,} games, {LEAD}: {parts}. Where both methods have it, evolution leads by "
        f"{with_interval(*lead)} (plain: {with_interval(*plain)}; a minus means that it is behind).{note}",
        variant_bars(data, change[:1].upper() + change[1:], (one, other)),
    )


def ask_of_objectives(data: RummyData) -> Question:
    """Both for wins, both for points."""
    leads_of = {change: data.meeting("pair", change, "TD").lead().interval() for change in ("both for wins", "both for points")}
    plain = data.meeting("variant", "EVO", "TD").lead().interval()
    parts = "; ".join(describe_variant(data, name) for name in ("TD, for wins", "EVO, for points"))
    answer = (
        f"The paper's evolution wants wins, its temporal differences points. Everybody after {data.games(EARLY):,} games, {LEAD}: "
        f"{parts}. Evolution leads by {with_interval(*leads_of['both for wins'])} if both want wins, by "
        f"{with_interval(*leads_of['both for points'])} if both want points, and by {with_interval(*plain)} as in the paper."
    )
    return Question("What if both have one objective?", answer, variant_bars(data, "One objective", ("TD, for wins", "EVO, for points")))
