"""The network thesis: its printed figures, how much is done at a scale, and one run."""

import json
import shlex
import sys
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from scipy import stats as scipy_stats

from cardshark.arena.contest import Figures, Standing
from cardshark.arena.jobs import HERE, Crew
from cardshark.arena.stats import Moments
from cardshark.cli import main
from cardshark.experiments import reproduce
from cardshark.experiments.amounts import Amounts
from cardshark.experiments.curves import sum_in_bins
from cardshark.experiments.frozen import frozen_claims
from cardshark.experiments.hearts_network import page as hearts_network
from cardshark.experiments.hearts_network.answers import answers
from cardshark.experiments.hearts_network.grouped import chosen_rates, group_runs, kept_rows
from cardshark.experiments.hearts_network.grouped import tried as trials
from cardshark.experiments.hearts_network.measured import find_worst_player, points_by_place, worst_on_the_left
from cardshark.experiments.hearts_network.recipes import OPPONENT, TRIED_ELSEWHERE, beyond, for_both, sigmoid_name
from cardshark.experiments.hearts_network.runs import (
    Meeting,
    RandomPlay,
    best_of,
    contests,
    first_places,
    meet,
    play_at_random,
    sums_of,
    train,
)
from cardshark.experiments.hearts_network.tables import (
    ACTIVATIONS,
    COMPETITIONS,
    DEPTHS,
    LOWEST_RATE,
    ORDERS,
    PLAYERS,
    RATES,
    RELUS,
    RUNS,
    TEST_OF_ACTIVATIONS,
    TEST_OF_DEPTHS,
    at_rate,
    printed_ratio,
    printed_reach,
)
from cardshark.experiments.hearts_network.tasks import MANY_TRIALS, OPPONENT_SEEDS, Shop, Task, group_name, plan
from cardshark.learning.hearts.hindsight import HindsightCourse, Lesson
from cardshark.learning.hearts.seats import final_totals
from cardshark.players.brain_file import digest, save
from cardshark.players.hearts.network.brain import Design, load
from cardshark.report.record import read
from cardshark.text import UserError
from helpers.papers import lose_half, rows_of

# ---- what is printed ----


def p_of(one, other):
    """Student's test from printed means and standard deviations."""
    return scipy_stats.ttest_ind_from_stats(one.mean, one.sd, RUNS, other.mean, other.sd, RUNS).pvalue


def test_the_printed_t_tests_follow_from_the_printed_tables():
    """So the printed standard deviations are those of the eight runs; one p-value is misprinted or rounded on the way."""
    rows = list(ACTIVATIONS.values())
    found = [p_of(relu, sigmoid) for relu, sigmoid in zip(rows[::2], rows[1::2], strict=True)]
    assert found[0] == pytest.approx(TEST_OF_ACTIVATIONS[1], abs=5e-5)
    assert found[1] == pytest.approx(0.0031, abs=5e-5)
    assert found[2] < 0.0001
    depths = list(DEPTHS.values())
    for (one, other), printed in TEST_OF_DEPTHS.items():
        assert p_of(depths[one - 1], depths[other - 1]) == pytest.approx(printed, abs=5e-4)


def test_the_orders_are_all_six():
    cyclic = {order[order.index("opponent") :] + order[: order.index("opponent")] for order in ORDERS}
    assert cyclic == {("opponent", *rest) for rest in permutations(PLAYERS[1:])}
    assert [tuple(each) for each in COMPETITIONS.values()] == list(ORDERS[:2])
    assert [sum(wins.values()) for wins in COMPETITIONS.values()] == [1000, 1000]


def test_what_the_printed_runs_could_have_seen():
    """Two settings whose difference is just that far from zero have a p-value of one in twenty; so do two spreads with that ratio."""
    one, other = list(DEPTHS.values())[:2]
    reach = printed_reach(one, other)
    assert scipy_stats.ttest_ind_from_stats(reach, one.sd, RUNS, 0, other.sd, RUNS).pvalue == pytest.approx(0.05)
    assert 2 * scipy_stats.f.sf(printed_ratio(2) ** 2, 14, 14) == pytest.approx(0.05)


# ---- how much ----

