"""What the page of the POMCP report says, on made-up figures: every sentence that depends on what came out."""

import re
from collections import defaultdict
from types import SimpleNamespace

import numpy as np
import pytest

from cardshark.arena.records import Clock
from cardshark.arena.stats import Interval, Moments
from cardshark.experiments.hearts_pomcp.answers import better_constants, held_back, time_answer
from cardshark.experiments.hearts_pomcp.hands import Hands
from cardshark.experiments.hearts_pomcp.measured import Measured, more_or_fewer
from cardshark.experiments.hearts_pomcp.page import moons_matrix, printed_errors, protocol, sentences
from cardshark.experiments.hearts_pomcp.questions import answer_constants, answer_other_models, answer_time, moons_by_epsilon
from cardshark.experiments.hearts_pomcp.readings import (
    Settled,
    change_of,
    describe_fit,
    few_deals,
    fit_figure,
    moon_shooters,
    program_reading,
    readings,
    what_comes_out,
)
from cardshark.experiments.hearts_pomcp.tables import (
    AS_PROGRAMMED,
    CANDIDATES,
    CONSTANTS,
    DEALS,
    MOONS,
    PROGRAM_TABLES,
    ROLLOUTS,
    SIMULATIONS,
    TEXT_TABLES,
)
from cardshark.report.summary import first_clause
from cardshark.report.verdict import Effect, Level, Verdict
from helpers.pomcp import made_hands, made_tables

TIMES = len(DEALS) + len(SIMULATIONS)


@pytest.fixture(scope="module")
def measured():
    """A record in which nobody is better than anybody, except that POMCP takes half a point less; there are 30 moons at table 1."""
    clocks = {AS_PROGRAMMED.mc: Clock(3.0, 10_000), AS_PROGRAMMED.pomcp: Clock(2.0, 10_000)}
    plain = made_tables({}, deals=40, tables=TIMES)
    tables = {name: made_tables({(1, 1): -0.5}, deals=100, moons=[moons])._replace(clocks=clocks) for name, moons in
              ((PROGRAM_TABLES, 12), (TEXT_TABLES, 2))}  # fmt: skip
    hands = [made_hands([8, 4, 7, 7], table, hands=400)[0] for table in range(len(MOONS))]
    trials = dict.fromkeys(CANDIDATES, hands)
    return Measured(
        defaultdict(lambda: plain, tables), trials, {"luck of MC": [[1, 5, 9], [2, 6, 7]], "luck of POMCP": [[1, 4, 9], [2, 6, 7]]}
    )


# ---- the page ----


def test_moons_of_one_reading_are_ranked_with_nothing():
    """A table counts for the cards at the top: its cells for the level, but no order where each column has a single cell."""
    shown = moons_matrix("Moons", "as programmed", made_tables({}, moons=[2 * moons for moons in MOONS], deals=500))
    assert [cell.ours for cell in shown.entries] == list(MOONS)
    assert shown.levels() == [Level.INSIDE] * len(MOONS)
    assert shown.ordering().tau is None


def test_differences_are_said_without_a_sign():
    fewer, more = (made_tables({(1, 1): gap}, 0.1) for gap in (-0.5, 0.5))
    assert [more_or_fewer(each.points(1, 1) - each.points(0, 1)) for each in (fewer, more)] == ["0.503 ± 0.006 fewer", "0.497 ± 0.006 more"]


def test_the_sentences_at_the_top(measured):
    _, ours, why, sure = sentences(measured)
    assert "fewer points a hand than simple Monte Carlo, printed 0.015 fewer." in ours
    assert "in a thousand hands: 30 by the program, 5 by the text, printed 42." in why
    assert "is the author's program, not a fit. Its misfit to all printed scores" in sure
    assert "46 at most, as in 95 of 100 cases" in fit_figure(measured).note and "Deals that were played 2 times show" in sure
    assert "simple Monte Carlo" in moon_shooters(measured.hands)


