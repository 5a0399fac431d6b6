"""The house rules of Hearts: the presets as printed, what is refused, and text that comes back as it went."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardshark.cards import count
from cardshark.games import house
from cardshark.games.hearts.rules import PRESETS, Rules
from cardshark.text import UserError, shown
from reference.hearts_book import NUMBER, cost, deck, random_rules

AMERICAN = {
    "players": "4", "lowest": "2", "highest": "14", "removed": "none",
    "heart": "1", "queen_of_spades": "13", "jack_of_clubs": "0", "jack_of_diamonds": "0",
    "passing": "cycle", "pass_count": "3", "first_lead": "two_of_clubs", "first_lead_forced": "yes",
    "hearts_breaking": "heart", "first_trick_points": "no", "moon": "others_plus",
    "limit": "100", "above_limit": "no", "hands": "0", "ties": "shared", "win_back": "no",
}  # fmt: skip
PRINTED = {
    "american": AMERICAN,
    "dutch": AMERICAN | {
        "lowest": "7", "queen_of_spades": "5", "jack_of_clubs": "2", "passing": "none", "pass_count": "0",
        "first_lead": "rotate", "first_lead_forced": "no", "hearts_breaking": "none", "first_trick_points": "yes",
    },
    "passleft": AMERICAN | {
        "passing": "left", "first_lead_forced": "no", "first_trick_points": "yes", "limit": "0", "hands": "1000",
    },
    "falcon": AMERICAN | {
        "passing": "none", "pass_count": "0", "first_lead": "random", "first_lead_forced": "no",
        "hearts_breaking": "none", "first_trick_points": "yes", "moon": "none", "above_limit": "yes",
    },
}  # fmt: skip


def test_presets_are_as_printed():
    assert {name: {key: shown(value) for key, value in rules._asdict().items()} for name, rules in PRESETS.items()} == PRINTED


@pytest.mark.parametrize(("preset", "cards", "points"), [("american", 52, 26), ("dutch", 32, 15), ("passleft", 52, 26), ("falcon", 52, 26)])
def test_presets_have_the_printed_decks_and_points(preset, cards, points):
    derived = PRESETS[preset].derived()
    assert (count(derived["deck"]), derived["hand_size"], derived["all_penalties"]) == (cards, cards // 4, points)


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_can_be_played(preset):
    PRESETS[preset].check()
    assert house.spell(PRESETS, PRESETS[preset]) == preset


REFUSED = [
    ("american:players=3", "52 cards cannot be dealt evenly to 3 players: remove 1 "),
    ("american:players=5", "3 or 4 players, not 5"),
    ("american:players=2", "3 or 4 players, not 2"),
    ("dutch:players=3", "32 cards cannot be dealt evenly to 3 players: remove 2 "),
    ("american:removed=2D", "51 cards cannot be dealt evenly to 4 players: remove 3 "),
    ("texan", "there is no set of rules 'texan'; there is american, dutch, passleft, falcon"),
    ("american:colour=red", "american has no rule 'colour'; it has players, lowest,"),
    ("american:limit=50,limit=60", "the option limit stands twice"),
    ("american:limit", "'limit' in 'american:limit' is not an option: write option=value"),
    ("american:limit=many", "limit must be a whole number, not 'many'"),
    ("american:moon=full", "there is no setting for moon 'full'; there is none, others_plus, shooter_minus, choice"),
    ("american:win_back=perhaps", "there is no setting for win_back 'perhaps'; there is yes, no"),
    ("american:removed=2C+1X", "'1X' is not a card"),
    ("american:removed=2D+2D", "2D stands twice"),
    ("american:pass_count=5", "0 to 4 cards can be passed, not 5"),
    ("american:pass_count=-1", "0 to 4 cards can be passed, not -1"),
    ("dutch:lowest=14,pass_count=2", "2 cards cannot be passed from a hand of 1"),
    ("american:lowest=1", "ranks run from 2 to 14 (the ace), so a deck cannot run from 1 to 14"),
    ("american:highest=15", "so a deck cannot run from 2 to 15"),
    ("dutch:lowest=9,highest=8", "so a deck cannot run from 9 to 8"),
    ("dutch:lowest=14,removed=AC+AD+AH+AS", "0 cards cannot be dealt evenly to 4 players: remove fewer"),
    ("dutch:first_lead=two_of_clubs", "the two of clubs cannot lead because it is not in the deck: use first_lead=lowest_club"),
    ("american:removed=2C+2D+2H+2S", "the two of clubs cannot lead because it is not in the deck: use first_lead=lowest_club"),
    ("dutch:lowest=14,players=3,removed=AC,first_lead=lowest_club", "no club is in the deck: use first_lead=rotate"),
    ("american:heart=101", "heart must be 0 to 100 points, not 101"),
    ("american:jack_of_diamonds=-10", "jack_of_diamonds must be 0 to 100 points, not -10"),
    ("american:heart=9", "all penalty cards together may cost at most 127 points, not 130"),
    ("american:limit=0", "a match needs an end"),
    ("american:heart=0,queen_of_spades=0", "a match needs an end"),
    ("american:limit=-1", "limit is 0 (none) or above, hands is 0 (none) to 30000"),
    ("american:hands=-1", "limit is 0 (none) or above, hands is 0 (none) to 30000"),
    ("american:limit=32000", "totals can grow to at most 32000 points"),
    ("passleft:hands=2000", "totals can grow to at most 32000 points"),
    ("passleft:win_back=yes", "points can be won back only after a limit"),
]


@pytest.mark.parametrize(("text", "sentence"), REFUSED, ids=[text for text, _ in REFUSED])
def test_what_cannot_be_played_is_refused_in_one_sentence(text, sentence):
    with pytest.raises(UserError) as error:
        house.parse(PRESETS, text)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


ACCEPTED = [
    "american:players=3,removed=2D",
    "dutch:players=3,removed=7C+7D",
    "american:removed=2C+2D+2H+2S,first_lead=lowest_club",
    "american:heart=0,queen_of_spades=0,hands=5",
    "american:limit=0,hands=7",
    "dutch:limit=10000",
    "dutch:win_back=yes",
    "american:pass_count=4",
    "american:heart=8",
]


@pytest.mark.parametrize("text", ACCEPTED)
def test_what_can_be_played_is_accepted(text):
    assert house.spell(PRESETS, house.parse(PRESETS, text)) == text


@given(st.integers(0))
def test_text_and_rules_are_one(seed):
    rules = random_rules(Random(seed))
    found = house.parse(PRESETS, house.spell(PRESETS, rules))
    assert found == rules
    assert [type(value) for value in found] == [field.kind for field in house.fields(Rules)]


@given(st.integers(0))
def test_what_follows_from_the_rules_is_as_in_the_book(seed):
    rules = random_rules(Random(seed))
    cards, derived = deck(rules), rules.derived()
    costly = {card for card in cards if cost(card, rules)}
    assert int(derived["deck"]) == sum(1 << NUMBER[card] for card in cards)
    assert derived["hand_size"] * rules.players == len(cards)
    assert derived["all_penalties"] == sum(cost(card, rules) for card in costly)
    assert int(derived["banned"]) == (0 if rules.first_trick_points else sum(1 << NUMBER[card] for card in costly))
