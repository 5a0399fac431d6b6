"""The network thesis in four sentences, and its protocol beside ours."""

from collections.abc import Sequence

import numpy as np

from cardshark.experiments.hearts_network.grouped import NetworkRuns
from cardshark.experiments.hearts_network.measured import OrderResult, by_run
from cardshark.experiments.hearts_network.readings import level_of
from cardshark.experiments.hearts_network.tables import ACTIVATIONS, COMPETITION_GAMES, DEPTHS, RATES, RELUS, RUNS, SIGMOIDS, at_rate
from cardshark.experiments.hearts_network.tasks import LENGTHS, cell_name, cells
from cardshark.experiments.seeds import variance_split
from cardshark.learning.hearts.hindsight_kernel import Credit
from cardshark.report.figures import with_interval
from cardshark.report.result import Claim, Protocol


def sentences(runs: NetworkRuns, judged: Sequence[Claim], luck: np.ndarray) -> list[str]:
    """What the thesis claims, what we find, why that differs, and how sure it is."""
    return [
        "Rectified units learn Hearts better than sigmoids at every depth, and more layers of as many units in all do not help.",
        ours(judged),
        why(runs, judged),
        sure(runs, luck),
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
    level = ", ".join(f"{with_interval(*level_of(runs, RELUS[0], games))} ({games:,} games)" for games in LENGTHS)
    nobody = with_interval(*level_of(runs, RELUS[0], LENGTHS[0], Credit.NONE))
    at_printed, at_best = verdict_of(judged, "relu-1-printed"), verdict_of(judged, "relu-1")
    turned = "which its best rate turns around" if at_printed.verdict != at_best.verdict else "which its best rate does not turn around"
    return (
        f"The level hangs on the training opponent, which learned “a long period of time”: {RELUS[0].name} ends at "
        f"{level}, printed {ACTIVATIONS[RELUS[0]].mean:,}, and at {nobody} where moons are charged to nobody; at the printed rates ReLU "
        f"less sigmoid is {with_interval(at_printed.ours, at_printed.low, at_printed.high)} with one layer, {turned}."
    )


def sure(runs: NetworkRuns, luck: np.ndarray) -> str:
    """Seeds, and where the variance comes from."""
    seeds = len(runs.at_best(RELUS[0]).means())
    split = variance_split(luck, ("seed", "opponent", "deal"))
    shares = ", ".join(f"{part} {100 * split.share(part):.0f} %" for part in ("seed", "opponent", "deal"))
    return (
        f"Intervals are over {seeds} seeds; of the variance of ten test games of {RELUS[0].name} against {luck.shape[1]} other opponents: "
        f"{shares}, the rest is what these do together."
    )


def protocol(runs: NetworkRuns, orders: Sequence[OrderResult], meetings: Sequence[OrderResult]) -> list[Protocol]:
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
            f"{len(first.rows)} seeds; a claim holds if all of its 95 % interval over seeds does",
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
            f"{orders[0].moments.count:,} games in all six orders; and {meetings[0].moments.count:,} with the networks of each of "
            f"{len(by_run(meetings))} seeds",
        ),
        Protocol(
            "time", "about one hour for 1,000 games, five for 3,000", f"{first.rows[0]['hands'] / 1e6:.1f} million hands in the first run"
        ),
    ]
