"""Secret words: deals that nobody can work out before they are played, and everybody afterwards.

The word of a contest among strangers is 32 random bytes. Its seal, their SHA-256, is shown before the first deal, and the word itself with
the result. The cards of a deal in a placement follow from the word, the seed and their numbers: the first eight bytes (the lowest first) of
the HMAC-SHA256 of a text such as "deal 1 deal 0 17", with the word as its key. So no two placements share cards, and whoever knows some of
them, or remembers some of them, knows nothing about the others.

A contest that was stopped goes on with another word, because the first one stands in its record then. If it was killed, its word is lost.
"""

import hmac
import re
import secrets
from hashlib import sha256
from typing import NamedTuple

import numpy as np

from cardshark.chance import Words
from cardshark.text import UserError

WORD_BYTES = 32
LOST = "lost"  # what stands for a word that nobody knows any more
SHARE = re.compile(rf"(?:([0-9]{{1,12}}):)?([0-9a-f]{{{2 * WORD_BYTES}}}|{LOST})")


class Session(NamedTuple):
    """The word by which deals were dealt from `start` on; empty as long as it is sealed, and for ever if it was lost."""

    start: int
    seal: str
    word: str = ""


Word = tuple[Session, ...]  # the words of all sessions of a contest, in their order


def new_word() -> str:
    """A word that nobody can foretell, as hexadecimal digits."""
    return secrets.token_bytes(WORD_BYTES).hex()


def seal_of(word: str) -> str:
    """The seal of a word: it fixes the word and does not give it away."""
    return sha256(bytes.fromhex(word)).hexdigest()


def read_word(text: str) -> Word:
    """The word of a contest as a result tells it: 64 digits, and after a stop the next ones, each with its first deal: `5f…,40:9c…`."""
    sessions: list[Session] = []
    for part in text.strip().lower().split(","):
        found = SHARE.fullmatch(part)
        start = int(found[1] or 0) if found else 0
        if not found or (start <= sessions[-1].start if sessions else start):
            raise UserError(
                f"a word is {2 * WORD_BYTES} hexadecimal digits, as the result of a contest among strangers tells it, not {text!r}"
            )
        if found[2] == LOST:
            raise UserError("a word of this contest was lost when it was killed, so nobody can deal its cards again")
        sessions.append(Session(start, seal_of(found[2]), found[2]))
    return tuple(sessions)


def spell_word(word: Word) -> str:
    """The same word as a text."""
    return spell(word, [each.word or LOST for each in word])


def spell_seal(word: Word) -> str:
    """The seals of a word, as a text of the same form."""
    return spell(word, [each.seal for each in word])


def spell(word: Word, texts: list[str]) -> str:
    """One text for each session, with its first deal; that of the first session is 0, and need not be said."""
    return ",".join(f"{each.start}:{text}" if each.start else text for each, text in zip(word, texts, strict=True))


def secret_words(word: Word, seed: int, kind: str, piece: tuple[str, int, int], placement: int) -> Words:
    """The words of chance of one kind (`deal` or `luck`) for the deals of a piece (its stream, its first deal, how many) in a placement."""
    stream, start, count = piece
    found = np.empty(count, np.uint64)
    for row, number in enumerate(range(start, start + count)):
        key = next(each.word for each in reversed(word) if each.start <= number)
        drawn = hmac.digest(bytes.fromhex(key), f"{kind} {seed} {stream} {placement} {number}".encode(), "sha256")
        found[row] = int.from_bytes(drawn[:8], "little")
    return found
