"""docs/data.md is true, the sample comes out again, and the example learns from it."""

import re
import runpy
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from cardshark.cli import main
from cardshark.data import opinions
from cardshark.data.export import export_play
from cardshark.data.formats import NAMES, NpzTable, even
from helpers.paths import EXAMPLES, ROOT

PAGE = (ROOT / "docs" / "data.md").read_text(encoding="utf-8")
SAMPLE = ROOT / "results" / "export"
DEALS = 4  # of the sample that are played again: with every direction of passing


def blocks(text: str, kind: str) -> list[str]:
    """The blocks of a kind on a page."""
    return re.findall(rf"^```{kind}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def all_rows(path: Path) -> dict[str, np.ndarray]:
    """A whole file."""
    return next(even(NpzTable(path).blocks(NAMES), size=10**9))


@pytest.mark.long
def test_the_page_shows_how_to_read_what_its_command_writes(tmp_path, monkeypatch, capsys):
    (tmp_path / "results").symlink_to(ROOT / "results")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", shlex.split(blocks(PAGE, "sh")[0]))
    main()
    capsys.readouterr()
    for block in blocks(PAGE, "python"):  # each runs alone
        exec(compile(block, "data.md", "exec"), {})
    out = capsys.readouterr().out
    assert "['montecarlo:deals=200,playout=jake,passing=search'] 8,277 decisions; in 100% the best value was chosen" in out
    assert re.search(r"│ 3 +┆ 1525 +┆ [\d.]+ +┆ [\d.]+ +│", out)
    assert "torch.Size([10004, 1024]) torch.Size([10004, 52])" in out


def test_the_page_names_every_unit():
    for unit in (opinions.REST, opinions.STRENGTH, opinions.WORTH):
        assert unit in PAGE
    assert opinions.POINTS.partition(", more is better")[2].removeprefix(": ") in PAGE
    assert opinions.CHANCE in PAGE


@pytest.mark.long
def test_the_sample_comes_out_again_with_the_same_bytes(tmp_path):
    (command,) = re.findall(r"^cardshark export.*", (SAMPLE / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    _, _, game, player, _, deals, _, file = shlex.split(command)
    sample, about = all_rows(ROOT / file), NpzTable(ROOT / file).about
    assert (about["players"], about["deals"], about["rows"]) == ([player], int(deals), len(sample["deal"])) and about["rows"] >= 10_000
    again = export_play(game, [player], tmp_path / "first.npz", deals=DEALS)
    first = all_rows(again.path)
    assert {name: column[: again.rows].tobytes() for name, column in sample.items()} == {
        name: each.tobytes() for name, each in first.items()
    }
    differing = {name for name, value in again.about.items() if about[name] != value}
    assert differing <= {"deals", "end", "rows", "valued", "version"}


@pytest.mark.long
def test_the_example_learns_from_a_part_of_the_sample(tmp_path):
    shutil.copy(EXAMPLES / "imitate.py", tmp_path)
    words = [sys.executable, "imitate.py", str(SAMPLE / "hearts.npz"), "--epochs", "2", "--deals", "20"]
    said = subprocess.run(words, cwd=tmp_path, check=True, capture_output=True, text=True).stdout.splitlines()
    held_out, by_chance = (float(each) for each in re.findall(r"([\d.]+)%", said[1]))
    lost, blindly = (float(each) for each in re.findall(r"(?:loses|by chance) ([\d.]+)(?: points|\))", said[1]))
    assert held_out > by_chance + 5 and lost < 0.7 * blindly
    assert re.search(r"3 random players: -\d\.\d+ points a hand \(-\d.*to -\d", said[2])


@pytest.fixture
def imitate(monkeypatch):
    """The example, run here."""

    def run(path):
        monkeypatch.setattr(sys, "argv", ["imitate.py", str(path), "--epochs", "1", "--deals", "20"])
        runpy.run_path(str(EXAMPLES / "imitate.py"), run_name="__main__")

    return run


@pytest.mark.long
def test_the_example_reads_parquet_and_experts_without_values(imitate, tmp_path, capsys):
    export_play("gin", "simple", tmp_path / "play.parquet", deals=5)
    imitate(tmp_path / "play.parquet")
    said = capsys.readouterr().out
    assert "imitator against 1 random player: " in said
    assert "nan" not in said and "loses" not in said


def test_the_example_says_whom_it_played_and_in_what_the_expert_counts():
    example = runpy.run_path(str(EXAMPLES / "imitate.py"))
    assert example["others_of"]({"game": "hearts", "rules": "american:players=3,removed=2D"}) == "2 random players"
    assert example["unit_of"]({"values": [opinions.POINTS, opinions.NOTHING]}) == "points"
    assert example["unit_of"]({"values": [opinions.WORTH]}) == "of the expert's own unit"


def test_the_example_refuses_files_that_it_cannot_learn_from(imitate, tmp_path, capsys):
    few, wrong = tmp_path / "few.npz", tmp_path / "wrong.npz"
    export_play("hearts", "jake", few, deals=2)
    wrong.write_bytes(b"no zip")
    for path, sentence in {few: "too few deals", wrong: "is not an export of cardshark", tmp_path / "none.npz": "there is no file"}.items():
        with pytest.raises(SystemExit, match="2"):
            imitate(path)
        assert sentence in capsys.readouterr().err
