"""What was played, piece by piece: the sums of each, and the journal in which they are kept.

A run that is interrupted goes on where it was, and a run for more deals plays only those that are missing. What is kept are exact
sums (`stats.Moments`), so the result is the same to the bit as without any interruption.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import reduce
from pathlib import Path
from typing import Any, NamedTuple

from cardshark import __version__
from cardshark.arena.dealing.words import Session, Word, new_word, read_word, seal_of, spell_seal, spell_word
from cardshark.arena.parts import PIECE, Share
from cardshark.arena.settings import ArenaSettings
from cardshark.arena.stats import Moments
from cardshark.journal import Journal, OutOfOrder

FORMAT = 1
DEALS = "deal"  # the stream of the deals that count
SEAL, WORD = "seal", "word"  # in lines that are no pieces: the seal of a secret word, and the word
HELD_OUT = "held out"  # the stream of other deals, on which a control variate is fitted

Announce = Callable[[str], None]  # is told the seal of a secret word before the first deal
Progress = Callable[[int], None]  # is told how many more deals are done


class Piece(NamedTuple):
    """Some deals of a stream, which one worker plays in one go."""

    stream: str
    start: int
    deals: int


class Clock(NamedTuple):
    """How long a player thought, and about how many choices. It differs from run to run."""

    seconds: float
    moves: int

    def each(self) -> float | None:
        """Seconds for a choice; None if none was timed."""
        return self.seconds / self.moves if self.moves else None

    def __add__(self, other: Any) -> "Clock":
        return Clock(self.seconds + other.seconds, self.moves + other.moves)


class PlayedPiece(NamedTuple):
    """What a piece showed: sums by name, and the clock of each player."""

    piece: Piece
    moments: dict[str, Moments]
    clocks: list[Clock]

    def to_json(self) -> dict[str, Any]:
        """For JSON."""
        moments = {name: found.to_json() for name, found in self.moments.items()}
        return {**self.piece._asdict(), "moments": moments, "clocks": [list(clock) for clock in self.clocks]}


PlayAll = Callable[[Sequence[Piece]], Iterator[PlayedPiece]]  # plays pieces and gives them back in their order


def ignore(done: Any) -> None:
    """Report no progress."""


def read_piece(data: dict[str, Any]) -> PlayedPiece:
    """A piece back from its line."""
    moments = {name: Moments.read(found) for name, found in data["moments"].items()}
    return PlayedPiece(Piece(data["stream"], data["start"], data["deals"]), moments, [Clock(*clock) for clock in data["clocks"]])


@dataclass
class DealTally:
    """The sums of the deals played so far; they do not depend on how these were cut into pieces."""

    deals: int = 0
    moments: dict[str, Moments] = field(default_factory=dict)
    clocks: list[Clock] = field(default_factory=list)

    def add(self, played: PlayedPiece) -> None:
        """One more piece."""
        self.deals += played.piece.deals
        self.moments = {name: self.moments[name] + more if name in self.moments else more for name, more in played.moments.items()}
        self.clocks = (
            [reduce(Clock.__add__, pair) for pair in zip(self.clocks, played.clocks, strict=True)] if self.clocks else played.clocks
        )


class DealJournal(Journal):
    """The pieces of a duel or a league, in the order in which they were played."""

    def __init__(self, path: Path | None, kind: str, settings: dict[str, Any], begins: Mapping[str, int] | None = None) -> None:
        """Open the journal. A part of a duel does not begin each stream at its first deal; `begins` says where."""
        self.pieces: list[PlayedPiece] = []
        self.begins = begins or {}
        self.ends = dict(self.begins)  # how far the deals of each stream reach
        self.word: Word = ()  # among strangers: the words of all sessions
        super().__init__(path, {"cardshark": kind, "format": FORMAT, "version": __version__, **settings})

    def take(self, line: dict[str, Any]) -> None:
        """A piece that was played before; those of a stream follow each other without a gap. Among strangers also a seal, or a word."""
        if is_of_word(line):
            self.take_word(line)
            return
        played = read_piece(line)
        if played.piece.start != self.reached(played.piece.stream) or played.piece.deals < 1:
            raise OutOfOrder
        self.keep(played)

    def take_word(self, line: dict[str, Any]) -> None:
        """A seal, under which the deals that follow were dealt, or the word behind the last one."""
        if WORD not in line:
            self.seal(Session(line["start"], line[SEAL]))
        elif not self.word or seal_of(line[WORD]) != self.word[-1].seal:
            raise OutOfOrder
        else:
            self.word = (*self.word[:-1], self.word[-1]._replace(word=line[WORD]))

    def seal(self, session: Session) -> None:
        """From here on deals follow from another word. A session in which nothing was played is forgotten."""
        if session.start != self.reached(DEALS):
            raise OutOfOrder
        self.word = (*(each for each in self.word if each.start != session.start), session)

    def note(self, line: Mapping[str, Any]) -> None:
        """Write a line that is no piece: a file in which no piece stands is still a new one, which is removed if nothing comes of it."""
        is_new = self.is_new
        self.write(line)
        self.is_new = is_new

    def keep(self, played: PlayedPiece) -> None:
        """Remember one more piece."""
        self.pieces.append(played)
        self.ends[played.piece.stream] = played.piece.start + played.piece.deals

    def reached(self, stream: str) -> int:
        """How many deals of a stream are on record."""
        return self.ends.get(stream, 0)

    def add(self, played: PlayedPiece) -> None:
        """Keep one more piece; without a file nothing is kept."""
        if self.file:
            self.keep(played)
            self.write(played.to_json())


def is_of_word(line: Mapping[str, Any]) -> bool:
    """Is this line of a journal no piece, but the seal of a secret word, or the word?"""
    return SEAL in line or WORD in line


@dataclass(frozen=True)
class Strangers:
    """From which secret word a contest among strangers was dealt: whoever has it and the seed can deal the same cards again."""

    seal: str
    word: str
    given: bool  # it was known before, because somebody repeats a contest: then the deals were no secret


class Dealer:
    """Who lets pieces be played: as they are, where nobody is a stranger."""

    def __init__(self, play_all: PlayAll) -> None:
        self.play_all = play_all

    def told(self) -> Strangers | None:
        """What the result says of a secret word."""
        return None

    def reveal(self) -> None:
        """Tell the word, where there is one."""


class SecretDealer(Dealer):
    """The same among strangers: a secret word is drawn and sealed right before the first deal, and revealed at the end."""

    def __init__(
        self, given: str | None, journal: DealJournal, announce: Announce, play_all: PlayAll, deal_by: Callable[[Word], None]
    ) -> None:
        """`given` is the word of a contest that is repeated; `deal_by` tells the table a word."""
        self.journal, self.announce, self.play_pieces, self.deal_by = journal, announce, play_all, deal_by
        self.given = given is not None
        self.word = read_word(given) if given is not None else ()  # those of all sessions, once something was dealt

    def play_all(self, pieces: Sequence[Piece]) -> Iterator[PlayedPiece]:
        """Play pieces. Where there is nothing to play, no word is drawn."""
        if pieces:
            self.deal_by(self.word if self.given else self.draw())
        yield from self.play_pieces(pieces)

    def draw(self) -> Word:
        """A new word, whose seal is known before its first deal."""
        word = new_word()
        session = Session(self.journal.reached(DEALS), seal_of(word))
        self.journal.seal(session)
        self.journal.note({SEAL: session.seal, "start": session.start})
        self.announce(session.seal)
        self.word = (*self.journal.word[:-1], session._replace(word=word))
        return self.word

    def reveal(self) -> None:
        """Write the word into the record, whatever ended the contest."""
        if self.word and not self.given:
            self.journal.note({WORD: self.word[-1].word})

    def told(self) -> Strangers:
        """The words of all sessions."""
        word = self.word or self.journal.word
        return Strangers(spell_seal(word), spell_word(word), self.given)


@contextmanager
def secretly(terms: Any, given: str | None, journal: DealJournal, announce: Announce, play_all: PlayAll, deal_by: Any) -> Iterator[Dealer]:
    """Who lets the pieces of a contest be played, under its terms: by a secret word among strangers. See `SecretDealer`."""
    dealer = SecretDealer(given, journal, announce, play_all, deal_by) if terms.strangers else Dealer(play_all)
    try:
        yield dealer
    finally:
        dealer.reveal()


def cut_pieces(stream: str, start: int, end: int, size: int) -> list[Piece]:
    """Deals `start` to `end` in pieces. Each piece ends at a multiple of the size, except the last."""
    ends = [*range((start // size + 1) * size, end, size), end]
    return [Piece(stream, first, last - first) for first, last in zip([start, *ends], ends, strict=False) if last > first]


def pieces_of(play_all: PlayAll, journal: DealJournal, deals: int, size: int, stream: str = DEALS) -> Iterator[PlayedPiece]:
    """The deals of a stream, piece by piece in their order, until there are so many; what the journal has is not played again."""
    reached = journal.begins.get(stream, 0)
    known = [played for played in journal.pieces if played.piece.stream == stream]
    for played in known:
        if played.piece.start + played.piece.deals > deals:
            break
        reached += played.piece.deals
        yield played
    is_new = reached == journal.reached(stream)
    for played in play_all(cut_pieces(stream, reached, deals, size)):
        if is_new:
            journal.add(played)
        yield played


def tally_pieces(
    pieces: Iterator[PlayedPiece], size: int, progress: Progress = ignore, enough: Callable[[DealTally], bool] = lambda tally: False
) -> DealTally:
    """The sums of these pieces; `enough` looks at them at every multiple of the size and may end the run there."""
    tally = DealTally()
    for played in pieces:
        tally.add(played)
        progress(played.piece.deals)
        if tally.deals % size == 0 and enough(tally):
            break
    return tally


# ---- parts ----


class PlayedShare(NamedTuple):
    """What part of the deals was played, and where it is kept."""

    piece: Share
    record: Path
    units: str
    first: int  # deal, counted from 0
    deals: int
    of_deals: int

    def to_json(self) -> dict[str, Any]:
        """For JSON."""
        return {**self._asdict(), PIECE: str(self.piece), "record": str(self.record)}


def play_share(
    play_all: PlayAll, settings: ArenaSettings, kind: str, header: dict[str, Any], size: int, streams: Mapping[str, int], progress: Progress
) -> PlayedShare:
    """Play one part of the deals of each stream into a journal of its own; `streams` says how many deals each has altogether."""
    share = settings.share()
    assert settings.record
    spans = {stream: share.span(deals) for stream, deals in streams.items()}
    header = {**header, PIECE: str(share), "deals": settings.count, "size": size}
    with DealJournal(settings.record, kind, header, {stream: span.start for stream, span in spans.items()}) as journal:
        for stream, span in spans.items():
            tally_pieces(pieces_of(play_all, journal, span.stop, size, stream), size, progress if stream == DEALS else ignore)
        journal.keep_file()
    mine = spans[DEALS]
    return PlayedShare(share, settings.record, settings.units, mine.start, len(mine), settings.count)
