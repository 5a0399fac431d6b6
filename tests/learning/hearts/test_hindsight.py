"""Learning from hindsight against the book: targets, every single step, whole hands."""

from itertools import pairwise, product
from random import Random

import numpy as np
import pytest

from cardshark.chance import words
from cardshark.games import hearts, house
from cardshark.games.hearts.rules import PRESETS
from cardshark.games.match import Single
from cardshark.jit import kernel
from cardshark.learning.hearts.gradient import improve
from cardshark.learning.hearts.hindsight import HindsightCourse, Lesson
from cardshark.learning.hearts.hindsight_kernel import DECISION, Credit, SeatOutcome, Target, target
from cardshark.players.hearts.network.brain import Activation, Brain, Design, InputList, Networks, join_brains, new_sheets
from cardshark.players.hearts.network.features import describe
from cardshark.players.uniform import any_of
from helpers.compiling import PLAIN
from helpers.designs import design_name
from helpers.hearts.decisions import TINY, views_played
from reference import network_book as book
from reference.hearts_book import NAME, NUMBER
from reference.network_book import inputs_by_design, layers_of, shake

# ---- targets ----


def kernel_targets(points_by_trick, score, credit, shooter, rules="dutch"):
    """What the kernel aims at, trick by trick."""
    decision, found = np.zeros(1, DECISION)[0], []
    for trick in range(len(points_by_trick)):
        decision["points"] = sum(points_by_trick[:trick])
        record = house.record(house.parse(PRESETS, rules))[0]
        found.append(float(target(decision, trick, record, int(credit), SeatOutcome(sum(points_by_trick), score, shooter))))
    return found


def test_targets_of_the_worked_example():
    """Table 2.1 of the first thesis."""
    points, wanted = [0, 0, 2, 0, 5, 2, 0, 0], [-9, -9, -9, -7, -7, -2, 0, 0]
    assert book.targets(points) == wanted
    for credit in Credit:  # without a moon they agree
        assert kernel_targets(points, 9, credit, False) == wanted


def test_targets_after_a_moon():
    victim, shooter = [0] * 8, [0, 0, 2, 0, 5, 2, 0, 6]
    assert kernel_targets(victim, 15, Credit.LAST_TRICK, False) == [-15] * 8
    assert kernel_targets(victim, 15, Credit.EVERY_STEP, False) == [-15 * left / 8 for left in range(8, 0, -1)]
    assert kernel_targets(victim, 15, Credit.NONE, False) == [0] * 8
    assert kernel_targets(shooter, 0, Credit.LAST_TRICK, True) == [0] * 8
    assert kernel_targets(shooter, 0, Credit.EVERY_STEP, True) == [0] * 8
    assert kernel_targets(shooter, 0, Credit.NONE, True) == [-15, -15, -15, -13, -13, -8, -6, -6]


@pytest.mark.long
@pytest.mark.parametrize("credit", Credit)
def test_targets_are_those_of_the_book(credit):
    random = Random(credit)
    for _ in range(100):
        points = [random.choice([0, 0, 1, 2, 5]) for _ in range(8)]
        official, shot = random.choice([sum(points), 0, 15, -10]), random.random() < 0.3
        wanted = book.targets(points, official, credit.name.lower(), shot)
        assert kernel_targets(points, official, credit, shot) == pytest.approx(wanted, abs=1e-5)


# ---- one step ----


@pytest.mark.parametrize("activation", ["sigmoid", "relu", "leaky"])
@pytest.mark.parametrize("shape", [(5, 4, 3), (5, 4, 6, 3), (5, 3, 4, 2, 3)])
def test_the_book_knows_calculus(activation, shape):
    random = Random(1)
    layers = [
        [(random.uniform(-1, 1), [random.uniform(-1, 1) for _ in range(before)]) for _ in range(units)] for before, units in pairwise(shape)
    ]
    for _ in range(5):
        inputs, unit = [random.uniform(-2, 2) for _ in range(shape[0])], random.randrange(shape[-1])
        derived, tried = (way(layers, inputs, activation, unit) for way in (book.gradient, book.gradient_by_trying))
        np.testing.assert_allclose(book.flat(derived), book.flat(tried), atol=1e-8)


