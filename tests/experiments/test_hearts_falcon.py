"""The FALCON paper: its printed figures, how much is done at a scale, and one run."""

import json
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from cardshark.arena.placing import FIRST_PLACE
from cardshark.experiments.amounts import Amounts
from cardshark.experiments.hearts_falcon import tables as hearts_falcon_tables
from cardshark.experiments.hearts_falcon.fitting import BINS, FitTask, Misfit, added, fit_of, fit_one, fit_tasks
from cardshark.experiments.hearts_falcon.proposals import (
    RULE_COUNTS,
    WORK,
    Proposal,
    hands_of_player,
    proposals,
    propose,
    trained,
    with_few_rules,
)
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
    CURRICULA,
    FITS,
    LOWEST,
    MAIN,
    METHODS,
    MULTI,
    OURS,
    PLACES,
    PRUNED,
    READINGS,
    RULES_OF_LEARNING,
    SEPARATE,
    TEACHERS,
    WEIGHT,
    agents_of,
    grouped,
)
from cardshark.experiments.hearts_falcon.tables import (
    BIG_MARKS,
    COMPANY,
    COMPANY_MARKS,
    CONVERGED,
    GAMES,
    GROUPINGS,
    MORE_RUNS,
    POINTS,
    RUNS,
    TESTS,
    contests,
    crossing,
    line_up,
    line_ups,
    more,
    proposed,
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

    assert differs(BASE, WEIGHT) == {"good_pv", "bad", "bad_pv"}
    assert differs(WEIGHT, SEPARATE) == {"separate"}
    assert differs(SEPARATE, MULTI) == {"groups"}


# ---- how much ----


def test_full_scale_trains_as_the_paper():
    found = {}
    for task in tasks(Amounts(1), 1):
        found.setdefault(task.setting, []).append(task)
    for name in (*AGENTS, *map(grouped, GROUPINGS), *alternatives(), *ABLATED):
        if name not in CODINGS:
            assert [(task.lesson.games, task.tests) for task in found[name]] == [(GAMES, TESTS)] * RUNS
    assert found[WEIGHT][0].big == BIG_MARKS and found[WEIGHT][0].big_games == 1000
    for case in COMPANY:
        task = found[line_up(case)][0]
        assert task.marks == COMPANY_MARKS and len(found[line_up(case)]) == RUNS
        assert (task.against, task.lesson.against) == ("stock", line_ups()[case])
    for name in AGENTS:
        seeds = [task.seed for task in found[more(name)]]
        assert seeds == list(range(5001, 5001 + MORE_RUNS)) and not set(seeds) & {task.seed for task in found[name]}
    quick = [task for task in tasks(Amounts(1), 1) if task.setting not in CODINGS and task.setting not in (line_up("(b)"), line_up("(c)"))]
    assert sum(map(hands_of, quick)) / 400_000 < 1000  # seconds of a core, at the speed that a FALCON learns


def test_all_settings_of_a_run_meet_the_same_deals():
    further = {*proposed(), *(name for name in wanted() if name.startswith("more"))}
    assert {task.seed - task.run for task in tasks(Amounts(1), 1) if task.setting in further} == {5000}
    seeds = {(task.run, task.seed) for task in tasks(Amounts(1), 1) if task.setting not in further}
    assert len(seeds) == RUNS == len({seed for _, seed in seeds})
    chosen = {task.seed for task in fit_tasks(Amounts(1))}
    assert not chosen & {task.seed for task in tasks(Amounts(1), 1)}  # readings are chosen on seeds of their own


@pytest.mark.parametrize("scale", [0.0001, 0.01, 1, 2])
def test_sizes(scale):
    found = tasks(Amounts(scale), 7)
    assert len({task.name for task in found}) == len(found)
    for task in found:
        assert task.marks[-1] == task.lesson.games >= max(task.big, default=0)
        assert list(task.marks) == sorted(task.marks) and list(task.big) == sorted(task.big)
    counts = Counter(task.setting for task in found)
    assert min(counts.values()) >= 2 and counts[WEIGHT] == max(2, np.ceil(RUNS * scale))
    assert max(task.lesson.games for task in found) <= 1_000_000
    assert all(contest.deals >= 2 for contest in contests(Amounts(scale)))
    names = [task.name for task in (*found, *fit_tasks(Amounts(scale)), *proposals(Amounts(scale), 7))]
    assert len(set(names)) == len(names)


def test_every_reading_has_a_name_of_its_own_and_the_main_one_is_not_trained_twice():
    names = [name for point in (RULES_OF_LEARNING | READINGS).values() for name in point]
    names += [*CODINGS, *ABLATED, *AGENTS, *BEYOND, *OURS, *PLACES, *PRUNED, *TEACHERS, *CURRICULA]
    assert len(set(names)) == len(names)
    main = {name for name, setting in ALL_READINGS.items() if setting == MAIN}
    assert not main & wanted().keys()
    assert {*alternatives(), *(name for agents, agent in METHODS.values() for name in (*agents, agent))} <= wanted().keys() | main
    assert FITS["the best fit"] == MAIN and FITS["the lowest ratio"] == LOWEST and len(set(FITS.values())) == len(FITS)


def test_everybody_without_a_brain_can_sit_down(monkeypatch):
    monkeypatch.setattr(hearts_falcon_tables, "MONTE_CARLO", THINKER)
    for contest in contests(Amounts(1)):
        for player in {player for table in contest.tables for player in table if not player.startswith("falcon")}:
            assert seat(player)


# ---- one run ----


def small(name, **changes):
    """The first run of a setting, in a few hands."""
    (task,) = [task for task in tasks(Amounts(0.0001), 3) if task.setting == name and task.run == 1]
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


def test_teachers_change_at_their_hands():
    name = "strong, then stronger teachers"
    task = small(name, lesson=replace(MAIN.lesson, games=40), marks=(40,), tests=30, stages=((0, "stock"), (20, "jake")))
    course = FalconCourse(task.design, task.lesson, task.seed)
    course.advance(20)
    course.teach("jake")
    course.advance(20)
    assert train(task)["tested"] == [sums_of(course.test("test", 30, "stock")[:, 0])]
    assert train(task) != train(replace(task, stages=()))
    (full,) = [each for each in tasks(Amounts(1), 1) if each.setting == name and each.run == 1]
    assert full.stages == ((0, "stock"), (GAMES // 2, "jake"))


def sums_of(points):
    points = points.astype(int)
    return [int(points.sum()), int((points**2).sum())]


# ---- how well a reading fits ----


def printed_rows(level=0.0, separate=-0.001, crossed=16):
    """A run that says what the paper says: curves that fall below 0.25 after this many of 100 parts, and the printed ratios."""
    tested = {WEIGHT: round((0.239 + level) * POINTS * TESTS)}
    tested |= {groups: round((ratio + level) * POINTS * TESTS) for groups, ratio in GROUPINGS.items()}
    hands = GAMES // BINS

    def curve(end):  # since the first game: from 0.27 in a line to 0.25 after `crossed` parts, then to its end
        parts = np.arange(1, BINS + 1)
        since = np.where(parts <= crossed / 2, 0.25 + 0.02 * (1 - parts / (crossed / 2)), 0.2499 - (0.25 - end) * parts / BINS) + level
        return np.diff(since * parts * hands * POINTS, prepend=0).round().astype(int).tolist()

    curves = {WEIGHT: curve(0.239), SEPARATE: [points + round(separate * hands * POINTS) for points in curve(0.239)], MULTI: curve(0.236)}
    return [{"tested": tested, "curves": curves | {BASE: [round(0.275 * POINTS * GAMES / 10)]}}] * 6


def test_what_the_paper_prints_fits():
    fit = fit_of(added(printed_rows()), GAMES, TESTS)
    assert fit.crossed in (8_000, 9_000) and fit.ratios[""] == pytest.approx(GROUPINGS[""], abs=1e-6)
    assert fit.misfit.total < 0.5 and fit.runs == 6


@pytest.mark.parametrize(
    ("rows", "part"),
    [
        (printed_rows(level=0.02), "table_3"), (printed_rows(separate=0.01), "figure_3"), (printed_rows(crossed=80), "figure_4"),
        ([row | {"curves": row["curves"] | {BASE: [round(0.24 * POINTS * GAMES / 10)]}} for row in printed_rows()], "figure_2"),
    ],
)  # fmt: skip
def test_what_is_off_costs_something(rows, part):
    usual, found = (fit_of(added(each), GAMES, TESTS).misfit._asdict() for each in (printed_rows(), rows))
    assert found[part] > usual[part] + 4
    assert set(Misfit._fields) == found.keys()


def test_a_run_of_a_reading_trains_every_agent():
    task = FitTask("x", MAIN, 1, 7001, 60, 30)
    found = fit_one(task)
    assert [*found["tested"]] == [WEIGHT, *GROUPINGS] and {*found["curves"]} == {BASE, WEIGHT, SEPARATE, MULTI}
    agents = agents_of(MAIN)
    for groups, name in (("", SEPARATE), (BEST_GROUPS, MULTI)):
        course = FalconCourse(agents[name].design, replace(agents[name].lesson, games=60), 7001)
        course.advance(60)
        assert found["tested"][groups] == course.test("test", 30)[:, 0].sum()
        assert sum(found["curves"][name]) == course.totals[:, 0].sum()
    assert fit_of(added([found]), 60, 30).misfit.total > 0


# ---- what others proposed ----


@pytest.mark.parametrize("kind", WORK)
def test_a_proposal_is_the_same_every_time(kind):
    task = Proposal(kind, 1, 7001, 0.0004, 20)
    found = propose(task)
    assert json.loads(json.dumps(found)) == found == propose(task)


def test_few_rules_are_the_most_used_and_all_are_all():
    course = trained(MAIN, Proposal("few rules", 1, 7001, 0.01, 20), GAMES)
    whole, none, some = (with_few_rules(course.brain, count) for count in (RULE_COUNTS[-1], 0, 40))
    assert (whole.parts()["templates"] == course.brain.parts()["templates"]).all()
    start, end = course.brain.record["art"][0]["starts"][1:3]
    assert set(np.unique(none.parts()["templates"][:, start:end])) == {0.5}
    changed = (some.parts()["templates"] != course.brain.parts()["templates"]).any()
    assert changed and (some.parts()["templates"][:, start:end] != 0.5).any()


def test_a_player_who_is_watched_plays_as_usual():
    seen = hands_of_player("jake", 6, 7001)
    assert len(seen.cards) == 6 * 13
    player, choices = seat("jake"), np.zeros(len(seen.cards), np.int8)
    player.sit(falcon_school.hearts, falcon_school.house.parse(falcon_school.PRESETS, "falcon"))
    player.choose(seen.views, choices)
    assert (choices == seen.cards).all()


# ---- crossings ----


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
    assert CONVERGED < 0.25
