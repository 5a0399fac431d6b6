"""Is the new player better than the old one? A test that stops by itself as soon as it is sure enough.

Wald's sequential probability ratio test. After every few deals it asks how much likelier all deals so far are if the new player gains
`better` than if it gains `worse`. Above one bound the new player is better, below the other it is not, and in between more deals are
played. The bounds follow from the error rates that were asked for. The deal is the unit, and its spread is not known beforehand: that
of the deals so far stands for it (docs/strength.md says how well this keeps the rates).
"""

import math
import shlex
import time
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from cardshark.arena import stats
from cardshark.arena.dealing.secret import Announce, Strangers, dealing
from cardshark.arena.duel import seat_duel
from cardshark.arena.placing import Named
from cardshark.arena.records import (
    DEALS,
    DealJournal,
    DealTally,
    Progress,
    ignore,
    pieces_of,
    tally_pieces,
)
from cardshark.arena.settings import USUAL_MOST, SprtSettings
from cardshark.arena.stats import Interval, Moments
from cardshark.arena.verdict import FIGURES, FIRST_LOOK, Questions
from cardshark.games import game_named
from cardshark.games.plug import Game
from cardshark.notebook.bars import watched
from cardshark.notebook.shell import as_html
from cardshark.text import UserError, brief

LOOK = 20  # deals from one look to the next, at least
LEAST_SPREAD = 10  # of a deal, in units of better - worse: deals that happen to be alike prove little
BETTER, NOT_BETTER, UNDECIDED = "better", "not better", "undecided"


@dataclass(frozen=True)
class Sprt:
    """What a sequential test found. A gain is good: fewer points in Hearts, more in gin rummy, more matches won."""

    game: str
    rules: str
    old: str
    new: str
    seats: str  # 1v3: how many the new and the old player take
    seed: int
    unit: str  # deal, or match: what is counted
    worse: float  # the gain that is not worth having
    better: float  # the gain that is worth finding
    alpha: float  # how often the first may be taken for the second
    beta: float  # how often the second may be taken for the first
    verdict: str  # better, not better, or undecided
    log_ratio: float  # the logarithm of the likelihood ratio
    lower: float  # at or below which the new player is not better
    upper: float  # at or above which it is
    gain: float  # points a hand, or of matches the share won beyond an even one
    low: float  # the 95 % interval of the gain, which holds however often one looked
    high: float
    points_new: float  # a hand, for each seat
    points_old: float
    deals: int  # or matches
    most: int  # after which the test would have given up
    hands: int
    seconds: float  # that this run took
    seconds_new: float | None  # for a choice; None if none was timed
    seconds_old: float | None
    strangers: Strangers | None = None  # as in a duel

    _repr_html_ = as_html

    def command(self) -> str:
        """The command that finds this again, for players that have a text."""
        words = [self.game, self.old, self.new, "--rules", self.rules, "--seats", self.seats]
        most = "--matches" if self.unit == "match" else "--most"
        numbers = {"--better": self.better, "--worse": self.worse, "--alpha": self.alpha, "--beta": self.beta, most: self.most}
        words += [f"{flag}={number}" for flag, number in numbers.items()]  # a number may begin with a minus
        words += ["--seed", str(self.seed), *(["--strangers", "--word", self.strangers.word] if self.strangers else [])]
        return shlex.join(["cardshark", "sprt", *words])


@dataclass(frozen=True)
class SprtTest:
    """The two hypotheses, how often each may be missed, and which combination of a deal's figures is the gain."""

    worse: float
    better: float
    alpha: float
    beta: float
    gain: list[Fraction]
    even: Fraction  # what counts as no gain

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test ends (Wald 1945)."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, moments: Moments) -> float:
        """How much likelier these deals are under the one hypothesis than under the other, as a logarithm."""
        mean = float(moments.mean(self.gain) - self.even)
        return log_ratio(moments.count, mean, float(moments.covariance(self.gain, self.gain)), self.worse, self.better)

    def verdict(self, tally: DealTally) -> str:
        """What the deals so far say."""
        if tally.deals < FIRST_LOOK:
            return UNDECIDED
        ratio, (lower, upper) = self.ratio(tally.moments["deals"]), self.bounds
        return BETTER if ratio >= upper else NOT_BETTER if ratio <= lower else UNDECIDED

    def interval(self, moments: Moments) -> Interval:
        """The gain, with an interval that holds however often one looked."""
        return Interval(*(each - float(self.even) for each in moments.interval(self.gain, stats.always_valid)))


