"""The claims of the rummy paper, judged by the criteria in `claims.json`; the seed is the unit everywhere."""

from collections.abc import Callable, Sequence
from itertools import combinations
from math import hypot, sqrt

import numpy as np

from cardshark.arena.stats import Interval, share_of
from cardshark.experiments.frozen import FrozenClaims, frozen_claims
from cardshark.experiments.gin_td_evo.measured import (
    KINDS,
    Met,
    RummyData,
    seeds_of,
    spread_of_seed,
)
from cardshark.experiments.gin_td_evo.meetings import HAND_MADE
from cardshark.experiments.gin_td_evo.tables import (
    CLIMBERS,
    CURVES,
    DRAWN,
    EQUAL,
    EVERYBODY,
    EVOS,
    GAMES,
    LEAST_TURNS,
    MARKS,
    PLAYERS,
    RANDUMB,
    STEP,
    TDS,
)
from cardshark.report.figures import number, with_interval
from cardshark.report.result import Claim, Need
from cardshark.report.verdict import Verdict, between, figure, less, more, more_deals

PAPER_NAME = "gin_td_evo"
STEADY = ("EVO2", "EVO3", "TD2", "TD5")  # of figure 5: those that show no over-training
BEST_SHARE = 0.875
TOLD_APART = 0.17  # of two shares in 70 games each: 1.96 * sqrt(2 * 0.25 / 70)
LEAST_WINS = 0.955  # the lower end of 80 wins in 80 games: 0.025 ** (1 / 80)
LEVEL = 0.05  # of the chi-squared tests
PRINTED_GAMES = 360  # nine players, ten games of every two
FIFTH = 5 * STEP  # games of regime 5
UPSWING = 15_000  # games after which EVO3's become longer
STRANGERS = dict(zip(HAND_MADE, ("who keeps low cards", "who keeps little deadwood"), strict=True))
TWICE_SETS, TWICE_RUNS = (1.5 / 2.5, 2.5 / 3.5), (1 / 3.5, 1 / 2.5)  # twice as many, rounded: 1.5 to 2.5 times


class Judge:
    """Turns figures of seeds into verdicts on the claims of the file."""

    def __init__(self, data: RummyData) -> None:
        self.data, self.frozen = data, claims_of_paper()

    def test(self, key: str, figures: np.ndarray, test: Callable[..., Verdict], *bounds: float, because: str = "") -> Claim:
        """A claim that figures [seed] or [seed, pair] decide: with its interval over seeds, and what would decide it."""
        found = seeds_of(figures)
        nearest = min(bounds, key=lambda bound: abs(found.value - bound), default=0.0)
        return self.judged(key, found, test(found.low, found.high, *bounds), because, nearest)

    def judged(self, key: str, found: Interval, verdict: Verdict, because: str = "", than: float = 0.0) -> Claim:
        """A claim with its interval over seeds; if it is undecided, how many more seeds would decide."""
        seeds, need = len(self.data.runs), None
        if verdict == Verdict.UNDECIDED:
            wanted = more_deals(*found, seeds, than)
            need = Need(wanted, "seeds", seeds) if wanted else None
        return self.frozen[key].judged(verdict, *found, seeds=seeds, because=because, would_decide=need or "")


def claims_of_paper() -> FrozenClaims:
    """The claims as they were written down."""
    return frozen_claims(PAPER_NAME)


def claims(data: RummyData) -> list[Claim]:
    """All of them, in the order of the file."""
    judge = Judge(data)
    found = {each.key: each for part in (method_claims, hand_claims, other_claims, training_claims) for each in part(judge)}
    return [found[key] for key in judge.frozen]


def method_claims(judge: Judge) -> list[Claim]:
    """Who is better?"""
    data = judge.data
    losing, final = data.table(Met.share, "tournament", PLAYERS, [RANDUMB]), with_interval(*seeds_of(data.climber_leads()))
    counted = "0.64 is our count from figure 3, after unequal games"
    return [
        judge.test("evolution-wins-at-equal-games", data.equal_leads(EQUAL[-1]), more, because=counted),
        judge.test("evolution-wins-at-the-end", data.final_leads(), more),
        judge.test("climbers-win-at-equal-games", data.climber_leads(EQUAL[-1]), more, because=f"trained to the end {final}"),
        best_claim(judge, "evo3-is-best", "EVO3", PLAYERS),
        best_claim(judge, "td5-is-best", "TD5", TDS),
        best_share(judge),
        judge.test("random-always-loses", losing, more, LEAST_WINS, because=f"the least {number(float(losing.min()), 2)}"),
    ]


def best_claim(judge: Judge, key: str, player: str, among: Sequence[str]) -> Claim:
    """Is a player the best of some?"""
    totals = {each: judge.data.totals(each, Met.share, [other for other in EVERYBODY if other != each]) for each in among}
    rival = max((each for each in among if each != player), key=lambda each: totals[each].mean())
    first = sum(max(totals, key=lambda each: totals[each][place]) == player for place in range(len(judge.data.runs)))
    why = f"the best other one is {rival}; {player} is first in {first} of {len(judge.data.runs)} seeds"
    return judge.test(key, totals[player] - totals[rival], more, because=why)