def test_the_protocol_has_the_times_that_were_measured(measured):
    found = {each.what: each for each in protocol(measured, 5)}
    assert found["time a move"].ours == "300 deals, 300 µs; 600 simulations, 200 µs"
    assert "one second" in found["time a move"].paper


def test_the_protocol_says_how_many_printed_effects_are_nothing_by_themselves(measured):
    """Where all points of a hand go to one seat, a thousand hands say little of a gap of a third of a point."""
    assert printed_errors(measured) == "from the spread of single hands, for 1,000 of them"
    takes_all = np.repeat(26 * np.eye(4, dtype=int), 100, axis=1)
    loud = [Hands(table, Moments.of(np.concatenate([takes_all, 0 * takes_all]))) for table in range(len(MOONS))]
    told = printed_errors(measured._replace(trials=dict.fromkeys(CANDIDATES, loud)))
    assert re.search(r": [3-8] of the 8 printed effects cannot be told from none\. Even then a claim holds only if", told)


# ---- readings ----


@pytest.mark.parametrize(
    ("other", "reach", "effect", "words"),
    [
        (31, 0.005, Effect.SMALL, "of 28;"),
        (31, 0.02, Effect.UNKNOWN, "of 28;"),  # the misfits are alike, but the share may have changed by more than is small
        (35, 0.005, Effect.LEVEL, "of 28;"),
        (25, 0.005, Effect.SMALL, "of 28;"),
        (25, 0.0005, Effect.LEVEL, "of 28;"),
        (20, 0.005, Effect.LEVEL, "of 28; the alternative fits better;"),
    ],
)
def test_a_reading_matters_on_either_side(other, reach, effect, words):
    fits = {"as programmed": (28.0, 8.0), "programmed, that": (float(other), 8.0)}
    found = program_reading("x", Settled("this", "programmed, that"), fits, Interval(0.001, 0.001 - reach, 0.001 + reach), 0.007)
    assert (found.choice, found.alternatives, found.effect) == ("this", "that", effect)
    assert words.replace("of", "instead of") in found.note


def test_readings_of_one_contest_are_compared_deal_by_deal():
    """What all tables of a contest have in common is no luck of their difference; two contests are taken as independent."""
    one, other = (made_tables({}, deals=200) for _ in range(2))
    assert change_of(one.share(0, 1), one.share(0, 1)) == (0, 0, 0)
    apart = change_of(one.share(0, 1), other.share(0, 1))
    alone = one.share(0, 1).interval()
    assert apart.value == 0 and apart.high == pytest.approx(2**0.5 * (alone.high - alone.value))


class Fit:
    """A table whose misfit is known, and on how many deals."""

    def __init__(self, joint: float, deals: int = 300) -> None:
        self.joint, self.moments = joint, SimpleNamespace(count=4 * deals)

    def misfit(self) -> tuple[float, float]:
        return self.joint, 1.0


@pytest.mark.parametrize(
    ("program", "text", "words"),
    [
        (28, 158, r"^By the text alone the printed figures do not come out; by the program .* they do\. It passes at random, .*\.$"),
        (96, 17, r"^By the text alone the printed figures come out; by the program .* they do not\.$"),
        (28, 30, r"^The printed figures come out both by the text alone and by the program .*\.$"),
        (96, 158, r"^The printed figures come out neither by the text alone nor by the program .*\.$"),
    ],
)
def test_which_reading_the_page_says_comes_out(program, text, words):
    """What the program does is a cause only where the figures come out by it, and not by the text."""
    assert re.match(words, what_comes_out({"as programmed": [Fit(program)], "as described": [Fit(text)]}))  # type: ignore[list-item]


def test_readings_with_fewer_deals_are_not_ranked():
    trials = {"as programmed": [Fit(28)], "as described": [Fit(158)], "three times the time": [Fit(20, 100)]}
    assert "least" not in describe_fit(trials)  # type: ignore[arg-type]
    assert few_deals(trials) == "Not ranked, because fewer deals make a misfit smaller: three times the time (100 deals instead of 300). "  # type: ignore[arg-type]
    trials["another"] = [Fit(25)]
    assert describe_fit(trials).endswith("; the least of 3 readings: 25 (another)")  # type: ignore[arg-type]


