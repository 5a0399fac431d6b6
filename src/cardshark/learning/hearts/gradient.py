"""One step of learning: change the weights of a network a little, so that its value of one card comes nearer to a target."""

import numpy as np

from cardshark.jit import at, routine, rule
from cardshark.lanes import dot, inverse
from cardshark.players.hearts.network.brain import NOTHING, WIDEST, Links
from cardshark.players.hearts.network.player import ONES, ZERO, output_of, think, times_slope, worth
from cardshark.players.rows import pull_back, subtract_rows
from cardshark.players.sigmoid import HALF, ONE


@rule
def subtract(memory, row, step, errors, first, width):
    """Subtract `step` times the errors from a row of weights."""
    for j in range(width):
        memory[at(row + j)] -= step * errors[at(first + j)]


@rule
def errors_of_sums(brain, sheet, layer, here, width):
    """Turn the errors of what a layer hands on into those of its units' sums."""
    if brain.links == Links.PLAIN:
        times_slope(brain.activation, sheet.units, layer * WIDEST, sheet.errors, here, width)
    else:
        errors_through_links(brain, sheet, layer, here, width)


@routine
def errors_through_links(brain, sheet, layer, here, width):
    """The same where layers are added to each other or normalised. Layers are passed from the last to the first."""
    units, errors, linked, first = sheet.units, sheet.errors, sheet.linked, layer * WIDEST
    blame, slopes = linked.blame, linked.slopes
    if brain.links & Links.NORMAL:
        part, spread = inverse(np.float32(width)), linked.spreads[at(layer)]
        mean = dot(errors, here, ONES, 0, width) * part
        along = dot(errors, here, units, first, width) * part
        for j in range(width):
            errors[at(here + j)] = spread * (errors[at(here + j)] - mean - along * units[at(first + j)])
    if brain.links & Links.RESIDUAL:
        if layer < brain.layers - 1:  # what this layer handed on went into the next one's sum too
            for j in range(width):
                errors[at(here + j)] += blame[at(j)]
        for j in range(width):
            blame[at(j)] = errors[at(here + j)]
    for j in range(width):
        errors[at(here + j)] *= slopes[at(first + j)]


@rule
def improve_output(brain, memory, sheet, output, step):
    """Change the weights of one output by `step`; the errors of the last hidden layer are its weights as they were."""
    network = brain.start + sheet.facts.network * brain.stride
    units, errors, last = sheet.units, sheet.errors, brain.layers
    width, first = brain.widths[last], (last - 1) * WIDEST
    row = network + brain.weights[last] + output * width
    for j in range(width):
        errors[at(j)] = memory[at(row + j)]
        memory[at(row + j)] -= step * units[at(first + j)]
    memory[at(network + brain.biases[last] + output)] -= step


@routine
def improve_quantiles(brain, memory, sheet, output, target, rate):
    """Change the weights of all quantiles of a card, by quantile regression with Huber's loss.

    A quantile that should be above a share q of what comes of the card is pulled up by q and down by 1 - q, times the error up to
    one point. The errors of the last hidden layer are summed over the quantiles.
    """
    network = brain.start + sheet.facts.network * brain.stride
    units, errors, last = sheet.units, sheet.errors, brain.layers
    width, first = brain.widths[last], (last - 1) * WIDEST
    part = inverse(np.float32(brain.quantiles))
    for j in range(width):
        errors[at(j)] = ZERO
    for number in range(brain.quantiles):
        place = output * brain.quantiles + number
        error = output_of(brain, memory, sheet, place) - target
        share = (np.float32(number) + HALF) * part
        pull = min(max(error, -ONE), ONE) * (share if error < ZERO else ONE - share)
        row, step = network + brain.weights[last] + place * width, rate * pull
        for j in range(width):
            errors[at(j)] += pull * memory[at(row + j)]
            memory[at(row + j)] -= step * units[at(first + j)]
        memory[at(network + brain.biases[last] + place)] -= step


@routine
def improve(brain, memory, sheet, output, target, rate, thought):
    """Learn from the decision on a sheet: move the value of the card played towards the target. Returns how far off it was.

    The weights w change by -rate * (value - target) * d value / d w: the gradient of half the squared error. `thought` means that the
    units on this sheet are up to date: the network was computed there and has not changed since.
    """
    facts = sheet.facts
    if not thought:
        sheet.finished = NOTHING  # of other weights
        think(brain, memory, facts, sheet)
    error = worth(brain, memory, sheet, output) - target
    step = rate * error
    if brain.quantiles == 1:
        improve_output(brain, memory, sheet, output, step)
    else:
        improve_quantiles(brain, memory, sheet, output, target, rate)
        step = rate  # their errors are in those of the layer
    network = brain.start + facts.network * brain.stride
    units, errors = sheet.units, sheet.errors
    errors_of_sums(brain, sheet, brain.layers - 1, 0, brain.widths[brain.layers])
    here = 0  # where the errors of this layer are; those of the layer before go to the other half
    for layer in range(brain.layers - 1, 0, -1):
        width, first = brain.widths[layer + 1], (layer - 1) * WIDEST
        subtract(memory, network + brain.biases[layer], step, errors, here, width)
        for i in range(0, brain.widths[layer], 4):
            row, start = network + brain.weights[layer] + i * width, first + i
            a, b = step * units[at(start)], step * units[at(start + 1)]
            c, d = step * units[at(start + 2)], step * units[at(start + 3)]
            pull_back(memory, row, errors, here, width, WIDEST - here + i, a, b, c, d)
        here = WIDEST - here
        errors_of_sums(brain, sheet, layer - 1, here, brain.widths[layer])
    width = brain.widths[1]
    subtract(memory, network + brain.biases[0], step, errors, here, width)
    subtract_rows(memory, network + brain.weights[0], width, facts.rows, facts.values, facts.count, step, errors, here)
    sheet.finished = NOTHING
    return error
