"""The page of the FALCON paper: what it says of its reading and of all others follows from the record."""

import numpy as np
import pytest

from cardshark.arena.stats import Interval
from cardshark.experiments.hearts_falcon import page as hearts_falcon
from cardshark.experiments.hearts_falcon import tables as hearts_falcon_tables
from cardshark.experiments.hearts_falcon.fitting import EXPECTED, HARDLY_EVER, SELDOM
from cardshark.experiments.hearts_falcon.measured import FalconRuns
from cardshark.experiments.hearts_falcon.page import sentences
from cardshark.experiments.hearts_falcon.questions import answer_certainty, answer_fitting, what_it_means
from cardshark.experiments.hearts_falcon.readings import CHANGES, base_of, is_open, matters
from cardshark.experiments.hearts_falcon.settings import (
    ALL_READINGS,
    FAMILY,
    FITS,
    LOWEST,
    LOWEST_FIT,
    MAIN,
    MAIN_FIT,
    MULTI,
    READINGS,
    RULES_OF_LEARNING,
    SEPARATE,
    SHORT,
    SPEEDS,
    UPDATES,
    WEIGHT,
    grouped,
    in_words,
)
from cardshark.experiments.hearts_falcon.tables import (
    GAMES,
    GROUPINGS,
    more,
)
from cardshark.report.verdict import Effect, Verdict
from helpers.falcon import THINKER, made_up


