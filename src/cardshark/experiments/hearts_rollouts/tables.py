"""The rollout thesis in figures: what it prints, and how large a difference its own games could have shown."""

from math import hypot, sqrt
from typing import NamedTuple

from cardshark.report.verdict import NORMAL


class Printed(NamedTuple):
    """A column of tables 4.1 to 4.3 and a row of tables 4.4 to 4.6: games of one rollout agent against three networks."""

    lost: int
    won: int
    mean: float  # of its final scores
    sd: float
    lowest: int

    @property
    def games(self) -> int:
        """How many were played."""
        return self.lost + self.won

    @property
    def share(self) -> float:
        """Of the games, how many it won."""
        return self.won / self.games

    @property
    def share_error(self) -> float:
        """One standard error of that share."""
        return sqrt(self.share * (1 - self.share) / self.games)

    @property
    def error(self) -> float:
        """One standard error of the mean."""
        return self.sd / sqrt(self.games)

    @property
    def sd_error(self) -> float:
        """One standard error of the spread, as if scores were normal."""
        return self.sd / sqrt(2 * self.games)


class PrintedNetworks(NamedTuple):
    """The last row of a table: the three networks of all games, averaged."""

    mean: float
    sd: float  # of the mean of three, as its size shows
    lowest: int


LEVELS = ("weak", "middle", "strong")
CALLED = {"weak": "NNAI2", "middle": "StrongMan", "strong": "StrongMan2"}
EPOCHS = {"weak": 500, "middle": 3000, "strong": 10_000}  # an epoch is a game to 1,000 points
NS = (200, 300, 400)  # deals imagined for each card
ROLLOUTS = {
    ("weak", 200): Printed(181, 124, 73.13, 20.94, 20),
    ("weak", 300): Printed(163, 159, 70.70, 21.56, 19),
    ("weak", 400): Printed(245, 183, 73.88, 21.14, 14),
    ("middle", 200): Printed(284, 141, 80.56, 21.02, 22),
    ("middle", 300): Printed(237, 108, 78.63, 20.89, 21),
    ("middle", 400): Printed(215, 90, 79.71, 19.61, 26),
    ("strong", 200): Printed(368, 107, 86.39, 19.31, 22),
    ("strong", 300): Printed(237, 68, 86.60, 19.48, 21),
    ("strong", 400): Printed(291, 79, 87.07, 19.01, 24),
}
NETWORKS = {
    "weak": PrintedNetworks(84.95, 9.58, 17), "middle": PrintedNetworks(83.05, 11.05, 9), "strong": PrintedNetworks(81.71, 11.96, 13),
}  # fmt: skip
DIFFERENCES = {"weak": (-13.67, -10.85), "middle": (-4.76, -1.96), "strong": (3.63, 6.25)}  # table 4.7, 95 % intervals
P_VALUES = {"weak": 2.2e-16, "middle": 2.65e-06, "strong": 2.02e-13}  # table 4.7; the first is printed as "less than"
GAMES_IN_TWO_HOURS = {200: 11.5, 250: 10.5, 300: 9, 350: 7.5, 400: 7, 450: 5.5, 500: 4, 550: 3.5}  # table 3.2, in halves of a game
MINUTES = {200: 42, 250: 46, 300: 53, 350: 64, 400: 69, 450: 87, 500: 120, 550: 137}  # table 3.3: a game of four rollout agents
HALF_A_GAME = 0.25  # by how much a number of games that is printed in halves may be off


def difference(level: str) -> float:
    """The middle of an interval of table 4.7: rollout agent less network, all n together."""
    return round(sum(DIFFERENCES[level]) / 2, 2)


def difference_error(level: str) -> float:
    """One standard error of that."""
    low, high = DIFFERENCES[level]
    return (high - low) / 2 / NORMAL


def games_of(level: str) -> int:
    """How many games are printed for a brain, all n together."""
    return sum(ROLLOUTS[level, n].games for n in NS)


def share_of(level: str) -> float:
    """How many of these the rollout agent won."""
    return sum(ROLLOUTS[level, n].won for n in NS) / games_of(level)


def win_gap(level: str) -> float:
    """The chance of the rollout agent to win, less that of one of the three networks."""
    return share_of(level) - (1 - share_of(level)) / 3


def win_gap_error(level: str) -> float:
    """One standard error of that: a game that one wins is won by none of the three others."""
    return 4 / 3 * sqrt(share_of(level) * (1 - share_of(level)) / games_of(level))


# Where the thesis sees no influence, it means none that its own games could show. So a difference counts as none if it lies within half
# the 95 % interval of the printed difference.


def unseen_in_means(level: str) -> float:
    """How far the mean final scores with n = 400 and n = 200 may be apart unseen."""
    return NORMAL * hypot(ROLLOUTS[level, 200].error, ROLLOUTS[level, 400].error)


def unseen_in_wins() -> float:
    """How far the chances to win with n = 400 and n = 200 may be apart unseen, in the mean over the brains."""
    return NORMAL * hypot(*(ROLLOUTS[level, n].share_error for level in LEVELS for n in (200, 400))) / len(LEVELS)


def unseen_in_spreads() -> float:
    """The same of their standard deviations."""
    return NORMAL * hypot(*(ROLLOUTS[level, n].sd_error for level in LEVELS for n in (200, 400))) / len(LEVELS)


def slowdowns(n: int) -> tuple[float, float, float]:
    """How much longer a game takes with n deals than with 200: as printed, the least and the most that the halves of games allow."""
    few, many = GAMES_IN_TWO_HOURS[n], GAMES_IN_TWO_HOURS[200]
    return many / few, (many - HALF_A_GAME) / (few + HALF_A_GAME), (many + HALF_A_GAME) / (few - HALF_A_GAME)
