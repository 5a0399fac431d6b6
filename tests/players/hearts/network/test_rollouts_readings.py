"""Readings of the rollout thesis as options of its player: a trick that playouts forget, and cards played at random at the table."""

import numpy as np
import pytest

from cardshark.cards import count, listed, suit_of
from cardshark.chance import mixed
from cardshark.games import hearts, house
from cardshark.games.hearts.rules import PRESETS
from cardshark.players.hearts.network.rollouts import Rollouts, without_trick
from cardshark.players.hearts.search.imagine import imagine
from cardshark.players.uniform import any_of
from cardshark.text import UserError
from helpers.hearts.decisions import views_played
from helpers.hearts.rollouts import DEALS, DUTCH, FEW, brain_of, fixed, networker, positions, step, thinker
from helpers.players import thought_about


def in_a_trick(amount=FEW):
    """Decisions with something to choose where others have played to the trick before."""
    views = views_played(DUTCH, 40, 5)
    views = views[(np.bitwise_count(views["legal"]) > 1) & (views["table"]["played"] > views["table"]["start"])]
    return views[:: len(views) // amount][:amount]


def begun_anew(view):
    """What a seat sees, card by card as if nobody had played to this trick."""
    found = view.copy()
    table = found["table"]
    for place in range(int(table["start"]), int(table["played"])):
        table["seen"] = int(table["seen"]) & ~(1 << int(table["history"][place]))
        table["history"][place] = hearts.NO_CARD
    table["played"], table["leader"] = table["start"], table["turn"]
    return found


def cost_of_leading(view, hands, card, player):
    """What the hand costs if I lead this card to a new trick."""
    games = np.zeros(1, hearts.GAME)
    games["table"], games["hands"] = view["table"], hands
    me, number = int(view["table"]["turn"]), int(view["table"]["hand_number"])
    step(games, DUTCH, fixed(card))
    while games["table"]["phase"][0] != hearts.OVER and games["table"]["hand_number"][0] == number:
        step(games, DUTCH, player.choose)
    return int(games["scores"][0, me])


@pytest.mark.long
def test_a_forgotten_trick_begins_anew_in_every_playout():
    views, network = in_a_trick(), networker()
    thought, choices = thought_about(thinker(deals=DEALS, trick=1), views)
    for i, view in enumerate(views):
        anew, cards = begun_anew(view), listed(view["legal"])
        worlds = imagine(anew, DUTCH, DEALS, int(view["luck"]))
        for card in cards:
            assert thought.sums[i, card] == sum(cost_of_leading(anew, world, card, network) for world in worlds)
        worths = network.values(views[i : i + 1])[0]  # which does see the trick
        assert choices[i] == min(cards, key=lambda card: (thought.sums[i, card], -worths[card]))


def test_the_cards_of_a_forgotten_trick_are_dealt_again_to_whom_they_may_belong():
    for view in in_a_trick():
        (anew,) = without_trick(np.array([view]))
        table, me = view["table"], int(view["table"]["turn"])
        lying = {int(card) for card in table["history"][table["start"] : table["played"]]}
        for hands in imagine(anew, DUTCH, 20, 1):
            assert {count(hand) for hand in hands} == {count(view["hand"])} and int(hands[me]) == int(view["hand"])
            held = {seat: set(listed(hand)) for seat, hand in enumerate(hands)}
            assert lying <= set().union(*(cards for seat, cards in held.items() if seat != me))
            for seat, cards in held.items():
                assert seat == me or not any(int(table["voids"][seat]) >> suit_of(card) & 1 for card in cards)


def test_a_lead_is_the_same_with_or_without_forgetting():
    views = positions()
    leads = views[views["table"]["played"] == views["table"]["start"]]
    kept, forgotten = (thought_about(thinker(deals=DEALS, trick=trick), leads)[0].sums for trick in (0, 1))
    assert len(leads) and (kept == forgotten).all()


def test_views_are_left_as_they_are():
    views = in_a_trick()
    before = views.copy()
    without_trick(views)
    assert (views == before).all()


def test_it_slips_as_often_as_it_is_told():
    views = positions(amount=60)
    sure, loose = thinker(deals=1, top=1), thinker(deals=1, top=1, own_epsilon=0.4)
    wanted, found = np.zeros(len(views), np.int8), np.zeros(len(views), np.int8)
    sure.choose(views, wanted)
    loose.choose(views, found)
    slipped = (views["luck"] >> np.uint64(32)) < 0.4 * 2**32
    assert 0 < slipped.sum() < len(views) and (found[~slipped] == wanted[~slipped]).all()
    assert found[slipped].tolist() == [any_of(view["legal"], np.uint64(mixed(view["luck"]))) for view in views[slipped]]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"own_epsilon": -0.1}, "own_epsilon is a chance from 0 to 1, not -0.1"),
        ({"trick": 1, "sampler": 2}, "deals cannot be weighed by cards that are forgotten"),
    ],
)
def test_what_makes_no_sense_is_refused(options, says):
    with pytest.raises(UserError, match=says):
        Rollouts(brain=brain_of(), **options)


def test_a_trick_is_forgotten_only_where_leads_tell_nothing():
    with pytest.raises(UserError, match="any card may be led"):
        thinker(house.parse(PRESETS, "dutch:hearts_breaking=heart"), trick=1)
