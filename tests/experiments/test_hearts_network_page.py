"""The page of the network thesis: what it says of readings, opponents, rates and times, and answers to future work."""

from dataclasses import replace

import pytest

from cardshark.experiments.hearts_network import page as hearts_network
from cardshark.experiments.hearts_network.answers import answers
from cardshark.experiments.hearts_network.future import links_answer, longer_answer
from cardshark.experiments.hearts_network.grouped import group_runs
from cardshark.experiments.hearts_network.measured import read_luck, read_runs
from cardshark.experiments.hearts_network.readings import forest, gap_against, level_forest, readings
from cardshark.experiments.hearts_network.recipes import sigmoid_name
from cardshark.experiments.hearts_network.story import other_rows, sure, time_of_runs, turned, why
from cardshark.experiments.hearts_network.tables import RELUS, SIGMOIDS
from cardshark.experiments.hearts_network.tasks import cell_name
from cardshark.learning.hearts.hindsight_kernel import Credit
from cardshark.report.markdown import APPENDIX, markdown
from cardshark.report.record import Experiment, Piece
from cardshark.report.result import Claim, Matrix
from cardshark.report.verdict import Effect, Level, Verdict
from helpers.networks import changed, made_up, moved


@pytest.mark.long
def test_printed_figures_are_inside_and_the_page_says_so_in_five_sentences():
    result = hearts_network.result(made_up())
    levels = [table.level(entry) for table in result.tables for entry in table.entries]
    assert levels.count(Level.OFF) == 0 and levels.count(Level.INSIDE) >= 18 + 6
    assert len(result.told) == 5 and "10 seeds" in result.told[3][1]
    assert all(isinstance(table, Matrix) for table in result.tables)
    text = markdown(result)
    assert len(text[: text.index(APPENDIX)].encode()) < 12_000


def test_answers_tell_gains_from_losses():
    """Scaled inputs gain, longer trainings lose, six layers lose, quantiles gain."""
    record = made_up()
    moves = {"scaled": -300, "6000 games": 300, "residual": 0, "quantiles": -300, "bootstrapped": 300}
    rows = []
    for row in record.rows("runs"):
        change = next((points for word, points in moves.items() if word in row["setting"] and row["experiment"] in ("beyond", "longer")), 0)
        base = 8500 if row["experiment"] == "depths" else 9400
        usual = row["experiment"] in ("beyond", "longer", "activations", "depths")
        learner = 300 * (base + change + (150 if "6 ×" in row["setting"] else 0) + row["seed"] % 7)
        rows.append({**row, "tests": {**row["tests"], "learner": learner, "others": 900 * 9900}} if usual else row)
    found = {each.item: each for each in answers(replace(record, experiments=[Experiment("runs", rows), *record.experiments[1:]]))}
    assert {item: each.verdict for item, each in found.items() if item in (2, 5, 7, 8, 10)} == {
        2: "yes", 5: "longer no, falling undecided", 7: "undecided", 8: "yes", 10: "yes",
    }  # fmt: skip
    assert list(found) == [1, 2, 4, 5, 6, 7, 8, 10] and found[1].seeds == 5 and found[10].ours == pytest.approx(1, abs=0.1)
    assert found[2].ours == pytest.approx(300) and found[5].ours == pytest.approx(-300) and found[8].seeds == 10


@pytest.mark.parametrize(
    ("plain", "linked", "six", "word", "says"),
    [
        (300, 300, 300, "yes", "three plain layers"), (300, -300, -300, "no", "three plain layers"),
        (300, -300, 300, "with three layers no, with six yes", "three plain layers"),
        (-300, 300, 300, "no", "plain depth helps here"), (0, 300, 300, "undecided", "plain depth was not seen to hurt"),
    ],
)  # fmt: skip
def test_depth_survives_only_where_it_hurts_plain_networks(plain, linked, six, word, says):
    """Points that three layers cost, plain ones and residual ones, and six residual ones."""

    def change(row):
        deep = {"ReLU, 3 × 64": plain, "ReLU, 3 × 64, residual and normalised": linked, "ReLU, 6 × 32, residual and normalised": six}
        if row["setting"].startswith(("ReLU, 1 × 192", *deep)) and row["experiment"] in ("depths", "beyond"):
            row["tests"] = {**row["tests"], "learner": 300 * (9000 + deep.get(row["setting"], 0)), "others": 900 * 9900}
        return row

    found = links_answer(read_runs(changed(made_up(), change)))
    assert found.verdict == word and found.text.startswith(says)
    assert found.ours == pytest.approx(-linked if plain > 0 else -plain)


@pytest.mark.parametrize(("longer", "falling", "word"), [(-300, -600, "yes"), (300, 600, "no"), (-300, -100, "longer yes, falling no")])
def test_longer_and_falling_are_two_answers(longer, falling, word):
    def change(row):
        moves = {"6000 games, constant rate": longer, "6000 games, falling rate": falling}
        if (row["experiment"], row["setting"]) == ("activations", RELUS[0].name) or row["setting"] in moves:
            row["tests"] = {**row["tests"], "learner": 300 * (9000 + moves.get(row["setting"], 0)), "others": 900 * 9900}
        return row

    assert longer_answer(read_runs(changed(made_up(), change))).verdict == word


