"""What a game says of its table in the browser: everything that tables, their coach and the lab ask of a game.

A game's page is a package with the names of `GamePage`. Nobody outside these packages asks which game is played.
"""

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from msgspec import Struct

from cardshark.cards import CardSet, listed, name
from cardshark.games.match import Single
from cardshark.web.messages import State, Words

SUIT_ORDER = (0, 1, 3, 2)  # a hand alternates black and red


def names_in_hand(cards: CardSet) -> list[str]:
    """The names of a set of cards as a hand is held: by suits, low to high."""
    return [name(card) for suit in SUIT_ORDER for card in listed(int(cards) & 0xFFFF << 16 * suit)]


class TableStep(Struct):
    """A choice, and the game (one record in an array) before it was made."""

    before: np.ndarray
    choice: int
    seat: int  # who chose
    phase: int  # the phase in which it was chosen

    @property
    def game(self) -> Any:
        """The game as it was."""
        return self.before[0]


class TableSoFar(Protocol):
    """What a game's page reads of a table: the match, and what was chosen in this hand."""

    rules: Any
    count: int  # of seats
    match: Single  # after a finished hand: as it was before the last choice
    story: list[TableStep]  # of this hand
    after: np.ndarray | None  # the game after a finished hand

    @property
    def you(self) -> int | None: ...
    @property
    def turn(self) -> int | None: ...
    @property
    def ended(self) -> bool: ...
    @property
    def over(self) -> bool: ...
    def final(self) -> Single: ...


class GamePage(Protocol):
    """What only the game knows."""

    MORE_PLAYERS: dict[str, str]  # players with options that are worth a line in the lobby: the text that names one, and its title

    END: str  # the rule that says at how many points a match ends
    RUNGS: tuple[str, ...]  # the level of its ladders at which each of the cast plays, the weakest first
    INSTEAD: dict[str, str]  # who plays for somebody of the cast whose own player does not know the rules
    NOT_MEASURED: tuple[str, ...]  # rules that the strength of a level does not depend on: how long a match is, where single hands count

    # ---- in the lobby ----

    def rule_lines(self, rules: Any, number: int | None = None) -> list[Words]:
        """The house rules in words, a sentence each; of a single hand with this number, only what holds in it."""
        ...

    # ---- the table as one seat may see it ----

    def show(self, table: TableSoFar, state: State, open_hands: bool) -> None:
        """Fill in the game's own part of the state, what everybody saw of each seat, and what may not be chosen, with the reason."""
        ...

    def phase(self, table: TableSoFar) -> str:
        """What is being decided, as far as the person may know: one of the game's PHASES."""
        ...

    def hides_turn(self, table: TableSoFar) -> bool:
        """Would sending a new state now give away something hidden?"""
        ...

    def ending(self, table: TableSoFar) -> list[Words]:
        """What there is to say about the end of a hand."""
        ...

    # ---- choices ----

    def choice_name(self, view: Any, choice: int) -> str:
        """A choice as the page calls it; `view` is a view or a game, before the choice."""
        ...

    def choice_number(self, view: Any, text: str) -> int:
        """The choice that the page calls by this text, legal or not; a UserError or KeyError where there is none."""
        ...

    def cards_to_pass(self, table: TableSoFar, seat: int | None) -> int:
        """How many cards a seat must still pass on, all at once; 0 where nothing is passed."""
        ...

    def undo_to(self, story: Sequence[TableStep], own: Sequence[int]) -> int:
        """How many choices stay when the last one of a seat is taken back; `own` are the places of the seat's choices."""
        ...

    def is_decided(self, table: TableSoFar) -> bool:
        """Does the rest of the hand change nothing, so that it may be skipped?"""
        ...

    def score_sign(self, match: Single) -> int:
        """1 where the score of a hand is added to the totals, -1 where it is taken off."""
        ...

    # ---- learners ----

    def opinions(self, player: Any, views: np.ndarray) -> np.ndarray:
        """What a learner's brain makes of each choice of one view; nan where it has nothing to say."""
        ...

    # ---- the lab's count of deals ----

    def first_counted(self, seats: Sequence[str]) -> int:
        """The seat whose cards are counted in the first column."""
        ...

    def deck(self, hands: Sequence[CardSet]) -> CardSet:
        """All cards from which these hands were dealt."""
        ...

    def columns(self, seats: int) -> list[Words]:
        """What the columns of the count are called."""
        ...
