"""The page of the rollout thesis: its printed figures, its arithmetic, and verdicts on data made to say what it says."""

import json
import math
import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from cardshark.arena.contest import Ends, Standing
from cardshark.arena.jobs import HERE, Crew
from cardshark.arena.placing import FIRST_PLACE
from cardshark.arena.records import Clock
from cardshark.arena.stats import Interval, Moments, mean_estimate, student
from cardshark.experiments import reproduce
from cardshark.experiments.amounts import Amounts
from cardshark.experiments.frozen import frozen_claims
from cardshark.experiments.hearts_rollouts import page as hearts_rollouts
from cardshark.experiments.hearts_rollouts import runs as hearts_rollouts_runs
from cardshark.experiments.hearts_rollouts.answers import answers
from cardshark.experiments.hearts_rollouts.claims import other_signs, seen_here, size_of, sized, three_cards
from cardshark.experiments.hearts_rollouts.contests import (
    APART,
    AT_JAKES_TABLE,
    DESCRIBED,
    FEW_NS,
    SOME,
    TOTALS,
    WAYS,
    brains_of,
    contests,
)
from cardshark.experiments.hearts_rollouts.matrices import slowdown_table, time_tables
from cardshark.experiments.hearts_rollouts.measured import (
    change,
    lowest_in_groups,
    luck,
    luck_interval,
    mean_gap,
    played_in,
)
from cardshark.experiments.hearts_rollouts.page import listed_words, of_luck, protocol, why
from cardshark.experiments.hearts_rollouts.readings import (
    TRICK_WAY,
    clear_changes,
    distance,
    effect_beside,
    hurting,
    matched,
    sign_like_printed,
    trick_table,
    ways_played,
)
from cardshark.experiments.hearts_rollouts.runs import Count, brains_to_train, count_choices, train_brain
from cardshark.experiments.hearts_rollouts.sums import condensed, read_sums
from cardshark.experiments.hearts_rollouts.tables import (
    CALLED,
    DIFFERENCES,
    EPOCHS,
    GAMES_IN_TWO_HOURS,
    LEVELS,
    MINUTES,
    NETWORKS,
    NS,
    P_VALUES,
    ROLLOUTS,
    difference,
    difference_error,
    games_of,
    slowdowns,
    unseen_in_means,
    unseen_in_spreads,
    unseen_in_wins,
    win_gap,
)
from cardshark.experiments.hearts_rollouts.tasks import FEW_SEEDS, OPPONENT, RAW_TOTALS, ROUNDS, SEEDS, Task, epochs, tasks
from cardshark.games import hearts
from cardshark.games.hearts.rules import PRESETS
from cardshark.learning.hearts.hindsight import HindsightCourse, Lesson
from cardshark.play import Table
from cardshark.players.brain_file import digest, save
from cardshark.players.hearts.network.brain import Design, load
from cardshark.players.hearts.network.player import Network
from cardshark.report.record import Experiment, Record, this_run
from cardshark.report.result import claims_json
from cardshark.report.verdict import NORMAL, Effect, Level
from cardshark.text import UserError
from helpers.papers import lose_half, rows_of

SMALLEST = 0.0001  # scale
FULL = Amounts(1)

# ---- what is printed ----


def test_the_printed_chances_follow_from_the_printed_counts():
    """All but one, which would be 0.313; 0.406 is cut, not rounded."""
    printed = [0.406, 0.494, 0.428, 0.332, 0.303, 0.295, 0.225, 0.223, 0.214]
    for (level, n), chance in zip(ROLLOUTS, printed, strict=True):
        row = ROLLOUTS[level, n]
        assert (abs(row.share - chance) < 0.001) == ((level, n) != ("middle", 300))
        assert row.games >= 300


@pytest.mark.parametrize("level", LEVELS)
def test_the_printed_intervals_are_those_of_all_n(level):
    """Although the caption of table 4.7 says n = 400. Their width is that of a two-sample test over games."""
    rows = [ROLLOUTS[level, n] for n in NS]
    pooled = sum(row.mean * row.games for row in rows) / games_of(level) - NETWORKS[level].mean
    assert abs(pooled - sum(DIFFERENCES[level]) / 2) < 0.1
    spread = sum(row.sd**2 * row.games for row in rows) / games_of(level)
    assert difference_error(level) == pytest.approx(((spread + NETWORKS[level].sd ** 2) / games_of(level)) ** 0.5, rel=0.03)


