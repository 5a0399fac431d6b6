"""`cardshark verify` for every kind of file: it says what it is, and a changed digit anywhere is refused in one sentence."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from cardshark.arena.records import Clock, DealJournal, Piece, PlayedPiece
from cardshark.hands.link import encode
from cardshark.hands.saved import to_json
from cardshark.hands.verify import HAND_TAG
from cardshark.journal import KeyedJournal
from cardshark.learning.trainer import CHECKPOINT
from cardshark.players.brain_file import SHIPPED, write_sealed
from cardshark.report import record
from cardshark.report.record import Experiment, Record, this_run
from cardshark.show.whole import check_file
from cardshark.text import UserError
from helpers.commands import run
from helpers.paths import TESTS
from helpers.played import joined_hand, random_hand

DIGITS = b"0123456789"


def duel(path: Path) -> str:
    with DealJournal(path, "duel", {"seed": 1, "deals": 60}) as journal:
        for start in range(0, 60, 10):
            journal.add(PlayedPiece(Piece("deal", start, 10), {}, [Clock(0.125, 70)]))
    return "the journal of a duel"


def league(path: Path) -> str:
    with DealJournal(path, "league", {"seed": 1}) as journal:
        journal.add(PlayedPiece(Piece("deal", 0, 10), {}, [Clock(0.125, 70)]))
    return "the journal of a league"


def reproduce(path: Path) -> str:
    with KeyedJournal(path, {"paper": "toy", "seed": 1}) as journal:
        for number in range(6):
            journal.put(f"piece {number}", [0.1 * number, number])
    return "the journal of a paper"


def results(path: Path) -> str:
    piece = record.Piece("piece 1", 1, "ab12", 0, "2026-11-18", "2026-11-18", 1.25)
    figures = [Experiment("one", [{"ours": 0.30000000000000004}])]
    record.write(Record("toy", this_run(1.0, 1, 2.5, 2), figures, ({"python": "3.11"},), (piece,)), path)
    return "the record of toy"


def brain(path: Path) -> str:
    shutil.copy(SHIPPED / "shark.safetensors", path)
    return "a brain (rummy brain 1)"


def training(path: Path) -> str:
    write_sealed(path, CHECKPOINT, {"seed": 3, "share": 0.30000000000000004}, {"curve": np.arange(6.0), "games": np.arange(3)})
    return "a training that is not finished"


def hand(path: Path) -> str:
    path.write_text(json.dumps(to_json(joined_hand("hearts", "dutch", 1))), encoding="utf-8")
    return "Hand 1 is as it was sealed"


def page(path: Path) -> str:
    path.write_text(f"<p>{HAND_TAG}{json.dumps(to_json(joined_hand('gin', 'eaai', 2)))}</script>", encoding="utf-8")
    return "Hand 1 is as it was sealed"


def hands(path: Path) -> str:
    rows = [{"when": "long ago", "hand": to_json(joined_hand("hearts", "dutch", seed))} for seed in (1, 2)]
    path.write_text(json.dumps({"cardshark": "hands 1", "hands": rows}), encoding="utf-8")
    return "All 2 hands in this file are as they were sealed"


KINDS = {each.__name__: each for each in (duel, league, reproduce, results, brain, training, hand, page, hands)}
SLOW = {"hand": 25, "page": 25, "hands": 15}  # of these fewer digits are changed: each time a hand is played


@pytest.mark.parametrize("kind", KINDS)
def test_a_whole_file_is_named_and_a_changed_digit_anywhere_is_refused(kind, tmp_path):
    path = tmp_path / "file"
    said = KINDS[kind](path)
    assert said in check_file(path) and "\n" not in check_file(path)
    whole, chance = path.read_bytes(), np.random.RandomState(20)
    places = [place for place, letter in enumerate(whole) if letter in DIGITS]
    for place in chance.choice(places, SLOW.get(kind, 150)):
        changed = bytearray(whole)
        changed[place] = ord("0") + (changed[place] - ord("0") + chance.randint(1, 10)) % 10
        path.write_bytes(changed)
        with pytest.raises(UserError) as error:
            check_file(path)
        assert "\n" not in str(error.value)
    path.write_bytes(whole)
    assert said in check_file(path)


def test_any_changed_byte_of_a_brain_is_refused(tmp_path):
    path = tmp_path / "brain.safetensors"
    brain(path)
    whole, chance = path.read_bytes(), np.random.RandomState(21)
    for place in chance.randint(len(whole), size=150):
        changed = bytearray(whole)
        changed[place] ^= 1 << chance.randint(8)
        path.write_bytes(changed)
        with pytest.raises(UserError):
            check_file(path)


def test_a_journal_whose_last_line_was_cut_off_is_told_apart_and_whole_up_to_there(tmp_path):
    path = tmp_path / "toy.jsonl"
    reproduce(path)
    assert "whole and unchanged: a chain of 7 lines, which ends with" in check_file(path) and "not whole" not in check_file(path)
    whole = path.read_bytes()
    for end in (len(whole) - 1, len(whole) - 9, whole.rindex(b"\n", 0, -1) + 2):
        path.write_bytes(whole[:end])
        told = check_file(path)
        assert "its last line is not whole: a run was ended here, or is writing now, or somebody cut the file. What stands before" in told
        assert "a chain of 6 lines, which ends with" in told
    path.write_bytes(whole[: whole.index(b"\n") + 1])
    assert "a chain of 1 line, which ends" in check_file(path)
    path.write_bytes(b'{"settings": {"seed": 1}, "li')
    with pytest.raises(UserError):
        check_file(path)


def test_every_sealed_file_of_the_laboratory_is_whole():
    sealed = sorted((TESTS.parent / "results" / "beyond").glob("*.json"))
    assert len(sealed) == 4
    for path in [*sealed, *SHIPPED.glob("*.safetensors")]:
        assert "whole and unchanged" in check_file(path)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("results/levels.json", "levels.json is no saved hand, journal, record or brain: it holds no seal of cardshark"),
        ("tests/golden/dutch.txt", "a transcript has no seal"),
        ("README.md", "name a file that cardshark wrote"), ("results", "is a folder"), ("none.json", "there is no file"),
        ("results/export/expert_hearts.npz", "which has no seal: to tell whether it was changed, compare its SHA-256"),
        ("results/hearts_pomcp/report.html", "report.html is a page without a hand"),
    ],
)  # fmt: skip
def test_what_has_no_seal_is_refused_in_one_sentence(name, said, capsys, monkeypatch):
    status, out, err = run(capsys, monkeypatch, "verify", str(TESTS.parent / name))
    assert (status, out) == (2, "")
    assert said in err and err.count("\n") == 1


def test_records_and_journals_of_before_say_that_nothing_was_sealed(tmp_path):
    path = tmp_path / "old.jsonl"
    path.write_text('{"cardshark": "duel", "format": 1}\n', encoding="utf-8")
    with pytest.raises(UserError, match="earlier cardshark, whose lines are not linked"):
        check_file(path)


def test_a_record_of_an_earlier_form_is_called_what_it_is(tmp_path):
    path = tmp_path / "record.json"
    run = {"scale": 1, "seed": 2, "seconds": 3.0, "version": "0.1", "commit": None, "date": "2026-11-15", "cores": 2}
    path.write_text(json.dumps({"format": record.UNSEALED, "paper": "toy", "run": run, "experiments": []}, indent=1), encoding="utf-8")
    with pytest.raises(UserError) as refused:
        check_file(path)
    assert "is the record of toy in the form of an earlier cardshark (2026-11-15, scale 1, seed 2), whose figures can be read" in str(
        refused.value
    )
    assert "that form had no seal, so nobody can tell whether it was changed" in str(refused.value)


def test_the_sha256_of_a_table_is_that_which_is_published_beside_it(capsys, monkeypatch):
    folder = TESTS.parent / "results" / "export"
    for line in (folder / "seals.txt").read_text(encoding="utf-8").splitlines():
        digest, name = line.split()
        assert digest in run(capsys, monkeypatch, "verify", str(folder / name))[2]


def test_a_file_that_was_emptied_or_cut_is_named(tmp_path):
    path = tmp_path / "file.json"
    for content in (b"", b"\n \n"):
        path.write_bytes(content)
        with pytest.raises(UserError, match=r"file\.json is empty"):
            check_file(path)
    for kind in (hand, page, hands):
        kind(path)
        path.write_bytes(path.read_bytes()[:-40])
        with pytest.raises(UserError, match=r"file\.json is damaged, or its end is missing"):
            check_file(path)


@pytest.mark.parametrize("kind", [each for each in KINDS if each not in ("hand", "page")])
def test_a_note_about_anything_but_one_hand_is_refused(kind, capsys, monkeypatch, tmp_path):
    path = tmp_path / "file"
    KINDS[kind](path)
    for words, said in ((["--seal", "4b72" * 4], "--seal is"), (["--word", "ab", "--end", "cd"], "--word and --end are")):
        status, out, err = run(capsys, monkeypatch, "verify", str(path), *words)
        assert (status, out) == (2, "") and f"{said} about a hand at the table, and {path} is not one" in err


def test_a_note_is_compared(capsys, monkeypatch, tmp_path):
    path, played = tmp_path / "hand.json", joined_hand("hearts", "dutch", 1)
    data = to_json(played)
    path.write_text(json.dumps(data), encoding="utf-8")
    for given in (str(path), encode(played)):
        words = ["verify", given, "--seal", data["seal"].upper(), "--word", played.words[0], "--end", data["end"]]
        status, out, _ = run(capsys, monkeypatch, *words)
        assert status == 0 and "compare" not in out
        for place, key in ((3, "seal"), (5, "word"), (7, "end")):
            other = "0" * len(words[place])
            status, out, err = run(capsys, monkeypatch, *words[:place], other, *words[place + 1 :])
            assert (status, out) == (2, "") and key in err and other in err


def test_a_hand_of_before_is_verified_too(tmp_path):
    path = tmp_path / "hand.json"
    path.write_text(json.dumps(to_json(random_hand("hearts", "dutch", 1))), encoding="utf-8")
    assert "an earlier cardshark sealed the cards alone" in check_file(path)
    assert "an earlier cardshark sealed the cards alone" in check_file(TESTS / "golden" / "hand.json")
