"""Oh Hell, in the order of the rule book: deal, bid, play, trick, score, and what a seat may see.

Every function is a rule that is inlined into the kernels of `batch.py`. Seats count from 0, to the left. What a game is made of
stands in `state.py`, the house rules in `rules.py`.
"""

import numpy as np
from cardshark.cards import count, lane, single, suit_of
from cardshark.chance import GOLDEN, draw, draw_card, sealed
from cardshark.jit import at, rule

from cardshark_ohhell.rules import SEATS, Miss
from cardshark_ohhell.state import BID, NO_BID, NO_CARD, OVER, PLAY, bid_choice, bid_of

EMPTY = np.uint64(0)
MADE = 10  # points for taking exactly the tricks that were bid, beside one for each


# ---- the deal ----


@rule
def hand_size(number, rules):
    """How many cards each seat gets in this hand of a match."""
    step = number % rules.row
    return rules.most - step if step < rules.most else step - rules.most + 2


@rule
def deal_hand(game, rules):
    """Deal the next hand of the match, and turn the card after it."""
    table = game.table
    word = draw(game.deals, table.hand_number)
    size = hand_size(np.int64(table.hand_number), rules)
    rest = rules.deck
    left = count(rest)
    for seat in range(SEATS):
        hand = EMPTY
        for _ in range(size if seat < rules.players else 0):
            drawn = single(draw_card(rest, left, word))
            hand |= drawn
            rest ^= drawn
            left -= 1
        game.hands[seat] = hand
    table.dealt = size
    table.trump = draw_card(rest, left, word) if left else NO_CARD
    begin_hand(game, rules)


@rule
def begin_hand(game, rules):
    """Clear the table; the dealer's left bids first, and leads first."""
    table = game.table
    for seat in range(SEATS):
        table.bids[seat] = NO_BID
        table.tricks[seat] = 0
        table.voids[seat] = 0
    table.seen = EMPTY
    table.history[:] = NO_CARD
    table.start = 0
    table.led = 0
    table.played = 0
    table.leader = table.hand_number % rules.players
    table.dealer = (table.leader + rules.players - 1) % rules.players
    table.turn = table.leader
    table.phase = BID


# ---- bidding ----


@rule
def legal_bids(table, rules):
    """0 to the size of the hand; with `hook` the dealer may not make the sum of bids equal to the number of tricks."""
    left_over = np.int64(table.dealt)  # the bid that would make it equal
    for seat in range(rules.players):
        left_over -= table.bids[at(seat)] if seat != table.dealer else 0
    hooked = rules.hook and table.turn == table.dealer
    allowed = EMPTY
    for bid in range(table.dealt + 1):
        if not (hooked and bid == left_over):
            allowed |= single(bid_choice(bid))
    return allowed


@rule
def say_bid(game, rules, bid):
    """Bid how many tricks one will take; after the dealer's bid the play begins."""
    table = game.table
    table.bids[at(table.turn)] = bid
    if table.turn == table.dealer:
        table.phase = PLAY
    table.turn = table.turn + 1 if table.turn + 1 < rules.players else 0


# ---- the play ----


@rule
def legal_cards(game):
    """Follow suit if you can, otherwise anything."""
    table = game.table
    hand = game.hands[at(table.turn)]
    if table.played == table.start:
        return hand
    follow = hand & lane(table.led)
    return follow if follow else hand


@rule
def legal(game, rules):
    """What the seat in turn may choose: a bid, or a card."""
    return legal_bids(game.table, rules) if game.table.phase == BID else legal_cards(game)


@rule
def play_card(game, rules, card):
    """Play a card to the trick; after the last one the hand is scored, and the match goes on or ends."""
    table = game.table
    seat = np.int64(table.turn)
    if table.played == table.start:
        table.led = suit_of(card)
    table.voids[at(seat)] |= (suit_of(card) != table.led) << table.led
    game.hands[at(seat)] ^= single(card)
    table.seen |= single(card)
    table.history[at(table.played)] = card
    table.played += 1
    table.turn = seat + 1 if seat + 1 < rules.players else 0
    if table.played - table.start == rules.players:
        finish_trick(game, rules)
        if table.played == table.dealt * rules.players:
            finish_hand(game, rules)


@rule
def beats(card, best, trump):
    """Does a card beat the best one before it? In its suit the higher one does, and a trump beats every other suit."""
    if suit_of(card) == suit_of(best):
        return card > best
    return trump != NO_CARD and suit_of(card) == suit_of(trump)


@rule
def finish_trick(game, rules):
    """The highest trump takes the trick, otherwise the highest card of the suit led; its player leads to the next."""
    table = game.table
    start, trump = np.int64(table.start), np.int64(table.trump)
    best, behind = np.int64(table.history[at(start)]), np.int64(0)
    for i in range(1, rules.players):
        card = np.int64(table.history[at(start + i)])
        if beats(card, best, trump):
            best, behind = card, i
    winner = (table.leader + behind) % rules.players
    table.tricks[at(winner)] += 1
    table.leader = winner
    table.turn = winner
    table.start = table.played


# ---- the score ----


@rule
def score(bid, tricks, rules):
    """What a hand is worth to a seat."""
    if tricks == bid:
        return MADE + bid
    return -abs(tricks - bid) if rules.miss == Miss.MINUS else 0


@rule
def finish_hand(game, rules):
    """Write the score down; end the match or deal the next hand."""
    table = game.table
    for seat in range(rules.players):
        bid, tricks = np.int64(table.bids[at(seat)]), np.int64(table.tricks[at(seat)])
        game.made[at(seat)] += bid == tricks
        game.scores[at(seat)] = score(bid, tricks, rules)
        table.totals[at(seat)] += game.scores[at(seat)]
    table.hand_number += 1
    if table.hand_number - game.first >= rules.last_hand:
        table.phase = OVER
    else:
        deal_hand(game, rules)


# ---- what a seat may see ----


@rule
def look(game, rules, view):
    """Copy what the seat in turn may know, and nothing else."""
    view.legal = legal(game, rules)
    view.hand = game.hands[at(game.table.turn)]
    view.luck = sealed(game.luck)
    view.table = game.table


@rule
def choose(game, rules, choice):
    """Carry out a choice of the seat in turn, which must be legal."""
    game.luck += GOLDEN  # every decision has its own luck
    if game.table.phase == BID:
        say_bid(game, rules, bid_of(choice))
    else:
        play_card(game, rules, choice)
