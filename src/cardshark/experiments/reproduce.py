"""Reproduce a paper: measure everything that it needs, keep the exact sums, and write the report.

A paper is a folder. Its module `page` has `PAPER`, `UNITS` and `size(amounts)` (what its work is counted in, and how much there is),
`measure(workshop)`, which gives the experiments of the record, and `result(record)`. Where claims rest on more work than they name, such as
the brains that play, its `rests_on(claim, record)` names that too, for the cost. Everything goes through a journal, so a run that is
interrupted goes on where it was.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from cardshark import __version__
from cardshark.arena.contest import Missing
from cardshark.arena.jobs import HERE, Crew, check
from cardshark.arena.parts import Share
from cardshark.chance import check_seed
from cardshark.experiments.amounts import Amounts
from cardshark.experiments.frozen import FrozenClaims, changed_since, frozen_claims, rules_since
from cardshark.experiments.provenance import provenance
from cardshark.experiments.workshop import PieceJournal, Workshop, everything, pieces_made
from cardshark.journal import KeyedJournal
from cardshark.report.html import save
from cardshark.report.record import Frozen, Piece, Record, Run, read, this_run, write
from cardshark.report.result import Answer, Claim, Result
from cardshark.text import UserError, choice

PAPERS = {
    "gin_td_evo": "cardshark.experiments.gin_td_evo.page",
    "hearts_falcon": "cardshark.experiments.hearts_falcon.page",
    "hearts_network": "cardshark.experiments.hearts_network.page",
    "hearts_pomcp": "cardshark.experiments.hearts_pomcp.page",
    "hearts_rollouts": "cardshark.experiments.hearts_rollouts.page",
}
JOURNAL, RECORD = "journal.jsonl", "record.json"  # in the folder of a run
CLAIMS = "claims before the runs"  # under which the journal keeps their hashes


def page(name: str) -> ModuleType:
    """The page of a paper."""
    return import_module(PAPERS[choice("paper", name, PAPERS)])


def size_of(name: str, scale: float, more: Mapping[str, float] | None = None) -> tuple[str, int]:
    """How much work a paper takes at a scale, after what it is counted in: ("deals", 20000). `more` was asked for of some groups."""
    if not 0 < scale <= 100 or not math.isfinite(scale):
        raise UserError(f"a scale is above 0 and at most 100 (1 is what we publish), not {scale}")
    return page(name).UNITS, page(name).size(Amounts(scale, more or {}))


def measure(
    name: str, scale: float, seed: int, folder: Path, crew: Crew = HERE, progress: Callable[[int], None] = lambda done: None,
    is_ours: Callable[[int], bool] = everything, known: Callable[[int], None] | None = None, asked: Mapping[str, float] | None = None,
) -> Path:  # fmt: skip
    """Measure everything, and write the record: its file. `Missing` is raised where a piece of work is neither done nor ours.

    What `cardshark decide` has `asked` for, so many times as much of some groups, stands in the journal when all of it is done.
    So a run that goes on without it, after a stop, does no more than it would have done.
    """
    folder = check_run(name, scale, seed, folder, crew)
    with KeyedJournal(folder / JOURNAL, settings_of_run(name, scale, seed)) as journal:
        claims = claims_before(name, journal)
        workshop = Workshop(scale, seed, folder, journal, crew, progress, is_ours, known, asked or {})
        experiments = page(name).measure(workshop)
        workshop.keep_asked()
        makers, pieces = pieces_made(workshop)
    write(Record(name, run_of(workshop, makers, pieces), experiments, makers, pieces, claims), folder / RECORD)
    return folder / RECORD


def run_of(workshop: Workshop, makers: Sequence[Mapping[str, Any]], pieces: Sequence[Piece]) -> Run:
    """What a record says of its run: the commit that made all of it, and the day of the last piece."""
    run, commits = this_run(workshop.scale, workshop.seed, workshop.seconds), {maker["commit"] for maker in makers}
    commit = commits.pop() if len(commits) == 1 else f"{len(commits)} commits"
    day = max((piece.last for piece in pieces), default=run.date)[: len(run.date)]
    return replace(run, commit=commit, date=day, more=workshop.amounts.more)


def claims_before(name: str, journal: KeyedJournal) -> Frozen | None:
    """The claims of a paper as they stood when its run was begun. The journal keeps that, however often the run goes on."""
    found = journal.get(CLAIMS, lambda: claims_of(name).state() if claims_of(name) else None)
    return Frozen(**found) if found else None


def claims_of(name: str) -> FrozenClaims:
    """The claims of a paper that were written down before the runs; none where it has no such file."""
    return frozen_claims(Path(str(page(name).__file__)).parent)


def measure_piece(
    name: str, scale: float, seed: int, folder: Path, share: Share, crew: Crew = HERE, progress: Callable[[int], None] = lambda done: None
) -> str:
    """Do one part of the work, as far as that is possible now: what is still missing, in words, or nothing.

    The trainings of a paper come before the contests of what was trained. So a part ends where it would need work of other parts that
    is not done yet, and goes on when it is called again.
    """
    folder = check_run(name, scale, seed, folder, crew)
    with PieceJournal(folder, settings_of_run(name, scale, seed), share) as journal:
        claims_before(name, journal)
        missing = ""
        try:
            page(name).measure(Workshop(scale, seed, folder, journal, crew, progress, share.has))
        except Missing as error:
            missing = str(error)
        journal.keep_file()
    return missing


def check_run(name: str, scale: float, seed: int, folder: Path, crew: Crew) -> Path:
    """Refuse an impossible run; its folder in full."""
    size_of(name, scale)
    check_seed(seed)
    check(*crew)
    if folder.exists() and not folder.is_dir():
        raise UserError(f"{folder} is not a folder: name one for the run")
    folder = folder.resolve()  # checkpoints know brains by their path: the same folder under another name is the same
    if any(sign in str(folder) for sign in "+,"):
        raise UserError(f"{folder} has a + or a comma in its name, which separate players' options: name another folder")
    return folder


def settings_of_run(name: str, scale: float, seed: int) -> dict[str, Any]:
    """Everything that decides the figures of a run."""
    return {"paper": name, "scale": scale, "seed": seed, "version": __version__}


def judge(path: Path, paper: str | None = None) -> Result:
    """The result that follows from a record, perhaps of a certain paper; nothing is played."""
    record = read(path)
    if paper not in (None, record.paper):
        raise UserError(f"{path} is a record of {record.paper}, not of {paper}")
    try:
        result, answers = page(record.paper).result(record), answers_of(record)
    except (KeyError, IndexError, TypeError, ValueError) as error:
        if isinstance(error, UserError):
            raise
        old = f"it is older than the page, so measure it again with `cardshark reproduce {record.paper}`"
        raise UserError(f"{path} does not hold what the page of {record.paper} needs: {error if record.claims else old}") from None
    return replace(
        result, claims=with_costs(result.claims, record), answers=answers, data=path.name, data_link=link_to(path, record.paper),
        provenance=provenance(record), claims_since=changed_since(record.claims, claims_of(record.paper)),
        later_rules=[*rules_since(result.claims), *result.later_rules],
    )  # fmt: skip


def answers_of(record: Record) -> list[Answer]:
    """What a paper's record answers of future work; nothing where the paper's folder has no module for that."""
    module = f"{page(record.paper).__name__.rpartition('.')[0]}.answers"
    return import_module(module).answers(record) if find_spec(module) else []


def with_costs(claims: Sequence[Claim], record: Record) -> list[Claim]:
    """Claims with the time that the work took on which they rest, where they name it and the record knows it."""
    frozen, also = claims_of(record.paper), getattr(page(record.paper), "rests_on", lambda claim, record: ())
    found = []
    for claim in claims:
        names = frozen[claim.key].pieces if claim.key in frozen and record.pieces else ()
        work = [*names, *also(frozen[claim.key], record)] if names else []
        found.append(replace(claim, seconds=record.seconds_of(work)) if work else claim)
    return found


def link_to(path: Path, paper: str) -> str:
    """How the page in docs/papers leads to its record; nothing if it is not the published one."""
    published = ("results", paper, "record.json")
    return "/".join(("..", "..", *published)) if path.resolve().parts[-3:] == published else ""


def publish(result: Result, folder: Path) -> list[Path]:
    """Write the report as one HTML file and as a page of Markdown with its pictures."""
    return save(result, folder / "report.html", folder / f"{result.paper.name}.md")
