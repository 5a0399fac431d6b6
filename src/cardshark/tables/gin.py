"""What a seat of gin rummy may know, as numbers."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import ALL, count, listed, lowest, single
from cardshark.games.gin.melds import MELDS, deadwood
from cardshark.games.gin.rules import Rules
from cardshark.games.gin.state import (
    BIG_GIN,
    DONE,
    DRAW,
    EMPTY,
    HAND_SIZE,
    KNOCK,
    MEMORY,
    PASS,
    PILE,
    PLAY_ON,
    STOCK,
)
from cardshark.jit import at, kernel, rule
from cardshark.players.gin.rummy.brain import MINE, PILED, STATES, THEIRS, UNKNOWN, WORTH
from cardshark.tables.observing import Inputs, Plane, empty_words, no_such_inputs
from cardshark.tables.rewards import score_rewards as rewards

__all__ = ["INPUTS", "PLANES", "actions", "hidden", "input_list", "rewards", "words"]

CARDS = 52
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
INPUTS = {
    "paper": "one number a card, as the rummy paper has it: 2 mine, -2 the other player's, -1 on the pile, 0 unknown",
    "four": "four numbers a card, one of which is 1: mine, the other player's, on the pile, unknown",
    "deadwood": "deadwood in tens: after each discard by the number of the card, 0 where it is not mine; then of the hand as it is, "
    "and the least after taking the top of the pile",
}
MATCH, SITUATION, LAID_OFF, FIRST_MELD = 16, 15, 14, 11  # numbers of planes
TEN = np.float32(10.0)


def actions(rules: Rules) -> list[int]:
    """All cards, and the moves that are no cards. Ways to lay down a hand are numbered from 0, so they are among these."""
    return sorted([*listed(int(ALL)), STOCK, PILE, PASS, KNOCK, PLAY_ON, BIG_GIN, DONE])


# ---- bits ----


@rule
def level(amount, columns):
    """The lowest `amount` of some columns, at least none and at most all."""
    return single(min(max(np.int64(amount), 0), columns)) - np.uint64(1)


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


@kernel
def write_words(views, rules, found):
    """The planes of every view."""
    target = rules[0].target if rules[0].target > 0 else 100
    for i in range(len(views)):
        view, words = views[i], found[i]
        table = view.table
        me = np.int64(table.turn)
        other = at(1 - me)
        words[:] = EMPTY
        words[0], words[1], words[2], words[3], words[4] = view.hand, view.legal, table.known[other], table.known[at(me)], table.piled
        if table.pile_size > 0:
            words[5] = single(table.pile[at(table.pile_size - 1)])
        if view.drawn >= 0:
            words[6] = single(view.drawn)
        for turn in range(max(np.int64(table.turns) - MEMORY + 1, 0), np.int64(table.turns)):
            card = np.int64(table.discards[at(turn & (MEMORY - 1))])
            if card >= 0:
                words[at(7 + ((np.int64(table.first) + turn + me) & 1))] |= single(card)
        words[9] = ALL & ~(view.hand | table.piled | table.known[other] | table.laid_off)
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


def words(views: np.ndarray, rules: np.ndarray) -> NDArray[np.uint64]:
    """The planes of these views."""
    found = empty_words(len(views), len(PLANES))
    write_words(views, rules, found)
    return found


# ---- inputs of networks ----


def input_list(name: str, rules: Any) -> Inputs:
    """The inputs of a network by this name."""
    found = {"paper": paper_inputs, "four": four_inputs, "deadwood": deadwood_inputs}
    if name not in found:
        raise no_such_inputs(name, INPUTS)
    return found[name]


@rule
def state_of(view, theirs, place):
    """What the seat in turn knows of a card, by its place in the deck."""
    card = single((place // 13) * 16 + place % 13)
    if view.hand & card:
        return MINE
    if theirs & card:
        return THEIRS
    return PILED if view.table.piled & card else UNKNOWN


@kernel
def write_worth(views, worth, found):
    """One number for each card, by its state."""
    for i in range(len(views)):
        theirs = views[i].table.known[at(1 - np.int64(views[i].table.turn))]
        for place in range(CARDS):
            found[at(i), at(place)] = worth[at(state_of(views[i], theirs, place))]


@kernel
def write_states(views, found):
    """A one for each card, in the column of its state."""
    for i in range(len(views)):
        theirs = views[i].table.known[at(1 - np.int64(views[i].table.turn))]
        for place in range(CARDS):
            found[at(i), at(STATES * place + state_of(views[i], theirs, place))] = np.float32(1.0)


def paper_inputs(views: np.ndarray, rules: np.ndarray) -> NDArray[np.float32]:
    """One number a card."""
    found = np.empty((len(views), CARDS), np.float32)
    write_worth(views, WORTH, found)
    return found


def four_inputs(views: np.ndarray, rules: np.ndarray) -> NDArray[np.float32]:
    """Four numbers a card."""
    found = np.zeros((len(views), STATES * CARDS), np.float32)
    write_states(views, found)
    return found


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


@kernel
def write_deadwood(views, workspace, found):
    """Deadwood after each discard, as it is, and after taking the top of the pile."""
    for i in range(len(views)):
        view, row = views[i], found[i]
        if count(view.hand) > HAND_SIZE:
            row[64] = write_discards(view.hand, row)
        else:
            row[64] = np.float32(deadwood(view.hand)) / TEN
            if view.table.phase <= DRAW and view.table.pile_size > 0:
                row[65] = write_discards(view.hand | single(view.table.pile[at(view.table.pile_size - 1)]), workspace)


def deadwood_inputs(views: np.ndarray, rules: np.ndarray) -> NDArray[np.float32]:
    """What hands count."""
    found = np.zeros((len(views), 66), np.float32)
    write_deadwood(views, np.zeros(64, np.float32), found)
    return found


# ---- for critics ----


@kernel
def write_hidden(games, found):
    """The other hand, and the next card of the stock."""
    for i in range(len(games)):
        table = games[i].table
        found[i, 0] = games[i].hands[at(1 - np.int64(table.turn))]
        found[i, 1] = single(games[i].stock[at(table.stock_left - 1)]) if table.stock_left > 0 else EMPTY


def hidden(games: np.ndarray, seats: int) -> NDArray[np.uint64]:
    """The other hand, and the next card of the stock, as words."""
    found = np.empty((len(games), 2), np.uint64)
    write_hidden(games, found)
    return found
