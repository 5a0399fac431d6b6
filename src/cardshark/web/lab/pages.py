"""The pages of the lab as HTML, for browsers with and without script. Everything that comes from a file or a person is escaped."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import Any
from urllib.parse import quote

from cardshark.cards import name
from cardshark.report.panels import grid, note, section
from cardshark.terminal.challenge import GAMES, ChallengeStanding
from cardshark.web.games import page_of
from cardshark.web.lab.fairness import Fairness
from cardshark.web.lab.finds import FoundReport
from cardshark.web.lab.words import known, language, say

PAGES = ("papers", "leagues", "training", "deals", "experiment", "players")  # as in their addresses, and in the keys of their texts
OPPONENTS = {"random": "random", "network:brain=opponent": "training", "network:brain=experiment2": "best"}  # of the thesis


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


# ---- what all pages share ----


def page(title: str, lede: str, body: Iterable[str], refresh: int = 0) -> str:
    """A whole page."""
    again = f'<meta http-equiv="refresh" content="{refresh}">' if refresh else ""
    lab = f"<b>{say('lab_crumb')}</b>" if title == say("lab_title") else link("/lab", say("lab_crumb"))
    crumbs = f'{link("/", say("lab_tables"))} <span aria-hidden="true">›</span> {lab}'
    return (
        f'<!doctype html>\n<html lang="{language.get()}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'{again}<title>{escape(title)} · cardshark</title><link rel="stylesheet" href="/lab/report.css">'
        '<link rel="stylesheet" href="/static/lab.css"></head><body>\n'
        f'<header><div class="wrap"><nav class="crumb" aria-label="{say("lab_where")}">{crumbs}</nav><h1>{escape(title)}</h1>'
        f'<p class="lede">{escape(lede)}</p></div></header>\n<main class="wrap">{"".join(filter(None, body))}</main>\n</body></html>\n'
    )


def cell(content: Any) -> str:
    """What stands in a cell."""
    return content if isinstance(content, Html) else escape(str(content))


def table(title: str, heads: Sequence[str], rows: Iterable[Sequence[Any]], kind: str = "lab") -> Html:
    """A table; the first cell of a row is its name."""
    head = "".join(f'<th scope="col">{escape(each)}</th>' if each else "<td></td>" for each in heads)
    lines = (f'<tr><th scope="row">{cell(row[0])}</th>{"".join(f"<td>{cell(each)}</td>" for each in row[1:])}</tr>' for row in rows)
    label = escape(say("lab_scrolls", title=title))
    return Html(f'<div class="scroll" tabindex="0" role="group" aria-label="{label}">{grid(kind, head, lines)}</div>')


def english(html: str) -> Html:
    """What stands in a file of somebody, and is English in every language of the page."""
    return Html(f'<span lang="en">{html}</span>')


def code(text: str) -> Html:
    """What one would type."""
    return Html(f"<code>{escape(text)}</code>") if text else Html("")


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
    items = "".join(f'<li lang="en">{escape(each)}</li>' for each in found)
    return panel(say("lab_unreadable"), f'<ul class="plain">{items}</ul>') if found else ""


# ---- contents, papers, players ----


def contents() -> str:
    """The first page, which lists the others."""
    entries = ((link(f"/lab/{name}", say(f"lab_{name}")), escape(say(f"lab_{name}_about"))) for name in PAGES)
    items = "".join(f"<li><h2>{title}</h2><p>{about}</p></li>" for title, about in entries)
    return page(say("lab_title"), say("lab_lede"), [f'<ul class="contents">{items}</ul>'])


def papers(reports: Mapping[str, FoundReport]) -> str:
    """All reports."""
    if not reports:
        body = [
            panel(
                say("lab_no_reports"),
                f"<p>{escape(say('lab_no_reports_text'))}</p>",
                command("cardshark reproduce hearts_pomcp --scale 0.01"),
            )
        ]
    else:
        rows = [
            (english(link(f"/lab/papers/{quote(name, safe='')}", each.title)), Html(f"<code>{escape(name)}</code>"))
            for name, each in reports.items()
        ]
        body = [panel(say("lab_reports"), table(say("lab_reports"), [say("lab_question"), say("lab_folder")], rows))]
    return page(say("lab_papers"), say("lab_papers_about"), body)


def players(rows: Sequence[Mapping[str, Any]], brains: Sequence[Sequence[Any]], unreadable: Sequence[str]) -> str:
    """Who can sit down, and with which brains."""
    everybody = [(code(row["name"]), games_of(row), about(row), code(", ".join(row["options"]))) for row in rows]
    typed = [(code(name), code(player), *rest) for name, player, *rest in brains]
    heads = [say(f"lab_{each}") for each in ("brain", "plays_as", "game", "learned_from", "younger")]
    body = [
        panel(
            say("lab_players"),
            table(say("lab_players"), [say(f"lab_{each}") for each in ("player", "plays", "does", "options")], everybody),
        )
    ]
    body += [panel(say("lab_brains"), table(say("lab_brains"), heads, typed), aside=say("lab_brains_aside"))]
    return page(say("lab_players"), say("lab_players_lede"), [*body, troubles(unreadable)])


def games_of(player: Mapping[str, Any]) -> str:
    """The games that a player plays; not known for a player from a package."""
    return ", ".join(map(game_name, player["games"])) or say("lab_not_known")


def game_name(game: str) -> str:
    """A game as people call it; one without a table here by its own name."""
    return say(f"game_{game}") if known(f"game_{game}") else game


def about(player: Mapping[str, Any]) -> str:
    """What a player does; one from a package says it in its own language."""
    key = f"about_player_{player['name']}"
    return say(key) if known(key) else english(escape(player["about"]))


# ---- deals ----


def deals(found: Sequence[Fairness]) -> str:
    """Were the cards dealt fairly?"""
    body = [part for each in found for part in game_panels(each)]
    if not body:
        body = [panel(say("lab_no_hands"), f"<p>{escape(say('lab_no_hands_text'))} {link('/', say('lab_to_tables'))}</p>")]
    return page(say("lab_deals"), say("lab_deals_lede"), body)


def columns_of(found: Fairness) -> list[str]:
    """Who got cards."""
    return [say(words.key, **words.args) for words in page_of(found.game).columns(found.seats)]


def chance(p: float | None) -> str:
    """A p-value as text; a dash where it is not known."""
    return "–" if p is None else say("lab_below", p=0.001) if p < 0.001 else f"{p:.3f}"


def judgement(p: float | None) -> str:
    """What a test says."""
    if p is None:
        return say("lab_too_few")
    odd = f" {say('lab_odd')}" if p < 0.05 else ""
    return say("lab_uneven", chance=chance(p)) + odd


def game_panels(found: Fairness) -> list[str]:
    """The panels of one game."""
    columns, title = columns_of(found), say("lab_game_with", game=game_name(found.game), n=len(found.deck))
    cards = [(name(card), *row) for card, row in zip(found.deck, found.counts.tolist(), strict=True)]
    who_got = table(say("lab_who_got", title=title), [say("lab_card"), *columns], cards)
    everything = f"<details><summary>{say('lab_every_card')}</summary>{who_got}</details>"
    judged, hands = f"<p>{escape(judgement(found.cards_p))}</p>", say("lab_n_hands", n=f"{found.deals:,}")
    parts = [panel(say("lab_title_every", title=title), judged, everything, aside=hands)]
    if found.queens:
        row = table(say("lab_who_queen"), ["", *columns], [(say("lab_queen"), *found.queens)])
        parts.append(panel(say("lab_title_queen", title=title), row, f"<p>{escape(judgement(found.queens_p))}</p>"))
    seats = columns[: found.seats]
    rows: list[Sequence[Any]] = [
        (each.length, f"{100 * each.expected:.1f} %", *(f"{count:,} ({100 * count / found.deals:.1f} %)" for count in each.counts))
        for each in found.lengths
        if each.expected > 0.0005 or any(each.counts)
    ]
    rows.append(("p", "", *map(chance, found.lengths_p)))
    lengths = table(say("lab_title_longest", title=title), [say("lab_longest"), say("lab_fair"), *seats], rows)
    return [*parts, panel(say("lab_title_longest_hand", title=title), lengths, note(say("lab_p_note")))]


# ---- the human experiment ----


def experiment(standings: Sequence[ChallengeStanding], following: Callable[[str], int | None], trouble: str = "", waits: str = "") -> str:
    """The table, and what can be played next; an opponent may wait for the owner's yes."""
    rows = []
    for each in standings:
        number = following(each.opponent.player)
        title = opponent_title(each.opponent.player, each.opponent.title)
        go = say("lab_all_played") if number is None else start_button(each.opponent.player, number, title)
        rows.append((title, say("lab_n_of", n=each.games, of=GAMES), *each.cells(), go))
    heads = [say(f"lab_{each}") for each in ("against_three", "games", "you", "they", "author", "they", "next")]
    words = note(say("lab_experiment_note"))
    other = (
        f'<form method="post" action="/lab/experiment"><label>{say("lab_another")} <input name="opponent" required maxlength="200" '
        f'placeholder="rollouts:brain=owl" spellcheck="false"></label> <button>{say("lab_play_first")}</button></form>'
    )
    games = panel(say("lab_five_games"), table(say("lab_your_games"), heads, rows), words)
    alarm = f'<p class="trouble" role="alert">{escape(trouble)}</p>' if trouble else ""
    alarm += consent_form(waits) if waits else ""
    return page(say("lab_experiment"), say("lab_experiment_lede"), [alarm, games, panel(say("lab_somebody_else"), other)])


def consent_form(opponent: str) -> str:
    """Where the owner types the number that allows programs."""
    hidden = f'<input type="hidden" name="opponent" value="{escape(opponent)}">'
    field = f'<label>{say("consent_number")} <input name="number" required maxlength="12" inputmode="numeric" autocomplete="off"></label>'
    return f'<form method="post" action="/lab/experiment">{hidden}{field} <button>{say("consent_yes")}</button></form>'


def opponent_title(player: str, title: str) -> str:
    """An opponent of the thesis in words, anybody else as they were typed."""
    return say(f"lab_opponent_{OPPONENTS[player]}") if player in OPPONENTS else title


def start_button(opponent: str, number: int, title: str) -> Html:
    """A button that starts a game."""
    text = say("lab_play_game", n=number + 1, of=GAMES)
    hidden = f'<input type="hidden" name="opponent" value="{escape(opponent)}">'
    label = escape(say("lab_play_against", text=text, title=title))
    return Html(f'<form method="post" action="/lab/experiment">{hidden}<button aria-label="{label}">{escape(text)}</button></form>')
