"""A tiny game in plain Python, for tests of what every game shares: two players wager in secret, then each plays one of three cards.

The higher rank wins one point, or two if its player has wagered high; who leads wins a tie. Many points are good.
"""

from typing import Annotated, NamedTuple

import numpy as np

from cardshark.cards import ALL, listed, rank_of
from cardshark.chance import GOLDEN, draw
from cardshark.jit import record
from helpers.peek import text as text

NAME, TITLE = "peek", "Peek"
LOWEST_WINS = False
COUNTED = ("highs",)
CYCLE = 2  # the seats lead by turns
WAGER, PLAY, OVER = range(3)
PHASES = ("wager", "play", "over")
SEATS = 2
LOW, HIGH = 13, 14  # wagers


class Rules(NamedTuple):
    """House rules of Peek."""

    hands: Annotated[int, "the match ends after this many hands"] = 3

    def check(self) -> None:
        """Every number will do."""

    def derived(self) -> dict[str, int]:
        """Nothing follows."""
        return {}


PRESETS = {"usual": Rules(), "long": Rules(hands=9)}

TABLE = record([
    ("totals", np.int16, SEATS),
    ("hand_number", np.int16),
    ("phase", np.int8),
    ("turn", np.int8),
    ("led", np.int8),  # the first card, or -1
])  # fmt: skip
GAME = record([
    ("hands", np.uint64, SEATS),
    ("luck", np.uint64),
    ("table", TABLE),
    ("deals", np.uint64),
    ("first", np.int16),
    ("wagers", np.int8, SEATS),
    ("scores", np.int16, SEATS),
    ("highs", np.int16, SEATS),  # high wagers
])  # fmt: skip
VIEW = record([("hand", np.uint64), ("legal", np.uint64), ("luck", np.uint64), ("table", TABLE)])


def seats(rules):
    """Two."""
    return SEATS


def begin_at(games, numbers):
    """The number decides who leads."""
    games["first"] = numbers


def hands_played(games):
    """Since the first one."""
    return games["table"]["hand_number"] - games["first"]


def hand_points(games, rules):
    """Of the hand before."""
    return games["scores"]


def is_public(phase, choice):
    """Wagers are secret."""
    return phase == PLAY


def deal(game):
    """Three cards each."""
    word = np.random.default_rng([int(game.deals), int(game.table.hand_number)])
    cards = word.permutation(listed(int(ALL)))
    for seat in range(SEATS):
        game.hands[seat] = sum(1 << int(card) for card in cards[3 * seat : 3 * seat + 3])
    game.table.phase, game.table.turn, game.table.led = WAGER, 0, -1


def leader(game):
    """Who plays first."""
    return int(game.table.hand_number) % SEATS


def legal(game):
    """A wager, or a card of the hand."""
    return np.uint64(1 << LOW | 1 << HIGH) if game.table.phase == WAGER else game.hands[game.table.turn]


def choose(game, rules, choice):
    """Carry out a choice."""
    table, seat = game.table, int(game.table.turn)
    game.luck += GOLDEN
    if table.phase == WAGER:
        game.wagers[seat] = choice
        game.highs[seat] += choice == HIGH
        table.turn = 1 - seat
        if seat == 1:
            table.phase, table.turn = PLAY, leader(game)
    elif table.led < 0:
        table.led, table.turn = choice, 1 - seat
    else:
        winner = seat if rank_of(int(choice)) > rank_of(int(table.led)) else 1 - seat
        game.scores[:] = 0
        game.scores[winner] = 1 + (game.wagers[winner] == HIGH)
        table.totals += game.scores
        table.hand_number += 1
        if table.hand_number - game.first >= rules.hands:
            table.phase = OVER
        else:
            deal(game)


def start_all(games, rules):
    """Deal the first hands."""
    for game in games:
        game.table.hand_number = game.first
        deal(game)


def look_all(games, rules, rows, views):
    """What the seats in turn may know."""
    for i, row in enumerate(rows):
        game, view = games[row], views[i]
        view.hand, view.legal, view.luck, view.table = game.hands[game.table.turn], legal(game), draw(game.luck, 0), game.table


def choose_all(games, rules, rows, views, choices):
    """Carry out a choice in each game."""
    ended = 0
    for i, row in enumerate(rows):
        if choices[i] < 0 or not int(views[i].legal) >> int(choices[i]) & 1:
            return -1 - i
        choose(games[row], rules[0], choices[i])
        ended += games[row].table.phase == OVER
    return ended


def step_all(games, rules, rows, views, choices):
    """Choose, then look again where the match goes on."""
    answer = choose_all(games, rules, rows, views, choices)
    if answer < 0:
        return answer
    going_on = [row for row in rows if games[row].table.phase != OVER]
    rows[: len(going_on)] = going_on
    look_all(games, rules, rows[: len(going_on)], views)
    return len(going_on)
