"""The Monte-Carlo agent of the FALCON paper: a search over actions in the place of cards."""

import math
import time

import numpy as np
import pytest

from cardshark.arena.duel import duel
from cardshark.cards import count, listed
from cardshark.games import hearts
from cardshark.play import deal, play
from cardshark.players import seat
from cardshark.players.hearts.search.imagine import imagine
from cardshark.players.hearts.search.nodes import NOTHING
from cardshark.text import UserError
from helpers.compiling import PLAIN, compiled_only
from helpers.hearts.decisions import endings, every_view, middle, passing, rules_of, some_views, thinker
from helpers.imagined import possible_deals
from helpers.players import chosen, thought_about
from reference import search_book
from reference.hearts_book import NAME, NUMBER
from reference.uct_book import Uct, expected_costs, possible

TABLES = ["falcon", "american", "american:jack_of_diamonds=10", "dutch", "american:players=3,removed=2D"]


def grown(player):
    """The tree that a player has grown: path: visits, cost and chances."""
    nodes, found, waiting = player._tree.nodes, {}, [((), 0)]
    while waiting:
        path, number = waiting.pop()
        child = int(nodes[number]["child"])
        while child != NOTHING:
            node = nodes[child]
            found[*path, int(node["choice"])] = int(node["visits"]), float(node["total"]), int(node["chances"]), int(node["seat"])
            waiting.append(((*path, int(node["choice"])), child))
            child = int(node["sibling"])
    return found


@pytest.mark.long
@pytest.mark.parametrize("style", ["random", "stock"])
@pytest.mark.parametrize("text", TABLES)
def test_the_tree_is_the_one_of_the_book(text, style):
    rules, simulations, deeper = rules_of(text), 15 if PLAIN else 60, 0
    for view in some_views(rules, 2 if PLAIN else 6, seed=4):
        player, book = thinker(f"uct:actions=falcon,simulations={simulations},playout={style}", rules), Uct(view, rules, simulations, style)
        (choice,) = chosen(player, view.reshape(1))
        actions = book.children(())
        cards = possible(search_book.set_up(view, rules, imagine(view, rules, 1, 0)[0].tolist(), "stock"))
        assert set(actions) <= set(cards)
        if len(set(map(tuple, cards.values()))) == 1:
            assert [[NAME[choice]]] == [cards[action] for action in actions[:1]]  # there is nothing to try
            continue
        me = int(view["table"]["turn"])
        costs = {path: (visits, total, chances) for path, (visits, total, chances, who) in grown(player).items() if who == me}
        mine = {path: tuple(node) for path, node in book.nodes.items() if path in costs}
        assert grown(player).keys() == book.nodes.keys()
        assert costs == mine
        deeper += any(len(path) > 1 for path in costs)
        assert NAME[choice] in cards[min(sorted(actions), key=book.mean)]
    assert deeper or text == "dutch" or PLAIN


def without_chance(view):
    """Has the seat not three cards of a suit to lead, of which any in the middle might be played?"""
    return max(count(int(view["hand"]) >> 16 * suit & 0x1FFF) for suit in range(4)) < 3


@pytest.mark.long
def test_it_finds_the_best_action_against_those_it_knows():
    """The others are greedy, and every deal that is possible counts alike: the exact expected cost is known."""
    rules, found = rules_of("falcon"), 0
    for view in endings(rules, 12 if PLAIN else 60, 11, 3, 40):
        if not without_chance(view):
            continue
        deals = {tuple(hands) for hands in imagine(view, rules, 1000, 0).tolist()}
        assert len(deals) == possible_deals(view, rules)
        hands = [search_book.set_up(view, rules, each, "greedy") for each in sorted(deals)]
        exact, cards = expected_costs(hands, int(view["table"]["turn"]), "greedy"), possible(hands[0])
        by_card = {card: min(exact[action] for action in exact if cards[action] == [card]) for (card,) in cards.values()}
        best, *others = sorted(by_card.values())
        if not others or others[0] - best < 0.3:
            continue
        found += 1
        player = thinker(f"uct:actions=falcon,simulations={300 if PLAIN else 20_000},c=4,playout=greedy", rules)
        assert by_card[NAME[chosen(player, view.reshape(1))[0]]] == best
        means = {told.choice: told.mean for told in player.opinions(view)}
        assert means[NUMBER[min(by_card, key=by_card.__getitem__)]] == pytest.approx(best, abs=0.5 if PLAIN else 0.12)
        if found == (2 if PLAIN else 15):
            return
    pytest.fail(f"only {found} end games with a best action")


@pytest.mark.parametrize("text", [*TABLES, "passleft", "dutch:win_back=yes,limit=20", "dutch:lowest=9,players=3"])
def test_only_legal_cards_are_played(text):
    """The loop is the referee."""
    rules = rules_of(text)._replace(hands=2)
    games = deal(hearts, rules, seed=2, count=1 if PLAIN else 10)
    play(hearts, rules, games, [seat(f"uct:actions=falcon,simulations={3 if PLAIN else 30}")])
    assert (games["table"]["phase"] == hearts.OVER).all()


def test_passing_may_be_searched_too():
    rules = rules_of("american")
    views = some_views(rules, 2 if PLAIN else 6, seed=7, keep=passing)
    thought, choices = thought_about(thinker("uct:actions=falcon,simulations=40,passing=search", rules), views)
    means = np.where(thought.visits > 0, thought.sums / np.maximum(thought.visits, 1), np.inf)
    assert (thought.visits.sum(axis=1) == 40).all()
    assert choices == means.argmin(axis=1).tolist()  # cards are passed, not actions


