"""A tree that remembers what was tried: the searching kernels behind `uct`, `ismcts` and `pomcp`.

Every simulation starts in an imagined deal at the root, walks down the tree card by card, adds a node that is not there yet,
finishes the hand by rules of thumb, and notes in every node on its path what the hand cost the player who moved there.

What a node remembers, and which card is tried next, stands in `nodes`.

The searching seat may choose among the 29 actions of the FALCON paper instead of cards (`Actions.FALCON`). Then the nodes below its
own decisions are actions. The others' nodes are still cards.
"""

from enum import IntEnum

import numpy as np

from cardshark.cards import has, lowest
from cardshark.chance import draw, mixed
from cardshark.games import hearts
from cardshark.jit import at, kernel, routine, rule
from cardshark.players.hearts.falcon.actions import PAPER_ACTIONS, Burden, offer
from cardshark.players.hearts.search.nodes import NOTHING, add_node, find_node, next_choice
from cardshark.players.hearts.search.shared import without_thinking
from cardshark.players.hearts.search.worlds import imagine_worlds, make_choice, set_up_world, thought_cost, uncounted_workspace
from cardshark.players.hearts.styles import card_of, pass_of, play_out
from cardshark.players.thinking import CHUNK, ViewTally


class Final(IntEnum):
    """Which choice the tree makes in the end."""

    MEAN = 0  # the cheapest
    VISITS = 1  # the one most often tried


class Actions(IntEnum):
    """What the searching seat chooses among."""

    CARDS = 0
    FALCON = 1  # the FALCON paper's ways to choose a card


# ---- actions in the place of cards ----


@rule
def offer_actions(hand, legal, table, rules, luck, offers):
    """List the paper's actions that are possible now, with their cards. Returns them as a set."""
    return offer(PAPER_ACTIONS, Burden.QUEEN_OUT, legal, table, rules, hand, mixed(luck), offers)


@rule
def card_played_by(action, offers):
    """The card that a possible action plays."""
    number = 0
    while offers.actions[at(number)] != action:
        number += 1
    return np.int64(offers.cards[at(number)])


@rule
def card_of_all_actions(view, rules, actions, offers):
    """The card that all possible actions play; -1 where they differ, or where cards are searched and not actions."""
    if actions == Actions.CARDS or view.table.phase == hearts.PASS:
        return np.int64(-1)
    offer_actions(view.hand, view.legal, view.table, rules, view.luck, offers)
    card = np.int64(offers.cards[0])
    for number in range(1, offers.count):
        if offers.cards[at(number)] != card:
            return np.int64(-1)
    return card


@rule
def chosen_by_action(view, rules, final, offers, tally):
    """The card of the cheapest action. The figures of actions are then added up by card, because two actions may play the same card."""
    possible = offer_actions(view.hand, view.legal, view.table, rules, view.luck, offers)
    card = card_played_by(best_choice(possible, final, tally), offers)
    add_up_by_card(offers, tally.sums)
    add_up_by_card(offers, tally.squares)
    add_up_by_card(offers, tally.visits)
    return card


@rule
def add_up_by_card(offers, figures):
    """Add up figures of actions by the cards that the actions play."""
    of_actions = figures.copy()
    figures[:] = 0.0
    for number in range(offers.count):
        figures[at(offers.cards[at(number)])] += of_actions[at(offers.actions[at(number)])]


# ---- the search ----


@routine
def simulate(tree, game, rules, styles, c, word):
    """Play one hand from the root: down the tree, one step beyond it, and to the end by rules of thumb. Returns the length of its path."""
    nodes, size, path, offers, growth = tree.nodes, tree.size, tree.path, tree.offers[0], tree.growth[0]
    table, searched, by_action = game.table, growth.searched, growth.actions == Actions.FALCON
    me = np.int64(table.turn)
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
            card = card_played_by(choice, offers)
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
        make_choice(game, rules, card)
    play_out(game, rules, styles, ~word)
    return met


