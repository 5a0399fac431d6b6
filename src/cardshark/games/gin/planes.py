"""What a seat of gin rummy may know, as 64-bit words, and what its hand counts, as numbers.

`words` and `numbers` make them of views, `write_seat` and `write_seat_numbers` of a whole game inside kernels.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import ALL, count, lowest, single
from cardshark.games.gin.game import legal
from cardshark.games.gin.melds import MELDS, deadwood
from cardshark.games.gin.state import DRAW, EMPTY, HAND_SIZE, MEMORY, PILE, STOCK
from cardshark.games.planes import Plane, level, room
from cardshark.jit import at, kernel, rule

PLANES = [
    Plane("hand", "my cards"),
    Plane("legal", "what I may choose"),
    Plane("known", "cards that the other player is known to hold"),
    Plane("shown", "cards that the other player knows I hold"),
    Plane("pile", "the discard pile"),
    Plane("top", "its top"),
    Plane("drawn", "the card that I have just drawn"),
    Plane("my discards", f"what I have discarded in the last {MEMORY - 1} turns"),
    Plane("other discards", "what the other player has discarded in these turns"),
    Plane("unseen", "cards of which I do not know where they are"),
    Plane("up-card", "the first up-card of this hand"),
    *(Plane(f"meld {k}", "a meld of the knocker, with what was laid off on it") for k in range(MELDS)),
    Plane("laid off", "what was laid off"),
    Plane(
        "situation",
        "columns 0-5: the phase, offer, draw, discard, knock, spread or lay-off; 6-8: how many left the first up-card; 9: I deal; "
        "10: I have knocked; 11: the other has; 12: the last card came from the stock; 13: from the pile; 14: this hand counts double; "
        "16-25: the knock limit, column 16 + k is 1 above k; 32-63: cards left in the stock, column 32 + k is 1 above k",
    ),
    Plane(
        "match",
        "columns 0-31: turns finished in this hand, in pairs, column k is 1 above k pairs; 32-47: my points of the match, column 32 + k "
        "is 1 above k sixteenths of the target, or of 100 where there is none; 48-63: those of the other player",
    ),
]
MATCH, SITUATION, LAID_OFF, FIRST_MELD, UNSEEN = 16, 15, 14, 11, 9  # numbers of planes
NUMBERS = 66  # deadwood in tens: after each discard by the number of the card; of the hand as it is; the least with the pile's top
HIDDEN = 2  # words: the other hand, the next card of the stock
TEN = np.float32(10.0)


@rule
def situation(table):
    """The numbers of a view that are small, each as a few columns."""
    me = np.int64(table.turn)
    found = single(table.phase) | single(6 + table.passed) | (level(table.knock_limit, 10) << np.uint64(16))
    found |= level(table.stock_left, 32) << np.uint64(32)
    if table.dealer == me:
        found |= single(9)
    if table.knocker >= 0:
        found |= single(10) if table.knocker == me else single(11)
    if table.source == STOCK:
        found |= single(12)
    if table.source == PILE:
        found |= single(13)
    return found | (single(14) if table.doubling > 1 else EMPTY)


@rule
def write_planes(table, hand, legal, drawn, rules, words):
    """All planes of the seat in turn: its cards, and what it makes of the table."""
    target = rules.target if rules.target > 0 else 100
    me = np.int64(table.turn)
    other = at(1 - me)
    words[:] = EMPTY
    words[0], words[1], words[2], words[3], words[4] = hand, legal, table.known[other], table.known[at(me)], table.piled
    if table.pile_size > 0:
        words[5] = single(table.pile[at(table.pile_size - 1)])
    if drawn >= 0:
        words[6] = single(drawn)
    for turn in range(max(np.int64(table.turns) - MEMORY + 1, 0), np.int64(table.turns)):
        card = np.int64(table.discards[at(turn & (MEMORY - 1))])
        if card >= 0:
            words[at(7 + ((np.int64(table.first) + turn + me) & 1))] |= single(card)
    words[UNSEEN] = ALL & ~(hand | table.piled | table.known[other] | table.laid_off)
    words[10] = single(table.upcard)
    for k in range(MELDS):
        words[at(FIRST_MELD + k)] = table.melds[at(k)]
    words[LAID_OFF] = table.laid_off
    words[SITUATION] = situation(table)
    words[MATCH] = level(np.int64(table.turns) >> 1, 32)
    if table.totals[at(me)] > 0:  # a division is slow, and single hands have no totals
        words[MATCH] |= level((16 * np.int64(table.totals[at(me)]) + target - 1) // target, 16) << np.uint64(32)
    if table.totals[other] > 0:
        words[MATCH] |= level((16 * np.int64(table.totals[other]) + target - 1) // target, 16) << np.uint64(48)


@rule
def write_view(view, rules, words):
    """The planes of one view."""
    write_planes(view.table, view.hand, view.legal, view.drawn, rules, words)


@rule
def write_seat(game, rules, words):
    """The planes of the seat in turn of a game: those of the view that `look` would show it."""
    write_planes(game.table, game.hands[at(game.table.turn)], legal(game, rules), game.drawn, rules, words)


@kernel
def write_words(views, rules, found):
    """The planes of every view."""
    rules = rules[0]
    for i in range(len(views)):
        write_view(views[i], rules, found[i])


def words(views: np.ndarray, rules: np.ndarray, out: Any = None) -> NDArray[np.uint64]:
    """The planes of these views, in an array that the caller brings, or in a new one."""
    found = room(out, len(views), len(PLANES))
    write_words(views, rules, found)
    return found


# ---- numbers ----


@rule
def write_discards(hand, deadwoods):
    """The deadwood after each discard, in tens. Returns the least."""
    least, rest = np.float32(99.0), hand
    while rest:
        card = lowest(rest)
        rest &= rest - np.uint64(1)
        deadwoods[at(card)] = np.float32(deadwood(hand ^ single(card))) / TEN
        least = min(least, deadwoods[at(card)])
    return least


@rule
def least_left(hand):
    """The least deadwood after a discard, in tens."""
    least, rest = np.float32(99.0), hand
    while rest:
        least = min(least, np.float32(deadwood(hand ^ single(lowest(rest)))) / TEN)
        rest &= rest - np.uint64(1)
    return least


@rule
def write_numbers(table, hand, numbers):
    """Deadwood after each discard, as it is, and after taking the top of the pile."""
    numbers[:] = np.float32(0.0)
    if count(hand) > HAND_SIZE:
        numbers[64] = write_discards(hand, numbers)
    else:
        numbers[64] = np.float32(deadwood(hand)) / TEN
        if table.phase <= DRAW and table.pile_size > 0:
            numbers[65] = least_left(hand | single(table.pile[at(table.pile_size - 1)]))


@rule
def write_seat_numbers(game, numbers):
    """The numbers of the seat in turn of a game."""
    write_numbers(game.table, game.hands[at(game.table.turn)], numbers)


@kernel
def write_deadwood(views, found):
    """The numbers of every view."""
    for i in range(len(views)):
        write_numbers(views[i].table, views[i].hand, found[i])


def numbers(views: np.ndarray, rules: np.ndarray, out: Any = None) -> NDArray[np.float32]:
    """What hands count, in an array that the caller brings, or in a new one."""
    found = room(out, len(views), NUMBERS, np.float32)
    write_deadwood(views, found)
    return found


# ---- for critics ----


@rule
def write_others(game, words):
    """What the seat in turn cannot see: the other hand, and the next card of the stock."""
    table = game.table
    words[0] = game.hands[at(1 - np.int64(table.turn))]
    words[1] = single(game.stock[at(table.stock_left - 1)]) if table.stock_left > 0 else EMPTY


@kernel
def write_hidden(games, found):
    """What is hidden in every game."""
    for i in range(len(games)):
        write_others(games[i], found[i])


def hidden(games: np.ndarray, seats: int, out: Any = None) -> NDArray[np.uint64]:
    """The other hand, and the next card of the stock, as words."""
    found = room(out, len(games), HIDDEN)
    write_hidden(games, found)
    return found
