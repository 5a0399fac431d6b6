"""What notebooks show: sound HTML without script, small, readable on light and dark pages, and nobody's name can break it."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

import cardshark
from cardshark.cards import listed, name
from cardshark.games import hearts
from cardshark.games.match import Single
from cardshark.notebook.shell import as_html
from cardshark.players.brain_file import load_any
from cardshark.report.result import Bars, Chart, Comparison, Series
from cardshark.show import notebook

EVIL = '<script>alert("&")</script>'
VOID = {"br", "line", "path", "circle", "rect"}
MOST_BYTES = 25_000
LIGHT, DARK = "#ffffff", "#111111"  # usual pages of notebooks


class Piece(HTMLParser):
    """A piece of HTML that is sound, and what it says."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open, self.tags, self.text = [], [], ""
        self.feed(html)
        assert not self.open
        assert not {"script", "iframe", "object", "link", "img", "a"} & set(self.tags)

    def handle_starttag(self, tag, attrs):
        assert not any(name.startswith("on") or "javascript" in (value or "") for name, value in attrs)
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "style" not in self.open:
            self.text += data


def piece(found) -> Piece:
    """What a notebook shows of a result."""
    html = found._repr_html_()
    assert len(html) < MOST_BYTES
    return Piece(html)


@pytest.fixture(scope="module")
def match():
    return cardshark.match("hearts", ["jake", "stock", "greedy", "random"], rules="american:hands=2", seed=7)


def test_a_match_shows_every_card_and_folds_all_hands_but_the_first(match):
    found = piece(match)
    assert "Hearts, american:hands=2, seed 7 match 0" in found.text and "1 stock" in found.text and found.tags.count("details") == 1
    for hand in match.hands:
        assert all(name(card, symbols=True) in found.text for card in hand.choices)


def test_a_long_match_says_what_is_left_out(match):
    long = cardshark.match("hearts", ["random"] * 4, rules="american:hands=12", seed=1)
    assert "and 8 more hands" in piece(long).text


def test_a_match_of_another_game_shows_its_lines():
    found = cardshark.match("gin", ["simple", "random"], rules="eaai:hands=1", seed=3)
    assert "knock" in piece(found).text and "score" in piece(found).text


def test_a_duel_shows_its_interval():
    found = cardshark.duel("hearts", "american", "greedy", "random", deals=40, seed=1)
    shown = piece(found)
    assert f"difference {found.difference:+.3f} (95 %: {found.low:+.3f} to {found.high:+.3f})" in shown.text
    assert "greedy" in shown.text and "svg" in shown.tags and "40 deals, 160 hands" in shown.text


def test_a_league_shows_who_beats_whom_from_both_sides():
    found = cardshark.league("hearts", "american", ["random", "greedy"], deals=40, seed=1)
    (pair,), shown = found.pairs, piece(found)
    assert f"+{pair.difference.value:.1f}" in shown.text and f"−{pair.difference.value:.1f}" in shown.text
    upper, lower = notebook.cross_table_of(found, ["1 random", "2 greedy"]).low[0][1], notebook.cross_table_of(found, ["1", "2"]).high[1][0]
    assert upper == pair.difference.low and lower == -pair.difference.low


@pytest.mark.parametrize("brain", ["shark", "hawk", "owl"])
def test_a_brain_shows_how_it_learned(brain):
    found = piece(load_any(brain))
    assert brain in found.text and "weights" in found.text and "svg" in found.tags and "the learner" in found.text


def test_a_brain_of_unknown_origin_says_so():
    brain = load_any("shark")
    brain.about = {}
    assert "how it was made is not known" in piece(brain).text


def test_a_review_shows_every_decision_that_was_one(match):
    found = cardshark.review(match, 1, deals=5)
    assert all(each["verdict"] in piece(found).text for each in found.decisions if not each["forced"])


def test_charts_show_themselves():
    curve = Chart("Mine", [Series("me", [1, 2], [3.0, 2.0], [2.5, 1.5], [3.5, 2.5])], "hands", "points", note="So far.")
    bars = Bars("Both", [Comparison("me", ours=1.0, low=0.5, high=1.5)], "points")
    assert "Mine" in piece(curve).text and "So far." in piece(curve).text and "me" in piece(bars).text


def test_a_position_and_its_analysis_show_what_may_be_chosen():
    positions = pytest.importorskip("cardshark.games.positions")
    rules = hearts.PRESETS["american"]
    position = positions.position_of(hearts, rules, Single(hearts, rules, deals=7).view())
    shown = Piece(notebook.draw(position))
    choices = shown.text.partition("choices")[2]
    assert all(name(card, symbols=True) in choices for card in listed(int(position.view.legal))) and "players=4" not in shown.text
    analysis = cardshark.analyse(position, deals=20)
    shown = Piece(notebook.draw(analysis))
    assert all(f"{each.value:.2f}" in shown.text for each in analysis.choices)


def test_anything_else_is_shown_as_its_text():
    class Position:
        _repr_html_ = as_html

        def __str__(self):
            return f"cards QS 2H\nname {EVIL}"

    found = piece(Position())
    assert found.text == f"cards Q♠ 2♥name {EVIL}" and found.tags.count("span") == 2


def test_an_evil_name_is_only_a_name(match):
    duel = cardshark.duel("hearts", "american", "greedy", "random", deals=4, seed=1)
    league = cardshark.league("hearts", "american", ["random", "greedy"], deals=4, seed=1)
    pairs = [replace(pair, a=EVIL) for pair in league.pairs]
    ratings = {EVIL if player == "random" else player: rating for player, rating in league.ratings.items()}
    brain = load_any("shark")
    brain.about = {**brain.about, "name": EVIL, "command": EVIL}
    shown = [
        match._replace(players=(EVIL, *match.players[1:])),
        replace(duel, a=EVIL, b=EVIL, rules=EVIL, stopped=EVIL),
        replace(league, players=[EVIL, "greedy"], pairs=pairs, ratings=ratings),
        brain,
        Chart(EVIL, [Series(EVIL, [1, 2], [3.0, 2.0])], EVIL, EVIL, note=EVIL),
    ]
    for found in shown:
        assert EVIL in piece(found).text


# ---- the look ----


def brightness(colour: str) -> float:
    """The relative luminance of a colour, as the guidelines for contrast have it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """How well one colour can be read on another, from 1 to 21."""
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("colour", notebook.COLOURS.values())
def test_every_colour_can_be_read_on_light_and_dark_pages(colour):
    assert contrast(colour, LIGHT) >= 3.9 and contrast(colour, DARK) >= 3.9


def test_the_style_touches_nothing_else_on_the_page():
    selectors = re.findall(r"([^{}]+)\{", notebook.style())
    assert selectors and all(each.strip().startswith(".cardshark ") for each in selectors)
    assert "var(--" not in notebook.style().replace("var(--s)", "")
