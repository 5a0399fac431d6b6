"""The claims of the network thesis, judged as `claims.json` says."""

from collections.abc import Iterable, Mapping, Sequence
from math import inf, log, sqrt
from typing import Any, NamedTuple

import numpy as np

from cardshark.arena import stats
from cardshark.arena.contest import Standing
from cardshark.arena.stats import Interval, TTest, difference_of, ratio_of_spreads, share_of
from cardshark.experiments.frozen import FrozenClaim, frozen_claims
from cardshark.experiments.hearts_network.grouped import NetworkRuns, SettingRuns, tried
from cardshark.experiments.hearts_network.measured import OrderResult, by_run, find_order, left_changes, worst_on_the_left
from cardshark.experiments.hearts_network.tables import (
    ACTIVATIONS,
    COMPETITIONS,
    DEPTHS,
    HAND_MADE,
    PLAYERS,
    RATES,
    REGULARLY,
    RELUS,
    SHORT,
    SIGMOIDS,
    TEST_OF_DEPTHS,
    Setting,
    at_rate,
    printed_ratio,
    printed_reach,
)
from cardshark.experiments.seeds import over_seeds, paired_over_seeds
from cardshark.report.figures import number, with_interval
from cardshark.report.record import Record
from cardshark.report.result import Claim, Need
from cardshark.report.verdict import Verdict, less, more, more_deals, worst

FROZEN = frozen_claims("hearts_network")
MOST_TIMES = 1000  # as many runs as there are: more are not asked for


def claims(runs: NetworkRuns, orders: list[OrderResult], meetings: list[OrderResult], played: dict[str, Standing]) -> list[Claim]:
    """All of them in the order of the file, the main one first."""
    judged = [
        *activation_claims(runs), *stability_claims(runs), *depth_claims(runs), *course_claims(runs), *rate_claims(runs),
        *blow_up_claims(runs), *competition_claims(runs, orders, meetings), *table_claims(meetings, played),
    ]  # fmt: skip
    by_key = {claim.key: claim for claim in judged}
    return [by_key.get(key) or FROZEN[key].judged(Verdict.UNMEASURED) for key in FROZEN]


def rests_on(claim: FrozenClaim, record: Record) -> list[str]:
    """What a claim rests on beyond what it names: the training opponent, the trials that chose a rate, the networks that sat down."""
    trials = [name.replace("best_rates", "rates") for name in claim.pieces if name.startswith("best_rates")]
    return ["opponent ", *trials, *(["depths-"] if claim.pieces[0] in ("orders", "against Jake", "person") else [])]


class Part(NamedTuple):
    """One of the things that a claim says, with its figure and the bound that more seeds must tell it from."""

    verdict: Verdict
    found: Interval
    than: float | None = 0.0  # None where more seeds would not


def above(found: Interval, than: float = 0.0) -> Part:
    """That a figure is above a bound."""
    return Part(more(found.low, found.high, than), found, than)


def below(found: Interval, than: float = 0.0) -> Part:
    """That it is below."""
    return Part(less(found.low, found.high, than), found, than)


def in_logs(part: Part) -> Part:
    """The same of a ratio: its interval is even in logarithms, so what is still needed is worked out there."""

    def of(value: float) -> float:
        return log(value) if value > 0 else -inf

    return Part(part.verdict, Interval(*map(of, part.found)), of(part.than or 0.0))


def within(ratio: Interval, most: float) -> list[Part]:
    """That a ratio is no more than so much, nor its inverse: the nearer bound first."""
    found = [in_logs(part) for part in (above(ratio, 1 / most), below(ratio, most))]
    return sorted(found, key=lambda part: abs(part.found.value - (part.than or 0.0)))


def need(part: Part, seeds: int) -> Need | str:
    """How many more seeds would decide; nothing where that cannot be said."""
    if part.than is None:
        return ""
    wanted = more_deals(part.found.value, part.found.low, part.found.high, seeds, part.than)
    return Need(wanted, "seeds", seeds) if wanted else ""


def judged(key: str, parts: Sequence[Part], seeds: int, because: str = "", shown: Interval | None = None) -> Claim:
    """A claim with its figure over seeds: that of its first part, if no other is `shown`. All parts must hold. What would decide it is what
    its first undecided part needs."""
    verdict = worst(*(part.verdict for part in parts))
    wanted = next((need(part, seeds) for part in parts if part.verdict == verdict == Verdict.UNDECIDED), "")
    return FROZEN[key].judged(verdict, *(shown or parts[0].found), seeds=seeds, because=because, would_decide=wanted)


