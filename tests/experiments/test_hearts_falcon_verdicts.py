"""Verdicts on the FALCON paper, on data made to say what it says, or the opposite; and a small run of everything."""

import numpy as np
import pytest

from cardshark.arena.contest import Standing
from cardshark.arena.jobs import HERE, Crew
from cardshark.arena.placing import FIRST_PLACE
from cardshark.arena.records import Clock
from cardshark.arena.stats import Moments
from cardshark.experiments import reproduce
from cardshark.experiments.hearts_falcon import page as hearts_falcon
from cardshark.experiments.hearts_falcon import tables as hearts_falcon_tables
from cardshark.experiments.hearts_falcon.measured import FalconRuns, crossing
from cardshark.experiments.hearts_falcon.runs import rows_of_settings, tasks
from cardshark.experiments.hearts_falcon.settings import (
    BASE,
    MULTI,
    READINGS,
    SEPARATE,
    WEIGHT,
    grouped,
)
from cardshark.experiments.hearts_falcon.tables import (
    BIG_MARKS,
    COMPANY,
    COMPANY_MARKS,
    GAMES,
    GROUPINGS,
    LIMITS,
    RANDOM,
    TESTS,
    contests,
    line_up,
)
from cardshark.report.record import Experiment, Record, this_run
from cardshark.report.result import claims_json
from cardshark.report.verdict import Effect
from helpers.papers import lose_half, rows_of

THINKER = "montecarlo(deals={})"  # thinks less than the one of the paper

QUEEN, ENDS = "only whether the queen is out", "highest or lowest card only"
AS_PRINTED = {grouped(groups): ratio - 0.008 for groups, ratio in GROUPINGS.items()} | {
    BASE: 0.262, WEIGHT: 0.237, QUEEN: 0.241, ENDS: 0.243, "no bad tricks": 0.245, "ties random": 0.28,
    line_up("(a)"): 0.30, line_up("(b)"): 0.27, line_up("(c)"): 0.26, line_up("(d)"): 0.24,
}  # fmt: skip
OPPOSITE = dict.fromkeys(map(grouped, GROUPINGS), 0.28) | {
    BASE: 0.26, WEIGHT: 0.27, SEPARATE: 0.275, MULTI: 0.285, QUEEN: 0.29,
    line_up("(a)"): 0.24, line_up("(b)"): 0.27, line_up("(c)"): 0.28, line_up("(d)"): 0.30,
}  # fmt: skip


def course_of(level, bins):
    """Ratios while a FALCON learns: from 0.36 down to its level."""
    return level + (0.36 - level) * np.exp(-50 * np.arange(1, bins + 1) / bins)


def places_at(mark, contradict):
    """More first places from 5,000 hands on, or never."""
    learned = BIG_MARKS.index(mark) / (len(BIG_MARKS) - 1)
    first = 0.1 + 0.1 * learned if contradict else 0.1 + 0.35 * learned
    return np.array([first, 0.26, 0.26, 0.48 - first])


def made_up_run(random, task, contradict):
    """What a run of a setting may have found."""
    levels = OPPOSITE if contradict else AS_PRINTED
    level = levels.get(task.setting, levels[WEIGHT]) + random.normal(0, 0.0004)
    found = {"tested": [], "categories": 400}
    for place in range(len(task.marks)):
        ratio = level + (0.02 * (4 - place) if task.setting.startswith("line-up") else 0)
        points = round(26 * task.tests * ratio)
        found["tested"].append([points, round(task.tests * (26**2) * (ratio**2 + 0.28**2))])
    if task.big:
        found["ranked"] = [(FIRST_PLACE * task.big_games * places_at(mark, contradict)).round().astype(int).tolist() for mark in BIG_MARKS]
        for shares in found["ranked"]:
            shares[1] += int(random.integers(-40, 40))
    if task.bins:
        found["curve"] = (26 * GAMES / task.bins * course_of(level, task.bins)).round().astype(int).tolist()
    return found


def made_up_contest(random, contest, contradict):
    """Points of the seats of a contest: everybody gets what the paper says, and somebody the rest."""
    strength = {"random": 0.3 if contradict else 0.36, "stock": None}
    rows = []
    for place, table in enumerate(contest.tables):
        thinkers = [player not in strength for player in table]
        ratio = np.full(4, 0.25)
        if contest.name == "random agents":
            ratio = np.where([player == RANDOM for player in table], strength["random"], 0.5 - strength["random"])
        elif any(thinkers) and contest.name == "thinkers":
            mine = (0.27 if contradict else 0.23) - 0.02 * (contradict and place >= 6)
            ratio = np.where(thinkers, mine, 0.5 - mine)
        points = (4 * 26 * ratio[:, None] + random.normal(0, 2, (4, contest.deals))).round().astype(np.int64)
        rows += [*points, np.zeros(contest.deals, np.int64)]
    clocks = {player: Clock(1.0, 1000) for table in contest.tables for player in table}
    return Standing(contest, Moments.of(np.array(rows)), clocks).to_json()


def made_up(contradict=False):
    """A record that says what the paper says, or the opposite."""
    random = np.random.default_rng(5)
    pieces = {task.name: task for task in tasks(1, 1)}
    found = {name: made_up_run(random, task, contradict) for name, task in pieces.items()}
    played = [made_up_contest(random, contest, contradict) for contest in contests(1)]
    return Record(
        "hearts_falcon", this_run(1, 1, 1.0), [Experiment("runs", rows_of_settings(pieces, found)), Experiment("contests", played)]
    )