@pytest.fixture(scope="module")
def thrifty():
    """Somebody quick in the place of the paper's Monte-Carlo agent."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hearts_falcon_tables, "MONTE_CARLO", THINKER)
        yield


@pytest.fixture(scope="module")
def as_printed(thrifty):
    return hearts_falcon.result(made_up())


@pytest.mark.long
@pytest.mark.parametrize(("verdict", "words"), [("reproduced", "below"), ("contradicted", "not below"), ("undecided", "not told from")])
def test_the_second_sentence_says_what_became_of_the_main_claim(thrifty, verdict, words):
    ours = sentences(FalconRuns(made_up()), Verdict(verdict))[1]
    assert f" here, {words} 0.25, under a reading" in ours


@pytest.mark.long
def test_a_rule_is_said_to_play_alike_only_where_it_does(thrifty):
    record = made_up()
    third = sentences(FalconRuns(record), Verdict.REPRODUCED)[2]
    assert "place 1 of 37; a right one would have 11 to 13" in third and "alike" not in third  # not in tests
    (row,) = [row for row in record.rows("fits") if row["reading"] == LOWEST_FIT]
    row["tested"][""] = row["tested"][WEIGHT]
    assert "plays alike with one network and two" in sentences(FalconRuns(record), Verdict.REPRODUCED)[2]


@pytest.mark.long
def test_the_protocol_tells_both_sets_of_seeds_and_the_time(as_printed):
    rows = {row.what: row.ours for row in as_printed.protocol}
    assert rows["how its constants were found"].startswith("by joint fit on seeds from 7,101 on; compared again on seeds from 7,001 on")
    assert rows["time"] == "1.0 s of one core"
    assert "how many readings it tried was not kept" in as_printed.appendix[0].note


@pytest.mark.long
def test_two_networks_that_play_the_same_cards_are_evidence_against_a_rule(thrifty):
    record = made_up()
    rows = {row["setting"]: row for row in record.rows("runs")}
    rows[more(SEPARATE, "lowest ratio")]["tested"] = rows[more(WEIGHT, "lowest ratio")]["tested"]
    (question,) = [each for each in hearts_falcon.result(record).questions if "reading of before" in each.text]
    assert "to the last card the same" in question.answer and "Figure 3 cannot come of such a rule" in question.answer
    (question,) = [each for each in hearts_falcon.result(made_up()).questions if "reading of before" in each.text]
    assert "to the last card the same" not in question.answer


@pytest.mark.long
def test_readings_are_listed_by_their_fit(as_printed):
    table = as_printed.appendix[0]
    assert table.rows[0] == "this page's reading" and "place 1 of 37" in table.note
    totals = [cells[0].ours for cells in table.cells]
    assert totals == sorted(totals) and totals[0] < totals[1]


def test_the_reading_of_the_page_need_not_fit_best(thrifty):
    record = made_up()
    rows = {row["reading"]: row for row in record.rows("fits")}
    rows[MAIN_FIT]["reading"], rows["aside 0.1"]["reading"] = "aside 0.1", MAIN_FIT
    runs = FalconRuns(record)
    place = runs.fits_in_order().index(MAIN_FIT) + 1
    assert place > 1 and runs.place_of_main() == f"place {place} of {len(FITS)}"
    assert "By place: 1. aside 0.1 " in answer_fitting(runs) and f"; {place}. this page's reading " in answer_fitting(runs)


def test_names_of_pieces_that_promise_too_much_are_not_shown():
    assert (in_words(MAIN_FIT), in_words(LOWEST_FIT)) == ("this page's reading", "the reading of before")
    shown = {in_words(name) for point in (RULES_OF_LEARNING | READINGS).values() for name in point} | {in_words(MAIN_FIT)}
    assert not [name for name in shown if "best" in name or "lowest ratio" in name or ("delta_chosen" in name and "others not" in name)]
    assert len({in_words(name) for name in FITS}) == len(FITS)


def test_a_right_reading_has_the_misfit_that_the_page_expects():
    """Ten ratios and a crossing as far off as their errors allow, and four sayings that hold only just."""
    luck = np.random.default_rng(1).normal(size=(400_000, 15))
    clear, hair = (luck[:, :11] ** 2).sum(axis=1), (np.maximum(luck[:, 11:], 0) ** 2).sum(axis=1)
    assert f"{clear.mean():.0f} to {(clear + hair).mean():.0f}" == EXPECTED
    assert (clear + hair > SELDOM).mean() == pytest.approx(0.05, abs=0.002)
    assert (clear + hair > HARDLY_EVER).mean() == pytest.approx(0.001, abs=0.0002)
    means = [what_it_means(misfit, GAMES) for misfit in (12, SELDOM + 1, HARDLY_EVER + 1)]
    assert means == ["so it may be right", "so it is hardly right", "so all of them are rejected"]
    assert "nothing" in what_it_means(12, GAMES // 100)


def test_variances_are_averaged_not_deviations(thrifty):
    record = made_up()
    row = next(row for row in record.rows("runs") if row["setting"] == MULTI)
    for run, tested in enumerate(row["tested"]):
        tested[0][0] += 3000 * (-1) ** run
    runs = FalconRuns(record)
    spreads = [runs.ratios(grouped(groups)).std(ddof=1) for groups in GROUPINGS]
    assert f"one of {np.sqrt(np.mean(np.square(spreads))):.4f}." in answer_certainty(runs)
    assert f"{np.sqrt(np.mean(np.square(spreads))):.4f}" != f"{np.mean(spreads):.4f}"


@pytest.mark.long
def test_a_reading_matters_if_it_changes_the_level(as_printed):
    effects = {each.point: each.effect for each in as_printed.readings}
    assert effects["actions of the same weight"] == Effect.LEVEL
    assert effects["cards without an alternative"] == Effect.SMALL
    assert effects["F_murai, the agent before"] == Effect.UNTESTED
    for point in RULES_OF_LEARNING | READINGS:
        (reading,) = [each for each in as_printed.readings if each.point == point]
        assert "Added to the ratio: ." not in reading.note
    assert as_printed.readings[0].note.startswith("Small is what stays within 0.005, about half of what the printed ratios span")
    assert [each.point for each in as_printed.readings if "Not in the plot" in each.note] == ["how a category is found"]
    notes = {each.point: each.note for each in as_printed.readings}
    assert "Base of 13 of 14: the reading of before (update delta_chosen" in notes[UPDATES]
    assert notes[SPEEDS].count("the reading of before") == 2 and "the reading of before" not in notes[FAMILY]
    assert as_printed.forest.rows[0].label == "this page's reading, place 1 of 37 by fit"


def test_a_reading_is_compared_with_the_one_that_it_changes():
    """Beside its base it differs in nothing that is not in its name."""

    def differs(name):
        base = {WEIGHT: MAIN, LOWEST_FIT: LOWEST}.get(base_of(name)) or ALL_READINGS[base_of(name)]
        ours = ALL_READINGS[name]
        return {field for one, other in zip(ours, base, strict=True) for field, value in vars(one).items() if vars(other)[field] != value}

    assert base_of(LOWEST_FIT) == WEIGHT and base_of("complement coding") == SHORT
    assert {field for name in RULES_OF_LEARNING[SPEEDS] for field in differs(name)} == {"good", "good_pv", "bad", "bad_pv"}
    assert differs("delta_all, rates of the lowest ratio") == {"update"} and differs("forced no") == {"forced"}
    assert differs("delta_chosen, both rates pv / 3, others not") == {"good", "others"}  # as the page calls it
    rates = {"good", "good_pv", "bad", "bad_pv", "good_aside", "bad_aside", "by_gap"}  # a signed mean has none
    assert differs("signed_mean, others not") - rates == {"others"}


def test_small_is_told_apart_from_unknown():
    far, near = 3 * CHANGES, CHANGES / 2
    wide, narrow = Interval(near, -far, far), Interval(near, 0.0, 1.5 * near)
    assert is_open(wide) and not matters(wide) and not is_open(narrow) and not matters(narrow)
    assert matters(Interval(far, near, 2 * far)) and not is_open(Interval(far, near, 2 * far))