def test_readings_are_judged_by_the_lead_where_scores_are_all_alike():
    """Everybody ends at 10,004, but two readings are a class apart."""

    def change(row):
        if row["experiment"] == "readings":
            above = 600 + {"plain ReLU": 300}.get(row["setting"], row["seed"] % 5 - 3) + row["seed"] % 3
            row["tests"] = {**row["tests"], "games": 300, "learner": 300 * 10_004, "others": 900 * (10_004 - above)}
            if row["setting"] == "points of the game":
                row["tests"] = None
        if (row["experiment"], row["setting"]) == ("activations", RELUS[0].name):
            row["tests"] = {**row["tests"], "learner": 300 * 10_004, "others": 900 * (10_004 - 600)}
        return row

    found = {reading.point: reading for reading in readings(read_runs(changed(made_up(), change)))}
    assert {point for point, each in found.items() if each.effect == Effect.LEVEL} == {"ReLU", "points of each player as inputs"}
    assert {found[point].effect for point in ("place in the trick", "first weights")} == {Effect.SMALL}
    assert found["the training opponent"].effect == Effect.SMALL and "20,000 games" in found["the training opponent"].alternatives
    assert "5 of 5 blew up" in found["points of each player as inputs"].note


def test_a_wide_change_cannot_be_told_and_a_narrow_one_around_nothing_is_small():
    def change(row):
        wide = 400 if row["setting"] == "position from 0" else 30
        if row["setting"] in ("position from 0", "played: the table too", RELUS[0].name) and row["experiment"] in (
            "readings",
            "activations",
        ):
            points = wide * (row["seed"] % 5 - 2) if row["experiment"] == "readings" else 0
            row["tests"] = {**row["tests"], "learner": 300 * (9400 + points), "others": 900 * 9900}
        return row

    found = {reading.point: reading.effect for reading in readings(read_runs(changed(made_up(), change)))}
    assert (found["place in the trick"], found["cards played so far"]) == (Effect.UNKNOWN, Effect.SMALL)


def test_the_main_claim_is_plotted_under_readings_and_against_other_opponents():
    """ReLU is 100 behind under one reading, and 300 ahead against the oldest opponents; a run that blew up is left out of its pair."""
    cell = (20_000, Credit.LAST_TRICK, Credit.LAST_TRICK)
    runs = moved({
        ("readings", "position from 0"): 100, ("readings", sigmoid_name("position from 0")): 0,
        ("crossed", cell_name(RELUS[0], *cell)): -300, ("crossed", cell_name(SIGMOIDS[0], *cell)): 0,
    })  # fmt: skip
    runs.found["readings", sigmoid_name("position from 0")][1]["tests"] = None
    plot = forest(runs)
    rows = {row.label: row for row in plot.rows}
    assert plot.paper == -208 and len(plot.rows) == 1 + 9 + 1 + 10
    one = rows["place in the trick: 0 to 3 (sigmoid: 1 of 5 blew up)"]
    assert one.ours == pytest.approx(100) and one.n == 4 and one.low > 0
    oldest = rows["20,000 games, moon to the last trick"]
    assert oldest.ours == pytest.approx(-300) and oldest.n == 5 and gap_against(runs, 20_000).high < 0
    told = sure(runs, read_luck(made_up()), 10)
    assert "after 1,000 games; " in told and "after 20,000 games. It is" in told and "10 test games" in told
    assert f"above 0 in {sum(row.low > 0 for row in plot.rows[1:])} of 20 other" in told


def test_where_both_lose_nearly_every_game_nothing_is_told():
    """Against the oldest opponents both activations end at the score of who loses every game: that row is in no count."""
    cell = (20_000, Credit.LAST_TRICK, Credit.LAST_TRICK)
    runs = read_runs(made_up())
    for each in (RELUS[0], SIGMOIDS[0]):
        for row in runs.found["crossed", cell_name(each, *cell)]:
            row["tests"] = {**row["tests"], "learner": round(300 * runs.loser_score)}
    told = sure(runs, read_luck(made_up()), 10)
    assert "after 20,000 both lose nearly every game, which tells nothing" in told and "of 19 other readings" in told


def test_whoever_was_taught_by_others_is_not_compared_with_the_printed_line():
    groups = {name: [row.label for row in rows] for name, rows in level_forest(read_runs(made_up())).groups()}
    assert groups["taught by others, tested against ours"] == ["random players", "Jake", "itself", "a league"]
    assert len(groups["taught by 5 other opponents, tested against these"]) == 10
    assert [row.label for row in level_forest(best_at_low_rate()).rows[:2]] == ["ours", "ours, at 0.001"]


def best_at_low_rate():
    """Runs of which one layer of ReLUs does best at 0.0001."""
    rows = []
    for row in made_up().rows("runs"):
        better = row["setting"] == "ReLU, 1 × 64 at 0.0001"
        rows.append({**row, "tests": {**row["tests"], "learner": 300 * 8000}} if better else row)
        if (row["experiment"], row["setting"]) == ("activations", RELUS[0].name):
            rows.append({**row, "experiment": "best rates", "rate": 0.0001})
    return group_runs(rows)


