"""Whole hands of gin by a policy, against the same hands played view by view."""

import numpy as np
import pytest

from cardshark.games import gin, house
from cardshark.games.gin.planes import hidden, numbers, words
from cardshark.players.gin.policy.likelihood import IMPOSSIBLE, explain
from cardshark.players.gin.policy.melding import lay_down_all
from cardshark.players.gin.policy.playouts import LONGEST, finish_hands
from cardshark.players.policy.brain import PolicyDesign, fresh_brain
from cardshark.players.policy.forward import choose_rows, outlook, values
from cardshark.players.policy.net import net_of, new_desk, playout
from cardshark.tables import Tables
from cardshark.tables.choices import random_choices

GAMES = 60  # more than a block
RULES = ["eaai:hands=1,target=0,knock_limit=40", "classic:hands=1,target=0,knock_limit=40"]  # or else nobody who knows nothing would knock


def dealt(rules, steps):
    """Games after some random choices, and the record of their rules."""
    tables = Tables("gin", rules, count=GAMES, seed=13)
    for _ in range(steps):
        tables.choose(random_choices(tables.turn().legal_words(), tables.turn().luck))
    return tables.games.copy(), house.record(tables.rules)


def policy():
    """A small policy, ready to play."""
    brain = fresh_brain("gin", None, 5, PolicyDesign(width=32, blocks=1, critic=32))
    return net_of(brain), new_desk(brain)


def look(games, record):
    """Views of the seats in turn, and these games' rows."""
    views, rows = np.zeros(len(games), gin.VIEW), np.arange(len(games), dtype=np.uint32)
    gin.look_all(games, record, rows, views)
    return views, rows


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("steps", "temperature"), [(0, 1.0), (9, 3.0)])
def test_hands_end_as_if_the_policy_had_been_asked_view_by_view(rules, steps, temperature):
    games, record = dealt(rules, steps)
    net, desk = policy()
    slow, ended = games.copy(), np.zeros(GAMES, bool)
    for _ in range(3 * LONGEST):
        here = np.flatnonzero(~ended)
        views, rows = look(slow[here], record)
        going, choices = slow[here], np.zeros(len(here), np.int8)
        choose_rows(net, desk, words(views, record), numbers(views, record), temperature, views["luck"], choices)
        lay_down_all(views, choices)
        gin.choose_all(going, record, rows, views, choices)
        slow[here] = going
        ended[here] = (going["table"]["phase"] == gin.OVER) | (going["table"]["turns"] >= LONGEST)
        if ended.all():
            break
    found = finish_hands(net, desk, games, record, playout(temperature))
    whole = slow["table"]["phase"] == gin.OVER
    assert (found[whole] == -slow["scores"][whole]).all() and not found[~whole].any() and found.any()
    one = dealt(rules, steps)[0][33:34]
    assert (finish_hands(net, desk, one, record, playout(temperature)) == found[33]).all()


def test_the_critic_is_asked_at_the_seats_first_decision_after_the_limit():
    games, record = dealt("eaai:hands=1,target=0", 2)
    net, desk = policy()
    found = finish_hands(net, desk, games, record, playout(until=4, seat=1))
    stopped = games["table"]["turn"] == 1
    games, found = games[stopped], found[stopped]
    assert stopped.sum() > 50 and (games["table"]["turns"] >= 4).all() and (games["table"]["turns"] <= 5).all()
    views, _ = look(games, record)
    expected = values(net, desk, words(views, record), hidden(games, 2), numbers(views, record))
    assert found.tolist() == np.stack([expected, -expected], axis=1).tolist()


@pytest.mark.parametrize("rules", [*RULES, "eaai:hands=1,target=0,upcard_offer=no"])
@pytest.mark.parametrize(("seats", "since", "steps"), [(0b11, 0, 23), (0b10, 3, 24), (0b11, 0, 25)])
def test_what_was_chosen_is_as_likely_as_the_policy_says_at_each_decision(rules, seats, since, steps):
    tables = Tables("gin", rules, count=GAMES, seed=14)
    record, logs, here = house.record(tables.rules), np.zeros((GAMES, 2)), np.arange(GAMES)
    net, desk = policy()
    ended = np.zeros(GAMES, bool)
    for _ in range(steps):
        turn = tables.turn()
        choices = random_choices(turn.legal_words(), turn.luck)
        choices[choices == gin.KNOCK] = gin.PLAY_ON
        chances = outlook(net, desk, turn.words(), turn.inputs("deadwood")).chances[here, choices]
        asked = (seats >> turn.seat & 1 == 1) & (turn.views["table"]["turns"] >= since)
        logs[here, turn.seat] += np.where(asked, np.log(chances), 0)
        ended[tables.choose(choices).ended] = True
    assert ended.sum() < 20
    found = explain(net, desk, tables.games, record, seats, since)
    assert found[~ended] == pytest.approx(logs[~ended], abs=1e-4) and np.count_nonzero(logs) > 50


def test_a_world_in_which_a_choice_was_not_legal_is_impossible():
    tables = Tables("gin", "eaai:hands=1", count=1, seed=17)
    for _ in range(16):
        tables.choose(random_choices(tables.turn().legal_words(), tables.turn().luck))
    world, record = tables.games.copy(), house.record(tables.rules)
    net, desk = policy()
    table = world[0]["table"]
    other = 1 - int(table["turn"])
    turns = range((other - int(table["first"])) % 2, int(table["turns"]), 2)
    turn = next(turn for turn in turns if not int(table["taken"]) >> turn & 1)
    world[0]["draws"][other, turn >> 1] = table["discards"][turn]  # it drew the very card that it discarded,
    table["taken"] |= np.uint64(1 << turn)  # and it drew it from the pile, where another card lay
    table["stock_left"] += 1
    assert explain(net, desk, world, record, 0b11)[0, other] == IMPOSSIBLE
