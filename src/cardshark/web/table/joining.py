"""How people join in the deal of a hand: they promise a word each, then say it, and only then are there cards (`hands.seal` has the order).

Every step is kept before anybody hears of it, so a server that was killed goes on with the same secret, the same promises and the words
that were said. Whoever is asked and does not answer in time gave no word: the hand says so for ever.
"""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from cardshark.hands.seal import PROMISE, SILENT, Sealing, promise_of
from cardshark.text import UserError
from cardshark.web.messages.answers import Refused


class Joining(Struct):
    """What people have given to a deal so far, by seat, and what is waited for."""

    promises: list[str]  # empty for a bot; `SILENT` until a person has promised something
    words: list[str]
    step: Literal["promises", "words", "dealt"] = "promises"

    @property
    def sealing(self) -> Sealing:
        """As the hand keeps it."""
        return Sealing(tuple(self.promises), tuple(self.words))

    @property
    def awaited(self) -> list[int]:
        """The seats from which something is waited for."""
        if self.step == "promises":
            return [seat for seat, promise in enumerate(self.promises) if promise == SILENT]
        return [seat for seat, promise in enumerate(self.promises) if promise not in ("", SILENT) and not self.words[seat]]

    def promise(self, seat: int | None, promise: str) -> "Joining":
        """Somebody promises a word."""
        if self.step != "promises" or seat is None or not self.promises[seat]:
            raise Refused("trouble_word_late")
        if not PROMISE.fullmatch(promise):
            raise Refused("trouble_word_form")
        if self.promises[seat] != SILENT:
            raise Refused("trouble_word_twice")
        return replace(self, promises=with_one(self.promises, seat, promise)).or_next()

    def say(self, seat: int | None, word: str) -> "Joining":
        """Somebody says the word that was promised."""
        if self.step != "words" or seat is None:
            raise Refused("trouble_word_late")
        try:
            promised = promise_of(word)
        except UserError:
            raise Refused("trouble_word_form") from None
        if promised != self.promises[seat]:
            raise Refused("trouble_word_other")
        if self.words[seat]:
            raise Refused("trouble_word_twice")
        return replace(self, words=with_one(self.words, seat, word)).or_next()

    def or_next(self) -> "Joining":
        """The next step, if nobody is waited for any more."""
        return self if self.awaited else self.next()

    def next(self) -> "Joining":
        """The next step, whoever is still waited for: those have given nothing. Without any promise there is no word to wait for."""
        after = replace(self, step="words" if self.step == "promises" else "dealt")
        return after if after.awaited else replace(after, step="dealt")


def ask_people(seats: int, people: Iterable[int]) -> Joining:
    """Nobody has promised anything yet. Where only bots sit the cards are dealt at once."""
    people = set(people)
    joining = Joining([SILENT if seat in people else "" for seat in range(seats)], [""] * seats)
    return joining if people else replace(joining, step="dealt")


def with_one(row: list[str], place: int, text: str) -> list[str]:
    """A row in which one text is another."""
    return [text if number == place else each for number, each in enumerate(row)]