@kernel
def learn_from(views, rules, brains, memory, sheets, output, target, rate):
    describe(brains[0], sheets[0].facts, views[0].hand, views[0].table, rules[0])
    return improve(brains[0], memory, sheets[0], output, target, rate, False)


def network_of(view, design):
    """Which network of a brain is asked."""
    return 0 if design.networks == Networks.SHARED else int(view["hand"]).bit_count() - 1


@pytest.mark.parametrize(
    "design",
    [
        Design(activation=activation, hidden=hidden, networks=networks, inputs=inputs)
        for (activation, hidden), (networks, inputs) in zip(
            product(Activation, ["32", "16+32", "32+16+48"]), [*product(Networks, InputList)] * 3, strict=False
        )
    ],
    ids=design_name,
)
def test_a_step_is_that_of_the_book(design):
    """Several steps one after the other: every weight and bias, and not a bit of the networks that were not asked."""
    rules, random = PRESETS["dutch"], Random(2)
    views = views_played(rules, matches=1)
    brain = Brain.fresh(design, rules, 3)
    shake(brain, 4, size=0.5 / max(design.widths()) ** 0.5)
    records, memory = join_brains([brain])
    networks = [layers_of(brain, number) for number in range(brain.count)]
    asked = set()
    for view in random.sample(list(views), 3 if PLAIN else 6):
        number, inputs = network_of(view, design), inputs_by_design(view, rules, design)
        unit, goal, rate = random.randrange(32), random.uniform(-15, -5), 0.002
        value = book.forward(networks[number], inputs, design.activation.name.lower())[unit]
        networks[number] = book.sgd_step(networks[number], inputs, design.activation.name.lower(), unit, goal, rate)
        one = np.array([view], hearts.VIEW)
        error = learn_from(one, house.record(rules), records, memory, new_sheets(1), unit, np.float32(goal), np.float32(rate))
        assert abs(error - (value - goal)) < 1e-4
        asked.add(number)
    learned, before = brain.copy(), brain.copy()
    learned.memory[:] = memory
    for number in range(brain.count):
        found = book.flat(layers_of(learned, number))
        if number in asked:
            np.testing.assert_allclose(found, book.flat(networks[number]), atol=2e-6)
            assert np.abs(found - book.flat(layers_of(before, number))).max() > 1e-3
        else:
            assert (found == book.flat(layers_of(before, number))).all()


# ---- whole hands ----


def learn_by_the_book(course):
    """The networks after the first game of a course without random cards, played and learned from as the thesis says."""
    rules, design, order = course.rules, course.design, book.in_printed_order(course.rules)
    start, activation = course.learner(0), course.design.activation.name.lower()
    networks = [layers_of(start, number) for number in range(start.count)]
    first = list(networks)  # as they are before the game
    learners = range(rules.players) if course.lesson.against == "self" else [0]
    deals, luck = (int(words(course.seed, f"lesson {name}", 1)[0]) for name in ("deals", "luck"))
    match, shots = Single(hearts, rules, deals, luck), 0
    while not match.over:
        hand, plays, decisions = int(match.state.table.hand_number), [], [[] for _ in learners]
        moons = match.state.moons.tolist()
        while not match.over and match.state.table.hand_number == hand:
            view = match.view()
            seat, card = int(view.table.turn), NAME[int(any_of(np.uint64(view.legal), np.uint64(view.luck)))]
            if seat in learners:
                number, inputs = network_of(view, design), inputs_by_design(view, rules, design)
                values = book.forward(networks[number], inputs, activation)
                card = max((NAME[each] for each in NAME if int(view.legal) >> each & 1), key=lambda each: values[order.index(each)])
                legal = [order.index(NAME[each]) for each in NAME if int(view.legal) >> each & 1]
                decisions[seat].append((number, inputs, order.index(card), legal))
            plays.append((seat, card))
            match.choose(NUMBER[card])
        tricks, _ = book.in_tricks(plays, rules.players)
        for seat in learners:
            points, shot = [book.taken([trick], rules)[seat] for trick in tricks], match.state.moons[seat] > moons[seat]
            official, credit = int(match.state.scores[seat]), course.lesson.credit.name.lower()
            goals = book.targets(points, official, credit, shot)
            for trick, (number, inputs, unit, _) in enumerate(decisions[seat]):
                goal = goals[trick]
                if course.lesson.target:
                    then = values_then(networks, first, decisions[seat][trick + 1 :], activation, course.lesson.target)
                    goal = book.bootstrapped(book.rewards(points, official, credit, shot), trick, then)
                networks[number] = book.sgd_step(networks[number], inputs, activation, unit, goal, course.lesson.rate)
        shots += match.state.moons.tolist() != moons
    return networks, match.state.table.totals.tolist(), shots


