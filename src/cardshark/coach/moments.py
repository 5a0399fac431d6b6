"""Where a question is asked: a position by itself, or a moment of a match or a hand that was played.

    find_position(text)                     a position: lines, or JSON (`games/positions.py`)
    find_position(text, "3.5")              of a transcript, a link or a saved hand: hand 3, trick 5, where its first card is to be led
    find_position(text, "3.5.2")            the same, where seat 2 chooses
    find_position(text, "3.5.0.2")          the second choice of seat 0 in that turn of gin: what to discard

Tricks count from 1; 0 is the time before, when cards are passed. At gin each seat's own turns are counted.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cardshark.coach.judges import coach_of
from cardshark.games import game_named, transcript
from cardshark.games.lines import Lines
from cardshark.games.match import Single
from cardshark.games.positions import Position, position_of, read_position
from cardshark.games.transcript import Transcript
from cardshark.hands import verify
from cardshark.hands.hand import PlayedHand
from cardshark.hands.link import decode, looks_like_link
from cardshark.hands.played import end, ended, steps
from cardshark.hands.saved import from_json
from cardshark.text import UserError, check_text

SAVED = re.compile(r'\s*(<|\{\s*"cardshark"\s*:)')  # how a hand that the table saved begins: a page, or JSON
Source = str | Path | Position | Transcript | PlayedHand
PLACE = re.compile(r"(\d{1,6})\.(\d{1,6})(?:\.(\d))?(?:\.(\d{1,2}))?", re.ASCII)


class Moment(NamedTuple):
    """A decision of a match: where it came, and what the seat knew."""

    hand: int  # from 1
    turn: int  # the trick, or the seat's turn
    position: Position
    chosen: int | None  # None where the match breaks off

    @property
    def seat(self) -> int:
        """Who decides."""
        return int(self.position.view.table.turn)


def find_position(source: Source, at: str = "") -> Position:
    """The position that is meant; `at` says where in a transcript or a link."""
    found, at = opened(source), check_text("the place in a match (at)", at)
    if isinstance(found, Position):
        if at:
            raise UserError("this is one position, so there is nothing to look up in it: leave out --at")
        return found
    moments = moments_of_match(found) if isinstance(found, Transcript) else moments_of_hand(found)
    return choose_moment(list(moments), at)


def opened(source: Source) -> Position | Transcript | PlayedHand:
    """What a text, a file or an object holds. One line is a link, or the name of a file."""
    if isinstance(source, Path):
        return in_file(source)
    if not isinstance(source, str):
        if not isinstance(source, (Position, Transcript, PlayedHand)):
            raise UserError(f"a position, a transcript, a link or a file can be analysed, not {type(source).__name__}")
        return source
    return in_text(source) if is_link(source) or is_long(source) else in_file(Path(source))


def in_text(text: str) -> Position | Transcript | PlayedHand:
    """What a text holds."""
    if is_link(text):
        return decode(text)
    if SAVED.match(text):
        saved = verify.read(text)
        return from_json(saved.get("played", saved))
    return transcript.read(text) if is_transcript(text) else read_position(text)


def is_link(text: str) -> bool:
    """Is it a link? A link is one line; in a longer text `#` begins a remark."""
    return not is_long(text) and looks_like_link(text)


def is_long(text: str) -> bool:
    """Is it more than one line, or JSON, or a page?"""
    return "\n" in text.strip() or text.lstrip().startswith(("{", "<"))


def is_transcript(text: str) -> bool:
    """Does this text begin as a transcript does: `cardshark hearts 1`? (A program is told `cardshark 1`.)"""
    lines = Lines(text[:10_000]).lines
    return bool(lines) and lines[0][0].text == "cardshark" and len(lines[0]) == 3


def in_file(path: Path) -> Position | Transcript | PlayedHand:
    """What a file holds."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:  # not text, or a name that no file can have
        raise UserError(f"{str(path)[:200]} cannot be read: {getattr(error, 'strerror', None) or 'it is not text'}") from None
    try:
        return in_text(text)
    except UserError as error:
        raise UserError(f"{path}, {error}") from None


# ---- moments ----


def moments_of_match(match: Transcript) -> Iterator[Moment]:
    """Every decision of a match, and the one where it breaks off."""
    game = game_named(match.game)
    playing = Single(game, match.rules, first=match.first)
    for number, hand in enumerate(match.hands, match.first):
        game.text.put(playing, hand)
        so_far = game.text.dealt(playing)
        for choice in (*hand.choices, None):
            if playing.over or int(playing.state.table.hand_number) != number:
                break
            yield moment(playing, choice)
            if choice is not None:
                so_far = game.text.choose(playing, so_far, choice, hand)


def moments_of_hand(hand: PlayedHand) -> Iterator[Moment]:
    """Every decision of a hand, and the one where it breaks off."""
    for match, choice in steps(hand):
        yield moment(match, choice)
    match = end(hand)
    if not ended(hand, match):
        yield moment(match, None)


def moment(match: Single, chosen: int | None) -> Moment:
    """The decision that a match has come to."""
    position = position_of(match.game, match.rules, match.view())
    table = position.view.table
    return Moment(int(table.hand_number) + 1, coach_of(match.game.NAME).turn_number(table), position, chosen)


def choose_moment(moments: list[Moment], at: str) -> Position:
    """The moment that is meant: without `at` the one where the match broke off."""
    hands = spread([each.hand for each in moments])
    if not at:
        if moments[-1].chosen is not None:
            raise UserError(f"say which decision is meant, with --at HAND.TRICK (or HAND.TURN): there are the hands {hands}")
        return moments[-1].position
    found = PLACE.fullmatch(at.strip())
    if not found:
        raise UserError(f"--at is HAND.TRICK or HAND.TURN, perhaps with a seat and the number of its choice, as 3.5 or 3.5.0.2, not {at!r}")
    hand, turn, seat, choice = (None if each is None else int(each) for each in found.groups())
    there = [each for each in moments if each.hand == hand]
    if not there:
        raise UserError(f"there is no hand {hand}: there are the hands {hands}")
    title = coach_of(there[0].position.game.NAME).TURN_TITLE.lower()
    meant = [each for each in there if each.turn == turn]
    if not meant:
        raise UserError(f"hand {hand} has no {title} {turn}: it has {spread([each.turn for each in there])}")
    own = [each for each in meant if each.seat == (meant[0].seat if seat is None else seat)]
    if not own:
        raise UserError(f"seat {seat} decides nothing in {title} {turn} of hand {hand}")
    if not 1 <= (1 if choice is None else choice) <= len(own):
        raise UserError(f"seat {own[0].seat} makes {len(own)} choices in {title} {turn} of hand {hand}, so there is no choice {choice}")
    return own[(choice or 1) - 1].position


def spread(numbers: list[int]) -> str:
    """From the least of these numbers to the greatest: `1 to 6`."""
    return f"{min(numbers)} to {max(numbers)}"
