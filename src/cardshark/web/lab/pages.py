"""The pages of the lab as HTML, for browsers with and without script. Everything that comes from a file or a person is escaped."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import Any
from urllib.parse import quote

from cardshark.cards import name
from cardshark.report.html import grid, note, scrolling, section
from cardshark.show.players import games_of
from cardshark.terminal.challenge import GAMES, ChallengeStanding
from cardshark.web.games import page_of
from cardshark.web.lab.fairness import Fairness
from cardshark.web.lab.finds import FoundReport

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
    """The first page, which lists the others."""
    items = "".join(f"<li><h2>{link(address, title)}</h2><p>{escape(about)}</p></li>" for address, (title, about) in PAGES.items())
    return page("Lab", "What was measured, trained and played here", [f'<ul class="contents">{items}</ul>'])


def papers(reports: Mapping[str, FoundReport]) -> str:
    """All reports."""
    if not reports:
        body = [
            panel(
                "No reports here",
                "<p>A report is written when a paper is done again:</p>",
                command("cardshark reproduce hearts_pomcp --scale 0.01"),
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
    return page_of(found.game).columns(found.seats)


def chance(p: float | None) -> str:
    """A p-value as text; a dash where it is not known."""
    return "–" if p is None else "below 0.001" if p < 0.001 else f"{p:.3f}"


def judgement(p: float | None) -> str:
    """What a test says."""
    if p is None:
        return "Too few hands to test this."
    odd = " Of twenty such chances one is below 0.05 with the fairest of shuffles." if p < 0.05 else ""
    return f"The chance that a fair shuffle is at least as uneven: {chance(p)}.{odd}"


def game_panels(found: Fairness) -> list[str]:
    """The panels of one game."""
    columns, title = columns_of(found), f"{found.game.capitalize()} with {len(found.deck)} cards"
    cards = [(name(card), *row) for card, row in zip(found.deck, found.counts.tolist(), strict=True)]
    everything = f"<details><summary>Every card</summary>{table(f'{title}: who got each card', ['card', *columns], cards)}</details>"
    parts = [panel(f"{title}: every card", f"<p>{escape(judgement(found.cards_p))}</p>", everything, aside=f"{found.deals:,} hands")]
    if found.queens:
        row = table("Who got the queen of spades", ["", *columns], [("queen of spades", *found.queens)])
        parts.append(panel(f"{title}: the queen of spades", row, f"<p>{escape(judgement(found.queens_p))}</p>"))
    seats = columns[: found.seats]
    rows: list[Sequence[Any]] = [
        (each.length, f"{100 * each.expected:.1f} %", *(f"{count:,} ({100 * count / found.deals:.1f} %)" for count in each.counts))
        for each in found.lengths
        if each.expected > 0.0005 or any(each.counts)
    ]
    rows.append(("p", "", *map(chance, found.lengths_p)))
    lengths = table(f"{title}: longest suits", ["cards of the longest suit", "fair", *seats], rows)
    words = note("p: the chance that a fair shuffle is at least as far from the fair shares; a dash where there are too few hands to tell.")
    return [*parts, panel(f"{title}: the longest suit of a hand", lengths, words)]


# ---- the human experiment ----


def experiment(standings: Sequence[ChallengeStanding], following: Callable[[str], int | None], trouble: str = "") -> str:
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
        'placeholder="rollouts:brain=owl" spellcheck="false"></label> <button>Play game 1</button></form>'
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
