"""The network thesis in four sentences, and its protocol beside ours."""

from collections.abc import Sequence

import numpy as np

from cardshark.experiments.hearts_network.grouped import NetworkRuns, SettingRuns
from cardshark.experiments.hearts_network.measured import OrderResult, by_run
from cardshark.experiments.hearts_network.readings import AS_READ, forest, gap_against, level_of
from cardshark.experiments.hearts_network.tables import ACTIVATIONS, COMPETITION_GAMES, DEPTHS, RATES, RELUS, RUNS, SIGMOIDS, at_rate
from cardshark.experiments.hearts_network.tasks import LENGTHS, cell_name, cells, group_name
from cardshark.experiments.seeds import over_seeds, paired_over_seeds, variance_split
from cardshark.learning.hearts.hindsight_kernel import Credit
from cardshark.report.figures import duration, with_interval
from cardshark.report.record import Record
from cardshark.report.result import Claim, Protocol
from cardshark.report.verdict import Verdict


def sentences(runs: NetworkRuns, judged: Sequence[Claim], luck: np.ndarray, games: int) -> list[str]:
    """What the thesis claims, what we find, why that differs, and how sure it is; a score of `luck` is the mean of so many games."""
    return [
        "Rectified units learn Hearts better than sigmoids at every depth, and more layers of as many units in all do not help.",
        ours(judged),
        why(runs, judged),
        sure(runs, luck, games),
    ]


def verdict_of(judged: Sequence[Claim], key: str) -> Claim:
    """A claim by its key."""
    return next(claim for claim in judged if claim.key == key)


def ours(judged: Sequence[Claim]) -> str:
    """The main claims with their figures."""
    parts = []
    for layers in (1, 2, 3):
        found = verdict_of(judged, f"relu-{layers}")
        parts.append(f"{with_interval(found.ours, found.low, found.high)} with {layers} ({found.verdict})")
    two, three = (verdict_of(judged, key) for key in ("depth-2-1", "depth-3-1"))
    return (
        f"ReLU less sigmoid, in points of the final score, each at its best rate: {', '.join(parts)}; two layers of as many units end "
        f"{with_interval(two.ours, two.low, two.high)} above one, three {with_interval(three.ours, three.low, three.high)}."
    )


def why(runs: NetworkRuns, judged: Sequence[Claim]) -> str:
    """What moves the level, and whether the rate turns the main claim around."""
    relu, youngest, oldest = RELUS[0], LENGTHS[0], LENGTHS[-1]
    old, young = (level_of(runs, games) for games in (oldest, youngest))
    change = paired_over_seeds(old.means_by_seed(), young.means_by_seed())
    hangs = "hangs on" if change.low > 0 or change.high < 0 else "was not seen to hang on"
    at_printed, at_best = verdict_of(judged, "relu-1-printed"), verdict_of(judged, "relu-1")
    return (
        f"The level {hangs} how long the training opponent learned (“a long period of time”): {relu.name} at {old.rate:g} ends at "
        f"{score(young)} against {youngest:,} games, at {score(old)} against {oldest:,} ({with_interval(*change)} apart), and at "
        f"{score(level_of(runs, youngest, Credit.NONE))} where moons are charged to nobody, printed {ACTIVATIONS[relu].mean:,} at "
        f"{relu.rate:g}; at the printed rates ReLU less sigmoid is {with_interval(at_printed.ours, at_printed.low, at_printed.high)}, "
        f"{turned(at_printed, at_best)}."
    )


def score(group: SettingRuns) -> str:
    """A final score over seeds, in words."""
    return with_interval(*over_seeds(group.means()))


def turned(at_printed: Claim, at_best: Claim) -> str:
    """What the best rates do to a claim, in words."""
    if {at_printed.verdict, at_best.verdict} == {Verdict.CONTRADICTED, Verdict.REPRODUCED}:
        return "which the best rates turn around"
    if at_printed.verdict == at_best.verdict:
        return "which the best rates do not turn around"
    return f"which at the best rates is {at_best.verdict}"