def test_every_reading_says_which_one_it_varies(measured):
    found = readings(measured)
    assert {each.note.removeprefix("see ") for each in found if each.note.startswith("see ")} == {"by the text: the rules"}
    assert "by the text: the rules" in {each.point for each in found if each.effect != Effect.UNTESTED}
    assert sum(each.effect == Effect.UNTESTED for each in found) == 6
    assert "lies within ±0.0" in fit_figure(measured).note and "3.84" in fit_figure(measured).note


# ---- questions ----


def test_whether_the_time_is_too_short_is_what_the_claim_says():
    """Also where the interval is so narrow that another answer would say that there is no difference."""
    longer = (len(DEALS) + len(DEALS) - 1, 0)
    cases = {0.0: ("undecided", "undecided"), -0.5: ("yes", "by its time"), 0.5: ("no", "not by its time")}  # no c is better
    constants = made_tables({}, deals=40)
    for gap, (answer, item) in cases.items():
        times = made_tables({longer: gap}, 0.5 if gap else 1.0, 500, TIMES)
        clocks = {times.contest.tables[place][0]: Clock(1.0, 10_000) for place in range(TIMES)}
        assert answer_time(times._replace(clocks=clocks)).startswith(f"Too short a time: {answer}, by the claim")
        assert time_answer(times, constants).verdict == item


def test_what_holds_pomcp_back_is_said_of_both():
    """Its constant counts if one of all that were tried is surely better; what it saves stands in the part that the summary shows."""
    used = CONSTANTS.index("outstanding")
    assert better_constants(made_tables({}, deals=400)) == []
    constants = made_tables({(4, 0): -1}, deals=400)
    assert better_constants(constants) == ["10"]
    assert better_constants(made_tables({(used, 0): -1}, deals=400)) == []
    assert held_back(Verdict.REPRODUCED, ["10"]) == "by both" and held_back(Verdict.REPRODUCED, []) == "by its time"
    assert held_back(Verdict.CONTRADICTED, ["10"]) == "by its constant" and held_back(Verdict.UNDECIDED, []) == "undecided"
    assert held_back(Verdict.UNDECIDED, ["10"]) == "by its constant, perhaps by its time"
    found = time_answer(made_tables({}, 0.5, 500, TIMES), constants)
    assert "(c = 10) saves 0.95 ± 0.07" in first_clause(found.text)


def test_the_best_and_the_worst_constant():
    used = CONSTANTS.index("outstanding")
    found = answer_constants(made_tables({(0, 0): 2, (2, 0): -1}, deals=40))
    assert "the best, c = 3, saves" in found and "the worst, c = 0, costs" in found
    assert "the points outstanding are the best;" in answer_constants(made_tables({(used, 0): -2}, deals=40))
    assert "the points outstanding are the worst;" in answer_constants(made_tables({(used, 0): 2}, deals=40))


def test_moons_are_listed_for_every_chance():
    none = moons_by_epsilon(made_tables({}, deals=400, moons=[8] * len(ROLLOUTS)))
    assert (
        ": 5 (0), 5 (0.05), 5 (0.1), 5 (0.2), 5 (0.3), 5 (0.5), 5 (1). Table 1 has 42. With errors allowed for, no chance agrees with that."
        in none
    )
    some = dict.fromkeys(ROLLOUTS, 8) | {"own moves random 0.5": 60, "own moves random": 160}
    assert "for, a chance of 0.5 agrees with that; a chance of 1 gives more." in moons_by_epsilon(
        made_tables({}, deals=400, moons=some.values())
    )


def test_whoever_beats_players_who_learned_takes_fewer_points():
    standings = defaultdict(lambda: made_tables({(0, 0): -2}, deals=40))
    assert "more" not in answer_other_models(standings) and "fewer points a hand than they do" in answer_other_models(standings)
