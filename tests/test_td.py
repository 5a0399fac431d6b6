"""Learning by temporal differences against the book: slopes, traces, whole hands; and hands so rigged that the answer is known."""

from math import log

import numpy as np
import pytest

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
