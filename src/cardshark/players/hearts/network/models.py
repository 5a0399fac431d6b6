"""How a seat is thought to play: by a brain or a style, always the best card or with some chance.

A `MODEL` is what a player who thinks ahead believes about a seat. It gives the card that is played (`model_card`) and how likely each
card is (`chance_of`). So the others are thought to play in the coming tricks as they are thought to have played before.
"""

from typing import Any, NamedTuple

import numpy as np

from cardshark.bits import uncounted
from cardshark.cards import below_card, count, lowest
from cardshark.chance import draw, mixed
from cardshark.games import hearts
from cardshark.jit import at, kernel, record, routine, rule
from cardshark.players.hearts.network.brain import NO_BRAIN, Brain, join_brains, new_sheets
from cardshark.players.hearts.network.features import describe, place
from cardshark.players.hearts.network.player import best_card, network_card, think, worth
from cardshark.players.hearts.search.beliefs import NEVER_SLIPS, rewind_hand
from cardshark.players.hearts.search.worlds import (
    add_up,
    deal_evenly,
    drawn_place,
    fill_pool,
    fit_beliefs,
    prepare_worlds,
    take_world,
    uncounted_workspace,
    worth_of,
)
from cardshark.players.hearts.styles import STYLE, StyleKind, card_of, needs_luck, pass_of
from cardshark.players.sigmoid import exponential
from cardshark.players.style import slips
from cardshark.players.thinking import Sampler
from cardshark.players.uniform import any_of

MOST_IN_HAND = hearts.MOST_CARDS // 3  # cards in a hand, and so tricks

MODEL = record([
    ("brain", np.int64),  # which of the brains, or NO_BRAIN
    ("style", STYLE),  # a model without a brain plays by it, and every model passes by it; its chance to slip counts for brains too
    ("temperature", np.float32),  # points of difference that make a card e times less likely; 0: always the best
    ("chances", np.float32, MOST_IN_HAND),  # room to work out how likely each legal card is, the lowest first
])  # fmt: skip


class Models(NamedTuple):
    """The two models of a search, for the kernels."""

    models: np.ndarray  # [2] of the seat that thinks, and of the others
    brains: np.ndarray  # [brain]
    memory: np.ndarray  # the weights of all brains
    sheets: np.ndarray  # [brain, trick] memory to compute in; a brain's sums over finished tricks are the same in all imagined deals


def new_models(models: np.ndarray, brains: list[Brain]) -> Models:
    """These two models, with the brains that they name by number."""
    return Models(models, *join_brains(brains), new_sheets(len(brains) * MOST_IN_HAND).reshape(-1, MOST_IN_HAND))


@rule
def uncounted_models(models):
    """The same models for the time of a kernel, without counting who holds their arrays."""
    return Models(uncounted(models.models), uncounted(models.brains), uncounted(models.memory), uncounted(models.sheets))


class AskedModel(NamedTuple):
    """One model that is asked for a card, inside kernels: its record, its brain, the memory of the brains, and a sheet."""

    model: Any
    brain: Any
    memory: Any
    sheet: Any


# Arrays are taken out of `Models` once for each playout and not for each card, because Numba then counts a reference, at some cost.


@rule
def model_card(asked, hand, legal, table, rules, luck):
    """The card that a model plays; `luck` matters only where `uses_chance` says so."""
    model = asked.model
    if model.brain == NO_BRAIN:
        card = style_card(model.style, hand, legal, table, rules, luck)
    elif slips(model.style.slip_chance, luck):
        card = np.int64(any_of(legal, mixed(luck)))
    elif model.temperature == 0:
        card = np.int64(network_card(asked.brain, asked.memory, asked.sheet, hand, legal, table, rules))
    else:
        card = sampled_card(asked, hand, legal, table, rules, mixed(~luck))
    return card


@rule
def uses_chance(model):
    """Does chance decide anything for this model?"""
    return needs_luck(model.style) or model.temperature > 0


@routine
def style_card(style, hand, legal, table, rules, luck):
    """The card that a style plays."""
    return np.int64(card_of(style, hand, legal, table, rules, luck))


@routine
def sampled_card(asked, hand, legal, table, rules, luck):
    """A random card; the better a brain likes a card, the likelier it is."""
    total, chances = weigh_cards(asked, hand, legal, table, rules), asked.model.chances
    value = np.float32(luck >> np.uint64(40)) * np.float32(2.0**-24) * total
    rest, number = legal, 0
    while rest & (rest - np.uint64(1)) and value >= chances[at(number)]:
        value -= chances[at(number)]
        number += 1
        rest &= rest - np.uint64(1)
    return np.int64(lowest(rest))


@routine
def weigh_cards(asked, hand, legal, table, rules):
    """Write how likely a brain plays each legal card, lowest first, relative to its favourite. Returns the sum."""
    model, brain, memory, sheet = asked.model, asked.brain, asked.memory, asked.sheet
    chances = model.chances
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
        chances[at(i)] = exponential((chances[at(i)] - most) / model.temperature)
        total += chances[at(i)]
    return total


