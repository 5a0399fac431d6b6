"""House rules as values: a NamedTuple of scalars, its presets by name, its text, and its record for the kernels.

Every game uses this file; what the rules *are* stands in each game's `rules.py`. A field is written once,
with its type, default and meaning; flags, files, tables of help and kernel records are all made from that one line.
"""

from collections.abc import Mapping
from enum import IntEnum
from typing import Any, NamedTuple, Protocol, TypeVar, get_args, get_type_hints

import numpy as np

from cardshark.cards import cards, names
from cardshark.text import UserError, brief, choice, convert, shown, split_options, whole_number


class CardsOf(int):
    """A set of cards among the rules, typed and shown by name (`2D+2C`)."""

    def __new__(cls, value: int | str = 0) -> "CardsOf":
        if isinstance(value, str):
            value = 0 if value == "none" else cards(value.replace("+", " "))
        return super().__new__(cls, value)

    def __str__(self) -> str:
        return names(int(self)).replace(" ", "+") or "none"


class HouseRules(Protocol):
    """The Rules of a game: a NamedTuple that can check itself, and derive what the kernels need."""

    _fields: tuple[str, ...]

    def _replace(self, **changes: Any) -> Any: ...
    def _asdict(self) -> dict[str, Any]: ...
    def check(self) -> None: ...
    def derived(self) -> dict[str, int]: ...


R = TypeVar("R", bound=HouseRules)

LEAST, MOST = -(1 << 63), (1 << 64) - 1  # what the kernels' record of the rules can hold


class Field(NamedTuple):
    """One rule: its name, what kind of value it takes, what it means."""

    name: str
    kind: type
    meaning: str


def fields(rules: type | HouseRules) -> list[Field]:
    """The rules of a game, in the order they are written."""
    kind = rules if isinstance(rules, type) else type(rules)
    hints = get_type_hints(kind, include_extras=True)
    return [Field(name, get_args(hints[name])[0], get_args(hints[name])[1]) for name in kind._fields]


def settings(field: Field) -> str:
    """What a rule may be set to, for people."""
    if issubclass(field.kind, IntEnum):
        return " | ".join(member.name.lower() for member in field.kind)
    return {bool: "yes | no", int: "number", CardsOf: "cards, as 2D+2C"}.get(field.kind, "text")


def parse(presets: Mapping[str, R], text: str) -> R:
    """The rules that a text names: a preset, perhaps with changes, as in `american:limit=50,moon=none`."""
    preset, changes = split_options(text)
    rules = presets[choice("set of rules", preset, presets)]
    kinds = {field.name: field.kind for field in fields(rules)}
    for option, value in changes.items():
        choice("rule", option, kinds, preset)
        rules = rules._replace(**{option: convert(option, kinds[option], value)})
    rules.check()
    return rules


def read_rules(game: Any, rules: Any = None) -> Any:
    """Rules of a game that can be played: a text, a value, or the usual ones. Kernels trust them, so all of it is checked here."""
    usual = next(iter(game.PRESETS.values()))
    if rules is None:
        return usual
    if isinstance(rules, str):
        return parse(game.PRESETS, rules)
    if not isinstance(rules, type(usual)):
        raise UserError(
            f"rules of {game.NAME} are a text ({', '.join(game.PRESETS)}, or one with changes) or its Rules, not {brief(rules)}"
        )
    for name, value in rules._asdict().items():
        if not isinstance(value, bool):
            whole_number(f"the rule {name}", value, LEAST, MOST)
    rules.check()
    return rules


def changes(presets: Mapping[str, R], preset: str, rules: R) -> dict[str, str]:
    """Where these rules differ from a preset, as it would be typed."""
    base = presets[preset]._asdict()
    return {name: shown(value) for name, value in rules._asdict().items() if value != base[name]}


def spell(presets: Mapping[str, R], rules: R) -> str:
    """The shortest text that `parse` turns into these rules."""
    preset = min(presets, key=lambda name: len(changes(presets, name, rules)))
    rest = ",".join(f"{name}={value}" for name, value in changes(presets, preset, rules).items())
    return f"{preset}:{rest}" if rest else preset


def record(rules: HouseRules) -> np.ndarray:
    """The rules for the kernels: one record in an array, with what follows from them (`derived`) beside them."""
    values: dict[str, int] = {**rules._asdict(), **rules.derived()}
    sets = {name for name, value in values.items() if isinstance(value, (CardsOf, np.unsignedinteger))}
    kind = np.dtype((np.record, [(name, np.uint64 if name in sets else np.int64) for name in values]))
    found = np.zeros(1, kind)
    for name, value in values.items():
        found[name] = value
    return found


def presets_as_json(presets: Mapping[str, R]) -> dict[str, dict[str, Any]]:
    """The presets as values for JSON: numbers, true or false, and names."""
    return {
        preset: {name: value if type(value) in (bool, int) else shown(value) for name, value in rules._asdict().items()}
        for preset, rules in presets.items()
    }


def table(presets: Mapping[str, R]) -> list[dict[str, Any]]:
    """Every rule with its meaning, what it may be set to, and its value in each preset."""
    return [
        {
            "rule": field.name,
            "meaning": field.meaning,
            "settings": settings(field),
            "presets": {preset: shown(getattr(rules, field.name)) for preset, rules in presets.items()},
        }
        for field in fields(next(iter(presets.values())))
    ]
