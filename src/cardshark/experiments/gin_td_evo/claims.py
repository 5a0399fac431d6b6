"""The claims of the rummy paper, judged."""

from math import sqrt

import numpy as np

from cardshark.arena.stats import Interval, around, difference_of, mean_of
from cardshark.experiments.gin_td_evo.measured import RummyData, all_turns, crossed_mean, leads, runs_of, strength, turns_by_game
from cardshark.experiments.gin_td_evo.tables import (
    EQUAL,
    EVOS,
    LEAST_TURNS,
    PAIR_GAMES,
    PLAYERS,
    RANDUMB,
    RANDUMB_RUNS,
    STEP,
    TDS,
    TURNS,
    WINS,
    brain_name,
    numbered,
)
from cardshark.report.figures import number, with_interval
from cardshark.report.result import Claim
from cardshark.report.verdict import Ordering, Verdict, between, figure, less, more, ordering

BEST_SHARE = 0.875  # of its games that the best player won
FIFTH = 5 * STEP  # games of regime 5, after which EVO4 had a serious problem
SMALL = 0.05  # share of wins that would matter
MORE_SEEDS = dict.fromkeys(Verdict, "") | {Verdict.UNDECIDED: "more seeds of both"}


def claims(data: RummyData) -> list[Claim]:
    """All of them, the main one first."""
    return [*method_claims(data), *hand_claims(data), *other_claims(data), *training_claims(data)]


def printed_lead() -> float:
    """The printed lead of evolved players against the others: their share of games won, less that of games lost."""
    ahead = sum((WINS[one][other] or 0) - (WINS[other][one] or 0) for one in EVOS for other in TDS)
    return round(ahead / (PAIR_GAMES * len(EVOS) * len(TDS)), 2)


def method_claims(data: RummyData) -> list[Claim]:
    """Who is better?"""
    same, all_of_them = crossed_mean(leads(data.equal(EQUAL[-1]))), crossed_mean(leads(data.evo_against_td()))
    course = "; ".join(f"after {data.games(mark):,} games {with_interval(*crossed_mean(leads(data.equal(mark))))}" for mark in EQUAL)
    best = max(EVOS, key=lambda player: data.total(player, "wins").value)
    share = Interval(*(end / 80 for end in data.total(best, "wins")))
    again = max(data.total(player, "wins", 2).value for player in EVOS) / 80
    randumb = wins_against_randumb(data)
    return [
        Claim(
            "Evolution beats temporal differences at equal numbers of games.", more(same.low, same.high), printed_lead(), *same,
            would_decide=MORE_SEEDS[more(same.low, same.high)],
            because=f"share of games won less lost, both after {data.games(EQUAL[-1]):,} games, interval for other seeds of both; "
            f"{course}",
        ),
        Claim(
            "Evolved players beat temporal-difference players, trained as long as in the paper.", more(all_of_them.low, all_of_them.high),
            printed_lead(), *all_of_them, would_decide=MORE_SEEDS[more(all_of_them.low, all_of_them.high)],
            because="the same for the final brains of all seeds",
        ),
        Claim(
            "The best evolved player wins 87.5 % of its games.",
            figure(BEST_SHARE, share.low, share.high, SMALL, paper_error=sqrt(BEST_SHARE * (1 - BEST_SHARE) / 80)), BEST_SHARE, *share,
            because=f"{best} here, in our tournament; the best of the second seeds wins {number(again, 3)}",
        ),
        Claim(
            "A network of random weights always loses.", more(randumb.low, randumb.high, 0.95), 1.0, *randumb,
            because=f"share of games that all eight win against {RANDUMB_RUNS} such networks, interval for other players; at least 0.95 "
            "counts",
        ),
    ]  # fmt: skip


def wins_against_randumb(data: RummyData) -> Interval:
    """How often everybody wins against networks of random weights."""
    found = []
    for player in PLAYERS:
        met = [data.tournament_meeting(player, RANDUMB, run).wins().value for run in (1, 2)]
        met += [data.meeting("runs", numbered(player), numbered(RANDUMB, run)).wins().value for run in range(3, RANDUMB_RUNS + 1)]
        found.append(float(np.mean(met)))
    return mean_of(found)


def uneven_share(data: RummyData, players: tuple[str, ...], place: int) -> Interval:
    """In what share of tournaments of the paper's size the test calls a player's final hands uneven; the mean over players."""
    return mean_of([float((data.small_tournaments(player)[:, place] < 0.05).mean()) for player in players])


def hand_claims(data: RummyData) -> list[Claim]:
    """What do they collect?"""
    tds, evos = uneven_share(data, TDS, 1), uneven_share(data, EVOS, 1)
    shares = {names: mean_of([data.sets_share(*each) for each in runs_of(*names)]) for names in (EVOS, TDS, (RANDUMB,))}
    high = difference_of(*([data.each(*each, "points") for each in runs_of(*names)] for names in (EVOS, TDS)))
    top = {names: np.mean([data.final_hands(player).suits().shares[most_held(data, player)].value for player in names])
           for names in (EVOS, TDS)}  # fmt: skip
    tests = "share of tournaments of the paper's size in which the test rejects even suits at 5 %, mean over players"
    sets = "sets among all melds of the final hands, mean over the brains of all seeds"
    return [
        Claim(
            "Temporal-difference players collect one suit.", more(tds.low, tds.high, 0.5), "5 of 5", *tds,
            because=f"{tests}; most must. The suit that they hold most makes {number(float(top[TDS]), 2)} of their final hands",
        ),
        Claim(
            "Evolved players have no favourite suit.", less(evos.low, evos.high, 0.5), "0 of 3", *evos,
            because=f"likewise; the suit that they hold most makes {number(float(top[EVOS]), 2)}",
        ),
        Claim(
            "Evolved players get rid of high cards.", less(high.low, high.high), None, *high,
            because="points of the ten cards of a final hand, evolved less temporal-difference players, all seeds",
        ),
        Claim(
            "Evolved players hold twice as many sets as sequences.",
            figure(2 / 3, shares[EVOS].low, shares[EVOS].high, 0.1, neutral=0.5), 0.67, *shares[EVOS], because=sets,
        ),
        Claim(
            "Temporal-difference players hold almost only sequences.", less(shares[TDS].low, shares[TDS].high, 0.2), "almost all",
            *shares[TDS], because=f"{sets}; below 0.2 counts as almost only",
        ),
        Claim(
            "Networks of random weights hold twice as many sequences as sets.",
            figure(1 / 3, shares[RANDUMB,].low, shares[RANDUMB,].high, 0.1, neutral=0.5), 0.33, *shares[RANDUMB,], because=sets,
        ),
    ]  # fmt: skip


