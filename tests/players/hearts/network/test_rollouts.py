"""Rollouts: every cost again through the engine and the network's own player, each option, and what a lead is worth in a match."""

import time
from functools import cache
from math import exp

import numpy as np
import pytest

from cardshark.arena.duel import duel
from cardshark.cards import count, listed
from cardshark.chance import draw
from cardshark.games import hearts, house
from cardshark.games.hearts.rules import PRESETS
from cardshark.jit import kernel
from cardshark.play import deal
from cardshark.players.hearts.network.brain import Brain, Design
from cardshark.players.hearts.network.models import MODEL, NO_BRAIN, Asked, chance_of, explain, model_card, new_models
from cardshark.players.hearts.network.player import Network
from cardshark.players.hearts.network.rollouts import Rollouts, rank_of
from cardshark.players.hearts.network.winning import LATER, NOW, chance_to_win, chances
from cardshark.players.hearts.search.imagine import imagine
from cardshark.players.hearts.styles import Greedy, Jake, card_of, pass_of, style_of
from cardshark.players.player import Player
from cardshark.players.uniform import any_of
from cardshark.text import UserError
from helpers.compiling import PLAIN, compiled_only
from helpers.hearts import views_played
from helpers.players import thought_about
from helpers.views import shown
from reference.hearts_book import NUMBER
from reference.imagine_book import Seen
from reference.network_book import shake

FEW = 2 if PLAIN else 8  # positions
DEALS = 2 if PLAIN else 6
DUTCH = PRESETS["dutch"]
THREE = "dutch:lowest=9,players=3"


@cache
def brain_of(text="dutch", number=1):
    """A brain that has learned nothing but has strong opinions."""
    brain = Brain.fresh(Design(hidden="16"), house.parse(PRESETS, text), number)
    shake(brain, number, size=0.5)
    return brain


def thinker(rules=DUTCH, brain=None, **options):
    player = Rollouts(brain=brain or brain_of(), **options)
    player.sit(hearts, rules)
    return player


def networker(rules=DUTCH, brain=None):
    player = Network(brain=brain or brain_of())
    player.sit(hearts, rules)
    return player


