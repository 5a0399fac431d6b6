"""Duplicate: the same cards for several people or bots, who then differ by how they played and not by what they were dealt.

A board is a deal of one hand with a number, which decides to whom cards are passed. Its secret follows from a text: the daily eight are
named by their date, so that they are the same on every machine, and a club evening by random letters that nobody sees. Everybody sits on
the same seat with the same three others, whose luck is the same, too: they answer the same cards with the same cards.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

import numpy as np

from cardshark.chance import draw_all
from cardshark.games import game_named, house
from cardshark.hands.seal import words_of
from cardshark.play import Table
from cardshark.players import seat
from cardshark.web.table.table import YOU, TableSettings

GAME = "hearts"
RULES = "american:hands=1"
PASSING = ("left", "right", "across", "keep")  # by the number of a board
OWN_SEAT = 0  # of whoever is compared
FRESH_LUCK = 1 << 20  # where the luck of bots begins in the stream of a board, far from what a hand uses itself


class Board(NamedTuple):
    """The same cards for everybody."""

    secret: bytes
    number: int  # from 0

    @property
    def passing(self) -> str:
        """To whom cards are passed."""
        return PASSING[self.number % len(PASSING)]


def board(name: str, number: int) -> Board:
    """A board of this name; whoever knows the name can deal its cards."""
    return Board(sha256(f"cardshark {name} board {number + 1}".encode()).digest(), number)


def table_settings(others: Sequence[str], number: int, home: str, mode: str = "play") -> TableSettings:
    """The settings of a table at which somebody plays one board against these others."""
    return TableSettings(GAME, RULES, [YOU, *others], mode, home=home, first=number)


def play_boards(player: str, others: Sequence[str], boards: Sequence[Board], copies: range | None = None) -> list[list[int]]:
    """What a bot pays on each board against these others; with `copies`, what bots of these numbers pay, each with luck of its own."""
    game = game_named(GAME)
    rules = house.parse(game.PRESETS, RULES)
    each = 1 if copies is None else len(copies)
    table = Table(game, rules, [seat(text) for text in (player, *others)], each * len(boards))
    games = table.games
    for row, dealt in enumerate(boards):
        part, chances = games[row * each : (row + 1) * each], words_of(dealt.secret)
        part["deals"], part["luck"] = chances.deals, chances.luck
        if copies is not None:
            luck = np.empty(each, np.uint64)
            draw_all(np.uint64(chances.luck), FRESH_LUCK + copies.start, luck)
            part["luck"] = luck
        game.begin_at(part, np.full(each, dealt.number))
    game.start_all(games, table.record)
    table.play(games, np.tile(np.arange(len(table.players), dtype=np.int8), (len(games), 1)))
    return games["scores"][:, OWN_SEAT].reshape(len(boards), each).tolist()
