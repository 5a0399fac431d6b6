"""Rollouts: every cost again through the engine and the network's own player, each option, and what a lead is worth in a match."""

import time

import numpy as np
import pytest

from cardshark.arena.duel import duel
from cardshark.cards import count, listed
from cardshark.chance import draw
from cardshark.games import hearts, house
from cardshark.games.hearts.rules import PRESETS
from cardshark.players.hearts.network.brain import Brain, Design
from cardshark.players.hearts.network.player import Network
from cardshark.players.hearts.network.rollouts import Rollouts, rank_of
from cardshark.players.hearts.network.winning import chances
from cardshark.players.hearts.search.imagine import imagine
from cardshark.players.hearts.styles import Greedy, Jake
from cardshark.players.player import Player
from cardshark.players.uniform import any_of
from cardshark.text import UserError
from helpers.compiling import PLAIN, compiled_only
from helpers.hearts.decisions import views_played
from helpers.hearts.rollouts import DEALS, DUTCH, FEW, THREE, brain_of, fixed, networker, positions, step, thinker
from helpers.players import thought_about


def at_random(word):
    """A player whose luck at each card comes from this word."""

    def choose(views, choices):
        choices[0] = any_of(views["legal"][0], np.uint64(draw(np.uint64(word), int(views["table"]["played"][0]))))

    return choose


def finished(view, rules, hands, card, mine, theirs):
    """The match after a hand that began as the view shows it, in one deal: I play a card, and everybody goes on in his way."""
    games = np.zeros(1, hearts.GAME)
    games["table"], games["hands"] = view["table"], hands
    me, number = int(view["table"]["turn"]), int(view["table"]["hand_number"])
    step(games, rules, fixed(card))
    while games["table"]["phase"][0] != hearts.OVER and games["table"]["hand_number"][0] == number:
        step(games, rules, mine if games["table"]["turn"][0] == me else theirs)
    return games[0]


def check_costs(player, rules, views, cost, mine, theirs, deals=DEALS):
    """Every card's costs are those of the same deals, played through the engine."""
    thought, choices = thought_about(player, views)
    for i, view in enumerate(views):
        me = int(view["table"]["turn"])
        worlds = imagine(view, rules, deals, int(view["luck"]))
        costs = {card: [cost(finished(view, rules, world, card, mine, theirs), me) for world in worlds] for card in listed(view["legal"])}
        for card, found in costs.items():
            assert thought.sums[i, card] == pytest.approx(sum(found), rel=1e-6)
            assert thought.squares[i, card] == pytest.approx(sum(each * each for each in found), rel=1e-6)
            assert thought.visits[i, card] == thought.worlds[i] == thought.effective[i] == deals
        worths = networker(rules, player.brain).values(views[i : i + 1])[0]
        assert choices[i] == min(costs, key=lambda card: (thought.sums[i, card], -worths[card]))  # the network decides between equals
    return thought


def points(game, seat):
    return int(game["scores"][seat])


# ---- against the engine ----


@pytest.mark.long
@pytest.mark.parametrize("text", ["dutch", THREE, "dutch:moon=none", "dutch:moon=shooter_minus"])
def test_costs_are_those_of_the_same_hands_through_the_engine(text):
    rules = house.parse(PRESETS, text)
    network = networker(rules, brain_of(text))
    views = positions(text)
    check_costs(thinker(rules, brain_of(text), deals=DEALS), rules, views, points, network.choose, network.choose)


@pytest.mark.long
def test_a_moon_is_charged_as_the_rules_say():
    views = views_played(DUTCH, 200, seed=8)
    taken = views["table"]["points"]
    moonlight = (taken.max(axis=1) == taken.sum(axis=1)) & (taken.sum(axis=1) > 8) & (np.bitwise_count(views["legal"]) > 1)
    network = networker()
    thought = check_costs(thinker(deals=DEALS), DUTCH, views[moonlight][:FEW], points, network.choose, network.choose)
    costs = thought.sums / np.maximum(thought.visits, 1)
    assert PLAIN or (costs.max() > 12)  # somebody shot it, and somebody paid


