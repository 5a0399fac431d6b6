"""Behind `make fuzz`: PYTHONPATH=tests python -m fuzz --inputs 100000 --seconds 60"""

import argparse
import json
import os
import platform
import sys
from datetime import date
from pathlib import Path

from cardshark.files import write_whole
from cardshark.origin import commit
from fuzz.campaign import Found, Watch, input_of, luck_of, record, report, run_apart, run_here, trial
from fuzz.kinds import KINDS

SHOWN = 2_000  # bytes of an input that is made again


def main() -> None:
    """Run a campaign, or one input again."""
    parser = argparse.ArgumentParser(prog="fuzz", description="Valid inputs, changed at random: only a sentence or success is allowed.")
    parser.add_argument("--inputs", type=int, default=100_000, help="of all kinds together")
    parser.add_argument("--seconds", type=float, default=60.0, help="for all kinds together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument("--again", metavar="KIND:NUMBER", help="one input again, with its traceback")
    parser.add_argument("--out", type=Path, help="a file for the record; kinds that are not tried again stay in it")
    given = parser.parse_args()
    if given.again:
        kind, _, number = given.again.partition(":")
        sys.exit(once_more(kind, given.seed, int(number)))
    results: list[Found] = []
    for place, name in enumerate(given.kinds):
        left = given.seconds - sum(each.seconds for each in results)
        results.append(run_apart(name, given.seed, given.inputs // len(given.kinds), left / (len(given.kinds) - place)))
        print(report(results[-1]), flush=True)
        if given.out:
            keep(given.out, results[-1], given.seed)
    sys.exit(any(each.findings for each in results))


def keep(path: Path, found: Found, seed: int) -> None:
    """Write what came of a kind into a record. Those of other kinds stay in it, each with the commit that it was made by."""
    known = json.loads(path.read_text(encoding="utf-8"))["kinds"] if path.exists() else []
    made = {
        "seed": seed,
        "date": date.today().isoformat(),
        "commit": commit(),
        "python": platform.python_version(),
        "cores": os.cpu_count(),
    }
    rows = {row["kind"]: row for row in known} | {found.kind: {**found.to_json(), **made}}
    write_whole(path, record([rows[name] for name in KINDS if name in rows]))


def once_more(name: str, seed: int, number: int) -> int:
    """One input again, after those of its block, which made the state that it met."""
    kind = KINDS[name]()
    run_here(name, kind, seed, range(number - number % kind.block, number), 600.0)
    given = input_of(kind, name, seed, number)
    print(f"{given.door}: {given.data[:SHOWN]!r}")
    if number % kind.block == 0:
        kind.begin(luck_of(seed, f"{name} from", number))
    found = Found(name)
    trial(kind, given, Watch(), found, number)
    print(report(found))
    kind.close()
    return int(found.findings > 0)


if __name__ == "__main__":
    main()
