"""What bots make of the same cards: how much of a result was in the cards for anybody who plays about as the lab's players do.

Texts that name players may come from a stranger's link. So only the lab's own players are asked here, never a program or a file of
code, and only with options that let them answer at once.
"""

import math
import re
from typing import Any

import numpy as np

from cardshark.chance import draw_all
from cardshark.games import game as game_named
from cardshark.games.hearts.rules import Ties
from cardshark.hands.played import PlayedHand, house_rules, sign, start
from cardshark.play import Table
from cardshark.players import PLAYERS, seat
from cardshark.players.brain_file import SUFFIX
from cardshark.players.player import Player
from cardshark.text import UserError, split_options

EACH = 50  # hands of each bot
BOTS = {  # rules of thumb alone would play the same hand again and again: now and then they do anything
    "hearts": ("greedy:epsilon=0.1", "stock:epsilon=0.1", "jake:epsilon=0.1", "montecarlo:deals=20,playout=jake"),
    "gin": ("simple:epsilon=0.05", "holdout:epsilon=0.05", "minimiser:epsilon=0.05", "lookahead:epsilon=0.05"),
}
STAND_IN = {"hearts": "jake", "gin": "lookahead"}  # for a person, for those who take long, and for those who fail
UNKNOWN = "unknown"  # a player of a link about whom one should not ask further
MOST = 5_000  # deals, or whatever else a player may be told to try: so many in all, where one number multiplies another
NUMBER = re.compile(r"\d+(?:\.\d+)?")


def bots(hand: PlayedHand, place: int, points: float) -> dict[str, Any]:
    """How bots fared with the cards of a seat against the others of the table, each in so many hands with luck of their own."""
    module: Any = game_named(hand.game)
    rules = house_rules(hand)._replace(hands=1)  # the match ends with this hand
    if hand.game == "hearts":
        rules = rules._replace(ties=Ties.SHARED)
    names = BOTS[hand.game]
    others = [quick_player(hand, other, rules) for other in range(len(hand.players))]
    players = [*map(seat, names), *(player for _, player in others)]
    table = Table(module, rules, players, EACH * len(names))
    games = table.games
    games[:] = start(hand).games[0]
    if hand.game == "hearts":
        games["first"] = hand.number
    draw_all(np.uint64(hand.luck), 1 << 20, games["luck"])
    seating = np.tile(np.arange(len(names), len(players), dtype=np.int8), (len(games), 1))
    seating[:, place] = np.repeat(np.arange(len(names)), EACH)
    table.play(games, seating)
    taken = games["scores"][:, place].astype(int) * sign(hand)
    who = ", ".join(text for other, (text, _) in enumerate(others) if other != place)
    return {
        "count": len(taken), "mean": float(taken.mean()), "as_many": int((taken >= points).sum()),
        "counts": {str(value): int(count) for value, count in zip(*np.unique(taken, return_counts=True), strict=True)},
        "title": {"key": "review_bots_who", "args": {"bots": ", ".join(names), "n": EACH, "others": who}},
    }  # fmt: skip


def quick_player(hand: PlayedHand, place: int, rules: Any) -> tuple[str, Player]:
    """Who plays a seat among the bots: its own player if that is quick, or the stand-in."""
    text = hand.players[place]
    if harmless(text, hand.game) and PLAYERS[split_options(text)[0]].quick:
        try:
            player = seat(text)
            player.sit(game_named(hand.game), rules)
            return text, player
        except (UserError, OSError):
            pass  # a brain that is not here
    return STAND_IN[hand.game], seat(STAND_IN[hand.game])


def own_player(hand: PlayedHand, place: int) -> Any:
    """The seat's own player, if it is one of the lab that can say what it thinks; otherwise nobody."""
    text = hand.players[place]
    if not harmless(text, hand.game):
        return None
    try:
        player = seat(text)
        player.sit(game_named(hand.game), house_rules(hand))
    except (UserError, OSError):
        return None
    return player if hasattr(player, "opinions") else None


def harmless(text: str, game: str) -> bool:
    """Does this name a player of the lab, for this game, that reads no file from elsewhere and takes no more than moments?"""
    try:
        name, options = split_options(text)
    except UserError:
        return False
    known = name in PLAYERS and name != "terminal" and PLAYERS[name].plays(game)
    small = math.prod(number for number in map(float, NUMBER.findall(text)) if number > 1) <= MOST
    return (
        known
        and small
        and not re.search(r"\d_\d", text)  # 1_000 is a thousand to Python
        and SUFFIX not in text
        and "seconds" not in text
        and not any("/" in value or "\\" in value for value in options.values())
    )
