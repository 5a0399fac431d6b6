"""The rummy paper: its printed figures, how much is done at a scale, trainings and meetings."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from cardshark.arena.gin_hands import FACES, FIGURES, SUITS
from cardshark.arena.jobs import HERE, Crew
from cardshark.arena.placing import Placing
from cardshark.arena.records import Piece
from cardshark.arena.stats import Moments
from cardshark.chance import words
from cardshark.experiments import reproduce
from cardshark.experiments.gin_td_evo import runs as gin_td_evo_runs
from cardshark.experiments.gin_td_evo.measured import MeetingResult, crossed_mean
from cardshark.experiments.gin_td_evo.meetings import BLOCK, COUNTED, Meeting, chance_of_even, meetings
from cardshark.experiments.gin_td_evo.readings import POINTS
from cardshark.experiments.gin_td_evo.runs import meet, tasks, train
from cardshark.experiments.gin_td_evo.tables import (
    EVENNESS,
    EVERYBODY,
    GAMES,
    PLAYERS,
    RANDUMB,
    SCORES,
    TOTAL_SCORES,
    TOTAL_WINS,
    TURNS,
    WINS,
    Task,
    brain_name,
    plan,
)
from cardshark.experiments.gin_td_evo.variants import VARIANTS, file_name
from cardshark.experiments.workshop import Workshop
from cardshark.games import house
from cardshark.games.gin.rules import PRESETS
from cardshark.journal import KeyedJournal
from cardshark.learning.gin.course import TdCourse, TdLesson
from cardshark.learning.gin.evolution import Evolution, EvolutionCourse
from cardshark.players import seat
from cardshark.players.brain_file import digest
from cardshark.players.gin.rummy.brain import RummyBrain, RummyDesign, load_rummy
from cardshark.report.record import read
from helpers.papers import SEED, lose_half, rows_of

SHORT = "paper:max_turns=60"
SMALL = 0.0005  # scale

# ---- what is printed ----


def test_printed_columns_add_up():
    for player in PLAYERS:
        assert sum(WINS[player].values()) == TOTAL_WINS[player]
        assert sum(SCORES[player].values()) == TOTAL_SCORES[player]


def test_nine_games_were_draws():
    """The text counts 18, once for each player of a game."""
    played = [WINS[one][other] + WINS[other][one] for one, other in combinations(PLAYERS, 2)]
    assert all(games <= 10 for games in played)
    assert sum(10 - games for games in played) == 9
    assert sum(WINS[player][RANDUMB] for player in PLAYERS) == 80


def test_turns_are_printed_where_something_was_won():
    for player in PLAYERS:
        for other, turns in TURNS[player].items():
            assert (turns is None) == (WINS[player][other] == 0) == (SCORES[player][other] == 0)
    assert EVENNESS.keys() == set(EVERYBODY)


def test_the_best_player_wins_as_the_paper_says():
    assert TOTAL_WINS["EVO3"] / 80 == 0.875
    assert sorted(PLAYERS, key=TOTAL_WINS.get) == sorted(PLAYERS, key=TOTAL_SCORES.get)


# ---- how much ----


def test_full_scale_trains_as_the_paper_and_plays_more():
    found = {task.name: task for task in tasks(1, 1)}
    assert {player: found[f"{player}_1"].lesson.games for player in PLAYERS} == GAMES
    assert (found["TD5_2"].lesson.rate, found["TD5_2"].lesson.trace) == (0.2, 0.9)
    assert (found["EVO4_2"].lesson.crossover, found["EVO4_2"].lesson.noise) == (0.1, 0.1)
    seeds = [task.seed for task in found.values() if task.player in EVERYBODY]
    assert len(set(seeds)) == len(seeds)  # EVO2 and EVO3 would be one network otherwise
    assert {found[file_name(name)].seed for name in VARIANTS} == {found["TD5_1"].seed, found["EVO3_1"].seed}
    assert (plan(1).pairs, plan(1).long_pairs) == (1000, 300)
    assert plan(3).games(500) == 500
    assert plan(3).pairs == 3 * plan(1).pairs


@pytest.mark.parametrize("scale", [0.0001, 0.01, 1, 2])
def test_whoever_meets_somebody_has_been_trained(scale):
    trained = {brain_name(task.name, mark) for task in tasks(scale, 7) for mark in (None, *dict(task.marks))}
    found = meetings(scale, 7)
    assert len({meeting.name for meeting in found}) == len(found)
    for meeting in found:
        assert all(player.strip("{}") in trained for player in (meeting.a, meeting.b) if player.startswith("{"))
        assert meeting.pairs >= (BLOCK if meeting.kind == "tournament 1" else 1 if meeting.kind in ("runs", "regime", "equal") else 2)
    for task in tasks(scale, 7):
        marks = [games for _, games in task.marks]
        assert marks == sorted(marks) and all(games <= task.lesson.games for games in marks)


def test_every_reading_has_its_brains():
    assert all(name in VARIANTS for _, _, names in POINTS.values() for name in names)


# ---- training ----


def test_a_brain_and_those_on_the_way_are_courses_of_so_many_games(tmp_path):
    lesson = TdLesson(games=12, rules=SHORT, rate=0.2)
    row = train(tmp_path, Task("toy", "TD5", 1, RummyDesign(), lesson, 31, ((2000, 4), (5000, 8))))
    assert [each["file"] for each in row["brain"]] == [
        "brains/toy.safetensors",
        "brains/toy_at_2000.safetensors",
        "brains/toy_at_5000.safetensors",
    ]
    course = TdCourse(RummyDesign(), lesson, 31)
    for mark, games in ((2000, 4), (5000, 8), (None, 12)):
        course.advance(games - course.game)
        assert digest(load_rummy(str(tmp_path / f"brains/{brain_name('toy', mark)}.safetensors"))) == digest(course.brain)
    assert sum(row["turns"]) == course.turns.sum(dtype=np.int64)
    assert row["draws"] == (course.turns == 60).sum() - (course.totals.max(axis=1)[course.turns == 60] > 0).sum()
    assert "--rate 0.2" in row["command"] and "toy.safetensors" in row["command"]


def test_a_network_of_random_weights_has_learned_nothing(tmp_path):
    task = next(task for task in tasks(1, 1) if task.player == RANDUMB)
    train(tmp_path, task)
    fresh = RummyBrain.fresh(RummyDesign(), int(words(task.seed, "weights", 1, 0)[0]))
    assert digest(load_rummy(str(tmp_path / task.file()))) == digest(fresh)


def trained(folder, name, lesson, seed):
    train(folder, Task(name, name, 1, RummyDesign(), lesson, seed))
    return f"{{{name}}}"


def test_a_piece_is_done_again_if_a_brain_on_the_way_is_gone(tmp_path):
    task = Task("toy", "EVO3", 1, RummyDesign(), Evolution(games=8, rules=SHORT), 31, ((2000, 4),))
    done = []

    def once():
        with KeyedJournal(tmp_path / "journal.jsonl", {}) as journal:
            workshop = Workshop(1, 1, tmp_path, journal)
            workshop.do(lambda piece: done.append(piece) or train(tmp_path, piece), {"toy": task}, lambda piece: 1)
        return len(done)

    assert (once(), once()) == (1, 1)
    (tmp_path / task.file(2000)).unlink()
    assert once() == 2


# ---- meeting ----


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two brains that know little."""
    path = tmp_path_factory.mktemp("run")
    trained(path, "one", TdLesson(games=4, rules=SHORT), 5)
    trained(path, "other", Evolution(games=4, rules=SHORT), 6)
    return path


