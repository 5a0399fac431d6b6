"""The rollout thesis: does a network that plays Hearts gain by imagining how the hand goes on?

One rollout agent against three networks with the same brain, in games to 100 points. Before each card it imagines n deals, plays
every legal card in each, lets four copies of its network finish the hand, and takes the card that cost least on average.
"""

from collections.abc import Mapping, Sequence
from math import isfinite

from cardshark.arena.stats import Interval
from cardshark.experiments.amounts import Amounts
from cardshark.experiments.hearts_rollouts.claims import claims, rests_on
from cardshark.experiments.hearts_rollouts.contests import DESCRIBED
from cardshark.experiments.hearts_rollouts.matrices import (
    gap_table,
    group_of,
    score_table,
    seed_table,
    slowdown_table,
    time_tables,
    win_table,
)
from cardshark.experiments.hearts_rollouts.measured import Played, luck_interval, mean_gap, milliseconds, played_in
from cardshark.experiments.hearts_rollouts.questions import figures, questions
from cardshark.experiments.hearts_rollouts.readings import (
    TRICK_WAY,
    distance,
    forest,
    readings,
    sign_like_printed,
    trick_table,
    way_table,
    ways_played,
)
from cardshark.experiments.hearts_rollouts.runs import measure, size
from cardshark.experiments.hearts_rollouts.tables import CALLED, EPOCHS, LEVELS, MINUTES, NS, difference, games_of
from cardshark.experiments.hearts_rollouts.tasks import epochs
from cardshark.report.figures import duration, number, with_interval
from cardshark.report.record import Record
from cardshark.report.result import Paper, Protocol, Result
from cardshark.report.verdict import Level

__all__ = ["PAPER", "UNITS", "measure", "rests_on", "result", "size"]

PAPER = Paper(
    name="hearts_rollouts",
    title="A bachelor thesis on Monte Carlo rollouts at Hearts",
    authors="Daniel Miedema, Groningen",
    question="Does a network that knows Hearts play better if it thinks ahead?",
    source="tables 3.2, 3.3 and 4.1 to 4.7, at least 300 games each",
    known="A first reading, with other matches, had been published before the criteria were written.",
)
UNITS = "games"


def result(record: Record) -> Result:
    """The report."""
    played = played_in(record)
    return Result(
        PAPER, record.run, tables=[gap_table(played), score_table(played), win_table(played)], claims=claims(played),
        questions=questions(played), readings=readings(played, record), sentences=sentences(played),
        protocol=protocol(played, record.run.scale, record.run.seconds), forest=forest(played),
        appendix=[
            *time_tables(played), slowdown_table(played), way_table(played), trick_table(played), seed_table(played), *figures(played),
        ],
        lede="one rollout agent against three networks in games to 100 points · fewer points are better",
    )  # fmt: skip


def sentences(played: Played) -> list[str]:
    """The claim, ours, why it differs, and how sure that is."""
    far = {name: distance(found) for name, found in ways_played(played).items()}
    changed = ", ".join(f"{CALLED[level]} {with_interval(*played.over(group_of(level), mean_gap))}" for level in LEVELS)
    return [
        "Rollouts help a poorly trained network and hurt a well-trained one, which then ends "
        f"{number(difference('strong'), 1)} points higher.",
        f"As the thesis describes them, rollouts change the final score by: {changed}. With n = 200 that is {number(far[DESCRIBED], 0)} "
        f"points from the printed figures, on average{direction_only(played)}.",
        why(played),
        f"The brains of the printed levels have {played.seeds(group_of('strong'))} seeds each, those of some readings "
        f"{played.seeds('strong totals')}, and intervals are over seeds. {of_luck(played)}".strip(),
    ]


def direction_only(played: Played) -> str:
    """What "reproduced" means on this page, if no brain has the printed figure."""
    main = gap_table(played)
    off = all(main.level(row) == Level.OFF for row in main.entries)
    return "; claims about it hold by direction only" if off else ""


def why(played: Played) -> str:
    """Which readings come near the printed figures; the rest of what is known of them stands beside their table."""
    ways = ways_played(played)
    far = {name: distance(found) for name, found in ways.items()}
    signed = sum(map(sign_like_printed, ways.values()))
    nearest = min(far, key=lambda name: far[name])
    closer = "" if nearest == TRICK_WAY else f" Nearest of all is “{nearest}” with {number(far[nearest], 0)}."
    whole = min(far[name] for name in far if TRICK_WAY not in name)
    return (
        f"We do not know. {signed or 'No'} reading{'s' if signed > 1 else ''} of {len(ways)} "
        f"give{'s' if signed < 2 else ''} all three signs. {trick_way(ways[TRICK_WAY])}{closer} "
        f"With playouts of whole hands no reading is nearer than {number(whole, 0)} points on average."
    )


def trick_way(found: Mapping[str, Interval]) -> str:
    """How far the reading is by brain that ends playouts with the trick."""
    apart = listed_words([f"{number(abs(found[level].value - difference(level)), 0)} for {CALLED[level]}" for level in LEVELS])
    turned = ", with the wrong sign" if found["strong"].value * difference("strong") < 0 else ""
    return f"If a playout ends with the trick, as one phrase of the text suggests, so many points are left: {apart}{turned}."


def listed_words(words: Sequence[str]) -> str:
    """Words in a row, with an "and"."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def of_luck(played: Played) -> str:
    """How much of the variance between seeds is the luck of their training, for each brain; its opponents have the same brain."""
    shares = {CALLED[level]: luck_interval(played.groups[group_of(level)], mean_gap) for level in LEVELS}
    parts = [f"{name} {number(100 * low, 0)} to {number(100 * high, 0)} %" for name, (low, high) in shares.items() if isfinite(low)]
    if not parts:
        return ""
    unseen = [name for name, (low, _) in shares.items() if low == 0]
    all_unseen = "none of these can be told from nothing"
    told = all_unseen if len(unseen) == len(shares) else f"that of {listed_words(unseen)} cannot be told from nothing" if unseen else ""
    words = f"Of the variance between seeds, the luck of the training is (95 %): {', '.join(parts)}, and that of the deals the rest"
    shared = "Opponents share the brain of the agent, so their luck is in that of the training."
    return "; ".join([words, *([told] if told else [])]) + f". {shared}"


def listed(counts: Sequence[int]) -> str:
    """Numbers in a row."""
    return ", ".join(f"{each:,}" for each in counts)


def protocol(played: Played, scale: float, seconds: float) -> list[Protocol]:
    """How it was measured, beside how the thesis did."""
    minutes = listed([MINUTES[n] for n in NS])
    timed = ", ".join(played.text(group_of("strong"), milliseconds(table)) for table in range(len(NS)))
    seeds = played.seeds(group_of("strong"))
    games = [4 * len(NS) * played.deals(group_of(level)) for level in LEVELS]
    trained = [epochs(Amounts(scale), EPOCHS[level]) for level in LEVELS]
    return [
        Protocol("brains of each level", "1", f"{seeds} seeds"),
        Protocol("epochs of training, games to 1,000 points", listed(list(EPOCHS.values())), listed(trained)),
        Protocol("games of each level, all n", listed([games_of(level) for level in LEVELS]), listed(games)),
        Protocol("deals of a card, n", ", ".join(map(str, NS)), "the same"),
        Protocol("cards tried, m", "8", "8; 1 to 8 in single hands"),
        Protocol("seats", "one", "every deal from every seat"),
        Protocol("unit of an interval", "the game", "the seed"),
        Protocol("time", f"{minutes} minutes a game of four rollout agents (table 3.3)", f"{timed} ms a move; {duration(seconds)} for all"),
    ]
