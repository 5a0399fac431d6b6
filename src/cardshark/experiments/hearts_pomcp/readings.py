"""Where the POMCP report is silent: every point, how we read it, how much that matters, and which reading fits all that is printed."""

from collections.abc import Sequence
from typing import NamedTuple

from cardshark.arena.contest import Standing
from cardshark.arena.stats import Estimate, Interval, independent_difference
from cardshark.experiments.hearts_pomcp.hands import SEATS, Hands, moons_interval, printed_error
from cardshark.experiments.hearts_pomcp.measured import Measured, printed_share
from cardshark.experiments.hearts_pomcp.tables import (
    CHOSEN_ON,
    CONSTANTS,
    DEALS,
    DESCRIBED,
    HANDS,
    HOUSES,
    MOONS,
    PLAYED,
    PRINTED,
    PROGRAM_TABLES,
    PROGRAMMED,
    ROLLOUTS,
    STYLES,
    TEXT_TABLES,
)  # fmt: skip
from cardshark.report.figures import with_interval
from cardshark.report.result import Bars, Comparison, Forest, Reading
from cardshark.report.verdict import Effect, matters

BY_TEXT = "by the text: "  # points that vary the reading as described


class Settled(NamedTuple):
    """What the author's program does at a point that the text leaves open."""

    choice: str
    otherwise: str = ""  # the candidate that does otherwise, where one was tried
    note: str = ""


IN_PROGRAM = {  # by point; what is not tried as programmed may be tried as described
    "what everybody passes": Settled("three cards at random", "programmed, worst cards passed"),
    "which card greedy players stay under": Settled("the winning one, though the text says the first", "programmed, under the first card"),
    "which spade is thrown away": Settled("king and ace of spades before the queen: a slip", "programmed, queen thrown first"),
    "what an own moon counts in playouts": Settled("-26, though it scores 0", "programmed, own moon as scored"),
    "which card is led first": Settled("the two of clubs", note="see by the text: the rules"),
    "to whom cards are passed": Settled("left, right, across in turn; here always left, as in the text", note="see by the text: the rules"),
    "what POMCP forgets": Settled("voids in spades, and that hearts were broken: slips that we do not copy"),
    "a moon while POMCP looks ahead": Settled("counted again at every later step, a slip that we do not copy: ours counts once"),
    "which suit is lower, at equal ranks": Settled("diamonds, clubs, hearts, spades; ours begins with clubs"),
    "how long a move takes": Settled(f"one second, though the text says half a second; here {DEALS[PLAYED + 1]} deals"),
}
CAUSES = "It passes at random, stays under the winning card, and in thought counts an own moon as −26."
MOST_MISFIT = 46.2  # of the 32 scores of eight tables by a reading that is right, 95 times out of 100: chi-squared
MISFIT_MATTERS = 3.84  # squared standard errors between two readings: the 95 % point of chi-squared, one choice more


def readings(measured: Measured) -> list[Reading]:
    """Every point that the report leaves open, and how much it matters."""
    standings = measured.standings
    styles, c, dealt, time = (standings[name] for name in ("styles", "c", "samplers", "time"))
    base = standings[TEXT_TABLES].share(0, 1)
    than = smallest_share(measured.hands)
    worst = max(range(len(CONSTANTS)), key=lambda table: c.points(table, 0).value)

    def reading(point: str, choice: str, other: str, share: Estimate, usual: Estimate = base, player: str = "MC") -> Reading:
        note = f"{player}'s share {with_interval(*share.interval())} instead of {with_interval(*usual.interval())}"
        change = change_of(share, usual)
        return Reading(point, choice, other, matters(change.low, change.high, than), f"{note}: {with_interval(*change, 4)}")

    fits = misfits(measured.trials)
    return [
        reading(
            "all that the program settles", "as in the author's program", DESCRIBED, base, standings[PROGRAM_TABLES].share(0, 1)
        ),
        *(program_reading(point, settled, fits, mc_share(measured.trials, settled), than) for point, settled in IN_PROGRAM.items()),
        reading(
            f"{BY_TEXT}how many deals are half a second", f"{DEALS[PLAYED]} as described, {DEALS[PLAYED + 1]} as programmed",
            f"{DEALS[-1]:,} deals", time.share(len(DEALS) - 1, 0), time.share(PLAYED, 0),
        ),
        reading(
            f"{BY_TEXT}POMCP's constant c", "the points outstanding; as programmed 10",
            f"{', '.join(CONSTANTS[:-1])}; worst {CONSTANTS[worst]}", c.share(worst, 0),
            c.share(CONSTANTS.index("outstanding"), 0), "POMCP",
        ),
        reading(
            f"{BY_TEXT}who gets a card first in an imagined deal", "most constrained first", "uniform deals",
            dealt.share(1, 0), dealt.share(0, 0),
        ),
        reading(
            f"{BY_TEXT}what the random player passes", "as described: what everybody passes", "random cards",
            standings["random passes"].share(0, 1), standings[TEXT_TABLES].share(2, 1),
        ),
        *(
            reading(f"{BY_TEXT}the greedy player", next(iter(STYLES)), words, styles.share(table, 1), styles.share(0, 1))
            for table, words in enumerate(STYLES) if table
        ),
        *(
            reading(f"{BY_TEXT}the rules", "three cards to the left, any first lead", words, standings[words].share(0, 1))
            for words in HOUSES
        ),
    ]  # fmt: skip


