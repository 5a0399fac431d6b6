"""Worlds to think in: imagined deals for one decision, how each seat is thought to play, and the table set up in each of them.

How the hidden cards are imagined (`sampler`):

    uniform      every deal that agrees with what the seat has seen is as likely as every other
    sequential   the POMCP report's quick way, which is biased; kept for comparison
    weighted     deals in which the others would have played what they did play are more likely
    product      each hidden card is dealt by how often the weighted deals have it in each hand; hand sizes are respected
    network      each hidden card is dealt by what a network believes (`owners.py`); before the play: uniform

Weighted and product need models of how the others play, which are styles. With several models, a player follows each of them with the
chance that the cards this player has played give it.
"""

from typing import NamedTuple

import numpy as np

from cardshark.bits import uncounted
from cardshark.cards import count, lowest, single
from cardshark.chance import below, draw
from cardshark.games import hearts
from cardshark.games.hearts.score import moon_shooter
from cardshark.jit import at, record, routine, rule
from cardshark.players.hearts.search.beliefs import BELIEFS, deal_believed, likelihood, prepare_beliefs
from cardshark.players.hearts.search.hidden import HIDDEN, OTHERS, learn
from cardshark.players.hearts.search.imagine import PLAN, count_ways, deal_hidden, deal_in_turn
from cardshark.players.hearts.styles import STYLE, pass_of
from cardshark.players.thinking import CHUNK, SPAN, Sampler

SEARCH = record([
    ("begin", np.int64),  # number of the first world
    ("worlds", np.int64),  # how many
    ("sampler", np.int64),
    ("pool", np.int64),  # deals that are weighed for each one that is taken
    ("slip_chance", np.float64),  # how often the others are thought not to follow their style
    ("passing", np.int64),  # 1: search for cards to pass, too
    ("even_if_forced", np.int64),  # 1: think even if there is nothing to choose
    ("own_moon", np.float64),  # what is added to the cost of a hand for whoever shoots the moon in it
    ("endgame", np.int64),  # of simple Monte Carlo: decisions with so many tricks left are solved,
    ("finish", np.int64),  # and before that so many last tricks of every playout,
    ("foes", np.int64),  # by others who play like this
])  # fmt: skip


class SearchWorkspace(NamedTuple):
    """Memory to think with, used again for every decision."""

    span: np.ndarray  # [1] which worlds stand in the next two
    worlds: np.ndarray  # [world, seat] the hands
    followed: np.ndarray  # [world, seat] which model a seat follows
    start: np.ndarray  # [1] the game as it is set up in a world
    playout: np.ndarray  # [1] the same, played out
    replay: np.ndarray  # [1] the hand so far, played again
    styles: np.ndarray  # [seat] the style of each seat in a world
    hidden: np.ndarray  # [1] what the view proves about the hidden cards
    plan: np.ndarray  # [1] all ways to deal them
    pool: np.ndarray  # [deal, seat] deals to be weighed
    log_chances: np.ndarray  # [deal, seat, model] how well each model explains each seat in them, as logarithms
    upto: np.ndarray  # [deal] their weights, added up
    weights: np.ndarray  # [card, other] how likely each of the others holds each card
    beliefs: np.ndarray  # [1] the same, prepared for dealing


def new_workspace(pool: int, models: int) -> SearchWorkspace:
    """A workspace in which `pool` deals are weighed for each world, by the others' `models`."""
    return SearchWorkspace(
        span=np.zeros(1, SPAN),
        worlds=np.zeros((CHUNK, hearts.SEATS), np.uint64),
        followed=np.zeros((CHUNK, hearts.SEATS), np.int8),
        start=np.zeros(1, hearts.GAME),
        playout=np.zeros(1, hearts.GAME),
        replay=np.zeros(1, hearts.GAME),
        styles=np.zeros(hearts.SEATS, STYLE),
        hidden=np.zeros(1, HIDDEN),
        plan=np.zeros(1, PLAN),
        pool=np.zeros((pool * CHUNK, hearts.SEATS), np.uint64),
        log_chances=np.zeros((pool * CHUNK, hearts.SEATS, models)),
        upto=np.zeros(pool * CHUNK),
        weights=np.zeros((64, OTHERS)),
        beliefs=np.zeros(1, BELIEFS),
    )


@rule
def uncounted_workspace(workspace):
    """The same workspace for the time of a kernel, without counting who holds its arrays: weighing deals is a seventh faster so."""
    return SearchWorkspace(
        uncounted(workspace.span), uncounted(workspace.worlds), uncounted(workspace.followed), uncounted(workspace.start),
        uncounted(workspace.playout), uncounted(workspace.replay), uncounted(workspace.styles), uncounted(workspace.hidden),
        uncounted(workspace.plan), uncounted(workspace.pool), uncounted(workspace.log_chances), uncounted(workspace.upto),
        uncounted(workspace.weights), uncounted(workspace.beliefs),
    )  # fmt: skip


