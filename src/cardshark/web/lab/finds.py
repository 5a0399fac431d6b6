"""The reports, records of duels and leagues, and trainings that are found in the working directory and in its folder `runs`.

Nothing is written. A file that cannot be read is named in a sentence, and the others are shown.
"""

import json
import math
import re
import time
from collections.abc import Iterator, Sequence
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

from cardshark.arena.league import League
from cardshark.arena.merging import READERS, judge_record, read_header, terms_of
from cardshark.arena.parts import PIECE
from cardshark.arena.records import DEALS, HELD_OUT, DealTally, is_of_word, read_piece
from cardshark.arena.verdict import Duel
from cardshark.chain import Chain
from cardshark.files import read_json
from cardshark.learning.growth import age_of
from cardshark.learning.trainer import CHECKPOINT
from cardshark.players.brain_file import KINDS, SUFFIX, read_sealed
from cardshark.report.record import published
from cardshark.text import UserError
from cardshark.web.read_once import MOST_BYTES, read_once, stamp_of

MOST_FILES = 500  # of a kind, the newest
CURVE = 3  # numbers of a row of a curve: after n games, points a hand of the learner and of the others
FRESH = 120.0  # seconds after the last checkpoint during which a training counts as running


def newest(*patterns: str) -> list[Path]:
    """Files here and in `runs`, the newest first."""
    found = [path for folder in (Path(), Path("runs")) for pattern in patterns for path in folder.glob(pattern)]
    stamped = [(stamp, path) for path, stamp in zip(found, map(stamp_of, found), strict=True) if stamp]
    return [path for _, path in sorted(stamped, reverse=True)[:MOST_FILES]]


# ---- reports ----


class FoundReport(NamedTuple):
    """A page about a paper."""

    title: str
    path: Path


def reports() -> dict[str, FoundReport]:
    """Every report by the name under which it is shown; no other file is ever served."""
    found: dict[str, FoundReport] = {}
    for folder in dict.fromkeys((Path("results").resolve(), published(), Path("runs").resolve())):
        for path in sorted(folder.glob("*/report.html")):
            stamp = stamp_of(path)
            if stamp and stamp[1] <= MOST_BYTES:
                found.setdefault(path.parent.name, FoundReport(title_of(path), path))
    return found


def title_of(path: Path) -> str:
    """The title of an HTML page."""
    with path.open(encoding="utf-8", errors="replace") as file:
        title = re.search(r"<title>(.*?)</title>", file.read(4096), re.DOTALL)
    return unescape(title[1]).strip() if title else path.parent.name


# ---- duels and leagues ----


class FoundRecord(NamedTuple):
    """A record of what was played, and what it shows."""

    path: Path
    found: Duel | League


def records() -> tuple[list[FoundRecord], list[str]]:
    """All duels and leagues on record, the newest first; and a sentence about each file that cannot be read."""
    found, troubles = [], []
    for path in newest("*.jsonl"):
        try:
            result = record_of(path)
        except UserError as error:
            troubles.append(str(error))
        else:
            found += [FoundRecord(path, result)] if result else []
    return found, troubles


@read_once
def record_of(path: Path) -> Duel | League | None:
    """The duel or league of a record; None if it is a record of something else, or of a part."""
    lines = lines_of(path)
    first = next(lines, b"null")
    header = parsed(path, 1, first)
    if not isinstance(header, dict) or str(header.get("cardshark")) not in READERS or PIECE in header:
        return None
    chain = Chain()
    chain.follow(path, 1, first)
    terms = terms_of(read_header(path, header))
    tallies = {DEALS: DealTally(), HELD_OUT: DealTally()}
    for number, line in enumerate(lines, 2):
        data = parsed(path, number, line)
        chain.follow(path, number, line)
        if isinstance(data, dict) and is_of_word(data):
            continue  # the seal of a secret word, or the word: they change no figure
        try:
            played = read_piece(data, terms.shape)
            tallies[played.piece.stream].add(played)
        except (KeyError, ValueError):
            raise UserError(f"line {number} of {path} is not a piece that was played") from None
    if not tallies[DEALS].deals:
        raise UserError(f"nothing is finished yet in {path}")
    try:
        return judge_record(terms, tallies)
    except (LookupError, TypeError, ValueError, ArithmeticError) as error:
        raise UserError(f"{path} is not a record that this version knows: {' '.join(str(error).split())}") from None