PRINTED = {recipe.name: 0.0001 for recipe in beyond()} | {each.name: each.rate for each in ACTIVATIONS}
OTHER = dict.fromkeys(PRINTED, 0.01)


def tasks_of(scale, chosen=OTHER):
    shop = Shop(Amounts(scale), 7)
    return [shop.opponent(), *shop.opponents(), *shop.trials(), *shop.lowest(dict.fromkeys(PRINTED, RATES[-1])), *shop.published(chosen)]


def test_full_scale_is_that_of_the_thesis_with_ten_seeds():
    amount = plan(Amounts(1))
    assert (amount.games(1000), amount.limit, amount.games(300), amount.competition) == (1000, 10_000, 300, 1000)
    found = tasks_of(1)
    assert {task.lesson.games for task in found if task.experiment == "depths"} == {3000}
    assert sum(task.experiment == "activations" for task in found) == sum(task.experiment == "best rates" for task in found) == 60
    rates = [task for task in found if task.experiment == "rates"]
    assert {task.lesson.rate for task in rates} == {*RATES, LOWEST_RATE} and {task.lesson.games for task in rates} == {1000}
    assert len(rates) == 6 * 4 * RUNS + 2 * (MANY_TRIALS - RUNS)
    many = {each.setting for each in rates if each.seed > 7500 + RUNS}
    assert many == {at_rate(each.name, 0.001) for each in RELUS[1:]}
    assert {task.lesson.rate for task in found if task.experiment == "trials"} == set(RATES)  # ours, too, may learn fast
    assert {task.lesson.games for task in found if task.experiment == "opponents"} == {1000, 5000, 20_000}
    assert plan(Amounts(2)).games(1000) == 1000
    assert sum(task.experiment == "activations" for task in tasks_of(2)) == 120


@pytest.mark.parametrize("scale", [0.3, 0.05, 0.01])
def test_small_scales_take_no_more_than_their_share(scale):
    """Work is what is played: games times their length. Two seeds are the least, so games are fewer and shorter."""
    whole, part = (sum(task.games * plan(Amounts(each)).limit for task in tasks_of(each)) for each in (1, scale))
    assert scale / 9 < part / whole < 1.3 * scale


@pytest.mark.parametrize("scale", [0.0001, 0.01, 1, 3])
def test_every_run_has_a_name_of_its_own_and_a_seed_that_people_can_work_out(scale):
    found = tasks_of(scale)
    assert len({task.name for task in found}) == len(found)
    assert all(task.name.replace("_", "").replace("-", "").replace(".", "").isalnum() for task in found)
    assert found[0].seed == 7000
    by_setting = {}
    for task in found[1:]:
        by_setting.setdefault((task.experiment, task.setting), []).append(task.seed)
    firsts = {"rates": 7501, "trials": 7501, "opponents": 7601}
    for (experiment, _), seeds in by_setting.items():
        first = firsts.get(experiment, 7001)
        assert seeds == list(range(first, first + len(seeds))) and len(seeds) > 1
    assert hearts_network.size(Amounts(scale)) > sum(task.games for task in found)


def test_rates_are_chosen_on_other_seeds_than_they_are_judged_by():
    found = tasks_of(1)
    tried = {task.seed for task in found if task.experiment in ("rates", "trials")}
    assert tried and not tried & {task.seed for task in found if task.experiment not in ("rates", "trials")}


def test_sigmoids_are_trained_under_readings_of_any_network():
    """Each at its own best rate, and with nothing else changed than for ReLUs."""
    chosen = PRINTED | {RELUS[0].name: 0.0001}
    found = {}
    for task in Shop(Amounts(1), 7).published(chosen):
        if task.experiment == "readings":
            found.setdefault(task.setting, []).append(task)
    names = [recipe.name for recipe in for_both("dutch:limit=10000", Design())]
    assert len(names) == 9 and {sigmoid_name(name) for name in names} == {name for name in found if name.startswith("Sigmoid")}
    for name in names:
        relus, sigmoids = found[name], found[sigmoid_name(name)]
        assert [task.seed for task in relus] == [task.seed for task in sigmoids] and len(relus) == OPPONENT_SEEDS
        for relu, sigmoid in zip(relus, sigmoids, strict=True):
            assert replace(sigmoid.design, activation=relu.design.activation) == relu.design
            assert replace(sigmoid.lesson, rate=0.0001) == relu.lesson and sigmoid.lesson.rate == 0.001


