"""Where the rollout thesis can be read in other ways: every way, what it changes, and how far it is from what is printed."""

from typing import NamedTuple

from cardshark.arena.stats import Interval, difference_of, holm, pooled
from cardshark.experiments.hearts_rollouts.contests import DESCRIBED, FEW_NS, PLAYOUTS, SOME, TOTALS, WAYS
from cardshark.experiments.hearts_rollouts.matrices import cell, group_of
from cardshark.experiments.hearts_rollouts.measured import Figure, Played, change, final_score, gap, spread
from cardshark.experiments.hearts_rollouts.tables import CALLED, LEVELS, NS, ROLLOUTS, difference, difference_error
from cardshark.report.figures import number, with_interval
from cardshark.report.record import Record
from cardshark.report.result import Comparison, Forest, Matrix, Reading
from cardshark.report.verdict import Effect, Level, matters, most
from cardshark.report.verdict import level as level_of

TRICK_WAY = "ends with the trick"
LOWEST_WAY = "ends with the trick, lowest of equals"
Ways = dict[str, dict[str, Interval]]  # by reading, then by level


def ways_played(played: Played) -> Ways:
    """The final score of the rollout agent less that of a network, n = 200, in every way to read the thesis."""
    found: Ways = {DESCRIBED: {level: played.over(group_of(level), gap(NS.index(200))) for level in LEVELS}}
    for group, ways in (("readings", WAYS), ("totals", TOTALS)):
        for table, name in enumerate(ways):
            found[name] = {level: played.over(f"{level} {group}", gap(table)) for level in LEVELS}
    return found


def seeds_of_way(played: Played, name: str, level: str) -> int:
    """How many brains a reading was played with."""
    return played.seeds(f"{level} {'totals' if name in TOTALS else 'readings' if name in WAYS else 'matches'}")


def sign_like_printed(found: dict[str, Interval]) -> bool:
    """Whether rollouts help and hurt the same brains as in the thesis, by the estimates alone."""
    return all(found[level].value * difference(level) > 0 for level in LEVELS)


def matched(played: Played, name: str) -> list[str]:
    """The brains of which a reading also has the printed mean, spread and wins of the rollout agent with n = 200."""
    table, found = list(WAYS).index(name), []
    for level in LEVELS:
        figures = own_figures(level, table)
        if all(level_of(paper, error, *played.over(f"{level} readings", ours)[1:]) == Level.INSIDE for paper, error, ours in figures):
            found.append(level)
    return found


def distance(found: dict[str, Interval]) -> float:
    """How far a reading is from the three printed figures, on average."""
    return sum(abs(found[level].value - difference(level)) for level in LEVELS) / len(LEVELS)


def forest(played: Played) -> Forest:
    """All of them in one plot."""
    ways = ways_played(played)
    rows = [
        Comparison(name, CALLED[level], difference(level), *found[level], seeds_of_way(played, name, level), difference_error(level))
        for level in LEVELS for name, found in ways.items()
    ]  # fmt: skip
    note = "n = 200; below 0 rollouts help. Diamonds: table 4.7."
    return Forest("What rollouts change, by reading", rows, "rollout agent − NN-agent, points of the final score", note=note)


def way_table(played: Played) -> Matrix:
    """The same as figures, with the mean distance from what is printed."""
    ways = ways_played(played)
    cells = [
        [
            *(cell(difference(level), found[level], seeds_of_way(played, name, level), difference_error(level)) for level in LEVELS),
            cell(None, (distance(found), None, None), 0),
        ]
        for name, found in ways.items()
    ]
    columns = [*(CALLED[level] for level in LEVELS), "mean distance"]
    games = f"{4 * played.deals('strong readings')} games of each reading and brain; match totals: {4 * played.deals('strong totals')}."
    note = f"{games} {hurting(ways)}"
    return Matrix("Readings of what is played", list(ways), columns, cells, "rollout agent − NN-agent, points, n = 200", note=note)


