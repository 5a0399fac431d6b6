"""The chance to win a match: its formula, and what is observed."""

import numpy as np
import pytest

from cardshark.games import hearts, house
from cardshark.games.hearts.rules import PRESETS
from cardshark.jit import kernel
from cardshark.play import deal
from cardshark.players.hearts.network.winning import LATER, NOW, chance_to_win, chances
from cardshark.players.hearts.styles import card_of, pass_of, style_of
from helpers.compiling import compiled_only
from helpers.hearts.rollouts import DUTCH, THREE

# ---- the chance to win a match ----


def test_a_match_that_is_over_is_shared_by_the_lowest():
    assert chances([100, 50, 60, 50], DUTCH).tolist() == [0, 0.5, 0, 0.5]
    assert chances([120, 99, 100, 130], DUTCH).tolist() == [0, 1, 0, 0]
    assert chances([3, 4, 8, 0], DUTCH._replace(hands=1), hands=7).tolist() == [0, 0, 0, 1]  # of single hands, whatever their number
    assert chances([3, 4, 8, 0], DUTCH._replace(hands=7), hands=7).tolist() == [0, 0, 0, 1]
    assert chances([100, 50, 60, 40], DUTCH._replace(above_limit=True)).max() < 1
    assert len(chances([1, 2, 3], house.parse(PRESETS, THREE))) == 3


def test_chances_follow_the_formula():
    totals = np.array([60, 75, 82, 40])
    spread = 15 * (float(NOW) + float(LATER) * (100 - 82) / 15) ** 0.5
    wanted = np.exp(-totals / spread) / np.exp(-totals / spread).sum()
    assert chances(totals, DUTCH) == pytest.approx(wanted, abs=1e-5)
    assert chances([5, 5, 5, 5], DUTCH).tolist() == [0.25] * 4
    near, far = chances([80, 90, 90, 90], DUTCH)[0], chances([0, 10, 10, 10], DUTCH)[0]
    assert 0.25 < far < near < 1  # a lead counts for more near the end
    few = DUTCH._replace(hands=20)
    assert chances([0, 10, 10, 10], few, hands=19)[0] > chances([0, 10, 10, 10], few, hands=5)[0] >= far


@kernel
def play_and_note(games, rules, styles, totals, numbers):
    """Play matches by a style; the totals before each hand, and which match it was."""
    from_here = 0
    for i in range(len(games)):
        while games[i].table.phase != hearts.OVER:
            totals[from_here] = games[i].table.totals
            numbers[from_here] = i
            from_here += 1
            play_one_hand(games[i], rules[0], styles[0])
    return from_here


@kernel
def play_one_hand(game, rules, style):
    number = game.table.hand_number
    while game.table.phase != hearts.OVER and game.table.hand_number == number:
        hand, table = game.hands[game.table.turn], game.table
        if table.phase == hearts.PASS:
            hearts.pass_card(game, rules, pass_of(style, hand, game.given[table.turn], rules, hearts.next_luck(game)))
        else:
            hearts.play_card(game, rules, card_of(style, hand, hearts.legal_cards(game, rules), table, rules, hearts.next_luck(game)))


@kernel
def predict(totals, numbers, rules, tables, predicted):
    """Everybody's chance before each hand, by the formula."""
    table = tables[0]
    for i in range(len(totals)):
        table.totals[:] = totals[i]
        table.hand_number = table.hand_number + 1 if i and numbers[i] == numbers[i - 1] else 0
        for seat in range(rules[0].players):
            predicted[i, seat] = chance_to_win(table, rules[0], seat)


@pytest.mark.slow
@compiled_only
@pytest.mark.parametrize("text", ["dutch", "dutch:limit=60", "american", "dutch:hands=12"])
@pytest.mark.parametrize("style", ["jake", "random"])
def test_predicted_and_observed_chances_agree(text, style):
    rules = house.parse(PRESETS, text)
    games = deal(hearts, rules, 77, 20_000).copy()  # not the seed that the formula was fitted to
    before, numbers = np.zeros((600_000, 4), np.int16), np.zeros(600_000, np.int64)
    hands = play_and_note(games, house.record(rules), style_of(style), before, numbers)
    before, numbers, predicted = before[:hands], numbers[:hands], np.zeros((hands, 4))
    predict(before, numbers, house.record(rules), np.zeros(1, hearts.TABLE), predicted)
    final = games["table"]["totals"]
    first = final == final.min(axis=1)[:, None]
    observed = (first / first.sum(axis=1)[:, None])[numbers]
    for low in np.arange(0, 1, 0.1):
        here = (predicted >= low) & (predicted < low + 0.1)
        if here.sum() > 10_000:
            assert abs(predicted[here].mean() - observed[here].mean()) < 0.05
