"""Mutants: the changes that are tried, the record of all of them, and a sample that is tried here and now (`make mutants` tries all)."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.mutants.changes import described, mutants_of
from helpers.mutants.targets import FILES, TARGETS, TESTS

ROOT = Path(__file__).parents[1]
RECORD = json.loads((ROOT / "results" / "mutants.json").read_text(encoding="utf-8"))
REASONS = json.loads((ROOT / "tests" / "helpers" / "mutants" / "survivors.json").read_text(encoding="utf-8"))

RULE = '''
"""A toy."""
LIMIT = 3

def pays(hand: int, limit: int = LIMIT) -> int:
    """What a hand pays."""
    paid = 0
    for card in hand:
        if card > limit and not card.free:
            paid += card.points
    return max(paid, 0)
'''
CHANGES = """
module: LIMIT = 3 => LIMIT = 4
module: LIMIT = 3 => LIMIT = 2
pays: paid = 0 => paid = 1
pays: paid = 0 => paid = -1
pays: for card in hand: => for card in ():
pays: if card > limit and (not card.free): => if card > limit or not card.free:
pays: if card > limit and (not card.free): => if card >= limit and (not card.free):
pays: if card > limit and (not card.free): => if card <= limit and (not card.free):
pays: if card > limit and (not card.free): => if card > limit and card.free:
pays: paid += card.points => pass
pays: paid += card.points => paid -= card.points
pays: return max(paid, 0) => pass
pays: return max(paid, 0) => return min(paid, 0)
pays: return max(paid, 0) => return max(paid, 1)
pays: return max(paid, 0) => return max(paid, -1)
"""


def test_every_place_is_changed_and_changed_back():
    tree = ast.parse(RULE)
    before, found = ast.unparse(tree), described(mutants_of(tree))
    assert [*found] == CHANGES.strip().splitlines()
    for mutant in found.values():
        back = mutant.exchange()
        assert ast.unparse(tree) != before
        back.exchange()
        assert ast.unparse(tree) == before


def test_the_record_has_every_file():
    assert [*RECORD] == FILES


@pytest.mark.parametrize("group", TARGETS)
def test_nineteen_of_twenty_mutants_are_noticed(group):
    """Of all that there are. Those that nobody can notice count as missed."""
    rows = [RECORD[path] for path in TARGETS[group]]
    assert sum(row["killed"] + row["timed_out"] for row in rows) >= 0.95 * sum(row["mutants"] for row in rows)


@pytest.mark.parametrize("path", FILES)
def test_every_mutant_was_tried_and_every_survivor_is_explained(path):
    row = RECORD[path]
    assert row["tried"] == row["mutants"]
    assert len(row["survivors"]) == row["tried"] - row["killed"] - row["timed_out"]
    assert row["survivors"] == REASONS.get(path, {})
    assert all(row["survivors"].values())


@pytest.mark.parametrize("file", TESTS)
def test_no_file_of_the_machine_is_in_reach_of_a_mutant(file):
    """A journal that is broken in one place may remove what it is given: as root it once was /dev/null. A link to it is harmless."""
    calls = [node for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    links = {id(argument) for call in calls if getattr(call.func, "attr", "") == "symlink_to" for argument in call.args}
    arguments = [argument for call in calls for argument in call.args if isinstance(argument, ast.Constant) and id(argument) not in links]
    assert [each.value for each in arguments if isinstance(each.value, str) and each.value.startswith("/")] == []


def tried(tmp_path: Path, *arguments: str) -> tuple[int, str]:
    """What the command answers, and its exit status."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])}
    command = [sys.executable, "-m", "helpers.mutants", *arguments, "--folder", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600, check=False)
    return done.returncode, done.stderr


@pytest.mark.long
def test_a_sample_is_noticed_here_and_now(tmp_path):
    """One mutant in eight of the journals and of the score of gin: a change that no test notices is found on the day it is made."""
    tests = [
        "tests/test_journal_files.py",
        "tests/test_journal.py",
        "tests/games/gin/test_gin_ends.py",
        "tests/games/gin/test_gin_rules.py",
    ]
    status, said = tried(tmp_path, "chain.py", "journal.py", "games/gin/score.py", "--every", "8", "--tests", *tests)
    assert status == 0, said
    assert "killed" in said


@pytest.mark.long
def test_what_no_test_looks_at_survives(tmp_path):
    status, said = tried(tmp_path, "chain.py", "--every", "8", "--tests", "tests/games/test_views.py")
    assert status == 1
    assert "chain.py link_after" in said or "chain.py Chain" in said


def test_a_file_that_is_not_mutated_gets_one_sentence(tmp_path):
    status, said = tried(tmp_path, "web/hall.py")
    assert status == 2
    assert "web/hall.py is not among the files that are mutated" in said