def values_then(networks, first, rest, activation, target):
    """The values of the cards that could be played next; of the best one alone, if an older self tells it."""
    if not rest:
        return []
    number, inputs, _, legal = rest[0]
    values = book.forward(networks[number], inputs, activation)
    if target == Target.DOUBLE:
        best = max(legal, key=lambda card: values[card])
        return [book.forward(first[number], inputs, activation)[best]]
    return [values[card] for card in legal]


def check_course_against_the_book(design, lesson, seed):
    course = HindsightCourse(design, lesson, seed)
    networks, totals, moons = learn_by_the_book(course)
    course.advance(1)
    assert course.totals[0].tolist() == totals
    for number, network in enumerate(networks):
        np.testing.assert_allclose(book.flat(layers_of(course.brain, number)), book.flat(network), atol=5e-5)
    return moons


@pytest.mark.long
@pytest.mark.parametrize("against", ["random", "self"])
@pytest.mark.parametrize(
    "design",
    [
        Design(hidden="16"),
        Design(hidden="16+16", activation=Activation.SIGMOID),
        Design(hidden="16", activation=Activation.RELU, networks=Networks.SHARED),
        Design(hidden="16", networks=Networks.SHARED, inputs=InputList.LAB),
    ],
    ids=design_name,
)
def test_hands_are_learned_from_as_in_the_book(design, against):
    for seed in range(1 if PLAIN else 3):
        lesson = Lesson(games=1, rules="dutch:limit=0,hands=3", against=against, epsilon=0, rate=0.005)
        check_course_against_the_book(design, lesson, seed)


@pytest.mark.parametrize("target", [Target.BOOTSTRAP, Target.DOUBLE])
@pytest.mark.parametrize("against", ["random", "self"])
@pytest.mark.parametrize("design", [Design(hidden="16"), Design(hidden="16", networks=Networks.SHARED)], ids=design_name)
def test_values_of_what_follows_are_learned_as_in_the_book(design, against, target):
    lesson = Lesson(games=1, rules="dutch:limit=0,hands=2", against=against, epsilon=0, rate=0.005, target=target)
    check_course_against_the_book(design, lesson, 2)


@pytest.mark.parametrize("credit", Credit)
def test_moons_and_values_of_what_follows(credit):
    rules, shots = f"{TINY},limit=0,hands=8,moon=others_plus", 0
    for seed, against in enumerate(["random", "self"]):
        lesson = Lesson(games=1, rules=rules, against=against, epsilon=0, rate=0.02, credit=credit, target=Target.BOOTSTRAP)
        shots += check_course_against_the_book(Design(hidden="16"), lesson, seed)
    assert shots > 3


@pytest.mark.parametrize("moon", ["others_plus", "shooter_minus", "none"])
@pytest.mark.parametrize("credit", Credit)
def test_moons_are_learned_from_as_in_the_book(credit, moon):
    shots = 0
    for seed, against in enumerate(["random", "self"]):
        lesson = Lesson(games=1, rules=f"{TINY},limit=0,hands=8,moon={moon}", against=against, epsilon=0, rate=0.02, credit=credit)
        shots += check_course_against_the_book(Design(hidden="16"), lesson, seed)
    assert (shots > 3) == (moon != "none")


@pytest.mark.parametrize("rules", ["american:passing=none,limit=0,hands=1", "american:players=3,removed=2D,passing=none,limit=0,hands=2"])
def test_other_games_are_learned_as_in_the_book(rules):
    lesson = Lesson(games=1, rules=rules, against="self", epsilon=0, rate=0.001)
    check_course_against_the_book(Design(hidden="16"), lesson, 1)
