"""Worlds of the champion: hidden hands and guessed passes that agree with what a seat has seen.

A world begins with the owners that the network believes in, under all that the view proves. Which of a receiver's cards were passed is
guessed, too: whoever passed them is asked what it would rather pass than keep.
"""

from typing import NamedTuple

import numpy as np

from cardshark.cards import count, lowest, single
from cardshark.chance import draw
from cardshark.games.hearts import EMPTY, GAME, PASS, PLAY, SEATS
from cardshark.games.hearts.planes import PLANES, write_seat
from cardshark.jit import at, kernel, record, rule
from cardshark.players.hearts.search.beliefs import BELIEFS, UNIT, deal_believed, prepare_beliefs, rewind_hand
from cardshark.players.hearts.search.hidden import HIDDEN, learn

MOST_DECISIONS = 64  # that a world is asked about at once: of three others, up to 17 cards each, or five times two passes

WORLD = record([
    ("hands", np.uint64, SEATS),  # what everybody still holds; before the pass, what was dealt
    ("given", np.uint64, SEATS),  # what everybody passed on, or will pass on
])  # fmt: skip

QUESTION = record([
    ("world", np.int64),
    ("seat", np.int64),  # who is asked
    ("cards", np.uint64),  # what was chosen
])  # fmt: skip


class Memory(NamedTuple):
    """Memory to imagine with, used again for every decision."""

    hidden: np.ndarray  # [1] what the view proves
    beliefs: np.ndarray  # [1] owners of the open cards, prepared for dealing
    replay: np.ndarray  # [1] the hand so far, played again
    questions: np.ndarray  # [row] decisions that the policy is asked about
    words: np.ndarray  # [row, plane] what the seats saw there


def new_memory(worlds: int) -> Memory:
    """Memory for so many worlds at a time."""
    rows = worlds * MOST_DECISIONS
    return Memory(
        hidden=np.zeros(1, HIDDEN),
        beliefs=np.zeros(1, BELIEFS),
        replay=np.zeros(1, GAME),
        questions=np.zeros(rows, QUESTION),
        words=np.zeros((rows, len(PLANES)), np.uint64),
    )


@kernel
def start_worlds(views, rules, weights, begin, memory, worlds):
    """Deal worlds by `weights[card, other]`, from number `begin` on, with the passes that the seat knows. Is any deal possible?"""
    view, rules, hidden, beliefs = views[0], rules[0], memory.hidden[0], memory.beliefs[0]
    learn(view, rules, hidden)
    if prepare_beliefs(hidden, weights, beliefs) < 0:
        return False
    me, across = hidden.seat, np.int64(view.table.across)
    for k in range(len(worlds)):
        deal_believed(hidden, beliefs, draw(view.luck, begin + k), worlds[k].hands)
        worlds[k].given[:] = EMPTY
        if across:
            worlds[k].given[at(me)] = view.given
        if across and view.table.phase == PLAY:
            worlds[k].given[at((me - across + rules.players) % rules.players)] = view.received
    return True


# ---- what was passed ----


@rule
def seat_world(view, rules, world, replay):
    """Set up the hand as it was before the first card, in a world."""
    rewind_hand(view.table, rules, world.hands, replay)
    for seat in range(rules.players):
        replay.given[seat] = world.given[seat]
    if view.table.across:
        for seat in range(rules.players):
            replay.received[at((seat + view.table.across) % rules.players)] = world.given[seat]


@rule
def ask(replay, rules, memory, row, world, cards):
    """Write down a question to the seat in turn."""
    question = memory.questions[at(row)]
    question.world = world
    question.seat = replay.table.turn
    question.cards = cards
    write_seat(replay, rules, memory.words[at(row)])


@rule
def ask_giver(replay, rules, memory, row, world, hand, cards):
    """Ask the seat in turn what it would pass of this hand. Nothing of the game changes."""
    seat = at(replay.table.turn)
    held, given, received = replay.hands[seat], replay.given[seat], replay.received[seat]
    replay.hands[seat], replay.given[seat], replay.received[seat] = hand, EMPTY, EMPTY
    replay.table.phase = PASS
    ask(replay, rules, memory, row, world, cards)
    replay.table.phase = PLAY
    replay.hands[seat], replay.given[seat], replay.received[seat] = held, given, received


@rule
def is_guessed(view, rules, giver):
    """Is it hidden what this seat passed on?"""
    me = np.int64(view.table.turn)
    return view.table.across != 0 and giver != me and (giver + view.table.across) % rules.players != me


@kernel
def ask_givers(views, rules, memory, worlds):
    """Ask everybody whose pass is hidden about all cards of the receiver, some at a time beside the own hand. Returns the rows."""
    view, rules, replay, rows = views[0], rules[0], memory.replay[0], 0
    if not view.table.across:
        return 0
    for k in range(len(worlds)):
        seat_world(view, rules, worlds[k], replay)
        leader = replay.table.turn
        for giver in range(rules.players):
            if is_guessed(view, rules, giver):
                replay.table.turn = giver
                rest = replay.hands[at((giver + view.table.across) % rules.players)]
                while rest:
                    cards = first_of(rest, rules.pass_count)
                    ask_giver(replay, rules, memory, rows, k, replay.hands[giver] | cards, cards)
                    rest ^= cards
                    rows += 1
        replay.table.turn = leader
    return rows


@rule
def first_of(cards, wanted):
    """The lowest cards of a set, `wanted` of them if there are as many."""
    found, rest = EMPTY, cards
    for _ in range(min(wanted, count(cards))):
        found |= single(lowest(rest))
        rest = cards ^ found
    return found


@kernel
def draw_passes(views, rules, memory, begin, logits, worlds):
    """Draw what was passed, card after card, the likelier the more its giver would rather pass it than keep its hand.

    Worlds are numbered from `begin` on.
    """
    luck, questions, players = views[0].luck, memory.questions, rules[0].players
    keys, key = np.empty(len(worlds) * SEATS * 64), 0.0  # the largest count, a Gumbel number added to each: a draw without replacement
    keys[:] = -np.inf
    for row in range(len(logits)):
        world, seat, cards = questions[row].world, questions[row].seat, questions[row].cards
        kept = log_total(logits[row], memory.words[row, 0] & ~cards)
        word = draw(~luck, begin + world)
        while cards:
            card = lowest(cards)
            cards ^= single(card)
            chance = (np.float64(draw(word, 64 * seat + card) >> np.uint64(11)) + 0.5) * UNIT
            key = logits[row, card] - kept - np.log(-np.log(chance))
            keys[at((world * SEATS + seat) * 64 + card)] = key
    for world in range(len(worlds)):
        for seat in range(players):
            if is_guessed(views[0], rules[0], seat):
                start = (world * SEATS + seat) * 64
                worlds[world].given[seat] = largest(keys[start : start + 64], rules[0].pass_count)


@rule
def log_total(logits, cards):
    """The logarithm of the sum of e to the logits of some cards."""
    highest, total, rest = -np.inf, 0.0, cards
    while rest:
        highest = max(highest, np.float64(logits[at(lowest(rest))]))
        rest &= rest - np.uint64(1)
    rest = cards
    while rest:
        total += np.exp(logits[at(lowest(rest))] - highest)
        rest &= rest - np.uint64(1)
    return highest + np.log(total)


@rule
def largest(keys, wanted):
    """The cards with the largest keys."""
    found = EMPTY
    for _ in range(wanted):
        best = -1
        for card in range(64):
            if not (found >> np.uint64(card)) & np.uint64(1) and keys[card] > -np.inf and (best < 0 or keys[card] > keys[best]):
                best = card
        found |= single(best)
    return found
