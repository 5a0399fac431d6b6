"""Networks that learn Hearts as the two theses tell it: slow, obvious, in lists, sums and double precision.

Cards are names (`QS`), hands are sets of names, a reading is its name in small letters (`{"played": "finished"}`). A network is a list of
layers, a layer a list of units, a unit its bias and one weight for every input. Nothing here knows how the players or the learners work.
"""

from functools import cache
from math import exp
from random import Random

import numpy as np

from cardshark.games import hearts
from reference.hearts_book import SUITS, cost, deck, rank, suit
from reference.hearts_side_by_side import Batch, listed, style
from reference.imagine_book import Seen, splits
from reference.search_book import Hand

READINGS = {  # what the first thesis leaves open, its default first
    "scores": ["hand", "game", "game_scaled"],
    "played": ["finished", "all"],
    "left": ["unplayed", "unseen"],
    "position": ["from_one", "from_zero"],
    "last": ["taken_by_all", "taken_by_me", "held"],
    "scale": ["raw", "unit"],
}
THESIS = {name: settings[0] for name, settings in READINGS.items()}
SEATS = 4  # numbers for the points of the players, also where three sit down


# ---- what the network sees ----


@cache
def in_printed_order(rules):
    """Every card of the deck: the clubs from the lowest to the ace, then the diamonds, the hearts and the spades."""
    return sorted(deck(rules), key=lambda card: (SUITS.index(suit(card)), rank(card)))


def marked(cards, rules):
    """One number for each card of the deck: is it there?"""
    return [float(card in cards) for card in in_printed_order(rules)]


def in_tricks(plays, players):
    """The finished tricks, each a list of (seat, card), and what lies on the table."""
    whole = len(plays) - len(plays) % players
    return [plays[start : start + players] for start in range(0, whole, players)], plays[whole:]


def taken(tricks, rules):
    """The penalty points that each seat has taken."""
    points = [0] * rules.players
    for trick in tricks:
        led = suit(trick[0][1])
        winner, _ = max((play for play in trick if suit(play[1]) == led), key=lambda play: rank(play[1]))
        points[winner] += sum(cost(card, rules) for _, card in trick)
    return points


def score_of(seat, points, totals, rules, readings):
    """What a player's score is: the points of this hand, or of the match with this hand so far, perhaps as a part of the limit."""
    if readings["scores"] == "hand":
        return points[seat] / (whole_hand(rules) if readings["scale"] == "unit" else 1)
    score = totals[seat] + points[seat]
    return score / (rules.limit or 100) if readings["scores"] == "game_scaled" or readings["scale"] == "unit" else float(score)


def whole_hand(rules):
    """The points of all cards together, at least one."""
    return max(sum(cost(card, rules) for card in in_printed_order(rules)), 1)


def last_input(seat, hand, points, rules, reading):
    """The points that were taken by everybody, that I have taken, or that I hold in my hand."""
    return float({"taken_by_all": sum(points), "taken_by_me": points[seat], "held": sum(cost(card, rules) for card in hand)}[reading])


def thesis_inputs(hand, plays, seat, totals, rules, readings=None):
    """The inputs in the order printed: 107 with 32 cards, 167 with 52.

    `plays` is the hand so far, (seat, card) after (seat, card); `totals` the score sheet before this hand, a number for each seat.
    """
    readings = THESIS | (readings or {})
    tricks, table = in_tricks(plays, rules.players)
    points = taken(tricks, rules)
    finished = {card for trick in tricks for _, card in trick}
    on_table = {card for _, card in table}
    me_first = [(seat + j) % rules.players for j in range(rules.players)]
    gone = finished | on_table | (set(hand) if readings["left"] == "unseen" else set())
    scaled = readings["scale"] == "unit"
    suits = [[card for card in in_printed_order(rules) if suit(card) == s] for s in SUITS]
    from_one = readings["position"] == "from_one"
    return [
        *marked(set(hand), rules),
        *marked(finished | (on_table if readings["played"] == "all" else set()), rules),
        *marked(on_table, rules),
        *[score_of(player, points, totals, rules, readings) for player in me_first],
        *[0.0] * (SEATS - rules.players),
        last_input(seat, hand, points, rules, readings["last"]) / (whole_hand(rules) if scaled else 1),
        *[sum(card not in gone for card in cards) / (max(len(cards), 1) if scaled else 1) for cards in suits],
        (len(table) + from_one) / (rules.players - 1 + from_one if scaled else 1),
        float(sum(number > 0 for number in points) <= 1),
    ]


