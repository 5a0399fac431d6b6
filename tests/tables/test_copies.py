"""What learners copy and keep: a league of past selves, and tables that go on another day."""

import copy
import pickle

import numpy as np
import pytest

from cardshark.players.player import Player
from cardshark.tables import Observer, Tables, random_choices

WAYS = [copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))]


class Self(Player):
    """A learner's player with an observer, as the guide has it."""

    def sit(self, game, rules):
        self.observer = Observer(game, rules)

    def choose(self, views, choices):
        choices[:] = self.observer.legal(views).argmax(axis=1)


def step(tables):
    turn = tables.turn()
    return tables.choose(random_choices(turn.legal_words(), turn.luck))


def test_a_past_self_that_has_played_is_an_opponent():
    learner = Self()
    Tables("hearts", count=2, opponents=learner)
    turn = step(Tables("hearts", count=2, opponents=copy.deepcopy(learner)))
    assert turn.step.tolist() == [1, 1]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("game", "rules"), [("hearts", "american:players=3,removed=2D"), ("gin", "eaai:hands=1")])
def test_a_copy_is_the_same(game, rules, way):
    tables = Tables(game, rules, count=3, seed=1)
    turn = step(tables)
    observer, position, whole = way(tables.observer), way(turn.position(1)), way(tables.copy().whole(1))
    assert (observer.bits(turn.views) == turn.bits()).all() and observer.rules == tables.rules
    assert str(position) == str(turn.position(1)) and not position.views.flags.writeable
    assert (Tables.from_position(whole, count=1).turn().words() == turn.words()[1]).all()


@pytest.mark.parametrize("way", WAYS)
def test_tables_go_on_from_a_snapshot_that_was_kept(way):
    settings = {"game": "hearts", "rules": "american:hands=1", "count": 5, "seed": 1, "opponents": ["random"]}
    tables, again = Tables(**settings), Tables(**settings)
    for _ in range(20):
        step(tables)
    again.restore(way(tables.copy()))
    for _ in range(20):
        one, other = step(tables), step(again)
        np.testing.assert_array_equal(one.words(), other.words())
        np.testing.assert_array_equal(one.returns, other.returns)
