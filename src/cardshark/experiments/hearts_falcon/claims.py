"""The claims of the FALCON paper, judged."""

import numpy as np

from cardshark.arena.stats import Interval, mean_of
from cardshark.experiments.hearts_falcon.measured import WIDE, FalconRuns, crossing
from cardshark.experiments.hearts_falcon.settings import BASE, BEST_GROUPS, METHODS, MULTI, RATES, SEPARATE, WEIGHT, grouped
from cardshark.experiments.hearts_falcon.tables import (
    BIG_MARKS,
    COMPANY,
    CONVERGED,
    CROSSED,
    EQUAL,
    FIGURE_2,
    FIGURE_3,
    FIRST_MOST,
    GROUPINGS,
    RANDOM_RATIO,
    SIMULATIONS,
    THINKER_RATIO,
    THOUGHT,
    line_up,
)
from cardshark.report.figures import with_interval
from cardshark.report.result import Claim
from cardshark.report.verdict import Verdict, figure, less, more, worst

NEAR = 0.005  # a difference of ratios up to this counts as near, and would not matter
ABOUT = 2  # "about n games" allows half as many to twice as many
MORE_RUNS = dict.fromkeys(Verdict, "") | {Verdict.UNDECIDED: "more runs"}


def claims(runs: FalconRuns) -> list[Claim]:
    """All of them, the main one first."""
    return [*level_claims(runs), *method_claims(runs), *place_claims(runs), *company_claims(runs), *agent_claims(runs)]


def lower(found: Interval) -> Verdict:
    """A claim that a change lowers the ratio; where not one card changes it is false, not undecided."""
    return Verdict.CONTRADICTED if found == (0, 0, 0) else less(found.low, found.high)


def claim(text: str, verdict: Verdict, paper: float | str | None, ours: Interval, because: str) -> Claim:
    """A claim that more runs would decide."""
    return Claim(text, verdict, paper, *ours, because=because, would_decide=MORE_RUNS[verdict])


# ---- how good it gets ----


def level_claims(runs: FalconRuns) -> list[Claim]:
    """Does it beat the rule-based agents?"""
    best, one = runs.ratio(MULTI), runs.ratio(WEIGHT)
    after = f"ratio in {runs.tests():,} test hands after {runs.games():,} training hands; equal players have {EQUAL}"
    return [
        claim("FALCON beats the rule-based agents.", less(best.low, best.high, EQUAL), GROUPINGS[BEST_GROUPS], best, f"{MULTI}: {after}"),
        claim("Its ratio converges to under 0.24.", less(one.low, one.high, CONVERGED), "< 0.24", one,
              f"{WEIGHT}, the one FALCON of figure 4, likewise; {MULTI} {with_interval(*best)}"),
        crossing_claim(runs),
        early_claim(runs),
    ]  # fmt: skip


def crossing_claim(runs: FalconRuns) -> Claim:
    """Figure 4."""
    parts, found = [], None
    for words, curve in (
        ("since the first hand", runs.ratios_since_start(WEIGHT)),
        ("in the latest stretch", runs.latest_ratios(WEIGHT, WIDE)),
    ):
        crossed = crossing(*curve)
        found = crossed if found is None else found
        parts.append(f"counted {words}, {f'from hand {crossed:,} on' if crossed else 'never'}")
    end = runs.ratio(WEIGHT)
    if found is None:
        verdict = Verdict.CONTRADICTED if more(end.low, end.high, EQUAL) == Verdict.REPRODUCED else Verdict.UNDECIDED
    else:
        verdict = Verdict.REPRODUCED if CROSSED / ABOUT <= found <= CROSSED * ABOUT else Verdict.NEAR
    because = (
        f"{WEIGHT}'s mean ratio while it learns falls below {EQUAL} and stays there: {'; '.join(parts)}. {CROSSED // ABOUT:,} to "
        f"{CROSSED * ABOUT:,} counts as about {CROSSED:,}"
    )
    return Claim("After about 8,000 games it is below the rule-based agents.", verdict, CROSSED, found, because=because)