@cache
def positions(text="dutch", amount=FEW, seed=3, least=2):
    """Decisions of all parts of the hand with at least so many legal cards; somebody often grabs what he can."""
    rules = house.parse(PRESETS, text)
    views = views_played(rules, 12, seed)
    views = views[np.bitwise_count(views["legal"]) >= least]
    return views[:: max(1, len(views) // amount)][:amount]


def step(games, rules, choose):
    """One choice of the seat in turn."""
    record, rows, views = house.record(rules), np.zeros(1, np.uint32), np.zeros(1, hearts.VIEW)
    hearts.look_all(games, record, rows, views)
    choices = np.zeros(1, np.int8)
    choose(views, choices)
    assert hearts.choose_all(games, record, rows, views, choices) >= 0


def fixed(card):
    """A player who plays this card."""

    def choose(views, choices):
        choices[0] = card

    return choose


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


@pytest.mark.parametrize("text", ["dutch", THREE, "dutch:moon=none", "dutch:moon=shooter_minus"])
def test_costs_are_those_of_the_same_hands_through_the_engine(text):
    rules = house.parse(PRESETS, text)
    network = networker(rules, brain_of(text))
    views = positions(text)
    check_costs(thinker(rules, brain_of(text), deals=DEALS), rules, views, points, network.choose, network.choose)


def test_a_moon_is_charged_as_the_rules_say():
    views = views_played(DUTCH, 200, seed=8)
    taken = views["table"]["points"]
    moonlight = (taken.max(axis=1) == taken.sum(axis=1)) & (taken.sum(axis=1) > 8) & (np.bitwise_count(views["legal"]) > 1)
    network = networker()
    thought = check_costs(thinker(deals=DEALS), DUTCH, views[moonlight][:FEW], points, network.choose, network.choose)
    costs = thought.sums / np.maximum(thought.visits, 1)
    assert PLAIN or (costs.max() > 12)  # somebody shot it, and somebody paid


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


# ---- chance in playouts ----


@kernel
def cards_and_chances(views, rules, models, words, slip_chance, cards, chances):
    """What the first model plays with each luck, and how likely each legal card is said to be."""
    view, rules, asked = views[0], rules[0], Asked(models.models[0], models.brains[0], models.memory, models.sheets[0, 0])
    for i in range(len(words)):
        cards[i] = model_card(asked, view.hand, view.legal, view.table, rules, words[i])
    for card in range(64):
        if view.legal >> np.uint64(card) & np.uint64(1):
            chances[card] = chance_of(card, asked, view.hand, view.legal, view.table, rules, slip_chance)


def models_of(brain=0, temperature=0.0, epsilon=0.0, style="jake"):
    found = np.zeros(2, MODEL)
    found["brain"], found["temperature"] = brain, temperature
    found["style"] = style_of(style)[0]
    found["style"]["slip_chance"] = round(epsilon * 2**32)
    return found


@pytest.mark.parametrize(
    ("models", "temperature", "epsilon"),
    [
        (models_of(), 0.0, 0.0),
        (models_of(temperature=2.0), 2.0, 0.0),
        (models_of(temperature=1.0, epsilon=0.25), 1.0, 0.25),
        (models_of(epsilon=0.5), 0.0, 0.5),
    ],
)
def test_cards_are_played_as_often_as_is_said(models, temperature, epsilon):
    views = positions(least=3)[:2]
    amount = 200 if PLAIN else 20_000
    words, worths = draw_words(amount), networker().values(views)
    for view, worth in zip(views, worths, strict=True):
        one, cards, found = np.zeros(1, hearts.VIEW), np.zeros(amount, np.int64), np.zeros(64)
        one[0] = view
        cards_and_chances(one, house.record(DUTCH), new_models(models, [brain_of()]), words, 0.0, cards, found)
        legal = listed(view["legal"])
        most = worth[legal].max()
        likes = [exp((worth[card] - most) / temperature) if temperature else float(worth[card] == most) for card in legal]
        for card, like in zip(legal, likes, strict=True):
            wanted = epsilon / len(legal) + (1 - epsilon) * like / sum(likes)
            assert found[card] == pytest.approx(wanted, abs=1e-5)
            assert abs((cards == card).mean() - wanted) < 4.5 * (wanted * (1 - wanted) / amount) ** 0.5 + 1e-9
        assert sum(found) == pytest.approx(1)


def draw_words(amount):
    return np.array([draw(np.uint64(99), i) for i in range(amount)], np.uint64)


def test_a_little_chance_changes_playouts_and_none_does_not():
    views = positions()
    greedy, cold, warm, slipping = (
        thought_about(thinker(deals=DEALS, **options), views)[0].sums
        for options in ({}, {"temperature": 1e-9}, {"temperature": 3.0}, {"epsilon": 0.5})
    )
    assert (greedy == cold).all()
    assert (greedy != warm).any() and (greedy != slipping).any() and (warm != slipping).any()


# ---- deals that explain what was played ----


@kernel
def explain_all(views, rules, models, slip_chance, deals, replay, weights):
    explain(views[0], rules[0], models, slip_chance, deals, len(deals), replay[0], weights)


def chance_of_history(view, rules, hands, player, slip_chance):
    """How likely the others would have played what they did, in one deal: the hand played again from its first card."""
    seen = Seen(view, rules)
    games = np.zeros(1, hearts.GAME)
    table = games["table"]
    table["phase"], table["turn"], table["leader"], table["jack"] = hearts.PLAY, seen.first, seen.first, hearts.NOBODY
    table["history"], table["totals"], table["hand_number"] = hearts.NO_CARD, view["table"]["totals"], view["table"]["hand_number"]
    for seat in range(rules.players):
        games["hands"][0, seat] = int(hands[seat]) | sum(1 << NUMBER[card] for card in seen.played_by(seat))
    found, views = 1.0, np.zeros(1, hearts.VIEW)
    for seat, card in seen.plays:
        hearts.look_all(games, house.record(rules), np.zeros(1, np.uint32), views)
        choices = np.zeros(1, np.int8)
        player.choose(views, choices)
        legal = count(views["legal"][0])
        if seat != seen.seat and legal > 1:
            found *= slip_chance / legal + (1 - slip_chance) * (choices[0] == NUMBER[card])
        step(games, rules, fixed(NUMBER[card]))
    return found


@pytest.mark.parametrize("text", ["dutch", THREE])
def test_deals_are_weighed_by_what_the_others_would_have_played(text):
    rules = house.parse(PRESETS, text)
    network = networker(rules, brain_of(text))
    jake = Jake()
    jake.sit(hearts, rules)
    for view in positions(text)[1:]:
        deals, views = imagine(view, rules, 3, 5), np.zeros(1, hearts.VIEW)
        views[0] = view
        for player, models in ((network, models_of()), (jake, models_of(NO_BRAIN))):
            weights = np.zeros(3)
            explain_all(views, house.record(rules), new_models(models, [brain_of(text)]), 0.2, deals, np.zeros(1, hearts.GAME), weights)
            assert weights.tolist() == pytest.approx([chance_of_history(view, rules, hands, player, 0.2) for hands in deals])


def truth_and_guess(sampler, matches):
    """How likely an imagined card lies where it does, when three networks play, four tricks before the end; and the view's own share."""
    games = deal(hearts, DUTCH, 4, matches)
    record, rows = house.record(DUTCH), np.arange(matches, dtype=np.uint32)
    views, choices = np.zeros(matches, hearts.VIEW), np.zeros(matches, np.int8)
    network = networker()
    for _ in range(16):
        hearts.look_all(games, record, rows, views)
        network.choose(views, choices)
        hearts.choose_all(games, record, rows, views, choices)
    hearts.look_all(games, record, rows, views)
    player, right = thinker(deals=32, sampler=sampler), 0.0
    for i in range(matches):
        player.imagine(shown(views[i : i + 1]), 0, 32)
        right += np.bitwise_count(player._workspace.worlds[:32] & games["hands"][i]).sum() / (
            32 * np.bitwise_count(games["hands"][i]).sum()
        )
    return right / matches


@compiled_only
@pytest.mark.parametrize("sampler", [2, 3])
def test_weighted_deals_are_nearer_to_the_truth(sampler):
    assert truth_and_guess(sampler, 60) > truth_and_guess(0, 60) + 0.03


def test_weighing_says_how_many_deals_it_is_worth():
    views = positions()
    for sampler in (2, 3):
        thought, _ = thought_about(thinker(deals=DEALS, sampler=sampler, pool=3), views)
        assert (thought.effective > 0).all() and (thought.effective <= DEALS).all() and (thought.worlds == DEALS).all()


def test_if_nothing_explains_the_play_all_deals_are_alike():
    views = positions(seed=9)[-1:]  # cards of people who play in another way
    thought, choices = thought_about(thinker(deals=DEALS, sampler=2, slip_chance=0.0), views)
    assert thought.worlds[0] == DEALS and thought.effective[0] > 0
    assert choices[0] in listed(views["legal"][0])


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


# ---- the chance to win a match ----


def test_a_match_that_is_over_is_shared_by_the_lowest():
    assert chances([100, 50, 60, 50], DUTCH).tolist() == [0, 0.5, 0, 0.5]
    assert chances([120, 99, 100, 130], DUTCH).tolist() == [0, 1, 0, 0]
    assert chances([3, 4, 8, 0], DUTCH._replace(hands=1), hands=7).tolist() == [0, 0, 0, 1]  # of single hands, whatever their number
    assert chances([3, 4, 8, 0], DUTCH._replace(hands=7), hands=7).tolist() == [0, 0, 0, 1]
    assert chances([100, 50, 60, 40], DUTCH._replace(above_limit=True)).max() < 1
    assert len(chances([1, 2, 3], house.parse(PRESETS, THREE))) == 3


def test_chances_follow_the_formula():
    totals = np.array([60, 75, 82, 40])
    spread = 15 * (float(NOW) + float(LATER) * (100 - 82) / 15) ** 0.5
    wanted = np.exp(-totals / spread) / np.exp(-totals / spread).sum()
    assert chances(totals, DUTCH) == pytest.approx(wanted, abs=1e-5)
    assert chances([5, 5, 5, 5], DUTCH).tolist() == [0.25] * 4
    near, far = chances([80, 90, 90, 90], DUTCH)[0], chances([0, 10, 10, 10], DUTCH)[0]
    assert 0.25 < far < near < 1  # a lead counts for more near the end
    few = DUTCH._replace(hands=20)
    assert chances([0, 10, 10, 10], few, hands=19)[0] > chances([0, 10, 10, 10], few, hands=5)[0] >= far


@kernel
def play_and_note(games, rules, styles, totals, numbers):
    """Play matches by a style; the totals before each hand, and which match it was."""
    from_here = 0
    for i in range(len(games)):
        while games[i].table.phase != hearts.OVER:
            totals[from_here] = games[i].table.totals
            numbers[from_here] = i
            from_here += 1
            play_one_hand(games[i], rules[0], styles[0])
    return from_here


@kernel
def play_one_hand(game, rules, style):
    number = game.table.hand_number
    while game.table.phase != hearts.OVER and game.table.hand_number == number:
        hand, table = game.hands[game.table.turn], game.table
        if table.phase == hearts.PASS:
            hearts.pass_card(game, rules, pass_of(style, hand, game.given[table.turn], rules, hearts.next_luck(game)))
        else:
            hearts.play_card(game, rules, card_of(style, hand, hearts.legal_cards(game, rules), table, rules, hearts.next_luck(game)))


@kernel
def predict(totals, numbers, rules, tables, predicted):
    """Everybody's chance before each hand, by the formula."""
    table = tables[0]
    for i in range(len(totals)):
        table.totals[:] = totals[i]
        table.hand_number = table.hand_number + 1 if i and numbers[i] == numbers[i - 1] else 0
        for seat in range(rules[0].players):
            predicted[i, seat] = chance_to_win(table, rules[0], seat)


@pytest.mark.slow
@compiled_only
@pytest.mark.parametrize("text", ["dutch", "dutch:limit=60", "american", "dutch:hands=12"])
@pytest.mark.parametrize("style", ["jake", "random"])
def test_predicted_and_observed_chances_agree(text, style):
    rules = house.parse(PRESETS, text)
    games = deal(hearts, rules, 77, 20_000).copy()  # not the seed that the formula was fitted to
    before, numbers = np.zeros((600_000, 4), np.int16), np.zeros(600_000, np.int64)
    hands = play_and_note(games, house.record(rules), style_of(style), before, numbers)
    before, numbers, predicted = before[:hands], numbers[:hands], np.zeros((hands, 4))
    predict(before, numbers, house.record(rules), np.zeros(1, hearts.TABLE), predicted)
    final = games["table"]["totals"]
    first = final == final.min(axis=1)[:, None]
    observed = (first / first.sum(axis=1)[:, None])[numbers]
    for low in np.arange(0, 1, 0.1):
        here = (predicted >= low) & (predicted < low + 0.1)
        if here.sum() > 10_000:
            assert abs(predicted[here].mean() - observed[here].mean()) < 0.05
