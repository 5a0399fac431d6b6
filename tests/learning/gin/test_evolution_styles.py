"""Evolution against styles: the same decks for all challengers, and facts that improve within a small budget."""

from itertools import product

import numpy as np
import pytest

from cardshark.arena.duel import duel
from cardshark.chance import words
from cardshark.games import gin, house
from cardshark.games.gin.rules import PRESETS
from cardshark.learning.gin.course import single_hands
from cardshark.learning.gin.evolution import Evolution, EvolutionCourse, EvolutionMethod, Objective
from cardshark.learning.gin.td import STYLED
from cardshark.play import play
from cardshark.players import seat
from cardshark.players.gin.rummy.brain import Knock, RummyDesign, RummyInputs, load_rummy
from cardshark.players.gin.rummy.player import Rummy
from helpers.arrays import digest
from helpers.compiling import PLAIN, compiled_only

SHORT = f"paper:max_turns={8 if PLAIN else 30}"

# ---- against styles ----


FACTS = RummyDesign(RummyInputs.FACTS, 2, knock=Knock.LEARNED)
SHARK = load_rummy("shark").design
IN_GENERATIONS = {"population": 4, "pairs": 1 if PLAIN else 5, "objective": Objective.POINTS}


def unmoved(against, start="shark", **settings):
    """A course of three generations whose challengers are all the same, because there is no noise; and what it played."""
    given = {**IN_GENERATIONS, "rules": SHORT, **settings}
    games = 3 * 2 * given["population"] * given["pairs"]
    lesson = Evolution(games=games, method=EvolutionMethod.ES, noise=0.0, against=against, start=start, **given)
    course, asked = EvolutionCourse(SHARK if start else FACTS, lesson, 5), []
    play_hands = course.play

    def noted(first_deck, swaps, first, sides, style):
        asked.append((first_deck, first, style))
        assert sides == (1, STYLED) and (swaps == np.arange(2 * given["pairs"]) % 2).all()
        return play_hands(first_deck, swaps, first, sides, style)

    course.play = noted
    course.advance(games)
    assert course.done
    return course, asked


def at_a_table(players, decks, luck, swap):
    """What two players make of single hands in the ordinary loop; the points of the first player first, on whichever seat he sits."""
    rules = single_hands(SHORT)
    games = np.zeros(len(decks), gin.GAME)
    games["deals"], games["luck"] = decks, luck
    gin.start_all(games, house.record(rules))
    play(gin, rules, games, players[::-1] if swap else players)
    scores = np.maximum(games["scores"], 0)
    return scores[:, ::-1] if swap else scores


def test_challengers_meet_one_style_on_the_same_decks_generation_by_generation():
    """The same decks in the ordinary loop, with the same luck and the seats swapped; the learner's points stand first in both games."""
    course, asked = unmoved("simple+lowcards")
    size, pairs = IN_GENERATIONS["population"], IN_GENERATIONS["pairs"]
    assert asked == [(epoch // size * pairs, epoch * 2 * pairs, epoch // size) for epoch in range(3 * size)]
    for epoch, swap in product(range(3 * size), range(2)):
        players = [Rummy("shark"), seat(["simple", "lowcards", "simple"][epoch // size])]
        decks = words(5, "lesson deals", pairs, epoch // size * pairs)
        luck = words(5, "lesson luck", 2 * pairs, epoch * 2 * pairs)[swap::2]
        found = course.totals[epoch * 2 * pairs : (epoch + 1) * 2 * pairs][swap::2]
        assert (found == at_a_table(players, decks, luck, swap)).all()
    assert PLAIN or (course.totals.sum(axis=0) > 0).all()


@compiled_only
def test_a_good_learner_has_more_points_than_the_style_and_a_fresh_one_fewer():
    """And who has more points is fitter."""
    (good, _), (fresh, _) = (unmoved("simple", start, rules="eaai", pairs=100, population=2) for start in ("shark", ""))
    for course, better in ((good, 1), (fresh, -1)):
        points = course.totals.reshape(3, 2, 200, 2).sum(axis=2)
        gains = points[..., 0] - points[..., 1]
        assert (course.fitness == gains[-1]).all() and better * gains.sum() > 0.1 * points.sum()


@pytest.mark.parametrize("method", [EvolutionMethod.ES, EvolutionMethod.CMA])
@pytest.mark.parametrize("against", ["self", "simple+holdout"])
def test_a_course_with_facts_is_the_same_to_the_bit_after_stopping(method, against):
    """Stopped in the middle of a pair, of an epoch, of a generation and right after one."""
    size, rules = (2, "eaai:max_turns=2") if PLAIN else (4, SHORT)
    given = Evolution(
        games=22 * size + 2, rules=rules, method=method, against=against, population=size, pairs=2, objective=Objective.POINTS
    )
    whole, again = (EvolutionCourse(FACTS, given, 3) for _ in range(2))
    whole.advance(100)
    for steps in (1, 4, 2, 9, 3, 100):
        again.advance(steps)
        fresh = EvolutionCourse(FACTS, given, 3)
        fresh.restore({name: array.copy() for name, array in again.state().items()})
        again = fresh
    assert whole.done and again.done and int(whole.accepted[0]) == given.games // (4 * size)
    assert digest(whole.memory) == digest(again.memory) != digest(EvolutionCourse(FACTS, given, 3).memory)
    assert (whole.totals == again.totals).all() and (whole.turns == again.turns).all()


@compiled_only
@pytest.mark.slow
@pytest.mark.parametrize("method", [EvolutionMethod.ES, EvolutionMethod.CMA])
def test_facts_improve_against_a_style_within_a_small_budget(method):
    """From small random weights, in seconds: many points a hand better against simple on decks that nobody learned from."""
    design = RummyDesign(RummyInputs.FACTS, 0, knock=Knock.LEARNED)
    given = Evolution(
        games=64_000,
        rules="eaai",
        weights=0.1,
        method=method,
        noise=0.2,
        objective=Objective.POINTS,
        population=16,
        pairs=50,
        against="simple",
    )
    course = EvolutionCourse(design, given, 8)
    before = course.brain
    course.advance(given.games)
    rules = PRESETS["eaai"]._replace(hands=1)
    first, last = (
        duel(gin, rules, ("learner", Rummy(brain)), ("simple", seat("simple")), deals=400, seed=9) for brain in (before, course.brain)
    )
    assert last.low > first.high + 5, (first, last)
