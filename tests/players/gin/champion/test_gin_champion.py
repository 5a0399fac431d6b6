"""How the champion thinks at gin: worlds and choices by the rules, results by policy and critic, the same choice whoever else is asked."""

from types import SimpleNamespace

import numpy as np
import pytest

from cardshark.cards import listed
from cardshark.chance import draw
from cardshark.games import gin, house
from cardshark.games.gin.rules import PRESETS
from cardshark.games.gin.state import ENDED
from cardshark.players.champion import Champion
from cardshark.players.gin.champion.habits import Habits
from cardshark.players.gin.champion.search import Costs, GinChampion
from cardshark.players.gin.champion.worlds import set_out
from cardshark.players.gin.policy.playouts import finish_hands
from cardshark.players.gin.search.worlds import set_up_gin
from cardshark.players.policy.brain import PolicyDesign, fresh_brain
from cardshark.players.policy.net import playout
from cardshark.players.thinking import new_thought
from helpers.compiling import PLAIN
from helpers.gin.hands import some, thinker
from helpers.players import shown

RULES = PRESETS["eaai"]


@pytest.fixture(scope="module")
def brain():
    """A brain that knows nothing, and is quick."""
    return fresh_brain(gin, "eaai", 3, PolicyDesign(width=16, blocks=1, critic=16))


def search_of(brain, rules=RULES, habits=None, **options):
    """A search that asks this brain."""
    found = GinChampion(SimpleNamespace(**{"brain": brain, "seconds": 0.0, "deals": 6, **options}), gin, rules)
    found.set_habits(habits or Habits())
    return found


def one_by_one(views):
    """Views, each as an array of one that nobody can write into."""
    return [shown(views[i : i + 1]) for i in range(len(views))]


@pytest.mark.long
@pytest.mark.parametrize("preset", ["eaai", "classic", "oklahoma"])
def test_every_choice_is_made_in_every_world_by_the_rules(brain, preset):
    rules, views = some(preset, 2 if PLAIN else 12)
    search, rows, look = search_of(brain, rules), np.zeros(1, np.uint32), np.zeros(1, gin.VIEW)
    search.search["begin"], search.search["worlds"] = 3, 2
    for view in one_by_one(views):
        choices, hand_number = listed(int(view["legal"][0])), view["table"]["hand_number"][0]
        games = np.zeros(2 * len(choices), gin.GAME)
        set_out(view, search.rules, search.search, search.styles, search.workspace, view["legal"][0], games)
        for number, game in enumerate(games):
            world, choice = divmod(number, len(choices))
            slow, word = np.zeros(1, gin.GAME), np.uint64(draw(~view["luck"][0], 3 + world))
            set_up_gin(view[0], search.workspace.hands[world], word, slow[0])
            gin.look_all(slow, search.rules, rows, look)
            gin.choose_all(slow, search.rules, rows, look, np.array([choices[choice]], np.int8))
            if slow["table"]["hand_number"][0] > hand_number:
                assert np.array_equal(slow["scores"][0], game["scores"])
                continue
            assert game["luck"] == ~word
            for name in ("hands", "table", "drawn"):
                assert np.array_equal(slow[name][0], game[name]), name
            left = game["table"]["stock_left"]
            assert np.array_equal(slow["stock"][0, :left], game["stock"][:left])


def finished_by_keepers(game, rules):
    """What each seat loses, less what it wins, when two keepers finish a hand in views, step by step."""
    games, rows, views, choices = game.copy(), np.zeros(1, np.uint32), np.zeros(1, gin.VIEW), np.zeros(1, np.int8)
    keeper, record, hand, step = thinker("keeper", rules), house.record(rules), int(game["table"]["hand_number"][0]), 0
    while games["table"]["phase"][0] not in (gin.OVER, ENDED) and games["table"]["hand_number"][0] == hand:
        gin.look_all(games, record, rows, views)
        views["luck"] = draw(game["luck"][0], step)
        keeper.choose(shown(views), choices)
        gin.choose_all(games, record, rows, views, choices)
        step += 1
    return -games["scores"][0].astype(float)


@pytest.mark.long
@pytest.mark.parametrize(("turns", "thumb"), [(0, 0.0), (3, 0.0), (4, 0.5), (0, 1.0)])
def test_results_are_those_of_hands_that_are_played_on(brain, turns, thumb):
    rules, views = some("eaai", 2 if PLAIN else 6)
    search = search_of(brain, rules, Habits(turns=turns, thumb=thumb))
    for view in one_by_one(views):
        choices, seat = listed(int(view["legal"][0])), int(view["table"]["turn"][0])
        found, worth = search.results(view, choices, 0, 3)
        games = np.zeros(3 * len(choices), gin.GAME)
        assert set_out(view, search.rules, search.search, search.styles, search.workspace, view["legal"][0], games) == worth
        by_thumb = np.array([finished_by_keepers(games[i : i + 1], rules) for i in range(len(games))])
        plan = playout(until=int(view["table"]["turns"][0]) + turns, seat=seat) if turns else playout()
        by_policy = finish_hands(search.net, search.desk, games, search.rules, plan)
        assert found.ravel() == pytest.approx(-(thumb * by_thumb + (1 - thumb) * by_policy)[:, seat])


