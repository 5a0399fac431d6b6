"""Who deals in a contest: as the seed says, or among strangers by a secret word, sealed before the first deal and told at the end."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from cardshark.arena.dealing.words import Word, new_word, read_word, spell_seal, spell_word

Announce = Callable[[str], None]  # is told the seal of a secret word before the first deal
PlayPieces = Callable[[Sequence[Any]], Iterator[Any]]
DealBy = Callable[[Word], None]  # tells the table a word


@dataclass(frozen=True)
class Strangers:
    """From which secret word a contest among strangers was dealt: whoever has it and the seed can deal the same cards again."""

    seal: str
    word: str
    given: bool  # it was known before, because somebody repeats a contest: then the deals were no secret


class Ledger(Protocol):
    """What a journal does with words; see `records.DealJournal`."""

    word: Word

    def seal_word(self, word: str) -> str: ...

    def reveal_word(self, word: str) -> None: ...


class Dealer:
    """Where nobody is a stranger: pieces are played as they are."""

    def __init__(self, play_pieces: PlayPieces) -> None:
        self.play_pieces = play_pieces

    def play_all(self, pieces: Sequence[Any]) -> Iterator[Any]:
        """Play pieces."""
        return self.play_pieces(pieces)

    def told(self) -> Strangers | None:
        """What the result says of a secret word."""
        return None

    def reveal(self) -> None:
        """Tell the word, where there is one."""


class SecretDealer(Dealer):
    """The same among strangers: a secret word is drawn and sealed right before the first deal, and revealed at the end."""

    def __init__(self, play_pieces: PlayPieces, deal_by: DealBy, journal: Ledger, given: str | None, announce: Announce) -> None:
        """`given` is the word of a contest that is repeated."""
        super().__init__(play_pieces)
        self.deal_by, self.journal, self.announce = deal_by, journal, announce
        self.given = read_word(given) if given is not None else ()
        self.drawn = ""

    def play_all(self, pieces: Sequence[Any]) -> Iterator[Any]:
        """Play pieces. Where there is nothing to play, no word is drawn."""
        if pieces:
            self.deal_by(self.given or self.draw())
        yield from self.play_pieces(pieces)

    def draw(self) -> Word:
        """A new word, whose seal is told before its first deal. Those of sessions before are on record."""
        self.drawn = new_word()
        self.announce(self.journal.seal_word(self.drawn))
        *before, last = self.journal.word
        return (*before, last._replace(word=self.drawn))

    def reveal(self) -> None:
        """Tell the word, whatever ended the contest."""
        if self.drawn:
            self.journal.reveal_word(self.drawn)

    def told(self) -> Strangers:
        """The words of all sessions."""
        word = self.given or self.journal.word
        return Strangers(spell_seal(word), spell_word(word), bool(self.given))


@contextmanager
def dealing(
    strangers: bool, play_pieces: PlayPieces, deal_by: DealBy, journal: Ledger, given: str | None, announce: Announce
) -> Iterator[Dealer]:
    """Who deals in a contest; the word is told however it ends."""
    dealer = SecretDealer(play_pieces, deal_by, journal, given, announce) if strangers else Dealer(play_pieces)
    try:
        yield dealer
    finally:
        dealer.reveal()
