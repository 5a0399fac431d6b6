"""What a FALCON notices and what it can do, against the book: every percept and every action at every decision of random hands."""

import os
from random import Random

import numpy as np
import pytest

from cardshark.cards import listed
from cardshark.chance import words
from cardshark.games import hearts, house
from cardshark.games.hearts.rules import PRESETS
from cardshark.jit import kernel
from cardshark.players.hearts.falcon import actions, percepts
from cardshark.players.hearts.falcon.actions import ACTIONS, OFFERS, Burden, check_actions, offer
from cardshark.players.hearts.falcon.design import FalconDesign, Heartless
from cardshark.players.hearts.falcon.percepts import PERCEPTS, describe_percepts, perceive
from cardshark.text import UserError
from helpers.compiling import PLAIN
from helpers.hearts.decisions import rules_of, views_played
from reference import falcon_book as book
from reference.hearts_book import NAME, random_rules
from reference.hearts_side_by_side import Batch
from reference.hearts_side_by_side import listed as cards_in

GAMES = ["falcon", "american", "dutch"]
PERCEPT_NAMES, ACTION_NAMES = [each.name for each in PERCEPTS], [each.name for each in ACTIONS]
EVERY_PERCEPT, EVERY_ACTION = (1 << len(PERCEPTS)) - 1, (1 << len(ACTIONS)) - 1
PAPER_ACTIONS = actions.mask_of("paper")


@kernel
def perceive_all(views, rules, wanted, if_no_hearts, found):
    for i in range(len(views)):
        found[i] = perceive(wanted, if_no_hearts, views[i].hand, views[i].table, rules[0])


@kernel
def offer_all(views, rules, allowed, burden, offers):
    for i in range(len(views)):
        offer(allowed, burden, views[i].legal, views[i].table, rules[0], views[i].hand, views[i].luck, offers[i])


def noticed(views, rules, wanted=EVERY_PERCEPT, heartless=Heartless.NOTHING):
    """The bits of every view."""
    found, if_no_hearts = np.zeros(len(views), np.uint64), FalconDesign(heartless=heartless).record()[0]["if_no_hearts"]
    perceive_all(views, house.record(rules), np.uint64(wanted), np.uint64(if_no_hearts), found)
    return [int(bits) for bits in found]


def offered(views, rules, allowed=EVERY_ACTION, burden=Burden.QUEEN_OUT):
    """The possible actions of every view with their cards, by name."""
    offers = np.zeros(len(views), OFFERS)
    offer_all(views, house.record(rules), np.uint64(allowed), int(burden), offers)
    return [
        {ACTION_NAMES[action]: NAME[int(card)] for action, card in zip(each["actions"][:size], each["cards"][:size], strict=True)}
        for each, size in zip(offers, offers["count"], strict=True)
    ]


# ---- against the book ----


def check_percepts(rules, views, heartless):
    text = house.spell(PRESETS, rules)
    for view, bits in zip(views, noticed(views, rules, heartless=heartless), strict=True):
        wanted = book.percepts(book.situation_of(view, rules), heartless.name.lower())
        assert list(wanted) == PERCEPT_NAMES
        wrong = [name for number, (name, fact) in enumerate(wanted.items()) if (bits >> number & 1) != fact]
        assert not wrong, (text, view)


def check_actions_of(rules, views, burden):
    """Every possible action, and no other, in its order, with its card; the names of those that were possible somewhere."""
    text, met = house.spell(PRESETS, rules), set()
    for view, found in zip(views, offered(views, rules, burden=burden), strict=True):
        now = book.situation_of(view, rules)
        wanted = book.actions(now, burden.name.lower())
        assert list(found) == sorted(wanted, key=ACTION_NAMES.index), (text, view)
        assert all(card in wanted[name] for name, card in found.items()), (text, view)
        assert found
        assert set(found.values()) <= now.legal
        met |= set(found)
    return met


