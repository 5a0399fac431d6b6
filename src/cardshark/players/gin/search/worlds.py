"""Worlds to think in at gin: a hand of the other player and an order of the stock, and the table set up in each of them.

    uniform      all hands that agree with what the seat has seen are equally likely
    weighted     hands with which the other player would have taken, left and thrown what they did, without knocking, are more likely

The second makes a large difference: a player who has exchanged cards for some turns holds far less deadwood than a random hand.
Cards that went back into the stock when it was renewed count as unseen, as they do in the view.
"""

from typing import NamedTuple

import numpy as np

from cardshark.cards import ALL, count, pick, single
from cardshark.chance import below, draw, draw_card, mixed
from cardshark.games import gin
from cardshark.games.gin.melds import EMPTY, deadwood
from cardshark.jit import at, record, routine, rule
from cardshark.players.gin.styles import GIN_STYLE, GinKind, knocks, likely_discards, takes
from cardshark.players.gin.styles.observer import chance_of_discard
from cardshark.players.thinking import CHUNK, SPAN, Sampler

LEG = 16  # worlds that one walk leads to, one after the other
WARM_UP = 12  # the walk to the first of them is this many times as long as that to the next
INDEPENDENT = 0.6  # what a world is worth, because those of one walk resemble each other; measured by how results with other luck differ


GIN_SEARCH = record([
    ("begin", np.int64),  # number of the first world
    ("worlds", np.int64),  # how many
    ("sampler", np.int64),
    ("pool", np.int64),  # hands that are weighed for each one that is taken
    ("slip_chance", np.float64),  # how often the other player is thought not to follow the style
    ("even_if_forced", np.int64),  # 1: think about every legal choice, even if there is nothing to choose
    ("slack", np.int64),  # how much more deadwood than the best a discard may leave to be tried
    ("loyal", np.float64),  # how many standard errors a choice must be better than that of the own style
])  # fmt: skip


class GinWorkspace(NamedTuple):
    """Memory to think with, used again for every decision."""

    span: np.ndarray  # [1] which worlds stand in the next one
    hands: np.ndarray  # [world] what the other player holds
    start: np.ndarray  # [1] the game as it is set up in a world
    playout: np.ndarray  # [1] the same, played out
    drawn: np.ndarray  # [turn] what the other player drew from the stock, in thought
    styles: np.ndarray  # [seat] the style of each seat
    odds: np.ndarray  # [card] how much likelier hands with it are than hands without, by somebody else's belief; 1 where there is none


