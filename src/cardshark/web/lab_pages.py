"""The pages of the lab as HTML, for browsers with and without script. Everything that comes from a file or a person is escaped."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import Any
from urllib.parse import quote

from cardshark.arena.league import League
from cardshark.arena.verdict import Duel
from cardshark.cards import name
from cardshark.experiments.figures import chance
from cardshark.experiments.hearts_network_groups import mean_of
from cardshark.experiments.report import WIDE, figure_section, grid, note, scrolling, section
from cardshark.experiments.result import Chart, Series
from cardshark.learning.growth import younger
from cardshark.show.arena import GOOD, NOBODY_WINS, cells_of, share_of, span, thinking
from cardshark.show.players import games_of
from cardshark.terminal_challenge import GAMES, Standing
from cardshark.text import shown
from cardshark.web.fairness import Fairness
from cardshark.web.lab_finds import Record, Report, Run

REFRESH = 5  # seconds after which the page of a training that runs is loaded again
FOLDERS = ("here", "in the folder runs")
PAGES = {  # address, title, and what is there
    "/lab/papers": ("Papers", "What became of five papers when they were done again"),
    "/lab/leagues": ("Duels and leagues", "What is on record here, as cross-tables with intervals"),
    "/lab/training": ("Trainings", "Learning curves, finished and on their way"),
    "/lab/deals": ("Fair deals", "All hands that were dealt to you, counted"),
    "/lab/experiment": ("The human experiment", "Your five games against each network, beside those of a thesis's author"),
    "/lab/players": ("Players", "Who can sit down"),
}


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


# ---- what all pages share ----


def page(title: str, lede: str, body: Iterable[str], refresh: int = 0) -> str:
    """A whole page."""
    again = f'<meta http-equiv="refresh" content="{refresh}">' if refresh else ""
    crumbs = '<a href="/">tables</a> <span aria-hidden="true">›</span> ' + ("<b>lab</b>" if title == "Lab" else '<a href="/lab">lab</a>')
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
        f'{again}<title>{escape(title)} · cardshark</title><link rel="stylesheet" href="/lab/report.css">'
        '<link rel="stylesheet" href="/static/lab.css"></head><body>\n'
        f'<header><div class="wrap"><nav class="crumb" aria-label="Where you are">{crumbs}</nav><h1>{escape(title)}</h1>'
        f'<p class="lede">{escape(lede)}</p></div></header>\n<main class="wrap">{"".join(filter(None, body))}</main>\n</body></html>\n'
    )


def cell(content: Any) -> str:
    """What stands in a cell."""
    return content if isinstance(content, Html) else escape(str(content))


def table(title: str, heads: Sequence[str], rows: Iterable[Sequence[Any]], kind: str = "lab") -> Html:
    """A table; the first cell of a row is its name."""
    head = "".join(f'<th scope="col">{escape(each)}</th>' if each else "<td></td>" for each in heads)
    lines = (f'<tr><th scope="row">{cell(row[0])}</th>{"".join(f"<td>{cell(each)}</td>" for each in row[1:])}</tr>' for row in rows)
    return Html(scrolling(title, grid(kind, head, lines)))


def link(address: str, text: str) -> Html:
    """A link."""
    return Html(f'<a href="{escape(address)}">{escape(text)}</a>')


def panel(title: str, *parts: str, aside: str = "") -> str:
    """A part of a page with its heading."""
    return section(title, escape(aside), "".join(parts))


def command(text: str) -> str:
    """Something to type."""
    return f'<pre tabindex="0"><code>{escape(text)}</code></pre>'


def troubles(found: Sequence[str]) -> str:
    """The files that cannot be read."""
    items = "".join(f"<li>{escape(each)}</li>" for each in found)
    return panel("What could not be read", f'<ul class="plain">{items}</ul>') if found else ""


# ---- contents, papers, players ----


def contents() -> str:
    """The page with all the others."""
    items = "".join(f"<li><h2>{link(address, title)}</h2><p>{escape(about)}</p></li>" for address, (title, about) in PAGES.items())
    return page("Lab", "What was measured, trained and played here", [f'<ul class="contents">{items}</ul>'])


def papers(reports: Mapping[str, Report]) -> str:
    """All reports."""
    if not reports:
        body = [
            panel(
                "No reports here",
                "<p>A report is written when a paper is done again:</p>",
                command("cardshark reproduce hearts_pomcp --html runs/hearts_pomcp/report.html"),
            )
        ]
    else:
        rows = [(link(f"/lab/papers/{quote(name, safe='')}", each.title), name) for name, each in reports.items()]
        body = [panel("Reports", table("Reports", ["question", "folder"], rows))]
    return page("Papers", PAGES["/lab/papers"][1], body)


def players(rows: Sequence[Mapping[str, Any]], brains: Sequence[Sequence[Any]], unreadable: Sequence[str]) -> str:
    """Who can sit down, and with which brains."""
    everybody = [(row["name"], games_of(dict(row)), row["about"], ", ".join(row["options"])) for row in rows]
    heads = ["brain", "plays as", "game", "learned from", "younger selves"]
    body = [panel("Players", table("Players", ["player", "plays", "what it does", "options"], everybody))]
    body += [panel("Brains", table("Brains", heads, brains), aside="those of the lab, and the files here")]
    return page("Players", "Anybody here can be asked to sit down; so can a class in a file and a program", [*body, troubles(unreadable)])


# ---- duels and leagues ----


def leagues(records: Sequence[Record], unreadable: Sequence[str]) -> str:
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
    units, figure = ("matches", "share of matches won") if found.unit == "match" else ("deals", f"points a hand, {GOOD[found.game]}")
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
    won = "matches won" if found.unit == "match" else "hands won" if found.game in NOBODY_WINS else "first places of hands"
    words = [f"Difference {found.difference:+.3f} {span(found.low, found.high)}, points a hand ({GOOD[found.game]})."]
    words += [f"{won.capitalize()}, a seat of {found.a}: {share_of(found.wins_a, found.wins_low, found.wins_high)}."]
    if found.adjusted is not None:
        words += [f"Without the luck that {found.control} had: {found.adjusted:+.3f} {span(found.adjusted_low, found.adjusted_high)}."]
    aside = f"{found.game} {found.rules}, {found.seats}, seed {found.seed}: {found.deals:,} {units}, {found.hands:,} hands"
    heads = ["player", "points a hand", "moons", "a choice takes"]
    return panel(f"Duel {file}", table(f"Duel {file}", heads, rows), *(f"<p>{escape(each)}</p>" for each in words), aside=aside)


# ---- trainings ----


def training(groups: Sequence[Sequence[Run]], unreadable: Sequence[str]) -> str:
    """All trainings; while one runs, the page loads itself again."""
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
    lede = f"{running} running; this page looks again every {REFRESH} seconds" if running else PAGES["/lab/training"][1]
    return page("Trainings", lede, [*body, troubles(unreadable)], REFRESH if running else 0)


def group_panels(group: Sequence[Run], groups: Sequence[Sequence[Run]], ident: str) -> str:
    """The learning curve of trainings that differ in their seed alone, and each of them."""
    title, settings = group_title(group, groups), group[0].settings
    gin = settings.get("learner") in ("td", "evolution")
    chart = Chart(title, curves(group), "games", f"points a hand ({GOOD['gin' if gin else 'hearts']})", note=equals_note(settings))
    drawn = figure_section(chart, WIDE, ident) if any(series.x for series in chart.series) else ""
    rows = [
        (run.settings.get("seed"), run.name, progress(run), state(run), len(younger(run.path.with_name(f"{run.name}.safetensors"))))
        for run in group
    ]
    heads = ["seed", "brain", "games", "state", "younger selves"]
    return drawn + panel("Its seeds" if drawn else title, table(title, heads, rows), settings_list(settings))


def group_title(group: Sequence[Run], groups: Sequence[Sequence[Run]]) -> str:
    """What tells a group from the others that learned in the same way."""
    settings = group[0].settings
    rivals = [each[0].settings for each in groups if each[0].settings.get("learner") == settings.get("learner")]
    telling = [key for key in settings if key in ("rules", "against") or any(each.get(key) != settings[key] for each in rivals)]
    said = [f"{key} {said_of(settings[key])}" for key in telling if key not in ("seed", "learner", "version")]
    return " · ".join([str(settings.get("learner")), *said])


def said_of(setting: Any) -> str:
    """A setting as one would type it."""
    return (", ".join(map(str, setting)) if isinstance(setting, list) else shown(setting)) or "nothing"


def curves(group: Sequence[Run]) -> list[Series]:
    """Points of the learner and of the others: the mean over seeds, with its interval where there are several."""
    found = []
    for column, label in ((1, "the learner"), (2, "the others")):
        at: dict[float, list[float]] = {}
        for run in group:
            for row in run.curve:
                at.setdefault(row[0], []).append(row[column])
        means = [mean_of(at[games]) for games in sorted(at)]
        found.append(Series(label, sorted(at), *([each[part] for each in means] for part in range(3))))
    return found


def equals_note(settings: Mapping[str, Any]) -> str:
    """Points among equals say little."""
    equals = set(str(settings.get("against", "self")).split("+")) <= {"self", "rivals", "rival"}
    return "It learns against its equals, whose points change as its own do: only a duel can tell how good it is." if equals else ""


def progress(run: Run) -> str:
    """How far it is."""
    games = run.settings.get("games", run.games)
    return f"{run.games:,} of {games:,}" if run.games != games else f"{run.games:,}"


def state(run: Run) -> str:
    """What is going on."""
    if run.finished:
        return "finished"
    ago = f"{run.age:,.0f} seconds" if run.age < 100 else f"{run.age / 60:,.0f} minutes"
    return f"running, saved {ago} ago" if run.running else f"stopped {ago} ago; the same command goes on"


def settings_list(settings: Mapping[str, Any]) -> str:
    """All settings, on a click."""
    rows = [(key, said_of(value)) for key, value in settings.items() if key != "seed"]
    return f"<details><summary>Settings</summary>{table('Settings', ['setting', 'value'], rows)}</details>"


# ---- deals ----


def deals(found: Sequence[Fairness]) -> str:
    """Were the cards dealt fairly?"""
    lede = "Every hand is dealt from a secret whose seal is shown before it; and this is how all of yours fell"
    body = [part for each in found for part in game_panels(each)]
    if not body:
        body = [panel("No hands yet", f"<p>Play a hand, and it is counted here. {link('/', 'To the tables')}</p>")]
    return page("Fair deals", lede, body)


def columns_of(found: Fairness) -> list[str]:
    """Who got cards."""
    if found.game == "gin":
        return ["non-dealer", "dealer", "nobody"]
    return ["you", "left", "across", "right"] if found.seats == 4 else ["you", *(f"{seat} to the left" for seat in range(1, found.seats))]


def judgement(p: float | None) -> str:
    """What a test says."""
    if p is None:
        return "Too few hands to test this."
    odd = " That happens by chance in one of so many tests, so a small one now and then is no cause for alarm." if p < 0.05 else ""
    return f"A fair shuffle is at least as uneven with a chance of {chance(p)}.{odd}"


def game_panels(found: Fairness) -> list[str]:
    """All about one game."""
    columns, title = columns_of(found), f"{found.game.capitalize()} with {len(found.deck)} cards"
    cards = [(name(card), *row) for card, row in zip(found.deck, found.counts.tolist(), strict=True)]
    everything = f"<details><summary>Every card</summary>{table(f'{title}: who got each card', ['card', *columns], cards)}</details>"
    parts = [panel(f"{title}: every card", f"<p>{escape(judgement(found.cards_p))}</p>", everything, aside=f"{found.deals:,} hands")]
    if found.queens:
        row = table("Who got the queen of spades", ["", *columns], [("queen of spades", *found.queens)])
        parts.append(panel(f"{title}: the queen of spades", row, f"<p>{escape(judgement(found.queens_p))}</p>"))
    seats = columns[: found.seats]
    rows = [
        (each.length, f"{100 * each.expected:.1f} %", *(f"{count:,} ({100 * count / found.deals:.1f} %)" for count in each.counts))
        for each in found.lengths
        if each.expected > 0.0005 or any(each.counts)
    ]
    rows.append(("p", "", *("–" if p is None else chance(p) for p in found.lengths_p)))
    lengths = table(f"{title}: longest suits", ["cards of the longest suit", "fair", *seats], rows)
    words = note("p: the chance that a fair shuffle is at least as far from the fair shares; a dash where there are too few hands to tell.")
    return [*parts, panel(f"{title}: the longest suit of a hand", lengths, words)]


# ---- the human experiment ----


def experiment(standings: Sequence[Standing], following: Callable[[str], int | None], trouble: str = "") -> str:
    """The table, and what can be played next."""
    rows = []
    for each in standings:
        number = following(each.opponent.player)
        go = (
            "all played"
            if number is None
            else start_button(each.opponent.player, f"Play game {number + 1} of {GAMES}", each.opponent.title)
        )
        rows.append((each.opponent.title, f"{each.games} of {GAMES}", *each.cells(), go))
    heads = ["against three times the", "games", "you", "they", "the author", "they", "next"]
    words = note(
        "Mean final totals, few are good; the opponents of each game from the highest to the lowest. Deals are the same for everybody."
    )
    other = (
        '<form method="post" action="/lab/experiment"><label>Another player <input name="opponent" required maxlength="200" '
        'placeholder="rollouts:brain=champion" spellcheck="false"></label> <button>Play game 1</button></form>'
    )
    parts = [panel("Five games to 50 against each", table("Your games", heads, rows), words), panel("Somebody else", other)]
    alarm = f'<p class="trouble" role="alert">{escape(trouble)}</p>' if trouble else ""
    lede = "The network thesis's author played five games against three of each network (its table 3.8). Do better?"
    return page("The human experiment", lede, [alarm, *parts])


def start_button(opponent: str, text: str, title: str) -> Html:
    """A button that starts a game."""
    hidden = f'<input type="hidden" name="opponent" value="{escape(opponent)}">'
    label = escape(f"{text} against the {title}")
    return Html(f'<form method="post" action="/lab/experiment">{hidden}<button aria-label="{label}">{escape(text)}</button></form>')
