"""A gin player's final hands: for the terminal, for programs, and as a picture or a page."""

import json
import re
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from cardshark.arena.gin_hands import ENDS, FIGURES, Evenness, FinalHands
from cardshark.arena.stats import Interval
from cardshark.files import check_place, write_whole
from cardshark.report import charts, svg
from cardshark.report.figures import chance, number, with_interval
from cardshark.report.html import HALF, figure_body
from cardshark.report.panels import grid, note, section
from cardshark.report.result import Bars, Comparison
from cardshark.show import printer
from cardshark.text import UserError

STEPS = (0, 5, 10, 15, 20, 30, 50, 100, 200, 500, 1000, 2000, 5000)  # edges of the bars of turns
MEANS = {
    "sets": "sets", "runs": "runs", "set_cards": "cards in sets", "run_cards": "cards in runs", "points": "points of all cards",
    "deadwood": "deadwood", "turns": "turns of either player",
}  # fmt: skip
HOW = ("won", "lost", "nobody's")
WHICH = (
    "Of each two probabilities the first takes every card as drawn by itself, as the paper does; the second takes the deal as the unit, "
    "since cards come in melds and from one pack. Both fall as more hands are played, if the spread is uneven at all; "
    "Cramér's V (0 even, 1 all of a kind) does not."
)


def publish_hands(found: FinalHands, out: Path | None, as_json: bool) -> None:
    """Write the page or picture that was asked for, then print for a program or a person."""
    if out:
        write_whole(out, page(found) if out.suffix == ".html" else picture(found))
    if as_json:
        print(json.dumps({**found.to_json(), **figures_json(found)}))
    else:
        show_hands(found, printer())
        if out:
            printer().print(f"The {'page' if out.suffix == '.html' else 'picture'}: {out}", soft_wrap=True)


def check_out(out: Path | None) -> None:
    """Refuse what cannot be written, before anything is played."""
    if out and out.suffix not in (".html", ".svg"):
        raise UserError(f"{out} must end in .html for a page or in .svg for a picture alone")
    if out:
        check_place(out)


def figures_json(found: FinalHands) -> dict[str, Any]:
    """What follows from the sums: figures a hand as `[value, low, high]`, and both tests."""
    each = {name: list(found.each(name).interval()) for name in FIGURES}
    wins, nobody = list(found.wins().interval()), list(found.nobody().interval())
    tests = {"suits": found.suits()._asdict(), "faces": found.faces()._asdict()}
    return {"hands": found.hands, "a_hand": {**each, "won": wins, "nobody": nobody}, "median_turns": found.median_turns(), **tests}


# ---- in words ----


def title(found: FinalHands) -> str:
    """Whose hands, against whom."""
    others = ", ".join("itself" if other == found.player else other for other in found.against)
    return f"{found.player} against {others}"


def subtitle(found: FinalHands) -> str:
    """By which rules, and how many."""
    return f"gin {found.rules}, seed {found.seed}: {found.deals:,} deals, {found.hands:,} final hands"


def percent(interval: Interval) -> Interval:
    """A share in percent; neither below 0 nor above 100, as no share is."""
    return Interval(*(min(max(100 * value, 0.0), 100.0) for value in interval))


def ends_of(found: FinalHands) -> dict[str, tuple[Interval | None, ...]]:
    """How hands ended, in percent: those that the player won, that it lost, and that nobody won."""
    rows: dict[str, tuple[Interval | None, ...]] = {}
    for end in ENDS:
        of_all, won = found.each(end), found.each(f"won_{end}")
        if end in ("void", "tie"):
            rows[end] = (None, None, percent(of_all.interval()))
        else:
            rows[end.replace("_", " ")] = (percent(won.interval()), percent((of_all - won).interval()), None)
    rows = {end: row for end, row in rows.items() if any(share and share.value for share in row)}
    wins, nobody = found.wins(), found.nobody()
    lost = found.each(*ENDS) - wins - nobody
    return {**rows, "all": tuple(percent(share.interval()) for share in (wins, lost, nobody))}


def describe_test(kind: str, test: Evenness) -> str:
    """An even spread of suits or face values, tested."""
    most, even = 100 * test.shares[test.most].value, 100 / (test.freedom + 1)
    deals = f"p {chance(test.p_of_deals)}" if test.p_of_deals is not None else "too few deals to tell"
    return (
        f"an even spread of {kind}: chi-squared {test.chi_squared:,.1f} ({test.freedom} degrees of freedom), p {chance(test.p_of_cards)} "
        f"by cards, {deals} by deals; Cramér's V {test.cramers_v:.3f}; most held: {test.most}, {most:.1f} % (even: {even:.1f} %)"
    )


def show_hands(found: FinalHands, out: Console) -> None:
    """Final hands as small tables."""
    out.print(title(found), style="bold", soft_wrap=True)
    out.print(subtitle(found), soft_wrap=True)
    means = Table("a final hand", "mean, 95 %")
    for name, words in MEANS.items():
        means.add_row(words, with_interval(*found.each(name).interval()))
    out.print(means)
    out.print(
        f"{100 * found.sets_share().value:.1f} % of the melds are sets; half of the hands took {found.median_turns():,} turns or fewer"
    )
    ends = Table("% of hands", *HOW)
    for end, row in ends_of(found).items():
        ends.add_row(end, *(with_interval(*share) if share else "" for share in row))
    out.print(ends)
    for kind, test in (("suits", found.suits()), ("face values", found.faces())):
        shares = ", ".join(f"{name} {100 * share.value:.1f}" for name, share in test.shares.items())
        out.print(f"% of cards: {shares}", soft_wrap=True)
        out.print(describe_test(kind, test), soft_wrap=True)
    out.print(WHICH, style="dim", soft_wrap=True)


