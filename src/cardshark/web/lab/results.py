"""What was played and trained here, as pages: duels, leagues, and learning curves."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from html import escape
from typing import Any

from cardshark.arena.league import League
from cardshark.arena.stats import mean_of
from cardshark.arena.verdict import Duel
from cardshark.learning.growth import younger
from cardshark.learning.trainer import LEARNERS
from cardshark.players.brain_file import KINDS, SUFFIX, brain_kind
from cardshark.report.html import FULL, figure_section, note
from cardshark.report.result import Chart, Series
from cardshark.show.arena import cells_of, good_points, name_wins, share_of, span, thinking
from cardshark.text import shown
from cardshark.web.lab.finds import FoundRecord, FoundTraining
from cardshark.web.lab.pages import PAGES, command, link, page, panel, table, troubles

REFRESH = 5  # seconds after which the page of a training that runs is loaded again

# ---- duels and leagues ----


def leagues(records: Sequence[FoundRecord], unreadable: Sequence[str]) -> str:
    """What is on record."""
    body = [league_panel(str(path), found) if isinstance(found, League) else duel_panel(str(path), found) for path, found in records]
    if not body:
        body = [
            "<p>Nothing is on record here. A duel or league that is given a file keeps everything in it:</p>",
            command("cardshark league hearts random greedy stock jake --record league.jsonl"),
        ]
        body = [panel("No records here", *body)]
    return page("Duels and leagues", PAGES["/lab/leagues"][1], [*body, troubles(unreadable)])


def league_panel(file: str, found: League) -> str:
    """The cross-table of a league."""
    units, figure = ("matches", "share of matches won") if found.unit == "match" else ("deals", f"points a hand, {good_points(found.game)}")
    cells = {key: text for pair in found.pairs for key, text in cells_of(pair).items()}
    rows = []
    for number, player in enumerate(found.players, 1):
        rating = found.ratings[player]
        against = [cells.get((player, other), "–").strip() for other in found.players]
        rows.append([f"{number} {player}", f"{rating.value:+.3f} ± {rating.high - rating.value:.3f}", *against])
    heads = ["player", "against all", *map(str, range(1, len(found.players) + 1))]
    undecided = [f"{pair.a} against {pair.b}" for pair in found.pairs if not pair.decided]
    words = f"{figure}, row minus column, with 95 % intervals; * is decided, all pairs taken together."
    words += f" Not decided: {', '.join(undecided)}." if undecided else ""
    aside = f"{found.game} {found.rules}, seed {found.seed}: {found.deals:,} {units}, {found.hands:,} hands"
    return panel(f"League {file}", table(f"Cross-table of {file}", heads, rows, "lab cross"), note(words), aside=aside)


def duel_panel(file: str, found: Duel) -> str:
    """A duel as a small table."""
    units = "matches" if found.unit == "match" else "deals"
    sides = ((found.a, found.points_a, found.moons_a, found.seconds_a), (found.b, found.points_b, found.moons_b, found.seconds_b))
    rows = [(player, f"{points:.3f}", f"{moons:,}", thinking(seconds) or "–") for player, points, moons, seconds in sides]
    won = name_wins(found)
    words = [f"Difference {found.difference:+.3f} {span(found.low, found.high)}, points a hand ({good_points(found.game)})."]
    words += [f"{won.capitalize()}, a seat of {found.a}: {share_of(found.wins_a, found.wins_low, found.wins_high)}."]
    if found.adjusted is not None:
        words += [f"Without the luck that {found.control} had: {found.adjusted:+.3f} {span(found.adjusted_low, found.adjusted_high)}."]
    aside = f"{found.game} {found.rules}, {found.seats}, seed {found.seed}: {found.deals:,} {units}, {found.hands:,} hands"
    heads = ["player", "points a hand", "moons", "a choice takes"]
    return panel(f"Duel {file}", table(f"Duel {file}", heads, rows), *(f"<p>{escape(each)}</p>" for each in words), aside=aside)


# ---- trainings ----


def training(groups: Sequence[Sequence[FoundTraining]], unreadable: Sequence[str], watched: bool = False) -> str:
    """All trainings; while one runs and somebody wants to watch, the page loads itself again."""
    running = sum(run.running for group in groups for run in group)
    body = [group_panels(group, groups, f"t{place}") for place, group in enumerate(groups)]
    if not groups:
        text = "<p>Nothing was trained here. This takes a minute, and keeps ten younger selves to play against:</p>"
        body = [
            panel(
                "No trainings here",
                text,
                command("cardshark train hindsight --games 300 --rules dutch:limit=1000 --against jake --keep 10"),
            )
        ]
    if running:
        body.insert(0, watching(running, watched))
    return page("Trainings", PAGES["/lab/training"][1], [*body, troubles(unreadable)], REFRESH if running and watched else 0)


def watching(running: int, watched: bool) -> str:
    """Whether the page loads itself again. Only if asked to: that takes people with a screen reader back to its top."""
    if watched:
        return f'<p class="live">{running} running; this page looks again every {REFRESH} seconds. {link("/lab/training", "Stop that")}</p>'
    return f'<p class="live">{running} running. {link("/lab/training?watch", f"Watch: look again every {REFRESH} seconds")}</p>'


def group_panels(group: Sequence[FoundTraining], groups: Sequence[Sequence[FoundTraining]], ident: str) -> str:
    """The learning curve of trainings that differ in their seed alone, and each of them."""
    title, settings = group_title(group, groups), group[0].settings
    game = game_of(settings)
    unit = f"points a hand ({good_points(game)})" if game else "points a hand"
    chart = Chart(title, curves(group), "games", unit, note=equals_note(settings))
    drawn = figure_section(chart, FULL, ident) if any(series.x for series in chart.series) else ""
    rows = [
        (run.settings.get("seed"), run.name, progress(run), state(run), len(younger(run.path.with_name(f"{run.name}{SUFFIX}"))))
        for run in group
    ]
    heads = ["seed", "brain", "games", "state", "younger selves"]
    return drawn + panel("Its seeds" if drawn else title, table(title, heads, rows), settings_list(settings))


def game_of(settings: Mapping[str, Any]) -> str:
    """The game of a learner, as set or from the kind of brain that has its design; empty for a learner that is not known here."""
    if settings.get("game"):  # a learner of several games
        return str(settings["game"])
    learner = LEARNERS.get(str(settings.get("learner")))
    kinds = [kind for kind in map(brain_kind, KINDS) if learner and any(part.type is learner.design for part in fields(kind))]  # type: ignore[arg-type]
    return kinds[0].GAME if kinds else ""


def group_title(group: Sequence[FoundTraining], groups: Sequence[Sequence[FoundTraining]]) -> str:
    """The learner, and the settings in which this group differs from others of the same learner."""
    settings = group[0].settings
    rivals = [each[0].settings for each in groups if each[0].settings.get("learner") == settings.get("learner")]
    telling = [key for key in settings if key in ("rules", "against") or any(each.get(key) != settings[key] for each in rivals)]
    parts = [f"{key} {setting_text(settings[key])}" for key in telling if key not in ("seed", "learner", "version")]
    return " · ".join([str(settings.get("learner")), *parts])


def setting_text(setting: Any) -> str:
    """A setting as one would type it."""
    return (", ".join(map(str, setting)) if isinstance(setting, list) else shown(setting)) or "nothing"


def curves(group: Sequence[FoundTraining]) -> list[Series]:
    """Points of the learner and of the others: the mean over seeds, with its interval where there are several."""
    found = []
    for column, label in ((1, "the learner"), (2, "the others")):
        at: dict[float, list[float]] = {}
        for run in group:
            for row in run.curve:
                at.setdefault(row[0], []).append(row[column])
        means = [mean_of(at[games]) for games in sorted(at)]
        value, low, high = ([each[part] for each in means] for part in range(3))
        found.append(Series(label, sorted(at), value, low, high))
    return found


def equals_note(settings: Mapping[str, Any]) -> str:
    """A note for trainings in which everybody learns: their points say little."""
    equals = set(str(settings.get("against", "self")).split("+")) <= {"self", "rivals", "rival"}
    return "It learns against its equals, whose points change as its own do: only a duel can tell how good it is." if equals else ""


def progress(run: FoundTraining) -> str:
    """Games played, of how many."""
    games = run.settings.get("games", run.games)
    return f"{run.games:,} of {games:,}" if run.games < games else f"{run.games:,}"  # a policy ends with a whole round, a little later


def state(run: FoundTraining) -> str:
    """Finished, running or stopped."""
    if run.finished:
        return "finished"
    ago = f"{run.age:,.0f} seconds" if run.age < 100 else f"{run.age / 60:,.0f} minutes"
    return f"running, saved {ago} ago" if run.running else f"stopped {ago} ago; the same command goes on"


def settings_list(settings: Mapping[str, Any]) -> str:
    """All settings, folded until clicked."""
    rows = [(key, setting_text(value)) for key, value in settings.items() if key != "seed"]
    return f"<details><summary>Settings</summary>{table('Settings', ['setting', 'value'], rows)}</details>"
