"""The claims of the POMCP report on made-up tables: their verdicts, and what undecided ones need."""

import pytest

from cardshark.arena.stats import Interval
from cardshark.experiments.hearts_pomcp.claims import (
    IDENTICAL,
    MC_SEAT,
    POMCP_SEAT,
    SLIGHT,
    Finding,
    differing,
    findings,
    half_a_rise,
    printed_change,
    printed_unseen,
    swapped,
    time_finding,
    what_decides,
    within,
)
from cardshark.experiments.hearts_pomcp.tables import AS_DESCRIBED, DEALS, SIMULATIONS, SWAPPED
from cardshark.report.result import Need
from cardshark.report.verdict import Verdict, more_deals
from helpers.pomcp import made_hands, made_tables


@pytest.fixture(scope="module")
def hands():
    """Single hands of every printed table, from which printed errors come."""
    return [made_hands([6.5] * 4, table, seed=table)[0] for table in range(8)]


def verdicts(hands, gaps, **more):
    return {key: finding.verdict for key, finding in findings(made_tables(gaps, **more), hands).items()}


def test_no_difference_speaks_against_a_printed_one(hands):
    """An interval around zero that is too narrow for the printed 0.32 does not leave the claim open."""
    found = verdicts(hands, {})
    assert [found[f"worse-table-{table}"] for table in (6, 7, 8)] == [Verdict.CONTRADICTED] * 3
    assert found["mc-more-tolerant"] == found["random-disturbs-mc"] == Verdict.CONTRADICTED
    assert found["pomcp-not-better"] == found["identical-with-random"] == found["identical-together"] == Verdict.REPRODUCED
    assert found["second-disturbs-mc"] == found["third-disturbs-pomcp"] == Verdict.REPRODUCED
    assert found["mc-halves"] == Verdict.CONTRADICTED  # nobody takes less than anybody


def test_printed_differences_are_found_again(hands):
    half = {(0, 1): -3.1, (1, 1): -3.15}
    found = verdicts(hands, {**half, (5, 1): 0.32, (6, 1): 0.7, (7, 0): 0.32, (7, 2): 0.32, (7, 3): 0.32})
    assert [found[f"worse-table-{table}"] for table in (6, 7, 8)] == [Verdict.REPRODUCED] * 3
    assert found["mc-halves"] == found["pomcp-halves"] == Verdict.REPRODUCED
    assert verdicts(hands, {(6, 1): 3.0})["worse-table-7"] == Verdict.NEAR
    assert verdicts(hands, {(1, 1): -0.5})["pomcp-not-better"] == Verdict.CONTRADICTED
    assert verdicts(hands, {(3, 1): 0.5})["identical-with-random"] == Verdict.CONTRADICTED
    assert verdicts(hands, {(2, 1): -3})["random-disturbs-mc"] == Verdict.CONTRADICTED


def test_a_wide_interval_stays_undecided_and_says_what_it_needs(hands):
    found = findings(made_tables({(5, 1): 0.2}, spread=8, deals=400), hands)["worse-table-6"]
    assert found.verdict == Verdict.UNDECIDED
    need = what_decides(found, 400)
    assert isinstance(need, Need)
    assert (need.what, need.have) == ("deals", 400)
    assert need.more > 0
    assert what_decides(found._replace(verdict=Verdict.CONTRADICTED), 400) == ""


@pytest.mark.parametrize(
    ("finding", "than"),
    [
        (Finding(Verdict.UNDECIDED, Interval(0.02, -0.06, 0.1), bounds=(-IDENTICAL,)), -IDENTICAL),  # not zero, though that is nearer
        (within(Interval(0.2, -0.2, 0.6), SLIGHT), SLIGHT),  # the nearer bound is the last that the interval leaves
        (within(Interval(-0.4, -0.8, 0.0), SLIGHT), -SLIGHT),
        (differing(Interval(0.3, -0.1, 0.7), 0.32, 0.1), 0.0),  # of an effect, the farther is the first
        (differing(Interval(0.02, -0.5, 0.54), 0.32, 0.1), 0.32),
        (differing(Interval(0.8, 0.4, 1.2), 0.52, 0.1, neutral=1.0), 0.52),
        (differing(Interval(0.7, 0.3, 1.1), 0.52, 0.1, neutral=1.0), 1.0),
    ],
)
def test_an_undecided_claim_needs_what_its_criterion_asks_for(finding, than):
    assert finding.verdict == Verdict.UNDECIDED
    need = what_decides(finding, 400)
    assert isinstance(need, Need)
    assert need.more == more_deals(*finding.ours, deals=400, than=than)


def test_claims_with_bounds_are_decided_at_those_that_judge_them(hands):
    found = {key: finding.bounds for key, finding in findings(made_tables({}), hands).items() if finding.bounds}
    bounds = {"pomcp-not-better": (-IDENTICAL,), "identical-with-random": (-SLIGHT, SLIGHT), "identical-together": (-SLIGHT, SLIGHT)}
    for name, before, after in (("mc", MC_SEAT, (2, 1)), ("pomcp", POMCP_SEAT, (3, 1))):
        rise = printed_change(after, before)
        bounds |= {f"second-disturbs-{name}": (-rise / 2, rise / 2), f"third-disturbs-{name}": (rise,)}
    assert found == bounds
    assert time_finding(made_tables({}, tables=len(DEALS) + len(SIMULATIONS))).bounds == (0.0,)


def test_a_printed_effect_may_be_nothing_by_its_own_error():
    seen, unseen = (differing(Interval(0.3, 0.2, 0.4), 0.32, error) for error in (0.1, 0.3))
    assert printed_unseen(unseen) and not printed_unseen(seen)
    assert not printed_unseen(differing(Interval(0.5, 0.4, 0.6), 0.52, 0.03, neutral=1.0))
    assert not printed_unseen(within(Interval(0.2, -0.2, 0.6), SLIGHT))


def test_half_a_rise_is_explained_with_our_reach():
    found = within(Interval(-0.01, -0.03, 0.01), 0.06)
    assert "is half the rise: within it" in half_a_rise("second-disturbs-mc", found)
    assert half_a_rise("second-disturbs-mc", found).endswith("ours is within 0.030") and half_a_rise("third-disturbs-mc", found) == ""


def test_claims_on_one_seating_say_what_the_other_one_shows():
    assert [AS_DESCRIBED.table(table)[0] for table in SWAPPED.values()] == [AS_DESCRIBED.pomcp] * 2
    tables = made_tables({(SWAPPED[4], 0): 0.9, (SWAPPED[5], 0): -0.6})
    assert swapped("identical-together", tables).startswith("first two players swapped 0.9")
    assert swapped("worse-table-6", tables).startswith("first two players swapped −0.6")
    assert swapped("worse-table-7", tables) == ""
