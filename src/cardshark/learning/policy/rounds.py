"""A round: some choices at every table, and what came of them.

Tables come in groups, each with a thread of its own: while the graphics card chooses for one group, processors deal and play at the
others. What is played does not depend on that.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cardshark.games.gin.state import SPREAD
from cardshark.learning.policy.networks import Actor, as_tensor, drawn, known, legal_of, log_chances
from cardshark.learning.policy.seating import LEARNER, NOTHING, Company, Counts, Seating
from cardshark.tables import Credit, Turn

NUMBERS = {"gin": "deadwood"}  # inputs that are no bits, by game
EXACT = {"gin": SPREAD}  # a phase in which the first choice is best, so that nobody must learn it


class Played(NamedTuple):
    """What was played at a group of tables: [step, table] in front."""

    words: Tensor  # what each seat in turn knew,
    hidden: Tensor  # what it could not know,
    numbers: Tensor  # and what it could count
    choices: Tensor
    chances: Tensor  # the logarithm of the chance that the choice had
    free: NDArray[np.bool_]  # was it the learner's own, or the teacher's, with more than one way to go?


class Seen(NamedTuple):
    """Room for what can be seen in one step, in memory that a graphics card reads by itself."""

    words: NDArray[np.uint64]
    hidden: NDArray[np.uint64]
    numbers: NDArray[np.float32]


class Group:
    """Some tables that are played together."""

    def __init__(self, steps: int, seating: Seating, device: torch.device, kind: torch.dtype) -> None:
        self.steps, self.seating, self.device, self.kind = steps, seating, device, kind
        self.tables = tables = seating.tables
        self.credit = Credit(tables, steps)
        self.numbers, self.exact = NUMBERS.get(tables.game.NAME), EXACT.get(tables.game.NAME, -1)
        turn = tables.turn()
        size, wide = (steps, tables.count), turn.inputs(self.numbers).shape[1] if self.numbers else 0
        place: Any = {"device": device}
        self.played = Played(
            words=torch.zeros(*size, len(tables.planes), dtype=torch.int64, **place),
            hidden=torch.zeros(*size, turn.hidden().shape[1], dtype=torch.int64, **place),
            numbers=torch.zeros(*size, wide, dtype=torch.float32, **place),
            choices=torch.zeros(size, dtype=torch.int64, **place),
            chances=torch.zeros(size, **place),
            free=np.zeros(size, np.bool_),
        )
        self.seen = room_for(self.played)
        self.stream = torch.cuda.Stream(device) if device.type == "cuda" else None
        self.seating.begin(turn)

    def play(self, actor: Actor, company: Company) -> Counts:
        """Play the steps of a round."""
        found = NOTHING
        with torch.no_grad(), torch.cuda.stream(self.stream) if self.stream else nullcontext():
            for step in range(self.steps):
                found += self.play_step(step, actor, company)
        return found

    def play_step(self, step: int, actor: Actor, company: Company) -> Counts:
        """One choice at every table."""
        turn, played = self.tables.turn(), self.played
        self.look(turn, step)
        roles, legal = self.seating.roles(turn), turn.legal_words()
        logs = self.chances(actor, step)
        choices = drawn(logs, as_tensor(turn.luck).to(self.device, non_blocking=True))
        choices = company.choose(self, turn, step, roles, choices)
        played.choices[step], played.chances[step] = choices, logs.gather(1, choices[:, None])[:, 0]
        chosen = choices.to(torch.int8).cpu().numpy()
        free = legal & (legal - np.uint64(1)) != 0  # more than one bit
        if not company.teaching:
            free &= roles == LEARNER
        if self.exact >= 0:
            exact = turn.phase == self.exact
            chosen[exact], free = np.bitwise_count((legal & (~legal + np.uint64(1))) - np.uint64(1))[exact], free & ~exact
        played.free[step] = free
        self.credit.before(turn, 0.0, free)
        turn = self.tables.choose(chosen)
        self.credit.after(turn)
        return self.seating.end(turn, len(free))

    def look(self, turn: Turn, step: int) -> None:
        """Write down what can be seen, and for the critic what cannot."""
        seen = self.seen
        self.played.words[step].copy_(as_tensor(turn.words(seen.words)), non_blocking=True)
        self.played.hidden[step].copy_(as_tensor(turn.hidden(seen.hidden)), non_blocking=True)
        if self.numbers:
            self.played.numbers[step].copy_(torch.from_numpy(turn.inputs(self.numbers, seen.numbers)), non_blocking=True)

    def chances(self, actor: Actor, step: int, rows: Tensor | None = None) -> Tensor:
        """The logarithm of the chance of each choice at every table, or at these."""
        words, numbers = self.played.words[step], self.played.numbers[step]
        if rows is not None:
            words, numbers = words[rows], numbers[rows]
        inputs = known(words, numbers, self.kind)
        return log_chances(actor.choice(actor.features(inputs)), legal_of(inputs))


def room_for(played: Played) -> Seen:
    """Room for one step. It is written again at the next step, when the card has read it: somebody has chosen in between."""
    parts = (played.words, played.hidden, played.numbers)
    words, hidden, numbers = (torch.empty(each.shape[1:], dtype=each.dtype, pin_memory=each.is_cuda).numpy() for each in parts)
    return Seen(words.view(np.uint64), hidden.view(np.uint64), numbers)


def precision(device: torch.device, kind: torch.dtype) -> Any:
    """Multiply in half precision on a graphics card."""
    return torch.autocast("cuda", kind, cache_enabled=False) if device.type == "cuda" else nullcontext()


class Rounds:
    """Rounds at all groups, side by side where there are threads for it."""

    def __init__(self, groups: list[Group]) -> None:
        self.groups = groups
        self.pool = ThreadPoolExecutor(len(groups)) if len(groups) > 1 else None

    def play(self, actor: Actor, company: Company) -> Counts:
        """Play a round everywhere."""
        return sum(self.each(lambda group: group.play(actor, company)), NOTHING)

    def each(self, work: Callable[[Group], Any]) -> list[Any]:
        """The same work for every group, in threads if there are several."""
        if self.pool is None:
            return [work(each) for each in self.groups]
        self.wait()
        found = list(self.pool.map(work, self.groups))
        self.wait()
        return found

    def wait(self) -> None:
        """Wait for a graphics card, because every group has a stream of its own there."""
        if self.groups[0].stream is not None:
            torch.cuda.synchronize()
