"""The POMCP report: greedy, simple Monte Carlo and POMCP at one table of Hearts, a thousand hands for each of eight tables.

Printed are total scores; the report argues with each player's share of the table's total. It gave every player half a
second a move and does not say how many deals that was; a hundred deals fit its figures.
"""

from collections.abc import Sequence

from cardshark.arena.contest import Contest, Standing
from cardshark.arena.stats import Estimate, Interval
from cardshark.experiments.figures import measured
from cardshark.experiments.record import Run
from cardshark.experiments.result import Bars, Chart, Claim, Comparison, Comparisons, Figure, Paper, Question, Reading, Result, Series
from cardshark.experiments.verdict import Effect, between, less, more, more_deals, worst

PAPER = Paper(
    name="hearts_pomcp",
    title="CS3243R project report: Hearts as a POMDP",
    authors="Yao Yujian",
    question="Does looking ahead halve the score at Hearts, and is POMCP worth its trouble?",
    source="tables 1 to 8, 1,000 hands each, half a second a move",
)

RULES = "passleft"
GREEDY, RANDOM, STOCK, JAKE = "greedy", "random", "stock", "jake"
MC = "montecarlo:deals=100,sampler=sequential"
POMCP = "pomcp:simulations=500,sampler=sequential"
SHORT = {GREEDY: "Greedy", RANDOM: "Random", MC: "MC", POMCP: "POMCP"}

PRINTED = (  # who sat where, and the total score of each
    ((GREEDY, 8445), (MC, 4169), (GREEDY, 7694), (GREEDY, 7876)),
    ((GREEDY, 8172), (POMCP, 4154), (GREEDY, 8287), (GREEDY, 7779)),
    ((RANDOM, 11573), (MC, 3785), (GREEDY, 6088), (GREEDY, 5646)),
    ((RANDOM, 11627), (POMCP, 3743), (GREEDY, 6034), (GREEDY, 6104)),
    ((MC, 5202), (POMCP, 5156), (GREEDY, 8756), (GREEDY, 8966)),
    ((MC, 3894), (POMCP, 4215), (RANDOM, 12750), (GREEDY, 6441)),
    ((MC, 6836), (POMCP, 7341), (MC, 6864), (MC, 6207)),
    ((POMCP, 7588), (MC, 6626), (POMCP, 6371), (POMCP, 6871)),
)
HANDS = 1000  # of each printed table
SPREAD = {GREEDY: 8.0, RANDOM: 8.0, MC: 5.5, POMCP: 5.5}  # of the points of one hand, roughly: printed totals have an error too
MOONS = (42, 46, 21, 29, 40, 25, 24, 28)  # in 1,000 hands, as the printed sums imply

MATTERS = 0.1  # points a hand

DEALS = (3, 10, 30, 100, 300, 1000)  # of simple Monte Carlo
SIMULATIONS = (10, 30, 100, 300, 1000, 3000, 10_000)  # of POMCP
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
STRANGERS = {"three Stock": (STOCK, STOCK, STOCK), "three Jake": (JAKE, JAKE, JAKE), "Greedy, Stock and Jake": (GREEDY, STOCK, JAKE)}
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
    "uniform deals": "montecarlo:deals=100",
    "searches its passes too": "montecarlo:deals=100,passing=search",
    "POMCP keeps its tree": "pomcp:simulations=500,reuse=yes",
    "POMCP searches its passes too": "pomcp:simulations=500,passing=search",
    "ISMCTS": "ismcts:simulations=500",
    "UCT": "uct:deals=20,simulations=25",
}


# ---- what is played ----


