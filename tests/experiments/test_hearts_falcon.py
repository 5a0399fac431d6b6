"""The FALCON paper: its printed figures, how much is done at a scale, and one run."""

import json
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from cardshark.arena.placing import FIRST_PLACE
from cardshark.experiments.hearts_falcon import tables as hearts_falcon_tables
from cardshark.experiments.hearts_falcon.readings import alternatives
from cardshark.experiments.hearts_falcon.runs import hands_of, places_of, tasks, train
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
