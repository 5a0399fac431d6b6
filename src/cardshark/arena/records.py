"""What was played, piece by piece: the sums of each, and the journal in which they are kept.

A run that is interrupted goes on where it was, and a run for more deals plays only those that are missing. What is kept are exact
sums (`stats.Moments`), so the result is the same to the bit as without any interruption.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec

from cardshark import __version__
from cardshark.arena.dealing.words import Session, Word, seal_of
from cardshark.arena.parts import PIECE, Share
from cardshark.arena.settings import ArenaSettings
from cardshark.arena.stats import Moments
from cardshark.journal import Journal, OutOfOrder

FORMAT = 1
DEALS = "deal"  # the stream of the deals that count
SEAL, WORD = "seal", "word"  # in lines that are no pieces: the seal of a secret word, and the word
HELD_OUT = "held out"  # the stream of other deals, on which a control variate is fitted

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


class PieceShape(NamedTuple):
    """What every piece of a duel or a league has: how many figures under each name, and how many clocks."""

    figures: Mapping[str, int]
    clocks: int


class PieceLine(msgspec.Struct):
    """The line of a piece."""

    stream: str
    start: Annotated[int, msgspec.Meta(ge=0)]
    deals: Annotated[int, msgspec.Meta(ge=1)]
    moments: dict[str, dict[str, Any]]
    clocks: list[tuple[float, int]]


def read_piece(data: dict[str, Any], shape: PieceShape | None = None) -> PlayedPiece:
    """A piece back from its line; a ValueError if it is none, or not one of this shape."""
    line = msgspec.convert(data, PieceLine)
    moments = {name: Moments.read(found) for name, found in line.moments.items()}
    if any(found.count != line.deals for found in moments.values()):
        raise ValueError("sums are those of all its deals")
    if shape and (len(line.clocks) != shape.clocks or {name: len(found.sums) for name, found in moments.items()} != dict(shape.figures)):
        raise ValueError("it has other figures than a piece has")
    return PlayedPiece(Piece(line.stream, line.start, line.deals), moments, [Clock(*clock) for clock in line.clocks])


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

    def __init__(
        self, path: Path | None, kind: str, settings: dict[str, Any], shape: PieceShape | None = None,
        begins: Mapping[str, int] | None = None,
    ) -> None:  # fmt: skip
        """Open the journal. A part of a duel does not begin each stream at its first deal; `begins` says where."""
        self.pieces: list[PlayedPiece] = []
        self.shape = shape
        self.begins = begins or {}
        self.ends = dict(self.begins)  # how far the deals of each stream reach
        self.word: Word = ()  # among strangers: the words of all sessions
        super().__init__(path, {"cardshark": kind, "format": FORMAT, "version": __version__, **settings})

    def take(self, line: dict[str, Any]) -> None:
        """A piece that was played before; those of a stream follow each other without a gap. Among strangers also a seal, or a word."""
        if is_of_word(line):
            self.take_word(line)
            return
        played = read_piece(line, self.shape)
        if played.piece.start != self.reached(played.piece.stream):
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

    def seal_word(self, word: str) -> str:
        """Deals follow from this word from now on, of which the file is told only the seal. Returns the seal."""
        session = Session(self.reached(DEALS), seal_of(word))
        self.seal(session)
        self.note({SEAL: session.seal, "start": session.start})
        return session.seal

    def reveal_word(self, word: str) -> None:
        """Tell the word whose seal came last."""
        self.take_word({WORD: word})
        self.note({WORD: word})

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
    play_all: PlayAll, settings: ArenaSettings, kind: str, header: dict[str, Any], shape: PieceShape, size: int,
    streams: Mapping[str, int], progress: Progress,
) -> PlayedShare:  # fmt: skip
    """Play one part of the deals of each stream into a journal of its own; `streams` says how many deals each has altogether."""
    share = settings.share()
    assert settings.record
    spans = {stream: share.span(deals) for stream, deals in streams.items()}
    header = {**header, PIECE: str(share), "deals": settings.count, "size": size}
    with DealJournal(settings.record, kind, header, shape, {stream: span.start for stream, span in spans.items()}) as journal:
        for stream, span in spans.items():
            tally_pieces(pieces_of(play_all, journal, span.stop, size, stream), size, progress if stream == DEALS else ignore)
        journal.keep_file()
    mine = spans[DEALS]
    return PlayedShare(share, settings.record, settings.units, mine.start, len(mine), settings.count)
