"""How inputs are changed: as bytes, as text, and as values of JSON. All chance comes from the generator that is handed in."""

import copy
import json
import random
import re
from collections.abc import Callable, Sequence
from typing import Any

Luck = random.Random

DEEP = 3_000  # levels of nesting: more than Python's own limit
LONG = 400  # letters of a name that is too long
WORDS = [
    b"", b"\0", b"\xff\xfe", b"\xed\xa0\x80", "\N{SNOWMAN}".encode(), b"\\ud800", b"\r", b"\x85", b"\x1b[31m", b"'", b'"', b"|", b"#", b":",
    b"(", b"=", b"../", b"-0", b"-1", b"9" * 20, b"9" * 5_000, b"1e308", b"1e999", b"NaN", b"Infinity", b"-Infinity", b"null", b"true",
    b"[]", b"{}", b"[" * DEEP, b'{"a":' * DEEP, b"x" * LONG, "\N{ARABIC-INDIC DIGIT THREE}".encode(), "\N{SUPERSCRIPT TWO}".encode(),
    b"0x10",
]  # fmt: skip
VALUES: list[Any] = [
    None, True, False, 0, -1, 1, 2, 0.5, 1e308, float("inf"), float("-inf"), float("nan"), 2**31, 2**63, -(2**63) - 1, 10**30, 10**400, "",
    "x" * LONG, "\ud800", "\0", "<b>", "0", "1", "-1", "NaN", "AS", "☃", [], {}, [[]], [None], [1, "a"], {"a": {"b": [1]}}, ["x"] * LONG,
]  # fmt: skip
NUMBER = re.compile(rb"\d+")


# ---- bytes ----


def flip(data: bytes, luck: Luck) -> bytes:
    """One bit is another."""
    if not data:
        return data
    place = luck.randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1 << luck.randrange(8)]) + data[place + 1 :]


def cut(data: bytes, luck: Luck) -> bytes:
    """A part is missing, or everything from somewhere on."""
    begin = luck.randrange(len(data) + 1)
    end = len(data) if luck.random() < 0.3 else begin + luck.randrange(1, 20)
    return data[:begin] + data[end:]


def repeat(data: bytes, luck: Luck) -> bytes:
    """A part stands there several times."""
    begin = luck.randrange(len(data) + 1)
    part = data[begin : begin + luck.randrange(1, 40)]
    return data[:begin] + part * luck.choice((2, 2, 3, 50)) + data[begin + len(part) :]


def insert(data: bytes, luck: Luck) -> bytes:
    """Something stands there that nobody expects, between the others or in place of some."""
    begin = luck.randrange(len(data) + 1)
    return data[:begin] + luck.choice(WORDS) + data[begin + luck.choice((0, 1, 4)) :]


def number(data: bytes, luck: Luck) -> bytes:
    """A number is another."""
    places = list(NUMBER.finditer(data))
    if not places:
        return insert(data, luck)
    found = luck.choice(places)
    other = luck.choice(
        (b"0", b"-1", b"1", b"%d" % (int(found[0][:30]) + luck.choice((-1, 1))), b"9" * 19, b"9" * 5_000, b"1.5", b"\xc2\xb2")
    )
    return data[: found.start()] + other + data[found.end() :]


def word(data: bytes, luck: Luck) -> bytes:
    """A word stands where another stood, is gone, or is something else."""
    parts = re.split(rb"(\s+)", data)
    if len(parts) < 3:
        return insert(data, luck)
    place = luck.randrange(0, len(parts), 2)
    parts[place] = luck.choice((parts[luck.randrange(0, len(parts), 2)], b"", luck.choice(WORDS)))
    return b"".join(parts)


def line(data: bytes, luck: Luck) -> bytes:
    """A line is gone, stands twice, or somewhere else."""
    lines = data.split(b"\n")
    place, other = luck.randrange(len(lines)), luck.randrange(len(lines))
    moved = lines.pop(place)
    lines[other:other] = luck.choice(([], [moved], [moved, moved]))
    return b"\n".join(lines)


BYTES: list[Callable[[bytes, Luck], bytes]] = [flip, cut, repeat, insert, number, word, line]
MOST_BYTES = 100_000  # of an input: what is longer says nothing new, and takes long to make


