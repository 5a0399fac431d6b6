"""Hearts, in the order of the rule book: deal, pass, legal cards, play, trick, and what a seat may see.

The functions marked `rule` are the rules; the kernels in `batch.py` apply them to many games at once. Seats count from 0, to
the left. What a game is made of stands in `state.py`, the house rules in `rules.py`, the score in `score.py`.
"""

import numpy as np

from cardshark.cards import HEARTS, card, count, has, highest, lane, lowest, single, suit_of
from cardshark.chance import GOLDEN, below, draw, draw_card, sealed
from cardshark.games.hearts.rules import NOBODY, SEATS, FirstLead, Passing
from cardshark.games.hearts.score import begin_second_stage, match_over, score_hand
from cardshark.games.hearts.state import NO_CARD, OVER, PASS, PLAY
from cardshark.jit import at, rule

QUEEN_OF_SPADES = card("QS")
JACK_OF_CLUBS = card("JC")
JACK_OF_DIAMONDS = card("JD")
EMPTY = np.uint64(0)


# ---- the deal ----


@rule
def deal_hand(game, rules):
    """Deal the next hand of the match."""
    table = game.table
    word = draw(game.deals, table.hand_number)
    rest = rules.deck
    left = count(rest)
    for seat in range(rules.players - 1):
        hand = EMPTY
        for _ in range(rules.hand_size):
            drawn = single(draw_card(rest, left, word))
            hand |= drawn
            rest ^= drawn
            left -= 1
        game.hands[seat] = hand
    game.hands[rules.players - 1] = rest
    for seat in range(SEATS):
        game.given[seat] = EMPTY
        game.received[seat] = EMPTY
        table.points[seat] = 0
        table.voids[seat] = 0
    table.seen = EMPTY
    table.history[:] = NO_CARD
    table.trick = 0
    table.start = 0
    table.played = 0
    table.jack = NOBODY
    table.turn = 0
    table.leader = below(word, rules.players)  # for a random first lead; the word itself serves no other draw
    table.across = pass_distance(table.hand_number, rules)
    if table.across:
        table.phase = PASS
    else:
        begin_play(game, rules)


@rule
def pass_distance(hand, rules):
    """How many seats to the left cards travel in this hand; 0 for none."""
    if rules.pass_count == 0 or rules.passing == Passing.NONE:
        return 0
    if rules.passing == Passing.LEFT:
        return 1
    someone_across = rules.players % 2 == 0
    step = hand % (4 if someone_across else 3)
    if step == 0:
        return 1
    if step == 1:
        return rules.players - 1
    return rules.players // 2 if step == 2 and someone_across else 0


# ---- passing ----


@rule
def pass_card(game, rules, card):
    """Put one more card aside to pass; when everybody is done, the cards change hands."""
    table = game.table
    game.given[at(table.turn)] |= single(card)
    if count(game.given[at(table.turn)]) < rules.pass_count:
        return
    table.turn += 1
    if table.turn == rules.players:
        for seat in range(rules.players):
            taker = (seat + table.across) % rules.players
            game.received[taker] = game.given[seat]
            game.hands[taker] |= game.given[seat]
            game.hands[seat] ^= game.given[seat]
        begin_play(game, rules)


# ---- the play ----


@rule
def begin_play(game, rules):
    """Find who leads to the first trick."""
    table = game.table
    if rules.first_lead == FirstLead.ROTATE:
        table.leader = table.hand_number % rules.players
    elif rules.first_lead != FirstLead.RANDOM:
        first = lowest(rules.deck)
        for seat in range(SEATS):
            if has(game.hands[seat], first):
                table.leader = seat
    table.turn = table.leader
    table.phase = PLAY


@rule
def legal(game, rules):
    """What the seat in turn may choose: a card to pass, or a card to play."""
    return legal_passes(game) if game.table.phase == PASS else legal_cards(game, rules)


@rule
def legal_passes(game):
    """Every card that the seat in turn has not put aside yet."""
    seat = at(game.table.turn)
    return game.hands[seat] & ~game.given[seat]