def early_claim(runs: FalconRuns) -> Claim:
    """Figure 2 shows nobody below 0.25."""
    first = mean_of(runs.early_ratios(WEIGHT, FIGURE_2).tolist())
    return claim("In its first 5,000 games it does not beat them.", more(first.low, first.high, EQUAL), "> 0.25", first,
                 f"{WEIGHT}'s ratio over these games, while it learns")  # fmt: skip


# ---- the methods ----


def method_claims(runs: FalconRuns) -> list[Claim]:
    """What helps?"""
    rates = mean_of((runs.early_ratios(WEIGHT, FIGURE_2) - runs.early_ratios(BASE, FIGURE_2)).tolist())
    apart = mean_of((runs.early_ratios(SEPARATE, FIGURE_3) - runs.early_ratios(WEIGHT, FIGURE_3)).tolist())
    groups = runs.change(MULTI, SEPARATE)
    tested = [runs.change(one, other) for one, other in ((WEIGHT, BASE), (SEPARATE, WEIGHT))]
    same = (
        " With a rule that moves only the weight of the action taken not one card differs: leading and following have no action in common."
    )
    printed = round(GROUPINGS[BEST_GROUPS] - GROUPINGS[""], 4)
    return [
        claim("The new learning rate lowers the ratio (figure 2).", lower(rates), "lower", rates,
              f"{WEIGHT} less {BASE} over the first 5,000 games, run by run; in tests after all of them {with_interval(*tested[0])}"),
        claim("Separate networks for leading and following lower it (figure 3).", lower(apart), "lower", apart,
              f"{SEPARATE} less {WEIGHT} over the first 10,000 games; in tests {with_interval(*tested[1])}."
              f"{same if apart == (0, 0, 0) else ''}"),
        claim("Seven groups of tricks lower it (table 3).", lower(groups), printed, groups, f"{MULTI} less {SEPARATE} in tests"),
        best_grouping(runs),
        most_effective(runs),
    ]  # fmt: skip


def best_grouping(runs: FalconRuns) -> Claim:
    """Table 3: seven groups are the best of ten ways."""
    others = [grouped(groups) for groups in GROUPINGS if groups != BEST_GROUPS]
    next_best = min(others, key=lambda name: runs.ratio(name).value)
    ahead = runs.change(MULTI, next_best)
    printed = round(GROUPINGS[BEST_GROUPS] - min(ratio for groups, ratio in GROUPINGS.items() if groups != BEST_GROUPS), 4)
    return claim(
        "Seven groups are the best of the ten ways.", lower(ahead), printed, ahead, f"{MULTI} less the best other one, {next_best}"
    )


def effects(runs: FalconRuns) -> dict[str, dict[str, np.ndarray]]:
    """By how much each of the six methods lowers the ratio, run by run, compared with each agent that does without it."""
    return {
        method: {without: runs.ratios(without) - runs.ratios(with_it) for without in agents}
        for method, (agents, with_it) in METHODS.items()
    }  # fmt: skip


def most_effective(runs: FalconRuns) -> Claim:
    """What the authors think. Where a method can be taken away in several ways, the way that changes least counts."""
    found = {method: min(each.values(), key=np.mean) for method, each in effects(runs).items()}
    other = max((name for name in METHODS if name != RATES), key=lambda name: found[name].mean())
    ahead = mean_of((found[RATES] - found[other]).tolist())
    return claim("The learning rate is the most effective of the six methods.", more(ahead.low, ahead.high), "most effective", ahead,
                 f"by how much it lowers the ratio, less the same of the best other, {other}; we chose what replaces a method")  # fmt: skip


# ---- big games ----


def place_claims(runs: FalconRuns) -> list[Claim]:
    """Figure 5."""
    marks, shares = runs.places(WEIGHT)
    ahead = [lead_of_first(shares[:, mark]) for mark in range(shares.shape[1])]
    behind = [mark for mark, each in enumerate(ahead) if each.value <= 0]
    first = behind[-1] + 1 if behind else 0
    if first == len(ahead):
        verdict = Verdict.CONTRADICTED if ahead[-1].high < 0 else Verdict.UNDECIDED
        words = "never lead"
    else:
        verdict = Verdict.REPRODUCED if FIRST_MOST / ABOUT <= BIG_MARKS[first] <= FIRST_MOST * ABOUT else Verdict.NEAR
        words = f"lead from {marks[first]:,} training hands on"
    rise, fall = (mean_of((shares[:, -1, place] - shares[:, 0, place]).tolist()) for place in (0, 3))
    return [
        claim("First places are the most frequent after about 5,000 games (figure 5).", verdict, FIRST_MOST, ahead[-1],
              f"their share less that of the most frequent other place at the end; they {words}. {FIRST_MOST // ABOUT:,} to "
              f"{FIRST_MOST * ABOUT:,} counts as about {FIRST_MOST:,}"),
        claim("First places grow with training, last places shrink.", worst(more(rise.low, rise.high), less(fall.low, fall.high)),
              "both", rise, f"share of first places at the end less that before any training; last places {with_interval(*fall)}"),
    ]  # fmt: skip


