"""Hearts as text: choices and positions (`position.py`), and a hand as lines of a transcript.

deal 2C 5C ... | ... | ... | ...     the cards of each seat
lead 2                               who leads, only where chance decides it
pass 3D KS QS | ... | ... | ...      what each seat passes on, if anything
0 2C 5C KC 9C                        a trick: who leads, and the cards in their order
score 3 0 23 0
total 3 0 23 0
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np

from cardshark.cards import Card, CardSet, name, names, set_of
from cardshark.games.hearts.batch import deal_these
from cardshark.games.hearts.position import choice_name, choice_number, in_a_row, position, words
from cardshark.games.hearts.read_position import FIELDS, read_position
from cardshark.games.hearts.rules import FirstLead, Rules
from cardshark.games.hearts.state import PASS, PLAY
from cardshark.games.lines import Lines, Word, groups, numbers
from cardshark.games.match import Single, Step

__all__ = [
    "FIELDS", "Hand", "choice_name", "choice_number", "choose", "dealt", "in_a_row",
    "position", "put", "read", "read_position", "words", "write",
]  # fmt: skip


class Hand(NamedTuple):
    """A hand as it was dealt, and its choices in order."""

    hands: tuple[CardSet, ...]
    leader: int  # where chance decides who leads
    choices: tuple[Card, ...] = ()


def dealt(match: Single) -> Hand:
    """The hand that was just dealt."""
    hands = tuple(int(hand) for hand in match.state.hands[: match.rules.players])
    by_chance = match.rules.first_lead == FirstLead.RANDOM
    return Hand(hands, int(match.state.table.leader) if by_chance else 0)


def choose(match: Single, hand: Hand, choice: Card, recorded: Hand | None = None) -> Hand:
    """Carry out a choice and add it to the hand. Hearts has no chance after the deal, so `recorded` makes no difference."""
    match.choose(choice)
    return hand._replace(choices=(*hand.choices, choice))


def put(match: Single, hand: Hand) -> None:
    """Replace the cards just dealt by those of this hand."""
    hands = np.zeros(len(match.state.hands), np.uint64)
    hands[: len(hand.hands)] = hand.hands
    deal_these(match.games, match.record, hands, hand.leader)


# ---- writing ----


def write(rules: Rules, hand: Hand, steps: Sequence[Step]) -> Iterator[str]:
    """The lines of a hand, from its cards and its steps."""
    yield "deal " + " | ".join(names(cards) for cards in hand.hands)
    if rules.first_lead == FirstLead.RANDOM:
        yield f"lead {hand.leader}"
    passes = passes_of(steps)
    if passes:
        yield "pass " + " | ".join(names(given) for given in passes)
    for leader, trick in tricks_of(steps):
        yield f"{leader} {names(trick)}"
    if steps and steps[-1].ends_hand:
        yield "score " + seats_in_order(rules, steps[-1].after.scores)
        yield "total " + seats_in_order(rules, steps[-1].after.table.totals)


def passes_of(steps: Sequence[Step]) -> list[list[Card]]:
    """What each seat passed on, in the order in which it chose."""
    passing = [step for step in steps if step.before.table.phase == PASS]
    return [[step.choice for step in own] for _, own in groupby(passing, lambda step: int(step.before.table.turn))]


def tricks_of(steps: Sequence[Step]) -> list[tuple[int, list[Card]]]:
    """Who led to each trick, and its cards in their order; the last one may be unfinished."""
    playing = [step for step in steps if step.before.table.phase == PLAY]
    tricks = [list(trick) for _, trick in groupby(playing, lambda step: int(step.before.table.trick))]
    return [(int(trick[0].before.table.turn), [step.choice for step in trick]) for trick in tricks]


def seats_in_order(rules: Rules, points: np.ndarray) -> str:
    """Points of the seats that are taken."""
    return " ".join(str(value) for value in points[: rules.players])


# ---- reading ----


def read(match: Single, lines: Lines) -> Hand:
    """Read a hand, playing it on `match`."""
    rules, before = match.rules, int(match.state.table.hand_number)
    start = lines.here()
    hands = [set_of(word.card() for word in group) for group in groups(lines.next("deal"), rules.players)]
    check_deal(match, hands, start)
    leader = 0
    if rules.first_lead == FirstLead.RANDOM:
        word = lines.here()
        (leader,) = numbers(lines.next("lead"), 1)
        if not 0 <= leader < rules.players:
            word.wrong(f"there is no seat {leader}")
    hand = Hand(tuple(hands), leader)
    put(match, hand)
    choices = [*read_passes(match, lines), *read_tricks(match, lines, before)]
    if match.state.table.hand_number > before:
        for key, points in (("score", match.state.scores), ("total", match.state.table.totals)):
            word = lines.here()
            if numbers(lines.next(key), rules.players) != points[: rules.players].tolist():
                word.wrong(f"by the cards the {key} is {seats_in_order(rules, points)}")
    return hand._replace(choices=tuple(choices))


def check_deal(match: Single, hands: list[CardSet], start: Word) -> None:
    """Refuse a deal in which a card of the deck is missing or dealt twice, or hands differ in size."""
    deck = int(match.record[0].deck)
    if sum(hand.bit_count() for hand in hands) != deck.bit_count() or any(hand & ~deck for hand in hands):
        start.wrong(f"the deal must hold each of the {deck.bit_count()} cards of the deck once")
    missing = deck
    for hand in hands:
        missing &= ~hand
    if missing:
        start.wrong(f"{names(missing)} is missing from the deal")
    if any(hand.bit_count() != match.record[0].hand_size for hand in hands):
        start.wrong(f"each seat must have {match.record[0].hand_size} cards")


def read_passes(match: Single, lines: Lines) -> Iterator[Card]:
    """The cards that are passed; only the last line of a file may break off."""
    if match.state.table.phase != PASS or lines.key() != "pass":
        return
    words = lines.next("pass")
    for word in words[1:]:
        if word.text == "|":
            continue
        if match.state.table.phase != PASS:
            word.wrong(f"each seat passes {match.rules.pass_count} cards, not more")
        yield play_word(match, word)
    given = [len(group) for group in groups(words)]
    whole = [match.rules.pass_count] * match.rules.players
    if given != whole and (lines.key() or given[:-1] != whole[: len(given) - 1]):
        words[0].wrong(f"each of the {match.rules.players} seats passes {match.rules.pass_count} cards, divided by '|'")


def read_tricks(match: Single, lines: Lines, before: int) -> Iterator[Card]:
    """The cards that are played."""
    while match.state.table.hand_number == before and lines.key().isdigit():
        leader, *words = lines.next()
        if match.state.table.phase == PASS:
            leader.wrong("cards must be passed before the first trick")
        if leader.number() != match.state.table.turn:
            leader.wrong(f"seat {match.state.table.turn} leads to this trick, not {leader.text}")
        if not 1 <= len(words) <= match.rules.players:
            leader.wrong(f"a trick has {match.rules.players} cards, not {len(words)}")
        for word in words:
            yield play_word(match, word)


def play_word(match: Single, word: Word) -> Card:
    """Choose the card that a word names, if the rules allow it."""
    card = word.card()
    if not match.allows(card):
        view = match.view()
        word.wrong(f"seat {view.table.turn} may not choose {name(card)} here, only {names(int(view.legal))}")
    match.choose(card)
    return card
