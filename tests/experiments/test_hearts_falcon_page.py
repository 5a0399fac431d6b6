"""The page of the FALCON paper: what it says of its reading and of all others follows from the record."""

from dataclasses import replace

import numpy as np
import pytest

from cardshark.arena.stats import Interval
from cardshark.experiments.hearts_falcon import page as hearts_falcon
from cardshark.experiments.hearts_falcon import tables as hearts_falcon_tables
from cardshark.experiments.hearts_falcon.answers import answers
from cardshark.experiments.hearts_falcon.fitting import (
    EXPECTED,
    HARDLY_EVER,
    OF_TEST,
    SELDOM,
    Misfit,
    is_below_equals,
    luck_of,
)
from cardshark.experiments.hearts_falcon.measured import FalconRuns
from cardshark.experiments.hearts_falcon.page import FIRST_CHOICE, sentences
from cardshark.experiments.hearts_falcon.questions import answer_certainty, answer_fitting, what_it_means
from cardshark.experiments.hearts_falcon.readings import CHANGES, base_of, effect_on_level, readings
from cardshark.experiments.hearts_falcon.settings import (
    ABLATED,
    ALL_READINGS,
    BEST_GROUPS,
    BEYOND,
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
from cardshark.learning.falcon.course import FalconCourse
from cardshark.learning.falcon.lesson import Feedback
from cardshark.report.figures import with_interval
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
def test_the_second_sentence_has_the_judged_figure_of_separate_networks(thrifty, as_printed):
    (claim,) = [claim for claim in as_printed.claims if claim.key == "separate"]
    judged = with_interval(claim.ours, claim.low, claim.high)
    assert f"{judged} in the first 10,000 games, as judged, and by" in sentences(FalconRuns(made_up()), Verdict.REPRODUCED)[1]


@pytest.mark.long
def test_the_third_sentence_says_whether_our_own_test_rejects_the_reading(thrifty):
    record = made_up()
    runs = FalconRuns(record)
    fit = runs.fits[MAIN_FIT]
    for cost, words in (
        (0.0, "so it may be right"),
        (SELDOM + 1, "so it is hardly right"),
        (HARDLY_EVER + 1, "so our own test rejects ours"),
    ):
        runs.fits[MAIN_FIT] = fit._replace(misfit=Misfit(0.0, 0.0, 0.0, cost))
        assert sentences(runs, Verdict.REPRODUCED)[2].endswith(f"{words}.")


@pytest.mark.long
def test_readings_that_may_be_below_by_luck_are_not_counted(thrifty):
    runs = FalconRuns(made_up())
    fit, luck = runs.fits[MAIN_FIT], 1.96 * OF_TEST / runs.fits[MAIN_FIT].runs ** 0.5
    for name, ratio in zip(runs.fits, [0.25 - 1.1 * luck, *[0.25 - 0.9 * luck] * len(runs.fits)], strict=False):
        runs.fits[name] = fit._replace(ratios={**fit.ratios, BEST_GROUPS: ratio})
    assert [is_below_equals(each, BEST_GROUPS) for each in runs.fits.values()].count(True) == 1
    assert "below 0.25, by more than luck, under 1 of 37 readings" in sentences(runs, Verdict.REPRODUCED)[3]


@pytest.mark.long
def test_a_rule_is_said_to_play_alike_only_where_it_does(thrifty):
    record = made_up()
    assert "place 1 of 37. A right reading would have 11 to 13" in sentences(FalconRuns(record), Verdict.REPRODUCED)[2]
    assert "play as one" not in answer_fitting(FalconRuns(record))  # not in tests
    (row,) = [row for row in record.rows("fits") if row["reading"] == LOWEST_FIT]
    row["tested"][""] = row["tested"][WEIGHT]
    assert "where two networks play as one" in answer_fitting(FalconRuns(record))


@pytest.mark.long
def test_the_protocol_tells_both_sets_of_seeds_and_the_time(as_printed):
    rows = {row.what: row.ours for row in as_printed.protocol}
    assert rows["how its constants were found"].startswith("by joint fit on seeds from 7,101 on, perhaps 7,001 on, too")
    assert "always the same" in rows["seat of the learner"] and FalconCourse.__doc__ and "on seat 0" in FalconCourse.__doc__
    assert rows["time"] == "1.0 s of one core"
    note = as_printed.appendix[0].note
    assert "how many readings it tried was not kept" in note and f"“{FIRST_CHOICE}”, has " in note and FIRST_CHOICE in FITS
    assert "aside: the share of the rate" in note  # the legend of names


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
    assert "explains the names): 1. aside 0.1 " in answer_fitting(runs) and f"; {place}. this page's reading " in answer_fitting(runs)


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


@pytest.mark.parametrize("misfit", [13, 50])
def test_other_seeds_would_move_a_misfit_by_so_much(misfit):
    """Eleven distances, each half of it our luck and half a distance that stays, so that the mean is the misfit."""
    stays = np.sqrt((misfit - 5.5) / 11)
    found = ((stays + np.random.default_rng(1).normal(size=(200_000, 11)) / np.sqrt(2)) ** 2).sum(axis=1)
    assert found.mean() == pytest.approx(misfit, rel=0.01) and luck_of(misfit) == pytest.approx(found.std(), rel=0.01)


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
    assert as_printed.readings[0].note.startswith("Small is what is known to change the ratio by 0.005 or less, about half")
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
    assert effect_on_level(Interval(near, -far, far)) == Effect.UNKNOWN
    assert effect_on_level(Interval(0.0, -near, near)) == effect_on_level(Interval(near, 0.1 * near, 1.5 * near)) == Effect.SMALL
    assert effect_on_level(Interval(far, near, 2 * far)) == effect_on_level(Interval(-far, -2 * far, -near)) == Effect.LEVEL


def test_a_point_of_which_one_reading_may_be_anything_cannot_be_told(thrifty):
    record = made_up()
    rows = {row["setting"]: row for row in record.rows("runs")}
    for run, tested in enumerate(rows["forced no"]["tested"]):
        tested[0][0] += 5000 * (-1) ** run
    (reading,) = [each for each in readings(FalconRuns(record)) if each.point == "cards without an alternative"]
    assert reading.effect == Effect.UNKNOWN and "1 of 1 cannot be told" in reading.note


@pytest.mark.long
def test_readings_by_fit_are_part_of_the_plot(as_printed):
    assert f"{len(FITS)} of the {len(as_printed.forest.rows)} rows are readings of the learning rule" in as_printed.forest.note
    of_rules = {row.group for row in as_printed.forest.rows} & {"chosen", *RULES_OF_LEARNING}
    assert sum(row.group in of_rules for row in as_printed.forest.rows) == len(FITS)


@pytest.mark.long
def test_the_whole_hand_of_the_six_methods_is_not_that_of_future_work(thrifty, as_printed):
    (question,) = [each for each in as_printed.questions if "six methods" in each.text]
    (answer,) = [each for each in answers(made_up()) if each.item == 27]
    apart = with_interval(answer.ours, answer.low, answer.high)
    assert f"with a learning rule of its own it changes the ratio by {apart} (future work 27)" in question.answer
    rows = {row.label: with_interval(row.ours, row.low, row.high) for row in question.figure.rows}
    assert f"What costs {rows['feedback: the whole hand, not tricks']} among the six methods is something else" in answer.text
    ours, ablated = BEYOND["rest_mean"].lesson, ABLATED["the whole hand, not tricks"].lesson
    assert ours.epsilon > 0 == ablated.epsilon and ablated == replace(MAIN.lesson, feedback=Feedback.HAND)