def inputs_of(view, rules, readings=None):
    """The inputs of the seat in turn: its hand, the score sheet, and the cards of this hand played again one by one."""
    seen = Seen(view, rules)
    return thesis_inputs(seen.hand, seen.plays, seen.seat, view["table"]["totals"].tolist(), rules, readings)


def lab_inputs(hand, plays, seat, rules):
    """Our own inputs, block by block and by name."""
    players, cards = rules.players, in_printed_order(rules)
    others = [(seat + 1 + j) % players for j in range(players - 1)]
    tricks, table = in_tricks(plays, players)
    points = taken(tricks, rules)
    unseen = set(cards) - set(hand) - {card for _, card in plays}
    led = suit(table[0][1]) if table else None
    winning = max((card for _, card in table if suit(card) == led), key=rank, default=None)
    suit_size = {s: max(sum(suit(card) == s for card in cards), 1) for s in SUITS}
    whole = whole_hand(rules)
    out = {
        who: {suit(trick[0][1]) for trick in [*tricks, table] for s, card in trick if s == who and suit(card) != suit(trick[0][1])}
        for who in others
    }
    to_play = others[: players - 1 - len(table)]

    def around(card, higher):
        fellows = [other for other in unseen if suit(other) == suit(card) and (rank(other) > rank(card)) == higher]
        return len(fellows) / suit_size[suit(card)] if card in hand else 0.0

    def may_take(who):
        follows = led is None or led not in out[who]
        return who in to_play and follows and (winning is None or any(suit(card) == led and rank(card) > rank(winning) for card in unseen))

    mine_first = [points[(seat + i) % players] for i in range(players)] + [0] * (SEATS - players)
    return {
        "hand": marked(set(hand), rules),
        "played": marked({card for trick in tricks for _, card in trick}, rules),
        "table": marked({card for _, card in table}, rules),
        "winning": marked({winning}, rules),
        "above": [around(card, True) for card in cards],
        "below": [around(card, False) for card in cards],
        "out": [float(s in out[who]) for who in others for s in SUITS] + [0.0] * (4 * (SEATS - players)),
        "beats": [float(may_take(who)) for who in others] + [0.0] * (SEATS - players),
        "led": [float(s == led) for s in SUITS],
        "position": [float(place == len(table)) for place in range(SEATS)],
        "length": [sum(suit(card) == s for card in hand) / suit_size[s] for s in SUITS],
        "unseen": [sum(suit(card) == s for card in unseen) / suit_size[s] for s in SUITS],
        "at stake": [sum(cost(card, rules) for _, card in table) / whole],
        "scores": [score / whole for score in mine_first],
        "shooters": [float(score > 0 and score == sum(points)) for score in mine_first],
        "clean": [float(sum(points) == 0)],
    }


def lab_inputs_of(view, rules):
    """The same for the seat in turn."""
    seen = Seen(view, rules)
    return lab_inputs(seen.hand, seen.plays, seen.seat, rules)


# ---- the network ----


def active(total, activation):
    """What a hidden unit passes on."""
    if activation == "sigmoid":
        return 1 / (1 + exp(-total)) if total >= 0 else exp(total) / (1 + exp(total))
    return total if total > 0 else {"relu": 0.0, "leaky": 0.01}[activation] * total


def slope(total, activation):
    """How much more a hidden unit passes on if its total grows a little."""
    if activation == "sigmoid":
        return active(total, "sigmoid") * (1 - active(total, "sigmoid"))
    return 1.0 if total > 0 else {"relu": 0.0, "leaky": 0.01}[activation]


def totals_of(layer, inputs):
    """Bias and weighted inputs of every unit of a layer."""
    return [bias + sum(weight * number for weight, number in zip(weights, inputs, strict=True)) for bias, weights in layer]


