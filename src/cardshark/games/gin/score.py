"""The score of a gin match: what the end of a match adds, and the Hollywood sheet of three games at once."""

from collections.abc import Iterable
from typing import NamedTuple

from cardshark.games import house
from cardshark.games.gin.rules import Rules, ShutOut
from cardshark.jit import rule
from cardshark.text import UserError

COLUMNS = 3
SIDES = 2


@rule
def final_total(points, boxes, other_boxes, rules):
    """A side's final figure: its points and boxes, and for reaching the target the game bonus and the shut-out."""
    total = points + rules.box * boxes
    if points >= rules.goal:
        total += rules.game_bonus
        if other_boxes == 0 and rules.shut_out == ShutOut.PLUS:
            total += rules.game_bonus
        elif other_boxes == 0 and rules.shut_out == ShutOut.DOUBLE:
            total *= 2
    return total


class HandWon(NamedTuple):
    """What a side won in one hand."""

    side: int
    points: int
    boxes: int = 1


class Column(NamedTuple):
    """One of the three games of a Hollywood sheet, both sides in order."""

    points: tuple[int, int]
    boxes: tuple[int, int]
    totals: tuple[int, int]  # with all bonuses once the column is closed, until then the points
    closed: bool


def hollywood(hands: Iterable[HandWon], rules: Rules) -> list[Column]:
    """The three columns after these hands; void hands are left out.

    A side's first win counts in the first column, its second in the first two, from its third on all three. A side that
    has won nothing when a column closes (it is blanked there) starts in the next. Nothing is added to a closed column.
    """
    if not rules.target:
        raise UserError("a Hollywood column closes at a target: set target above 0")
    points, boxes = ([[0] * SIDES for _ in range(COLUMNS)] for _ in range(2))
    first, wins = [-1] * SIDES, [0] * SIDES  # the column where a side starts, and how often it has won
    for hand in hands:
        open_columns = [column for column in range(COLUMNS) if max(points[column]) < rules.target]
        if not open_columns:
            break
        if not wins[hand.side]:
            first[hand.side] = open_columns[0]
        wins[hand.side] += 1
        for column in open_columns:
            if first[hand.side] <= column < first[hand.side] + wins[hand.side]:
                points[column][hand.side] += hand.points
                boxes[column][hand.side] += hand.boxes
    return [closed_column(points[column], boxes[column], rules) for column in range(COLUMNS)]


def closed_column(points: list[int], boxes: list[int], rules: Rules) -> Column:
    """A column with its bonuses, which only a closed one gets."""
    (mine, yours), (my_boxes, your_boxes) = points, boxes
    closed, record = max(points) >= rules.target, house.record(rules)[0]
    totals = (mine, yours)
    if closed:
        totals = int(final_total(mine, my_boxes, your_boxes, record)), int(final_total(yours, your_boxes, my_boxes, record))
    return Column((mine, yours), (my_boxes, your_boxes), totals, closed)
