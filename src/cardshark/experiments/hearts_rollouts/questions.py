"""What the rollout thesis leaves open: why rollouts help or hurt, and what its author recommends to try."""

from collections.abc import Sequence

from cardshark.arena.contest import Standing
from cardshark.experiments.hearts_rollouts.measured import (
    change_by_rollouts,
    changes_by_seed,
    describe_change,
    estimate_text,
    final_gap,
    milliseconds,
    name_of_brain,
)
from cardshark.experiments.hearts_rollouts.tables import (
    BRAINS,
    DIFFERENCES,
    EPOCHS,
    FEW_NS,
    HORIZONS,
    LEVELS,
    MINUTES,
    OPPONENT,
    PLAYOUTS,
    SOME,
    TIE_BREAKERS,
    TOPS,
    UNGUIDED,
    rollouts,
)  # fmt: skip
from cardshark.report.figures import number, with_interval
from cardshark.report.result import Bars, Chart, Comparison, Question, Series

MORE = "points a hand more than the network"
CHANGE = "Points a hand, less those of the network in the same place; below 0 rollouts help"
CARDS = 8  # that a player plays in a hand


def bars(title: str, standing: Standing, names: Sequence[str], note: str = "") -> Bars:
    """What each of the first tables changes."""
    rows = [
        Comparison(name, "", None, *change_by_rollouts(standing, table).interval(), standing.moments.count)
        for table, name in enumerate(names)
    ]
    return Bars(title, rows, MORE, f"{standing.moments.count:,} deals, each played from every seat. {note}".strip())


def questions(played: dict[str, Standing]) -> list[Question]:
    """What a reader of the thesis would ask."""
    return [
        Question("Does a playout end with the hand, or with the trick?", answer_one_trick(played), trick_bars(played)),
        Question("Must a hand be played to its end?", answer_horizons(played), horizon_bars(played)),
        Question("Is it these brains, or brains in general?", answer_seeds(played), seed_bars(played)),
        Question(
            "Why do rollouts help, or hurt?", answer_causes(played["playouts"]), bars("Other rollouts", played["playouts"], list(PLAYOUTS))
        ),
        Question(
            "How many cards should be tried?",
            answer_tops(played["top"]),
            bars("Cards tried", played["top"], [f"m = {top}" for top in TOPS]),
        ),
        Question("Guided or unguided?", answer_unguided(played["unguided"]), time_chart(played["unguided"])),
        Question("What if the others have other brains?", answer_company(played), company_bars(played)),
        Question("Should it play for points or for the match?", answer_aims(played["aim"]), aim_bars(played["aim"])),
        Question("What if it trains its own brain?", answer_own_brain(played), own_bars(played["the own brain"])),
        Question(
            "How strong are they at another table?", answer_other_table(played["against Jake"]), other_table_bars(played["against Jake"])
        ),
        Question("How long does it think?", answer_thinking_time(played["time"], played["strong matches"].hands(0))),
    ]


# ---- questions ----


def answer_one_trick(played: dict[str, Standing]) -> str:
    """The same rollouts, cut off where the trick ends; and how far both are from what is printed."""
    parts, far = [], [0.0] * (1 + len(TIE_BREAKERS))
    for brain in BRAINS:
        ours = [final_gap(played[f"{brain} trick"], table) for table in range(len(TIE_BREAKERS))]
        words = " or ".join(map(estimate_text, ours))
        if brain in LEVELS:
            hand, paper = final_gap(played[f"{brain} matches"]), sum(DIFFERENCES[brain]) / 2
            words = f"{estimate_text(hand)} with the hand, {words} with the trick (printed {with_interval(paper, *DIFFERENCES[brain])})"
            far = [sofar + abs(each.value - paper) / len(LEVELS) for sofar, each in zip(far, [hand, *ours], strict=True)]
        parts.append(f"{name_of_brain(brain)}: {words}")
    return (
        "The thesis plays on to “the end of a set”, but it also says that the brain serves “for predicting the outcome of a round”, and a "
        "round is a trick. We tried both, with n = 200. Where a playout ends with the trick, only the points of that trick count; of cards "
        "that cost the same, the network's choice or the lowest is taken. Final score of the rollout agent less that of a network. "
        f"{'; '.join(parts)}. Mean distance from the three printed figures: {number(far[0], 1)} with the hand, {number(far[1], 1)} or "
        f"{number(far[2], 1)} with the trick."
    )