@pytest.mark.parametrize("text", GAMES)
def test_percepts_and_actions_are_those_of_the_book(text):
    rules, met = rules_of(text), set()
    for seed, (heartless, burden) in enumerate(zip(Heartless, Burden, strict=True)):
        views = views_played(rules, 2 if PLAIN else 6, seed)
        check_percepts(rules, views, heartless)
        met |= check_actions_of(rules, views, burden)
    assert met == set(ACTION_NAMES)


@pytest.mark.parametrize("seed", range(4 if PLAIN else 16))
def test_percepts_and_actions_under_random_house_rules(seed):
    random = Random(seed)
    rules = random_rules(random)
    views = views_played(rules, 2, seed)
    check_percepts(rules, views, random.choice(list(Heartless)))
    check_actions_of(rules, views, random.choice(list(Burden)))


@pytest.mark.slow
def test_percepts_and_actions_in_many_hands():
    left, seed = int(os.environ.get("CARDSHARK_HANDS", "20000")) // 100, 1000  # forty hands a second
    while left > 0:
        random = Random(seed)
        rules = random.choice([random_rules(random), *map(rules_of, GAMES)])
        views = views_played(rules, 4, seed)
        check_percepts(rules, views, random.choice(list(Heartless)))
        check_actions_of(rules, views, random.choice(list(Burden)))
        left, seed = left - 8, seed + 1


# ---- what the paper says ----


def test_the_paper_has_ten_percepts_and_29_actions():
    assert [each.name for each in percepts.PAPER] == book.PAPER_PERCEPTS
    assert (len(percepts.PAPER), len(actions.PAPER), len(PERCEPTS), len(ACTIONS)) == (10, 29, 59, 39)
    assert percepts.mask_of("paper") == 0b11_1111_1111
    assert actions.mask_of("paper") == (1 << 29) - 1


@pytest.mark.parametrize("text", GAMES)
def test_at_most_three_ways_to_follow_three_to_throw_away_fourteen_to_lead(text):
    rules, most = rules_of(text), {"lead": 0, "follow": 0, "void": 0}
    views = np.concatenate([views_played(rules, 4 if PLAIN else 12, seed, hands=1) for seed in range(2)])
    for view, found in zip(views, offered(views, rules, PAPER_ACTIONS), strict=True):
        guard = book.situation_of(view, rules).guard()
        guard = guard if guard in most else "follow"
        most[guard] = max(most[guard], len(found))
        assert len(found) >= 1
        assert all(name.split("_")[0] == {"lead": "lead", "follow": "follow", "void": "throw"}[guard] for name in found)
    assert most["follow"] == 3
    assert most["void"] == 3
    assert 8 <= most["lead"] <= 14


def one_view(hand, trick="", earlier="", leader=0, text="falcon"):
    """What seat 3 sees, whose turn it is: its hand, the trick so far, and cards that were played before."""
    rules, view = rules_of(text), np.zeros(1, hearts.VIEW)
    table, cards = view["table"][0], [book_number(card) for card in (earlier + " " + trick).split()]
    view["hand"] = view["legal"] = sum(1 << book_number(card) for card in hand.split())
    if trick:
        table["led"] = cards[len(earlier.split())] >> 4
        follow = [card for card in hand.split() if book_number(card) >> 4 == table["led"]]
        view["legal"] = sum(1 << book_number(card) for card in follow) or view["hand"]
    table["history"] = hearts.NO_CARD
    table["history"][: len(cards)] = cards
    table["played"], table["start"], table["phase"] = len(cards), len(earlier.split()), hearts.PLAY
    table["seen"] = sum(1 << card for card in cards)
    table["trick"] = len(earlier.split()) // 4
    table["leader"], table["turn"] = leader, (leader + len(trick.split())) % 4
    return view, rules


def book_number(card):
    return next(number for number, name in NAME.items() if name == card)


def paper_bits(view, rules, heartless=Heartless.NOTHING):
    """The ten bits in the paper's order, as it prints them."""
    (bits,) = noticed(view, rules, percepts.mask_of("paper"), heartless)
    return "".join(str(bits >> number & 1) for number in range(10))


