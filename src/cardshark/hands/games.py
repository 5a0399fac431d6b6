"""What only one game knows of its hands, by the game's name: one module a game, all with the names of `GameHands`.

A game without an entry can be played; its hands cannot be kept, shared or reviewed, and whoever asks hears that in one sentence.
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
        """What is kept of a match beside its totals: fields of `PlayedHand` that this game uses."""
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
        """A choice as it is saved: a card, or a word where it is no card."""
        ...

    def choice_number(self, word: str) -> int:
        """The choice that is saved so."""
        ...

    # ---- cards ----

    def saved_cards(self, cards: Any) -> dict[str, Any]:
        """What a saved hand says of the cards beside the hands of the seats: fields of `saved.Saved`."""
        ...

    def cards_from_saved(self, hands: tuple[int, ...], saved: Any) -> Any:
        """The cards of a saved hand, nothing chosen."""
        ...

    def dealer_of(self, cards: Any) -> int:
        """Who dealt, where that decides who got which cards; otherwise 0."""
        ...

    def sealed_cards(self, match: Single, dealer: int) -> Any:
        """The cards that were dealt in a match that has just begun, as this seat would have dealt them."""
        ...

    def check_match(self, hand: Any) -> None:
        """Refuse what no match of this game can have kept, in one sentence."""
        ...

    def check_cards(self, hand: Any, rules: Any) -> None:
        """Refuse what cannot be dealt, in one sentence: kernels trust what they are given."""
        ...

    # ---- links ----

    def deal_digits(self, cards: Any, rules: Any) -> Digits:
        """The cards as they were dealt."""
        ...

    def read_deal(self, reader: Reader, rules: Any, dealer: int) -> Any:
        """The same, back from digits."""
        ...

    def chance_digits(self, before: Any, after: Any) -> Digits:
        """What chance decided while one choice was carried out."""
        ...

    def read_chance(self, reader: Reader, match: Single, before: Any, after: Any) -> Any:
        """The same, back from digits: the match and the cards as chance had decided."""
        ...


def hands_of(name: str) -> GameHands:
    """What a game knows of its hands."""
    if name not in GAMES:
        raise UserError(f"hands of the game {name!r} cannot be kept or shared, only those of {', '.join(GAMES)}")
    return cast(GameHands, import_module(GAMES[name]))
