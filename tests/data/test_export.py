"""Exports in files: the same bytes however the work was done, one sentence for what cannot be done, pieces that fit together."""

import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import tracemalloc
import zipfile
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from cardshark import __version__
from cardshark.data import export as exporting
from cardshark.data import formats
from cardshark.data.export import ExportTerms, export_play, exporter_of, parts_folder
from cardshark.data.formats import BLOCK, NAMES, JoinedTables, MemoryTable, even, open_table, write_table
from cardshark.data.merge import merge_exports
from cardshark.data.schema import COLUMNS
from cardshark.players.uniform import Random
from cardshark.text import UserError
from helpers.commands import START, check_refused, files, run_quietly
from helpers.paths import EXAMPLES, python_path

THINKER = "montecarlo:deals=3"
SUFFIXES = ["npz", "parquet"]


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch, tmp_path):
    """A few deals already make several pieces."""
    monkeypatch.setattr(exporting, "PIECE", 4)
    monkeypatch.chdir(tmp_path)


def written(name: str, players=(THINKER,), **settings) -> bytes:
    """The bytes of an export by these settings."""
    export_play("hearts", players, name, **{"rules": "dutch", "deals": 10, **settings})
    return Path(name).read_bytes()


def columns(path: str) -> dict[str, np.ndarray]:
    """All columns of a file."""
    return next(even(open_table(Path(path)).blocks(NAMES), size=10**9 if path.endswith("npz") else BLOCK))


# ---- the same bytes ----


@pytest.mark.long
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_the_bytes_do_not_depend_on_pieces_or_workers(suffix, monkeypatch):
    whole = written(f"whole.{suffix}")
    assert files() == [f"whole.{suffix}"]
    assert written(f"workers.{suffix}", on="cores", workers=2) == whole
    monkeypatch.setattr(exporting, "PIECE", 3)
    assert written(f"others.{suffix}") == whole
    assert written(f"seed.{suffix}", seed=2) != whole


@pytest.mark.long
@pytest.mark.parametrize(("other", "missing"), [(4, 2), (3, 10)])  # pieces of another size are played again
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_an_interrupted_export_goes_on_where_it_was(suffix, other, missing, monkeypatch):
    whole, done = written(f"whole.{suffix}"), []

    def interrupt(deals: int) -> None:
        done.append(deals)
        if sum(done) >= 8:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        written(f"torn.{suffix}", progress=interrupt)
    assert files() == [f"torn.{suffix}.parts", f"whole.{suffix}"]
    monkeypatch.setattr(exporting, "PIECE", other)
    Path(f".torn.{suffix}.abc.unfinished").touch()  # as if it had been killed while it joined
    again = export_play("hearts", [THINKER], f"torn.{suffix}", rules="dutch", deals=10)
    assert (again.played, Path(f"torn.{suffix}").read_bytes()) == (missing, whole)
    assert files() == [f"torn.{suffix}", f"whole.{suffix}"]


@pytest.mark.long
def test_killed_and_resumed_is_the_same_to_the_byte():
    words = [
        *START,
        "export",
        "hearts",
        "montecarlo:deals=30",
        "--rules",
        "dutch",
        "--deals",
        "500",
        "--workers",
        "2",
        "--out",
        "killed.npz",
    ]
    run = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    journal, patience = parts_folder(Path("killed.npz")) / "journal.jsonl", time.monotonic() + 100
    while not journal.exists() or journal.read_bytes().count(b"\n") < 3:
        assert time.monotonic() < patience and run.poll() is None
        time.sleep(0.01)
    run.send_signal(signal.SIGKILL)
    run.wait()
    assert not Path("killed.npz").exists()
    done = subprocess.run([*words, "--json"], check=True, capture_output=True, text=True)
    assert json.loads(done.stdout)["played"] < 500
    assert Path("killed.npz").read_bytes() == written("whole.npz", players=["montecarlo:deals=30"], deals=500)