def forward(layers, inputs, activation, links="plain"):
    """The value of every card: hidden layers one after the other, and a linear last layer with a unit for each card.

    With residual links a layer's outputs are added to the sum of all layers before it. With normal ones the next layer reads that sum,
    or the outputs alone, less their mean and divided by their standard deviation.
    """
    numbers, stream = list(inputs), None
    for layer in layers[:-1]:
        numbers = [active(total, activation) for total in totals_of(layer, numbers)]
        if links in ("residual", "both"):
            stream = numbers = numbers if stream is None else [one + other for one, other in zip(stream, numbers, strict=True)]
        if links in ("normal", "both"):
            mean = sum(numbers) / len(numbers)
            variance = sum((number - mean) ** 2 for number in numbers) / len(numbers)
            numbers = [(number - mean) / (variance + 1e-5) ** 0.5 for number in numbers]
    return totals_of(layers[-1], numbers)


def gradient(layers, inputs, activation, unit):
    """How the value of one card changes with every bias and weight, shaped like the network: back-propagation."""
    passed, totals = [list(inputs)], []
    for layer in layers[:-1]:
        totals.append(totals_of(layer, passed[-1]))
        passed.append([active(total, activation) for total in totals[-1]])
    blame = [float(number == unit) for number in range(len(layers[-1]))]
    found = []
    for depth in reversed(range(len(layers))):
        layer = layers[depth]
        found.insert(0, [(share, [share * number for number in passed[depth]]) for share in blame])
        if depth:
            back = [sum(share * weights[i] for share, (_, weights) in zip(blame, layer, strict=True)) for i in range(len(passed[depth]))]
            blame = [share * slope(total, activation) for share, total in zip(back, totals[depth - 1], strict=True)]
    return found


def flat(layers):
    """All biases and weights one after the other: unit by unit, the bias first."""
    return np.array([number for layer in layers for bias, weights in layer for number in (bias, *weights)])


def shaped(numbers, like):
    """`flat` undone: a network shaped like another."""
    rest = iter(numbers)
    return [[(float(next(rest)), [float(next(rest)) for _ in weights]) for _, weights in layer] for layer in like]


def gradient_by_trying(layers, inputs, activation, unit, step=1e-6):
    """The same gradient without calculus: move every number a little to both sides and look at the value."""
    numbers, found = flat(layers), []
    for place in range(len(numbers)):
        ends = []
        for sign in (1, -1):
            moved = numbers.copy()
            moved[place] += sign * step
            ends.append(forward(shaped(moved, layers), inputs, activation)[unit])
        found.append((ends[0] - ends[1]) / (2 * step))
    return shaped(found, layers)


def quantile_loss(outputs, target):
    """How badly quantiles describe one outcome: each pays for its distance, more on the side where it should rarely be."""
    found = 0.0
    for number, output in enumerate(outputs):
        share, off = (number + 0.5) / len(outputs), abs(target - output)
        huber = off * off / 2 if off <= 1 else off - 0.5
        found += (share if target > output else 1 - share) * huber
    return found


def step_by_trying(layers, loss, rate, step=1e-6):
    """The network after one step down any loss, without calculus: every number is moved a little to both sides."""
    numbers, found = flat(layers), []
    for place in range(len(numbers)):
        ends = []
        for sign in (1, -1):
            moved = numbers.copy()
            moved[place] += sign * step
            ends.append(loss(shaped(moved, layers)))
        found.append((ends[0] - ends[1]) / (2 * step))
    return shaped(numbers - rate * np.array(found), layers)


def sgd_step(layers, inputs, activation, unit, target, rate):
    """The network after one step towards the target: the value of one card moves against half the squared error."""
    surprise = target - forward(layers, inputs, activation)[unit]
    return shaped(flat(layers) + rate * surprise * flat(gradient(layers, inputs, activation, unit)), layers)


# ---- what it learns from ----


def rewards(points_by_trick, official_score, moon_credit, shooter=False):
    """The penalty of each trick. After a moon the tricks do not sum to what was written down: `moon_credit` says where the rest goes.

    `last_trick` puts it on the last trick, `every_step` an equal part on each, `none` leaves the points as they fell. Who shot the
    moon has lost nothing with the tricks he took; if it earns him something, no card did so but all of them: it comes at the end.
    """
    if moon_credit == "none":
        return [float(points) for points in points_by_trick]
    found = [0.0 if shooter else float(points) for points in points_by_trick]
    correction = official_score - sum(found)
    if moon_credit == "every_step" and not shooter:
        return [reward + correction / len(found) for reward in found]
    return [*found[:-1], found[-1] + correction]


