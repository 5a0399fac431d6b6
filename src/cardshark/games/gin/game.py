"""Gin rummy, in the order of the rule book: offer, draw, discard, knock, and what a seat may see.

The records, the choices and the deal stand in `state.py`; what follows a knock, up to the next deal, in
`showdown.py`. The functions marked `rule` are the rules; the kernels in `batch.py` apply them to many games at once.
"""

import numpy as np

from cardshark.cards import count, single
from cardshark.chance import GOLDEN, draw, draw_card, sealed
from cardshark.games.gin import melds
from cardshark.games.gin.rules import HandResult, StockOut
from cardshark.games.gin.showdown import end_hand, finish_hand, showdown, spreads
from cardshark.games.gin.state import (
    BIG_GIN,
    DISCARD,
    DONE,
    DRAW,
    ENDED,
    KNOCK,
    MAY_KNOCK,
    MEMORY,
    NOBODY,
    OFFER,
    PASS,
    PILE,
    PLAY_ON,
    SEATS,
    SPREAD,
    STOCK,
)
from cardshark.jit import at, kernel, rule

# ---- a turn ----


@rule
def legal(game, rules):
    """What the seat in turn may choose."""
    table = game.table
    if table.phase == DISCARD:
        return legal_discards(game, rules)
    if table.phase == DRAW:
        both_passed = table.passed == SEATS and table.turns == 0
        return single(STOCK) if both_passed else single(STOCK) | single(PILE)
    if table.phase == OFFER:
        return single(PILE) | single(PASS)
    if table.phase == MAY_KNOCK:
        return single(KNOCK) | single(PLAY_ON)
    if table.phase == SPREAD:
        return single(spreads(game)) - np.uint64(1)
    return melds.fitting(game.hands[at(table.turn)], table.melds) | single(DONE)


@rule
def legal_discards(game, rules):
    """Any card but one just taken from the pile; or big gin, with all eleven melded."""
    hand = game.hands[at(game.table.turn)]
    allowed = hand
    if game.table.source == PILE and not rules.throw_back:
        allowed ^= single(game.drawn)
    if rules.big_gin > 0 and melds.deadwood(hand) == 0:
        allowed |= single(BIG_GIN)
    return allowed


@rule
def leave_upcard(table):
    """Decline the first up-card; when both do, the dealer's opponent draws from the stock."""
    table.passed += 1
    table.turn = 1 - table.turn
    if table.passed == SEATS:
        table.phase = DRAW


@rule
def draw_from(game, source):
    """Draw the top card of the stock or of the pile."""
    table = game.table
    seat = at(table.turn)
    if source == STOCK:
        table.stock_left -= 1
        card = game.stock[at(table.stock_left)]
    else:
        table.pile_size -= 1
        card = table.pile[at(table.pile_size)]
        table.piled ^= single(card)
        table.known[seat] |= single(card)
    if table.turns == 0:
        table.first = table.turn
    game.hands[seat] |= single(card)
    game.drawn = card
    game.draws[seat, at((table.turns >> 1) & (MEMORY // 2 - 1))] = card
    table.source = source
    table.phase = DISCARD


@rule
def finish_turn(table, card):
    """Write down this turn: what was discarded, and where the player drew."""
    turn = table.turns & (MEMORY - 1)
    table.discards[at(turn)] = card
    table.taken &= ~single(turn)
    if table.source == PILE:
        table.taken |= single(turn)
    table.turns += 1


@rule
def discard(game, rules, card):
    """Put a card on the pile; with little enough deadwood the player is asked whether to knock."""
    table = game.table
    seat = at(table.turn)
    game.hands[seat] ^= single(card)
    table.known[seat] &= ~single(card)
    table.pile[at(table.pile_size)] = card
    table.pile_size += 1
    table.piled |= single(card)
    finish_turn(table, card)
    if melds.deadwood(game.hands[seat]) <= table.knock_limit:
        table.phase = MAY_KNOCK
    else:
        pass_turn(game, rules)


@rule
def pass_turn(game, rules):
    """The other player's turn, unless the stock or the turns have run out."""
    table = game.table
    game.drawn = NOBODY
    table.turn = 1 - table.turn
    table.phase = DRAW
    used_up = table.stock_left <= rules.stock_left
    if table.turns >= rules.last_turn or (used_up and rules.stock_out == StockOut.VOID):
        end_hand(game, NOBODY, 0, HandResult.VOID)
    elif used_up:
        renew_stock(game, rules)


@kernel
def renew_stock(game, rules):
    """The pile but its top card becomes the stock, shuffled or as it lies: the oldest discard is drawn first."""
    table = game.table
    top = table.pile[at(table.pile_size - 1)]
    rest = table.piled ^ single(top)
    size = count(rest)
    word = draw(game.deals, ((np.int64(table.hand_number) + (1 << 32)) << 16) + table.turns)  # far above the numbers of the deals
    for left in range(size, 0, -1):
        card = draw_card(rest, left, word) if rules.stock_out == StockOut.RESHUFFLE else np.int64(table.pile[at(size - left)])
        rest ^= single(card)
        game.stock[at(left - 1)] = card
    table.stock_left = size
    table.pile[0] = top
    table.pile_size = 1
    table.piled = single(top)


# ---- what a seat may see ----


@rule
def look(game, rules, view):
    """Copy what the seat in turn may know, and nothing else."""
    seat = at(game.table.turn)
    view.legal = legal(game, rules)
    view.hand = game.hands[seat]
    view.luck = sealed(game.luck)
    view.drawn = game.drawn
    for i in range(MEMORY // 2):
        view.draws[i] = game.draws[seat, i]
    view.table = game.table


@rule
def choose(game, rules, choice):
    """Carry out a choice of the seat in turn, which must be legal."""
    game.luck += GOLDEN
    choice = np.int64(choice)
    table = game.table
    if table.phase == DRAW or (table.phase == OFFER and choice == PILE):
        draw_from(game, choice)
    elif table.phase == OFFER:
        leave_upcard(table)
    elif table.phase == DISCARD and choice != BIG_GIN:
        discard(game, rules, choice)
    elif table.phase == MAY_KNOCK and choice == PLAY_ON:
        pass_turn(game, rules)
    else:
        if table.phase == DISCARD:
            finish_turn(table, NOBODY)  # big gin: nothing is discarded
        showdown(game, rules, choice)
    if table.phase == ENDED:
        finish_hand(game, rules)
