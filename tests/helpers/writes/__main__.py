"""`python -m helpers.writes [JOB ...]`: every trouble at every change, and a table of what was tried. `--sample N` tries one in N."""

import argparse
import json
import os
import sys
from pathlib import Path

from cardshark.files import write_whole
from cardshark.origin import commit, sources
from helpers.writes.calls import works_here
from helpers.writes.campaign import Findings, fresh_folder, try_job
from helpers.writes.jobs import NAMES, get_ready, job_named, warm

LINE = "{:24} {:>8} {:>9} {:>6} {:>9}"


def main() -> int:
    """Try everything; exit status 1 if something went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("jobs", nargs="*", metavar="JOB", help=", ".join(NAMES))
    parser.add_argument("--sample", type=int, default=1, metavar="N", help="one trouble in N")
    parser.add_argument("--out", type=Path, metavar="FILE", help="a record; jobs that are not tried again stay in it")
    settings = parser.parse_args()
    if not works_here():
        print("this system does not hand over calls: it takes Linux 5.19 on x86-64")
        return 0
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    print(LINE.format("job", "changes", "failures", "kills", "problems"), flush=True)
    wrong, made = 0, {"sample": settings.sample, "commit": commit(), "sources": sources()}  # while git can still be asked
    get_ready()
    for place, name in enumerate(settings.jobs or NAMES):
        job = job_named(name)
        with fresh_folder():
            warm(job)
        found = try_job(job, lambda number, place=place: (number + place) % settings.sample == 0)
        print(LINE.format(name, found.changes, found.failures, found.kills, len(found.problems)), flush=True)
        for problem in found.problems:
            print(f"  {problem}", flush=True)
        wrong += len(found.problems)
        if settings.out:
            keep(settings.out, found, made)
    return 1 if wrong else 0


def keep(path: Path, found: Findings, made: dict[str, int | str | None]) -> None:
    """Write down what was tried with a job, and by which sources. Other jobs stay in the record."""
    rows = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    counts = {"changes": found.changes, "failures": found.failures, "kills": found.kills, "problems": len(found.problems)}
    rows[found.job] = {**counts, "kinds": found.tried, **made}
    ordered = [f" {json.dumps(name)}: {json.dumps(rows[name])}" for name in NAMES if name in rows]
    write_whole(path, "{\n" + ",\n".join(ordered) + "\n}\n")


if __name__ == "__main__":
    sys.exit(main())
