"""The claims of the rollout thesis, judged by what `claims.json` said before the runs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import hypot, isfinite
from statistics import fmean

from cardshark.arena.stats import Interval
from cardshark.experiments.amounts import amounts_of
from cardshark.experiments.frozen import FrozenClaim, frozen_claims
from cardshark.experiments.hearts_rollouts.contests import FEW_NS, HORIZONS, PLAYOUTS, SOME, TOPS, brains_of, contests
from cardshark.experiments.hearts_rollouts.measured import (
    Played,
    change,
    final_score,
    mean_gap,
    mean_spread,
    mean_win_gap,
    networks_spread,
    p_over_seeds,
    slowdown,
    spread,
    wins,
)
from cardshark.experiments.hearts_rollouts.tables import (
    CALLED,
    LEVELS,
    MINUTES,
    NETWORKS,
    NS,
    ROLLOUTS,
    difference,
    difference_error,
    slowdowns,
    unseen_in_means,
    unseen_in_spreads,
    unseen_in_wins,
    win_gap_error,
)
from cardshark.experiments.hearts_rollouts.tasks import CHOICES, SEEDS, numbered
from cardshark.experiments.seeds import BySeed, differences, over_seeds
from cardshark.report.figures import number, with_interval
from cardshark.report.record import Record
from cardshark.report.result import Claim, Need
from cardshark.report.verdict import Level, Verdict, between, less, more, more_deals
from cardshark.report.verdict import level as level_of

FEW, MANY = NS.index(200), NS.index(400)
PAPER = "hearts_rollouts"
WITH_SOME = f"n = {SOME}"  # in single hands
WORKED_OUT = "printed: worked out"  # from what is printed
NEARLY_ALL = 0.75  # a share of games above which there is little room for more


def claims(played: Played) -> list[Claim]:
    """All of them, in the order of the file."""
    frozen = frozen_claims(PAPER)
    found = [*level_claims(played), *win_claims(played), *number_claims(played), *spread_claims(played), *card_claims(played)]
    found += [*speculations(played), *time_claims(played)]
    by_key = {claim.key: claim for claim in found}
    return [by_key[key] for key in frozen]


def rests_on(claim: FrozenClaim, record: Record) -> list[str]:
    """What a claim rests on beyond the contests that it names: the training of the brains that play there."""
    amounts = amounts_of(record)
    played = [contest for contest in contests(amounts) if contest.name.startswith(claim.pieces)]
    counted = [numbered("strong", run) for run in range(1, amounts.seeds(CHOICES, SEEDS) + 1)] if CHOICES in claim.pieces else []
    return [f"{name} " for name in (*brains_of(played), *counted)]


def judged(key: str, figures: Sequence[float], limit: float = 0.0, because: str = "") -> Claim:
    """A claim about a figure of each seed: that it is more or less than 0, or within the limit."""
    claim, ours = frozen_claims(PAPER)[key], over_seeds(figures)
    if claim.direction == "between":
        verdict = between(ours.low, ours.high, -limit, limit)
        borders = [-limit, limit]
    else:
        verdict = (more if claim.direction == "more" else less)(ours.low, ours.high)
        borders = [0.0]
    return claim.judged(verdict, *ours, seeds=len(figures), because=because, would_decide=need(verdict, ours, len(figures), borders))


def need(verdict: Verdict, ours: Interval, seeds: int, borders: Sequence[float]) -> Need | str:
    """What would decide an undecided claim: so many more seeds."""
    if verdict != Verdict.UNDECIDED or not isfinite(ours.low):
        return ""
    nearest = min(borders, key=lambda border: abs(ours.value - border))
    wanted = more_deals(*ours, deals=seeds, than=nearest)
    return Need(wanted, "seeds", seeds) if wanted else ""


def sized(key: str, figures: Sequence[float], error: float, more: str = "") -> Claim:
    """A claim about a sign, which also says how the size compares with what is printed, whose standard error is `error`."""
    printed, ours = frozen_claims(PAPER)[key].printed, over_seeds(figures)
    claim = judged(key, figures, because=together(size_of(printed, ours.value), more))
    other_size = isinstance(printed, float) and level_of(printed, error, ours.low, ours.high) == Level.OFF
    return replace(claim, by_direction=other_size and claim.verdict == Verdict.REPRODUCED)


def size_of(printed: float | str | None, ours: float) -> str:
    """How many times as large as printed a figure of the same sign is."""
    if not isinstance(printed, float) or printed * ours <= 0:
        return ""
    return f"{number(ours / printed, 1)} times as large"


def together(*parts: str) -> str:
    """All that there is to say."""
    return "; ".join(part for part in parts if part)


def level_claims(played: Played) -> list[Claim]:
    """Do rollouts help?"""
    by_seed = {level: played.by_seed(f"{level} matches", mean_gap) for level in LEVELS}
    figures = {level: [*each.values()] for level, each in by_seed.items()}
    chances = {level: p_over_seeds(figures[level]) for level in LEVELS}
    worst = max(chances.values())
    words = ", ".join(f"{CALLED[level]} {p:.1e}" for level, p in chances.items())
    claim = frozen_claims(PAPER)["differences-significant"]
    verdict = Verdict.REPRODUCED if worst < 0.05 else Verdict.UNDECIDED
    both = hypot(difference_error("strong"), difference_error("weak"))
    return [
        sized("rollouts-hurt-strong", figures["strong"], difference_error("strong")),
        sized("rollouts-help-weak", figures["weak"], difference_error("weak")),
        sized("rollouts-help-middle", figures["middle"], difference_error("middle")),
        sized("better-brain-gains-less", [*differences(by_seed["strong"], by_seed["weak"]).values()], both, WORKED_OUT),
        claim.judged(verdict, seeds=len(figures["strong"]), because=together(other_signs(figures), f"p: {words}")),
    ]


def other_signs(figures: Mapping[str, Sequence[float]]) -> str:
    """Which brains differ from their networks in the other direction than in the thesis: there "significant" is not what it found."""
    turned = [level for level in LEVELS if over_seeds(figures[level]).value * difference(level) < 0]
    parts = [
        f"for {CALLED[level]} in the other direction: rollouts {'hurt' if difference(level) > 0 else 'help'} it in print and "
        f"{'help' if difference(level) > 0 else 'hurt'} it here"
        for level in turned
    ]
    return f"significant, but {'; '.join(parts)}" if parts else ""


def win_claims(played: Played) -> list[Claim]:
    """Who wins more often?"""
    keys = {"weak": "wins-more-weak", "middle": "wins-more-middle", "strong": "wins-less-strong"}
    return [sized(key, played.figures(f"{level} matches", mean_win_gap), win_gap_error(level), WORKED_OUT) for level, key in keys.items()]


def number_claims(played: Played) -> list[Claim]:
    """Does n matter?"""
    found, won, spreads = [], [], []
    for level in LEVELS:
        group = f"{level} matches"
        means, shares, widths = (
            differences(*(played.by_seed(group, figure) for figure in (kind(MANY), kind(FEW))))
            for kind in (lambda table: final_score(table, 0), lambda table: wins(table, 0), spread)
        )
        found.append(judged(f"n-{level}", [*means.values()], unseen_in_means(level), seen_here(means, unseen_in_means(level))))
        won.append(shares)
        spreads.append(widths)
    return [
        *found,
        judged("n-wins", means_of(won), unseen_in_wins(), near_ceiling(played)),
        judged("n-spread", means_of(spreads), unseen_in_spreads()),
    ]


def near_ceiling(played: Played) -> str:
    """That there is little room for more wins, where that is so."""
    shares = [played.over(f"{level} matches", wins(table, 0)).value for level in LEVELS for table in range(len(NS))]
    return f"near the ceiling: {number(min(shares), 2)} to {number(max(shares), 2)}" if min(shares) > NEARLY_ALL else ""


def seen_here(means: BySeed, limit: float) -> str:
    """What more deals do to the final score here: it may be seen and yet be less than the thesis could have seen."""
    ours = over_seeds([*means.values()])
    if ours.low <= 0 <= ours.high:
        return "no difference is seen here"
    less = f", but by less than the thesis could see ({number(limit, 2)})" if -limit <= ours.low and ours.high <= limit else ""
    return f"more deals {'lower' if ours.value < 0 else 'raise'} the score here{less}"


def means_of(rows: Sequence[BySeed]) -> list[float]:
    """The mean of several figures of each seed that has all of them."""
    shared = [seed for seed in rows[0] if all(seed in row for row in rows)]
    return [sum(row[seed] for row in rows) / len(rows) for seed in shared]


def spread_claims(played: Played) -> list[Claim]:
    """What becomes of the spread of the scores?"""
    strong, weak = (played.by_seed(f"{level} matches", mean_spread) for level in ("strong", "weak"))
    beside = over_seeds([*differences(*(played.by_seed(f"{level} matches", networks_spread) for level in ("strong", "weak"))).values()])
    ours = [played.over(f"{level} matches", final_score(table, 0)).value for level in LEVELS for table in range(len(NS))]
    theirs = [paper.mean for paper in ROLLOUTS.values()]
    because = (
        f"at {min(ours):.0f} to {max(ours):.0f} points, not {min(theirs):.0f} to {max(theirs):.0f}; the networks beside it: "
        f"{with_interval(*beside)}; printed σ of the NN-agent: {', '.join(number(NETWORKS[level].sd, 2) for level in LEVELS)}"
    )
    return [judged("better-brain-less-spread", [*differences(strong, weak).values()], because=because)]


def card_claims(played: Played) -> list[Claim]:
    """Does m matter, the number of cards that are tried?"""
    hands, limit = hands_of_a_game(played), unseen_in_hands(played)
    three, four = (played.figures("top", change(TOPS.index(m), TOPS.index(8))) for m in (3, 4))
    shares = [sum(moves[:3]) / sum(moves) for moves in played.choices]
    return [
        judged("three-or-fewer", [share - 0.5 for share in shares], because=f"{100 * fmean(shares):.1f} % of moves, forced ones included"),
        judged("m-3", three, limit, together(WITH_SOME, three_cards(over_seeds(three), limit, hands))),
        judged("m-8-best", four, because=WITH_SOME),
    ]


def hands_of_a_game(played: Played) -> float:
    """How many hands a game of well-trained brains has."""
    return played.over("strong matches", lambda sums: sums.length(FEW)).value


def unseen_in_hands(played: Played) -> float:
    """How many points a hand the thesis could not have seen, with its best brain."""
    return unseen_in_means("strong") / hands_of_a_game(played)


def three_cards(ours: Interval, limit: float, hands: float) -> str:
    """What is known of three cards, and what is open."""
    known = "three cards are worse; " if ours.low > 0 else ""
    words = "open is whether by more than" if ours.low < limit < ours.high else "the limit is"
    return f"{known}{words} {limit:.3f} a hand, {limit * hands:.2f} a game of {hands:.1f} hands"


def speculations(played: Played) -> list[Claim]:
    """What the discussion of the thesis supposes."""
    names = list(PLAYOUTS)
    early = change(list(HORIZONS).index("2 tricks, then the network's estimate"))
    weighted = change(names.index("weighted deals"), names.index("as in the thesis"))
    strange, own = played.by_seed("mixed company", change(0)), played.by_seed("strong n", change(FEW_NS.index(SOME)))
    return [
        judged("no-early-end", played.figures("strong horizon", early), because=WITH_SOME),
        judged("deals-hold-back", played.figures("playouts", weighted), because=WITH_SOME),
        judged("strangers-favour-rollouts", [*differences(strange, own).values()], because=WITH_SOME),
    ]


def time_claims(played: Played) -> list[Claim]:
    """How time grows with n; and what only the computer of the thesis could tell."""
    frozen = frozen_claims(PAPER)
    by_seed = played.figures("time", slowdown(list(MINUTES).index(550)))
    ours = over_seeds(by_seed)
    _, least, most = slowdowns(550)
    width = "" if least <= ours.value <= most else "decided by the width of the interval"
    told = f"the longer clocks of the matches give by brain {longer_clocks(played)} at n = 400 (printed {slowdowns(400)[0]:.2f})"
    return [
        time_claim(frozen["time-by-n"], ours, least, most, len(by_seed), together(width, told)),
        frozen["human-time"].judged(Verdict.UNMEASURED),
    ]


def longer_clocks(played: Played) -> str:
    """How much longer a move takes with n = 400 than with n = 200 in matches, where far more of them were timed, by brain."""
    return ", ".join(played.text(f"{level} matches", slowdown(MANY, FEW)) for level in LEVELS)


def time_claim(claim: FrozenClaim, ours: Interval, least: float, most: float, seeds: int, told: str = "") -> Claim:
    """Whether our interval meets what is printed, and shows that time grows at all."""
    if not isfinite(ours.low):
        return claim.judged(Verdict.UNMEASURED, *ours, seeds=seeds)
    if ours.low > most or ours.high < least:
        return claim.judged(Verdict.CONTRADICTED, *ours, seeds=seeds, because=told)
    return claim.judged(Verdict.REPRODUCED if ours.low > 1 else Verdict.UNDECIDED, *ours, seeds=seeds, because=told)