def contests(scale: float) -> list[Contest]:
    """Everything that is played, at a scale."""

    def contest(name: str, deals: int, tables: Sequence[Sequence[str]], rules: str = RULES) -> Contest:
        return Contest(name, tuple(map(tuple, tables)), max(2, round(deals * scale)), rules)

    def against_greedy(name: str, deals: int, players: Sequence[str]) -> Contest:
        return contest(name, deals, [(player, GREEDY, GREEDY, GREEDY) for player in players])

    return [
        contest("tables", 20_000, [[player for player, _ in table] for table in PRINTED]),
        contest("face to face", 20_000, [(MC, POMCP, MC, POMCP), (MC, MC, POMCP, POMCP)]),
        against_greedy("deals", 4000, [f"montecarlo:deals={deals},sampler=sequential" for deals in DEALS]),
        against_greedy("simulations", 2000, [f"pomcp:simulations={number},sampler=sequential" for number in SIMULATIONS]),
        against_greedy("c", 8000, [f"{POMCP},c={c}" for c in CONSTANTS]),
        against_greedy("rollouts", 8000, [player + way for player in (MC, POMCP) for way in ROLLOUTS.values()]),
        against_greedy("samplers", 20_000, [f"montecarlo:deals=100,sampler={sampler}" for sampler in SAMPLERS]),
        contest("strangers", 4000, [(model, *others) for others in STRANGERS.values() for model in MODELS.values()]),
        contest("styles", 8000, [styled(style) for style in STYLES.values()]),
        *(contest(house, 8000, [[player for player, _ in PRINTED[0]]], rules) for house, rules in HOUSES.items()),
        against_greedy("beyond", 8000, list(BEYOND.values())),
    ]


def styled(style: str) -> tuple[str, ...]:
    """Table 1 with another reading of the greedy player."""
    greedy, playout = (f"greedy:{style}", f",playout=greedy({style})") if style else (GREEDY, "")
    return greedy, MC + playout, greedy, greedy


# ---- what it shows ----


def result(standings: dict[str, Standing], run: Run) -> Result:
    """The report."""
    return Result(
        PAPER, run, tables=[printed_tables(standings["tables"])], claims=claims(standings), figures=[run_time(standings)],
        questions=questions(standings), readings=readings(standings),
        lede=f"{standings['tables'].moments.count:,} deals a table, each in four turns of the table · share of the table's points, fewer is better",
        data="results/hearts_pomcp/record.json",
    )  # fmt: skip


def printed_tables(standing: Standing) -> Comparisons:
    """All eight tables, seat by seat."""
    rows = []
    for table, seats in enumerate(PRINTED):
        total = sum(score for _, score in seats)
        section = f"Table {table + 1} (moons in 1,000 hands: {MOONS[table]} printed, {standing.moons(table):.0f} ours)"
        for seat, (player, score) in enumerate(seats):
            error = SPREAD[player] * HANDS**0.5 / total
            share = standing.share(table, seat).interval()
            rows.append(
                Comparison(
                    f"seat {seat + 1}: {SHORT[player]}", SHORT[player], score / total, *share, standing.moments.count, error, section
                )  # fmt: skip
            )
    return Comparisons("The paper's eight tables beside ours", rows, "share of the table's points", tolerance=0.015)


def to_greedy(standing: Standing, table: int, seat: int) -> Estimate:
    """A seat's points divided by those of the greedy players of its table."""
    greedy = [place for place, (player, _) in enumerate(PRINTED[table]) if player == GREEDY]
    return standing.points(table, seat) / standing.points(table, *greedy)


def printed_to_greedy(table: int, seat: int) -> float:
    """The same, as printed."""
    greedy = [score for player, score in PRINTED[table] if player == GREEDY]
    return PRINTED[table][seat][1] * len(greedy) / sum(greedy)


def printed_gap(table: int, ones: Sequence[int], others: Sequence[int]) -> float:
    """The printed points a hand of some seats less those of others."""
    mean = [sum(PRINTED[table][seat][1] for seat in seats) / len(seats) / HANDS for seats in (ones, others)]
    return round(mean[0] - mean[1], 2)


def claims(standings: dict[str, Standing]) -> list[Claim]:
    """What the report says, and what became of it."""
    return [*halving(standings["tables"]), *not_better(standings), *disturbed(standings["tables"])]


def halving(tables: Standing) -> list[Claim]:
    """Looking ahead halves the score."""
    found = []
    for table, name in ((0, "Simple Monte Carlo"), (1, "POMCP")):
        ours = to_greedy(tables, table, 1).interval()
        found.append(
            Claim(
                f"{name} about halves the score of the greedy players at its table.",
                between(ours.low, ours.high, 0.4, 0.6),
                round(printed_to_greedy(table, 1), 2),
                *ours,
                because="its points divided by theirs; 0.4 to 0.6 counts as half",
            )  # fmt: skip
        )
    return found