def bootstrapped(rewards_by_trick, trick, values_then):
    """What a card was worth by what followed: minus the penalty of its trick, and the best of the values of the next decision, if any."""
    return -rewards_by_trick[trick] + (max(values_then) if values_then else 0.0)


def targets(points_by_trick, official_score=None, moon_credit="last_trick", shooter=False):
    """What the card of each trick was worth: minus all the penalties from that trick on."""
    official = sum(points_by_trick) if official_score is None else official_score
    found = rewards(points_by_trick, official, moon_credit, shooter)
    return [-sum(found[trick:]) for trick in range(len(found))]


def falling(game, games, start=0.1):
    """The share of random cards in a game (counted from 0) of a course: falls by the same each game, and is 0 in the last one."""
    return start * (1 - game / (games - 1)) if games > 1 else 0.0


# ---- a game so small that it can be worked out ----


def mean_score(hand, me):
    """What a hand costs a seat on average when everybody who still has a choice plays any legal card, `me` included."""
    if hand.over:
        return float(hand.last_scores[me])
    cards = sorted(hand.legal())
    return sum(mean_score(hand.after(card), me) for card in cards) / len(cards)


def true_values(held, table, rules):
    """What each legal card of a hand of two is worth on average, over all deals, when the three others play any legal card.

    `table` holds what was played before it: nothing, or the one card that the seat before me led.
    """
    me = len(table)  # seat 0 leads
    unseen = [card for card in deck(rules) if card not in {*held, *table}]
    sizes = [2 - (seat < me) for seat in range(rules.players) if seat != me]
    found = {}
    for others in splits(unseen, sizes):
        before = [[*others[0], *table], list(held), *map(list, others[1:])] if table else [list(held), *map(list, others)]
        start = Hand(rules, lambda _, before=before: [card for cards in before for card in cards], lambda _: 0)
        for card in table:
            start = start.after(card)
        for card in start.legal():
            found.setdefault(card, []).append(-mean_score(start.after(card), me))
    return {card: sum(worths) / len(worths) for card, worths in found.items()}


# ---- beside the kernels: the same hands, the same weights ----


def views_of_play(rules, matches, hands, seed):
    """The views of every card played in the first hands of some matches, batch by batch; one seat often grabs what it can."""
    random = Random(seed)
    batch = Batch(rules, matches, seed, first=[random.randrange(12) for _ in range(matches)])
    choice, first = style(random, random.choice([None, 0, 1, 2])), batch.games["first"].copy()
    rows = batch.going_on()
    while len(rows):
        views, legals = batch.look(rows)
        playing = views["table"]["phase"] == hearts.PLAY
        if playing.any():
            yield views[playing]
        rows = batch.choose(rows, [choice(view["table"]["turn"], listed(legal)) for view, legal in zip(views, legals, strict=True)])
        rows = rows[batch.games["table"]["hand_number"][rows] - first[rows] < hands]


def inputs_by_design(view, rules, design):
    """What a network of this design sees from the seat in turn; one for all numbers of cards is told the number."""
    readings = {name: getattr(design, name).name.lower() for name in READINGS}
    found = (
        [number for block in lab_inputs_of(view, rules).values() for number in block] if design.inputs else inputs_of(view, rules, readings)
    )
    size, held = len(deck(rules)) // rules.players, len(listed(view["hand"]))
    return found + ([float(number + 1 == held) for number in range(size)] if design.networks else [])


def layers_of(brain, number=0):
    """One network of a brain in the book's words."""
    parts, names = brain.parts(), [*(f"hidden{layer + 1}" for layer in range(len(brain.design.widths()))), "output"]
    found = []
    for name in names:
        biases, weights = parts[f"{name}.biases"][number], parts[f"{name}.weights"][number]
        by_unit = weights if name == "output" else weights.T  # hidden layers lie in the memory input by input
        found.append([(bias, row) for bias, row in zip(biases.tolist(), by_unit.tolist(), strict=True)])
    return found


def shake(brain, seed, size=0.3):
    """Give a brain weights and biases of all signs, so that none is the same as another."""
    random = np.random.default_rng(seed)
    for part in brain.parts().values():
        part[:] = random.normal(0, size, part.shape)
