"""What came of each decision, seat by seat: advantages for learners who play several seats of a table.

    credit = Credit(tables, steps=128)
    for _ in range(128):
        turn = tables.turn()
        ...
        credit.before(turn, values)              # what was expected at every table
        credit.after(tables.choose(choices))     # what came of the choices
    gains = credit.advantages(trace=0.95)        # [step, table]; NaN where it was not seen what came of a decision

The decisions of one seat lie many steps apart, and its rewards come at its next turn, or when the match ends. This is the bookkeeping.
Each round stands alone: the last decisions of a round, of which nothing was seen to come, are left out and do not come back in the next.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardshark.jit import at, kernel
from cardshark.tables.tables import Tables
from cardshark.tables.turn import Turn
from cardshark.text import UserError, brief, whole_number

MOST_STEPS = 1_000_000


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

    def __init__(self, tables: Tables, steps: int) -> None:
        if not isinstance(tables, Tables):
            raise UserError(f"credit is kept for `Tables`, not for {brief(tables)}")
        self.tables, self.steps, self.step = tables, whole_number("the number of steps", steps, 1, MOST_STEPS), 0
        size = (self.steps, tables.count)
        self.seats, self.free, self.over = np.zeros(size, np.int8), np.zeros(size, np.bool_), np.zeros(size, np.bool_)
        self.rewards, self.values = np.zeros(size, np.float32), np.zeros(size, np.float32)
        self.final = np.zeros((*size, tables.seats), np.float32)
        self._open: Turn | None = None  # the turn that was written down, as long as it is not known what came of it

    def before(self, turn: Turn, values: Any, free: Any = True) -> None:
        """Write down a turn and what the learner expects of it. Where `free` is False there was nothing to choose: that row is left out."""
        if turn is not self.tables.turn():
            raise UserError("`before` wants the turn that the tables of this `Credit` are at")
        if self._open is not None:
            raise UserError("between two calls of `before` there is one of `after`; if a choice was interrupted, make a new `Credit`")
        expected, free = self._row("values", values, np.float32), self._row("free", free, np.bool_)
        if self.step == self.steps:
            self.step = 0  # the next steps begin
        self.seats[self.step], self.rewards[self.step] = turn.seat, turn.rewards
        self.values[self.step], self.free[self.step], self._open = expected, free, turn

    def after(self, turn: Turn) -> None:
        """Write down what ended, from the turn that `choose` returned."""
        if self._open is None or turn is self._open or turn is not self.tables.turn():
            raise UserError("`after` is called once for each `before`, with the turn that `choose` returned")
        self.over[self.step] = False
        self.over[self.step, turn.ended] = True
        # A table may have ended twice: the learner had its turn in the first of these matches, so that one is written last.
        self.final[self.step, turn.ended[::-1]] = turn.final[::-1]
        self.step, self._open = self.step + 1, None

    def advantages(self, trace: float = 0.95, discount: float = 1.0) -> NDArray[np.float32]:
        """How much better each decision turned out than expected: [step, table]. Added to `values` it is the return to learn.

        NaN stands where neither the seat's next decision nor the end of the match was seen in these steps, and where there was nothing
        to choose.
        """
        if self.step != self.steps:
            raise UserError(f"{self.step} of {self.steps} steps were written down: call `before` and `after` at every step")
        found = np.empty(self.values.shape, np.float32)
        fading = np.array([fraction("trace", trace), fraction("discount", discount)], np.float32)
        look_back(self.seats, self.free, self.rewards, self.values, self.over, self.final, fading, found)
        return found

    def _row(self, name: str, given: Any, kind: type) -> np.ndarray:
        """One number for all tables, or one a table; none is NaN."""
        try:
            found = np.asarray(given).astype(kind, casting="same_kind")
        except (TypeError, ValueError):
            found = None
        if found is None or found.shape not in ((), (self.tables.count,)) or not np.isfinite(found).all():
            what = "finite numbers" if kind is np.float32 else "True or False"
            raise UserError(f"`{name}` are {what}, one for each of {self.tables.count} tables or one for all, not {brief(given)}")
        return found


def fraction(name: str, given: Any) -> float:
    """A number from 0 to 1."""
    if not isinstance(given, (int, float, np.integer, np.floating)) or not 0 <= given <= 1:
        raise UserError(f"`{name}` is a number from 0 to 1, not {brief(given)}")
    return float(given)
