"""The page of the rollout thesis: its printed figures, its arithmetic, and verdicts on data made to say what it says."""

import json
from dataclasses import replace

import numpy as np
import pytest

from cardshark.arena.contest import Ends, Standing
from cardshark.arena.jobs import HERE, Crew
from cardshark.arena.placing import FIRST_PLACE
from cardshark.arena.records import Clock
from cardshark.arena.stats import Moments
from cardshark.experiments import reproduce
from cardshark.experiments.hearts_rollouts import page as hearts_rollouts
from cardshark.experiments.hearts_rollouts import runs as hearts_rollouts_runs
from cardshark.experiments.hearts_rollouts.measured import change_by_rollouts
from cardshark.experiments.hearts_rollouts.questions import AT_JAKES_TABLE
from cardshark.experiments.hearts_rollouts.readings import HOW_FAR, SCORES, readings
from cardshark.experiments.hearts_rollouts.runs import train_brain
from cardshark.experiments.hearts_rollouts.tables import (
    DIFFERENCES,
    EPOCHS,
    FEW_NS,
    GAMES_IN_TWO_HOURS,
    LEVELS,
    MINUTES,
    NETWORKS,
    NS,
    OPPONENT,
    ROLLOUTS,
    Task,
    contests,
    plan,
    tasks,
)  # fmt: skip
from cardshark.experiments.workshop import read_standings
from cardshark.learning.hearts.hindsight import HindsightCourse, Lesson
from cardshark.players.brain_file import digest, save
from cardshark.players.hearts.network.brain import Design, load
from cardshark.report.record import Experiment, Record, this_run
from cardshark.report.result import claims_json
from cardshark.report.verdict import Effect
from cardshark.text import UserError
from helpers.papers import lose_half, rows_of

SMALLEST = 0.0001  # scale

# ---- what is printed ----


def test_the_printed_chances_follow_from_the_printed_counts():
    """All but one, which would be 0.313; 0.406 is cut, not rounded."""
    printed = [0.406, 0.494, 0.428, 0.332, 0.303, 0.295, 0.225, 0.223, 0.214]
    for (level, n), chance in zip(ROLLOUTS, printed, strict=True):
        row = ROLLOUTS[level, n]
        assert (abs(row.won / row.games - chance) < 0.001) == ((level, n) != ("middle", 300))
        assert row.games >= 300


@pytest.mark.parametrize("level", LEVELS)
def test_the_printed_intervals_are_those_of_all_n(level):
    """Although the caption of table 4.7 says n = 400."""
    games = [ROLLOUTS[level, n].games for n in NS]
    pooled = sum(ROLLOUTS[level, n].mean * ROLLOUTS[level, n].games for n in NS) / sum(games) - NETWORKS[level]
    assert abs(pooled - sum(DIFFERENCES[level]) / 2) < 0.1
    assert GAMES_IN_TWO_HOURS.keys() == MINUTES.keys()


def test_minutes_are_those_of_four_agents():
    assert all(abs(120 / games * 4 - MINUTES[n]) < 1.5 for n, games in GAMES_IN_TWO_HOURS.items())


# ---- how much ----


def test_full_scale_trains_as_the_thesis_and_plays_more():
    found = tasks(1, 1)
    assert {level: found[level].lesson.games for level in LEVELS} == EPOCHS
    assert found["strong"].lesson.epsilon_of(1) == pytest.approx(0.099)
    assert found["strong"].lesson.epsilon_of(100) == 0
    assert 4 * plan(1).matches >= 300
    assert plan(3).epochs(500) == 500
    assert plan(3).deals == 3 * plan(1).deals


@pytest.mark.parametrize("scale", [0.0001, 0.01, 1, 2])
def test_every_contest_has_brains_that_are_trained(scale):
    names = dict.fromkeys(tasks(scale, 7), "x")
    found = contests(scale)
    assert len({contest.name for contest in found}) == len(found)
    for contest in found:
        assert all("{" not in player.format(**names) for table in contest.tables for player in table)
        assert contest.deals >= 2
    seeds = [task.seed for name, task in tasks(scale, 7).items() if name.startswith("weak")]
    assert seeds == [7001, 7002, 7003]