@rule
def styled_choice(style, game, seat, legal, rules, luck):
    """What a player chooses by their style, where choices are not searched."""
    if game.table.phase == hearts.PASS:
        return np.int64(pass_of(style, game.hands[at(seat)], game.given[at(seat)], rules, luck))
    return np.int64(card_of(style, game.hands[at(seat)], legal, game.table, rules, luck))


@rule
def note_cost(nodes, path, met, game, rules, own_moon):
    """Add to every node on the path what the hand counts for the player who moved there."""
    for i in range(met):
        node = nodes[at(path[i])]
        cost = thought_cost(game, rules, node.seat, own_moon)
        node.visits += 1
        node.total += cost
        node.squares += cost * cost


@rule
def read_root(nodes, tally):
    """Add the tree's figures about the choices at its root."""
    sums, squares, visits = tally.sums, tally.squares, tally.visits
    child = np.int64(nodes[0].child)
    while child != NOTHING:
        node = nodes[at(child)]
        choice = at(node.choice)
        sums[choice] += node.total
        squares[choice] += node.squares
        visits[choice] += node.visits
        child = np.int64(node.sibling)


@kernel
def grow_all(views, rules, search, models, workspace, tree, thought, choices):
    """Search more worlds for each view, and choose by everything found. With one view, the tree of the call before goes on."""
    rules, search, growth, workspace = rules[0], search[0], tree.growth[0], uncounted_workspace(workspace)
    for i in range(len(views)):
        view = views[i]
        choices[i] = without_thinking(view, rules, search, models)
        if choices[i] < 0 and not search.even_if_forced:
            choices[i] = card_of_all_actions(view, rules, growth.actions, tree.offers[0])
        if choices[i] < 0:
            tally = ViewTally(thought.sums[i], thought.squares[i], thought.visits[i])
            if search.begin == 0 and (search.even_if_forced or not growth.reuse):  # an opinion is asked about any view, and begins anew
                tree.size[0] = 0
            for begin in range(search.begin, search.begin + search.worlds, CHUNK):
                amount = min(CHUNK, search.begin + search.worlds - begin)
                thought.effective[i] += imagine_worlds(view, rules, search, models, workspace, begin, amount)
                thought.worlds[i] += amount
                grow(view, rules, search, models, workspace, tree, tally)
            if growth.actions == Actions.FALCON and view.table.phase == hearts.PLAY:
                choices[i] = chosen_by_action(view, rules, growth.final, tree.offers[0], tally)
            else:
                choices[i] = best_choice(view.legal, growth.final, tally)


@routine
def grow(view, rules, search, models, workspace, tree, tally):
    """Run the simulations of some worlds, in one tree or in a tree for each, and read the figures at the root."""
    start, playout, styles = workspace.start, workspace.playout, workspace.styles
    nodes, size, path, growth = tree.nodes, tree.size, tree.path, tree.growth[0]
    c = growth.c if growth.c >= 0 else np.float64(rules.all_penalties - view.table.points.sum())
    for k in range(workspace.span[0].amount):
        word = set_up_world(view, rules, models, workspace, k)
        if size[0] == 0:
            add_node(nodes, size, np.int64(NOTHING), 0, np.int64(view.table.turn))
        for simulation in range(growth.simulations):
            playout[0] = start[0]
            met = simulate(tree, playout[0], rules, styles, c, draw(word, simulation))
            note_cost(nodes, path, met, playout[0], rules, search.own_moon)
        if growth.apart:
            read_root(nodes, tally)
            size[0] = 0
    if not growth.apart:
        tally.sums[:] = 0.0
        tally.squares[:] = 0.0
        tally.visits[:] = 0.0
        read_root(nodes, tally)


@rule
def best_choice(legal, final, tally):
    """The cheapest legal choice, or the one tried most often."""
    sums, visits = tally.sums, tally.visits
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
