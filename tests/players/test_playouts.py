"""Monte Carlo at a game that only says how it may be imagined: Hearts, introduced as a stranger."""

from types import ModuleType

import numpy as np
import pytest

from cardshark.cards import count, listed
from cardshark.games import gin, hearts, house
from cardshark.games.gin.rules import PRESETS as GIN
from cardshark.players import seat
from cardshark.players.hearts.search.imagine import imagine
from cardshark.players.thinking import CHUNK, new_thought
from cardshark.text import UserError
from helpers.compiling import PLAIN, compiled_only
from helpers.hearts.decisions import endings, rules_of, some_views
from helpers.imagined import possible_deals
from helpers.players import chosen, seated, shown

KERNELS = ("look_all", "choose_all", "step_all", "hand_points", "seats", "GAME", "VIEW", "OVER")


def stranger(rules, lowest_wins=True):
    """Hearts as a game that nobody here knows."""

    def imagine_all(views, record, words, games):
        assert not views.flags.writeable
        for i in range(len(views)):
            view = views[i]
            games[i]["table"], games[i]["hands"] = view["table"], imagine(view, rules, 1, int(words[i]))[0]
            games[i]["first"] = view["table"]["hand_number"]

    said = {name: getattr(hearts, name) for name in KERNELS}
    return game_of("Stranger", LOWEST_WINS=lowest_wins, imagine_all=imagine_all, **said)


def game_of(title, **said):
    """A game that says no more of itself than this."""
    game = ModuleType(title.lower())
    vars(game).update(NAME=title.lower(), TITLE=title, **said)
    return game


def thinker(text, rules, **more):
    return seated(text, stranger(rules, **more), rules)


def expected(game, rules, seat):
    """What a hand costs a seat on average if everybody plays any legal card: every way to finish it, weighed."""
    if game["table"]["phase"] == hearts.OVER:
        return float(game["scores"][seat])
    games, rows, views = np.array([game], hearts.GAME), np.zeros(1, np.uint32), np.zeros(1, hearts.VIEW)
    hearts.look_all(games, house.record(rules), rows, views)
    found = []
    for choice in listed(int(views["legal"][0])):
        games[0] = game
        hearts.choose_all(games, house.record(rules), rows, views, np.array([choice], np.int8))
        found.append(expected(games[0].copy(), rules, seat))
    return sum(found) / len(found)


def exact_cost(view, rules, choice):
    """The mean over all possible deals, each finished in every way."""
    possible, costs = {tuple(hands) for hands in imagine(view, rules, 1000, 0).tolist()}, []
    assert len(possible) == possible_deals(view, rules)
    for hands in sorted(possible):
        games, views = np.zeros(1, hearts.GAME), np.array([view], hearts.VIEW)
        games["table"], games["hands"], games["first"] = view["table"], hands, view["table"]["hand_number"]
        hearts.choose_all(games, house.record(rules), np.zeros(1, np.uint32), views, np.array([choice], np.int8))
        costs.append(expected(games[0], rules, int(view["table"]["turn"])))
    return sum(costs) / len(costs)


@pytest.mark.long
def test_means_are_those_of_all_deals_finished_in_every_way():
    rules, found = rules_of("american:hands=1"), 0
    player = thinker(f"montecarlo:deals={40 if PLAIN else 800}", rules)
    for view in endings(rules, 4 if PLAIN else 12, 11, 2, 20):
        for opinion in player.opinions(view):
            reach = (opinion.high - opinion.mean) / 1.96
            assert abs(opinion.mean - exact_cost(view, rules, opinion.choice)) < 4.5 * reach + 1e-9
            found += reach > 0
        if found > (1 if PLAIN else 8):
            return
    pytest.fail("nothing was left to chance")


@pytest.mark.long
@compiled_only
@pytest.mark.parametrize("text", ["american", "dutch"])
def test_a_stranger_thinks_as_hearts_does_with_random_playouts(text):
    rules = rules_of(text)
    own = seat("montecarlo:deals=600,playout=random")
    own.sit(hearts, rules)
    player, apart = thinker("montecarlo:deals=600", rules), []
    for view in some_views(rules, 6, seed=5, keep=lambda views: (views["table"]["phase"] == hearts.PLAY) & (views["table"]["trick"] < 5)):
        for one, other in zip(own.opinions(view), player.opinions(view), strict=True):
            assert one.choice == other.choice and one.visits == other.visits
            reach = np.hypot(one.high - one.mean, other.high - other.mean) / 1.96
            assert reach > 0 or one.mean == other.mean
            apart += [(one.mean - other.mean) / reach] if reach > 0 else []
    assert len(apart) > 10 and np.abs(apart).max() < 4.5 and np.std(apart) < 1.5  # standard errors