def test_minutes_are_those_of_four_agents():
    assert GAMES_IN_TWO_HOURS.keys() == MINUTES.keys() == {200, 250, 300, 350, 400, 450, 500, 550}
    assert all(abs(120 / games * 4 - MINUTES[n]) < 1.5 for n, games in GAMES_IN_TWO_HOURS.items())


def test_limits_are_what_the_printed_games_could_not_show():
    """Half of the 95 % interval of a printed difference; and they are those that the claims were frozen with."""
    few, many = ROLLOUTS["strong", 200], ROLLOUTS["strong", 400]
    assert unseen_in_means("strong") == pytest.approx(NORMAL * (19.31**2 / few.games + 19.01**2 / many.games) ** 0.5)
    frozen = frozen_claims("hearts_rollouts")
    limits = {f"n-{level}": unseen_in_means(level) for level in LEVELS} | {
        "m-3": unseen_in_means("strong"),
        "n-spread": unseen_in_spreads(),
    }
    assert all(f"±{limit:.2f}" in frozen[key].criterion for key, limit in limits.items())
    assert f"±{unseen_in_wins():.3f}" in frozen["n-wins"].criterion
    _, least, most = slowdowns(550)
    assert f"{least:.2f} to {most:.2f}" in frozen["time-by-n"].criterion


def test_the_claims_quote_what_is_printed():
    frozen = frozen_claims("hearts_rollouts")
    assert next(iter(frozen)) == "rollouts-hurt-strong"
    for key, level in (("rollouts-hurt-strong", "strong"), ("rollouts-help-weak", "weak"), ("rollouts-help-middle", "middle")):
        assert frozen[key].printed == difference(level)
    for key, level in (("wins-more-weak", "weak"), ("wins-more-middle", "middle"), ("wins-less-strong", "strong")):
        assert frozen[key].printed == pytest.approx(win_gap(level), abs=0.0006)
    assert max(P_VALUES.values()) < 0.05
    assert frozen["better-brain-gains-less"].printed == pytest.approx(difference("strong") - difference("weak"))
    assert frozen["time-by-n"].printed == round(slowdowns(550)[0], 2)


# ---- how much ----


def test_full_scale_trains_as_the_thesis_and_plays_more():
    found = {task.name: task for group in tasks(brains_to_train(contests(FULL), FULL), FULL, 1) for task in group}
    assert {level: found[f"{level}_1"].lesson.games for level in LEVELS} == EPOCHS
    lesson = found["strong_1"].lesson
    assert isinstance(lesson, Lesson) and lesson.epsilon_of(1) == pytest.approx(0.099) and lesson.epsilon_of(100) == 0
    assert [found[f"weak_{run}"].seed for run in range(1, SEEDS + 1)] == list(range(1001, 1001 + SEEDS))
    assert epochs(Amounts(3), 500) == 500
    games = {level: sum(4 * each.deals for each in contests(FULL) if each.name.startswith(f"{level} matches")) for level in LEVELS}
    assert all(games[level] >= max(ROLLOUTS[level, n].games for n in NS) for level in LEVELS)


def test_main_claims_have_ten_seeds_and_ablations_two_thousand_deals():
    found: dict[str, list[int]] = {}
    for contest in contests(FULL):
        found.setdefault(contest.name.rpartition(" ")[0], []).append(contest.deals)
    assert all(len(found[f"{level} {group}"]) == SEEDS >= 10 for level in LEVELS for group in ("matches", "readings", "n", "horizon"))
    assert all(sum(found[group]) >= 2000 for group in ("top", "playouts", "unguided", "mixed company", "apprentice fresh", "plain_relu"))
    assert min(map(len, found.values())) == FEW_SEEDS >= 5


def test_seeds_share_no_deals():
    for contest in contests(Amounts(10)):
        assert contest.first == APART * (int(contest.name.rpartition(" ")[2]) - 1) and contest.deals < APART


