"""Parts of kernels: a kernel runs its own copy of them, the optimised one, also in the process that has compiled both."""

from typing import Any

import numpy as np
from llvmlite.binding import Linkage

from cardshark.jit import kernel, routine
from helpers.compiling import needs_compiler

pytestmark = needs_compiler


@routine
def summary(numbers, sorted_numbers, places):
    """Large enough to be called, not inlined: numbers are sorted, ranked, counted and added up."""
    size = len(numbers)
    for i in range(size):
        sorted_numbers[i] = numbers[i]
    for i in range(size):
        for j in range(i + 1, size):
            if sorted_numbers[j] < sorted_numbers[i]:
                sorted_numbers[i], sorted_numbers[j] = sorted_numbers[j], sorted_numbers[i]
    for i in range(size):
        places[i] = 0
        for j in range(size):
            if numbers[j] < numbers[i] or (numbers[j] == numbers[i] and j < i):
                places[i] += 1
    mean, squares, cubes, steps = 0.0, 0.0, 0.0, 0.0
    for i in range(size):
        mean += numbers[i] / size
    for i in range(size):
        squares += (numbers[i] - mean) ** 2
        cubes += (numbers[places[i]] - mean) * (sorted_numbers[i] - mean) * (numbers[i] - mean)
    for i in range(1, size):
        steps += abs(sorted_numbers[i] - sorted_numbers[i - 1]) * (places[i] - places[i - 1])
    middle = sorted_numbers[size // 2] if size % 2 else 0.5 * (sorted_numbers[size // 2] + sorted_numbers[size // 2 - 1])
    return squares + cubes + steps + middle * (sorted_numbers[size - 1] - sorted_numbers[0])


@kernel
def summaries(numbers, sorted_numbers, places):
    found = summary(numbers, sorted_numbers, places)
    found += summary(numbers[1:], sorted_numbers, places)
    return found + summary(numbers[:-1], sorted_numbers, places)


def test_a_kernel_runs_its_own_copy_of_a_routine(monkeypatch, tmp_path):
    """A public copy would give way to the routine itself, which is in memory already and hardly optimised: rummy took 3.5 times as long."""
    monkeypatch.setenv("CARDSHARK_CACHE", str(tmp_path))
    numbers = np.array([3.0, 1.0, 4.0, 1.5, 5.0])
    rows = numbers, np.zeros(5), np.zeros(5, np.int64)
    compiled: Any = summaries
    assert compiled(*rows) == compiled.py_func(*rows)
    (found,) = compiled.overloads.values()
    kinds = {each.name: each.linkage for each in found.library._final_module.functions if not each.is_declaration}
    assert Linkage.internal in [kind for name, kind in kinds.items() if "7summary" in name]
    assert Linkage.linkonce_odr not in kinds.values()
