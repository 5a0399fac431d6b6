"""Courses of hindsight: the same to the bit, only the learner learns, and a game so small that its answer is known."""

from functools import cache
from itertools import combinations

import numpy as np
import pytest

from cardshark.games import hearts, house
from cardshark.games.hearts.rules import PRESETS
from cardshark.games.match import Single
from cardshark.learning.course import Schedule
from cardshark.learning.hearts.hindsight import HindsightCourse, Lesson
from cardshark.learning.hearts.hindsight_kernel import Target
from cardshark.learning.hearts.seats import final_totals
from cardshark.players.brain_file import save
from cardshark.players.hearts.network.brain import Activation, Brain, Design, InputList, join_brains, new_sheets
from cardshark.players.hearts.network.player import value_all
from cardshark.text import UserError
from helpers.arrays import digest
from helpers.compiling import compiled_only
from helpers.hearts.decisions import TINY
from reference import network_book as book
from reference.hearts_book import NAME, NUMBER

# ---- a course ----


SMALL = Design(hidden="16")
FEW = Lesson(games=4, rules="dutch:limit=0,hands=4", against="jake")


def test_a_seed_decides_a_course_to_the_bit():
    def learned(seed, lesson=FEW):
        course = HindsightCourse(SMALL, lesson, seed)
        course.advance(2)
        return digest(course.brain.memory)

    assert learned(7) == learned(7) == "996914e0b9914ef5"  # on every machine
    assert learned(8) != learned(7)


@pytest.mark.parametrize("against", ["jake", "self", "past+random", "rivals"])
def test_a_course_goes_on_where_it_was(against):
    lesson = Lesson(games=6, rules="dutch:limit=0,hands=2", against=against, schedule=Schedule.COSINE, tests=4)
    whole, half = HindsightCourse(SMALL, lesson, 3), HindsightCourse(SMALL, lesson, 3)
    whole.advance(99)
    half.advance(4)
    again = HindsightCourse(SMALL, lesson, 3)
    again.restore(half.state())
    again.advance(2)
    assert whole.done and again.done and not half.done
    assert digest(whole.seats.memory) == digest(again.seats.memory) != digest(half.seats.memory)
    assert whole.totals.tolist() == again.totals.tolist()
    assert (whole.game, whole.hands) == (again.game, again.hands) == (6, 12)


def test_only_the_learner_learns(tmp_path):
    start, other = (Brain.fresh(SMALL, PRESETS["dutch"], word) for word in (1, 2))
    save(start, tmp_path / "start.safetensors")
    save(other, tmp_path / "other.safetensors")
    lesson = Lesson(games=2, rules="dutch:limit=20", against=str(tmp_path / "other.safetensors"), start=str(tmp_path / "start.safetensors"))
    course = HindsightCourse(SMALL, lesson, 3)
    assert digest(course.brain.memory) == digest(start.memory)
    course.advance(2)
    assert digest(course.brain.memory) != digest(start.memory)
    assert digest(course.seats.weights(1)) == digest(other.memory)
    assert (course.totals.max(axis=1) >= 20).all()
    with pytest.raises(UserError, match="another design"):
        HindsightCourse(Design(hidden="32"), lesson, 3)


def test_nothing_is_learned_at_rate_nought():
    course = HindsightCourse(SMALL, Lesson(games=2, rules="dutch:limit=0,hands=2", rate=0.0), 3)
    before = course.brain.memory.copy()
    course.advance(2)
    assert digest(course.brain.memory) == digest(before)


def test_the_best_of_four_rivals_is_kept():
    lesson = Lesson(games=2, rules="dutch:limit=0,hands=2", against="rivals", tests=10)
    course = HindsightCourse(SMALL, lesson, 5)
    course.advance(2)
    rivals = [course.learner(number) for number in range(4)]
    assert len({digest(rival.memory) for rival in rivals}) == 4
    means = final_totals(rivals, lesson.rules, 10, 5, "choice").mean(axis=0)
    assert digest(course.brain.memory) == digest(rivals[int(means.argmin())].memory)


@pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning", "ignore:invalid value encountered:RuntimeWarning")
@pytest.mark.parametrize("activation", [Activation.RELU, Activation.LEAKY])
def test_values_that_blow_up_end_the_course(activation):
    course = HindsightCourse(Design(hidden="16+16+16", activation=activation), Lesson(games=3, rules="dutch:limit=0,hands=50", rate=2.0), 1)
    course.advance(3)
    assert course.diverged == 0
    assert course.done
    before = digest(course.seats.memory)
    course.advance(3)
    assert (course.game, digest(course.seats.memory)) == (0, before)


