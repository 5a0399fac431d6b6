"""What only gin rummy knows of its table in the browser (`GamePage` says what is asked of a game).

state       the table as one person may see it
showdown    how a hand lies on the table at its end
choices     choices as words
rules       the house rules in words
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from cardshark.cards import ALL, CardSet
from cardshark.games.match import Single
from cardshark.web.games.gin.choices import choice_name, choice_number, gin_choices, gin_refusals
from cardshark.web.games.gin.rules import rule_lines
from cardshark.web.games.gin.showdown import gin_words
from cardshark.web.games.gin.state import gin_known, gin_phase, gin_state, is_secret
from cardshark.web.games.page import TableSoFar, TableStep
from cardshark.web.messages import State, Words

__all__ = [
    "END", "INSTEAD", "MORE_PLAYERS", "NOT_MEASURED", "RUNGS", "cards_to_pass", "choice_name", "choice_number", "columns", "deck", "ending",
    "first_counted", "hides_turn", "is_decided", "opinions", "phase", "rule_lines", "score_sign", "show", "undo_to",
]  # fmt: skip

MORE_PLAYERS = {"montecarlo:deals=100,sampler=weighted,pool=20,slip_chance=0.02": "Monte Carlo · weighted"}
END: str = "target"
RUNGS: tuple[str, ...] = ("first evening", "beginner", "casual", "regular", "expert", "master", "champion")
INSTEAD: dict[str, str] = {}
NOT_MEASURED: tuple[str, ...] = ()  # whole matches are counted


# ---- the table ----


def played_so_far(table: TableSoFar) -> list[tuple[Any, int]]:
    """The choices of this hand, each with the game as it was before."""
    return [(step.game, step.choice) for step in table.story]


def show(table: TableSoFar, state: State, open_hands: bool) -> None:
    """Fill in what lies on the table, what each seat is known to hold, and what the person may choose."""
    match, played, you = table.final(), played_so_far(table), table.you
    state.gin = gin_state(match, you, played, open_hands)
    known = gin_known(match, played)
    if you is not None and table.turn == you:
        view = table.match.view()
        state.legal, state.refusals = gin_choices(view), gin_refusals(view)
    for number, seat in enumerate(state.seats):
        seat.cards, seat.known = int(table.match.state.hands[number]).bit_count(), known[number]


def phase(table: TableSoFar) -> str:
    """What is being decided; whether the other player could knock is hidden."""
    return gin_phase(table.match, table.you)


def hides_turn(table: TableSoFar) -> bool:
    """Is the other player deciding about a knock?"""
    return is_secret(table.match, table.you)


def ending(table: TableSoFar) -> list[Words]:
    """Gin, an undercut, a void hand."""
    return gin_words(table.final(), played_so_far(table))


# ---- choices ----


def cards_to_pass(table: TableSoFar, seat: int | None) -> int:
    """Nothing is passed on."""
    return 0


def undo_to(story: Sequence[TableStep], own: Sequence[int]) -> int:
    """Every choice is taken back alone."""
    return own[-1]


def is_decided(table: TableSoFar) -> bool:
    """Every choice counts to the end."""
    return False


def score_sign(match: Single) -> int:
    """Points are won, never taken off."""
    return 1


# ---- learners ----


def opinions(player: Any, views: np.ndarray) -> np.ndarray:
    """What a brain makes of the hand that each discard leaves."""
    return player.discards(views)[0]


# ---- the lab's count of deals ----


def first_counted(seats: Sequence[str]) -> int:
    """Seat 0, which is dealt the first cards and does not deal the first hand."""
    return 0


def deck(hands: Sequence[CardSet]) -> CardSet:
    """Most of the deck stays in the stock."""
    return int(ALL)


def columns(seats: int) -> list[Words]:
    """Who got cards; the rest is in the stock."""
    return [Words(f"lab_col_{who}") for who in ("nondealer", "dealer", "nobody")]
