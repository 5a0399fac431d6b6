"""The rummy paper's list of further research: every change, held against the plain brains of both methods."""

from collections.abc import Sequence

import numpy as np

from cardshark.arena.stats import Interval
from cardshark.experiments.gin_td_evo.measured import Field
from cardshark.experiments.gin_td_evo.tables import EARLY, NOBODYS, PLAYERS, numbered
from cardshark.experiments.gin_td_evo.variants import LONG, PAIRS, PLAIN, VARIANTS
from cardshark.report.figures import measured
from cardshark.report.result import Bars, Comparison, Question

LEAD = "share of games won less lost"
MATTERS = 0.2  # a lead that would matter
AGAINST = {"TD": "plain TD", "EVO": "plain EVO", NOBODYS: NOBODYS}


def changes(field: Field) -> list[Question]:
    """One question a change."""
    return [
        changed(field, "Does exploration help temporal differences?", "Exploration", ("TD", "TD, epsilon 0.02", "TD, epsilon 0.1"),
                "Epsilon is the chance that a draw or discard is any legal one while it learns."),
        changed(field, "Does a learning rate that falls help?", "A falling rate", ("TD", "TD, annealed"), "Alpha falls from 0.4 to 0."),
        changed(field, "Does a gamma below 1 help?", "Gamma below 1", ("TD", "TD, gamma 0.98", "TD, gamma 0.9"),
                "With gamma below 1 a knock is worth less the later it comes, so a long game is no longer as good as a short one."),
        changed(field, "Which alpha and lambda?", "Alpha and lambda", (
            "TD, alpha 0.05, lambda 0.3", "TD, alpha 0.05", "TD1", "TD4", "TD2", "TD", "TD, lambda 1", "TD, alpha 0.5, lambda 0.3",
            "TD, alpha 0.5"), "TD is alpha 0.2 and lambda 0.9; TD1 0.1 and 0.3, TD4 0.2 and 0.2, TD2 0.2 and 0.7."),
        changed(field, "Which crossover, noise and threshold?", "Crossover, noise, threshold", (
            "EVO", "EVO4", "EVO, crossover 0.5", "EVO, noise 0.03", "EVO, noise 0.3", "EVO, crossover 0.5, noise 0.3", "EVO, 4 of 4",
            "EVO, 5 of 6"), "EVO is a crossover of 0.05, noise of 0.1 and three wins of four games; EVO4 a crossover of 0.1."),
        changed(field, "Do modern evolutionary methods do better?", "Modern evolution", ("EVO", "evolution strategy", "CMA-ES"),
                "Both with 8 challengers a generation, each of whom plays the champion four times."),
        both(field, "Do four inputs per card help?", "four inputs"),
        both(field, "Do more hidden units help?", "52 units"),
        both(field, "Does a linear network do as well?", "linear"),
        both(field, "Should the pile be compared with the mean instead of the median?", "the mean instead of the median"),
        both(field, "What if cards are laid off?", "laying off"),
        objectives(field),
        both(field, "Would a lower limit of turns do?", "1,000 turns"),
    ]  # fmt: skip


def yardsticks(field: Field, name: str) -> dict[str, Interval]:
    """The lead of a variant against the plain brains and against a random network."""
    return {words: field.met("variant", name, yard).lead().interval() for yard, words in AGAINST.items()}


def method_of(name: str) -> str:
    """The method of a variant, or of a player of the paper."""
    return "TD" if (VARIANTS[name].base if name in VARIANTS else name).startswith("TD") else "EVO"


def differs(field: Field, name: str) -> int:
    """1 if a variant is better than the plain brains of its method, −1 if it is worse, by more than chance and other seeds would do."""
    method = method_of(name)
    lead, apart = (field.met("variant", each, method).lead().interval() for each in (name, method))
    least = max(lead.high - lead.value, abs(apart.value), MATTERS)
    return int(lead.value > least) - int(lead.value < -least)