@pytest.mark.parametrize("scale", [0.0001, 0.01, 1, 2])
def test_every_brain_that_plays_is_trained_after_those_it_needs(scale):
    amounts = Amounts(scale)
    played = contests(amounts)
    assert len({contest.name for contest in played}) == len(played)
    groups = tasks(brains_to_train(played, amounts), amounts, 7)
    known: set[str] = set()
    for group in groups:
        assert all(task.start in {"", *known} for task in group)
        assert all(task.lesson.against != OPPONENT or OPPONENT in known for task in group if isinstance(task.lesson, Lesson))
        known |= {task.name for task in group}
    assert set(brains_of(played)) <= known
    assert [len(group) for group in groups[2:]] == [2 * amounts.seeds("apprentice", FEW_SEEDS)] * ROUNDS


def test_more_seeds_of_one_group_train_only_the_brains_that_it_needs():
    """As `cardshark decide` asks."""
    more = Amounts(0.2, {"seeds of strong matches": 3.0})
    few = set(brains_of(contests(Amounts(0.2))))
    assert set(brains_of(contests(more))) - few == {f"strong_{run}" for run in range(4, 7)}


def test_everybody_at_jakes_table_has_a_name():
    jakes = next(contest for contest in contests(FULL) if contest.name == "against Jake 1")
    assert len(jakes.tables) == len(AT_JAKES_TABLE)
    assert jakes.tables[-1] == ("jake",) * 4


def test_readings_alone_and_together():
    options = {name: set(way.options.split(",")) for name, way in (WAYS | TOTALS).items()}
    together = options["trick forgotten"] | options["epsilon 0.1: everybody, in playouts too"]
    assert options["forgotten, epsilon 0.1, match totals"] == together and TOTALS["forgotten, epsilon 0.1, match totals"].loose
    assert options["ends with the trick, all three"] == together | options["ends with the trick"]


# ---- training ----


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A run's folder with a training opponent that knows nothing."""
    path = tmp_path_factory.mktemp("run")
    save(HindsightCourse(Design(hidden="16"), Lesson(games=1), 9).brain, path / "brains" / f"{OPPONENT}.safetensors")
    return path


def test_a_brain_is_the_course_that_its_command_names(folder):
    lesson = Lesson(games=4, rules="dutch:limit=60", against=OPPONENT)
    row = train_brain(folder, Task("toy", Design(hidden="16"), lesson, 3001))
    course = HindsightCourse(Design(hidden="16"), replace(lesson, against=str(folder / "brains" / f"{OPPONENT}.safetensors")), 3001)
    course.advance(4)
    assert digest(load(str(folder / row["brain"]["file"]))) == digest(course.brain)
    assert "--against opponent.safetensors" in row["command"]
    assert str(folder) not in json.dumps(row)


def test_a_round_goes_on_with_the_brain_before(folder):
    design, lesson = Design(hidden="16"), Lesson(games=4, rules="dutch:limit=60")
    train_brain(folder, Task("first", design, lesson, 5))
    row = train_brain(folder, Task("second", design, lesson, 6, start="first"))
    course = HindsightCourse(design, replace(lesson, start=str(folder / "brains" / "first.safetensors")), 6)
    course.advance(4)
    assert digest(load(str(folder / row["brain"]["file"]))) == digest(course.brain)
    assert "--start first.safetensors" in row["command"]


def test_a_brain_that_blows_up_is_told(folder):
    task = Task("toy", Design(hidden="16"), Lesson(games=4, rules="dutch:limit=60", rate=10.0), 3001)
    with pytest.raises(UserError, match="the brain toy blew up in training"):
        train_brain(folder, task)
    row = train_brain(folder, replace(task, name=f"{RAW_TOTALS}_1"))
    assert row["blew_up"] and str(folder) not in json.dumps(row)


def test_choices_are_counted_move_by_move(folder):
    """Every card of every hand, the last of which is never a choice; again with views that somebody else looks at."""
    file = f"brains/{OPPONENT}.safetensors"
    row = count_choices(folder, 3, Count(file, 5, 2))
    assert sum(row["moves"]) == 5 * 32 and row["moves"][0] >= 5 * 4

    seen = []

    class Onlooker(Network):
        def choose(self, views, choices):
            seen.extend(views["legal"].tolist())
            super().choose(views, choices)

    table = Table(hearts, PRESETS["dutch"]._replace(hands=1, limit=0), [Onlooker(brain=str(folder / file))], 5)
    table.play(table.deal(3, 5, APART))
    sizes = [legal.bit_count() for legal in seen]
    assert row["moves"] == [sizes.count(size) for size in range(1, 9)]


