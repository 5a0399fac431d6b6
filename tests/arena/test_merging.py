"""Pieces of duels and leagues that are played apart and put together: the same as from one machine; what does not fit is refused."""

import ast
import inspect
import json
import re
import shlex
import signal
import subprocess
import time
from importlib import import_module
from itertools import pairwise

import pytest

from cardshark import __version__
from cardshark.arena.duel import duel
from cardshark.arena.league import league
from cardshark.arena.parts import Share, read_share
from cardshark.cli import app
from cardshark.cli.merging import merge
from cardshark.experiments import reproduce
from cardshark.journal import KeyedJournal
from cardshark.text import UserError
from helpers.commands import START, check_refused
from helpers.commands import run_quietly as run
from helpers.journals import relinked
from helpers.paths import ROOT

# ---- shares ----


def test_a_share_as_it_is_typed():
    assert read_share("3/20") == (3, 20) == read_share(" 03/20 ")
    assert str(Share(3, 20)) == "3/20"
    for text in ("0/20", "21/20", "a/b", "1/0", "3", "3/", "/20", "-1/20", "3/20/2", "1.5/3", "", "³/20"):
        with pytest.raises(UserError, match="a piece is its number and how many there are, from 1/20 to 20/20, not"):
            read_share(text)
    with pytest.raises(UserError, match="there can be 1 to 999,999 pieces, not 9,999,999"):
        read_share("1/9999999")


@pytest.mark.parametrize(("count", "of"), [(100, 3), (7, 20), (0, 2), (20, 20)])
def test_shares_are_everything_once_and_nearly_equal(count, of):
    shares = [Share(number, of) for number in range(1, of + 1)]
    spans = [share.span(count) for share in shares]
    assert [deal for span in spans for deal in span] == list(range(count))
    assert max(map(len, spans)) - min(map(len, spans)) <= 1
    assert all([share.has(place) for share in shares].count(True) == 1 for place in range(count))
    assert all(one.stop == other.start for one, other in pairwise(spans))


# ---- the same as from one machine ----

CASES = {
    "duel": ["duel", "hearts", "montecarlo:deals=400", "random", "--rules", "dutch", "--deals", "23", "--control", "random", "--seed", "1"],
    "matches": ["duel", "hearts", "random", "greedy", "--rules", "dutch:limit=30", "--matches", "300", "--seed", "1"],
    "few": ["duel", "gin", "simple", "random", "--deals", "2", "--seed", "1"],
    "league": ["league", "hearts", "random", "greedy", "stock", "--rules", "dutch", "--deals", "2500", "--seed", "1"],
}


def without_clocks(path) -> list[dict]:
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return [{name: value for name, value in line.items() if name not in ("clocks", "link")} for line in lines]


def result(out: str) -> dict:
    return {name: value for name, value in json.loads(out).items() if "second" not in name}


