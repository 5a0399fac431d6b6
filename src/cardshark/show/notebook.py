"""Results as notebooks show them: small pieces of HTML without script, readable on light and dark pages, everything escaped.

`cardshark.notebook.shell.as_html` comes here. A result that has no drawing of its own is shown as its text.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from html import escape
from typing import Any
from zlib import crc32

from rich.console import Console
from rich.text import Text

from cardshark.arena.league import League
from cardshark.arena.sprt import Sprt
from cardshark.arena.stats import Interval
from cardshark.arena.verdict import Duel
from cardshark.coach.reviewed import Review
from cardshark.games import game_named, house
from cardshark.games.match import Single, replay
from cardshark.games.transcript import Transcript
from cardshark.players.brain_file import KINDS, AnyBrain
from cardshark.report import charts, svg
from cardshark.report.html_tables import cross_table
from cardshark.report.panels import note
from cardshark.report.result import Chart, Comparison, CrossTable, Series
from cardshark.show.arena import good_points, name_wins, share_of, span, sprt_lines, thinking, who_is_ahead
from cardshark.show.match import hearts_rows, with_colours
from cardshark.show.training import KINDS as SHOWN_BRAINS
from cardshark.show.training import among_equals

WIDTH = 640  # pixels of a chart
MOST_HANDS = 4  # of a match
PLAIN = Console()
# Each can be read on white and on black, because nobody tells a piece of HTML on what page it stands.
COLOURS = {
    "--k0": "#2277d2", "--k1": "#b35d00", "--k2": "#9455d3", "--k3": "#74748f", "--k4": "#0b7f8c", "--k5": "#b3527a",
    "--red": "#d62f4c", "--yellow": "#a66a00", "--blue": "#2277d2",
}  # fmt: skip
PAGE = {"--mut": "currentColor", "--ink": "currentColor", "--line": "#8886", "--pan": "transparent", "--f": "system-ui,sans-serif"}
RULES = """
table{border-collapse:collapse;font-size:13px;margin:6px 0}
th,td{text-align:left;padding:2px 12px 2px 0;vertical-align:top;white-space:nowrap}
td:last-child{white-space:normal;min-width:9em}
thead th{font-weight:500;opacity:.8;border-bottom:1px solid #8886}
.n{text-align:right}
p{margin:4px 0}
pre{white-space:pre-wrap}
.fn,small{font-size:12px;opacity:.8}
.red{color:var(--red)}.yellow{color:var(--yellow)}.blue{color:var(--blue)}.bold{font-weight:700}
.win{background:color-mix(in srgb,var(--k0) calc(var(--s)*40%),transparent)}
.lose{background:color-mix(in srgb,var(--k1) calc(var(--s)*40%),transparent)}
.ct td{text-align:center;padding:4px 8px}
.ct small{display:block}
svg{display:block;max-width:100%;overflow:visible}
.ws{stroke:currentColor;stroke-width:4;stroke-linecap:round;opacity:.6}
.row{width:220px;height:30px}
"""


@lru_cache(1)
def style() -> str:
    """The look of all this. It holds for our own pieces alone, whatever else stands in the notebook."""
    colours = COLOURS | PAGE
    rules = svg.chart_style(colours) + re.sub(r"var\((--[a-z]\w+)\)", lambda found: colours.get(found[1], found[0]), RULES)
    return re.sub(r"([^{}]+)\{", lambda found: f".cardshark :is({found[1].strip()}){{", rules)


def draw(found: Any) -> str:
    """A result as HTML."""
    kind = type(found)
    body = DRAWINGS.get(f"{kind.__module__}.{kind.__qualname__}", plain)(found)
    return f'<div class="cardshark"><style>{style()}</style>{body}</div>'


def plain(found: Any) -> str:
    """A result as its text, with coloured cards."""
    return f"<pre>{'<br>'.join(html_of(with_colours(line)) for line in str(found).splitlines())}</pre>"


# ---- pieces ----


def html_of(text: Text | str) -> str:
    """A text with the colours that it has at a terminal."""
    if isinstance(text, str):
        return escape(text)
    parts = [(escape(part.text).replace("\n", "<br>"), str(part.style or "none")) for part in text.render(PLAIN)]
    return "".join(f'<span class="{colour}">{words}</span>' if colour != "none" else words for words, colour in parts)


def table(heads: Sequence[str], rows: Sequence[Sequence[Text | str]], numbers: int = 0) -> str:
    """A table of texts; its last columns hold numbers, as many as `numbers` says."""
    first = len(heads) - numbers

    def row_of(cells: Sequence[Text | str], tag: str) -> str:
        marked = (f'<{tag} class="n">' if place >= first else f"<{tag}>" for place in range(len(cells)))
        return "<tr>" + "".join(f"{mark}{html_of(cell)}</{tag}>" for mark, cell in zip(marked, cells, strict=True)) + "</tr>"

    head = f"<thead>{row_of(heads, 'th')}</thead>" if any(heads) else ""
    return f"<table>{head}<tbody>{''.join(row_of(cells, 'td') for cells in rows)}</tbody></table>"


def lines(*sentences: str) -> str:
    """Sentences, one a line."""
    return "".join(f"<p>{escape(each)}</p>" for each in sentences if each)


def headline(words: str) -> str:
    """The first line of a result."""
    return f"<p><b>{escape(words)}</b></p>"


# ---- matches ----


def match_html(found: Transcript) -> str:
    """A match, hand by hand; all but the first are folded."""
    module = game_named(found.game)
    dealt = f", seed {found.seed} match {found.match}" if found.seed is not None else ""
    match = Single(module, found.rules, first=found.first)
    shown = HANDS.get(found.game, any_hand)
    hands = [shown(match, number, hand, found.players) for number, hand in enumerate(found.hands[:MOST_HANDS], found.first + 1)]
    folded = [f"<details><summary>{escape(title)}</summary>{body}</details>" for title, body in hands[1:]]
    more = len(found.hands) - len(hands)
    rest = [note(f"and {more} more hands: print it to see them")] if more else []
    return "".join([headline(f"{module.TITLE}, {house.spell(module.PRESETS, found.rules)}{dealt}"), *first_hand(hands), *folded, *rest])


def first_hand(hands: Sequence[tuple[str, str]]) -> list[str]:
    """The hand that stands open."""
    return [lines(hands[0][0]), hands[0][1]] if hands else []


def hearts_hand(match: Single, number: int, hand: Any, players: Sequence[str]) -> tuple[str, str]:
    """A hand of Hearts: its title, and a table with a column for each seat."""
    title, rows = hearts_rows(match, number, hand)
    return title, table(["", *(f"{seat} {player}" for seat, player in enumerate(players))], rows)


def any_hand(match: Single, number: int, hand: Any, players: Sequence[str]) -> tuple[str, str]:
    """A hand of any other game: its title, and the lines of its transcript."""
    found = match.game.text.write(match.rules, hand, replay(match, hand))
    return f"hand {number}", f"<pre>{'<br>'.join(html_of(with_colours(line)) for line in found)}</pre>"


HANDS: dict[str, Callable[..., tuple[str, str]]] = {"hearts": hearts_hand}


def review_html(found: Review) -> str:
    """A review: where the points came from, and every decision that was one."""
    rows = [[when, with_colours(chosen), with_colours(best), cost, verdict] for when, chosen, best, cost, verdict in found.rows()]
    return headline(found.title) + lines(found.balance) + table(found.heads, rows)


def position_html(found: Any) -> str:
    """A position: the lines that a program would be told, and what may be chosen."""
    told = [line.partition(" ")[::2] for line in str(found).splitlines()]
    rows = [[word, with_colours(rest)] for word, rest in told if word not in ("game", "rules", "choose")]
    rows += [["choices", with_colours(rest.partition(" ")[2])] for word, rest in told if word == "choose"]  # before them stands the luck
    return headline(found.game.TITLE) + table(["", ""], rows)


def analysis_html(found: Any) -> str:
    """What every choice in a position is worth, and why."""
    rows = [
        [with_colours(each.choice), f"{each.value:.2f}", "" if each.low is None else f"{each.low:.2f} to {each.high:.2f}",
         "" if each.chance is None else f"{each.chance:.0%}", " ".join(each.why)]
        for each in found.choices
    ]  # fmt: skip
    first, *rest = found.head()
    return headline(first) + lines(*rest) + table(["choice", "value", "95 % interval", "best", "why"], rows)


# ---- duels and leagues ----


def duel_html(found: Duel) -> str:
    """A duel: both players, and the difference with its interval as a picture."""
    units = "matches" if found.unit == "match" else "deals"
    counted = game_named(found.game).COUNTED[:1] if found.moons else []
    sides = ((found.a, found.points_a, found.moons_a, found.seconds_a), (found.b, found.points_b, found.moons_b, found.seconds_b))
    rows = [[name, f"{points:.3f}", *([f"{moons:,}"] * len(counted)), thinking(seconds)] for name, points, moons, seconds in sides]
    axis = svg.axis_of((0.0, found.low, found.high), 2, 98)
    zero = f'<line class="wk" x1="{axis(0)}%" x2="{axis(0)}%" y1="2" y2="28"/>'
    row = Comparison("", ours=found.difference, low=found.low, high=found.high)
    picture = charts.whisker(row, 0, axis).replace("</svg>", f"{zero}</svg>")
    won = f"{name_wins(found)}, a seat of {found.a}: {share_of(found.wins_a, found.wins_low, found.wins_high)}"
    return "".join([
        headline(f"{found.game} {found.rules}, {found.seats}, seed {found.seed}: {found.deals:,} {units}, {found.hands:,} hands"),
        table(["player", "points a hand", *counted, "a choice takes"], rows, 2 + len(counted)),
        lines(f"difference {found.difference:+.3f} {span(found.low, found.high)}: {who_is_ahead(found)}"),
        picture, note("dot and line: the difference and its 95 % interval; upright: no difference"), lines(won, found.stopped or ""),
    ])  # fmt: skip


def sprt_html(found: Sprt) -> str:
    """A sequential test: the lines of the terminal."""
    first, *rest = sprt_lines(found)
    return headline(first) + lines(*rest)


def league_html(found: League) -> str:
    """A league: ratings, and the cross-table."""
    units, figure = ("matches", "share of matches won") if found.unit == "match" else ("deals", f"points a hand, {good_points(found.game)}")
    names = [f"{number} {player}" for number, player in enumerate(found.players, 1)]
    ratings = [found.ratings[player] for player in found.players]
    rows = [[name, f"{each.value:+.3f} ± {each.high - each.value:.3f}"] for name, each in zip(names, ratings, strict=True)]
    undecided = [f"{pair.a} against {pair.b}" for pair in found.pairs if not pair.decided]
    return "".join([
        headline(f"{found.game} {found.rules}, seed {found.seed}: {found.deals:,} {units}, {found.hands:,} hands"),
        table(["player", "against all"], rows, 1),
        lines(f"{figure}, row minus column, with 95 % intervals:"),
        cross_table(cross_table_of(found, names)),
        lines(f"not decided: {', '.join(undecided)}" if undecided else ""),
    ])  # fmt: skip


def cross_table_of(found: League, names: Sequence[str]) -> CrossTable:
    """Everybody against everybody."""
    cells = {(pair.a, pair.b): pair.difference for pair in found.pairs}
    cells |= {(pair.b, pair.a): Interval(-pair.difference.value, -pair.difference.high, -pair.difference.low) for pair in found.pairs}
    rows = [[cells.get((a, b)) for b in found.players] for a in found.players]
    values, lows, highs = ([[each and each[part] for each in row] for row in rows] for part in range(3))
    fewer = found.unit != "match" and game_named(found.game).LOWEST_WINS
    return CrossTable("Everybody against everybody", names, [name.split()[0] for name in names], values, lows, highs, fewer_is_better=fewer)


# ---- charts and brains ----


def chart_html(found: charts.Drawn) -> str:
    """A chart with its title."""
    drawn = charts.draw(found, WIDTH, f"c{crc32(repr(found).encode()):08x}").replace("<svg ", f'<svg width="{WIDTH}" ', 1)
    return headline(found.title) + drawn + note(found.note)


def learning_curve(brain: AnyBrain) -> Chart | None:
    """How a brain got better while it learned; None where that is not known."""
    curve = brain.about.get("curve")
    if not curve:
        return None
    games, learner, others = ([row[column] for row in curve] for column in range(3))
    words = "It learned against its equals, whose points change as its own do: only a duel can tell how good it is."
    series = [Series("the learner", games, learner), Series("the others", games, others)]
    unit = f"points a hand ({good_points(brain.GAME)})"
    return Chart("While it learned", series, "games", unit, note=words if among_equals(brain) else "")


def brain_html(brain: AnyBrain) -> str:
    """A brain: who plays with it, how it was made, and its learning curve."""
    about, kind, curve = brain.about, SHOWN_BRAINS[brain.PLAYER], learning_curve(brain)
    learned = f"{about['games']:,} games, {about['hands']:,} hands" if about.get("hands") else "how it was made is not known"
    facts = [f"{kind.sizes(brain).weights:,} weights ({kind.words(brain)}); {learned}", about.get("command", "")]
    name = f"{about.get('name', 'a brain')}, a brain for the player {brain.PLAYER} of {game_named(brain.GAME).TITLE}"
    return headline(name) + lines(*facts) + (chart_html(curve) if curve else "")


DRAWINGS: dict[str, Callable[[Any], str]] = {
    "cardshark.games.transcript.Transcript": match_html,
    "cardshark.games.positions.Position": position_html,
    "cardshark.coach.reviewed.Review": review_html,
    "cardshark.coach.analyse.Analysis": analysis_html,
    "cardshark.arena.verdict.Duel": duel_html,
    "cardshark.arena.sprt.Sprt": sprt_html,
    "cardshark.arena.league.League": league_html,
    "cardshark.report.shapes.Chart": chart_html,
    "cardshark.report.shapes.Bars": chart_html,
    "cardshark.report.shapes.Forest": chart_html,
    **dict.fromkeys(KINDS.values(), brain_html),
}