def hurting(ways: Ways) -> str:
    """In which readings rollouts hurt the well-trained brain, as in the thesis."""
    hurt = [name for name, found in ways.items() if found["strong"].low > 0]
    if not hurt:
        return "Rollouts hurt the well-trained brain in none of them."
    best = min(hurt, key=lambda name: distance(ways[name]))
    apart = number(distance(ways[best]), 0)
    return f"Rollouts hurt the well-trained brain in {len(hurt)} of them; the nearest, “{best}”, is {apart} points off."


def trick_table(played: Played) -> Matrix:
    """What else of the thesis the reading has that ends playouts with the trick: mean, spread and wins of the rollout agent."""
    table, seeds, cells = list(WAYS).index(TRICK_WAY), seeds_of_way(played, TRICK_WAY, LEVELS[0]), []
    for level in LEVELS:
        cells.append([
            cell(round(each.paper, 2), played.over(f"{level} readings", each.ours), seeds, each.error) for each in own_figures(level, table)
        ])  # fmt: skip
    alike = [CALLED[level] for level in matched(played, TRICK_WAY)]
    note = f"All three agree for {' and '.join(alike) or 'no brain'}. Other phrases of the text speak for playouts to the end of the hand."
    title = f"Playouts that end with the trick: tables 4.1 to 4.6, n = {NS[0]}"
    unit = "points of the rollout agent's final score; of 100 games, how many it wins"
    return Matrix(title, [CALLED[level] for level in LEVELS], ["µ", "σ", "wins"], cells, unit, note=note)


class OwnFigure(NamedTuple):
    """A figure of the rollout agent with the fewest deals."""

    paper: float
    error: float  # standard error of that
    ours: Figure


def own_figures(level: str, table: int) -> list[OwnFigure]:
    """The printed mean, spread and wins in 100 games, and ours at a table."""
    paper = ROLLOUTS[level, NS[0]]
    return [
        OwnFigure(paper.mean, paper.error, final_score(table, 0)),
        OwnFigure(paper.sd, paper.sd_error, spread(table)),
        OwnFigure(100 * paper.share, 100 * paper.share_error, lambda sums: 100 * sums.share(table, 0)),
    ]


def readings(played: Played, record: Record) -> list[Reading]:
    """Every point that the thesis leaves open, and how much it matters."""
    return [*played_readings(played), totals_reading(played, record), *brain_readings(played), *deal_readings(played)]


def played_readings(played: Played) -> list[Reading]:
    """How it was played, in matches: the forest plot has the figures."""
    ways = ways_played(played)
    points = {
        "how far a playout goes": (
            "to the end of the hand (“the end of a set”)", "to the end of the trick (“the outcome of a round”)", TRICK_WAY,
        ),
        "what a playout knows of the table": (
            "the trick as it lies",
            "not the trick (the copied state has hand, played cards and scores): the agent leads to a new one, and the cards on the table "
            "are dealt out again",
            "trick forgotten",
        ),
        "epsilon in the comparisons (“does not decrease”)": (
            "0, as it was after training", "0.1 for everybody, in playouts too", "epsilon 0.1: everybody, in playouts too",
        ),
    }  # fmt: skip
    return [
        Reading(point, choice, other, effect_of(ways[name], ways[DESCRIBED]), far(ways[name]))
        for point, (choice, other, name) in points.items()
    ] + [tie_reading(ways)]


def tie_reading(ways: Ways) -> Reading:
    """Which of several cards that cost the same is played: there are many where a playout ends with the trick."""
    before, after = (with_interval(*ways[name]["strong"]) for name in (TRICK_WAY, LOWEST_WAY))
    return Reading(
        "ties, where playouts end with the trick", "the card that the network likes best", "the lowest of equals",
        effect_of(ways[LOWEST_WAY], ways[TRICK_WAY]), f"Moves {CALLED['strong']} from {before} to {after}. {far(ways[LOWEST_WAY])}",
    )  # fmt: skip


def effect_of(found: dict[str, Interval], base: dict[str, Interval]) -> Effect:
    """Whether a reading changes the figure of any brain by more than chance, or for none by as much as is printed."""
    return most(
        matters(found[level].low - base[level].high, found[level].high - base[level].low, abs(difference(level))) for level in LEVELS
    )