def told(field: Field, name: str) -> str:
    """A variant in a sentence."""
    method, word = method_of(name), ("not clearly different from", "better than", "worse than")[differs(field, name)]
    lead = measured(*field.met("variant", name, method).lead().interval())
    points = measured(*field.met("variant", name, "lowcards").margin().interval())
    turns = f"{turns_at_the_end(field, name):,.0f} turns a training game"
    if name in PLAIN:
        return f"{name}: {points} points a game against lowcards, {turns}"
    return f"{name} is {word} plain {method} ({lead}; {points} points a game against lowcards, {turns})"


def turns_at_the_end(field: Field, name: str) -> float:
    """Turns of the last tenth of the games that a variant learned from; a player of the paper has more games, so about there."""
    row = next((row for row in field.brains.values() if row["player"] == name), None) or field.brains[numbered(PLAIN.get(name, name))]
    ends = np.linspace(0, row["games"], len(row["turns"]) + 1)
    limit = ends[-1] if row["player"] not in (*PLAYERS, *LONG) else dict(row["marks"])[EARLY]
    last = max(1, int(np.searchsorted(ends, limit)))
    first = max(0, last - max(1, len(row["turns"]) // 10)) if limit == ends[-1] else last - 1
    return sum(row["turns"][first:last]) / (ends[last] - ends[first])


def variant_bars(field: Field, title: str, names: Sequence[str]) -> Bars:
    """The same in bars."""
    rows = [
        Comparison(f"{name} against {words}", words, None, *lead)
        for name in names for words, lead in yardsticks(field, name).items()
    ]  # fmt: skip
    return Bars(f"{title} against the plain brains", rows, LEAD, f"All after {field.games(EARLY):,} games.")


def seeds_apart(field: Field) -> str:
    """How far apart plain brains of two seeds are."""
    parts = [f"{method} {measured(*field.met('variant', method, method).lead().interval())}" for method in PLAIN]
    return f"(One plain brain against that of another seed: {', '.join(parts)}; less than that is no difference, nor is {MATTERS}.)"


def changed(field: Field, text: str, title: str, names: Sequence[str], note: str) -> Question:
    """A question about some variants."""
    parts = "; ".join(told(field, name) for name in names)
    return Question(
        text,
        f"{note} Everybody after {field.games(EARLY):,} games, {LEAD}: {parts}. {seeds_apart(field)}",
        variant_bars(field, title, names),
    )


def both(field: Field, text: str, change: str) -> Question:
    """A question about a change that both methods can make."""
    one, other, _ = PAIRS[change]
    lead = field.met("pair", change, "TD").lead().interval()
    plain = field.met("variant", "EVO", "TD").lead().interval()
    parts = "; ".join(told(field, name) for name in (one, other))
    note = " Against plain brains nobody lays off; against each other both do." if change == "laying off" else ""
    return Question(
        text,
        f"Everybody after {field.games(EARLY):,} games, {LEAD}: {parts}. Where both methods have it, evolution leads by "
        f"{measured(*lead)} (plain: {measured(*plain)}; with a minus it is behind).{note}",
        variant_bars(field, change[:1].upper() + change[1:], (one, other)),
    )


def objectives(field: Field) -> Question:
    """Both for wins, both for points."""
    leads_of = {change: field.met("pair", change, "TD").lead().interval() for change in ("both for wins", "both for points")}
    plain = field.met("variant", "EVO", "TD").lead().interval()
    parts = "; ".join(told(field, name) for name in ("TD, for wins", "EVO, for points"))
    answer = (
        f"The paper's evolution wants wins, its temporal differences points. Everybody after {field.games(EARLY):,} games, {LEAD}: "
        f"{parts}. Evolution leads by {measured(*leads_of['both for wins'])} if both want wins, by "
        f"{measured(*leads_of['both for points'])} if both want points, and by {measured(*plain)} as in the paper."
    )
    return Question("What if both have one objective?", answer, variant_bars(field, "One objective", ("TD, for wins", "EVO, for points")))