def test_the_ten_bits_by_hand():
    # Queen mine 11, king with an opponent 10, ace on the table 01; hearts above and below both of mine are out.
    assert paper_bits(*one_view("QS 3H TH", "2S AS")) == "1111111001"
    assert paper_bits(*one_view("2H 3H 4C", "5C", "QS KS AS 2S")) == "1010000000"
    assert paper_bits(*one_view("AH KH 4C", "5C", "QS KS AS 2S")) == "0101000000"
    assert paper_bits(*one_view("AH 2H", "KS", "QS 3S AS 2S")) == "0110000100"
    assert paper_bits(*one_view("AC", "2C")) == "0000101010"
    assert paper_bits(*one_view("AC", "2C"), Heartless.LOWEST) == "1010101010"
    every_heart = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"
    assert paper_bits(*one_view("AH", "2C", every_heart))[:4] == "0000"
    assert paper_bits(*one_view("AC", "2C", f"{every_heart} AH 2S 3S 4S"), Heartless.LOWEST)[:4] == "0000"


@pytest.mark.parametrize(
    ("hand", "earlier", "sense", "printed"),
    [
        ("KS 2D AD", "", "KS", "AD"),  # the queen is out: the king is a burden, or as printed the strongest card goes
        ("AS KS AD", "", "AS", "AD"),  # the stronger of the two; the ace of diamonds is alone, the spades are two
        ("KS 2D AD", "QS 2S 3S 4S", "AD", "KS"),
        ("AD 2D AC 2C 3C", "", "AD", "AD"),  # of two aces the one of the shorter suit
        ("AD 2D AC 3C", "", "AC", "AC"),  # of equals clubs, diamonds, spades, hearts
        ("QS QH", "", "QS", "QS"),
        ("3S 4D 4S", "", "4D", "4D"),
    ],
)
def test_the_fifteenth_action_by_hand(hand, earlier, sense, printed):
    trick = "5H" if "H" not in hand else "5C"
    for burden, card in ((Burden.QUEEN_OUT, sense), (Burden.QUEEN_PLAYED, printed)):
        view, rules = one_view(hand, trick, earlier)
        assert offered(view, rules, PAPER_ACTIONS, burden)[0]["throw_burden"] == card


def test_leading_by_hand():
    view, rules = one_view("2S JS QS KS 5H 9H")
    (found,) = offered(view, rules, PAPER_ACTIONS)
    assert found.pop("lead_spades_middle") in ("JS", "QS")
    assert found == {
        "lead_hearts_high": "9H", "lead_hearts_low": "5H", "lead_spades_high": "KS", "lead_spades_low": "2S",
        "lead_lowest_under_queen": "2S", "lead_highest_under_queen": "JS",
    }  # fmt: skip


def test_a_card_between_is_any_of_them_with_the_same_chance():
    view, rules = one_view("2S 5S 8S QS KS")
    count = 600 if PLAIN else 6000
    views = np.repeat(view, count)
    views["luck"] = words(1, "luck", count)
    cards = [found["lead_spades_middle"] for found in offered(views, rules)]
    assert {card: abs(cards.count(card) / count - 1 / 3) < 0.06 for card in set(cards)} == {"5S": True, "8S": True, "QS": True}


# ---- what a seat may not know ----


@pytest.mark.parametrize("text", GAMES)
def test_nothing_depends_on_how_the_hidden_cards_lie(text):
    rules, random = rules_of(text), Random(text)
    batch = Batch(rules, 2 if PLAIN else 10, seed=4, first=3)  # the fourth hand is not passed
    rows = batch.going_on()
    for _ in range(3 * int(batch.rules[0]["hand_size"])):
        views, legals = batch.look(rows)
        other = batch.games.copy()
        for game in other:
            shuffle_hidden(game, random, rules.players)
        again = np.zeros(len(rows), hearts.VIEW)
        hearts.look_all(other, batch.rules, rows, again)
        assert (other["hands"] != batch.games["hands"]).any()
        assert noticed(views, rules) == noticed(again, rules)
        assert offered(views, rules) == offered(again, rules)
        rows = batch.choose(rows, [random.choice(cards_in(legal)) for legal in legals])


