"""The claims of the FALCON paper, judged as `claims.json` says: with the seed as the unit."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from cardshark.arena.stats import Interval
from cardshark.experiments.frozen import frozen_claims
from cardshark.experiments.hearts_falcon.measured import FalconRuns
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
    GAMES,
    GROUPINGS,
    ITS_OTHERS,
    ITS_STOCK,
    RANDOM_RATIO,
    SIMULATIONS,
    THINKER_RATIO,
    THOUGHT,
    crossing,
    line_up,
)
from cardshark.experiments.seeds import BySeed, differences, over_seeds
from cardshark.report.figures import printed, with_interval
from cardshark.report.result import Claim, Need
from cardshark.report.verdict import Verdict, effect, less, more, more_deals, worst

CLAIMS = frozen_claims("hearts_falcon")
MOST_SEEDS = 2_000  # that anybody would add; a difference that needs more is as good as none
ABOUT = 2  # "about n games": half as many to twice as many, or it is off
IN_FIT = ("under-024", "crossing", "early", "rates", "separate", "groups", "best-groups")  # and the main claim, which says so at length
MARK = "in the fit"  # of claims whose figures are part of what the reading was selected for
LATER_RULES = ("first places whose lead at the end cannot be told from 0 decide nothing (this came after the run)",)
ROUNDED = 0.005  # half of the last printed digit of ratios such as 0.36: such figures may be off by this, and differ from that on


def claims(runs: FalconRuns) -> list[Claim]:
    """All of them, the main one first."""
    found = [*level_claims(runs), *method_claims(runs), *place_claims(runs), *company_claims(runs), *agent_claims(runs), murai()]
    return [replace(each, because=joined(MARK, each.because)) if each.key in IN_FIT else each for each in found]


def joined(*reasons: str) -> str:
    """Reasons one after the other, those that say something."""
    return "; ".join(filter(None, reasons))


def judged(key: str, verdict: Verdict, ours: Interval, seeds: int, because: str, than: float = 0.0) -> Claim:
    """A claim over seeds; more of them would decide an undecided one."""
    wanted = more_deals(ours.value, ours.low, ours.high, seeds, than) if verdict == Verdict.UNDECIDED else None
    need = Need(wanted, "seeds", seeds) if wanted and wanted <= MOST_SEEDS else ""
    return CLAIMS[key].judged(verdict, *ours, seeds=seeds, because=because, would_decide=need)


# ---- how good it gets ----


def level_claims(runs: FalconRuns) -> list[Claim]:
    """Does it beat the rule-based agents?"""
    best, one, seeds = runs.pooled_ratio(MULTI), runs.pooled_ratio(WEIGHT), len(runs.pooled_ratios(MULTI))
    early = runs.pooled_early(WEIGHT, FIGURE_2)
    first, since = over_seeds([*early.values()]), over_seeds(runs.pooled_curve(MULTI).ratios[:, -1].tolist())
    return [
        judged("beats-rules", less(best.low, best.high, EQUAL), best, seeds,
               "under a reading of the lost equations selected for its fit to these figures; the authors tuned theirs for the lowest ratio",
               EQUAL),
        judged("under-024", less(best.low, best.high, CONVERGED), best, seeds,
               f"the text says one FALCON: {WEIGHT} ends at {with_interval(*one)}; since the first game, as in figure 4, {MULTI} has "
               f"{with_interval(*since)}", CONVERGED),
        crossing_claim(runs),
        judged("early", more(first.low, first.high, EQUAL), first, len(early), "", EQUAL),
    ]  # fmt: skip


def crossing_claim(runs: FalconRuns) -> Claim:
    """Figure 4: the agent that comes nearest counts, because the text says "one FALCON" and prints a ratio of fourteen."""
    found = {name: crossing(*runs.pooled_curve(name)) for name in (WEIGHT, SEPARATE, MULTI)}
    wanted = CROSSED * runs.games() / GAMES
    crossed = {name: hands for name, hands in found.items() if hands is not None}
    name = min(crossed, key=lambda each: abs(np.log2(crossed[each] / wanted)), default=WEIGHT)
    nearest, (ends, ratios) = crossed.get(name), runs.pooled_curve(name)
    near = is_about(nearest, wanted)
    alone = "" if is_about(found[MULTI], wanted) else f"; {MULTI} alone would be off"
    words = "; ".join(f"{name} {f'from {hands:,} on' if hands else 'never for good'}" for name, hands in found.items())
    return CLAIMS["crossing"].judged(
        Verdict.REPRODUCED if near else Verdict.CONTRADICTED, nearest, seeds=len(ratios),
        because=f"the best of three agents counts{alone}; mean of {len(ratios)} seeds: {words}; {name} "
        f"{seed_by_seed([crossing(ends, each[None]) for each in ratios])}",
    )  # fmt: skip


def is_about(hands: int | None, printed: float) -> bool:
    """Whether a number of hands, if there is one, is half the printed one to twice as many."""
    return hands is not None and printed / ABOUT <= hands <= printed * ABOUT


def seed_by_seed(found: Sequence[int | None]) -> str:
    """After how many hands it happens with single seeds, where it ever does."""
    hands = [each for each in found if each is not None]
    never = [f"{len(found) - len(hands)} of {len(found)} never"] if len(hands) < len(found) else []
    span = [" to ".join(f"{each:,}" for each in sorted({min(hands), max(hands)}))] if hands else []
    return f"seed by seed {', '.join([*span, *never])}"


# ---- the methods ----


def method_claims(runs: FalconRuns) -> list[Claim]:
    """What helps?"""
    return [
        lowers("rates", early_changes(runs, WEIGHT, BASE, FIGURE_2),
               f"in tests after all games {with_interval(*runs.pooled_change(WEIGHT, BASE))}"),
        lowers("separate", early_changes(runs, SEPARATE, WEIGHT, FIGURE_3),
               f"in tests after all games {with_interval(*runs.pooled_change(SEPARATE, WEIGHT))}. Where only the action taken moves it is "
               "0 by logic"),
        lowers("groups", differences(runs.pooled_ratios(MULTI), runs.pooled_ratios(SEPARATE)), "below 0: they help"),
        best_grouping(runs),
        most_effective(runs),
    ]  # fmt: skip


def early_changes(runs: FalconRuns, one: str, other: str, games: int) -> BySeed:
    """The ratio of one agent less that of another over the first games, seed by seed."""
    return differences(runs.pooled_early(one, games), runs.pooled_early(other, games))


def lowers(key: str, changes: BySeed, because: str = "") -> Claim:
    """A claim that something lowers the ratio. Where ours may be no change at all and cannot be the printed one, it contradicts that."""
    found, paper = over_seeds([*changes.values()]), CLAIMS[key].printed
    verdict = less(found.low, found.high)
    if verdict == Verdict.UNDECIDED and isinstance(paper, float):
        verdict = effect(paper, found.low, found.high)
        because = joined(
            because, f"the interval holds 0, but excludes the printed {printed(paper)}" if verdict == Verdict.CONTRADICTED else ""
        )
    return judged(key, verdict, found, len(changes), because)


def best_grouping(runs: FalconRuns) -> Claim:
    """Table 3: seven groups are the best of ten ways. The other nine have the runs of the table alone."""
    others = [grouped(groups) for groups in GROUPINGS if groups != BEST_GROUPS]
    next_best = min(others, key=lambda name: runs.ratio(name).value)
    ahead = differences(*(runs.by_seed(name, runs.ratios(name)) for name in (MULTI, next_best)))
    return lowers("best-groups", ahead, f"the best of nine ({next_best}) is picked on these same runs, which favours it")


def effects(runs: FalconRuns) -> dict[str, dict[str, BySeed]]:
    """By how much each of the six methods lowers the ratio, seed by seed, compared with each agent that does without it."""
    return {
        method: {without: differences(*(runs.by_seed(name, runs.ratios(name)) for name in (without, with_it))) for without in agents}
        for method, (agents, with_it) in METHODS.items()
    }


def most_effective(runs: FalconRuns) -> Claim:
    """What the authors think. Where a method can be taken away in several ways, the way that changes least counts."""
    found = {method: min(each.values(), key=mean_figure) for method, each in effects(runs).items()}
    other = max((name for name in METHODS if name != RATES), key=lambda name: mean_figure(found[name]))
    leads = differences(found[RATES], found[other])
    ahead = over_seeds([*leads.values()])
    because = f"the best other ({other}) is picked likewise; we chose what replaces it"
    return judged("most-effective", more(ahead.low, ahead.high), ahead, len(leads), because)


def mean_figure(figures: BySeed) -> float:
    """The mean over seeds."""
    return over_seeds([*figures.values()]).value


# ---- big games ----


def place_claims(runs: FalconRuns) -> list[Claim]:
    """Figure 5."""
    marks, shares = runs.places(WEIGHT)
    first, end = leading_from(shares.mean(axis=0)), lead_of_first(shares[:, -1])
    near = is_about(None if first is None else BIG_MARKS[first], FIRST_MOST)
    single = seed_by_seed([None if mark is None else marks[mark] for mark in map(leading_from, shares)])
    rise, fall = (over_seeds((shares[:, -1, place] - shares[:, 0, place]).tolist()) for place in (0, 3))
    frozen = Verdict.REPRODUCED if near else Verdict.CONTRADICTED
    verdict = frozen if end.low > 0 or end.high < 0 else Verdict.UNDECIDED  # who leads by luck leads from no mark on
    later = "by the frozen criterion it would hold; the rule on such leads came after the run"
    return [
        CLAIMS["first-places"].judged(
            verdict, None if first is None else marks[first], seeds=runs.count(),
            because=f"{'on average never; ' * (first is None)}{single}; lead over the next place at the end {with_interval(*end)}"
            f"{f'; {later}' * (frozen == Verdict.REPRODUCED != verdict)}",
        ),
        judged("places", worst(more(rise.low, rise.high), less(fall.low, fall.high)), rise, runs.count(),
               f"first places; last places {with_interval(*fall)}"),
    ]  # fmt: skip


def leading_from(shares: np.ndarray) -> int | None:
    """From which mark on first places are the most frequent; `shares` is [mark, place]."""
    behind = np.flatnonzero(shares[:, 0] <= shares[:, 1:].max(axis=1))
    first = int(behind[-1]) + 1 if len(behind) else 0
    return first if first < len(shares) else None


def lead_of_first(shares: np.ndarray) -> Interval:
    """The share of first places less that of the most frequent other place; `shares` is [run, place]."""
    other = 1 + int(shares[:, 1:].mean(axis=0).argmax())
    return over_seeds((shares[:, 0] - shares[:, other]).tolist())


# ---- whom to learn with ----


def company_claims(runs: FalconRuns) -> list[Claim]:
    """Figure 6, at its end."""
    seeds = min(runs.count(line_up(case)) for case in COMPANY)

    def apart(one: str, other: str) -> Interval:
        return runs.change(line_up(one), line_up(other))

    best, last = ({other: apart(case, other) for other in COMPANY if other != case} for case in ("(d)", "(a)"))
    rival, second = max(best, key=lambda case: best[case].value), min(last, key=lambda case: last[case].value)
    contrary, sooner = apart("(c)", "(b)"), with_interval(*runs.change(line_up("(d)"), line_up(rival), -2, -2))
    differs = Verdict.UNDECIDED if contrary.low <= 0 <= contrary.high else Verdict.REPRODUCED
    between = {case: best[case] for case in ("(a)", "(b)")}
    closest = max(between, key=lambda case: between[case].value)
    return [
        judged("equals-teach-best", worst(*(less(each.low, each.high) for each in best.values())), best[rival], seeds,
               f"(d), also the company of the tests, less {rival}, {COMPANY[rival]}, the nearest; with a tenth of the hands {sooner}"),
        judged("random-teaches-worst", worst(*(more(each.low, each.high) for each in last.values())), last[second], seeds,
               f"(a) less {second}, {COMPANY[second]}, the nearest"),
        judged("mixed-company", differs, contrary, seeds, "(c) less (b): below 0 is what the text praises"),
        judged("neither-too-strong", worst(*(less(each.low, each.high) for each in between.values())), between[closest], seeds,
               f"(d) less {closest}, the nearer of the two; future work 32 compares other teachers"),
    ]  # fmt: skip


# ---- those who do not learn ----


def printed_figure(printed: float, found: Interval) -> Verdict:
    """A printed figure of two digits, which may be off by its rounding."""
    return Verdict.REPRODUCED if found.low - ROUNDED <= printed <= found.high + ROUNDED else Verdict.CONTRADICTED


def agent_claims(runs: FalconRuns) -> list[Claim]:
    """Random and Monte-Carlo players; nobody learns, so deals are the unit."""
    randoms, stocks = (each.interval() for each in runs.two_against_two("random agents"))
    usual, most = (runs.two_against_two("thinkers", SIMULATIONS.index(count)) for count in (THOUGHT, SIMULATIONS[-1]))
    thinkers, others = (each.interval() for each in usual)
    gain = (most.players - usual.players).interval()
    return [
        CLAIMS["random-agents"].judged(printed_figure(RANDOM_RATIO, randoms), *randoms,
                                       because=f"the rule-based agents {with_interval(*stocks)}, printed {ITS_STOCK}"),
        CLAIMS["monte-carlo"].judged(printed_figure(THINKER_RATIO, thinkers), *thinkers,
                                     because=f"{THOUGHT} simulations; rule-based agents {with_interval(*others)}, printed {ITS_OTHERS}"),
        CLAIMS["enough-simulations"].judged(more(gain.low, gain.high, -ROUNDED), *gain,
                                            because=""),
    ]  # fmt: skip


def murai() -> Claim:
    """An agent of which nothing but its name is known."""
    return CLAIMS["murai"].judged(Verdict.UNMEASURED)
