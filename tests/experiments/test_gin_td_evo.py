"""The rummy paper: its printed figures, how much is done at a scale, trainings and meetings."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from cardshark.arena.gin_hands import SUITS
from cardshark.arena.jobs import HERE, Crew
from cardshark.chance import words
from cardshark.experiments import reproduce
from cardshark.experiments.amounts import Amounts
from cardshark.experiments.gin_td_evo import runs as gin_td_evo_runs
from cardshark.experiments.gin_td_evo.meetings import BLOCK, HAND_MADE, Meeting, meetings
from cardshark.experiments.gin_td_evo.readings import POINTS
from cardshark.experiments.gin_td_evo.runs import COUNTED, HELD, Batch, batches, meet, meeting_rows, tasks, train, train_all
from cardshark.experiments.gin_td_evo.tables import (
    CLIMBERS,
    EVENNESS,
    EVERYBODY,
    FIRST,
    GAMES,
    PLAYED,
    PLAYERS,
    RANDUMB,
    SCORES,
    SEEDS,
    TOTAL_SCORES,
    TOTAL_WINS,
    TURNS,
    WINS,
    Plan,
    Task,
    brain_name,
)
from cardshark.experiments.gin_td_evo.variants import READINGS, VARIANTS, file_name
from cardshark.experiments.workshop import Workshop
from cardshark.games import gin, house
from cardshark.games.gin.rules import PRESETS
from cardshark.journal import KeyedJournal
from cardshark.learning.gin.course import TdCourse, TdLesson
from cardshark.learning.gin.evolution import Challenger, Evolution, EvolutionCourse
from cardshark.play import Table
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


def test_full_scale_trains_as_the_paper_says_from_ten_seeds():
    found = {task.name: task for task in tasks(Plan(Amounts(1)), 1)}
    for run in range(1, SEEDS + 1):
        assert {player: found[f"{player}_{run}"].lesson.games for player in PLAYERS} == GAMES
        assert all(not found[f"{player}_{run}"].design.returns for player in (*PLAYERS, *CLIMBERS))
        assert found[f"EVO4_{run}"].lesson.challenger == Challenger.WALK != found[f"EVO4c_{run}"].lesson.challenger
    assert (found["TD5_2"].lesson.rate, found["TD5_2"].lesson.trace) == (0.2, 0.9)
    assert (found["EVO4_2"].lesson.crossover, found["EVO4_2"].lesson.noise) == (0.1, 0.1)
    seeds = [task.seed for task in found.values() if task.group != "variants" and task.player != "TD, gamma 0.98"]
    assert len(set(seeds)) == len(seeds)  # EVO2 and EVO3 would be one network otherwise
    for name, variant in VARIANTS.items():
        assert [found[file_name(name, run)].seed for run in (1, 10)] == [found[f"{variant.base}_{run}"].seed for run in (1, 10)]


def test_a_scale_above_one_plays_more_with_the_same_brains():
    assert Plan(Amounts(3)).games(500) == 500
    assert Plan(Amounts(3)).pairs("tournament") == 300
    assert len(Plan(Amounts(0.01)).runs) == 2
    assert len(Plan(Amounts(1, {"seeds of players": 1.5})).runs) == 15


@pytest.mark.parametrize("scale", [0.0001, 0.01, 1, 2])
def test_whoever_meets_somebody_has_been_trained(scale):
    plan = Plan(Amounts(scale))
    trained = {brain_name(task.name, mark) for task in tasks(plan, 7) for mark in (None, *dict(task.marks))}
    found = meetings(plan, 7)
    assert len({meeting.name for meeting in found}) == len(found)
    for meeting in found:
        brains = [meeting.brain, *(brain for _, brain in meeting.others)]
        assert meeting.others and all(brain in trained for brain in brains if brain not in HAND_MADE)
        assert meeting.pairs >= (BLOCK if meeting.hands else 1)
        assert meeting.kind in ("tournament", "random") or meeting.brain not in brains[1:]
    for task in tasks(plan, 7):
        marks = [games for _, games in task.marks]
        assert marks == sorted(marks) and all(games <= task.lesson.games for games in marks)


def test_variants_meet_the_panel_that_their_plain_brain_meets():
    found = {(each.one, each.run): each for each in meetings(Plan(Amounts(1)), 1) if each.kind == "variant"}
    assert found["TD, mean", 3].others == found["TD", 3].others == found["EVO, mean", 3].others
    assert [brain for _, brain in found["TD", 10].others[:4]] == [
        "TD5_1_at_2000", "TD5_2_at_2000", "EVO3_1_at_2000", "EVO3_2_at_2000"
    ]  # fmt: skip


def test_every_point_has_its_reading():
    assert all(name in READINGS for _, _, name in POINTS.values() if name)


# ---- training ----


def test_a_brain_and_those_on_the_way_are_courses_of_so_many_games(tmp_path):
    lesson = TdLesson(games=12, rules=SHORT, rate=0.2)
    row = train(tmp_path, Task(PLAYED, "toy", "TD5", 1, RummyDesign(), lesson, 31, ((2000, 4), (5000, 8))))
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


def test_networks_that_have_learned_nothing(tmp_path):
    """One of random weights, and one of zeros, to which all hands are equal."""
    found = {task.player: task for task in tasks(Plan(Amounts(0.01)), 1) if task.player in (RANDUMB, FIRST)}
    for task in found.values():
        train(tmp_path, task)
    random, first = (load_rummy(str(tmp_path / found[name].file())) for name in (RANDUMB, FIRST))
    fresh = RummyBrain.fresh(RummyDesign(returns=False), int(words(found[RANDUMB].seed, "weights", 1, 0)[0]))
    assert digest(random) == digest(fresh)
    assert not first.memory.any()


def trained(folder, name, lesson, seed):
    train(folder, Task(PLAYED, name, name, 1, RummyDesign(), lesson, seed))
    return name


def test_a_piece_is_done_again_if_a_brain_on_the_way_is_gone(tmp_path):
    task = Task(PLAYED, "toy", "EVO3", 1, RummyDesign(), Evolution(games=8, rules=SHORT), 31, ((2000, 4),))
    done = []

    def once():
        with KeyedJournal(tmp_path / "journal.jsonl", {}) as journal:
            workshop = Workshop(1, 1, tmp_path, journal)
            work = {"toy": Batch("toy", (task,))}
            workshop.do(lambda piece: done.append(piece) or train_all(tmp_path, piece), work, lambda piece: 1)
        return len(done)

    assert (once(), once()) == (1, 1)
    (tmp_path / task.file(2000)).unlink()
    assert once() == 2


def test_players_are_pieces_of_their_own_and_variants_by_name():
    found = batches(Plan(Amounts(1)), 1)
    assert [task.name for task in found["players: EVO3_7"].tasks] == ["EVO3_7"]
    assert [task.run for task in found["variants: TD, mean"].tasks] == list(range(1, SEEDS + 1))


# ---- meeting ----


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two brains that know little."""
    path = tmp_path_factory.mktemp("run")
    trained(path, "one", TdLesson(games=4, rules=SHORT), 5)
    trained(path, "other", Evolution(games=4, rules=SHORT), 6)
    return path


