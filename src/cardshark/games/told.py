"""What a position says: its lines by keyword, whether they came as text or as JSON. Every word knows its place.

In JSON every line is a field. A game's `FIELDS` say how: as one value, as a list, or as an object with names for the words.

    trick 3 2C 3C 7C TC        "tricks": [{"leader": 3, "cards": ["2C", "3C", "7C", "TC"]}]
"""

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple, NoReturn

from cardshark.cards import CardSet
from cardshark.games.lines import Word, numbers
from cardshark.text import UserError, choice

WHOLE = re.compile(r"-?\d{1,18}", re.ASCII)
ONE, ALL = ("",), "*"  # the line is one value; the line is a list of all its words


class Shape(NamedTuple):
    """How a line stands in JSON."""

    name: str  # of the field
    parts: tuple[str, ...] = ONE  # names of the words
    rest: str = ""  # the name of the list of all words after these
    repeated: bool = False  # there may be many such lines, so the field is a list


def one(name: str) -> Shape:
    """A line with one value."""
    return Shape(name)


def row(name: str) -> Shape:
    """A line that is a list."""
    return Shape(name, (), ALL)


def rows(name: str, *parts: str, rest: str = "") -> Shape:
    """A line that may come many times."""
    return Shape(name, parts, rest, True)


class Told:
    """The lines of a position by keyword, and questions about them; what is wrong is refused with its place."""

    def __init__(self, lines: list[list[Word]], end: Word, shapes: Mapping[str, Shape]) -> None:
        self.lines: dict[str, list[list[Word]]] = {}
        self.end = end
        for words in lines:
            key = words[0].text
            if key not in shapes:
                refuse_keyword(words[0], list(shapes))
            if key in self.lines and not shapes[key].repeated:
                words[0].wrong(f"the line {key!r} stands twice")
            self.lines.setdefault(key, []).append(words)

    def all(self, key: str) -> list[list[Word]]:
        """Every line with this keyword."""
        return self.lines.get(key, [])

    def has(self, key: str) -> bool:
        """Is there such a line?"""
        return key in self.lines

    def start(self, key: str) -> Word:
        """Where the line starts that is to blame; the end of the text if there is none."""
        return self.lines[key][0][0] if key in self.lines else self.end

    def wrong(self, key: str, what: str) -> NoReturn:
        """Refuse a line."""
        self.start(key).wrong(what)

    def line(self, key: str) -> list[Word]:
        """The line with this keyword, which must be there."""
        if key not in self.lines:
            self.end.wrong(f"{key!r} is missing from this position")
        return self.lines[key][0]

    def word(self, key: str) -> Word:
        """The one word of a line."""
        words = self.line(key)
        if len(words) != 2:
            words[0].wrong(f"here should stand one word after {key!r}, not {len(words) - 1}")
        return words[1]

    def number(self, key: str, low: int, high: int, usual: int | None = None) -> int:
        """The one number of a line; without the line the usual one, if there is one."""
        if usual is not None and key not in self.lines:
            return usual
        return in_range(self.word(key), low, high)

    def numbers(self, key: str, count: int, low: int, high: int) -> list[int]:
        """The numbers of a line; zeros without it."""
        if key not in self.lines:
            return [0] * count
        words = self.line(key)
        numbers(words, count)
        return [in_range(word, low, high) for word in words[1:]]

    def cards(self, key: str) -> CardSet:
        """The cards of a line; none without it."""
        return set_of_words(self.lines[key][0][1:]) if key in self.lines else 0

    def must_be(self, key: str, expected: list[int], why: str) -> None:
        """A line that follows from the others may be missing; otherwise it must agree with them."""
        if key in self.lines:
            words = self.line(key)
            if numbers(words, len(expected)) != expected:
                words[min(1, len(words) - 1)].wrong(f"{why} {' '.join(map(str, expected))}")


def refuse_keyword(word: Word, keys: list[str]) -> NoReturn:
    """Refuse a line that positions of this game do not have."""
    try:
        choice("line", word.text, keys)
    except UserError as error:
        word.wrong(str(error))
    raise AssertionError(f"{word.text} is known")


def in_range(word: Word, low: int, high: int) -> int:
    """This word as a number in a range."""
    number = word.number()
    if not low <= number <= high:
        word.wrong(f"here should stand a number from {low} to {high}, not {word.text}")
    return number


