"""The benchmark: that bare C plays the very same hands, that every name measures what it says, and that memory stays flat."""

import math

import numpy as np
import pytest

from cardshark import bench, play
from cardshark.bench import bare, environments, measuring, peer_environments, peers, playing, starting
from cardshark.bench.task import AMERICAN, BATCH, BenchTask, seconds
from cardshark.chance import words
from cardshark.games import hearts, house
from cardshark.games.gin import melds
from cardshark.players.hearts.random_play import play_randomly
from cardshark.players.uniform import Random
from cardshark.tables import random_choices
from cardshark.text import UserError
from helpers.hearts.decisions import rules_of

OURS = [name for name in bench.TASKS if not name.startswith("peers.")]


@pytest.fixture
def no_compiler(monkeypatch, tmp_path):
    """A machine without any program."""
    monkeypatch.setenv("PATH", str(tmp_path))
    bare.bare_library.cache_clear()
    yield
    bare.bare_library.cache_clear()


@pytest.mark.long
@pytest.mark.parametrize(("text", "total"), [(AMERICAN, 26), (bare.DUTCH, 15)])
def test_bare_c_scores_every_seat_of_every_hand_alike(text, total):
    games = play.deal(hearts, rules_of(text), 3, 20_000, start=7)
    found = bare.bare_hands(bare.BARE[text], games)
    if found is None:
        pytest.skip("there is no C compiler")
    call, scores = found
    call()
    play_randomly(games, house.record(rules_of(text)))
    assert (games["table"]["phase"] == hearts.OVER).all()
    np.testing.assert_array_equal(scores, games["scores"])
    moons = scores.sum(axis=1) == 3 * total
    assert 0 < moons.sum() < 2000 and (scores.sum(axis=1)[~moons] == total).all()


@pytest.mark.parametrize("text", [AMERICAN, playing.PASSING, bare.DUTCH])
def test_the_loop_plays_the_hands_of_the_kernel(text):
    rules = rules_of(text)
    slow, quick = (play.deal(hearts, rules, 5, 2000) for _ in range(2))
    play.play(hearts, rules, slow, [Random()])
    play_randomly(quick, house.record(rules))
    np.testing.assert_array_equal(slow, quick)


@pytest.mark.long
@pytest.mark.parametrize("name", OURS)
def test_every_name_is_measured(name, monkeypatch):
    monkeypatch.setattr(playing, "LONG_DUEL_DEALS", 5000)
    monkeypatch.setattr(environments, "HANDS", 10_000)
    monkeypatch.setattr(starting, "with_nothing_compiled", lambda line: seconds(starting.command, "cache"))  # the rest takes minutes
    (result,) = bench.measure(name, limit=0.0)
    units = {
        "python.player": "decisions", "hearts52.playout": "playouts", "hearts52.imagine": "deals", "hearts52.ismcts": "simulations",
        "env.hearts52": "decisions", "env.bits": "decisions", "env.gin": "decisions", "env.gin.bits": "decisions",
        "hearts32.network": "decisions", "hearts32.train": "hands", "hearts32.rollouts": "moves", "hearts52.export": "valued decisions",
        "gin.montecarlo": "decisions", "gin.network": "turns", "start.warm": "starts", "start.cold": "starts", "compile.all": "times",
        "policy.train": "decisions", "policy.network": "decisions", "policy.gin": "decisions", "policy.single": "decisions",
    }  # fmt: skip
    assert result.name == name and result.unit == units.get(name, "hands")
    assert 0 < result.median_per_second <= result.per_second < math.inf
    compares = name.startswith("hearts") and name not in units and bare.bare_library() is not None
    assert (result.ratio_to_c is not None) == compares
    assert (result.ratio_to_one_core is not None) == (name == "duel.cores")


def test_without_a_compiler_there_is_no_ratio(no_compiler):
    (result,) = bench.measure("hearts32.kernel", limit=0.0)
    assert result.ratio_to_c is None and result.per_second > 0


@pytest.mark.parametrize("script", ["exit 1", "exit 0"])
def test_a_compiler_that_makes_nothing_is_as_good_as_none(no_compiler, tmp_path, script):
    (tmp_path / "cc").write_text(f"#!/bin/sh\n{script}\n")
    (tmp_path / "cc").chmod(0o755)
    assert bare.bare_library() is None


