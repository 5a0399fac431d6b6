"""Mutants are tried: each in a fork of a process that has everything imported, so that a try costs little more than its tests.

A mutant inside a function takes the place of the function's code. One at the left edge of a file, or in a function that runs while
files are imported, needs an import of its own: these are tried in forks of a process that has not imported cardshark yet.
"""

import ast
import functools
import gc
import json
import os
import resource
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple

import numba  # noqa: F401  # what all forks import is imported once
import pytest

from helpers.mutants.changes import Mutant, described, mutants_of
from helpers.mutants.reach import SOURCE, Reached, common_sources, digest
from helpers.mutants.session import HERE, answer_of, collected, first_failure, replace_source, say
from helpers.mutants.targets import BUDGET

SURVIVED, KILLED, TIMED_OUT, FRESH = "survived", "killed", "timed out", "fresh"
ROOM = 3 << 30  # bytes that a mutant may ask for
Living = tuple[dict, list]  # functions by place, and what functions remember


class Verdict(NamedTuple):
    """What became of a mutant."""

    fate: str
    by: str = ""  # the test that noticed it


class Log:
    """Verdicts that were found before. They hold as long as the file and the tests that decided are the same."""

    def __init__(self, folder: Path, files: list[str]) -> None:
        self.path = folder / "verdicts.jsonl"
        common = common_sources()
        self.common = digest(common)
        self.tests = {file: digest((HERE / file).read_bytes(), common) for file in files}
        self.all_tests = digest(*[each.encode() for each in self.tests.values()])
        lines = self.path.read_text(encoding="utf-8").splitlines() if self.path.exists() else []
        self.known = {
            (target, sources, name): (Verdict(fate, by), tests) for target, sources, name, fate, by, tests in map(json.loads, lines)
        }

    def decided_by(self, verdict: Verdict) -> str:
        """The version of the tests on which a verdict rests: of those that noticed, or of all. Nobody knows in which one time ran out."""
        if verdict.fate == TIMED_OUT:
            return self.common
        return self.tests.get(verdict.by.split("::")[0], self.all_tests)

    def get(self, target: "Target", name: str) -> Verdict | None:
        """The verdict on a mutant, if there is one that holds."""
        verdict, tests = self.known.get((target.path, target.digest, name), (Verdict(""), ""))
        return verdict if tests and tests == self.decided_by(verdict) else None

    def missed(self, target: "Target", name: str) -> bool:
        """Did this mutant survive the last time, by whatever tests there were then?"""
        verdict, _ = self.known.get((target.path, target.digest, name), (Verdict(""), ""))
        return verdict.fate == SURVIVED

    def put(self, target: "Target", name: str, verdict: Verdict) -> None:
        """Keep a verdict."""
        tests = self.decided_by(verdict)
        self.known[target.path, target.digest, name] = verdict, tests
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([target.path, target.digest, name, *verdict, tests]) + "\n")


class Target:
    """A file whose mutants are tried."""

    def __init__(self, path: str) -> None:
        self.path, self.file = path, SOURCE / path
        self.digest = digest(self.file.read_bytes())
        self.tree = ast.parse(self.file.read_bytes())
        self.mutants = described(mutants_of(self.tree))

    def code(self) -> CodeType:
        """The file, compiled as its tree is now."""
        return compile(ast.fix_missing_locations(self.tree), str(self.file), "exec")


class Course:
    """Which tests are run for a mutant, and in which order: those first that notice most for their time."""

    def __init__(self, reached: dict[str, Reached], log: Log) -> None:
        self.tests = {name: test for each in reached.values() for name, test in each["tests"].items()}
        self.at_import = [each["at_import"] for each in reached.values()]
        self.trusted: set[str] = set()
        self.kills = Counter((target, verdict.by) for (target, _, _), (verdict, _) in log.known.items())

    def for_mutant(self, target: str, suite: int) -> list[str]:
        """The tests that reach this block, as many as the budget allows.

        At the left edge of a file it is those that reach the file, or, where it has no functions, another one beside it.
        """
        if suite >= 0:
            names = [name for name, test in self.tests.items() if suite in test["blocks"].get(target, ())]
        else:
            names = [name for name, test in self.tests.items() if target in test["blocks"]]
            names = names or [
                name for name, test in self.tests.items() if any(Path(target).parent == Path(path).parent for path in test["blocks"])
            ]
        names.sort(key=lambda name: (self.tests[name]["seconds"] + 0.01) / (1 + self.kills[target, name]))
        chosen, seconds = [], 0.0
        for name in names:
            seconds += self.tests[name]["seconds"]
            if chosen and seconds > BUDGET:
                break
            chosen.append(name)
        return chosen

    def trust(self, test: str, tried: Callable[[str], Verdict]) -> None:
        """The first time that a test notices a mutant: where nothing was changed it must pass, or what it says is worth nothing."""
        if "::" in test and test not in self.trusted:
            if (verdict := tried(test)).fate not in (SURVIVED, FRESH):
                raise RuntimeError(f"{test} fails without any mutant: {verdict.fate}")
            self.trusted.add(test)

    def runs_at_import(self, target: str, suite: int) -> bool:
        """Does this block run while files are imported?"""
        return any(suite in blocks.get(target, ()) for blocks in self.at_import)


def read_answer(text: str, ended_by: int) -> Verdict:
    """What a fork had to say. One that was ended has noticed the mutant."""
    return Verdict(TIMED_OUT) if ended_by else Verdict(*json.loads(text))


