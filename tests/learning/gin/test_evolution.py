"""Hill climbing against the book: noise, crossing, thresholds; and climbs to a summit that is known."""

import numpy as np
import pytest

from cardshark.arena.duel import duel
from cardshark.games import gin, house
from cardshark.games.gin.rules import PRESETS
from cardshark.learning.gin.course import Hands
from cardshark.learning.gin.evolution import Challenger, Evolution, EvolutionCourse, EvolutionMethod, Objective, noise, ranked
from cardshark.learning.trainer import train
from cardshark.players.brain_file import digest as brain_digest
from cardshark.players.gin.rummy.brain import RummyBrain, RummyDesign, RummyInputs, load_rummy
from cardshark.players.gin.rummy.player import Rummy
from cardshark.text import UserError
from helpers.arrays import digest
from helpers.compiling import PLAIN, compiled_only
from helpers.training import resumed_after
from reference import rummy_book as book

SHORT = f"paper:max_turns={8 if PLAIN else 30}"
SMALL = RummyDesign(hidden=3)

# ---- the book ----


def test_the_book_moves_a_twentieth_towards_a_challenger_who_won_often_enough():
    champion, challenger = {"output": np.array([1.0, -2.0])}, {"output": np.array([2.0, 0.0])}
    assert book.champion_after(champion, challenger, wins=2, needed=3) is champion
    assert book.champion_after(champion, challenger, wins=3, needed=3)["output"] == pytest.approx([1.05, -1.9])


def test_a_walker_forgets_the_champion():
    champion, before, noise = ({"output": np.array([value])} for value in (1.0, 7.0, -2.0))
    assert book.challenger(champion, before, noise)["output"] == pytest.approx([0.8])
    assert book.challenger(champion, before, noise, kind="walk")["output"] == pytest.approx([6.8])


def test_thresholds_rise():
    assert [book.wins_needed(epoch) for epoch in (0, 9_999, 10_000, 70_000)] == [(3, 4), (3, 4), (5, 6), (7, 8)]


# ---- noise ----


def test_noise_is_that_of_a_bell():
    numbers = noise(1, 0, 20_000 if PLAIN else 200_000)
    assert abs(numbers.mean()) < 0.02 and abs(numbers.std() - 1) < 0.02
    assert abs((numbers**3).mean()) < 0.1 and abs((np.abs(numbers) < 1).mean() - 0.6827) < 0.01
    assert (noise(1, 3, 10) == noise(1, 0, 40)[30:]).all() and (noise(2, 0, 10) != numbers[:10]).all()


def test_ranks():
    assert ranked(np.array([3.0, 1.0, 2.0, 2.0, 9.0])).tolist() == [0.25, -0.5, -0.125, -0.125, 0.5]
    assert ranked(np.zeros(4)).tolist() == [0.0] * 4


# ---- the climber against the book ----


def by_part(course, number):
    """The weights of a brain, by part, in double precision."""
    found = RummyBrain(course.design)
    found.memory[:] = course.weights(number)
    return book.precise(found.parts())


def noise_by_part(course, epoch):
    """The noise of an epoch's challenger, by part."""
    found = RummyBrain(course.design)
    found.memory[course.mask] = noise(course.seed, epoch, int(course.mask.sum()))
    return book.precise(found.parts())


def decided(course, word):
    """Let words decide who wins instead of cards: so everybody wins often enough to be seen."""
    results = np.random.default_rng(word).random(course.lesson.games) < 0.7

    def play(first_deck, swaps, first, sides, style):
        return won_by(results[first : first + len(swaps)], 10)

    course.play = play
    return course


def won_by(winners, points):
    """Hands that these sides won by so many points."""
    winners = np.asarray(winners, np.int8)
    return Hands(np.eye(2, dtype=np.int16)[winners] * points, winners, np.ones(len(winners), np.int16))