# Worlds are numbered: world k of a decision depends on its luck and k alone, however many are imagined. (Weighted ones are drawn from a
# pool that grows with their number, chunk by chunk.)


@rule
def prepare_worlds(view, rules, workspace, begin, amount):
    """Write down which worlds are wanted, and what the view proves about them."""
    workspace.span[0].begin = begin
    workspace.span[0].amount = amount
    learn(view, rules, workspace.hidden[0])
    count_ways(workspace.hidden[0], workspace.plan[0])


@routine
def imagine_worlds(view, rules, search, models, workspace, begin, amount):
    """Imagine `amount` worlds from number `begin` on. Returns how many independent worlds they are worth."""
    prepare_worlds(view, rules, workspace, begin, amount)
    workspace.followed[:amount] = 0
    if search.sampler == Sampler.WEIGHTED or search.sampler == Sampler.PRODUCT:
        return imagine_weighted(view, rules, search, models, workspace)
    if not (search.sampler == Sampler.NETWORK and deal_by_network(view, workspace)):
        deal_evenly(view, search, workspace)
    if len(models) > 2:
        worlds, log_chances, followed, slip_chance = workspace.worlds, workspace.log_chances, workspace.followed, search.slip_chance
        for k in range(amount):
            likelihood(view, rules, worlds[at(k)], models[1:], len(models) - 1, slip_chance, workspace.replay[0], log_chances[at(k)])
            follow_models(log_chances[at(k)], view.luck, begin + k, followed[at(k)])
    return np.float64(amount)


@rule
def deal_by_network(view, workspace):
    """Deal the worlds that are wanted by the beliefs in `workspace.weights`, which somebody has asked a network for. Is any possible?"""
    hidden, beliefs, worlds, span = workspace.hidden[0], workspace.beliefs[0], workspace.worlds, workspace.span[0]
    if view.table.phase == hearts.PASS or prepare_beliefs(hidden, workspace.weights, beliefs) < 0:
        return False
    for k in range(span.amount):
        deal_believed(hidden, beliefs, draw(view.luck, span.begin + k), worlds[at(k)])
    return True


@rule
def deal_evenly(view, search, workspace):
    """Deal the worlds that are wanted, uniformly or card after card."""
    hidden, plan, worlds, span = workspace.hidden[0], workspace.plan[0], workspace.worlds, workspace.span[0]
    for k in range(span.amount):
        word = draw(view.luck, span.begin + k)
        if search.sampler != Sampler.SEQUENTIAL or deal_in_turn(hidden, word, worlds[at(k)]) < 0:
            deal_hidden(hidden, plan, word, worlds[at(k)])


@rule
def fill_pool(view, search, workspace):
    """Deal uniform deals, to be weighed. Returns how many."""
    hidden, plan, pool, span = workspace.hidden[0], workspace.plan[0], workspace.pool, workspace.span[0]
    size = span.amount * search.pool
    for p in range(size):
        deal_hidden(hidden, plan, draw(view.luck, span.begin * search.pool + p), pool[at(p)])
    return size


@rule
def add_up(upto, size):
    """Replace weights by their running sums. Returns their sum and that of their squares. If all are 0, all count as 1."""
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
    """A random place of the pool, in proportion to its weight."""
    return find(upto, size, np.float64(word >> np.uint64(11)) * 2.0**-53 * total)


@rule
def worth_of(amount, total, squares):
    """How many independent worlds `amount` draws from a pool are worth: both the draws and the pool are random."""
    if squares == 0.0:  # weights so small that their squares are 0: as if one deal explained everything
        return 1.0
    of_the_pool = total * total / squares
    return amount * of_the_pool / (amount + of_the_pool)


@routine
def imagine_weighted(view, rules, search, models, workspace):
    """Weigh a pool of uniform deals by how well they explain what the others played, and draw worlds from it."""
    pool, log_chances, upto, followed, span = workspace.pool, workspace.log_chances, workspace.upto, workspace.followed, workspace.span[0]
    size = fill_pool(view, search, workspace)
    replay, slip_chance = workspace.replay[0], search.slip_chance
    for p in range(size):
        upto[at(p)] = likelihood(view, rules, pool[at(p)], models[1:], len(models) - 1, slip_chance, replay, log_chances[at(p)])
    total, squares = add_up(upto, size)
    believed = search.sampler == Sampler.PRODUCT and fit_beliefs(workspace, size)
    for k in range(span.amount):
        word = draw(~view.luck, span.begin + k)
        p = drawn_place(upto, size, total, word)
        take_world(workspace, k, p, believed, word)
        follow_models(log_chances[at(p)], view.luck, span.begin + k, followed[at(k)])
    return worth_of(span.amount, total, squares)


