"""One match, step by step, as a file, a person or a web page plays it. `cardshark.play` plays many at once."""

from typing import Any, NamedTuple

import numpy as np

from cardshark.cards import listed, permits
from cardshark.games import house, read_game
from cardshark.games.plug import Game
from cardshark.text import UserError, whole_number

MOST_WORD = (1 << 64) - 1  # of chance
MOST_FIRST = 30_000  # as large as the number of a hand may be


class Single:
    """One match of a game, from its two words of chance and the number of its first hand."""

    def __init__(self, game: Game, rules: Any, deals: int = 0, luck: int = 0, first: int = 0) -> None:
        game = read_game(game)
        self.game, self.rules = game, house.read_rules(game, rules)
        self.record = house.record(self.rules)
        self.games: np.ndarray = np.zeros(1, game.GAME)
        self.games["deals"] = whole_number("the word of the deals", deals, 0, MOST_WORD)
        self.games["luck"] = whole_number("the word of the luck", luck, 0, MOST_WORD)
        self.first = whole_number("the number of the first hand", first, 0, MOST_FIRST)
        game.begin_at(self.games, self.first)
        self.looked: np.ndarray = np.zeros(1, game.VIEW)  # what the rules write,
        self.views = self.looked.view()  # and what players get: the same view, but nobody can write into it
        self.views.flags.writeable = False
        self.rows = np.zeros(1, np.uint32)
        game.start_all(self.games, self.record)

    @property
    def state(self) -> Any:
        """The whole game, hidden cards and all: for referees, not for players."""
        return self.games[0]

    @property
    def over(self) -> bool:
        """Is the match decided?"""
        return bool(self.state.table.phase == self.game.OVER)

    def view(self) -> Any:
        """What the seat in turn may know."""
        self.game.look_all(self.games, self.record, self.rows, self.looked)
        return self.views[0]

    def allows(self, choice: int) -> bool:
        """May the seat in turn choose this?"""
        return bool(permits(np.uint64(self.view().legal), choice))

    def choose(self, choice: int) -> None:
        """Carry out a choice of the seat in turn."""
        self.view()
        choice = whole_number("a choice", choice, 0, 63)
        if self.game.choose_all(self.games, self.record, self.rows, self.looked, np.array([choice], np.int8)) < 0:
            raise UserError(f"seat {self.state.table.turn} chose {describe_illegal(self.game, self.views[0], choice)}")


def describe_illegal(game: Game, view: Any, choice: int, numbers: Any = range(64)) -> str:
    """An illegal choice by name, and what this view allows: `5S (51) in phase pass; it may choose 9C (7), JC (9)`.

    `numbers` says how whoever reads it numbers the 64 choices.
    """
    phase = int(view.table.phase)

    def named(choice: int) -> str:
        if not 0 <= choice < 64:
            return str(choice)
        word, number = game.text.choice_name(phase, choice), str(numbers[choice])
        return word if word == number else f"{word} ({number})"

    legal = ", ".join(map(named, listed(int(view.legal))))
    return f"{named(choice)} in phase {game.PHASES[phase]}; it may choose {legal}"


class Step(NamedTuple):
    """One choice of a hand that was played, and the whole game before and after it."""

    before: Any
    choice: int
    after: Any

    @property
    def ends_hand(self) -> bool:
        """Was it the last of its hand?"""
        return bool(self.after.table.hand_number > self.before.table.hand_number)


def replay(match: Single, hand: Any) -> list[Step]:
    """Deal the cards of a hand that was played and carry out its choices. Returns its steps."""
    text = match.game.text
    text.put(match, hand)
    so_far, states = text.dealt(match), [match.games.copy()[0]]
    for choice in hand.choices:
        so_far = text.choose(match, so_far, choice, hand)
        states.append(match.games.copy()[0])
    return [Step(*each) for each in zip(states, hand.choices, states[1:], strict=False)]
