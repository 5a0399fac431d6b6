"""What the rollout thesis leaves open: why rollouts help or hurt, and what its author recommends to try."""

from collections.abc import Sequence
from math import hypot

from cardshark.arena.contest import Standing
from cardshark.arena.stats import Estimate, Interval, around
from cardshark.experiments.hearts_rollouts.tables import (
    BRAINS,
    CALLED,
    DIFFERENCES,
    EPOCHS,
    FEW_NS,
    HORIZONS,
    LEVELS,
    MINUTES,
    OPPONENT,
    PLAYOUTS,
    SOME,
    TIES,
    TOPS,
    UNGUIDED,
    numbered,
    rollouts,
)  # fmt: skip
from cardshark.report.figures import measured, number
from cardshark.report.result import Bars, Chart, Comparison, Question, Series

MORE = "points a hand more than the network"
CHANGE = "Points a hand more than the network takes in the same place, so that rollouts help where this is below 0"
CARDS = 8  # that a player plays in a hand


def change(standing: Standing, table: int, base: int = -1) -> Estimate:
    """What the first seat of a table takes, less what the network takes in its place: at the last table, if no other is named."""
    if base < 0 and standing.contest.tables[base][0].startswith("rollouts"):
        raise ValueError(f"{standing.contest.name} has no table of the network alone")
    return standing.points(table, 0) - standing.points(base % len(standing.contest.tables), 0)


def apart(one: Estimate, other: Estimate) -> Interval:
    """One figure less another one from a contest of its own."""
    found, less = one.interval(), other.interval()
    return around(found.value - less.value, hypot(found.high - found.value, less.high - less.value))


def called(brain: str) -> str:
    """A brain's name on the page."""
    return CALLED.get(brain, "our inputs")


def told(estimate: Estimate) -> str:
    """A figure and its interval in a sentence."""
    return measured(*estimate.interval())


def bars(title: str, standing: Standing, names: Sequence[str], note: str = "") -> Bars:
    """What each of the first tables changes."""
    rows = [Comparison(name, "", None, *change(standing, table).interval(), standing.moments.count) for table, name in enumerate(names)]
    return Bars(title, rows, MORE, f"{standing.moments.count:,} deals, every seat. {note}".strip())


def questions(played: dict[str, Standing]) -> list[Question]:
    """What a reader of the thesis would ask."""
    return [
        Question("Does a playout end with the hand, or with the trick?", one_trick(played), trick_bars(played)),
        Question("Must a hand be played to its end?", horizons(played), horizon_bars(played)),
        Question("Is it these brains, or brains in general?", seeds(played), seed_bars(played)),
        Question("Why do rollouts help, or hurt?", causes(played["playouts"]), bars("Other rollouts", played["playouts"], list(PLAYOUTS))),
        Question(
            "How many cards should be tried?", tops(played["top"]), bars("Cards tried", played["top"], [f"m = {top}" for top in TOPS])
        ),
        Question("Guided or unguided?", unguided(played["unguided"]), time_chart(played["unguided"])),
        Question("What if the others have other brains?", company(played), company_bars(played)),
        Question("Should it play for points or for the match?", aims(played["aim"]), aim_bars(played["aim"])),
        Question("What if it trains its own brain?", own_brain(played), own_bars(played["the own brain"])),
        Question("How strong are they at another table?", strangers(played["against Jake"]), stranger_bars(played["against Jake"])),
        Question("How long does it think?", thinking_time(played["time"], played["strong matches"].hands(0))),
    ]


# ---- questions ----


def end_gap(standing: Standing, table: int = 0) -> Estimate:
    """The final score of a rollout agent less that of the networks at its table."""
    return standing.points(table, 0) - standing.points(table, 1, 2, 3)


def one_trick(played: dict[str, Standing]) -> str:
    """The same rollouts, cut off where the trick ends; and how far both are from what is printed."""
    parts, far = [], [0.0] * (1 + len(TIES))
    for brain in BRAINS:
        ours = [end_gap(played[f"{brain} trick"], table) for table in range(len(TIES))]
        words = " or ".join(map(told, ours))
        if brain in LEVELS:
            hand, paper = end_gap(played[f"{brain} matches"]), sum(DIFFERENCES[brain]) / 2
            words = f"{told(hand)} with the hand, {words} with the trick (printed {measured(paper, *DIFFERENCES[brain])})"
            far = [sofar + abs(each.value - paper) / len(LEVELS) for sofar, each in zip(far, [hand, *ours], strict=True)]
        parts.append(f"{called(brain)} {words}")
    return (
        "The thesis plays on to “the end of a set”, but also says that the brain serves “for predicting the outcome of a round”, and a "
        "round is a trick. Final score of the rollout agent less that of a network, n = 200; with the trick only its points count, and the "
        f"network or else the lowest card decides between cards that cost the same: {'; '.join(parts)}. Mean distance from the three "
        f"printed figures: {number(far[0], 1)} with the hand, {number(far[1], 1)} or {number(far[2], 1)} with the trick."
    )


