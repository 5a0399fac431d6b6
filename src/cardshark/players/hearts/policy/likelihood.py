"""How likely it is that a hand of Hearts went as it did, if the policy sat on the other seats: what tells likely worlds from others.

    logs = explain(net, desk, games, rules, seats=0b1101)      # [world, seat] logarithms of chances

A world is a whole game that agrees with a view: hands as they are now, cards given and received, and the table with its history.
Every card that one of the `seats` has played is asked about, with the hand that it had then and all that it saw. Chances of different
seats multiply; a swap of hidden cards between two seats changes those of these two only.
"""

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import has
from cardshark.games import hearts
from cardshark.games.hearts.game import lay_card, legal_cards
from cardshark.games.hearts.planes import FINISHED, seat_from, write_seat, write_tricks
from cardshark.games.hearts.state import NO_CARD
from cardshark.jit import at, kernel, routine, rule
from cardshark.players.policy.features import write_features
from cardshark.players.policy.forward import LEGAL, log_chance
from cardshark.players.policy.net import BLOCK, Desk, Net, past_of, uncounted_desk, uncounted_net

EMPTY = np.uint64(0)


@rule
def begin_again(game, rules, planes, replay):
    """Take every card back into the hand it came from: the game as it was before the first card was played."""
    table, players = game.table, np.int64(rules.players)
    turn = np.int64(table.turn)
    planes[:] = EMPTY
    write_tricks(table, players, planes)
    for seat in range(hearts.SEATS):
        back = planes[at(FINISHED + seat_from(seat, turn, players))] if seat < players else EMPTY
        replay.hands[seat] = game.hands[seat] | back
        replay.given[seat] = game.given[seat]
        replay.received[seat] = game.received[seat]
    for place in range(np.int64(table.played) - np.int64(table.start)):
        seat = np.int64(table.leader) + place
        seat = seat if seat < players else seat - players
        replay.hands[at(seat)] |= np.uint64(1) << np.uint64(table.history[at(table.start + place)])
    replay.table = table
    clear_table(replay, players, table.history[0])


@rule
def clear_table(replay, players, first):
    """Take the cards and points off the table; whoever holds the first card leads."""
    table = replay.table
    for seat in range(hearts.SEATS):
        table.points[seat] = 0
        table.voids[seat] = 0
    for seat in range(players):
        if first >= 0 and has(replay.hands[at(seat)], first):
            table.leader = seat
            table.turn = seat
    table.history[:] = NO_CARD
    table.seen = EMPTY
    table.trick = 0
    table.start = 0
    table.played = 0
    table.jack = hearts.NOBODY


@rule
def play_to_question(replay, game, rules, past):
    """Play on as the game went, up to the next card that is asked about. Is there one?"""
    table, played = replay.table, np.int64(game.table.played)
    while np.int64(table.played) < played:
        allowed = legal_cards(replay, rules)
        asked = past.seats >> np.int64(table.turn) & 1 and table.trick >= past.since
        if asked and allowed & (allowed - np.uint64(1)):
            return True
        lay_card(replay, rules, np.int64(game.table.history[at(table.played)]))
    return False


@rule
def take_in(games, rules, past, desk, replays, rows, first):
    """Fill the rows that are free with further worlds, from number `first` on. Returns how many rows there are, and the next number."""
    words, numbers = desk.words, desk.games
    while rows < BLOCK and first < len(games):
        game, replay = games[at(first)], replays[at(rows)]
        if game.table.phase == hearts.PLAY:
            begin_again(game, rules, words[at(rows)], replay)
            if play_to_question(replay, game, rules, past):
                numbers[at(rows)] = first
                write_seat(replay, rules, words[at(rows)])
                rows += 1
        first += 1
    return rows, first


@rule
def ask_rows(games, rules, past, net, desk, replays, rows, logs):
    """Ask how likely the card of every row was, and play on to the next one of its world. Returns how many worlds go on."""
    words, numbers, going = desk.words, desk.games, np.int64(0)
    for row in range(rows):
        number = numbers[at(row)]
        game, replay = games[at(number)], replays[at(row)]
        card = np.int64(game.table.history[at(replay.table.played)])
        logs[at(number), at(replay.table.turn)] += log_chance(net, desk, row, words[at(row), LEGAL], card)
        lay_card(replay, rules, card)
        if play_to_question(replay, game, rules, past):
            replays[at(going)] = replay
            numbers[at(going)] = number
            write_seat(replay, rules, words[at(going)])
            going += 1
    return going


@routine
def weigh_past(games, rules, past, net, desk, replays, logs):
    """Write the logarithm of how likely each seat's cards were into `logs[world, seat]`; `replays` is room for BLOCK games."""
    logs[:] = 0.0
    rows, first = take_in(games, rules, past, desk, replays, np.int64(0), np.int64(0))
    while rows:
        write_features(net.layout[0].actor, net.weights, desk, desk.nothing, rows)
        rows = ask_rows(games, rules, past, net, desk, replays, rows, logs)
        rows, first = take_in(games, rules, past, desk, replays, rows, first)


@kernel
def weigh_past_all(games, rules, past, net, desk, replays, logs):
    """The same, for Python."""
    weigh_past(games, rules[0], past[0], uncounted_net(net), uncounted_desk(desk), replays, logs)


def explain(net: Net, desk: Desk, games: np.ndarray, rules: np.ndarray, seats: int, since: int = 0) -> NDArray[np.float64]:
    """The logarithms of how likely each seat's cards were in these worlds: [world, seat]; 0 for seats that are not asked about."""
    logs = np.zeros((len(games), hearts.SEATS))
    weigh_past_all(games, rules, past_of(seats, since), net, desk, np.zeros(BLOCK, hearts.GAME), logs)
    return logs