def toy(other, pairs, rules, hands=True):
    return Meeting("toy", 1, "one", "one", ((other, other),), pairs, 3, rules, hands)


@pytest.mark.parametrize("b", ["other", "lowcards"])
def test_a_meeting_is_what_the_table_plays(folder, b):
    rules = "paper:max_turns=400,knock_limit=60"  # so that even these two can knock
    meeting = toy(b, 6, rules)
    (found,) = meet(folder, meeting)
    players = [seat(f"rummy:brain={folder}/brains/one.safetensors")]
    players.append(seat(f"rummy:brain={folder}/brains/other.safetensors" if b == "other" else b))
    table = Table(gin, house.parse(PRESETS, rules), players, 6)
    expected = dict.fromkeys(COUNTED, 0)
    for swapped in range(2):
        games = table.deal(meeting.seed, 6, luck=f"luck of toy: one 1 {b} {swapped}", deals="toy")
        table.play(games, np.tile(np.array([swapped, 1 - swapped], np.int8), (6, 1)))
        for game in games:
            if game["winner"] >= 0:
                side = "ab"[int(game["winner"]) ^ swapped]
                expected[f"wins {side}"] += 1
                expected[f"score {side}"] += int(game["scores"][game["winner"]])
                expected[f"turns {side}"] += int(game["table"]["turns"])
    assert sum(expected.values()) > 0
    assert found["sums"] == list(expected.values())
    assert found["games"] == 12