def not_better(standings: dict[str, Standing]) -> list[Claim]:
    """POMCP is not better than simple Monte Carlo, and slightly worse in the last three tables."""
    tables, duel = standings["tables"], standings["face to face"]
    apart = (tables.points(1, 1) - tables.points(0, 1)).interval()
    met = ((duel.points(0, 1, 3) + duel.points(1, 2, 3) - duel.points(0, 0, 2) - duel.points(1, 0, 1)) / 2).interval()
    rivals = {5: ((1,), (0,)), 6: ((1,), (0, 2, 3)), 7: ((0, 2, 3), (1,))}
    gaps = {table: (tables.points(table, *ones) - tables.points(table, *others)).interval() for table, (ones, others) in rivals.items()}
    all_three = [tables.points(table, *ones) - tables.points(table, *others) for table, (ones, others) in rivals.items()]
    mean = ((all_three[0] + all_three[1] + all_three[2]) / 3).interval()
    printed = [printed_gap(table, ones, others) for table, (ones, others) in rivals.items()]
    times = [duel.microseconds(player) for player in (MC, POMCP)]
    return [
        Claim(
            "POMCP is not better than simple Monte Carlo (tables 1 and 2, one of them against three greedy).",
            more(apart.low, apart.high, -MATTERS), round((PRINTED[1][1][1] - PRINTED[0][1][1]) / HANDS, 2), *apart,
            because=f"POMCP's points a hand less simple Monte Carlo's, the same deals; better by {MATTERS} would matter",
        ),
        Claim(
            "POMCP is not better when two of each sit at one table.", more(met.low, met.high, -MATTERS), None, *met,
            because=f"not in the report; POMCP took {times[1] / times[0]:.1f} times as long for a move",
        ),
        Claim(
            "POMCP is slightly worse in tables 6 to 8.", worst(more(mean.low, mean.high), less(mean.low, mean.high, 0.75)),
            ", ".join(f"{gap:+.2f}" for gap in printed), *mean,
            because="points a hand, mean of the three tables; " + ", ".join(f"{gap.value:+.2f}" for gap in gaps.values()) + " one by one",
            would_decide=needed(mean, tables.moments.count),
        ),
    ]  # fmt: skip


def needed(difference: Interval, deals: int) -> str:
    """How many more deals would decide."""
    found = more_deals(*difference, deals)
    return f"{found:,} more deals" if found else ""


def disturbed(tables: Standing) -> list[Claim]:
    """Players who do not play as they are thought to."""

    def change(after: tuple[int, int], before: tuple[int, int]) -> Estimate:
        return to_greedy(tables, *after) - to_greedy(tables, *before)

    def printed(after: tuple[int, int], before: tuple[int, int]) -> float:
        return round(printed_to_greedy(*after) - printed_to_greedy(*before), 2)

    def claim(text: str, least: float, most: float, *changes: tuple[tuple[int, int], tuple[int, int]]) -> Claim:
        ours = [change(*each).interval() for each in changes]
        paper = ", ".join(f"{printed(*each):+.2f}" for each in changes)
        others = "".join(f"; POMCP {measured(*each)}" for each in ours[1:])
        verdict = worst(*(between(each.low, each.high, least, most) for each in ours))
        return Claim(
            text,
            verdict,
            paper,
            *ours[0],
            because=f"change of the ratio to the greedy players, MC first; {least:+g} to {most:+g} counts{others}",
        )

    less_tolerant = (change((5, 1), (1, 1)) - change((5, 0), (0, 1))).interval()
    return [
        claim("A random player at the table disturbs both a little.", 0.0, 0.25, ((2, 1), (0, 1)), ((3, 1), (1, 1))),
        claim("A second player who looks ahead disturbs both about as much as a random one.", -0.1, 0.1, ((4, 0), (2, 1)), ((4, 1), (3, 1))),
        claim("A third player outside the model disturbs hardly more.", -0.1, 0.1, ((5, 0), (4, 0)), ((5, 1), (4, 1))),
        Claim(
            "Simple Monte Carlo may be the more tolerant of the two.", more(less_tolerant.low, less_tolerant.high),
            round(printed((5, 1), (1, 1)) - printed((5, 0), (0, 1)), 2), *less_tolerant,
            because="how much more POMCP's ratio rises from table 2 to 6 than simple Monte Carlo's from table 1 to 6",
            would_decide=needed(less_tolerant, tables.moments.count),
        ),
    ]  # fmt: skip