def test_a_card_in_the_middle_is_the_same_as_long_as_the_decision_is():
    """Of three or more cards of a suit any but the highest and the lowest: by the luck of the decision, however long it thinks."""
    rules, seen = rules_of("falcon"), set()
    views = every_view(rules, 2 if PLAIN else 30, 5)
    views = views[(views["table"]["played"] == views["table"]["start"]) & (views["table"]["trick"] < 4)]
    for view in views[: 3 if PLAIN else 60]:
        told = [thinker(f"uct:actions=falcon,simulations={simulations}", rules).opinions(view) for simulations in (30, 45)]
        first, second = ({each.choice for each in one if each.visits} for one in told)
        assert first == second
        for suit in range(4):
            mine = [card for card in listed(view["hand"]) if card >> 4 == suit]
            middle_ones = [card for card in mine[1:-1] if card in first]
            assert len(middle_ones) == (len(mine) > 2) or suit == 3  # spades may also be led from below the queen
            seen |= {mine.index(card) for card in middle_ones if suit < 3}
    assert PLAIN or len(seen) > 2


@pytest.mark.parametrize("text", ["falcon", "american"])
def test_opinions_are_about_the_cards_that_actions_play(text):
    rules = rules_of(text)
    for view in middle(rules, wanted=2 if PLAIN else 10):
        player = thinker("uct:actions=falcon,simulations=60", rules)
        told = player.opinions(view)
        assert [each.choice for each in told] == listed(view["legal"])
        cards = possible(search_book.set_up(view, rules, imagine(view, rules, 1, 0)[0].tolist(), "stock"))
        offered = {card for choices in cards.values() for card in choices}
        assert {NAME[each.choice] for each in told if each.visits} <= offered
        assert sum(each.visits for each in told) == 60
        tree = {path[0]: node for path, node in grown(player).items() if len(path) == 1}
        for each in told:
            if each.visits:
                assert each.low <= each.mean <= each.high
            else:
                assert math.isnan(each.mean)
        for action, (visits, total, *_) in tree.items():
            alone = len(cards[action]) == 1 and sum(cards[action] == other for other in cards.values()) == 1
            if alone and not any(len(other) > 1 for other in cards.values()):
                (one,) = [each for each in told if NAME[each.choice] == cards[action][0]]
                assert (one.visits, one.mean) == (visits, total / visits)


def test_actions_that_play_the_same_card_are_told_together():
    rules, together = rules_of("falcon"), 0
    for view in middle(rules, wanted=3 if PLAIN else 20):
        player = thinker("uct:actions=falcon,simulations=50", rules)
        told = {NAME[each.choice]: each for each in player.opinions(view)}
        cards = possible(search_book.set_up(view, rules, imagine(view, rules, 1, 0)[0].tolist(), "stock"))
        if any(len(choices) > 1 for choices in cards.values()):
            continue  # any in the middle: which one, only the player knows
        tree = {path[0]: node for path, node in grown(player).items() if len(path) == 1}
        for card in {card for (card,) in cards.values()}:
            nodes = [node for action, node in tree.items() if cards[action] == [card]]
            assert told[card].visits == sum(node[0] for node in nodes)
            assert told[card].mean == pytest.approx(sum(node[1] for node in nodes) / told[card].visits)
            together += len(nodes) > 1
    assert together


def test_without_a_word_hands_are_finished_as_usual():
    rules = rules_of("american")
    views = some_views(rules, 8 if PLAIN else 20, seed=9)
    for text, usual in (("uct:deals=3,simulations=9", "stock"), ("uct:actions=falcon,simulations=30", "random")):
        assert chosen(thinker(text, rules), views) == chosen(thinker(f"{text},playout={usual}", rules), views)
    thought, _ = thought_about(thinker("uct:actions=falcon,simulations=30", rules), views)
    other, _ = thought_about(thinker("uct:actions=falcon,simulations=30,playout=stock", rules), views)
    assert thought.sums.tolist() != other.sums.tolist()


def test_every_simulation_has_a_deal_of_its_own():
    with pytest.raises(UserError, match="every simulation has a deal of its own: set simulations and leave deals out"):
        seat("uct:actions=falcon,deals=20")
    with pytest.raises(UserError, match="there is no setting for actions 'tricks'; there is cards, falcon"):
        seat("uct:actions=tricks")
    assert seat("uct:actions=falcon,simulations=70").worlds() == 70


@compiled_only
def test_time_to_think_is_kept():
    rules = rules_of("falcon")
    player = thinker("uct:actions=falcon,seconds=0.05", rules)
    (view,) = some_views(
        rules, 1, 3, keep=lambda views: (views["table"]["played"] == views["table"]["start"]) & (views["table"]["trick"] < 3)
    )
    chosen(player, view.reshape(1))  # perhaps it is compiled now
    began = time.perf_counter()
    thought, _ = thought_about(player, view.reshape(1))
    assert 0.05 <= time.perf_counter() - began < 0.5
    assert thought.visits.sum() == thought.worlds[0] >= 256


def against(a, b, deals, seats_of_a=2):
    return duel(hearts, hearts.PRESETS["falcon"], (a, seat(a)), (b, seat(b)), deals=deals, seed=1, seats_of_a=seats_of_a)


@pytest.mark.long
@compiled_only
def test_more_simulations_are_better_than_few():
    assert against("uct:actions=falcon,simulations=300", "uct:actions=falcon,simulations=10", 60).high < 0


@compiled_only
def test_a_duel_is_the_same_twice():
    first, again = (against("uct:actions=falcon,simulations=20", "stock", 20) for _ in range(2))
    assert (first.points_a, first.low, first.wins_a) == (again.points_a, again.low, again.wins_a)
