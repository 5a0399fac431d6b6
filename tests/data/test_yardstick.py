"""Expert play as a yardstick: regrets by hand, hands that are played again as the file says, and files that are refused."""

import json

import numpy as np
import pytest

from cardshark.coach.lost import Lost, rate
from cardshark.data.export import export_play
from cardshark.data.formats import NAMES, MemoryTable, joined, open_table, write_table
from cardshark.data.schema import row_type
from cardshark.data.yardstick import EXPERT, measured
from cardshark.tables.observing import Observer
from cardshark.text import UserError
from helpers.commands import run_quietly
from helpers.compiling import compiled_only

pytestmark = compiled_only
JUDGE = "montecarlo:deals=8,playout=jake"


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """Some hands of jake, judged by Monte Carlo."""
    return export_play("hearts", "jake", tmp_path_factory.mktemp("expert") / "play.npz", deals=12, by=JUDGE, seed=5).path


def rows_of(path):
    """All rows of a file, as one array."""
    found = joined(list(open_table(path).blocks(NAMES)))
    table = np.zeros(len(found["deal"]), row_type(Observer("hearts", "american")))
    for name, column in found.items():
        table[name] = column
    return table


def regrets(path):
    """By the values of the file alone, what the choices in it cost: a list for each deal."""
    rows, actions, found = rows_of(path), open_table(path).about["actions"], {}
    for row in rows:
        values = {action: value for action, value in zip(actions, row["values"].tolist(), strict=True) if int(row["legal"]) >> action & 1}
        if len(values) > 1 and not any(np.isnan(list(values.values()))):
            found.setdefault(int(row["deal"]), []).append(max(values.values()) - values[int(row["choice"])])
    return found


def test_the_expert_loses_what_its_own_values_say(file):
    (found,) = measured(file)
    by_hand = regrets(file)
    assert found.player == EXPERT
    assert found.rate == pytest.approx(rate(Lost(sum(each), len(each)) for each in by_hand.values()))
    every = [each for lost in by_hand.values() for each in lost]
    assert found.best == pytest.approx(np.mean([lost <= 0 for lost in every])) and found.rate.decisions == len(every) > 200


def test_who_chose_in_the_file_loses_as_much_if_it_is_asked_again(file):
    asked, noted = measured(file, ["jake"])[0], measured(file)[0]
    assert asked[1:] == noted[1:]


def test_better_players_lose_less(file):
    found = {each.player: each.rate.mean for each in measured(file, [JUDGE, "jake", "random"])}
    assert found[JUDGE] < found["jake"] < found["random"]
    assert found[JUDGE] == pytest.approx(0, abs=1e-6)  # the same luck, so the judge finds its own values again


@pytest.mark.parametrize("column", ["words", "choice"])
def test_a_file_that_does_not_follow_from_its_seed_is_refused(file, tmp_path, column):
    rows = rows_of(file)
    free = np.flatnonzero(np.bitwise_count(rows["legal"]) > 1)[5]
    legal = [card for card in range(64) if int(rows["legal"][free]) >> card & 1]
    rows[column][free] = rows[column][free] + 1 if column == "words" else next(card for card in legal if card != rows["choice"][free])
    write_table(tmp_path / "changed.npz", MemoryTable(open_table(file).about, rows))
    with pytest.raises(UserError, match="do not follow from its seed"):
        measured(tmp_path / "changed.npz", ["jake"])


def test_files_without_values_are_no_yardsticks(tmp_path):
    with pytest.raises(UserError, match="is no yardstick"):
        measured(export_play("hearts", "jake", tmp_path / "plain.npz", deals=2).path)


def test_a_champion_values_every_choice_of_the_play(tmp_path):
    found = export_play("hearts", "jake", tmp_path / "play.npz", deals=1, by="champion:deals=8", rules="dutch", seed=5)
    block = joined(list(open_table(found.path).blocks(["legal", "values"])))
    free = np.bitwise_count(block["legal"]) > 1
    assert ((~np.isnan(block["values"])).sum(axis=1) == np.where(free, np.bitwise_count(block["legal"]), 0)).all()


def test_the_command_prints_a_table_or_json(file, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")
    status, out, _ = run_quietly(capsys, monkeypatch, "yardstick", str(file), "random", "jake")
    assert status == 0
    *table, floor = out.splitlines()
    assert [line.split()[0] for line in table] == ["player", "jake", "random"]
    assert "nobody loses 0: compare with what the expert itself loses, which the command shows without players" in floor
    assert run_quietly(capsys, monkeypatch, "yardstick", str(file))[1].endswith("what the expert itself loses\n")
    status, out, _ = run_quietly(capsys, monkeypatch, "yardstick", str(file), "--json")
    assert json.loads(out)[0]["player"] == EXPERT
