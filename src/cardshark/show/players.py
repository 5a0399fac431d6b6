"""Who can sit down, for people."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from cardshark.players.brain_file import shipped
from cardshark.players.levels import Level
from cardshark.show import printer


def show_all(rows: Sequence[dict[str, Any]]) -> None:
    """Everybody, one a row."""
    table = Table("player", "plays", "what it does", "options")
    for row in rows:
        table.add_row(row["name"], games_of(row), row["about"], ", ".join(row["options"]))
    out = printer()
    out.print(table)
    if shipped():
        out.print(f"Brains for those who need one: {', '.join(shipped())} (cardshark brains), or a file of yours (cardshark train).")
    out.print("cardshark players NAME explains the options of one; --game GAME lists those who play it.")
    out.print("Others can sit down too: a class in a file (./mybot.py:MyBot), or a program in any language (exec:COMMAND).")


def games_of(row: dict[str, Any]) -> str:
    """The games that a player plays; not known for a player from a package."""
    return ", ".join(row["games"]) or "not known"


def show_one(row: dict[str, Any]) -> None:
    """One player and its options."""
    out = printer()
    out.print(Text.assemble((row["name"], "bold"), f"  ({games_of(row)})  ", row["about"]), "")
    table = Table("option", "default", "meaning", box=None)
    for option, default in row["options"].items():
        table.add_row(option, default, Text.assemble(row["meanings"][option], " ", (f"({row['settings'][option]})", "dim")))
    out.print(table if row["options"] else "It has no options that can be listed here.")


def show_levels(found: Mapping[str, Mapping[str, Sequence[Level]]]) -> None:
    """The ladders of levels, by game and rules."""
    out = printer()
    for game, ladders in found.items():
        for rules, rungs in ladders.items():
            out.print(f"{game} {rules}: {rungs[0].unit}, with 95 % intervals")
            table = Table("level", "player", "strength", box=None)
            for rung in rungs:
                table.add_row(rung.name, rung.player, f"{rung.shown} ({rung.interval})")
            out.print(table, "")
