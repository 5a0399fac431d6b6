"""What the rollout thesis leaves open: why rollouts help or hurt, and what its author recommends to try."""

from collections.abc import Sequence

from cardshark.experiments.hearts_rollouts.contests import AT_JAKES_TABLE, FEW_NS, HORIZONS, PLAYOUTS, SOME, TOPS, UNGUIDED
from cardshark.experiments.hearts_rollouts.measured import Played, change, final_score, milliseconds, wins
from cardshark.experiments.hearts_rollouts.tables import CALLED, LEVELS
from cardshark.experiments.hearts_rollouts.tasks import APPRENTICE, BEGINNINGS, ROUNDS
from cardshark.report.figures import number, with_interval
from cardshark.report.result import Bars, Chart, Comparison, Question, Series

MORE = "points a hand more than the network"
ONE_CARD = "With m = 1 it plays as the network does: 0 by definition."
FAIR = "Four networks win a quarter each: 0.25 by definition."
CHANGE = "Points a hand, less those of the network in the same place; below 0 rollouts help"


def questions(played: Played) -> list[Question]:
    """What a reader of the thesis would ask."""
    return [
        Question("Why do rollouts help, or hurt?", answer_causes(played)),
        Question("Guided or unguided?", answer_unguided(played)),
        Question("What if it trains its own brain?", answer_own_brain(played)),
    ]


def figures(played: Played) -> list[Bars | Chart]:
    """The grids behind the answers, for the appendix."""
    return [
        change_chart(played),
        bars("Cards tried", played, "top", [f"m = {top}" for top in TOPS], ONE_CARD),
        bars("Other rollouts", played, "playouts", list(PLAYOUTS)),
        *(bars(f"How far a hand is played out: {CALLED[level]}", played, f"{level} horizon", list(HORIZONS)) for level in LEVELS),
        time_chart(played),
        company_bars(played),
        aim_bars(played),
        apprentice_chart(played),
        jake_bars(played),
    ]


def bars(title: str, played: Played, group: str, names: Sequence[str], more: str = "") -> Bars:
    """What each of the first tables of a group changes."""
    rows = [Comparison(name, "", None, *played.over(group, change(table)), played.seeds(group)) for table, name in enumerate(names)]
    return Bars(title, rows, MORE, f"{note_on(played, [group])} {more}".strip())


def note_on(played: Played, groups: Sequence[str]) -> str:
    """How much was played, with how many imagined deals: seeds and deals, or games; where groups differ, of each in its turn."""
    if any(sums.wins is not None for group in groups for sums in played.groups[group]):
        games = sum(len(sums.points[0]) * sums.deals for group in groups for sums in played.groups[group])
        return f"n = {SOME}. {played.seeds(groups[0])} seeds, {games:,} games of each player, a quarter from each seat."
    found = dict.fromkeys(f"{played.seeds(group)} seeds, {played.deals(group):,} deals" for group in groups)
    return f"n = {SOME}. {' or '.join(found)}, each played from every seat."


# ---- answers ----


def answer_causes(played: Played) -> str:
    """Every possible cause, one at a time."""
    names = list(PLAYOUTS)
    base = names.index("as in the thesis")
    some = {
        "weighted deals": "deals weighted by how well they explain the others' play",
        "epsilon 0.1": "any card one time in ten in playouts",
        "blend 0.25": "a quarter of the network's own estimate mixed in",
    }
    parts = [f"{words}: {played.text('playouts', change(names.index(name), base))}" for name, words in some.items()]
    return (
        f"With the well-trained brain and {SOME} deals rollouts change the points of a hand by {played.text('playouts', change(base))}. "
        f"One thing changed at a time, points a hand more than that: {'; '.join(parts)}. {how_good(played)}"
    )


def how_good(played: Played) -> str:
    """How good the well-trained brain is, and whether rollouts still help a better one."""
    strong, ours, jake = (
        played.over("against Jake", final_score(AT_JAKES_TABLE.index(name), 0)) for name in ("strong", "our inputs", "jake")
    )
    gain = played.over("our_inputs", change(0))
    weak = "is no strong player" if strong.low > jake.high else "plays as well as Jake or better, for all that is known"
    better = "A better network" if ours.high < strong.low else "Another network"
    gains = "gains by rollouts, too" if gain.high < 0 else "is not seen to gain by rollouts"
    return (
        f"That brain {weak}: among Jakes, who play by rules of thumb, it takes {with_interval(*strong)} points a hand, a Jake "
        f"{with_interval(*jake)}. {better} (“our inputs”, {with_interval(*ours)}) {gains}: {with_interval(*gain)}."
    )


def answer_unguided(played: Played) -> str:
    """Playouts by the network, at random, and by rules of thumb."""
    here = "guided: played out by the network"
    some = ("guided, n = 25", "guided, n = 100", "random, n = 400", "by Jake, n = 100")
    parts = [
        f"{name}: {played.text('unguided', change(table))}, {number(played.over('unguided', milliseconds(table)).value, 2)} ms"
        for table, name in enumerate(UNGUIDED)
        if name in some
    ]
    return f"Points a hand more than the network, and the time of a move ({here}). {'; '.join(parts)}."


