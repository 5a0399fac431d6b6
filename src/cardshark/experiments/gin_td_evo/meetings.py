"""Who meets whom in mirrored games for the rummy paper: all brains of a seed play the same decks."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cardshark.experiments.gin_td_evo.tables import (
    CLIMBERS,
    EQUAL,
    EVERYBODY,
    EVOS,
    FIRST,
    GAMES,
    MARKS,
    PLAYERS,
    RANDUMB,
    REGIMES,
    TDS,
    Plan,
    brain_name,
    numbered,
    seed_of,
)
from cardshark.experiments.gin_td_evo.variants import BOTH, LONG_BRAIN, MATCH, PLAIN, READINGS, TD, VARIANTS, early_brain

BLOCK = 5  # mirrored pairs of every two players in the paper's tournament
HAND_MADE = ("lowcards", "simple")  # players who never learned
TWICE = "paper:max_turns=10000"
FIELD, PANEL = "field", "panel"  # who stands for several opponents in the record


@dataclass(frozen=True)
class Meeting:
    """A player of a seed, whom it meets, and how many mirrored pairs of games it plays with each."""

    kind: str
    run: int  # the number of the seed
    one: str  # its name in the record
    brain: str
    others: tuple[tuple[str, str], ...]  # likewise: the name in the record and the brain of this run, or a hand-made player
    pairs: int
    seed: int
    rules: str = "paper"
    hands: bool = False  # are their final hands looked at

    @property
    def name(self) -> str:
        """A name that no other meeting has."""
        return f"{self.kind}: {self.one} {self.run}"


class Table:
    """Where meetings of a seed are made: it knows how many pairs each kind plays, and the deals of the seed."""

    def __init__(self, plan: Plan, seed: int, run: int) -> None:
        self.plan, self.run, self.seed = plan, run, seed_of(seed, 99, run)

    def meet(
        self, kind: str, one: str, brain: str, others: Iterable[tuple[str, str]], rules: str = "paper", hands: bool = False
    ) -> Meeting:  # fmt: skip
        """A player and some others, by their names in the record and their brains."""
        pairs = max(self.plan.pairs(kind), BLOCK if hands else 1)
        return Meeting(kind, self.run, one, brain, tuple(others), pairs, self.seed, rules, hands)

    def brain(self, player: str, mark: int | None = None) -> str:
        """The brain of a player of this seed."""
        return FIRST if player == FIRST else brain_name(numbered(player, self.run), mark)

    def neighbours(self) -> list[int]:
        """The two seeds after this one, among those of the variants."""
        runs = list(self.plan.variant_runs)
        after = [runs[(runs.index(self.run) + step) % len(runs)] for step in (1, 2)]
        return [run for run in dict.fromkeys(after) if run != self.run]


def meetings(plan: Plan, seed: int) -> list[Meeting]:
    """All meetings."""
    found: list[Meeting] = []
    for run in plan.runs:
        table = Table(plan, seed, run)
        for kind in (tournament, climbers, equal_games, regimes, matches, random_networks):
            found += kind(table)
    for run in plan.variant_runs:
        table = Table(plan, seed, run)
        for kind in (variant_meetings, both_methods, longer):
            found += kind(table)
    for run in plan.runs:
        found += hand_made(Table(plan, seed, run))
    return found


def tournament(table: Table) -> Iterator[Meeting]:
    """Figures 3, 4 and 6, and the network of zeros beside them, which also meets itself."""
    names = (*EVERYBODY, FIRST)
    for place, one in enumerate(names):
        later = names[place + 1 :] or (FIRST,)
        yield table.meet("tournament", one, table.brain(one), [(other, table.brain(other)) for other in later], hands=True)


def climbers(table: Table) -> Iterator[Meeting]:
    """Pollack and Blair's climbers against temporal differences: at the end, and after as many games."""
    for one in CLIMBERS:
        for mark in (None, EQUAL[-1]):
            others = [name for name in TDS if mark is None or GAMES[name] > mark]
            yield against_marked(table, "climbers", one, others, mark)


def equal_games(table: Table) -> Iterator[Meeting]:
    """Both methods after the same number of games, each against each."""
    for mark in EQUAL:
        for one in EVOS:
            yield against_marked(table, "equal", one, [name for name in TDS if GAMES[name] > mark], mark)


def against_marked(table: Table, kind: str, one: str, others: Iterable[str], mark: int | None) -> Meeting:
    """A player and some others, all as they were at a mark."""
    met = [(brain_name(name, mark), table.brain(name, mark)) for name in others]
    return table.meet(kind, brain_name(one, mark), table.brain(one, mark), met)


def regimes(table: Table) -> Iterator[Meeting]:
    """Figure 5: intermediate brains, and the final one, against all other final ones."""
    for player in REGIMES:
        field = [(FIELD, table.brain(other)) for other in PLAYERS if other != player]
        for mark in (*(mark for mark in MARKS if mark < GAMES[player]), None):
            yield table.meet("regime", brain_name(player, mark), table.brain(player, mark), field)


def matches(table: Table) -> Iterator[Meeting]:
    """Games to 100 with bonuses."""
    for one in EVOS:
        yield table.meet("match", one, table.brain(one), [(TD, table.brain(TD))], MATCH)


def random_networks(table: Table) -> Iterator[Meeting]:
    """Two networks of random weights, with twice the paper's limit of turns."""
    other = numbered(RANDUMB, table.run % len(table.plan.runs) + 1)
    yield table.meet("random", RANDUMB, table.brain(RANDUMB), [("another", other)], TWICE)


def variant_meetings(table: Table) -> Iterator[Meeting]:
    """Every variant and the plain brains against the panel, a network of random weights and a player who keeps low cards."""
    panel = [(PANEL, early_brain(method, run)) for method in PLAIN for run in table.neighbours()]
    for name in (*PLAIN, *VARIANTS):
        others = [*panel, (RANDUMB, table.brain(RANDUMB)), (HAND_MADE[0], HAND_MADE[0])]
        yield table.meet("variant", name, early_brain(name, table.run), others)


def both_methods(table: Table) -> Iterator[Meeting]:
    """Evolution against temporal differences, both with one change or under one reading, the second from two seeds."""
    for name, (one, other, rules) in (READINGS | BOTH).items():
        tds = [("TD", early_brain(other, run)) for run in (table.run, *table.neighbours()[:1])]
        yield table.meet("both", name, early_brain(one, table.run), tds, rules)


def longer(table: Table) -> Iterator[Meeting]:
    """Temporal differences with a gamma below 1, trained as long as EVO3, against final brains of both kinds."""
    others = [(name, table.brain(name)) for name in (*EVOS, *CLIMBERS, TD)]
    yield table.meet("longer", LONG_BRAIN, table.brain(LONG_BRAIN), others)


def hand_made(table: Table) -> Iterator[Meeting]:
    """Everybody against players who never learned."""
    varied = (LONG_BRAIN,) if table.run in table.plan.variant_runs else ()
    for name in (*EVERYBODY, *CLIMBERS, FIRST, *varied):
        yield table.meet("hand-made", name, table.brain(name), [(stranger, stranger) for stranger in HAND_MADE])
