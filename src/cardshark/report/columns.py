"""Rows of figures whose names are written once: how a record keeps long tables in a short file.

The shape of a row is its names in their order; where a value has names of its own, a pair of the name and the shape of that value. A table
is written as its few shapes, and rows that begin with the number of their shape. What is read back is what was written.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

Row = Mapping[str, Any]
Shape = list[Any]  # names, and pairs of a name and a shape


class Packed(NamedTuple):
    """A table in short."""

    shapes: list[Shape]
    rows: list[list[Any]]


def shape_of(row: Row) -> Shape:
    """The names of a row."""
    return [[name, shape_of(value)] if isinstance(value, Mapping) else name for name, value in row.items()]


def cells_of(row: Row) -> list[Any]:
    """The values of a row, without their names."""
    return [cells_of(value) if isinstance(value, Mapping) else value for value in row.values()]


def pack(rows: Sequence[Row]) -> Packed:
    """Rows in short."""
    shapes: list[Shape] = []
    packed = []
    for row in rows:
        shape = shape_of(row)
        if shape not in shapes:
            shapes.append(shape)
        packed.append([shapes.index(shape), *cells_of(row)])
    return Packed(shapes, packed)


def unpack(shapes: Sequence[Shape], rows: Sequence[Sequence[Any]]) -> list[dict[str, Any]]:
    """Rows from their short form; a cell too many or too few is a `ValueError`, a shape that there is not an `IndexError`."""
    return [named(shapes[shape], cells) for shape, *cells in rows]


def named(shape: Shape, cells: Sequence[Any]) -> dict[str, Any]:
    """Values under their names."""
    found = {}
    for part, cell in zip(shape, cells, strict=True):
        name, inner = (part, None) if isinstance(part, str) else part
        found[name] = cell if inner is None else named(inner, cell)
    return found
