"""What a seat of Oh Hell may know, as lines of text, and its choices as words (docs/players.md).

Every line is a keyword and words. Cards and bids have the same names as in transcripts. The lines are made from a view alone,
so they cannot hold anything that the seat may not know.
"""

from collections.abc import Sequence
from typing import Any

from cardshark.cards import SUITS, Card, card, is_card, name, names, suit_of
from cardshark.games.lines import line
from cardshark.text import UserError

from cardshark_ohhell.rules import MOST_TRICKS
from cardshark_ohhell.state import BID, NO_BID, NO_CARD, PHASES, bid_choice, bid_of


def position(view: Any, rules: Any) -> list[str]:
    """A position of Oh Hell: the match, the deal, the own cards, the bids, the tricks so far, and what follows from them."""
    players = rules.players
    found = [f"hand {view.hand_number + 1}", f"seat {view.turn}", f"phase {PHASES[view.phase]}"]
    found += [line("totals", view.totals[:players]), f"dealer {view.dealer}", f"dealt {view.dealt}"]
    found += [f"trump {name(view.trump)}"] if view.trump != NO_CARD else []
    found += [f"cards {names(view.hand)}"]
    found += [line("bids", ("-" if bid == NO_BID else bid for bid in view.bids[:players]))]
    found += [f"trick {leader} {names(trick)}" for leader, trick in tricks(view, players)]
    found += [line("tricks", view.tricks[:players])]
    for seat, voids in enumerate(view.voids[:players]):
        found += [line(f"void {seat}", (SUITS[suit] for suit in range(4) if voids >> suit & 1))] if voids else []
    return found


def tricks(view: Any, players: int) -> list[tuple[int, Sequence[Card]]]:
    """Who led to each trick, and its cards; the last one may be unfinished."""
    leader, found = (view.dealer + 1) % players, []
    for start in range(0, view.played, players):
        trick = view.history[start : min(start + players, view.played)]
        found.append((leader, trick))
        leader = (leader + taker(trick, view.trump)) % players
    return found


def taker(trick: Sequence[Card], trump: Card) -> int:
    """The place in a trick, counted from its lead, of the card that takes it: the highest trump, or else the highest of the suit led."""
    led, trumps = suit_of(trick[0]), suit_of(trump) if trump != NO_CARD else None
    return max(range(len(trick)), key=lambda place: (suit_of(trick[place]) == trumps, suit_of(trick[place]) == led, trick[place]))


def words(view: Any) -> dict[str, int]:
    """The legal choices by name."""
    return {choice_name(view.phase, choice): choice for choice in view.choices}


def choice_name(phase: int, choice: int) -> str:
    """The name of a choice, in transcripts and everywhere else: that of a card, or the number of a bid."""
    if is_card(choice):
        return name(choice)
    return str(bid_of(choice) if 0 <= choice < 64 else choice)


def choice_number(phase: int, word: str) -> int:
    """The choice with this name."""
    if phase != BID:
        return card(word)
    if not (word.isascii() and word.isdigit() and int(word) <= MOST_TRICKS):
        raise UserError(f"{word!r} is not a number of tricks from 0 to {MOST_TRICKS}")
    return bid_choice(int(word))
