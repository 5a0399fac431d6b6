"""A tree that remembers what was tried: the searching kernels behind `uct`, `ismcts` and `pomcp`.

Every simulation starts in an imagined deal at the root, walks down the tree card by card, adds what it has not met before,
finishes the hand by rules of thumb, and notes in every node that it passed what the hand cost the player who moved there.

Which card is tried next is UCB1's question: the mean cost so far, less `c * sqrt(log(times it could be tried) / times it was)`, counted
from its first time on; a card that was never tried comes first.

The searching seat may choose among ways to choose a card instead (`Actions.FALCON`): below a decision of its own, nodes are then the
29 actions of the FALCON paper. The others' nodes are cards as ever.
"""

from enum import IntEnum

import numpy as np

from cardshark.cards import has, lowest, single
from cardshark.chance import draw, mixed
from cardshark.games import hearts
from cardshark.jit import at, kernel, record, routine, rule
from cardshark.players.hearts.falcon.actions import PAPER_ACTIONS, Burden, offer
from cardshark.players.hearts.search.search import without_thinking
from cardshark.players.hearts.search.worlds import CHUNK, charge, imagine_worlds, seat_styles, set_up
from cardshark.players.hearts.styles import card_of, pass_of, play_out
from cardshark.players.uniform import any_of

DEEPEST = 64  # choices from the root to the end of a hand: passes and cards
NOTHING = -1  # no such node
MOST_NODES = 1 << 20  # that a tree may have, and that a player keeps of trees of unfinished hands: 50 MB each


class Final(IntEnum):
    """Which choice the tree makes in the end."""

    MEAN = 0  # the cheapest
    VISITS = 1  # the one most often tried


class Actions(IntEnum):
    """What the searching seat chooses among."""

    CARDS = 0
    FALCON = 1  # the FALCON paper's ways to choose a card


NODE = record([
    ("total", np.float64),  # what hands through this node cost the player who moved here, summed
    ("squares", np.float64),
    ("tried", np.uint64),  # choices that have a node below this one
    ("visits", np.int32),
    ("chances", np.int32),  # how often this choice could have been made
    ("child", np.int32),  # the node of the choice tried last
    ("sibling", np.int32),  # of the choice tried before this one
    ("choice", np.int8),  # that leads here
    ("seat", np.int8),  # who makes it
])  # fmt: skip


@rule
def add_node(nodes, size, parent, choice, seat):
    """Add the node of a choice below `parent`; its number."""
    new = np.int64(size[0])
    node = nodes[at(new)]
    node.total = 0.0
    node.squares = 0.0
    node.tried = np.uint64(0)
    node.visits = 0
    node.chances = 1
    node.child = NOTHING
    node.sibling = NOTHING
    node.choice = choice
    node.seat = seat
    size[0] = new + 1
    if parent != NOTHING:
        node.sibling = nodes[at(parent)].child
        nodes[at(parent)].child = new
        nodes[at(parent)].tried |= single(choice)
    return new


@rule
def find_node(nodes, parent, choice):
    """The node of a choice that was tried."""
    child = np.int64(nodes[at(parent)].child)
    while nodes[at(child)].choice != choice:
        child = np.int64(nodes[at(child)].sibling)
    return child


@rule
def most_promising(nodes, parent, legal, c):
    """Of the legal choices that were tried before the one that UCB1 names; all of them had one more chance."""
    best, lowest_bound = 0, np.inf
    child = np.int64(nodes[at(parent)].child)
    while child != NOTHING:
        node = nodes[at(child)]
        if has(legal, node.choice):
            node.chances += 1
            bound = node.total / node.visits - c * np.sqrt(np.log(node.chances) / node.visits)
            if bound < lowest_bound:
                best, lowest_bound = np.int64(node.choice), bound
        child = np.int64(node.sibling)
    return best


@rule
def next_choice(nodes, node, legal, c, luck):
    """A choice that was never tried here, if there is one; otherwise the most promising."""
    best = most_promising(nodes, node, legal, c)
    untried = legal & ~nodes[at(node)].tried
    return any_of(untried, luck) if untried else best


