"""How the champion thinks at Hearts: playouts by the rules, passes as one choice, the same choice whoever else is asked."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from cardshark.games import hearts
from cardshark.games.hearts import planes
from cardshark.games.hearts.rules import PRESETS
from cardshark.play import deal, play
from cardshark.players.champion import Champion
from cardshark.players.hearts.champion.carry import is_later
from cardshark.players.hearts.champion.imagining import Imagination
from cardshark.players.hearts.champion.passing import likely_passes
from cardshark.players.hearts.champion.search import CARRIED, Costs, HeartsChampion
from cardshark.players.hearts.champion.tables import cost_matches, set_up_cards, set_up_passes
from cardshark.players.hearts.network.winning import chances
from cardshark.players.hearts.search.hidden import knowledge
from cardshark.players.policy.brain import PolicyDesign, fresh_brain
from cardshark.players.policy.forward import values
from helpers.hearts.imagined import views_of_random_play
from reference.hearts_side_by_side import listed

RULES = PRESETS["american"]._replace(hands=1)
ROW = np.zeros(1, np.uint32)


@pytest.fixture(scope="module")
def brain():
    """A brain that knows nothing, and is quick."""
    return fresh_brain(hearts, "american", 3, PolicyDesign(width=16, blocks=1, critic=16))


def search_of(brain, rules=RULES, **options):
    """A search that asks this brain."""
    return HeartsChampion(SimpleNamespace(**{"brain": brain, "seconds": 0.0, "deals": 6, "endgame": 0, **options}), hearts, rules)


def views_of(seed, phase, rules=RULES):
    """Views of a hand of random play, in one array."""
    found = np.array([view.copy() for view, _ in views_of_random_play(rules, 1, seed) if view["table"]["phase"] == phase], hearts.VIEW)
    found.flags.writeable = False
    return found


def as_row(view):
    """One view as players get it."""
    views = np.array([view], hearts.VIEW)
    views.flags.writeable = False
    return views


def finish(game, record, mind, stop=lambda table: False):
    """Play one game on by the likeliest choices, one at a time by the rules, as far as the end of the hand."""
    view, hand_number = np.zeros(1, hearts.VIEW), int(game["table"]["hand_number"][0])
    while game["table"]["phase"][0] != hearts.OVER and game["table"]["hand_number"][0] == hand_number and not stop(game["table"][0]):
        hearts.look_all(game, record, ROW, view)
        legal = listed(int(view["legal"][0]))
        logits = mind.logits(planes.words(view, record))[0]
        hearts.choose_all(game, record, ROW, view, np.array([max(legal, key=lambda card: (logits[card], -card))], np.int8))


# ---- playouts ----


@pytest.mark.long
@pytest.mark.parametrize("tricks", [0, 2])
def test_playouts_are_those_of_the_rules(brain, tricks):
    search = search_of(brain)
    search.set_habits(replace(search.habits, tricks=tricks, round=2))
    for view in views_of(4, hearts.PLAY)[3::16]:
        views = as_row(view)
        cards, me = np.array(listed(int(view["legal"])), np.int64), int(view["table"]["turn"])
        games = np.zeros(2 * len(cards), hearts.GAME)
        set_up_cards(views, search.rules, search.imagination.worlds(views, np.ones((64, 3)), 0, 2), cards, games)
        slow = games.copy()
        found = search.play_on(games, search.plan(views, False), me, False)
        until = int(view["table"]["trick"]) + tricks if tricks else 99
        for k in range(len(slow)):
            game = slow[k : k + 1]
            if game["table"]["trick"][0] < 13:
                finish(game, search.rules, search.mind, lambda table: table["trick"] >= until and table["turn"] == me)  # noqa: B023
            assert found[k] == pytest.approx(cost_of(game, search, me))


def cost_of(game, search, me):
    """What a game has cost a seat, with what the critic expects if it has stopped before its end."""
    if game["table"]["trick"][0] == 13:
        return game["scores"][0, me]
    looked = np.zeros(1, hearts.VIEW)
    hearts.look_all(game, search.rules, ROW, looked)
    others = game["hands"][:, [(me + 1) % 4, (me + 2) % 4, (me + 3) % 4]]
    words = planes.words(looked, search.rules)
    return game["table"]["points"][0, me] - values(search.mind.net, search.mind.desk, words, others, np.empty((1, 0), np.float32))[0]


@pytest.mark.long
def test_passes_are_made_by_the_rules(brain):
    """All seats pass what they would in turn, but for the seat that thinks; then the cards are where they would be."""
    search = search_of(brain)
    record = search.rules
    for view in views_of(5, hearts.PASS)[[0, 3, 6, 9]]:
        views = as_row(view)
        me, chosen = int(view["table"]["turn"]), sum(1 << card for card in listed(int(view["hand"]))[2:5])
        worlds = Imagination(search.mind, RULES, record, search.habits).worlds(views, np.ones((64, 3)), 0, 3)
        games = np.zeros(3, hearts.GAME)
        set_up_passes(views, record, worlds, np.array([chosen], np.uint64), games)
        for world, game in zip(worlds, games, strict=True):
            slow = np.zeros(1, hearts.GAME)
            slow["table"], slow["hands"], slow["table"]["turn"] = view["table"], world["hands"], 0
            while slow["table"]["phase"][0] == hearts.PASS:
                look, seat = np.zeros(1, hearts.VIEW), int(slow["table"]["turn"][0])
                hearts.look_all(slow, record, ROW, look)
                logits = search.mind.logits(planes.words(look, record))[0]
                legal = listed(int(look["legal"][0]) & chosen if seat == me else int(look["legal"][0]))
                hearts.choose_all(slow, record, ROW, look, np.array([max(legal, key=lambda card: (logits[card], -card))], np.int8))
            for name in ("hands", "given", "received", "table"):
                assert np.array_equal(slow[name][0], game[name]), name


def test_the_more_worlds_the_more_tricks_are_played_on(brain):
    assert [search_of(brain, deals=deals).tricks() for deals in (4, 16, 32, 48, 128)] == [4, 6, 6, 0, 0]
    assert [search_of(brain, seconds=seconds).tricks() for seconds in (0.01, 0.1)] == [6, 0]


def test_near_its_end_the_match_counts(brain):
    """Then a hand costs the chance not to win, and is played to its end."""
    rules = PRESETS["american"]._replace(limit=50)
    search = search_of(brain, rules)
    for totals, counts in (([0, 0, 0, 0], False), ([30, 2, 9, 5], True)):
        views = views_of(4, hearts.PLAY)[:1].copy()
        views["table"]["totals"] = totals
        assert search.match_counts(views) == counts
        assert (search.plan(views, counts)["seat"][0] < 0) == counts
    games = np.zeros(2, hearts.GAME)
    games["table"]["totals"] = [[30, 2, 9, 5], [40, 12, 19, 1]]
    costs = np.zeros(2)
    cost_matches(games, search.rules, 1, costs)
    assert costs.tolist() == [1 - chances(each, rules)[1] for each in games["table"]["totals"]]
    assert not search_of(brain).match_counts(views)  # a single hand


def test_a_critic_is_asked_only_where_it_knows_the_score(brain):
    views = views_of(4, hearts.PLAY)[:1]
    for rules, asked in ((RULES, True), (RULES._replace(jack_of_diamonds=10), False)):
        search = search_of(brain, rules)
        assert (search.plan(views, False)["seat"][0] >= 0) == asked


# ---- choices ----


def test_sets_of_cards_to_pass_add_up_over_their_orders(brain):
    search, view = search_of(brain), views_of(6, hearts.PASS)[:1]
    found = likely_passes(search.mind, search.rules, view, 3)
    assert all(cards.bit_count() == 3 and cards & int(view["hand"][0]) == cards for cards in found)
    assert list(found.values()) == sorted(found.values(), reverse=True)
    assert sum(found.values()) <= 1.0 + 1e-9
    put_aside = view.copy()
    put_aside["given"] = 1 << listed(int(view["hand"][0]))[4]
    assert all(cards & int(put_aside["given"][0]) for cards in likely_passes(search.mind, search.rules, put_aside, 3))


@pytest.mark.long
def test_a_choice_does_not_depend_on_who_else_is_asked(brain):
    views = np.concatenate([views_of(7, hearts.PASS), views_of(7, hearts.PLAY)[5::9]])
    views.flags.writeable = False
    together, one_by_one = np.full(len(views), -1, np.int8), np.full(len(views), -1, np.int8)
    player = Champion(brain, deals=5)
    player.sit(hearts, RULES)
    player.choose(views, together)
    for i in reversed(range(len(views))):
        fresh = Champion(brain, deals=5)
        fresh.sit(hearts, RULES)
        fresh.choose(views[i : i + 1], one_by_one[i : i + 1])
    assert together.tolist() == one_by_one.tolist()
    assert all(int(view["legal"]) >> int(choice) & 1 for view, choice in zip(views, together, strict=True))


@pytest.mark.long
def test_it_has_an_opinion_of_every_card(brain):
    player = Champion(brain, deals=8)
    player.sit(hearts, RULES)
    view = views_of(8, hearts.PLAY)[9]
    found = player.opinions(view)
    assert [each.choice for each in found] == listed(int(view["legal"]))
    assert all(each.low <= each.mean <= each.high and each.visits for each in found)


def test_costs_are_compared_in_the_same_worlds():
    costs = Costs(3)
    costs.add(np.array([[3.0, 4.0, 3.0, 4.0], [2.0, 3.0, 1.0, 3.0], [9.0, 9.0, 9.0, 9.0]]))
    gain, error = costs.better(1, 0)
    assert (gain, error) == (1.25, pytest.approx(0.25))
    costs.drop(2.0)
    assert costs.live == [1]
    assert costs.chosen(4.9) == 1
    assert costs.chosen(5.1) == 0  # better, but not by that many standard errors


# ---- memory ----


@pytest.mark.long
def test_worlds_are_carried_through_a_hand(brain):
    """Seat by seat, at all decisions of a hand: what was imagined before is put right, and agrees with everything that was seen."""
    search, memory = search_of(brain), {}
    for view in views_of(9, hearts.PLAY):
        if view["table"]["turn"] != 2 or int(view["legal"]).bit_count() == 1:
            continue
        views = as_row(view)
        before = memory.get(CARRIED)
        search.race_cards(views, listed(int(view["legal"]))[:2], False, memory)
        (known,) = knowledge(view, RULES)
        for world in memory[CARRIED].worlds:
            assert int(world["hands"][2]) == int(view["hand"])
            for other in (0, 1, 3):
                hand = int(world["hands"][other])
                assert hand.bit_count() == int(known.room[other]) + int(known.fixed[other]).bit_count()
                assert not hand & int(known.barred[other]) and not int(known.fixed[other]) & ~hand
                assert int(world["given"][other]).bit_count() == (3 if view["table"]["across"] else 0)
        assert before is None or is_later(views, before.view)
        assert not is_later(views, memory[CARRIED].view)


@pytest.mark.long
def test_tables_do_not_share_a_memory(brain):
    """The same match twice at a time, and once more: the same choices."""
    games = deal(hearts, RULES, 3, 2)
    games[1] = games[0]
    first = play(hearts, RULES, games.copy(), [Champion(brain, deals=4)], record=True)
    player = Champion(brain, deals=4)
    again = [play(hearts, RULES, games[:1].copy(), [player], record=True)[0] for _ in range(2)]
    assert all(np.array_equal(first[0], each) for each in [first[1], *again])
