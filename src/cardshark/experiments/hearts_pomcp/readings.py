"""Where the POMCP report is silent: every point, how we read it, how much that matters, and which reading fits all that is printed."""

from collections.abc import Sequence

from cardshark.arena.contest import Standing
from cardshark.arena.stats import Interval
from cardshark.experiments.hearts_pomcp.hands import Hands, moons_interval, printed_error
from cardshark.experiments.hearts_pomcp.measured import Measured, printed_share
from cardshark.experiments.hearts_pomcp.tables import (
    CHOSEN_ON,
    CONSTANTS,
    DEALS,
    DESCRIBED,
    HANDS,
    HOUSES,
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
from cardshark.report.verdict import Effect

IN_PROGRAM = {  # points that the author's program settles, as the text does not: what it does, and the candidate that does otherwise
    "what everybody passes": ("three cards at random", "programmed, worst cards passed"),
    "which card greedy players stay under": ("the winning one, though the text says the first", "programmed, under the first card"),
    "which spade is thrown away": ("king and ace of spades before the queen: a slip", "programmed, queen thrown first"),
    "what an own moon counts in playouts": ("-26, though it scores 0", "programmed, own moon as scored"),
    "which card is led first": ("the two of clubs", ""),
    "to whom cards are passed": ("left, right, across in turn; here always left, as in the text", ""),
    "what POMCP forgets": ("voids in spades, and that hearts were broken: slips that we do not copy", ""),
}
MOST_MISFIT = 46.2  # of the 32 scores of eight tables by a reading that is right, 95 times out of 100: chi-squared
MISFIT_MATTERS = 3.84  # squared standard errors that one reading must be farther off: the 95 % point of chi-squared, one choice more


def readings(measured: Measured) -> list[Reading]:
    """Every point that the report leaves open, and how much it matters."""
    standings = measured.standings
    styles, c, dealt, time = (standings[name] for name in ("styles", "c", "samplers", "time"))
    base = standings[TEXT_TABLES].share(0, 1).interval()
    matters = printed_error(measured.hands[0].share(1))  # of MC's share at table 1
    worst = max(range(len(CONSTANTS)), key=lambda table: c.points(table, 0).value)

    def reading(point: str, choice: str, other: str, share: Interval, usual: Interval = base, player: str = "MC") -> Reading:
        changes = abs(share.value - usual.value) > matters
        note = f"{player}'s share {with_interval(*share)} instead of {with_interval(*usual)}"
        return Reading(point, choice, other, Effect.LEVEL if changes else Effect.SMALL, note)

    fits = misfits(measured.trials)
    return [
        reading(
            "all that the program settles", "as in the author's program", DESCRIBED, base, standings[PROGRAM_TABLES].share(0, 1).interval()
        ),
        *(program_reading(point, *settled, fits) for point, settled in IN_PROGRAM.items()),
        reading(
            "how many deals are half a second", f"{DEALS[PLAYED]} as described, {DEALS[PLAYED + 1]} as programmed", f"{DEALS[-1]:,} deals",
            time.share(len(DEALS) - 1, 0).interval(), time.share(PLAYED, 0).interval(),
        ),
        reading(
            "POMCP's constant c", "the points outstanding; as programmed 10", f"{', '.join(CONSTANTS[:-1])}; worst {CONSTANTS[worst]}",
            c.share(worst, 0).interval(), c.share(CONSTANTS.index("outstanding"), 0).interval(), "POMCP",
        ),
        reading(
            "who gets a card first in an imagined deal", "most constrained first", "uniform deals",
            dealt.share(1, 0).interval(), dealt.share(0, 0).interval(),
        ),
        reading(
            "what the random player passes", "as described: what everybody passes", "random cards",
            standings["random passes"].share(0, 1).interval(), standings[TEXT_TABLES].share(2, 1).interval(),
        ),
        *(
            reading("the greedy player", next(iter(STYLES)), words, styles.share(table, 1).interval())
            for table, words in enumerate(STYLES) if table
        ),
        *(
            reading("the rules", "three cards to the left, any first lead", words, standings[words].share(0, 1).interval())
            for words in HOUSES
        ),
    ]  # fmt: skip


def program_reading(point: str, choice: str, otherwise: str, fits: dict[str, tuple[float, float]]) -> Reading:
    """A point that the author's program settles; where a candidate does otherwise, both misfits."""
    if not otherwise:
        return Reading(point, choice)
    (usual, _), (other, _) = fits[PROGRAMMED], fits[otherwise]
    changes = other - usual > MISFIT_MATTERS
    return Reading(
        point, choice, otherwise.removeprefix("programmed, "), Effect.LEVEL if changes else Effect.SMALL,
        f"misfit of the eight tables {other:.0f} instead of {usual:.0f}",
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
        f"printed share: {printed_error(measured.hands[0].share(1)):.3f}."
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
    """The misfit of every candidate, on the seed on which the reading was chosen."""
    tables = len(PRINTED)
    fits = misfits(measured.trials).items()
    rows = [Comparison(f"{reading}: all four scores", "scores and moons", None, joint) for reading, (joint, _) in fits]
    rows += [Comparison(f"{reading}: moons alone", "moons", None, moons) for reading, (_, moons) in fits]
    note = (
        f"Squared distance from the printed scores in standard errors, {tables} tables together, on seed {CHOSEN_ON}, which is not "
        f"published. A reading that is right has about {4 * tables} for all scores and {tables} for the moons. A printed table has "
        f"{HANDS:,} hands; the four scores of a table hold its shares and, by their sum, its moons."
    )
    return Bars("Which reading fits?", rows, "squared standard errors", note)


def what_comes_out(trials: dict[str, list[Hands]]) -> str:
    """Do the printed figures come out by the text, and by the program? In words."""
    found = misfits(trials)
    by_text, by_program = (found[reading][0] <= MOST_MISFIT for reading in (DESCRIBED, PROGRAMMED))
    program = "by the program that its author has published"
    if by_program and not by_text:
        return f"By the text alone the printed figures do not come out; {program} they do."
    if by_text and not by_program:
        return f"By the text alone the printed figures come out; {program} they do not."
    return f"The printed figures come out {'both' if by_text else 'neither'} by the text alone {'and' if by_text else 'nor'} {program}."


def describe_fit(trials: dict[str, list[Hands]]) -> str:
    """Which reading fits, in words."""
    found = misfits(trials)
    best, tables = next(iter(found)), len(PRINTED)
    parts = [f"{reading} {found[reading][0]:.0f} (moons {found[reading][1]:.0f})" for reading in (PROGRAMMED, DESCRIBED)]
    winner = "" if best == PROGRAMMED else f"; the best of {len(found)} is {best}, {found[best][0]:.0f}"
    return f"misfit, where {4 * tables} (moons {tables}) is chance: {', '.join(parts)}{winner}"


def moon_shooters(hands: Sequence[Hands]) -> str:
    """Who shoots the moons of table 1, in words."""
    table = hands[0]
    looking, greedy = (moons_interval(table.moons(*seats), table.moments.count) for seats in ((1,), (0, 2, 3)))
    if looking.low <= greedy.high:
        return f"simple Monte Carlo ({with_interval(*looking)}) and its three greedy opponents ({with_interval(*greedy)})"
    return f"simple Monte Carlo ({with_interval(*looking)}) more than by its three greedy opponents ({with_interval(*greedy)})"
