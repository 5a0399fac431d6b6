"""Choices for many tables at once: any legal one, drawn with words of chance."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardshark.jit import at, kernel
from cardshark.players.uniform import any_of
from cardshark.text import UserError


@kernel
def draw_choices(legal, luck, choices):
    """One of the legal choices of each word."""
    for i in range(len(legal)):
        choices[at(i)] = any_of(legal[at(i)], luck[at(i)])


def random_choices(legal: Any, luck: Any) -> NDArray[np.int8]:
    """One legal choice for each table, every one as likely as the others: `random_choices(turn.legal_words(), turn.luck)`.

    `legal` are legal choices as words, `luck` 64 random bits for each. The player `random` makes the same choices with the same luck.
    """
    legal, luck = np.ascontiguousarray(legal), np.ascontiguousarray(luck)
    if legal.dtype != np.uint64 or luck.dtype != np.uint64 or legal.ndim != 1 or legal.shape != luck.shape:
        raise UserError("random choices are drawn from two arrays of uint64, as many words of luck as of legal choices")
    if not legal.all():
        raise UserError(f"in row {int(np.argmin(legal != 0))} nothing is legal")
    choices = np.empty(len(legal), np.int8)
    draw_choices(legal, luck, choices)
    return choices
