"""The rules of a game, for people."""

from typing import Any

from rich.console import Console
from rich.table import Table

from cardshark.games import house


def show_game(name: str, presets: dict[str, Any]) -> None:
    """The rules of a game with their defaults, and how its presets differ from the first."""
    first, *others = presets
    rules = Table("rule", first, "meaning", box=None, title=f"The rules of {name}", title_justify="left", title_style="bold")
    for row in house.table(presets):
        rules.add_row(row["rule"], row["presets"][first], f"{row['meaning']} [dim]({row['settings']})[/dim]")
    differences = Table("preset", f"differs from {first} in", box=None)
    for preset in others:
        differences.add_row(preset, ", ".join(f"{rule}={value}" for rule, value in house.changes(presets, first, presets[preset]).items()))
    out = Console(highlight=False)
    out.print(rules, "", differences, "", sep="\n")
