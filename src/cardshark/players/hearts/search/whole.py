"""Whole games of Hearts that agree with all that a seat has seen: hidden hands, and cards that others have passed."""

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import count, single
from cardshark.chance import draw, draw_card
from cardshark.games.hearts.game import EMPTY
from cardshark.games.hearts.planes import FINISHED, PLANES, seat_from, write_tricks
from cardshark.games.hearts.state import PASS
from cardshark.jit import at, kernel, rule
from cardshark.players.hearts.search.hidden import HIDDEN, learn
from cardshark.players.hearts.search.imagine import PLAN, count_ways, deal_hidden
from cardshark.text import UserError

NEXT_DEALS, PASSED = 1 << 20, (1 << 20) + 1  # numbers of a world's stream that the deal itself does not use


@rule
def draw_some(cards, amount, word):
    """Some of these cards, all equally likely."""
    found, left = EMPTY, count(cards)
    for _ in range(amount):
        drawn = single(draw_card(cards, left, word))
        found |= drawn
        cards ^= drawn
        left -= 1
    return found


@rule
def write_played(table, players, planes):
    """The cards that each seat has played in this hand, seats counted from the one in turn."""
    planes[:] = EMPTY
    write_tricks(table, players, planes)
    for place in range(np.int64(table.played) - np.int64(table.start)):
        seat = (np.int64(table.leader) + place) % players
        planes[at(FINISHED + seat_from(seat, np.int64(table.turn), players))] |= single(table.history[at(table.start + place)])


@rule
def put_aside(view, rules, word, game):
    """Who came before has put cards aside to pass: any of the hand."""
    turn = np.int64(view.table.turn)
    game.given[at(turn)] = view.given
    for seat in range(turn):
        game.given[at(seat)] = draw_some(game.hands[at(seat)], rules.pass_count, draw(word, PASSED + seat))


@rule
def pass_on(view, rules, word, game, planes):
    """What everybody passed: as the seat knows it, or any of the cards that the taker has held since."""
    turn, across = np.int64(view.table.turn), np.int64(view.table.across)
    for seat in range(rules.players):
        taker = (seat + across) % rules.players
        held = game.hands[at(taker)] | planes[at(FINISHED + seat_from(taker, turn, rules.players))]
        passed = draw_some(held, rules.pass_count, draw(word, PASSED + seat))
        passed = view.given if seat == turn else view.received if taker == turn else passed
        game.given[at(seat)] = passed
        game.received[at(taker)] = passed


@kernel
def imagine_games(views, rules, hidden, plan, planes, words, games):
    """Fill every game from one view and a word. Returns how many deals are possible; where there are none, nothing is filled."""
    view, rules, hidden, plan = views[0], rules[0], hidden[0], plan[0]
    learn(view, rules, hidden)
    count_ways(hidden, plan)
    if plan.total == 0:
        return plan.total
    write_played(view.table, rules.players, planes)
    for i in range(len(games)):
        game, word = games[i], words[i]
        deal_hidden(hidden, plan, word, game.hands)
        game.table = view.table
        game.first = view.table.hand_number if rules.hands == 1 else 0
        game.deals = draw(word, NEXT_DEALS)
        if view.table.phase == PASS:
            put_aside(view, rules, word, game)
        elif view.table.across:
            pass_on(view, rules, word, game, planes)
    return plan.total


def imagine(views: np.ndarray, rules: np.ndarray, words: NDArray[np.uint64], games: np.ndarray) -> None:
    """Fill every game with one that agrees with the one view; all deals are equally likely. Later hands are dealt anew."""
    views, planes = views.view(), np.zeros(len(PLANES), np.uint64)
    views.flags.writeable = False  # as at the table, so that kernels are compiled once
    if not imagine_games(views, rules, np.zeros(1, HIDDEN), np.zeros(1, PLAN), planes, words, games):
        raise UserError("no deal agrees with this view: a view must come from a hand that was played by these very rules")
