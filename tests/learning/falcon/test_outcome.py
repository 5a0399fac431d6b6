"""Predictions of the outcome: one step against plain arithmetic, what is learned of a rule, and a player who follows it."""

from dataclasses import replace

import numpy as np
import pytest

from cardshark.games import hearts, house
from cardshark.games.match import Single
from cardshark.learning.falcon.course import FalconCourse, FalconLesson
from cardshark.learning.falcon.outcome import EASE, FACTS, UNITS, Foresight, Method, first_outcome, fit, learn_notes
from cardshark.learning.falcon.percept_search import NOTE, experience
from cardshark.play import Table, match
from cardshark.players import seat
from cardshark.players.hearts.falcon.actions import ACTIONS, SITUATIONS, situation_of
from cardshark.players.hearts.falcon.design import FalconDesign
from cardshark.players.hearts.falcon.percepts import PERCEPTS
from helpers.compiling import PLAIN
from reference import falcon_book
from reference.hearts_book import NAME


def inputs_of(notes):
    """Every fact and the situation, as -1 or 1: the arithmetic of the book."""
    bits = (notes["percept"][:, None] >> np.arange(FACTS, dtype=np.uint64)) & np.uint64(1)
    here = notes["situation"][:, None] == np.arange(SITUATIONS)
    return 2 * np.concatenate([bits.astype(float), here.astype(float)], axis=1) - 1


def units_of(outcome, inputs):
    found = inputs @ outcome.first.astype(float) + outcome.shift
    return np.cos(found) if outcome.method[0] == Method.SVR else np.maximum(found, 0)


def worth_in(outcome, inputs):
    return units_of(outcome, inputs) @ outcome.last.astype(float).T + outcome.base


def some_notes(count, seed=3):
    """Notes of which the first action is worth the first fact, the second its contrary, and all others nothing."""
    random, notes = np.random.default_rng(seed), np.zeros(count, NOTE)
    notes["percept"] = random.integers(0, 1 << FACTS, count, dtype=np.uint64)
    notes["situation"] = random.integers(0, SITUATIONS, count)
    notes["possible"] = random.integers(1, 1 << len(ACTIONS), count, dtype=np.uint64)
    notes["worth"][:, 0] = 3 * inputs_of(notes)[:, 0]
    notes["worth"][:, 1] = -notes["worth"][:, 0]
    return notes


@pytest.mark.parametrize("method", Method)
def test_one_step_is_that_of_plain_arithmetic(method):
    notes, outcome = some_notes(1), first_outcome(method, 5)
    outcome.last[:] = 0.1 * np.random.default_rng(4).normal(size=outcome.last.shape)
    before = [array.astype(float) for array in outcome[:4]]
    inputs = inputs_of(notes)
    units = units_of(outcome, inputs)[0]
    errors = worth_in(outcome, inputs)[0] - notes["worth"][0]
    if method == Method.SVR:
        errors = np.sign(errors) * (np.abs(errors) > EASE)
    errors *= [int(notes["possible"][0]) >> number & 1 for number in range(len(ACTIONS))]
    learn_notes(notes, np.zeros(1, np.int64), outcome, 0.01, 1, 4, np.zeros(UNITS, np.float32), np.zeros(UNITS, np.float32))
    rate = 0.01 * 3 / 4  # a quarter of the way to 0
    back = (errors @ before[2]) * (units > 0) * (method == Method.NETWORK)
    wanted = [before[0] - rate * np.outer(inputs[0], back), before[1] - rate * back]
    wanted += [before[2] - rate * np.outer(errors, units), before[3] - rate * errors]
    for ours, theirs in zip(outcome[:4], wanted, strict=True):
        assert ours == pytest.approx(theirs, abs=1e-5)


@pytest.mark.parametrize("method", Method)
def test_a_simple_rule_is_learned_and_the_seed_decides_everything(method):
    notes = some_notes(300 if PLAIN else 4000)
    outcome = fit(method, notes, 7, rounds=4 if PLAIN else 20)
    again = fit(method, notes, 7, rounds=4 if PLAIN else 20)
    assert all((one == other).all() for one, other in zip(outcome, again, strict=True))
    inputs = inputs_of(some_notes(500, seed=8))
    worth = worth_in(outcome, inputs)
    assert PLAIN or ((worth[:, 0] > worth[:, 1]) == (inputs[:, 0] > 0)).mean() > 0.95


@pytest.mark.parametrize("method", Method)
def test_the_best_of_the_possible_actions_is_taken(method):
    """Facts and actions as the book has them, and the prediction in plain arithmetic."""
    rules, outcome = hearts.PRESETS["falcon"], first_outcome(method, 5)
    outcome.last[:] = np.random.default_rng(4).normal(size=outcome.last.shape)
    player, single, chosen = Foresight(outcome, 0b0101), Single(hearts, rules, 5, 5), np.zeros(1, np.int8)
    player.sit(hearts, rules)
    while int(single.state.table.hand_number) == 0 and not single.over:
        single.view()
        player.choose(single.views, chosen)
        now = falcon_book.situation_of(single.views[0], rules)
        facts, possible = falcon_book.percepts(now, "lowest"), falcon_book.actions(now)
        note = np.zeros(1, NOTE)
        note["percept"] = sum(bool(facts[each.name]) << number for number, each in enumerate(PERCEPTS))
        note["situation"] = next(situation_of(each) for each in ACTIONS if each.name in possible)
        worth = worth_in(outcome, inputs_of(note))[0]
        best = max((each for each in ACTIONS if each.name in possible), key=lambda each: worth[ACTIONS.index(each)])
        assert NAME[int(chosen[0])] in possible[best.name]
        single.choose(int(chosen[0]))


@pytest.mark.slow
def test_who_predicts_beats_the_rule_based_agents():
    course = FalconCourse(FalconDesign(), FalconLesson(games=20_000), seed=7)
    course.advance(20_000)
    player = Foresight(fit(Method.NETWORK, experience(course, 20_000), 7), 0b0101)
    table = Table(hearts, house.parse(hearts.PRESETS, "falcon:hands=1,limit=0"), [player, seat("stock")], 4000)
    games = table.deal(11, 4000)
    table.play(games, np.tile(np.array([0, 1, 1, 1], np.int8), (4000, 1)))
    assert games["scores"][:, 0].mean() / 26 < 0.23


def test_cards_are_passed_by_somebody_else():
    course = FalconCourse(FalconDesign(), replace(FalconLesson(), games=20), seed=7)
    player = Foresight(fit(Method.SVR, experience(course, 40), 7, rounds=1), 0b0101)
    assert len(match("hearts", [player, "random", "random", "random"], "american:hands=1", seed=3).hands) == 1
