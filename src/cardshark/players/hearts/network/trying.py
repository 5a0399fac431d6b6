"""What a card costs in imagined deals: it is played in each of them, models finish the hands, and the costs are added up."""

from enum import IntEnum

import numpy as np

from cardshark.cards import lowest
from cardshark.chance import draw
from cardshark.games import hearts
from cardshark.jit import at, kernel, record, rule
from cardshark.players.hearts.network.models import expected_rest, play_on, uncounted_models
from cardshark.players.hearts.network.winning import chance_to_win
from cardshark.players.hearts.search.worlds import hand_cost, make_choice, set_up, uncounted_workspace


class Rest(IntEnum):
    """What counts for the tricks that are not played out."""

    NOTHING = 0
    NETWORK = 1  # what the network expects of them


class Aim(IntEnum):
    """What a card should make low."""

    POINTS = 0  # what the hand costs
    MATCH = 1  # the chance not to win the match


ROLLOUT = record([
    ("tries", np.int64),  # playouts of a card in each deal
    ("rank", np.int64),  # which of them counts, 0 the best; -1 for their mean
    ("aim", np.int64),  # what a card should make low
    ("horizon", np.int64),  # tricks that are played out, 0 for all
    ("rest", np.int64),  # what counts for the tricks that are not
    ("blend", np.float64),  # share of the network's own opinion
])  # fmt: skip


@kernel
def try_cards(views, rules, rollout, models, workspace, expected, kept, thought):
    """Play each of the cards `kept` in each of the imagined worlds, and add up what it costs; all about one view."""
    workspace, models = uncounted_workspace(workspace), uncounted_models(models)
    view, rules, rollout, span, styles = views[0], rules[0], rollout[0], workspace.span[0], workspace.styles
    sums, squares, visits, costs = thought.sums[0], thought.squares[0], thought.visits[0], np.empty(rollout.tries)
    seat = np.int64(view.table.turn)
    for other in range(hearts.SEATS):
        styles[other] = models.models[0 if other == seat else 1].style
    for k in range(span.amount):
        word = draw(~view.luck, span.begin + k)
        set_up(view, rules, workspace.worlds[at(k)], styles, word, workspace.start[0])
        rest = kept
        while rest:
            choice = lowest(rest)
            rest &= rest - np.uint64(1)
            cost = cost_of(choice, rules, rollout, models, workspace, costs, word)
            if rollout.blend > 0.0 and view.table.phase == hearts.PLAY:  # networks have no opinion about passing
                cost += rollout.blend * (expected[at(choice)] - cost)
            sums[at(choice)] += cost
            squares[at(choice)] += cost * cost
            visits[at(choice)] += 1.0


@rule
def cost_of(choice, rules, rollout, models, workspace, costs, word):
    """What a choice costs in the world that is set up, by one playout or several."""
    start, playout = workspace.start, workspace.playout
    table = start[0].table
    end = min(np.int64(table.trick) + rollout.horizon if rollout.horizon else rules.hand_size, rules.hand_size)
    for number in range(rollout.tries):
        playout[0] = start[0]
        game = playout[0]
        make_choice(game, rules, choice)
        luck = draw(~word, number) if number else word
        cost = cost_of_hand(game, rules, rollout, np.int64(table.turn), models, luck, end)
        j = number
        while j > 0 and costs[at(j - 1)] > cost:  # put it where it belongs, the lowest first
            costs[at(j)] = costs[at(j - 1)]
            j -= 1
        costs[at(j)] = cost
    if rollout.rank >= 0:
        return costs[at(rollout.rank)]
    total = 0.0
    for number in range(rollout.tries):
        total += costs[at(number)]
    return total / rollout.tries


@rule
def cost_of_hand(game, rules, rollout, seat, models, word, end):
    """Play a hand until `end` tricks are over. Returns what it costs."""
    play_on(game, rules, seat, models, word, end, end < rules.hand_size and rollout.rest == Rest.NETWORK)
    if end == rules.hand_size:
        hearts.score_hand(game, rules)
        return hand_cost(game, seat) if rollout.aim == Aim.POINTS else 1.0 - chance_to_win(game.table, rules, seat)
    cost = np.float64(game.table.points[at(seat)])
    if rollout.rest == Rest.NETWORK:
        cost += expected_rest(game, rules, models)
    return -cost if game.table.second_stage else cost
