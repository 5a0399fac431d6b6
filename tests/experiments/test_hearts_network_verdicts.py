"""Verdicts on the network thesis, on data made to say what it says, or the opposite."""

import math
from dataclasses import replace

import numpy as np
import pytest

from cardshark.arena.stats import Interval, share_of
from cardshark.experiments.frozen import frozen_claims
from cardshark.experiments.hearts_network import page as hearts_network
from cardshark.experiments.hearts_network.answers import answers
from cardshark.experiments.hearts_network.claims import (
    above,
    below,
    blow_up_claims,
    course_claims,
    judged,
    late_gains,
    need,
    need_of_share,
    rate_claims,
    stability_claims,
    within,
)
from cardshark.experiments.hearts_network.grouped import SettingRuns
from cardshark.experiments.hearts_network.measured import read_runs
from cardshark.experiments.hearts_network.tables import ACTIVATIONS, REGULARLY, RELUS
from cardshark.experiments.reproduce import with_costs
from cardshark.report.markdown import markdown
from cardshark.report.record import Experiment, Piece
from cardshark.report.result import Need
from cardshark.report.verdict import Verdict
from helpers.networks import changed, made_up, order_row


def verdicts_of(record):
    return {claim.key: str(claim.verdict) for claim in hearts_network.result(record).claims}


@pytest.mark.long
def test_what_the_thesis_says_is_judged_reproduced():
    verdicts = verdicts_of(made_up())
    assert list(verdicts) == list(frozen_claims("hearts_network"))
    others = {key: verdict for key, verdict in verdicts.items() if verdict != "reproduced"}
    # Ten runs cannot show that one spread is a tenth larger, and people are not asked.
    assert others == {"lowest-and-spread": "undecided", "person-harder": "not measured"}


@pytest.mark.long
def test_the_opposite_is_judged_contradicted():
    record = made_up()
    rows = [dict(row) for row in record.rows("runs")]
    swapped = {"ReLU": "Sigmoid", "Sigmoid": "ReLU"}
    for row in rows:
        if row["experiment"] == "activations":
            kind, _, rest = row["setting"].partition(", ")
            row["setting"] = f"{swapped[kind]}, {rest}"
    verdicts = verdicts_of(replace(record, experiments=[Experiment("runs", rows), *record.experiments[1:]]))
    assert {verdicts[key] for key in ("relu-1", "relu-2", "relu-3", "relu-1-printed")} == {"contradicted"}


@pytest.mark.long
def test_the_main_claim_is_judged_at_the_best_rate_and_not_at_the_printed_one():
    """One layer of ReLUs does best at 0.0001, where it ends above the sigmoid."""
    record, rows = made_up(), []
    for row in record.rows("runs"):
        if row["setting"] == "ReLU, 1 × 64 at 0.0001":
            row = {**row, "tests": {**row["tests"], "learner": 300 * 8000}}
        rows.append(row)
        if (row["experiment"], row["setting"]) == ("activations", RELUS[0].name):
            tests = {**row["tests"], "learner": row["tests"]["learner"] + 300 * 500}
            rows.append({**row, "experiment": "best rates", "rate": 0.0001, "tests": tests})
    verdicts = verdicts_of(replace(record, experiments=[Experiment("runs", rows), *record.experiments[1:]]))
    assert (verdicts["relu-1"], verdicts["relu-1-printed"]) == ("contradicted", "reproduced")
    assert verdicts["relu-1-rate"] == "contradicted"


@pytest.mark.long
def test_the_left_neighbour_counts_wherever_the_worst_player_sits():
    """Who scores most here is the training opponent; on the left it helps in table 3.7's order, which supports the thesis."""
    record, meetings = made_up(), []
    random = np.random.default_rng(3)
    for row in record.rows("meetings"):
        names = {"opponent": "two", "two": "opponent"}
        other = order_row(tuple(names.get(name, name) for name in row["order"]), row["run"], random)
        meetings.append({**other, "order": row["order"]})
    experiments = [Experiment("meetings", meetings) if each.name == "meetings" else each for each in record.experiments]
    result = hearts_network.result(replace(record, experiments=experiments))
    found = next(claim for claim in result.claims if claim.key == "left-neighbour")
    assert str(found.verdict) == "reproduced" and "training opponent, the worst here" in found.because


