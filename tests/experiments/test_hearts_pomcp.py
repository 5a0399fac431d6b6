"""The page of the POMCP report: the printed figures, a small run of everything, and the published result."""

import json
import subprocess

import pytest

from cardshark.experiments import reproduce
from cardshark.experiments.hearts_pomcp import page as hearts_pomcp
from cardshark.experiments.hearts_pomcp.measured import printed_gap, printed_ratio
from cardshark.experiments.hearts_pomcp.tables import HANDS, MOONS, PRINTED, contests
from cardshark.players import seat
from cardshark.report.record import read
from cardshark.report.result import claims_json
from helpers.commands import START
from helpers.paths import ROOT

PUBLISHED = ROOT / "results" / "hearts_pomcp" / "record.json"


def test_the_printed_totals_make_the_printed_sums_and_moons():
    sums = [sum(score for _, score in table) for table in PRINTED]
    assert sums == [28184, 28392, 27092, 27508, 28080, 27300, 27248, 27456]
    assert [(total - 26 * HANDS) // 52 for total in sums] == list(MOONS)  # a moon adds 52 points to a hand's 26


def test_printed_ratios_and_gaps():
    assert [round(printed_ratio(table, 1), 2) for table in range(4)] == [0.52, 0.51, 0.65, 0.62]
    assert printed_gap(6, (1,), (0, 2, 3)) == pytest.approx(0.71)


def test_every_player_of_the_page_can_sit_down():
    for contest in contests(1):
        for player in {player for table in contest.tables for player in table}:
            assert seat(player)


@pytest.mark.slow
def test_a_small_run_by_the_command_line(tmp_path):
    """Everything is played; a run that was cut off goes on, and gives the same figures."""
    command = [*START, "reproduce", "hearts_pomcp", "--scale", "0.0005", "--seed", "3", "--json"]
    whole = subprocess.run([*command, "--folder", tmp_path / "whole"], capture_output=True, text=True, check=True)
    lines = [json.loads(line) for line in whole.stdout.splitlines()]
    assert len(lines) == 14
    assert all(set(line) >= {"of", "claim", "paper", "ours", "low", "high", "verdict"} for line in lines)
    journal = (tmp_path / "whole" / "journal.jsonl").read_bytes()
    (tmp_path / "cut").mkdir()
    (tmp_path / "cut" / "journal.jsonl").write_bytes(journal[: len(journal) // 2])
    again = subprocess.run([*command, "--folder", tmp_path / "cut"], capture_output=True, text=True, check=True)
    resumed = [json.loads(line) for line in again.stdout.splitlines()]
    assert [{**line, "seconds": 0} for line in resumed] == [{**line, "seconds": 0} for line in lines]  # only the time is another
    assert (tmp_path / "cut" / "report.html").stat().st_size < 150_000


@pytest.mark.long
def test_the_published_result_is_at_full_scale():
    record = read(PUBLISHED)
    assert record.run.scale >= 1
    planned = {contest.name: contest for contest in contests(record.run.scale)}
    for row in record.rows("contests"):
        contest = planned.pop(row["name"])
        assert (contest.deals, [list(table) for table in contest.tables]) == (row["moments"]["count"], row["tables"])
    assert not planned
    assert {claim["verdict"] for claim in claims_json(reproduce.judge(PUBLISHED))} <= {"reproduced", "near", "undecided", "contradicted"}
    assert hearts_pomcp.PAPER.name == record.paper
