"""Positions: what a seat may know, as text or as JSON and back.

    position = read_position(text)     # the lines that `exec:` programs are sent (docs/players.md), or the same as JSON
    position.views                     # a read-only array of one VIEW record, as players get it
    write_position(position)           # the same lines
    position.to_json()

Reading checks everything: a position that can be read is one that the rules allow. Errors name line and column, in JSON the field. The text
says all that a view holds, except for what no player needs: see docs/analyse.md.
"""

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from cardshark.games import game_named, house
from cardshark.games.lines import Lines, Word, blame
from cardshark.games.told import Shape, Told, line_of, lines_of, object_in, one, row, values_of
from cardshark.games.views import unpack
from cardshark.notebook.shell import as_html
from cardshark.text import UserError, choice, convert, shown

MOST_TEXT = 200_000  # characters of a position; the longest has a few thousand
LUCK = re.compile(r"[0-9a-f]{16}", re.ASCII | re.IGNORECASE)
SKIPPED = ("cardshark", "seconds", "begin", "new_match", "table", "match_hand")  # of a conversation with a program, not of a position
COMMON = {"game": one("game"), "rules": row("rules"), "choose": row("choose"), "choose_cards": row("choose_cards")}
ASKED = {"luck": one("luck"), "legal": row("legal")}  # the line `choose` in JSON
PAIR = re.compile(r"([A-Za-z_]+)=(\S+)")