@pytest.mark.long
def test_others_may_have_another_brain_or_a_style(tmp_path):
    from cardshark.players.brain_file import save

    save(brain_of(number=2), tmp_path / "other.safetensors")
    mine, theirs = networker(), networker(brain=brain_of(number=2))
    player = thinker(deals=DEALS, others=str(tmp_path / "other.safetensors"))
    check_costs(player, DUTCH, positions(), points, mine.choose, theirs.choose)
    jake = Jake()
    jake.sit(hearts, DUTCH)
    check_costs(thinker(deals=DEALS, others="jake"), DUTCH, positions(), points, mine.choose, jake.choose)
    greedy = Greedy()
    greedy.sit(hearts, DUTCH)
    check_costs(thinker(deals=DEALS, playout="greedy"), DUTCH, positions(), points, greedy.choose, greedy.choose)


@pytest.mark.long
def test_the_match_counts_if_that_is_the_aim():
    views = positions().copy()
    views["table"]["totals"] = [70, 95, 60, 88]
    network = networker()

    def not_winning(game, seat):
        return 1 - chances(game["table"]["totals"], DUTCH)[seat]

    thought = check_costs(thinker(deals=DEALS, aim=1), DUTCH, views, not_winning, network.choose, network.choose)
    assert 0 < thought.sums.max() <= DEALS


# ---- options ----


def test_only_the_networks_favourites_are_tried():
    views = positions(least=4)
    worths = networker().values(views)
    thought, choices = thought_about(thinker(deals=2, top=2), views)
    for i in range(len(views)):
        tried = np.flatnonzero(thought.visits[i]).tolist()
        assert set(tried) == set(np.argsort(-worths[i], kind="stable")[:2].tolist())
        assert choices[i] in tried


def test_with_one_favourite_it_plays_as_the_network_does():
    views = positions(amount=40)
    wanted = np.zeros(len(views), np.int8)
    networker().choose(views, wanted)
    assert thought_about(thinker(deals=2, top=1), views)[1] == wanted.tolist()
    assert thought_about(thinker(deals=2, blend=1), views[:FEW])[1] == wanted[:FEW].tolist()


def test_blending_mixes_in_what_the_network_expects():
    views = positions()
    rolled, blended = (thought_about(thinker(deals=DEALS, blend=blend), views)[0] for blend in (0, 0.25))
    taken = views["table"]["points"][np.arange(len(views)), views["table"]["turn"]]
    expected = taken[:, None] - networker().values(views)
    tried = rolled.visits > 0
    assert np.allclose(blended.sums[tried], 0.75 * rolled.sums[tried] + 0.25 * DEALS * expected[tried], atol=1e-4)


@pytest.mark.long
@pytest.mark.parametrize(("quantile", "rank"), [("1", 3), ("0.5", 1), ("0", 0), ("mean", None)])
def test_random_playouts_and_which_of_their_tries_counts(quantile, rank):
    views, tries = positions(amount=2), 4
    thought, _ = thought_about(thinker(deals=2, playout="random", tries=tries, quantile=quantile), views)
    for i, view in enumerate(views):
        me = int(view["table"]["turn"])
        for card in listed(view["legal"]):
            total = 0.0
            for k, world in enumerate(imagine(view, DUTCH, 2, int(view["luck"]))):
                word = int(draw(~view["luck"], k))
                lucks = [word, *(int(draw(np.uint64(~word & (2**64 - 1)), number)) for number in range(1, tries))]
                costs = sorted(points(finished(view, DUTCH, world, card, at_random(luck), at_random(luck)), me) for luck in lucks)
                total += sum(costs) / tries if rank is None else costs[rank]
            assert thought.sums[i, card] == total


def test_which_of_so_many_tries():
    ranks = [rank_of(quantile, 5) for quantile in ("1", "0.8", "0.5", "0", "mean")]
    assert ranks == [4, 3, 2, 0, -1] and rank_of("0.5", 4) == 1


