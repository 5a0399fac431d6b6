"""Strangers: players from files and programs of whom nobody knows what they do besides playing. `Stranger` is how a contest sees one.

Each seat of each match gets a fresh process. It is told what its seat may know, over a pipe, and nothing else: no game, no seed and no
other seat is in it, and it cannot remember a match before. Even the luck of a decision goes through a hash, so that nobody can work out
from it what luck the others will have.
"""

from functools import partial
from hashlib import sha256
from typing import Any

import numpy as np

from cardshark.players.apart import nursery
from cardshark.players.apart.here import Apart
from cardshark.players.external import program
from cardshark.players.external.engine import LEASHED, TooLate
from cardshark.players.external.player import SECONDS
from cardshark.players.player import Choices, Player, Rows, Views, ask_player

PACE = 8  # matches at a time: each has a process for every seat of a stranger

ONE_TABLE = np.zeros(1, np.uint32)  # the only one that a process ever hears of


class Stranger(Player):
    """A class in a file, or a program: a fresh process for each seat of each match."""

    pace = PACE

    def __init__(self, text: str, is_program: bool, seconds: float = SECONDS) -> None:
        """A player that its text names. It has so many seconds for a choice, unless it is a program whose text says otherwise."""
        self.text, self.is_program, self.seconds = text, is_program, seconds
        self.at: dict[tuple[int, int], Player] = {}  # by table and seat
        self.spare: Player | None = None  # has sat down already, and was asked nothing

    def __repr__(self) -> str:
        return self.text

    def sit(self, game: Any, rules: Any) -> None:
        """Start a first process at once, so that a player that does not work fails before cards are dealt."""
        nursery.be_private()  # this process knows the cards
        self.game, self.rules = game, rules
        self.at.clear()
        self.spare = self.newcomer()

    def begin(self, rows: Rows) -> None:
        """Matches begin: all processes that have played are ended."""
        self.at.clear()  # an engine that nobody needs any more ends its process

    def choose(self, views: Views, choices: Choices, rows: Rows | None = None) -> None:
        """Ask the process of each table and seat."""
        tables = range(len(views)) if rows is None else rows.tolist()
        seats = views["table"]["turn"].tolist()
        for row, place in enumerate(zip(tables, seats, strict=True)):
            if place not in self.at:
                self.at[place], self.spare = self.spare or self.newcomer(), None
            view = views[row : row + 1].copy()
            view["luck"] = hashed(view["luck"])
            try:
                ask_player(self.at[place], view, choices[row : row + 1], ONE_TABLE)
            except TooLate as error:
                raise self.with_advice(error) from None

    def with_advice(self, error: TooLate) -> TooLate:
        """The sentence about a player that took too long, and how to give it more time."""
        if self.is_program and program(self.text, self.seconds).seconds != self.seconds:
            return error  # its own limit stands in its name
        return TooLate(f"{error}. If it needs longer: --seconds {3 * self.seconds:g}")

    def newcomer(self) -> Player:
        """The player in a process of its own, seated."""
        launch = partial(nursery.birth) if LEASHED else None
        player = program(self.text, self.seconds) if self.is_program else Apart(self.text, self.seconds, launch)
        player.sit(self.game, self.rules)
        player.begin(ONE_TABLE)
        return player


def hashed(luck: np.ndarray) -> int:
    """The luck of a decision as a stranger sees it: 64 bits that lead back to nothing."""
    return int.from_bytes(sha256(luck.tobytes()).digest()[:8], "little")
