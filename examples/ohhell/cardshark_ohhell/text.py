"""Oh Hell as text: choices and positions (`position.py`), and a hand as lines of a transcript.

dealer 3
deal 2C 5C ... | ... | ... | ...     the cards of each seat
trump 7H                             the card that was turned; nothing where none was left
bids 2 0 3 1                         how many tricks each bids, from the dealer's left
0 2C 5C KC 9C                        a trick: who leads, and the cards in their order
score 12 0 13 0
total 12 0 13 0
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from cardshark.cards import Card, CardSet, name, names, set_of
from cardshark.games.lines import Lines, Word, groups, line, numbers
from cardshark.games.match import Single, Step

from cardshark_ohhell.batch import deal_these
from cardshark_ohhell.position import choice_name, choice_number, position, words
from cardshark_ohhell.rules import SEATS, Rules
from cardshark_ohhell.state import BID, NO_CARD, PLAY

__all__ = ["Hand", "choice_name", "choice_number", "choose", "dealt", "position", "put", "read", "words", "write"]


class Hand(NamedTuple):
    """A hand as it was dealt, and its choices in order."""

    dealer: int  # as the number of the hand decides
    hands: tuple[CardSet, ...]
    trump: Card  # the card that was turned, or NO_CARD
    choices: tuple[int, ...] = ()


def dealt(match: Single) -> Hand:
    """The hand that was just dealt."""
    hands = tuple(int(hand) for hand in match.state.hands[: match.rules.players])
    return Hand(int(match.state.table.dealer), hands, int(match.state.table.trump))


def choose(match: Single, hand: Hand, choice: int, recorded: Hand | None = None) -> Hand:
    """Carry out a choice and add it to the hand. There is no chance after the deal, so `recorded` makes no difference."""
    match.choose(choice)
    return hand._replace(choices=(*hand.choices, choice))


def put(match: Single, hand: Hand) -> None:
    """Replace the cards just dealt by those of this hand."""
    hands = np.zeros(SEATS, np.uint64)
    hands[: len(hand.hands)] = hand.hands
    deal_these(match.games, match.record, hands, hand.trump)


# ---- writing ----


def write(rules: Rules, hand: Hand, steps: Sequence[Step]) -> Iterator[str]:
    """The lines of a hand, from its cards and its steps."""
    yield f"dealer {hand.dealer}"
    yield "deal " + " | ".join(names(cards) for cards in hand.hands)
    if hand.trump != NO_CARD:
        yield f"trump {name(hand.trump)}"
    bids = [choice_name(BID, step.choice) for step in steps if step.before.table.phase == BID]
    if bids:
        yield line("bids", bids)
    plays = [step for step in steps if step.before.table.phase == PLAY]
    for start in range(0, len(plays), rules.players):
        trick = plays[start : start + rules.players]
        yield f"{trick[0].before.table.turn} {names(step.choice for step in trick)}"
    if steps and steps[-1].ends_hand:
        yield line("score", steps[-1].after.scores[: rules.players])
        yield line("total", steps[-1].after.table.totals[: rules.players])


# ---- reading ----


def read(match: Single, lines: Lines) -> Hand:
    """Read a hand and play it on `match`, which checks every choice by the rules."""
    players, before = match.rules.players, int(match.state.table.hand_number)
    hand = read_deal(match, lines)
    put(match, hand)
    choices = [*read_bids(match, lines), *read_tricks(match, lines, before)]
    if match.state.table.hand_number > before:
        for key, points in (("score", match.state.scores), ("total", match.state.table.totals)):
            word = lines.here()
            if numbers(lines.next(key), players) != points[:players].tolist():
                word.wrong(f"by the cards {line(f'the {key} is', points[:players])}")
    return hand._replace(choices=tuple(choices))


def read_deal(match: Single, lines: Lines) -> Hand:
    """Who deals, the cards of each seat and the card that is turned."""
    table, players, start = match.state.table, match.rules.players, lines.here()
    if numbers(lines.next("dealer"), 1) != [table.dealer]:
        start.wrong(f"seat {table.dealer} deals this hand")
    deck, seen, start = int(match.record[0].deck), 0, lines.here()
    hands = []
    for group in groups(lines.next("deal"), players):
        for word in group:
            if not deck & ~seen & 1 << word.card():
                word.wrong(f"{name(word.card())} stands twice in this deal or is not in the deck")
            seen |= 1 << word.card()
        hands.append(set_of(word.card() for word in group))
        if len(group) != table.dealt:
            (group[0] if group else start).wrong(f"each seat gets {table.dealt} cards in this hand, not {len(group)}")
    if seen == deck:
        return Hand(int(table.dealer), tuple(hands), NO_CARD)
    words = lines.next("trump")
    if len(words) != 2 or not deck & ~seen & 1 << words[1].card():
        words[-1].wrong("here should stand the one card that was turned, which nobody holds")
    return Hand(int(table.dealer), tuple(hands), words[1].card())


def read_bids(match: Single, lines: Lines) -> Iterator[int]:
    """The bids; only the last line of a file may break off."""
    if lines.key() != "bids":
        return
    key, *words = lines.next("bids")
    if len(words) > match.rules.players or (len(words) < match.rules.players and lines.key()):
        key.wrong(f"here should stand {match.rules.players} bids, not {len(words)}")
    for word in words:
        yield choose_word(match, word)


def read_tricks(match: Single, lines: Lines, before: int) -> Iterator[Card]:
    """The cards that are played; only the last line of a file may break off."""
    players = match.rules.players
    while match.state.table.hand_number == before and lines.key().isdigit():
        leader, *words = lines.next()
        if match.state.table.phase == BID:
            leader.wrong("everybody must bid before the first trick")
        if leader.number() != match.state.table.turn:
            leader.wrong(f"seat {match.state.table.turn} leads to this trick, not {leader.text}")
        if not 1 <= len(words) <= players or (len(words) < players and lines.key()):
            leader.wrong(f"a trick has {players} cards, not {len(words)}")
        for word in words:
            yield choose_word(match, word)


def choose_word(match: Single, word: Word) -> int:
    """Choose what a word names, if the rules allow it."""
    phase = int(match.state.table.phase)
    try:
        choice = choice_number(phase, word.text)
    except ValueError as error:
        word.wrong(str(error))
    if not match.allows(choice):
        allowed = [choice_name(phase, each) for each in range(64) if match.allows(each)]
        word.wrong(f"seat {match.state.table.turn} may not choose {word.text} here, only {' '.join(allowed)}")
    match.choose(choice)
    return choice
