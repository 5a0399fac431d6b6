"""What the arrays and files of the lab hold, in the docs, as the code says it: planes, actions, columns."""

from shown import table


def planes(game: str) -> str:
    """What the planes of a game mean, as its code says it."""
    from cardshark.tables import Tables

    tables = Tables(game, count=1)
    rows = [[str(number), plane.name, plane.meaning] for number, plane in enumerate(tables.planes)]
    inputs = "".join(f"- `turn.inputs({name!r})`: {meaning}.\n" for name, meaning in tables.inputs.items())
    return f"{table(['', 'plane', 'what it shows'], rows)}\n{inputs}"


def actions(game: str) -> str:
    """The game's own list of actions."""
    from cardshark.tables import Tables

    tables = Tables(game, count=1)
    moves = [f"{choice} `{name}`" for choice, name in zip(tables.actions.tolist(), tables.action_names, strict=True) if choice % 16 > 12]
    return f"{tables.game.TITLE}: {len(tables.actions)} actions, the cards{' and ' if moves else ''}{', '.join(moves)}.\n"


def columns() -> str:
    """The columns of an export."""
    from cardshark.data.schema import COLUMNS, ONE

    rows = [[f"`{each.name}`", each.kind if each.each == ONE else f"{each.kind}[{each.each}]", each.meaning] for each in COLUMNS]
    return table(["column", "numbers", "what they say"], rows)
