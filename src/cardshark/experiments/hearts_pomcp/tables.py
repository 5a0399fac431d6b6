"""The POMCP report in figures: what it prints, how its players can be read, and everything that is played to answer it.

The report says little about its players. Its author has published the program with which the printed figures were made, and what it wrote
while it played: the sums of table 1 stand there to the last point. Where program and text differ, both are played: `AS_DESCRIBED`
follows the text, `AS_PROGRAMMED` the program.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from cardshark.arena.contest import Contest
from cardshark.experiments.amounts import Amounts

# ---- what is printed ----


class Kind(StrEnum):
    """The players of the report."""

    GREEDY = "Greedy"
    RANDOM = "Random"
    MC = "MC"
    POMCP = "POMCP"


class PrintedSeat(NamedTuple):
    """A seat of a printed table."""

    kind: Kind
    score: int  # of 1,000 hands


G, R, M, P = Kind.GREEDY, Kind.RANDOM, Kind.MC, Kind.POMCP
PRINTED = (  # who sat where, and the total score of each
    (PrintedSeat(G, 8445), PrintedSeat(M, 4169), PrintedSeat(G, 7694), PrintedSeat(G, 7876)),
    (PrintedSeat(G, 8172), PrintedSeat(P, 4154), PrintedSeat(G, 8287), PrintedSeat(G, 7779)),
    (PrintedSeat(R, 11573), PrintedSeat(M, 3785), PrintedSeat(G, 6088), PrintedSeat(G, 5646)),
    (PrintedSeat(R, 11627), PrintedSeat(P, 3743), PrintedSeat(G, 6034), PrintedSeat(G, 6104)),
    (PrintedSeat(M, 5202), PrintedSeat(P, 5156), PrintedSeat(G, 8756), PrintedSeat(G, 8966)),
    (PrintedSeat(M, 3894), PrintedSeat(P, 4215), PrintedSeat(R, 12750), PrintedSeat(G, 6441)),
    (PrintedSeat(M, 6836), PrintedSeat(P, 7341), PrintedSeat(M, 6864), PrintedSeat(M, 6207)),
    (PrintedSeat(P, 7588), PrintedSeat(M, 6626), PrintedSeat(P, 6371), PrintedSeat(P, 6871)),
)
HANDS = 1000  # of each printed table
MOONS = (42, 46, 21, 29, 40, 25, 24, 28)  # in these hands: not printed, but implied by the sums
SWAPPED = {4: 8, 5: 9}  # tables 5 and 6 are played with their first two players in the other order as well, as tables 9 and 10

# ---- how its players can be read ----


class LineUp(NamedTuple):
    """A reading: who plays for each kind of player, by which rules."""

    greedy: str
    random: str
    mc: str
    pomcp: str
    rules: str

    def player(self, kind: Kind) -> str:
        """Who plays for a kind."""
        return {G: self.greedy, R: self.random, M: self.mc, P: self.pomcp}[kind]

    def table(self, number: int) -> tuple[str, ...]:
        """Who sits at a printed table, numbered from 0; or at one with its first two players swapped."""
        if number in SWAPPED.values():
            first, second, *others = self.table(next(table for table, swapped in SWAPPED.items() if swapped == number))
            return second, first, *others
        return tuple(self.player(kind) for kind, _ in PRINTED[number])


RULES, FORCED = "passleft", "passleft:first_lead_forced=yes"
GREEDY, STOCK, JAKE, POLICY = "greedy", "stock", "jake", "policy"
MC = "montecarlo:deals=100,sampler=sequential"
POMCP = "pomcp:simulations=200,sampler=sequential"  # takes as long as MC
PLAYED = 3  # places in DEALS and in SIMULATIONS of these two
MOON = ",own_moon=-26"  # what the author's program counts an own moon, in thought


def line_up(style: str = "", more: str = "", rules: str = RULES, mc: str = MC, pomcp: str = POMCP, passes: str = "") -> LineUp:
    """A reading: the greedy player's style, at the table and in playouts, and more options of those who look ahead."""
    greedy = f"greedy:{style}" if style else GREEDY
    playout = f",playout=greedy({style})" if style else ""
    stray = passes or (f"greedy:epsilon=1,{style}" if style else "greedy:epsilon=1")  # plays any card, but passes like everybody else
    return LineUp(greedy, stray, f"{mc}{playout}{more}", f"{pomcp}{playout}{more}", rules)


