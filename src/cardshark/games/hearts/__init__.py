"""Hearts.

    rules      house rules as values           text       hands as lines of a transcript
    state      what a game is made of          position   what a seat may know, as lines; choices by name
    game       the rule book                   about      what the game says of itself
    score      what a hand costs               batch      the kernels: many games at once
                                               read_position   a position from its lines

Other rooms write `from cardshark.games import hearts` and use the names below. `cardshark.games.plug` explains the names that every
game has.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cardshark.games.hearts.about import COUNTED, CYCLE, LOWEST_WINS, NAME, TITLE, begin_at, hand_points, hands_played, is_public, seats
from cardshark.games.hearts.batch import choose_all, deal_these, look_all, start_all, step_all
from cardshark.games.hearts.game import (
    EMPTY,
    JACK_OF_CLUBS,
    JACK_OF_DIAMONDS,
    QUEEN_OF_SPADES,
    cost,
    finish_hand,
    is_lead,
    lay_card,
    legal_cards,
    legal_passes,
    next_luck,
    pass_card,
    play_card,
)
from cardshark.games.hearts.rules import MOST_CARDS, NOBODY, PRESETS, SEATS
from cardshark.games.hearts.score import score_hand
from cardshark.games.hearts.state import GAME, NO_CARD, OVER, PASS, PHASES, PLAY, TABLE, VIEW

if TYPE_CHECKING:
    from cardshark.games.hearts import text

__all__ = [
    "COUNTED", "CYCLE", "EMPTY", "GAME", "JACK_OF_CLUBS", "JACK_OF_DIAMONDS", "LOWEST_WINS", "MOST_CARDS", "NAME", "NOBODY", "NO_CARD",
    "OVER", "PASS", "PHASES", "PLAY", "PRESETS", "QUEEN_OF_SPADES", "SEATS", "TABLE", "TITLE", "VIEW", "begin_at", "choose_all", "cost",
    "deal_these", "finish_hand", "hand_points", "hands_played", "is_lead", "is_public", "lay_card", "legal_cards", "legal_passes",
    "look_all", "next_luck", "pass_card", "play_card", "score_hand", "seats", "start_all", "step_all", "text",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import `text` only when it is asked for: else an edit there would recompile the kernels of everyone who imports this file."""
    if name == "text":
        return import_module("cardshark.games.hearts.text")
    raise AttributeError(f"Hearts has no {name!r}")
