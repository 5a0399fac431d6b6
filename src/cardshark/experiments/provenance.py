"""Who made the pieces of a record: how many of which commit, with which tools, on what processor, when, and in how long."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from cardshark.report.figures import duration
from cardshark.report.record import Record, Run

UNDER_GIT = "sources that git does not know"


class Maker(NamedTuple):
    """What one maker made of a record."""

    made: Mapping[str, Any]
    pieces: int
    blocks: int
    seconds: float
    first: str
    last: str

    def __str__(self) -> str:
        tools = [f"{called} {self.made[name]}" for name, called in CALLED.items() if self.made.get(name)]
        blocks = f" ({self.blocks:,} blocks)" if self.blocks > self.pieces else ""
        pieces = f"{self.pieces:,} piece{'' if self.pieces == 1 else 's'}{blocks}"
        first, last = (time.replace("T", " ")[: len("2026-11-18 05:00")] for time in (self.first, self.last))
        when = f"{first} UTC" if first == last else f"{first} to {last} UTC"
        using = ", ".join([*tools, self.made.get("processor") or "unknown processor"])
        return f"{pieces} by {commit_of(self.made)} ({using}), {when}: {duration(self.seconds)} of one core."


CALLED = {"python": "Python", "numpy": "NumPy", "numba": "Numba"}


def commit_of(made: Mapping[str, Any]) -> str:
    """The commit of a maker, in words, and the digest of its sources."""
    commit, sources = made.get("commit"), made.get("sources")
    known = f"commit {commit}" if commit else UNDER_GIT
    return f"{known} [{sources}]" if sources else known


def makers(record: Record) -> list[Maker]:
    """The makers of a record, those of most pieces first; none in a record of before, which has one stamp for all."""
    found = []
    for number, made in enumerate(record.made):
        pieces = [piece for piece in record.pieces if piece.made == number]
        if pieces:
            blocks, seconds = sum(piece.blocks for piece in pieces), sum(piece.seconds for piece in pieces)
            found.append(Maker(made, len(pieces), blocks, seconds, min(each.first for each in pieces), max(each.last for each in pieces)))
    return sorted(found, key=lambda maker: -maker.blocks)


def provenance(record: Record) -> list[str]:
    """The same in sentences, and what was run beyond the scale because a claim was undecided."""
    looked = [
        f"Of {group}, {times:.1f} times as much was run after a first look had left a claim undecided; intervals are not widened for that."
        for group, times in record.run.more.items()
    ]
    return [*map(str, makers(record)), *looked]


def one_stamp(run: Run) -> str:
    """What can be said of a record of before, whose pieces have no makers."""
    return f"One stamp for all pieces, of when the record was written: {commit_of(vars(run))}, {run.date}."