def most_held(data: RummyData, player: str) -> str:
    """The suit that a player holds most."""
    return data.final_hands(player).suits().most


def other_claims(data: RummyData) -> list[Claim]:
    """Ranks, lengths of games, time."""
    clear, every = ranks(data, reach=True), ranks(data, reach=False)
    alike = clear.alike / clear.pairs if clear.pairs else 1.0
    same, cross = all_turns(data, True), all_turns(data, False)
    longer = difference_of(same, cross)
    printed = [np.mean([each for one in PLAYERS for other, each in TURNS[one].items() if each is not None and other != RANDUMB
                        and ((one in EVOS) == (other in EVOS)) == alike_learned]) for alike_learned in (True, False)]  # fmt: skip
    td5 = lead_of_td5(data)
    return [
        Claim(
            "Score and wins rank the players alike.",
            Verdict.REPRODUCED if alike == 1 else Verdict.NEAR if alike >= 0.9 else Verdict.CONTRADICTED, "all 28 pairs", alike,
            because=f"share of the pairs of players with a clear order by wins that have the same order by points, both tournaments; of "
            f"all {every.pairs} pairs, {every.alike} have",
        ),
        Claim(
            "Players who learned alike prolong their games.", more(longer.low, longer.high), round(float(printed[0] - printed[1])), *longer,
            because=f"turns a game of two players of one method ({np.mean(same):,.0f}) less those of two methods ({np.mean(cross):,.0f}); "
            "ours count drawn games, the printed ones are those of games won",
        ),
        Claim(
            "TD5, with a lambda of 0.9, is the best temporal-difference player.", more(td5.low, td5.high), 3, *td5,
            because="its wins in 80 games less those of the next best, mean of both tournaments",
        ),
    ]  # fmt: skip


def ranks(data: RummyData, reach: bool) -> Ordering:
    """Pairs of players in order of their wins and of their points; perhaps only pairs that their wins can tell apart."""
    found = Ordering()
    for run in (1, 2):
        wins, points = ([data.total(player, what, run) for player in PLAYERS] for what in ("wins", "score"))
        reaches = [each.high - each.value for each in wins] if reach else None
        found += ordering([each.value for each in points], [each.value for each in wins], reaches)
    return found


def lead_of_td5(data: RummyData) -> Interval:
    """The lead of TD5 over the next best of its method."""
    found = []
    for run in (1, 2):
        wins = {player: data.total(player, "wins", run) for player in TDS}
        next_best = max((player for player in TDS if player != "TD5"), key=lambda player: wins[player].value)
        found.append((wins["TD5"], wins[next_best]))
    value = sum(one.value - other.value for one, other in found) / len(found)
    return around(value, sqrt(sum((each.high - each.value) ** 2 for pair in found for each in pair)) / len(found))


def training_claims(data: RummyData) -> list[Claim]:
    """What training does and takes."""
    tds, evos = data.trainings(*TDS), data.trainings(*EVOS)
    dearer = difference_of(*([1000 * row["seconds"] / row["games"] for row in rows] for rows in (tds, evos)))
    each_turn = [1e6 * sum(row["seconds"] for row in rows) / sum(sum(row["turns"]) for row in rows) for rows in (tds, evos)]
    least = min(turns for row in [*tds, *evos] for turns in turns_by_game(row).turns)
    before, end = strength(data, brain_name("EVO4", FIFTH)), strength(data, "EVO4")
    collapse = Interval(end.value - before.value, end.low - before.high, end.high - before.low)
    start, last = strength(data, brain_name("TD4", STEP)), strength(data, "TD4")
    stagnant = Interval(last.value - start.value, last.low - start.high, last.high - start.low)
    return [
        Claim(
            "Temporal differences take more computing time a game.", more(dearer.low, dearer.high), "more", *dearer,
            because=f"milliseconds of one core a training game, mean over trainings; a turn takes {number(each_turn[0], 1)} microseconds, "
            f"with evolution {number(each_turn[1], 1)}",
        ),
        Claim(
            f"While they learn, games never take fewer than {LEAST_TURNS} turns.",
            Verdict.REPRODUCED if least >= LEAST_TURNS else Verdict.CONTRADICTED, LEAST_TURNS, least,
            because="turns a game in the shortest stretch of any training; a stretch is a fortieth of one",
        ),
        Claim(
            "EVO4 collapses after its fifth regime.", less(collapse.low, collapse.high), "serious problem", *collapse,
            because=f"share of games won against the seven others at the end, less that after {data.games(FIFTH):,} games",
        ),
        Claim(
            "TD4 stagnates.", between(stagnant.low, stagnant.high, -2 * SMALL, 2 * SMALL), "stagnated", *stagnant,
            because=f"the same at the end, less that after {data.games(STEP):,} games; less than {2 * SMALL:g} counts as nothing",
        ),
    ]  # fmt: skip