@routine
def chance_of(card, asked, hand, legal, table, rules, slip_chance):
    """How likely a player of this model plays this card. With chance `slip_chance` the player plays any legal card instead."""
    model = asked.model
    slip = 1.0 - (1.0 - slip_chance) * (1.0 - model.style.slip_chance / 2.0**32)
    if model.brain == NO_BRAIN and model.style.kind == StyleKind.RANDOM:
        slip = 1.0
    if model.brain == NO_BRAIN or model.temperature == 0:
        share = 1.0 if model_card(asked, hand, legal, table, rules, NEVER_SLIPS) == card else 0.0
    else:
        total = weigh_cards(asked, hand, legal, table, rules)
        share = np.float64(model.chances[at(count(legal & below_card(card)))] / total)
    return slip / count(legal) + (1.0 - slip) * share


@routine
def play_on(game, rules, seat, models, word, tricks, until_turn):
    """Play on until `tricks` tricks are over, and perhaps until it is the turn of `seat`, which plays by the first model.

    Everybody else plays by the second. Their luck comes from `word`.
    """
    both, brains, memory, sheets, table = models.models, models.brains, models.memory, models.sheets, game.table
    while table.phase == hearts.PASS:
        turn = at(table.turn)
        style = both[0 if table.turn == seat else 1].style
        luck = draw(word, hearts.MOST_CARDS + count(game.given[turn]) + 4 * table.turn)
        hearts.pass_card(game, rules, pass_of(style, game.hands[turn], game.given[turn], rules, luck))
    while table.trick < tricks or (until_turn and table.turn != seat):
        model = both[0 if table.turn == seat else 1]
        brain = at(max(model.brain, 0))
        luck = draw(word, table.played) if uses_chance(model) else word
        hand, legal = game.hands[at(table.turn)], hearts.legal_cards(game, rules)
        asked = AskedModel(model, brains[brain], memory, sheets[brain, at(table.trick)])
        hearts.lay_card(game, rules, model_card(asked, hand, legal, table, rules, luck))


@routine
def expected_rest(game, rules, models):
    """The points that the first brain expects the seat in turn to take from its next card on."""
    brain, memory, sheet, table = models.brains[0], models.memory, models.sheets[0, at(game.table.trick)], game.table
    describe(brain, sheet.facts, game.hands[at(table.turn)], table, rules)
    think(brain, memory, sheet.facts, sheet)
    card = best_card(brain, memory, sheet, hearts.legal_cards(game, rules), rules.deck)
    return -np.float64(worth(brain, memory, sheet, place(rules.deck, card)))


@routine
def explain(view, rules, models, slip_chance, deals, size, replay, weights):
    """How well each of the first `size` deals explains what the others have played: the chance of all their cards.

    The outer loop is over cards, the inner one over deals, so that what all deals have in common is worked out once.
    """
    for seat in range(hearts.SEATS):
        replay.hands[seat] = hearts.EMPTY
    rewind_hand(view.table, rules, replay.hands, replay)  # with no cards in hand but those that will be played
    weights[:size] = 1.0
    model, brains, memory, sheets = models.models[1], models.brains, models.memory, models.sheets
    brain, me, table = at(max(model.brain, 0)), np.int64(view.table.turn), replay.table
    for i in range(view.table.played):
        seat, card = np.int64(table.turn), np.int64(view.table.history[at(i)])
        if seat != me:
            to_be_played = replay.hands[at(seat)]
            asked = AskedModel(model, brains[brain], memory, sheets[brain, at(table.trick)])
            for p in range(size):
                hand = deals[at(p), at(seat)] | to_be_played
                replay.hands[at(seat)] = hand
                legal = hearts.legal_cards(replay, rules)
                if legal & (legal - np.uint64(1)):
                    weights[at(p)] *= chance_of(card, asked, hand, legal, table, rules, slip_chance)
            replay.hands[at(seat)] = to_be_played
        hearts.lay_card(replay, rules, card)


@kernel
def imagine_evenly(views, rules, search, workspace, begin, amount):
    """Imagine `amount` worlds for one decision, uniform or sequential. Returns how many independent worlds they are worth."""
    prepare_worlds(views[0], rules[0], workspace, begin, amount)
    deal_evenly(views[0], search[0], workspace)
    return np.float64(amount)


@kernel
def imagine_explained(views, rules, search, models, workspace, begin, amount):
    """Weigh uniform deals by how well they explain what the others played, and draw worlds from them. Returns their worth."""
    workspace, models = uncounted_workspace(workspace), uncounted_models(models)
    view, rules, search, upto = views[0], rules[0], search[0], workspace.upto
    prepare_worlds(view, rules, workspace, begin, amount)
    size = fill_pool(view, search, workspace)
    explain(view, rules, models, search.slip_chance, workspace.pool, size, workspace.replay[0], upto)
    total, squares = add_up(upto, size)
    believed = search.sampler == Sampler.PRODUCT and fit_beliefs(workspace, size)
    for k in range(amount):
        word = draw(~view.luck, begin + k)
        take_world(workspace, k, drawn_place(upto, size, total, word), believed, word)
    return worth_of(amount, total, squares)
