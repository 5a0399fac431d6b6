"""An apprentice learns what rollouts say of every card."""

import numpy as np
import pytest

from cardshark.arena.duel import duel
from cardshark.games import hearts, house
from cardshark.games.hearts.rules import PRESETS
from cardshark.learning.hearts.apprentice import ApprenticeCourse, Apprenticeship, study
from cardshark.learning.hearts.hindsight_kernel import workspace_of
from cardshark.players import seat
from cardshark.players.hearts.network.brain import Brain, Design, Networks, join_brains, new_sheets
from cardshark.players.hearts.network.features import InputList
from cardshark.players.hearts.network.player import Network, value_all
from cardshark.players.hearts.network.rollouts import Rollouts
from cardshark.players.thinking import Thought
from cardshark.text import UserError
from helpers.compiling import compiled_only
from helpers.hearts.decisions import views_played

DUTCH = PRESETS["dutch"]


def values_of(brains, memory, views):
    found = np.empty((len(views), 64), np.float32)
    value_all(views, house.record(DUTCH), brains, memory, new_sheets(1), found)
    return found


def some_views(count):
    views = views_played(DUTCH, matches=1)
    return views[np.bitwise_count(views["legal"]) > 1][:count].copy()


@compiled_only
def test_values_move_to_what_rollouts_say_and_no_others():
    brain = Brain.fresh(Design(hidden="32", inputs=InputList.LAB), DUTCH, 5)
    player, views = Rollouts(brain=brain, deals=20, top=2), some_views(6)
    player.sit(hearts, DUTCH)
    thought = player.think(views, np.empty(len(views), np.int8))
    brains, memory = join_brains([brain])
    for _ in range(400):
        worst = study(views, house.record(DUTCH), workspace_of(brains, memory), thought, np.float32(0.05))
    assert worst < 0.2
    learned = values_of(brains, memory, views)
    for row, view in enumerate(views):
        taken = view["table"]["points"][view["table"]["turn"]]
        looked_at = np.flatnonzero(thought.visits[row])
        assert 1 <= len(looked_at) <= 2
        for card in looked_at:
            assert learned[row, card] == pytest.approx(taken - thought.sums[row, card] / thought.visits[row, card], abs=0.2)


@compiled_only
def test_a_card_that_was_not_looked_at_teaches_nothing():
    brain = Brain.fresh(Design(hidden="16"), DUTCH, 5)
    brains, memory = join_brains([brain])
    before, views = memory.copy(), some_views(3)
    nothing = Thought(*(np.zeros((3, 64)) for _ in range(3)), np.zeros(3), np.zeros(3))
    assert study(views, house.record(DUTCH), workspace_of(brains, memory), nothing, np.float32(0.1)) == 0
    assert (memory == before).all()


@pytest.mark.long
@compiled_only
def test_an_apprentice_gets_better():
    design = Design(hidden="32", inputs=InputList.LAB, networks=Networks.SHARED)
    course = ApprenticeCourse(design, Apprenticeship(games=30, deals=6, rate=0.01), 4)
    fresh = course.brain
    course.advance(30)
    assert course.done and course.diverged is None
    assert course.hands == 30 * 64
    single = DUTCH._replace(hands=1, limit=0)
    for brain, better in ((fresh, False), (course.brain, True)):
        result = duel(hearts, single, ("brain", Network(brain=brain)), ("random", seat("random")), deals=300, seed=9)
        assert (result.high < -0.5) == better


def test_lessons_that_make_no_sense_are_refused():
    for wrong, words in [
        ({"games": 0}, "games is"),
        ({"rate": -1.0}, "rate is"),
        ({"epsilon": 2.0}, "epsilon"),
        ({"rules": "chess"}, "chess"),
    ]:
        with pytest.raises(UserError, match=words):
            Apprenticeship(**wrong)
    with pytest.raises(UserError, match="won back"):
        Apprenticeship(rules="dutch:win_back=yes")
