"""Worlds to think in: imagined deals for one decision, who is thought to play how, and the table set up in each of them.

How the hidden cards are imagined (`sampler`):

    uniform      every deal that agrees with what the seat has seen is as likely as every other
    sequential   the Monte-Carlo report's quick way, which is biased; kept for comparison
    weighted     deals in which the others would have played what they did play are more likely
    product      each hidden card is with whom the weighted deals say, card by card, hand sizes respected

The last two need an idea of how the others play. With several ideas each player is thought to follow each of them as far
as the cards that he has played speak for it.
"""

from enum import IntEnum

import numpy as np

from cardshark.cards import count, lowest, single
from cardshark.chance import below, draw
from cardshark.games import hearts
from cardshark.jit import at, record, routine, rule
from cardshark.players.hearts.search.beliefs import BELIEFS, deal_believed, likelihood, prepare_beliefs
from cardshark.players.hearts.search.hidden import HIDDEN, OTHERS, learn
from cardshark.players.hearts.search.imagine import PLAN, count_ways, deal_hidden, deal_in_turn
from cardshark.players.hearts.styles import STYLE, pass_of

CHUNK = 256  # worlds imagined at a time


class Sampler(IntEnum):
    """How hidden cards are imagined."""

    UNIFORM = 0
    SEQUENTIAL = 1
    WEIGHTED = 2
    PRODUCT = 3


SEARCH = record([
    ("begin", np.int64),  # number of the first world
    ("worlds", np.int64),  # how many
    ("sampler", np.int64),
    ("pool", np.int64),  # deals that are weighted for each one that is taken
    ("loose", np.float64),  # how often the others are thought not to follow their style
    ("passing", np.int64),  # 1: search for cards to pass, too
    ("every", np.int64),  # 1: think even if there is nothing to choose
    ("c", np.float64),  # of a tree: how much to explore, in points; below 0 the points still to be taken
    ("simulations", np.int64),  # of a tree: in each world
    ("searched", np.int64),  # of a tree: 1 if the others' choices are searched too
    ("apart", np.int64),  # of a tree: 1 if each world has its own
    ("reuse", np.int64),  # of a tree: 1 if it goes on with the tree that is there
    ("final", np.int64),  # of a tree: how its choice is made
    ("actions", np.int64),  # of a tree: what the searching seat chooses among
    ("top", np.int64),  # of rollouts: cards that are tried
    ("tries", np.int64),  # of rollouts: playouts of a card in each deal
    ("rank", np.int64),  # of rollouts: which of them counts, 0 the best; -1 for their mean
    ("aim", np.int64),  # of rollouts: what a card is judged by
    ("halving", np.int64),  # of rollouts: 1 if the worse half of the cards is dropped again and again
    ("horizon", np.int64),  # of rollouts: tricks that are played out, 0 for all
    ("rest", np.int64),  # of rollouts: what counts for the tricks that are not
    ("blend", np.float64),  # of rollouts: share of the network's own opinion
])  # fmt: skip


def desk(pool: int, models: int) -> tuple[np.ndarray, ...]:
    """Memory to think with, used again for every decision."""
    return (
        np.zeros(3, hearts.GAME),  # a game to play out, the same as it was set up, and one to replay
        np.zeros(1, HIDDEN),
        np.zeros(1, PLAN),
        np.zeros((CHUNK, hearts.SEATS), np.uint64),  # worlds
        np.zeros((CHUNK, hearts.SEATS), np.int8),  # minds: which model each seat follows in each world
        np.zeros(hearts.SEATS, STYLE),  # styles of the seats in this world
        np.zeros((pool * CHUNK, hearts.SEATS), np.uint64),  # deals to be weighted
        np.zeros((pool * CHUNK, hearts.SEATS, models)),  # how well each model explains each seat in them, as logarithms
        np.zeros(pool * CHUNK),  # their weights, added up
        np.zeros((64, OTHERS)),  # how likely each card is with each of the others
        np.zeros(1, BELIEFS),
    )


# Worlds are numbered: world k of a decision depends on its luck and k alone, however many are imagined. (Weighted ones are drawn from a
# pool that grows with their number, chunk by chunk.)


@routine
def imagine_worlds(view, rules, search, models, desk, begin, amount):
    """Imagine some worlds from number `begin` on: how many independent ones they are worth."""
    hidden, plan, worlds, minds = desk[1][0], desk[2][0], desk[3], desk[4]
    learn(view, rules, hidden)
    count_ways(hidden, plan)
    minds[:amount] = 0
    if search.sampler == Sampler.WEIGHTED or search.sampler == Sampler.PRODUCT:
        return imagine_weighted(view, rules, search, models, desk, begin, amount)
    deal_evenly(view, search, desk, begin, amount)
    if len(models) > 2:
        for k in range(amount):
            likelihood(view, rules, worlds[at(k)], models[1:], len(models) - 1, search.loose, desk[0][2], desk[7][at(k)])
            follow_models(desk[7][at(k)], view.luck, begin + k, minds[at(k)])
    return np.float64(amount)


@rule
def deal_evenly(view, search, desk, begin, amount):
    """Deal some worlds from number `begin` on, uniformly or card after card; what the view proves is on the desk."""
    hidden, plan, worlds = desk[1][0], desk[2][0], desk[3]
    for k in range(amount):
        word = draw(view.luck, begin + k)
        if search.sampler == Sampler.UNIFORM or deal_in_turn(hidden, word, worlds[at(k)]) < 0:
            deal_hidden(hidden, plan, word, worlds[at(k)])


