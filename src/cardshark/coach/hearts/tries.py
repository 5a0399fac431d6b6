"""Every choice is tried in the same imagined deals; the coach's opinions come from this.

A kernel imagines deals that agree with what a seat has seen, and weighs each by how well it explains what the others have played. If
there are few enough, all possible deals are tried, and nothing is left to chance.
"""

from typing import NamedTuple

import numpy as np

from cardshark.cards import count, has, lowest, single
from cardshark.chance import draw
from cardshark.games import hearts
from cardshark.games.hearts.score import moon_shooter
from cardshark.jit import at, kernel, record, rule
from cardshark.players.hearts.search.beliefs import likelihood
from cardshark.players.hearts.search.hidden import HIDDEN, leader_before, learn
from cardshark.players.hearts.search.imagine import CHOOSE, PLAN, count_ways, deal_hidden
from cardshark.players.hearts.search.worlds import hand_cost, set_up
from cardshark.players.hearts.styles import STYLE, play_out

MISSED = -1  # in `trick`: somebody else took it

# The result of a choice in one deal.
FATE = record([
    ("cost", np.float64),  # of the hand for the seat that chose
    ("trick", np.int16),  # points that it took with this trick, or MISSED
    ("queen", np.int8),  # who took the queen of spades from here on, or NOBODY
    ("moon", np.int8),  # who shot the moon, or NOBODY
])  # fmt: skip


class TryWorkspace(NamedTuple):
    """Memory to think with."""

    start: np.ndarray  # [1] the game as it is set up in a deal
    playout: np.ndarray  # [1] the same, played out
    replay: np.ndarray  # [1] the hand so far, played again
    hidden: np.ndarray  # [1] what the view proves about the hidden cards
    plan: np.ndarray  # [1] all ways to deal them
    log_chances: np.ndarray  # [seat, style] how well the style explains what a seat has played, as a logarithm
    styles: np.ndarray  # [seat] the style of each seat


def new_workspace() -> TryWorkspace:
    """A workspace for one thought."""
    return TryWorkspace(
        start=np.zeros(1, hearts.GAME),
        playout=np.zeros(1, hearts.GAME),
        replay=np.zeros(1, hearts.GAME),
        hidden=np.zeros(1, HIDDEN),
        plan=np.zeros(1, PLAN),
        log_chances=np.zeros((hearts.SEATS, 1)),
        styles=np.zeros(hearts.SEATS, STYLE),
    )


# ---- deals ----


@kernel
def imagine_and_weigh(views, rules, styles, slip_chance, all_of_few, workspace, deals, weights):
    """Imagine a deal for every row and weigh it. Returns how many rows were filled, with a minus if these are all possible deals."""
    view, rules = views[0], rules[0]
    hidden, plan, log_chances, replay = workspace.hidden[0], workspace.plan[0], workspace.log_chances, workspace.replay[0]
    learn(view, rules, hidden)
    count_ways(hidden, plan)
    total = plan.total
    if total == 0:
        return np.int64(0)
    exact = all_of_few and total <= len(deals)
    amount = total if exact else len(deals)
    for k in range(amount):
        if exact:
            deal_numbered(hidden, plan, k, deals[at(k)])
        else:
            deal_hidden(hidden, plan, draw(view.luck, k), deals[at(k)])
        weights[at(k)] = likelihood(view, rules, deals[at(k)], styles, 1, slip_chance, replay, log_chances)
    return -amount if exact else amount


@rule
def deal_numbered(hidden, plan, number, hands):
    """Write the four hands of possible deal `number`, from 0 to `total` - 1."""
    place = 0
    while plan.upto[at(place)] <= number:
        place += 1
    rest = number - (plan.upto[at(place - 1)] if place > 0 else 0)
    split = np.int64(plan.split[at(place)])
    a, b, d = split & 31, (split >> 5) & 31, split >> 10
    n_01, n_02, n_12, n = count(plan.classes[3]), count(plan.classes[5]), count(plan.classes[6]), count(plan.classes[7])
    k_0, k_1 = plan.room[0] - a - b, plan.room[1] - (n_01 - a) - d
    ways = CHOOSE[at(n_01), at(a)]
    of_01, rest = numbered_part(plan.classes[3], n_01, a, rest % ways), rest // ways
    ways = CHOOSE[at(n_02), at(b)]
    of_02, rest = numbered_part(plan.classes[5], n_02, b, rest % ways), rest // ways
    ways = CHOOSE[at(n_12), at(d)]
    of_12, rest = numbered_part(plan.classes[6], n_12, d, rest % ways), rest // ways
    ways = CHOOSE[at(n), at(k_0)]
    of_all, rest = numbered_part(plan.classes[7], n, k_0, rest % ways), rest // ways
    left = plan.classes[7] ^ of_all
    of_rest = numbered_part(left, n - k_0, k_1, rest)
    for seat in range(hearts.SEATS):
        hands[seat] = hearts.EMPTY
    hands[at(hidden.seat)] = hidden.fixed[at(hidden.seat)]
    hands[at(hidden.others[0])] = plan.sure[0] | of_01 | of_02 | of_all
    hands[at(hidden.others[1])] = plan.sure[1] | (plan.classes[3] ^ of_01) | of_12 | of_rest
    hands[at(hidden.others[2])] = plan.sure[2] | (plan.classes[5] ^ of_02) | (plan.classes[6] ^ of_12) | (left ^ of_rest)


