"""What only one game knows of its hands, by the game's name: one module a game, all with the names of `GameHands`.

A game without an entry can be played, but its hands cannot be kept, shared or reviewed: a request is refused in one sentence.
"""

from importlib import import_module
from typing import Any, Protocol, cast

from cardshark.games.match import Single
from cardshark.hands.digits import Digits, Reader
from cardshark.text import UserError

GAMES = {"hearts": "cardshark.hands.hearts", "gin": "cardshark.hands.gin"}


class GameHands(Protocol):
    """A game's hands. `hand` is a `PlayedHand`, `cards` the game's own `Hand` of its `text` module, which is `hand.cards`."""

    MOST_TOTAL: int  # points that a seat can have in a match
    MOST_HANDS: int  # of a match

    # ---- the match around a hand ----

    def kept_fields(self, match: Single) -> dict[str, Any]:
        """Fields of `PlayedHand` that only this game uses: what is kept of a match beside its totals."""
        ...

    def begin_match(self, match: Single, hand: Any) -> None:
        """Set a match to where it stood before these cards were dealt; number and totals are set already."""
        ...

    def score_sign(self, hand: Any) -> int:
        """1 if a score of this hand is a cost, -1 if it is something won."""
        ...

    # ---- what is chosen ----

    def without_choices(self, cards: Any) -> Any:
        """The cards as they were dealt."""
        ...

    def choice_name(self, phase: int, choice: int) -> str:
        """The name of a choice in saved hands: a card, or a word for a move."""
        ...

    def choice_number(self, word: str) -> int:
        """The choice with this name."""
        ...

    # ---- cards ----

    def saved_cards(self, cards: Any) -> dict[str, Any]:
        """Fields of `saved.Saved` for the cards beside the hands of the seats."""
        ...

    def cards_from_saved(self, hands: tuple[int, ...], saved: Any) -> Any:
        """The cards of a saved hand, without choices."""
        ...

    def dealer_of(self, cards: Any) -> int:
        """The seat that dealt, where that decides who got which cards; otherwise 0."""
        ...

    def sealed_cards(self, match: Single, dealer: int) -> Any:
        """The cards that were dealt in a match that has just begun, as this seat would have dealt them."""
        ...

    def check_match(self, hand: Any) -> None:
        """Refuse, in one sentence, kept fields that no match of this game can have."""
        ...

    def check_cards(self, hand: Any, rules: Any) -> None:
        """Refuse, in one sentence, cards that cannot be dealt, because kernels do not check them."""
        ...

    # ---- links ----

    def deal_digits(self, cards: Any, rules: Any) -> Digits:
        """Digits for the cards as they were dealt."""
        ...

    def read_deal(self, reader: Reader, rules: Any, dealer: int) -> Any:
        """The cards as they were dealt, from digits."""
        ...

    def chance_digits(self, before: Any, after: Any) -> Digits:
        """Digits for what chance decided while one choice was carried out."""
        ...

    def read_chance(self, reader: Reader, match: Single, before: Any, after: Any) -> Any:
        """Read these digits and set the match to what chance had decided. Returns the cards."""
        ...


def hands_of(name: str) -> GameHands:
    """What a game knows of its hands."""
    if name not in GAMES:
        raise UserError(f"hands of the game {name!r} cannot be kept or shared, only those of {', '.join(GAMES)}")
    return cast(GameHands, import_module(GAMES[name]))
