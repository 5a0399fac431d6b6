"""A person at the terminal who types what is offered, and what they see."""

import io
import re
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from cardshark.cards import CardSet, card
from cardshark.games import game_named, gin, house
from cardshark.games.gin.melds import listed_arrangements
from cardshark.players import seat
from cardshark.players.player import Bot, Player
from cardshark.terminal.evening import Evening, evening

CARD = re.compile(r"(?:10|[2-9JQKA])[♣♦♥♠]")


class Typist:
    """Reads what is printed, and types: first the lines that were prepared, then a card that is offered; at last input ends."""

    def __init__(self, *lines: str, patience: int = 2000) -> None:
        self.page = io.StringIO()
        self.console = Console(file=self.page, width=80, no_color=True)
        self.lines, self.patience, self.prompts = list(lines), patience, []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if self.patience == 0:
            raise EOFError
        self.patience -= 1
        typed = self.lines.pop(0) if self.lines else self.answer(prompt)
        self.page.write(f"{prompt}{typed}\n")
        return typed

    @property
    def printed(self) -> list[str]:
        return self.page.getvalue().splitlines()

    def answer(self, prompt: str) -> str:
        """A card where a card is asked for; otherwise what a careful gin player does."""
        if prompt.startswith(("Your card", "Pass", "Discard")):
            return self.offered()[-1]
        return {"Take": "n", "Draw": "s", "Knoc": "k", "Whic": "", "Lay ": ""}[prompt[:4]]

    def offered(self) -> list[str]:
        """The cards of the hand above: the underlined ones; in gin the deadwood, the dearest last."""
        lines = [*self.page.getvalue()[-2000:].splitlines(), ""]
        row = max(row for row, line in enumerate(lines) if line.startswith("  ") and CARD.match(line.strip()))
        hand, marks = lines[row], lines[row + 1] if set(lines[row + 1]) <= set(" ─") else ""
        found = [match[0] for match in CARD.finditer(hand) if not marks or "─" in marks[match.start() : match.end()]]
        if "deadwood" in hand:
            found = CARD.findall(hand.split("|")[-1])
            found.sort(key=lambda each: (card(each) + 1 & 15) % 13)
        return found


@dataclass(frozen=True)
class Miser(Bot):
    """Gin for tests: throws away the dearest unmelded card and knocks as soon as it may."""

    def play(self, view) -> int:
        if view.phase == gin.DISCARD:
            melded = sum(listed_arrangements(view.hand)[0].melds)
            return max((each for each in view.choices if each & 15 < 13), key=lambda each: (not melded >> each & 1, (each + 1 & 15) % 13))
        return view.choices[0]  # the stock, the pile, a knock, the least deadwood, or a card to lay off


def play(
    game_name: str, rules: str, typist: Typist, others: list[Player] | list[str], seed: int = 3, save: Path | None = None
) -> list[int] | None:
    players = [seat("terminal"), *(seat(each) if isinstance(each, str) else each for each in others)]
    texts = ["terminal", *("random" if isinstance(each, str) else "miser" for each in others)]
    settings = Evening(game_name, house.parse(game_named(game_name).PRESETS, rules), texts, seed, save=save)
    return evening(settings, players, typist.console, typist)


def found(text: str) -> CardSet:
    """The cards that stand in a text."""
    return sum({1 << card(each) for each in CARD.findall(text)})
