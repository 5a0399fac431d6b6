"""Imagined deals of Hearts as games that a policy can play on, many side by side.

    imagine_owned     deals by who is believed to own each card; all of them if there are few
    set_up_all        the table of a view in each of these deals
    play_all          every card that may be played, in each of them
    pass_all          every set of cards that may be passed, in each of them
    write_seats       what the seats in turn of these games see
    tell_fates        what came of it

What the others passed on is hidden. In an imagined deal it is guessed by a rule of thumb: of the cards that its taker had, those that
are passed first.
"""

from typing import NamedTuple

import numpy as np

from cardshark.cards import count, lowest, single
from cardshark.chance import draw
from cardshark.coach.hearts.tries import MISSED, deal_numbered, points_of, queen_taker, taker
from cardshark.games import hearts
from cardshark.games.hearts.planes import write_seat
from cardshark.games.hearts.score import moon_shooter
from cardshark.jit import at, kernel, rule
from cardshark.players.hearts.policy.playouts import play_choice
from cardshark.players.hearts.search.beliefs import BELIEFS, deal_believed, prepare_beliefs, rewind_hand
from cardshark.players.hearts.search.hidden import HIDDEN, OTHERS, learn
from cardshark.players.hearts.search.imagine import PLAN, count_ways, deal_hidden
from cardshark.players.hearts.styles import pass_of


class FutureWorkspace(NamedTuple):
    """Memory to imagine with."""

    hidden: np.ndarray  # [1] what the view proves about the hidden cards
    plan: np.ndarray  # [1] all ways to deal them
    beliefs: np.ndarray  # [1] the owners that are believed in, prepared for dealing
    replay: np.ndarray  # [1] the hand so far, played again


def future_workspace() -> FutureWorkspace:
    """A workspace for one thought."""
    return FutureWorkspace(np.zeros(1, HIDDEN), np.zeros(1, PLAN), np.zeros(1, BELIEFS), np.zeros(1, hearts.GAME))


# ---- deals ----


@kernel
def imagine_owned(views, rules, owners, workspace, deals, weights):
    """Deal every row by `owners[card, j]` (j = 0 the next player), and weigh it.

    Returns how many rows were filled, with a minus if these are all possible deals.
    """
    view, rules = views[0], rules[0]
    hidden, plan, beliefs = workspace.hidden[0], workspace.plan[0], workspace.beliefs[0]
    learn(view, rules, hidden)
    count_ways(hidden, plan)
    if plan.total == 0:
        return np.int64(0)
    if plan.total <= len(deals):
        for k in range(plan.total):
            deal_numbered(hidden, plan, k, deals[at(k)])
            weights[at(k)] = believed(hidden, owners, deals[at(k)])
        return -np.int64(plan.total)
    owned = prepare_beliefs(hidden, owners, beliefs) >= 0
    for k in range(len(deals)):
        weights[at(k)] = 1.0
        if owned:
            deal_believed(hidden, beliefs, draw(view.luck, k), deals[at(k)])
        else:
            deal_hidden(hidden, plan, draw(view.luck, k), deals[at(k)])
    return np.int64(len(deals))


@rule
def believed(hidden, owners, hands):
    """The product of the beliefs about all open cards of a deal."""
    weight = 1.0
    for j in range(OTHERS):
        rest = hands[at(hidden.others[j])] & hidden.open
        while rest:
            weight *= owners[at(lowest(rest)), j]
            rest &= rest - np.uint64(1)
    return weight


# ---- setting up ----


@kernel
def set_up_all(views, rules, styles, workspace, deals, games):
    """The table of a view in every deal. While cards are passed, nobody has put any aside yet: all of them choose anew."""
    view, rules, style, replay = views[0], rules[0], styles[0], workspace.replay[0]
    for k in range(len(deals)):
        game = games[at(k)]
        game.table = view.table
        game.table.totals[:] = 0  # the match is left aside: the policy knows hands only
        for seat in range(hearts.SEATS):
            game.hands[seat] = deals[at(k), seat]
            game.given[seat] = hearts.EMPTY
            game.received[seat] = hearts.EMPTY
        if view.table.phase == hearts.PASS:
            game.table.turn = 0
        elif view.table.across:
            rewind_hand(view.table, rules, deals[at(k)], replay)
            guess_passes(view, rules, style, replay.hands, game)


@rule
def guess_passes(view, rules, style, hands, game):
    """What everybody passed on. `hands` are those of the first trick."""
    me, across = np.int64(view.table.turn), np.int64(view.table.across)
    for giver in range(rules.players):
        receiver = (giver + across) % rules.players
        if giver == me:
            given = view.given
        elif receiver == me:
            given = view.received
        else:
            given = likely_pass(style, hands[at(receiver)], rules)
        game.given[at(giver)] = given
        game.received[at(receiver)] = given


@rule
def likely_pass(style, hand, rules):
    """The cards of a hand that a style passes first."""
    found = hearts.EMPTY
    while count(found) < rules.pass_count:
        found |= single(pass_of(style, hand, found, rules, found))
    return found


# ---- choices ----


@kernel
def play_all(starts, rules, cards, games):
    """Play every card, a set of one, in every game: row k * cards + i is card i in game k."""
    rules = rules[0]
    for k in range(len(starts)):
        for i in range(len(cards)):
            games[at(k * len(cards) + i)] = starts[at(k)]
            play_choice(games[at(k * len(cards) + i)], rules, lowest(cards[at(i)]))


@kernel
def pass_all(starts, rules, seat, sets, games):
    """Pass every set in every game, in which all others have put their cards aside."""
    rules = rules[0]
    last = rules.players - 1
    for k in range(len(starts)):
        for i in range(len(sets)):
            game = games[at(k * len(sets) + i)]
            games[at(k * len(sets) + i)] = starts[at(k)]
            game.given[at(seat)] = sets[at(i)]
            card = lowest(game.given[at(last)])  # put aside last of all, which makes the cards change hands
            game.given[at(last)] ^= single(card)
            game.table.turn = last
            hearts.pass_card(game, rules, card)


@kernel
def write_seats(games, rules, words):
    """What the seat in turn of every game sees, as planes."""
    for i in range(len(games)):
        write_seat(games[at(i)], rules[0], words[at(i)])


# ---- what came of it ----


@kernel
def tell_fates(views, rules, games, costs, fates):
    """The results of every game. Where a hand has not ended, nobody knows yet who takes the queen, or shoots the moon."""
    view, rules = views[0], rules[0]
    seat, trick, before = np.int64(view.table.turn), np.int64(view.table.trick), view.table.seen
    for i in range(len(games)):
        table, fate = games[at(i)].table, fates[at(i)]
        ended = table.trick == rules.hand_size
        fate.cost = costs[at(i), at(seat)]
        fate.moon = moon_shooter(table, rules) if ended else hearts.NOBODY
        fate.queen = queen_taker(table, rules, before) if ended else np.int64(hearts.NOBODY)
        fate.trick = MISSED
        if view.table.phase == hearts.PLAY and taker(table, rules, trick) == seat:
            fate.trick = points_of(table, rules, trick)