@rule
def fill_pool(view, search, desk, begin, size):
    """Deal uniform deals, to be weighted."""
    hidden, plan, pool = desk[1][0], desk[2][0], desk[6]
    for p in range(size):
        deal_hidden(hidden, plan, draw(view.luck, begin * search.pool + p), pool[at(p)])


@rule
def add_up(upto, size):
    """Add weights up in their place: their sum, and that of their squares; if nothing has any weight, everything has the same."""
    total, squares = 0.0, 0.0
    for p in range(size):
        squares += upto[at(p)] * upto[at(p)]
        total += upto[at(p)]
        upto[at(p)] = total
    if total == 0.0:
        total, squares = np.float64(size), np.float64(size)
        for p in range(size):
            upto[at(p)] = p + 1.0
    return total, squares


@rule
def drawn_place(upto, size, total, word):
    """A place of the pool, drawn in proportion to its weight."""
    return find(upto, size, np.float64(word >> np.uint64(11)) * 2.0**-53 * total)


@rule
def worth_of(amount, total, squares):
    """How many independent worlds so many are worth: drawing from a pool adds its own chance to that of the pool."""
    if squares == 0.0:  # weights so small that their squares are none: as if one deal explained everything
        return 1.0
    of_the_pool = total * total / squares
    return amount * of_the_pool / (amount + of_the_pool)


@routine
def imagine_weighted(view, rules, search, models, desk, begin, amount):
    """Weigh a pool of uniform deals by how well they explain what the others played, and draw worlds from it."""
    hidden, worlds, minds, pool, likes, upto = desk[1][0], desk[3], desk[4], desk[6], desk[7], desk[8]
    size = amount * search.pool
    fill_pool(view, search, desk, begin, size)
    for p in range(size):
        upto[at(p)] = likelihood(view, rules, pool[at(p)], models[1:], len(models) - 1, search.loose, desk[0][2], likes[at(p)])
    total, squares = add_up(upto, size)
    believed = search.sampler == Sampler.PRODUCT and believe(hidden, pool, upto, size, desk[9], desk[10][0])
    for k in range(amount):
        word = draw(~view.luck, begin + k)
        p = drawn_place(upto, size, total, word)
        if believed:
            deal_believed(hidden, desk[10][0], ~word, worlds[at(k)])  # playouts draw from `word` itself
        else:
            worlds[at(k)] = pool[at(p)]
        follow_models(likes[at(p)], view.luck, begin + k, minds[at(k)])
    return worth_of(amount, total, squares)


@rule
def find(upto, size, value):
    """The first place where the sums that were added up exceed a value."""
    low, high = 0, size - 1
    while low < high:
        middle = (low + high) >> 1
        if upto[at(middle)] > value:
            high = middle
        else:
            low = middle + 1
    return low


@routine
def believe(hidden, pool, upto, size, weights, beliefs):
    """Beliefs card by card from the weighted deals; a little is left for what none of them shows. Does any deal follow?"""
    weights[:] = 0.01 * upto[at(size - 1)]
    before = 0.0
    for p in range(size):
        for j in range(OTHERS):
            rest = pool[at(p), at(hidden.others[j])] & hidden.open
            while rest:
                weights[at(lowest(rest)), j] += upto[at(p)] - before
                rest &= rest - np.uint64(1)
        before = upto[at(p)]
    return prepare_beliefs(hidden, weights, beliefs) >= 0


@rule
def follow_models(likes, luck, number, minds):
    """Draw for each seat the idea that it follows, in proportion to how well the idea explains its cards."""
    models = likes.shape[1]
    for seat in range(hearts.SEATS):
        best, total = -1e300, 0.0  # no infinity, which could not be subtracted from itself: perhaps no idea explains his cards
        for model in range(models):
            best = max(best, likes[seat, model])
        for model in range(models):
            total += np.exp(likes[seat, model] - best)
        word = draw(luck, hearts.SEATS * number + seat + (1 << 40))
        if total == 0.0:
            minds[seat] = below(word, models)
            continue
        value = np.float64(word >> np.uint64(11)) * 2.0**-53 * total
        mind = 0
        for model in range(models - 1):
            value -= np.exp(likes[seat, model] - best)
            mind += value > 0
        minds[seat] = mind


@rule
def seat_styles(models, minds, seat, styles):
    """Who plays how in this world: I by the first style, the others by one of the rest."""
    for other in range(hearts.SEATS):
        styles[other] = models[at(1 + minds[other])]
    styles[seat] = models[0]


@rule
def set_up(view, rules, hands, styles, word, game):
    """Put a table as the view shows it into an imagined world."""
    game.table = view.table
    for seat in range(hearts.SEATS):
        game.hands[seat] = hands[seat]
    if view.table.phase == hearts.PASS:
        turn = np.int64(view.table.turn)
        for seat in range(hearts.SEATS):
            game.given[seat] = view.given if seat == turn else np.uint64(0)
            while seat < turn and count(game.given[seat]) < rules.pass_count:  # who came before has put cards aside
                luck = draw(word, hearts.LONGEST + 16 + count(game.given[seat]) + 4 * seat)
                game.given[seat] |= single(pass_of(styles[seat], game.hands[seat], game.given[seat], rules, luck))


@rule
def charge(game, seat):
    """What a finished hand cost a seat; where points are won back, they are welcome."""
    cost = np.float64(game.scores[at(seat)])
    return -cost if game.table.second_stage else cost
