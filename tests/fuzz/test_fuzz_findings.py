"""What fuzzing has found, one test each: every one of these once ended in something else than a sentence."""

import json
import os
import shlex
import shutil
import zipfile
from dataclasses import replace

import numpy as np
import pytest

from cardshark.arena.duel import duel
from cardshark.arena.stats import Moments
from cardshark.chain import chained
from cardshark.data.export import export_play
from cardshark.data.formats import NAMES, open_table
from cardshark.files import read_json
from cardshark.games.positions import read_position
from cardshark.hands.verify import verify
from cardshark.journal import KeyedJournal
from cardshark.learning import Design, Lesson, Training
from cardshark.learning.trainer import CHECKPOINT
from cardshark.players.brain_file import read, read_sealed, write_sealed
from cardshark.report import record
from cardshark.text import LONGEST_SENTENCE, LONGEST_WORD, UserError
from cardshark.web.games.gin import choices
from cardshark.web.lobby.players import brain_kinds
from cardshark.web.table.store import read_hand_name
from fuzz.files import ABOUT
from helpers.commands import check_refused
from helpers.journals import relinked
from helpers.paths import GOLDEN, ROOT

BRAIN = ROOT / "src" / "cardshark" / "players" / "brains" / "shark.safetensors"


# ---- what is said ----


@pytest.mark.parametrize("word", ["9" * 5_000, "x" * 400, "\ud800" * 300, "word " * 3_000])
def test_a_sentence_does_not_repeat_a_whole_file(word):
    with pytest.raises(UserError) as refused:
        read_position(f"game hearts\nrules dutch\nhand {word}\n")
    assert len(str(refused.value)) <= LONGEST_SENTENCE
    assert max(map(len, str(refused.value).split())) <= LONGEST_WORD


@pytest.mark.parametrize("text", ['{"a": NaN}', "[Infinity]", "[-Infinity]", "[1e999]", "[" * 100_000, '{"a"', "", b"\xff"])
def test_json_that_is_none_is_a_value_error(text):
    with pytest.raises(ValueError):  # noqa: PT011  # whatever it says
        read_json(text)
    assert read_json('{"a": [1, 2.5, null, "\\udcff"]}') == {"a": [1, 2.5, None, "\udcff"]}


# ---- saved hands ----


def test_a_saved_hand_with_half_a_letter():
    hand = json.loads((GOLDEN / "hand.json").read_text(encoding="utf-8"))
    with pytest.raises(UserError, match="this is not a saved hand"):
        verify({**hand, "\ud800": 1})


# ---- brains and checkpoints ----


@pytest.mark.parametrize(
    "wrong",
    [
        {"games": "6"}, {"games": None}, {"strength": {"learner": 1.0}}, {"strength": True}, {"curve": [[1, 2]]}, {"curve": [[1, "x", 2]]},
        {"lineage": [[]]}, {"lineage": [{"role": "start", "name": "x", "sha256": True, "lineage": []}]}, {"lineage": 5}, {"tests": [False]},
        {"tests": [{"against": "jake"}]}, {"settings": {"against": 3}}, {"settings": [["x"]]},
        {"settings": {"brains": [None]}}, {"growth": [5]}, {"hands": float("inf")},
        {"curve": [[1, float("nan"), 2.0]]}, {"command": []}, {"name": {}},
    ],
)  # fmt: skip
def test_a_brain_that_says_nonsense_of_itself(tmp_path, capsys, monkeypatch, wrong):
    monkeypatch.chdir(tmp_path)
    kind, about, parts = read_sealed(BRAIN, "cardshark rummy brain 1")
    write_sealed(tmp_path / "my.safetensors", kind, {**about, "about": {**ABOUT, **wrong}}, parts)
    for words in (
        "brains my.safetensors",
        "brains my.safetensors --json",
        "duel gin rummy:brain=my.safetensors random --deals 2 --on here",
    ):
        check_refused(capsys, monkeypatch, "my.safetensors ", *shlex.split(words))


def test_brains_that_say_little_or_all_are_read(tmp_path):
    kind, about, parts = read_sealed(BRAIN, "cardshark rummy brain 1")
    for said in ({}, {"name": "x"}, ABOUT, {**ABOUT, "strength": {}, "curve": [], "lineage": [], "more": {"of": ["its", "own"]}}):
        write_sealed(tmp_path / "my.safetensors", kind, {**about, "about": said}, parts)
        assert read(tmp_path / "my.safetensors").about == {**said, "name": "my"}


@pytest.mark.parametrize("wrong", ["about", "curve", "game", "totals", "weights", "games"])
def test_a_checkpoint_that_is_none(tmp_path, wrong):
    training = Training(Design(hidden="16"), Lesson(games=6, rules="falcon:limit=60", against="jake"), 3, tmp_path / "my.safetensors")
    training.checkpoint()
    path = tmp_path / "my.safetensors.part"
    kind, about, parts = read_sealed(path, CHECKPOINT)
    changes = {
        "curve": np.zeros(3, np.int64), "game": np.zeros((1, 1), np.int64), "totals": np.zeros(0, np.int16), "games": np.array(7),
        "weights": np.zeros(3, np.float32),
    }  # fmt: skip
    name = {"games": "game", "weights": next(iter(training.course.changing()))}.get(wrong, wrong)
    write_sealed(path, kind, 5 if wrong == "about" else about, {**parts, name: changes[wrong]} if wrong in changes else parts)
    with pytest.raises(UserError, match=r"my\.safetensors\.part (is damaged|does not hold a training that can go on)"):
        training.resume()