def test_what_is_trained_already_is_not_trained_twice():
    shop = Shop(Amounts(1), 1)
    usual, moved = ({task.name for task in shop.published(chosen)} for chosen in (PRINTED, OTHER))
    assert not any(name.startswith("best_rates") for name in usual)
    assert {name for name in moved - usual if not name.startswith("best_rates")} == {
        f"beyond-relu_{layers}_plain-{run}" for layers in ("1_x_192", "3_x_64") for run in range(1, 11)
    }


def test_more_seeds_of_one_setting_leave_the_others_alone():
    more = Shop(Amounts(1, {"seeds of activations-relu_1_x_64": 2.0}), 1).published(PRINTED)
    counts = {each.name: sum((task.experiment, task.setting) == ("activations", each.name) for task in more) for each in ACTIVATIONS}
    assert counts == {each.name: 20 if each == RELUS[0] else 10 for each in ACTIVATIONS}


def test_claims_rest_on_work_that_there_is():
    amount = plan(Amounts(1))
    names = {task.name for task in tasks_of(1)} | {contest.name for contest in contests(amount)} | {"meetings 1 opponent one two three"}
    for claim in frozen_claims("hearts_network").values():
        assert claim.pieces and all(any(name.startswith(piece) for name in names) for piece in claim.pieces), claim.key
    assert group_name("best rates", RELUS[0].name) == "best_rates-relu_1_x_64"


# ---- rates ----


def tried(experiment, setting, leads):
    """Runs of a network with these leads; one without a lead blew up."""
    found = []
    for lead in leads:
        tests = None if lead is None else {"games": 1, "learner": 9000, "others": 3 * (9000 + lead)}
        found.append({"experiment": experiment, "setting": setting, "rules": "dutch:limit=10000", "tests": tests})
    return found


def test_the_rate_with_the_largest_lead_is_chosen_and_a_run_that_blew_up_counts_as_random_play():
    rows = tried("nothing", "random play", [-2000])
    for each in ACTIVATIONS:
        for rate, leads in zip(RATES, ([900, None], [100, 120], [90, 100]), strict=True):
            rows += tried("rates", at_rate(each.name, rate), leads)
    rows += tried("rates", at_rate(RELUS[1].name, LOWEST_RATE), [500, 500])
    for recipe in beyond():
        if recipe.name not in TRIED_ELSEWHERE:
            rows += [row for rate in RATES[1:] for row in tried("trials", at_rate(recipe.name, rate), [1 / rate])]
    found = chosen_rates(group_runs(rows))
    assert found.pop(RELUS[1].name) == LOWEST_RATE
    assert {found.pop(each.name) for each in ACTIVATIONS if each != RELUS[1]} == {0.001}
    assert [found.pop(name) for name in TRIED_ELSEWHERE] == [0.001]
    assert set(found.values()) == {0.0001}


def test_more_trials_at_one_rate_do_not_weigh_more_in_the_choice():
    """Two good runs beyond the eighth would make 0.001 the best on average."""
    rows = tried("nothing", "random play", [-2000])
    for rate, leads in ((0.01, [0] * 8), (0.001, [100] * 8 + [900] * 6), (0.0001, [200] * 8)):
        rows += tried("rates", at_rate(RELUS[1].name, rate), leads)
    groups = trials(group_runs(rows), RELUS[1].name)
    assert {rate: len(group.rows) for rate, group in groups.items()} == dict.fromkeys(RATES, 8)
    assert max(groups, key=lambda rate: np.mean(groups[rate].leads_at_worst())) == 0.0001


# ---- sums ----


def test_first_places_are_shared():
    totals = np.array([[50, 60, 70, 80], [60, 50, 50, 90], [50, 50, 50, 90], [9, 9, 9, 9]])
    assert first_places(totals).tolist() == [[12, 0, 0, 0], [0, 6, 6, 0], [4, 4, 4, 0], [3, 3, 3, 3]]


