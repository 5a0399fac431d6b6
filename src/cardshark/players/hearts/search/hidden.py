"""What a seat of Hearts knows about the other hands: all that the cards it has seen prove, and nothing more.

A deal agrees with what was seen if every hand has the right number of cards, cards passed on are in the hand they were passed to, and
every card played was legal. So nobody holds a suit that they did not follow; whoever led a heart before hearts were broken had only
hearts; and whoever played a banned penalty card to the first trick had no other choice.
"""

from typing import Any

import numpy as np

from cardshark.cards import ALL, count, has, lane, lowest, single, suit_of
from cardshark.games import house
from cardshark.games.hearts import EMPTY, PLAY, SEATS, VIEW
from cardshark.games.hearts.rules import FirstLead, Rules
from cardshark.jit import at, kernel, record, rule
from cardshark.players.hearts.trick import taking_card

OTHERS = SEATS - 1

HIDDEN = record([
    ("seat", np.int64),  # the seat that does not see the others' hands
    ("others", np.int64, OTHERS),  # the other seats, next player first; among three players the last is an empty chair without room
    ("fixed", np.uint64, SEATS),  # cards that a seat surely holds; all of the own hand
    ("barred", np.uint64, SEATS),  # cards that a seat cannot hold
    ("open", np.uint64),  # cards that are neither seen nor fixed
    ("room", np.int64, SEATS),  # how many of the open cards a seat holds
])  # fmt: skip


@rule
def learn(view, rules, hidden):
    """Write down everything that the view of the seat in turn proves about the other hands."""
    table = view.table
    seat, players = np.int64(table.turn), rules.players
    hidden.seat = seat
    for j in range(OTHERS):
        hidden.others[j] = (seat + 1 + j) % players if j < players - 1 else SEATS - 1
    for other in range(SEATS):
        hidden.fixed[other] = EMPTY
        hidden.barred[other] = shown_voids(table.voids[other]) if other < players and other != seat else ALL
    hidden.fixed[seat] = view.hand
    if table.phase == PLAY:  # before, the cards to be passed are still in the hand
        hidden.fixed[(seat + table.across) % players] |= view.given & ~table.seen
        learn_from_play(table, rules, hidden)
    known = EMPTY
    for other in range(SEATS):
        known |= hidden.fixed[other]
        hidden.room[other] = cards_left(table, rules, other) - count(hidden.fixed[other])
    hidden.open = rules.deck & ~table.seen & ~known


@rule
def shown_voids(voids):
    """All cards of the suits that somebody did not follow."""
    found = EMPTY
    for suit in range(4):
        if (voids >> suit) & 1:
            found |= lane(suit)
    return found


@rule
def cards_left(table, rules, seat):
    """How many cards a seat still holds."""
    if seat >= rules.players:
        return 0
    turn = (seat - table.leader + rules.players) % rules.players  # when it plays to this trick
    return np.int64(rules.hand_size - table.trick - (turn < table.played - table.start))


@rule
def leader_before(table, rules, trick, leader):
    """Who led to a finished trick; `leader` won it and led to the next one."""
    start, best = trick * rules.players, 0
    cards = EMPTY
    for i in range(rules.players):
        cards |= single(table.history[at(start + i)])
    taking = taking_card(cards, suit_of(table.history[at(start)]))
    for i in range(rules.players):
        if table.history[at(start + i)] == taking:
            best = i
    return (leader - best + rules.players) % rules.players


@rule
def learn_from_play(table, rules, hidden):
    """Whoever played a card that is legal only without better ones does not hold better ones."""
    played, tricks = np.int64(table.played), np.int64(table.trick)
    breaker = 0  # where in the history hearts were broken
    while breaker < played and not has(rules.breakers, table.history[at(breaker)]):
        breaker += 1
    leader = np.int64(table.leader)
    for trick in range(tricks, -1, -1):
        if trick < tricks:
            leader = leader_before(table, rules, trick, leader)
        if trick * rules.players == breaker and breaker < played and has(rules.held_back, table.history[at(breaker)]):
            hidden.barred[at(leader)] |= ~rules.held_back  # whoever led the first heart had nothing else to lead
    if played and rules.first_lead != FirstLead.ROTATE and rules.first_lead != FirstLead.RANDOM:
        hidden.fixed[at(leader)] |= single(lowest(rules.deck)) & ~table.seen  # who holds it leads first, forced to lead it or not
    learn_from_first_trick(table, rules, hidden, leader)


@rule
def learn_from_first_trick(table, rules, hidden, leader):
    """Whoever played a penalty card that is banned from the first trick had no other card to choose from."""
    led = lane(suit_of(table.history[0])) if table.played else EMPTY
    for i in range(min(np.int64(table.played), rules.players)):
        card = single(table.history[at(i)])
        if i == 0:
            choices = EMPTY if rules.forced else ~rules.held_back  # and whoever led a heart has nothing but hearts anyway
        else:
            choices = led if card & led else ALL
        if card & rules.banned:
            hidden.barred[at((leader + i) % rules.players)] |= choices & ~rules.banned


@kernel
def learn_one(views, rules, hidden):
    """What one view proves."""
    learn(views[0], rules[0], hidden[0])


def knowledge(view: Any, rules: Rules) -> np.ndarray:
    """What a view proves about the other hands: one HIDDEN record in an array."""
    views, hidden = np.zeros(1, VIEW), np.zeros(1, HIDDEN)
    views[0] = view
    views.flags.writeable = False
    learn_one(views, house.record(rules), hidden)
    return hidden
