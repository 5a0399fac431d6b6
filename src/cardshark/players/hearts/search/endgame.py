"""The end of a hand, solved: what the last tricks cost if all cards are seen and everybody plays the best card.

Four players have no single best way to play: each of them only wants few points, and may do whatever he likes where that costs him
nothing. Two readings are offered (`Foes`): everybody plays for himself, and takes the lowest card of those that cost him equally
little (max-n, Luckhardt and Irani 1986); or the others are all against me, which gives the most that a card can cost (paranoid,
Sturtevant and Korf 2000).

The whole tree is searched, card by card. Three things keep it small and change no value: the hand is decided as soon as no penalty is
left; a card is enough that costs as little as any card can; and of cards that nothing tells apart one is tried.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from cardshark.bits import uncounted
from cardshark.cards import has, lane, lowest, single, suit_of
from cardshark.games import hearts
from cardshark.games.hearts.game import JACK_OF_DIAMONDS, cost, lay_card, legal_cards
from cardshark.games.hearts.rules import NOBODY, Moon
from cardshark.games.hearts.score import score_hand
from cardshark.jit import at, kernel, routine, rule

MOST_TRICKS = 5  # that are solved: four add a seventh to the time of a hand of 100 deals a card, five make it six times as long
DEPTH = hearts.SEATS * MOST_TRICKS + 1


class Foes(IntEnum):
    """How the others play where a deal is solved."""

    SELFISH = 0  # everybody for himself
    HOSTILE = 1  # all against me


class EndgameWorkspace(NamedTuple):
    """Memory to solve with: the way from the first card to where the search stands, one place for each card."""

    games: np.ndarray  # [depth] the hand after so many cards
    rest: np.ndarray  # [depth] what is still to be tried there
    best: np.ndarray  # [depth, seat] what the best way to go on from there costs everybody; infinity: none is known


def new_endgame() -> EndgameWorkspace:
    """A workspace for `solve`."""
    return EndgameWorkspace(np.zeros(DEPTH, hearts.GAME), np.zeros(DEPTH, np.uint64), np.zeros((DEPTH, hearts.SEATS)))


@rule
def uncounted_endgame(endgame):
    """The same workspace for the time of a kernel, without counting who holds its arrays."""
    return EndgameWorkspace(uncounted(endgame.games), uncounted(endgame.rest), uncounted(endgame.best))


@rule
def tricks_left(table, rules):
    """How many tricks are not finished."""
    return rules.hand_size - table.trick


@routine
def solve(game, rules, me, foes, endgame):
    """What the hand costs seat `me` if it is played to its end as perfect players would, who see all cards. `game` stays as it is."""
    games, rest, best = endgame.games, endgame.rest, endgame.best
    games[0] = game
    open_node(games[0], rules, rest, best, 0)
    depth = 0
    while depth > 0 or rest[0]:
        if rest[at(depth)]:
            card = take_card(games[at(depth)], rules, rest, depth)
            games[at(depth + 1)] = games[at(depth)]
            lay_card(games[at(depth + 1)], rules, card)
            depth += 1
            open_node(games[at(depth)], rules, rest, best, depth)
        else:
            depth -= 1
            if is_better(games[at(depth)].table, me, foes, best, depth):
                best[at(depth)] = best[at(depth + 1)]
                if is_enough(games[at(depth)].table, rules, me, foes, best[at(depth)]):
                    rest[at(depth)] = np.uint64(0)
    return best[0, at(me)]


@rule
def open_node(game, rules, rest, best, depth):
    """Begin to search from here: nothing is known yet, or everything, where the hand is decided."""
    if is_decided(game, rules):
        score_hand(game, rules)  # nobody plays on from this copy
        rest[at(depth)] = np.uint64(0)
        for seat in range(hearts.SEATS):
            score = np.float64(game.scores[seat])
            best[at(depth), seat] = -score if game.table.second_stage else score
    else:
        rest[at(depth)] = legal_cards(game, rules)
        best[at(depth), :] = np.inf


@rule
def is_decided(game, rules):
    """Is nothing left to win or lose in this hand?"""
    table = game.table
    if table.trick == rules.hand_size:
        return True
    taken = np.int64(0)
    for seat in range(hearts.SEATS):
        taken += table.points[seat]
    return taken == rules.all_penalties and (rules.jack_of_diamonds == 0 or table.jack != NOBODY or not has(rules.deck, JACK_OF_DIAMONDS))


@rule
def take_card(game, rules, rest, depth):
    """The lowest card that is still to be tried; it is taken out, and with it those above that nothing tells from it."""
    card = lowest(rest[at(depth)])
    rest[at(depth)] ^= single(card)
    live = np.uint64(0)
    for seat in range(hearts.SEATS):
        live |= game.hands[seat]
    for place in range(game.table.start, game.table.played):
        live |= single(game.table.history[at(place)])
    above = live & lane(suit_of(card)) & ~((single(card) << np.uint64(1)) - np.uint64(1))
    while above:
        following = lowest(above)
        above ^= single(following)
        if not has(rest[at(depth)], following) or not same_worth(rules, card, following):
            break
        rest[at(depth)] ^= single(following)
    return card


@rule
def same_worth(rules, card, other):
    """Do two cards of a suit cost the same?"""
    bonus = rules.jack_of_diamonds > 0 and (card == JACK_OF_DIAMONDS or other == JACK_OF_DIAMONDS)
    return not bonus and cost(rules, single(card)) == cost(rules, single(other))


@rule
def is_better(table, me, foes, best, depth):
    """Does the seat in turn prefer the way that was just tried to the best one before?"""
    new, old = best[at(depth + 1)], best[at(depth)]
    seat = at(table.turn)
    if foes == Foes.SELFISH or table.turn == me:
        return new[seat] < old[seat]
    return old[at(me)] == np.inf or new[at(me)] > old[at(me)]


@rule
def is_enough(table, rules, me, foes, costs):
    """Can the seat in turn not do better than this?"""
    if foes == Foes.SELFISH or table.turn == me:
        return costs[at(table.turn)] <= least_cost(table, rules, np.int64(table.turn))
    return False


@rule
def least_cost(table, rules, seat):
    """No end of the hand costs a seat less than this: what it has, or nothing (or less) where it may still take everything."""
    others = np.int64(0)
    for each in range(hearts.SEATS):
        others += table.points[each] if each != seat else 0
    if table.second_stage:
        return others - rules.all_penalties
    least = np.int64(table.points[at(seat)])
    if others == 0 and rules.moon != Moon.NONE:
        least = np.int64(0) if rules.moon == Moon.OTHERS_PLUS else -np.int64(rules.all_penalties)
    return least - rules.jack_of_diamonds


@kernel
def solve_all(games, rules, me, foes, endgame, costs):
    """What each of these hands costs seat `me` if it is solved; hands that are over have been scored."""
    rules, endgame = rules[0], uncounted_endgame(endgame)
    for i in range(len(games)):
        costs[i] = solve(games[i], rules, me, foes, endgame)