@pytest.mark.slow
@pytest.mark.skipif(not importlib.util.find_spec("ray"), reason="ray is not installed")
def test_a_cluster_writes_the_same_bytes():
    """In a process of its own: Ray leaves threads and sockets behind that pytest would complain about."""
    call = f"export_play('hearts', [{THINKER!r}], 'ray.npz', rules='dutch', deals=600, on='ray')"
    code = f"from cardshark.data.export import export_play; {call}"
    environment = {**os.environ, "PYTHONPATH": python_path(*sys.path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert Path("ray.npz").read_bytes() == written("here.npz", deals=600)


@pytest.mark.long
def test_a_piece_that_was_lost_is_played_again():
    whole = written("whole.npz")
    with pytest.raises(KeyboardInterrupt):
        written("torn.npz", progress=lambda deals: (_ for _ in ()).throw(KeyboardInterrupt) if deals else None)
    (parts_folder(Path("torn.npz")) / "0+4.npz").unlink()
    assert written("torn.npz") == whole


def test_an_export_that_is_there_is_left_as_it_is():
    whole, when = written("whole.npz"), Path("whole.npz").stat().st_mtime_ns
    parts_folder(Path("whole.npz")).mkdir()  # left by a run that was killed in its last moment
    assert export_play("hearts", [THINKER], "whole.npz", rules="dutch", deals=10).played == 0
    assert (Path("whole.npz").read_bytes(), Path("whole.npz").stat().st_mtime_ns) == (whole, when)
    assert files() == ["whole.npz"]


def test_both_formats_hold_the_same():
    for suffix in SUFFIXES:
        written(f"whole.{suffix}")
    one, other = columns("whole.npz"), columns("whole.parquet")
    assert list(one) == list(other) == [column.name for column in COLUMNS]
    for column in COLUMNS:
        assert one[column.name].dtype == other[column.name].dtype == column.kind
        assert np.array_equal(one[column.name], other[column.name], equal_nan=column.kind == "float32")
    assert open_table(Path("whole.npz")).about == open_table(Path("whole.parquet")).about


@pytest.mark.long
def test_a_file_says_what_made_it():
    written("whole.npz", players=[THINKER, "jake", "jake", "random"], seed=7)
    about = open_table(Path("whole.npz")).about
    assert about | {
        "cardshark": "export", "version": __version__, "game": "hearts", "rules": "dutch:hands=1", "seed": 7, "deals": 10, "unit": "deal",
        "players": [THINKER, "jake", "jake", "random"], "start": 0, "end": 10, "lowest_wins": True, "phases": ["pass", "play", "over"],
    } == about  # fmt: skip
    found = np.load("whole.npz")
    assert about["rows"] == len(found["choice"]) and about["valued"] == np.isfinite(found["values"]).any(axis=1).sum()
    assert len(about["planes"]) == found["words"].shape[1] and len(about["actions"]) == found["values"].shape[1]
    assert set(found["player"].tolist()) == {0, 1, 3}
    assert {info.date_time for info in zipfile.ZipFile("whole.npz").infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_a_game_from_a_package_is_exported_too(with_peek):
    export_play("peek", ["random"], "peek.npz", deals=6)
    about, found = open_table(Path("peek.npz")).about, columns("peek.npz")
    assert (about["planes"], len(about["actions"]), about["valued"]) == (["hand", "legal"], 64, 0)
    assert np.array_equal(found["words"][:, 1], found["legal"]) and set(found["deal"].tolist()) == set(range(6))


def test_a_player_that_was_edited_is_another_player():
    Path("mine.py").write_text((EXAMPLES / "duck.py").read_text())
    written("mine.npz", players=["./mine.py:Duck"], deals=1)
    Path("mine.py").write_text((EXAMPLES / "duck.py").read_text() + "# better\n")
    with pytest.raises(UserError, match=r"mine.npz holds something else: source of ./mine.py:Duck is"):
        written("mine.npz", players=["./mine.py:Duck"], deals=1)
    terms = ExportTerms("hearts", None, ("./mine.py:Duck",), 1, 1, (("source of ./mine.py:Duck", "another"),))
    with pytest.raises(UserError, match=r"a player's file is not the same here"):
        exporter_of(terms)


def test_a_file_is_named_by_a_text_or_a_path():
    with pytest.raises(UserError, match="a file is named by a text or a path, not 3"):
        export_play("hearts", ["jake"], 3, deals=2)


def test_objects_play_in_this_process():
    written("whole.npz", players=[Random()], deals=3, on="cores", workers=2)
    assert open_table(Path("whole.npz")).about["players"] == ["Random"]
    export_play("hearts", Random(), "one.npz", rules="dutch", deals=3)
    assert Path("one.npz").read_bytes() == Path("whole.npz").read_bytes()
    with pytest.raises(UserError, match="an export has 1 to 10,000,000 deals, not '3'"):
        export_play("hearts", "random", "text.npz", deals="3")


def test_matches_are_exported_whole():
    written("whole.npz", players=["greedy"], rules="dutch:limit=12", deals=None, matches=3)
    about, found = open_table(Path("whole.npz")).about, columns("whole.npz")
    assert (about["unit"], about["rules"], about["deals"]) == ("match", "dutch:limit=12", 3)
    assert set(found["deal"].tolist()) == {0, 1, 2} and found["hand"].max() > 0


# ---- blocks ----


def test_blocks_are_even_however_rows_were_cut():
    rows = np.arange(25)
    for cuts in ([], [1, 2, 3], [10, 20], [9, 11], [24]):
        found = list(even(iter({"a": part} for part in np.split(rows, cuts)), size=10))
        assert [block["a"].tolist() for block in found] == [list(range(10)), list(range(10, 20)), list(range(20, 25))]


@pytest.mark.long
def test_a_long_table_needs_no_more_memory_than_a_short_one(tmp_path):
    written("part.npz")
    part = open_table(Path("part.npz"))
    block = np.zeros(BLOCK, [(name, each.dtype, each.shape[1:]) for name, each in next(part.blocks(NAMES)).items()])
    peaks = []
    for times in (2, 12):
        tracemalloc.start()
        about = {**part.about, "rows": times * BLOCK}
        write_table(tmp_path / f"{times}.npz", JoinedTables(about, [lambda: MemoryTable({}, block)] * times))
        for _ in open_table(tmp_path / f"{times}.npz").blocks(NAMES):
            pass
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.1 * peaks[0]


# ---- pieces ----


@pytest.mark.long
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_pieces_are_merged_to_the_same_bytes(suffix):
    whole = written(f"whole.{suffix}")
    names = [f"{number}.{kind}" for number, kind in ((2, "npz"), (1, "parquet"), (3, "npz"))]  # in any order, in either format
    for name in names:
        written(name, piece=f"{name[0]}/3")
    merge_exports([Path(name) for name in names], Path(f"merged.{suffix}"))
    assert Path(f"merged.{suffix}").read_bytes() == whole


@pytest.mark.long
def test_pieces_that_do_not_fit_together_are_refused():
    for number in (1, 2, 3):
        written(f"{number}.npz", piece=f"{number}/3")
    written("half.npz", piece="1/2")
    written("seed.npz", piece="2/3", seed=2)
    Path("text.npz").write_text("no")
    for names, sentence in {
        "1 3": "deals 4 to 6 are missing: name the file of every piece",
        "2 3": "deals 1 to 3 are missing",
        "1 2": "deals 7 to 10 are missing",
        "1 2 3 2": "overlap: name each piece once",
        "half 2 3": "overlap",
        "1 seed 3": "1.npz and seed.npz are no pieces of one export: seed is 1 in the first and 2 in the second",
        "1 text": "text.npz is not an export of cardshark, or it is damaged",
        "1 nobody": "there is no file nobody.npz",
        "": "there is nothing to merge",
    }.items():
        with pytest.raises(UserError, match=sentence):
            merge_exports([Path(f"{name}.npz") for name in names.split()], Path("merged.npz"))
    with pytest.raises(UserError, match=r"merged.txt must end in .parquet or in .npz"):
        merge_exports([Path("1.npz")], Path("merged.txt"))
    with pytest.raises(UserError, match=r"1.npz is there already"):
        merge_exports([Path("1.npz")], Path("1.npz"))
    assert not list(Path().glob("*merged*"))


def test_a_damaged_piece_is_named():
    for number in (1, 2):
        written(f"{number}.npz", piece=f"{number}/2")
    content = bytearray(Path("2.npz").read_bytes())
    content[len(content) // 2] ^= 255
    Path("2.npz").write_bytes(content)
    for suffix in SUFFIXES:
        with pytest.raises(UserError, match=r"2.npz is damaged"):
            merge_exports([Path("1.npz"), Path("2.npz")], Path(f"merged.{suffix}"))
    assert files() == ["1.npz", "2.npz"]


# ---- the command ----


@pytest.mark.long
def test_the_command_says_what_it_wrote(capsys, monkeypatch):
    words = ["export", "hearts", THINKER, "--rules", "dutch", "--deals", "6", "--out", "play.npz"]
    status, out, err = run_quietly(capsys, monkeypatch, *words)
    assert (status, err) == (0, "")
    assert out.startswith("192 decisions of 6 deals, ") and "play.npz: 0.0 MB, " in out
    assert run_quietly(capsys, monkeypatch, *words)[1].endswith("it was there already\n")
    status, out, err = run_quietly(capsys, monkeypatch, *words, "--json")
    assert json.loads(out)["rows"] == 192 and json.loads(out)["players"] == [THINKER]
    status, out, err = run_quietly(capsys, monkeypatch, "export", "gin", "simple", "--deals", "2", "--out", "gin.parquet")
    assert "simple says nothing about its choices: its rows have a choice and an outcome, and no values\n" in out


REFUSED = [
    ("hearts", "export needs a player: cardshark export hearts PLAYER --out FILE"),
    ("hearts jake", "export needs a file: cardshark export hearts jake --out FILE.parquet (or FILE.npz)"),
    ("bridge jake --out a.npz", "there is no game 'bridge'; there is hearts, gin"),
    ("hearts jak --out a.npz", "there is no player 'jak': did you mean jake?"),
    ("gin jake --out a.npz", "jake plays Hearts only"),
    ("hearts simple --out a.npz", "simple plays gin only"),
    ("hearts jake jake --out a.npz", "4 seats need one player for all or 4 players, not 2"),
    ("gin random random random --out a.npz", "2 seats need one player for all or 2 players, not 3"),
    ("hearts network:brain=owl --out a.npz", "owl was made for 4 players with 32 cards"),
    ("hearts jake --out a.csv", "a.csv must end in .parquet or in .npz"),
    ("hearts jake --out a", "a must end in .parquet or in .npz"),
    ("hearts jake --out no/a.npz", "no/a.npz cannot be written: there is no folder no"),
    ("hearts jake --out folder.npz", "folder.npz cannot be written: it is a folder"),
    ("hearts jake --out text.npz", "text.npz is not an export of cardshark, or it is damaged"),
    ("hearts jake --out text.parquet", "text.parquet is not an export of cardshark, or it is damaged"),
    ("hearts jake --out other.npz", "other.npz holds something else: rules is 'dutch:hands=1' there and 'american:hands=1' here"),
    ("hearts jake --out begun.npz", "records something else: "),
    ("hearts jake --out a.npz --deals 0", "an export has 1 to 10,000,000 deals, not 0"),
    ("hearts jake --out a.npz --deals 2 --matches 2", "an export is of deals or of matches: leave out --deals or --matches"),
    ("hearts jake --out a.npz --matches -1", "an export has 1 to 10,000,000 matches, not -1"),
    ("hearts jake --out a.npz --deals 99999999999999999999", "an export has 1 to 10,000,000 deals, not 99999999999999999999"),
    ("hearts jake --out a.npz --seed -1", "a seed is a whole number from 0 up, not -1"),
    ("hearts jake --out a.npz --piece 3", "a piece is its number and how many there are, from 1/20 to 20/20, not '3'"),
    ("hearts jake --out a.npz --piece 4/3", "a piece is its number and how many there are"),
    ("hearts jake --out a.npz --piece 0/3", "a piece is its number and how many there are"),
    ("hearts jake --out a.npz --piece 1/20 --deals 10", "10 deals cannot be cut into 20 pieces"),
    ("hearts jake --out a.npz --on moon", "there is no place to work 'moon'"),
    ("hearts jake --out a.npz --workers 0", "the number of workers is a whole number from 1 up, not 0"),
    ("hearts jake --out a.npz --rules american:players=5", "Hearts is played here by 3 or 4 players, not 5"),
]


@pytest.mark.parametrize(("words", "sentence"), REFUSED, ids=[words for words, _ in REFUSED])
def test_what_cannot_be_done_gets_one_sentence_before_anything_is_played(words, sentence, capsys, monkeypatch, other_export):
    for name, path in other_export.items():
        (shutil.copytree if path.is_dir() else shutil.copy)(path, name)
    Path("folder.npz").mkdir()
    for suffix in SUFFIXES:
        Path(f"text.{suffix}").write_text("no table")
    before = files()
    monkeypatch.setattr(exporting.Exporter, "play", None)  # nobody plays
    check_refused(capsys, monkeypatch, sentence, "export", *words.split())
    assert files() == before


@pytest.fixture(scope="module")
def other_export(tmp_path_factory):
    """A finished export by other settings, and one that was interrupted."""
    folder = tmp_path_factory.mktemp("other")
    export_play("hearts", ["jake"], folder / "other.npz", rules="dutch", deals=1)
    with pytest.raises(KeyboardInterrupt):
        export_play("hearts", ["jake"], folder / "begun.npz", rules="dutch", deals=1, progress=interrupted)
    return {path.name: path for path in folder.iterdir()}


def interrupted(deals: int) -> None:
    """Somebody presses Ctrl-C after the first piece."""
    if deals:
        raise KeyboardInterrupt


def test_a_folder_that_is_closed_is_refused(capsys, monkeypatch):
    monkeypatch.setattr(formats.os, "access", lambda path, how: False)  # root may write everywhere
    check_refused(capsys, monkeypatch, "nobody may write into the folder", "export", "hearts", "jake", "--out", "a.npz")


def test_parquet_needs_an_extra(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "polars", None)
    check_refused(capsys, monkeypatch, "pip install 'cardshark[data]', or write a file", "export", "hearts", "jake", "--out", "a.parquet")


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_disk_that_is_full_gets_one_sentence_and_leaves_nothing_behind(suffix, monkeypatch):
    def fill(*_args, **_more):
        raise OSError(28, "No space left on device")

    target = (formats.zipfile.ZipFile, "open") if suffix == "npz" else (pl.LazyFrame, "sink_parquet")
    written("part.npz", deals=1)
    monkeypatch.setattr(*target, fill)
    with pytest.raises(UserError, match=f"full.{suffix} cannot be written: No space left on device"):
        write_table(Path(f"full.{suffix}"), MemoryTable({"rows": 1, "planes": [0], "actions": [0]}, np.zeros(1)))
    assert files() == ["part.npz"]


# ---- judged by somebody else ----


@pytest.mark.long
def test_somebody_else_may_say_what_choices_are_worth():
    own, by = "network:brain=owl", "montecarlo:deals=5"
    written("own.npz", [own])
    written("judged.npz", [own], by=by)
    written("judge.npz", [by])
    one, two = columns("own.npz"), columns("judged.npz")
    for name in ("words", "legal", "choice", "score"):
        assert (one[name] == two[name]).all()  # the same play, judged otherwise
    valued = ~np.isnan(two["values"])
    assert valued.any() and not np.isnan(two["errors"][valued]).all()
    assert (two["choice"] != two["values"].argmax(axis=1)).any()
    about = open_table(Path("judged.npz")).about
    assert (about["players"], about["by"]) == ([own], by)
    assert about["values"] == open_table(Path("judge.npz")).about["values"]
    assert "by" not in open_table(Path("own.npz")).about  # as files always were
    with pytest.raises(UserError, match=r"holds something else: by is 'montecarlo:deals=5' there and None here"):
        written("judged.npz", [own])


def test_only_who_has_opinions_may_judge():
    with pytest.raises(
        UserError, match=r"^jake has no values to write down: judge by policy, by a network or by a player who thinks ahead$"
    ):
        written("judged.npz", ["random"], by="jake")
