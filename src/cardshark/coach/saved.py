"""A reviewed hand as one file that opens anywhere, and the proof that its cards were not changed.

page(review)             one HTML file: no script, no request to anywhere, light and dark; it holds the hand itself as JSON
verify(read(text))       do seal, secret, cards, choices and score of a saved hand agree?
"""

import json
import re
from html import escape
from typing import Any, NamedTuple

from cardshark.cards import SUITS, SYMBOLS
from cardshark.games.match import replay
from cardshark.hands.link import decode
from cardshark.hands.played import (
    PlayedHand,
    allowed,
    from_plain,
    house_rules,
    plain,
    played,
    saved_form,
    scores,
    start,
    unchecked,
    untouched,
)
from cardshark.hands.seal import dealt, seal_of, words_of
from cardshark.text import UserError

MOST_LETTERS = 5_000_000  # of a file
INSIDE = re.compile(r'<script type="application/json" id="hand">(.*?)</script>', re.DOTALL)
COPIES = ("seal", "secret", "scores", "dealt")  # what a review says beside the hand that it holds

STYLE = """
:root{color-scheme:light dark;--pan:light-dark(#fff,#1a192b);--line:light-dark(#dedbe9,#34314f);--ink:light-dark(#1d1b30,#f2f0fb);
--mut:light-dark(#5c5975,#b0accb);--deal:light-dark(#8a86a8,#8a86a8);--luck:light-dark(#1a6fd6,#5cb3ff);--play:light-dark(#b65c00,#ffab4d);
--H:light-dark(#b0103a,#ff7d95);--D:light-dark(#a05600,#ffb454);--C:light-dark(#1a5fc0,#7fc1ff);--S:light-dark(#16152b,#e4e2f5)}
body{font:16px/1.5 system-ui,sans-serif;font-variant-numeric:tabular-nums;color:var(--ink);background:light-dark(#f5f4f9,#121120);
max-width:60rem;margin:0 auto;padding:1.5rem 1rem}
section{background:var(--pan);border:1px solid var(--line);border-radius:14px;padding:1rem 1.2rem;margin-top:1rem;overflow-x:auto}
h1{font-size:1.7rem;line-height:1.2;margin:0}h2{font-size:1.05rem;margin:0 0 .5rem}p{margin:.4rem 0}small,.mut{color:var(--mut)}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .6rem .3rem 0;border-top:1px solid var(--line);
white-space:nowrap}
thead th{border:0;font-size:.85rem;color:var(--mut);font-weight:500}.n{text-align:right;padding-right:1.4rem}
.C{color:var(--C)}.D{color:var(--D)}.H{color:var(--H)}.S{color:var(--S)}.mistake b,.slip b{color:var(--play)}.took{font-weight:700}
svg{width:100%;height:3.4rem;display:block}.deal{fill:var(--deal)}.luck{fill:var(--luck)}.play{fill:var(--play)}
i{display:inline-block;width:.7rem;height:.7rem;border-radius:3px;margin-right:.4rem}i.deal{background:var(--deal)}i.luck{background:var(--luck)}
i.play{background:var(--play)}ul{list-style:none;padding:0;margin:.4rem 0;display:flex;flex-wrap:wrap;gap:.2rem 1.5rem}
code,pre{font:.85rem/1.5 ui-monospace,monospace;overflow-wrap:anywhere;white-space:pre-wrap}
"""


# ---- the page ----


def page(review: dict[str, Any]) -> str:
    """A review as one HTML file that opens from disk."""
    mine = review["players"][review["seat"]]["name"]
    title = f"{game_name(review)}, hand {review['number'] + 1}: {mine} {result(review)}"
    hand = json.dumps(review["played"]).replace("<", "\\u003c")
    parts = [head(review, title), balance(review), decisions(review), story(review), sealed(review)]
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n{''.join(parts)}\n"
        f'<script type="application/json" id="hand">{hand}</script>\n</html>\n'
    )


def game_name(review: dict[str, Any]) -> str:
    """What the game is called."""
    return {"hearts": "Hearts", "gin": "Gin rummy"}[review["game"]]


def result(review: dict[str, Any]) -> str:
    """How the seat fared."""
    points = review["points"]
    if review["played"]["back"]:
        return f"won back {0 - points:g} {'point' if points == -1 else 'points'}"
    if review["game"] == "hearts":
        return f"took {points:g} {'point' if points == 1 else 'points'}"
    return "neither won nor lost" if not points else f"{'lost' if points > 0 else 'won'} {abs(points):g} points"


