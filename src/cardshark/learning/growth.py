"""How a learner got better: its learning curve, and its younger selves, which are kept beside its file.

my.safetensors           a brain
my.age000.safetensors    the same before its first game
my.age040.safetensors    the same after forty games; `--keep N` keeps N of them
"""

import glob
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardshark.players.brain_file import SUFFIX
from cardshark.text import UserError, whole_number

BINS = 50  # points of a learning curve
MOST_AGES = 100  # younger selves that may be kept


class Strength(NamedTuple):
    """Points a hand over some games: of the learner, of the others on average, and of everybody on average (a fair share)."""

    learner: float
    others: float
    fair: float


def bins(games: int) -> list[int]:
    """The games with which the points of a learning curve end."""
    return sorted({max(1, games * number // BINS) for number in range(1, BINS + 1)})


def strength_of(totals: NDArray[np.int16], hands: int) -> Strength | None:
    """Points a hand from the totals of some games, the learner's first, and the hands played in them; None if there are none."""
    if hands <= 0:
        return None
    points = totals.sum(axis=0, dtype=np.int64) / hands
    return Strength(float(points[0]), float(points[1:].mean()), float(points.mean()))


def curve_of(totals: NDArray[np.int16], ends: Sequence[int], hands: NDArray[np.int64]) -> list[list[float]]:
    """The learning curve, in rows: the number of games, and points a hand of the learner and of the others since the row before.

    `hands` were played by each of the `ends`; 0 where the training has not come that far.
    """
    rows, first, before = [], 0, 0
    for last, after in zip(ends, hands.tolist(), strict=True):
        found = strength_of(totals[first:last], after - before)
        if found:
            rows.append([last, round(found.learner, 4), round(found.others, 4)])
            first, before = last, after
    return rows


# ---- younger selves ----


def ages_to_keep(out: Path | None, games: int, keep: int) -> dict[int, Path]:
    """After which games a younger self is kept, and its file: before the first game, then at growing intervals, as less is learned.

    Of a course that goes by rounds these are moments on its way; how many games it has played by then is not known before.
    """
    whole_number("the number of younger selves to keep", keep, 0, MOST_AGES)
    if keep and not out:
        raise UserError("younger selves are kept beside the file of the brain: name one")
    moments = sorted({games * number**2 // keep**2 for number in range(keep)})
    return {game: age_file(out, game, len(str(games))) for game in moments} if out else {}


def age_file(out: Path, game: int, digits: int) -> Path:
    """The file of a younger self that has played so many games."""
    return out.with_name(f"{out.stem}.age{game:0{digits}}{SUFFIX}")


def age_of(path: Path) -> int | None:
    """How many games a younger self had played, by the name of its file; None for a finished brain."""
    number = path.stem.rpartition(".age")[2] if ".age" in path.stem else ""
    return int(number) if number.isdecimal() else None


def younger(out: Path) -> list[Path]:
    """The younger selves beside the file of a brain, youngest first. Only their content shows whether they are really its own."""
    found = out.parent.glob(f"{glob.escape(out.stem)}.age*{SUFFIX}")
    return sorted((path for path in found if age_of(path) is not None), key=lambda path: age_of(path) or 0)