def log_ratio(deals: Any, mean: Any, variance: Any, worse: float, better: float) -> Any:
    """The log-likelihood ratio of deals with this mean and variance; numbers, or arrays of them."""
    gap = better - worse
    least = (LEAST_SPREAD * gap) ** 2
    spread = variance + (least - variance) * (variance < least)
    return deals * gap * (mean - (better + worse) / 2) / spread


def sprt(
    game: str | Game, rules: Any, old: Named, new: Named, most: int = USUAL_MOST, seed: int | None = None,
    progress: Progress | bool = False, **more: Any,
) -> Sprt:  # fmt: skip
    """Play deals until it is clear whether `new` is better than `old`; `more` are settings of `SprtSettings`, by name.

        found = sprt("hearts", "american", "stock", "jake", better=0.5)
        print(found.verdict, found.deals, found.gain, found.low, found.high)

    `better` is the gain that is worth finding, and `most` after how many deals to give up; with `matches=True` a deal is a whole match.
    Players, records, workers and `progress` are as for `duel`.
    """
    settings = SprtSettings.of_call(most, rules=rules, seed=seed, **more)
    with watched(progress, settings.units, settings.count) as advance:
        return play_sprt(game, old, new, settings, advance)


def check_settings(settings: SprtSettings) -> None:
    """Refuse gains, rates and numbers of deals that make no test."""
    for name in ("better", "worse", "alpha", "beta"):
        number = settings.gain if name == "better" else getattr(settings, name)
        if not isinstance(number, (int, float)) or not math.isfinite(number):
            raise UserError(f"{name} is a number, not {brief(number)}")
    for name in ("alpha", "beta"):
        if not 0 < getattr(settings, name) < 0.5:
            raise UserError(f"{name} is how often the test may err, a number above 0 and below 0.5, not {getattr(settings, name)}")
    if settings.gain <= settings.worse:
        raise UserError(
            f"the gain that is worth finding ({settings.gain}) must be above the gain that is not worth having ({settings.worse})"
        )
    if isinstance(settings.count, int) and settings.count < FIRST_LOOK:
        raise UserError(f"a sequential test needs at least {FIRST_LOOK} {settings.units}, not {settings.count}")


def play_sprt(
    game: str | Game, old: Named, new: Named, settings: SprtSettings, progress: Progress = ignore, announce: Announce = ignore
) -> Sprt:
    """Play a sequential test as its settings say. `announce` is told the seal of its secret word, among strangers."""
    began = time.perf_counter()
    check_settings(settings)
    terms, goal, header, play_all, deal_by = seat_duel(game, new, old, settings.as_duel())
    asked = {"worse": settings.worse, "better": settings.gain, "alpha": settings.alpha, "beta": settings.beta}
    sign = -1 if game_named(terms.game).LOWEST_WINS and not terms.matches else 1  # a gain is good
    test = SprtTest(**asked, gain=[sign * weight for weight in goal.questions.chief], even=goal.questions.even)
    look = terms.size * math.ceil(LOOK / terms.size)
    with (
        DealJournal(settings.record, "sprt", {**header, **asked}, terms.shape) as journal,  # once asked, a question stands
        dealing(terms.strangers, play_all, deal_by, journal, settings.word, announce) as dealer,
    ):
        pieces = pieces_of(dealer.play_all, journal, settings.count, terms.size, DEALS)
        tally = tally_pieces(pieces, look, progress, lambda tally: test.verdict(tally) != UNDECIDED)
    return Sprt(
        **{name: header[name] for name in ("game", "rules", "seats", "seed", "unit")}, old=header["b"], new=header["a"], **asked,
        **figures_of(test, goal.questions, tally), most=settings.count, seconds=time.perf_counter() - began,
        strangers=dealer.told(),
    )  # fmt: skip


def figures_of(test: SprtTest, questions: Questions, tally: DealTally) -> dict[str, Any]:
    """What the sums of a test say, by the names that it has in `Sprt`."""
    moments, (lower, upper) = tally.moments["deals"], test.bounds
    gain, low, high = test.interval(moments)
    points_new, points_old = (moments.ratio(points, questions.hands).value for points in (questions.points_a, questions.points_b))
    seconds_new, seconds_old = (clock.each() for clock in tally.clocks[:2])
    return {
        "verdict": test.verdict(tally), "log_ratio": test.ratio(moments), "lower": lower, "upper": upper,
        "gain": gain, "low": low, "high": high, "points_new": points_new, "points_old": points_old, "deals": tally.deals,
        "hands": moments.sums[FIGURES.index("hands")], "seconds_new": seconds_new, "seconds_old": seconds_old,
    }  # fmt: skip
