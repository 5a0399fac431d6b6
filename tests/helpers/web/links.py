"""Hands that come as links, for the tests of `cardshark.web`."""

from cardshark.cards import listed
from cardshark.games import gin, house
from cardshark.games.match import Single
from cardshark.hands.link import encode
from cardshark.hands.played import check_and_play, ended, record_deal, start
from cardshark.players import seat
from cardshark.web.table.sitting import ask


def long_link(choices: int, seed: int = 5) -> str:
    """A finished hand of gin with so many choices and a few more: nobody knocks before, and the stock is renewed again and again."""
    rules = house.parse(gin.PRESETS, "paper")
    hand = record_deal("gin", Single(gin, rules, seed, 7, 0), ["random", "random"], ["A", "B"])
    player = seat("simple", "gin")
    player.sit(gin, rules)
    match, made = start(hand), []
    while not ended(hand, match):
        match.view()
        made.append(listed(int(match.views[0].legal))[0] if len(made) < choices else ask(player, match.views))
        match.choose(made[-1])
    return encode(check_and_play(hand, made))
