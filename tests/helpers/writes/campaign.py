"""Every trouble at every change of a job: what went wrong, and how much was tried."""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from helpers.writes.disk import END, KILLS, KINDS, ONCE, OUT, STOPPED, STOPPED_FULL, VANISHED, Change, Ended, Trouble, run
from helpers.writes.jobs import Job

MOST_SHOWN = 300  # letters of what was printed


@dataclass
class Findings:
    """What was tried with a job, and what went wrong."""

    job: str
    changes: int = 0
    tried: dict[str, int] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    @property
    def kills(self) -> int:
        """How often the job was killed."""
        return sum(self.tried.get(kind, 0) for kind in KILLS)

    @property
    def failures(self) -> int:
        """How often something else happened to it."""
        return sum(self.tried.values()) - self.kills


@contextmanager
def fresh_folder() -> Iterator[Path]:
    """A folder for one run."""
    before, folder = Path.cwd(), Path(tempfile.mkdtemp()).resolve()
    (folder / OUT).mkdir()
    os.chdir(folder)
    try:
        yield folder
    finally:
        os.chdir(before)
        shutil.rmtree(folder)


def undisturbed(job: Job) -> tuple[Ended, dict[str, bytes]]:
    """How a job ends to which nothing happens, and what it leaves."""
    with fresh_folder() as folder:
        ended = run(folder, job.work)
        assert ended.status == 0, ended.err
        return ended, job.kept(folder / OUT)


def troubles(changes: list[Change], choose: Callable[[int], bool]) -> Iterator[Trouble]:
    """All troubles at those changes that are chosen by the number of the trouble."""
    every = [Trouble(kind, number) for number in range(1, len(changes) + 1) for kind in KINDS]
    fitting = [trouble for trouble in every if trouble.fits(changes[trouble.number - 1].call)]
    yield from (trouble for place, trouble in enumerate(fitting) if choose(place))


def try_job(job: Job, choose: Callable[[int], bool] = lambda place: True) -> Findings:
    """Let every chosen trouble happen to a job."""
    usual, kept = undisturbed(job)
    seen: dict[str, list[str]] = {}
    found = Findings(job.name, len(usual.changes) - (usual.changes[-1].call == END))
    for trouble in troubles(usual.changes, choose):
        found.tried[trouble.kind] = found.tried.get(trouble.kind, 0) + 1
        change = usual.changes[trouble.number - 1]
        for problem in problems(job, trouble, (usual.out, kept), seen):
            found.problems.append(f"{job.name}: {trouble.kind} at {trouble.number} ({change.call} {change.path}): {problem}")
    return found


def problems(job: Job, trouble: Trouble, usual: tuple[str, dict[str, bytes]], seen: dict[str, list[str]]) -> list[str]:
    """What is wrong after something happened to a job and it went on; `usual` is what it prints and keeps when nothing happens.

    How it goes on follows from what it finds, and from nothing else: what was `seen` to come of the same files is not tried again.
    """
    told, wanted = usual
    with fresh_folder() as folder:
        struck = run(folder, job.work, trouble)
        if len(struck.changes) < trouble.number:
            return [f"it ended before that: {shown(struck)}"]
        found = wrong_end(struck, trouble, job.sentences)
        if struck.status == 0:  # something may be left that could not be removed; the next run does it
            there = {name: content for name, content in job.kept(folder / OUT).items() if name in wanted}
            if trouble.kind == VANISHED and not all(name.endswith(".jsonl") for name in wanted):
                return found  # files that were finished before somebody removed them; a journal that is being written is missed
            found += differences("it said that all went well, but", there, wanted)
        if trouble.kind != VANISHED:
            found += job.lost(struck.out, told, folder / OUT)
        (folder / OUT).mkdir(exist_ok=True)
        state = f"{not_removed(struck, trouble)} {digest_of(folder / OUT)}"
        if state not in seen:
            seen[state] = going_on(job, folder, wanted, not_removed(struck, trouble))
        return found + seen[state]


def going_on(job: Job, folder: Path, wanted: dict[str, bytes], left: str) -> list[str]:
    """What is wrong after the same command went on with what it found; one file may be `left`."""
    before = lines_of(folder / OUT)
    again = run(folder, job.work)
    if again.status != 0 or "Traceback" in again.err:
        return [f"it does not go on: {shown(again)}"]
    after = lines_of(folder / OUT)
    lost = [name for name, lines in before.items() if name in wanted and after.get(name, [])[: len(lines)] != lines]
    there = {name: content for name, content in job.kept(folder / OUT).items() if name in wanted or name != left}
    return [f"what was kept in {name} is lost" for name in lost] + differences("after going on", there, wanted)


def digest_of(folder: Path) -> str:
    """A digest of everything in a folder, to the byte."""
    found = [(path.relative_to(folder).as_posix(), path.read_bytes() if path.is_file() else b"") for path in sorted(folder.rglob("*"))]
    return hashlib.sha256(repr(found).encode()).hexdigest()


def not_removed(ended: Ended, trouble: Trouble) -> str:
    """The file that a job could not remove at its first try, and did not miss for that."""
    change = ended.changes[trouble.number - 1]
    return change.path.removeprefix(f"{OUT}/") if trouble.kind in ONCE and change.call == "unlink" and ended.status == 0 else ""


def wrong_end(ended: Ended, trouble: Trouble, sentences: int) -> list[str]:
    """What is wrong with the end of a job to which something happened, and which may say so many sentences about it."""
    if trouble.kind in KILLS:
        return [] if ended.status == -9 else [f"it was not killed: {shown(ended)}"]
    if "Traceback" in ended.err or ended.status is None or ended.status not in (0, 2, 130):
        return [f"no sentence: {shown(ended)}"]
    stopped = trouble.kind in (STOPPED, STOPPED_FULL)
    if ended.status == 130:
        return [] if stopped else [f"status 130: {shown(ended)}"]
    said = ended.err.splitlines()
    if ended.status == 2 and not stopped and (not 1 <= len(said) <= sentences or not all(each.startswith("cardshark: ") for each in said)):
        return [f"not one sentence: {shown(ended)}"]
    if ended.status == 2 and trouble.kind in (STOPPED, "short"):
        return [f"refused for no reason: {shown(ended)}"]
    return []


def lines_of(folder: Path) -> dict[str, list[bytes]]:
    """The whole lines of all journals: a run that goes on must not lose one."""
    return {path.relative_to(folder).as_posix(): path.read_bytes().split(b"\n")[:-1] for path in folder.rglob("*.jsonl")}


def differences(when: str, found: dict[str, bytes], wanted: dict[str, bytes]) -> list[str]:
    """How what is there differs from what should be there."""
    missing = [f"{when} {name} is missing" for name in wanted if name not in found]
    more = [f"{when} {name} is left" for name in found if name not in wanted]
    other = [f"{when} {name} is not the same" for name in wanted if name in found and found[name] != wanted[name]]
    return missing + more + other


def shown(ended: Ended) -> str:
    """What was printed, cut."""
    return f"status {ended.status}, {ended.err[-MOST_SHOWN:]!r}"
