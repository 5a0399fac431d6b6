"""Views as plain Python: every field comes out as it went in, and nothing else does."""

import numpy as np
import pytest

from cardshark.games import gin, hearts
from cardshark.games.views import column, unpack


@pytest.mark.parametrize(("rows", "width"), [(1, 8), (3, 8), (9, 2), (9, 8), (1, 9), (3, 9), (12, 20)])
def test_long_rows_become_bytes_and_short_ones_stay_lists(rows, width):
    values = np.arange(rows * width, dtype=np.int8).reshape(rows, width)
    wanted = [bytes(range(row * width, (row + 1) * width)) for row in range(rows)]
    assert column(values) == (wanted if width > 8 else [list(row) for row in wanted])
    assert column(values[::-1]) == column(values)[::-1]  # wherever the rows lie in memory


def test_rows_of_rows_and_single_numbers_stay_lists():
    values = np.arange(40).reshape(2, 10, 2)
    assert column(values) == values.tolist()
    assert column(np.arange(3, dtype=np.int8)) == [0, 1, 2]


@pytest.mark.parametrize("game", [hearts, gin], ids=["hearts", "gin"])
def test_a_view_has_the_fields_of_its_record_and_its_table(game):
    views = np.zeros(3, game.VIEW)
    views["legal"] = [0b101, 0, 1 << 63]
    views["table"]["turn"] = [1, 0, 1]
    found = unpack(views)
    assert {*found[0]._fields} == ({*game.VIEW.names} | {*game.VIEW["table"].names}) - {"table"}
    assert [view.choices for view in found] == [[0, 2], [], [63]]
    assert [view.turn for view in found] == [1, 0, 1]
    for name in game.VIEW["table"].names:
        told, kept = getattr(found[0], name), views["table"][name][0]
        assert (list(told) if isinstance(told, bytes) else told) == kept.tolist()
