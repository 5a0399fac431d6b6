"""Papers in pieces: parts of the work on machines that do not talk to each other, stage after stage, and put together."""

import json
import shutil

import pytest

from cardshark.arena.parts import Share
from cardshark.experiments import reproduce
from cardshark.report.record import read
from helpers.commands import check_refused
from helpers.commands import run_quietly as run
from helpers.journals import relinked

pytestmark = pytest.mark.long


@pytest.fixture(autouse=True)
def toy(monkeypatch, tmp_path):
    monkeypatch.setitem(reproduce.PAPERS, "toy", "helpers.toy_paper")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")


def rows(folder) -> list:
    """What was measured, without the clocks."""
    record = read(folder / "record.json")
    for row in record.rows("contests"):
        row.pop("clocks")
    return record.experiments


def piece(number: int, of: int, folder) -> str:
    return reproduce.measure_piece("toy", 1, 3, folder, Share(number, of))


def test_pieces_in_one_folder_go_on_as_far_as_the_others_are(tmp_path, capsys, monkeypatch):
    reproduce.measure("toy", 1, 3, tmp_path / "alone")
    shared = tmp_path / "shared"
    assert piece(1, 2, shared) == "1 of 3 pieces of work is missing"  # trained two of three
    assert piece(1, 2, shared) == "1 of 3 pieces of work is missing"
    assert piece(2, 2, shared) == "2 of 3 pieces of work are missing"  # trained the third, and met one of three
    words = ["reproduce", "toy", "--seed", "3", "--folder", "shared", "--on", "here", "--piece"]
    status, out, _ = run(capsys, monkeypatch, *words, "1/2")
    assert status == 0 and out.endswith(
        "All 2 pieces are done. Put them together:\n  cardshark merge shared/journal-*-of-2.jsonl --out shared\n"
    )
    assert not (shared / "record.json").exists()
    assert json.loads(run(capsys, monkeypatch, *words, "2/2", "--json")[1])["missing"] is None
    journals = sorted(map(str, shared.glob("journal-*.jsonl")))
    status, out, _ = run(capsys, monkeypatch, "merge", *journals, "--out", "shared")
    assert status == 0 and "It works." in out and (shared / "report.html").exists()
    assert rows(shared) == rows(tmp_path / "alone")
    status, out, _ = run(capsys, monkeypatch, "reproduce", "toy", "--seed", "3", "--folder", "shared", "--json")  # nothing is left
    assert (status, json.loads(out.splitlines()[0])["claim"]) == (0, "It works.")


def test_pieces_on_machines_that_share_nothing_are_merged_after_each_stage(tmp_path, capsys, monkeypatch):
    """And each goes on in a copy of what was merged."""
    reproduce.measure("toy", 1, 3, tmp_path / "alone")
    for stage in range(3):
        for number in (1, 2):
            folder = tmp_path / f"machine {number}"
            shutil.rmtree(folder, ignore_errors=True)
            if stage:
                shutil.copytree(tmp_path / "whole", folder)
            piece(number, 2, folder)
        journals = [str(tmp_path / f"machine {number}" / f"journal-{number}-of-2.jsonl") for number in (1, 2)]
        status, _, err = run(capsys, monkeypatch, "merge", *journals, "--out", "whole")
        assert status == (1 if stage < 2 else 0)
        assert err.startswith(
            ("The pieces are put together in whole, but 3 of 3 pieces", "The pieces are put together in whole, but 1 of 1", "")[stage]
        )
    assert rows(tmp_path / "whole") == rows(tmp_path / "alone")


def test_a_piece_without_work_is_a_piece(tmp_path):
    assert piece(5, 5, tmp_path / "run") == "3 of 3 pieces of work are missing"
    header, claims = map(json.loads, (tmp_path / "run" / "journal-5-of-5.jsonl").read_text().splitlines())
    assert header["settings"]["piece"] == "5/5"
    assert claims["key"] == reproduce.CLAIMS


def test_what_does_not_belong_together_is_refused(tmp_path, capsys, monkeypatch):
    for number in (1, 2):
        piece(number, 2, tmp_path / "shared")
    one, two = (tmp_path / "shared" / f"journal-{number}-of-2.jsonl" for number in (1, 2))
    check_refused(capsys, monkeypatch, "1 of 2 pieces is missing: 2/2", "merge", str(one), "--out", "new")
    check_refused(capsys, monkeypatch, "are put together in a folder", "merge", str(one), str(two), "--out", "new.jsonl")
    line = one.read_text().splitlines()[2]
    brain = tmp_path / "shared" / json.loads(line)["value"]["brain"]["file"]
    brain.write_bytes(b"damaged")
    check_refused(
        capsys, monkeypatch, f"tells of brains/{brain.name}, which does not lie beside it", "merge", str(one), str(two), "--out", "new"
    )
    honest = two.read_bytes()
    two.write_bytes(honest.replace(b'"seed": 3', b'"seed": 4'))
    check_refused(capsys, monkeypatch, "line 1 of", "merge", str(one), str(two), "--out", "new")
    two.write_bytes(relinked(honest.replace(b'"key"', b'"lock"')))
    check_refused(capsys, monkeypatch, "is damaged: line 2 is not a finished piece of work", "merge", str(two), str(one), "--out", "new")
    two.write_bytes(relinked(honest.replace(b'"seed": 3', b'"seed": 4')))
    check_refused(capsys, monkeypatch, "seed is 4 there and 3 here", "merge", str(one), str(two), "--out", "new")
    words = ["reproduce", "toy", "--seed", "3", "--folder", "shared", "--piece"]
    check_refused(capsys, monkeypatch, "journal-2-of-2.jsonl records something else", *words, "1/2")
    check_refused(capsys, monkeypatch, "leave out --record, or --piece", *words, "1/2", "--record", "record.json")
    check_refused(capsys, monkeypatch, "from 1/20 to 20/20, not '0/2'", *words, "0/2")
    assert not (tmp_path / "new").exists()
