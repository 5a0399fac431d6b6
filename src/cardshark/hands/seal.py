"""Deals that no side decides alone: before a hand its seal is shown, people add words of their own, and after it anybody can deal again.

The secret of a hand is 32 random bytes, its seal is their SHA-256. A word is 16 random bytes that a person's own machine makes, and its
promise is their SHA-256. The order is what counts:

    1. the seal is shown                 now the secret cannot be changed any more,
    2. everybody promises a word         and nobody knows it when choosing a word;
    3. all promises are shown            now no word can be changed any more,
    4. everybody says the word           and no word was chosen after another was known;
    5. the cards are dealt               from the secret and all words together.

The word of chance of the deal is the first eight bytes (the lowest first) of the SHA-256 of "cardshark deal ", the secret, and for each
seat that gave a word the number of the seat (one byte) and the word; that of the players' luck is the same of "cardshark luck ". A seat
that gives no word adds nothing. Hands of earlier versions were dealt from the secret alone: nobody was asked for a word.

    secret = new_secret()
    print(seal_of(secret))                                          # before the hand
    deal_sealed("hearts", rules, secret, 3, words=(word, ...))      # after it: the cards of the fourth hand of the match
"""

import re
import secrets
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from cardshark.games import game_named
from cardshark.games.match import Single
from cardshark.hands.games import hands_of
from cardshark.text import UserError

SECRET_BYTES = 32
WORD_BYTES = 16
PROMISE = re.compile("[0-9a-f]{64}")
SILENT = "none"  # instead of the promise of somebody who was asked and gave none in time


class Chances(NamedTuple):
    """The two words of chance of a hand, as `Single` takes them."""

    deals: int
    luck: int


class Sealing(NamedTuple):
    """What the people at a table gave to a deal, by seat; both are empty for a seat that was not asked, because a bot sat there."""

    promises: tuple[str, ...]  # as everybody saw them before any word was said; `SILENT` for somebody who gave none
    words: tuple[str, ...]  # empty for somebody who promised a word and did not say it


def new_secret() -> bytes:
    """A random secret for the next hand, which nobody can foretell."""
    return secrets.token_bytes(SECRET_BYTES)


def new_word() -> str:
    """A random word of somebody's own, in hexadecimal digits. At the table in the browser the page makes it (`table/seal.mjs`)."""
    return secrets.token_hex(WORD_BYTES)


def seal_of(secret: bytes) -> str:
    """The seal of a secret, shown before the hand: it fixes the secret without giving it away."""
    return sha256(secret).hexdigest()


def promise_of(word: str) -> str:
    """The promise of a word, which fixes it without giving it away."""
    return sha256(word_bytes(word)).hexdigest()


def word_bytes(word: str) -> bytes:
    """The bytes of a word."""
    try:
        found = bytes.fromhex(word)
    except ValueError:
        found = b""
    if len(found) != WORD_BYTES or found.hex() != word:
        raise UserError(f"a word has {2 * WORD_BYTES} hexadecimal digits, in small letters")
    return found


def check_sealing(sealing: Sealing, seats: int) -> None:
    """Refuse, in one sentence, promises and words that no table can have."""
    if not len(sealing.promises) == len(sealing.words) == seats:
        raise UserError(f"there must be one promise and one word, perhaps empty, for each of the {seats} seats")
    for promise, word in zip(sealing.promises, sealing.words, strict=True):
        if promise not in ("", SILENT) and not PROMISE.fullmatch(promise):
            raise UserError(f"a promise is empty, {SILENT!r}, or has 64 hexadecimal digits, in small letters")
        if word:
            word_bytes(word)


def words_of(secret: bytes, words: Sequence[str] = ()) -> Chances:
    """The words of chance that follow from a secret and from the words of people, by seat."""
    if len(secret) != SECRET_BYTES:
        raise UserError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
    said = secret + b"".join(bytes([seat]) + word_bytes(word) for seat, word in enumerate(words) if word)
    deals, luck = (int.from_bytes(sha256(b"cardshark " + kind + b" " + said).digest()[:8], "little") for kind in (b"deal", b"luck"))
    return Chances(deals, luck)


def deal_sealed(name: str, rules: Any, secret: bytes, number: int = 0, dealer: int = 1, words: Sequence[str] = ()) -> Any:
    """The cards of hand `number` (from 0) of a match: the game's own Hand, without choices.

    `dealer` matters only in a game in which the dealer's seat decides who gets which cards.
    """
    match = Single(game_named(name), rules, words_of(secret, words).deals, first=number)
    return hands_of(name).sealed_cards(match, dealer)