def smallest_share(hands: Sequence[Hands]) -> float:
    """What a change of a share is compared with: the standard error of MC's share in the printed table 1."""
    return printed_error(hands[0].share(1))


def change_of(share: Estimate, usual: Estimate) -> Interval:
    """How much a share changes. Of one contest both are known deal by deal. Of two contests the record does not say how they vary together:
    they are taken as independent, which makes the interval rather too wide, because they share deals."""
    if share.moments is usual.moments:
        return (share - usual).interval()
    return independent_difference(share.interval(), usual.interval())


def mc_share(trials: dict[str, list[Hands]], settled: Settled) -> Interval | None:
    """How much MC's share at table 1 changes where a candidate does otherwise than the program."""
    if not settled.otherwise:
        return None
    return change_of(trials[settled.otherwise][0].share(1), trials[PROGRAMMED][0].share(1))


def program_reading(point: str, settled: Settled, fits: dict[str, tuple[float, float]], change: Interval | None, than: float) -> Reading:
    """A point that the author's program settles; where a candidate does otherwise, both misfits, and what becomes of MC's share."""
    if change is None:
        return Reading(point, settled.choice, note=settled.note)
    (usual, _), (other, _) = fits[PROGRAMMED], fits[settled.otherwise]
    changes = abs(other - usual) > MISFIT_MATTERS
    effect = Effect.LEVEL if changes else matters(change.low, change.high, than)
    better = "; the alternative fits better" if changes and other < usual else ""
    return Reading(
        point, settled.choice, settled.otherwise.removeprefix("programmed, "), effect,
        f"misfit of the eight tables {other:.0f} instead of {usual:.0f}{better}; MC's share {with_interval(*change)}",
    )  # fmt: skip


# ---- all readings in one plot ----


def forest(measured: Measured) -> Forest:
    """Simple Monte Carlo's share at table 1 by every reading, on the published seed."""
    standings = measured.standings
    rollouts, styles, time = standings["rollouts of MC"], standings["styles"], standings["time"]

    def row(group: str, label: str, standing: Standing, table: int, seat: int) -> Comparison:
        return Comparison(label, group, None, *standing.share(table, seat).interval(), standing.moments.count)

    rows = [
        row("whole readings", "as in the author's program", standings[PROGRAM_TABLES], 0, 1),
        row("whole readings", "as described", standings[TEXT_TABLES], 0, 1),
        *(row("the greedy player", words, styles, table, 1) for table, words in enumerate(STYLES) if table),
        *(row("the rules", words, standings[words], 0, 1) for words in HOUSES),
        *(row("playouts", words, rollouts, table, 0) for table, words in enumerate(ROLLOUTS) if table),
        *(row("time", f"{deals:,} deals", time, table, 0) for table, deals in enumerate(DEALS)),
    ]
    note = (
        "Each row changes one point of the reading as described; the first changes all that the program settles. Standard error of the "
        f"printed share: {smallest_share(measured.hands):.3f}."
    )
    unit = "simple Monte Carlo's share of the points, table 1"
    return Forest("Every reading: simple Monte Carlo against three greedy players", rows, unit, printed_share(0, 1), note, "deals")


# ---- which reading fits ----


def misfits(trials: dict[str, list[Hands]]) -> dict[str, tuple[float, float]]:
    """How far each candidate is from all printed tables: all scores jointly, and the moons alone. Best first."""
    found = {}
    for reading, hands in trials.items():
        fits = [each.misfit() for each in hands]
        found[reading] = (sum(joint for joint, _ in fits), sum(moons for _, moons in fits))
    return dict(sorted(found.items(), key=lambda item: item[1][0]))


