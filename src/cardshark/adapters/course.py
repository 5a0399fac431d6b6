"""One match whose chance is decided from outside, one outcome after the other, all of them equally likely.

A course remembers what each seat has seen, event by event: nobody forgets anything. And it can be retraced in a world that agrees with
all that one seat has seen. Each game has a course of its own (`hearts.py`, `gin.py`).
"""

from collections.abc import Callable
from copy import copy
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from cardshark.adapters.referee import NOBODY, Match, Referee
from cardshark.cards import CardSet, is_card, listed, name
from cardshark.chance import draw_all
from cardshark.text import UserError

CHANCE = -2  # whose turn it is, when it is nobody's
CARD, WAY, HAND, TOTAL = 64, 128, 192, 1 << 16  # events beside choices: a card that is seen, a way to lay down, a new hand, a total


class Happened(NamedTuple):
    """A choice of this hand."""

    seat: int
    phase: int
    choice: int
    card: int = NOBODY  # what was drawn by it


@lru_cache(16)
def referee_of(game: str, rules: str) -> Referee:
    """The referee for a game by these rules; courses by the same rules share it."""
    return Referee(game, rules)


class Course:
    """One match, from the first card that is dealt."""

    def __init__(self, game: str, rules: str, first: int) -> None:
        self.named = (game, rules)
        self.referee = referee_of(game, rules)
        self.match: Match = np.zeros(1, self.referee.game.GAME)
        self.referee.game.begin_at(self.match, first)
        self.referee.game.start_all(self.match, self.referee.record)  # deals cards that `fall` replaces
        self.seen: list[list[int]] = [[] for _ in range(self.referee.seats)]  # events, in the eyes of each seat
        self.moves = 0  # outcomes and choices so far,
        self.begin_hand()

    def begin_hand(self) -> None:
        """Chance is to deal the next hand."""
        self.began = self.moves  # and those before this hand
        self.number = int(self.match["table"]["hand_number"][0])
        self.dealing, self.fallen, self.happened = True, list[int](), list[Happened]()

    def __deepcopy__(self, memo: Any) -> "Course":
        twin = copy(self)
        twin.match = self.match.view(np.uint8).copy().view(self.match.dtype)
        twin.seen = [events[:] for events in self.seen]
        twin.fallen, twin.happened = self.fallen[:], self.happened[:]
        return twin

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "match": self.match.tobytes(), "referee": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, referee=referee_of(*state["named"]))
        self.match = np.frombuffer(state["match"], np.uint8).copy().view(self.referee.game.GAME)

    # ---- what happens ----

    @property
    def turn(self) -> int:
        """Whose turn it is: a seat's, CHANCE's, or once the match is over NOBODY's."""
        return CHANCE if self.dealing else self.referee.turn(self.match)

    def go_on(self, number: int) -> None:
        """Carry out an outcome of chance or a choice, whichever is due."""
        if self.turn != CHANCE:
            self.choose(number)
        elif self.may_fall(number):
            self.fall(number)
        else:
            raise UserError(f"chance cannot decide {self.referee.observer.name(0, number)} now: see the legal actions")

    def outcomes(self) -> list[int]:
        """What chance may decide now, all alike: cards by their numbers."""
        raise NotImplementedError

    def may_fall(self, outcome: int) -> bool:
        """Is it among the outcomes? It is asked at every card, so it is faster than to list them."""
        raise NotImplementedError

    def fall(self, outcome: int) -> None:
        """Let chance decide this."""
        raise NotImplementedError

    def retrace(self, seat: int, word: int, twin: "Course", apply: Callable[[int], None]) -> None:
        """Lead `twin`, who stands where this hand began, to a position that this seat cannot tell from this one.

        `apply` carries out an outcome or a choice of the twin. What is hidden from the seat is imagined by the bits of `word`.
        """
        raise NotImplementedError

    def choose(self, choice: int) -> None:
        """Carry out a choice of the seat in turn."""
        seat, phase = self.turn, self.referee.phase(self.match)
        self.referee.choose(self.match, choice)
        self.tell(Happened(seat, phase, choice))
        self.moves += 1
        self.finish_hand()

    def tell(self, event: Happened) -> None:
        """Write down a choice for all who see it."""
        self.happened.append(event)
        public = self.referee.game.is_public(event.phase, event.choice)
        for seat, seen in enumerate(self.seen):
            if public or seat == event.seat:
                seen.append(self.event(event.phase, event.choice))

    def event(self, phase: int, choice: int) -> int:
        """The event of a choice."""
        return choice

    def show(self, seat: int, cards: CardSet) -> None:
        """A seat sees cards."""
        self.seen[seat] += [CARD + card for card in listed(int(cards))]

    def finish_hand(self) -> None:
        """After the last choice of a hand the next one is dealt, unless the match is over. Everybody knows the totals."""
        if self.number == int(self.match["table"]["hand_number"][0]) or self.turn == NOBODY:
            return
        totals = [TOTAL + total for total in self.match["table"]["totals"][0, : self.referee.seats].tolist()]
        for seen in self.seen:
            seen += [HAND, *totals]
        self.begin_hand()


def chosen(cards: list[int], wanted: int, word: int, start: int) -> list[int]:
    """A random choice out of these cards, by numbers of the stream of a word from `start` on."""
    rest, bits = cards[:], np.empty(wanted, np.uint64)
    draw_all(np.uint64(word), start, bits)
    return [rest.pop((each >> 32) * len(rest) >> 32) for each in bits.tolist()]


@lru_cache(1 << 10)
def event_name(game: Any, event: int) -> str:
    """An event for people: `QS`, `stock`, `+QS` for a card that is seen, `way-2`, `/` for a new hand, `17` for a total."""
    if event >= TOTAL // 2:
        return str(event - TOTAL)
    if event >= HAND:
        return "/"
    if event >= WAY:
        return f"way-{event - WAY + 1}"
    if event >= CARD:
        return f"+{name(event - CARD)}"
    return name(event) if is_card(event) else game.text.choice_name(0, event)
