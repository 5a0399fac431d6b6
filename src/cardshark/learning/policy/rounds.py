"""A round: some choices at every table, and what came of them.

Tables come in groups, each with a thread of its own: while the graphics card chooses for one group, processors deal and play at the
others. What is played does not depend on that.
"""

from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cardshark.games.gin.state import SPREAD
from cardshark.learning.policy.networks import Actor, bits, drawn, log_chances, tensor
from cardshark.learning.policy.seating import LEARNER, Company, Seating
from cardshark.tables import Credit, Tables, Turn

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


class Counts(NamedTuple):
    """What happened in a round."""

    hands: int
    decisions: int
    won: NDArray[np.float64]  # sums over finished matches of what the learner and what the others have won,
    seats: NDArray[np.int64]  # and on how many seats they sat

    def __add__(self, other: Any) -> "Counts":
        return Counts(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


NOTHING = Counts(0, 0, np.zeros(2), np.zeros(2, np.int64))


class Group:
    """Some tables that are played together."""

    def __init__(self, tables: Tables, steps: int, seating: Seating, device: torch.device, kind: torch.dtype) -> None:
        self.tables, self.steps, self.seating, self.device, self.kind = tables, steps, seating, device, kind
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
        choices = drawn(logs, tensor(turn.luck, self.device))
        choices = company.choose(self, turn, step, roles, choices)
        played.choices[step], played.chances[step] = choices, logs.gather(1, choices[:, None])[:, 0]
        chosen = choices.to(torch.int8).cpu().numpy()
        free = legal & (legal - np.uint64(1)) != 0  # more than one bit
        if company.teacher is None:
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
        self.played.words[step] = tensor(turn.words(), self.device)
        self.played.hidden[step] = tensor(turn.hidden(), self.device)
        if self.numbers:
            self.played.numbers[step] = torch.from_numpy(turn.inputs(self.numbers)).to(self.device, non_blocking=True)

    def chances(self, actor: Actor, step: int, rows: Tensor | None = None) -> Tensor:
        """The logarithm of the chance of each choice at every table, or at these."""
        words, numbers = self.played.words[step], self.played.numbers[step]
        if rows is not None:
            words, numbers = words[rows], numbers[rows]
        with precision(self.device, self.kind):
            logits = actor.choice(actor.features(known(words, numbers, self.kind)))
        return log_chances(logits, words[:, 1])


def known(words: Tensor, numbers: Tensor, kind: torch.dtype) -> Tensor:
    """What a network sees: bits, and the numbers beside them."""
    found = bits(words, kind)
    return torch.cat([found, numbers.to(found.dtype)], 1) if numbers.shape[1] else found


def precision(device: torch.device, kind: torch.dtype) -> Any:
    """Multiply in half precision on a graphics card."""
    return torch.autocast("cuda", kind) if device.type == "cuda" else nullcontext()


class Rounds:
    """Rounds at all groups, side by side where there are threads for it."""

    def __init__(self, groups: list[Group]) -> None:
        self.groups = groups
        self.pool = ThreadPoolExecutor(len(groups)) if len(groups) > 1 else None

    def play(self, actor: Actor, company: Company) -> Counts:
        """Play a round everywhere."""
        if self.pool is None:
            return sum((each.play(actor, company) for each in self.groups), NOTHING)
        if self.groups[0].stream is not None:
            torch.cuda.synchronize()
        found = list(self.pool.map(lambda each: each.play(actor, company), self.groups))
        if self.groups[0].stream is not None:
            torch.cuda.synchronize()
        return sum(found, NOTHING)