def sure(runs: NetworkRuns, luck: np.ndarray, games: int) -> str:
    """Seeds, whether the main claim hangs on opponents and readings, and where the variance comes from."""
    seeds = len(runs.at_best(RELUS[0]).means())
    found = [row for row in forest(runs).rows if row.group != AS_READ and row.low is not None and row.high is not None]
    sides = f"below 0 in {sum((row.high or 0) < 0 for row in found)}, above in {sum((row.low or 0) > 0 for row in found)} of {len(found)}"
    against = ", ".join(with_interval(*gap_against(runs, age)) for age in LENGTHS)
    ages = f"{', '.join(f'{age:,}' for age in LENGTHS[:-1])} and {LENGTHS[-1]:,}"
    split = variance_split(luck, ("seed", "opponent", "deal"))
    shares = ", ".join(f"{part} {100 * split.share(part):.0f} %" for part in ("seed", "opponent", "deal"))
    return (
        f"Intervals are over {seeds} seeds; ReLU less sigmoid is {against} against other opponents of {ages} games, and {sides} other "
        f"readings and opponents; of the variance of {games:,} test game{'s' * (games > 1)} against {luck.shape[1]} opponents: {shares}, "
        "the rest together."
    )


def protocol(record: Record, runs: NetworkRuns, orders: Sequence[OrderResult], meetings: Sequence[OrderResult]) -> list[Protocol]:
    """How it was measured, there and here."""
    first, second, tried = (
        runs("activations", RELUS[0].name),
        runs("depths", next(iter(DEPTHS)).name),
        runs("rates", at_rate(SIGMOIDS[0].name, RATES[0])),
    )
    rival, crossed = runs("opponent", "best of four").rows[0], runs("crossed", cell_name(RELUS[0], *cells()[0]))
    return [
        Protocol(
            "runs of each network",
            f"{RUNS}, t-tests",
            f"{len(first.rows)} seeds; claims by 95 % intervals over seeds, or over what the criterion names",
        ),
        Protocol(
            "games of each run",
            "1,000, or 3,000 for table 3.4, and 300 of test",
            f"{first.rows[0]['games']:,}, or {second.rows[0]['games']:,}, and {first.tests}",
        ),
        Protocol(
            "learning rates",
            "0.01 to 0.00001, “a lot of trial and error”",
            f"the same, {len(tried.rows)} runs of {tried.rows[0]['games']:,} games each on seeds {tried.rows[0]['seed']} and on; tables "
            f"are on {first.rows[0]['seed']} and on",
        ),
        Protocol(
            "training opponent",
            "best of four, who learned from each other “a long period of time”",
            f"the same, {rival['games']:,} games, seed {rival['seed']}; also {', '.join(f'{games:,}' for games in LENGTHS)} games, "
            f"{len(crossed.rows)} seeds of each",
        ),
        Protocol(
            "competition",
            f"{COMPETITION_GAMES:,} games in two orders, the best network of each depth",
            f"{orders[0].moments.count:,} games in each of six orders; and {meetings[0].moments.count:,} with the networks of each of "
            f"{len(by_run(meetings))} seeds",
        ),
        Protocol("time of a run", "about one hour for 1,000 games, five for 3,000", time_of_runs(record)),
    ]


def time_of_runs(record: Record) -> str:
    """How long one run of each experiment took, and on what, if all of them were made on the same processor."""
    found, makers = [], set[str]()
    for experiment, setting in (("activations", RELUS[0].name), ("depths", next(iter(DEPTHS)).name)):
        pieces = [piece for piece in record.pieces if piece.name.startswith(f"{group_name(experiment, setting)}-")]
        if not pieces:
            return "not kept"
        found.append(duration(sum(piece.seconds for piece in pieces) / len(pieces)))
        makers |= {str(record.made[piece.made].get("processor") or "") for piece in pieces}
    where = makers.pop() if len(makers) == 1 else ""
    return f"{found[0]} and {found[1]} of one core" + (f" ({where})" if where else "")