def test_final_hands_of_both_are_counted(folder):
    (found,) = meet(folder, toy("other", 12, SHORT))
    for side in range(2):
        suits = [[each[side][HELD.index(suit)] for suit in SUITS] for each in (found["hands"], found["first"])]
        assert [sum(each) for each in suits] == [12 * 2 * 10, BLOCK * 2 * 10]


def test_meetings_under_one_name_are_added_seed_by_seed():
    meeting = Meeting("both", 1, "TD", "x", (("panel", "y"), ("panel", "z"), ("lowcards", "lowcards")), 1, 3)
    row = {"games": 2, "sums": [1, 0, 30, 0, 9, 0]}
    found = meeting_rows([(meeting, [row, row, row]), (replace(meeting, run=2), [row, row, row])])
    assert [(each["other"], each["sums"]) for each in found] == [("panel", [[4, 2, 0]] * 2), ("lowcards", [[2, 1, 0]] * 2)]
    (whole, _) = meeting_rows([(replace(meeting, kind="variant"), [row, row, row])])
    assert whole["sums"] == [[4, 2, 0, 60, 0, 18, 0]]


# ---- everything ----


@pytest.fixture
def short_games(monkeypatch):
    """Games of at most 300 turns: brains that have hardly learned go on for the paper's 5,000, with nothing new to see."""

    def short(rules):
        return rules.replace("1000", "300") if "max_turns" in rules else f"{rules}{',' if ':' in rules else ':'}max_turns=300"

    plan = Plan(Amounts(SMALL))
    brains = [replace(each, lesson=replace(each.lesson, rules=short(each.lesson.rules))) for each in tasks(plan, SEED)]
    met = [replace(each, rules=short(each.rules)) for each in meetings(plan, SEED)]
    monkeypatch.setattr(gin_td_evo_runs, "tasks", lambda plan, seed: brains)
    monkeypatch.setattr(gin_td_evo_runs, "meetings", lambda plan, seed: met)


@pytest.mark.slow
def test_a_small_run_that_is_cut_off_goes_on_with_two_workers(tmp_path, short_games):
    """Everything is trained and played; half of the journal is lost on the way."""
    whole = rows_of("gin_td_evo", SMALL, tmp_path, Crew("cores", 2), ("brains", "seconds"))
    lose_half(tmp_path)
    assert rows_of("gin_td_evo", SMALL, tmp_path, HERE, ("brains", "seconds")) == whole
    assert str(tmp_path) not in (tmp_path / "record.json").read_text(encoding="utf-8")
    result = reproduce.judge(tmp_path / "record.json")
    assert all(path.stat().st_size < 500_000 for path in reproduce.publish(result, tmp_path))
    assert all(min(row["seconds"]) >= 0 for row in read(tmp_path / "record.json").rows("brains"))


def test_evolution_courses_of_the_page_are_those_of_the_command(tmp_path):
    lesson = Evolution(games=8, rules=SHORT, crossover=0.1)
    trained(tmp_path, "toy", lesson, 9)
    course = EvolutionCourse(RummyDesign(), lesson, 9)
    course.advance(8)
    assert digest(load_rummy(str(tmp_path / "brains/toy.safetensors"))) == digest(course.brain)
