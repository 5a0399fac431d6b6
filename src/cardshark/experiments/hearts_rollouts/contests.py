"""Who plays whom for the rollout thesis: one contest for each seed of the brains, on deals of its own."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from string import Formatter
from typing import NamedTuple

from cardshark.arena.contest import Contest
from cardshark.experiments.amounts import Amounts
from cardshark.experiments.hearts_rollouts.tables import LEVELS, MINUTES, NS
from cardshark.experiments.hearts_rollouts.tasks import (
    APPRENTICE,
    BEGINNINGS,
    FEW_SEEDS,
    OPPONENT,
    READINGS,
    ROUNDS,
    SEEDS,
    apprentice,
    numbered,
)

APART = 100_000  # so many deals lie between the first ones of two seeds
SOME = 100  # imagined deals where many ways are compared
FEW_NS = (5, 10, 25, 50, 100)  # for the curve
TOPS = (1, 2, 3, 4, 8)  # cards that are tried
PLAYOUTS = {  # other rollouts with the same brain: each tests one possible reason why rollouts help or hurt
    "as in the thesis": "",
    "weighted deals": "sampler=weighted",
    "weighted card by card": "sampler=product",
    "epsilon 0.1": "epsilon=0.1",
    "temperature 0.5": "temperature=0.5",
    "temperature 2": "temperature=2",
    "blend 0.25": "blend=0.25",
    "blend 0.5": "blend=0.5",
    "blend 0.75": "blend=0.75",
    "halving": "halving=yes",
    "weighted, halving": "sampler=weighted,halving=yes",
    "sequential deals": "sampler=sequential",
}
UNGUIDED = {  # deals and playouts of each, and whose costs count; and guided by the network, for comparison
    "guided, n = 25": "deals=25",
    "guided, n = 50": "deals=50",
    "guided, n = 100": "deals=100",
    "random, n = 100": "deals=100,playout=random",
    "random, n = 400": "deals=400,playout=random",
    "random, n = 100, o = 4, worst": "deals=100,playout=random,tries=4",
    "random, n = 100, o = 4, mean": "deals=100,playout=random,tries=4,quantile=mean",
    "random, n = 25, o = 16, worst": "deals=25,playout=random,tries=16",
    "random, n = 25, o = 16, median": "deals=25,playout=random,tries=16,quantile=0.5",
    "by Jake, n = 100": "deals=100,playout=jake",
}
TRICK = "horizon=1,rest=nothing"  # a playout ends with the trick on the table, and its points alone count
HORIZONS = {  # how far a hand is played out, and what counts for the rest of it
    "1 trick": TRICK,
    "2 tricks": "horizon=2,rest=nothing",
    "3 tricks": "horizon=3,rest=nothing",
    "1 trick, then the network's estimate": "horizon=1",
    "2 tricks, then the network's estimate": "horizon=2",
    "the whole hand": "",
}


class Way(NamedTuple):
    """How the thesis may be read where rollouts are played."""

    options: str = ""  # of the rollout agent, beside its brain and its deals
    loose: bool = False  # the networks play any card one time in ten


FORGETS = "trick=forgotten"
SLIPS, SLIPS_IN_THOUGHT = "own_epsilon=0.1", "own_epsilon=0.1,epsilon=0.1"
DESCRIBED = "as described"
WAYS = {  # each alone, with playouts to the end of the hand; then with playouts that end with the trick
    "trick forgotten": Way(FORGETS),
    "epsilon 0.1: networks": Way("", True),
    "epsilon 0.1: everybody": Way(SLIPS, True),
    "epsilon 0.1: everybody, in playouts too": Way(SLIPS_IN_THOUGHT, True),
    "trick forgotten, epsilon 0.1": Way(f"{FORGETS},{SLIPS_IN_THOUGHT}", True),
    "ends with the trick": Way(TRICK),
    "ends with the trick, lowest of equals": Way(f"{TRICK},ties=lowest"),
    "ends with the trick, forgotten": Way(f"{TRICK},{FORGETS}"),
    "ends with the trick, epsilon 0.1": Way(f"{TRICK},{SLIPS_IN_THOUGHT}", True),
}
TOTALS = {  # the same with brains that see the totals of the match
    "match totals as inputs": Way(),
    "forgotten, epsilon 0.1, match totals": Way(f"{FORGETS},{SLIPS_IN_THOUGHT}", True),
    "ends with the trick, match totals": Way(TRICK),
    "ends with the trick, all three": Way(f"{TRICK},{FORGETS},{SLIPS_IN_THOUGHT}", True),
}


def network(brain: str, options: str = "") -> str:
    """A network with a brain of this run."""
    return f"network:brain={{{brain}}}" + (f",{options}" if options else "")


def rollouts(brain: str, options: str = f"deals={SOME}") -> str:
    """A rollout agent with a brain of this run."""
    return f"rollouts:brain={{{brain}}}" + (f",{options}" if options else "")


def with_some(options: str) -> str:
    """Options of a rollout agent that imagines SOME deals."""
    return f"deals={SOME}" + (f",{options}" if options else "")


def against_three(ones: Sequence[str], other: str) -> tuple[tuple[str, ...], ...]:
    """Tables of one player against three of a kind."""
    return tuple((one, other, other, other) for one in ones)


class Field(NamedTuple):
    """A group of contests: one for each seed of the brains, on deals of its own."""

    group: str
    tables: Callable[[int], tuple[tuple[str, ...], ...]]  # with the brains of a seed
    deals: int = 200  # of each seed; of matches: series of deals
    seeds: int = SEEDS
    matches: bool = False
    least: int = 2  # deals at any scale

    def contests(self, amounts: Amounts) -> Iterator[Contest]:
        """A contest for each seed."""
        for run in range(1, amounts.seeds(self.group, self.seeds) + 1):
            deals = amounts.amount(self.group, self.deals, self.least)
            yield Contest(f"{self.group} {run}", self.tables(run), deals, "dutch", matches=self.matches, first=APART * (run - 1))


def contests(amounts: Amounts) -> list[Contest]:
    """All contests of a run. In single hands the network has the rollout agent's place at the last table, except where time is taken."""
    fields = [*printed_fields(), *reading_fields(), *ablations(), *company()]
    return [contest for field in fields for contest in field.contests(amounts)]


