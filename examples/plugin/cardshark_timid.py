"""A player in a package. Its kernel answers thousands of views at once: millions of decisions a second."""

from dataclasses import dataclass

from cardshark.cards import highest, lowest
from cardshark.jit import kernel
from cardshark.players.player import Choices, Player, Views


@kernel
def choose_ends(views, choices, bold):
    for i in range(len(views)):
        legal = views[i].legal
        choices[i] = highest(legal) if bold else lowest(legal)


@dataclass(frozen=True)
class Timid(Player):
    """Plays the first of its legal cards, clubs before diamonds, hearts and spades; if bold, the last one."""

    bold: bool = False

    def choose(self, views: Views, choices: Choices) -> None:
        """Write one choice for each view."""
        choose_ends(views, choices, self.bold)
