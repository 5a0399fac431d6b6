"""The human experiment of the network thesis, in the browser: five games against three of each opponent, beside its author's.

The table and the deals are those of `cardshark play --terminal --challenge` (terminal/challenge.py).
"""

from collections.abc import Iterable
from typing import NamedTuple

from cardshark.terminal.challenge import GAMES, TABLE_3_8, ChallengeStanding, Opponent, standing_against


class PlayedGame(NamedTuple):
    """A game that was played to its end."""

    opponent: str  # the text that names the player
    number: int  # from 0; it names the deals
    totals: list[int]  # the person's first


def opponents(games: Iterable[PlayedGame]) -> list[Opponent]:
    """Those of the thesis, and whoever else was played."""
    others = dict.fromkeys(game.opponent for game in games)
    known = {each.player for each in TABLE_3_8}
    return [*TABLE_3_8, *(Opponent(player, player) for player in others if player not in known)]


def totals_by_number(games: Iterable[PlayedGame], opponent: str) -> dict[int, list[int]]:
    """The totals of the games against an opponent, by their number; of two with the same deals the first counts."""
    found: dict[int, list[int]] = {}
    for game in games:
        if game.opponent == opponent and 0 <= game.number < GAMES:
            found.setdefault(game.number, game.totals)
    return found


def standings(games: Iterable[PlayedGame]) -> list[ChallengeStanding]:
    """The table as it stands."""
    games = list(games)
    return [standing_against(each, list(totals_by_number(games, each.player).values())) for each in opponents(games)]


def next_game(games: Iterable[PlayedGame], opponent: str) -> int | None:
    """The number of the game that comes next against an opponent; None after the last."""
    done = totals_by_number(games, opponent)
    return next((number for number in range(GAMES) if number not in done), None)
