"""What was played and trained here, as pages: duels, leagues, and learning curves."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from html import escape
from typing import Any

from cardshark.arena.league import League
from cardshark.arena.stats import mean_of
from cardshark.arena.verdict import Duel
from cardshark.games import game_named
from cardshark.learning.growth import younger
from cardshark.learning.learners import LEARNERS
from cardshark.players.brain_file import KINDS, SUFFIX, brain_kind
from cardshark.report import charts, svg
from cardshark.report.figures import with_interval
from cardshark.report.html import FULL, PHONE
from cardshark.report.panels import note
from cardshark.report.result import Chart, Series
from cardshark.show.arena import TWO_PLAYERS, cells_of, thinking
from cardshark.text import shown
from cardshark.web.lab.finds import FoundRecord, FoundTraining
from cardshark.web.lab.pages import code, command, game_name, link, page, panel, table, troubles
from cardshark.web.lab.words import say

REFRESH = 5  # seconds after which the page of a training that runs is loaded again

# ---- duels and leagues ----


def leagues(records: Sequence[FoundRecord], unreadable: Sequence[str]) -> str:
    """What is on record."""
    body = [league_panel(str(path), found) if isinstance(found, League) else duel_panel(str(path), found) for path, found in records]
    if not body:
        body = [
            f"<p>{escape(say('lab_no_records_text'))}</p>",
            command("cardshark league hearts random greedy stock jake --record league.jsonl"),
        ]
        body = [panel(say("lab_no_records"), *body)]
    return page(say("lab_leagues"), say("lab_leagues_about"), [*body, troubles(unreadable)])


def league_panel(file: str, found: League) -> str:
    """The cross-table of a league."""
    figure = say("lab_share_matches") if found.unit == "match" else points_of(found.game)
    cells = {key: text for pair in found.pairs for key, text in cells_of(pair).items()}
    rows = []
    for number, player in enumerate(found.players, 1):
        rating = found.ratings[player]
        against = [cells.get((player, other), "–").strip() for other in found.players]
        rows.append([f"{number} {player}", f"{rating.value:+.3f} ± {rating.high - rating.value:.3f}", *against])
    heads = [say("lab_player"), say("lab_against_all"), *map(str, range(1, len(found.players) + 1))]
    undecided = [say("lab_against", a=pair.a, b=pair.b) for pair in found.pairs if not pair.decided]
    words = say("lab_league_note", figure=figure)
    words += f" {say('lab_undecided', pairs=', '.join(undecided))}" if undecided else ""
    aside = say("lab_aside", **played_of(found))
    return panel(say("lab_league", file=file), table(say("lab_cross", file=file), heads, rows, "lab cross"), note(words), aside=aside)


def played_of(found: League | Duel) -> dict[str, str]:
    """What was played: game, rules, seed, and how much."""
    units = say(f"lab_units_{'match' if found.unit == 'match' else 'deal'}", n=f"{found.deals:,}")
    return {"game": game_name(found.game), "rules": found.rules, "seed": str(found.seed), "units": units, "hands": f"{found.hands:,}"}


def points_of(game: str) -> str:
    """Points a hand, and which are good."""
    return say("lab_points_few" if game_named(game).LOWEST_WINS else "lab_points_many")


def span(low: float | None, high: float | None, sign: str = "+", digits: int = 3) -> str:
    """An interval."""
    return say("lab_span", low=f"{low:{sign}.{digits}f}", high=f"{high:{sign}.{digits}f}")


def share_of(value: float, low: float | None, high: float | None) -> str:
    """A share of wins or points with its interval, neither below 0 nor above 1, as no share is."""
    value, low, high = (min(max(number, 0.0), 1.0) for number in (value, low or 0.0, high or 0.0))
    return f"{value:.4f} {span(low, high, '', 4)}"


def duel_panel(file: str, found: Duel) -> str:
    """A duel as a small table."""
    sides = ((found.a, found.points_a, found.moons_a, found.seconds_a), (found.b, found.points_b, found.moons_b, found.seconds_b))
    rows = [(player, f"{points:.3f}", f"{moons:,}", thinking(seconds) or "–") for player, points, moons, seconds in sides]
    won = say("lab_wins_match" if found.unit == "match" else "lab_wins_hand" if found.seats == TWO_PLAYERS else "lab_wins_first")
    apart = say("lab_difference", difference=f"{found.difference:+.3f}", span=span(found.low, found.high), points=points_of(found.game))
    words = [apart, say("lab_a_seat", wins=won, a=found.a, share=share_of(found.wins_a, found.wins_low, found.wins_high))]
    if found.adjusted is not None:
        left = {"adjusted": f"{found.adjusted:+.3f}", "span": span(found.adjusted_low, found.adjusted_high)}
        words.append(say("lab_without_luck", control=found.control, **left))
    aside, title = say("lab_aside_duel", seats=found.seats, **played_of(found)), say("lab_duel", file=file)
    heads = [say(f"lab_{each}") for each in ("player", "points_hand", "moons", "takes")]
    return panel(title, table(title, heads, rows), *(f"<p>{escape(each)}</p>" for each in words), aside=aside)


# ---- trainings ----


def training(groups: Sequence[Sequence[FoundTraining]], unreadable: Sequence[str], watched: bool = False) -> str:
    """All trainings; while one runs and somebody wants to watch, the page loads itself again."""
    running = sum(run.running for group in groups for run in group)
    body = [group_panels(group, groups, f"t{place}") for place, group in enumerate(groups)]
    if not groups:
        text = f"<p>{escape(say('lab_no_trainings_text'))}</p>"
        body = [
            panel(
                say("lab_no_trainings"),
                text,
                command("cardshark train hindsight --games 300 --rules dutch:limit=1000 --against jake --keep 10"),
            )
        ]
    if running:
        body.insert(0, watching(running, watched))
    return page(say("lab_training"), say("lab_training_about"), [*body, troubles(unreadable)], REFRESH if running and watched else 0)


def watching(running: int, watched: bool) -> str:
    """Whether the page loads itself again. Only if asked to: that takes people with a screen reader back to its top."""
    if watched:
        words = say("lab_running_watched", n=running, seconds=REFRESH)
        return f'<p class="live">{words} {link("/lab/training", say("lab_stop"))}</p>'
    return f'<p class="live">{say("lab_running", n=running)} {link("/lab/training?watch", say("lab_watch", seconds=REFRESH))}</p>'


def group_panels(group: Sequence[FoundTraining], groups: Sequence[Sequence[FoundTraining]], ident: str) -> str:
    """The learning curve of trainings that differ in their seed alone, and each of them."""
    title, settings = group_title(group, groups), group[0].settings
    game = game_of(settings)
    chart = Chart(title, curves(group), say("lab_games"), points_of(game) if game else say("lab_points_hand"), note=equals_note(settings))
    drawn = curve_panel(chart, ident) if any(series.x for series in chart.series) else ""
    rows = [
        (run.settings.get("seed"), run.name, progress(run), state(run), len(younger(run.path.with_name(f"{run.name}{SUFFIX}"))))
        for run in group
    ]
    heads = [say(f"lab_{each}") for each in ("seed", "brain", "games", "state", "younger")]
    return drawn + panel(say("lab_seeds") if drawn else title, table(title, heads, rows), settings_list(settings))


def curve_panel(chart: Chart, ident: str) -> str:
    """A learning curve in two sizes, for a desktop and for a phone, with its values in a table."""
    drawn = charts.draw(chart, FULL, ident) + charts.draw(chart, PHONE, ident + "s", "small")
    steps, decimals = chart.steps(), chart.places()
    names = zip(steps, svg.tick_texts(steps), strict=True)
    rows = [[words, *(with_interval(*each.at(x), decimals) for each in chart.series)] for x, words in names]
    values = table(chart.title, [chart.x_label, *(each.label for each in chart.series)], rows, "values")
    folded = f"<details><summary>{say('lab_values')}</summary>{values}</details>"
    return panel(chart.title, drawn, folded, note(chart.note), aside=say("lab_band"))


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
    return (", ".join(map(str, setting)) if isinstance(setting, list) else shown(setting)) or say("lab_nothing")


def curves(group: Sequence[FoundTraining]) -> list[Series]:
    """Points of the learner and of the others: the mean over seeds, with its interval where there are several."""
    found = []
    for column, label in ((1, say("lab_the_learner")), (2, say("lab_the_others"))):
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
    return say("lab_equals") if equals else ""


def progress(run: FoundTraining) -> str:
    """Games played, of how many."""
    games = run.settings.get("games", run.games)
    return (
        say("lab_n_of", n=f"{run.games:,}", of=f"{games:,}") if run.games < games else f"{run.games:,}"
    )  # a policy ends with a whole round, a little later


def state(run: FoundTraining) -> str:
    """Finished, running or stopped."""
    if run.finished:
        return say("lab_finished")
    ago = say("lab_seconds", n=f"{run.age:,.0f}") if run.age < 100 else say("lab_minutes", n=f"{run.age / 60:,.0f}")
    return say("lab_running_saved" if run.running else "lab_stopped", ago=ago)


def settings_list(settings: Mapping[str, Any]) -> str:
    """All settings, folded until clicked."""
    rows = [(code(key), code(setting_text(value))) for key, value in settings.items() if key != "seed"]
    everything = table(say("lab_settings"), [say("lab_setting"), say("lab_value")], rows)
    return f"<details><summary>{say('lab_settings')}</summary>{everything}</details>"
