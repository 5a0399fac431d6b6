"""The games that have a name, rule by rule. Records, links and papers name them, so nobody may change one by the way.

Numbers of enumerations count too: they stand in the records that kernels read.
"""

import pytest

from cardshark.games.gin import rules as gin
from cardshark.games.hearts import rules as hearts

AMERICAN = {
    "players": 4, "lowest": 2, "highest": 14, "removed": 0, "heart": 1, "queen_of_spades": 13, "jack_of_clubs": 0, "jack_of_diamonds": 0,
    "passing": 2, "pass_count": 3, "first_lead": 0, "first_lead_forced": 1, "hearts_breaking": 1, "first_trick_points": 0, "moon": 1,
    "limit": 100, "above_limit": 0, "hands": 0, "ties": 0, "win_back": 0,
}  # fmt: skip
FREE = {"passing": 0, "pass_count": 0, "first_lead_forced": 0, "hearts_breaking": 0, "first_trick_points": 1}
HEARTS = {
    "american": AMERICAN,
    "dutch": {**AMERICAN, **FREE, "lowest": 7, "queen_of_spades": 5, "jack_of_clubs": 2, "first_lead": 2},
    "passleft": {**AMERICAN, "passing": 1, "first_lead_forced": 0, "first_trick_points": 1, "limit": 0, "hands": 1000},
    "falcon": {**AMERICAN, **FREE, "first_lead": 3, "moon": 0, "above_limit": 1},
}
EAAI = {
    "knock_limit": 10, "upcard_limit": 0, "ace_means_gin": 0, "spades_double": 0, "double_boxes": 0, "gin_bonus": 25, "big_gin": 0,
    "undercut_bonus": 25, "tie": 0, "lay_off": 3, "upcard_offer": 1, "throw_back": 0, "stock_left": 2, "stock_out": 0, "max_turns": 0,
    "dealer": 0, "target": 100, "hands": 0, "game_bonus": 0, "box": 0, "gin_boxes": 0, "undercut_boxes": 0, "shut_out": 0,
}  # fmt: skip
TOURNAMENT = {**EAAI, "big_gin": 31, "lay_off": 2, "dealer": 2, "game_bonus": 100, "box": 25, "shut_out": 2}
GIN = {
    "eaai": EAAI,
    "classic": {
        **EAAI, "gin_bonus": 20, "undercut_bonus": 10, "lay_off": 2, "dealer": 1, "game_bonus": 100, "box": 20, "shut_out": 1,
    },
    "tournament": TOURNAMENT,
    "straight": {**TOURNAMENT, "knock_limit": 0},
    "oklahoma": {**TOURNAMENT, "upcard_limit": 1, "spades_double": 1, "target": 150},
    "paper": {
        **EAAI, "lay_off": 0, "upcard_offer": 0, "stock_left": 0, "stock_out": 1, "max_turns": 5000, "dealer": 1, "target": 0, "hands": 1,
    },
}  # fmt: skip
NUMBERS = {
    hearts: {
        "Passing": "NONE LEFT CYCLE", "FirstLead": "TWO_OF_CLUBS LOWEST_CLUB ROTATE RANDOM", "Breaking": "NONE HEART HEART_OR_QUEEN",
        "Moon": "NONE OTHERS_PLUS SHOOTER_MINUS CHOICE", "Ties": "SHARED PLAY_ON",
    },
    gin: {
        "Tie": "UNDERCUT NOBODY", "LayOff": "NONE BEST CHOSEN AFTER_MELDS", "StockOut": "VOID RESHUFFLE TURN_OVER",
        "NextDealer": "ALTERNATE WINNER LOSER", "ShutOut": "NONE PLUS DOUBLE", "HandResult": "VOID KNOCK GIN BIG_GIN UNDERCUT TIE",
    },
}  # fmt: skip


@pytest.mark.parametrize(("game", "presets"), [(hearts, HEARTS), (gin, GIN)], ids=["hearts", "gin"])
def test_a_name_means_these_rules(game, presets):
    assert {name: {**rules._asdict()} for name, rules in game.PRESETS.items()} == presets
    for rules in game.PRESETS.values():
        rules.check()


@pytest.mark.parametrize("game", NUMBERS, ids=["hearts", "gin"])
def test_what_a_rule_may_say_has_these_numbers(game):
    assert {name: {each.name: int(each) for each in getattr(game, name)} for name in NUMBERS[game]} == {
        name: {word: number for number, word in enumerate(words.split())} for name, words in NUMBERS[game].items()
    }
    game.Rules().check()


def test_nobody_is_minus_one():
    """In views that programs and learners read."""
    hearts.Rules().check()
    assert hearts.NOBODY == -1
