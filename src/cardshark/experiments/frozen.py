"""Claims that were written down before anything was run: a file `claims.json` in the folder of each paper.

It says what the paper claims and where, what is printed, and by what criterion we judge. A record keeps the hash of the file and of every
claim in it from the time of measuring, so a claim that was added, changed or taken away afterwards is told on the page.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cardshark.files import read_text
from cardshark.report.record import Frozen
from cardshark.report.result import Claim, Need, Number
from cardshark.report.verdict import Verdict
from cardshark.text import UserError, choice

FILE = "claims.json"
DIRECTIONS = ("more", "less", "between", "figure", "open")
DIGITS = 16  # of the hash of a claim
FEWEST_SEEDS = 5  # that decide anything: of fewer, all may be alike by chance, and an interval has no width then
FEW_SEEDS = f"fewer than {FEWEST_SEEDS} seeds decide nothing"  # a rule that came after the claims of the five papers


@dataclass(frozen=True)
class FrozenClaim:
    """A sentence of a paper, and how it will be judged."""

    key: str  # as in `cardshark decide PAPER KEY`
    text: str
    where: str  # in the paper: "table 4.7"
    printed: float | str | None
    criterion: str  # what must be seen for it to hold; for an open one: why it cannot be tested
    direction: str
    pieces: tuple[str, ...]  # names, or beginnings of names, of the work that it rests on

    def judged(
        self, verdict: Verdict, ours: Number = None, low: Number = None, high: Number = None, *, seeds: int | None = None,
        because: str = "", would_decide: "str | Need" = "",
    ) -> Claim:  # fmt: skip
        """The claim with what became of it here; `seeds` is how many learners the interval is over, and a few decide nothing."""
        if seeds is not None and seeds < FEWEST_SEEDS and verdict not in (Verdict.UNDECIDED, Verdict.UNMEASURED):
            verdict, because = Verdict.UNDECIDED, "; ".join(filter(None, [because, FEW_SEEDS]))
            would_decide = Need(FEWEST_SEEDS - seeds, "seeds", seeds) if seeds else ""
        need = would_decide if isinstance(would_decide, Need) else None
        return Claim(
            self.text, verdict, self.printed, ours, low, high, because, str(would_decide), self.key, self.where, self.criterion, seeds, need
        )

    @property
    def digest(self) -> str:
        """A hash of everything that it says."""
        return hashlib.sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()[:DIGITS]


class FrozenClaims(dict[str, FrozenClaim]):
    """The claims of a paper by their keys, in the order of the file; the main one comes first."""

    def __init__(self, paper: str, claims: Mapping[str, FrozenClaim] | None = None) -> None:
        super().__init__(claims or {})
        self.paper = paper

    def named(self, key: str) -> FrozenClaim:
        """A claim by its key; what is not one is refused, with the nearest."""
        return self[choice("claim", key, self, self.paper)]

    def state(self) -> Frozen:
        """What a record keeps of them."""
        each = {claim.key: claim.digest for claim in self.values()}
        return Frozen(hashlib.sha256(json.dumps(each).encode()).hexdigest(), each)


def frozen_claims(paper: str | Path) -> FrozenClaims:
    """The claims of a paper, by its name or from the folder where they stand; none where the file is missing."""
    folder = Path(__file__).parent / paper if isinstance(paper, str) else paper
    path = folder / FILE
    if not path.exists():
        return FrozenClaims(folder.name)
    try:
        claims = [read_claim(each) for each in json.loads(read_text(path))]
    except (ValueError, TypeError, KeyError) as error:
        raise UserError(f"{path} is not a list of claims: {' '.join(str(error).split())}") from None
    found = {claim.key: claim for claim in claims}
    if len(found) < len(claims):
        raise UserError(f"{path} has two claims under one key")
    return FrozenClaims(folder.name, found)


def read_claim(data: Mapping[str, Any]) -> FrozenClaim:
    """A claim from the file: all of its entries, and no others."""
    claim = FrozenClaim(**{**data, "pieces": tuple(data["pieces"])})
    if claim.direction not in DIRECTIONS:
        raise ValueError(f"the direction of {claim.key} is one of {', '.join(DIRECTIONS)}, not {claim.direction}")
    return claim


def rules_since(claims: Iterable[Claim]) -> list[str]:
    """Rules for all papers that came after the claims were written down; without learners there are no seeds to count."""
    return [FEW_SEEDS] if any(claim.seeds for claim in claims) else []


def changed_since(measured: Frozen | None, now: FrozenClaims) -> list[str]:
    """What has become of the claims since the runs, a sentence for each that is not as it was; nothing if all are."""
    if measured is None:
        return ["The claims were not written down before the runs."] if now else []
    here = now.state().claims
    words = dict.fromkeys(here.keys() - measured.claims.keys(), "was added")
    words |= dict.fromkeys(measured.claims.keys() - here.keys(), "was taken away")
    words |= {key: "was changed" for key in here.keys() & measured.claims.keys() if here[key] != measured.claims[key]}
    order = [*here, *measured.claims]
    return [f"The claim {key} {words[key]} after the runs." for key in sorted(words, key=order.index)]
