"""Memory for the weights of networks, in every game."""

import numpy as np
from numpy.typing import NDArray

from cardshark.chance import draw_all
from cardshark.lanes import LANES

Memory = NDArray[np.float32]


def rounded(size: int) -> int:
    """Room for `size` numbers, in whole cache lines."""
    return -(-size // LANES) * LANES


def memory(size: int) -> Memory:
    """Room for `size` numbers that starts on a cache line, which is worth a fifth of the speed."""
    found = np.zeros(size + LANES, np.float32)
    start = -found.ctypes.data % 64 // 4
    return found[start : start + size]


def scatter(part: Memory, word: int, number: int, largest: float) -> None:
    """Fill part `number` of a brain with random weights up to `largest` either way, decided by 64 random bits."""
    bits = np.empty(part.size, np.uint64)
    draw_all(np.uint64(word), number << 32, bits)
    chance = (bits >> np.uint64(40)).astype(np.float32) * np.float32(2.0**-24)
    part[:] = ((2 * chance - 1) * np.float32(largest)).reshape(part.shape)
