"""The rules of a game, for people."""

from typing import Any

from rich.table import Table
from rich.text import Text

from cardshark.games import house
from cardshark.show import printer


def show_game(name: str, presets: dict[str, Any]) -> None:
    """The rules of a game with their defaults, and how its presets differ from the first."""
    first, *others = presets
    rules = Table("rule", first, "meaning", box=None, title=f"The rules of {name}", title_justify="left", title_style="bold")
    for row in house.table(presets):
        rules.add_row(row["rule"], row["presets"][first], Text.assemble(row["meaning"], " ", (f"({row['settings']})", "dim")))
    differences = Table("preset", f"differs from {first} in", box=None)
    for preset in others:
        differences.add_row(preset, ", ".join(f"{rule}={value}" for rule, value in house.changes(presets, first, presets[preset]).items()))
    printer().print(rules, "", differences, "", sep="\n")
