"""Decide a claim that a run has left undecided: only the work that it rests on is extended, in the folder of the run.

How much more is needed follows from the claim's own interval (`report.verdict.more_deals`). When all of it is done, what was asked for is
kept in the journal, so that a run that goes on knows of it, and in the record, so that the page says it: the claim was looked at before.
"""

import re
import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from cardshark.arena.jobs import HERE, Crew
from cardshark.experiments.amounts import amounts_of, seeds_of
from cardshark.experiments.frozen import FrozenClaim
from cardshark.experiments.reproduce import JOURNAL, RECORD, claims_of, judge, measure, settings_of_run, size_of
from cardshark.experiments.workshop import MORE, whole_lines
from cardshark.files import is_locked
from cardshark.journal import KeyedJournal, settings_of
from cardshark.report.figures import duration
from cardshark.report.record import Record, read
from cardshark.report.result import Claim, Need, Result
from cardshark.report.verdict import Verdict
from cardshark.text import UserError

OF_SEEDS = ("seed", "run", "learner", "brain")  # what more learners are called
TWICE = 2.0  # as much, where a claim does not say what would decide it
MOST_TIMES = 1000  # as much as there is: beyond that it cannot be decided this way


class Extension(NamedTuple):
    """What is to be done for a claim."""

    claim: FrozenClaim
    times: float  # as much as there is
    seeds: bool  # more learners, and not more deals
    seconds: float | None  # of one core; None where the record does not say what the work took

    def __str__(self) -> str:
        what = "seeds" if self.seeds else "deals or games"
        cost = f"about {duration(self.seconds)} of one core" if self.seconds else "nobody knows for how long"
        return f"For {self.claim.key}, {self.times:.1f} times as many {what} as there are: {cost}."

    def asked(self, record: Record) -> dict[str, float]:
        """What to ask for, by the names of the groups of work."""
        names = [seeds_of(group) if self.seeds else group for group in self.claim.pieces]
        return {name: amounts_of(record).factor(name) * self.times for name in names}


def claim_in(folder: Path, paper: str, key: str, scale: float = 1.0, seed: int = 1) -> tuple[Record, Claim, FrozenClaim]:
    """A claim as the run in a folder left it; `scale` and `seed` are those of the run that was meant, where there is none."""
    claims = claims_of(paper)
    if not claims:
        raise UserError(f"{paper} has no claims that were written down before the runs, so none can be named")
    frozen = claims.named(key)
    if not (folder / RECORD).exists() or not (folder / JOURNAL).exists():
        raise UserError(why_unfinished(folder, paper, scale, seed))
    result = judge(folder / RECORD, paper)
    found = [claim for claim in result.claims if claim.key == frozen.key]
    if not found:
        raise UserError(f"the page of {paper} does not judge its claim {key}, so there is nothing to decide")
    return read(folder / RECORD), found[0], frozen


def why_unfinished(folder: Path, paper: str, scale: float, seed: int) -> str:
    """Why there is no finished run in a folder, and the command that makes or ends one: by the settings of its journal, if it has one."""
    journal = folder / JOURNAL
    header = settings_of((whole_lines(journal) or [{}])[0]) if journal.exists() else {}
    if header and is_locked(journal):
        return f"the run of {paper} in {folder} is not finished, and is being written just now: wait for its end"
    asked = [(flag, value) for flag, value in (("scale", scale), ("seed", seed)) if header.get(flag, value) != 1]
    options = [word for flag, value in asked for word in (f"--{flag}", str(header.get(flag, value)))]
    command = shlex.join(["cardshark", "reproduce", paper, *options, "--folder", str(folder)])
    if header:
        return f"the run of {paper} in {folder} is not finished: {command} goes on with it"
    return f"there is no finished run of {paper} in {folder}: {command} makes one"


def extension(record: Record, claim: Claim, frozen: FrozenClaim) -> Extension:
    """What an undecided claim needs: as its page says, or twice as much where it does not say."""
    if not frozen.pieces:
        raise UserError(f"the claim {frozen.key} names no work that it rests on, so nothing can be added to it")
    need = claim.need or need_in(claim, record, frozen)
    times, seeds = (need.times, need.what.startswith(OF_SEEDS)) if need else (TWICE, claim.seeds is not None)
    if times > MOST_TIMES:
        raise UserError(
            f"{frozen.key} would need {times:,.0f} times as much as there is: what the paper claims and what we find are too close to be "
            "told apart in this way"
        )
    spent = record.seconds_of(frozen.pieces)
    return Extension(frozen, times, seeds, spent * (times - 1) if spent else None)


def need_in(claim: Claim, record: Record, frozen: FrozenClaim) -> Need | None:
    """What a page says in words, as `12 more seeds`, if it is known how many there are."""
    found = re.search(r"([\d,]+) more (\w+)", claim.would_decide)
    if not found:
        return None
    more, what = int(found[1].replace(",", "")), found[2]
    if what.startswith(OF_SEEDS):
        return Need(more, what, claim.seeds) if claim.seeds else None
    rows = next((each.rows for each in record.experiments if each.name == "contests"), ())
    deals = {row["deals"] for row in rows if str(row["name"]).startswith(frozen.pieces)}
    return Need(more, what, deals.pop()) if len(deals) == 1 else None


def extend(
    extended: Extension, record: Record, folder: Path, crew: Crew = HERE, progress: Callable[[int], None] = lambda done: None
) -> Result:
    """Do what is needed, write the record again, and judge it.

    A page that cannot judge so uneven a record, because it pairs learners of which there are more now with others of which there are not,
    is told of in a sentence. What was asked for is taken back then, and the record is as it was; what was run stays in the journal.
    """
    asked, run = extended.asked(record), record.run
    known = beyond(size_before(record), progress)
    path = measure(record.paper, run.scale, run.seed, folder, crew, progress, known=known, asked=asked)
    try:
        return judge(path, record.paper)
    except UserError as error:
        ask(record, folder, {group: amounts_of(record).factor(group) for group in asked})
        measure(record.paper, run.scale, run.seed, folder, crew)
        raise UserError(f"the page cannot judge {extended.claim.key} with more of its work alone, so all is as it was: {error}") from None


def size_of_extension(extended: Extension, record: Record) -> tuple[str, int]:
    """How much work is to be done for a claim, after what it is counted in."""
    units, after = size_of(record.paper, record.run.scale, {**record.run.more, **extended.asked(record)})
    return units, max(1, after - size_before(record))


def size_before(record: Record) -> int:
    """How much work a record rests on."""
    return size_of(record.paper, record.run.scale, record.run.more)[1]


def beyond(before: int, progress: Callable[[int], None]) -> Callable[[int], None]:
    """A progress that is told of work that was done, and passes on what is beyond the first so much: an earlier `decide` did that."""
    left = before

    def tell(done: int) -> None:
        nonlocal left
        progress(max(0, done - left))
        left = max(0, left - done)

    return tell


def ask(record: Record, folder: Path, asked: Mapping[str, float]) -> None:
    """Keep in the journal of a run how much of which work is wanted; what was said last counts."""
    with KeyedJournal(folder / JOURNAL, settings_of_run(record.paper, record.run.scale, record.run.seed)) as journal:
        for group, times in asked.items():
            journal.put(f"{MORE}{group}", times)


def is_decided(claim: Claim) -> bool:
    """Whether more runs would say nothing new."""
    return claim.verdict != Verdict.UNDECIDED
