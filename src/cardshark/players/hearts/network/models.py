"""Who plays how in thought: a brain or a style of play, surely or with some chance.

A `MIND` is what somebody who thinks ahead believes about a seat. It says which card is played (`mind_card`) and how likely each card
is (`chance_of`), so that what is imagined of the others in the tricks to come is also what is believed of the tricks gone by.
"""

import numpy as np

from cardshark.cards import below_card, count, lowest
from cardshark.chance import draw, mixed
from cardshark.games import hearts
from cardshark.jit import at, kernel, record, routine, rule
from cardshark.players.hearts.network.brain import NO_BRAIN, Brain, sheets, together
from cardshark.players.hearts.network.features import describe, place
from cardshark.players.hearts.network.player import best_card, network_card, think, worth
from cardshark.players.hearts.search.beliefs import NEVER_LOOSE, deal_believed, go_back
from cardshark.players.hearts.search.hidden import learn
from cardshark.players.hearts.search.imagine import count_ways
from cardshark.players.hearts.search.worlds import Sampler, add_up, believe, deal_evenly, drawn_place, fill_pool, worth_of
from cardshark.players.hearts.styles import STYLE, Kind, card_of, needs_luck, pass_of
from cardshark.players.sigmoid import exponential
from cardshark.players.uniform import any_of

MOST_CARDS = hearts.LONGEST // 3  # in a hand, and so tricks

MIND = record([
    ("brain", np.int64),  # which of the brains, or NO_BRAIN
    ("style", STYLE),  # by which somebody without a brain plays, and everybody passes; its `loose` counts for brains too
    ("temperature", np.float32),  # points of difference that make a card e times less likely; 0: always the best
])  # fmt: skip


def heads(minds: np.ndarray, brains: list[Brain]) -> tuple[np.ndarray, ...]:
    """What kernels need to think as others do: my mind and that of the others, brains, their memory, paper, room for chances.

    Each brain has a sheet for each trick: what it makes of the tricks before is the same in all imagined deals.
    """
    paper = sheets(len(brains) * MOST_CARDS).reshape(-1, MOST_CARDS)
    return minds, *together(brains), paper, np.zeros(MOST_CARDS, np.float32)


# Arrays are taken out of `heads` once for each playout and not for each card: Numba counts who refers to an array, at some cost.


@rule
def mind_card(mind, brain, memory, sheet, room, hand, legal, table, rules, luck):
    """What somebody plays; `luck` counts only where there is `chance_in` it."""
    if mind.brain == NO_BRAIN:
        card = style_card(mind.style, hand, legal, table, rules, luck)
    elif mind.style.loose > 0 and np.int64(luck >> np.uint64(32)) < mind.style.loose:
        card = np.int64(any_of(legal, mixed(luck)))
    elif mind.temperature == 0:
        card = np.int64(network_card(brain, memory, sheet, hand, legal, table, rules))
    else:
        card = tempted_card(mind.temperature, brain, memory, sheet, room, hand, legal, table, rules, mixed(~luck))
    return card


@rule
def chance_in(mind):
    """Does chance decide anything?"""
    return needs_luck(mind.style) or mind.temperature > 0


@routine
def style_card(style, hand, legal, table, rules, luck):
    """What a style of play plays."""
    return np.int64(card_of(style, hand, legal, table, rules, luck))


@routine
def tempted_card(temperature, brain, memory, sheet, chances, hand, legal, table, rules, luck):
    """A card that is the likelier the better a brain likes it."""
    total = weigh_cards(temperature, brain, memory, sheet, chances, hand, legal, table, rules)
    value = np.float32(luck >> np.uint64(40)) * np.float32(2.0**-24) * total
    rest, number = legal, 0
    while rest & (rest - np.uint64(1)) and value >= chances[at(number)]:
        value -= chances[at(number)]
        number += 1
        rest &= rest - np.uint64(1)
    return np.int64(lowest(rest))


@routine
def weigh_cards(temperature, brain, memory, sheet, chances, hand, legal, table, rules):
    """How likely a brain plays each legal card, lowest first, as a part of the chance of its favourite; all of these together."""
    describe(brain, sheet.facts, hand, table, rules)
    think(brain, memory, sheet.facts, sheet)
    rest, number, most = legal, 0, np.float32(-np.inf)
    while rest:
        chances[at(number)] = worth(brain, memory, sheet, place(rules.deck, lowest(rest)))
        most = max(most, chances[at(number)])
        number += 1
        rest &= rest - np.uint64(1)
    total = np.float32(0.0)
    for i in range(number):
        chances[at(i)] = exponential((chances[at(i)] - most) / temperature)
        total += chances[at(i)]
    return total


