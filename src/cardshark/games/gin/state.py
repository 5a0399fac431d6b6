"""The gin table: what a game is made of, what may be chosen, and the deal.

A game is one record (a whole match, hand after hand), a batch of games an array of it. Everything public stands in the
nested `TABLE`; `GAME` adds the hands and the stock, `VIEW` one hand and its legal choices. A choice is one number: a card,
a move that is no card (from the spare bits between the suits), or in SPREAD the number of an arrangement of the hand
(see `melds.py`). The play stands in `game.py`, the end of a hand in `showdown.py`.
"""

import numpy as np

from cardshark.cards import ALL, SPADES, single
from cardshark.chance import draw, draw_card
from cardshark.games.gin import melds
from cardshark.games.gin.rules import HandResult
from cardshark.jit import at, record, rule

SEATS = 2
HAND_SIZE = 10
PILE_ROOM = 32  # all cards but the two hands
MEMORY = 64  # turns whose discards are remembered; only the longest hands forget their first ones
EMPTY = np.uint64(0)
NOBODY = -1

STOCK, PILE, PASS = 13, 14, 15  # draw from the stock, take the top of the pile, leave the up-card
KNOCK, PLAY_ON, BIG_GIN = 29, 30, 31
DONE = 45  # lay off no more

OFFER, DRAW, DISCARD, MAY_KNOCK, SPREAD, LAY_OFF, OVER = range(7)  # phases of a match, and
PHASES: tuple[str, ...] = ("offer", "draw", "discard", "knock", "spread", "lay-off", "over")  # their names
ENDED = 7  # a hand that has just ended; nobody ever sees this phase

TABLE = record([
    ("known", np.uint64, SEATS),  # cards a seat is known to hold: taken from the pile; the knocker's whole hand once spread
    ("piled", np.uint64),  # the cards on the discard pile
    ("melds", np.uint64, melds.MELDS),  # the knocker's, with what was laid off on them
    ("laid_off", np.uint64),
    ("taken", np.uint64),  # bit t: in turn t (modulo MEMORY) the card was taken from the pile
    ("totals", np.int32, SEATS),  # points of the match before this hand; with all bonuses once the match is over
    ("hand_number", np.int32),  # of this hand in the match, from 0
    ("boxes", np.int32, SEATS),  # hands won, with further boxes for gin and undercuts
    ("turns", np.int16),  # turns finished in this hand: a turn ends with its discard
    ("pile", np.int8, PILE_ROOM),  # the discard pile, its top last
    ("discards", np.int8, MEMORY),  # what was discarded in turn t (modulo MEMORY), by seat (first + t) % 2
    ("pile_size", np.int8),
    ("stock_left", np.int8),
    ("upcard", np.int8),  # the first up-card of this hand
    ("knock_limit", np.int8),  # of this hand
    ("doubling", np.int8),  # how many times this hand counts
    ("dealer", np.int8),
    ("first", np.int8),  # who took the first turn
    ("turn", np.int8),  # who must choose
    ("phase", np.int8),
    ("passed", np.int8),  # how many left the up-card
    ("source", np.int8),  # where the last card was drawn: STOCK or PILE; NOBODY before the first draw
    ("knocker", np.int8),  # or NOBODY
])  # fmt: skip

GAME = record([
    ("hands", np.uint64, SEATS),
    ("luck", np.uint64),  # the stream of the players' random numbers
    ("table", TABLE),
    ("drawn", np.int8),  # the card that the seat in turn has just drawn, or NOBODY
    ("draws", np.int8, (SEATS, MEMORY // 2)),  # what each seat drew in its turns, modulo MEMORY // 2
    ("stock", np.int8, PILE_ROOM),  # the next card last
    ("deals", np.uint64),  # the stream of this match's deals
    ("shown", np.uint64, SEATS),  # the hands at the end of the hand before
    ("scores", np.int16, SEATS),  # of the hand before: what its winner won and the other lost
    ("winner", np.int8),  # of the hand before, or NOBODY
    ("result", np.int8),  # how the hand before ended
    ("results", np.int32, len(HandResult)),  # how many hands of this match ended in each way
])  # fmt: skip

VIEW = record([
    ("hand", np.uint64),
    ("legal", np.uint64),  # what may be chosen now
    ("luck", np.uint64),  # 64 random bits for this decision
    ("table", TABLE),
    ("drawn", np.int8),  # the card just drawn, or NOBODY
    ("draws", np.int8, MEMORY // 2),  # what this seat drew in its turns
])  # fmt: skip


# ---- the deal ----


@rule
def deal_hand(game, rules):
    """Ten cards each, one by one, the dealer's opponent first; then the up-card; the rest is the stock."""
    table = game.table
    word = draw(game.deals, table.hand_number)
    other = 1 - table.dealer
    rest = ALL
    game.hands[0] = EMPTY
    game.hands[1] = EMPTY
    for left in range(52, 0, -1):
        card = draw_card(rest, left, word)
        rest ^= single(card)
        if left > PILE_ROOM:
            game.hands[at((other + left) & 1)] |= single(card)  # the first is drawn when 52, an even number, are left
        elif left == PILE_ROOM:
            table.upcard = card
        else:
            game.stock[at(left - 1)] = card
    begin_hand(game, rules, other)


@rule
def begin_hand(game, rules, other):
    """Clear the table, turn the up-card, and ask the dealer's opponent."""
    table = game.table
    for seat in range(SEATS):
        table.known[seat] = EMPTY
        for i in range(MEMORY // 2):
            game.draws[seat, i] = NOBODY
    for i in range(MEMORY):
        table.discards[i] = NOBODY
    for i in range(PILE_ROOM):
        table.pile[i] = NOBODY
    for i in range(melds.MELDS):
        table.melds[i] = EMPTY
    table.laid_off = EMPTY
    table.taken = EMPTY
    table.turns = 0
    table.pile[0] = table.upcard
    table.pile_size = 1
    table.piled = single(table.upcard)
    table.stock_left = PILE_ROOM - 1
    table.passed = 0
    table.source = NOBODY
    table.knocker = NOBODY
    game.drawn = NOBODY
    table.first = other
    table.turn = other
    table.phase = OFFER if rules.upcard_offer else DRAW
    table.doubling = 2 if rules.spades_double and table.piled & SPADES else 1
    table.knock_limit = knock_limit(rules, melds.points(table.piled))


@rule
def knock_limit(rules, upcard_points):
    """The most deadwood with which a player may knock in a hand with this up-card."""
    if not rules.upcard_limit:
        return rules.knock_limit
    return min(rules.knock_limit, 0 if rules.ace_means_gin and upcard_points == 1 else upcard_points)
