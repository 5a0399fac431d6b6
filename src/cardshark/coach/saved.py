"""A reviewed hand as one HTML file that opens anywhere: no script, no request to anywhere, light and dark.

The file holds the hand itself as JSON, so that `cardshark verify` can check it.
"""

import json
from html import escape
from typing import Any

from cardshark.coach.judges import coach_of
from cardshark.coach.markup import show_choice
from cardshark.games import game_named
from cardshark.hands.verify import HAND_TAG

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


def page(review: dict[str, Any]) -> str:
    """A review as one HTML file that opens from disk."""
    coach, mine = coach_of(review["game"]), review["players"][review["seat"]]["name"]
    title = f"{game_named(review['game']).TITLE}, hand {review['number'] + 1}: {mine} {coach.describe_result(review)}"
    hand = json.dumps(review["played"]).replace("<", "\\u003c")
    parts = [show_head(review, title), show_balance(review), show_decisions(review), coach.show_hand(review), show_seal(review)]
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n{''.join(parts)}\n"
        f"{HAND_TAG}{hand}</script>\n</html>\n"
    )


def show_head(review: dict[str, Any], title: str) -> str:
    """The title, the rules, and the players with their scores."""
    rows = zip(review["players"], review["scores"], strict=True)
    others = "".join(
        f"<p>From choice {choice + 1} on, {escape(player)} chose for {escape(review['players'][seat]['name'])}, which could not go on.</p>"
        for seat, choice, player in review["played"].get("stood_in", ())
    )
    seats = "".join(f"<li>{escape(row['name'])} <small>{escape(row['player'])}</small> <b>{points}</b></li>" for row, points in rows)
    return f"<h1>{escape(title)}</h1><p class=mut>Rules: {escape(review['rules'])}</p><ul>{seats}</ul>{others}"


def show_balance(review: dict[str, Any]) -> str:
    """Where the points came from: a bar for each part, and their sum."""
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


def show_decisions(review: dict[str, Any]) -> str:
    """Every decision with its cost."""
    first = coach_of(review["game"]).TURN_TITLE
    rows = "".join(
        f'<tr class="{row["verdict"]}"><td>{row["trick"] or "pass"}<td>{show_choice(row["chosen"])}<td>{show_choice(row["best"])}'
        f"<td class=n>{show_cost(row)}<td class=n>{show_open_cost(row)}<td><b>{row['verdict']}</b>"
        for row in review["decisions"]
    )
    return (
        f"<section><h2>Decisions</h2><table><thead><tr><th>{first}<th>Chosen<th>Best<th class=n>Cost (95 %)<th class=n>All cards open"
        f"<th>Verdict<tbody>{rows}</table></section>"
    )


def show_cost(row: dict[str, Any]) -> str:
    """What a choice cost, with its interval."""
    if row["forced"] or not row["cost"]:
        return ""
    reach = f" <small>({row['low']:.2f} to {row['high']:.2f})</small>" if None not in (row["low"], row["high"]) else ""
    return f"{row['cost']:.2f}{reach}"


def show_open_cost(row: dict[str, Any]) -> str:
    """What a choice cost if all cards are known."""
    return "" if row["forced"] or row["open_cost"] is None else f"{row['open_cost']:.2f}"


def show_seal(review: dict[str, Any]) -> str:
    """How anybody can check the cards."""
    if not review["seal"]:
        return "<section><h2>Seal</h2><p>The cards of this hand were not sealed.</p></section>"
    said = [word for word in review.get("words", []) if word]
    words = f"<p>They were dealt from it and from what people added: <code>{' '.join(said)}</code></p>" if said else ""
    end = (
        f"<p>Players, choices, score and totals are one chain, which ends with <code>{review['end']}</code></p>" if "end" in review else ""
    )
    return (
        f"<section><h2>Seal</h2><p>Before the cards were dealt this was shown: <code>{review['seal']}</code></p>"
        f"<p>It is the SHA-256 of this secret: <code>{review['secret']}</code></p>{words}{end}"
        "<p>This page only repeats what the file says. Check it with <code>cardshark verify FILE</code>: that says what is "
        "proved, and what is not.</p></section>"
    )
