"""How a rummy brain that sees facts about hands plays: what it takes, what it discards, and when it knocks."""

import numpy as np

from cardshark.cards import count, lowest, single
from cardshark.jit import at, routine, rule
from cardshark.players.gin.rummy.facts import FACTS, list_facts, note_knock, note_taken
from cardshark.players.gin.rummy.value import worth


@rule
def value_facts(brain, memory, sheet):
    """The input of the output unit for the facts on the sheet."""
    sums, facts, width = sheet.sums, sheet.facts, brain.width
    for j in range(width):
        sums[at(j)] = memory[at(brain.start + brain.biases + j)]
    for i in range(FACTS):
        row, value = brain.start + i * width, facts[at(i)]
        for j in range(width):
            sums[at(j)] = sums[at(j)] + value * memory[at(row + j)]
    return worth(brain, memory, sums, sheet.units)


@rule
def value_now_by_facts(brain, memory, sheet, hand, table):
    """The input of the output unit for a hand as it is, before a draw."""
    theirs, turns = table.known[at(1 - table.turn)], np.int64(table.turns) >> 1
    list_facts(hand, np.uint64(0), theirs, table.piled, table.knock_limit, turns, sheet.facts)
    return value_facts(brain, memory, sheet)


@routine
def takes_by_facts(brain, memory, sheet, hand, table):
    """Is the best exchange for the top of the pile worth more than the hand as it is?"""
    theirs, top = table.known[at(1 - table.turn)], single(table.pile[at(table.pile_size - 1)])
    piled, turns, limit = table.piled ^ top, np.int64(table.turns) >> 1, table.knock_limit
    now = value_now_by_facts(brain, memory, sheet, hand, table)
    rest = hand
    while rest:
        given = single(lowest(rest))
        rest ^= given
        late = list_facts(hand ^ given ^ top, given, theirs, piled | given, limit, turns, sheet.facts)
        note_taken(late, sheet.facts)
        if value_facts(brain, memory, sheet) > now:
            return True
    return False


@routine
def discard_by_facts(brain, memory, sheet, hand, table, legal):
    """The card whose discard leaves the hand that is worth most, the lowest of equals."""
    theirs, turns, limit = table.known[at(1 - table.turn)], np.int64(table.turns) >> 1, table.knock_limit
    best, most = lowest(legal), np.float32(-np.inf)
    while legal:
        given = single(lowest(legal))
        legal ^= given
        list_facts(hand ^ given, given, theirs, table.piled | given, limit, turns, sheet.facts)
        value = value_facts(brain, memory, sheet)
        if value > most:
            best, most = lowest(given), value
    return best


@routine
def knocks_by_facts(brain, memory, sheet, hand, table):
    """Is the hand worth more laid down than played on? The discard, and where the card came from, no longer count."""
    theirs, turns = table.known[at(1 - table.turn)], (np.int64(table.turns) - 1) >> 1
    late = list_facts(hand, np.uint64(0), theirs, table.piled, table.knock_limit, turns, sheet.facts)
    going_on = value_facts(brain, memory, sheet)
    note_knock(late, np.float32(count(theirs)), sheet.facts)
    return value_facts(brain, memory, sheet) > going_on