def test_halving_spends_the_same_on_fewer_and_fewer_cards():
    views = positions(least=4)
    deals = 12 if PLAIN else 24
    thought, choices = thought_about(thinker(deals=deals, halving=True), views)
    for i, view in enumerate(views):
        cards = count(view["legal"])
        visits = sorted(thought.visits[i, listed(view["legal"])], reverse=True)
        assert 0.9 * deals * cards <= sum(visits) <= deals * cards
        assert visits[0] == visits[1] == thought.visits[i, choices[i]] == thought.worlds[i] > deals
        assert min(visits) < deals and len(set(visits)) == (cards - 1).bit_length()
    plain, halved = (thought_about(thinker(deals=deals, halving=halving, top=2), views) for halving in (False, True))
    assert plain[1] == halved[1] and (plain[0].sums == halved[0].sums).all()  # of two cards there is nothing to halve


def test_halving_drops_cards_that_are_worse():
    views = positions(least=4)
    short, _ = thought_about(thinker(deals=DEALS), views)
    halved, _ = thought_about(thinker(deals=2 * DEALS, halving=True), views)
    for i, view in enumerate(views):
        cards = listed(view["legal"])
        if count(view["legal"]) == 4:  # two rounds; the first tries all cards in as many worlds
            worths = networker().values(views[i : i + 1])[0]
            by_cost = sorted(cards, key=lambda card: (short.sums[i, card], -worths[card]))
            assert {card for card in cards if halved.visits[i, card] > DEALS} == set(by_cost[:2])


def so_far(view, rules, hands, card, player, tricks, rest):
    """What a card costs me in one deal if only so many tricks are played, and perhaps what my network expects from my next card on."""
    games = np.zeros(1, hearts.GAME)
    games["table"], games["hands"] = view["table"], hands
    me, number = int(view["table"]["turn"]), int(view["table"]["hand_number"])
    end = int(view["table"]["trick"]) + tricks
    if end >= rules.derived()["hand_size"]:
        return points(finished(view, rules, hands, card, player.choose, player.choose), me)
    step(games, rules, fixed(card))
    table = games["table"][0]
    while table["trick"] < end or (rest and table["turn"] != me):
        step(games, rules, player.choose)
    cost = float(table["points"][me])
    assert table["hand_number"] == number
    if rest:
        views = np.zeros(1, hearts.VIEW)
        hearts.look_all(games, house.record(rules), np.zeros(1, np.uint32), views)
        cost -= float(np.nanmax(player.values(views)))
    return cost


@pytest.mark.long
@pytest.mark.parametrize("rest", [0, 1])
@pytest.mark.parametrize("tricks", [1, 2])
def test_a_hand_can_be_cut_off_after_some_tricks(tricks, rest):
    network, views = networker(), positions()
    thought, _ = thought_about(thinker(deals=DEALS, horizon=tricks, rest=rest), views)
    for i, view in enumerate(views):
        for card in listed(view["legal"]):
            worlds = imagine(view, DUTCH, DEALS, int(view["luck"]))
            wanted = sum(so_far(view, DUTCH, world, card, network, tricks, rest) for world in worlds)
            assert thought.sums[i, card] == pytest.approx(wanted, abs=1e-4)


def test_who_decides_between_cards_that_cost_the_same():
    """In one trick most cards cost the same: none of them takes any points."""
    views = positions(amount=40, least=3)
    worths = networker().values(views)
    for ties in (0, 1):
        thought, choices = thought_about(thinker(deals=2, horizon=1, rest=0, ties=ties), views)
        for i, view in enumerate(views):
            cards = listed(view["legal"])
            equals = [card for card in cards if thought.sums[i, card] == min(thought.sums[i, cards])]
            assert choices[i] == (min(equals) if ties else max(equals, key=lambda card: worths[i, card]))


def test_a_far_horizon_is_the_end_of_the_hand():
    views = positions()
    assert (thought_about(thinker(deals=DEALS, horizon=8), views)[0].sums == thought_about(thinker(deals=DEALS), views)[0].sums).all()


# ---- as players are ----


OPTIONS = [
    {},
    {"sampler": 2, "pool": 2},
    {"halving": True},
    {"temperature": 1.0, "tries": 2},
    {"playout": "random", "tries": 3},
    {"aim": 1},
]


