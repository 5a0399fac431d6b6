"""Future work that this paper's run answers: items 19 to 26 of the list. Nothing is trained, so the deal is the unit of every interval."""

from collections.abc import Sequence

from cardshark.arena.contest import Standing
from cardshark.arena.stats import Estimate, holm, t_test
from cardshark.experiments.hearts_pomcp.claims import SLIGHT, time_finding
from cardshark.experiments.hearts_pomcp.measured import describe_gap
from cardshark.experiments.hearts_pomcp.tables import BEYOND, CONSTANTS, MODELS, PASSES, ROLLOUTS, SAMPLERS
from cardshark.experiments.workshop import read_standings
from cardshark.report.record import Record
from cardshark.report.result import Answer
from cardshark.report.verdict import Verdict, in_a_word

AGAINST = "against three greedy players"
USUAL = CONSTANTS.index("outstanding")  # as the text has it


def answers(record: Record) -> list[Answer]:
    """What the record says about them; every figure is in points a hand, and fewer are better."""
    found = read_standings(record)
    return [
        time_answer(found["time"], found["c"]),
        rollouts_answer(found["rollouts of MC"]),
        strangers_answer(found["strangers: three policies"]),
        ideas_answer(found["strangers: three Jake"]),
        *dealt_answers(found["samplers"]),
        pass_answer(found["passes: three Greedy"]),
        tree_answer(found["beyond"]),
    ]


def compared(standing: Standing, one: int, other: int = 0) -> Estimate:
    """What the first seat of one table takes more than that of another."""
    return standing.points(one, 0) - standing.points(other, 0)


def answer(item: int, question: str, figure: Estimate, above: str, below: str, text: str) -> Answer:
    """One word where the figure is above zero, another where it is below."""
    value, low, high = figure.interval()
    return Answer(item, question, in_a_word(low, high, below, above, SLIGHT), value, low, high, None, f"{text}.")


def time_answer(times: Standing, constants: Standing) -> Answer:
    """Item 19: the time, by the claim that it is too short, and the constant c."""
    best = min(range(len(CONSTANTS)), key=lambda table: constants.points(table, 0).value)
    c = describe_gap(constants, best, USUAL)
    found = time_finding(times)
    return Answer(
        19, "Is POMCP held back by its time, or by its constant c?", held_back(found.verdict, better_constants(constants)), *found.ours,
        None,
        f"change of POMCP's gap to simple Monte Carlo {AGAINST}, with ten times the time, while the best of {len(CONSTANTS)} constants "
        f"(c = {CONSTANTS[best]}) {c}; it is compared with the text's, the points outstanding, and all {len(CONSTANTS) - 1} others are "
        "tested together (Holm).",
    )  # fmt: skip


def held_back(by_time: Verdict, by_constant: Sequence[str]) -> str:
    """By its time, by its constant, or by both: what the claim about time says, and whether any other constant is surely better."""
    if by_constant:
        return {Verdict.REPRODUCED: "by both", Verdict.CONTRADICTED: "by its constant"}.get(by_time, "by its constant, perhaps by its time")
    return {Verdict.REPRODUCED: "by its time", Verdict.CONTRADICTED: "not by its time"}.get(by_time, str(by_time))


def better_constants(constants: Standing) -> list[str]:
    """The constants that surely save points, compared with the text's. The best is picked from all, so all are tested together."""
    gaps = {c: compared(constants, place, USUAL) for place, c in enumerate(CONSTANTS) if place != USUAL}
    chances = [t_test(gap.value, gap.moments.error(gap.slopes), gap.moments.count - 1).p for gap in gaps.values()]
    return [c for (c, gap), clear in zip(gaps.items(), holm(chances), strict=True) if clear and gap.value < 0]


def rollouts_answer(rollouts: Standing) -> Answer:
    """Item 20: random playouts."""
    random, slips = (list(ROLLOUTS).index(way) for way in ("own moves random", "anybody's move random 0.1"))
    return answer(
        20, "Are random playouts better than greedy ones?", compared(rollouts, random), "no", "yes",
        f"simple Monte Carlo {AGAINST}, its own moves in playouts random less greedy; one move in ten of everybody random "
        f"{describe_gap(rollouts, slips)}",
    )  # fmt: skip


def strangers_answer(strangers: Standing) -> Answer:
    """Item 21: simple Monte Carlo that takes everybody for greedy, among three players who learned."""
    return answer(
        21, "What if opponents play by another rule than they are thought to?", strangers.points(0, 0) - strangers.points(0, 1, 2, 3),
        "it loses to players who learned", "it still beats players who learned",
        "simple Monte Carlo less each of three policies, which it takes for greedy players; weighing three ideas of them, and the deals by "
        f"that, {describe_gap(strangers, len(MODELS) - 1)}. Stock, Jake and champions are on the page; no hands of people were recorded",
    )  # fmt: skip


def ideas_answer(strangers: Standing) -> Answer:
    """Item 22: several ideas of the others at once."""
    known, several = (list(MODELS).index(idea) for idea in ("everybody is Jake", "any of the three, by what they play"))
    return answer(
        22, "Can it find out who the others are?", compared(strangers, several), "no", "yes",
        f"against three Jake, three ideas weighed by what they play less taking all for greedy; knowing that they are Jake "
        f"{describe_gap(strangers, known)}",
    )  # fmt: skip


def dealt_answers(samplers: Standing) -> list[Answer]:
    """Items 23 and 26: how deals are imagined."""
    uniform, weighted, product = (SAMPLERS.index(name) for name in ("uniform", "weighted", "product"))
    return [
        answer(
            23, "Should deals that fit the others' plays weigh more?", compared(samplers, weighted), "no", "yes",
            f"{AGAINST}, deals weighed by what greedy players would have played less the report's; beliefs about single cards, fitted to "
            f"these weights, instead: {describe_gap(samplers, product)}",
        ),
        answer(
            26, "Does it matter that the report's imagined deals are biased?", compared(samplers, uniform), "uniform deals are worse",
            "uniform deals are better", f"{AGAINST}, uniform deals less the report's",
        ),
    ]  # fmt: skip


def pass_answer(passes: Standing) -> Answer:
    """Item 24: a learned pass against the discard rule, all else equal."""
    by_rule, learned, searched = range(len(PASSES))
    return answer(
        24, "What is a searched or learned pass worth?", compared(passes, learned, by_rule), "it costs", "it saves",
        f"simple Monte Carlo {AGAINST}, passing as the policy would less passing by the discard rule; searching for the pass "
        f"{describe_gap(passes, searched, by_rule)}",
    )  # fmt: skip


def tree_answer(beyond: Standing) -> Answer:
    """Item 25: the tree of the decision before."""
    kept, usual = (list(BEYOND).index(name) for name in ("POMCP that keeps its tree", "POMCP as described"))
    return answer(
        25, "Does it help to keep the tree from card to card?", compared(beyond, kept, usual), "no", "yes",
        f"POMCP {AGAINST}, with the tree of the decision before less without",
    )  # fmt: skip
