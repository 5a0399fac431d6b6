"""Whole hands of Hearts by a policy, against the same hands played view by view."""

import numpy as np
import pytest

from cardshark.games import hearts, house
from cardshark.games.hearts.planes import hidden, words
from cardshark.players.hearts.policy.likelihood import explain
from cardshark.players.hearts.policy.playouts import finish_hands
from cardshark.players.policy.brain import PolicyDesign, fresh_brain
from cardshark.players.policy.forward import choose_rows, outlook, values
from cardshark.players.policy.net import net_of, new_desk, playout
from cardshark.tables import Tables
from cardshark.tables.choices import random_choices

GAMES = 70  # more than a block
RULES = ["american:hands=1", "dutch:hands=1", "american:hands=1,players=3,removed=2D"]
NUMBERS = np.zeros((GAMES, 0), np.float32)


def dealt(rules, steps):
    """Games after some random choices, and the record of their rules."""
    tables = Tables("hearts", rules, count=GAMES, seed=11)
    for _ in range(steps):
        tables.choose(random_choices(tables.turn().legal_words(), tables.turn().luck))
    return tables.games.copy(), house.record(tables.rules)


def policy(rules):
    """A small policy, ready to play."""
    brain = fresh_brain("hearts", rules, 4, PolicyDesign(width=32, blocks=1, critic=32))
    return net_of(brain), new_desk(brain)


def look(games, record):
    """Views of the seats in turn, and these games' rows."""
    views, rows = np.zeros(len(games), hearts.VIEW), np.arange(len(games), dtype=np.uint32)
    hearts.look_all(games, record, rows, views)
    return views, rows


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("steps", "temperature"), [(0, 0.0), (9, 1.0)])
def test_hands_end_as_if_the_policy_had_been_asked_view_by_view(rules, steps, temperature):
    games, record = dealt(rules, steps)
    net, desk = policy(rules)
    slow = games.copy()
    while (slow["table"]["phase"] != hearts.OVER).any():
        going = slow[slow["table"]["phase"] != hearts.OVER]
        views, rows = look(going, record)
        choices = np.zeros(len(going), np.int8)
        choose_rows(net, desk, words(views, record), NUMBERS[: len(going)], temperature, views["luck"], choices)
        hearts.choose_all(going, record, rows, views, choices)
        slow[slow["table"]["phase"] != hearts.OVER] = going
    found = finish_hands(net, desk, games, record, playout(temperature))
    assert (found == slow["scores"]).all() and found.any()
    one = dealt(rules, steps)[0][33:34]
    assert (finish_hands(net, desk, one, record, playout(temperature)) == found[33]).all()


def test_the_critic_is_asked_at_the_seats_first_decision_after_the_limit():
    games, record = dealt("american:hands=1", 20)
    net, desk = policy("american")
    found = finish_hands(net, desk, games, record, playout(until=5, seat=2))
    table = games["table"]
    assert (table["turn"] == 2).all() and (table["trick"] >= 5).all() and (table["trick"] <= 6).all()
    views, _ = look(games, record)
    expected = table["points"][:, 2] - values(net, desk, words(views, record), hidden(games, 4), NUMBERS)
    assert found[:, 2].tolist() == expected.tolist()
    assert (found[:, [0, 1, 3]] == table["points"][:, [0, 1, 3]]).all()


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("seats", "since"), [(0b0111, 0), (0b0100, 2)])
def test_what_was_played_is_as_likely_as_the_policy_says_at_each_decision(rules, seats, since):
    tables = Tables("hearts", rules, count=GAMES, seed=12)
    record, logs = house.record(tables.rules), np.zeros((GAMES, 4))
    net, desk = policy(rules)
    for _ in range(30):
        turn, here = tables.turn(), np.arange(GAMES)
        choices = random_choices(turn.legal_words(), turn.luck)
        chances = outlook(net, desk, turn.words(), NUMBERS).chances[here, choices]
        asked = (turn.phase == hearts.PLAY) & (seats >> turn.seat & 1 == 1) & (turn.views["table"]["trick"] >= since)
        logs[here, turn.seat] += np.where(asked, np.log(chances), 0)
        tables.choose(choices)
    assert explain(net, desk, tables.games, record, seats, since) == pytest.approx(logs, abs=1e-4)
    assert np.count_nonzero(logs) > 50
