"""Numbers that programs, transcripts and learners read: choices that are no cards, phases, and who is nobody."""

import pytest

from cardshark.games import gin, hearts
from cardshark.games.match import Single

NUMBERS = {
    hearts: {"NOBODY": -1, "NO_CARD": -1, "SEATS": 4, "MOST_CARDS": 52, "PASS": 0, "PLAY": 1, "OVER": 2},
    gin: {
        "NOBODY": -1, "SEATS": 2, "MEMORY": 64, "STOCK": 13, "PILE": 14, "PASS": 15, "KNOCK": 29, "PLAY_ON": 30, "BIG_GIN": 31, "DONE": 45,
        "OFFER": 0, "DRAW": 1, "DISCARD": 2, "MAY_KNOCK": 3, "SPREAD": 4, "LAY_OFF": 5, "OVER": 6,
    },
}  # fmt: skip


@pytest.mark.parametrize("game", NUMBERS, ids=["hearts", "gin"])
def test_these_numbers_stay(game):
    assert {name: getattr(game, name) for name in NUMBERS[game]} == NUMBERS[game]
    assert game.PHASES[Single(game, next(iter(game.PRESETS.values()))).view()["table"]["phase"]] in ("pass", "offer")