@rule
def take_world(workspace, k, p, believed, word):
    """Make deal `p` of the pool world `k`, or deal that world by the beliefs."""
    if believed:
        deal_believed(workspace.hidden[0], workspace.beliefs[0], ~word, workspace.worlds[at(k)])  # playouts draw from `word` itself
    else:
        workspace.worlds[at(k)] = workspace.pool[at(p)]


@rule
def find(upto, size, value):
    """The first place where the running sums exceed a value."""
    low, high = 0, size - 1
    while low < high:
        middle = (low + high) >> 1
        if upto[at(middle)] > value:
            high = middle
        else:
            low = middle + 1
    return low


@routine
def fit_beliefs(workspace, size):
    """Prepare beliefs about each card from the weighted deals, with a little weight for what none of them shows. Is any deal possible?"""
    hidden, pool, upto, weights = workspace.hidden[0], workspace.pool, workspace.upto, workspace.weights
    weights[:] = 0.01 * upto[at(size - 1)]
    before = 0.0
    for p in range(size):
        for j in range(OTHERS):
            rest = pool[at(p), at(hidden.others[j])] & hidden.open
            while rest:
                weights[at(lowest(rest)), j] += upto[at(p)] - before
                rest &= rest - np.uint64(1)
        before = upto[at(p)]
    return prepare_beliefs(hidden, weights, workspace.beliefs[0]) >= 0


@rule
def follow_models(log_chances, luck, number, followed):
    """Draw for each seat the model that it follows in a world, in proportion to how well the model explains its cards."""
    models = log_chances.shape[1]
    for seat in range(hearts.SEATS):
        best, total = -1e300, 0.0  # no infinity, which could not be subtracted from itself: perhaps no model explains these cards
        for model in range(models):
            best = max(best, log_chances[seat, model])
        for model in range(models):
            total += np.exp(log_chances[seat, model] - best)
        word = draw(luck, hearts.SEATS * number + seat + (1 << 40))
        if total == 0.0:
            followed[seat] = below(word, models)
            continue
        value = np.float64(word >> np.uint64(11)) * 2.0**-53 * total
        chosen = 0
        for model in range(models - 1):
            value -= np.exp(log_chances[seat, model] - best)
            chosen += value > 0
        followed[seat] = chosen


# ---- the table in a world ----


@rule
def set_up_world(view, rules, models, workspace, k):
    """Give each seat its style and set up the table of world `k`. Returns the luck of its playouts."""
    word = draw(~view.luck, workspace.span[0].begin + k)
    seat_styles(models, workspace.followed[at(k)], np.int64(view.table.turn), workspace.styles)
    set_up(view, rules, workspace.worlds[at(k)], workspace.styles, word, workspace.start[0])
    return word


@rule
def seat_styles(models, followed, seat, styles):
    """The style of each seat in this world: `seat` plays by the first model, the others by one of the rest."""
    for other in range(hearts.SEATS):
        styles[other] = models[at(1 + followed[other])]
    styles[seat] = models[0]


@rule
def set_up(view, rules, hands, styles, word, game):
    """Set up the table of a view with the hands of an imagined world."""
    game.table = view.table
    for seat in range(hearts.SEATS):
        game.hands[seat] = hands[seat]
    if view.table.phase == hearts.PASS:
        turn = np.int64(view.table.turn)
        for seat in range(hearts.SEATS):
            game.given[seat] = view.given if seat == turn else np.uint64(0)
            while seat < turn and count(game.given[seat]) < rules.pass_count:  # who came before has put cards aside
                luck = draw(word, hearts.MOST_CARDS + 16 + count(game.given[seat]) + 4 * seat)
                game.given[seat] |= single(pass_of(styles[seat], game.hands[seat], game.given[seat], rules, luck))


@rule
def make_choice(game, rules, choice):
    """Pass or play a card. A hand that ends is not scored, and no hand is dealt."""
    if game.table.phase == hearts.PASS:
        hearts.pass_card(game, rules, choice)
    else:
        hearts.lay_card(game, rules, choice)


@rule
def hand_cost(game, seat):
    """What a finished hand cost a seat; in a second stage points are won back, so they count with a minus."""
    cost = np.float64(game.scores[at(seat)])
    return -cost if game.table.second_stage else cost


@rule
def thought_cost(game, rules, seat, own_moon):
    """What a finished hand counts in thought: its cost, and `own_moon` more for the seat that has shot the moon."""
    shot = game.table.points[at(seat)] == rules.all_penalties and moon_shooter(game.table, rules) == seat
    return hand_cost(game, seat) + own_moon if shot else hand_cost(game, seat)
