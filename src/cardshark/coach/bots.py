"""How bots fare with the same cards, which shows how much of a result was due to the cards.

Texts that name players may come from somebody else's link, so only harmless ones are asked (`hands.harmless`).
"""

from typing import Any

import numpy as np

from cardshark.chance import draw_all
from cardshark.coach.judges import coach_of
from cardshark.games import game_named
from cardshark.hands.hand import PlayedHand
from cardshark.hands.harmless import is_harmless
from cardshark.hands.played import house_rules, score_sign, start
from cardshark.play import Table
from cardshark.players import PLAYERS, seat
from cardshark.players.player import Player
from cardshark.text import UserError, split_options

EACH = 50  # hands that each bot plays


def stand_in(game: str) -> str:
    """The player that replaces a person, a player that takes long, or one that fails."""
    return coach_of(game).STAND_IN


def compare_bots(hand: PlayedHand, place: int, points: float) -> dict[str, Any]:
    """How bots fare with the cards of a seat against the others of the table, each in `EACH` hands with different luck."""
    coach, module = coach_of(hand.game), game_named(hand.game)
    rules = coach.one_hand_rules(house_rules(hand))
    others = [quick_player(hand, other, rules) for other in range(len(hand.players))]
    players = [*map(seat, coach.BOTS), *(player for _, player in others)]
    table = Table(module, rules, players, EACH * len(coach.BOTS))
    games = table.games
    games[:] = start(hand).games[0]
    coach.begin_with(games, hand)
    luck = np.empty(len(games), np.uint64)
    draw_all(np.uint64(hand.luck), 1 << 20, luck)
    games["luck"] = luck
    seating = np.tile(np.arange(len(coach.BOTS), len(players), dtype=np.int8), (len(games), 1))
    seating[:, place] = np.repeat(np.arange(len(coach.BOTS)), EACH)
    table.play(games, seating)
    taken = games["scores"][:, place].astype(int) * score_sign(hand)
    who = ", ".join(text for other, (text, _) in enumerate(others) if other != place)
    return {
        "count": len(taken), "mean": float(taken.mean()), "as_many": int((taken >= points).sum()),
        "counts": {str(value): int(count) for value, count in zip(*np.unique(taken, return_counts=True), strict=True)},
        "title": {"key": "review_bots_who", "args": {"bots": ", ".join(coach.BOTS), "n": EACH, "others": who}},
    }  # fmt: skip


def quick_player(hand: PlayedHand, place: int, rules: Any) -> tuple[str, Player]:
    """The player of a seat in the bots' hands: its own player if that is quick, or the stand-in."""
    text = hand.players[place]
    if is_harmless(text, hand.game) and PLAYERS[split_options(text)[0]].quick:
        try:
            player = seat(text)
            player.sit(game_named(hand.game), rules)
            return text, player
        except (UserError, OSError):
            pass  # a brain that is not here
    return stand_in(hand.game), seat(stand_in(hand.game))


def own_player(hand: PlayedHand, place: int) -> Any:
    """The seat's own player, if it is one of the lab that has opinions; otherwise None."""
    text = hand.players[place]
    if not is_harmless(text, hand.game) or any(each.seat == place for each in hand.stood_in):
        return None
    try:
        player = seat(text)
        player.sit(game_named(hand.game), house_rules(hand))
    except (UserError, OSError):
        return None
    return player if hasattr(player, "opinions") else None
