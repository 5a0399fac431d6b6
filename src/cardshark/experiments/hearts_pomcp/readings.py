"""Where the POMCP report is silent: every point, how we read it, and how much that matters."""

from cardshark.arena.contest import Standing
from cardshark.arena.stats import Interval
from cardshark.experiments.hearts_pomcp.tables import CONSTANTS, DEALS, HOUSES, PLAYED, STYLES
from cardshark.report.figures import with_interval
from cardshark.report.result import Reading
from cardshark.report.verdict import Effect

CHANGES = 0.01  # of a share: more than this changes the level


def readings(standings: dict[str, Standing]) -> list[Reading]:
    """Every point that the report leaves open, and how much it matters."""
    styles, mixed, c, dealt = (standings[name] for name in ("styles", "random passes", "c", "samplers"))
    first = standings["tables"].share(0, 1).interval()
    worst = max(range(len(CONSTANTS)), key=lambda table: c.points(table, 0).value)
    of_time = standings["deals"]
    return [
        Reading(
            "how many deals are half a second",
            f"{DEALS[PLAYED]}, which fit the printed figures; POMCP gets the same time", f"{DEALS[-1]:,} deals",
            *effect_on_share(of_time.share(len(DEALS) - 1, 0).interval(), of_time.share(PLAYED, 0).interval()),
        ),
        Reading(
            "POMCP's constant c", "the points still outstanding", f"{', '.join(CONSTANTS[:-1])}; the worst is {CONSTANTS[worst]}",
            *effect_on_share(c.share(worst, 0).interval(), c.share(CONSTANTS.index("outstanding"), 0).interval(), "POMCP"),
        ),
        Reading(
            "who gets a card first in an imagined deal", "most constrained first, ties at random", "uniform deals",
            *effect_on_share(dealt.share(1, 0).interval(), dealt.share(0, 0).interval()),
        ),
        Reading(
            "what the random player passes", "what everybody passes, because that fits the printed figures better", "random cards",
            *effect_on_share(mixed.share(0, 1).interval(), standings["tables"].share(2, 1).interval()),
        ),
        *(
            Reading("the greedy player", next(iter(STYLES)), words, *effect_on_share(styles.share(table, 1).interval(), first))
            for table, words in enumerate(STYLES) if table
        ),
        *(
            Reading(
                "the rules", "three cards to the left, any first lead", words,
                *effect_on_share(standings[words].share(0, 1).interval(), first),
            )
            for words in HOUSES
        ),
    ]  # fmt: skip


def effect_on_share(share: Interval, base: Interval, player: str = "MC") -> tuple[Effect, str]:
    """Does another reading change what a player takes?"""
    changes = abs(share.value - base.value) > CHANGES
    return (Effect.LEVEL if changes else Effect.SMALL), f"{player}'s share {with_interval(*share)} instead of {with_interval(*base)}"
