"""The page of the FALCON paper: its printed figures, what is trained and played, and verdicts on data made to say what it says."""

import json
from collections import Counter
from dataclasses import replace

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
from cardshark.experiments.hearts_falcon.readings import alternatives
from cardshark.experiments.hearts_falcon.runs import hands_of, places_of, rows_of_settings, tasks, train
from cardshark.experiments.hearts_falcon.settings import (
    ABLATED,
    AGENTS,
    ALL_READINGS,
    BASE,
    BEST_GROUPS,
    BEYOND,
    CODINGS,
    MAIN,
    METHODS,
    MULTI,
    OURS,
    READINGS,
    SEPARATE,
    WEIGHT,
    WHOLE,
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
    RUNS,
    TESTS,
    contests,
    line_up,
    line_ups,
    plan,
    wanted,
)
from cardshark.learning.falcon import course as falcon_school
from cardshark.learning.falcon.course import FalconCourse
from cardshark.players import seat
from cardshark.players.brain_file import digest
from cardshark.report.record import Experiment, Record, this_run
from cardshark.report.result import claims_json
from cardshark.report.verdict import Effect
from helpers.papers import lose_half, rows_of

THINKER = "montecarlo(deals={})"  # thinks less than the one of the paper

# ---- what is printed ----


def test_groups_are_thirteen_tricks_and_two_networks_each():
    assert [2 * (groups.count(",") + 1) for groups in GROUPINGS] == [2, 4, 6, 8, 8, 10, 10, 10, 14, 26]
    assert all(sum(map(int, groups.split(","))) == 13 for groups in GROUPINGS if groups)
    assert min(GROUPINGS, key=GROUPINGS.get) == BEST_GROUPS
    for groups in GROUPINGS:
        assert wanted()[grouped(groups)].setting.design.networks == 2 * (groups.count(",") + 1)


def test_an_agent_of_the_paper_is_the_one_before_with_one_thing_added():
    def differs(one, other):
        return {
            name
            for ours, theirs in zip(AGENTS[one], AGENTS[other], strict=True)
            for name, value in vars(ours).items()
            if vars(theirs)[name] != value
        }

    assert differs(BASE, WEIGHT) == {"bad", "bad_pv"}
    assert differs(WEIGHT, SEPARATE) == {"separate"}
    assert differs(SEPARATE, MULTI) == {"groups"}


# ---- how much ----


def test_full_scale_trains_as_the_paper():
    found = {}
    for task in tasks(1, 1):
        found.setdefault(task.setting, []).append(task)
    for name in (*AGENTS, *map(grouped, GROUPINGS), *alternatives(), *ABLATED):
        if name not in CODINGS:
            assert [(task.lesson.games, task.tests) for task in found[name]] == [(GAMES, TESTS)] * RUNS
    assert found[WEIGHT][0].big == BIG_MARKS and found[WEIGHT][0].big_games == 1000
    for case in COMPANY:
        task = found[line_up(case)][0]
        assert task.marks == tuple(mark for mark in COMPANY_MARKS if mark <= LIMITS.get(case, 100_000))
        assert (task.against, task.lesson.against) == ("stock", line_ups()[case])
    quick = [task for task in tasks(1, 1) if task.setting not in CODINGS and task.setting not in (line_up("(b)"), line_up("(c)"))]
    assert sum(map(hands_of, quick)) / 400_000 < 150  # seconds of a core, at the speed that a FALCON learns


def test_all_settings_of_a_run_meet_the_same_deals():
    seeds = {(task.run, task.seed) for task in tasks(1, 1)}
    assert len(seeds) == RUNS == len({seed for _, seed in seeds})


@pytest.mark.parametrize("scale", [0.0001, 0.01, 1, 2])
def test_sizes(scale):
    found = tasks(scale, 7)
    assert len({task.name for task in found}) == len(found)
    for task in found:
        assert task.marks[-1] == task.lesson.games >= max(task.big, default=0)
        assert list(task.marks) == sorted(task.marks) and list(task.big) == sorted(task.big)
    assert min(Counter(task.setting for task in found).values()) >= 3
    assert plan(2).runs(RUNS) == 2 * RUNS and plan(2).games(GAMES) == GAMES
    assert all(contest.deals >= 2 for contest in contests(scale))


def test_every_reading_has_a_name_of_its_own_and_the_main_one_is_not_trained_twice():
    names = [name for point in READINGS.values() for name in point] + [*CODINGS, *ABLATED, *AGENTS, *BEYOND, *OURS]
    assert len(set(names)) == len(names)
    main = {name for name, setting in ALL_READINGS.items() if setting == MAIN}
    assert not main & wanted().keys()
    assert {*alternatives(), WHOLE, *(name for agents, agent in METHODS.values() for name in (*agents, agent))} <= wanted().keys() | main


