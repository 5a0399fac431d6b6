"""Players with a memory: they are told at which tables they are asked, and where a match begins."""

import numpy as np
import pytest

from cardshark import play
from cardshark.arena.duel import duel
from cardshark.games import hearts, house
from cardshark.players.load import Guest
from cardshark.players.player import Player
from cardshark.players.uniform import Random

SIZE = 4096  # tables that it can remember


class Counting(Player):
    """Remembers how many cards it has played at each table and seat of this hand, and checks that against what it sees."""

    def __init__(self) -> None:
        self.played = np.full((SIZE, 4), -1)
        self.checked = 0

    def begin(self, rows):
        self.played[rows] = 0

    def choose(self, views, choices, rows):
        assert len(views) == len(choices) == len(rows)
        seats, own = views["table"]["turn"].astype(int), np.bitwise_count(views["hand"])
        playing = views["table"]["phase"] == hearts.PLAY
        assert (13 - own[playing] == self.played[rows, seats][playing]).all()
        self.played[rows[playing], seats[playing]] += 1
        self.checked += int(playing.sum())
        Random().choose(views, choices)


@pytest.mark.parametrize("wrap", [lambda player: player, lambda player: Guest("counting", player)], ids=["itself", "as a guest"])
def test_a_player_remembers_by_table_and_seat(wrap):
    rules = house.parse(hearts.PRESETS, "american:hands=1")
    counting = Counting()
    games = play.deal(hearts, rules, seed=1, count=40)
    play.play(hearts, rules, games, [wrap(counting), Random(), Random(), wrap(counting)])
    assert counting.checked == 40 * 26


def test_a_duel_begins_match_after_match_at_the_same_tables():
    counting = Counting()
    with_memory = duel("hearts", "american", ("counting", counting), "random", deals=5000, seed=3)
    without = duel("hearts", "american", ("random", Random()), "random", deals=5000, seed=3)
    assert counting.checked == 5000 * 4 * 13
    assert with_memory.difference == without.difference  # the same luck decides