@rule
def legal_cards(game, rules):
    """What may be played to the trick."""
    table = game.table
    hand = game.hands[at(table.turn)]
    if is_lead(table):
        allowed = legal_leads(table, rules, hand)
    else:
        follow = hand & lane(table.led)
        allowed = follow if follow else hand
    if table.trick == 0:
        painless = allowed & ~rules.banned
        return painless if painless else allowed
    return allowed


@rule
def is_lead(table):
    """Is the next card the first of its trick?"""
    return table.played == table.start


@rule
def legal_leads(table, rules, hand):
    """What may be led."""
    if table.played == 0 and rules.forced:
        return rules.forced
    if table.seen & rules.breakers:
        return hand
    unrestricted = hand & ~rules.held_back
    return unrestricted if unrestricted else hand


@rule
def play_card(game, rules, card):
    """Play a card to the trick; after the last one the hand is scored, and the match goes on or ends."""
    if lay_card(game, rules, card):
        finish_hand(game, rules)


# `lay_card` and `finish_trick`, which every card or trick passes through, read each field once and then write: Numba cannot know
# that a store into `hands` leaves `played` alone, and would read it again.


@rule
def lay_card(game, rules, card):
    """Play a card to the trick. Was it the last of the hand? Then the caller must score the hand."""
    table = game.table
    seat, played, start = np.int64(table.turn), np.int64(table.played), np.int64(table.start)
    if played == start:
        table.led = suit_of(card)
    led = table.led
    table.voids[at(seat)] |= (suit_of(card) != led) << led
    game.hands[at(seat)] ^= single(card)
    table.seen |= single(card)
    table.history[at(played)] = card
    table.played = played + 1
    table.turn = seat + 1 if seat + 1 < rules.players else 0
    return played + 1 - start == rules.players and finish_trick(game, rules)


@rule
def finish_trick(game, rules):
    """The highest card of the suit led takes the trick, and its player leads to the next. Was it the last trick?"""
    table = game.table
    start = np.int64(table.start)
    first, second = np.int64(table.history[at(start)]), np.int64(table.history[at(start + 1)])
    third, fourth = np.int64(table.history[at(start + 2)]), np.int64(table.history[at(start + 3)])  # NO_CARD among three
    trick = single(first) | single(second) | single(third) | single(fourth)
    best = highest(trick & lane(table.led))
    winner = table.leader + (second == best) + 2 * (third == best) + 3 * (fourth == best)
    winner = winner if winner < rules.players else winner - rules.players
    if has(trick, JACK_OF_DIAMONDS):
        table.jack = winner
    table.leader = winner
    table.turn = winner
    table.start = table.played
    table.trick += 1
    last = table.trick == rules.hand_size
    table.points[at(winner)] += cost(rules, trick)
    return last


@rule
def cost(rules, cards):
    """The penalty points of a set of cards."""
    points = rules.heart * count(cards & HEARTS)
    points += rules.queen_of_spades * has(cards, QUEEN_OF_SPADES)
    return points + (rules.jack_of_clubs if has(cards, JACK_OF_CLUBS) else 0)


@rule
def finish_hand(game, rules):
    """Score the hand; end the match or deal the next hand."""
    score_hand(game, rules)
    if match_over(game, rules):
        game.table.phase = OVER
    else:
        begin_second_stage(game.table, rules)
        deal_hand(game, rules)


# ---- what a seat may see ----


@rule
def look(game, rules, view):
    """Copy what the seat in turn may know, and nothing else."""
    seat = at(game.table.turn)
    view.legal = legal(game, rules)
    view.hand = game.hands[seat]
    view.given = game.given[seat] if game.table.across else EMPTY
    view.received = game.received[seat] if game.table.across else EMPTY
    view.luck = sealed(game.luck)
    view.table = game.table


@rule
def next_luck(game):
    """64 random bits for this decision, for players that choose inside a kernel and not from a view."""
    luck = sealed(game.luck)
    game.luck += GOLDEN
    return luck


@rule
def choose(game, rules, choice):
    """Carry out a choice of the seat in turn, which must be legal."""
    game.luck += GOLDEN  # every decision has its own luck
    if game.table.phase == PASS:
        pass_card(game, rules, choice)
    else:
        play_card(game, rules, choice)
