"""Oh Hell in words: its choices, its positions, and its hands as lines of a transcript.

dealer 3
deal 2C 5C ... | ... | ... | ...     the cards of each seat
trump 7H                             the card that was turned; nothing where none was left
bids 2 0 3 1                         how many tricks each says, from the dealer's left
0 2C 5C KC 9C                        a trick: who leads, and the cards in their order
score 12 0 13 0
total 12 0 13 0
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from cardshark.cards import SUITS, Card, CardSet, add, card, name, names
from cardshark.games.lines import Lines, Word, groups, numbers
from cardshark.games.match import Single
from cardshark.text import UserError
from cardshark_ohhell.game import beats, deal_these
from cardshark_ohhell.rules import MOST_TRICKS, SEATS
from cardshark_ohhell.state import BID, NO_BID, NO_CARD, PHASES, bid_choice, bid_of


class Hand(NamedTuple):
    """A hand as it was dealt, and what was chosen in its order."""

    hands: tuple[CardSet, ...]
    trump: Card  # the card that was turned, or NO_CARD
    choices: tuple[int, ...] = ()


# ---- choices ----


def choice_name(phase: int, choice: int) -> str:
    """A card by its name, a bid by its number."""
    return str(bid_of(choice)) if phase == BID else name(choice)


def choice_number(phase: int, word: str) -> int:
    """The choice that is called so."""
    if phase != BID:
        return card(word)
    if not (word.isascii() and word.isdigit() and int(word) <= MOST_TRICKS):
        raise UserError(f"{word!r} is not a number of tricks from 0 to {MOST_TRICKS}")
    return bid_choice(int(word))


def words(view: Any) -> dict[str, int]:
    """The legal choices of an unpacked view, by name."""
    return {choice_name(view.phase, choice): choice for choice in view.choices}


# ---- positions ----


def position(view: Any, rules: Any) -> list[str]:
    """What a seat may know, as lines of a keyword and words."""
    players = rules.players
    found = [f"hand {view.hand_number + 1}", f"seat {view.turn}", f"phase {PHASES[view.phase]}"]
    found += [f"totals {listed_numbers(view.totals[:players])}", f"dealer {view.dealer}", f"dealt {view.dealt}"]
    found += [f"trump {name(view.trump)}"] if view.trump != NO_CARD else []
    found += [f"cards {names(view.hand)}"]
    found += [f"bids {' '.join('-' if bid == NO_BID else str(bid) for bid in view.bids[:players])}"]
    found += [f"trick {leader} {names(trick)}" for leader, trick in tricks(view, players)]
    found += [f"tricks {listed_numbers(view.tricks[:players])}"]
    for seat, voids in enumerate(view.voids[:players]):
        found += [f"void {seat} {' '.join(SUITS[suit] for suit in range(4) if voids >> suit & 1)}"] if voids else []
    return found


def tricks(view: Any, players: int) -> list[tuple[int, Sequence[Card]]]:
    """Who led to each trick, and its cards; the last one may be unfinished."""
    leader, found = (view.dealer + 1) % players, []
    for start in range(0, view.played, players):
        trick = view.history[start : min(start + players, view.played)]
        found.append((leader, trick))
        leader = (leader + taken_by(trick, view.trump)) % players
    return found


def taken_by(trick: Sequence[Card], trump: Card) -> int:
    """Which of its cards takes a trick, counted from 0."""
    best = 0
    for i in range(1, len(trick)):
        best = i if beats(trick[i], trick[best], trump) else best
    return best


def listed_numbers(values: Any) -> str:
    """Numbers in their order."""
    return " ".join(map(str, values))


# ---- hands ----


def dealt(match: Single) -> Hand:
    """The hand that was just dealt."""
    hands = tuple(int(hand) for hand in match.state.hands[: match.rules.players])
    return Hand(hands, int(match.state.table.trump))


def choose(match: Single, hand: Hand, choice: int) -> Hand:
    """Carry out a choice, and add it to the hand."""
    match.choose(choice)
    return hand._replace(choices=(*hand.choices, choice))


def put(match: Single, hand: Hand) -> None:
    """Deal these cards instead."""
    hands = np.zeros(SEATS, np.uint64)
    hands[: len(hand.hands)] = hand.hands
    deal_these(match.games, match.record, hands, hand.trump)


def write(match: Single, hand: Hand) -> Iterator[str]:
    """The lines of a hand, playing it on `match`."""
    players, before = match.rules.players, int(match.state.table.hand_number)
    yield f"dealer {match.state.table.dealer}"
    yield "deal " + " | ".join(names(cards) for cards in hand.hands)
    if hand.trump != NO_CARD:
        yield f"trump {name(hand.trump)}"
    bids, plays = hand.choices[:players], hand.choices[players:]
    if bids:
        yield f"bids {listed_numbers(map(bid_of, bids))}"
    for bid in bids:
        match.choose(bid)
    for start in range(0, len(plays), players):
        yield f"{match.state.table.turn} {names(plays[start : start + players])}"
        for played in plays[start : start + players]:
            match.choose(played)
    if match.state.table.hand_number > before:
        yield f"score {listed_numbers(match.state.scores[:players])}"
        yield f"total {listed_numbers(match.state.table.totals[:players])}"


# ---- reading ----


def read(match: Single, lines: Lines) -> Hand:
    """Read a hand, playing it on `match`: every choice is checked by the rules."""
    players, before = match.rules.players, int(match.state.table.hand_number)
    hand = read_deal(match, lines)
    put(match, hand)
    choices = [*read_bids(match, lines), *read_tricks(match, lines, before)]
    if match.state.table.hand_number > before:
        for key, points in (("score", match.state.scores), ("total", match.state.table.totals)):
            word = lines.here()
            if numbers(lines.next(key), players) != points[:players].tolist():
                word.wrong(f"by the cards the {key} is {listed_numbers(points[:players])}")
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
        hands.append(add(word.card() for word in group))
        if len(group) != table.dealt:
            (group[0] if group else start).wrong(f"each seat gets {table.dealt} cards in this hand, not {len(group)}")
    if seen == deck:
        return Hand(tuple(hands), NO_CARD)
    words = lines.next("trump")
    if len(words) != 2 or not deck & ~seen & 1 << words[1].card():
        words[-1].wrong("here should stand the one card that was turned, which nobody holds")
    return Hand(tuple(hands), words[1].card())


def read_bids(match: Single, lines: Lines) -> Iterator[int]:
    """What is said; only the last line of a file may break off."""
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
