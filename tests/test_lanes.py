"""Arithmetic for networks: compiled and plain Python give the same bits, and the right ones."""

import numpy as np
import pytest

from cardshark.jit import kernel
from cardshark.lanes import LANES, dot, inverse, shares, wide_shares
from cardshark.players.rows import add_layer, add_rows, pull_back, subtract_rows
from cardshark.players.sigmoid import exponential


@kernel
def dot_all(ones, others, size, found):
    for i in range(len(found)):
        found[i] = dot(ones, i * size, others, 0, size)


@kernel
def apply_all(numbers, powers, inverses):
    for i in range(len(numbers)):
        powers[i] = exponential(numbers[i])
        inverses[i] = inverse(numbers[i])


@kernel
def share_all(weights, ones, others, size, narrow, wide):
    for i in range(len(narrow)):
        narrow[i] = shares(weights, i * size, ones, others, i * size, size)
        wide[i] = wide_shares(weights, i * size, ones, others, i * size, size)


@pytest.mark.parametrize("size", [LANES, 2 * LANES, 64])
def test_weighted_shares_have_fixed_bits_also_of_fourth_powers(size):
    """Sums up to 300, whose exponentials no 32-bit number holds: their fourth roots are enough."""
    chance = np.random.default_rng(size)
    weights = chance.normal(size=20 * size).astype(np.float32)
    base, change = chance.uniform(-200, 200, size), chance.uniform(-100, 100, 20 * size)
    ones, others = (np.exp(-each / 4).astype(np.float32) for each in (base, change))
    narrow, wide = np.empty(20, np.float32), np.empty(20, np.float32)
    share_all(weights, ones, others, size, narrow, wide)
    for function, found in ((shares, narrow), (wide_shares, wide)):
        plain = [function(weights, i * size, ones, others, i * size, size) for i in range(20)]
        assert found.tolist() == [float(each) for each in plain]
    sums = base + change.reshape(20, size)
    expected = (weights.reshape(20, size).astype(float) / (1 + np.exp(-sums))).sum(axis=1)
    assert wide == pytest.approx(expected, abs=1e-4)


@kernel
def pull_all(weights, errors, size, steps):
    pull_back(weights, size, errors, 0, size, size, steps[0], steps[1], steps[2], steps[3])


@pytest.mark.parametrize("size", [LANES, 48, 64, 512])
def test_four_rows_are_pulled_back_as_one_after_the_other(size):
    chance = np.random.default_rng(size)
    weights, errors = chance.normal(size=6 * size).astype(np.float32), chance.normal(size=2 * size).astype(np.float32)
    steps, rows, found = chance.normal(size=4).astype(np.float32), weights.copy(), errors.copy()
    pull_all(rows, found, size, steps)
    plain_rows, plain = weights.copy(), errors.copy()
    pull_back(plain_rows, size, plain, 0, size, size, *steps)
    assert rows.tolist() == plain_rows.tolist() and found.tolist() == plain.tolist()
    whole = weights[size : 5 * size].reshape(4, size).astype(float)
    assert found[size : size + 4] == pytest.approx(whole @ errors[:size].astype(float), abs=1e-3)
    assert rows[size : 5 * size] == pytest.approx((whole - np.outer(steps, errors[:size])).ravel(), abs=1e-5)
    assert (rows[:size] == weights[:size]).all() and (rows[5 * size :] == weights[5 * size :]).all()


@kernel
def add_and_subtract(sums, weights, rows, values, places, step):
    """Rows into the second stretch of sums, all rows into the third; then errors from the first stretch out of the rows."""
    size, first, begin, end = places
    add_rows(sums, size, size, weights, first, rows, values, begin, end)
    add_layer(sums, 2 * size, size, weights, first, values, begin, end)
    subtract_rows(weights, first, size, rows, values, end, step, sums, 0)


@pytest.mark.parametrize(("begin", "end"), [(0, 0), (0, 1), (2, 9)])
@pytest.mark.parametrize("size", [LANES, 48, 64, 96, 192, 512])
def test_rows_are_added_and_subtracted_one_after_the_other(size, begin, end):
    """Also where a row comes twice, and where no sum of a tile is left over."""
    chance = np.random.default_rng(size + end)
    weights, sums = chance.normal(size=12 * size + 5).astype(np.float32), chance.normal(size=4 * size).astype(np.float32)
    rows, values = np.array([7, 2, 2, 11, 0, 5, 7, 3, 9], np.int32), chance.normal(size=9).astype(np.float32)
    step, places = np.float32(0.3), (size, 5, begin, end)
    found, left = sums.copy(), weights.copy()
    add_and_subtract(found, left, rows, values, places, step)
    plain, plain_left = sums.copy(), weights.copy()
    add_rows(plain, size, size, plain_left, 5, rows, values, begin, end)
    add_layer(plain, 2 * size, size, plain_left, 5, values, begin, end)
    subtract_rows(plain_left, 5, size, rows, values, end, step, plain, 0)
    assert found.tolist() == plain.tolist() and left.tolist() == plain_left.tolist()
    table, chosen = weights[5:].reshape(12, size).astype(float), values[begin:end].astype(float)
    assert found[size : 2 * size] == pytest.approx(sums[size : 2 * size] + chosen @ table[rows[begin:end]], abs=1e-4)
    assert found[2 * size : 3 * size] == pytest.approx(sums[2 * size : 3 * size] + chosen @ table[: end - begin], abs=1e-4)
    np.subtract.at(table, rows[:end], step * np.outer(values[:end], sums[:size]).astype(float))
    assert left[5:] == pytest.approx(table.ravel(), abs=1e-4)
    assert (found[:size] == sums[:size]).all() and (found[3 * size :] == sums[3 * size :]).all() and (left[:5] == weights[:5]).all()


@pytest.mark.parametrize("size", [LANES, 2 * LANES, 64, 192, 512])
def test_dot_products_have_fixed_bits(size):
    chance = np.random.default_rng(size)
    rows, other = chance.normal(size=(50, size)).astype(np.float32), chance.normal(size=size).astype(np.float32)
    found = np.empty(50, np.float32)
    dot_all(rows.ravel(), other, size, found)
    plain = [dot(row, 0, other, 0, size) for row in rows]
    assert found.tolist() == [float(each) for each in plain]
    assert found == pytest.approx(rows.astype(float) @ other.astype(float), abs=1e-4)


def test_the_exponential_is_right_to_the_last_bits():
    numbers = np.linspace(-87, 87, 5001).astype(np.float32)
    numbers = numbers[numbers != 0]
    powers, inverses = np.empty_like(numbers), np.empty_like(numbers)
    apply_all(numbers, powers, inverses)
    assert powers / np.exp(numbers.astype(float)) == pytest.approx(np.ones(len(numbers)), abs=2e-7)
    assert inverses.tolist() == (np.float32(1) / numbers).tolist()
    plain = [getattr(exponential, "py_func", exponential)(number) for number in numbers[::97]]
    assert powers[::97].tolist() == [float(each) for each in plain]


def test_the_exponential_of_anything_is_a_number():
    numbers = np.array([-1e30, -88, 88, 1e30], np.float32)
    powers, inverses = np.empty_like(numbers), np.empty_like(numbers)
    apply_all(numbers, powers, inverses)
    assert np.isfinite(powers).all() and (powers > 0).all()
