"""Products with the weights of a layer: compiled and plain Python give the same bits, and the right ones."""

from fractions import Fraction
from hashlib import sha256

import numpy as np
import pytest

from cardshark.jit import kernel
from cardshark.lanes import LANES
from cardshark.players.policy import products
from cardshark.players.policy.brain import PolicyDesign, fresh_brain
from cardshark.players.policy.forward import outlook, values
from cardshark.players.policy.net import net_of, new_desk
from cardshark.players.policy.products import AHEAD, PANELS, ROWS
from cardshark.tables import Tables

SIZE, STRIDE = 48, 64


@kernel
def multiply(sums, inputs, weights):
    products.add_products(sums, LANES, STRIDE, inputs, 0, weights, 7, SIZE)


@kernel
def multiply_one(sums, inputs, weights):
    products.add_row(sums, 0, inputs, 0, weights, 0, SIZE)


@kernel
def choose(sums, places, values, weights):
    products.add_chosen(sums, STRIDE, places, values, len(values), weights, 2)


def numbers(size, seed):
    """Random 32-bit numbers, some tiny and some 0."""
    chance = np.random.default_rng(seed)
    return (chance.normal(size=size) * 10.0 ** chance.integers(-6, 3, size) * (chance.random(size) > 0.1)).astype(np.float32)


def test_plain_python_rounds_once():
    ones, others, sums = numbers(4000, 1), numbers(4000, 2), numbers(4000, 3)
    sums[::3] = -(ones[::3] * others[::3])  # where a second rounding would show
    for one, other, given, found in zip(ones, others, sums, products.fused(ones, others, sums), strict=True):
        exact = Fraction(float(one)) * Fraction(float(other)) + Fraction(float(given))
        beside = [np.nextafter(found, np.float32(way)) for way in (-np.inf, np.inf)]
        assert all(abs(Fraction(float(found)) - exact) <= abs(Fraction(float(each)) - exact) for each in beside)


@pytest.mark.parametrize("plain", [True, False])
def test_rows_and_panels_have_fixed_bits(plain):
    multiply_rows, multiply_row = (getattr(each, "py_func", each) if plain else each for each in (multiply, multiply_one))
    inputs, weights = numbers(ROWS * STRIDE, 4), numbers(PANELS * SIZE * LANES + 7, 5)
    start = numbers(ROWS * STRIDE, 6)
    sums, twin = start.copy(), start.copy()
    multiply_rows(sums, inputs, weights)
    for row in range(ROWS):
        for k in range(SIZE):
            here = slice(STRIDE * row + LANES, STRIDE * row + 2 * LANES)
            twin[here] = products.fused(inputs[STRIDE * row + k], weights[7 + LANES * k : 7 + LANES * (k + 1)], twin[here])
    assert sums.tobytes() == twin.tobytes() and (sums != start).sum() > 80
    alone = start[:STRIDE].copy()
    multiply_row(alone, inputs, weights)
    for j in range(PANELS):
        expected = start[LANES * j : LANES * (j + 1)].astype(float)
        expected = expected + inputs[:SIZE].astype(float) @ weights[SIZE * LANES * j :][: SIZE * LANES].reshape(SIZE, LANES).astype(float)
        assert alone[LANES * j : LANES * (j + 1)] == pytest.approx(expected, rel=1e-4, abs=1e-4)


def test_one_row_and_many_have_the_same_bits():
    inputs, weights = numbers(ROWS * STRIDE, 8), numbers(PANELS * SIZE * LANES + 7, 9)
    many, one = np.zeros(ROWS * STRIDE, np.float32), np.zeros(STRIDE, np.float32)
    multiply(many, inputs, weights)
    multiply_one(one, inputs, weights[7:].copy())
    assert many[LANES : 2 * LANES].tobytes() == one[:LANES].tobytes()


def test_chosen_rows_are_added_in_their_order():
    weights, values = numbers(2 + 20 * STRIDE, 10), numbers(12, 11)
    places = np.zeros(12 + AHEAD, np.int64)
    places[:12] = STRIDE * np.random.default_rng(12).permutation(20)[:12]
    sums, twin = np.ones(2 * STRIDE, np.float32), np.ones(2 * STRIDE, np.float32)
    choose(sums, places, values, weights)
    products.add_chosen(twin, STRIDE, places, values, 12, weights, 2)
    assert sums.tobytes() == twin.tobytes() and (sums[:STRIDE] == 1).all()


GOLDEN = {"hearts": "8ba0a2d66ef40306", "gin": "ebe3c60df77b447e"}  # of chances and values, on every machine, compiled or not


@pytest.mark.parametrize("game", GOLDEN)
def test_a_network_has_the_same_bits_everywhere(game):
    turn = Tables(game, count=7, seed=1).turn()
    brain = fresh_brain(game, None, 1, PolicyDesign(width=16, blocks=1, critic=16))
    seen = turn.words(), turn.inputs("deadwood") if brain.sight.numbers else np.zeros((7, 0), np.float32)
    net, desk = net_of(brain), new_desk(brain)
    bits = outlook(net, desk, *seen).chances.tobytes() + values(net, desk, seen[0], turn.hidden(), seen[1]).tobytes()
    assert sha256(bits).hexdigest()[:16] == GOLDEN[game]