@pytest.fixture
def short_contests(monkeypatch):
    """Games to 20 points, which are still several hands, and fewer single hands; nobody thinks for long."""
    short = []
    for each in contests(Amounts(SMALLEST)):
        tables = tuple(tuple(re.sub(r"deals=\d+", "deals=4", player) for player in table) for table in each.tables)
        quick = each._replace(tables=tables)
        short.append(quick._replace(rules="dutch:limit=20") if each.matches else quick._replace(deals=2))
    monkeypatch.setattr(hearts_rollouts_runs, "contests", lambda amounts: short)


@pytest.mark.slow
def test_a_small_run_that_is_cut_off_goes_on_with_two_workers(tmp_path, short_contests):
    """Everything is trained and played; half of the journal is lost on the way."""
    whole = rows_of("hearts_rollouts", SMALLEST, tmp_path, Crew("cores", 2))
    lose_half(tmp_path)
    assert rows_of("hearts_rollouts", SMALLEST, tmp_path, HERE) == whole
    text = (tmp_path / "record.json").read_text(encoding="utf-8")
    assert str(tmp_path) not in text
    result = reproduce.judge(tmp_path / "record.json")
    assert all(path.stat().st_size < 400_000 for path in reproduce.publish(result, tmp_path))


# ---- verdicts ----


def match_row(random, contest, level, gain):
    """Games that end as printed, or with another gain; over four turns of each table. Every seed has its own luck of training."""
    deals, tables = 400, len(contest.tables)
    totals = random.normal(NETWORKS[level].mean, 19, (4, tables, 4, deals))
    wins = np.zeros((tables, 4, deals), np.int64)
    for table in range(tables):
        printed = ROLLOUTS[level, NS[table]] if table < len(NS) and contest.name.split()[1] == "matches" else None
        share = win_gap(level) * 0.75 + 0.25 if printed else 0.25
        if printed:  # all n alike
            mean = NETWORKS[level].mean + difference(level)
            totals[:, table, 0] = random.normal(mean + gain, {"weak": 21, "middle": 20, "strong": 19}[level], (4, deals))
        winners = np.where(random.random((4, deals)) < share, 0, random.integers(1, 4, (4, deals)))
        for seat in range(4):
            wins[table, seat] = FIRST_PLACE * (winners == seat).sum(axis=0)
    totals = totals.round().astype(np.int64)
    points = np.concatenate([totals.sum(axis=0), np.zeros((tables, 1, deals), np.int64)], axis=1)
    squares, lowest = (totals**2).sum(axis=(0, 3)).ravel(), totals.min(axis=(0, 3)).ravel()
    ends = Ends(
        Moments.of(wins.reshape(-1, deals)), tuple(squares.tolist()), tuple(lowest.tolist()), (82 * deals,) * tables
    )  # 20.5 hands a game, four turns
    return Standing(contest._replace(deals=deals), Moments.of(points.reshape(-1, deals)), clocks(contest), ends)


def clocks(contest):
    """Time that grows with n as in table 3.2."""
    found = {}
    for player in dict.fromkeys(player for table in contest.tables for player in table):
        n = next((n for n in MINUTES if f"deals={n}" in player.split(",")), 200)
        found[player] = Clock(slowdowns(n)[0], 1000)
    return found


def hand_row(random, contest, more):
    """Hands in which all tables of a contest are alike, or some take more."""
    deals = 1000
    luck_of_deals = random.poisson(15, (1, 5, deals))
    figures = luck_of_deals + random.poisson(1, (len(contest.tables), 5, deals))
    for table, extra in more.items():
        figures[table, 0] += extra
    return Standing(contest._replace(deals=deals), Moments.of(figures.reshape(-1, deals)), clocks(contest))


AS_TOLD = {  # points of four turns that some tables take more: what the discussion of the thesis supposes
    "top": {0: 4, 1: 1, 3: 1},
    "playouts": {1: -2},
    "mixed company": {0: -2},
}