def trick_bars(played: dict[str, Standing]) -> Bars:
    """The printed gaps beside both."""
    rows = []
    for brain in BRAINS:
        paper = round(sum(DIFFERENCES[brain]) / 2, 2) if brain in DIFFERENCES else None
        name = called(brain)
        if brain in LEVELS:
            rows.append(Comparison(f"{name}, the hand", "the hand", paper, *end_gap(played[f"{brain} matches"]).interval()))
        for table, ties in enumerate(TIES):
            ours = end_gap(played[f"{brain} trick"], table).interval()
            rows.append(Comparison(f"{name}, the trick, ties: {ties}", f"the trick, ties: {ties}", paper, *ours))
    note = "n = 200; below 0 rollouts help. Diamonds: table 4.7."
    return Bars("Playouts to the end of the hand or of the trick", rows, "points of the final score", note)


def horizons(played: dict[str, Standing]) -> str:
    """Stopping early."""
    parts = []
    for brain in BRAINS:
        standing = played[f"{brain} horizon"]
        found = [f"{name} {told(change(standing, table))}" for table, name in enumerate(HORIZONS)]
        hand = changes(played, brain)[0] if brain in LEVELS else change(played[f"brain {brain}"], 0)
        parts.append(f"{called(brain)}: {', '.join(found)}, the whole hand {told(hand)}")
    strong, whole = played["strong horizon"], played["strong n"]
    saved = milliseconds(strong, list(HORIZONS).index("1 trick, then the network's word")) / milliseconds(whole, FEW_NS.index(SOME))
    return (
        "The thesis says that one cannot stop earlier in Hearts. But the network says what it expects from its next card on, and its word "
        "can stand for the rest of the hand. "
        f"{CHANGE}: {'; '.join(parts)}. One trick and the network's word take {number(saved, 2)} of the time of a hand."
    )


def horizon_bars(played: dict[str, Standing]) -> Bars:
    """The same in bars, for the well-trained brain."""
    standing, whole = played["strong horizon"], changes(played, "strong")[0]
    rows = [Comparison(name, "", None, *change(standing, table).interval()) for table, name in enumerate(HORIZONS)]
    return Bars("How far a hand is played out", [*rows, Comparison("the whole hand", "", None, *whole.interval())], MORE)


def changes(played: dict[str, Standing], level: str) -> list[Estimate]:
    """What rollouts change with each brain of a level."""
    first = played[f"{level} n"]
    place = next(i for i, table in enumerate(first.contest.tables) if table[0] == rollouts(level))
    return [change(first, place), *(change(played[f"brain {numbered(level, run)}"], 0) for run in (2, 3))]


def seeds(played: dict[str, Standing]) -> str:
    """The change with three brains of each level, and with better ones."""
    parts = [f"{EPOCHS[level]:,} epochs: {', '.join(told(each) for each in changes(played, level))}" for level in LEVELS]
    better = told(change(played["brain our_inputs"], 0))
    return (
        f"Three brains of each level, {SOME} deals, single hands. {CHANGE}: {'; '.join(parts)}. With our own inputs and "
        f"{EPOCHS['strong']:,} epochs: {better}."
    )


def seed_bars(played: dict[str, Standing]) -> Bars:
    """The same in bars."""
    rows = [
        Comparison(f"{level}, brain {run}", level, None, *each.interval())
        for level in LEVELS for run, each in enumerate(changes(played, level), 1)
    ]  # fmt: skip
    rows.append(Comparison("our inputs", "ours", None, *change(played["brain our_inputs"], 0).interval()))
    return Bars("What rollouts change, brain by brain", rows, MORE, "Below 0 rollouts help.")


def causes(standing: Standing) -> str:
    """Every suspect, one at a time."""
    names = list(PLAYOUTS)
    base = names.index("as in the thesis")
    parts = [f"{name} {told(change(standing, table, base))}" for table, name in enumerate(names) if table != base]
    return (
        f"With the well-trained brain and {SOME} deals, rollouts as in the thesis take {told(change(standing, base))} points a hand more "
        f"(less, with a minus) than the network. Further changes to that: {'; '.join(parts)}. Weighted deals are those in which the others "
        "would have played what they did play; epsilon and temperature let everybody err in playouts; a blend counts the network's own "
        "opinion by so much; halving drops the worse half of the cards again and again."
    )


def tops(standing: Standing) -> str:
    """Cards that are tried."""
    parts = [f"m = {top} {told(change(standing, table))}" for table, top in enumerate(TOPS)]
    return f"{CHANGE}: {'; '.join(parts)}. With m = 1 it is the network."


def milliseconds(standing: Standing, table: int) -> float:
    """How long the first player of a table thinks about a move."""
    return standing.microseconds(standing.contest.tables[table][0]) / 1000


def unguided(standing: Standing) -> str:
    """Random playouts, and the worst of several."""
    parts = [
        f"{name} {told(change(standing, table))} in {number(milliseconds(standing, table), 2)} ms" for table, name in enumerate(UNGUIDED)
    ]
    return (
        "Guided by the network, or with random playouts, o of them in each deal, of which the worst (or another) counts. Points a hand "
        f"more (less, with a minus) than the network, and time a move: {'; '.join(parts)}."
    )


