"""A match as text and back: compact, readable, exact.

    cardshark hearts 1                     the game, and the version of this format
    rules american:hands=1
    players random | random | random | random
    seed 7 match 0                         how it was dealt, where that is known

    hand 1
    ...                                    each game's own lines: see its `text.py`

Reading a transcript plays the match again, so a transcript that can be read follows the rules. Errors name line and column.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from cardshark.chance import MOST_SEED
from cardshark.files import read_text
from cardshark.games import game_named, house
from cardshark.games.lines import Lines, Word, blame, groups
from cardshark.games.match import Single, replay
from cardshark.notebook.shell import as_html
from cardshark.text import UserError, brief, check_text

VERSION = 1
MOST_HANDS = 10_000  # in one file
MOST_LETTERS = 20_000_000  # of it
TITLE = b"cardshark "  # how every transcript begins
SEED_DIGITS = len(str(MOST_SEED))


class Transcript(NamedTuple):
    """A match, or its beginning: who played it, how it was dealt, and every choice."""

    game: str
    rules: Any
    players: tuple[str, ...]
    hands: tuple[Any, ...]  # the game's own Hand, one for each that was dealt
    first: int = 0  # the number of the first hand: hands may differ by their numbers
    seed: int | None = None
    match: int = 0  # the number of this match among the seed's

    _repr_html_ = as_html

    def __str__(self) -> str:
        return write(self)


def record(
    name: str, match: Single, players: Iterable[str], choices: Iterable[int], seed: int | None = None, number: int = 0
) -> Transcript:
    """Carry out these choices in a match that has just started. Returns its transcript."""
    text, first = match.game.text, hand_number(match)
    hands, hand, current = [], text.dealt(match), first
    for option in choices:
        hand = text.choose(match, hand, int(option))
        if hand_number(match) > current:
            hands.append(hand)
            hand, current = text.dealt(match), hand_number(match)
    if hand.choices or not hands:
        hands.append(hand)
    return Transcript(name, match.rules, tuple(players), tuple(hands), first, seed, number)


def hand_number(match: Single) -> int:
    """The number of the hand in play."""
    return int(match.state.table.hand_number)


# ---- writing ----


def write(transcript: Transcript) -> str:
    """A transcript as text."""
    if not isinstance(transcript, Transcript):
        raise UserError(f"a Transcript is written, not {brief(transcript)}: `match` and `transcript.read` return one")
    module = game_named(transcript.game)
    lines = [f"cardshark {transcript.game} {VERSION}", f"rules {house.spell(module.PRESETS, transcript.rules)}"]
    lines.append("players " + " | ".join(transcript.players))
    if transcript.seed is not None:
        lines.append(f"seed {transcript.seed} match {transcript.match}")
    match = Single(module, transcript.rules, first=transcript.first)
    for number, hand in enumerate(transcript.hands, transcript.first + 1):
        lines += ["", f"hand {number}", *module.text.write(transcript.rules, hand, replay(match, hand))]
    return "\n".join(lines) + "\n"


# ---- reading ----


def read(text: str) -> Transcript:
    """The transcript that a text holds, every choice checked by the rules."""
    if len(check_text("a transcript", text)) > MOST_LETTERS:
        raise UserError(f"a transcript has at most {MOST_LETTERS:,} letters, not {len(text):,}")
    lines = Lines(text)
    module = read_title(lines)
    key, *words = lines.next("rules")
    rules = read_rules(module, key, words)
    seats = module.seats(rules)
    players = tuple(" ".join(word.text for word in group) for group in groups(lines.next("players"), seats))
    seed, number = read_seed(lines)
    first = read_first(lines)
    match = Single(module, rules, first=first)
    hands = []
    while lines.key():
        read_number(lines, match)
        hands.append(module.text.read(match, lines))
    return Transcript(module.NAME, rules, players, tuple(hands), first, seed, number)


def read_title(lines: Lines) -> Any:
    """The game that the first line names."""
    words = lines.next("cardshark")
    if len(words) != 3:
        words[0].wrong("the first line should say: cardshark, the game, the version of the format")
    if words[2].text != str(VERSION):
        words[2].wrong(f"this is version {words[2].text} of the format; version {VERSION} can be read")
    return blame(words[1], lambda: game_named(words[1].text))


def read_rules(module: Any, key: Word, words: list[Word]) -> Any:
    """The rules, which are one word."""
    if len(words) != 1:
        key.wrong("here should stand the rules as one word, like american:limit=50")
    return blame(words[0], lambda: house.parse(module.PRESETS, words[0].text))


def read_seed(lines: Lines) -> tuple[int | None, int]:
    """Seed and number of the match, if they are known."""
    if lines.key() != "seed":
        return None, 0
    words = lines.next()
    if len(words) != 4 or words[2].text != "match":
        words[0].wrong("this line should say: seed, a number, match, a number")
    return words[1].number(SEED_DIGITS), words[3].number()


def read_first(lines: Lines) -> int:
    """The number of the first hand, counted from 0, without reading on."""
    start = lines.here()
    words = lines.next("hand")
    lines.at -= 1
    number = words[1].number() if len(words) == 2 else 0
    if not 1 <= number <= MOST_HANDS:
        start.wrong(f"here should stand the number of the hand, from 1 to {MOST_HANDS}")
    return number - 1


def read_number(lines: Lines, match: Single) -> None:
    """Check the number of the next hand."""
    start = lines.here()
    words = lines.next("hand")
    if match.over:
        start.wrong("the match is over before this hand")
    if len(words) != 2 or words[1].number() != hand_number(match) + 1:
        words[-1].wrong(f"this is hand {hand_number(match) + 1}")


def transcript_as_json(transcript: Transcript) -> dict[str, Any]:
    """A transcript as values for JSON."""
    presets = game_named(transcript.game).PRESETS
    hands = [hand._asdict() for hand in transcript.hands]
    return {**transcript._asdict(), "rules": house.spell(presets, transcript.rules), "hands": hands}


def looks_like_one(path: Path) -> bool:
    """Is a file a transcript, by its first word, or empty?"""
    with path.open("rb") as file:
        return file.read(len(TITLE)) in (TITLE, b"")


def load(path: Path | str) -> Transcript:
    """Read a transcript from a file."""
    text = read_text(path)
    try:
        return read(text)
    except UserError as error:
        raise UserError(f"{path}, {error}") from None
