"""Who sits where while a policy learns: mostly the learner itself, and on some seats past selves and other players."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cardshark.chance import stream
from cardshark.learning.policy.networks import Actor, as_tensor, drawn
from cardshark.learning.policy.on_card import OnCard
from cardshark.players.player import Player, ask_player
from cardshark.tables import Tables, Turn
from cardshark.tables.seating import words_of

if TYPE_CHECKING:
    from cardshark.learning.policy.rounds import Group

LEARNER = 0  # its role; past selves and other players are numbered from 1
ROLES = "roles"  # the stream of the seed that gives seats away


class Counts(NamedTuple):
    """What happened in a round."""

    matches: int  # finished,
    hands: int  # and their hands
    decisions: int
    won: NDArray[np.float64]  # sums over finished matches of what the learner and what the others have won,
    seats: NDArray[np.int64]  # and on how many seats they sat

    def __add__(self, other: Any) -> "Counts":
        return Counts(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


NOTHING = Counts(0, 0, 0, np.zeros(2), np.zeros(2, np.int64))


class Seating:
    """Who sits at some tables. In each match one seat is always the learner's; each other one is given away by chance.

    Roles 1 to `past` are past selves, those after them the players. Every group of tables has its own players, because some of them
    remember where they are while they think.
    """

    def __init__(
        self, tables: Tables, seed: int, share: float = 0.0, past: int = 0, players: Sequence[Player] = (), teacher: Player | None = None
    ) -> None:
        self.tables, self.words, self.share, self.past = tables, stream(seed, ROLES), share, past
        self.players, self.teacher = players, teacher
        self.table = np.zeros((tables.count, tables.seats), np.int8)
        self.hand_numbers = np.zeros(tables.count, np.int64)

    def begin(self, turn: Turn) -> None:
        """Seat everybody, from the numbers of the matches alone."""
        self.seat(np.arange(self.tables.count), turn.match)
        self.hand_numbers = turn.views["table"]["hand_number"].astype(np.int64)

    def seat(self, tables: NDArray[np.int64], matches: NDArray[np.int64]) -> None:
        """Seat everybody at tables where a match begins."""
        seats = self.tables.seats
        numbers = (matches[:, None] * seats + np.arange(seats)).ravel()
        words = words_of(self.words, numbers).reshape(-1, seats)
        given_away = (words >> np.uint64(40)).astype(np.float64) / (1 << 24) < self.share
        given_away[np.arange(len(tables)), matches % seats] = False
        count = self.past + len(self.players)
        role = 1 + (words & np.uint64(0xFFFF)).astype(np.int64) % max(count, 1)
        self.table[tables] = np.where(given_away & (count > 0), role, LEARNER)
        for each in (*self.players, *([self.teacher] if self.teacher else [])):
            each.begin(tables.astype(np.uint32))

    def roles(self, turn: Turn) -> NDArray[np.int8]:
        """Who has the turn at each table."""
        return self.table[np.arange(self.tables.count), turn.seat]

    def end(self, turn: Turn, decisions: int) -> Counts:
        """Count what came of matches that ended, and seat everybody for the next."""
        learners = self.table[turn.ended] == LEARNER
        won = np.array([turn.returns[learners].sum(dtype=np.float64), turn.returns[~learners].sum(dtype=np.float64)])
        if len(turn.ended):
            self.seat(turn.ended, turn.match[turn.ended])
        return Counts(len(turn.ended), self.count_hands(turn), decisions, won, np.array([learners.sum(), (~learners).sum()]))

    def count_hands(self, turn: Turn) -> int:
        """How many hands have ended at the last choice: the last ones of matches, and others."""
        if self.tables.rules.hands == 1:
            return len(turn.ended)
        numbers = turn.views["table"]["hand_number"].astype(np.int64)
        others = numbers != self.hand_numbers
        others[turn.ended], self.hand_numbers = False, numbers
        return int(others.sum()) + len(turn.ended)


class Company:
    """Who plays beside the learner in a round: a past self, and the players of each group; or the teacher, on every seat."""

    def __init__(self, past: Actor | None = None, teaching: bool = False) -> None:
        self.past, self.teaching = past, teaching

    def choose(self, group: "Group", turn: Turn, step: int, roles: NDArray[np.int8], choices: Tensor) -> Tensor:
        """Replace the learner's choices where somebody else has the turn."""
        if self.teaching:
            rows = np.arange(len(roles))
            return self.choices_of(group.seating.teacher, group, turn, step, rows, torch.from_numpy(rows).to(group.device))
        first = 1 + group.seating.past  # the role of the first player
        seated: list[Any] = [(self.past, (roles > LEARNER) & (roles < first))] if self.past is not None else []
        seated += [(player, roles == role) for role, player in enumerate(group.seating.players, first)]
        for who, where in seated:
            rows = np.flatnonzero(where)
            if len(rows):
                places = torch.from_numpy(rows).to(group.device)
                choices[places] = self.choices_of(who, group, turn, step, rows, places)
        return choices

    def choices_of(self, who: Any, group: "Group", turn: Turn, step: int, rows: NDArray[np.int64], places: Tensor) -> Tensor:
        """What somebody chooses at these tables."""
        if isinstance(who, Actor):
            return drawn(group.chances(who, step, places), as_tensor(turn.luck[rows]).to(group.device, non_blocking=True))
        if isinstance(who, OnCard):
            return group.chances(who.actor, step, places).argmax(1)
        views, found = turn.views[rows], np.zeros(len(rows), np.int8)
        views.flags.writeable = False
        ask_player(who, views, found, rows.astype(np.uint32))
        return torch.from_numpy(found.astype(np.int64)).to(group.device)