@pytest.mark.parametrize("b", ["{other}", "lowcards"])
def test_a_meeting_is_what_the_table_plays(folder, b):
    rules = "paper:max_turns=400,knock_limit=60"  # so that even these two can knock
    meeting = Meeting("toy", "one", "other", "{one}", b, 6, 3, rules, hands=True)
    found = Moments.read(meet(folder, meeting)["moments"])
    players = [seat(f"rummy:brain={folder}/brains/one.safetensors")]
    players.append(seat(f"rummy:brain={folder}/brains/other.safetensors" if b == "{other}" else b))
    placing = Placing("gin", house.parse(PRESETS, rules), players, False, 6)
    expected = dict.fromkeys(COUNTED, 0)
    for swapped in range(2):
        placing.play(3, Piece(meeting.name, 0, 6), np.array([swapped, 1 - swapped], np.int8), swapped)
        for game in placing.table.games[:6]:
            if game["winner"] >= 0:
                side = "ab"[int(game["winner"]) ^ swapped]
                expected[f"wins {side}"] += 1
                expected[f"score {side}"] += int(game["scores"][game["winner"]])
                expected[f"turns {side}"] += int(game["table"]["turns"])
    assert sum(expected.values()) > 0
    assert found.sums == tuple(expected.values())
    assert found.count == 6


