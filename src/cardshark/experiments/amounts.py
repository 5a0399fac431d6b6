"""How much of a paper's work to do: what we publish, times the scale, and more where `cardshark decide` asked for it.

Work has groups, which the claims of a paper name (`pieces` in its `claims.json`). What a claim still needs is asked for by group, so
that nothing else is done again.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from cardshark.report.record import Record

LEAST_SEEDS = 2  # at any scale: one learner says nothing about the next


@dataclass(frozen=True)
class Amounts:
    """How much to do of each group of work."""

    scale: float = 1.0
    more: Mapping[str, float] = field(default_factory=dict)  # so many times as much, by group; `seeds of GROUP` for its seeds

    def amount(self, group: str, base: float, least: int = 1) -> int:
        """How many deals, games or tests: `base` at scale 1."""
        return round(max(least, round(base * self.scale)) * self.factor(group))

    def seeds(self, group: str, base: int) -> int:
        """How many seeds, that is learners, runs or repetitions: `base` at scale 1, and never fewer than two."""
        return math.ceil(max(LEAST_SEEDS, round(base * self.scale)) * self.factor(seeds_of(group)) - 1e-9)

    def factor(self, group: str) -> float:
        """How many times as much was asked for of a group: under its name, or one that begins like it."""
        return max([1.0, *(times for name, times in self.more.items() if name.startswith(group) or group.startswith(name))])


def seeds_of(group: str) -> str:
    """Under what name more seeds of a group are asked for."""
    return f"seeds of {group}"


def amounts_of(record: Record) -> Amounts:
    """How much was done for a record."""
    return Amounts(record.run.scale, record.run.more)