@cache
def made_up(gains=(), others=(), asked=()):
    """A record in which the final scores of rollouts are higher than printed by `gains`; points of a hand in `others`' contests, too."""
    random, amounts = np.random.default_rng(5), Amounts(1, dict(asked))
    rows, more = [], dict(AS_TOLD) | {name: dict(tables) for name, tables in others}
    for contest in contests(amounts):
        group = contest.name.rpartition(" ")[0]
        level = group.split()[0] if group.split()[0] in LEVELS else "strong"
        row = (
            match_row(random, contest, level, dict(gains).get(level, 0))
            if contest.matches
            else hand_row(random, contest, more.get(group, {}))
        )
        rows.append(condensed(row).to_json())
    brains = [{"name": name, "command": f"cardshark train {name}", "hands": 1} for name in brains_to_train(contests(amounts), amounts)]
    choices = [{"run": run, "moves": [300, 150 + run, 100, 80, 60, 40, 20, 10]} for run in range(1, SEEDS + 1)]
    experiments = [Experiment("contests", rows), Experiment("brains", brains), Experiment("choices", choices)]
    return Record("hearts_rollouts", replace(this_run(1, 1, 1.0), more=amounts.more), experiments)


def verdicts_on(record):
    return {claim["key"]: claim["verdict"] for claim in claims_json(hearts_rollouts.result(record))}


def test_the_page_is_short_before_its_appendix(tmp_path):
    reproduce.publish(hearts_rollouts.result(made_up()), tmp_path)
    text = (tmp_path / "hearts_rollouts.md").read_text(encoding="utf-8")
    assert 0 < len(text[: text.index("## Appendix")]) <= 12_000


def test_the_cost_of_a_claim_has_the_training_of_its_brains():
    frozen, record = frozen_claims("hearts_rollouts"), made_up()
    found = {key: set(hearts_rollouts.rests_on(claim, record)) for key, claim in frozen.items()}
    weak, strong = ({f"{level}_{run} " for run in range(1, SEEDS + 1)} for level in ("weak", "strong"))
    assert found["rollouts-help-weak"] == weak and found["three-or-fewer"] == strong
    assert found["better-brain-gains-less"] == weak | strong


@pytest.mark.long
def test_seeds_that_one_group_has_more_of_are_left_out_of_pairs():
    usual, extended = (hearts_rollouts.result(made_up(asked=asked)) for asked in ((), (("seeds of weak matches", 1.5),)))
    before, after = ({claim.key: claim.seeds for claim in each.claims} for each in (usual, extended))
    more = {"rollouts-help-weak", "wins-more-weak", "n-weak"}
    assert {key for key in before if after[key] != before[key]} == more and {after[key] for key in more} == {15}
    assert after["better-brain-gains-less"] == after["n-wins"] == 10
    assert len(answers(made_up(asked=(("seeds of weak matches", 1.5),)))) == len(answers(made_up()))


@pytest.mark.long
def test_what_the_thesis_says_is_judged_reproduced():
    result = hearts_rollouts.result(made_up())
    verdicts = {claim["key"]: claim["verdict"] for claim in claims_json(result)}
    assert list(verdicts) == list(frozen_claims("hearts_rollouts"))
    assert verdicts.pop("human-time") == "not measured"
    assert {key for key, verdict in verdicts.items() if verdict != "reproduced"} <= {"no-early-end"}  # nothing to choose between them
    assert all(claim.seeds == SEEDS for claim in result.claims if claim.key != "human-time")
    assert len(result.sentences) == 4 and "10 seeds" in result.sentences[3]
    gaps, scores, wins = result.tables
    for table in (gaps, scores, wins):
        levels = [str(table.level(row)) for row in table.entries if row.low is not None]
        assert levels.count("off") <= 0.35 * len(levels)


@pytest.mark.long
def test_the_opposite_is_judged_contradicted():
    verdicts = verdicts_on(made_up((("strong", -20.0), ("middle", 10.0))))
    assert verdicts["rollouts-hurt-strong"] == "contradicted"
    assert verdicts["rollouts-help-middle"] == "contradicted"
    assert verdicts["rollouts-help-weak"] == "reproduced"
    assert verdicts["better-brain-gains-less"] == "contradicted"


