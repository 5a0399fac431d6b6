"""The end of a hand of gin: knock, spread, lay off, score; then the next deal or the end of the match."""

import numpy as np

from cardshark.cards import count, single
from cardshark.games.gin import melds
from cardshark.games.gin.rules import HandResult, LayOff, NextDealer, Tie
from cardshark.games.gin.score import final_total
from cardshark.games.gin.state import BIG_GIN, DONE, EMPTY, ENDED, HAND_SIZE, LAY_OFF, NOBODY, OVER, SEATS, SPREAD, deal_hand
from cardshark.jit import at, kernel, rule


@kernel
def showdown(game, rules, choice):
    """Carry out a choice from the knock on, until either player has a further choice or the hand is scored.

    Not inlined: it runs a few times a hand at most, and takes long to compile.
    """
    table = game.table
    number = choice
    if table.phase < SPREAD:
        table.knocker = table.turn
        table.phase = SPREAD
        game.drawn = NOBODY
        number = np.int64(0)
        if choice != BIG_GIN and spreads(game) > 1:
            return
    if table.turn == table.knocker:
        spread_knocker(game, number)
        number = np.int64(0)
        if rules.lay_off == LayOff.AFTER_MELDS and spreads(game) > 1:
            return
        if rules.lay_off == LayOff.CHOSEN and knocker_deadwood(table) > 0:
            table.phase = LAY_OFF
            number = np.int64(NOBODY)
    if table.phase == LAY_OFF and lays_off_more(game, number):
        return
    settle(game, rules, opponent_deadwood(game, rules, number))


# ---- spread and lay off ----


@rule
def spreads(game):
    """How many arrangements the seat in turn may lay down: the knocker's must be within the limit, the opponent may use any."""
    table = game.table
    limit = np.int64(table.knock_limit) if table.turn == table.knocker else melds.HIGHEST
    return melds.count_arrangements(game.hands[at(table.turn)], limit)


@rule
def spread_knocker(game, number):
    """The knocker lays down the hand, melds apart; the opponent is to answer."""
    table = game.table
    hand = game.hands[at(table.turn)]
    melds.write_melds(hand, melds.sets_of(hand, number), table.melds)
    table.known[at(table.turn)] = hand
    table.turn = 1 - table.turn


@rule
def knocker_deadwood(table):
    """The points of the knocker's unmelded cards; 0 is gin."""
    dead = table.known[at(table.knocker)]
    for i in range(melds.MELDS):
        dead &= ~table.melds[i]
    return melds.points(dead)


@rule
def lays_off_more(game, card):
    """Lay off the card, if it is one. Does the opponent go on laying off? Not after DONE, or when nothing more fits."""
    table = game.table
    seat = at(table.turn)
    if card != NOBODY and card != DONE:
        melds.lay_off(card, table.melds)
        table.laid_off |= single(card)
        table.known[seat] &= ~single(card)
        game.hands[seat] ^= single(card)
    return card != DONE and melds.fitting(game.hands[seat], table.melds) != EMPTY


@rule
def opponent_deadwood(game, rules, number):
    """What the opponent is left with; nothing is laid off on gin."""
    table = game.table
    hand = game.hands[at(table.turn)]
    table_runs, fourths = EMPTY, EMPTY
    by_itself = rules.lay_off == LayOff.AFTER_MELDS or rules.lay_off == LayOff.BEST
    if by_itself and knocker_deadwood(table) > 0:
        table_runs, fourths = melds.runs_among(table.melds), melds.fourths_of(table.melds)
    if rules.lay_off == LayOff.AFTER_MELDS:
        return melds.left_over(melds.unmelded(hand, number), table_runs, fourths)
    return melds.least_deadwood(melds.ace_low(hand), table_runs, fourths)


# ---- the score ----


@rule
def settle(game, rules, theirs):
    """Compare the knocker's deadwood with the opponent's."""
    table = game.table
    knocker = np.int64(table.knocker)
    own = knocker_deadwood(table)
    if count(game.hands[at(knocker)]) > HAND_SIZE:
        end_hand(game, knocker, rules.big_gin + theirs, HandResult.BIG_GIN)
    elif own == 0:
        end_hand(game, knocker, rules.gin_bonus + theirs, HandResult.GIN)
    elif theirs > own:
        end_hand(game, knocker, theirs - own, HandResult.KNOCK)
    elif theirs == own and rules.tie == Tie.NOBODY:
        end_hand(game, NOBODY, 0, HandResult.TIE)
    else:
        end_hand(game, 1 - knocker, rules.undercut_bonus + own - theirs, HandResult.UNDERCUT)


@rule
def end_hand(game, winner, points, result):
    """Write down who won a hand, how, and how many points."""
    points *= np.int64(game.table.doubling)
    game.winner = winner
    game.result = result
    game.scores[0] = -points if winner == 1 else points
    game.scores[1] = -game.scores[0]
    game.table.phase = ENDED


@kernel
def finish_hand(game, rules):
    """Write down a hand that has ended; end the match or deal the next hand."""
    table = game.table
    game.results[at(game.result)] += 1
    for seat in range(SEATS):
        game.shown[seat] = game.hands[seat]
        if table.knocker == 1 - seat:
            game.shown[seat] |= table.laid_off
    if game.winner != NOBODY:
        winner = at(game.winner)
        table.totals[winner] += game.scores[winner]
        table.boxes[winner] += boxes_won(game, rules)
        table.dealer = next_dealer(game, rules)
    table.hand_number += 1
    if table.hand_number >= rules.last_hand or max(table.totals[0], table.totals[1]) >= rules.goal:
        finish_match(table, rules)
    else:
        deal_hand(game, rules)


@rule
def boxes_won(game, rules):
    """One box for the hand, further ones for gin and undercuts."""
    boxes = np.int64(1)
    if game.result == HandResult.GIN or game.result == HandResult.BIG_GIN:
        boxes += rules.gin_boxes
    elif game.result == HandResult.UNDERCUT:
        boxes += rules.undercut_boxes
    return boxes * game.table.doubling if rules.double_boxes else boxes


@rule
def next_dealer(game, rules):
    """Who deals after a hand that somebody won."""
    if rules.dealer == NextDealer.ALTERNATE:
        return 1 - game.table.dealer
    return np.int64(game.winner) if rules.dealer == NextDealer.WINNER else 1 - game.winner


@rule
def finish_match(table, rules):
    """Add the bonuses of the end of a match."""
    for seat in range(SEATS):
        table.totals[seat] = final_total(np.int64(table.totals[seat]), table.boxes[seat], table.boxes[1 - seat], rules)
    table.phase = OVER
