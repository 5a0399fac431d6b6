"""What a program is asked, and how its answer is read.

A program says how it wants to be asked (`Manners`). Version 1 of the protocol is one of these ways. Everything else is the same.
"""

from typing import Any, NamedTuple

from cardshark.games.plug import Game


class Manners(NamedTuple):
    """How a program wants to be asked. The defaults are version 1."""

    tables: bool = False  # it is told at which table it is asked, and where matches begin
    forced: bool = True  # it is asked even if only one choice is legal
    pass_at_once: bool = False  # it is asked once about choices that a seat makes in a row


WISHES = {"pass-at-once": "pass_at_once", "forced": "forced"}  # of version 2, by their names in the protocol


class Question(NamedTuple):
    """A question about one seat's view at one table."""

    table: int
    view: Any
    words: dict[str, int]  # the legal choices by name
    number: int = 1  # of choices that are asked for

    def lines(self, game: Game, rules: Any, manners: Manners, match_begins: bool) -> list[str]:
        """The lines that ask it: the whole position, and what may be chosen."""
        found = []
        if manners.tables:
            found += [f"new_match {self.table}"] if match_begins else []
            found += [f"table {self.table}", f"match_hand {match_hand(self.view, rules)}"]
        keyword = "choose" if self.number == 1 else f"choose_cards {self.number}"
        return [*found, *game.text.position(self.view, rules), f"{keyword} {self.view.luck:016x} {' '.join(self.words)}"]

    def read(self, answer: str) -> list[int] | None:
        """The choices that an answer stands for; None if it is not what was asked for."""
        said = [answer] if self.number == 1 else answer.split()
        found = [choice for word in said if (choice := self.choice_of(word)) is not None]
        return found if len({*found}) == len(said) == self.number else None

    def choice_of(self, word: str) -> int | None:
        """The choice with this name, in small letters or large."""
        return next((self.words[each] for each in (word, word.upper(), word.lower()) if each in self.words), None)

    def wanted(self) -> str:
        """What would have been an answer."""
        return ("one of: " if self.number == 1 else f"{self.number} different cards of: ") + " ".join(self.words)


def match_hand(view: Any, rules: Any) -> int:
    """The number of a hand in its match, from 1. A match of one hand may begin anywhere in the game's cycle of hands."""
    return 1 if rules.hands == 1 else view.hand_number + 1


def in_a_row(game: Game, view: Any, rules: Any) -> int:
    """How many choices the seat makes before anybody else does; a game may say so."""
    return getattr(game.text, "in_a_row", lambda view, rules: 1)(view, rules)


class MadeAtOnce(NamedTuple):
    """Choices that a program made in one answer, and the view for which it made them."""

    view: Any
    choices: list[int]

    def next_in(self, view: Any) -> int | None:
        """The choice that follows in this view. None if the view does not follow from those made before: then it must be asked again."""
        legal, fields = self.view.legal, ("hand_number", "phase", "hand")
        if any(getattr(view, field) != getattr(self.view, field) for field in fields):
            return None
        for made, following in zip(self.choices, self.choices[1:], strict=False):
            legal ^= 1 << made
            if view.legal == legal:
                return following
        return None