@pytest.mark.long
def test_early_ends_weighted_deals_and_strangers_are_judged_by_their_figures():
    others = (("strong horizon", ((4, -3),)), ("playouts", ((1, 2),)), ("mixed company", ((0, 2),)), ("top", ((2, 4), (3, -1))))
    verdicts = verdicts_on(made_up((), others))
    wanted = ("no-early-end", "deals-hold-back", "strangers-favour-rollouts", "m-3", "m-8-best")
    assert {verdicts[key] for key in wanted} == {"contradicted"}


def test_the_distance_of_a_reading_is_that_of_the_three_brains():
    ways = ways_played(played_in(made_up()))
    assert list(ways) == [DESCRIBED, *WAYS, *TOTALS]
    assert distance(ways[DESCRIBED]) < 1.5
    nothing = sum(abs(difference(level)) for level in LEVELS) / 3
    assert distance(ways["ends with the trick"]) == pytest.approx(nothing, abs=1.5)


def test_signs_of_a_reading_are_those_that_are_printed():
    printed = {level: Interval(difference(level), -99, 99) for level in LEVELS}
    assert sign_like_printed(printed)
    assert not sign_like_printed(printed | {"strong": Interval(-5.4, -7.5, -3.3)})


def test_the_page_says_how_many_readings_have_the_printed_signs():
    """Rows of readings are made without an effect, but for the one as described."""
    played = played_in(made_up())
    signed = sum(map(sign_like_printed, ways_played(played).values()))
    assert f" reading{'s' if signed > 1 else ''} of {1 + len(WAYS) + len(TOTALS)} " in why(played)
    assert matched(played, TRICK_WAY) == []
    assert listed_words(["1", "0", "10"]) == "1, 0 and 10" and listed_words(["1"]) == "1"


def test_alternatives_that_were_tested_together_must_be_clearer():
    """One of four at p = 0.0498 changes nothing, and is small if it is surely less than what rollouts do."""
    assert effect_beside(Interval(-0.18, -0.353, -0.0002), False, 1.5) == Effect.SMALL
    assert effect_beside(Interval(-0.18, -0.353, -0.0002), False, 0.3) == Effect.UNKNOWN
    assert effect_beside(Interval(-0.28, -0.46, -0.10), True, 1.5) == Effect.LEVEL
    played = played_in(made_up((), (("taken_by_me", ((0, -11),)),)))
    brains = ["taken_by_me", "taken_by_all", "plain_relu", "against_opponent"]
    assert clear_changes(played, played.figures("middle n", change(FEW_NS.index(SOME))), brains) == ["taken_by_me"]


def test_sizes_are_compared_only_where_the_sign_is_the_same():
    assert size_of(-3.36, -40.7) == "12.1 times as large"
    assert size_of(4.94, -37.4) == size_of("text", 1.0) == ""


def test_a_sign_with_another_size_holds_by_direction():
    """Unless both sizes agree within both errors, or the claim does not hold."""
    ten = np.linspace(-1, 1, SEEDS)
    larger, alike, other = ([*(mean + ten)] for mean in (-40.7, -3.4, 40.7))
    assert sized("rollouts-help-middle", larger, 0.7).by_direction
    assert not sized("rollouts-help-middle", alike, 0.7).by_direction
    assert not sized("rollouts-help-middle", other, 0.7).by_direction


def test_a_significant_difference_of_the_other_sign_is_called_that():
    ten = np.linspace(-1, 1, SEEDS)
    printed = {level: [*(difference(level) + ten)] for level in LEVELS}
    assert other_signs(printed) == ""
    told = other_signs(printed | {"strong": [*(ten - 37.4)]})
    assert told == "significant, but for StrongMan2 in the other direction: rollouts hurt it in print and help it here"


def test_time_stands_beside_the_printed_tables_and_only_its_growth_is_judged():
    """Made-up clocks: a millisecond a move with n = 200, so eight moves in each of 20.5 hands take 0.164 seconds."""
    played = played_in(made_up())
    games, minutes = time_tables(played)
    first, (four, move) = games.cells[0][0], [row[0] for row in minutes.cells]
    assert first and four and move and (first.paper, four.paper, move.ours) == (11.5, 42, pytest.approx(1))
    assert first.ours == pytest.approx(7200 / 0.164) and four.ours == pytest.approx(4 * 0.164 / 60)
    assert games.levels() == minutes.levels() == [] and len(slowdown_table(played).levels()) == len(MINUTES) - 1