def test_scores_of_shorter_games_are_told_as_if_to_10000():
    record = made_up()
    rows = [{**row, "rules": "dutch:limit=5000"} for row in record.rows("runs")]
    half = read_runs(replace(record, experiments=[Experiment("runs", rows)]))
    whole = read_runs(record)
    for experiment in ("activations", "depths"):
        name = "ReLU, 3 × 64"
        assert half(experiment, name).means() == [2 * mean for mean in whole(experiment, name).means()]
        assert np.allclose(half(experiment, name).curves("others"), 2 * whole(experiment, name).curves("others"))
    assert whole("depths", "ReLU, 3 × 64").curves("others")[0, 0] == pytest.approx(29_000 / 3)


def test_a_run_that_blew_up_counts_as_random_play():
    """Of learners who all end at 10,004 the lead still tells who is better."""

    def row(others):
        return {"rules": "dutch:limit=5000", "tests": {"games": 10, "learner": 50_020, "others": 30 * others}}

    group = SettingRuns([row(4900), {"rules": "dutch:limit=5000", "tests": None}, row(4000)], -2050)
    assert group.leads_at_worst() == pytest.approx([-204, -2050, -2004])
    assert group.blown_up_words() == "1 of 3 blew up"


@pytest.mark.long
@pytest.mark.parametrize("group", ["beyond-relu_1_x_64_scaled_inputs", "depths-relu_3_x_64", "activations-relu_1_x_64", "readings"])
def test_seeds_that_one_network_has_more_of_are_left_out_of_pairs(group):
    usual, extended = made_up(), made_up(**{f"seeds of {group}": 1.5})
    assert len(extended.rows("runs")) > len(usual.rows("runs"))
    before, after = (answers(record) for record in (usual, extended))
    for one, other in zip(before, after, strict=True):
        assert one.item == other.item and math.isfinite(other.low)
    seeds = {claim.key: claim.seeds for claim in hearts_network.result(extended).claims}
    assert seeds["flatten"] == seeds["beats-opponent"] == 10


def test_a_training_that_blew_up_is_compared_with_nobody():
    """The course of the third seed is missing at one depth; without it the others still stand beside their own."""

    def change(row):
        if row["experiment"] == "depths" and row["seed"] == 1003 and row["setting"] == RELUS[2].name:
            row = {name: value for name, value in row.items() if name not in ("learner", "others", "tested")} | {"tests": None}
        if row["experiment"] == "depths" and row["seed"] == 1010 and "learner" in row:
            row["learner"] = [10 * each for each in row["learner"]]
        return row

    runs = read_runs(changed(made_up(), change))
    whole, short = (late_gains(runs("depths", each.name)) for each in (RELUS[2]._replace(name="ReLU, 1 × 192"), RELUS[2]))
    assert whole.keys() - short.keys() == {1003} and short[1010] / whole[1010] == pytest.approx(1, abs=0.1) and whole[1010] < -100
    assert course_claims(runs)[0].seeds == 9


def test_the_cost_of_a_claim_has_the_trials_that_chose_its_rate():
    frozen, record = frozen_claims("hearts_network"), made_up()
    names = ("opponent 1", "opponents-1000_games-601 2", "rates-relu_1_x_64_at_0.01-501 3", "rates-sigmoid_2_x_64_at_0.01-501 4",
             "activations-relu_1_x_64-1 5", "depths-relu_1_x_192-1 6", "orders 7")  # fmt: skip
    pieces = [Piece(name, 1, "", 0, "", "", 10.0**place) for place, name in enumerate(names)]
    claims = with_costs([frozen[key].judged(Verdict.UNMEASURED) for key in frozen], replace(record, pieces=pieces))
    seconds = {claim.key: claim.seconds for claim in claims}
    assert (seconds["relu-1"], seconds["relu-1-printed"], seconds["depth-2-1"], seconds["left-points"]) == (10101, 10001, 100001, 1100001)


@pytest.mark.long
@pytest.mark.parametrize("name", [RELUS[0].name, "Sigmoid, 2 × 64"])
def test_a_network_that_always_blows_up_has_no_figure_and_the_page_is_made(name):
    def change(row):
        if (row["experiment"], row["setting"]) == ("activations", name):
            row = {key: value for key, value in row.items() if key not in ("learner", "others", "tested")} | {"tests": None}
        return row

    result = hearts_network.result(changed(made_up(), change))
    verdicts = {claim.key: str(claim.verdict) for claim in result.claims}
    assert verdicts["relu-1-printed" if "ReLU" in name else "relu-2"] == "not measured" and verdicts["depth-3-1"] == "reproduced"
    assert "nan" not in markdown(result)


