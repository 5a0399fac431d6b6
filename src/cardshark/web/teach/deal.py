"""The prepared hand: its cards, and the three people who sit there."""

from cardshark.chance import words
from cardshark.games import game_named, house
from cardshark.games.match import Single
from cardshark.hands.played import record_deal
from cardshark.hands.saved import to_json
from cardshark.web.table.cast import cast
from cardshark.web.table.table import YOU, TableSettings

HOME = "/teach"
GAME, RULES = "hearts", "american:passing=none"  # no cards are passed on yet: that comes with the real hand
SEED = 30  # found by `python -m helpers.teach_deals` among 250: whatever one plays, at least ten ideas come up, and mostly all
PEOPLE = ("lotte", "pim", "wilma")  # to the left, across, to the right


def opponents() -> list[str]:
    """The texts that name the players of the other three seats."""
    members = {member.who: member.player for member in cast(GAME, "american")}
    return [members[who] for who in PEOPLE]


def prepared(seed: int = SEED) -> TableSettings:
    """The table of the first hand."""
    game = game_named(GAME)
    seats = [YOU, *opponents()]
    deals, luck = (int(words(seed, name, 1)[0]) for name in ("teach", "teach luck"))
    match = Single(game, house.parse(game.PRESETS, RULES), deals, luck)
    hand = record_deal(GAME, match, seats, seats)
    return TableSettings(GAME, RULES, seats, "practice", start=to_json(hand), home=HOME)