@rule
def numbered_part(cards, size, wanted, number):
    """Choice `number` of all ways to choose `wanted` out of the `size` cards of a set."""
    found, rest = hearts.EMPTY, cards
    while wanted > 0:
        card = single(lowest(rest))
        rest ^= card
        size -= 1
        with_it = CHOOSE[at(size), at(wanted - 1)]
        if number < with_it:
            found |= card
            wanted -= 1
        else:
            number -= with_it
    return found


# ---- tries ----


@kernel
def try_all(views, rules, styles, workspace, deals, options, fates):
    """Make every choice in every deal, all with the same luck. An option is a set: the card to play, or the cards to pass."""
    view, rules = views[0], rules[0]
    start, playout, seats = workspace.start, workspace.playout, workspace.styles
    for seat in range(hearts.SEATS):
        seats[seat] = styles[0]
    for k in range(len(deals)):
        word = draw(~view.luck, k)
        set_up(view, rules, deals[at(k)], seats, word, start[0])
        for i in range(len(options)):
            playout[0] = start[0]
            try_one(playout[0], rules, seats, word, options[at(i)], fates[at(k), at(i)])


@kernel
def finish_all(views, rules, styles, workspace, deals, options, games):
    """The same, with the finished hands instead of results: games[deal, option]."""
    view, rules = views[0], rules[0]
    start, seats = workspace.start, workspace.styles
    fate = np.zeros(1, FATE)
    for seat in range(hearts.SEATS):
        seats[seat] = styles[0]
    for k in range(len(deals)):
        word = draw(~view.luck, k)
        set_up(view, rules, deals[at(k)], seats, word, start[0])
        for i in range(len(options)):
            games[at(k), at(i)] = start[0]
            try_one(games[at(k), at(i)], rules, seats, word, options[at(i)], fate[0])


@kernel
def try_open(game, views, rules, styles, workspace, options, fates):
    """The same in one true deal, all cards known, with other luck in every row."""
    view, rules = views[0], rules[0]
    playout, seats = workspace.playout, workspace.styles
    for seat in range(hearts.SEATS):
        seats[seat] = styles[0]
    for k in range(len(fates)):
        for i in range(len(options)):
            playout[0] = game[0]
            try_one(playout[0], rules, seats, draw(~view.luck, k), options[at(i)], fates[at(k), at(i)])


@rule
def try_one(game, rules, seats, word, option, fate):
    """Make a choice, let everybody play on, and write down the result."""
    seat, trick, before = np.int64(game.table.turn), np.int64(game.table.trick), game.table.seen
    playing = game.table.phase == hearts.PLAY
    rest = option
    while rest:
        choice = lowest(rest)
        rest &= rest - np.uint64(1)
        if playing:
            hearts.lay_card(game, rules, choice)
        else:
            hearts.pass_card(game, rules, choice)
    play_out(game, rules, seats, word)
    fate.cost = hand_cost(game, seat)
    fate.moon = moon_shooter(game.table, rules)
    fate.queen = queen_taker(game.table, rules, before)
    fate.trick = MISSED
    if playing and taker(game.table, rules, trick) == seat:
        fate.trick = points_of(game.table, rules, trick)


@rule
def taker(table, rules, trick):
    """Who took a finished trick."""
    leader = np.int64(table.leader)  # who took the last one
    for later in range(np.int64(table.trick) - 1, trick, -1):
        leader = leader_before(table, rules, later, leader)
    return leader


@rule
def queen_taker(table, rules, before):
    """Who took the queen of spades in a finished hand; NOBODY if there is none, or it was played before."""
    queen = hearts.QUEEN_OF_SPADES
    if not has(rules.deck & ~before, queen):
        return np.int64(hearts.NOBODY)
    place = 0
    while table.history[at(place)] != queen:
        place += 1
    return taker(table, rules, place // rules.players)


@rule
def points_of(table, rules, trick):
    """The penalty points that lay in a trick."""
    cards = hearts.EMPTY
    for i in range(trick * rules.players, (trick + 1) * rules.players):
        cards |= single(table.history[at(i)])
    return hearts.cost(rules, cards)
