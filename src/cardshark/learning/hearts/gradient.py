"""One step of learning: change the weights of a network a little, so that its value of one card comes nearer to a target."""

from cardshark.jit import at, routine, rule
from cardshark.lanes import dot
from cardshark.players.hearts.network.brain import NOTHING, WIDEST, Activation
from cardshark.players.hearts.network.player import SLOPE, ZERO, think, worth
from cardshark.players.sigmoid import ONE


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
def subtract(memory, row, step, errors, first, width):
    """Subtract `step` times the errors from a row of weights."""
    for j in range(width):
        memory[at(row + j)] -= step * errors[at(first + j)]


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
    network = brain.start + facts.network * brain.stride
    units, errors = sheet.units, sheet.errors
    last = brain.layers
    width, first = brain.widths[last], (last - 1) * WIDEST
    row = network + brain.weights[last] + output * width
    for j in range(width):
        errors[at(j)] = memory[at(row + j)]
        memory[at(row + j)] -= step * units[at(first + j)]
    memory[at(network + brain.biases[last] + output)] -= step
    times_slope(brain.activation, units, first, errors, 0, width)
    here = 0  # where the errors of this layer are; those of the layer before go to the other half
    for layer in range(last - 1, 0, -1):
        width, first = brain.widths[layer + 1], (layer - 1) * WIDEST
        subtract(memory, network + brain.biases[layer], step, errors, here, width)
        for i in range(brain.widths[layer]):
            row = network + brain.weights[layer] + i * width
            errors[at(WIDEST - here + i)] = dot(memory, row, errors, here, width)
            subtract(memory, row, step * units[at(first + i)], errors, here, width)
        here = WIDEST - here
        times_slope(brain.activation, units, first, errors, here, brain.widths[layer])
    width = brain.widths[1]
    subtract(memory, network + brain.biases[0], step, errors, here, width)
    for i in range(facts.count):
        row = network + brain.weights[0] + facts.rows[at(i)] * width
        subtract(memory, row, step * facts.values[at(i)], errors, here, width)
    sheet.finished = NOTHING
    return error