@pytest.fixture(scope="module")
def thrifty():
    """Somebody quick in the place of the paper's Monte-Carlo agent."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hearts_falcon_tables, "MONTE_CARLO", THINKER)
        yield


@pytest.fixture(scope="module")
def as_printed(thrifty):
    return hearts_falcon.result(made_up())


@pytest.mark.long
def test_what_the_paper_says_is_judged_reproduced(as_printed):
    verdicts = {claim["claim"]: claim["verdict"] for claim in claims_json(as_printed)}
    assert len(verdicts) == 17
    assert set(verdicts.values()) == {"reproduced"}, verdicts
    table = as_printed.tables[0]
    assert [row.paper for row in table.rows] == list(GROUPINGS.values())
    assert {row.ours == pytest.approx(row.paper - 0.008, abs=0.001) for row in table.rows[:8]} == {True}


@pytest.mark.long
def test_the_opposite_is_judged_contradicted(thrifty):
    result = hearts_falcon.result(made_up(contradict=True))
    verdicts = {claim["claim"]: claim["verdict"] for claim in claims_json(result)}
    assert verdicts.pop("Mixed company (c) and three Monte-Carlo players (b) teach differently.") == "reproduced"  # they do, either way
    assert verdicts.pop("In its first 5,000 games it does not beat them.") == "reproduced"
    assert verdicts.pop("First places grow with training, last places shrink.") == "reproduced"
    assert set(verdicts.values()) == {"contradicted"}, verdicts


@pytest.mark.long
def test_two_networks_that_play_the_same_cards_are_no_help(thrifty):
    record = made_up()
    rows = {row["setting"]: row for row in record.rows("runs")}
    for figure in ("tested", "curve"):
        rows[SEPARATE][figure] = rows[WEIGHT][figure]
    result = hearts_falcon.result(record)
    (claim,) = [claim for claim in result.claims if claim.text.startswith("Separate networks")]
    assert (str(claim.verdict), claim.ours) == ("contradicted", 0)
    assert "not one card differs" in claim.because
    assert "covers the other" in result.figures[1].note


@pytest.mark.long
def test_a_reading_matters_if_it_changes_the_level(as_printed):
    effects = {each.point: each.effect for each in as_printed.readings}
    assert effects["actions of the same weight"] == Effect.LEVEL
    assert effects["cards without an alternative"] == Effect.SMALL
    assert effects["F_murai, the agent before"] == Effect.UNTESTED
    for point in READINGS:
        (reading,) = [each for each in as_printed.readings if each.point == point]
        assert "Added to the ratio: ." not in reading.note


def test_what_was_left_out_is_said(as_printed):
    figure = next(each for each in as_printed.figures if each.title.startswith("Figure 6"))
    lengths = {series.label[:3]: len(series.x) for series in figure.series}
    for case in COMPANY:
        short = lengths[case] < len(COMPANY_MARKS)
        assert short == (case in LIMITS) == (f"{case} ends after" in figure.note)


def test_crossings_are_those_that_last():
    ends = np.arange(50, 1050, 50)

    def crossed(*stretches):
        ratios = np.repeat([0.26 if above else 0.24 for above, _ in stretches], [count for _, count in stretches])
        return crossing(ends, np.array([ratios, ratios]))

    assert crossed((True, 6), (False, 14)) == 350
    assert crossed((True, 6), (False, 6), (True, 2), (False, 6)) == 750
    assert crossed((True, 18), (False, 2)) == 950
    assert crossed((True, 19), (False, 1)) is None  # may be chance
    assert crossed((True, 20)) is None
    assert crossed((False, 20)) == 50


def test_curves_add_up(thrifty):
    runs = FalconRuns(made_up())
    ends, since = runs.ratios_since_start(WEIGHT)
    for width in (1, 5, 7):
        at, latest = runs.latest_ratios(WEIGHT, width)
        assert at[-1] == ends[-1] == GAMES
        assert (latest * np.diff(at, prepend=0)).sum(axis=1) == pytest.approx(since[:, -1] * GAMES)
    assert runs.early_ratios(WEIGHT, 5000) == pytest.approx(since[:, 9])


def test_settings_are_compared_run_by_run(thrifty):
    record = made_up()
    rows = {row["setting"]: row for row in record.rows("runs")}
    rows["forced no"]["tested"] = [[[points + 260, squares] for points, squares in run] for run in rows[WEIGHT]["tested"]]
    found = FalconRuns(record).change("forced no", WEIGHT)
    assert found == pytest.approx((260 / 26 / TESTS,) * 3)


def test_a_record_that_lacks_a_run_is_refused(thrifty):
    record = made_up()
    record.rows("runs")[-1]["tested"].pop()
    with pytest.raises(KeyError):
        FalconRuns(record)


# ---- everything ----


@pytest.mark.slow
def test_a_small_run_that_is_cut_off_goes_on_with_two_workers(tmp_path, thrifty):
    """Everything is trained and played; half of the journal is lost on the way."""
    whole = rows_of("hearts_falcon", 0.0004, tmp_path, Crew("cores", 2))
    lose_half(tmp_path)
    assert rows_of("hearts_falcon", 0.0004, tmp_path, HERE) == whole
    result = reproduce.judge(tmp_path / "record.json")
    assert all(path.stat().st_size < 500_000 for path in reproduce.publish(result, tmp_path))
    assert str(tmp_path) not in (tmp_path / "record.json").read_text(encoding="utf-8")