def test_the_best_and_the_median_slice_are_reported_against_the_best_of_c(monkeypatch):
    monkeypatch.setattr(measuring, "race", lambda rivals, limit: [[2.0, 8.0, 4.0], [3.0, 1.0, 5.0]])
    task = BenchTask(lambda: 0.0, BATCH // 2, "hands", "some rules", "a note", lambda: 0.0)
    result = measuring.time_task("toy", task, 1.0)
    assert result == ("toy", BATCH / 4, "hands", 0.25, BATCH / 8, "some rules", "a note", None)
    assert result.nanoseconds == pytest.approx(2 / (BATCH / 2) * 1e9)


def test_all_cores_are_compared_with_one(monkeypatch):
    monkeypatch.setattr(measuring, "race", lambda rivals, limit: [[2.0, 8.0, 4.0], [12.0, 10.0]])
    task = BenchTask(lambda: 0.0, 100, "hands", "some rules", "a note", one_core=lambda: 0.0)
    assert measuring.time_task("toy", task, 1.0) == ("toy", 50.0, "hands", None, 25.0, "some rules", "a note", 5.0)


def test_rivals_take_turns_and_the_first_slice_does_not_count():
    calls = []

    def rival(letter):
        def once():
            calls.append(letter)
            return float(len(calls))

        return once

    first, second = measuring.race([rival("a"), rival("b")], limit=0.01)
    assert len(first) == len(second) > 1
    assert "".join(calls) == "ab" * (len(first) + 1)
    assert first[:2] == [3.0, 5.0] and second[:2] == [4.0, 6.0]


def test_deadwood_is_that_of_random_hands():
    hands = np.array([0b111, 0b1011, (1 << 12) | (1 << 28) | (1 << 44)], np.uint64)
    assert playing.sum_deadwood(hands) == sum(int(melds.deadwood(hand)) for hand in hands) == 0 + 2 + 3 + 5 + 0
    assert playing.gin_deadwood().amount == playing.GIN_HANDS


def test_an_unknown_name_lists_the_known_ones():
    with pytest.raises(UserError, match=r"no measurement 'hearts': did you mean hearts52\.kernel\? \(there is hearts52\.kernel, "):
        next(bench.measure("hearts"))


def test_missing_engines_are_left_out_and_named_when_asked_for(monkeypatch):
    def missing(game):
        return peers.engine("no_such_engine")

    tasks = {"peers.missing": lambda: playing.peer(missing, "hearts", 1, ""), "gin.deadwood": playing.gin_deadwood}
    monkeypatch.setattr(measuring, "TASKS", tasks)
    assert [result.name for result in bench.measure(limit=0.0)] == ["gin.deadwood"]
    with pytest.raises(UserError, match=r"no_such_engine is not installed: pip install 'cardshark\[peers\]'"):
        next(bench.measure("peers.missing"))


@pytest.mark.parametrize(
    ("name", "modules"),
    [
        ("peers.openspiel.hearts", ["pyspiel"]),
        ("peers.openspiel.gin", ["pyspiel"]),
        ("peers.rlcard.gin", ["rlcard"]),
        ("peers.env.openspiel.hearts", ["pyspiel"]),
        ("peers.env.openspiel.gin", ["pyspiel"]),
        ("peers.env.rlcard.gin", ["rlcard"]),
        ("peers.env.pettingzoo.gin", ["rlcard", "pettingzoo.classic.gin_rummy_v4"]),
        ("peers.env.pettingzoo.holdem", ["rlcard", "pettingzoo.classic.texas_holdem_v4"]),
        ("peers.env.pgx.mahjong", ["pgx"]),
    ],
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_other_engines_are_measured_where_they_are_installed(name, modules):
    for module in modules:
        pytest.importorskip(module)
    (result,) = bench.measure(name, limit=0.0)
    assert result.per_second > 0 and result.ratio_to_c is None


def test_choices_by_numpy_are_those_of_the_kernel():
    legal = np.array([0b1, 0b1011, 1 << 63 | 1 << 5, (1 << 64) - 1] * 500, np.uint64)
    luck = words(3, "test", len(legal))
    assert (environments.any_legal(legal.copy(), luck) == random_choices(legal, luck)).all()


def test_a_version_of_pettingzoo_without_the_game_says_so():
    pytest.importorskip("pettingzoo")
    with pytest.raises(UserError, match="PettingZoo has no no_such_game_v1 here"):
        peer_environments.pettingzoo_decisions("no_such_game_v1")


@pytest.mark.slow
def test_ten_million_hands_need_no_more_memory_than_the_first():
    assert measuring.memory(10_000_000) < 20
