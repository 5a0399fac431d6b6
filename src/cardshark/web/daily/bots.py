"""Bots of every level play the cards of a day in the person's seat, against the same opponents, each with luck of its own.

Two hundred of a level take half a second. The champion thinks ahead, half a second a hand, so there are twenty of those, and the page
says so. They play in the background, the weakest level first, and what they paid is kept by day, player and mind: they play once.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from cardshark import __version__
from cardshark.games import game_named, house
from cardshark.players import PLAYERS
from cardshark.players.brain_file import digest
from cardshark.players.policy.shipped import fitting_policy
from cardshark.text import split_options
from cardshark.web.daily.days import DEALS, boards, opponents
from cardshark.web.daily.store import Paid, keep_paid, kept_paid
from cardshark.web.duplicate import GAME, RULES, play_boards
from cardshark.web.table.cast import Member, cast
from cardshark.web.table.database import Database

USUAL = "jake"  # the level to which single deals are compared


class Crowd(NamedTuple):
    """How many bots of a level play, and how many at a time."""

    bots: int
    part: int

    @property
    def parts(self) -> int:
        """In how many parts they play a deal."""
        return self.bots // self.part


MANY, FEW = Crowd(200, 200), Crowd(20, 2)


def levels() -> list[Member]:
    """The levels that are compared, the weakest first."""
    return cast(GAME, RULES)


def crowd(player: str) -> Crowd:
    """How many bots of a level play: fewer where each of them thinks ahead."""
    known = PLAYERS.get(split_options(player)[0])
    return MANY if known and known.quick else FEW


@lru_cache(1)
def mind() -> str:
    """What decides how bots play beside their names: the version of the lab, and the policy that some of them follow."""
    game = game_named(GAME)
    brain = fitting_policy(game, house.parse(game.PRESETS, RULES)).brain
    return sha256(f"{__version__} {digest(brain)}".encode()).hexdigest()[:16]


class Piece(NamedTuple):
    """Bots of a level who play some deals at a time."""

    player: str
    deals: list[int]
    part: int  # of the bots


def missing(paid: Paid) -> list[Piece]:
    """What is not played yet, the weakest level first: all deals at once, where bots are quick."""
    pieces = []
    for player in [member.player for member in levels()]:
        many = crowd(player)
        rest = {part: [deal for deal in range(DEALS) if part not in paid[player][deal]] for part in range(many.parts)}
        if many is MANY:
            pieces += [Piece(player, deals, part) for part, deals in rest.items() if deals]
        else:
            pieces += [Piece(player, [deal], part) for deal in range(DEALS) for part in rest if deal in rest[part]]
    return pieces


def play_day(database: Database, day: date) -> Iterator[None]:
    """Let all bots of a day play that have not played yet, piece by piece."""
    others, dealt = [member.player for member in opponents(day)], boards(day)
    for player, deals, part in missing(kept_paid(database, day, mind())):
        size = crowd(player).part
        paid = play_boards(player, others, [dealt[deal] for deal in deals], range(part * size, (part + 1) * size))
        keep_paid(database, day, player, mind(), {(deal, part): points for deal, points in zip(deals, paid, strict=True)})
        yield


def paid_on(paid: Paid, player: str, deal: int) -> list[int]:
    """What the bots of a level paid on a deal; nothing before the last of them has played."""
    parts, many = paid[player][deal], crowd(player)
    return [points for part in sorted(parts) for points in parts[part]] if len(parts) == many.parts else []


def totals_on(paid: Paid, player: str, deals: Sequence[int]) -> list[int]:
    """What each bot of a level paid on these deals together; nothing before all of them have played."""
    rows = [paid_on(paid, player, deal) for deal in deals]
    return [sum(points) for points in zip(*rows, strict=True)] if rows and all(rows) else []


def count_behind(paid: Sequence[int], own: int) -> float:
    """How many paid more; those who paid as much count half."""
    return sum((points > own) + (points == own) / 2 for points in paid)