def test_everybody_at_jakes_table_has_a_name():
    (jakes,) = (contest for contest in contests(1) if contest.name == "against Jake")
    assert len(jakes.tables) == len(AT_JAKES_TABLE)
    assert jakes.tables[-1] == ("jake",) * 4


# ---- training ----


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A run's folder with a training opponent that knows nothing."""
    path = tmp_path_factory.mktemp("run")
    save(HindsightCourse(Design(hidden="16"), Lesson(games=1), 9).brain, path / "brains" / f"{OPPONENT}.safetensors")
    return path


def test_a_brain_is_the_course_that_its_command_names(folder):
    lesson = Lesson(games=4, rules="dutch:limit=60", against=OPPONENT)
    row = train_brain(folder, Task("toy", Design(hidden="16"), lesson, 3001))
    course = HindsightCourse(Design(hidden="16"), replace(lesson, against=str(folder / "brains" / f"{OPPONENT}.safetensors")), 3001)
    course.advance(4)
    assert digest(load(str(folder / row["brain"]["file"]))) == digest(course.brain)
    assert "--against opponent.safetensors" in row["command"]
    assert str(folder) not in json.dumps(row)


def test_a_brain_that_blows_up_is_told(folder):
    with pytest.raises(UserError, match="the brain toy blew up in training"):
        train_brain(folder, Task("toy", Design(hidden="16"), Lesson(games=4, rules="dutch:limit=60", rate=10.0), 3001))


@pytest.fixture
def short_contests(monkeypatch):
    """Games to 20 points, which are still several hands, and fewer single hands; all players think as long as in the thesis."""
    short = [each._replace(rules="dutch:limit=20") if each.matches else each._replace(deals=2) for each in contests(SMALLEST)]
    monkeypatch.setattr(hearts_rollouts_runs, "contests", lambda scale: short)


@pytest.mark.slow
def test_a_small_run_that_is_cut_off_goes_on_with_two_workers(tmp_path, short_contests):
    """Everything is trained and played; half of the journal is lost on the way."""
    whole = rows_of("hearts_rollouts", SMALLEST, tmp_path, Crew("cores", 2))
    lose_half(tmp_path)
    assert rows_of("hearts_rollouts", SMALLEST, tmp_path, HERE) == whole
    text = (tmp_path / "record.json").read_text(encoding="utf-8")
    assert str(tmp_path) not in text
    result = reproduce.judge(tmp_path / "record.json")
    assert all(path.stat().st_size < 300_000 for path in reproduce.publish(result, tmp_path))


# ---- verdicts ----


def match_row(random, contest, level, gain):
    """Games that end as printed, or with another gain; over four turns of each table."""
    deals, tables = 2000, len(contest.tables)
    totals = random.normal(NETWORKS[level], 19, (4, tables, 4, deals))
    wins = np.zeros((tables, 4, deals), np.int64)
    for table in range(tables):
        printed = ROLLOUTS[level, NS[table]] if table < len(NS) and contest.name.endswith("matches") else None
        share = printed.won / printed.games if printed else 0.25
        if printed:
            totals[:, table, 0] = random.normal(printed.mean + gain, printed.sd, (4, deals))
        winners = np.where(random.random((4, deals)) < share, 0, random.integers(1, 4, (4, deals)))
        for seat in range(4):
            wins[table, seat] = FIRST_PLACE * (winners == seat).sum(axis=0)
    totals = totals.round().astype(np.int64)
    points = np.concatenate([totals.sum(axis=0), np.zeros((tables, 1, deals), np.int64)], axis=1)
    squares, lowest = (totals**2).sum(axis=(0, 3)).ravel(), totals.min(axis=(0, 3)).ravel()
    ends = Ends(
        Moments.of(wins.reshape(-1, deals)), tuple(squares.tolist()), tuple(lowest.tolist()), (82 * deals,) * tables
    )  # 20.5 hands a game, four turns
    return Standing(contest._replace(deals=deals), Moments.of(points.reshape(-1, deals)), clocks(contest), ends).to_json()