def answer_own_brain(played: Played) -> str:
    """A brain that learned from its own rollouts, round by round."""
    parts = []
    for begin, words in zip(BEGINNINGS, ("begun with the well-trained brain", "begun with nothing"), strict=True):
        rolled = [played.text(f"{APPRENTICE} {begin}", change(number, 0)) for number in (1, ROUNDS)]
        parts.append(f"{words}, {rolled[0]} after one round and {rolled[1]} after {ROUNDS}")
    return (
        "An apprentice plays by rollouts; its network learns what these find about every card, and begins the next round. "
        f"Points a hand of its rollouts, less those of the well-trained brain's: {'; '.join(parts)} "
        f"({played.seeds(f'{APPRENTICE} {BEGINNINGS[0]}')} seeds)."
    )


# ---- figures ----


def change_chart(played: Played) -> Chart:
    """What more deals change."""
    series = [
        Series.of_intervals(CALLED[level], list(FEW_NS), [played.over(f"{level} n", change(table)) for table in range(len(FEW_NS))])
        for level in LEVELS
    ]
    return Chart(
        "What rollouts change, by n", series, "imagined deals", "points a hand", log_x=True, levels=[("the network", 0)], note=f"{CHANGE}."
    )


def time_chart(played: Played) -> Chart:
    """Change against time."""
    groups = {"guided": "guided", "random, worst": "worst", "random": "random", "by Jake": "by Jake"}
    found: dict[str, list[tuple[float, int]]] = {name: [] for name in groups}
    for table, name in enumerate(UNGUIDED):
        kind = next(kind for kind, words in groups.items() if words in name)
        found[kind].append((played.over("unguided", milliseconds(table)).value, table))
    series = []
    for kind, points in found.items():
        ordered = sorted(points)
        changes = [played.over("unguided", change(table)) for _, table in ordered]
        series.append(Series.of_intervals(kind, [round(time, 3) for time, _ in ordered], changes))
    return Chart("Change by time", series, "milliseconds a move", MORE, log_x=True, levels=[("the network", 0)])


def company_bars(played: Played) -> Bars:
    """In what company rollouts help."""
    found = {
        "three of its own": ("strong n", FEW_NS.index(SOME)), "another brain, not known": ("other brains", 0),
        "another brain, known": ("other brains", 1), "three different brains": ("mixed company", 0),
        "our inputs, own company": ("our_inputs", 0),
    }  # fmt: skip
    rows = [Comparison(name, "", None, *played.over(group, change(table)), played.seeds(group)) for name, (group, table) in found.items()]
    return Bars("In other company", rows, MORE, note_on(played, list(dict.fromkeys(group for group, _ in found.values()))))


def aim_bars(played: Played) -> Bars:
    """Points or wins?"""
    names = ("for points", "for the chance to win the match", "the network")
    rows = [Comparison(name, "", None, *played.over("aim", wins(table, 0)), played.seeds("aim")) for table, name in enumerate(names)]
    return Bars("Wins by aim", rows, "share of games won", f"{note_on(played, ['aim'])} {FAIR}")


def apprentice_chart(played: Played) -> Chart:
    """The rounds of the apprentices: their rollouts, and their bare networks."""
    series, rounds = [], list(range(1, ROUNDS + 1))
    for begin, words in zip(BEGINNINGS, ("well-trained", "nothing"), strict=True):
        group = f"{APPRENTICE} {begin}"
        for kind, first in (("rollouts", 0), ("network", ROUNDS)):
            found = [played.over(group, change(first + number)) for number in rounds]
            series.append(Series.of_intervals(f"{kind}, begun with {words}", rounds, found))
    usual = played.over(f"{APPRENTICE} {BEGINNINGS[0]}", change(0)).value
    levels = [("the well-trained network", 0.0), ("its rollouts", usual)]
    note = f"Against three well-trained networks. {note_on(played, [f'{APPRENTICE} {begin}' for begin in BEGINNINGS])}"
    return Chart("Brains that rollouts taught", series, "round", MORE, levels=levels, note=note)


def jake_bars(played: Played) -> Bars:
    """Everybody against three Jakes."""
    rows = [
        Comparison(
            CALLED.get(name, name), "rollouts" if table < 4 else "networks", None, *played.over("against Jake", final_score(table, 0))
        )
        for table, name in enumerate(AT_JAKES_TABLE)
    ]
    note = (
        "Jake plays by rules of thumb; “opponent” is the best of four networks that learned together, and against it the brains of one "
        "reading trained; “our inputs” is a network with this project's inputs, trained as long as StrongMan2. "
        f"{note_on(played, ['against Jake'])}"
    )
    return Bars("Against three Jakes", rows, "points a hand", note)