def lead_of_first(shares: np.ndarray) -> Interval:
    """The share of first places less that of the most frequent other place; `shares` is [run, place]."""
    other = 1 + int(shares[:, 1:].mean(axis=0).argmax())
    return mean_of((shares[:, 0] - shares[:, other]).tolist())


# ---- whom to learn with ----


def company_claims(runs: FalconRuns) -> list[Claim]:
    """Figure 6, after as many hands as all four line-ups have."""
    mark = runs.common_mark(list(COMPANY))
    games = runs.row(line_up("(a)"))["marks"][mark]

    def apart(one: str, other: str) -> Interval:
        return runs.change(line_up(one), line_up(other), mark, mark)

    best, worst_of = ({other: apart(case, other) for other in COMPANY if other != case} for case in ("(d)", "(a)"))
    rival, second = max(best, key=lambda case: best[case].value), min(worst_of, key=lambda case: worst_of[case].value)
    long = runs.change(line_up("(d)"), line_up("(a)"))
    after = f"ratio against three rule-based agents after {games:,} training hands, the most that all four line-ups have"
    contrary = apart("(c)", "(b)")
    differs = Verdict.UNDECIDED if contrary.low <= 0 <= contrary.high else Verdict.REPRODUCED
    return [
        claim("Training against equals (d) is best.", worst(*(lower(each) for each in best.values())), "lowest", best[rival],
              f"(d) less {rival}, {COMPANY[rival]}: {after}; "
              f"after {runs.games(line_up('(d)')):,} hands (d) less (a) {with_interval(*long)}"),
        claim("Training against random players (a) is worst.", worst(*(more(each.low, each.high) for each in worst_of.values())),
              "highest", worst_of[second], f"(a) less {second}, {COMPANY[second]}: {after}"),
        claim("Mixed company (c) and three Monte-Carlo players (b) teach differently.", differs, "(c) praised, but called the worse",
              contrary, f"(c) less (b): {after}. The text contradicts itself, so any difference counts"),
    ]  # fmt: skip


# ---- those who do not learn ----


def agent_claims(runs: FalconRuns) -> list[Claim]:
    """Random and Monte-Carlo players."""
    randoms, stocks = (each.interval() for each in runs.two_against_two("random agents"))
    usual, most = (runs.two_against_two("thinkers", SIMULATIONS.index(count)) for count in (THOUGHT, SIMULATIONS[-1]))
    thinkers, others = (each.interval() for each in usual)
    gain = (most.players - usual.players).interval()
    return [
        Claim("Two random players take 0.36 against two rule-based agents.", figure(RANDOM_RATIO, randoms.low, randoms.high, NEAR, EQUAL),
              RANDOM_RATIO, *randoms,
              because=f"each of them; the rule-based agents {with_interval(*stocks)}, printed 0.14; {NEAR} off is near"),
        Claim("Two Monte-Carlo players take 0.23 against two rule-based agents.",
              figure(THINKER_RATIO, thinkers.low, thinkers.high, NEAR, EQUAL), THINKER_RATIO, *thinkers,
              because=f"each of them, with {THOUGHT} simulations; the rule-based agents {with_interval(*others)}, printed 0.27"),
        Claim(f"More than {THOUGHT} simulations gain nothing.", more(gain.low, gain.high, -NEAR), "no gain", *gain,
              because=f"ratio with {SIMULATIONS[-1]:,} simulations less that with {THOUGHT}, on the same deals; {NEAR} lower would matter"),
    ]  # fmt: skip