def set_of_words(words: list[Word]) -> CardSet:
    """The set of the cards that words name, none of them twice."""
    found = 0
    for word in words:
        bit = 1 << word.card()
        if found & bit:
            word.wrong(f"{word.text} stands twice on this line")
        found |= bit
    return found


# ---- JSON ----


def values_of(lines: list[str], shapes: Mapping[str, Shape]) -> dict[str, Any]:
    """Lines as fields for JSON."""
    found: dict[str, Any] = {}
    for line in lines:
        key, *words = line.split()
        shape = shapes[key]
        value = value_of([int(word) if WHOLE.fullmatch(word) else word for word in words], shape)
        if shape.repeated:
            found.setdefault(shape.name, []).append(value)
        else:
            found[shape.name] = value
    return found


def value_of(words: list[Any], shape: Shape) -> Any:
    """The words of one line as one value."""
    if shape.parts == ONE:
        return words[0]
    if shape.rest == ALL:
        return words
    named = dict(zip(shape.parts, words, strict=False))
    return {**named, shape.rest: words[len(shape.parts) :]} if shape.rest else named


def object_in(text: str) -> dict[str, Any]:
    """The JSON object that a text holds."""
    try:
        found = json.loads(text, object_pairs_hook=refuse_twice)
    except json.JSONDecodeError as error:
        raise UserError(f"line {error.lineno}, column {error.colno}: this is not JSON: {error.msg}") from None
    except RecursionError:
        raise UserError("line 1, column 1: this JSON is nested too deeply for a position") from None
    except UserError:
        raise
    except ValueError:  # a number of thousands of digits
        raise UserError("line 1, column 1: a number in this JSON has too many digits") from None
    return found


def refuse_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON, in which every field stands once."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise UserError(f"{key}: this field stands twice")
        found[key] = value
    return found


def lines_of(fields: Mapping[str, Any], shapes: Mapping[str, Shape]) -> list[list[Word]]:
    """Fields of JSON as lines of words that know their field."""
    keys = {shape.name: key for key, shape in shapes.items()}
    found = []
    for name, value in fields.items():
        if name not in keys:
            raise UserError(f"{name}: {unknown_field(name, list(keys))}")
        key, shape = keys[name], shapes[keys[name]]
        if not shape.repeated:
            found.append(line_of(key, name, value, shape))
        else:
            found += [line_of(key, f"{name}[{i}]", each, shape) for i, each in enumerate(listing(value, name))]
    return found


def unknown_field(name: str, known: list[str]) -> str:
    """Why there is no such field."""
    try:
        return choice("field", name, known)
    except UserError as error:
        return str(error)


def listing(value: Any, field: str) -> list[Any]:
    """A value that must be a list."""
    if not isinstance(value, list):
        raise UserError(f"{field}: here should stand a list")
    return value


def line_of(key: str, field: str, value: Any, shape: Shape) -> list[Word]:
    """One value of JSON as the words of a line."""
    start = Word(key, field=field)
    if shape.parts == ONE:
        return [start, word_of(value, field)]
    if shape.rest == ALL:
        return [start, *(word_of(each, f"{field}[{i}]") for i, each in enumerate(listing(value, field)))]
    if not isinstance(value, Mapping):
        start.wrong(f"here should stand an object with {', '.join(filter(None, [*shape.parts, shape.rest]))}")
    for name in value:
        if name not in (*shape.parts, shape.rest or None):
            Word(key, field=f"{field}.{name}").wrong(unknown_field(name, [*shape.parts, *filter(None, [shape.rest])]))
    found = [start, *(word_of(value[part], f"{field}.{part}") for part in shape.parts if part in value)]
    missing = next((part for part in shape.parts if part not in value), None)
    if missing and any(name in value for name in (*shape.parts[shape.parts.index(missing) :], shape.rest)):
        start.wrong(f"{missing!r} is missing here")
    rest = listing(value.get(shape.rest, []), f"{field}.{shape.rest}")
    return [*found, *(word_of(each, f"{field}.{shape.rest}[{i}]") for i, each in enumerate(rest))]


def word_of(value: Any, field: str) -> Word:
    """A number or a text of JSON as a word."""
    small = type(value) is int and abs(value) < 10**18
    if not small and not (isinstance(value, str) and re.fullmatch(r"\S+", value)):
        raise UserError(f"{field}: here should stand a number or a word without blanks")
    return Word(str(value), field=field)
