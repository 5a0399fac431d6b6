"""Gin rummy, in the order of the rule book: deal, offer, draw, discard, knock, spread, lay off, score, and what a seat may see.

A game is one record (a whole match, hand after hand), a batch of games an array of it. Everything public stands in the
nested `TABLE`; `GAME` adds the hands and the stock, `VIEW` one hand and its legal choices. A choice is one number: a card,
a move that is no card (from the spare bits between the suits), or in SPREAD the number of an arrangement of the hand
(see `melds.py`). Functions marked `rule` are inlined; what happens once a hand is a `kernel` of its own, compiled once.
"""

import numpy as np

from cardshark.cards import ALL, SPADES, count, has, single
from cardshark.chance import GOLDEN, draw, draw_card, mixed
from cardshark.games import melds
from cardshark.games.gin_rules import Dealer, LayOff, Result, StockOut, Tie
from cardshark.games.gin_score import final_total
from cardshark.jit import at, kernel, record, rule

SEATS = 2
HAND_SIZE = 10
PILE_ROOM = 32  # all cards but the two hands
MEMORY = 64  # turns whose discards are remembered; only the longest hands forget their first ones
EMPTY = np.uint64(0)
NOBODY = -1

STOCK, PILE, PASS = 13, 14, 15  # draw from the stock, take the top of the pile, leave the up-card
KNOCK, PLAY_ON, BIG_GIN = 29, 30, 31
DONE = 45  # lay off no more

OFFER, DRAW, DISCARD, MAY_KNOCK, SPREAD, LAY_OFF, OVER = range(7)  # phases of a match