class Position(NamedTuple):
    """A position: the game's module, its rules, and what the seat in turn may know."""

    game: Any
    rules: Any
    views: np.ndarray  # one VIEW record; nobody can write into it

    _repr_html_ = as_html

    @property
    def view(self) -> Any:
        """The one view."""
        return self.views[0]

    def __str__(self) -> str:
        return write_position(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return position_again, (self.game.NAME, self.rules, self.views)

    def to_json(self, legal: bool = True) -> str:
        """The position as one JSON object, with the legal choices or without."""
        return json.dumps(position_as_json(self, legal))


def position_of(game: Any, rules: Any, view: Any) -> Position:
    """The position of a view, which is copied."""
    views: np.ndarray = np.zeros(1, game.VIEW)
    views[0] = view
    views.flags.writeable = False
    return Position(game, rules, views)


def position_again(game: str, rules: Any, views: np.ndarray) -> Position:
    """A position after `pickle` or `copy.deepcopy`: they take a game by its name, because it is a module."""
    return position_of(game_named(game), rules, views[0])


# ---- writing ----


def write_position(position: Position, legal: bool = True) -> str:
    """A position as the lines that programs are sent; `legal` adds the line `choose`, with the luck of the decision and the choices."""
    rules = " ".join(f"{name}={shown(value)}" for name, value in position.rules._asdict().items())
    lines = [f"game {position.game.NAME}", f"rules {rules}", *position_lines(position)]
    if legal:
        lines.append(f"choose {int(position.view.luck):016x} {' '.join(legal_words(position))}")
    return "\n".join(lines) + "\n"


def position_lines(position: Position) -> list[str]:
    """The lines of the position alone, without game, rules and choices."""
    return position.game.text.position(unpack(position.views)[0], position.rules)


def legal_words(position: Position) -> dict[str, int]:
    """The legal choices by name."""
    return position.game.text.words(unpack(position.views)[0])


def position_as_json(position: Position, legal: bool = True) -> dict[str, Any]:
    """A position as values for JSON."""
    game = position.game
    found = {"game": game.NAME, "rules": house.spell(game.PRESETS, position.rules)}
    found |= values_of(position_lines(position), reader_of(game).FIELDS)
    return {**found, "luck": f"{int(position.view.luck):016x}", "legal": list(legal_words(position))} if legal else found


# ---- reading ----


def read_position(text: str | Mapping[str, Any]) -> Position:
    """The position that a text holds: lines, or a JSON object. What the rules do not allow is refused in one sentence with its place."""
    if isinstance(text, Mapping):
        return read_fields(text)
    if not isinstance(text, str):
        raise UserError(f"a position is text, or an object of JSON, not {type(text).__name__}: see write_position")
    if len(text) > MOST_TEXT:
        raise UserError(f"line 1, column 1: a position has at most {MOST_TEXT:,} characters, not {len(text):,}")
    return read_fields(object_in(text)) if text.lstrip().startswith("{") else read_lines(text)


def read_lines(text: str) -> Position:
    """The position that lines of text hold."""
    lines = Lines(text)
    first = next((words for words in lines.lines if words[0].text == "game"), None)
    if first is None or len(first) != 2:
        (first[0] if first else lines.here()).wrong("a position begins with the line 'game' and the name of the game")
    game = blame(first[1], lambda: game_named(first[1].text))
    told = [words for words in lines.lines if words[0].text not in SKIPPED]
    return finish(game, Told(told, lines.end, {**reader_of(game).FIELDS, **COMMON}))


def read_fields(fields: Mapping[str, Any]) -> Position:
    """The position that the fields of a JSON object hold."""
    end = Word("the end", field="the position")
    if not isinstance(fields.get("game"), str):
        Word("", field="game").wrong("here should stand the name of the game")
    game = blame(Word("", field="game"), lambda: game_named(fields["game"]))
    shapes: dict[str, Shape] = {**reader_of(game).FIELDS, "game": one("game"), "rules": one("rules")}
    lines = lines_of({name: value for name, value in fields.items() if name not in ASKED}, shapes)
    asked = [word for name, shape in ASKED.items() if name in fields for word in line_of(name, name, fields[name], shape)[1:]]
    lines += [[Word("choose", field="legal"), *asked]] if asked else []
    return finish(game, Told(lines, end, {**shapes, **COMMON}))


def reader_of(game: Any) -> Any:
    """The game's own words for positions; a game of a package need not have them."""
    if not hasattr(game.text, "read_position"):
        raise UserError(f"positions of {game.TITLE} cannot be read, because its package has no reader for them")
    return game.text


def finish(game: Any, told: Told) -> Position:
    """Read the rules, let the game read its lines, and check the choices if they are listed."""
    rules = read_rules(game, told.all("rules"))
    position = position_of(game, rules, reader_of(game).read_position(told, rules)[0])
    words = [word for line in told.all("choose") for word in line[1:]]
    words += [word for line in told.all("choose_cards") for word in line[2:]]  # the first word is how many cards are passed at once
    if words and LUCK.fullmatch(words[0].text):
        views = position.views.copy()
        views["luck"] = int(words[0].text, 16)
        position, words = position_of(game, rules, views[0]), words[1:]
    check_choices(position, words)
    return position


def read_rules(game: Any, lines: list[list[Word]]) -> Any:
    """The rules: a preset, perhaps with changes (`american:limit=50`), or pairs (`players=4 lowest=2`); the usual ones without a line."""
    words, rules = lines[0][1:] if lines else [], next(iter(game.PRESETS.values()))
    if len(words) == 1 and not PAIR.fullmatch(words[0].text):
        return blame(words[0], lambda: house.parse(game.PRESETS, words[0].text))
    kinds = {field.name: field.kind for field in house.fields(rules)}
    for word in words:
        rules = rules._replace(**read_pair(word, kinds))
    if words:
        blame(words[0], rules.check)
    return rules


def read_pair(word: Word, kinds: dict[str, type]) -> dict[str, Any]:
    """One rule: `limit=50`."""
    pair = PAIR.fullmatch(word.text)
    if not pair:
        word.wrong(f"{word.text!r} is not a rule: write rule=value")
    name, value = pair.groups()
    return {name: blame(word, lambda: convert(name, kinds[choice("rule", name, kinds)], value))}


def check_choices(position: Position, words: list[Word]) -> None:
    """Compare the choices that are listed with those that the rules allow; none need be listed."""
    legal = legal_words(position)
    for word in words:
        if word.text not in legal:
            word.wrong(f"{word.text!r} is not a legal choice here, only {' '.join(legal)}")
    missing = set(legal) - {word.text for word in words}
    if words and missing:
        words[0].wrong(f"{' '.join(word for word in legal if word in missing)} may be chosen too")