def test_a_record_keeps_one_command_a_setting_and_the_courses_that_are_drawn():
    run = {"experiment": "depths", "setting": "a", "command": "train", "brain": {"file": "x"}, "learner": [1], "others": [2], "tested": [3]}
    found = kept_rows([run, run, run | {"setting": "b"}, run | {"experiment": "beyond"}])
    assert [[*row] for row in found] == [
        ["experiment", "setting", "command", "learner", "others", "tested"], ["experiment", "setting", "learner", "others", "tested"],
        ["experiment", "setting", "command", "learner", "others", "tested"], ["experiment", "setting", "command"],
    ]  # fmt: skip


def test_what_is_kept_of_test_games():
    totals = np.array([[32_000, 1, 2, 3], [10, 20, 30, 40]], np.int16)  # squares would not fit into so few bits
    found = sums_of(totals)
    assert (found["games"], found["learner"], found["squares"], found["others"]) == (2, 32_010, 32_000**2 + 100, 96)
    assert (found["wins"], found["lowest"]) == (12, 10)
    assert sum_in_bins(np.array([32_000, 32_000], np.int16), 1) == [64_000]


# ---- training ----


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A run's folder with a training opponent that knows nothing."""
    path = tmp_path_factory.mktemp("run")
    save(HindsightCourse(Design(hidden="16"), Lesson(games=1), 9).brain, path / OPPONENT)
    return path


def small(**changes):
    lesson = Lesson(games=6, rules="dutch:limit=60", rate=0.001, against=OPPONENT)
    task = Task("toy", "activations", "toy", Design(hidden="16"), lesson, 3001, 5, True)
    return replace(task, lesson=replace(lesson, **changes))


def test_a_run_is_the_course_that_its_command_names(folder):
    row = train(folder, small())
    course = HindsightCourse(Design(hidden="16"), Lesson(games=6, rules="dutch:limit=60", against=str(folder / OPPONENT)), 3001)
    course.advance(6)
    assert row["weights"] == digest(course.brain)[:16]
    assert digest(load(str(folder / row["brain"]["file"]))) == digest(course.brain)
    assert row["learner"] == course.totals[:, 0].tolist()
    assert row["others"] == course.totals[:, 1:].sum(axis=1).tolist()
    others = load(str(folder / OPPONENT))
    totals = final_totals([course.brain, others, others, others], "dutch:limit=60", 5, 3001)
    assert row["tests"]["learner"] == totals[:, 0].sum()
    assert row["tested"] == totals[:, 0].tolist()
    assert row["hands"] == course.hands > 6
    assert str(folder) not in json.dumps(row)  # where the files lay is nobody's business
    assert row["command"] == (
        "cardshark train hindsight --hidden 16 --games 6 --rules dutch:limit=60 --against opponent.safetensors --seed 3001 "
        "--out toy.safetensors"
    )


def test_the_command_of_a_run_trains_the_same_brain(folder, tmp_path, monkeypatch):
    row = train(folder, small())
    (tmp_path / "opponent.safetensors").write_bytes((folder / OPPONENT).read_bytes())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", shlex.split(row["command"]))
    main()
    assert digest(load("./toy.safetensors"))[:16] == row["weights"]


def test_a_run_that_is_done_again_tells_its_course_again(folder):
    first, again = train(folder, small()), train(folder, small())
    assert {**first, "brain": None} == {**again, "brain": None}
    assert first["learner"]


def test_first_weights_are_as_large_as_asked_for():
    for largest, seen in ((0.0, 107**-0.5), (0.5, 0.5), (1.0, 1.0)):
        hidden = HindsightCourse(Design(), Lesson(weights=largest), 4).brain.parts()["hidden1.weights"]
        assert 0.999 * seen < np.abs(hidden).max() <= seen


def test_a_network_that_blows_up_is_told_and_not_tested(folder):
    row = train(folder, small(rate=10.0))
    assert row["diverged"] is not None
    assert row["tests"] is None
    assert "learner" not in row


def test_a_network_may_be_tested_against_another_opponent(folder):
    other = HindsightCourse(Design(hidden="16"), Lesson(games=1), 10).brain
    save(other, folder / "brains" / "other_opponent.safetensors")
    row = train(folder, replace(small(), name="guest", against="brains/other_opponent.safetensors"))
    totals = final_totals([load(str(folder / row["brain"]["file"])), other, other, other], "dutch:limit=60", 5, 3001)
    assert row["tests"]["learner"] == totals[:, 0].sum()


