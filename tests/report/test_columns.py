"""Tables whose names are written once come back as they were."""

import json

import pytest

from cardshark.report.record import Packed, pack, unpack

ROWS = [
    {"setting": "a", "tests": {"games": 3, "learner": 7}, "curve": [1, 2]},
    {"setting": "b", "tests": None},
    {"setting": "c", "tests": {"games": 4, "learner": 8}, "curve": []},
    {"curve": [5], "setting": "d", "tests": {"games": 4, "learner": 8}},
    {"": {"1,2": {}, "x": {"y": 0.5}}, "shapes": [{"left": "as it is"}]},
    {},
]


def test_names_are_written_once():
    packed = pack(ROWS[:3])
    assert packed == Packed(
        [["setting", ["tests", ["games", "learner"]], "curve"], ["setting", "tests"]],
        [[0, "a", [3, 7], [1, 2]], [1, "b", None], [0, "c", [4, 8], []]],
    )


def test_rows_come_back_with_their_names_in_their_order():
    back = unpack(*json.loads(json.dumps(pack(ROWS))))
    assert back == ROWS and [list(row) for row in back] == [list(row) for row in ROWS]
    assert unpack(*pack([])) == []


@pytest.mark.parametrize("rows", [[[0, 1]], [[0, 1, 2, 3]], [[1, 1, 2]], [[0, 1, 5]], [["0", 1, [2]]], [[]]])
def test_what_does_not_fit_its_shape_is_refused(rows):
    with pytest.raises((ValueError, TypeError, IndexError)):
        unpack([["a", ["b", ["c"]]]], rows)