def far(found: dict[str, Interval]) -> str:
    """What a reading gives, in a sentence."""
    parts = ", ".join(f"{CALLED[level]} {with_interval(*found[level])}" for level in LEVELS)
    return f"Rollout agent less network: {parts}; {number(distance(found), 1)} points from what is printed, on average."


def totals_reading(played: Played, record: Record) -> Reading:
    """Which scores the network sees."""
    ways = ways_played(played)
    raw = [row for row in record.rows("brains") if row["name"].startswith("raw_totals")]
    blown = sum(bool(row.get("blew_up")) for row in raw)
    note = (
        f"{far(ways['match totals as inputs'])} As they are, not as a part of the limit, training blew up with "
        f"{blown} of {len(raw)} seeds. "
        f"Small: surely less than what is printed, {', '.join(number(abs(difference(level)), 2) for level in LEVELS)}."
    )
    return Reading(
        "scores of each player as inputs", "points of the hand", "of the match, as a part of the limit",
        effect_of(ways["match totals as inputs"], ways[DESCRIBED]), note,
    )  # fmt: skip


def brain_readings(played: Played) -> list[Reading]:
    """How the brains were trained, tried with the decently trained one in single hands."""
    usual = played.figures("middle n", change(FEW_NS.index(SOME)))
    points = {
        "the last input, “penalty points the agent has in its hand”": (
            "points of the cards it holds", {"taken by it": "taken_by_me", "taken by all": "taken_by_all"},
        ),
        "ReLU": ("leaky, as in the thesis before", {"plain": "plain_relu"}),
        "against whom the brains were trained": ("themselves (discussion)", {"three of the training opponent": "against_opponent"}),
    }  # fmt: skip
    brains = [brain for _, others in points.values() for brain in others.values()]
    clear, than = clear_changes(played, usual, brains), help_of(usual)
    found = []
    for point, (choice, others) in points.items():
        apart = {words: difference_of(played.figures(brain, change(0)), usual) for words, brain in others.items()}
        effect = most(effect_beside(apart[words], brain in clear, than) for words, brain in others.items())
        note = f"{CALLED['middle']}, single hands, n = {SOME}. What rollouts change, less what they change as we read it: " + "; ".join(
            f"{words} {with_interval(*each)}" for words, each in apart.items()
        )
        found.append(Reading(point, choice, "; ".join(others), effect, f"{note} points, over seeds. {tested(len(brains), than)}"))
    return found


def clear_changes(played: Played, usual: list[float], brains: list[str]) -> list[str]:
    """Which brains change what rollouts do by more than luck, all tested together (Holm)."""
    chances = [pooled(played.figures(brain, change(0)), usual).p for brain in brains]
    return [brain for brain, differs in zip(brains, holm(chances), strict=True) if differs]


def effect_beside(apart: Interval, clear: bool, than: float) -> Effect:
    """How much one of several readings matters that were tested together: one that is not clear is small, if it is known to be."""
    if clear:
        return Effect.LEVEL
    return Effect.SMALL if -than <= apart.low and apart.high <= than else Effect.UNKNOWN


def tested(count: int, than: float) -> str:
    """By what measure the effects of these readings were named."""
    return f"All {count} alternatives of training tested together (Holm); small: surely less than {number(than, 2)}, what rollouts change."


def help_of(changes: list[float]) -> float:
    """How much rollouts change in single hands, as we read it: what is less is small, because nothing is printed of single hands."""
    return abs(sum(changes) / len(changes))


def deal_readings(played: Played) -> list[Reading]:
    """How deals are imagined and begun."""
    names = list(PLAYOUTS)
    apart = played.over("playouts", change(names.index("sequential deals"), names.index("as in the thesis")))
    than = help_of(played.figures("playouts", change(names.index("as in the thesis"))))
    effect = matters(apart.low, apart.high, than)
    return [
        Reading(
            "how hidden cards are divided", "every possible deal alike", "card after card", effect,
            f"Adds {with_interval(*apart)} points a hand; small: surely less than {number(than, 2)}, what rollouts change.",
        ),
        Reading("who leads to the first trick", "everybody in turn", "whoever has a certain card", Effect.UNTESTED),
    ]  # fmt: skip
