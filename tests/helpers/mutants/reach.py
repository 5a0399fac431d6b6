"""Which tests reach which block of statements, and how long they take: found by running each once with a mark in every block.

Only tests that reach the block of a mutant can notice it, so only these are run. A test that fails without any mutant is an error.
"""

import ast
import builtins
import hashlib
import json
import time
from pathlib import Path
from typing import TypedDict

import pytest

from helpers.mutants.changes import is_text, statements
from helpers.mutants.session import HERE, answer_of, collected, replace_source, run_one, say
from helpers.mutants.targets import MOST_SECONDS

SOURCE = HERE / "src" / "cardshark"
MARKS = "reached_by_a_test"  # a row of bytes among the builtins, one for each block of each target


class Reach(TypedDict):
    """What one test does."""

    seconds: float
    blocks: dict[str, list[int]]  # by target


class Reached(TypedDict):
    """What the tests of one file do."""

    tests: dict[str, Reach]
    at_import: dict[str, list[int]]  # blocks that run while the file is collected


def digest(*parts: bytes) -> str:
    """A short name for these bytes."""
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


def common_sources() -> bytes:
    """What tests of rules lean on: their books, and helpers that know a game."""
    folders = [HERE / "tests" / "reference", *(HERE / "tests" / "helpers" / game for game in ("hearts", "gin"))]
    return b"".join(path.read_bytes() for folder in folders for path in sorted(folder.rglob("*.py")))


def with_marks(tree: ast.Module, first: int) -> int:
    """Put a mark into every block; gives how many there are."""
    blocks: dict[int, list] = {}
    for place, _ in statements(tree):
        if place.suite >= 0:
            blocks.setdefault(place.suite, place.block)
    for number, block in blocks.items():
        mark = ast.parse(f"{MARKS}[{first + number}] = 1").body[0]
        block.insert(1 if is_text(block[0]) else 0, ast.copy_location(mark, block[0]))
    ast.fix_missing_locations(tree)
    return len(blocks)


def reach_of(file: str, targets: list[str]) -> Reached:
    """What the tests of a file reach."""
    sizes, first = {}, 0
    for target in targets:
        tree = ast.parse((SOURCE / target).read_bytes())
        sizes[target] = (first, with_marks(tree, first))
        first += sizes[target][1]
        code = compile(tree, str(SOURCE / target), "exec")
        replace_source(SOURCE / target, lambda code=code: code)
    marks = bytearray(first)
    setattr(builtins, MARKS, marks)
    found: Reached = {"tests": {}, "at_import": {}}

    def marked() -> dict[str, list[int]]:
        """Which blocks of which targets were reached since the last time."""
        blocks = {target: [number for number in range(size) if marks[start + number]] for target, (start, size) in sizes.items()}
        marks[:] = bytes(first)
        return {target: numbers for target, numbers in blocks.items() if numbers}

    def work(items: dict[str, pytest.Item]) -> None:
        found["at_import"] = marked()
        row = list(items.values())
        for item, following in zip(row, [*row[1:], None], strict=True):
            began = time.process_time()
            outcome = run_one(item, following)
            seconds = time.process_time() - began
            blocks = marked()
            if outcome == "failed":
                raise SystemExit(f"{item.nodeid} fails without any mutant")
            if outcome == "passed" and blocks and seconds <= MOST_SECONDS:
                found["tests"][item.nodeid] = {"seconds": round(seconds, 3), "blocks": blocks}

    if collected([file], work):
        raise SystemExit(f"{file} cannot be collected")
    return found


def reach(files: list[str], targets: list[str], folder: Path) -> dict[str, Reached]:
    """What the tests of these files reach, by file; what was found before is kept in the folder."""
    sources = b"".join((SOURCE / target).read_bytes() for target in targets) + common_sources()
    found = {}
    for file in files:
        kept = folder / f"reach-{digest(file.encode(), (HERE / file).read_bytes(), sources)}.json"
        if not kept.exists():
            text, ended_by = answer_of(lambda file=file: json.dumps(reach_of(file, targets)), wall=900)
            if not text:
                raise SystemExit(
                    f"the tests of {file} do not pass without a mutant (signal {ended_by}): run them first, with NUMBA_DISABLE_JIT=1"
                )
            kept.write_text(text, encoding="utf-8")
            say(f"{file}: {len(json.loads(text)['tests'])} tests reach something")
        found[file] = json.loads(kept.read_text(encoding="utf-8"))
    return found
