"""Who sits where while a policy learns: mostly the learner itself, and on some seats past selves and other players."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cardshark.chance import stream
from cardshark.learning.policy.networks import Actor, drawn, tensor
from cardshark.players.player import Player
from cardshark.tables import Tables, Turn
from cardshark.tables.seating import words_of

if TYPE_CHECKING:
    from cardshark.learning.policy.rounds import Counts, Group

LEARNER = 0  # its role; past selves and other players are numbered from 1
ROLES = "roles"  # the stream of the seed that gives seats away


class Seating:
    """The role of every seat at some tables. In each match one seat is always the learner's; each other one is given away by chance."""

    def __init__(self, tables: Tables, seed: int, share: float, roles: int) -> None:
        self.tables, self.words, self.share, self.count = tables, stream(seed, ROLES), share, roles
        self.table = np.zeros((tables.count, tables.seats), np.int8)

    def begin(self, turn: Turn) -> None:
        """Seat everybody, from the numbers of the matches alone."""
        self.seat(np.arange(self.tables.count), turn.match)

    def seat(self, tables: NDArray[np.int64], matches: NDArray[np.int64]) -> None:
        """Seat everybody at tables where a match begins."""
        seats = self.tables.seats
        numbers = (matches[:, None] * seats + np.arange(seats)).ravel()
        words = words_of(self.words, numbers).reshape(-1, seats)
        given_away = (words >> np.uint64(40)).astype(np.float64) / (1 << 24) < self.share
        given_away[np.arange(len(tables)), matches % seats] = False
        role = 1 + (words & np.uint64(0xFFFF)).astype(np.int64) % max(self.count, 1)
        self.table[tables] = np.where(given_away & (self.count > 0), role, LEARNER)

    def roles(self, turn: Turn) -> NDArray[np.int8]:
        """Who has the turn at each table."""
        return self.table[np.arange(self.tables.count), turn.seat]

    def end(self, turn: Turn, decisions: int) -> "Counts":
        """Count what came of matches that ended, and seat everybody for the next."""
        from cardshark.learning.policy.rounds import Counts

        learners = self.table[turn.ended] == LEARNER
        won = np.array([turn.returns[learners].sum(dtype=np.float64), turn.returns[~learners].sum(dtype=np.float64)])
        if len(turn.ended):
            self.seat(turn.ended, turn.match[turn.ended])
        return Counts(len(turn.ended), decisions, won, np.array([learners.sum(), (~learners).sum()]))


class Company:
    """Who sits on the seats that were given away: past selves first, then players by name. A teacher sits on every seat."""

    def __init__(self, past: Actor | None = None, players: Sequence[Player] = (), teacher: Player | None = None) -> None:
        self.past, self.players, self.teacher = past, players, teacher

    def choose(self, group: "Group", turn: Turn, step: int, roles: NDArray[np.int8], choices: Tensor) -> Tensor:
        """Replace the learner's choices where somebody else has the turn."""
        if self.teacher is not None:
            rows = np.arange(len(roles))
            return self.choices_of(self.teacher, group, turn, step, rows, torch.from_numpy(rows).to(group.device))
        others: list[Any] = [*([self.past] if self.past is not None else []), *self.players]
        for number, each in enumerate(others, 1):
            rows = np.flatnonzero(roles == number)
            if len(rows):
                places = torch.from_numpy(rows).to(group.device)
                choices[places] = self.choices_of(each, group, turn, step, rows, places)
        return choices

    def choices_of(self, who: Any, group: "Group", turn: Turn, step: int, rows: NDArray[np.int64], places: Tensor) -> Tensor:
        """What somebody chooses at these tables."""
        if isinstance(who, Actor):
            return drawn(group.chances(who, step, places), tensor(turn.luck[rows], group.device))
        views, found = turn.views[rows], np.zeros(len(rows), np.int8)
        views.flags.writeable = False
        who.choose(views, found)
        return torch.from_numpy(found.astype(np.int64)).to(group.device)