def test_exploration_and_rate_fall_as_told():
    lesson = Lesson(games=1000)
    for game in range(0, 1000, 37):
        assert lesson.epsilon_of(game) == pytest.approx(book.falling(game, 1000))
        assert lesson.rate_of(game) == 0.001
    assert (lesson.epsilon_of(0), lesson.epsilon_of(999)) == (0.1, 0)
    second = Lesson(games=3000, explore=100)  # the second thesis: less by 0.001 after each game
    assert [second.epsilon_of(game) for game in (0, 1, 50, 99, 100, 2999)] == pytest.approx([0.1, 0.099, 0.05, 0.001, 0, 0])
    linear = Lesson(games=11, rate=1.0, schedule=Schedule.LINEAR, final_rate=0.5)
    assert [linear.rate_of(game) for game in (0, 5, 10)] == pytest.approx([1.0, 0.75, 0.5])
    cosine = Lesson(games=11, rate=1.0, schedule=Schedule.COSINE)
    assert [cosine.rate_of(game) for game in (0, 5, 10)] == pytest.approx([1.0, 0.5, 0.0])


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"games": 0}, "games is a number from 1"),
        ({"rate": -1.0}, "rate is a number from 0 to 10"),
        ({"rate": float("nan")}, "rate is a number from 0 to 10"),
        ({"epsilon": 2.0}, "epsilon"),
        ({"rules": "dutch:win_back=yes", "target": Target.BOOTSTRAP}, "won back"),
        ({"rules": "whist"}, "there is no set of rules"),
    ],
)
def test_lessons_that_make_no_sense_are_refused(wrong, sentence):
    with pytest.raises(UserError, match=sentence):
        Lesson(**wrong)


@pytest.mark.parametrize("against", ["nobody", "jake+self", "jake+rivals"])
def test_opponents_that_do_not_exist_are_refused(against):
    with pytest.raises(UserError):
        HindsightCourse(SMALL, Lesson(against=against), 1)


# ---- does it learn? ----


def learned_values(brain, held, table, rules):
    """What a brain thinks of a hand of two, with nothing or one card on the table."""
    first, sitting = len(table), [set(held)]
    rest = [card for card in book.deck(rules) if card not in {*held, *table}]
    others = [[*table, rest[0]], rest[1:3], rest[3:5]] if table else [rest[0:2], rest[2:4], rest[4:6]]
    sitting += map(set, others)
    match = Single(hearts, rules, first=3 if first else 0)  # the seat before mine leads, or I do
    hands = [sitting[0], sitting[2], sitting[3], sitting[1]] if first else sitting
    hearts.deal_these(match.games, match.record, np.array([sum(1 << NUMBER[card] for card in hand) for hand in hands], np.uint64), 0)
    for card in table:
        match.choose(NUMBER[card])
    match.view()
    assert match.views["table"]["turn"] == 0
    records, memory = join_brains([brain])
    found = np.empty((1, 64), np.float32)
    value_all(match.views, match.record, records, memory, new_sheets(1), found)
    return {NAME[card]: float(found[0, card]) for card in np.flatnonzero(~np.isnan(found[0])).tolist()}


def situations(rules):
    """Every hand of two cards without spades (which are worth what diamonds are) to lead from, and some to follow with."""
    for held in combinations([card for card in book.deck(rules) if card[1] != "S"], 2):
        yield held, []
    for led, held in [("KH", ("AC", "KD")), ("AS", ("KC", "AH")), ("KD", ("KC", "KH")), ("AC", ("KD", "AS")), ("KC", ("AC", "KS"))]:
        yield held, [led]


@cache
def true_values(text):
    """What every card is worth in these situations."""
    rules = house.parse(PRESETS, text)
    return [(held, table, book.true_values(held, table, rules)) for held, table in situations(rules)]


@compiled_only
@pytest.mark.parametrize(
    ("moon", "seed"),
    [("others_plus", 0), *(pytest.param(moon, seed, marks=pytest.mark.slow) for moon in ("none", "others_plus") for seed in (1, 2, 3))],
)
def test_a_small_game_is_learned_to_its_true_values(moon, seed):
    text = f"{TINY},limit=0,hands=1000,moon={moon}"
    lesson = Lesson(games=400, rules=text, against="random", rate=0.02, schedule=Schedule.LINEAR, epsilon=1.0)
    course = HindsightCourse(Design(hidden="128"), lesson, seed)
    course.advance(400)
    errors = []
    for held, table, worth in true_values(text):
        values = learned_values(course.brain, held, table, course.rules)
        assert values.keys() == worth.keys()
        errors += [abs(values[card] - worth[card]) for card in worth]
        loss = max(worth.values()) - worth[max(values, key=values.__getitem__)]
        assert loss < 0.05, (held, table)  # the card it likes best is the best, or nearly as good
    assert np.mean(errors) < 0.06  # points
    assert max(errors) < 0.3


@compiled_only
def test_where_points_are_won_back_a_small_game_is_learned_the_other_way_round():
    """In the second stage a card is worth the points that it brings: there are no moons, and every sign is the other one."""
    text = f"{TINY},limit=0,hands=1000,moon=none"
    back = f"{TINY},limit=30000,hands=1000,win_back=yes"
    lesson = Lesson(games=400, rules=back, against="random", rate=0.02, schedule=Schedule.LINEAR, epsilon=1.0)
    course = HindsightCourse(Design(hidden="128"), lesson, 0)
    course.advance(400)
    assert (course.totals < 30_000).all()  # everybody has won something back
    errors = []
    for held, table, worth in true_values(text):
        values = learned_values(course.brain, held, table, house.parse(PRESETS, text))
        errors += [abs(values[card] + worth[card]) for card in worth]
    assert np.mean(errors) < 0.06 and max(errors) < 0.3  # points


@pytest.mark.long
@compiled_only
def test_a_learner_soon_beats_random_players():
    course = HindsightCourse(Design(inputs=InputList.LAB), Lesson(games=200, rules="dutch:limit=1000", against="random", rate=0.003), 2)
    course.advance(200)
    assert course.totals[-40:, 0].mean() < 0.92 * course.totals[-40:, 1:].mean()
