"""How likely it is that a hand of gin went as it did, if the policy sat on the other seat: what tells likely worlds from others.

    logs = explain(net, desk, games, rules, seats=0b10)      # [world, seat] logarithms of chances

A world is a whole game that agrees with a view: hands as they are now, the table, the stock, and what both players drew in each turn.
The hand is played again from its deal. Every choice that one of the `seats` made is asked about: the up-card, where it drew, what it
discarded, and that it did not knock. A world in which a choice would not have been legal gets IMPOSSIBLE.

A hand whose stock was renewed, or of more than MEMORY turns, cannot be played again; there is nothing to ask about then, and after a
knock neither.
"""

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import permits, single
from cardshark.games import gin
from cardshark.games.gin.game import legal
from cardshark.games.gin.state import DISCARD, DRAW, MAY_KNOCK, MEMORY, OFFER, PASS, PILE, PILE_ROOM, PLAY_ON, STOCK, begin_hand
from cardshark.jit import at, kernel, routine, rule
from cardshark.players.gin.policy.playouts import place
from cardshark.players.gin.styles import carry_out
from cardshark.players.policy.features import write_features
from cardshark.players.policy.forward import LEGAL, log_chance
from cardshark.players.policy.net import BLOCK, Desk, Net, past_of, uncounted_desk, uncounted_net

IMPOSSIBLE = -1e9  # the logarithm of a chance that is none
NOTHING = -1  # nothing was chosen after this


@rule
def took(table, turn):
    """Was the card of this turn taken from the pile?"""
    return table.taken >> np.uint64(turn & (MEMORY - 1)) & np.uint64(1) != np.uint64(0)


@rule
def drawn_in(game, turn):
    """The card drawn in a finished turn."""
    seat = (np.int64(game.table.first) + turn) & 1
    return np.int64(game.draws[at(seat), at((turn >> 1) & (MEMORY // 2 - 1))])


@rule
def can_begin_again(game):
    """Can this hand be played again? Nothing may be forgotten, and no card may have gone through the stock twice."""
    table = game.table
    turns, left = np.int64(table.turns), PILE_ROOM - 1 - np.int64(table.phase == DISCARD and table.source == STOCK)
    if table.phase > MAY_KNOCK or turns > MEMORY:
        return False
    for turn in range(turns):
        left -= 0 if took(table, turn) else 1
    return left == np.int64(table.stock_left)


@rule
def begin_again(game, rules, replay):
    """Take every turn back: the hand as it was dealt, with the stock in the order in which it was drawn."""
    table = game.table
    replay.table = table
    replay.hands[0], replay.hands[1] = game.hands[0], game.hands[1]
    replay.stock[:] = game.stock[:]
    top = np.int64(table.stock_left)  # where the card drawn last lay
    if table.phase == DISCARD:
        replay.hands[at(table.turn)] &= ~single(game.drawn)
        if table.source == STOCK:
            replay.stock[at(top)] = game.drawn
            top += 1
    for turn in range(np.int64(table.turns) - 1, -1, -1):
        seat, card = at((np.int64(table.first) + turn) & 1), drawn_in(game, turn)
        replay.hands[seat] |= single(table.discards[at(turn & (MEMORY - 1))])
        replay.hands[seat] &= ~single(card)
        if not took(table, turn):
            replay.stock[at(top)] = card
            top += 1
    begin_hand(replay, rules, 1 - table.dealer)


@rule
def past_choice(replay, game):
    """What the seat in turn of the replay chose in the game, or NOTHING if the game has not gone further."""
    table, now = replay.table, game.table
    turn = np.int64(table.turns)
    finished = turn < np.int64(now.turns)
    under_way = now.phase == DISCARD and not finished
    if table.phase == OFFER and table.passed < now.passed:
        return np.int64(PASS)
    if table.phase == OFFER:
        return np.int64(PILE if finished or under_way else NOTHING)
    if table.phase == DRAW:
        if finished:
            return np.int64(PILE if took(now, turn) else STOCK)
        return np.int64(now.source) if under_way else np.int64(NOTHING)
    if table.phase == DISCARD:
        return np.int64(now.discards[at(turn & (MEMORY - 1))]) if finished else np.int64(NOTHING)
    return np.int64(NOTHING if now.phase == MAY_KNOCK and not finished else PLAY_ON)


@routine
def play_to_question(replay, game, rules, past, logs):
    """Play on as the game went, up to the next choice that is asked about. Is there one?"""
    while True:
        choice, seat = past_choice(replay, game), at(replay.table.turn)
        if choice == NOTHING:
            return False
        allowed = legal(replay, rules)
        if not permits(allowed, choice):
            logs[at(1 - np.int64(game.table.turn))] = IMPOSSIBLE
            return False
        asked = past.seats >> np.int64(seat) & 1 and replay.table.turns >= past.since
        if asked and allowed & (allowed - np.uint64(1)):
            return True
        carry_out(replay, rules, choice)


@rule
def take_in(games, rules, past, desk, replays, rows, first, logs):
    """Fill the rows that are free with further worlds, from number `first` on. Returns how many rows there are, and the next number."""
    numbers = desk.games
    while rows < BLOCK and first < len(games):
        game, replay = games[at(first)], replays[at(rows)]
        if can_begin_again(game):
            begin_again(game, rules, replay)
            if play_to_question(replay, game, rules, past, logs[at(first)]):
                numbers[at(rows)] = first
                place(replay, rules, desk, rows)
                rows += 1
        first += 1
    return rows, first


@rule
def ask_rows(games, rules, past, net, desk, replays, rows, logs):
    """Ask how likely the choice of every row was, and play on to the next one of its world. Returns how many worlds go on."""
    words, numbers, going = desk.words, desk.games, np.int64(0)
    for row in range(rows):
        number = numbers[at(row)]
        game, replay = games[at(number)], replays[at(row)]
        choice = past_choice(replay, game)
        logs[at(number), at(replay.table.turn)] += log_chance(net, desk, row, words[at(row), LEGAL], choice)
        carry_out(replay, rules, choice)
        if play_to_question(replay, game, rules, past, logs[at(number)]):
            replays[at(going)] = replay
            numbers[at(going)] = number
            place(replay, rules, desk, going)
            going += 1
    return going


@routine
def weigh_past(games, rules, past, net, desk, replays, logs):
    """Write the logarithm of how likely each seat's choices were into `logs[world, seat]`; `replays` is room for BLOCK games."""
    logs[:] = 0.0
    rows, first = take_in(games, rules, past, desk, replays, np.int64(0), np.int64(0), logs)
    while rows:
        write_features(net.layout[0].actor, net.weights, desk, desk.nothing, rows)
        rows = ask_rows(games, rules, past, net, desk, replays, rows, logs)
        rows, first = take_in(games, rules, past, desk, replays, rows, first, logs)


@kernel
def weigh_past_all(games, rules, past, net, desk, replays, logs):
    """The same, for Python."""
    weigh_past(games, rules[0], past[0], uncounted_net(net), uncounted_desk(desk), replays, logs)


def explain(net: Net, desk: Desk, games: np.ndarray, rules: np.ndarray, seats: int, since: int = 0) -> NDArray[np.float64]:
    """The logarithms of how likely each seat's choices were in these worlds: [world, seat]; 0 for seats that are not asked about."""
    logs = np.zeros((len(games), gin.SEATS))
    weigh_past_all(games, rules, past_of(seats, since), net, desk, np.zeros(BLOCK, gin.GAME), logs)
    return logs