def head(review: dict[str, Any], title: str) -> str:
    """Who played, and what came of it."""
    rows = zip(review["players"], review["scores"], strict=True)
    seats = "".join(f"<li>{escape(row['name'])} <small>{escape(row['player'])}</small> <b>{points}</b></li>" for row, points in rows)
    return f"<h1>{escape(title)}</h1><p class=mut>Rules: {escape(review['rules'])}</p><ul>{seats}</ul>"


def balance(review: dict[str, Any]) -> str:
    """Where the points came from: a bar for each part, one below the other, and their sum."""
    ends = [0.0, review["deal"], review["deal"] + review["luck"], review["points"]]
    low, high = min(ends), max(*ends, 1.0)
    bars = "".join(
        f'<rect class="{kind}" x="{100 * (min(a, b) - low) / (high - low):.2f}" width="{max(100 * abs(b - a) / (high - low), 0.2):.2f}" '
        f'y="{11 * row}" height="9"/>'
        for row, (kind, a, b) in enumerate(zip(("deal", "luck", "play"), ends, ends[1:], strict=False))
    )
    words = (
        f"<li><i class=deal></i>expected after the deal {review['deal']:.2f}</li><li><i class=luck></i>luck {review['luck']:+.2f}</li>"
        f"<li><i class=play></i>play {review['play']:+.2f} <small>({review['low']:.2f} to {review['high']:.2f})</small></li>"
        f"<li>together <b>{review['points']:g}</b></li>"
    )
    others, judge = review["bots"], escape(review["judge"])
    return (
        f"<section><h2>Luck and play</h2>"
        f'<svg viewBox="0 0 100 31" preserveAspectRatio="none" role="img" aria-label="Expected, luck and play as bars">{bars}</svg>'
        f"<ul>{words}</ul><p>{others['count']} bots with the same cards: {others['mean']:.1f} points on average; "
        f"{others['as_many']} of them did no better.</p><p class=mut>Fewer points are better. Every decision was thought over in "
        f"{review['deals']} imagined deals, in which everybody plays on like {judge}.</p></section>"
    )


def decisions(review: dict[str, Any]) -> str:
    """Every decision with its cost."""
    first = "Trick" if review["game"] == "hearts" else "Turn"
    rows = "".join(
        f'<tr class="{row["verdict"]}"><td>{row["trick"] or "pass"}<td>{shown(row["chosen"])}<td>{shown(row["best"])}'
        f"<td class=n>{cost(row)}<td class=n>{truth(row)}<td><b>{row['verdict']}</b>"
        for row in review["decisions"]
    )
    return (
        f"<section><h2>Decisions</h2><table><thead><tr><th>{first}<th>Chosen<th>Best<th class=n>Cost (95 %)<th class=n>All cards open"
        f"<th>Verdict<tbody>{rows}</table></section>"
    )


def cost(row: dict[str, Any]) -> str:
    """What a choice cost, with its interval."""
    if row["forced"] or not row["cost"]:
        return ""
    reach = f" <small>({row['low']:.2f} to {row['high']:.2f})</small>" if None not in (row["low"], row["high"]) else ""
    return f"{row['cost']:.2f}{reach}"


def truth(row: dict[str, Any]) -> str:
    """What it cost by the cards as they lay."""
    return "" if row["forced"] or row["open_cost"] is None else f"{row['open_cost']:.2f}"


def shown(choice: str) -> str:
    """A card with its symbol and colour, or a word."""
    if len(choice) == 2 and choice[1] in SUITS:
        return f'<span class="{choice[1]}">{choice[0].replace("T", "10")}{SYMBOLS[SUITS.index(choice[1])]}</span>'
    return escape(choice.replace("_", " "))


def story(review: dict[str, Any]) -> str:
    """The deal, and the tricks of Hearts or the turns of gin."""
    if review["game"] == "gin":
        hand = from_plain(review["played"])
        match = start(hand)
        lines = "\n".join(match.game.text.write(match.rules, hand.cards, replay(match, hand.cards)))
        return f"<section><h2>The hand</h2><pre>{escape(lines)}</pre></section>"
    names = [escape(row["name"]) for row in review["players"]]
    hands = "".join(f"<tr><th>{names[seat]}<td>{' '.join(map(shown, cards))}" for seat, cards in enumerate(review["dealt"]))
    passed = "".join(f"<tr><th>{names[seat]}<td>{' '.join(map(shown, cards))}" for seat, cards in enumerate(review["passed"]))
    rows = "".join(trick(number, row, len(names)) for number, row in enumerate(review["tricks"], 1))
    return (
        f"<section><h2>Dealt</h2><table>{hands}</table></section>"
        + (f"<section><h2>Passed on</h2><table>{passed}</table></section>" if passed else "")
        + f"<section><h2>Tricks</h2><table><thead><tr><th>Trick{''.join(f'<th>{name}' for name in names)}<th class=n>Points<tbody>{rows}"
        "</table><p class=mut>→ led to the trick; bold took it.</p></section>"
    )


