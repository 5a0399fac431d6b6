"""What a person at a terminal sees and types in every game: cards in colour, names of the seats, words for cards."""

from collections.abc import Iterable
from typing import Any

from rich.text import Text

from cardshark.cards import ALL, RANKS, Card, card, listed, name, rank_of, suit_of
from cardshark.games.plug import Game
from cardshark.text import UserError

Line = str | Text

NAMES = {name(each) for each in listed(int(ALL))}  # of all cards

STYLES = ("#3f8fe8", "#d67400", "#e0405e", "default")  # clubs, diamonds, hearts, spades: also for colour-blind eyes, on dark and light
PLAYED = {2: ["You", "Opponent"], 3: ["You", "Left", "Right"], 4: ["You", "West", "North", "East"]}  # chairs seen from the own one,
WATCHED = {2: ["South", "North"], 3: ["South", "West", "East"], 4: ["South", "West", "North", "East"]}  # and from outside


def chairs(count: int, own: int | None = 0) -> list[str]:
    """The names of the seats for the person on seat `own`, or for somebody who only watches (None)."""
    others = [f"Seat {seat}" for seat in range(2, count + 1)]  # at a table for more than four
    if own is None:
        return WATCHED.get(count, ["Seat 1", *others])
    names = PLAYED.get(count, ["You", *others])
    return [names[(seat - own) % count] for seat in range(count)]


def does(who: str, verb: str) -> str:
    """`You play`, `West plays`."""
    if who == "You":
        return f"You {verb}"
    return f"{who} {verb}{'es' if verb.endswith('ss') else 's'}"


def card_text(card: Card, symbols: bool, style: str = "") -> Text:
    """A card in the colour of its suit: `10♥`."""
    return Text(name(card, symbols).replace("T", "10"), style=f"{STYLES[suit_of(card)]} {style}".strip())


def cards_text(order: Iterable[Card], symbols: bool, between: str = " ") -> Text:
    """Cards in their order, each in its colour."""
    return Text(between).join([card_text(card, symbols) for card in order])


def word_text(word: str, symbols: bool) -> Text:
    """A word: in the colour of its suit, if it is the name of a card."""
    return card_text(card(word), symbols) if word in NAMES else Text(word)


class TerminalSeat:
    """What a person on a seat sees and types; a game may have its own."""

    def __init__(self, game: Game, rules: Any, symbols: bool) -> None:
        self.game, self.rules, self.symbols = game, rules, symbols
        self.names: list[str] = []  # of all seats

    def show(self, view: Any) -> list[Line]:
        """The table and the hand."""
        raise NotImplementedError

    def prompt(self, view: Any) -> str:
        """What is asked."""
        raise NotImplementedError

    def moves(self, view: Any) -> dict[str, int]:
        """Words that are choices here but no cards."""
        raise NotImplementedError

    def choices(self, view: Any, words: list[str]) -> list[int]:
        """The choice that the words mean, and further ones for the next questions."""
        raise NotImplementedError

    def refusal(self, view: Any, chosen: Card) -> str:
        """Why the rules do not allow a card that is in the hand."""
        raise NotImplementedError

    def last(self, view: Any) -> list[Line]:
        """What lay on the table before."""
        raise NotImplementedError

    def scores(self, view: Any) -> list[Line]:
        """How the match stands."""
        raise NotImplementedError

    def help(self, view: Any) -> list[Line]:
        """What can be typed."""
        raise NotImplementedError

    def cards(self, order: Iterable[Card], between: str = " ") -> Text:
        """Cards in colour."""
        return cards_text(order, self.symbols, between)

    def find(self, view: Any, word: str) -> Card:
        """The legal card that a word means: `qs`, `10h`, `Q♠`, or just a rank if only one card can be meant."""
        rank = word.upper().replace("10", "T")
        if rank in RANKS:
            found = [held for held in listed(view.hand) if RANKS[rank_of(held)] == rank]
            if not found:
                raise UserError(f"You hold no {rank.replace('T', '10')}.")
            found = [held for held in found if view.legal >> held & 1] or found[:1]
        else:
            try:
                found = [card(word)]
            except ValueError:
                raise UserError(f"{word!r} is not a card: type one like qs, 10h or 7♦, or ? for help.") from None
        if len(found) > 1:
            raise UserError(f"Which one: {self.cards(found, ' or ')}?")
        if not view.hand >> found[0] & 1:
            raise UserError(f"You do not hold {self.cards(found)}.")
        if not view.legal >> found[0] & 1:
            raise UserError(self.refusal(view, found[0]))
        return found[0]
