"""All texts that people read in the browser, in every language; and the coach's sentences in English, with their gaps filled in."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

WORDS = Path(__file__).parents[1] / "web" / "static" / "words"  # a file for each part of the page: by language, then by key
GAP = re.compile(r"\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}")
CARD = re.compile("[2-9TJQKA][CDHS]")
SEATS = ("seat", "who", "who2", "to")  # gaps that name a seat


def say(sentence: dict[str, Any]) -> str:
    """A sentence (`{"key": "why_void", "args": {"who": 2, "suit": "S"}}`) in English; seats go by number."""
    args = sentence.get("args", {})

    def fill(gap: re.Match[str]) -> str:
        name, one, many = gap.groups()
        return filled(name, args[name]) if one is None else one if args[name] == 1 else many

    said = GAP.sub(fill, texts()[sentence["key"]])
    return said[:1].upper() + said[1:]


def filled(name: str, value: Any) -> str:
    """What stands in a gap."""
    if isinstance(value, list):
        return ", ".join(filled(name, each) for each in value)
    if name in SEATS:
        return f"Seat {value}"
    if name == "suit":
        return texts()[f"suit_{value}"]
    if isinstance(value, list):
        *some, last = (filled("card", each) for each in value)
        return texts()["list_or" if name.endswith("_or") else "list_and"].format(some=", ".join(some), last=last) if some else last
    if name.startswith("card") and CARD.fullmatch(str(value)):
        return f"{texts()[f'rank_{value[0]}']} of {texts()[f'suit_{value[1]}']}"
    return str(value)


@cache
def all_texts() -> dict[str, dict[str, str]]:
    """The page's texts by language, then by key."""
    found: dict[str, dict[str, str]] = {}
    for file in sorted(WORDS.glob("*.json")):
        for language, texts_there in json.loads(file.read_text(encoding="utf-8")).items():
            found.setdefault(language, {}).update(texts_there)
    return found


def texts() -> dict[str, str]:
    """The page's texts in English, by key."""
    return all_texts()["en"]
