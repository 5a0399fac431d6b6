"""What a seat of Hearts may know, as 64-bit words. Seats are counted from the own one, to the left.

`words` makes them of views, `write_seat` of a whole game inside kernels: the same words, without a view in between.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import HEARTS, highest, lane, single
from cardshark.games.hearts.game import legal
from cardshark.games.hearts.rules import SEATS
from cardshark.games.planes import Plane, level, room
from cardshark.jit import at, kernel, rule

WHO = ("me", "the next player", "the player after that", "the last player")
PLANES = [
    Plane("hand", "my cards"),
    Plane("legal", "what I may choose"),
    Plane("given", "cards that I pass on, or have passed on"),
    Plane("received", "cards that were passed to me"),
    *(Plane(f"taken out {k}", f"cards of finished tricks that were played by {who}") for k, who in enumerate(WHO)),
    *(Plane(f"on the table {k}", f"the card of this trick that was played by {WHO[k]}") for k in range(1, SEATS)),
    Plane("unseen", "cards that nobody has played and that are not mine"),
    Plane(
        "situation",
        "columns 0-1: the phase, pass or play; 2-5: how many seats to the left cards are passed; 6-9: my place in the trick; "
        "10-27: tricks finished; 28-43: suits that I, the next player, ... have shown to be out of, four columns each; "
        "44: a heart was played; 45-48: who has taken the jack of diamonds; 49: points are being won back; 50-53: the suit led",
    ),
    Plane("points 0 and 1", "points taken in this hand: 32 columns for me, 32 for the next player; column k is 1 above k points"),
    Plane("points 2 and 3", "the same for the other two"),
    Plane(
        "totals", "points of the match, 16 columns a player; column k is 1 above k sixteenths of the limit, or of 100 where there is none"
    ),
]
FINISHED, TRICK, UNSEEN, SITUATION, POINTS, TOTALS = 4, 8, 11, 12, 13, 15  # numbers of planes
EMPTY, BYTE = np.uint64(0), np.uint64(255)


@rule
def seat_from(seat, first, players):
    """A seat counted from another one, to the left."""
    found = seat - first
    return found if found >= 0 else found + players


@rule
def after(seat, players):
    """The next seat."""
    return seat + 1 if seat + 1 < players else 0


@rule
def write_tricks(table, players, words):
    """The cards of finished tricks by who played them. Their leaders are found backwards from the last."""
    leader = seat_from(np.int64(table.leader), np.int64(table.turn), players)
    if players == SEATS:
        write_tricks_of_four(table, leader, words)
    else:
        write_tricks_of_three(table, leader, words)


@rule
def write_tricks_of_four(table, leader, words):
    """The same among four. Nothing here branches by the cards: a wrong guess of the processor would cost more than all the rest."""
    words_0, words_1, words_2, words_3 = EMPTY, EMPTY, EMPTY, EMPTY
    for start in range(np.int64(table.start) - 4, -1, -4):
        first, second = np.int64(table.history[at(start)]), np.int64(table.history[at(start + 1)])
        third, fourth = np.int64(table.history[at(start + 2)]), np.int64(table.history[at(start + 3)])
        best = highest((single(first) | single(second) | single(third) | single(fourth)) & lane(first >> 4))
        leader = (leader - np.int64(second == best) - 2 * np.int64(third == best) - 3 * np.int64(fourth == best)) & 3
        cards = np.uint64(first | second << 8 | third << 16 | fourth << 24) << np.uint64(8 * leader)  # a byte for each seat,
        cards |= cards >> np.uint64(32)  # turned so that the first byte is mine
        words_0 |= single(cards & BYTE)
        words_1 |= single((cards >> np.uint64(8)) & BYTE)
        words_2 |= single((cards >> np.uint64(16)) & BYTE)
        words_3 |= single((cards >> np.uint64(24)) & BYTE)
    words[FINISHED], words[FINISHED + 1], words[FINISHED + 2], words[FINISHED + 3] = words_0, words_1, words_2, words_3


@rule
def write_tricks_of_three(table, leader, words):
    """The same among three."""
    for start in range(np.int64(table.start) - 3, -1, -3):
        first, second = np.int64(table.history[at(start)]), np.int64(table.history[at(start + 1)])
        third = np.int64(table.history[at(start + 2)])
        best = highest((single(first) | single(second) | single(third)) & lane(first >> 4))
        leader -= (second == best) + 2 * (third == best)
        leader = leader if leader >= 0 else leader + 3
        seat = after(leader, 3)
        words[at(FINISHED + leader)] |= single(first)
        words[at(FINISHED + seat)] |= single(second)
        words[at(FINISHED + after(seat, 3))] |= single(third)


@rule
def situation(table, players):
    """The numbers of a view that are small, each as a few columns."""
    me, place = np.int64(table.turn), np.int64(table.played) - np.int64(table.start)
    found = single(table.phase) | single(2 + table.across) | single(6 + place) | single(10 + table.trick)
    for k in range(players):
        seat = at(me + k if me + k < players else me + k - players)
        found |= np.uint64(table.voids[seat]) << np.uint64(28 + 4 * k)
        if table.jack == np.int64(seat):
            found |= single(45 + k)
    found |= single(44) if table.seen & HEARTS else EMPTY
    found |= single(49) if table.second_stage else EMPTY
    return found | (single(50 + table.led) if place else EMPTY)


@rule
def write_planes(table, hand, legal, given, received, rules, words):
    """All planes of the seat in turn: its cards, and what it makes of the table."""
    players, limit = rules.players, rules.limit if rules.limit > 0 else 100
    me = np.int64(table.turn)
    words[:] = EMPTY
    words[0], words[1], words[2], words[3] = hand, legal, given, received
    write_tricks(table, players, words)
    for j in range(np.int64(table.played) - np.int64(table.start)):
        seat = np.int64(table.leader) + j
        seat = seat_from(seat if seat < players else seat - players, me, players)
        words[at(TRICK - 1 + seat)] = single(table.history[at(table.start + j)])
    words[UNSEEN] = rules.deck & ~(table.seen | hand)
    words[SITUATION] = situation(table, players)
    for k in range(players):
        seat = at(me + k if me + k < players else me + k - players)
        words[at(POINTS + (k >> 1))] |= level(table.points[seat], 32) << np.uint64(32 * (k & 1))
        if table.totals[seat] > 0:  # a division is slow, and single hands have no totals
            words[TOTALS] |= level((16 * np.int64(table.totals[seat]) + limit - 1) // limit, 16) << np.uint64(16 * k)


@rule
def write_view(view, rules, words):
    """The planes of one view."""
    write_planes(view.table, view.hand, view.legal, view.given, view.received, rules, words)


@rule
def write_seat(game, rules, words):
    """The planes of the seat in turn of a game: those of the view that `look` would show it."""
    seat = at(game.table.turn)
    passing = game.table.across != 0
    given, received = game.given[seat] if passing else EMPTY, game.received[seat] if passing else EMPTY
    write_planes(game.table, game.hands[seat], legal(game, rules), given, received, rules, words)


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


# ---- for critics ----


@rule
def write_others(game, players, words):
    """The hands that the seat in turn cannot see, the next player's first."""
    turn = np.int64(game.table.turn)
    for k in range(1, players):
        words[at(k - 1)] = game.hands[at(turn + k if turn + k < players else turn + k - players)]


@kernel
def write_hidden(games, found):
    """The other hands in every game."""
    for i in range(len(games)):
        write_others(games[at(i)], found.shape[1] + 1, found[at(i)])


def hidden(games: np.ndarray, seats: int, out: Any = None) -> NDArray[np.uint64]:
    """The hands of the other seats, the next one first."""
    found = room(out, len(games), seats - 1)
    write_hidden(games, found)
    return found
