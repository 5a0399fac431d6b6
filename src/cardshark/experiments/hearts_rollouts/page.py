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
from cardshark.experiments.hearts_rollouts.matrices import gap_table, group_of, score_table, seed_table, time_table, win_table
from cardshark.experiments.hearts_rollouts.measured import Played, luck_interval, mean_gap, played_in
from cardshark.experiments.hearts_rollouts.questions import figures, questions
from cardshark.experiments.hearts_rollouts.readings import (
    TRICK_WAY,
    distance,
    forest,
    matched,
    readings,
    sign_like_printed,
    way_table,
    ways_played,
)
from cardshark.experiments.hearts_rollouts.runs import measure, size
from cardshark.experiments.hearts_rollouts.tables import CALLED, EPOCHS, LEVELS, NS, difference, games_of
from cardshark.experiments.hearts_rollouts.tasks import epochs
from cardshark.report.figures import number, with_interval
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
)
UNITS = "games"


def result(record: Record) -> Result:
    """The report."""
    played = played_in(record)
    return Result(
        PAPER, record.run, tables=[gap_table(played), score_table(played), win_table(played)], claims=claims(played),
        questions=questions(played), readings=readings(played, record), sentences=sentences(played),
        protocol=protocol(played, record.run.scale), forest=forest(played),
        appendix=[time_table(played), way_table(played), seed_table(played), *figures(played)],
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
    """Which readings come near the printed figures, and in which of them rollouts hurt the well-trained brain."""
    ways = ways_played(played)
    far = {name: distance(found) for name, found in ways.items()}
    others = ", ".join(f"{words} {number(far[name], 0)}" for name, words in OTHERS.items())
    nearest = min(far, key=lambda name: far[name])
    closer = "" if nearest == TRICK_WAY else f" Nearest of all is “{nearest}” with {number(far[nearest], 0)}."
    hurt = [name for name, found in ways.items() if found["strong"].low > 0]
    best = min(hurt, key=lambda name: far[name], default="")
    told = f"; the nearest, “{best}”, is {number(far[best], 0)} points off" if hurt else ""
    signed = sum(map(sign_like_printed, ways.values()))
    return (
        f"We do not know. {signed or 'No'} reading{'s' if signed > 1 else ''} of {len(ways)} "
        f"give{'s' if signed < 2 else ''} all three signs. {trick_way(played, ways[TRICK_WAY])}{closer} "
        f"With playouts to the end of the hand, so many points remain: {others}. Rollouts hurt the well-trained brain in "
        f"{len(hurt)} readings{told}."
    )


def trick_way(played: Played, found: Mapping[str, Interval]) -> str:
    """How far the reading is by brain that ends playouts with the trick, and what else of the thesis it has."""
    apart = listed_words([number(abs(found[level].value - difference(level)), 0) for level in LEVELS])
    alike = [CALLED[level] for level in matched(played, TRICK_WAY)]
    turned = ", the wrong sign" if found["strong"].value * difference("strong") < 0 else ""
    also = f" It also matches µ, σ and wins of {listed_words(alike)}." if alike else ""
    return (
        "“Ends with the trick”, as one phrase of the text suggests (others speak for the whole hand), is "
        f"{apart} points off by brain ({CALLED['strong']}: {with_interval(*found['strong'])}{turned}).{also}"
    )


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
    all_unseen = f"with {played.seeds(group_of('strong'))} seeds none of these can be told from nothing"
    told = all_unseen if len(unseen) == len(shares) else f"that of {listed_words(unseen)} cannot be told from nothing" if unseen else ""
    words = f"Of the variance between seeds, the luck of the training is (95 %): {', '.join(parts)}, and that of the deals the rest"
    return "; ".join([words, *([told] if told else [])]) + "."


OTHERS = {  # explanations that leave playouts as they are
    "trick forgotten": "if playouts forget the trick on the table",
    "epsilon 0.1: everybody, in playouts too": "if everybody errs one time in ten",
    "match totals as inputs": "if networks see the totals of the match",
    "forgotten, epsilon 0.1, match totals": "with all three together",
}


def listed(counts: Sequence[int]) -> str:
    """Numbers in a row."""
    return ", ".join(f"{each:,}" for each in counts)


def protocol(played: Played, scale: float) -> list[Protocol]:
    """How it was measured, beside how the thesis did."""
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
        Protocol("reading chosen by its fit", "–", "none"),
    ]
