"""What an adaptive-resonance player can do: not cards but ways to choose one, as in the FALCON paper.

An action is possible when its guard holds and the card that it names is in the hand and legal. The first 29 actions are the paper's,
in its order; the rest are ours. There are different actions for leading, for following suit and for throwing away: at most 14 of the
paper's are possible for the leader, and at most 3 for any other player.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from cardshark.cards import CLUBS, DIAMONDS, HEARTS, SPADES, below_card, count, has, highest, lane, lowest, single
from cardshark.games.hearts import QUEEN_OF_SPADES, is_lead
from cardshark.jit import at, record, rule
from cardshark.players.hearts.falcon.percepts import NONE, named_bits
from cardshark.players.hearts.styles.greedy import cards_of_trick
from cardshark.players.hearts.styles.stock import ACE_OF_SPADES, KING_OF_SPADES
from cardshark.players.uniform import any_of
from cardshark.text import UserError


class When(IntEnum):
    """The guard of an action."""

    FOLLOW = 0  # the suit of the action is led, and I have it
    VOID = 1  # I have nothing of the suit that is led
    LEAD = 2


class Which(IntEnum):
    """Which card of the suit."""

    UNDER = 0  # the strongest below the strongest of the suit in the trick
    STRONGEST = 1
    WEAKEST = 2
    BETWEEN = 3  # any but the strongest and the weakest
    WEAKEST_BELOW_QUEEN = 4
    STRONGEST_BELOW_QUEEN = 5
    BURDEN = 6  # of no suit: the king or ace of spades while the queen is out, else the top of the suit with the strongest card
    SURE_LOSER = 7  # the strongest that loses to every card of the suit that is out
    OF_SHORTEST_SUIT = 8  # of no suit: the strongest card of the shortest suit
    OTHER_THAN_QUEEN = 9  # the strongest that is not the queen of spades


class Action(NamedTuple):
    """A way to choose a card."""

    name: str
    when: When
    suit: int  # 0 clubs to 3 spades; ANY where it does not matter
    which: Which
    words: str


ANY = -1
SUITS = {"hearts": 2, "spades": 3, "diamonds": 1, "clubs": 0}  # in the paper's order


def following(suit: str) -> list[Action]:
    """The three actions that follow a suit."""
    return [
        Action(f"follow_{suit}_under", When.FOLLOW, SUITS[suit], Which.UNDER, f"follow with the strongest of {suit} that stays under"),
        Action(f"follow_{suit}_high", When.FOLLOW, SUITS[suit], Which.STRONGEST, f"follow with the strongest of {suit}"),
        Action(f"follow_{suit}_low", When.FOLLOW, SUITS[suit], Which.WEAKEST, f"follow with the weakest of {suit}"),
    ]


def leading(suit: str) -> list[Action]:
    """The three actions that lead a suit."""
    return [
        Action(f"lead_{suit}_high", When.LEAD, SUITS[suit], Which.STRONGEST, f"lead the strongest of {suit}"),
        Action(f"lead_{suit}_low", When.LEAD, SUITS[suit], Which.WEAKEST, f"lead the weakest of {suit}"),
        Action(f"lead_{suit}_middle", When.LEAD, SUITS[suit], Which.BETWEEN, f"lead one of {suit} between strongest and weakest"),
    ]


PAPER = (
    *following("hearts"), *following("spades"), *following("diamonds"), *following("clubs"),
    Action("throw_queen", When.VOID, 3, Which.STRONGEST, "throw the queen of spades away"),
    Action("throw_heart", When.VOID, 2, Which.STRONGEST, "throw the strongest heart away"),
    Action("throw_burden", When.VOID, ANY, Which.BURDEN, "throw a dangerous high spade, or the strongest card, away"),
    *leading("hearts"), *leading("spades"), *leading("diamonds"), *leading("clubs"),
    Action("lead_lowest_under_queen", When.LEAD, 3, Which.WEAKEST_BELOW_QUEEN, "lead the weakest spade below the queen"),
    Action("lead_highest_under_queen", When.LEAD, 3, Which.STRONGEST_BELOW_QUEEN, "lead the strongest spade below the queen"),
)  # fmt: skip
OURS = (
    Action("follow_spades_below_queen", When.FOLLOW, 3, Which.STRONGEST_BELOW_QUEEN, "follow with the strongest spade below the queen"),
    Action("follow_spades_not_queen", When.FOLLOW, 3, Which.OTHER_THAN_QUEEN, "follow with the strongest spade but the queen"),
    Action("throw_spade", When.VOID, 3, Which.OTHER_THAN_QUEEN, "throw the strongest spade but the queen away"),
    Action("throw_diamond", When.VOID, 1, Which.STRONGEST, "throw the strongest diamond away"),
    Action("throw_club", When.VOID, 0, Which.STRONGEST, "throw the strongest club away"),
    Action("throw_lonely", When.VOID, ANY, Which.OF_SHORTEST_SUIT, "throw the strongest card of the shortest suit away"),
    *(Action(f"lead_{suit}_loser", When.LEAD, SUITS[suit], Which.SURE_LOSER, f"lead the strongest sure loser of {suit}") for suit in SUITS),
)  # fmt: skip
ACTIONS = PAPER + OURS
PAPER_ACTIONS = np.uint64((1 << len(PAPER)) - 1)
QUEEN_ACTION = 12  # throws away only the queen of spades
SITUATIONS = 6  # following each suit, void, leading
VOID, LEADING = 4, 5


class Burden(IntEnum):
    """When the king and ace of spades are a burden. The paper prints the second; only the first makes sense."""

    QUEEN_OUT = 0
    QUEEN_PLAYED = 1


OFFERS = record([
    ("count", np.int64),
    ("actions", np.int8, 24),  # that are possible, in their order
    ("cards", np.int8, 24),  # what each of them would play
])  # fmt: skip


def mask_of(text: str) -> int:
    """The set of actions that a list of names allows."""
    return named_bits("action", text, [each.name for each in ACTIONS], {"paper": int(PAPER_ACTIONS), "wide": (1 << len(ACTIONS)) - 1})


def check_actions(allowed: int) -> None:
    """Refuse a set of actions that may leave a player without any possible action."""
    needed = [(f"follow_{suit}_high", f"follow_{suit}_low") for suit in SUITS] + [
        (f"lead_{suit}_high", f"lead_{suit}_low") for suit in SUITS
    ]
    for names in (*needed, ("throw_burden", "throw_lonely")):
        if not any((allowed >> number) & 1 for number, each in enumerate(ACTIONS) if each.name in names):
            raise UserError(f"these actions may leave no card to play: allow {' or '.join(names)}, too")


WHICH = np.array([each.which for each in ACTIONS], np.int64)
OF_SUIT = np.array([each.suit for each in ACTIONS], np.int64)


def situation_of(action: Action) -> int:
    """In which situation an action can be taken."""
    return {When.FOLLOW: action.suit, When.VOID: VOID, When.LEAD: LEADING}[action.when]


POSSIBLE = np.array([sum(1 << n for n, a in enumerate(ACTIONS) if situation_of(a) == s) for s in range(SITUATIONS)], np.uint64)


@rule
def situation(legal, table):
    """Which guard holds."""
    if is_lead(table):
        return LEADING
    return np.int64(table.led) if legal & lane(table.led) else VOID


@rule
def offer(allowed, burden, legal, table, rules, hand, luck, offers):
    """List the allowed actions that are possible, with their cards. Returns them as a set. Luck picks the card of BETWEEN."""
    trick = cards_of_trick(table)
    unseen = rules.deck & ~(hand | table.seen)
    rest = allowed & POSSIBLE[at(situation(legal, table))]
    amount, found = 0, NONE
    while rest:
        action = lowest(rest)
        rest &= rest - np.uint64(1)
        card = card_of_action(action, burden, legal, table, trick, unseen, luck)
        if card >= 0:
            offers.actions[at(amount)] = action
            offers.cards[at(amount)] = card
            amount += 1
            found |= single(action)
    offers.count = amount
    return found


@rule
def card_of_action(action, burden, legal, table, trick, unseen, luck):
    """The card that an action plays; -1 if there is none."""
    which = WHICH[at(action)]
    if which == Which.BURDEN:
        return burden_of(legal, burden, has(table.seen, QUEEN_OF_SPADES))
    if which == Which.OF_SHORTEST_SUIT:
        return highest(shortest_suit(legal))
    suit = OF_SUIT[at(action)]
    mine = legal & lane(suit)
    if action == QUEEN_ACTION:
        mine &= single(QUEEN_OF_SPADES)
    elif which == Which.UNDER:
        mine &= below_card(highest(trick & lane(suit)))
    elif which == Which.WEAKEST_BELOW_QUEEN or which == Which.STRONGEST_BELOW_QUEEN:
        mine &= below_card(QUEEN_OF_SPADES)
    elif which == Which.SURE_LOSER:
        theirs = unseen & lane(suit)
        mine &= below_card(lowest(theirs)) if theirs else NONE
    elif which == Which.OTHER_THAN_QUEEN:
        mine &= ~single(QUEEN_OF_SPADES)
    elif which == Which.BETWEEN:
        mine = between(mine)
        return any_of(mine, luck) if mine else np.int64(-1)
    if not mine:
        return np.int64(-1)
    return lowest(mine) if which == Which.WEAKEST or which == Which.WEAKEST_BELOW_QUEEN else highest(mine)


@rule
def between(mine):
    """Cards without the strongest and the weakest."""
    if count(mine) < 3:
        return NONE
    return mine & ~(single(lowest(mine)) | single(highest(mine)))


@rule
def burden_of(legal, burden, queen_played):
    """The ace or king of spades while it is a burden, else the strongest card (of equals that of the shortest suit)."""
    if queen_played == (burden == Burden.QUEEN_PLAYED):
        for high in (ACE_OF_SPADES, KING_OF_SPADES):
            if has(legal, high):
                return np.int64(high)
    best, most, fewest = np.int64(-1), np.int64(-1), np.int64(0)
    for suit in (CLUBS, DIAMONDS, SPADES, HEARTS):
        mine = legal & suit
        if mine:
            top = highest(mine)
            rank, size = top & 15, count(mine)
            if rank > most or (rank == most and size < fewest):
                best, most, fewest = np.int64(top), np.int64(rank), np.int64(size)
    return best


@rule
def shortest_suit(legal):
    """The cards of the shortest suit; of equals the one with the strongest card."""
    best, fewest, most = NONE, np.int64(99), np.int64(-1)
    for suit in (CLUBS, DIAMONDS, SPADES, HEARTS):
        mine = legal & suit
        if mine:
            size, rank = count(mine), highest(mine) & 15
            if size < fewest or (size == fewest and rank > most):
                best, fewest, most = mine, np.int64(size), np.int64(rank)
    return best