def left_out(groups: Iterable[tuple[str, SettingRuns]]) -> str:
    """Which runs blew up, and so are not in a figure."""
    return "; ".join(f"{name}: {group.blown_up_words()}" for name, group in groups if group.blown_up)


def interval_of(test: TTest) -> Interval:
    """The interval of a t-test."""
    return Interval(test.difference, test.low, test.high)


# ---- the first experiment ----


def activation_claims(runs: NetworkRuns) -> list[Claim]:
    """ReLU or sigmoid?"""
    pairs = {f"relu-{layers}": [runs.at_best(each) for each in both] for layers, both in enumerate(zip(RELUS, SIGMOIDS, strict=True), 1)}
    pairs["relu-1-printed"] = [runs("activations", each.name) for each in (RELUS[0], SIGMOIDS[0])]
    apart = {key: interval_of(stats.pooled(*(each.means() for each in pair))) for key, pair in pairs.items()}
    deeper = f"at every depth is claimed: with two layers {with_interval(*apart['relu-2'])}, with three {with_interval(*apart['relu-3'])}"
    found = []
    for key, pair in pairs.items():
        lost = left_out(zip(("ReLU", "sigmoid"), pair, strict=True))
        because = "; ".join(filter(None, [deeper if key == "relu-1" else "", lost]))
        found.append(judged(key, [below(apart[key])], len(pair[0].means()), because))
    six = {each.name: runs("activations", each.name) for each in ACTIVATIONS}
    own, *others = ((name, group.means()) for name, group in six.items())
    rival, scores = min((each for each in others if each[1]), key=lambda each: float(np.mean(each[1])), default=("none", []))
    because = "; ".join(filter(None, [f"best other: {rival}", left_out(six.items())]))
    return [*found, judged("best-of-six", [below(interval_of(stats.pooled(own[1], scores)))], len(own[1]), because)]


def stability_claims(runs: NetworkRuns) -> list[Claim]:
    """How well three layers of sigmoids do, and how far runs lie apart."""
    deep, equal = runs.at_best(SIGMOIDS[2]), runs.equal_score
    at_printed = over_seeds(runs("activations", SIGMOIDS[2].name).means())
    because = f"equal players end at {equal:,.0f}"
    because += f"; at the printed {SIGMOIDS[2].rate:g} {with_interval(*at_printed)}" if deep.rate != SIGMOIDS[2].rate else ""
    found = [judged("sigmoid-3-loses", [above(over_seeds(deep.means()), equal)], len(deep.means()), because)]
    sides = [[runs("activations", each.name).means() for each in kind[:2]] for kind in (RELUS, SIGMOIDS)]
    ratio, most = ratio_of_spreads(*sides), printed_ratio(2)
    because = f"holds within {1 / most:.2f} to {most:.2f}; three layers of sigmoids are left out: they learn too little to spread"
    return [*found, judged("equally-stable", within(ratio, most), len(sides[0][0]), because, ratio)]


# ---- the second experiment ----


def depth_claims(runs: NetworkRuns) -> list[Claim]:
    """Do more layers help?"""
    groups = [runs("depths", each.name) for each in DEPTHS]
    printed, found = list(DEPTHS.values()), []
    for fewer, deeper in TEST_OF_DEPTHS:
        apart = interval_of(stats.pooled(groups[deeper - 1].means(), groups[fewer - 1].means()))
        bound = 0.0 if (fewer, deeper) == (1, 3) else -printed_reach(printed[fewer - 1], printed[deeper - 1])
        because = f"holds above {number(bound, 0)}" if bound else ""
        found.append(judged(f"depth-{deeper}-{fewer}", [above(apart, bound)], len(groups[0].means()), because))
    best = [min(group.tested, key=lambda row: row["tests"]["learner"] / row["tests"]["games"]) for group in (groups[2], groups[0])]
    deep, flat = (mean_in_tests(row, groups[0].to_full_limit()) for row in best)
    lowest = stats.independent_difference(deep, flat)
    ratio = ratio_of_spreads([groups[2].means()], [groups[0].means()])
    parts = [in_logs(above(ratio, 1.0)), above(lowest)._replace(than=None)]  # test games, not seeds, tell lowest scores apart
    because = f"ratio of spreads; means of the best runs {with_interval(*lowest)} (printed 457, of what cannot be means of runs)"
    return [*found, judged("lowest-and-spread", parts, len(groups[0].means()), because, ratio)]