def best_share(judge: Judge) -> Claim:
    """Does EVO3 win the printed share? The printed one is of one training and 80 games."""
    shares = judge.data.table(Met.share, "tournament", ["EVO3"], [name for name in EVERYBODY if name != "EVO3"]).mean(axis=1)
    error = hypot(spread_of_seed(shares), sqrt(BEST_SHARE * (1 - BEST_SHARE) / 80))
    found = seeds_of(shares)
    verdict = figure(BEST_SHARE, found.low, found.high, 0.0, paper_error=error)
    reach = f"{int((shares >= BEST_SHARE).sum())} of {len(shares)} reach it"
    why = f"seeds from {number(float(shares.min()), 2)} to {number(float(shares.max()), 2)}, {reach}; printed ± {1.96 * error:.2f}"
    return judge.judged("best-wins-87", found, verdict, why, BEST_SHARE)


# ---- what do they collect? ----


def uneven(data: RummyData, players: Sequence[str], mean_hand: bool) -> Interval:
    """The share of players whose suits are uneven. Where seeds do not differ it is the exact interval of all trainings."""
    shares = np.mean([data.evenness(player, KINDS["suits"], mean_hand) < LEVEL for player in players], axis=0)
    tried = len(players) * len(shares)
    return seeds_of(shares) if np.ptp(shares) else share_of(round(shares[0] * tried), tried)


def suit_claim(judge: Judge, key: str, players: Sequence[str], test: Callable[..., Verdict]) -> Claim:
    """Does more, or less, than half of some players have a favourite suit?"""
    found, by_cards = (uneven(judge.data, players, mean_hand) for mean_hand in (True, False))
    none = "" if found.value else f" (none of {len(players) * len(judge.data.runs)} trainings)"
    why = f"share of players{none}; by all 800 cards {with_interval(*by_cards)}"
    return judge.judged(key, found, test(found.low, found.high, 0.5), why, 0.5)


def mean_over(figures: Callable[[str], np.ndarray], players: Sequence[str]) -> np.ndarray:
    """The mean of a figure over players, seed by seed."""
    return np.array([figures(player) for player in players]).T


def hand_claims(judge: Judge) -> list[Claim]:
    """What do they collect?"""
    data = judge.data
    faces = [np.mean([data.evenness(player, KINDS["faces"], mean_hand=True) for player in names], axis=0) for names in (EVOS, TDS)]
    points = [mean_over(lambda player: data.held(player, "points"), names).mean(axis=1) for names in (EVOS, TDS)]
    sets = {names: mean_over(data.sets_share, names) for names in (EVOS, TDS, (RANDUMB,))}
    return [
        suit_claim(judge, "td-collects-a-suit", TDS, more),
        suit_claim(judge, "evo-has-no-suit", EVOS, less),
        judge.test("evo-has-faces", faces[0] - faces[1], less),
        judge.test("evo-sheds-high-cards", points[0] - points[1], less),
        judge.test("evo-holds-sets", sets[EVOS], between, *TWICE_SETS, because="“twice” was read as what rounds to 2 before the runs"),
        judge.test("td-holds-runs", sets[TDS], less, 1 / 3),
        judge.test("random-holds-runs", sets[RANDUMB,], between, *TWICE_RUNS, because="“twice” as above"),
    ]


# ---- the rest of the tournament ----


def other_claims(judge: Judge) -> list[Claim]:
    """Ranks, lengths of games, draws."""
    data = judge.data
    alike = {names: data.table(Met.turns, "tournament", names, names) for names in (EVOS, TDS)}
    same, cross = np.hstack([*alike.values()]).mean(axis=1), data.table(Met.turns, "tournament", EVOS, TDS).mean(axis=1)
    longer = [with_interval(*seeds_of(turns.mean(axis=1) - cross)) for turns in alike.values()]
    later = [(one, EVERYBODY[place + 1 :]) for place, one in enumerate(PLAYERS)]
    drawn = np.hstack([data.table(Met.drawn, "tournament", [one], others) for one, others in later]).mean(axis=1)
    printed = DRAWN / PRINTED_GAMES
    found = seeds_of(drawn)
    error = hypot(spread_of_seed(drawn), sqrt(printed * (1 - printed) / PRINTED_GAMES))
    return [
        ranks(judge),
        judge.test("alike-play-long", same - cross, more, because=f"with draws; among EVO alone {longer[0]}, among TD alone {longer[1]}"),
        judge.test(
            "evo-wins-soon",
            data.table(Met.turns_won, "tournament", EVOS, TDS),
            less,
            50.0,
            because="printed: 15 to 36, mean 23",
        ),
        judge.judged(
            "nine-draws",
            found,
            figure(printed, found.low, found.high, 0.0, paper_error=error),
            f"counted for both players 18; printed ± {1.96 * error:.2f}",
            printed,
        ),
        judge.frozen["below-people"].judged(Verdict.UNMEASURED, because=hand_made_words(data)),
    ]