def lines_of(path: Path) -> Iterator[bytes]:
    """The finished lines of a file."""
    try:
        return iter(path.read_bytes().split(b"\n")[:-1])
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from None


def parsed(path: Path, number: int, line: bytes) -> Any:
    """A line as JSON. A first line that is no JSON gives None: the file is not ours."""
    try:
        return read_json(line)
    except ValueError:
        if number == 1:
            return None
        raise UserError(f"line {number} of {path} is damaged") from None


# ---- trainings ----


class FoundTraining(NamedTuple):
    """A training, finished or on its way."""

    path: Path
    settings: dict[str, Any]
    games: int  # played so far
    curve: Sequence[Sequence[float]]  # after n games, points a hand of the learner and of the others
    finished: bool
    age: float  # seconds since the file was written

    @property
    def running(self) -> bool:
        """Does somebody seem to be training it now?"""
        return not self.finished and self.age < FRESH

    @property
    def name(self) -> str:
        """The name of the brain that it is, or will be."""
        return self.path.name.removesuffix(".part").removesuffix(SUFFIX)

    def alike(self) -> str:
        """A key that is the same for trainings that differ in the seed alone."""
        return json.dumps({name: value for name, value in self.settings.items() if name != "seed"}, sort_keys=True)


def trainings() -> tuple[list[list[FoundTraining]], list[str]]:
    """Groups of trainings that differ in their seed alone, the newest first; and a sentence about each file that cannot be read."""
    groups: dict[str, list[FoundTraining]] = {}
    troubles = []
    for path in newest(f"*{SUFFIX}", f"*{SUFFIX}.part"):
        stamp = stamp_of(path)
        if not stamp or age_of(path) is not None:
            continue
        try:
            run = run_of(path)
        except UserError as error:
            troubles.append(str(error))
        else:
            if run:
                groups.setdefault(run.alike(), []).append(run._replace(age=max(0.0, time.time() - stamp[0] / 1e9)))
    return [sorted(group, key=lambda run: run.settings.get("seed", 0)) for group in groups.values()], troubles


@read_once
def run_of(path: Path) -> FoundTraining | None:
    """A training from its brain or its checkpoint; None for a brain that does not say how it was made."""
    kind, about, parts = read_sealed(path, CHECKPOINT, *KINDS)
    try:
        if kind != CHECKPOINT:
            brain = about["about"]
            if not brain.get("settings"):
                return None
            return FoundTraining(
                path, checked_settings(brain["settings"]), int(brain["games"]), checked_curve(brain.get("curve")), True, 0.0
            )
        settings = checked_settings(about["settings"])
        return FoundTraining(
            path, {**settings, "games": int(settings["games"])}, int(parts["game"]), checked_curve(about.get("curve")), False, 0.0
        )
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        raise UserError(f"{path} does not say how it was trained: {' '.join(str(error).split())[:200]}") from None


def checked_settings(found: Any) -> dict[str, Any]:
    """Settings of a training, if they are some."""
    settings = dict(found)
    for name in ("games", "seed"):
        if not isinstance(settings.get(name, 0), int):
            raise ValueError(f"{name} is no number")
    return settings


def checked_curve(found: Any) -> list[list[float]]:
    """A curve, if it is one: rows of games and points."""
    rows = [[float(each) for each in row[:CURVE]] for row in found or []]
    if any(len(row) != CURVE or not all(map(math.isfinite, row)) for row in rows):
        raise ValueError("its curve has no rows of three numbers")
    return rows