@pytest.mark.long
@pytest.mark.parametrize("case", CASES)
def test_pieces_are_put_together_as_one_machine_would_have_played(case, capsys, monkeypatch, tmp_path):
    """Also where there are more pieces than deals. A run for more deals goes on from the whole."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("cardshark.arena.duel.HELD_OUT_DEALS", 12)
    words = [*CASES[case], "--on", "here"]
    status, alone, _ = run(capsys, monkeypatch, *words, "--record", "alone.jsonl", "--json")
    assert status == 0
    for number in (2, 3, 1):
        status, out, _ = run(capsys, monkeypatch, *words, "--piece", f"{number}/3", "--record", f"{number}.jsonl", "--json")
        assert (status, json.loads(out)["piece"]) == (0, f"{number}/3")
    status, out, _ = run(capsys, monkeypatch, "merge", "3.jsonl", "1.jsonl", "2.jsonl", "--out", "whole.jsonl", "--json")
    assert status == 0 and result(out) == result(alone)
    assert without_clocks(tmp_path / "whole.jsonl") == without_clocks(tmp_path / "alone.jsonl")
    assert "as from one machine but for clocks" in (merge.__doc__ or "")  # what its help promises
    assert run(capsys, monkeypatch, "merge", "3.jsonl", "1.jsonl", "2.jsonl", "--out", "whole.jsonl")[0] == 0  # again: it is the same
    status, out, _ = run(capsys, monkeypatch, *words, "--record", "whole.jsonl", "--json")
    assert status == 0 and result(out) == result(alone) and json.loads(out)["hands_a_second"] is None


DUEL = ["duel", "hearts", "random", "greedy", "--rules", "dutch", "--deals", "5000", "--seed", "1"]


@pytest.fixture
def two_pieces(capsys, monkeypatch, tmp_path):
    """Both pieces of a duel."""
    monkeypatch.chdir(tmp_path)
    for number in (1, 2):
        assert run(capsys, monkeypatch, *DUEL, "--piece", f"{number}/2", "--record", f"{number}.jsonl")[0] == 0
    return tmp_path


@pytest.mark.long
def test_people_are_told_what_comes_next(two_pieces, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")
    _, out, _ = run(capsys, monkeypatch, *DUEL, "--piece", "2/2", "--record", "2.jsonl")
    assert out.startswith("Piece 2/2, deals 2,501 to 5,000 of 5,000, is in 2.jsonl.\n") and "cardshark merge" in out
    status, out, _ = run(capsys, monkeypatch, "merge", "1.jsonl", "2.jsonl", "--record", "whole.jsonl")
    assert status == 0 and "5,000 deals, 20,000 hands" in out
    status, out, _ = run(capsys, monkeypatch, "merge", "1.jsonl", "2.jsonl", "--record", "whole.jsonl", "--csv")
    assert out.startswith("game,rules,a,b,")


@pytest.mark.long
def test_a_piece_that_was_killed_goes_on(tmp_path):
    words = [*START, "duel", "hearts", "random", "greedy", "--rules", "dutch", "--deals", "60000", "--seed", "1", "--piece", "1/2"]
    path = tmp_path / "1.jsonl"
    killed = subprocess.Popen([*words, "--record", str(path), "--on", "here"], stdout=subprocess.DEVNULL)
    patience = time.monotonic() + 100
    while not path.exists() or path.read_bytes().count(b"\n") < 3:
        assert time.monotonic() < patience and killed.poll() is None
        time.sleep(0.01)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    with path.open("ab") as file:
        file.write(b'{"stream": "de')  # as if it had been writing
    before = path.read_bytes().split(b"\n")[:-1]
    subprocess.run([*words, "--record", str(path)], check=True, stdout=subprocess.DEVNULL)
    after = path.read_bytes().split(b"\n")[:-1]
    assert after[: len(before)] == before
    assert sum(json.loads(line)["deals"] for line in after[1:]) == 30_000


# ---- what does not fit ----

WRONG = {
    "missing": (["1.jsonl"], "1 of 2 pieces is missing: 2/2"),
    "twice": (["1.jsonl", "1.jsonl", "2.jsonl"], "1.jsonl and 1.jsonl are the same piece 1/2: leave one of them out"),
    "nothing": ([], "there is nothing to merge: name the records of all pieces"),
    "not there": (["1.jsonl", "3.jsonl"], "3.jsonl cannot be read: No such file or directory"),
    "a folder": (["1.jsonl", "."], ". cannot be read: Is a directory"),
    "itself": (["1.jsonl", "2.jsonl", "whole.jsonl"], "whole.jsonl is one of the pieces"),
}


@pytest.mark.long
@pytest.mark.parametrize("why", WRONG)
def test_what_cannot_be_merged_is_refused_and_nothing_written(why, two_pieces, capsys, monkeypatch):
    names, sentence = WRONG[why]
    check_refused(capsys, monkeypatch, sentence, "merge", *names, "--out", "whole.jsonl")
    assert not (two_pieces / "whole.jsonl").exists()


PIECE = "is damaged: line 2 is not a finished piece of work"
DAMAGES = {
    "torn": (lambda lines: [*lines[:-1], lines[-1][:-5]], "is not whole: run the command that writes it again"),
    "empty": (lambda lines: [], "is not whole: run the command that writes it again"),
    "unfinished": (lambda lines: lines[:-1], "is not finished (1,596 of 2,500 deals): run the command that writes it again"),
    "a line lost": (lambda lines: [lines[0], *lines[2:]], "is damaged: line 2 does not follow on the lines before"),
    "a line twice": (lambda lines: [*lines, lines[-1]], "is damaged: line 4 does not follow on the lines before"),
    "no JSON": (lambda lines: [lines[0], b"{]\n", *lines[2:]], "is damaged, or not a journal of cardshark: line 2"),
    "no piece": (lambda lines: [lines[0], b'{"a": 1}\n', *lines[2:]], PIECE),
    "other seed": (lambda lines: [lines[0].replace(b'"seed": 1', b'"seed": 2'), *lines[1:]], "seed is 2 there and 1 here"),
    "other deals": (lambda lines: [lines[0].replace(b'"deals": 5000', b'"deals": 6000'), *lines[1:]], "deals is 6000 there and 5000 here"),
    "other player": (lambda lines: [lines[0].replace(b"greedy", b"stock"), *lines[1:]], "b is 'stock' there and 'greedy' here"),
    "other number": (lambda lines: [lines[0].replace(b"2/2", b"2/3"), *lines[1:]], "2.jsonl is one of 3 pieces, and 1.jsonl one of 2"),
    "other work": (lambda lines: [lines[0].replace(b'"duel"', b'"league"').replace(b"2/2", b"2/3")], "'league' there and 'duel' here"),
    "other version": (lambda lines: [lines[0].replace(b'"version": "', b'"version": "9'), *lines[1:]], "was written by cardshark 9"),
    "a whole": (lambda lines: [lines[0].replace(b', "piece": "2/2"', b""), *lines[1:]], "2.jsonl is not a piece"),
    "other figures": (lambda lines: [lines[0], *(line.replace(b'"deals": {', b'"meals": {') for line in lines[1:])], PIECE),
    "other clocks": (lambda lines: [lines[0], *(line.replace(b'"clocks": [', b'"clocks": [[0.1, 2], ') for line in lines[1:])], PIECE),
    "a challenge": (lambda lines: [b'{"settings": {"piece": "2/2", "version": "%s"}}\n' % __version__.encode()], "cardshark is None there"),
    "a diary": (lambda lines: [b"Dear diary\n"], "is damaged, or not a journal of cardshark: line 1"),
}  # fmt: skip


@pytest.mark.long
def test_a_damaged_piece_is_named_and_nothing_written(two_pieces, capsys, monkeypatch):
    whole = (two_pieces / "2.jsonl").read_bytes()
    for damage, sentence in DAMAGES.values():
        (two_pieces / "2.jsonl").write_bytes(relinked(b"".join(damage(whole.splitlines(keepends=True)))))
        check_refused(capsys, monkeypatch, sentence, "merge", "1.jsonl", "2.jsonl", "--out", "whole.jsonl")
    (two_pieces / "2.jsonl").write_bytes(whole.replace(b'"sums": [', b'"sums": [1', 1))
    check_refused(capsys, monkeypatch, "line 2 of 2.jsonl is not what was written there", "merge", "1.jsonl", "2.jsonl", "--out", "w")
    assert not (two_pieces / "whole.jsonl").exists()


@pytest.mark.long
def test_a_piece_that_is_being_written_is_waited_for_and_nothing_else_is_written_over(two_pieces, capsys, monkeypatch):
    header = json.loads((two_pieces / "2.jsonl").read_text().splitlines()[0])
    (two_pieces / "3.jsonl").write_text("")
    with KeyedJournal(two_pieces / "3.jsonl", header):
        check_refused(capsys, monkeypatch, "3.jsonl is still being written: wait for its end", "merge", "1.jsonl", "3.jsonl", "--out", "w")
    (two_pieces / "w").write_text("Dear diary")
    check_refused(capsys, monkeypatch, "w is there already and holds something else", "merge", "1.jsonl", "2.jsonl", "--out", "w")
    assert (two_pieces / "w").read_text() == "Dear diary"


def test_pieces_that_make_no_sense_are_refused(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    piece = [*DUEL, "--piece", "1/2"]
    check_refused(capsys, monkeypatch, "a piece is kept in a file, because it has no result of its own: add --record part1.jsonl", *piece)
    check_refused(capsys, monkeypatch, "leave out --until or --piece", *piece, "--record", "1.jsonl", "--until", "decided")
    check_refused(capsys, monkeypatch, "not '3/2'", *DUEL, "--piece", "3/2", "--record", "1.jsonl")
    check_refused(capsys, monkeypatch, "not ''", "league", "hearts", "random", "greedy", "--piece", "", "--record", "1.jsonl")
    check_refused(capsys, monkeypatch, "merge needs a file for the whole: cardshark merge PIECE ... --out WHOLE", "merge", "1.jsonl")
    assert not list(tmp_path.iterdir())
    for play in (
        lambda **more: duel("hearts", "dutch", "random", "greedy", 9, 1, **more),
        lambda **more: league("hearts", "dutch", ["random", "greedy"], 9, 1, **more),
    ):
        with pytest.raises(UserError, match="a piece has no result of its own"):
            play(piece="1/2", record=tmp_path / "1.jsonl")


def test_the_pieces_of_other_settings_are_not_gone_on_with(two_pieces, capsys, monkeypatch):
    sentence = "1.jsonl records something else: piece is '1/2' there and '1/3' here"
    check_refused(capsys, monkeypatch, sentence, *DUEL, "--piece", "1/3", "--record", "1.jsonl")


# ---- docs ----


PAGE = (ROOT / "docs" / "cluster.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
LINES = [line.split("#")[0].strip() for block in BLOCKS for line in block.splitlines() if not line.startswith("#")]


def test_the_commands_of_the_page_exist():
    """Every flag is known, whatever a shell puts in the place of its variables."""
    commands = [line for line in LINES if line.startswith("cardshark ")]
    assert {line.split()[1] for line in commands} == {"warm", "duel", "merge", "train", "reproduce"}
    for line in commands:
        app.parse_args(shlex.split(line.replace("$SLURM_ARRAY_TASK_ID", "3"))[1:], exit_on_error=False, print_error=False)


@pytest.mark.long
def test_the_commands_of_ray_exist():
    cli = pytest.importorskip("ray.scripts.scripts").cli
    for line in (line for line in LINES if line.startswith("ray ")):
        _, name, *words = shlex.split(line.split(">")[0])
        known = {option for each in cli.commands[name].params for option in each.opts}
        assert {word for word in words if word.startswith("--")} <= known


def stages_in(function: ast.FunctionDef) -> int:
    """How often a function calls the workshop, also through functions inside it."""
    inner = {node.name: node for node in ast.walk(function) if isinstance(node, ast.FunctionDef) and node is not function}
    inside = {id(node) for each in inner.values() for node in ast.walk(each)}

    def called(nodes) -> int:
        calls = [node.func for node in nodes if isinstance(node, ast.Call)]
        direct = sum(isinstance(each, ast.Attribute) and ast.unparse(each) in ("workshop.do", "workshop.play") for each in calls)
        return direct + sum(called(ast.walk(inner[each.id])) for each in calls if isinstance(each, ast.Name) and each.id in inner)

    return called([node for node in ast.walk(function) if id(node) not in inside])


@pytest.mark.parametrize("paper", reproduce.PAPERS)
def test_the_page_counts_the_stages_of_every_paper(paper):
    """A stage is a call of the workshop: each waits for what the one before has made."""
    (measure,) = ast.parse(inspect.getsource(import_module(f"cardshark.experiments.{paper}.runs").measure)).body
    stages = ("one", "two", "three", "four", "five", "six")[stages_in(measure) - 1]
    assert re.search(rf"`{paper}`(?: and `\w+`)? {stages}\b", PAGE) or re.search(rf"and `{paper}` {stages}\b", PAGE)


# ---- exports ----


@pytest.mark.long
def test_pieces_of_an_export_are_put_together_to_the_same_bytes(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    words = ["export", "hearts", "jake", "--rules", "dutch", "--deals", "7", "--on", "here", "--out"]
    assert run(capsys, monkeypatch, *words, "alone.npz")[0] == 0
    for number in (1, 2):
        assert run(capsys, monkeypatch, *words, f"{number}.npz", "--piece", f"{number}/2")[0] == 0
    status, out, _ = run(capsys, monkeypatch, "merge", "2.npz", "1.npz", "--out", "whole.npz", "--json")
    assert (status, json.loads(out)) == (0, {"pieces": 2, "out": "whole.npz"})
    assert (tmp_path / "whole.npz").read_bytes() == (tmp_path / "alone.npz").read_bytes()
    check_refused(capsys, monkeypatch, "are missing: name the file of every piece", "merge", "2.npz", "--out", "half.npz")