# ---- in pictures ----


def share_bars(kind: str, test: Evenness) -> Bars:
    """The cards of each kind as bars."""
    rows = [Comparison(name, ours=value, low=low, high=high) for name, (value, low, high) in percents(test.shares)]
    return Bars(f"Cards by {kind}", rows, f"% of cards; even: {number(100 / len(rows), 1)}")


def percents(shares: dict[str, Interval]) -> list[tuple[str, Interval]]:
    """Shares in percent."""
    return [(name, percent(share)) for name, share in shares.items()]


def meld_bars(found: FinalHands) -> Bars:
    """Sets against runs, and the cards in them."""
    rows = []
    for name in ("sets", "runs", "set_cards", "run_cards"):
        value, low, high = found.each(name).interval()
        rows.append(Comparison(MEANS[name], group=name[:3], ours=value, low=low, high=high))
    return Bars("Sets against runs", rows, "a final hand, as it is best laid down")


def turn_bars(found: FinalHands) -> Bars:
    """How many turns hands took, as bars."""
    steps = [*STEPS, max(found.turns, default=0)]
    rows = []
    for low, high in pairwise(steps):
        hands = sum(count for turns, count in found.turns.items() if low < turns <= high or turns == low == 0)
        rows.append(Comparison(f"{low + 1:,} to {high:,}" if low < STEPS[-1] else f"over {low:,}", ours=100 * hands / found.hands))
    while rows and not rows[-1].ours:
        rows.pop()
    mean = with_interval(*found.each("turns").interval())
    return Bars("Turns", rows, f"% of hands, by the turns that they took; mean {mean}, median {found.median_turns():,}")


def bars(found: FinalHands) -> list[Bars]:
    """Suits, melds, face values, turns."""
    return [share_bars("suit", found.suits()), meld_bars(found), share_bars("face value", found.faces()), turn_bars(found)]


def picture(found: FinalHands) -> str:
    """All four charts as one SVG file, on white, two and two."""
    gap, line = 40, 44
    top, parts = line, [svg.text(0, 16, title(found), "lb"), svg.text(0, 34, subtitle(found))]
    for left in (0, 2):
        heights = []
        for column, chart in enumerate(bars(found)[left : left + 2]):
            drawn, x = charts.bar_chart(chart, HALF, f"p{left + column}"), column * (HALF + gap)
            height = float(re.findall(r'viewBox="0 0 \S+ ([^"]+)"', drawn)[0])
            box = f'<svg x="{x}" y="{top + 30}" width="{HALF}" height="{height:g}" overflow="visible" '
            parts += [svg.text(x, top + 20, chart.title, "nm"), drawn.replace("<svg ", box, 1)]
            heights.append(height)
        top += round(max(heights)) + line
    for place, test in enumerate((describe_test("suits", found.suits()), describe_test("face values", found.faces()))):
        parts.append(svg.text(0, top + 8 + 18 * place, test))
    width, height = 2 * HALF + gap, top + line
    room = f'width="{width + 32}" height="{height + 24}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {room} viewBox="-16 -12 {width + 32} {height + 24}" role="img" aria-labelledby="pt">'
        f'<title id="pt">{escape(f"Final hands: {title(found)}")}</title><style>{svg.light_style()}</style>'
        f'<rect x="-16" y="-12" {room} fill="#fff"/>{"".join(parts)}</svg>\n'
    )


def page(found: FinalHands) -> str:
    """One HTML page that needs nothing but itself."""
    panels = [
        section(chart.title, "" if chart.rows[0].low is None else "95 % interval", figure_body(chart, HALF, f"f{place}"))
        for place, chart in enumerate(bars(found))
    ]
    pairs = [f'<div class="two">{"".join(panels[left : left + 2])}</div>' for left in (0, 2)]
    heads = "".join(f'<th scope="col">{words}</th>' for words in ("% of hands", *HOW))
    ends = [(end, *(with_interval(*share) if share else "" for share in row)) for end, row in ends_of(found).items()]
    ended = grid("values", heads, ("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in ends))
    points, deadwood = (with_interval(*found.each(name).interval()) for name in ("points", "deadwood"))
    tests = [f"For {describe_test('suits', found.suits())}.", f"For {describe_test('face values', found.faces())}.", WHICH]
    figures = "".join(map(note, [f"The cards of a hand count {points}, its deadwood {deadwood}.", *tests]))
    head = (
        '<header><div class="wrap"><p class="crumb">cardshark <span>›</span> <b>final hands</b></p>'
        f'<h1>{escape(title(found))}</h1><p class="lede">{escape(subtitle(found))}</p></div></header>'
    )
    body = [head, '<main class="wrap">', *pairs, section("In figures", "95 % intervals; the deal is the unit", ended + figures), "</main>"]
    style = svg.STYLE.read_text(encoding="utf-8") + "main svg{overflow:visible}\n"  # a wide font's labels reach into the margin
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title(found))} · final hands · cardshark</title><style>\n{style}</style></head><body>\n" + "\n".join(body)
        + "\n</body></html>\n"
    )  # fmt: skip
