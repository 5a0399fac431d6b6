"""Views as plain Python: what a seat may know, with every field as an attribute. Positions, bots and programs are told it this way."""

from collections import namedtuple
from functools import cache
from typing import Any

import numpy as np

from cardshark.cards import listed


@cache
def view_type(record: np.dtype) -> type:
    """A named tuple with the fields of a view and, beside them, those of its table."""
    names = [name for name in record.names or () if name != "table"] + list(record["table"].names or ())

    class View(namedtuple("View", names)):
        """What a seat may know, as plain Python: numbers, lists, and bytes for long rows of cards, 255 where there is none."""

        __slots__ = ()

        @property
        def choices(self) -> list[int]:
            """The legal choices, lowest first."""
            return listed(self.legal)  # type: ignore[attr-defined]

    return View


def column(values: np.ndarray) -> list[Any]:
    """One field of many views as Python values; rows of more than eight numbers become bytes."""
    if values.ndim == 2 and values.shape[1] > 8:
        width, data = values.shape[1], np.ascontiguousarray(values).tobytes()
        return [data[start : start + width] for start in range(0, len(data), width)]
    return values.tolist()


def unpack(views: np.ndarray) -> list[Any]:
    """Views as Python objects, one a row; all at once, because one at a time takes ten times longer."""
    record, table = views.dtype, views["table"]
    names = [name for name in record.names or () if name != "table"]
    columns = [column(views[name]) for name in names] + [column(table[name]) for name in table.dtype.names or ()]
    return list(map(view_type(record)._make, zip(*columns, strict=True)))  # type: ignore[attr-defined]
