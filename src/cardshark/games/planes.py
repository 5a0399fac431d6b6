"""What a seat may know as 64-bit words, one for each plane: what the planes of every game share."""

from typing import Any, NamedTuple

import numpy as np

from cardshark.cards import single
from cardshark.jit import rule
from cardshark.text import UserError, brief

LINE = 64  # bytes


class Plane(NamedTuple):
    """64 columns of `bits`, one word of `words`."""

    name: str
    meaning: str


@rule
def level(amount, columns):
    """The lowest `amount` of fewer than 64 columns, at least none and at most all."""
    return single(min(max(np.int64(amount), 0), columns)) - np.uint64(1)


def room(out: Any, rows: int, columns: int, kind: Any = np.uint64) -> np.ndarray:
    """Where numbers are written: the array that the caller brings, if it fits, or a new one.

    Words may also go into int64, as PyTorch has them: the bits are the same.
    """
    if out is None:
        return aligned(rows, columns, kind)
    kinds = (np.uint64, np.int64) if kind is np.uint64 else (kind,)
    fits = isinstance(out, np.ndarray) and out.dtype in kinds and out.shape == (rows, columns)
    if not fits or not out.flags.c_contiguous or not out.flags.writeable:
        found = f"{out.dtype} of shape {out.shape}" if isinstance(out, np.ndarray) else brief(out)
        raise UserError(f"`out` is an array of {np.dtype(kind).name} of shape ({rows}, {columns}), in one piece, not {found}")
    return out.view(kind)


def aligned(rows: int, columns: int, kind: Any = np.uint64) -> np.ndarray:
    """Room for numbers that starts at a multiple of LINE bytes: JAX shares no other memory."""
    size = np.dtype(kind).itemsize
    memory = np.empty(rows * columns + LINE // size, kind)
    start = -memory.ctypes.data % LINE // size
    return memory[start : start + rows * columns].reshape(rows, columns)