@pytest.mark.long
def test_a_choice_does_not_depend_on_who_else_is_asked(brain):
    _, views = some("eaai", 3 if PLAIN else 10, phases=range(gin.OVER))
    together, alone = np.full(len(views), -1, np.int8), np.full(len(views), -1, np.int8)
    player = Champion(brain, deals=5)
    player.sit(gin, RULES)
    player.choose(shown(views), together)
    for i in reversed(range(len(views))):
        fresh = Champion(brain, deals=5)
        fresh.sit(gin, RULES)
        fresh.choose(shown(views[i : i + 1]), alone[i : i + 1])
    assert together.tolist() == alone.tolist()
    assert all(int(view["legal"]) >> int(choice) & 1 for view, choice in zip(views, together, strict=True))


@pytest.mark.long
def test_it_has_an_opinion_of_every_choice(brain):
    player = Champion(brain, deals=6)
    player.sit(gin, RULES)
    for view in some("eaai", 4, phases=[gin.DISCARD, gin.SPREAD, gin.DRAW])[1]:
        found = player.opinions(view)
        assert [each.choice for each in found] == listed(int(view["legal"]))
        assert all(each.low <= each.mean <= each.high and each.visits for each in found)


def test_only_the_likeliest_choices_are_tried(brain):
    views = some("eaai", 4, phases=[gin.DISCARD])[1]
    search = search_of(brain, habits=Habits(most=3))
    for view in one_by_one(views):
        usual, tried = search.likely(view, listed(int(view["legal"][0])))
        assert usual in tried and len(tried) == 3
        thought = new_thought(1)
        search.ponder(view, thought, False)
        assert np.flatnonzero(thought.visits[0]).tolist() == tried
    search.set_habits(Habits(most=1))
    assert all(len(search.likely(view, listed(int(view["legal"][0])))[1]) == 1 for view in one_by_one(views))


def test_beliefs_are_the_odds_of_the_policy(brain):
    view = shown(some("eaai", 1, phases=[gin.DRAW])[1])
    search = search_of(brain, habits=Habits(owners=1.0))
    search.likely(view, listed(int(view["legal"][0])))
    whole = search.workspace.odds.copy()
    assert (whole > 0).all() and len({*whole.tolist()}) > 10
    search.set_habits(Habits(owners=0.5))
    search.likely(view, listed(int(view["legal"][0])))
    assert search.workspace.odds == pytest.approx(whole**0.5)


def test_costs_are_compared_in_the_same_worlds():
    costs = Costs([3, 5, 9], 3)
    costs.add(np.array([[3.0, 2.0, 9.0], [4.0, 3.0, 9.0], [3.0, 1.0, 9.0], [4.0, 3.0, 9.0]]), 4.0)
    error = np.std([1.0, 1.0, 2.0, 1.0]) / 2
    assert costs.beats(5, 3, 1.24 / error) and not costs.beats(5, 3, 1.26 / error)
    costs.drop(2.0)
    assert costs.live == [5]
    assert costs.chosen(1.24 / error) == 5
    assert costs.chosen(1.26 / error) == 3  # better, but not by that many standard errors
    costs.worth = 1.0  # worlds that resemble each other say less
    assert not costs.beats(5, 3, 1.24 / error)


@pytest.mark.long
def test_near_the_end_of_a_match_it_plays_for_the_match(brain):
    """At 95 points every knock that wins five points is worth the same, because each wins the match."""
    view = some("eaai", 1, phases=[gin.MAY_KNOCK])[1]
    seat = int(view["table"]["turn"][0])
    view["table"]["totals"][0, [seat, 1 - seat]] = 95, 20
    search, choices = search_of(brain, deals=32), [gin.KNOCK, gin.PLAY_ON]
    found, (points, _) = search.race(shown(view), choices, gin.KNOCK).found[gin.KNOCK], search.results(shown(view), choices, 0, 32)
    enough = points[:, 0] >= 5
    assert len({*points[enough, 0].tolist()}) > 3 and len({*found[enough].tolist()}) == 1
    assert found[enough][0] < found[~enough].min(initial=0.0)
    by_points = search_of(brain, habits=Habits(match=False), deals=32).race(shown(view), choices, gin.KNOCK).found[gin.KNOCK]
    assert np.array_equal(by_points, -points[:, 0])