def hand_made_words(data: RummyData) -> str:
    """How often the best of all wins against players who never learned."""
    parts = []
    for stranger in HAND_MADE:
        shares = {name: data.table(Met.share, "hand-made", [name], [stranger]).mean() for name in (*PLAYERS, *CLIMBERS)}
        best = max(shares, key=lambda name: shares[name])
        parts.append(f"{shares[best]:.2f} against one {STRANGERS[stranger]} ({best})")
    return f"share of games that the best win: {' and '.join(parts)}"


def ranks(judge: Judge) -> Claim:
    """Do points order the players as wins do?"""
    totals = {what: {player: judge.data.totals(player, what, [each for each in EVERYBODY if each != player]) for player in PLAYERS}
              for what in (Met.share, Met.points)}  # fmt: skip
    clear, reversed_pairs = 0, 0
    for one, other in combinations(PLAYERS, 2):
        wins, points = (seeds_of(totals[what][one] - totals[what][other]) for what in (Met.share, Met.points))
        if wins.low > 0 or wins.high < 0:
            clear += 1
            reversed_pairs += points.high < 0 if wins.low > 0 else points.low > 0
    verdict = Verdict.CONTRADICTED if reversed_pairs else Verdict.REPRODUCED if clear else Verdict.UNDECIDED
    share = 1 - reversed_pairs / clear if clear else None
    why = f"share of the clear pairs; {clear} are clear, {reversed_pairs} of them reversed"
    return judge.frozen["score-and-wins-agree"].judged(verdict, share, seeds=len(judge.data.runs), because=why)


def training_claims(judge: Judge) -> list[Claim]:
    """What training does and takes."""
    data = judge.data
    falls = np.array([[curve.between(0.9, 1) - curve.between(0, 0.1) for curve in data.curves(name)] for name in CURVES]).T
    least = min(turns for player in CURVES for curve in data.curves(player) for turns in curve.each())
    start = UPSWING / GAMES["EVO3"]
    rises = np.array([curve.between(start, 1) - curve.between(2 * start - 1, start) for curve in data.curves("EVO3")])
    steady = np.array([data.strength(player) - data.strength(player, half_time(player)) for player in STEADY]).T
    again = frozen_verdict(least >= LEAST_TURNS)
    return [
        time_claim(judge),
        judge.test("turns-fall", falls, less, because=by_player(CURVES, falls)),
        judge.frozen["never-below-200"].judged(
            again, least, seeds=len(data.runs), because="the least mean of a fortieth; single games were not kept"
        ),
        judge.test("evo3-turns-rise", rises, more, because=f"{int((rises > 0).sum())} of {len(rises)} seeds rise"),
        judge.test("evo4-collapses", data.strength("EVO4") - data.strength("EVO4", FIFTH), less),
        judge.test("td4-stagnates", data.strength("TD4") - data.strength("TD4", STEP), between, -TOLD_APART, TOLD_APART),
        judge.test("others-not-overtrained", steady, more, -TOLD_APART, because=steady_words(steady)),
        judge.test(
            "random-plays-long", data.table(Met.drawn, "random", [RANDUMB], ["another"]), more,
            because="share of games between two of them; any above 0 was enough",
        ),
    ]  # fmt: skip


def by_player(players: Sequence[str], figures: np.ndarray) -> str:
    """Figures [seed, player] in words, player by player."""
    return "; ".join(f"{player} {with_interval(*seeds_of(each))}" for player, each in zip(players, figures.T, strict=True))


def steady_words(changes: np.ndarray) -> str:
    """How wins [seed, player] change, and whose loss the paper's 70 games could not have shown."""
    found = {player: seeds_of(each) for player, each in zip(STEADY, changes.T, strict=True)}
    slight = [player for player, each in found.items() if each.high < 0 and each.value > -TOLD_APART]
    unseen = f"; too slight for the paper's 70 games to show: {', '.join(slight)}" if slight else ""
    return by_player(STEADY, changes) + unseen


def time_claim(judge: Judge) -> Claim:
    """Do temporal differences take longer a game? Only players who were trained on one kind of processor can be compared."""
    data, key = judge.data, "td-takes-longer"
    processor, evos, tds = data.trained_alike()
    if not processor:
        return judge.frozen[key].judged(Verdict.UNDECIDED, because="the two were trained on different processors")
    cost = [mean_over(data.milliseconds, names).mean(axis=1) for names in (tds, evos)]
    turns = [f"{np.mean([data.microseconds(name) for name in names]):.1f} µs" for names in (tds, evos)]
    why = f"milliseconds, {' '.join(tds)} less {' '.join(evos)}, on one kind of processor; a turn took {turns[0]} and {turns[1]}"
    return judge.test(key, cost[0] - cost[1], more, because=why)


def frozen_verdict(holds: bool) -> Verdict:
    """The verdict on something that every training decides together."""
    return Verdict.REPRODUCED if holds else Verdict.CONTRADICTED


def half_time(player: str) -> int:
    """The mark nearest to half of a player's games."""
    return min((mark for mark in MARKS if mark < GAMES[player]), key=lambda mark: abs(mark - GAMES[player] / 2))
