"""Bots that play the same cards, and hands that are tried again."""

import pytest

from cardshark.cards import listed
from cardshark.coach.again import again, first_of
from cardshark.coach.bots import compare_bots, own_player
from cardshark.hands.harmless import is_harmless
from cardshark.hands.played import end, finished, scores, steps
from cardshark.text import UserError
from helpers.played import PLAYERS, hand_between, played_on, random_hand

# ---- bots ----


def test_bots_play_the_same_cards():
    hand = hand_between("hearts", "american", 8, PLAYERS)
    found = compare_bots(hand, 0, scores(hand)[0])
    assert found["count"] == sum(found["counts"].values()) == 200
    assert found["mean"] == pytest.approx(sum(int(points) * n for points, n in found["counts"].items()) / 200)
    assert found["as_many"] == sum(n for points, n in found["counts"].items() if int(points) >= scores(hand)[0])
    assert len(found["counts"]) > 3
    assert found["title"]["args"]["others"] == "jake, greedy, jake"
    assert compare_bots(hand, 0, 0.0)["as_many"] == 200
    assert found == compare_bots(hand, 0, scores(hand)[0])


def test_bots_who_play_as_the_hand_was_played_get_what_it_cost():
    hand = hand_between("hearts", "dutch", 9, ("jake",) * 4)
    found = compare_bots(hand, 2, scores(hand)[2])
    assert found["counts"][str(scores(hand)[2])] > 20  # a jake who never tries anything else plays the very hand


def test_a_strangers_link_starts_no_program():
    for text in (
        "exec:touch x",
        "./bot.py:Bot",
        "network:brain=/etc/passwd",
        "montecarlo:deals=1000000",
        "terminal",
        "nobody",
        "uct:seconds=60",
        "(",
    ):
        assert not is_harmless(text, "hearts")
    assert is_harmless("montecarlo:deals=100,playout=jake,passing=search", "hearts")
    assert not is_harmless("jake", "gin")
    hand = random_hand("hearts", "dutch", 1)._replace(players=("exec:false", "./bot.py:Bot", "network:brain=none", "rollouts:brain=none"))
    assert [own_player(hand, seat) for seat in range(4)] == [None] * 4
    assert compare_bots(hand, 0, 1.0)["title"]["args"]["others"] == "jake, jake, jake"


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("hearts", "montecarlo:deals=1_000_000"), ("hearts", "rollouts:deals=5000,tries=100"), ("hearts", f"uct:deals={'9' * 500}"),
        ("gin", "montecarlo:deals=5000,sampler=weighted,pool=1000"), ("hearts", "pomcp:simulations=5001"),
    ],
)  # fmt: skip
def test_a_strangers_player_does_not_think_for_long(game, text):
    assert not is_harmless(text, game)


def test_the_labs_own_opponents_are_harmless():
    from cardshark.games import game as game_named
    from cardshark.terminal.challenge import TABLE_3_8
    from cardshark.web.games import PAGES
    from cardshark.web.table.cast import cast

    for each in (*(each.player for each in TABLE_3_8), "montecarlo:deals=5000"):
        assert is_harmless(each, "hearts")
    for played, table in PAGES.items():
        presets = game_named(played).PRESETS
        assert all(is_harmless(member.player, played) for preset in presets for member in cast(played, preset)) and presets
        assert table.MORE_PLAYERS and all(is_harmless(each, played) for each in table.MORE_PLAYERS)


# ---- trying again ----


@pytest.mark.parametrize("rules", ["american", "falcon", "american:players=3,removed=2D"])
def test_trying_again_keeps_what_was_known(rules):
    hand = random_hand("hearts", rules, 2)
    changed = 0
    for decision in range(0, len(hand.choices), 5):
        same = again(hand, decision)
        assert same.choices == hand.choices[: first_of(hand, decision)]
        assert same.cards.hands == hand.cards.hands
        fresh = again(hand, decision, fresh=True, word=decision)
        before, after = end(same), end(fresh)
        views = [match.view().copy() for match in (before, after)]
        for view in views:
            view["luck"] = 0
        assert views[0] == views[1]
        changed += fresh.cards.hands != hand.cards.hands
        assert not fresh.secret
        assert finished(played_on(fresh))
    assert changed > 5
    with pytest.raises(UserError, match="no choice"):
        again(hand, len(hand.choices))


def test_trying_gin_again_keeps_what_was_known():
    hand = hand_between("gin", "eaai", 2, ("simple", "lookahead"))
    for decision in range(0, len(hand.choices), 3):
        fresh = again(hand, decision, fresh=True, word=decision)
        before, after = end(again(hand, decision)), end(fresh)
        views = [match.view().copy() for match in (before, after)]
        for view in views:
            view["luck"] = 0
        assert views[0] == views[1]
        assert fresh.cards.stock != hand.cards.stock or fresh.cards.hands != hand.cards.hands


def test_fresh_cards_lie_anywhere():
    hand = random_hand("hearts", "american", 2, number=3)  # nothing is passed
    place = [set() for _ in range(4)]
    for word in range(40):
        for seat, cards in enumerate(again(hand, 0, fresh=True, word=word).cards.hands):
            place[seat] |= set(listed(cards))
    mover = int(next(steps(hand))[0].state.table.turn)
    assert [len(cards) for cards in place] == [13 if seat == mover else 39 for seat in range(4)]
