"""Beliefs about hidden cards: samples that fit the list of all deals, and what past plays say."""

from random import Random

import numpy as np
import pytest

from cardshark.cards import card
from cardshark.games import hearts
from cardshark.games.hearts.rules import PRESETS, Passing
from cardshark.games.match import Single
from cardshark.players.hearts.search import beliefs, imagine
from cardshark.players.hearts.search.hidden import knowledge
from cardshark.players.hearts.styles import Greedy, Handmade, Jake, Stock
from cardshark.text import UserError
from helpers.compiling import PLAIN
from helpers.hearts.imagined import WORD, fits, hearty_rules, views_of_random_play
from helpers.imagined import possible_deals
from reference.hearts_side_by_side import listed
from reference.imagine_book import Seen, worlds

SURE = 1e-4  # chance that a right sampler fails a test of fit

# ---- fits ----


def constrained_views(number, deals_between=(20, 200)):
    """Views of small decks with so many possible deals, not all cards alike, and all those deals."""
    found, seed = [], 0
    while len(found) < number:
        rules, seed = hearty_rules(Random(seed)), seed + 1
        for view, _ in views_of_random_play(rules, 1, seed):
            (hidden,) = knowledge(view, rules)
            rivals = hidden.barred[hidden.others[: rules.players - 1]] & hidden.open
            if deals_between[0] < possible_deals(view, rules) < deals_between[1] and len(set(rivals.tolist())) > 1:
                found.append((view.copy(), rules, sorted(worlds(Seen(view, rules)))))
                break
    return found


def weight_of_world(world, view, rules, weights):
    """The product of the weights of all cards where they lie."""
    me, product = int(view["table"]["turn"]), 1.0
    (hidden,) = knowledge(view, rules)
    for j in range(rules.players - 1):
        for each in listed(world[(me + 1 + j) % rules.players] & int(hidden.open)):
            product *= weights[each, j]
    return product


@pytest.mark.long
@pytest.mark.parametrize("number", range(3 if PLAIN else 8))
def test_samples_fit_the_list_of_all_deals(number):
    view, rules, all_worlds = constrained_views(number + 1)[-1]
    samples = 4_000 if PLAIN else 40_000
    flat = dict.fromkeys(all_worlds, 1.0)
    assert fits(imagine.imagine(view, rules, samples, WORD), flat) > SURE
    assert fits(beliefs.imagine_believed(view, rules, np.ones((64, 3)), samples, WORD), flat) > SURE
    random = Random(number)
    weights = np.array([[random.choice([0.3, 1, 1, 2, 5]) for _ in range(3)] for _ in range(64)])
    believed = {world: weight_of_world(world, view, rules, weights) for world in all_worlds}
    deals = beliefs.imagine_believed(view, rules, weights, samples * 2, WORD)
    assert fits(deals, believed) > SURE
    assert fits(deals, flat) < SURE  # the test can tell one from the other


@pytest.mark.parametrize("scale", [1e-200, 1.0, 1e200])
def test_beliefs_far_apart_neither_vanish_nor_overflow(scale):
    """Somebody who is sure of the suit that each of the others holds, but may be wrong, gives all diamonds to the one with diamonds."""
    match = Single(hearts, PRESETS["falcon"], deals=11)
    view = match.view()
    weights = np.full((64, 3), 1e-6 * scale)
    for each in listed(match.rules.deck()):
        weights[each, (each >> 4) % 3] = scale
    deals = beliefs.imagine_believed(view, match.rules, weights, 200, WORD)
    diamonds = [each for each in listed(match.rules.deck()) if each >> 4 == 1 and not int(view.hand) >> each & 1]
    assert len(diamonds) > 5
    assert imagine.marginals(deals)[diamonds, (view.table.turn + 2) % 4].min() > 0.99


def test_beliefs_must_leave_a_deal():
    match = Single(hearts, PRESETS["falcon"], deals=11)
    weights = np.ones((64, 3))
    weights[:, 0] = 0
    with pytest.raises(UserError, match="has room"):
        beliefs.imagine_believed(match.view(), match.rules, weights, 1, WORD)
    for wrong in (np.ones((52, 3)), -weights, np.full((64, 3), np.inf)):
        with pytest.raises(UserError, match="64 rows"):
            beliefs.imagine_believed(match.view(), match.rules, wrong, 1, WORD)


