"""The POMCP report in figures: what it prints, and everything that is played to answer it."""

from collections.abc import Sequence
from typing import NamedTuple

from cardshark.arena.contest import Contest

RULES = "passleft"
GREEDY, STOCK, JAKE = "greedy", "stock", "jake"
RANDOM = "greedy:epsilon=1"  # plays any card, but passes like everybody else
MC = "montecarlo:deals=100,sampler=sequential"
POMCP = "pomcp:simulations=200,sampler=sequential"  # takes as long as MC
SHORT = {GREEDY: "Greedy", RANDOM: "Random", MC: "MC", POMCP: "POMCP"}


class PrintedSeat(NamedTuple):
    """A seat of a printed table."""

    player: str
    score: int  # of 1,000 hands


PRINTED = (  # who sat where, and the total score of each
    (PrintedSeat(GREEDY, 8445), PrintedSeat(MC, 4169), PrintedSeat(GREEDY, 7694), PrintedSeat(GREEDY, 7876)),
    (PrintedSeat(GREEDY, 8172), PrintedSeat(POMCP, 4154), PrintedSeat(GREEDY, 8287), PrintedSeat(GREEDY, 7779)),
    (PrintedSeat(RANDOM, 11573), PrintedSeat(MC, 3785), PrintedSeat(GREEDY, 6088), PrintedSeat(GREEDY, 5646)),
    (PrintedSeat(RANDOM, 11627), PrintedSeat(POMCP, 3743), PrintedSeat(GREEDY, 6034), PrintedSeat(GREEDY, 6104)),
    (PrintedSeat(MC, 5202), PrintedSeat(POMCP, 5156), PrintedSeat(GREEDY, 8756), PrintedSeat(GREEDY, 8966)),
    (PrintedSeat(MC, 3894), PrintedSeat(POMCP, 4215), PrintedSeat(RANDOM, 12750), PrintedSeat(GREEDY, 6441)),
    (PrintedSeat(MC, 6836), PrintedSeat(POMCP, 7341), PrintedSeat(MC, 6864), PrintedSeat(MC, 6207)),
    (PrintedSeat(POMCP, 7588), PrintedSeat(MC, 6626), PrintedSeat(POMCP, 6371), PrintedSeat(POMCP, 6871)),
)
HANDS = 1000  # of each printed table
# Standard errors of the printed shares, and of each player who looks ahead divided by the greedy players of its table: from the
# spread of 2,000 hands of each table played here, with another seed than the one we publish.
SHARE_ERRORS = (
    (0.0090, 0.0064, 0.0086, 0.0090), (0.0091, 0.0066, 0.0085, 0.0089), (0.0101, 0.0061, 0.0081, 0.0085), (0.0098, 0.0062, 0.0080, 0.0084),
    (0.0072, 0.0069, 0.0092, 0.0096), (0.0068, 0.0069, 0.0095, 0.0088), (0.0084, 0.0086, 0.0085, 0.0084), (0.0087, 0.0084, 0.0087, 0.0087),
)  # fmt: skip
RATIO_ERRORS = {(0, 1): 0.026, (1, 1): 0.028, (2, 1): 0.031, (3, 1): 0.032, (4, 0): 0.028, (4, 1): 0.026, (5, 0): 0.034, (5, 1): 0.035}
MOONS = (42, 46, 21, 29, 40, 25, 24, 28)  # in 1,000 hands: not printed, but implied by the sums

MATTERS, SLIGHTLY = 0.1, 0.75  # points a hand