def test_everybody_without_a_brain_can_sit_down(monkeypatch):
    monkeypatch.setattr(hearts_falcon_tables, "MONTE_CARLO", THINKER)
    for contest in contests(1):
        for player in {player for table in contest.tables for player in table if not player.startswith("falcon")}:
            assert seat(player)


# ---- one run ----


def small(name, **changes):
    """The first run of a setting, in a few hands."""
    (task,) = [task for task in tasks(0.0001, 3) if task.setting == name and task.run == 1]
    return replace(task, **changes)


def test_a_run_is_a_course_that_is_tested_on_the_way():
    task = small(MULTI, lesson=replace(MAIN.lesson, games=40), marks=(10, 40), tests=30, big=(0, 40), big_games=5, bins=7)
    row = train(task)
    course = FalconCourse(task.design, task.lesson, task.seed)
    for number, mark in enumerate(task.marks):
        course.advance(mark - course.game)
        points = course.test("test", 30)[:, 0].astype(int)
        assert row["tested"][number] == [points.sum(), (points**2).sum()]
    assert sum(row["curve"]) == course.totals[:, 0].sum() and len(row["curve"]) == 7
    assert row["categories"] == len(course.brain.parts()["percepts"])
    assert [sum(places) for places in row["ranked"]] == [5 * FIRST_PLACE] * 2
    assert json.loads(json.dumps(row)) == row == train(task)


def test_big_games_end_above_a_hundred_and_change_nothing():
    task = small(WEIGHT, big=(20,), big_games=4)
    without = train(replace(task, big=()))
    found = train(task)
    assert {name: found[name] for name in without} == without


def test_places_are_shared():
    totals = np.array([[5, 9, 101, 7], [30, 30, 20, 104], [110, 1, 2, 110], [9, 9, 9, 9]])
    assert places_of(totals) == [FIRST_PLACE + 3, 6 + 3, 6 + 6 + 3, 6 + 3]


def test_a_test_in_other_company_is_that_of_who_learned_there():
    """The same brain among others; and nothing is learned in a test."""
    learned = FalconCourse(MAIN.design, replace(MAIN.lesson, games=60), 5)
    learned.advance(60)
    before = digest(learned.brain)
    other = FalconCourse(MAIN.design, replace(MAIN.lesson, games=60, against="jake+greedy+random"), 5)
    other.restore(learned.state())
    assert (learned.test("test", 50, "jake+greedy+random") == other.test("test", 50)).all()
    assert (learned.test("test", 50) != other.test("test", 50)).any()
    assert digest(learned.brain) == before


@pytest.mark.parametrize(("rules", "leaders"), [("falcon:first_lead=rotate", [0, 1, 2, 3]), ("dutch", [0, 1, 2, 3])])
def test_leaders_take_turns_where_the_rules_say_so(monkeypatch, rules, leaders):
    seen, start_all = [], falcon_school.hearts.start_all

    def watched(games, house):
        start_all(games, house)
        seen.extend(games["table"]["leader"].tolist())

    monkeypatch.setattr(falcon_school.hearts, "start_all", watched)
    course = FalconCourse(MAIN.design, replace(MAIN.lesson, games=9, rules=rules), 5)
    course.advance(5)
    course.advance(4)
    assert seen == [leaders[hand % 4] for hand in range(9)]


# ---- verdicts ----

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
    return Standing(contest, Moments.of(np.array(rows)), clocks).plain()


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


def test_what_the_paper_says_is_judged_reproduced(as_printed):
    verdicts = {claim["claim"]: claim["verdict"] for claim in claims_json(as_printed)}
    assert len(verdicts) == 17
    assert set(verdicts.values()) == {"reproduced"}, verdicts
    table = as_printed.tables[0]
    assert [row.paper for row in table.rows] == list(GROUPINGS.values())
    assert {row.ours == pytest.approx(row.paper - 0.008, abs=0.001) for row in table.rows[:8]} == {True}


def test_the_opposite_is_judged_contradicted(thrifty):
    result = hearts_falcon.result(made_up(contradict=True))
    verdicts = {claim["claim"]: claim["verdict"] for claim in claims_json(result)}
    assert verdicts.pop("Mixed company (c) and three Monte-Carlo players (b) teach differently.") == "reproduced"  # they do, either way
    assert verdicts.pop("In its first 5,000 games it does not beat them.") == "reproduced"
    assert verdicts.pop("First places grow with training, last places shrink.") == "reproduced"
    assert set(verdicts.values()) == {"contradicted"}, verdicts


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
