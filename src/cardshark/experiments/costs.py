"""What a paper costs: before a run, estimated from the record that we publish; after it, claim by claim."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from cardshark.arena.jobs import Crew, cores
from cardshark.experiments.reproduce import JOURNAL, RECORD, settings_of_run
from cardshark.experiments.workshop import check_same_work, whole_lines
from cardshark.report.figures import duration
from cardshark.report.record import published, read
from cardshark.report.result import Result
from cardshark.text import UserError


class Estimate(NamedTuple):
    """What a run will cost: seconds of one core."""

    paper: str
    seconds: float | None  # all of it; None where no record says
    done: float = 0.0  # of which so many are done

    @property
    def left(self) -> float | None:
        """What is still to do."""
        return None if self.seconds is None else max(0.0, self.seconds - self.done)

    def __str__(self) -> str:
        if self.seconds is None:
            return f"{self.paper}: unknown, because no record of this work is published"
        done = f", of which {duration(self.done)} are done" if self.done else ""
        return f"{self.paper}: about {duration(self.seconds)} of one core{done}"


def estimate(paper: str, scale: float, seed: int, folder: Path) -> Estimate:
    """What a run in this folder will cost, if it grows with the scale: what our record took, at the scale of the run."""
    try:
        record = read(published() / paper / RECORD)
    except UserError:
        return Estimate(paper, None)
    if not record.pieces:  # a record of before: the paper is more work now
        return Estimate(paper, None)
    run = record.run
    return Estimate(paper, run.seconds * scale / run.scale, seconds_done(folder, settings_of_run(paper, scale, seed)))


def seconds_done(folder: Path, settings: dict[str, object]) -> float:
    """What the finished pieces in a run's folder took."""
    path = folder / JOURNAL
    if not path.exists():
        return 0.0
    header, *lines = whole_lines(path) or [{"settings": settings}]
    check_same_work(path, header, settings)
    return sum(line["seconds"] for line in lines)


def sentences(estimates: Sequence[Estimate], crew: Crew) -> list[str]:
    """What is to come, in words: paper by paper, then all of it with these workers."""
    lines = list(map(str, estimates))
    left = sum(each.left or 0.0 for each in estimates)
    workers = 1 if crew.on == "here" else crew.workers or cores()
    unknown = sum(each.seconds is None for each in estimates)
    more = f", and {unknown} of which nothing is known" if unknown else ""
    hours = f"{left / 3600:.1f} core hours" if left >= 360 else f"{duration(left)} of one core"
    lines.append(f"Still to do: about {hours}{more}, or {duration(left / workers)} with {workers} worker{'' if workers == 1 else 's'}.")
    return lines


class ClaimCost(NamedTuple):
    """What a claim rests on, and what that took."""

    paper: str
    claim: str  # its key, or its text
    verdict: str
    seconds: float | None  # of one core; None where the record does not say. Claims that rest on the same work share it


def claim_costs(result: Result) -> list[ClaimCost]:
    """What each claim of a paper cost."""
    return [ClaimCost(result.paper.name, claim.key or claim.text, str(claim.verdict), claim.seconds) for claim in result.claims]
