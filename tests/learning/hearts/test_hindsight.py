"""Learning from hindsight against the book: targets, every single step, whole hands; and a game so small that its answer is known."""

from functools import cache
from itertools import combinations, pairwise, product
from random import Random

import numpy as np
import pytest

from cardshark.chance import words
from cardshark.games import hearts, house
from cardshark.games.hearts.rules import PRESETS
from cardshark.games.match import Single
from cardshark.jit import kernel
from cardshark.learning.course import Schedule
from cardshark.learning.hearts.gradient import improve
from cardshark.learning.hearts.hindsight import HindsightCourse, Lesson
from cardshark.learning.hearts.hindsight_kernel import DECISION, Credit, Outcome, target
from cardshark.learning.hearts.seats import final_totals
from cardshark.players.brain_file import save
from cardshark.players.hearts.network.brain import Activation, Brain, Design, Inputs, Networks, sheets, together
from cardshark.players.hearts.network.features import describe
from cardshark.players.hearts.network.player import value_all
from cardshark.players.uniform import any_of
from cardshark.text import UserError
from helpers.arrays import digest
from helpers.compiling import PLAIN, compiled_only
from helpers.designs import design_name
from helpers.hearts import views_played
from reference import network_book as book
from reference.hearts_book import NAME, NUMBER
from reference.network_book import inputs_by_design, layers_of, shake

TINY = "dutch:lowest=13"  # kings and aces: two tricks, and hearts that are often all taken by one player


# ---- targets ----


def kernel_targets(points_by_trick, score, credit, shooter, rules="dutch"):
    """What the kernel aims at, trick by trick."""
    decision, found = np.zeros(1, DECISION)[0], []
    for trick in range(len(points_by_trick)):
        decision["points"] = sum(points_by_trick[:trick])
        record = house.record(house.parse(PRESETS, rules))[0]
        found.append(float(target(decision, trick, record, int(credit), Outcome(sum(points_by_trick), score, shooter))))
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
            product(Activation, ["32", "16+32", "32+16+48"]), [*product(Networks, Inputs)] * 3, strict=False
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
    records, memory = together([brain])
    networks = [layers_of(brain, number) for number in range(brain.count)]
    asked = set()
    for view in random.sample(list(views), 3 if PLAIN else 6):
        number, inputs = network_of(view, design), inputs_by_design(view, rules, design)
        unit, goal, rate = random.randrange(32), random.uniform(-15, -5), 0.002
        value = book.forward(networks[number], inputs, design.activation.name.lower())[unit]
        networks[number] = book.sgd_step(networks[number], inputs, design.activation.name.lower(), unit, goal, rate)
        one = np.array([view], hearts.VIEW)
        error = learn_from(one, house.record(rules), records, memory, sheets(1), unit, np.float32(goal), np.float32(rate))
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
                decisions[seat].append((number, inputs, order.index(card)))
            plays.append((seat, card))
            match.choose(NUMBER[card])
        tricks, _ = book.in_tricks(plays, rules.players)
        for seat in learners:
            points, shot = [book.taken([trick], rules)[seat] for trick in tricks], match.state.moons[seat] > moons[seat]
            goals = book.targets(points, int(match.state.scores[seat]), course.lesson.credit.name.lower(), shot)
            for (number, inputs, unit), goal in zip(decisions[seat], goals, strict=True):
                networks[number] = book.sgd_step(networks[number], inputs, activation, unit, goal, course.lesson.rate)
        shots += match.state.moons.tolist() != moons
    return networks, match.state.table.totals.tolist(), shots


def check_course_against_the_book(design, lesson, seed):
    course = HindsightCourse(design, lesson, seed)
    networks, totals, moons = learn_by_the_book(course)
    course.advance(1)
    assert course.totals[0].tolist() == totals
    for number, network in enumerate(networks):
        np.testing.assert_allclose(book.flat(layers_of(course.brain, number)), book.flat(network), atol=5e-5)
    return moons


@pytest.mark.parametrize("against", ["random", "self"])
@pytest.mark.parametrize(
    "design",
    [
        Design(hidden="16"),
        Design(hidden="16+16", activation=Activation.SIGMOID),
        Design(hidden="16", activation=Activation.RELU, networks=Networks.SHARED),
        Design(hidden="16", networks=Networks.SHARED, inputs=Inputs.LAB),
    ],
    ids=design_name,
)
def test_hands_are_learned_from_as_in_the_book(design, against):
    for seed in range(1 if PLAIN else 3):
        lesson = Lesson(games=1, rules="dutch:limit=0,hands=3", against=against, epsilon=0, rate=0.005)
        check_course_against_the_book(design, lesson, seed)


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
        ({"rules": "dutch:win_back=yes"}, "won back"),
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
    records, memory = together([brain])
    found = np.empty((1, 64), np.float32)
    value_all(match.views, match.record, records, memory, sheets(1), found)
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
def test_a_learner_soon_beats_random_players():
    course = HindsightCourse(Design(inputs=Inputs.LAB), Lesson(games=200, rules="dutch:limit=1000", against="random", rate=0.003), 2)
    course.advance(200)
    assert course.totals[-40:, 0].mean() < 0.92 * course.totals[-40:, 1:].mean()
