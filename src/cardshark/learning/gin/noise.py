"""What evolution is made of: noise that has the same bits on every machine, and fitness by rank."""

import numpy as np
from numpy.typing import NDArray

from cardshark.chance import draw, stream
from cardshark.jit import kernel


@kernel
def bell(word, start, found):
    """Random numbers with mean 0 and standard deviation 1: each the sum of twelve, because logarithms differ between machines."""
    for i in range(len(found)):
        total = 0
        for k in range(3):
            bits = draw(word, 3 * (start + i) + k)
            for part in range(4):
                total += np.int64((bits >> np.uint64(16 * part)) & np.uint64(0xFFFF))
        found[i] = (np.float64(total) + 6.0) / 65536.0 - 6.0


def noise(seed: int, number: int, size: int) -> NDArray[np.float64]:
    """Noise number `number` of a seed."""
    found = np.empty(size)
    bell(stream(seed, "noise"), number * size, found)
    return found


def ranked(fitness: NDArray[np.float64]) -> NDArray[np.float64]:
    """Fitness by rank, from -1/2 for the worst to 1/2 for the best; equals share their ranks."""
    below = (fitness[:, None] > fitness).sum(axis=1)
    equal = (fitness[:, None] == fitness).sum(axis=1)
    return (below + (equal - 1) / 2) / (len(fitness) - 1) - 0.5
