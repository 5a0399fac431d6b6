"""Predictions of the outcome: slopes, what is learned of a rule, and a player who follows it."""

from dataclasses import replace

import numpy as np
import pytest

from cardshark.games import hearts, house
from cardshark.games.match import Single
from cardshark.learning.falcon.course import FalconCourse, FalconLesson
from cardshark.learning.falcon.outcome import INPUTS, NOTICED, Foresight, Method, first_outcome, fit, inputs_of, notice_all, slopes_of
from cardshark.learning.falcon.percept_search import NOTE, experience
from cardshark.play import Table, match
from cardshark.players import seat
from cardshark.players.hearts.falcon.actions import ACTIONS, OFFERS, SITUATIONS, mask_of
from cardshark.players.hearts.falcon.design import FalconDesign
from cardshark.players.hearts.falcon.percepts import PERCEPTS
from helpers.compiling import PLAIN
from reference.falcon_book import actions, percepts, situation_of
from reference.hearts_book import NAME


def some_notes(count, rule):
    """Notes whose worth is a rule of their facts: [note, action]."""
    random = np.random.default_rng(3)
    notes = np.zeros(count, NOTE)
    notes["percept"] = random.integers(0, 1 << len(PERCEPTS), count, dtype=np.uint64)
    notes["situation"] = random.integers(0, SITUATIONS, count)
    notes["possible"] = random.integers(1, 1 << len(ACTIONS), count, dtype=np.uint64)
    notes["worth"] = rule(inputs_of(notes["percept"], notes["situation"]))
    return notes


def simple(inputs):
    """The first action is worth the first fact, the second its contrary; all others nothing."""
    found = np.zeros((len(inputs), len(ACTIONS)), np.float32)
    found[:, 0], found[:, 1] = 3 * inputs[:, 0], -3 * inputs[:, 0]
    return found


def test_inputs_are_facts_and_the_situation():
    found = inputs_of(np.array([0b101, 0], np.uint64), np.array([2, 5]))
    assert found.shape == (2, INPUTS) and set(np.unique(found)) == {-1, 1}
    assert found[0, :4].tolist() == [1, -1, 1, -1] and found[:, len(PERCEPTS) :].argmax(axis=1).tolist() == [2, 5]


@pytest.mark.parametrize("method", Method)
def test_slopes_are_those_of_small_steps(method):
    notes, outcome = some_notes(40, simple), first_outcome(method, 5)
    outcome.last[:] = 0.1 * np.random.default_rng(4).normal(size=outcome.last.shape)
    inputs = inputs_of(notes["percept"], notes["situation"])
    possible = ((notes["possible"][:, None] >> np.arange(len(ACTIONS), dtype=np.uint64)) & np.uint64(1)).astype(np.float32)

    def cost(changed):
        errors = np.abs(changed.worth(inputs) - notes["worth"]) * possible
        each = errors**2 / 2 if method == Method.NETWORK else np.maximum(errors - 1.0, 0)
        return float(each.sum(dtype=np.float64)) / len(inputs)

    for name, slope in slopes_of(outcome, inputs, notes["worth"], possible).items():
        place = np.unravel_index(np.abs(slope).argmax(), slope.shape)
        ends = []
        for step in (0.002, -0.002):
            moved = getattr(outcome, name).copy()
            moved[place] += step
            ends.append(cost(outcome._replace(**{name: moved})))
        assert (ends[0] - ends[1]) / 0.004 == pytest.approx(float(slope[place]), rel=0.1, abs=2e-3)


@pytest.mark.parametrize("method", Method)
def test_a_simple_rule_is_learned_and_the_seed_decides_everything(method):
    notes = some_notes(400 if PLAIN else 4000, simple)
    outcome = fit(method, notes, 7, rounds=20)
    fresh = some_notes(4500, simple)[-500:]
    inputs = inputs_of(fresh["percept"], fresh["situation"])
    worth = outcome.worth(inputs)
    assert ((worth[:, 0] > worth[:, 1]) == (inputs[:, 0] > 0)).mean() > 0.95
    again = fit(method, notes, 7, rounds=20)
    assert all((one == other).all() for one, other in zip(outcome[1:], again[1:], strict=True))


def test_what_is_noticed_is_what_the_book_says():
    rules = hearts.PRESETS["falcon"]
    single, noticed = Single(hearts, rules, 5, 5), np.zeros(1, NOTICED)
    while int(single.state.table.hand_number) == 0 and not single.over:
        view = single.view()
        noticed[:] = 0
        notice_all(single.views, single.record, np.uint64(0b0101), np.uint64(mask_of("wide")), np.zeros(1, OFFERS), noticed)
        now, row = situation_of(single.views[0], rules), noticed[0]
        facts = percepts(now, "lowest")
        assert int(row["percept"]) == sum(bool(facts[each.name]) << number for number, each in enumerate(PERCEPTS))
        possible = actions(now)
        for number, each in enumerate(ACTIONS):
            assert bool(int(row["possible"]) >> number & 1) == (each.name in possible)
            if each.name in possible:
                assert NAME[int(row["cards"][number])] in possible[each.name]
        single.choose(int(view.legal).bit_length() - 1)


@pytest.mark.slow
def test_who_predicts_beats_the_agents_that_were_watched():
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