@pytest.mark.parametrize("kind", Challenger)
@pytest.mark.parametrize("design", [SMALL, RummyDesign(RummyInputs.FOUR, hidden=0)], ids=["network", "linear"])
def test_champion_and_challenger_are_those_of_the_book(design, kind):
    given = Evolution(games=100, rules=SHORT, challenger=kind, crossover=0.1, noise=0.2, threshold="3/4,5/6@40")
    course, walks = decided(EvolutionCourse(design, given, 1), 2), kind == Challenger.WALK
    accepted, schedule = 0, [(0, 3, 4), (40, 5, 6)]
    way = "walk" if walks else "champion_plus_noise"
    if not walks:
        assert_same(by_part(course, 1), book.challenger(by_part(course, 0), {}, noise_by_part(course, 0), 0.2))
    epoch = 0
    while course.game < 90:
        needed, games = book.wins_needed(course.game, schedule)
        champion, challenger, first = by_part(course, 0), by_part(course, 1), course.game
        course.advance(games)
        wins = int((course.totals[first : first + games, 1] > 0).sum())
        accepted, epoch = accepted + (wins >= needed), epoch + 1
        wanted = book.champion_after(champion, challenger, wins, needed, 0.1)
        assert_same(by_part(course, 0), wanted)
        assert_same(by_part(course, 1), book.challenger(wanted, challenger, noise_by_part(course, epoch), 0.2, way))
    assert int(course.accepted[0]) == accepted and 0 < accepted < epoch


def assert_same(found, wanted):
    assert found.keys() == wanted.keys()
    for part in found:
        np.testing.assert_allclose(found[part], wanted[part], atol=1e-6)


def test_a_threshold_counts_for_epochs_that_begin_under_it():
    """An epoch of four games that began before the change asks for three wins to its end: five of four could not be won."""
    given = Evolution(games=20, rules=SHORT, threshold="3/4,5/6@6")
    course = EvolutionCourse(SMALL, given, 1)

    course.play = lambda first_deck, swaps, first, sides, style: won_by(np.ones(len(swaps)), 10)
    course.advance(8)
    assert int(course.accepted[0]) == 2
    course.advance(6)
    assert int(course.accepted[0]) == 3


def test_the_room_between_weights_stays_empty():
    course = EvolutionCourse(RummyDesign(hidden=5), Evolution(games=8, rules=SHORT), 1)
    assert int(course.mask.sum()) == 52 * 5 + 5 + 5 + 1
    course.advance(4)
    for number in range(2):
        assert not course.weights(number)[~course.mask].any()


def test_a_game_is_played_twice_with_the_seats_swapped():
    """The same brain on both sides, no noise: what one wins in the first game of a pair, the other wins in the second."""
    course = EvolutionCourse(SMALL, Evolution(games=2 if PLAIN else 40, rules=SHORT if PLAIN else "eaai", noise=0.0), 3)
    course.weights(0)[:] = liking_low_cards(SMALL).memory
    course.weights(1)[:] = course.weights(0)
    course.advance(100)
    assert (course.totals[::2] == course.totals[1::2, ::-1]).all() and (course.turns[::2] == course.turns[1::2]).all()
    assert PLAIN or (course.totals.sum(axis=0) > 0).all()


def liking_low_cards(design, how_much=0.1):
    """A brain that would rather hold low cards."""
    brain = RummyBrain.fresh(design, 4, 0.1)
    for number, text in enumerate(book.IN_ORDER):
        brain.parts()["hidden"][number] += how_much * (6.5 - "A23456789TJQK".index(text[0]))
    brain.parts()["output"][:] = 1.0
    return brain


# ---- summits that are known ----


def planted(method, seed, games, **settings):
    """A course in which the brain nearer to a planted network wins, by as many points as it is nearer."""
    course = EvolutionCourse(SMALL, Evolution(games=games, rules=SHORT, method=method, **settings), seed)
    summit = RummyBrain.fresh(SMALL, 99, 1.0).memory

    def away(number):
        return float(np.linalg.norm(course.weights(number) - summit))

    def play(first_deck, swaps, first, sides, style):
        nearer = int(away(1) < away(0))
        return won_by([nearer] * len(swaps), round(1e4 * abs(away(1) - away(0))))

    course.play = play
    return course, lambda: away(0)


@compiled_only
@pytest.mark.parametrize("objective", Objective)
def test_a_climber_climbs(objective):
    course, away = planted(EvolutionMethod.CLIMB, 5, 16_000, crossover=0.5, noise=0.05, objective=objective)
    before = away()
    course.advance(20_000)
    assert away() < 0.4 * before