# ---- the open questions ----


def against(standing: Standing, table: int, label: str) -> Comparison:
    """One player against three others: its points a hand."""
    return Comparison(label, label, None, *standing.points(table, 0).interval(), standing.moments.count)


def run_time(standings: dict[str, Standing]) -> Chart:
    """Strength by time to think."""
    series = []
    for name, contest in (("MC", "deals"), ("POMCP", "simulations")):
        standing = standings[contest]
        shares = [standing.share(table, 0).interval() for table in range(len(standing.contest.tables))]
        times = [round(standing.microseconds(table[0])) for table in standing.contest.tables]
        paper = PRINTED[0 if name == "MC" else 1][1][1] / sum(score for _, score in PRINTED[0 if name == "MC" else 1])
        series.append(Series(name, times, *([each[part] for each in shares] for part in range(3)), paper=paper))
    note = f"MC: {', '.join(map(str, DEALS))} deals. POMCP: {', '.join(f'{number:,}' for number in SIMULATIONS)} simulations. Time on the machine of this record."
    return Chart("Time to think", series, "microseconds a move", "share of the points against three greedy", log_x=True, note=note)


def questions(standings: dict[str, Standing]) -> list[Question]:
    """What the report leaves open."""
    return [
        Question("Is POMCP held back by its overhead, or by too little time?", overhead(standings)),
        Question("Which constant c?", constants(standings["c"]), bars(standings["c"], "POMCP's c", [f"c = {c}" for c in CONSTANTS])),
        Question("Greedy or random rollouts?", rollouts(standings["rollouts"]), bars(standings["rollouts"], "Rollouts", ROLLOUT_LABELS)),
        Question("Does the biased way to deal matter?", samplers(standings["samplers"]), bars(standings["samplers"], "How deals are imagined", SAMPLERS)),
        Question("What if the others do not play as they are thought to?", strangers(standings["strangers"]), stranger_bars(standings["strangers"])),
        Question("What else helps?", beyond(standings["beyond"]), bars(standings["beyond"], "Beyond the report", list(BEYOND))),
    ]  # fmt: skip


ROLLOUT_LABELS = [f"{player}, {way}" for player in ("MC", "POMCP") for way in ROLLOUTS]


def bars(standing: Standing, title: str, labels: Sequence[str]) -> Figure:
    """Players against three greedy ones, side by side."""
    rows = [against(standing, table, label) for table, label in enumerate(labels)]
    return Bars(title, rows, "points a hand against three greedy", f"{standing.moments.count:,} deals, every seat")


def gap(standing: Standing, one: int, other: int) -> str:
    """The difference of the first seats of two tables, in words."""
    return f"{measured(*(standing.points(one, 0) - standing.points(other, 0)).interval())} points a hand"


def overhead(standings: dict[str, Standing]) -> str:
    """Strength at equal time, and what more time brings."""
    mc, pomcp = standings["deals"], standings["simulations"]
    last_mc, last_pomcp = len(DEALS) - 1, len(SIMULATIONS) - 1
    middle_mc, middle_pomcp = DEALS.index(100), SIMULATIONS.index(300)
    times = [standing.microseconds(standing.contest.tables[table][0]) for standing, table in ((mc, middle_mc), (pomcp, middle_pomcp))]
    return (
        f"100 deals of simple Monte Carlo take {times[0]:,.0f} µs a move and 300 simulations of POMCP {times[1]:,.0f} µs, so a tree costs little more "
        f"than plain playouts. More time helps both at first and then hardly: from 100 to {DEALS[-1]:,} deals {gap(mc, last_mc, middle_mc)}, from "
        f"300 to {SIMULATIONS[-1]:,} simulations {gap(pomcp, last_pomcp, middle_pomcp)}. Neither overhead nor time explains the report's result: "
        "once every card has been tried some dozens of times, a tree over the own later choices adds nothing that playouts by the right rules of thumb do not already say."
    )