@pytest.mark.long
def test_one_network_that_learns_at_any_rate_spoils_what_is_said_of_every_network():
    def change(row):
        if row["setting"].startswith("Sigmoid, 3 × 64 at 0.01"):
            row["tests"] = {**row["tests"], "learner": row["tests"]["learner"] - 300 * 900}
        if row["experiment"] == "rates" and row["setting"].startswith(("ReLU, 2", "ReLU, 3")) and not row["tests"]:
            row["tests"] = {"games": 300, "learner": 300 * 10_004, "squares": 0, "others": 900 * 9000, "wins": 0, "lowest": 10_000}
        return row

    runs = read_runs(changed(made_up(), change))
    verdicts = {claim.key: str(claim.verdict) for claim in [*rate_claims(runs), *blow_up_claims(runs)]}
    assert verdicts["rate-0.01"] == verdicts["sigmoid-rate"] == "contradicted"
    assert verdicts["relu-deep-rate"] == "reproduced"
    assert verdicts["relu-deep-blows-up"] == "contradicted"  # none of 28 runs: that is less than one in eight


@pytest.mark.parametrize(("gone", "count", "more"), [(0, 16, 16), (0, 4, 24), (1, 28, 28), (14, 56, 56)])
def test_what_a_share_needs_is_counted(gone, count, more):
    """Its interval is not even: 0 of 28 is the first of none that excludes one in eight."""
    assert share_of(0, 27).high > REGULARLY > share_of(0, 28).high
    found = need_of_share(gone, count)
    assert isinstance(found, Need) and (found.more, found.have) == (more, count)
    assert need_of_share(1, 8) == ""  # just one in eight


def test_what_would_decide_is_measured_to_the_nearer_bound_and_of_the_first_part_that_is_open():
    sure, wide, narrow = above(Interval(5.0, 4.0, 6.0)), above(Interval(1.0, -3.0, 5.0)), above(Interval(1.0, -1.0, 3.0))
    one, two = (judged("flatten", parts, 10).need.more for parts in ([sure, narrow, wide], [sure, wide, narrow]))
    assert one == need(narrow, 10).more < two == need(wide, 10).more
    assert judged("flatten", [sure, sure], 10).need is None and judged("flatten", [sure], 10).ours == 5
    assert judged("flatten", [sure, narrow, below(sure.found)], 10).verdict == Verdict.CONTRADICTED
    assert judged("flatten", [narrow._replace(than=None)], 10).need is None  # more seeds would not decide it
    for large in (Interval(1.25, 0.25, 6.25), Interval(0.8, 0.16, 4.0)):  # which holds both bounds
        near, far = within(large, 1.73)
        assert near.verdict == far.verdict == Verdict.UNDECIDED and need(near, 10).more > need(far, 10).more
        assert near.than == pytest.approx(math.log(1.73 if large.value > 1 else 1 / 1.73))


@pytest.mark.parametrize(("times", "bound"), [(0.75, 1 / 1.728), (1.35, 1.728)])
def test_an_undecided_ratio_needs_what_its_nearer_bound_does(times, bound):
    """Spreads of ReLUs are smaller or larger: near to what an F-test takes for less, or for more."""

    def change(row):
        if row["experiment"] == "activations" and row["setting"].startswith("ReLU"):
            mean = next(paper.mean for each, paper in ACTIVATIONS.items() if each.name == row["setting"])
            row["tests"] = {**row["tests"], "learner": round(300 * mean + times * (row["tests"]["learner"] - 300 * mean))}
        return row

    found = {claim.key: claim for claim in stability_claims(read_runs(changed(made_up(), change)))}["equally-stable"]
    assert str(found.verdict) == "undecided" and found.because.startswith("holds within 0.58 to 1.73; ")
    apart = math.log(found.ours) - math.log(bound)
    half = (math.log(found.high) - math.log(found.low)) / 2
    assert found.need.more == pytest.approx(10 * (2.8 / 1.96 * half / apart) ** 2 - 10, rel=0.1)
