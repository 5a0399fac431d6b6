"""A network chooses the card that it expects to cost least.

The first layer adds up a row of weights for each input that is not 0. The cards of finished tricks are the same for everybody and
are added up once a trick. Only the outputs of legal cards are worked out.
"""

from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import lowest
from cardshark.chance import mixed
from cardshark.games import hearts, house
from cardshark.jit import at, kernel, routine, rule
from cardshark.lanes import dot, inverse
from cardshark.players.hearts.network.brain import WIDEST, Activation, Brain, Links, join_brains, load, new_sheets
from cardshark.players.hearts.network.features import describe, place
from cardshark.players.hearts.styles import pass_of, play_hearts_only, style_of
from cardshark.players.player import Choices, Player, Views
from cardshark.players.rows import add_layer, add_rows
from cardshark.players.sigmoid import ONE, sigmoid
from cardshark.players.style import as_slip_chance, check_chance, slips
from cardshark.players.uniform import any_of

SLOPE = np.float32(0.01)  # of the leaky unit below 0
ZERO = np.float32(0.0)
ONES = np.ones(WIDEST, np.float32)
LEAST_VARIANCE = np.float32(1e-5)  # added to the variance of a layer before it is divided by its root


# ---- the network ----


@rule
def hand_on(brain, sheet, layer, width):
    """Turn the sums of a layer into what it hands on."""
    if brain.links == Links.PLAIN:
        activate(brain.activation, sheet.units, layer * WIDEST, width)
    else:
        hand_on_linked(brain, sheet, layer, width)


@routine
def hand_on_linked(brain, sheet, layer, width):
    """The same where layers are added to each other or normalised; what learning needs of it is kept in `linked`."""
    units, linked, first = sheet.units, sheet.linked, layer * WIDEST
    activate(brain.activation, units, first, width)
    slopes, stream = linked.slopes, linked.stream
    for j in range(width):
        slopes[at(first + j)] = ONE
    times_slope(brain.activation, units, first, slopes, first, width)
    if brain.links & Links.RESIDUAL and layer > 0:
        for j in range(width):
            units[at(first + j)] += stream[at(j)]
    for j in range(width):
        stream[at(j)] = units[at(first + j)]
    if brain.links & Links.NORMAL:
        part = inverse(np.float32(width))
        mean = dot(units, first, ONES, 0, width) * part
        for j in range(width):
            units[at(first + j)] -= mean
        spread = inverse(np.sqrt(dot(units, first, units, first, width) * part + LEAST_VARIANCE))
        for j in range(width):
            units[at(first + j)] *= spread
        linked.spreads[at(layer)] = spread


@rule
def times_slope(kind, units, first, errors, into, width):
    """Multiply errors by the slope of each unit: how much its output changes with its sum."""
    if kind == Activation.SIGMOID:
        for j in range(width):
            errors[at(into + j)] *= units[at(first + j)] * (ONE - units[at(first + j)])
    else:
        slope = SLOPE if kind == Activation.LEAKY else ZERO
        for j in range(width):
            errors[at(into + j)] *= ONE if units[at(first + j)] > ZERO else slope


@rule
def activate(kind, units, first, width):
    """Turn the sums of the units of a layer into their outputs."""
    if kind == Activation.SIGMOID:
        for j in range(first, first + width):
            units[at(j)] = sigmoid(units[at(j)])
    else:
        slope = SLOPE if kind == Activation.LEAKY else ZERO
        for j in range(first, first + width):
            units[at(j)] = units[at(j)] if units[at(j)] > ZERO else units[at(j)] * slope


@routine
def think(brain, memory, facts, sheet):
    """Compute the hidden units for these facts."""
    network = brain.start + facts.network * brain.stride
    width = brain.widths[1]
    first = network + brain.weights[0]
    if sheet.finished != facts.finished or sheet.network != facts.network:
        for j in range(width):
            sheet.known[at(j)] = memory[at(network + brain.biases[0] + j)]
        add_rows(sheet.known, 0, width, memory, first, facts.rows, facts.values, 0, facts.shared)
        sheet.finished = facts.finished
        sheet.network = facts.network
    units = sheet.units
    for j in range(width):
        units[at(j)] = sheet.known[at(j)]
    add_rows(units, 0, width, memory, first, facts.rows, facts.values, facts.shared, facts.count)
    hand_on(brain, sheet, 0, width)
    for layer in range(1, brain.layers):
        size, width = brain.widths[layer], brain.widths[layer + 1]
        before, into = (layer - 1) * WIDEST, layer * WIDEST
        for j in range(width):
            units[at(into + j)] = memory[at(network + brain.biases[layer] + j)]
        add_layer(units, into, width, memory, network + brain.weights[layer], units, before, before + size)
        hand_on(brain, sheet, layer, width)


@rule
def output_of(brain, memory, sheet, output):
    """One output of the network."""
    network = brain.start + sheet.network * brain.stride
    last = brain.layers
    size = brain.widths[last]
    row = network + brain.weights[last] + output * size
    return memory[network + brain.biases[last] + output] + dot(memory, row, sheet.units, (last - 1) * WIDEST, size)