def mean_in_tests(row: Mapping[str, Any], factor: float) -> Interval:
    """The mean score of a run in its test games, with the interval that the luck of these games leaves."""
    tests = row["tests"]
    count, mean = tests["games"], tests["learner"] / tests["games"]
    error = sqrt(max(tests["squares"] / count - mean * mean, 0.0) / max(count - 1, 1))
    return stats.around(factor * mean, stats.student(count) * factor * error)


def course_claims(runs: NetworkRuns) -> list[Claim]:
    """How the second experiment goes, and who wins in it."""
    groups = [runs("depths", each.name) for each in DEPTHS]
    late = [late_gains(group) for group in groups]
    together = [float(np.mean([each[seed] for each in late])) for seed in late[0] if all(seed in each for each in late)]
    slower, seeds = over_seeds(together), min(len(group.means()) for group in groups)
    found = [judged("flatten", [below(slower)], len(together))]
    shares = {each.name: over_seeds(group.win_shares()) for each, group in zip(DEPTHS, groups, strict=True)}
    least = by_value(shares)
    parts = [above(shares[name], 0.5) for name in least]
    return [*found, judged("beats-opponent", parts, seeds, f"least: {least[0]}")]


def by_value(found: Mapping[str, Interval]) -> list[str]:
    """The names of some figures, the least one first: what supports least that all are large."""
    return sorted(found, key=lambda name: found[name].value)


def late_gains(group: SettingRuns) -> dict[int, float]:
    """By seed: what the last quarter of a training gains, less what the second does."""
    quarters = [part.mean(axis=1) for part in np.array_split(group.curves("learner"), 4, axis=1)]
    gains = (quarters[2] - quarters[3]) - (quarters[0] - quarters[1])
    return dict(zip([row["seed"] for row in group.tested], gains.tolist(), strict=True))


# ---- learning rates ----


def rate_claims(runs: NetworkRuns) -> list[Claim]:
    """The learning rates of section 3.1, network by network."""

    def gain(setting: Setting, rate: float, instead_of: float) -> Interval:
        """How much lead a network gains at `rate`, compared with another rate."""
        groups = tried(runs, setting.name)
        return difference_of(*(groups[each].leads_at_worst() for each in (rate, instead_of)))

    def claim(key: str, found: dict[str, Interval]) -> Claim:
        """A claim about several networks: it must hold for each. The figure shown is the one that supports it least."""
        least = by_value(found)
        parts = [above(found[name]) for name in least]
        clear = sum(part.verdict == Verdict.REPRODUCED for part in parts)
        return judged(key, parts, tries, f"least: {least[0]}; {clear} of {len(found)} clear")

    tries = len(runs("rates", at_rate(SIGMOIDS[0].name, RATES[0])).rows)
    high, usual, low = RATES
    deep = {f"at {rate:g}": over_seeds(group.leads_at_worst()) for rate, group in tried(runs, SIGMOIDS[2].name).items()}
    best = by_value(deep)[::-1]
    return [
        claim("rate-0.01", {at_rate(each.name, high): gain(each, each.rate, high) for each in ACTIVATIONS}),
        claim("sigmoid-rate", {at_rate(each.name, rate): gain(each, usual, rate) for each in SIGMOIDS for rate in (high, low)}),
        judged("sigmoid-3-rate", [below(deep[name]) for name in best], tries, best[0]),
        claim("relu-1-rate", {at_rate(RELUS[0].name, low): gain(RELUS[0], usual, low)}),
        claim("relu-deep-rate", {at_rate(each.name, usual): gain(each, low, usual) for each in RELUS[1:]}),
    ]


def blow_up_claims(runs: NetworkRuns) -> list[Claim]:
    """Do two and three layers of ReLU blow up at 0.001?"""
    groups = [runs("rates", at_rate(each.name, RATES[1])) for each in RELUS[1:]]
    gone, count = sum(group.blown_up for group in groups), sum(len(group.rows) for group in groups)
    share, other = share_of(gone, count), runs.reading("points of the game")
    because = f"{gone} of {count}; one layer with points of the game as inputs {other.blown_up} of {len(other.rows)} at {other.rate:g}"
    verdict = more(share.low, share.high, REGULARLY)
    wanted = need_of_share(gone, count) if verdict == Verdict.UNDECIDED else ""
    return [FROZEN["relu-deep-blows-up"].judged(verdict, *share, seeds=count, because=because, would_decide=wanted)]