def programmed(style: str = "reference=winner,queen=behind,passing=random", more: str = MOON, deals: int = 300) -> LineUp:
    """The author's program, or all but some of it; simple Monte Carlo has so many deals, and POMCP as much time."""
    mc, pomcp = f"montecarlo:deals={deals},sampler=sequential", f"pomcp:simulations={2 * deals},sampler=sequential,c=10"
    return line_up(style, more, FORCED, mc, pomcp, "random")


AS_DESCRIBED, AS_PROGRAMMED = line_up(), programmed()
EPSILONS = (0.05, 0.1, 0.2, 0.3, 0.5)  # chances that one's own moves in playouts are random, while the others stay greedy
DESCRIBED, PROGRAMMED = "as described", "as programmed"
CANDIDATES = {  # readings that are tried on CHOSEN_ON; that of the published tables is the author's program, and no fit
    DESCRIBED: AS_DESCRIBED,
    **{f"described, own moves random {e:g}": line_up(more=f",playout=greedy(epsilon={e:g}),others=greedy") for e in EPSILONS},
    "described, smallest card suit by suit": line_up("smallest=suit"),
    "described, own moon -26": line_up(more=MOON),
    PROGRAMMED: AS_PROGRAMMED,
    "programmed, own moon as scored": programmed(more=""),
    "programmed, queen thrown first": programmed("reference=winner,passing=random"),
    "programmed, under the first card": programmed("queen=behind,passing=random"),
    "programmed, worst cards passed": programmed("reference=winner,queen=behind"),
    "programmed, a third of the time": programmed(deals=100),
    "programmed, three times the time": programmed(deals=1000),
}
CHOSEN_ON = 7  # the seed, which is never published

# ---- what else is asked ----

DEALS = (3, 10, 30, 100, 300, 1000)  # of simple Monte Carlo
SIMULATIONS = (10, 20, 60, 200, 600, 2000)  # of POMCP: as long as the deals above it
CONSTANTS = ("0", "1", "3", "6.5", "10", "13", "26", "outstanding")
SAMPLERS = ("sequential", "uniform", "weighted", "product")
ROLLOUTS = {
    "greedy": "",
    "anybody's move random 0.1": ",epsilon=0.1",
    "own moves random": ",playout=random,others=greedy",
    **{f"own moves random {e:g}": f",playout=greedy(epsilon={e:g}),others=greedy" for e in EPSILONS},
}
BRIEFLY = 3  # of the rollouts above, those of POMCP
MODELS = {  # what a Monte-Carlo player may believe of the others
    "everybody is greedy": MC,
    "everybody is Stock": f"{MC},others=stock",
    "everybody is Jake": f"{MC},others=jake",
    "any of the three, by what they play": f"{MC},others=greedy+stock+jake",
    "the same, and deals weighted by it": "montecarlo:deals=100,sampler=weighted,others=greedy+stock+jake",
}
OTHER_OPPONENTS = {
    "three Stock": (STOCK, STOCK, STOCK),
    "three Jake": (JAKE, JAKE, JAKE),
    "Greedy, Stock and Jake": (GREEDY, STOCK, JAKE),
    "three policies": (POLICY, POLICY, POLICY),
}
CHAMPION = "champion:deals=4"  # the policy, and a little thought
CHAMPIONS_MEET = {"MC, everybody is greedy": MC, "MC, deals weighted by three ideas": list(MODELS.values())[-1], "Policy": POLICY}
STYLES = {  # readings of the greedy player, at the table and in playouts
    "as printed": "",
    "passes the highest cards": "passing=highest",
    "passes random cards": "passing=random",
    "stays under the winning card": "reference=winner",
    "spades are the lowest suit": "ties=spades_low",
    "smallest card suit by suit": "smallest=suit",
    "suit by suit, spades first": "smallest=suit,ties=spades_low",
    "never wins with the queen": "queen=avoid",
    "throws higher spades before the queen": "queen=behind",
}
HOUSES = {  # readings of the rules
    "the two of clubs must be led": FORCED,
    "no points on the first trick": "passleft:first_trick_points=no",
    "nothing is passed": "passleft:passing=none",
    "passed left, right, across, not at all": "passleft:passing=cycle",
}
PASSES = {  # how simple Monte Carlo passes
    "by the discard rule": MC,
    "as the policy would": f"{MC},passing=policy",
    "by search": f"{MC},passing=search",
}
PASSED_TO = {"three Greedy": (GREEDY, GREEDY, GREEDY), "three Jake": (JAKE, JAKE, JAKE)}
BEYOND = {
    "MC as described": MC,
    "MC that searches its passes and weighs its deals": "montecarlo:deals=100,sampler=weighted,passing=search",
    "POMCP as described": POMCP,
    "POMCP that keeps its tree": f"{POMCP},reuse=yes",
    "POMCP that searches its passes": f"{POMCP},passing=search",
    "ISMCTS, everybody for their own score": "ismcts:simulations=200,playout=greedy",
    "UCT, everybody for their own score": "uct:deals=20,simulations=10,playout=greedy",
}
PROGRAM_TABLES, TEXT_TABLES = "tables", "text tables"


