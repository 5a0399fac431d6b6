"""Deals that nobody can change: before a hand its seal is shown, after it the secret, and anybody can deal the same cards again.

The secret of a hand is 32 random bytes, its seal is their SHA-256. Cards and luck follow from the secret alone: the word of the deal is
the first eight bytes (the lowest first) of the SHA-256 of "cardshark deal " and the secret, the word of the players' luck the same of
"cardshark luck ". So a player who saw the seal before the hand can check after it that no card was moved:

    secret = new_secret()
    print(seal_of(secret))                               # before the hand
    deal_sealed("hearts", rules, secret, number=3)       # after it: the cards of the fourth hand of the match
"""

import secrets
from hashlib import sha256
from typing import Any, NamedTuple

from cardshark.games import game_named
from cardshark.games.match import Single
from cardshark.hands.games import hands_of
from cardshark.text import UserError

SECRET_BYTES = 32


class Chances(NamedTuple):
    """The two words of chance of a hand, as `Single` takes them."""

    deals: int
    luck: int


def new_secret() -> bytes:
    """A random secret for the next hand, which nobody can foretell."""
    return secrets.token_bytes(SECRET_BYTES)


def seal_of(secret: bytes) -> str:
    """The seal of a secret, shown before the hand: it fixes the secret without giving it away."""
    return sha256(secret).hexdigest()


def words_of(secret: bytes) -> Chances:
    """The words of chance that follow from a secret."""
    if len(secret) != SECRET_BYTES:
        raise UserError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
    deals, luck = (int.from_bytes(sha256(b"cardshark " + kind + b" " + secret).digest()[:8], "little") for kind in (b"deal", b"luck"))
    return Chances(deals, luck)


def deal_sealed(name: str, rules: Any, secret: bytes, number: int = 0, dealer: int = 1) -> Any:
    """The cards of hand `number` (from 0) of a match: the game's own Hand, without choices.

    `dealer` matters only in a game in which the dealer's seat decides who gets which cards.
    """
    match = Single(game_named(name), rules, words_of(secret).deals, first=number)
    return hands_of(name).sealed_cards(match, dealer)