def need_of_share(gone: int, count: int) -> Need | str:
    """How many more runs would tell a share from one in eight, if as many of them blow up: counted, because its interval is not even."""
    for times in range(2, MOST_TIMES):
        _, low, high = share_of(times * gone, times * count)
        if more(low, high, REGULARLY) != Verdict.UNDECIDED:
            return Need((times - 1) * count, "seeds", count)
    return ""


# ---- other company ----


def mean_shares(meetings: Sequence[OrderResult], name: str) -> float:
    """The share of wins of a player in some meetings."""
    return float(np.mean([each.wins(name).value for each in meetings]))


def competition_claims(runs: NetworkRuns, orders: list[OrderResult], meetings: list[OrderResult]) -> list[Claim]:
    """What became of the networks in other company: those of each seed, and the best of all beside them."""
    printed = {run: [find_order(found, order) for order in COMPETITIONS.values()] for run, found in by_run(meetings).items()}
    best = [find_order(orders, order) for order in COMPETITIONS.values()]
    shares = {name: {run: mean_shares(found, name) for run, found in printed.items()} for name in PLAYERS}
    rivals = {name: paired_over_seeds(shares["one"], shares[name]) for name in PLAYERS[:1] + PLAYERS[2:]}
    least = min(rivals, key=lambda name: rivals[name].value)
    gap = mean_shares(best, "one") - max(mean_shares(best, name) for name in rivals)
    because = f"next best: {SHORT[least]}; with the best networks {number(gap, 2)}"
    found = [judged("one-wins", [above(rivals[least])], len(printed), because)]
    mixed, beats = {}, {}
    for name, each in zip(PLAYERS[2:], list(DEPTHS)[1:], strict=True):
        beats[name] = over_seeds(runs("depths", each.name).leads())
        mixed[name] = paired_over_seeds(shares[name], shares["opponent"])
    parts = [part for name in mixed for part in (above(beats[name]), below(mixed[name]))]
    two, three = (with_interval(*beats[name]) for name in mixed)
    because = f"shares of two layers; three {with_interval(*mixed['three'])}; they end {two} and {three} below three of it"
    return [*found, judged("deep-mixed", parts, len(printed), because, mixed["two"])]


def worst_player(meetings: Sequence[OrderResult]) -> str:
    """Who scores most over all meetings."""
    return max(PLAYERS, key=lambda name: float(np.mean([each.score(name) for each in meetings])))


def left_shares(meetings: Sequence[OrderResult], bad: str, at_left: bool) -> float:
    """The share of wins of the network with one layer, with the worst player on its left or elsewhere."""
    return mean_shares([each for each in meetings if each.is_left_of(bad, "one") == at_left], "one")


def table_claims(meetings: list[OrderResult], played: dict[str, Standing]) -> list[Claim]:
    """Who sits on the left, and how strong the networks are elsewhere."""
    found, bad = [], worst_player(meetings)
    if bad != "one":
        sides = [{run: left_shares(each, bad, at_left) for run, each in by_run(meetings).items()} for at_left in (True, False)]
        change, (left, elsewhere) = paired_over_seeds(*sides), (np.mean([*side.values()]) for side in sides)
        because = f"with {SHORT[bad]}, the worst here, on the left {left:.2f}, elsewhere {elsewhere:.2f}"
        found = [judged("left-neighbour", [above(change)], len(sides[0]), because)]
    who, effect = worst_on_the_left(played["orders"])
    each = ", ".join(f"{SHORT[name]} {with_interval(*change.interval())}" for name, change in left_changes(played["orders"], who).items())
    jakes = played["against Jake"]
    weaker = (jakes.points(len(HAND_MADE) + PLAYERS.index("one"), 0) - jakes.points(HAND_MADE.index("jake"), 0)).interval()
    because = f"best networks alone; worst: {SHORT[who]}; {each}"
    return [
        *found,
        FROZEN["left-points"].judged(less(effect.low, effect.high), *effect, because=because),
        FROZEN["all-round"].judged(
            more(weaker.low, weaker.high),
            *weaker,
            because="best network of one layer alone; whether another training gives one was not asked",
        ),
    ]