# ---- what is played ----


def contests(amounts: Amounts) -> list[Contest]:
    """Everything that is played on the published seed."""

    def contest(name: str, deals: int, tables: Sequence[Sequence[str]], rules: str = RULES) -> Contest:
        return Contest(name, tuple(map(tuple, tables)), amounts.amount(name, deals, least=2), rules)

    def against_greedy(name: str, deals: int, players: Sequence[str]) -> Contest:
        return contest(name, deals, [(player, GREEDY, GREEDY, GREEDY) for player in players])

    def all_tables(name: str, deals: int, reading: LineUp) -> Contest:
        return contest(name, deals, [reading.table(number) for number in range(len(PRINTED) + len(SWAPPED))], reading.rules)

    times = [f"montecarlo:deals={deals},sampler=sequential" for deals in DEALS]
    times += [f"pomcp:simulations={number},sampler=sequential" for number in SIMULATIONS]
    return [
        all_tables(PROGRAM_TABLES, 8000, AS_PROGRAMMED),
        all_tables(TEXT_TABLES, 5000, AS_DESCRIBED),
        against_greedy("time", 2000, times),
        against_greedy("c", 4000, [f"{POMCP},c={c}" for c in CONSTANTS]),
        against_greedy("rollouts of MC", 4000, [MC + way for way in ROLLOUTS.values()]),
        against_greedy("rollouts of POMCP", 4000, [POMCP + way for way in list(ROLLOUTS.values())[:BRIEFLY]]),
        against_greedy("samplers", 3000, [f"montecarlo:deals=100,sampler={sampler}" for sampler in SAMPLERS]),
        *(contest(f"strangers: {name}", 2000, [(model, *others) for model in MODELS.values()]) for name, others in OTHER_OPPONENTS.items()),
        contest("champions", 300, [(player, CHAMPION, CHAMPION, CHAMPION) for player in CHAMPIONS_MEET.values()]),
        contest("styles", 4000, [line_up(style).table(0) for style in STYLES.values()]),
        *(contest(house, 4000, [AS_DESCRIBED.table(0)], rules) for house, rules in HOUSES.items()),
        contest("random passes", 4000, [AS_DESCRIBED._replace(random="random").table(table) for table in (2, 3, 5)]),
        *(contest(f"passes: {name}", 4000, [(player, *others) for player in PASSES.values()]) for name, others in PASSED_TO.items()),
        against_greedy("beyond", 2500, list(BEYOND.values())),
    ]
