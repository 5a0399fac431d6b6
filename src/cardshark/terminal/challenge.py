"""A person against the networks: the last table of the network thesis (3.8), with your five games beside its author's.

Five games to 50 points against three copies of each opponent, on the same deals for everybody who takes the challenge with the same seed.
Every finished game is kept in a file at once; the same command goes on with the next one.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table

from cardshark.games import hearts, house
from cardshark.journal import KeyedJournal
from cardshark.players import seat
from cardshark.players.terminal import Read
from cardshark.show import printer
from cardshark.terminal.evening import Evening, evening

GAME = hearts.NAME
GAMES = 5
RULES = "dutch:limit=50"


class Opponent(NamedTuple):
    """A row of the thesis's table, or of a table beyond it."""

    title: str
    player: str
    personal: int | None = None  # the author's mean final total
    others: tuple[int, ...] = ()  # those of the three opponents


TABLE_3_8 = (
    Opponent("random player", "random", 6, (50, 34, 30)),
    Opponent("training opponent", "network:brain=opponent", 26, (48, 40, 36)),
    Opponent("best of experiment 2 (the author's: one layer)", "network:brain=experiment2", 29, (47, 39, 35)),
)


class ChallengeStanding(NamedTuple):
    """A row of the table so far: mean final totals. The opponents' totals of each game are sorted, highest first."""

    opponent: Opponent
    games: int
    you: float | None = None
    they: tuple[float, ...] = ()

    def cells(self) -> list[str]:
        """You and they, the author and they; a dash where nothing is known."""
        you = "–" if self.you is None else f"{self.you:.1f}"
        author = "–" if self.opponent.personal is None else str(self.opponent.personal)
        return [you, "/".join(f"{each:.1f}" for each in self.they) or "–", author, "/".join(map(str, self.opponent.others)) or "–"]


def standing_against(opponent: Opponent, totals: Sequence[Sequence[int]]) -> ChallengeStanding:
    """The row of an opponent, from the final totals of the games against them, one's own first."""
    if not totals:
        return ChallengeStanding(opponent, 0)
    found = np.array(totals)
    others = -np.sort(-found[:, 1:], axis=1).mean(axis=0)
    return ChallengeStanding(opponent, len(totals), float(found[:, 0].mean()), tuple(others.tolist()))


def challenge(
    file: Path,
    you: str = "terminal",
    seed: int = 1,
    console: Console | None = None,
    read: Read | None = None,
    opponents: tuple[Opponent, ...] = TABLE_3_8,
) -> bool:
    """Play the games that are missing, then show the table; False if somebody left before the end."""
    console = console or printer()
    for player in (you, *(each.player for each in opponents)):
        seat(player)  # a player that cannot sit down is refused before anything is played
    settings = {"challenge": "hearts_network, table 3.8", "player": you, "rules": RULES, "seed": seed}
    with KeyedJournal(file, settings) as journal:
        finished = play_missing(journal, you, seed, console, read, opponents)
    if finished:
        console.print(standings_table(journal, opponents, you))
    else:
        console.print(f"{len(journal.done)} finished games are kept in {file}; the same command goes on with the next.", soft_wrap=True)
    return finished


def play_missing(journal: KeyedJournal, you: str, seed: int, console: Console, read: Read | None, opponents: tuple[Opponent, ...]) -> bool:
    """Play the games that the journal does not have; False if somebody left before the end."""
    rules = house.parse(hearts.PRESETS, RULES)
    for opponent in opponents:
        for number in range(GAMES):
            if key(opponent, number) in journal.done:
                continue
            console.print(f"\nGame {number + 1} of {GAMES} to {rules.limit} points against three times the {opponent.title}")
            names = [you, *[opponent.player] * (hearts.SEATS - 1)]
            settings = Evening(GAME, rules, names, seed, number, coach=False)
            totals = evening(settings, [seat(name) for name in names], console, read)
            if totals is None:
                return False
            journal.put(key(opponent, number), totals)
    return True


def key(opponent: Opponent, number: int) -> str:
    """The name of a game in the journal."""
    return f"{opponent.player}, game {number + 1}"


def standings_table(journal: KeyedJournal, opponents: tuple[Opponent, ...], you: str) -> Table:
    """Your games beside those of the thesis."""
    table = Table("against three times the", "you" if you == "terminal" else you, "they", "the author", "they")
    for opponent in opponents:
        played = standing_against(opponent, [journal.done[key(opponent, number)] for number in range(GAMES)])
        table.add_row(opponent.title, *played.cells())
    return table
