"""What a gin player's final hands look like: counted as by hand, the same however the work is shared, and tested honestly."""

import json
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from scipy import stats as scipy_stats

from cardshark.arena.duel import duel
from cardshark.arena.gin_hands import (
    ENDS,
    FACES,
    FIGURES,
    LAID_OPEN,
    SUITS,
    FinalHands,
    chance_of_even_means,
    figures_of,
    final_hands,
    lay_open,
)
from cardshark.arena.stats import Moments
from cardshark.cards import cards, listed
from cardshark.games import gin
from cardshark.games.gin import melds
from cardshark.play import deal, play
from cardshark.players import seat
from cardshark.players.player import Bot
from cardshark.players.uniform import Random
from cardshark.show.gin_hands import page, picture
from cardshark.text import UserError
from helpers.commands import run

PAPER = gin.PRESETS["paper"]


def read_final_hands(written: dict[str, Any]) -> FinalHands:
    """Back from `to_json`; what else stands there is left alone."""
    found = {name: written[name] for name in FinalHands._fields}
    turns = {int(turns): hands for turns, hands in found["turns"].items()}
    return FinalHands(**{**found, "against": tuple(found["against"]), "moments": Moments.read(found["moments"]), "turns": turns})


class Knocker(Bot):
    """Draws from the stock, keeps low cards, and knocks as soon as it may; nothing is left to chance."""

    def play(self, view):
        return max(view.choices, key=lambda card: ((card + 1) % 16 % 13, card)) if view.phase == gin.DISCARD else view.choices[0]


def laid_open(hand: str) -> dict[str, int]:
    """The figures of one hand."""
    found = np.zeros((len(LAID_OPEN), 1), np.int64)
    lay_open(np.array([cards(hand)], np.uint64), found)
    return dict(zip(LAID_OPEN, found[:, 0].tolist(), strict=True))


# ---- counting ----


@pytest.mark.parametrize(
    ("hand", "found"),
    [
        ("AC 2C 3C 7D 7H 7S KC QD JH TS", (1, 1, 3, 3, 67, 40)),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC", (0, 1, 0, 10, 55, 0)),
        ("5C 6C 7C 5D 6D 7D 5H 6H 7H KS", (0, 3, 0, 9, 64, 10)),  # three runs or three sets: runs come first
        ("QC KC AC 2D 2H 4S 6S 8S TD TH", (0, 0, 0, 0, 63, 63)),  # no run goes round the corner
        ("3C 3D 3H 3S 4S 5S 6S 9C 9D 9H", (2, 1, 6, 4, 12 + 15 + 27, 0)),
    ],
)
def test_a_hand_laid_open_by_hand(hand, found):
    assert tuple(laid_open(hand).values()) == found


def test_a_hand_is_laid_open_as_its_best_arrangement_is():
    hands = deal(gin, PAPER, 3, 200)["hands"][:, 0]
    found = np.zeros((len(LAID_OPEN), len(hands)), np.int64)
    lay_open(np.ascontiguousarray(hands), found)
    for hand, (sets, runs, set_cards, run_cards, points, deadwood) in zip(hands.tolist(), found.T.tolist(), strict=True):
        best = melds.listed_arrangements(hand)[0]
        of_a_suit = [len({card >> 4 for card in listed(meld)}) == 1 for meld in best.melds]
        assert (sets, runs, deadwood) == (of_a_suit.count(False), of_a_suit.count(True), best.deadwood)
        assert set_cards + run_cards == sum(len(listed(meld)) for meld in best.melds)
        assert points == sum(min((card + 1) % 16 % 13 + 1, 10) for card in listed(hand))


def test_the_figures_of_a_hand_are_those_of_the_hand_that_was_shown():
    games = deal(gin, PAPER, 5, 60)
    play(gin, PAPER, games, [Knocker(), seat("random")])
    for place in range(2):
        columns = figures_of(games, place).T.tolist()
        for game, column in zip(games, columns, strict=True):
            row, held = dict(zip(FIGURES, column, strict=True)), listed(int(game["shown"][place]))
            assert len(held) == 10
            assert [row[suit] for suit in SUITS] == [sum(card >> 4 == suit for card in held) for suit in range(4)]
            assert [row[face] for face in FACES] == [sum((card + 1) % 16 % 13 == face for card in held) for face in range(13)]
            assert row["turns"] == game["table"]["turns"] > 0
            assert [end for end in ENDS if row[end]] == [ENDS[game["result"]]]
            assert sum(row[f"won_{end}"] for end in ENDS) == (game["winner"] == place)