def test_many_points_may_be_good():
    rules = rules_of("dutch")
    for view in some_views(rules, 2 if PLAIN else 6, seed=6):
        low, high = (thinker("montecarlo:deals=8", rules, lowest_wins=wins) for wins in (True, False))
        assert [each.mean for each in low.opinions(view)] == [-each.mean for each in high.opinions(view)]
        means = {each.choice: each.mean for each in high.opinions(view)}
        assert means[chosen(high, shown(view.reshape(1)))[0]] == min(means.values())


def test_only_this_hand_counts_where_a_tie_is_played_on():
    """Nobody has any points before the hand, so that the lowest total is often shared; then another hand would be dealt."""
    rules = rules_of("dutch")
    views = some_views(rules, 2 if PLAIN else 6, seed=7, keep=lambda views: views["table"]["trick"] > 4)
    one, other = (
        thinker("montecarlo:deals=20", rules_of(text)).think(views, np.zeros(len(views), np.int8))
        for text in ("dutch:ties=shared", "dutch:ties=play_on")
    )
    assert one.sums.any() and one.sums.tolist() == other.sums.tolist()


def test_a_choice_does_not_depend_on_what_else_is_asked():
    rules = rules_of("american")
    views = some_views(rules, 3 if PLAIN else 12, seed=1)
    player = thinker("montecarlo:deals=5", rules)
    together = chosen(player, views)
    assert together == [choice for i in range(len(views)) for choice in chosen(player, views[i : i + 1])]
    assert all(int(legal) >> choice & 1 for choice, legal in zip(together, views["legal"], strict=True))


def test_worlds_may_be_thought_of_in_parts():
    rules, whole = rules_of("dutch"), CHUNK + 20
    views = some_views(rules, 1, seed=2, keep=lambda views: views["table"]["trick"] > 4)
    player, thoughts, choices = thinker("montecarlo", rules), [new_thought(1), new_thought(1)], np.zeros((2, 1), np.int8)
    player.ponder(views, choices[0], thoughts[0], 0, whole)
    for begin, end in ((0, 7), (7, whole)):
        player.ponder(views, choices[1], thoughts[1], begin, end - begin)
    for once, in_parts in zip(*thoughts, strict=True):
        assert once.tolist() == in_parts.tolist()
    assert thoughts[0].visits[0].max() == thoughts[0].worlds[0] == whole


def test_a_single_choice_needs_no_thought_but_there_is_an_opinion_about_it():
    rules = rules_of("dutch")
    view = next(view for view in endings(rules, 20, 3, 4, 10_000) if count(view["legal"]) > 1).copy()
    view["legal"] = view["legal"] & (~view["legal"] + np.uint64(1))
    player = thinker("montecarlo:deals=3", rules)
    assert chosen(player, shown(view.reshape(1))) == listed(int(view["legal"]))
    assert [each.visits for each in player.opinions(view)] == [3]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("montecarlo:sampler=weighted", "sampler means nothing at Stranger: leave it out"),
        ("montecarlo:loose=0.2", "slip_chance means nothing at Stranger: leave it out"),
        ("montecarlo:passing=search", "passing means nothing at Stranger: leave it out"),
        ("montecarlo:habit=simple", "habit means nothing at Stranger: leave it out"),
        ("montecarlo:others=greedy", "others means nothing at Stranger: leave it out"),
        ("montecarlo:playout=greedy", "at Stranger hands are finished at random: set playout=random, not greedy, or leave it out"),
    ],
)
def test_what_belongs_to_other_games_is_refused(text, sentence):
    with pytest.raises(UserError) as error:
        thinker(text, rules_of("dutch"))
    assert sentence in str(error.value)
    thinker("montecarlo:playout=random", rules_of("dutch"))


def test_a_game_that_cannot_be_imagined_is_refused_in_one_sentence():
    with pytest.raises(UserError, match="montecarlo cannot play Patience: this game does not say how hidden cards are imagined"):
        seat("montecarlo").sit(game_of("Patience"), rules_of("dutch"))


def test_one_player_sits_down_to_three_games():
    player, rules = seat("montecarlo:deals=2"), rules_of("falcon")
    for game, its_rules in ((stranger(rules), rules), (gin, GIN["eaai"]), (hearts, rules), (stranger(rules), rules)):
        player.sit(game, its_rules)
    view = some_views(rules, 1, seed=4)
    assert int(view["legal"][0]) >> chosen(player, view)[0] & 1
