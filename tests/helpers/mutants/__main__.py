"""`python -m helpers.mutants [FILE...]`: try the mutants of these files, or of all, and write down what survived.

It goes on where it was; what is known stands in `.mutants`, and holds as long as neither the file nor the tests have changed.
"""

import os

# Before NumPy and Numba are imported: rules as plain Python, one thread, and nothing compiled left beside the sources.
os.environ.update(NUMBA_DISABLE_JIT="1", OMP_NUM_THREADS="1", PYTHONDONTWRITEBYTECODE="1")

import argparse
import sys
from pathlib import Path

from helpers.mutants.reach import digest, reach
from helpers.mutants.record import as_lines, reason_for, write_record
from helpers.mutants.session import HERE, answer_of, say
from helpers.mutants.targets import FILES, TESTS
from helpers.mutants.work import FRESH, SURVIVED, Course, Log, Target, try_fresh, try_warm


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="make mutants", description="Break the rules in one place at a time: do the tests notice?")
    parser.add_argument("files", nargs="*", default=FILES, help="files of src/cardshark, as games/hearts/score.py")
    parser.add_argument("--every", type=int, default=1, help="try one mutant in so many, always the same ones")
    parser.add_argument(
        "--tests", nargs="+", default=TESTS, help="files of tests that must notice; by default all, and a record is written"
    )
    parser.add_argument("--folder", type=Path, default=HERE / ".mutants", help="where verdicts are kept")
    options = parser.parse_args()
    if unknown := [file for file in options.files if file not in FILES]:
        parser.error(f"{unknown[0]} is not among the files that are mutated: {', '.join(FILES)}")
    options.folder.mkdir(exist_ok=True)
    os.chdir(HERE)
    targets = [Target(path) for path in options.files]
    log = Log(options.folder, options.tests)
    some = sampled(targets, options.every, log)
    course = Course(reach(options.tests, FILES, options.folder), log)
    if answer_of(lambda: try_warm(some, course, log, options.tests) or "done", wall=0, loud=True) != ("done", 0):
        return 1
    log = Log(options.folder, options.tests)  # with what the fork has found
    try_fresh(some, course, log)
    still_open = [
        f"{target.path} {name}"
        for target in targets
        for name in target.mutants
        if (found := log.get(target, name)) and found.fate in (SURVIVED, FRESH) and not reason_for(target.path, name)
    ]
    if options.tests is TESTS:
        say("\n".join(as_lines(write_record(targets, log))))
    say("\n".join(still_open))
    return bool(still_open)


def sampled(targets: list[Target], every: int, log: Log) -> list[Target]:
    """The same files with a share of their mutants, and with all that survived the last time."""
    found = []
    for target in map(Target, [target.path for target in targets]):
        target.mutants = {
            name: mutant
            for name, mutant in target.mutants.items()
            if int(digest(name.encode()), 16) % every == 0 or log.missed(target, name)
        }
        found.append(target)
    return found


if __name__ == "__main__":
    sys.exit(main())
