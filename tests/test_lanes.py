"""Arithmetic for networks: compiled and plain Python give the same bits, and the right ones."""

import numpy as np
import pytest

from cardshark.jit import kernel
from cardshark.lanes import LANES, dot, inverse, pull_back, shares, wide_shares
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