@pytest.mark.long
@compiled_only
def test_an_evolution_strategy_climbs():
    course, away = planted(EvolutionMethod.ES, 6, 16_000, objective=Objective.POINTS, pairs=1, population=16, noise=0.1, rate=0.2)
    before = away()
    course.advance(20_000)
    assert away() < 0.4 * before


@pytest.mark.long
@compiled_only
def test_cma_climbs():
    course, away = planted(EvolutionMethod.CMA, 7, 16_000, objective=Objective.POINTS, pairs=1, population=16, noise=0.3)
    before = away()
    course.advance(20_000)
    assert away() < 0.4 * before


@compiled_only
@pytest.mark.slow
def test_evolution_beats_what_it_began_with():
    """From small random weights to a network that clearly beats them on decks that it never saw, each played twice."""
    rules, settings = "paper:max_turns=100", {"weights": 0.1, "noise": 0.1, "pairs": 10, "population": 20}
    given = Evolution(games=40_000, rules=rules, method=EvolutionMethod.ES, objective=Objective.POINTS, **settings)
    course = EvolutionCourse(RummyDesign(hidden=0), given, 8)
    before = course.brain
    course.advance(given.games)
    players = ("after", Rummy(course.brain)), ("before", Rummy(before))
    result = duel(gin, house.parse(PRESETS, rules), *players, deals=300, seed=9)
    assert result.low > 2, result


# ---- the same to the bit ----


@pytest.mark.parametrize("method", EvolutionMethod)
@pytest.mark.parametrize("kind", Challenger)
def test_a_course_is_the_same_to_the_bit_and_after_stopping(method, kind):
    given = Evolution(games=10 if PLAIN else 53, rules=SHORT, method=method, challenger=kind, threshold="1/2,3/4@9", population=4, pairs=1)
    whole, again, other = (EvolutionCourse(SMALL, given, seed) for seed in (3, 3, 4))
    whole.advance(100)
    other.advance(100)
    for steps in (1, 2, 8, 7, 100):  # also in the middle of an epoch, of a pair, of a generation
        again.advance(steps)
        fresh = EvolutionCourse(SMALL, given, 3)
        fresh.restore(again.state())
        again = fresh
    assert whole.done and again.done
    assert digest(whole.memory) == digest(again.memory) != digest(other.memory)
    assert (whole.totals == again.totals).all() and (whole.turns == again.turns).all()


@pytest.mark.parametrize(
    "settings",
    [
        {"threshold": "1/2,3/4@6"},
        {"challenger": Challenger.WALK},
        {"method": EvolutionMethod.ES, "population": 4, "pairs": 1},
        {"method": EvolutionMethod.CMA, "population": 3, "pairs": 1},
    ],
    ids=["climb", "walk", "es", "cma"],
)
def test_a_training_goes_on_from_its_file(settings, tmp_path):
    """Stopped in the middle of an epoch; the finished brain is the same file to the bit, and plays as it did."""
    given, out = Evolution(games=10 if PLAIN else 20, rules=SHORT, **settings), tmp_path / "x.safetensors"
    whole = train(SMALL, given, 3)
    resumed = resumed_after(5, SMALL, given, 3, out)
    assert brain_digest(resumed) == brain_digest(whole) and resumed.about["curve"] == whole.about["curve"]
    assert brain_digest(load_rummy(str(out))) == brain_digest(whole)


# ---- what is refused ----


@pytest.mark.parametrize(
    ("settings", "wrong"),
    [
        ({"threshold": "5/4"}, "threshold"),
        ({"threshold": "2/3"}, "even"),
        ({"threshold": "3/4@100"}, "threshold"),
        ({"threshold": "3/4,5/6@100,7/8@50"}, "threshold"),
        ({"threshold": "most"}, "threshold"),
        ({"crossover": 1.5}, "crossover"),
        ({"noise": -1.0}, "noise"),
        ({"method": EvolutionMethod.ES, "population": 7}, "even"),
        ({"method": EvolutionMethod.CMA, "noise": 0.0}, "noise"),
        ({"rules": "dutch"}, "rules"),
        ({"method": EvolutionMethod.ES, "against": "rival"}, "rival"),
        ({"method": EvolutionMethod.ES, "games": 40}, "a generation takes 256 games"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings, wrong):
    with pytest.raises(UserError, match=wrong):
        Evolution(**settings)
