"""`python -m helpers.writes [JOB ...]`: every trouble at every change, and a table of what was tried. `--sample N` tries one in N."""

import argparse
import os
import sys

from helpers.writes.calls import works_here
from helpers.writes.campaign import fresh_folder, try_job
from helpers.writes.jobs import NAMES, get_ready, job_named, warm

LINE = "{:24} {:>8} {:>9} {:>6} {:>9}"


def main() -> int:
    """Try everything; exit status 1 if something went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("jobs", nargs="*", metavar="JOB", help=", ".join(NAMES))
    parser.add_argument("--sample", type=int, default=1, metavar="N", help="one trouble in N")
    settings = parser.parse_args()
    if not works_here():
        print("this system does not hand over calls: it takes Linux 5.19 on x86-64")
        return 0
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    print(LINE.format("job", "changes", "failures", "kills", "problems"), flush=True)
    wrong = 0
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
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
