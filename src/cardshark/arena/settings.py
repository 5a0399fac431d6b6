"""The settings of duels, leagues, sequential tests and looks at final hands: one object each, for Python and for the command's flags.

The text under a field is its help on the command line. Nothing heavy is imported here, because `cardshark --help` reads this file.
"""

from contextlib import suppress
from dataclasses import dataclass, fields
from math import isfinite
from operator import index
from pathlib import Path
from typing import Any, Self

from cardshark.arena.parts import Share, read_share
from cardshark.text import UserError, brief, choice

USUAL_DEALS = 1000
USUAL_MOST = 20_000  # deals after which a sequential test gives up
USUAL_GAIN = {"deals": 0.25, "matches": 0.02}  # that is worth finding: points a hand, or the chance to win a match


def as_python_numbers(settings: Any) -> None:
    """Take NumPy's whole numbers for Python's, which a journal can hold. What is no number is refused where it is used."""
    for name, value in vars(settings).items():
        if hasattr(value, "dtype"):
            with suppress(TypeError):
                object.__setattr__(settings, name, index(value))


def check_word(settings: Any) -> None:
    """Refuse a secret word where there would be none, or where another one would be drawn."""
    if settings.word is None:
        return
    if settings.strangers is False:
        raise UserError("only contests among strangers have a secret word: leave out --word or --no-strangers")
    if settings.seed is None or settings.record is not None:
        raise UserError("a word repeats a contest that is over, with its --seed and without a --record")


def check_seconds(settings: Any) -> None:
    """Refuse a limit for a choice that is none, or that nobody could keep."""
    seconds = settings.seconds
    if seconds is None:
        return
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not isfinite(seconds) or seconds <= 0:
        raise UserError(f"--seconds is how long a choice may take, a number above 0, not {brief(seconds)}")
    if settings.strangers is False:
        raise UserError("only strangers have so many seconds for a choice: leave out --seconds or --no-strangers")


@dataclass(frozen=True, kw_only=True)
class ArenaSettings:
    """What duels and leagues have in common."""

    rules: Any = None
    "A preset, perhaps with changes: american:moon=none (see: cardshark games)."
    deals: int | None = None
    "How many deals, 1000 unless said otherwise; each is played in every placement."
    matches: int | None = None
    "Play this many whole matches instead of single hands."
    seed: int | None = None
    "Names the deals for ever. Without it one is drawn and shown, or it is that of the record."
    record: Path | None = None
    "A file to keep what was played; the same command, or one for more deals, goes on where it ended."
    strangers: bool | None = None
    (
        "Players from files and programs see nothing but their cards: each seat of each match is a fresh process, and no two placements "
        "share a deal. This is so unless --no-strangers says that you trust them."
    )
    word: str | None = None
    "Among strangers: repeat a contest by the secret word that its result tells."
    seconds: float | None = None
    "How long a stranger may take for a choice, 10 seconds unless said otherwise; a program may bring its own limit, as exec[seconds=2]:."
    piece: str | None = None
    "Play only one part of the deals, as 3/20 for the third of twenty, into --record; cardshark merge puts the parts together."
    on: str = "cores"
    "Where to work: here, cores (if there is enough to do), or ray."
    workers: int | None = None
    "How many processes."

    def __post_init__(self) -> None:
        as_python_numbers(self)
        check_word(self)
        check_seconds(self)
        if self.deals is not None and self.matches is not None:
            raise UserError("--deals counts single hands and --matches counts whole matches: leave one of them out")

    @classmethod
    def of_call(cls, deals: int, matches: bool = False, on: str = "here", **more: Any) -> Self:
        """The settings of a call in Python, where `matches` says what `deals` counts.

        Work stays in this process unless a script says otherwise: on cores it would need `if __name__ == "__main__":`.
        """
        for name in more:
            choice("setting", name, [field.name for field in fields(cls)])
        return cls(**{"matches" if matches else "deals": deals}, on=on, **more)

    @property
    def of_matches(self) -> bool:
        """Whole matches are played, and not single hands."""
        return self.matches is not None

    @property
    def count(self) -> int:
        """How many deals or matches."""
        if self.matches is not None:
            return self.matches
        return USUAL_DEALS if self.deals is None else self.deals

    @property
    def units(self) -> str:
        """What is counted."""
        return "deals" if self.matches is None else "matches"

    def share(self) -> Share:
        """Which part of the deals is wanted. It is refused where nothing would keep it, or where all deals must be looked at."""
        share = read_share(self.piece or "")
        if self.record is None:
            raise UserError(f"a piece is kept in a file, because it has no result of its own: add --record part{share.number}.jsonl")
        if getattr(self, "until", None) is not None:
            raise UserError("nobody can look at all deals while pieces are played apart: leave out --until or --piece")
        return share

    def refuse_piece(self) -> None:
        """Say that a part has no result, to whoever asks for one."""
        if self.piece is not None:
            raise UserError("a piece has no result of its own: play it with play_duel_piece or play_league_piece, and merge the records")