def constants(standing: Standing) -> str:
    """The best c and the worst."""
    means = [standing.points(table, 0).value for table in range(len(CONSTANTS))]
    best, worst_one, used = means.index(min(means)), means.index(max(means)), CONSTANTS.index("outstanding")
    return (
        f"Best here is c = {CONSTANTS[best]}, worst c = {CONSTANTS[worst_one]}; between them lie {gap(standing, worst_one, best)}. The default, the points still "
        f"outstanding, is {gap(standing, used, best)} from the best."
    )


def rollouts(standing: Standing) -> str:
    """Greedy against random rollouts."""
    ways = len(ROLLOUTS)
    return (
        f"Greedy, as long as the others really are greedy: own random moves cost simple Monte Carlo {gap(standing, ways - 1, 0)} and POMCP "
        f"{gap(standing, 2 * ways - 1, ways)}; a tenth of random moves costs {gap(standing, 1, 0)} and {gap(standing, ways + 1, ways)}."
    )


def samplers(standing: Standing) -> str:
    """Uniform, weighted and product-form deals against the report's."""
    names = {name: table for table, name in enumerate(SAMPLERS)}
    return (
        f"Hardly: uniform deals instead of the report's are worth {gap(standing, names['uniform'], 0)}. Deals weighted by what greedy players would have "
        f"played are worth {gap(standing, names['weighted'], 0)}, product-form beliefs fitted to them {gap(standing, names['product'], 0)}."
    )


def strangers(standing: Standing) -> str:
    """The wrong model, the right one, and a set of them."""
    parts = []
    for place, others in enumerate(STRANGERS):
        first = place * len(MODELS)
        best = min(range(1, 3), key=lambda model: standing.points(first + model, 0).value)
        parts.append(
            f"Against {others}, believing that everybody is greedy costs {gap(standing, first, first + best)} compared with the better single idea; "
            f"a set of three ideas weighted by what the others play gives {gap(standing, first + 3, first)}, with weighted deals {gap(standing, first + 4, first)}."
        )
    return " ".join(parts)


def stranger_bars(standing: Standing) -> Figure:
    """Every idea against every set of others."""
    labels = [f"{others}: {model}" for others in STRANGERS for model in MODELS]
    rows = [against(standing, table, label) for table, label in enumerate(labels)]
    return Bars("Opponents outside the model", rows, "points a hand", f"{standing.moments.count:,} deals, every seat")


def beyond(standing: Standing) -> str:
    """Other searches and options."""
    names = list(BEYOND)
    return (
        "Compared with the report's Monte-Carlo player: "
        + "; ".join(f"{name} {gap(standing, table, 0)}" for table, name in enumerate(names) if table)
        + "."
    )


# ---- where the paper is silent ----


def readings(standings: dict[str, Standing]) -> list[Reading]:
    """Every point that the report leaves open, and how much it matters."""
    tables, styles = standings["tables"], standings["styles"]
    base = tables.share(0, 1).interval()

    def effect(share: Interval) -> tuple[Effect, str]:
        changes = abs(share.value - base.value) > 0.01
        return (Effect.LEVEL if changes else Effect.SMALL), f"MC's share {measured(*share)} instead of {measured(*base)}"

    found = [
        Reading("how many deals half a second is", "100 deals; 500 simulations", "3 to 10,000", Effect.SMALL, "see the chart"),
        Reading("POMCP's exploration constant", "the points still outstanding", "0 to 26", Effect.SMALL, "see the question on c"),
        Reading("how deals are imagined", "card after card, most constrained first", "uniform", Effect.SMALL, "see the question on deals"),
    ]
    for table, (words, _) in enumerate(STYLES.items()):
        if table:
            found.append(Reading("the greedy player", list(STYLES)[0], words, *effect(styles.share(table, 1).interval())))
    for words in HOUSES:
        found.append(
            Reading("the rules", "always three cards to the left, free first lead", words, *effect(standings[words].share(0, 1).interval()))
        )
    return found
