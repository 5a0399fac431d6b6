"""Parts of a duel or a league, put together: the journal that one machine would have written, and the result.

Sums are exact, so nothing is lost where deals were shared out. Nobody sits down again: the parts say everything that the result needs.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec

from cardshark.arena.duel import DuelTerms, fit_control, streams_of, sum_up_duel
from cardshark.arena.league import League, LeagueTerms, summary
from cardshark.arena.parts import PIECE, Part, write_merged
from cardshark.arena.placing import game_and_rules, placements, seats_of_a
from cardshark.arena.records import DEALS, HELD_OUT, DealTally, Piece, PlayedPiece, cut_pieces, read_piece
from cardshark.arena.verdict import Duel, Goal, Questions
from cardshark.chain import chained
from cardshark.text import UserError, choice

FEWEST = 2  # deals; of one alone nobody can say how sure it is
OF_PARTS = (PIECE, "deals", "size")  # what only the header of a part says


def merge_deals(parts: Sequence[Part], out: Path) -> Duel | League:
    """Write the journal of the whole, and say what it shows."""
    began, header = time.perf_counter(), parts[0].header
    choice("kind of record to merge", str(header.get("cardshark")), READERS)
    said = read_header(parts[0].path, header)
    terms, deals = terms_of(said), said.deals
    streams = streams_of(terms, deals) if isinstance(terms, DuelTerms) else {DEALS: deals}
    try:
        found = {stream: list(cut_again(gather(parts, stream, count, terms), terms.size)) for stream, count in streams.items()}
        result = judge_record(terms, {stream: tally(pieces) for stream, pieces in found.items()}, time.perf_counter() - began)
    except UserError:
        raise
    except (LookupError, TypeError, ValueError, ArithmeticError) as error:
        raise UserError(f"these pieces do not add up, so one of them is damaged: {' '.join(str(error).split())}") from None
    lines = [{name: value for name, value in header.items() if name not in OF_PARTS}]
    lines += [played.to_json() for pieces in found.values() for played in pieces]
    write_merged(out, chained(lines))
    return result


# ---- what a record says ----


Size = Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)]


class Header(msgspec.Struct):
    """What the header of every record says."""

    game: str
    rules: str
    seed: int
    unit: str = "deal"  # leagues of single hands do not say it
    size: Size = 1
    deals: int = 0  # only of parts


class DuelHeader(Header, kw_only=True):
    """The header of a duel."""

    a: str
    b: str
    seats: str
    control: str | None = None


class LeagueHeader(Header, kw_only=True):
    """The header of a league."""

    players: Annotated[list[str], msgspec.Meta(min_length=2)]


def read_header(path: Path, header: Mapping[str, Any]) -> DuelHeader | LeagueHeader:
    """The header of a record, if it says all that its kind says."""
    kind = READERS[header["cardshark"]]
    known = {name: header[name] for name in kind.__struct_fields__ if name in header}  # beside them stand files of players, by name
    try:
        return msgspec.convert(known, kind)
    except ValueError as error:
        raise UserError(f"{path} is damaged: its first line does not say what was played: {error}") from None


def terms_of(header: DuelHeader | LeagueHeader) -> DuelTerms | LeagueTerms:
    """The terms of a duel or a league."""
    (game, rules, seats), matches = game_and_rules(header.game, header.rules), header.unit == "match"
    if isinstance(header, LeagueHeader):
        return LeagueTerms(game, rules, tuple(header.players), seats, header.seed, matches, header.size)
    players = (header.a, header.b, *([header.control] if header.control else []))
    return DuelTerms(game, rules, players, seats_of_a(header.seats, seats), seats, header.seed, matches, header.size)


READERS: dict[str, type[DuelHeader | LeagueHeader]] = {"duel": DuelHeader, "league": LeagueHeader}


def judge_record(terms: DuelTerms | LeagueTerms, tallies: Mapping[str, DealTally], seconds: float = 0.0) -> Duel | League:
    """What a record shows. It does not say whether a duel could end early, so intervals are the usual ones."""
    played = tallies[DEALS]
    if played.deals < FEWEST:
        raise UserError(f"a record shows something from {FEWEST} deals on, and this one has {played.deals}")
    if isinstance(terms, LeagueTerms):
        return summary(terms, played, played.deals, seconds)
    goal = Goal(None, played.deals, Questions(placements(terms.seats, terms.seats_of_a), terms.matches))
    if terms.control and tallies[HELD_OUT].deals == streams_of(terms, played.deals)[HELD_OUT]:
        fit_control(goal, tallies[HELD_OUT])
    return sum_up_duel(terms, goal, played, played.deals, seconds)


# ---- what parts have ----


def gather(parts: Sequence[Part], stream: str, deals: int, terms: DuelTerms | LeagueTerms) -> Iterator[PlayedPiece]:
    """What was played of a stream, in its order. A part with a gap, or one that ends too early, is refused."""
    size = terms.size
    for part in parts:
        span = part.share.span(deals)
        reached = span.start
        for number, line in enumerate(part.lines, 2):
            try:
                played = read_piece(line, terms.shape)
            except ValueError:
                raise UserError(f"{part.path} is damaged: line {number} is not a finished piece of work") from None
            if played.piece.stream != stream:
                continue
            end = min((reached // size + 1) * size, span.stop)
            if played.piece != Piece(stream, reached, end - reached) or end == reached:
                raise UserError(f"{part.path} is damaged: line {number} does not follow on the lines before")
            reached = end
            yield played
        if reached < span.stop:
            raise UserError(
                f"{part.path} is not finished ({reached - span.start:,} of {len(span):,} deals): "
                "run the command that writes it again, which goes on where it ended"
            )


def cut_again(pieces: Iterator[PlayedPiece], size: int) -> Iterator[PlayedPiece]:
    """The same deals, cut as one machine would have: parts may begin in the middle of a piece."""
    found = list(pieces)
    if not found:
        return
    begin, end = found[0].piece, found[-1].piece
    left = iter(found)
    for piece in cut_pieces(begin.stream, begin.start, end.start + end.deals, size):
        whole = DealTally()
        while whole.deals < piece.deals:
            whole.add(next(left))
        yield PlayedPiece(piece, whole.moments, whole.clocks)


def tally(pieces: Sequence[PlayedPiece]) -> DealTally:
    """The sums of all pieces."""
    found = DealTally()
    for played in pieces:
        found.add(played)
    return found