def keep_room() -> None:
    """A mutant that asks for memory without end gets an error, and this machine goes on."""
    resource.setrlimit(resource.RLIMIT_DATA, (ROOM, ROOM))


# ---- inside functions ----


def try_warm(targets: list[Target], course: Course, log: Log, files: list[str]) -> None:
    """Try the mutants inside functions. Those that need an import of their own are noted as such."""

    def work(items: dict[str, pytest.Item]) -> None:
        functions, memories = living({str(target.file) for target in targets})
        gc.freeze()  # what is here now is here for good: forks need not look at it
        for target in targets:
            untried = {name: each for name, each in target.mutants.items() if each.place.function and not log.get(target, name)}
            for name, mutant in untried.items():
                verdict = tried_warm(target, mutant, (functions, memories), course, items)
                course.trust(verdict.by, lambda by, target=target: tried_warm(target, None, ({}, []), course, items, [by]))
                course.kills[target.path, verdict.by] += 1
                log.put(target, name, verdict)
            say(f"{target.path}: " + counted(target, log))

    if collected(files, work):
        raise RuntimeError("the tests could not be collected, or some fail without any mutant")


def tried_warm(
    target: Target, mutant: Mutant | None, alive: Living, course: Course, items: dict[str, pytest.Item], names: list[str] | None = None
) -> Verdict:
    """Try one mutant inside a function; or none at all."""
    suite = mutant.place.suite if mutant else -1
    names = names or [name for name in course.for_mutant(target.path, suite) if name in items]
    unnoticed = Verdict(FRESH if course.runs_at_import(target.path, suite) else SURVIVED)
    if not names:
        return unnoticed

    def work() -> str:
        keep_room()
        if mutant:
            mutant.exchange()
            if not put_in_place(mutant, target, *alive):
                return json.dumps(Verdict(FRESH))
        failed = first_failure([(items[name], course.tests[name]["seconds"]) for name in names])
        return json.dumps(Verdict(KILLED, failed) if failed else unnoticed)

    return read_answer(*answer_of(work))


def living(files: set[str]) -> Living:
    """The functions of these files that exist now, by file and first line, however they are wrapped; and what functions remember."""
    functions: dict[tuple[str, int], list[FunctionType]] = {}
    memories = []
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename in files:
            functions.setdefault((each.__code__.co_filename, each.__code__.co_firstlineno), []).append(each)
        if isinstance(each, functools._lru_cache_wrapper) and str(each.__module__).startswith("cardshark"):
            memories.append(each)
    return functions, memories


def put_in_place(mutant: Mutant, target: Target, functions: dict, memories: list) -> bool:
    """Give the function of a mutant its new code. What was remembered of the old one is forgotten."""
    function = mutant.place.function
    first = min([function.lineno, *(each.lineno for each in function.decorator_list)])  # type: ignore[union-attr]
    code = next((each for each in codes(target.code()) if each.co_firstlineno == first), None)
    alive = [each for each in functions.get((str(target.file), first), []) if code and each.__code__.co_name == code.co_name]
    if not code or not alive or any(each.__code__.co_freevars != code.co_freevars for each in alive):
        return False
    for each in alive:
        each.__code__ = code
    for each in memories:
        each.cache_clear()
    return True


def codes(code: CodeType):
    """The code of every function and class of a file."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from codes(each)


# ---- at the left edge ----


def try_fresh(targets: list[Target], course: Course, log: Log) -> None:
    """Try the mutants that need an import of their own."""
    for target in targets:
        untried = {name: each for name, each in target.mutants.items() if (log.get(target, name) or Verdict(FRESH)).fate == FRESH}
        for name, mutant in untried.items():
            verdict = tried_fresh(target, mutant, course)
            course.trust(verdict.by, lambda by, target=target: tried_fresh(target, None, course, [by]))
            course.kills[target.path, verdict.by] += 1
            log.put(target, name, verdict)
        say(f"{target.path}: " + counted(target, log))


def tried_fresh(target: Target, mutant: Mutant | None, course: Course, names: list[str] | None = None) -> Verdict:
    """Try one mutant in a process of its own; or none at all. If the tests cannot even be collected, it is noticed."""
    names = names or course.for_mutant(target.path, mutant.place.suite if mutant else -1) or course.for_mutant(target.path, -1)
    if not names:
        return Verdict(SURVIVED)
    files = sorted({name.split("::")[0] for name in names})

    def work() -> str:
        keep_room()
        os.chdir(HERE)
        if mutant:
            mutant.exchange()
        replace_source(target.file, target.code)
        verdicts = []

        def run(items: dict[str, pytest.Item]) -> None:
            failed = first_failure([(items[name], course.tests[name]["seconds"]) for name in names if name in items])
            verdicts.append(Verdict(KILLED, failed) if failed else Verdict(SURVIVED))

        collected(files, run)
        return json.dumps(verdicts[0] if verdicts else Verdict(KILLED, files[0]))

    return read_answer(*answer_of(work))


def counted(target: Target, log: Log) -> str:
    """How a file stands."""
    fates = Counter(verdict.fate for name in target.mutants if (verdict := log.get(target, name)))
    return f"{len(target.mutants)} mutants, " + ", ".join(f"{number} {fate}" for fate, number in sorted(fates.items()))