# ---- actions in the place of cards ----


@rule
def offer_actions(hand, legal, table, rules, luck, offers):
    """List the paper's actions that are possible now and their cards: which ones, as a set."""
    return offer(PAPER_ACTIONS, Burden.QUEEN_OUT, legal, table, rules, hand, mixed(luck), offers)


@rule
def played_by(action, offers):
    """The card that a possible action plays."""
    number = 0
    while offers.actions[at(number)] != action:
        number += 1
    return np.int64(offers.cards[at(number)])


@rule
def without_trying(view, rules, search, offers):
    """The card that all possible actions play; -1 where they differ, or cards are what is chosen."""
    if search.every or search.actions == Actions.CARDS or view.table.phase == hearts.PASS:
        return np.int64(-1)
    offer_actions(view.hand, view.legal, view.table, rules, view.luck, offers)
    card = np.int64(offers.cards[0])
    for number in range(1, offers.count):
        if offers.cards[at(number)] != card:
            return np.int64(-1)
    return card


@rule
def chosen_by_action(view, rules, final, offers, sums, squares, visits):
    """The card of the cheapest action. What was found out about actions is then told of their cards, of which two may have the same."""
    possible = offer_actions(view.hand, view.legal, view.table, rules, view.luck, offers)
    card = played_by(chosen(possible, final, sums, visits), offers)
    for figures in (sums, squares, visits):
        of_actions = figures.copy()
        figures[:] = 0.0
        for number in range(offers.count):
            figures[at(offers.cards[at(number)])] += of_actions[at(offers.actions[at(number)])]
    return card


# ---- the search ----


@routine
def simulate(nodes, size, game, rules, styles, search, me, c, word, path, offers):
    """Play one hand from the root: down the tree, one step beyond it, and to the end by rules of thumb. How many nodes were met."""
    table, searched, by_action = game.table, search.searched, search.actions == Actions.FALCON
    node, met, step, new = np.int64(0), 0, 0, False
    while table.trick < rules.hand_size:
        seat = np.int64(table.turn)
        mine, passing = seat == me, table.phase == hearts.PASS
        if new and (mine or searched):
            break
        luck = draw(word, step)
        step += 1
        legal = hearts.legal_passes(game) if passing else hearts.legal_cards(game, rules)
        if mine and by_action and not passing:
            choice = next_choice(nodes, node, offer_actions(game.hands[at(seat)], legal, table, rules, luck, offers), c, luck)
            card = played_by(choice, offers)
        elif mine or (searched and not passing):
            card = choice = next_choice(nodes, node, legal, c, luck)
        else:
            card = choice = styled_choice(styles[at(seat)], game, seat, legal, rules, luck)
        if mine or not passing:  # what the others pass is hidden: the tree cannot tell
            known = has(nodes[at(node)].tried, choice)
            if not known and size[0] == len(nodes):
                break
            new = new or not known
            node = find_node(nodes, node, choice) if known else add_node(nodes, size, node, choice, seat)
            path[met] = node
            met += 1
        if passing:
            hearts.pass_card(game, rules, card)
        else:
            hearts.lay_card(game, rules, card)
    play_out(game, rules, styles, ~word)
    return met


@rule
def styled_choice(style, game, seat, legal, rules, luck):
    """What somebody who is not searched does."""
    if game.table.phase == hearts.PASS:
        return np.int64(pass_of(style, game.hands[at(seat)], game.given[at(seat)], rules, luck))
    return np.int64(card_of(style, game.hands[at(seat)], legal, game.table, rules, luck))


@rule
def note_cost(nodes, path, met, game):
    """Tell every node on the path what the hand cost the player who moved there."""
    for i in range(met):
        node = nodes[at(path[i])]
        cost = charge(game, node.seat)
        node.visits += 1
        node.total += cost
        node.squares += cost * cost


@rule
def read_root(nodes, sums, squares, visits):
    """Add what the tree says about the choices at its root."""
    child = np.int64(nodes[0].child)
    while child != NOTHING:
        node = nodes[at(child)]
        choice = at(node.choice)
        sums[choice] += node.total
        squares[choice] += node.squares
        visits[choice] += node.visits
        child = np.int64(node.sibling)


