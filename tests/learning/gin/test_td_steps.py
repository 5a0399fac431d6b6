"""One step of temporal differences against the book, which is held against calculus and examples by hand."""

from math import log

import numpy as np
import pytest

from cardshark.cards import cards
from cardshark.jit import kernel
from cardshark.learning.gin.td import (
    PUPIL,
    Seen,
    Traces,
    add_gradient,
    learn_end,
    learn_turn,
    value_now,
)
from cardshark.players.gin.rummy.brain import Knock, RummyBrain, RummyDesign, rummy_sheets
from helpers.gin.td import NETWORKS, as_parts, lesson
from reference import rummy_book as book


def some_parts(random, inputs, units):
    """A random network; without units a linear one."""
    shapes = {"hidden": (inputs, units), "hidden_bias": (units,), "output": (units or inputs,), "output_bias": (1,)}
    if not units:
        shapes = {part: shapes[part] for part in ("output", "output_bias")}
    return {part: random.uniform(-1, 1, shape) for part, shape in shapes.items()}


# ---- the book ----


@pytest.mark.parametrize("units", [0, 1, 4])
def test_the_book_knows_calculus(units):
    random = np.random.default_rng(units)
    for _ in range(5):
        parts, x = some_parts(random, 6, units), random.uniform(-2, 2, 6)
        derived, tried = (way(parts, x) for way in (book.gradient, book.gradient_by_trying))
        assert derived.keys() == tried.keys() == parts.keys()
        for part in parts:
            np.testing.assert_allclose(derived[part], tried[part], atol=1e-9)


def test_the_book_learns_as_by_hand():
    """The example worked out in the book's margin."""
    start = {"output": np.array([log(3)]), "output_bias": np.zeros(1)}
    states = [np.array([1.0]), np.array([0.0])]
    first, second = book.learn_hand(start, states, 1.0, book.Course(alpha=1, decay=0.5))
    assert (first["output"][0], first["output_bias"][0]) == pytest.approx((1.0517373, -0.0468750), abs=1e-7)
    assert (second["output"][0], second["output_bias"][0]) == pytest.approx((1.0997107, 0.1289573), abs=1e-7)
    # Replaced instead of added to, the bias answers for the last state alone; w, whose last slope is 0, keeps its faded trace.
    _, replaced = book.learn_hand(start, states, 1.0, book.Course(alpha=1, decay=0.5, traces="replacing"))
    wanted = first["output_bias"][0] + 0.2498627 * 0.5117166
    assert (replaced["output"][0], replaced["output_bias"][0]) == pytest.approx((1.0997107, wanted), abs=1e-7)


def test_with_lambda_1_small_steps_add_up_to_the_way_from_every_state_to_the_reward():
    """TD(1) without discount is Monte Carlo: all surprises after a state sum to reward minus value."""
    random = np.random.default_rng(3)
    parts, states = some_parts(random, 5, 3), random.uniform(-2, 2, (6, 5))
    tiny = 1e-6
    last = book.learn_hand(parts, states, 0.7, book.Course(alpha=tiny, decay=1.0))[-1]
    for part, weights in parts.items():
        wanted = sum((0.7 - book.value(parts, x)) * book.gradient(parts, x)[part] for x in states)
        np.testing.assert_allclose((last[part] - weights) / tiny, wanted, atol=1e-4)


def test_of_a_drawn_out_hand_the_end_can_be_left_out():
    random = np.random.default_rng(4)
    parts, states = some_parts(random, 5, 3), random.uniform(-2, 2, (4, 5))
    whole, cut = (book.learn_hand(parts, states, 0.0, book.Course(), drawn_out) for drawn_out in (False, True))
    assert len(whole) == 4 and len(cut) == 3
    for part in parts:
        assert (whole[2][part] == cut[2][part]).all()


# ---- one step ----


def states_of(random, count):
    """Some hands of ten with what else is known: my cards, the opponent's, the pile."""
    for _ in range(count):
        dealt = random.permutation(book.IN_ORDER).tolist()
        theirs, pile = int(random.integers(4)), int(random.integers(1, 12))
        yield book.Seen(frozenset(dealt[:10]), frozenset(dealt[10 : 10 + theirs]), tuple(dealt[20 : 20 + pile]))


def sets(seen):
    """A state as the kernels take it: three sets of cards."""
    return [np.uint64(cards(" ".join(place))) for place in (seen.mine, seen.theirs, seen.pile)]


@kernel
def slope_of(brains, memory, sheets, trace, hand, theirs, piled, knocking):
    seen = Seen(hand, theirs, piled, knocking)
    value = value_now(brains[0], memory, sheets[0], seen)
    add_gradient(brains[0], memory, sheets[0], trace, seen, value, False)
    return value