@rule
def worth(brain, memory, sheet, output):
    """What the network expects a card of the deck to be worth: the points it costs, with a minus. Of quantiles it is their mean."""
    if brain.quantiles == 1:
        return output_of(brain, memory, sheet, output)
    return mean_of_quantiles(brain, memory, sheet, output)


@routine
def mean_of_quantiles(brain, memory, sheet, output):
    """The mean of the quantiles of what a card is worth."""
    total = ZERO
    for number in range(brain.quantiles):
        total += output_of(brain, memory, sheet, output * brain.quantiles + number)
    return total * inverse(np.float32(brain.quantiles))


@rule
def best_card(brain, memory, sheet, legal, deck):
    """The legal card that is worth most, the lowest of equals."""
    best = lowest(legal)
    most = worth(brain, memory, sheet, place(deck, best))
    rest = legal & (legal - np.uint64(1))
    while rest:
        card = lowest(rest)
        rest &= rest - np.uint64(1)
        value = worth(brain, memory, sheet, place(deck, card))
        if value > most:
            best, most = card, value
    return best


@routine
def network_card(brain, memory, sheet, hand, legal, table, rules):
    """The card that a brain plays; a single legal card is played without asking it."""
    if legal & (legal - np.uint64(1)) == np.uint64(0):
        return lowest(legal)
    describe(brain, sheet.facts, hand, table, rules)
    think(brain, memory, sheet.facts, sheet)
    return best_card(brain, memory, sheet, legal, rules.deck)


# ---- the player ----


@kernel
def choose_by_network(views, rules, brains, memory, sheets, passing, slip_chance, choices):
    """Choose for every view: cards to pass by a style, cards to play by the brain."""
    rules = rules[0]
    for i in range(len(views)):
        view = views[i]
        if view.table.phase == hearts.PASS:
            choices[i] = pass_of(passing[0], view.hand, view.given, rules, view.luck)
        elif slips(slip_chance, view.luck):
            choices[i] = any_of(view.legal, mixed(view.luck))
        else:
            choices[i] = network_card(brains[0], memory, sheets[0], view.hand, view.legal, view.table, rules)


@kernel
def slip(views, slip_chance, choices):
    """Replace choices by any legal one now and then."""
    for i in range(len(views)):
        if slips(slip_chance, views[i].luck):
            choices[i] = any_of(views[i].legal, mixed(views[i].luck))


@kernel
def value_all(views, rules, brains, memory, sheets, found):
    """What every legal card of each view is worth; nan for the others."""
    rules = rules[0]
    brain, sheet = brains[0], sheets[0]
    found[:] = np.nan
    for i in range(len(views)):
        view = views[i]
        describe(brain, sheet.facts, view.hand, view.table, rules)
        think(brain, memory, sheet.facts, sheet)
        rest = view.legal
        while rest:
            card = lowest(rest)
            rest &= rest - np.uint64(1)
            found[i, card] = worth(brain, memory, sheet, place(rules.deck, card))


@dataclass
class Network(Player):
    """A brain that has learned what cards cost, and plays the cheapest (the network thesis)."""

    brain: Annotated[str | Brain, "a brain of the lab (see `cardshark brains`) or a file of weights"] = "strong"
    epsilon: Annotated[float, "chance to play any legal card instead"] = 0.0
    passing: Annotated[str, "by whose rule cards are passed, where they are: random, greedy, stock or jake"] = "jake"
    second: Annotated[str, "a brain for hands in which points are won back (rule win_back); nothing for the same"] = ""

    def __post_init__(self) -> None:
        check_chance("epsilon", self.epsilon)
        self._brain = load(self.brain)
        self._second = Network(self.second, self.epsilon, self.passing) if self.second else None
        self._passing = style_of(self.passing)
        self._brains, self._memory = join_brains([self._brain])
        self._sheets = new_sheets(1)

    def sit(self, game: Any, rules: Any) -> None:
        """Learn the rules; they must be those of the deck that the brain was made for."""
        play_hearts_only(self, game)
        self._brain.check(rules)
        self._rules = house.record(rules)
        if self._second:
            self._second.sit(game, rules)

    def choose(self, views: Views, choices: Choices) -> None:
        """Play what the brain likes best."""
        slip_chance = as_slip_chance(self.epsilon)
        choose_by_network(views, self._rules, self._brains, self._memory, self._sheets, self._passing, slip_chance, choices)
        back = np.flatnonzero(views["table"]["second_stage"]) if self._second else ()
        if self._second and len(back):
            later = views[back]
            later.flags.writeable = False  # as at the table, so that kernels are compiled once
            chosen = np.empty(len(back), choices.dtype)
            self._second.choose(later, chosen)
            choices[back] = chosen

    def values(self, views: Views) -> NDArray[np.float32]:
        """What the brain thinks each card of these views is worth, in points (the cost with a minus); nan where a card is not legal.

        Cards are passed by a rule and not by the brain, which says nothing about them.
        """
        found = np.empty((len(views), 64), np.float32)
        value_all(views, self._rules, self._brains, self._memory, self._sheets, found)
        found[views["table"]["phase"] == hearts.PASS] = np.nan
        return found