def mangled(data: bytes, others: Sequence[bytes], luck: Luck) -> bytes:
    """The same with one to four changes; rarely it goes on as another input does, or is as it was."""
    if luck.random() < 0.03:
        return data
    for _ in range(luck.choice((1, 1, 1, 2, 2, 3, 4))):
        if luck.random() < 0.05:
            other = luck.choice(others)
            data = data[: luck.randrange(len(data) + 1)] + other[luck.randrange(len(other) + 1) :]
        else:
            data = luck.choice(BYTES)(data, luck)[:MOST_BYTES]
    return data


# ---- values ----


def changed(value: Any, luck: Luck) -> Any:
    """The same value of JSON with something else in one place, or without it."""
    if isinstance(value, dict) and value and luck.random() < 0.9:
        key = luck.choice(list(value))
        rest = {name: each for name, each in value.items() if name != key}
        way = luck.random()
        if way < 0.1:
            return rest
        if way < 0.15:
            return {**rest, luck.choice(("", "x" * LONG, "\ud800", "more", "__class__")): value[key]}
        return {**rest, key: changed(value[key], luck)} if way < 0.9 else {**value, key: luck.choice(list(value.values()))}
    if isinstance(value, list) and value and luck.random() < 0.8:
        place, way = luck.randrange(len(value)), luck.random()
        if way < 0.3:
            return luck.choice((value[:place], value[place + 1 :], value + value[place : place + 1], value[::-1], value * 30))
        return [*value[:place], changed(value[place], luck), *value[place + 1 :]]
    if isinstance(value, (int, float)) and luck.random() < 0.4:
        return luck.choice((value + 1, value - 1, -value, str(value), value * 10**18 if isinstance(value, int) else value * 1e300, [value]))
    if isinstance(value, str) and luck.random() < 0.4:
        return mangled(value.encode("utf-8", "surrogatepass"), [b"x"], luck)[:2_000].decode("utf-8", "surrogateescape")
    return copy.deepcopy(luck.choice(VALUES))


TEXTS = [
    "", "0", "-1", "x", "x" * 41, "x" * LONG, "\0", "☃", "you", "AS", "2C 3C 4C", "way 2", "way " + "9" * 4_500, "knock", "hearts",
    "gin", "american", "dutch:hands=1", "american:limit=0", "montecarlo:deals=5", "exec:true", "./x.py:Bot", "network:brain=owl", "jake(",
    "x-0", "x-" + "9" * 30, "x-" + "9" * 4_500, "2026-11-18", "2026-02-30", "9999-12-31", "0001-01-01", "<b>", "../../x", "practice",
    "\u202e", "²",
]  # fmt: skip
WHOLE = [-(10**19), -(2**63), -2, -1, 0, 1, 2, 3, 7, 12, 13, 51, 52, 63, 64, 255, 1000, 2**31, 2**53 - 1, 2**63 - 1, 10**19]


def same_kind(value: Any, luck: Luck) -> Any:
    """The same value of JSON with another text, number or list in one place: so it gets past whoever looks at kinds alone."""
    if isinstance(value, dict) and len(value) > 1:
        key = luck.choice([name for name in value if name != "do"])
        return {**value, key: same_kind(value[key], luck)}
    if isinstance(value, list):
        if not value or luck.random() < 0.3:
            return luck.choice(([], value[1:], value * 2, value * 30, value[::-1], [*value, luck.choice(TEXTS)]))
        place = luck.randrange(len(value))
        return [*value[:place], same_kind(value[place], luck), *value[place + 1 :]]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return luck.choice(WHOLE)
    if isinstance(value, float):
        return luck.choice((-1.0, 0.0, 1e-300, 0.25, 8.0, 1e300))
    return luck.choice(TEXTS) if isinstance(value, str) else value


def changed_often(value: Any, luck: Luck) -> Any:
    """One to three changes."""
    for _ in range(luck.choice((1, 1, 1, 2, 3))):
        value = changed(value, luck)
    return value


def as_json(value: Any, indent: int | None = None) -> bytes:
    """A value as JSON, also where it is none: NaN, halves of letters."""
    return json.dumps(value, indent=indent).encode()
