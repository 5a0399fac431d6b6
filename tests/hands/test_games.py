"""Games and their hands: every game with an entry answers everything, a game without one gets one sentence."""

import json

import pytest

from cardshark.hands.games import GAMES, GameHands, hands_of
from cardshark.hands.hand import PlayedHand
from cardshark.hands.link import decode, encode, letters
from cardshark.hands.played import check_hand, choose_as_before, end, play_hand, start, steps
from cardshark.hands.saved import from_json, to_json
from cardshark.hands.seal import deal_sealed
from cardshark.hands.verify import verify
from cardshark.text import UserError
from helpers.played import USUAL_RULES, pack_text, random_hand, secret_of

NO_HANDS = r"^hands of the game 'whist' cannot be kept or shared, only those of hearts, gin$"
WHIST = PlayedHand("whist", "classic", ("you",) * 4, ("You",) * 4, None)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_answers_everything(name):
    asked = {*GameHands.__annotations__, *(each for each in vars(GameHands) if not each.startswith("_"))}
    assert {"MOST_TOTAL", "begin_match", "read_chance"} <= asked
    assert [each for each in asked if not hasattr(hands_of(name), each)] == []


def test_a_hand_of_a_game_without_an_entry_is_refused_in_one_sentence():
    saved = to_json(random_hand("hearts", "dutch", 1)) | {"game": "whist"}
    header = ["whist", "classic", 0, 0, False, [0] * 4, [], ["you"] * 4, ["You"] * 4, 0, "", True, -1]
    code = pack_text(json.dumps(header).encode()) + letters(bytes(40))
    for ask in (
        lambda: hands_of("whist"), lambda: from_json(saved), lambda: verify(saved), lambda: decode(code), lambda: check_hand(WHIST),
        lambda: encode(WHIST),
    ):  # fmt: skip
        with pytest.raises(UserError, match=NO_HANDS):
            ask()


def test_a_game_that_nobody_knows_is_not_played_as_another():
    for ask in (lambda: start(WHIST), lambda: deal_sealed("whist", None, secret_of(1))):
        with pytest.raises(UserError, match=r"^there is no game 'whist'"):
            ask()


def test_words_of_one_game_are_no_words_of_another():
    saved = to_json(random_hand("hearts", "dutch", 1))
    for word in ("knock", "way 3", "stock"):
        with pytest.raises(UserError, match="is not a card"):
            from_json(saved | {"choices": [word]})


@pytest.mark.parametrize("name", GAMES)
def test_every_choice_comes_back_from_its_name(name):
    hand = random_hand(name, USUAL_RULES[name], 2)
    kind = hands_of(name)
    for match, choice in steps(hand):
        assert kind.choice_number(kind.choice_name(int(match.state.table.phase), choice)) == choice


@pytest.mark.long
def test_chance_falls_as_it_fell_before_if_it_still_can():
    """A stock that was renewed comes in the same order when a hand is tried again; of other cards it comes in a new one."""
    hand = random_hand("gin", "paper:max_turns=90", 3)
    place = next(number for number in range(len(hand.choices)) if play_hand(hand, hand.choices[: number + 1]).cards.renewals)
    before = play_hand(hand, hand.choices[:place])
    assert not before.cards.renewals
    (first, *_) = hand.cards.renewals
    turned = hand.cards._replace(renewals=(first[::-1],))
    others = hand.cards._replace(renewals=(first[1:],))
    for former, expected in ((hand.cards, first), (turned, first[::-1]), (None, None), (others, None)):
        match = end(before)
        cards = choose_as_before(match, before.cards, hand.choices[place], former)
        assert cards.choices == hand.choices[: place + 1]
        assert sorted(cards.renewals[0]) == sorted(first)
        assert expected is None or cards.renewals == (expected,)
        assert match.state.stock[: match.state.table.stock_left][::-1].tolist() == list(cards.renewals[0])
