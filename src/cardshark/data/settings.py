"""The settings of an export: one object, for the function in Python and for the command's flags.

The text under a field is its help on the command line. Nothing heavy is imported here, because `cardshark --help` reads this file.
"""

from dataclasses import dataclass
from typing import Any

from cardshark.arena.parts import read_share
from cardshark.text import UserError

USUAL_DEALS = 1000
MOST_DEALS = 10_000_000  # hundreds of millions of decisions: more than anybody keeps in one file


@dataclass(frozen=True, kw_only=True)
class ExportSettings:
    """How play is exported."""

    rules: Any = None
    "A preset, perhaps with changes: american:moon=none (see: cardshark games)."
    deals: int | None = None
    "How many deals; a single hand each. 1000 if neither they nor matches are given."
    matches: int | None = None
    "Play this many whole matches instead of single hands."
    by: str | None = None
    "Who says what every choice is worth, as policy or montecarlo:deals=30. Without it each player says what it thinks itself."
    seed: int = 1
    "Names the deals for ever."
    piece: str | None = None
    "Play only a part of the deals, as 3/20: the third of twenty. `cardshark merge` joins the files."
    on: str = "cores"
    "Where to work: here, cores (if there is enough to do), or ray."
    workers: int | None = None
    "How many processes."

    @property
    def of_matches(self) -> bool:
        """Whole matches are played, and not single hands."""
        return self.matches is not None

    @property
    def count(self) -> int:
        """How many deals or matches."""
        given = self.deals if self.matches is None else self.matches
        return USUAL_DEALS if given is None else given

    @property
    def units(self) -> str:
        """What is counted."""
        return "deals" if self.matches is None else "matches"

    def check(self) -> None:
        """Refuse impossible numbers before anything is played."""
        if self.deals is not None and self.matches is not None:
            raise UserError("an export is of deals or of matches: leave out --deals or --matches")
        if not isinstance(self.count, int) or not 1 <= self.count <= MOST_DEALS:
            raise UserError(f"an export has 1 to {MOST_DEALS:,} {self.units}, not {self.count!r}")

    def share_size(self) -> int:
        """How many deals this export plays."""
        first, last = self.span()
        return last - first

    def span(self) -> tuple[int, int]:
        """The first deal that is played, and the first that is not played any more."""
        if self.piece is None:
            return 0, self.count
        share = read_share(self.piece)
        if share.of > self.count:
            raise UserError(f"{self.count} {self.units} cannot be cut into {share.of} pieces: there are at most {self.count}")
        mine = share.span(self.count)
        return mine.start, mine.stop
