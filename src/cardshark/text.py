"""What people type: one clear sentence when it is wrong, and `name:option=value,option=value` as the one grammar.

Rules (`american:limit=50,moon=none`) and players (`terminal:symbols=no`) are both named this way. A value may itself be a
name with options, in parentheses: `montecarlo:playout=greedy(ties=spades_low),deals=100`.
"""

import re
from collections.abc import Iterable
from enum import IntEnum
from operator import index
from typing import Any

MOST_NAMES = 8  # listed after a name that is nearly right
MOST_LETTERS = 80  # of a value that is shown in a sentence
LONGEST_WORD, LONGEST_SENTENCE = 200, 1_000  # letters
LONG_WORD = re.compile(rf"\S{{{LONGEST_WORD},}}")


class UserError(ValueError):
    """Something a person typed or a file said is wrong; its text is one sentence that says what would be right.

    It may repeat what was typed, which may be a whole file: long words are cut, and so is a long sentence.
    """

    def __init__(self, sentence: Any = "") -> None:
        super().__init__(cut_long(str(sentence)))


def cut_long(sentence: str) -> str:
    """A sentence that can be shown, whatever it repeats."""
    if len(sentence) <= LONGEST_WORD:
        return sentence
    short = LONG_WORD.sub(lambda word: f"{word[0][: LONGEST_WORD - 1]}…", sentence)
    return short if len(short) <= LONGEST_SENTENCE else f"{short[: LONGEST_SENTENCE - 1]}…"


def brief(value: Any) -> str:
    """A value for the end of a sentence, in one line that is not long."""
    try:
        shown = " ".join(repr(value).split())
    except Exception:  # a number with too many digits for Python, or an object that cannot show itself
        shown = f"something of type {type(value).__name__}"
    return shown if len(shown) <= MOST_LETTERS else f"{shown[: MOST_LETTERS - 3]}..."


def whole_number(what: str, value: Any, low: int, high: int) -> int:
    """A whole number from `low` to `high`; `what` names it in the sentence that refuses anything else."""
    try:
        found = None if isinstance(value, bool) else index(value)
    except TypeError:
        found = None
    if found is None or found < low:
        raise UserError(f"{what} is a whole number from {low:,} up, not {brief(value)}")
    if found > high:
        raise UserError(f"{what} is a whole number from {low:,} to {high:,}, not {brief(value)}")
    return found


def check_text(what: str, value: Any) -> str:
    """A text as it is; anything else is refused. `what` names it: `a game`, `a player`."""
    if not isinstance(value, str):
        raise UserError(f"{what} is a text here, not {brief(value)}")
    return value


def split_options(text: str) -> tuple[str, dict[str, str]]:
    """`name:a=1,b=2` as its name and its options; `name(a=1,b=2)` is the same, and may be the value of an option."""
    name, _, rest = check_text("a name with options", text).partition(":")
    if "(" in name:
        name, _, rest = text.strip().partition("(")
        if not rest.endswith(")"):
            raise UserError(f"{text!r} does not end with its parenthesis: write name(option=value)")
        rest = rest[:-1]
    return name.strip(), read_options(rest, text)


def read_options(listed: str, text: str) -> dict[str, str]:
    """`a=1,b=2` as options; `text` is what was typed, for the sentence about what is wrong in it."""
    options: dict[str, str] = {}
    for part in filter(None, split_commas(listed, text)):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not key or not value:
            raise UserError(f"{part!r} in {text!r} is not an option: write option=value")
        if key in options:
            raise UserError(f"the option {key} stands twice in {text!r}")
        options[key] = value
    return options


def split_commas(options: str, text: str) -> list[str]:
    """The parts between commas; a comma in parentheses belongs to its part."""
    parts, depth = [""], 0
    for character in options:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            break
        if character == "," and not depth:
            parts.append("")
        else:
            parts[-1] += character
    if depth:
        raise UserError(f"the parentheses in {text!r} do not match: write option=name(option=value)")
    return parts


def choice(kind: str, name: str, known: Iterable[str], owner: str = "") -> str:
    """`name` if it is among the known ones; otherwise a sentence that names the nearest and lists them.

    With an `owner`, the sentence says who has no such thing: `american has no rule 'limt': did you mean limit?`
    """
    names = list(known)
    if not isinstance(name, str):
        article = "an" if kind[0] in "aeiou" else "a"
        raise UserError(f"{article} {kind} is named by a text ({', '.join(names[:MOST_NAMES])}), not {brief(name)}")
    if name not in names:
        wrong, listing = (f"{owner} has no", "it has") if owner else ("there is no", "there is")
        near = nearest(name, names)
        if near:
            more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
            raise UserError(f"{wrong} {kind} {brief(name)}: did you mean {near}? ({listing} {', '.join(names[:MOST_NAMES])}{more})")
        raise UserError(f"{wrong} {kind} {brief(name)}; {listing} {', '.join(names) or 'none at all'}")
    return name


def nearest(name: str, names: list[str]) -> str:
    """The name that somebody may have meant: one that begins so, or one that differs in a few letters; nothing if there is none."""
    from difflib import get_close_matches

    longer = [each for each in names if len(name) > 2 and each.startswith(name)]
    return next(iter(longer or get_close_matches(name, names, 1)), "")


def convert(option: str, kind: type, value: str) -> Any:
    """The text of an option as the type that it must have."""
    if kind is bool:
        return {"yes": True, "no": False}[choice(f"setting for {option}", {"true": "yes", "false": "no"}.get(value, value), ["yes", "no"])]
    if issubclass(kind, IntEnum):
        return kind[choice(f"setting for {option}", value.lower(), [member.name.lower() for member in kind]).upper()]
    if kind not in (int, float):
        return kind(value)
    try:
        return kind(value)
    except ValueError:
        wanted = "a whole number" if kind is int else "a number"
        raise UserError(f"{option} must be {wanted}, not {brief(value)}") from None


def shown(value: Any) -> str:
    """A setting as it would be typed."""
    if isinstance(value, IntEnum):
        return value.name.lower()
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
