"""What came of each decision, seat by seat: advantages for learners who play several seats of a table.

    credit = Credit(tables, steps=128)
    for _ in range(128):
        turn = tables.turn()
        ...
        credit.before(turn, values)              # what was expected at every table
        credit.after(tables.choose(choices))     # what came of the choices
    gains = credit.advantages(trace=0.95)        # [step, table]; NaN where nothing came of a decision yet

The decisions of one seat lie many steps apart, and its rewards come at its next turn, or when the match ends. This is the bookkeeping.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardshark.jit import at, kernel
from cardshark.tables.turn import Turn
from cardshark.text import UserError


@kernel
def look_back(seats, free, rewards, values, over, final, fading, found):
    """Generalised advantage estimation, backwards from the last step; `fading` is the trace and the discount.

    A forced choice hands on to the choice before it. Where no later decision of the seat and no end was seen, NaN is written.
    """
    steps, tables = found.shape
    trace, discount = fading[0], fading[1]
    gains, expected, known = np.zeros(final.shape[2], np.float32), np.zeros(final.shape[2], np.float32), np.zeros(final.shape[2], np.bool_)
    surprise = np.zeros(final.shape[2], np.float32)
    for table in range(tables):
        known[:] = False
        for step in range(steps - 1, -1, -1):
            if over[step, table]:
                gains[:], known[:] = final[step, table], True
                expected[:], surprise[:] = 0.0, 0.0
            seat = at(seats[step, table])
            if not free[step, table]:
                found[step, table] = np.nan
                gains[seat] += rewards[step, table]
                continue
            gain = gains[seat] + discount * expected[seat] - values[step, table] + discount * trace * surprise[seat]
            found[step, table] = gain if known[seat] else np.nan
            surprise[seat] = gain if known[seat] else np.float32(0.0)
            gains[seat], expected[seat], known[seat] = rewards[step, table], values[step, table], True


class Credit:
    """What was expected and what came, for some steps at every table. The memory is used again for the next steps."""

    def __init__(self, tables: Any, steps: int) -> None:
        size = (steps, tables.count)
        self.steps, self.step = steps, 0
        self.seats, self.free, self.over = np.zeros(size, np.int8), np.zeros(size, np.bool_), np.zeros(size, np.bool_)
        self.rewards, self.values = np.zeros(size, np.float32), np.zeros(size, np.float32)
        self.final = np.zeros((*size, tables.seats), np.float32)

    def before(self, turn: Turn, values: Any, free: Any = True) -> None:
        """Write down a turn and what the learner expects of it. Where `free` is False there was nothing to choose: that row is left out."""
        if self.step == self.steps:
            self.step = 0  # the next steps begin
        self.seats[self.step], self.rewards[self.step] = turn.seat, turn.rewards
        self.values[self.step], self.free[self.step] = values, free

    def after(self, turn: Turn) -> None:
        """Write down what ended, from the turn that `choose` returned."""
        self.over[self.step] = False
        self.over[self.step, turn.ended] = True
        # A table may have ended twice: the learner had its turn in the first of these matches, so that one is written last.
        self.final[self.step, turn.ended[::-1]] = turn.final[::-1]
        self.step += 1

    def advantages(self, trace: float = 0.95, discount: float = 1.0) -> NDArray[np.float32]:
        """How much better each decision turned out than expected: [step, table]. Added to `values` it is the return to learn.

        NaN stands where it is not known yet, because neither the seat's next decision nor the end of the match was seen, and where
        there was nothing to choose.
        """
        if self.step != self.steps:
            raise UserError(f"{self.step} of {self.steps} steps were written down: call `before` and `after` at every step")
        found = np.empty(self.values.shape, np.float32)
        fading = np.array([trace, discount], np.float32)
        look_back(self.seats, self.free, self.rewards, self.values, self.over, self.final, fading, found)
        return found
