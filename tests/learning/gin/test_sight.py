"""Brains that are told more or less of the other hand than a player can know."""

from dataclasses import replace

import numpy as np
import pytest

from cardshark.games import gin, house
from cardshark.games.gin.rules import PRESETS
from cardshark.learning.gin.course import TdCourse, TdLesson
from cardshark.learning.gin.td import TD_LESSON, play_hands, workspace_of
from cardshark.play import Table
from cardshark.players import seat
from cardshark.players.brain_file import save
from cardshark.players.gin.rummy.brain import RummyBrain, RummyDesign, Sight, join_rummies, load_rummy
from cardshark.players.gin.rummy.player import Rummy
from cardshark.players.gin.styles import gin_style_of
from cardshark.text import UserError

RULES = PRESETS["paper"]._replace(max_turns=40)


class Told(Rummy):
    """A plain player who is told something of the other hand: it looks at the only game of its table."""

    sight, table = Sight.TAKEN, None

    def choose(self, views, choices):
        told = views.copy()
        for view in told:
            other = 1 - int(view["table"]["turn"])
            if self.sight != Sight.TAKEN:
                view["table"]["known"][other] = self.table.games[0]["hands"][other] if self.sight == Sight.EVERYTHING else 0
        super().choose(told, choices)


@pytest.mark.parametrize("sight", Sight)
@pytest.mark.parametrize("deal", [0, 1])
def test_what_a_brain_is_told_is_what_it_plays_by(sight, deal):
    brain = RummyBrain.fresh(RummyDesign(returns=False), 5)
    player = Told(brain)
    table = player.table = Table(gin, RULES, [player], 1)
    player.sight = sight
    expected = table.deal(9, 1, deal)
    table.play(expected)
    told = RummyBrain(replace(brain.design, sight=sight))
    told.memory[:] = brain.memory
    games = Table(gin, RULES, [], 1).deal(9, 1, deal)
    seating, styles = np.zeros((1, 2), np.int8), np.repeat(gin_style_of("simple"), 2)
    play_hands(games, house.record(RULES), workspace_of(*join_rummies([told]), weights=1), seating, styles, np.zeros(1, TD_LESSON))
    for name in ("hands", "scores", "winner", "result"):
        assert (games[name] == expected[name]).all()
    assert (games["table"]["known"] == expected["table"]["known"]).all()  # what the table knows has not changed


def test_it_matters_what_a_brain_is_told():
    def turns(sight):
        course = TdCourse(RummyDesign(sight=sight), TdLesson(games=6, rules="paper:max_turns=200"), 3)
        course.advance(6)
        return course.brain.memory.tolist()

    assert len({tuple(turns(sight)) for sight in Sight}) == len(Sight)


def test_such_a_brain_plays_at_no_table(tmp_path):
    brain = RummyBrain.fresh(RummyDesign(sight=Sight.EVERYTHING), 5)
    save(brain, tmp_path / "seer.safetensors")
    assert load_rummy(str(tmp_path / "seer.safetensors")).design.sight == Sight.EVERYTHING
    with pytest.raises(UserError, match="plays in experiments only"):
        seat(f"rummy:brain={tmp_path}/seer.safetensors")