TABLE = record([
    ("known", np.uint64, SEATS),  # cards a seat is known to hold: taken from the pile; the knocker's whole hand once spread
    ("piled", np.uint64),  # the cards on the discard pile
    ("melds", np.uint64, melds.MELDS),  # the knocker's, with what was laid off on them
    ("laid_off", np.uint64),
    ("taken", np.uint64),  # bit t: in turn t (modulo MEMORY) the card was taken from the pile
    ("totals", np.int32, SEATS),  # points of the match before this hand; with all bonuses once the match is over
    ("hand", np.int32),  # number of this hand in the match, from 0
    ("boxes", np.int16, SEATS),  # hands won, with further boxes for gin and undercuts
    ("turns", np.int16),  # turns finished in this hand: a turn ends with its discard
    ("pile", np.int8, PILE_ROOM),  # the discard pile, its top last
    ("discards", np.int8, MEMORY),  # what was discarded in turn t (modulo MEMORY), by seat (first + t) % 2
    ("pile_size", np.int8),
    ("stock_left", np.int8),
    ("upcard", np.int8),  # the first up-card of this hand
    ("knock_limit", np.int8),  # of this hand
    ("doubling", np.int8),  # this hand counts so many times
    ("dealer", np.int8),
    ("first", np.int8),  # who took the first turn
    ("turn", np.int8),  # who must choose
    ("phase", np.int8),
    ("passed", np.int8),  # how many left the up-card
    ("source", np.int8),  # where the last card was drawn: STOCK or PILE, or NOBODY drew yet
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
    ("result", np.int8),  # of the hand before
    ("results", np.int32, len(Result)),  # how often hands of this match ended so
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


@kernel
def deal_hand(game, rules):
    """Ten cards each, one by one, the dealer's opponent first; then the up-card; the rest is the stock."""
    table = game.table
    word = draw(game.deals, table.hand)
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
    """With how much deadwood a player may knock in a hand with this up-card."""
    if not rules.upcard_limit:
        return rules.knock_limit
    return min(rules.knock_limit, 0 if rules.ace_means_gin and upcard_points == 1 else upcard_points)


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
    hand = game.hands[at(table.turn)]
    if table.phase == SPREAD:
        return single(melds.count_arrangements(hand, spread_limit(table))) - np.uint64(1)
    return melds.fitting(hand, table.melds) | single(DONE)


@rule
def legal_discards(game, rules):
    """Any card but one just taken from the pile; or to lay down all eleven."""
    hand = game.hands[at(game.table.turn)]
    allowed = hand
    if game.table.source == PILE and not rules.throw_back:
        allowed ^= single(game.drawn)
    if rules.big_gin > 0 and melds.deadwood(hand) == 0:
        allowed |= single(BIG_GIN)
    return allowed


@rule
def spread_limit(table):
    """How much deadwood the seat in turn may keep: the knocker his limit, the opponent any."""
    return np.int64(table.knock_limit) if table.turn == table.knocker else melds.HIGHEST


@rule
def answer_offer(game, choice):
    """Take the first up-card or leave it; when both leave it, the dealer's opponent draws from the stock."""
    table = game.table
    if choice == PILE:
        draw_from(game, PILE)
    else:
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
    """Remember how this turn went: what was discarded, and where the card before came from."""
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
        finish_hand(game, rules, NOBODY, 0, Result.VOID)
    elif used_up:
        renew_stock(game, rules)


@kernel
def renew_stock(game, rules):
    """The pile but its top card becomes the stock, shuffled or as it lies: the oldest discard is drawn first."""
    table = game.table
    top = table.pile[at(table.pile_size - 1)]
    rest = table.piled ^ single(top)
    size = count(rest)
    word = draw(game.deals, (np.int64(table.hand) + (1 << 32) << 16) + table.turns)  # far above the numbers of the deals
    for left in range(size, 0, -1):
        card = draw_card(rest, left, word) if rules.stock_out == StockOut.RESHUFFLE else np.int64(table.pile[at(size - left)])
        rest ^= single(card)
        game.stock[at(left - 1)] = card
    table.stock_left = size
    table.pile[0] = top
    table.pile_size = 1
    table.piled = single(top)


# ---- the end of a hand ----


@kernel
def knock(game, rules):
    """The player in turn ends the hand, and shows his melds at once if there is only one way to lay them down."""
    table = game.table
    table.knocker = table.turn
    game.drawn = NOBODY
    if melds.count_arrangements(game.hands[at(table.turn)], spread_limit(table)) == 1:
        spread(game, rules, 0)
    else:
        table.phase = SPREAD


@kernel
def call_big_gin(game, rules):
    """The player in turn lays down all eleven cards instead of a discard."""
    finish_turn(game.table, NOBODY)
    game.table.knocker = game.table.turn
    game.drawn = NOBODY
    spread(game, rules, 0)


@kernel
def spread(game, rules, number):
    """Lay down an arrangement of melds: first the knocker, then perhaps the opponent."""
    table = game.table
    seat = at(table.turn)
    if table.turn == table.knocker:
        melds.lay_down(game.hands[seat], number, table.melds)
        table.known[seat] = game.hands[seat]
        table.turn = 1 - table.turn
        answer_knock(game, rules)
    else:
        settle(game, rules, deadwood_after_melds(game, number))


@rule
def answer_knock(game, rules):
    """Ask the opponent what the rules let him choose, if he has a choice at all."""
    table = game.table
    hand = game.hands[at(table.turn)]
    if rules.lay_off == LayOff.AFTER_MELDS:
        if melds.count_arrangements(hand, melds.HIGHEST) > 1:
            table.phase = SPREAD
        else:
            settle(game, rules, deadwood_after_melds(game, 0))
    elif rules.lay_off == LayOff.CHOSEN and knocker_deadwood(table) > 0 and melds.fitting(hand, table.melds):
        table.phase = LAY_OFF
    elif rules.lay_off == LayOff.BEST and knocker_deadwood(table) > 0:
        settle(game, rules, melds.deadwood_after_best(hand, table.melds))
    else:
        settle(game, rules, melds.deadwood(hand))


@rule
def knocker_deadwood(table):
    """What the knocker's unmelded cards count."""
    dead = table.known[at(table.knocker)]
    for i in range(melds.MELDS):
        dead &= ~table.melds[i]
    return melds.points(dead)


@kernel
def deadwood_after_melds(game, number):
    """What the opponent keeps when he has laid down this arrangement and, unless against gin, all that fits is laid off."""
    table = game.table
    dead = melds.unmelded(game.hands[at(table.turn)], number)
    if knocker_deadwood(table) == 0:
        return melds.points(dead)
    return melds.deadwood_after_all(dead, table.melds)


@kernel
def lay_off(game, rules, choice):
    """Lay one card off on the knocker's melds, or stop; what is left is then melded as well as it can be."""
    table = game.table
    seat = at(table.turn)
    if choice != DONE:
        melds.lay_off(choice, table.melds)
        table.laid_off |= single(choice)
        game.hands[seat] ^= single(choice)
    if choice == DONE or not melds.fitting(game.hands[seat], table.melds):
        settle(game, rules, melds.deadwood(game.hands[seat]))


# ---- the score ----


@kernel
def settle(game, rules, theirs):
    """Compare the knocker's deadwood with the opponent's."""
    table = game.table
    knocker, other = np.int64(table.knocker), 1 - np.int64(table.knocker)
    own = knocker_deadwood(table)
    if count(game.hands[at(knocker)]) > HAND_SIZE:
        finish_hand(game, rules, knocker, rules.big_gin + theirs, Result.BIG_GIN)
    elif own == 0:
        finish_hand(game, rules, knocker, rules.gin_bonus + theirs, Result.GIN)
    elif theirs > own:
        finish_hand(game, rules, knocker, theirs - own, Result.KNOCK)
    elif theirs == own and rules.tie == Tie.NOBODY:
        finish_hand(game, rules, NOBODY, 0, Result.TIE)
    else:
        finish_hand(game, rules, other, rules.undercut_bonus + own - theirs, Result.UNDERCUT)


@kernel
def finish_hand(game, rules, winner, points, result):
    """Write down the hand; end the match or deal the next hand."""
    table = game.table
    game.result = result
    game.results[at(result)] += 1
    for seat in range(SEATS):
        game.shown[seat] = game.hands[seat]
        game.scores[seat] = 0
    game.shown[at(1 - max(table.knocker, 0))] |= table.laid_off
    if winner != NOBODY:
        points *= np.int64(table.doubling)
        game.scores[at(winner)] = points
        game.scores[at(1 - winner)] = -points
        table.totals[at(winner)] += points
        table.boxes[at(winner)] += boxes_won(table, rules, result)
        if rules.dealer == Dealer.ALTERNATE:
            table.dealer = 1 - table.dealer
        else:
            table.dealer = winner if rules.dealer == Dealer.WINNER else 1 - winner
    table.hand += 1
    if table.hand >= rules.last_hand or max(table.totals[0], table.totals[1]) >= rules.goal:
        finish_match(table, rules)
    else:
        deal_hand(game, rules)


@rule
def boxes_won(table, rules, result):
    """One box for the hand, further ones for gin and undercuts."""
    boxes = 1
    if result == Result.GIN or result == Result.BIG_GIN:
        boxes += rules.gin_boxes
    elif result == Result.UNDERCUT:
        boxes += rules.undercut_boxes
    return boxes * table.doubling if rules.double_boxes else boxes


@rule
def finish_match(table, rules):
    """Add what the end of a match adds."""
    for seat in range(SEATS):
        table.totals[seat] = final_total(np.int64(table.totals[seat]), table.boxes[seat], table.boxes[1 - seat], rules)
    table.phase = OVER


# ---- what a seat may see ----


@rule
def look(game, rules, view):
    """Copy what the seat in turn may know, and nothing else."""
    seat = at(game.table.turn)
    view.legal = legal(game, rules)
    view.hand = game.hands[seat]
    view.luck = mixed(game.luck)
    view.drawn = game.drawn
    for i in range(MEMORY // 2):
        view.draws[i] = game.draws[seat, i]
    view.table = game.table


@rule
def choose(game, rules, choice):
    """Carry out a choice of the seat in turn, which must be legal."""
    game.luck += GOLDEN
    choice = np.int64(choice)
    phase = game.table.phase
    if phase == DRAW:
        draw_from(game, choice)
    elif phase == DISCARD:
        if choice == BIG_GIN:
            call_big_gin(game, rules)
        else:
            discard(game, rules, choice)
    elif phase == OFFER:
        answer_offer(game, choice)
    elif phase == MAY_KNOCK:
        if choice == KNOCK:
            knock(game, rules)
        else:
            pass_turn(game, rules)
    elif phase == SPREAD:
        spread(game, rules, choice)
    else:
        lay_off(game, rules, choice)


# ---- many games at once ----


@kernel
def start_all(games, rules):
    """Deal the first hand of every match, seat 1 dealing; `deals` and `luck` are already set."""
    rules = rules[0]
    for i in range(len(games)):
        games[i].table.dealer = 1
        deal_hand(games[i], rules)


@kernel
def look_all(games, rules, rows, views, legals):
    """What the seats in turn of these games may know, one view a row; the legal choices once more for the referee."""
    rules = rules[0]
    for i in range(len(rows)):
        look(games[rows[i]], rules, views[i])
        legals[i] = views[i].legal


@kernel
def choose_all(games, rules, rows, legals, choices):
    """Carry out a choice in each of these games. The index of the first illegal choice, which stops it, or -1."""
    rules = rules[0]
    for i in range(len(rows)):
        if choices[i] < 0 or not has(legals[i], choices[i]):
            return i
        choose(games[rows[i]], rules, choices[i])
    return -1