def trick_bars(played: dict[str, Standing]) -> Bars:
    """The printed gaps beside those of both readings."""
    rows = []
    for brain in BRAINS:
        paper = round(sum(DIFFERENCES[brain]) / 2, 2) if brain in DIFFERENCES else None
        name = name_of_brain(brain)
        if brain in LEVELS:
            rows.append(Comparison(f"{name}, the hand", "the hand", paper, *final_gap(played[f"{brain} matches"]).interval()))
        for table, ties in enumerate(TIE_BREAKERS):
            ours = final_gap(played[f"{brain} trick"], table).interval()
            rows.append(Comparison(f"{name}, the trick, ties: {ties}", f"the trick, ties: {ties}", paper, *ours))
    note = "n = 200; below 0 rollouts help. Diamonds: table 4.7."
    return Bars("Playouts to the end of the hand or of the trick", rows, "points of the final score", note)


def answer_horizons(played: dict[str, Standing]) -> str:
    """Stopping early."""
    parts = []
    for brain in BRAINS:
        standing = played[f"{brain} horizon"]
        found = [f"{name} {describe_change(standing, table)}" for table, name in enumerate(HORIZONS)]
        hand = changes_by_seed(played, brain)[0] if brain in LEVELS else change_by_rollouts(played[f"brain {brain}"], 0)
        parts.append(f"{name_of_brain(brain)}: {', '.join(found)}, the whole hand {estimate_text(hand)}")
    strong, whole = played["strong horizon"], played["strong n"]
    saved = milliseconds(strong, list(HORIZONS).index("1 trick, then the network's estimate")) / milliseconds(whole, FEW_NS.index(SOME))
    return (
        "The thesis says that one cannot stop earlier in Hearts. But the network estimates what its next card will cost from there on, and "
        f"this estimate can stand for the rest of the hand. {CHANGE}. {'; '.join(parts)}. One trick and the network's estimate take "
        f"{number(saved, 2)} of the time of a whole hand."
    )


def horizon_bars(played: dict[str, Standing]) -> Bars:
    """The same in bars, for the well-trained brain."""
    standing, whole = played["strong horizon"], changes_by_seed(played, "strong")[0]
    rows = [Comparison(name, "", None, *change_by_rollouts(standing, table).interval()) for table, name in enumerate(HORIZONS)]
    return Bars("How far a hand is played out", [*rows, Comparison("the whole hand", "", None, *whole.interval())], MORE)


def answer_seeds(played: dict[str, Standing]) -> str:
    """The change with three brains of each level, and with better ones."""
    parts = [f"{EPOCHS[level]:,} epochs: {', '.join(estimate_text(each) for each in changes_by_seed(played, level))}" for level in LEVELS]
    better = describe_change(played["brain our_inputs"], 0)
    return (
        f"Three brains of each level, {SOME} deals, single hands. {CHANGE}. {'; '.join(parts)}. With our own inputs and "
        f"{EPOCHS['strong']:,} epochs: {better}."
    )


def seed_bars(played: dict[str, Standing]) -> Bars:
    """The same in bars."""
    rows = [
        Comparison(f"{level}, brain {run}", level, None, *each.interval())
        for level in LEVELS for run, each in enumerate(changes_by_seed(played, level), 1)
    ]  # fmt: skip
    rows.append(Comparison("our inputs", "ours", None, *change_by_rollouts(played["brain our_inputs"], 0).interval()))
    return Bars("What rollouts change, brain by brain", rows, MORE, "Below 0 rollouts help.")


def answer_causes(standing: Standing) -> str:
    """Every possible cause, one at a time."""
    names = list(PLAYOUTS)
    base = names.index("as in the thesis")
    parts = [f"{name}: {describe_change(standing, table, base)}" for table, name in enumerate(names) if table != base]
    return (
        f"With the well-trained brain and {SOME} deals, rollouts as in the thesis change the points of a hand by "
        f"{describe_change(standing, base)}, compared with the network. What other rollouts add to that: {'; '.join(parts)}. Weighted "
        "deals are those in which the others would have played what they did play. Epsilon and temperature let everybody err in playouts. "
        "A blend is the weight of the network's own estimate. Halving drops the worse half of the cards again and again."
    )


def answer_tops(standing: Standing) -> str:
    """Cards that are tried."""
    parts = [f"m = {top}: {describe_change(standing, table)}" for table, top in enumerate(TOPS)]
    return f"{CHANGE}. {'; '.join(parts)}. With m = 1 the network alone decides."