@routine
def chance_of(card, mind, brain, memory, sheet, room, hand, legal, table, rules, loose):
    """How likely somebody plays this card, if he does not do as he is thought to with chance `loose`."""
    choices = count(legal)
    slip = 1.0 - (1.0 - loose) * (1.0 - mind.style.loose / 2.0**32)
    if mind.brain == NO_BRAIN and mind.style.kind == Kind.RANDOM:
        slip = 1.0
    if mind.brain == NO_BRAIN or mind.temperature == 0:
        share = 1.0 if mind_card(mind, brain, memory, sheet, room, hand, legal, table, rules, NEVER_LOOSE) == card else 0.0
    else:
        total = weigh_cards(mind.temperature, brain, memory, sheet, room, hand, legal, table, rules)
        share = np.float64(room[at(count(legal & below_card(card)))] / total)
    return slip / choices + (1.0 - slip) * share


@routine
def play_on(game, rules, seat, heads, word, tricks, until_turn):
    """Play on until so many tricks are over, and perhaps until it is the turn of `seat`, which plays by the first mind.

    Everybody else plays by the second. `word` makes their luck.
    """
    minds, brains, memory, sheets, room, table = heads[0], heads[1], heads[2], heads[3], heads[4], game.table
    while table.phase == hearts.PASS:
        turn = at(table.turn)
        style = minds[0 if table.turn == seat else 1].style
        luck = draw(word, hearts.LONGEST + count(game.given[turn]) + 4 * table.turn)
        hearts.pass_card(game, rules, pass_of(style, game.hands[turn], game.given[turn], rules, luck))
    while table.trick < tricks or (until_turn and table.turn != seat):
        mind = minds[0 if table.turn == seat else 1]
        head = at(max(mind.brain, 0))
        luck = draw(word, table.played) if chance_in(mind) else word
        hand, legal = game.hands[at(table.turn)], hearts.legal_cards(game, rules)
        card = mind_card(mind, brains[head], memory, sheets[head, at(table.trick)], room, hand, legal, table, rules, luck)
        hearts.lay_card(game, rules, card)


@routine
def still_to_come(game, rules, heads):
    """What the first brain expects the seat in turn to take from its next card on."""
    brain, memory, sheet, table = heads[1][0], heads[2], heads[3][0, at(game.table.trick)], game.table
    describe(brain, sheet.facts, game.hands[at(table.turn)], table, rules)
    think(brain, memory, sheet.facts, sheet)
    card = best_card(brain, memory, sheet, hearts.legal_cards(game, rules), rules.deck)
    return -np.float64(worth(brain, memory, sheet, place(rules.deck, card)))


@routine
def explain(view, rules, heads, loose, deals, size, scratch, weights):
    """How well each of the first `size` deals explains what the others have played: the chance of all their cards.

    Card after card for all deals, and not deal after deal: what all deals have in common is worked out once.
    """
    for seat in range(hearts.SEATS):
        scratch.hands[seat] = hearts.EMPTY
    go_back(view.table, rules, scratch.hands, scratch)  # with no cards in hand but those that will be played
    weights[:size] = 1.0
    mind, brains, memory, sheets, room = heads[0][1], heads[1], heads[2], heads[3], heads[4]
    head, me, table = at(max(mind.brain, 0)), np.int64(view.table.turn), scratch.table
    for i in range(view.table.played):
        seat, card = np.int64(table.turn), np.int64(view.table.history[at(i)])
        if seat != me:
            to_be_played = scratch.hands[at(seat)]
            brain, sheet = brains[head], sheets[head, at(table.trick)]
            for p in range(size):
                hand = deals[at(p), at(seat)] | to_be_played
                scratch.hands[at(seat)] = hand
                legal = hearts.legal_cards(scratch, rules)
                if legal & (legal - np.uint64(1)):
                    weights[at(p)] *= chance_of(card, mind, brain, memory, sheet, room, hand, legal, table, rules, loose)
            scratch.hands[at(seat)] = to_be_played
        hearts.lay_card(scratch, rules, card)


@kernel
def imagine_evenly(views, rules, search, desk, begin, amount):
    """Imagine some worlds for one decision from number `begin` on, uniform or card after card: they are worth so many independent ones."""
    learn(views[0], rules[0], desk[1][0])
    count_ways(desk[1][0], desk[2][0])
    deal_evenly(views[0], search[0], desk, begin, amount)
    return np.float64(amount)


@kernel
def imagine_explained(views, rules, search, heads, desk, begin, amount):
    """Weigh a pool of uniform deals by how well they explain what the others played, and draw worlds from it: their worth."""
    view, rules, search = views[0], rules[0], search[0]
    hidden, worlds, pool, upto = desk[1][0], desk[3], desk[6], desk[8]
    learn(view, rules, hidden)
    count_ways(hidden, desk[2][0])
    size = amount * search.pool
    fill_pool(view, search, desk, begin, size)
    explain(view, rules, heads, search.loose, pool, size, desk[0][2], upto)
    total, squares = add_up(upto, size)
    believed = search.sampler == Sampler.PRODUCT and believe(hidden, pool, upto, size, desk[9], desk[10][0])
    for k in range(amount):
        word = draw(~view.luck, begin + k)
        if believed:
            deal_believed(hidden, desk[10][0], ~word, worlds[at(k)])  # playouts draw from `word` itself
        else:
            worlds[at(k)] = pool[at(drawn_place(upto, size, total, word))]
    return worth_of(amount, total, squares)