def test_final_hands_of_both_are_counted(folder):
    found = meet(folder, Meeting("toy", "one", "other", "{one}", "{other}", 12, 3, SHORT, hands=True))
    for side in found["hands"]:
        moments = Moments.read(side["moments"])
        assert sum(moments.sums[FIGURES.index(suit)] for suit in SUITS) == 12 * 2 * 10
        assert len(side["blocks"]) == 12 // BLOCK
        assert all(len(block) == 1 + len(SUITS) + len(FACES) and sum(block[1:5]) == BLOCK * 2 * 10 for block in side["blocks"])
    assert len(found["first"]) == len(COUNTED)


def test_two_views_of_a_meeting():
    """Three pairs: two wins for a, one each, and a draw with a win for b."""
    figures = np.array([[2, 1, 0], [0, 1, 1], [40, 20, 0], [0, 30, 10], [30, 15, 0], [0, 25, 200]])
    mine, theirs = MeetingResult(Moments.of(figures)), MeetingResult(Moments.of(figures), 1)
    assert mine.wins().value == pytest.approx(0.5)
    assert theirs.wins().value == pytest.approx(1 / 3)
    assert mine.lead().value == -theirs.lead().value == pytest.approx(1 / 6)
    assert mine.margin().value == pytest.approx(20 / 6)
    assert mine.turns_won().value == pytest.approx(15)
    assert mine.turns() == theirs.turns() == pytest.approx((270 + 5000) / 6)


def test_crossed_means_allow_for_other_brains_of_both_kinds():
    cells = {("a", "x"): 0.0, ("a", "y"): 1.0, ("b", "x"): 0.0, ("b", "y"): 1.0}
    found = crossed_mean(cells)
    assert found.value == 0.5 and found.low < 0  # two brains of the second kind say little
    assert crossed_mean(dict.fromkeys(cells, 0.7))[1:] == pytest.approx((0.7, 0.7))


def test_the_papers_chi_squared_test():
    assert chance_of_even([20, 20, 20, 20]) == 1
    assert chance_of_even([60, 10, 5, 5]) < 1e-6


# ---- everything ----


@pytest.fixture
def short_games(monkeypatch):
    """Games of at most 300 turns: brains that have hardly learned go on for the paper's 5,000, with nothing new to see."""

    def short(rules):
        return rules if "max_turns" in rules else f"{rules}{',' if ':' in rules else ':'}max_turns=300"

    brains = [replace(each, lesson=replace(each.lesson, rules=short(each.lesson.rules))) for each in tasks(SMALL, SEED)]
    met = [replace(each, rules=short(each.rules)) for each in meetings(SMALL, SEED)]
    monkeypatch.setattr(gin_td_evo_runs, "tasks", lambda scale, seed: brains)
    monkeypatch.setattr(gin_td_evo_runs, "meetings", lambda scale, seed: met)


@pytest.mark.slow
def test_a_small_run_that_is_cut_off_goes_on_with_two_workers(tmp_path, short_games):
    """Everything is trained and played; half of the journal is lost on the way."""
    whole = rows_of("gin_td_evo", SMALL, tmp_path, Crew("cores", 2), ("brains", "seconds"))
    lose_half(tmp_path)
    assert rows_of("gin_td_evo", SMALL, tmp_path, HERE, ("brains", "seconds")) == whole
    assert all(row["seconds"] >= 0 for row in read(tmp_path / "record.json").rows("brains"))
    assert str(tmp_path) not in (tmp_path / "record.json").read_text(encoding="utf-8")
    result = reproduce.judge(tmp_path / "record.json")
    assert all(path.stat().st_size < 500_000 for path in reproduce.publish(result, tmp_path))


def test_evolution_courses_of_the_page_are_those_of_the_command(tmp_path):
    lesson = Evolution(games=8, rules=SHORT, crossover=0.1)
    trained(tmp_path, "toy", lesson, 9)
    course = EvolutionCourse(RummyDesign(), lesson, 9)
    course.advance(8)
    assert digest(load_rummy(str(tmp_path / "brains/toy.safetensors"))) == digest(course.brain)