def test_what_else_a_reading_has_is_a_table_with_its_brains():
    """The same figures that decide which brains are said to agree."""
    played = played_in(made_up())
    found = trick_table(played)
    alike = [
        name for name, row in zip(found.rows, found.cells, strict=True) if all(cell and found.level(cell) == Level.INSIDE for cell in row)
    ]
    assert alike == [CALLED[level] for level in matched(played, TRICK_WAY)] == [] and "agree for no brain" in found.note
    assert found.cells[0][2] and found.cells[0][2].paper == 40.66
    assert hurting(ways_played(played)).startswith("Rollouts hurt the well-trained brain in ")
    assert hurting({name: dict.fromkeys(LEVELS, Interval(-5, -7, -3)) for name in WAYS}).endswith("in none of them.")


def test_the_protocol_has_the_time():
    found = {each.what: each for each in protocol(played_in(made_up()), 1, 7200)}
    assert found["time"].paper.startswith("42, 53, 69 minutes") and found["time"].ours.endswith(" ms a move; 2 h for all")


def test_what_is_open_of_three_cards():
    assert three_cards(Interval(0.18, 0.11, 0.25), 0.137, 18.9).startswith("three cards are worse; open is whether by more than 0.137")
    assert three_cards(Interval(0.0, -0.05, 0.05), 0.137, 18.9) == "the limit is 0.137 a hand, 2.59 a game of 18.9 hands"


@pytest.mark.long
def test_a_reading_matters_only_if_it_does_more_than_other_seeds():
    helped = [(brain, ((0, -8),)) for brain in ("plain_relu", "taken_by_all", "against_opponent")]  # rollouts help by two points a hand
    others = (*helped, ("middle n", ((FEW_NS.index(SOME), -8),)), ("taken_by_me", ((0, -11),)), ("playouts", ((11, 2),)))
    effects = {each.point: each.effect for each in hearts_rollouts.result(made_up((), others)).readings}
    assert effects["ReLU"] == Effect.SMALL
    assert [effect for point, effect in effects.items() if point.startswith(("the last input", "how hidden"))] == [Effect.LEVEL] * 2
    assert effects["how far a playout goes"] == Effect.LEVEL
    assert effects["who leads to the first trick"] == Effect.UNTESTED
    without_help = {each.point: each.effect for each in hearts_rollouts.result(made_up()).readings}
    assert without_help["ReLU"] == Effect.UNKNOWN  # as large as what rollouts do, for all that is known


@pytest.mark.long
def test_future_work_is_answered_with_its_seeds():
    others = (("apprentice strong", ((ROUNDS, -2),)), ("other brains", ((1, -2),)), ("unguided", ((4, 3),)), ("strong horizon", ((3, 2),)))
    found = {each.item: each for each in answers(made_up((), others))}
    assert sorted(found) == list(range(11, 19)) and all(each.seeds and each.text.endswith(".") for each in found.values())
    assert (found[13].verdict, found[16].verdict, found[17].verdict) == ("no", "yes", "at a cost")
    eleven, fifteen = found[11], found[15]
    assert (eleven.item, eleven.verdict, eleven.seeds) == (11, "yes", FEW_SEEDS) and (eleven.high or 0) < 0
    assert (fifteen.item, fifteen.verdict, fifteen.seeds) == (15, "yes", SEEDS)


# ---- arithmetic ----