def test_the_level_hangs_on_the_opponent_only_if_that_is_seen():
    cells = [("crossed", cell_name(RELUS[0], games, Credit.LAST_TRICK, Credit.LAST_TRICK)) for games in (1000, 20_000)]
    verdicts = [Claim("", Verdict.REPRODUCED, key=key) for key in ("relu-1", "relu-1-printed")]
    assert "Scores were not seen to hang on how long" in why(moved(dict.fromkeys(cells, 0)), verdicts)
    hanging = moved(dict(zip(cells, (0, 500), strict=True)))
    assert {each.point: each.effect for each in readings(hanging)}["the training opponent"] == Effect.LEVEL
    found = why(hanging, verdicts)
    assert "Scores hang on how long" in found and "at 0.001 ends at" in found and "we do not know why" not in found
    verdicts[0] = Claim("", Verdict.CONTRADICTED, key="relu-1")
    below = sum((row.high or 0) < 0 for row in other_rows(hanging))
    assert f"we tried {below or 'none'} put ReLU below" in why(hanging, verdicts)
    assert ("we do not know why" in why(hanging, verdicts)) == (not below)


@pytest.mark.parametrize(
    ("printed", "best", "says"),
    [
        (Verdict.CONTRADICTED, Verdict.REPRODUCED, "which the best rates turn around"),
        (Verdict.REPRODUCED, Verdict.CONTRADICTED, "which the best rates turn around"),
        (Verdict.UNDECIDED, Verdict.UNDECIDED, "which the best rates do not turn around"),
        (Verdict.CONTRADICTED, Verdict.UNDECIDED, "which at the best rates is undecided"),
    ],
)
def test_rates_turn_a_claim_around_only_if_they_turn_its_verdict_over(printed, best, says):
    assert turned(Claim("", printed), Claim("", best)) == says


def test_the_time_of_a_run_names_the_processor_if_there_is_but_one():
    names = ("activations-relu_1_x_64-1 5", "activations-relu_1_x_64-2 6", "depths-relu_1_x_192-1 7", "depths-relu_2_x_96-1 8")
    pieces = [Piece(name, 1, "", place % 2, "", "", 10.0 * (place + 1)) for place, name in enumerate(names)]
    record, makers = replace(made_up(), pieces=pieces), [{"processor": "one"}, {"processor": "another"}]
    assert time_of_runs(replace(record, made=makers)) == "15 s and 30 s of one core"
    assert time_of_runs(replace(record, made=makers[:1] * 2)) == "15 s and 30 s of one core (one)"
    assert time_of_runs(made_up()) == "not kept"


def test_what_is_printed_for_one_rate_is_not_compared_with_another():
    result = hearts_network.result(made_up())
    assert all(row[2].paper is None and row[2].ours is not None for row in result.tables[0].cells)
    assert all(row[1].paper is None for row in next(each for each in result.appendix if each.title.startswith("Table 3.3")).cells)
    assert len(result.tables[0].levels()) == 12


def test_silent_points_are_listed_and_the_rate_that_the_lowest_score_would_choose():
    """Two layers of ReLUs score least at 0.001, where their opponents score less still: by the lead 0.0001 is chosen."""

    def change(row):
        if row["setting"] == "ReLU, 2 × 64 at 0.001":
            row["tests"] = {**run_row_tests(9000), "others": 900 * 8500}
        return row

    found = {reading.point: reading for reading in readings(read_runs(changed(made_up(), change)))}
    assert found["by what the best rate is known"].note == "By the lowest score: ReLU, 2 × 64 at 0.001."
    assert {"who sits where in tables 3.6 and 3.7", "how epsilon falls (“slowly decaying to 0 percent”)"} <= found.keys()


def run_row_tests(mean):
    """Test games with this mean."""
    return {"games": 300, "learner": 300 * mean, "squares": 300 * mean**2, "wins": 0, "lowest": mean}


@pytest.mark.long
def test_shorter_games_are_compared_and_not_marked():
    record = made_up()
    short = replace(record, run=replace(record.run, scale=0.05))
    rows = [{**row, "rules": row["rules"].replace("10000", "2000")} for row in record.rows("runs")]
    orders = [{**row, "limit": 2000} for row in record.rows("competition")]
    experiments = [Experiment("runs", rows), Experiment("competition", orders), *record.experiments[2:]]
    tables = hearts_network.result(replace(short, experiments=experiments)).tables
    assert {str(table.level(row)) for table in tables for row in table.entries} == {"not measured"}


@pytest.mark.long
def test_runs_that_blew_up_are_named_under_the_tables():
    def change(row):
        if (row["experiment"], row["setting"], row["seed"]) == ("activations", "ReLU, 2 × 64", 1003):
            row["tests"], row["diverged"] = None, 5
        return row

    tables = hearts_network.result(changed(made_up(), change)).tables
    assert "Runs that blew up are left out: ReLU, 2 × 64: 1 of 10 blew up." in tables[0].note
    assert "No run blew up." in tables[1].note