# ---- what past plays say ----


PLAYERS = {"random": Handmade(), "greedy": Greedy(), "stock": Stock(), "jake": Jake()}


def chances(view, rules, world, player, slip_chance):
    """For each seat the chance of what it has played, if it plays like `player`: asked at every card of the hand played again."""
    table = view["table"]
    seen = Seen(view, rules)
    again = Single(hearts, rules._replace(passing=Passing.NONE), first=seen.hand_number)
    before = [hand | sum(1 << each for who, name in seen.plays for each in [card(name)] if who == seat) for seat, hand in enumerate(world)]
    hearts.deal_these(again.games, again.record, np.array(before, np.uint64), seen.first)
    player.sit(hearts, rules)
    found = [1.0] * rules.players
    for each in table["history"][: table["played"]].tolist():
        seat, legal, choices = int(again.state.table.turn), listed(again.view().legal), np.zeros(1, np.int8)
        player.choose(again.views, choices)
        own = (1 - slip_chance) * (choices[0] == each) + slip_chance / len(legal)
        found[seat] *= 1 / len(legal) if player is PLAYERS["random"] else own
        again.choose(each)
    return found


@pytest.mark.parametrize("styles", [["greedy"], ["random"], ["stock", "jake"], ["greedy", "stock", "jake", "random"]])
def test_weights_of_deals_are_those_of_a_replay(styles):
    compared = set()
    for view, rules, all_worlds in constrained_views(3, deals_between=(10, 60)):
        weights = beliefs.weigh(view, rules, np.array(all_worlds, np.uint64), styles, slip_chance=0.2)
        for world, weight in zip(all_worlds[:20], weights, strict=False):
            by_style = np.array([chances(view, rules, world, PLAYERS[style], 0.2) for style in styles])
            others = [seat for seat in range(rules.players) if seat != view["table"]["turn"]]
            assert weight == pytest.approx(np.prod(by_style.mean(axis=0)[others]))
            compared.add(weight)
    assert len(compared) > 3


@pytest.mark.parametrize("style", ["greedy", "stock", "jake"])
def test_the_truth_explains_what_a_known_style_has_played(style):
    """The hands that somebody played from explain all his plays; most other hands do not."""
    match, player = Single(hearts, PRESETS["passleft"], deals=21), PLAYERS[style]
    player.sit(hearts, match.rules)
    better, choices = [], np.zeros(1, np.int8)
    while match.state.table.trick < 8:
        view = match.view()
        if view.table.trick >= 3:
            deals = np.vstack([match.state.hands, imagine.imagine(view, match.rules, 20 if PLAIN else 100, int(view.luck))])
            strict = beliefs.weigh(view, match.rules, deals, [style], slip_chance=0.0)
            assert strict[0] == 1
            assert set(strict) == {0, 1}
            truth, *weights = beliefs.weigh(view, match.rules, deals, [style], slip_chance=0.1)
            better.append(truth / np.mean(weights))
        player.choose(match.views, choices)
        match.choose(int(choices[0]))
    assert len(better) == 20
    assert min(better) > 1
    assert np.median(better) > 5


def test_a_slip_that_cannot_be_leaves_no_weight():
    match, styles = Single(hearts, PRESETS["falcon"], deals=2), ["greedy"]
    for _ in range(12):
        match.choose(listed(match.view().legal)[-1])  # nobody greedy would
    view = match.view()
    deals = imagine.imagine(view, match.rules, 50, WORD)
    assert (beliefs.weigh(view, match.rules, deals, styles, slip_chance=0.0) == 0).all()
    assert (beliefs.weigh(view, match.rules, deals, styles, slip_chance=0.01) > 0).all()
    assert beliefs.weigh(view, match.rules, deals, ["greedy(epsilon=0.3)"], slip_chance=0.0) == pytest.approx(
        beliefs.weigh(view, match.rules, deals, styles, slip_chance=0.3)
    )


def test_effective_numbers():
    assert beliefs.effective(np.ones(7)) == 7
    assert beliefs.effective(np.array([0.0, 3.0, 0.0])) == 1
    assert beliefs.effective(np.array([1.0, 2.0])) == pytest.approx(9 / 5)
    assert beliefs.effective(np.zeros(3)) == 0