def brains_of(played: Sequence[Contest]) -> list[str]:
    """The brains that somebody plays with, in their order."""
    players = [player for contest in played for table in contest.tables for player in table]
    return list(dict.fromkeys(name for player in players for _, name, _, _ in Formatter().parse(player) if name))


def own(kind: str, options: Sequence[str]) -> Callable[[int], tuple[tuple[str, ...], ...]]:
    """A brain's rollouts in several ways against three of its network; at the last table the network takes their place."""

    def tables(run: int) -> tuple[tuple[str, ...], ...]:
        brain = numbered(kind, run)
        return against_three([*(rollouts(brain, each) for each in options), network(brain)], network(brain))

    return tables


def ways(kind: str, wanted: Mapping[str, Way]) -> Callable[[int], tuple[tuple[str, ...], ...]]:
    """A table for each way to read the thesis: a rollout agent against three networks with the same brain."""

    def tables(run: int) -> tuple[tuple[str, ...], ...]:
        brain, found = numbered(kind, run), []
        for way in wanted.values():
            other = network(brain, "epsilon=0.1" if way.loose else "")
            one = rollouts(brain, f"deals={NS[0]}" + (f",{way.options}" if way.options else ""))
            found.append((one, other, other, other))
        return tuple(found)

    return tables


def printed_fields() -> Iterator[Field]:
    """What the thesis prints: final scores and wins by level and n, and the time that n takes."""
    for level in LEVELS:
        yield Field(f"{level} matches", own(level, [f"deals={n}" for n in NS]), 25, matches=True, least=1)
    yield Field("time", own("strong", [f"deals={n}" for n in MINUTES]), 4)


