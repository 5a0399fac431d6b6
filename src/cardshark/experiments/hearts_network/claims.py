"""The claims of the network thesis, judged as `claims.json` says."""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

import numpy as np

from cardshark.arena import stats
from cardshark.arena.contest import Standing
from cardshark.arena.stats import Interval, TTest, difference_of, ratio_of_spreads, share_of
from cardshark.experiments.frozen import FrozenClaim, frozen_claims
from cardshark.experiments.hearts_network.grouped import NetworkRuns, SettingRuns
from cardshark.experiments.hearts_network.measured import OrderResult, by_run, find_order, worst_on_the_left
from cardshark.experiments.hearts_network.tables import (
    ACTIVATIONS,
    COMPETITIONS,
    DEPTHS,
    HAND_MADE,
    LOWEST_RATE,
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
from cardshark.report.verdict import Verdict, between, less, more, more_deals, worst

FROZEN = frozen_claims("hearts_network")


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


def need(found: Interval, seeds: int, than: float = 0.0) -> Need | str:
    """How many more seeds would decide; nothing where that cannot be said."""
    wanted = more_deals(found.value, found.low, found.high, seeds, than)
    return Need(wanted, "seeds", seeds) if wanted else ""


def judged(key: str, verdict: Verdict, found: Interval, seeds: int, because: str = "", than: float = 0.0) -> Claim:
    """A claim with its figure over seeds."""
    wanted = need(found, seeds, than) if verdict == Verdict.UNDECIDED else ""
    return FROZEN[key].judged(verdict, *found, seeds=seeds, because=because, would_decide=wanted)


def interval_of(test: TTest) -> Interval:
    """The interval of a t-test."""
    return Interval(test.difference, test.low, test.high)


# ---- the first experiment ----


def activation_claims(runs: NetworkRuns) -> list[Claim]:
    """ReLU or sigmoid?"""
    found = []
    for layers, (relu, sigmoid) in enumerate(zip(RELUS, SIGMOIDS, strict=True), 1):
        pairs = {f"relu-{layers}": [runs.at_best(relu), runs.at_best(sigmoid)]}
        if layers == 1:
            pairs["relu-1-printed"] = [runs("activations", each.name) for each in (relu, sigmoid)]
        for key, pair in pairs.items():
            test = stats.pooled(*(each.means() for each in pair))
            found.append(judged(key, less(test.low, test.high), interval_of(test), len(pair[0].means())))
    best, *others = (runs("activations", each.name).means() for each in ACTIVATIONS)
    test = stats.pooled(best, min(filter(None, others), key=lambda means: float(np.mean(means)), default=[]))
    return [*found, judged("best-of-six", less(test.low, test.high), interval_of(test), len(best))]


def stability_claims(runs: NetworkRuns) -> list[Claim]:
    """How well three layers of sigmoids do, and how far runs lie apart."""
    deep = runs.at_best(SIGMOIDS[2])
    score, because = over_seeds(deep.means()), f"equals {runs.equal_score:,.0f}"
    verdict = more(score.low, score.high, runs.equal_score)
    found = [judged("sigmoid-3-loses", verdict, score, len(deep.means()), because, runs.equal_score)]
    sides = [[runs("activations", each.name).means() for each in kind[:2]] for kind in (RELUS, SIGMOIDS)]
    ratio, most = ratio_of_spreads(*sides), printed_ratio(2)
    because = f"up to {most:.2f}"
    return [*found, judged("equally-stable", between(ratio.low, ratio.high, 1 / most, most), ratio, len(sides[0][0]), because, most)]


# ---- the second experiment ----


def depth_claims(runs: NetworkRuns) -> list[Claim]:
    """Do more layers help?"""
    groups = [runs("depths", each.name) for each in DEPTHS]
    printed, found = list(DEPTHS.values()), []
    for fewer, deeper in TEST_OF_DEPTHS:
        test = stats.pooled(groups[deeper - 1].means(), groups[fewer - 1].means())
        bound = 0.0 if (fewer, deeper) == (1, 3) else -printed_reach(printed[fewer - 1], printed[deeper - 1])
        because = f"half-width {-bound:.0f}" if bound else ""
        key = f"depth-{deeper}-{fewer}"
        found.append(judged(key, more(test.low, test.high, bound), interval_of(test), len(groups[0].means()), because, bound))
    best = [min(group.tested, key=lambda row: row["tests"]["learner"] / row["tests"]["games"]) for group in (groups[2], groups[0])]
    deep, flat = (mean_in_tests(row, groups[0].to_full_limit()) for row in best)
    lowest = stats.independent_difference(deep, flat)
    ratio = ratio_of_spreads([groups[2].means()], [groups[0].means()])
    verdict = worst(more(lowest.low, lowest.high), more(ratio.low, ratio.high, 1))
    because = f"ratio of spreads; lowest scores {with_interval(*lowest)} (printed 457)"
    return [*found, judged("lowest-and-spread", verdict, ratio, len(groups[0].means()), because, 1.0)]


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
    found = [judged("flatten", less(slower.low, slower.high), slower, len(together))]
    shares = {each.name: over_seeds(group.win_shares()) for each, group in zip(DEPTHS, groups, strict=True)}
    least = min(shares, key=lambda name: shares[name].value)
    verdict = worst(*(more(each.low, each.high, 0.5) for each in shares.values()))
    because = f"least: {least}"
    return [*found, judged("beats-opponent", verdict, shares[least], seeds, because, 0.5)]


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
        return difference_of(*(runs("rates", at_rate(setting.name, each)).leads_at_worst() for each in (rate, instead_of)))

    def claim(key: str, found: dict[str, Interval]) -> Claim:
        """A claim about several networks: it must hold for each. The figure shown is the one that supports it least."""
        verdicts = [more(each.low, each.high) for each in found.values()]
        least = min(found, key=lambda name: found[name].value)
        clear = sum(each == Verdict.REPRODUCED for each in verdicts)
        because = f"least: {least}; {clear} of {len(found)} clear"
        return judged(key, worst(*verdicts), found[least], tries, because)

    tries = len(runs("rates", at_rate(SIGMOIDS[0].name, RATES[0])).rows)
    high, usual, low = RATES
    deep = {
        rate: over_seeds(runs("rates", at_rate(SIGMOIDS[2].name, rate)).leads_at_worst())
        for rate in (*RATES, LOWEST_RATE) if runs.has("rates", at_rate(SIGMOIDS[2].name, rate))
    }  # fmt: skip
    best = max(deep, key=lambda rate: deep[rate].value)
    poor = worst(*(less(each.low, each.high) for each in deep.values()))
    return [
        claim("rate-0.01", {at_rate(each.name, high): gain(each, each.rate, high) for each in ACTIVATIONS}),
        claim("sigmoid-rate", {at_rate(each.name, rate): gain(each, usual, rate) for each in SIGMOIDS for rate in (high, low)}),
        judged("sigmoid-3-rate", poor, deep[best], tries, f"at {best:g}"),
        claim("relu-1-rate", {at_rate(RELUS[0].name, low): gain(RELUS[0], usual, low)}),
        claim("relu-deep-rate", {at_rate(each.name, usual): gain(each, low, usual) for each in RELUS[1:]}),
    ]


def blow_up_claims(runs: NetworkRuns) -> list[Claim]:
    """Do two and three layers of ReLU blow up at 0.001?"""
    groups = [runs("rates", at_rate(each.name, RATES[1])) for each in RELUS[1:]]
    gone, tried = sum(group.blown_up for group in groups), sum(len(group.rows) for group in groups)
    share = share_of(gone, tried)
    other = runs.reading("points of the game")
    because = f"{gone} of {tried}; one layer with the points of the game as inputs {other.blown_up} of {len(other.rows)}"
    return [judged("relu-deep-blows-up", more(share.low, share.high, REGULARLY), share, tried, because, REGULARLY)]


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
    found = [judged("one-wins", more(rivals[least].low, rivals[least].high), rivals[least], len(printed), because)]
    mixed, beats = {}, {}
    for name, each in zip(PLAYERS[2:], list(DEPTHS)[1:], strict=True):
        beats[name] = over_seeds(runs("depths", each.name).leads())
        mixed[name] = paired_over_seeds(shares[name], shares["opponent"])
    verdict = worst(*(worst(more(beats[name].low, beats[name].high), less(mixed[name].low, mixed[name].high)) for name in mixed))
    two, three = (with_interval(*beats[name]) for name in mixed)
    because = f"shares of two layers; three {with_interval(*mixed['three'])}; they end {two} and {three} below three of it"
    return [*found, judged("deep-mixed", verdict, mixed["two"], len(printed), because)]


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
        found = [judged("left-neighbour", more(change.low, change.high), change, len(sides[0]), because)]
    who, effect = worst_on_the_left(played["orders"])
    jakes = played["against Jake"]
    weaker = (jakes.points(len(HAND_MADE) + PLAYERS.index("one"), 0) - jakes.points(HAND_MADE.index("jake"), 0)).interval()
    because = f"the worst: {SHORT[who]}"
    return [
        *found,
        FROZEN["left-points"].judged(less(effect.low, effect.high), *effect, because=because),
        FROZEN["all-round"].judged(more(weaker.low, weaker.high), *weaker),
    ]
