"""What an adaptive-resonance player notices: yes-or-no facts about its hand and the table, one bit each.

The first ten are those of the FALCON paper; the rest are ours. A player notices a chosen few of them: `percepts=paper`,
`percepts=paper+last+points`, or any list of the names below. Nothing here knows more than the seat does.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from cardshark.cards import HEARTS, SPADES, below_card, count, has, highest, lane, lowest
from cardshark.games.hearts import QUEEN_OF_SPADES
from cardshark.games.hearts.score import reaches_limit
from cardshark.jit import at, rule
from cardshark.players.hearts.styles.greedy import cards_of_trick
from cardshark.players.hearts.styles.stock import ACE_OF_SPADES, KING_OF_SPADES
from cardshark.text import UserError, choice

NONE = np.uint64(0)


class Percept(NamedTuple):
    """A fact that can be noticed."""

    name: str
    words: str  # when it is true
    otherwise: str  # when it is not


HIGH_SPADES = (("queen", "queen of spades"), ("king", "king of spades"), ("ace", "ace of spades"))
SUITS = ("clubs", "diamonds", "hearts", "spades")
PAPER = (
    Percept("above_best", "a heart above my best is out", "no heart above my best is out"),
    Percept("below_best", "a heart below my best is out", "no heart below my best is out"),
    Percept("above_worst", "a heart above my worst is out", "no heart above my worst is out"),
    Percept("below_worst", "a heart below my worst is out", "no heart below my worst is out"),
    *(
        each
        for name, words in HIGH_SPADES
        for each in (
            Percept(f"{name}_held", f"the {words} is in a hand", f"the {words} is played"),
            Percept(f"{name}_near", f"the {words} is mine or on the table", f"the {words} is neither mine nor on the table"),
        )
    ),
)
TRICK = (
    Percept("last", "I play last", "somebody plays after me"),
    Percept("third", "I play third", "I do not play third"),
    Percept("points", "there are points in the trick", "there are no points in the trick"),
    Percept("duck", "I can follow and stay under", "I cannot follow and stay under"),
    Percept("bottom", "my lowest card that follows loses to everything out", "my lowest card that follows may win"),
    Percept("fresh", "no card of the suit was played before this trick", "cards of the suit were played before this trick"),
    Percept("danger", "few cards of the suit are out", "many cards of the suit are out"),
    Percept("void_behind", "somebody after me is out of the suit", "nobody after me is known to be out of the suit"),
    Percept("high_spade_here", "the ace or king of spades is winning", "no ace or king of spades is winning"),
    Percept("early", "it is one of the first four tricks", "four tricks are played"),
    Percept("late", "it is one of the last four tricks", "more than four tricks are left"),
    Percept("guarded", "four of my spades or more are below the queen", "three of my spades or fewer are below the queen"),
    Percept("low_cover", "I have a spade below the queen", "I have no spade below the queen"),
    Percept("heart_fresh", "no heart was played yet", "a heart was played"),
)
OF_SUIT = (  # one of each for every suit
    ("short", "I have one or two {}", "I have none or more than two {}"),
    ("long", "I have four {} or more", "I have fewer than four {}"),
    ("low", "my lowest of {} loses to everything out", "my lowest of {} may win"),
    ("unplayed", "no {} were played", "{} were played"),
    ("out", "somebody else is out of {}", "nobody else is known to be out of {}"),
    ("few", "at most four {} are out", "five {} or more are out"),
    ("none", "no {} are out", "some {} are out"),
    ("safe", "two or more {} of mine lose to everything out", "fewer than two {} of mine surely lose"),
)
STANDING = (
    Percept("ahead", "I have fewer points than anybody else", "somebody has as few points as I"),
    Percept("behind", "I have more points than anybody else", "somebody has as many points as I"),
    Percept("closing", "this hand may end the game", "this hand cannot end the game"),
)
PERCEPTS = (
    *PAPER,
    *TRICK,
    *(Percept(f"{suit}_{name}", words.format(suit), otherwise.format(suit)) for suit in SUITS for name, words, otherwise in OF_SUIT),
    *STANDING,
)
TRICK_BITS = len(PAPER)
SUIT_BITS = TRICK_BITS + len(TRICK)
STANDING_BITS = len(PERCEPTS) - len(STANDING)
PAPER_BITS = np.uint64((1 << len(PAPER)) - 1)


def mask_of(text: str) -> int:
    """The bits that a list of percepts names."""
    return named_bits("percept", text, [each.name for each in PERCEPTS], {"paper": int(PAPER_BITS)})


def named_bits(what: str, text: str, names: Sequence[str], lists: Mapping[str, int]) -> int:
    """The bits that a text names, joined by +: single bits by name, or several by the name of a list."""
    bits, found = {**lists, **{name: 1 << number for number, name in enumerate(names)}}, 0
    for word in text.split("+"):
        name = choice(what, word.strip(), bits)
        if found & bits[name]:
            raise UserError(f"the {what} {name} is named twice")
        found |= bits[name]
    return found


@rule
def perceive(wanted, if_no_hearts, hand, table, rules):
    """The wanted facts about a hand and the table, one bit each. Without hearts in hand, the first four bits are `if_no_hearts`."""
    unseen = rules.deck & ~(hand | table.seen)
    trick = cards_of_trick(table)
    found = paper_percepts(if_no_hearts, hand, unseen, trick)
    if wanted & ~PAPER_BITS:
        found |= trick_percepts(hand, unseen, trick, table, rules)
        found |= suit_percepts(hand, unseen, table, rules)
        found |= standing_percepts(table, rules)
    return found & wanted


@rule
def bit(place, fact):
    """A fact in its place."""
    return np.uint64(1 if fact else 0) << np.uint64(place)


@rule
def paper_percepts(if_no_hearts, hand, unseen, trick):
    """The ten bits of the paper. Somebody else holds every unseen card."""
    found = NONE
    mine, theirs = hand & HEARTS, unseen & HEARTS
    if mine:
        under_best, under_worst = theirs & below_card(highest(mine)), theirs & below_card(lowest(mine))
        found |= bit(0, under_best != theirs) | bit(1, under_best) | bit(2, under_worst != theirs) | bit(3, under_worst)
    elif theirs:
        found |= if_no_hearts
    found |= whereabouts(QUEEN_OF_SPADES, hand, unseen, trick, 4)
    found |= whereabouts(KING_OF_SPADES, hand, unseen, trick, 6)
    return found | whereabouts(ACE_OF_SPADES, hand, unseen, trick, 8)


@rule
def whereabouts(wanted, hand, unseen, trick, place):
    """Where a card is, in two bits: in a hand (mine or not) or played (in this trick or before)."""
    mine = has(hand, wanted)
    return bit(place, mine or has(unseen, wanted)) | bit(place + 1, mine or has(trick, wanted))


@rule
def trick_percepts(hand, unseen, trick, table, rules):
    """Facts about this trick and the hand as a whole."""
    played = np.int64(table.played) - np.int64(table.start)
    found = bit(9, table.trick < 4) | bit(10, rules.hand_size - table.trick <= 4) | bit(13, not table.seen & HEARTS)
    spades = hand & SPADES & below_card(QUEEN_OF_SPADES)
    found |= bit(11, count(spades) >= 4) | bit(12, spades)
    if played > 0:
        suit = lane(table.led)
        follow, theirs, winner = hand & suit, unseen & suit, highest(trick & suit)
        found |= bit(0, played == rules.players - 1) | bit(1, played == 2) | bit(2, trick & rules.penalties)
        found |= bit(3, follow & below_card(winner)) | bit(4, theirs and follow & below_card(lowest(theirs)))
        found |= bit(5, not table.seen & suit & ~trick) | bit(6, count(theirs) + played < 6)
        found |= bit(7, void_behind(table, rules, played)) | bit(8, winner >= KING_OF_SPADES)
    return found << np.uint64(TRICK_BITS)


@rule
def void_behind(table, rules, played):
    """Has a player who plays after me shown that they are out of the suit led?"""
    voids = np.int64(0)
    for later in range(1, rules.players - played):
        voids |= np.int64(table.voids[at((table.turn + later) % rules.players)])
    return (voids >> np.int64(table.led)) & 1


@rule
def suit_percepts(hand, unseen, table, rules):
    """Facts about each suit."""
    voids = np.int64(0)
    for seat in range(rules.players):
        if seat != table.turn:
            voids |= np.int64(table.voids[at(seat)])
    found = NONE
    for suit in range(4):
        mine, theirs = hand & lane(suit), unseen & lane(suit)
        losers = mine & below_card(lowest(theirs)) if theirs else NONE
        facts = bit(0, 0 < count(mine) <= 2) | bit(1, count(mine) >= 4) | bit(2, losers) | bit(3, not table.seen & lane(suit))
        facts |= bit(4, (voids >> suit) & 1) | bit(5, count(theirs) <= 4) | bit(6, not theirs) | bit(7, count(losers) >= 2)
        found |= facts << np.uint64(8 * suit)
    return found << np.uint64(SUIT_BITS)


@rule
def standing_percepts(table, rules):
    """Facts about the game of many hands, of which this is one."""
    mine = np.int64(table.totals[at(table.turn)])
    ahead, behind, most = True, True, mine
    for seat in range(rules.players):
        if seat != table.turn:
            total = np.int64(table.totals[at(seat)])
            ahead, behind, most = ahead and mine < total, behind and mine > total, max(most, total)
    closing = reaches_limit(most + rules.all_penalties, rules)
    return (bit(0, ahead) | bit(1, behind) | bit(2, closing)) << np.uint64(STANDING_BITS)


def describe_percepts(bits: int, wanted: int) -> list[str]:
    """The wanted facts in words, true or not."""
    facts = [(number, each) for number, each in enumerate(PERCEPTS) if (wanted >> number) & 1]
    return [each.words if (bits >> number) & 1 else each.otherwise for number, each in facts]