# ---- playing ----


def test_mirrored_pairs_win_what_a_duel_of_the_same_deals_wins():
    hands = final_hands(("knocker", Knocker()), "random", deals=150, seed=4)
    found = duel(gin, PAPER, ("knocker", Knocker()), ("random", seat("random")), 150, 4)
    assert hands.hands == found.hands == 300
    assert hands.wins().value + hands.nobody().value / 2 == pytest.approx(found.wins_a)
    assert hands.each(*SUITS).value == hands.each(*FACES).value == 10
    assert hands.each(*ENDS).value == 1
    assert sum(hands.turns.values()) == 300
    assert hands.each("turns").value == pytest.approx(sum(turns * count for turns, count in hands.turns.items()) / 300)
    assert hands.wins().value > 0.8


@pytest.mark.long
def test_against_itself_a_deal_is_one_game_with_two_hands():
    alone = final_hands(("knocker", Knocker()), deals=40, seed=1)
    assert alone.against == ("knocker",)
    assert alone.hands == 80 and alone.moments.count == 40
    assert all(count % 2 == 0 for count in alone.turns.values())
    assert 2 * alone.wins().value + alone.nobody().value == 1


@pytest.mark.long
def test_several_opponents_are_met_on_the_same_deals():
    knocker = ("knocker", Knocker())
    one, other = final_hands(knocker, "random", deals=30, seed=1), final_hands(knocker, deals=30, seed=1)
    both = final_hands(knocker, ["random", knocker], deals=30, seed=1)
    assert both.hands == 120 and both.moments.count == 30
    assert both.moments.sums == tuple(map(int.__add__, one.moments.sums, other.moments.sums))


class InPieces(Random):
    """Plays like `random`, in small pieces."""

    pace = 16  # deals in play at a time


def test_workers_and_pieces_do_not_show():
    whole = final_hands("random", "random", "eaai", deals=60, seed=2)
    assert final_hands(("random", InPieces()), "random", "eaai", deals=60, seed=2) == whole
    assert final_hands("random", "random", "eaai", deals=60, seed=2, on="cores", workers=2) == whole
    assert final_hands("random", "random", "eaai", deals=60, seed=3).moments != whole.moments


def test_what_was_found_can_be_kept():
    found = final_hands("random", deals=20, seed=1)
    assert read_final_hands(json.loads(json.dumps({**found.to_json(), "more": 1}))) == found


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"deals": 1}, "at least 2 deals, not 1"),
        ({"against": ["random", "random"]}, "each opponent is named once, not random, random"),
        ({"against": []}, "each opponent is named once, not nobody"),
        ({"on": "moon"}, "there is no place to work 'moon'"),
        ({"rules": "american"}, "there is no set of rules 'american'"),
    ],
)
def test_a_mistake_gets_one_sentence(settings, sentence):
    with pytest.raises(UserError, match=sentence):
        final_hands("random", **settings)


# ---- the tests of an even spread ----


def hands_of(columns: np.ndarray, kinds: tuple[str, ...]) -> FinalHands:
    """Final hands with these counts of the kinds, one column a deal."""
    figures = np.zeros((len(FIGURES), columns.shape[1]), np.int64)
    figures[FIGURES.index(kinds[0]) : FIGURES.index(kinds[-1]) + 1] = columns
    return FinalHands("x", ("x",), "paper", 1, columns.shape[1], Moments.of(figures), {1: 2 * columns.shape[1]})


def test_chi_squared_and_its_effect_size_are_those_of_the_books():
    test = hands_of(np.array([[30, 10], [20, 15], [9, 16], [15, 5]]), SUITS).suits()
    book = scipy_stats.chisquare([40, 35, 25, 20])
    assert (test.chi_squared, test.p_of_cards) == pytest.approx((book.statistic, book.pvalue))
    assert (test.freedom, test.most) == (3, "clubs")
    assert test.cramers_v == pytest.approx(np.sqrt(book.statistic / 120 / 3))
    assert test.shares["clubs"].value == pytest.approx(1 / 3)
    assert test.p_of_deals is None  # two deals say nothing
    all_hearts = hands_of(np.array([[0], [0], [20], [0]]).repeat(5, axis=1), SUITS).suits()
    assert all_hearts.cramers_v == pytest.approx(1)
    assert all_hearts.p_of_deals == 0


