"""What only Hearts knows of its table in the browser (`GamePage` says what is asked of a game).

state     the table as one seat may see it
rules     the house rules in words
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from cardshark.cards import CardSet, card, name
from cardshark.games import hearts
from cardshark.games.match import Single
from cardshark.web.games.hearts.rules import rule_lines
from cardshark.web.games.hearts.state import ending, hearts_seats, hearts_state, is_decided, refusals
from cardshark.web.games.page import TableSoFar, TableStep
from cardshark.web.messages import State, Words

__all__ = [
    "END", "INSTEAD", "MORE_PLAYERS", "NOT_MEASURED", "RUNGS", "cards_to_pass", "choice_name", "choice_number", "columns", "deck", "ending",
    "first_counted", "hides_turn", "is_decided", "opinions", "phase", "rule_lines", "score_sign", "show", "undo_to",
]  # fmt: skip

MORE_PLAYERS = {
    "montecarlo:deals=100,playout=jake,passing=search": "Monte Carlo · jake's playouts",
    "rollouts:brain=owl": "Rollouts of the owl",
}
END: str = "limit"
RUNGS: tuple[str, ...] = ("first evening", "beginner", "casual", "regular", "club", "expert", "champion")
INSTEAD = {"emil": "uct", "nora": "montecarlo:deals=100,playout=jake,passing=search"}  # the lab has no policy for three players
NOT_MEASURED: tuple[str, ...] = ("limit", "above_limit", "hands", "ties")  # the strength is counted in points a hand


# ---- the table ----


def show(table: TableSoFar, state: State, open_hands: bool) -> None:
    """Fill in what lies on the table; open hands are the same for every game."""
    state.hearts = hearts_state(table, table.you, open_hands)
    hearts_seats(table, state.seats, state.hearts.tricks)
    if table.you is not None:
        state.refusals = refusals(table, table.you)


def phase(table: TableSoFar) -> str:
    """Passing or playing, which everybody may know."""
    return hearts.PHASES[int(table.match.state.table.phase)]


def hides_turn(table: TableSoFar) -> bool:
    """Nothing is hidden but cards: everybody sees whose turn it is."""
    return False


# ---- choices ----


def choice_name(view: Any, choice: int) -> str:
    """A card's name."""
    return name(choice)


def choice_number(view: Any, text: str) -> int:
    """The card of this name."""
    return card(text)


def cards_to_pass(table: TableSoFar, seat: int | None) -> int:
    """How many cards a seat must still pass on."""
    if seat is None or table.match.state.table.phase != hearts.PASS:
        return 0
    return table.rules.pass_count - int(table.match.state.given[seat]).bit_count()


def undo_to(story: Sequence[TableStep], own: Sequence[int]) -> int:
    """All cards that are passed on are one choice."""
    return own[0] if story[own[-1]].phase == hearts.PASS else own[-1]


def score_sign(match: Single) -> int:
    """In the Dutch second stage points are won back."""
    return -1 if match.state.table.second_stage else 1


# ---- learners ----


def opinions(player: Any, views: np.ndarray) -> np.ndarray:
    """What a brain makes of each card, in its own unit. Cards are passed by rules, not by brains."""
    if views[0]["table"]["phase"] == hearts.PASS:
        return np.full(64, np.nan, np.float32)
    return player.values(views)[0]


# ---- the lab's count of deals ----


def first_counted(seats: Sequence[str]) -> int:
    """The person's seat; the first if only players sat there."""
    return seats.index("you") if "you" in seats else 0


def deck(hands: Sequence[CardSet]) -> CardSet:
    """Every card is dealt."""
    return sum(hands)


def columns(seats: int) -> list[Words]:
    """The seats as the person sees them."""
    if seats == 4:
        return [Words(f"lab_col_{who}") for who in ("you", "left", "across", "right")]
    return [Words("lab_col_you"), *(Words("lab_col_to_left", {"n": seat}) for seat in range(1, seats))]