PLAYED = 3  # places in DEALS and in SIMULATIONS of the players at the tables
DEALS = (3, 10, 30, 100, 300, 1000)  # of simple Monte Carlo
SIMULATIONS = (10, 20, 60, 200, 600, 2000, 10_000)  # of POMCP
CONSTANTS = ("0", "1", "3", "6.5", "13", "26", "outstanding")
SAMPLERS = ("sequential", "uniform", "weighted", "product")
ROLLOUTS = {"greedy": "", "mostly greedy (ε = 0.1)": ",epsilon=0.1", "random": ",playout=random,others=greedy"}
MODELS = {  # what a Monte-Carlo player may believe of the others
    "everybody is greedy": MC,
    "everybody is Stock": f"{MC},others=stock",
    "everybody is Jake": f"{MC},others=jake",
    "any of the three, by what they play": f"{MC},others=greedy+stock+jake",
    "the same, and deals weighted by it": "montecarlo:deals=100,sampler=weighted,others=greedy+stock+jake",
}
OTHER_OPPONENTS = {"three Stock": (STOCK, STOCK, STOCK), "three Jake": (JAKE, JAKE, JAKE), "Greedy, Stock and Jake": (GREEDY, STOCK, JAKE)}
STYLES = {  # readings of the greedy player, at the table and in playouts
    "as printed": "",
    "passes the highest cards": "passing=highest",
    "passes random cards": "passing=random",
    "stays under the winning card": "reference=winner",
    "spades are the lowest suit": "ties=spades_low",
    "never wins with the queen of spades": "queen=avoid",
}
HOUSES = {  # readings of the rules
    "the two of clubs must be led": "passleft:first_lead_forced=yes",
    "no points on the first trick": "passleft:first_trick_points=no",
    "nothing is passed": "passleft:passing=none",
}
BEYOND = {
    "MC as in the report": MC,
    "MC that searches its passes": f"{MC},passing=search",
    "MC that searches its passes and weighs its deals": "montecarlo:deals=100,sampler=weighted,passing=search",
    "POMCP as in the report": POMCP,
    "POMCP that keeps its tree": f"{POMCP},reuse=yes",
    "POMCP that searches its passes": f"{POMCP},passing=search",
    "ISMCTS, everybody for their own score": "ismcts:simulations=200,playout=greedy",
    "UCT, everybody for their own score": "uct:deals=20,simulations=10,playout=greedy",
}


# ---- what is played ----


def contests(scale: float) -> list[Contest]:
    """Everything that is played, at a scale."""

    def contest(name: str, deals: int, tables: Sequence[Sequence[str]], rules: str = RULES) -> Contest:
        return Contest(name, tuple(map(tuple, tables)), max(2, round(deals * scale)), rules)

    def against_greedy(name: str, deals: int, players: Sequence[str]) -> Contest:
        return contest(name, deals, [(player, GREEDY, GREEDY, GREEDY) for player in players])

    return [
        contest("tables", 20_000, [players_of(table) for table in range(len(PRINTED))]),
        contest("both orders", 6000, [*(players_of(table) for table in range(6)), *map(swapped, (4, 5))]),
        contest("face to face", 10_000, [(MC, POMCP, MC, POMCP), (MC, MC, POMCP, POMCP)]),
        against_greedy("deals", 4000, [f"montecarlo:deals={deals},sampler=sequential" for deals in DEALS]),
        against_greedy("simulations", 1000, [f"pomcp:simulations={number},sampler=sequential" for number in SIMULATIONS]),
        against_greedy("c", 5000, [f"{POMCP},c={c}" for c in CONSTANTS]),
        against_greedy("rollouts", 5000, [player + way for player in (MC, POMCP) for way in ROLLOUTS.values()]),
        against_greedy("samplers", 8000, [f"montecarlo:deals=100,sampler={sampler}" for sampler in SAMPLERS]),
        contest("strangers", 2000, [(model, *others) for others in OTHER_OPPONENTS.values() for model in MODELS.values()]),
        contest("styles", 5000, [styled(style) for style in STYLES.values()]),
        *(contest(house, 5000, [players_of(0)], rules) for house, rules in HOUSES.items()),
        contest("random passes", 5000, [["random" if player == RANDOM else player for player in players_of(table)] for table in (2, 3, 5)]),
        against_greedy("beyond", 5000, list(BEYOND.values())),
    ]


def players_of(table: int) -> tuple[str, ...]:
    """Who sits at a printed table."""
    return tuple(player for player, _ in PRINTED[table])


def swapped(table: int) -> tuple[str, ...]:
    """A table with its first two players in the other order: who sits on whose left matters."""
    first, second, *others = players_of(table)
    return second, first, *others


def styled(style: str) -> tuple[str, ...]:
    """Table 1 with another reading of the greedy player."""
    greedy, playout = (f"greedy:{style}", f",playout=greedy({style})") if style else (GREEDY, "")
    return greedy, MC + playout, greedy, greedy