def reading_fields() -> Iterator[Field]:
    """Other readings of what is played, in matches; and of how brains are trained, in single hands."""
    for level in LEVELS:
        yield Field(f"{level} readings", ways(level, WAYS), 10, matches=True, least=1)
        yield Field(f"{level} totals", ways(f"{level}_totals", TOTALS), 20, FEW_SEEDS, matches=True, least=1)
    for brain in (*READINGS, "our_inputs"):
        yield Field(brain, own(brain, [f"deals={SOME}"]), 400, FEW_SEEDS)


def ablations() -> Iterator[Field]:
    """Rollouts in other ways, in single hands: 2,000 deals each."""
    for level in LEVELS:
        yield Field(f"{level} n", own(level, [f"deals={n}" for n in FEW_NS]))
        yield Field(f"{level} horizon", own(level, [with_some(each) for each in HORIZONS.values()]))
    yield Field("top", own("strong", [f"deals={SOME},top={top}" for top in TOPS]))
    yield Field("playouts", own("strong", [with_some(each) for each in PLAYOUTS.values()]))
    yield Field("unguided", own("strong", list(UNGUIDED.values())))
    yield Field("aim", own("strong", [f"deals={SOME}", f"deals={SOME},aim=match"]), 10, matches=True, least=1)


def company() -> Iterator[Field]:
    """Others with other brains, how strong everybody is at another table, and brains that rollouts taught."""
    yield Field("other brains", among_middle)
    yield Field("mixed company", among_strangers)
    yield Field("against Jake", among_jakes, 400, FEW_SEEDS)
    for begin in BEGINNINGS:
        yield Field(f"{APPRENTICE} {begin}", partial(among_strong, begin), 400, FEW_SEEDS)


def among_middle(run: int) -> tuple[tuple[str, ...], ...]:
    """The well-trained brain among decently trained ones: thought to be like itself, then known; then its bare network."""
    strong, middle = numbered("strong", run), numbered("middle", run)
    ones = [rollouts(strong), rollouts(strong, f"deals={SOME},others={{{middle}}}"), network(strong)]
    return against_three(ones, network(middle))


def among_strangers(run: int) -> tuple[tuple[str, ...], ...]:
    """The well-trained brain among three different ones of another seed."""
    strong, others = numbered("strong", run), tuple(network(numbered(level, run % SEEDS + 1)) for level in LEVELS)
    return (rollouts(strong), *others), (network(strong), *others)


def among_jakes(run: int) -> tuple[tuple[str, ...], ...]:
    """Everybody at a table of Jakes; the names stand in AT_JAKES_TABLE."""
    strong, ours = numbered("strong", run), numbered("our_inputs", run)
    ones = [rollouts(strong), rollouts(strong, f"deals={SOME},others=jake"), "montecarlo:deals=100,playout=jake", rollouts(ours)]
    networks = [network(name) for name in (*(numbered(level, run) for level in LEVELS), ours, OPPONENT)]
    return against_three([*ones, *networks, "jake"], "jake")


AT_JAKES_TABLE = (
    "rollouts", "rollouts, others as Jake", "Monte Carlo by Jake", "rollouts, our inputs", *LEVELS, "our inputs", OPPONENT, "jake",
)  # fmt: skip


def among_strong(begin: str, run: int) -> tuple[tuple[str, ...], ...]:
    """An apprentice among well-trained networks: the rollouts of the well-trained brain, its own after each round, its networks.

    Its rollouts know whom they meet, as those of the well-trained brain do; or a better brain would take the others for better, too.
    """
    strong, names = numbered("strong", run), [apprentice(begin, number, run) for number in range(1, ROUNDS + 1)]
    rolled = [rollouts(name, f"deals={SOME},others={{{strong}}}") for name in names]
    ones = [rollouts(strong), *rolled, *(network(name) for name in names), network(strong)]
    return against_three(ones, network(strong))
