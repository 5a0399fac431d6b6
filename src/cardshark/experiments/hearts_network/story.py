"""The network thesis in four sentences, and its protocol beside ours."""

from collections.abc import Sequence

import numpy as np

from cardshark.experiments.hearts_network.grouped import NetworkRuns, SettingRuns
from cardshark.experiments.hearts_network.measured import OrderResult, by_run
from cardshark.experiments.hearts_network.readings import AS_READ, aged, cell_words, crossed_pair, forest, gap_against, level_of
from cardshark.experiments.hearts_network.tables import ACTIVATIONS, COMPETITION_GAMES, DEPTHS, RATES, RELUS, RUNS, SIGMOIDS, at_rate
from cardshark.experiments.hearts_network.tasks import LENGTHS, cell_name, cells, group_name
from cardshark.experiments.seeds import over_seeds, paired_over_seeds, variance_split
from cardshark.learning.hearts.hindsight_kernel import Credit
from cardshark.report.figures import duration, with_interval
from cardshark.report.record import Record
from cardshark.report.result import Claim, Comparison, Protocol
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
    for number, layers in enumerate(("one layer", "two", "three"), 1):
        found = verdict_of(judged, f"relu-{number}")
        parts.append(f"{with_interval(found.ours, found.low, found.high)} with {layers} ({found.verdict})")
    two, three = (verdict_of(judged, key) for key in ("depth-2-1", "depth-3-1"))
    return (
        f"ReLU less sigmoid, in points of the final score, each at the best of the thesis's rates, which lie ten times apart: "
        f"{', '.join(parts)}. Two layers of as many units end {with_interval(two.ours, two.low, two.high)} above one, three "
        f"{with_interval(three.ours, three.low, three.high)}."
    )


def why(runs: NetworkRuns, judged: Sequence[Claim]) -> str:
    """Which side of the main claim lies elsewhere, whether a reading turns it around, and what moves the level."""
    relu, sigmoid = RELUS[0], SIGMOIDS[0]
    ends = [f"{score(runs('activations', each.name))} (printed {ACTIVATIONS[each].mean:,})" for each in (sigmoid, relu)]
    rows = other_rows(runs)
    below = sum((row.high or 0) < 0 for row in rows)
    unknown = ", so we do not know why" if not below and verdict_of(judged, "relu-1").verdict == Verdict.CONTRADICTED else ""
    old, young = (level_of(runs, age) for age in (LENGTHS[-1], LENGTHS[0]))
    change = paired_over_seeds(old.means_by_seed(), young.means_by_seed())
    hang = "hang on" if change.low > 0 or change.high < 0 else "were not seen to hang on"
    at_printed, at_best = verdict_of(judged, "relu-1-printed"), verdict_of(judged, "relu-1")
    ages = ", ".join(f"{score(level_of(runs, age))} after {age:,} games" for age in LENGTHS)
    return (
        f"At the printed rates one layer of sigmoids ends at {ends[0]}, one of ReLUs at {ends[1]}: "
        f"{with_interval(at_printed.ours, at_printed.low, at_printed.high)} apart, {turned(at_printed, at_best)}. Of the other readings "
        f"and opponents that we tried {below or 'none'} put ReLU below{unknown}. Scores {hang} how long the training opponent learned "
        f"(“a long period of time”): {relu.name} at {old.rate:g} ends at {ages} of the opponent."
    )


def other_rows(runs: NetworkRuns) -> list[Comparison]:
    """The main claim under other readings and against other opponents, but for those against whom both lose nearly every game."""
    lost = {cell_words(*cell) for cell in cells() if lose_all(runs, cell)}
    return [row for row in forest(runs).rows if row.group != AS_READ and row.low is not None and row.label not in lost]


def lose_all(runs: NetworkRuns, cell: tuple[int, Credit, Credit]) -> bool:
    """Do both activations end nearer to who loses every game than to an equal?"""
    limit = (runs.equal_score + runs.loser_score) / 2
    return all(group.tested and float(np.mean(group.means())) > limit for group in crossed_pair(runs, cell))


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
    seeds, rows = len(runs.at_best(RELUS[0]).means()), other_rows(runs)
    against = [
        f"after {age:,} both lose nearly every game, which tells nothing" if lose_all(runs, aged(age))
        else f"{with_interval(*gap_against(runs, age))} after {age:,} games"
        for age in LENGTHS
    ]  # fmt: skip
    above = sum((row.low or 0) > 0 for row in rows)
    split = variance_split(luck, ("seed", "opponent", "deal"))
    shares = ", ".join(f"{part} {100 * split.share(part):.0f} %" for part in ("seed", "opponent", "deal"))
    return (
        f"Intervals are over {seeds} seeds, if the table of claims says no other number. With other opponents ReLU less sigmoid is "
        f"{'; '.join(against)}. It is above 0 in {above} of {len(rows)} other readings and opponents. Of the variance of the mean of "
        f"{games:,} test game{'s' * (games > 1)} against {luck.shape[1]} other opponents of {LENGTHS[0]:,} games: {shares}, the rest "
        "together."
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
            f"best of four ReLU networks of 64, {rival['games']:,} games at {rival['rate']:g}, seed {rival['seed']}; "
            f"also {', '.join(f'{games:,}' for games in LENGTHS)} games, "
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