@dataclass(frozen=True, kw_only=True)
class DuelSettings(ArenaSettings):
    """How A and B meet."""

    deals: int | None = None
    "How many deals, 1000 unless said otherwise; each is played in every placement of A and B."
    seats: str | None = None
    "How many seats A and B take: 1v3 (default), 2v2 or 3v1 in Hearts for four, 1v1 in gin."
    until: Any = None
    "End earlier: when it is decided who is better, or when the interval reaches no farther than a number to either side."
    control: Any = None
    (
        "A player whose luck on the same deals is subtracted, one that leaves something to chance: random, jake:epsilon=0.1. "
        "Pays when A and B resemble it."
    )


@dataclass(frozen=True, kw_only=True)
class LeagueSettings(ArenaSettings):
    """How everybody meets everybody."""

    deals: int | None = None
    "How many deals, 1000 unless said otherwise; each pair plays each of them in every placement, two against two."
    matches: int | None = None
    "Play this many whole matches instead, and compare how many are won."


@dataclass(frozen=True, kw_only=True)
class SprtSettings:
    """How it is found out whether a new player is better than an old one."""

    rules: Any = None
    "A preset, perhaps with changes: american:moon=none (see: cardshark games)."
    better: float | None = None
    "The gain that is worth finding: 0.25 points a hand, or of matches 0.02 more of them won, unless said otherwise."
    worse: float = 0.0
    "The gain that is not worth having. A number below 0 asks only that the new player does no harm."
    alpha: float = 0.05
    "How often a player that is not worth having may be called better."
    beta: float = 0.05
    "How often a player that is worth finding may be called not better."
    most: int | None = None
    "Give up after so many deals, 20000 unless said otherwise; each is played in every placement of the two."
    matches: int | None = None
    "Play whole matches instead of single hands, and give up after so many."
    seats: str | None = None
    "How many seats the new and the old player take: 1v3 (default), 2v2 or 3v1 in Hearts for four, 1v1 in gin."
    seed: int | None = None
    "Names the deals for ever. Without it one is drawn and shown, or it is that of the record."
    record: Path | None = None
    "A file to keep what was played; the same command, or one with a larger --most, goes on where it ended."
    strangers: bool | None = None
    "As for a duel: players from files and programs see nothing but their cards, unless --no-strangers says that you trust them."
    word: str | None = None
    "Among strangers: repeat a test by the secret word that its result tells."
    seconds: float | None = None
    "As for a duel: how long a stranger may take for a choice, 10 seconds unless said otherwise."
    on: str = "cores"
    "Where to work: here, cores (if there is enough to do), or ray."
    workers: int | None = None
    "How many processes."

    def __post_init__(self) -> None:
        as_python_numbers(self)
        check_word(self)
        check_seconds(self)
        if self.most is not None and self.matches is not None:
            raise UserError("--most counts single hands and --matches counts whole matches: leave one of them out")

    @classmethod
    def of_call(cls, most: int, matches: bool = False, on: str = "here", **more: Any) -> Self:
        """The settings of a call in Python, as for a duel."""
        for name in more:
            choice("setting", name, [field.name for field in fields(cls)])
        return cls(**{"matches" if matches else "most": most}, on=on, **more)

    @property
    def count(self) -> int:
        """How many deals or matches there are at most."""
        if self.matches is not None:
            return self.matches
        return USUAL_MOST if self.most is None else self.most

    @property
    def units(self) -> str:
        """What is counted."""
        return "deals" if self.matches is None else "matches"

    @property
    def gain(self) -> float:
        """The gain that is worth finding."""
        return USUAL_GAIN[self.units] if self.better is None else self.better

    def as_duel(self) -> DuelSettings:
        """The duel in which the new player meets the old one."""
        deals = None if self.matches is not None else self.count
        return DuelSettings(
            rules=self.rules, deals=deals, matches=self.matches, seats=self.seats, seed=self.seed, record=self.record, on=self.on,
            workers=self.workers, strangers=self.strangers, word=self.word, seconds=self.seconds,
        )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class HandsSettings:
    """How the final hands of a gin player are gathered."""

    rules: Any = "paper"
    "A preset, perhaps with changes: eaai:knock_limit=5 (see: cardshark games gin); single hands are played."
    deals: int = 1000
    "How many deals."
    seed: int | None = None
    "Names the deals for ever. Without it one is drawn and shown."
    on: str = "cores"
    "Where to work: here, cores (if there is enough to do), or ray."
    workers: int | None = None
    "How many processes."

    def __post_init__(self) -> None:
        as_python_numbers(self)