def test_a_record_keeps_the_figures_of_the_standing():
    contest = next(each for each in contests(FULL) if each.name == "weak matches 2")
    standing = match_row(np.random.default_rng(1), contest, "weak", 0)
    sums = read_sums(json.loads(json.dumps(condensed(standing).to_json())))
    assert sums == condensed(standing)
    assert (sums.name, sums.deals, sums.first) == ("weak matches 2", standing.moments.count, APART)
    for table in range(4):
        assert sums.score(table) == pytest.approx(standing.points(table).value)
        assert sums.gap(table) == pytest.approx((standing.points(table, 0) - standing.points(table, 1, 2, 3)).value)
        assert sums.share(table, 1, 2, 3) == pytest.approx(standing.wins(table, 1, 2, 3).value)
        assert sums.spread(table) == pytest.approx(standing.spread(table, 0))
        assert sums.length(table) == pytest.approx(standing.hands(table))
        assert sums.lowest and sums.lowest[table] == [standing.lowest(table, seat) for seat in range(4)]
        assert sums.milliseconds(table) == pytest.approx(standing.microseconds(contest.tables[table][0]) / 1000, abs=1e-3)
    mean = mean_estimate([standing.points(table, 0) - standing.points(table, 1, 2, 3) for table in range(len(NS))])
    low, high = mean.interval()[1:]
    assert sums.gap_variance == pytest.approx(((high - low) / 2 / student(standing.moments.count)) ** 2)


def test_single_hands_have_no_ends():
    contest = next(each for each in contests(FULL) if each.name == "top 1")
    standing = hand_row(np.random.default_rng(1), contest, {})
    sums = condensed(standing)
    assert read_sums(sums.to_json()) == sums and sums.score(2, 0) == pytest.approx(standing.points(2, 0).value)
    with pytest.raises(ValueError, match="top 1 was played in single hands"):
        sums.share(0, 0)


def test_where_no_table_shows_the_network_nothing_is_compared_with_it():
    played = played_in(made_up())
    for level in LEVELS:
        with pytest.raises(ValueError, match="no table of the network"):
            played.over(f"{level} readings", change(0))


def test_luck_is_split_into_training_and_deals():
    seeds = played_in(made_up()).groups["strong matches"]
    found = luck(seeds, mean_gap)
    assert found.deal == pytest.approx(np.mean([sums.gap_variance for sums in seeds if sums.gap_variance]))
    assert found.seed + found.deal >= np.var([mean_gap(sums) for sums in seeds], ddof=1) * (1 - 1e-9)
    apart = iter(range(0, 100, 10))  # brains that differ far more than their deals do
    assert luck(seeds, lambda sums: mean_gap(sums) + next(apart)).share > 0.95
    assert math.isnan(luck([replace(seeds[0], gap_variance=None), *seeds[1:]], mean_gap).share)


def test_the_share_of_luck_has_an_interval():
    seeds = played_in(made_up()).groups["strong matches"]
    apart = iter(range(0, 200, 10))
    low, high = luck_interval(seeds, lambda sums: mean_gap(sums) + next(apart))
    assert 0.9 < low < high < 1
    loud = [replace(sums, gap_variance=1e9) for sums in seeds]
    assert luck_interval(loud, mean_gap) == (0, 0)
    assert math.isnan(luck_interval([replace(seeds[0], gap_variance=None), *seeds[1:]], mean_gap)[0])


def test_an_influence_that_only_we_can_see_is_told():
    assert seen_here({1: -0.9, 2: -1.0, 3: -1.1}, 2.6) == "more deals lower the score here, but by less than the thesis could see (2.60)"
    assert seen_here({1: 2.9, 2: 3.0, 3: 3.1}, 2.6) == "more deals raise the score here"
    assert seen_here({1: -0.9, 2: 0.1, 3: 1.1}, 2.6) == "no difference is seen here"


def test_luck_that_cannot_be_seen_is_not_called_nothing():
    """An interval of the share that begins at 0 is told as what cannot be seen."""
    played = played_in(made_up())
    quiet = [replace(sums, gap_variance=1e9) for sums in played.groups["strong matches"]]
    told = of_luck(replace(played, groups={**played.groups, "strong matches": quiet}))
    assert "StrongMan2 0 to 0 %" in told and "told from nothing" in told
    assert told.endswith("Opponents share the brain of the agent, so their luck is in that of the training.")


def test_minima_are_those_of_as_many_games_as_are_printed():
    seeds = played_in(made_up()).groups["weak matches"]
    each = [sums.lowest[0][0] for sums in seeds if sums.lowest]
    games = 4 * seeds[0].deals
    assert lowest_in_groups(seeds, 0, [0], games) == each
    assert lowest_in_groups(seeds, 0, [0], 3 * games) == [min(each[:3]), min(each[3:6]), min(each[6:9])]
    assert lowest_in_groups(seeds, 0, [0], 100 * games) == [min(each)]