def clocks(contest):
    return {player: Clock(1.0, 1000) for table in contest.tables for player in table}


def hand_row(random, contest, more=0):
    """Hands in which all tables of a contest are alike, or a rollout agent takes more."""
    deals = 4000
    luck = random.poisson(15, (1, 5, deals))
    figures = luck + random.poisson(1, (len(contest.tables), 5, deals))
    figures[:-1, 0] += 4 * more
    figures = figures.reshape(-1, deals)
    return Standing(contest._replace(deals=deals), Moments.of(figures), clocks(contest)).to_json()


def made_up(gains, others=()):
    """A record in which the final scores of rollouts are higher than printed by `gains`; points of a hand in `others`' contests, too."""
    random = np.random.default_rng(5)
    rows = []
    for contest in contests(1):
        level = contest.name.split()[0] if contest.name.split()[0] in LEVELS else "strong"
        rows.append(
            match_row(random, contest, level, gains.get(level, 0))
            if contest.matches
            else hand_row(random, contest, dict(others).get(contest.name, 0))
        )
    brains = [{"name": name, "command": f"cardshark train {name}", "hands": 1} for name in tasks(1, 1)]
    return Record("hearts_rollouts", this_run(1, 1, 1.0), [Experiment("contests", rows), Experiment("brains", brains)])


def verdicts_on(record):
    return {claim["claim"]: claim["verdict"] for claim in claims_json(hearts_rollouts.result(record))}


@pytest.mark.long
def test_what_the_thesis_says_is_judged_reproduced():
    result = hearts_rollouts.result(made_up({}))
    assert {claim["verdict"] for claim in claims_json(result)} == {"reproduced"}
    assert "20.5 hands" in next(each.answer for each in result.questions if each.text == "How long does it think?")
    effects = {each.point: each.effect for each in result.readings}
    assert effects.pop(HOW_FAR) == Effect.LEVEL
    assert effects.pop(SCORES) == effects.pop("who leads to the first trick") == Effect.UNTESTED
    assert set(effects.values()) == {Effect.SMALL}
    means, wins, gaps, spreads, _ = result.tables
    for table in (means, wins, gaps, spreads):
        levels = [str(table.level(row)) for row in table.rows]
        assert levels.count("inside") >= 0.8 * len(levels) and "off" not in levels


@pytest.mark.long
def test_the_opposite_is_judged_contradicted():
    verdicts = verdicts_on(made_up({"strong": -20.0, "middle": 10.0}))
    assert verdicts["Rollouts hurt a well-trained brain."] == "contradicted"
    assert verdicts["Rollouts help a decently trained brain."] == "contradicted"
    assert verdicts["Rollouts help a poorly trained brain."] == "reproduced"
    assert verdicts["The better the brain, the less it gains by rollouts."] == "contradicted"


@pytest.mark.long
def test_a_reading_matters_only_if_it_does_more_than_another_seed():
    seeds = {"brain middle_2": 2, "brain plain_relu": 1, "brain taken_by_me": -3, "loose networks": 1}
    effects = {each.point: each.effect for each in readings(read_standings(made_up({}, seeds)))}
    assert effects["ReLU"] == Effect.SMALL
    assert effects["against whom the brains were trained"] == Effect.SMALL
    assert [effect for point, effect in effects.items() if point.startswith(("the last input", "epsilon"))] == [Effect.LEVEL] * 2


def test_where_no_table_shows_the_network_nothing_is_compared_with_it():
    played = read_standings(made_up({}))
    for name in ("time", *(f"{level} trick" for level in LEVELS)):
        with pytest.raises(ValueError, match="no table of the network"):
            change_by_rollouts(played[name], 0)


@pytest.mark.long
def test_the_curve_has_a_point_for_every_n():
    (chart,) = hearts_rollouts.result(made_up({})).figures
    assert [list(series.x) for series in chart.series] == [list(FEW_NS)] * len(LEVELS)