def trick(number: int, row: dict[str, Any], seats: int) -> str:
    """One trick, each card under its player."""
    cards = {each["seat"]: each["card"] for each in row["cards"]}
    cells = "".join(
        f"<td{' class=took' if seat == row['winner'] else ''}>{'→ ' if seat == row['leader'] else ''}{shown(cards[seat])}"
        for seat in range(seats)
    )
    return f"<tr><td>{number}{cells}<td class=n>{row['points'] or ''}"


def sealed(review: dict[str, Any]) -> str:
    """How anybody can check the cards."""
    if not review["seal"]:
        return "<section><h2>Seal</h2><p>The cards of this hand were not sealed.</p></section>"
    return (
        f"<section><h2>Seal</h2><p>Before the hand this was shown: <code>{review['seal']}</code></p>"
        f"<p>It is the SHA-256 of the secret from which the cards were dealt: <code>{review['secret']}</code></p>"
        "<p>Check this file with <code>cardshark verify FILE</code></p></section>"
    )


# ---- the proof ----


class Finding(NamedTuple):
    """What came out: is the hand as it was sealed, and the sentence that says so."""

    good: bool
    sentence: str


def read(text: str) -> dict[str, Any]:
    """The hand that a file (JSON, or a saved page) or a link holds, as plain data."""
    if len(text) > MOST_LETTERS:
        raise UserError(f"a saved hand has at most {MOST_LETTERS} letters, not {len(text)}")
    text = text.strip()
    inside = INSIDE.search(text) if text.startswith("<") else None
    if not text.startswith(("{", "<")):
        return plain(decode(text))
    try:
        data = json.loads(inside[1] if inside else text)
    except (ValueError, RecursionError):
        raise UserError("this holds no saved hand: a page or a JSON file that cardshark wrote is needed") from None
    if not isinstance(data, dict):
        raise UserError("this holds no saved hand: it should be one JSON object")
    return data


def verify(data: dict[str, Any]) -> Finding:
    """Do seal, secret, cards, luck, choices and score agree? What does not even look like a hand raises a UserError."""
    saved = saved_form(data.get("played", data))
    for name in COPIES:
        if "played" in data and data.get(name) != data["played"].get(name):
            return Finding(False, f"The review says something else of {name} than the hand that it holds.")
    hand, choices = unchecked(saved)
    try:
        hand = allowed(hand, choices)
    except UserError as error:
        return Finding(False, f"This hand cannot have been played: {error}.")
    if scores(hand) != saved.scores:
        return Finding(False, f"By the cards the score is {row(scores(hand))}, not {row(saved.scores)}.")
    if not hand.secret:
        return Finding(False, "This hand was not sealed: choices and score are right, but nobody can tell whether cards were changed.")
    if seal_of(hand.secret) != saved.seal:
        return Finding(False, f"The seal is not that of the secret, which is {seal_of(hand.secret)}.")
    if not deals_this(hand):
        return Finding(False, "These are not the cards that the secret deals.")
    if words_of(hand.secret).luck != hand.luck:
        return Finding(False, "The luck of the players is not the secret's.")
    agree = (
        f"Hand {hand.number + 1} is as it was sealed: secret, cards, {len(hand.choices)} choices and the score {row(saved.scores)} agree"
    )
    return Finding(True, f"{agree} with the seal {saved.seal}; compare it with the one shown before the hand.")


def row(points: list[int]) -> str:
    """Points of all seats."""
    return " ".join(map(str, points)) or "not there yet"


def deals_this(hand: PlayedHand) -> bool:
    """Does the secret of the hand deal these very cards, and renew the stock in this very order?"""
    deal = dealt(hand.game, house_rules(hand), hand.secret, hand.number, getattr(hand.cards, "dealer", 1))
    try:
        return deal == untouched(hand.cards) and played(hand._replace(cards=deal), hand.choices) == hand
    except UserError:
        return False