def time_chart(standing: Standing) -> Chart:
    """Change against time."""
    groups = {"guided": "guided", "random, worst": "worst", "random": "random", "by Jake": "by Jake"}
    found: dict[str, list[tuple[float, int]]] = {name: [] for name in groups}
    for table, name in enumerate(UNGUIDED):
        kind = next(kind for kind, words in groups.items() if words in name)
        found[kind].append((milliseconds(standing, table), table))
    series = []
    for kind, points in found.items():
        ordered = sorted(points)
        values, lows, highs = zip(*(change(standing, table).interval() for _, table in ordered), strict=True)
        series.append(Series(kind, [round(time, 3) for time, _ in ordered], values, lows, highs))
    return Chart("Change by time", series, "milliseconds a move", MORE, log_x=True, levels=[("the network", 0)])


def company(played: dict[str, Standing]) -> str:
    """Others with other brains."""
    others, mixed, loose = played["other brains"], played["mixed company"], played["loose networks"]
    wrong, known = (told(change(others, table)) for table in (0, 1))
    return (
        "Points a hand more than the well-trained network takes in the same place. Its rollouts against three networks with the decently "
        f"trained brain: {wrong} if the others are thought to have its own brain, {known} if theirs is known. With three different brains "
        f"at the table, none of which is its own: {told(change(mixed, 0))}. Against its own brain that plays any card one time in ten: "
        f"{told(change(loose, 0))}."
    )


def company_bars(played: dict[str, Standing]) -> Bars:
    """The same in bars."""
    found = {
        "three of its own": changes(played, "strong")[0], "another brain, not known": change(played["other brains"], 0),
        "another brain, known": change(played["other brains"], 1), "three different brains": change(played["mixed company"], 0),
        "its own, loose": change(played["loose networks"], 0),
    }  # fmt: skip
    return Bars("In other company", [Comparison(name, "", None, *each.interval()) for name, each in found.items()], MORE)


def aims(standing: Standing) -> str:
    """Points or wins?"""
    better = told(standing.wins(1, 0) - standing.wins(0, 0))
    shares = [told(standing.wins(table, 0)) for table in range(3)]
    scores = [told(standing.points(table, 0)) for table in range(2)]
    return (
        f"Games to 100 against three networks, {SOME} deals. Playing for points it wins {shares[0]} of the games and ends at {scores[0]}; "
        f"playing for the chance to win the match it wins {shares[1]} and ends at {scores[1]} (the network: {shares[2]}). Difference of "
        f"the wins: {better}."
    )


def aim_bars(standing: Standing) -> Bars:
    """Wins by aim."""
    names = ("for points", "for the match", "the network")
    return Bars(
        "Wins by aim",
        [Comparison(name, "", None, *standing.wins(table, 0).interval()) for table, name in enumerate(names)],
        "share of wins",
    )


def own_brain(played: dict[str, Standing]) -> str:
    """A brain that learned from its own rollouts."""
    standing, alone = played["the own brain"], played["brain apprentice"]
    rolled, network, usual = (told(change(standing, table)) for table in range(3))
    return (
        "An apprentice plays by rollouts from its first hand on, and its network learns what they say of every card. Against three of the "
        f"well-trained network, its network takes {network} points a hand more (less, with a minus) than a fourth of these, its rollouts "
        f"{rolled}, those of the well-trained brain {usual}. Against three of its own network its rollouts take {told(change(alone, 0))}."
    )


def own_bars(standing: Standing) -> Bars:
    """The same in bars."""
    return bars("A brain of its own", standing, ["apprentice, rollouts", "apprentice, network", "well-trained, rollouts"])


STRANGERS = (
    "rollouts", "rollouts, others as Jake", "Monte Carlo by Jake", "rollouts, our inputs",
    *LEVELS, "our inputs", "apprentice", OPPONENT, "jake",
)  # fmt: skip


def strangers(standing: Standing) -> str:
    """Everybody against three Jakes."""
    parts = [f"{name} {told(change(standing, table))}" for table, name in enumerate(STRANGERS[:-1])]
    return f"One of each against three Jakes, single hands. Points a hand more than a fourth Jake takes: {'; '.join(parts)}."


def stranger_bars(standing: Standing) -> Bars:
    """The same in bars."""
    rows = [
        Comparison(name, "rollouts" if table < 4 else "networks", None, *standing.points(table, 0).interval())
        for table, name in enumerate(STRANGERS)
    ]
    return Bars("Against three Jakes", rows, "points a hand", f"{standing.moments.count:,} deals, every seat.")


def thinking_time(standing: Standing, hands: float) -> str:
    """How long games of so many hands last."""
    parts = []
    for n, minutes in MINUTES.items():
        seconds = standing.microseconds(rollouts("strong", f"deals={n}")) * CARDS * hands / 1e6
        parts.append(f"n = {n}: {minutes} minutes printed, {number(4 * seconds, 1)} seconds here")
    return f"A game of four rollout agents takes (table 3.3; here {number(hands, 1)} hands) {'; '.join(parts)}."
