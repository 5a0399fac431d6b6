"""Lines of text. Reading gives words that know where they stand, so that an error can point at them. A line is a keyword and values."""

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, NoReturn

from cardshark.cards import Card, CardSet, card, names
from cardshark.text import UserError


class Word(NamedTuple):
    """A word of a file and its place, counted from 1; in JSON the place is a field, like `tricks[2].leader`."""

    text: str
    line: int = 0
    column: int = 0
    field: str = ""

    def wrong(self, what: str) -> NoReturn:
        """Refuse this word."""
        raise UserError(f"{self.field or f'line {self.line}, column {self.column}'}: {what}")

    def card(self) -> Card:
        """This word as a card."""
        try:
            return card(self.text)
        except ValueError as error:
            self.wrong(str(error))

    def number(self, digits: int = 18) -> int:
        """This word as a whole number of at most so many digits."""
        if not re.fullmatch(rf"-?\d{{1,{digits}}}", self.text, re.ASCII):
            self.wrong(f"{self.text!r} is not a whole number of up to {digits} digits")
        return int(self.text)


class Lines:
    """The lines of a file that are not empty, one after the other; `#` starts a comment."""

    def __init__(self, text: str) -> None:
        self.lines: list[list[Word]] = []
        number = 0
        for number, line in enumerate(text.splitlines(), 1):
            found = [Word(match[0], number, match.start() + 1) for match in re.finditer(r"\S+", line.split("#")[0])]
            if found:
                self.lines.append(found)
        self.end = Word("the end of the file", number + 1, 1)
        self.at = 0

    def key(self) -> str:
        """The first word of the next line; empty at the end."""
        return self.lines[self.at][0].text if self.at < len(self.lines) else ""

    def here(self) -> Word:
        """Where the next line starts."""
        return self.lines[self.at][0] if self.at < len(self.lines) else self.end

    def next(self, key: str = "") -> list[Word]:
        """The words of the next line, which must start with `key`."""
        if self.at == len(self.lines) or (key and self.key() != key):
            self.here().wrong(f"here should stand a line that starts with {key!r}, not {self.here().text!r}")
        self.at += 1
        return self.lines[self.at - 1]


def blame(word: Word, read_word: Callable[[], Any]) -> Any:
    """What `read_word` returns; if it raises a `UserError`, the error names the place of the word."""
    try:
        return read_word()
    except UserError as error:
        word.wrong(str(error))


def groups(words: list[Word], count: int = 0) -> list[list[Word]]:
    """The words after a line's key, divided by `|` into groups; `count` of them, if that is given."""
    found: list[list[Word]] = [[]]
    for word in words[1:]:
        if word.text == "|":
            found.append([])
        else:
            found[-1].append(word)
    if count and len(found) != count:
        words[0].wrong(f"here should stand {count} groups divided by '|', not {len(found)}")
    return found


def numbers(words: list[Word], count: int) -> list[int]:
    """The numbers that follow a line's key."""
    if len(words) != count + 1:
        words[0].wrong(f"here should stand {count} number{'s' * (count != 1)}, not {len(words) - 1}")
    return [word.number() for word in words[1:]]


def line(keyword: str, values: Iterable[Any]) -> str:
    """A keyword and its values."""
    return " ".join([keyword, *map(str, values)])


def set_lines(**sets: CardSet) -> list[str]:
    """A line for each set that holds any card."""
    return [f"{keyword} {names(cards)}" for keyword, cards in sets.items() if cards]