def gin_workspace(worlds: int = CHUNK) -> GinWorkspace:
    """A workspace for this many worlds at a time."""
    return GinWorkspace(
        span=np.zeros(1, SPAN),
        hands=np.zeros(worlds, np.uint64),
        start=np.zeros(1, gin.GAME),
        playout=np.zeros(1, gin.GAME),
        drawn=np.zeros(gin.MEMORY // 2, np.int8),
        styles=np.zeros(gin.SEATS, GIN_STYLE),
        odds=np.ones(64),
    )


@rule
def unseen_cards(view):
    """The cards that are in the stock or hidden in the other hand."""
    table = view.table
    return ALL & ~(view.hand | table.piled | table.laid_off | table.known[at(1 - table.turn)])


@rule
def imagined_hand(view, word):
    """What the other player may hold: the cards they are known to have, and some of the unseen ones."""
    rest = unseen_cards(view)
    left = count(rest)
    hand = view.table.known[at(1 - view.table.turn)]
    while left > view.table.stock_left:
        card = draw_card(rest, left, word)
        rest ^= single(card)
        hand |= single(card)
        left -= 1
    return hand


@rule
def set_up_gin(view, hand, word, game):
    """Set up the table of a view in a world where the other player holds this hand and `word` shuffles the stock."""
    table = view.table
    seat = at(table.turn)
    other = at(1 - table.turn)
    game.table = table
    game.hands[seat] = view.hand
    game.hands[other] = hand
    game.drawn = view.drawn
    for i in range(gin.MEMORY // 2):
        game.draws[seat, i] = view.draws[i]
        game.draws[other, i] = gin.NOBODY
    game.deals = word
    rest = unseen_cards(view) & ~hand
    for left in range(np.int64(table.stock_left), 0, -1):
        card = draw_card(rest, left, word)
        rest ^= single(card)
        game.stock[at(left - 1)] = card


# ---- what the other player has done ----


@rule
def last_turn_of_other(table):
    """The number of the last turn that the player who is not in turn has finished; below 0 if there is none."""
    turns, other = np.int64(table.turns), 1 - np.int64(table.turn)
    return turns - 1 if (np.int64(table.first) + turns - 1) & 1 == other else turns - 2


@rule
def top_before(table, turn):
    """The card that lay on the pile when this turn began."""
    return single(table.discards[at((turn - 1) & (gin.MEMORY - 1))]) if turn > 0 else single(table.upcard)


@rule
def oldest_turn(table, turn):
    """The first of the turns of the same player that is remembered."""
    return max(turn & 1, np.int64(table.turns) - gin.MEMORY + 2)


@rule
def thrown_in(table, turn):
    """What was discarded in this turn."""
    return single(table.discards[at(turn & (gin.MEMORY - 1))])


@rule
def took_in(table, turn):
    """Was the card of this turn taken from the pile?"""
    return (table.taken >> np.uint64(turn & (gin.MEMORY - 1))) & np.uint64(1) != EMPTY


@rule
def place_of(turn):
    """Where the card drawn in this turn is kept."""
    return at((turn >> 1) & (gin.MEMORY // 2 - 1))


@rule
def taken_until(table, turn):
    """All cards that the other player took from the pile up to this turn of theirs."""
    found = EMPTY
    for before in range(turn, oldest_turn(table, turn) - 1, -2):
        if took_in(table, before):
            found |= top_before(table, before)
    return found


@rule
def hand_after_draw(table, hand, drawn, turn):
    """The eleven cards that the other player held in this turn after drawing, if they hold `hand` now and drew `drawn` from the stock."""
    later = last_turn_of_other(table)
    while later > turn:
        hand |= thrown_in(table, later)
        hand &= ~(top_before(table, later) if took_in(table, later) else single(drawn[place_of(later)]))
        later -= 2
    return hand | thrown_in(table, turn)


@rule
def discard_chance(style, hand, allowed, thrown, piled, turns, slip_chance):
    """How likely a player of this style throws this card, with `turns` own turns behind them and these cards on the pile."""
    slip = slip_chance / 11
    if style.kind == GinKind.OBSERVER:
        return slip + (1 - slip_chance) * chance_of_discard(hand, allowed, thrown, piled, turns)
    likely = likely_discards(style, hand, allowed)
    return slip + ((1 - slip_chance) / count(likely) if likely & thrown != EMPTY else 0.0)


@rule
def unpiled(piled, table, turn):
    """The pile before the discard of this turn, from that before the next turn of the same player; what was taken since is not missed."""
    later = thrown_in(table, turn + 1) if turn + 1 < table.turns else EMPTY
    return piled & ~(thrown_in(table, turn) | later)


@routine
def plausibility(table, hand, drawn, style, slip_chance):
    """How likely a player of this style would do all that the other player did, with this hand now and these cards drawn from the stock."""
    weight, piled = 1.0, table.piled
    turn = last_turn_of_other(table)
    oldest = oldest_turn(table, turn)
    while style.kind != GinKind.RANDOM and turn >= oldest:
        if deadwood(hand) <= table.knock_limit and knocks(style, hand, (turn >> 1) + 1):
            weight *= slip_chance  # nobody knocked
        thrown, top, took = thrown_in(table, turn), top_before(table, turn), took_in(table, turn)
        hand |= thrown
        piled = unpiled(piled, table, turn)
        weight *= discard_chance(style, hand, hand & ~top if took else hand, thrown, piled, turn >> 1, slip_chance)
        hand &= ~(top if took else single(drawn[place_of(turn)]))
        if turn > 0 or table.passed < gin.SEATS:  # or else it could not be taken
            weight *= slip_chance / 2 + (1 - slip_chance if takes(style, hand, top) == took else 0.0)
        turn -= 2
    other = 1 - table.turn
    if turn < 0 and (table.passed == gin.SEATS or (table.passed == 1 and other != table.dealer)):  # the first up-card was left
        weight *= slip_chance / 2 + (0.0 if takes(style, hand, single(table.upcard)) else 1 - slip_chance)
    return weight


# ---- hands that explain it ----
# A walk from hand to hand (Metropolis): each step swaps a card, or changes which card was drawn when. A step to a less plausible hand is
# taken with a chance of their ratio, so that in the long run every hand comes up in proportion to its plausibility.


@rule
def begin_walk(view, word, drawn):
    """A random hand that agrees with what was seen; `drawn` gets random cards that the other player may have drawn from the stock."""
    table = view.table
    hand = imagined_hand(view, word)
    before = hand
    turn = last_turn_of_other(table)
    oldest = oldest_turn(table, turn)
    while turn >= oldest:
        before |= thrown_in(table, turn)
        if took_in(table, turn):
            before &= ~top_before(table, turn)
        else:
            possible = before & ~taken_until(table, turn)
            if possible == EMPTY:  # a card that went through the stock again
                possible = before
            card = pick(possible, below(draw(~word, turn), count(possible)))
            drawn[place_of(turn)] = card
            before ^= single(card)
        turn -= 2
    return hand


@rule
def drawn_in(card, last, drawn, table):
    """The turn of the other player, `last` or the latest before it, in which this card was drawn from the stock; below 0 if in none.

    Where the stock was renewed, a card may have been drawn, thrown and drawn again: the last time explains where it is.
    """
    for turn in range(last, oldest_turn(table, last) - 1, -2):
        if not took_in(table, turn) and drawn[place_of(turn)] == card:
            return turn
    return -1


@rule
def change_draw(turn, card, drawn):
    """Think that this card was drawn in this turn. (Below 0 there is no turn.)"""
    if turn >= 0:
        drawn[place_of(turn)] = card


@routine
def walk(view, hand, weight, workspace, style, slip_chance, word, steps):
    """Take some steps. Returns the hand that they lead to, and how plausible it is."""
    table, drawn, odds = view.table, workspace.drawn, workspace.odds
    last = last_turn_of_other(table)
    turns = (last - oldest_turn(table, last)) // 2 + 1 if last >= 0 else 0
    known = table.known[at(1 - table.turn)]
    for step in range(steps):
        luck = draw(word, 4 * step)
        chance = np.float64(draw(word, 4 * step + 1) >> np.uint64(11)) * 2.0**-53
        first, second = draw(word, 4 * step + 2), draw(word, 4 * step + 3)
        hidden, rest = hand & ~known, unseen_cards(view) & ~hand
        turn = last - 2 * below(luck, turns) if turns > 0 else -1
        if turn >= 0 and luck & np.uint64(3) == EMPTY and not took_in(table, turn):
            possible = hand_after_draw(table, hand, drawn, turn) & ~taken_until(table, turn)
            if possible == EMPTY:
                continue
            card, old = pick(possible, below(second, count(possible))), drawn[place_of(turn)]
            before = drawn_in(card, turn - 2, drawn, table)  # if it was drawn before, the two turns exchange their cards
            change_draw(before, old, drawn)
            change_draw(turn, card, drawn)
            new_weight = plausibility(table, hand, drawn, style, slip_chance)
            if new_weight < chance * weight:
                change_draw(turn, old, drawn)
                change_draw(before, card, drawn)
            else:
                weight = new_weight
        elif hidden != EMPTY and rest != EMPTY:
            old, new = pick(hidden, below(first, count(hidden))), pick(rest, below(second, count(rest)))
            other, came = hand ^ single(old) ^ single(new), drawn_in(old, last, drawn, table)
            change_draw(came, new, drawn)
            new_weight = plausibility(table, other, drawn, style, slip_chance)
            if new_weight * odds[at(new)] < chance * weight * odds[at(old)]:
                change_draw(came, old, drawn)
            else:
                hand, weight = other, new_weight
    return hand, weight


# Worlds are numbered: world k of a decision depends only on its luck and on k, however many are imagined.


@routine
def imagine_gin(view, search, style, workspace, begin, amount):
    """Imagine `amount` hands from number `begin` on. Returns how many independent hands they are worth."""
    hands, drawn = workspace.hands, workspace.drawn
    workspace.span[0].begin = begin
    workspace.span[0].amount = amount
    if search.sampler == Sampler.UNIFORM:
        for k in range(amount):
            hands[at(k)] = imagined_hand(view, draw(view.luck, begin + k))
        return np.float64(amount)
    hand, weight = EMPTY, 0.0
    number = begin - begin % LEG
    while number < begin + amount:
        word = draw(view.luck, number)
        steps = search.pool
        if number % LEG == 0:
            hand = begin_walk(view, word, drawn)
            weight = plausibility(view.table, hand, drawn, style, search.slip_chance)
            steps *= WARM_UP
        hand, weight = walk(view, hand, weight, workspace, style, search.slip_chance, mixed(word), steps)
        if number >= begin:
            hands[at(number - begin)] = hand
        number += 1
    return INDEPENDENT * amount