def test_the_deal_as_a_unit_is_right_where_cards_come_in_melds():
    """Suits without any preference, in runs of five: p by deals is small as often as it says, p by cards far more often."""
    random = np.random.default_rng(7)
    by_cards, by_deals = [], []
    for _ in range(400):
        columns = 5 * random.multinomial(4, [1 / 4] * 4, size=60).T
        by_cards.append(scipy_stats.chisquare(columns.sum(axis=1)).pvalue < 0.05)
        by_deals.append(chance_of_even_means(Moments.of(columns), range(4)) < 0.05)
    assert 0.02 < np.mean(by_deals) < 0.09
    assert np.mean(by_cards) > 0.4


def test_hotelling_is_the_t_test_where_there_are_two_kinds():
    columns = np.random.default_rng(3).integers(0, 20, (2, 30))
    assert chance_of_even_means(Moments.of(columns), [0, 1]) == pytest.approx(scipy_stats.ttest_rel(*columns).pvalue)


def test_a_spread_that_is_even_in_every_deal_is_even():
    assert chance_of_even_means(Moments.of(np.full((4, 30), 5)), range(4)) == 1


@pytest.mark.long
def test_a_preference_is_found():
    """A player that throws its clubs away holds few of them, and nothing else is odd about its suits."""

    class NoClubs(Bot):
        def play(self, view):
            return view.choices[0]  # clubs are the lowest; it takes the stock, and knocks

    test = final_hands(("no clubs", NoClubs()), deals=60, seed=1).suits()
    assert test.p_of_deals < 1e-6 and test.p_of_cards < 1e-6
    assert test.shares["clubs"].high < 0.1 < test.cramers_v


# ---- for people and programs ----


@pytest.mark.long
def test_the_command(capsys, monkeypatch, tmp_path):
    words = ["hands", "random", "--deals", "50", "--rules", "eaai", "--seed", "1", "--on", "here"]
    status, out, _ = run(capsys, monkeypatch, *words, "--json", "--out", str(tmp_path / "hands.html"))
    found = json.loads(out)
    hands = read_final_hands(found)
    assert status == 0
    assert (found["hands"], found["player"], found["against"], found["rules"]) == (100, "random", ["random"], "eaai")
    assert found["a_hand"]["sets"] == list(hands.each("sets").interval())
    assert found["suits"]["p_of_deals"] == hands.suits().p_of_deals
    assert (tmp_path / "hands.html").read_text(encoding="utf-8") == page(hands)
    status, out, _ = run(capsys, monkeypatch, *words, "--against", "random", "--out", str(tmp_path / "hands.svg"))
    assert status == 0
    assert "random against itself" in out and "Cramér's V" in out and "by deals" in out
    assert (tmp_path / "hands.svg").read_text(encoding="utf-8") == picture(hands)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--out", "hands.png"], "hands.png must end in .html for a page or in .svg for a picture alone"),
        (["--deals", "1"], "at least 2 deals"),
        (["--rules", "dutch"], "there is no set of rules 'dutch'"),
        (["--against", "shark"], "there is no player 'shark'"),
    ],
)
def test_the_command_refuses_in_one_sentence(capsys, monkeypatch, words, sentence):
    status, out, err = run(capsys, monkeypatch, "hands", "random", *words)
    assert (status, out) == (2, "")
    assert sentence in err.splitlines()[-1]


@pytest.mark.long
def test_the_picture_needs_nothing_but_itself():
    found = final_hands(("<b>&", Knocker()), "random", deals=20, seed=1)
    drawn = picture(found)
    tree = ElementTree.fromstring(drawn)
    texts = [each.text for each in tree.iter("{http://www.w3.org/2000/svg}text")]
    assert {"clubs", "king", "sets", "runs", "Turns", "<b>& against random"} <= set(texts)
    ids = [each.get("id") for each in tree.iter() if each.get("id")]
    assert len(ids) == len(set(ids))
    assert "var(" not in drawn and "http" not in drawn.replace("http://www.w3.org/2000/svg", "")
    assert "<script" not in page(found) and "<b>&" not in page(found)
