"""The network thesis: perceptrons learn the Dutch game of Hearts from what each hand cost them.

Eight small networks, one for each number of cards in hand, learn against three copies of a network that was made by four
networks learning from each other. Which activation is better, and do more layers help? Games go to 10,000 points; a final
score is that of the learner when anybody gets there, so lower is better.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

import numpy as np

from cardshark.arena import stats
from cardshark.arena.stats import Interval
from cardshark.experiments.hearts_network.groups import (
    Groups,
    Meeting,
    apart,
    difference_of,
    groups,
    mean_of,
    meetings,
    ratio_of_spreads,
    share_of,
    spread_of,
    together,
)
from cardshark.experiments.hearts_network.questions import questions, worst_on_the_left
from cardshark.experiments.hearts_network.readings import LEAD, readings
from cardshark.experiments.hearts_network.runs import measure, size
from cardshark.experiments.hearts_network.tables import (
    ACTIVATIONS,
    COMPETITION_GAMES,
    COMPETITIONS,
    DEPTHS,
    LIMIT,
    NOTHING,
    OVER,
    PERSON,
    PLAYERS,
    RATES,
    RUNS,
    SHORT,
    TEST_OF_ACTIVATIONS,
    TEST_OF_DEPTHS,
    Setting,
    at_rate,
)
from cardshark.experiments.workshop import standings
from cardshark.report.figures import chance, measured, number
from cardshark.report.record import Record
from cardshark.report.result import Chart, Claim, Comparison, Comparisons, Paper, Result
from cardshark.report.verdict import Level, Verdict, between, figure, less, more, worst

__all__ = ["PAPER", "UNITS", "measure", "result", "size"]

PAPER = Paper(
    name="hearts_network",
    title="Learning to play the Game of Hearts using reinforcement learning and a multi-layer perceptron",
    authors="Maxiem Wagenaar (2017)",
    question="Do rectified units learn Hearts better than sigmoids, and do more layers help?",
    source="tables 3.1 to 3.8, figures 3.1 to 3.4, eight runs each",
)
UNITS = "games"
NEAR = 300  # points of a final score that still count as near
MATTERS = 100  # points that would be worth another layer
REGULARLY = 0.25  # share of runs that blow up

RELUS = [each for each in ACTIVATIONS if each.name.startswith("ReLU")]
SIGMOIDS = [each for each in ACTIVATIONS if each.name.startswith("Sigmoid")]


@dataclass(frozen=True)
class Shorter(Comparisons):
    """A table of shorter trainings: they end elsewhere, so no row is marked as inside, near or off."""

    def level(self, row: Comparison) -> Level:
        """None that could be told."""
        return Level.UNMEASURED


def result(record: Record) -> Result:
    """The report."""
    runs, met, played = groups(record), meetings(record), standings(record)
    first = runs("activations", RELUS[0].name)
    limit = met[0].limit
    told = "" if limit == LIMIT else f" · games to {limit:,}, told as if to {LIMIT:,}"
    tables = [scores(runs), depths(runs), spreads(runs), wins(met)]
    return Result(
        PAPER, record.run, tables=tables if record.run.scale >= 1 else [shorter(table) for table in tables],
        claims=[*activation_claims(runs), *depth_claims(runs), *rate_claims(runs), *table_claims(runs, met, record)],
        figures=figures(runs), questions=questions(runs, met, played), readings=readings(runs),
        lede=f"{len(first.rows)} runs of each network, {first.rows[0]['games']:,} or {3 * first.rows[0]['games']:,} games, then "
        f"{runs('opponent', 'best of four').tests} test games{told} · fewer points are better",
    )  # fmt: skip


# ---- tables ----


def shorter(table: Comparisons) -> Comparisons:
    """The table without marks."""
    note = f"{table.note} Below scale 1 everybody trains less, so levels are not marked."
    return Shorter(table.title, table.rows, table.unit, 0, table.counts, note)


def losses(runs: Groups, experiment: str, settings: Iterable[Setting]) -> str:
    """A sentence on the runs that blew up: they are not in the means."""
    found = [f"{each.name} {runs(experiment, each.name).losses()}" for each in settings if runs(experiment, each.name).blown_up]
    return f" Left out: {'; '.join(found)}." if found else " No run blew up."


def scores(runs: Groups) -> Comparisons:
    """Table 3.2."""
    rows = []
    for each, paper in ACTIVATIONS.items():
        group, (kind, layers) = runs("activations", each.name), each.name.split(", ")
        rows.append(Comparison(layers, kind, paper.mean, *mean_of(group.means()), len(group.means()), paper.sd / sqrt(RUNS)))
    note = (
        f"Four equal players end at about {runs.equal:,.0f}, one who loses every game at about {runs.loser:,.0f}. The first run of "
        f"{RELUS[0].name} is “{example(runs)}”, with the seed 1 higher for the next run; opponent.safetensors is the training opponent."
        f"{losses(runs, 'activations', ACTIVATIONS)}"
    )
    return Comparisons("Activation: table 3.2 beside ours", rows, "mean final score in the test games", NEAR, "runs", note)


def example(runs: Groups) -> str:
    """The command of the first run."""
    return runs("activations", RELUS[0].name).rows[0]["command"]


def depths(runs: Groups) -> Comparisons:
    """Table 3.4."""
    rows, lowest = [], []
    for each, paper in DEPTHS.items():
        group = runs("depths", each.name)
        rows.append(Comparison(each.name, "", paper.mean, *mean_of(group.means()), len(group.means()), paper.sd / sqrt(RUNS)))
        best, game = group.lowest()
        lowest.append(f"{each.name}: {paper.lowest:,} printed, our best run {best:,.0f} on average, our lowest game {game:,.0f}")
    note = f"192 hidden units in all, three times as many games. The lowest scores: {'; '.join(lowest)}.{losses(runs, 'depths', DEPTHS)}"
    return Comparisons("Depth: table 3.4 beside ours", rows, "mean final score in the test games", NEAR, "runs", note)


def spreads(runs: Groups) -> Comparisons:
    """The standard deviations of tables 3.2 and 3.4."""
    rows = []
    for experiment, printed in (("activations", ACTIVATIONS), ("depths", DEPTHS)):
        for each, paper in printed.items():
            means = runs(experiment, each.name).means()
            found = spread_of(means) if len(means) > 1 else (None, None, None)
            error = paper.sd / sqrt(2 * (RUNS - 1))
            section = "Table 3.2" if experiment == "activations" else "Table 3.4"
            rows.append(Comparison(each.name, "", paper.sd, *found, len(means), error, section))
    note = "The printed t-tests show that the printed standard deviations are those of the runs' means."
    return Comparisons("How far the runs lie apart", rows, "standard deviation of the runs' means", 50, "runs", note)


def seated(met: list[Meeting], order: Iterable[str]) -> Meeting:
    """The games in this order at the table."""
    return next(each for each in met if each.order == tuple(order))


def wins(met: list[Meeting]) -> Comparisons:
    """Tables 3.6 and 3.7."""
    rows = []
    for table, printed in COMPETITIONS.items():
        meeting = seated(met, printed)
        for name, paper in printed.items():
            ours = Interval(*(COMPETITION_GAMES * end for end in meeting.wins(name).interval()))
            share = max(paper, 1) / COMPETITION_GAMES
            error = COMPETITION_GAMES * sqrt(share * (1 - share) / COMPETITION_GAMES)
            section = f"{table.capitalize()}: seated clockwise in this order"
            rows.append(Comparison(SHORT[name], "", paper, *ours, meeting.moments.count, error, section))
    note = "The best network of each depth of table 3.4 and the training opponent. All six orders stand below."
    return Comparisons("The competition: tables 3.6 and 3.7 beside ours", rows, "wins in 1,000 games", 100, "games", note)


# ---- claims ----


def activation_claims(runs: Groups) -> list[Claim]:
    """ReLU or sigmoid?"""
    found = []
    for layers, (relu, sigmoid) in enumerate(zip(RELUS, SIGMOIDS, strict=True), 1):
        ones, others = (runs("activations", each.name).means() for each in (relu, sigmoid))
        test = stats.pooled(ones, others)
        words = f"{layers} layer{'s' * (layers > 1)}"
        found.append(Claim(
            f"With {words}, ReLU ends below the sigmoid.", less(test.low, test.high), ACTIVATIONS[relu].mean - ACTIVATIONS[sigmoid].mean,
            test.difference, test.low, test.high,
            f"points; t-test p {chance(test.p)}, printed {TEST_OF_ACTIVATIONS[layers]:.4f} (table 3.3)",
        ))  # fmt: skip
    deep = mean_of(runs("activations", SIGMOIDS[2].name).means())
    paper = ACTIVATIONS[SIGMOIDS[2]]
    verdict = figure(paper.mean + runs.loser - LIMIT - OVER, deep.low, deep.high, MATTERS, runs.equal, paper.sd / sqrt(RUNS))
    lead = mean_of(runs("activations", SIGMOIDS[2].name).gaps())
    found.append(Claim(
        "Three layers of sigmoids end where somebody ends who loses every game.", verdict, paper.mean, *deep,
        because=f"final score; equal players would end at {runs.equal:,.0f}, and {MATTERS} off is near. Their lead over the opponents is "
        f"{measured(*lead)} points, that of random play {number(NOTHING, 0)}",
    ))  # fmt: skip
    sides = [[runs("activations", each.name).means() for each in kind[:2]] for kind in (RELUS, SIGMOIDS)]
    ratio = ratio_of_spreads(*sides)
    printed = sqrt(sum(ACTIVATIONS[each].sd ** 2 for each in RELUS[:2]) / sum(ACTIVATIONS[each].sd ** 2 for each in SIGMOIDS[:2]))
    found.append(Claim(
        "Both activations are equally stable.", between(ratio.low, ratio.high, 0.5, 2), round(printed, 2), *ratio,
        because="spread of ReLU's runs divided by that of the sigmoids', one and two layers; 0.5 to 2 counts. Three layers are left "
        "out: near the limit nobody can end much higher, so spreads there say little",
        would_decide="more runs" if ratio.low < 0.5 or ratio.high > 2 else "",
    ))  # fmt: skip
    return found


def depth_claims(runs: Groups) -> list[Claim]:
    """Do more layers help?"""
    settings = list(DEPTHS)
    means = [runs("depths", each.name).means() for each in settings]
    found = []
    for (fewer, deeper), printed in TEST_OF_DEPTHS.items():
        test = stats.pooled(means[deeper - 1], means[fewer - 1])
        paper = DEPTHS[settings[deeper - 1]].mean - DEPTHS[settings[fewer - 1]].mean
        because = f"points that {deeper} layers end higher; t-test p {chance(test.p)}, printed {printed:.4f} (table 3.5)"
        if (fewer, deeper) == (1, 3):
            text, verdict = "Three layers of 64 end above one of 192.", more(test.low, test.high)
        else:
            text = f"{('Two', 'Three')[deeper - 2]} layers are not better than {('one', 'two')[fewer - 1]} of the same units in all."
            verdict, because = more(test.low, test.high, -MATTERS), f"{because}; better by {MATTERS} would matter"
        found.append(Claim(text, verdict, paper, test.difference, test.low, test.high, because))
    bins = [runs("depths", each.name).curves("learner") for each in settings]
    late = []
    for rows in bins:
        quarters = [part.mean(axis=1) for part in np.array_split(rows, 4, axis=1)]
        late += [float(end) for end in (quarters[2] - quarters[3]) - (quarters[0] - quarters[1])]
    slower = mean_of(late)
    found.append(Claim(
        "The learning curves flatten near the end.", less(slower.low, slower.high), None, *slower,
        because="points gained from the third quarter of the games to the last, less those from the first to the second",
    ))  # fmt: skip
    return found


def rate_claims(runs: Groups) -> list[Claim]:
    """The learning rates of section 3.1, network by network."""

    def worse(setting: Setting, rate: float, instead: float) -> Interval:
        """How much lead a network loses by learning at a rate instead of at another."""
        return difference_of(*(runs("rates", at_rate(setting, each)).at_worst() for each in (instead, rate)))

    def claim(text: str, found: dict[str, Interval]) -> Claim:
        """True if it is true of every network; the figure is that of the one where least speaks for it."""
        verdicts = [more(each.low, each.high) for each in found.values()]
        least = min(found, key=lambda name: found[name].value)
        clear = sum(each == Verdict.REPRODUCED for each in verdicts)
        return Claim(
            text, worst(*verdicts), None, *found[least],
            because=f"{LEAD} lost at {least}, where least is lost; clear in {clear} of {len(found)} comparisons. "
            "A run that blew up counts as random play",
            would_decide="more runs" if worst(*verdicts) == Verdict.UNDECIDED else "",
        )  # fmt: skip

    blow = [runs("rates", at_rate(each, 0.001)) for each in RELUS[1:]]
    gone, tried = sum(group.blown_up for group in blow), sum(len(group.rows) for group in blow)
    share = share_of(gone, tried)
    regularly = more(share.low, share.high, REGULARLY)
    return [
        claim("A rate of 0.01 is too high for every network.", {at_rate(each, 0.01): worse(each, 0.01, each.rate) for each in ACTIVATIONS}),
        claim(
            "Every network of sigmoids does best at 0.001.",
            {at_rate(each, rate): worse(each, rate, 0.001) for each in SIGMOIDS for rate in RATES if rate != 0.001},
        ),
        claim(
            "For two and three layers of ReLU 0.001 is too high.",
            {at_rate(each, 0.001): worse(each, 0.001, 0.0001) for each in RELUS[1:]},
        ),
        Claim(
            "At that rate they blow up regularly.", regularly, None, *share,
            because=f"share of {tried} runs ({gone} blew up); more than {REGULARLY:g} counts. The leaky unit and the points of the hand as "
            "inputs are our readings; see what the others do below",
            would_decide="more runs" if regularly == Verdict.UNDECIDED else "",
        ),
    ]  # fmt: skip


def table_claims(runs: Groups, met: list[Meeting], record: Record) -> list[Claim]:
    """What became of the networks in other company."""
    printed = [seated(met, order) for order in COMPETITIONS.values()]
    leads = [together([(each.wins("one") - each.wins(name)).interval() for each in printed]) for name in PLAYERS if name != "one"]
    lead = min(leads, key=lambda each: each.value)
    paper_lead = (670 - 330 + 539 - 461) / 2 / COMPETITION_GAMES
    found = [Claim("The network with one layer wins the competition.", more(lead.low, lead.high), paper_lead, *lead,
                   because="its share of wins less that of the next best, in both printed orders")]  # fmt: skip
    for name, setting in zip(PLAYERS[2:], list(DEPTHS)[1:], strict=True):
        beats = mean_of(runs("depths", setting.name).gaps())
        mixed = together([(each.wins(name) - each.wins("opponent")).interval() for each in printed])
        found.append(Claim(
            f"The network with {SHORT[name]} beats three of the training opponent, and yet wins less than it in mixed company.",
            worst(more(beats.low, beats.high), less(mixed.low, mixed.high)), round(-(330 + 461) / 2 / COMPETITION_GAMES, 2), *mixed,
            because=f"its share of wins less that of the training opponent in the printed orders; against three of them it ends "
            f"{measured(*beats)} points below them",
        ))  # fmt: skip
    moved = apart(printed[0].wins("one").interval(), printed[1].wins("one").interval())
    who, effect = worst_on_the_left(standings(record)["orders"])
    played = standings(record)["person"]
    harder = [(played.points(at, 0) - played.points(0, 0)).interval() for at in (1, 2)]
    return [
        *found,
        Claim(
            "A player does better with the worst player on its left.", less(effect.low, effect.high), None, *effect,
            because=f"points a hand, mean of the others when the worst ({SHORT[who]}) sits on their left less when it sits elsewhere, all "
            "six orders on the same deals",
        ),
        Claim(
            "The network with one layer wins more as seated in table 3.6 than in 3.7.", more(moved.low, moved.high),
            (670 - 539) / COMPETITION_GAMES, *moved, because="share of wins",
        ),
        *(
            Claim(
                f"A person scores worse against the {SHORT[name]}{' network' * (name == 'one')} than against random players.",
                more(each.low, each.high), PERSON[name][0] - PERSON["random"][0], *each,
                because="points in games to 50, with Jake for the person",
            )
            for name, each in zip(("opponent", "one"), harder, strict=True)
        ),
    ]  # fmt: skip


# ---- figures ----


def figures(runs: Groups) -> list[Chart]:
    """Figures 3.1 to 3.4."""

    def course(title: str, experiment: str, settings: list[Setting]) -> Chart:
        printed = ACTIVATIONS if experiment == "activations" else DEPTHS
        series = [runs(experiment, each.name).series(layers_of(each), "learner", printed[each].mean) for each in settings]
        series += [runs(experiment, each.name).series(f"vs {layers_of(each)}", "others") for each in settings]
        note = "Learners and (vs) their opponents, mean of the runs. Diamond: the printed mean of the test games that followed."
        return Chart(title, series, "training games", "final score", levels=[("equal players", round(runs.equal))], note=note)

    def layers_of(setting: Setting) -> str:
        return setting.name.split(", ")[1]

    still = "Mean of the runs, ten games at a time; the networks no longer learn."
    tests = [runs("depths", each.name).test_series(layers_of(each), paper.mean) for each, paper in DEPTHS.items()]
    return [
        course("Figure 3.1: sigmoid", "activations", SIGMOIDS),
        course("Figure 3.2: ReLU", "activations", RELUS),
        course("Figure 3.3: depth", "depths", list(DEPTHS)),
        Chart("Figure 3.4: the test games", tests, "test games", "final score", note=still),
    ]  # fmt: skip