def shuffle_hidden(game, random, players):
    """Deal the cards that the seat in turn does not see anew, to everybody as many as before."""
    hidden = [seat for seat in range(players) if seat != game["table"]["turn"]]
    cards = [card for seat in hidden for card in listed(game["hands"][seat])]
    random.shuffle(cards)
    for seat in hidden:
        size = len(listed(game["hands"][seat]))
        game["hands"][seat] = sum(1 << card for card in cards[:size])
        del cards[:size]


# ---- lists of names ----


def test_a_list_names_its_percepts_and_only_they_are_noticed():
    rules = rules_of("falcon")
    views = views_played(rules, 1, 7, hands=1)
    every = noticed(views, rules)
    for number, name in enumerate(PERCEPT_NAMES):
        assert percepts.mask_of(name) == 1 << number
        assert noticed(views, rules, 1 << number) == [bits & 1 << number for bits in every]
    assert percepts.mask_of(" paper + last") == 0b111_1111_1111
    assert percepts.mask_of("+".join(PERCEPT_NAMES)) == EVERY_PERCEPT


@pytest.mark.parametrize(
    ("kind", "text", "sentence"),
    [
        (percepts, "", "there is no percept ''; there is paper, above_best,"),
        (percepts, "paper+moon", "there is no percept 'moon'; there is paper, above_best,"),
        (percepts, "paper++last", "there is no percept ''; there is paper, above_best,"),
        (percepts, "last+last", "the percept last is named twice"),
        (percepts, "paper+queen_held", "the percept queen_held is named twice"),
        (actions, "", "there is no action ''; there is paper, wide, follow_hearts_under,"),
        (actions, "paper+fly", "there is no action 'fly'; there is paper, wide, follow_hearts_under,"),
        (actions, "paper+throw_queen", "the action throw_queen is named twice"),
    ],
)
def test_a_wrong_list_is_refused_in_one_sentence(kind, text, sentence):
    with pytest.raises(UserError) as error:
        kind.mask_of(text)
    assert str(error.value).startswith(sentence)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", ["follow_hearts", "follow_clubs", "lead_spades", "lead_diamonds", "throw"])
def test_actions_that_leave_somebody_without_a_card_are_refused(name):
    ends = ("_high", "_low", "_burden", "_lonely")
    rest = sum(1 << number for number, each in enumerate(ACTION_NAMES) if not (each.startswith(name) and each.endswith(ends)))
    with pytest.raises(UserError, match="these actions may leave no card to play: allow"):
        check_actions(rest)
    check_actions(PAPER_ACTIONS)


@pytest.mark.parametrize("text", GAMES)
def test_the_fewest_actions_that_are_accepted_always_offer_a_card(text):
    rules, random = rules_of(text), Random(text)
    suits = list(book.SUIT_NAMES)
    names = [f"{verb}_{suit}_{random.choice(['high', 'low'])}" for suit in suits for verb in ("follow", "lead")]
    allowed = actions.mask_of("+".join([*names, random.choice(["throw_burden", "throw_lonely"])]))
    check_actions(allowed)
    assert all(offered(views_played(rules, 4, 5), rules, allowed))


def test_what_is_noticed_can_be_said():
    wanted = percepts.mask_of("paper+last")
    assert describe_percepts(0b1_01_10_11_0001, wanted) == [
        "a heart above my best is out", "no heart below my best is out", "no heart above my worst is out", "no heart below my worst is out",
        "the queen of spades is in a hand", "the queen of spades is mine or on the table",
        "the king of spades is played", "the king of spades is mine or on the table",
        "the ace of spades is in a hand", "the ace of spades is neither mine nor on the table", "I play last",
    ]  # fmt: skip
    assert describe_percepts(0, percepts.mask_of("points")) == ["there are no points in the trick"]