@pytest.mark.parametrize("knocking", [False, True])
@pytest.mark.parametrize(("hidden", "inputs"), NETWORKS)
def test_slopes_are_those_of_the_book_and_of_trying(hidden, inputs, knocking):
    random = np.random.default_rng(5)
    brain = RummyBrain.fresh(RummyDesign(inputs, hidden, knock=Knock.LEARNED), 6, 0.3)
    for seen in states_of(random, 2):
        trace = np.zeros(brain.memory.size, np.float32)
        value = slope_of(brain.record, brain.memory, rummy_sheets(1), trace, *sets(seen), knocking)
        x = book.inputs(seen, inputs.name.lower(), knocking)
        parts = book.precise(brain.parts())
        assert value == pytest.approx(book.value(parts, x), abs=1e-6)
        derived, found = book.gradient(parts, x), as_parts(brain, trace)
        assert derived.keys() == found.keys()
        for part in found:
            np.testing.assert_allclose(found[part], derived[part], atol=2e-6)
        tried = book.gradient_by_trying(parts, x)
        for part in found:
            np.testing.assert_allclose(found[part], tried[part], atol=2e-6)
        assert np.abs(trace).sum() == pytest.approx(sum(np.abs(part).sum() for part in found.values()))  # nothing between the weights


@kernel
def learn_states(brains, memory, sheets, trace, pupils, lesson, states, reward):
    for i in range(len(states)):
        seen = Seen(states[i, 0], states[i, 1], states[i, 2], False)
        learn_turn(brains[0], memory, sheets[0], trace, pupils[0], lesson[0], seen)
    learn_end(brains[0], memory, trace, pupils[0], lesson[0], np.float32(reward))


def learned(brain, states, reward, given):
    """A brain's weights after the states of one hand."""
    found, trace = brain.copy(), np.zeros(brain.memory.size, np.float32)
    rows = np.array([sets(state) for state in states], np.uint64).reshape(-1, 3)
    learn_states(brain.record, found.memory, rummy_sheets(1), trace, np.zeros(1, PUPIL), given, rows, reward)
    return found


def test_the_kernel_learns_as_by_hand():
    """The book's example, where x = 2 for a card in hand and w = ln 3 / 2: V = 3/4 again, and the slope in w is twice that in c.

    first turn   trace (3/8, 3/16)
    second turn  surprise -1/4: w = ln 3 / 2 - 3/32, c = -3/64
    the end      trace (3/16, 3/32 + 0.2498627), surprise 0.5117166: w = 0.5493061 - 0.0937500 + 0.0959469 = 0.5515030, c = 0.1289573
    """
    brain = RummyBrain(RummyDesign(hidden=0))
    brain.parts()["output"][0] = log(3) / 2
    nothing, deuce = (book.Seen(frozenset(mine), frozenset(), ()) for mine in ([], ["2C"]))
    once = learned(brain, [deuce], 0.5, lesson(1.0, 0.5)).parts()  # of a single turn: surprise 1/2 - 3/4
    assert (once["output"][0], once["output_bias"][0]) == pytest.approx((log(3) / 2 - 3 / 32, -3 / 64), abs=1e-6)
    both = learned(brain, [deuce, nothing], 1.0, lesson(1.0, 0.5)).parts()
    assert (both["output"][0], both["output_bias"][0]) == pytest.approx((0.5515030, 0.1289573), abs=1e-6)
    assert not both["output"][1:].any()
    replaced = learned(brain, [deuce, nothing], 1.0, lesson(1.0, 0.5, traces=Traces.REPLACE)).parts()
    wanted = -0.046875 + 0.2498627 * 0.5117166
    assert (replaced["output"][0], replaced["output_bias"][0]) == pytest.approx((0.5515030, wanted), abs=1e-6)


@pytest.mark.parametrize("traces", Traces)
@pytest.mark.parametrize(("hidden", "inputs"), NETWORKS)
def test_every_turn_is_learned_as_in_the_book(hidden, inputs, traces):
    """After one turn, after two, and so on: the weights that the book has then."""
    random = np.random.default_rng(7)
    brain = RummyBrain.fresh(RummyDesign(inputs, hidden), 8, 0.5)
    states = [*states_of(random, 6)]
    course = book.Course(alpha=0.2, decay=0.7, gamma=0.9, traces="replacing" if traces == Traces.REPLACE else "accumulating")
    for turns in range(1, 7):
        seen = [book.inputs(state, inputs.name.lower()) for state in states[:turns]]
        wanted = book.learn_hand(brain.parts(), seen, 0.4, course)[-1]
        found = learned(brain, states[:turns], 0.4, lesson(0.2, 0.7, 0.9, traces)).parts()
        moved = max(np.abs(found[part] - brain.parts()[part]).max() for part in found)
        assert moved > 1e-3
        for part in found:
            np.testing.assert_allclose(found[part], wanted[part], atol=3e-6)


def test_before_the_first_turn_ends_there_is_nothing_to_learn():
    brain = RummyBrain.fresh(RummyDesign(), 9)
    assert (learned(brain, [], 1.0, lesson()).memory == brain.memory).all()