@kernel
def grow_all(views, rules, search, models, desk, nodes, size, path, offers, thought, choices):
    """Search more worlds for each view, and choose by everything found. With one view, the tree of the call before goes on."""
    rules, search, offers = rules[0], search[0], offers[0]
    for i in range(len(views)):
        view = views[i]
        choices[i] = without_thinking(view, rules, search, models)
        if choices[i] < 0:
            choices[i] = without_trying(view, rules, search, offers)
        if choices[i] < 0:
            sums, squares, visits = thought[0][i], thought[1][i], thought[2][i]
            if search.begin == 0 and (search.every or not search.reuse):  # an opinion is asked about any view, and begins anew
                size[0] = 0
            for begin in range(search.begin, search.begin + search.worlds, CHUNK):
                amount = min(CHUNK, search.begin + search.worlds - begin)
                thought[4][i] += imagine_worlds(view, rules, search, models, desk, begin, amount)
                thought[3][i] += amount
                grow(view, rules, search, models, desk, nodes, size, path, offers, begin, amount, sums, squares, visits)
            if search.actions == Actions.FALCON and view.table.phase == hearts.PLAY:
                choices[i] = chosen_by_action(view, rules, search.final, offers, sums, squares, visits)
            else:
                choices[i] = chosen(view.legal, search.final, sums, visits)


@routine
def grow(view, rules, search, models, desk, nodes, size, path, offers, begin, amount, sums, squares, visits):
    """Run the simulations of some worlds, in one tree or in a tree for each, and read what is said about the choices at the root."""
    games, worlds, minds, styles = desk[0], desk[3], desk[4], desk[5]
    me = np.int64(view.table.turn)
    c = search.c if search.c >= 0 else np.float64(rules.total - view.table.points.sum())
    for k in range(amount):
        world = draw(~view.luck, begin + k)
        seat_styles(models, minds[at(k)], me, styles)
        set_up(view, rules, worlds[at(k)], styles, world, games[1])
        if size[0] == 0:
            add_node(nodes, size, np.int64(NOTHING), 0, me)
        for simulation in range(search.simulations):
            games[0] = games[1]
            met = simulate(nodes, size, games[0], rules, styles, search, me, c, draw(world, simulation), path, offers)
            note_cost(nodes, path, met, games[0])
        if search.apart:
            read_root(nodes, sums, squares, visits)
            size[0] = 0
    if not search.apart:
        sums[:] = 0.0
        squares[:] = 0.0
        visits[:] = 0.0
        read_root(nodes, sums, squares, visits)


@rule
def chosen(legal, final, sums, visits):
    """The cheapest legal choice, or the one tried most often."""
    best, most = lowest(legal), -np.inf
    rest = legal
    while rest:
        choice = lowest(rest)
        rest &= rest - np.uint64(1)
        tried = visits[at(choice)]
        if tried > 0:
            worth = tried if final == Final.VISITS else -sums[at(choice)] / tried
            if worth > most:
                best, most = choice, worth
    return best


@kernel
def replant(nodes, spare, size, choices):
    """Make the node that these choices lead to the root, and forget all that is not below it; nothing is left if it is not there."""
    node = np.int64(0)
    for choice in choices:
        if size[0] == 0 or not has(nodes[at(node)].tried, choice):
            size[0] = 0
            return
        node = find_node(nodes, node, choice)
    spare[0] = nodes[at(node)]
    spare[0].sibling = NOTHING
    kept, done = 1, 0
    while done < kept:
        old, last = np.int64(spare[at(done)].child), np.int64(NOTHING)
        while old != NOTHING:
            spare[at(kept)] = nodes[at(old)]
            spare[at(kept)].sibling = last
            last = kept
            kept += 1
            old = np.int64(nodes[at(old)].sibling)
        spare[at(done)].child = last
        done += 1
    nodes[:kept] = spare[:kept]
    size[0] = kept
