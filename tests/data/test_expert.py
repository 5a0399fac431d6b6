"""The expert data sets: sealed, as large as they say, made by the commands on their card, and read by its code."""

import hashlib
import re
import shlex

import numpy as np
import pytest

from cardshark.data.export import export_play
from cardshark.data.formats import NAMES, joined, open_table
from cardshark.data.yardstick import measured
from helpers.compiling import compiled_only
from helpers.paths import ROOT

FOLDER = ROOT / "results" / "export"
CARD = (FOLDER / "EXPERT.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"`(cardshark export .*?)`", CARD)
MOST_BYTES = 1_000_000  # of both together


def test_the_files_are_those_that_were_sealed_and_they_are_small():
    sealed = dict(line.split()[::-1] for line in (FOLDER / "seals.txt").read_text(encoding="utf-8").splitlines())
    files = {path.name: path.read_bytes() for path in FOLDER.glob("expert_*.npz")}
    assert {name: hashlib.sha256(content).hexdigest() for name, content in files.items()} == sealed
    assert sum(map(len, files.values())) <= MOST_BYTES and len(files) == len(COMMANDS) == 2


@pytest.mark.parametrize("command", COMMANDS)
def test_the_card_says_how_each_file_was_made(command):
    _, _, game, player, _, judge, _, deals, _, seed, _, file = shlex.split(command)
    about = open_table(ROOT / file).about
    assert [about["game"], *about["players"], about["by"], about["deals"], about["seed"]] == [game, player, judge, int(deals), int(seed)]


@pytest.mark.slow
@compiled_only
@pytest.mark.parametrize("command", COMMANDS)
def test_the_first_deal_is_played_and_judged_again_to_the_same_bytes(command, tmp_path):
    _, _, game, player, _, judge, _, _, _, seed, _, file = shlex.split(command)
    path = export_play(game, player, tmp_path / "again.npz", deals=1, by=judge, seed=int(seed)).path
    again = joined(list(open_table(path).blocks(NAMES)))
    kept = joined(list(open_table(ROOT / file).blocks(NAMES)))
    rows = len(again["deal"])
    assert {name: column[:rows].tobytes() for name, column in kept.items()} == {name: each.tobytes() for name, each in again.items()}


@compiled_only
@pytest.mark.parametrize("command", COMMANDS)
def test_positions_follow_from_the_seed_and_enough_are_judged(command):
    (found,) = measured(ROOT / shlex.split(command)[-1])  # refuses positions that do not follow
    assert found.rate.decisions >= 2_000
    assert found.rate.low > 0 and found.best > 0.5


def test_the_code_on_the_card_runs(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    (block,) = re.findall(r"^```python\n(.*?)^```", CARD, re.DOTALL | re.MULTILINE)
    exec(compile(block, "EXPERT.md", "exec"), {})
    said = re.fullmatch(r"([\d,]+) decisions of 50 deals; a choice costs (\d+\.\d+) points on average\n", capsys.readouterr().out)
    decisions, cost = said.groups()
    assert int(decisions.replace(",", "")) >= 2_000 and np.isfinite(float(cost))