def answer_unguided(standing: Standing) -> str:
    """Random playouts, and the worst of several."""
    parts = [
        f"{name}: {describe_change(standing, table)} in {number(milliseconds(standing, table), 2)} ms"
        for table, name in enumerate(UNGUIDED)
    ]
    return (
        "Playouts are guided by the network or random. Where there are o random ones in each deal, the worst of them counts, or the mean "
        f"or the median. {CHANGE}. With the time a move: {'; '.join(parts)}."
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
        changes = [change_by_rollouts(standing, table).interval() for _, table in ordered]
        series.append(Series.of_intervals(kind, [round(time, 3) for time, _ in ordered], changes))
    return Chart("Change by time", series, "milliseconds a move", MORE, log_x=True, levels=[("the network", 0)])


def answer_company(played: dict[str, Standing]) -> str:
    """Others with other brains."""
    others, mixed, loose = played["other brains"], played["mixed company"], played["loose networks"]
    wrong, known = (describe_change(others, table) for table in (0, 1))
    return (
        f"{CHANGE}. The well-trained brain's rollouts against three networks with the decently trained one: {wrong} if the others are "
        f"thought to have its own brain, {known} if theirs is known. With three different brains "
        f"at the table, none of which is its own: {describe_change(mixed, 0)}. Against its own brain that plays any card one time in ten: "
        f"{describe_change(loose, 0)}."
    )


def company_bars(played: dict[str, Standing]) -> Bars:
    """The same in bars."""
    found = {
        "three of its own": changes_by_seed(played, "strong")[0], "another brain, not known": change_by_rollouts(played["other brains"], 0),
        "another brain, known": change_by_rollouts(played["other brains"], 1),
        "three different brains": change_by_rollouts(played["mixed company"], 0),
        "its own, loose": change_by_rollouts(played["loose networks"], 0),
    }  # fmt: skip
    return Bars("In other company", [Comparison(name, "", None, *each.interval()) for name, each in found.items()], MORE)


def answer_aims(standing: Standing) -> str:
    """Points or wins?"""
    better = estimate_text(standing.wins(1, 0) - standing.wins(0, 0))
    shares = [estimate_text(standing.wins(table, 0)) for table in range(3)]
    scores = [estimate_text(standing.points(table, 0)) for table in range(2)]
    return (
        f"Games to 100 against three networks, {SOME} deals. Playing for points it wins {shares[0]} of the games and ends at {scores[0]}; "
        f"playing for the chance to win the match it wins {shares[1]} and ends at {scores[1]} (the network: {shares[2]}). The "
        f"wins differ by {better}."
    )


def aim_bars(standing: Standing) -> Bars:
    """Wins by aim."""
    names = ("for points", "for the match", "the network")
    return Bars(
        "Wins by aim",
        [Comparison(name, "", None, *standing.wins(table, 0).interval()) for table, name in enumerate(names)],
        "share of wins",
    )


def answer_own_brain(played: dict[str, Standing]) -> str:
    """A brain that learned from its own rollouts."""
    standing, alone = played["the own brain"], played["brain apprentice"]
    rolled, network, usual = (describe_change(standing, table) for table in range(3))
    return (
        "An apprentice plays by rollouts from its first hand on, and its network learns the cost that they find for every card. Points a "
        f"hand against three of the well-trained network, less those of a fourth of these: its network {network}, its rollouts {rolled}, "
        f"the rollouts of the well-trained brain {usual}. Against three of its own network its rollouts change the points by "
        f"{describe_change(alone, 0)}."
    )


def own_bars(standing: Standing) -> Bars:
    """The same in bars."""
    return bars("A brain of its own", standing, ["apprentice, rollouts", "apprentice, network", "well-trained, rollouts"])


AT_JAKES_TABLE = (
    "rollouts", "rollouts, others as Jake", "Monte Carlo by Jake", "rollouts, our inputs",
    *LEVELS, "our inputs", "apprentice", OPPONENT, "jake",
)  # fmt: skip


def answer_other_table(standing: Standing) -> str:
    """Everybody against three Jakes."""
    parts = [f"{name}: {describe_change(standing, table)}" for table, name in enumerate(AT_JAKES_TABLE[:-1])]
    return f"One of each against three Jakes, single hands. Points a hand, less those of a fourth Jake: {'; '.join(parts)}."


def other_table_bars(standing: Standing) -> Bars:
    """The same in bars."""
    rows = [
        Comparison(name, "rollouts" if table < 4 else "networks", None, *standing.points(table, 0).interval())
        for table, name in enumerate(AT_JAKES_TABLE)
    ]
    return Bars("Against three Jakes", rows, "points a hand", f"{standing.moments.count:,} deals, each played from every seat.")


def answer_thinking_time(standing: Standing, hands: float) -> str:
    """How long a game of `hands` hands lasts."""
    parts = []
    for n, minutes in MINUTES.items():
        seconds = standing.microseconds(rollouts("strong", f"deals={n}")) * CARDS * hands / 1e6
        parts.append(f"n = {n}: {minutes} minutes printed, {number(4 * seconds, 1)} seconds here")
    return f"How long a game of four rollout agents takes (table 3.3; here a game has {number(hands, 1)} hands). {'; '.join(parts)}."