def test_random_play_is_what_somebody_gets_who_has_learnt_nothing(folder):
    row = play_at_random(folder, RandomPlay("dutch:limit=1000", 6, 3000, OPPONENT))
    assert row["tests"]["games"] == 6 and row["tests"]["learner"] > row["tests"]["others"] / 3 - 600
    assert row == play_at_random(folder, RandomPlay("dutch:limit=1000", 6, 3000, OPPONENT))


def test_a_meeting_is_told_in_the_order_of_the_seats(folder):
    train(folder, replace(small(), name="one"))
    files = (OPPONENT, "brains/one.safetensors", OPPONENT, OPPONENT)
    seated = Meeting(PLAYERS, files, "dutch:limit=60", 4, 1, 2)
    row = meet(folder, seated)
    brains = [load(str(folder / file)) for file in seated.files]
    totals = final_totals(brains, "dutch:limit=60", 4, 1, "competition").astype(int)
    assert row["order"] == list(seated.order) and (row["limit"], row["run"]) == (60, 2)
    assert row["moments"]["sums"] == [*first_places(totals).sum(axis=0), *totals.sum(axis=0)]


def test_a_network_that_is_not_kept_leaves_no_file(folder):
    row = train(folder, replace(small(), name="other", is_kept=False))
    assert row["tests"]["games"] == 5
    assert "brain" not in row
    assert not (folder / "brains" / "other.safetensors").exists()


# ---- figures ----


def six_tables(points):
    """A standing of the contest of orders in which every deal is alike but for a little noise: points[table][seat]."""
    contest = contests(plan(Amounts(0.01)))[0]
    noise = np.random.default_rng(1).integers(-1, 2, (len(ORDERS) * 5, 50))
    figures = np.array([[*(4 * points[table][seat] for seat in range(4)), 0] for table in range(6)]).reshape(30, 1) + noise
    return Standing(contest, *Figures(Moments.of(figures.astype(np.int64)), {}))


def test_the_left_neighbour_is_found_where_there_is_one():
    """Everybody takes 400 points, but 30 less with "two" on the left; "two" takes 500."""
    points = [
        [500 if name == "two" else 400 - 30 * (order[(seat + 1) % 4] == "two") for seat, name in enumerate(order)] for order in ORDERS
    ]
    standing = six_tables(points)
    assert find_worst_player(standing) == "two"
    assert {place: round(found.value) for place, found in points_by_place(standing, "one", "two").items()} == {
        "left": 370,
        "across": 400,
        "right": 400,
    }
    name, effect = worst_on_the_left(standing)
    assert name == "two"
    assert effect.low < -30 < effect.high
    assert effect.high - effect.low < 2


@pytest.mark.slow
def test_a_small_run_that_is_cut_off_goes_on_with_two_workers(tmp_path):
    """Everything is trained and played; half of the journal and one brain are lost on the way."""
    whole = rows_of("hearts_network", 0.0001, tmp_path / "run", HERE)
    lose_half(tmp_path / "run")
    (tmp_path / "run" / OPPONENT).unlink()
    assert rows_of("hearts_network", 0.0001, tmp_path / "run", Crew("cores", 2)) == whole
    result = reproduce.judge(tmp_path / "run" / "record.json")
    assert [claim.key for claim in result.claims] == list(frozen_claims("hearts_network"))
    assert [answer.item for answer in answers(read(tmp_path / "run" / "record.json"))] == [1, 2, 4, 5, 6, 7, 8, 10]
    text = (tmp_path / "run" / "record.json").read_text(encoding="utf-8")
    assert str(tmp_path) not in text
    assert all(path.stat().st_size < 300_000 for path in reproduce.publish(result, tmp_path))


def test_nobody_can_meet_where_every_run_blew_up():
    with pytest.raises(UserError, match="every run of ReLU, 1 × 192 blew up"):
        best_of([{"experiment": "depths", "setting": "ReLU, 1 × 192", "tests": None}], "ReLU, 1 × 192")
