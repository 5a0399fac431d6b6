"""Courses of temporal differences: the same to the bit, stopped or not, compiled or not; and what is refused."""

import numpy as np
import pytest

from cardshark.learning.course import Schedule
from cardshark.learning.gin.course import TdCourse, TdLesson
from cardshark.learning.gin.evolution import Evolution
from cardshark.learning.trainer import Diverged, Training, train
from cardshark.players.brain_file import digest as brain_digest
from cardshark.players.gin.rummy.brain import Knock, RummyBrain, RummyDesign, load_rummy
from cardshark.text import UserError
from helpers.arrays import digest
from helpers.compiling import PLAIN, compiled_only, in_plain_python
from helpers.gin.td import as_parts, bias_towards_little, together
from helpers.training import resumed_after
from reference import rummy_book as book

# ---- courses ----


SHORT = f"paper:max_turns={8 if PLAIN else 60}"


def test_a_course_is_the_same_to_the_bit_and_after_stopping():
    design, given = RummyDesign(hidden=3), TdLesson(games=6 if PLAIN else 31, rules=SHORT, epoch=4)
    whole = TdCourse(design, given, 3)
    whole.advance(100)
    again, other = TdCourse(design, given, 3), TdCourse(design, given, 4)
    for steps in (1, 2, 4, 100):  # stop in the middle of an epoch, and of a pair
        again.advance(steps)
        fresh = TdCourse(design, given, 3)
        fresh.restore(again.state())
        again = fresh
    other.advance(100)
    assert whole.done and again.done and whole.game == given.games
    assert digest(whole.memory) == digest(again.memory) != digest(other.memory)
    assert (whole.totals == again.totals).all() and (whole.turns == again.turns).all()


def test_after_an_epoch_the_better_network_goes_on():
    """Most wins; the player's if both have as many. The deals are played twice with the seats swapped."""
    design, given = RummyDesign(hidden=0), TdLesson(games=4, rules=SHORT, epoch=4, rate=0.05)
    kept = set()
    for seed in range(1 if PLAIN else 10):
        course, cut = TdCourse(design, given, seed), TdCourse(design, given, seed)
        brains = [RummyBrain.fresh(design, 2 * seed + number, 0.3) for number in range(2)]
        bias_towards_little(brains)
        course.memory[:] = together(brains)[1]
        course.advance(3)
        cut.restore(course.state())
        cut.play_next()  # the last game without the end of the epoch
        assert (cut.weights(0) != cut.weights(1)).any()
        networks = [as_parts(course.brain, cut.weights(number)) for number in range(2)]
        course.advance(1)
        wins = tuple((course.totals[:4] > 0).sum(axis=0).tolist())
        wanted = book.taught_next(*networks, wins)
        assert (course.weights(0) == course.weights(1)).all()
        for part, found in course.brain.parts().items():
            assert (found == wanted[part]).all()
        kept.add(wins[1] > wins[0])
    assert PLAIN or kept == {True, False}


def small_brains():
    """What a few games of either learner come to, in one line."""
    lessons = TdLesson(games=4, rules="eaai:max_turns=12"), Evolution(games=4, rules="eaai:max_turns=12")
    return " ".join(brain_digest(train(RummyDesign(hidden=3), given, 3)) for given in lessons)


@pytest.mark.long
@compiled_only
def test_plain_python_learns_the_same_to_the_bit():
    """What a debugger shows is what the compiled courses do."""
    plain = in_plain_python("test_td_course", "small_brains()")
    assert plain.split() == small_brains().split() and len({*plain.split()}) == 2


@pytest.mark.parametrize(
    "settings",
    [{}, {"against": "self", "epsilon": 0.1}, {"against": "simple+lowcards"}, {"schedule": Schedule.LINEAR, "final_rate": 0.01}],
    ids=str,
)
def test_a_training_goes_on_from_its_file(settings, tmp_path):
    """Stopped in the middle of an epoch; the finished brain is the same to the bit."""
    design, given, out = RummyDesign(hidden=3), TdLesson(games=6 if PLAIN else 20, rules=SHORT, **settings), tmp_path / "x.safetensors"
    whole = train(design, given, 3)
    resumed = resumed_after(5, design, given, 3, out)
    assert brain_digest(resumed) == brain_digest(whole) and resumed.about["curve"] == whole.about["curve"]
    assert brain_digest(load_rummy(str(out))) == brain_digest(whole)


@compiled_only
def test_values_that_blow_up_are_said_in_one_sentence():
    training = Training(RummyDesign(), TdLesson(games=10, rules=SHORT, rate=0.3), 5)
    training.course.advance(2)
    training.course.weights(0)[:] = np.nan
    with pytest.raises(Diverged, match=r"^the values blew up in game 3 of 10: try a learning rate below 0\.3 \(--rate\)[^.]*$"):
        training.run()
    assert training.course.game == 2


@pytest.mark.parametrize(
    ("settings", "wrong"),
    [({"epoch": 3}, "even"), ({"trace": 1.5}, "trace"), ({"gamma": -0.1}, "gamma"), ({"games": 0}, "games"), ({"epsilon": 2.0}, "epsilon")],
)
def test_settings_that_make_no_sense_are_refused(settings, wrong):
    with pytest.raises(UserError, match=wrong):
        TdLesson(**settings)


def test_who_learns_to_knock_must_value_the_hand_laid_down():
    with pytest.raises(UserError, match="ending"):
        TdCourse(RummyDesign(knock=Knock.LEARNED), TdLesson(), 1)