def fit_figure(measured: Measured) -> Bars:
    """The misfit of every candidate on a seed that is not published; the note has the thresholds of this and of the table of readings."""
    tables = len(PRINTED)
    fits = misfits(measured.trials).items()
    than = smallest_share(measured.hands)
    rows = [Comparison(f"{reading}: all four scores", "scores and moons", None, joint) for reading, (joint, _) in fits]
    rows += [Comparison(f"{reading}: moons alone", "moons", None, moons) for reading, (_, moons) in fits]
    note = (
        f"Squared distance from the printed scores in standard errors, {tables} tables together, on seed {CHOSEN_ON}, which is not "
        f"published. A reading that is right has about {4 * tables} for all scores and {tables} for the moons; the printed "
        f"figures come out by it if it has {MOST_MISFIT:.0f} at most, as in 95 of 100 cases. A printed table has "
        f"{HANDS:,} hands; the four scores of a table hold its shares and, by their sum, its moons. {few_deals(measured.trials)}In the "
        "table “Where the paper is silent” a reading changes the level if the interval of the change of a share leaves out 0, or if the "
        f"misfit changes by more than {MISFIT_MATTERS}. Its effect is small if all of that interval lies within ±{than:.3f}, the standard "
        "error of the share that simple Monte Carlo has in the printed table 1. Else it cannot be told. Changes between two contests are "
        "taken as independent, though they share deals: their intervals are rather too wide. Every row is a test of its own at 95 %."
    )
    return Bars("Which reading fits?", rows, "squared standard errors", note)


def what_comes_out(trials: dict[str, list[Hands]]) -> str:
    """Do the printed figures come out by the text, and by the program? In words, with what the program does where that explains it."""
    found = misfits(trials)
    by_text, by_program = (found[reading][0] <= MOST_MISFIT for reading in (DESCRIBED, PROGRAMMED))
    program = "by the program that its author has published"
    if by_program and not by_text:
        return f"By the text alone the printed figures do not come out; {program} they do. {CAUSES}"
    if by_text and not by_program:
        return f"By the text alone the printed figures come out; {program} they do not."
    return f"The printed figures come out {'both' if by_text else 'neither'} by the text alone {'and' if by_text else 'nor'} {program}."


def describe_fit(trials: dict[str, list[Hands]]) -> str:
    """How well both readings fit, and which of all that were tried on as many deals fits best, in words."""
    found, tables = misfits(trials), len(PRINTED)
    compared = [reading for reading in found if reading not in with_few_deals(trials)]
    parts = [f"{reading} {found[reading][0]:.0f}" for reading in (PROGRAMMED, DESCRIBED)]
    winner = "" if compared[0] == PROGRAMMED else f"; the least of {len(compared)} readings: {found[compared[0]][0]:.0f} ({compared[0]})"
    return f"{', '.join(parts)}, where a reading that is right has about {4 * tables}{winner}"


def with_few_deals(trials: dict[str, list[Hands]]) -> dict[str, int]:
    """Readings that were tried on fewer deals, and on how many: with larger errors of their own, their misfits are smaller."""
    deals = {reading: hands[0].moments.count // SEATS for reading, hands in trials.items()}
    return {reading: tried for reading, tried in deals.items() if tried < deals[DESCRIBED]}


def few_deals(trials: dict[str, list[Hands]]) -> str:
    """The same, in words."""
    usual = trials[DESCRIBED][0].moments.count // SEATS
    found = [f"{reading} ({deals:,} deals instead of {usual:,})" for reading, deals in with_few_deals(trials).items()]
    return f"Not ranked, because fewer deals make a misfit smaller: {', '.join(found)}. " if found else ""


def describe_moons(tables: Standing, described: Standing) -> str:
    """The moons of table 1 on the published seed."""
    found = [f"{standing.moons(0):.0f} {by}" for standing, by in ((tables, "by the program"), (described, "by the text"))]
    return f"Moons of table 1 in a thousand hands: {', '.join(found)}, printed {MOONS[0]}."


def moon_shooters(hands: Sequence[Hands]) -> str:
    """Who shoots the moons of table 1, in words."""
    table = hands[0]
    looking, greedy = (moons_interval(table.moons(*seats), table.moments.count) for seats in ((1,), (0, 2, 3)))
    if looking.low <= greedy.high:
        return f"simple Monte Carlo ({with_interval(*looking)}) and its three greedy opponents ({with_interval(*greedy)})"
    return f"simple Monte Carlo ({with_interval(*looking)}) more than by its three greedy opponents ({with_interval(*greedy)})"