# ---- records ----


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The journal of a duel, and its lines."""
    path = tmp_path_factory.mktemp("played") / "duel.jsonl"
    duel("hearts", "dutch", "random", "random", deals=6, seed=1, record=path, on="here")
    return path.read_bytes().splitlines()


def piece_with(line: bytes, **changes) -> dict:
    """The line of a piece, with something else in it."""
    return {**{name: value for name, value in json.loads(line).items() if name != "link"}, **changes}


SUMS = {"count": 6, "sums": [0] * 7, "products": [0] * 28}
WRONG_PIECES = [
    {"clocks": []}, {"clocks": [["x", 1], [0.5, 1]]}, {"clocks": [[0.5, 1, 2]]}, {"moments": {}}, {"moments": {"deals": None}},
    {"moments": {"deals": {**SUMS, "count": []}}}, {"moments": {"deals": {**SUMS, "products": [0] * 27}}}, {"start": 0.0}, {"deals": "6"},
    {"moments": {"deals": {**SUMS, "sums": [0] * 6}}}, {"moments": {"deals": {**SUMS, "count": 1}}}, {"stream": 5}, {"deals": 0},
    {"moments": {"deals": {**SUMS, "sums": [1 << 200] * 7}}}, {"moments": {"deals": {**SUMS, "sums": [0.5] * 7}}},
]  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG_PIECES)
def test_a_duel_goes_on_from_no_other_piece(tmp_path, capsys, monkeypatch, played, wrong):
    """Every link of the journal fits."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my.jsonl").write_bytes(relinked(b"\n".join([played[0], json.dumps(piece_with(played[1], **wrong)).encode(), b""])))
    command = "duel hearts random random --rules dutch --deals 6 --seed 1 --on here --record my.jsonl"
    check_refused(capsys, monkeypatch, "line 2 of my.jsonl is not a finished piece of work", *shlex.split(command))


def test_sums_that_no_deals_can_have():
    with pytest.raises(UserError, match="a variance would be below 0"):
        Moments(6, (10,), (1,)).interval([1])


@pytest.mark.parametrize("wrong", [{"made": ["x"]}, {"made": [["a", "b"]]}, {"seconds": "x"}, {"seconds": None}, {"key": []}, {"key": 5}])
def test_a_piece_of_a_paper_that_is_none(tmp_path, wrong):
    line = {"key": "one", "value": 1, "seconds": 0.5, "made": {}, **wrong}
    (tmp_path / "journal").write_bytes(chained([{"settings": {"paper": "x"}}, line], escaped=False))
    with pytest.raises(UserError, match=r"line 2 of .* is not a finished piece of work"):
        KeyedJournal(tmp_path / "journal", {"paper": "x"})


def test_names_with_half_a_letter_are_kept_in_journals(tmp_path):
    for _ in range(2):
        with KeyedJournal(tmp_path / "journal", {"folder": "\udcff"}) as journal:
            assert journal.get("\udcfe", lambda: "\udcfd") == "\udcfd"


@pytest.mark.parametrize("wrong", [{"run": {}}, {"paper": 5}, {"experiments": [5]}, {"pieces": [{}]}, {"made": 1}, {"claims": 7}])
def test_a_record_of_a_paper_that_says_nonsense(tmp_path, wrong):
    run = record.this_run(1.0, 1, 1.0)
    record.write(record.Record("hearts_pomcp", run, []), tmp_path / "good.json")
    assert record.read(tmp_path / "good.json").run == replace(run, more={})
    text = json.dumps({**json.loads((tmp_path / "good.json").read_text(encoding="utf-8")), **wrong}).rpartition(', "seal"')[0]
    (tmp_path / "bad.json").write_text(f'{text}{record.SEAL}{record.seal_of(text)}"\n}}\n', encoding="utf-8")
    with pytest.raises(UserError, match=r"bad\.json is not a record of a paper"):
        record.read(tmp_path / "bad.json")


@pytest.mark.long
def test_an_export_with_a_damaged_head(tmp_path):
    export_play("hearts", "random", tmp_path / "good.npz", deals=1, rules="dutch")
    with zipfile.ZipFile(tmp_path / "good.npz") as good, zipfile.ZipFile(tmp_path / "bad.npz", "w") as bad:
        for name in good.namelist():
            content = good.read(name)
            bad.writestr(name, content if name == "about.npy" else content.replace(b"(", b" ", 1))
    with pytest.raises(UserError, match=r"bad\.npz is damaged"):
        list(open_table(tmp_path / "bad.npz").blocks(NAMES))


# ---- messages ----


@pytest.mark.parametrize("name", ["x-99999999999999999999", "x-²", "x-", "-1", "x", "", "x-" + "9" * 5_000, "x" * 5_000 + "-1", "x--1 "])
def test_what_no_hand_is_called(name):
    assert read_hand_name(name) is None
    assert read_hand_name("0f3a-12") == ("0f3a", 12)


@pytest.mark.parametrize("odd", [b"\xff\xfe", b"two\nlines", b"\xed\xa0\x80", b"a,b"])
def test_a_brain_whose_name_no_page_can_say_is_not_offered(tmp_path, monkeypatch, odd):
    """The message with all players could not be sent to anybody."""
    monkeypatch.chdir(tmp_path)
    for name in (os.fsdecode(odd), "my"):
        shutil.copy(BRAIN, f"{name}.safetensors")
    assert brain_kinds(f"./{os.fsdecode(odd)}.safetensors") == []
    assert [kind.player for kind in brain_kinds("./my.safetensors")] == ["rummy:brain=./my.safetensors"]


def test_a_way_with_thousands_of_digits():
    view = type("View", (), {"table": type("Table", (), {"phase": choices.gin.SPREAD})})
    with pytest.raises(UserError, match="is no way to lay down a hand"):
        choices.choice_number(view, "way " + "9" * 5_000)
    assert choices.choice_number(view, "way 2") == 1