@pytest.mark.parametrize("options", OPTIONS)
def test_a_decision_does_not_depend_on_what_else_is_thought_about(options):
    views = positions(amount=4)
    together_, choices = thought_about(thinker(deals=DEALS, **options), views)
    player = thinker(deals=DEALS, **options)
    for i in reversed(range(len(views))):
        alone, choice = thought_about(player, views[i : i + 1])
        assert (alone.sums[0] == together_.sums[i]).all() and choice[0] == choices[i]


def test_more_worlds_extend_a_thought():
    views, choices = positions(amount=3), np.zeros(3, np.int8)
    player = thinker(deals=2 * DEALS)
    whole, _ = thought_about(player, views)
    parts, _ = thought_about(thinker(deals=DEALS), views)
    player.ponder(views, choices, parts, DEALS, DEALS)
    assert all((one == other).all() for one, other in zip(whole, parts, strict=True))


@compiled_only
def test_time_to_think_and_opinions():
    view = positions(least=4)[0]
    player = thinker(seconds=0.05)
    opinions = player.opinions(view)
    assert [opinion.choice for opinion in opinions] == listed(view["legal"])
    assert all(opinion.low <= opinion.mean <= opinion.high and opinion.visits > 0 for opinion in opinions)
    began, choices = time.perf_counter(), np.zeros(1, np.int8)
    views = np.zeros(1, hearts.VIEW)
    views[0] = view
    player.choose(views, choices)
    assert time.perf_counter() - began < 2
    assert choices[0] in listed(view["legal"])
    two = thinker(deals=4, top=2).opinions(view)
    assert sorted(opinion.visits for opinion in two) == [0] * (len(two) - 2) + [4, 4]


@compiled_only
@pytest.mark.parametrize("passing", [0, 1])
def test_fifty_two_cards_are_passed_and_played(passing):
    rules = house.parse(PRESETS, "american:hands=1")
    brain = Brain.fresh(Design(hidden="16"), rules, 1)
    player = Rollouts(brain=brain, deals=4, passing=passing)
    assert duel(hearts, rules, ("rollouts", player), ("network", Network(brain=brain)), deals=4, seed=1).deals == 4


@pytest.mark.long
@compiled_only
def test_a_brain_that_knows_nothing_gains_much():
    brain = Brain.fresh(Design(hidden="16"), DUTCH, 1)
    rules, player = DUTCH._replace(hands=1), Rollouts(brain=brain, deals=24)
    assert duel(hearts, rules, ("rollouts", player), ("network", Network(brain=brain)), deals=60, seed=2).high < 0


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"deals": 0}, "deals must be 1 to 1,000,000, not 0"),
        ({"top": 0}, "top must be 1 to 64, not 0"),
        ({"tries": 101, "playout": "random"}, "tries must be 1 to 100, not 101"),
        ({"tries": 2}, "nothing is left to chance"),
        ({"quantile": "worst"}, "quantile is mean, or a share from 0"),
        ({"quantile": "1.5"}, "quantile is mean, or a share from 0"),
        ({"temperature": -1.0}, "a temperature is 0 to 1000 points, not -1.0"),
        ({"blend": 2.0}, "blend is a share from 0 to 1, not 2.0"),
        ({"blend": 0.5, "aim": 1}, "blend goes with aim=points"),
        ({"horizon": 18}, "horizon is 1 to 17 tricks, or 0 for all, not 18"),
        ({"horizon": 1, "aim": 1}, "horizon goes with aim=points"),
        ({"halving": True, "seconds": 1.0}, "set deals, not seconds"),
        ({"others": "nobody"}, "there is no brain 'nobody'"),
        ({"epsilon": 2.0}, "epsilon is a chance from 0 to 1, not 2.0"),
    ],
)
def test_what_makes_no_sense_is_refused(options, says):
    with pytest.raises(UserError, match=says):
        Rollouts(brain=brain_of(), **options)


def test_brains_and_aims_must_fit_the_rules():
    player: Player = Rollouts(brain=brain_of())
    with pytest.raises(UserError, match="was made for 4 players with 32 cards"):
        player.sit(hearts, PRESETS["american"])
    with pytest.raises(UserError, match="matches without win_back"):
        thinker(house.parse(PRESETS, "dutch:win_back=yes"), aim=1)
