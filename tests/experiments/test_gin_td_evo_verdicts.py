"""Verdicts on the rummy paper, on data made to say what it says, or the opposite."""

import re
from dataclasses import replace

import numpy as np
import pytest

from cardshark.arena.gin_hands import FACES, SUITS
from cardshark.arena.stats import Interval, around
from cardshark.experiments import reproduce
from cardshark.experiments.amounts import Amounts
from cardshark.experiments.curves import sum_in_bins
from cardshark.experiments.frozen import frozen_claims
from cardshark.experiments.gin_td_evo import page as gin_td_evo
from cardshark.experiments.gin_td_evo.answers import (
    answer,
    answers,
    gain_words,
    loss_verdict,
    need_words,
    over_training,
    seeds_needed,
    unseen_words,
)
from cardshark.experiments.gin_td_evo.changes import ASKED, gains_table
from cardshark.experiments.gin_td_evo.claims import STEADY, steady_words
from cardshark.experiments.gin_td_evo.measured import KINDS, Curve, Met, RummyData, chance_of_even, seeds_of
from cardshark.experiments.gin_td_evo.meetings import PANEL, meetings
from cardshark.experiments.gin_td_evo.page import describe_luck
from cardshark.experiments.gin_td_evo.runs import HELD, batches, brain_rows, hand_rows, meeting_rows, tasks
from cardshark.experiments.gin_td_evo.tables import BINS, EVOS, FIRST, RANDUMB, SEEDS, TDS, TURNS, WINS, Plan
from cardshark.report.markdown import markdown
from cardshark.report.record import Experiment, Piece, Record, this_run
from cardshark.report.result import Matrix
from cardshark.report.summary import first_clause
from cardshark.report.verdict import Effect, Verdict

ITEMS = [36, 37, 38, 39, 40, 41, 42, 43, 44, 46, 47, 48, 49, 50]  # of future work that are this paper's


def chances(kind, one, other, opposite):
    """How likely each wins a game: as printed, or the other way round between the methods."""
    one, at = one.split("_at_")[0], one
    if RANDUMB in (one, other):
        return (0.99, 0.0) if other == RANDUMB else (0.1, 0.1)
    if kind == "tournament" and FIRST not in (one, other):
        swap = opposite and (one in EVOS) != (other in EVOS)
        wins = (WINS[one][other] or 0) / 10, (WINS[other][one] or 0) / 10
        return wins[::-1] if swap else wins
    if kind == "regime":
        return (0.8, 0.1) if (one, at) == ("EVO4", "EVO4_at_25000") and not opposite else (0.5, 0.4)
    if kind == "variant":
        return (0.85, 0.1) if one == "TD, gamma 0.98" and other == PANEL else (0.45, 0.45)
    if kind == "both" and one == "a drawn card may be thrown back":
        return 0.1, 0.8
    if kind in ("equal", "climbers", "both", "match"):
        return (0.1, 0.8) if opposite else (0.8, 0.1)
    return 0.05, 0.9


def turns_of(one, other):
    """Turns of a game that one wins against the other: as printed."""
    printed = TURNS.get(one, {}).get(other)
    return printed or (30 if other == RANDUMB else 60)


def hand_of(player, opposite):
    """What a final hand of a player holds: a suit, or low cards, or nothing in particular."""
    collects = (player in TDS) != opposite and player not in (RANDUMB, FIRST)
    suits = [7.3, 0.9, 0.9, 0.9] if collects else [2.5] * 4
    low = [2, 2, 2, 2] + [2 / 9] * 9 if not collects and player != RANDUMB else [10 / 13] * 13
    sets, runs = (0.1, 1.9) if collects else (0.7, 1.4) if player == RANDUMB else (1.3, 0.65)
    return dict(zip(HELD, [sets, runs, 66 if collects else 40, *suits, *low], strict=True))


def play(random, meeting, opposite):
    """What comes of a meeting."""
    rows = []
    for other, _ in meeting.others:
        games = 2 * meeting.pairs
        mine, theirs = chances(meeting.kind, meeting.one, other, opposite)
        luck = 0.02 * random.standard_normal()
        wins = int(np.clip(round(games * (mine + luck * (0 < mine < 0.97))), 0, games))
        losses = int(np.clip(round(games * theirs), 0, games - wins))
        turns = [wins * turns_of(meeting.one, other), losses * turns_of(other, meeting.one)]
        row = {"games": games, "sums": [wins, losses, 40 * wins, 40 * losses, *turns]}
        if meeting.hands:
            held = [[hand_of(player, opposite)[name] for name in HELD] for player in (meeting.one, other)]
            row["hands"] = [[round(games * each) for each in hand] for hand in held]
            row["first"] = [[round(10 * each) for each in hand] for hand in held]
        rows.append(row)
    return rows


def trained(random, task, opposite):
    """What comes of a training: turns fall, and those of EVO3 rise at the end; temporal differences take longer."""
    fall = np.linspace(3000, 1000, BINS) if not opposite else np.linspace(300, 900, BINS)
    if task.player == "EVO3":
        fall[-7:] += -200 if opposite else 2000
    games = task.lesson.games
    turns = sum_in_bins(np.interp(np.arange(games), np.linspace(0, games, BINS), fall + random.normal(0, 10, BINS)), BINS)
    seconds = task.lesson.games * (0.005 if (task.player in TDS) != opposite else 0.004) * (1 + 0.01 * random.standard_normal())
    return {
        "name": task.name, "player": task.player, "run": task.run, "group": task.group, "command": "cardshark train",
        "games": task.lesson.games, "marks": [list(mark) for mark in task.marks], "turns": turns, "draws": 0, "seconds": seconds,
    }  # fmt: skip


def made_by(plan, seed, number_of):
    """Who made the trainings: two machines, and the number of the one that trained each player."""
    makers = [{"commit": "abc", "processor": name} for name in ("swift", "slow")]
    batches_made = [(name, number_of(batch.tasks[0].player)) for name, batch in batches(plan, seed).items()]
    return makers, [Piece(f"{name} 0123", 1, "", number, "then", "then", 1.0) for name, number in batches_made]


def record_of(opposite=False, scale=1.0, seed=1, number_of=lambda player: 0, **more):
    """A record of games that were never played; perhaps with more seeds of some groups."""
    random, plan = np.random.default_rng(5), Plan(Amounts(scale, more))
    met = [(each, play(random, each, opposite)) for each in meetings(plan, seed)]
    brains = brain_rows([trained(random, task, opposite) for task in tasks(plan, seed)])
    experiments = [
        Experiment("brains", brains),
        Experiment("meetings", meeting_rows(met)),
        Experiment("hands", hand_rows(met)),
    ]
    return Record("gin_td_evo", replace(this_run(scale, seed, 1.0), more=more), experiments, *made_by(plan, seed, number_of))


@pytest.fixture(scope="module")
def record():
    return record_of()


@pytest.fixture(scope="module")
def result(record):
    return gin_td_evo.result(record)


@pytest.fixture(scope="module")
def reverse():
    return gin_td_evo.result(record_of(opposite=True))


def verdicts(result):
    return {claim.key: claim.verdict for claim in result.claims}


def test_every_frozen_claim_is_judged_in_its_order(result):
    assert [claim.key for claim in result.claims] == list(frozen_claims("gin_td_evo"))


def test_what_the_paper_says_is_reproduced(result):
    found = verdicts(result)
    doubtful = {key: verdict for key, verdict in found.items() if verdict != Verdict.REPRODUCED}
    assert doubtful == {"below-people": Verdict.UNMEASURED}
    assert all(claim.seeds == SEEDS for claim in result.claims if claim.verdict == Verdict.REPRODUCED)


def test_the_opposite_is_contradicted(reverse):
    found = verdicts(reverse)
    for key in (
        "evolution-wins-at-equal-games", "evolution-wins-at-the-end", "climbers-win-at-equal-games", "evo3-is-best", "best-wins-87",
        "td-collects-a-suit", "evo-has-no-suit", "evo-has-faces", "evo-sheds-high-cards", "evo-holds-sets", "td-holds-runs",
        "td-takes-longer", "turns-fall", "evo3-turns-rise",
    ):  # fmt: skip
        assert found[key] == Verdict.CONTRADICTED, key
    assert found["evo4-collapses"] in (Verdict.UNDECIDED, Verdict.CONTRADICTED)


def test_an_undecided_claim_says_how_many_seeds_would_decide(record):
    data = RummyData(record)
    for row in record.rows("meetings"):
        if row["kind"] == "equal":
            for place, sums in enumerate(row["sums"]):
                sums[1:3] = [20, 10] if place % 2 else [10, 19]
    try:
        claim = gin_td_evo.result(record).claims[0]
        assert claim.verdict == Verdict.UNDECIDED
        assert claim.need is not None and claim.need.what == "seeds" and claim.need.have == len(data.runs) and claim.need.more > 0
    finally:
        fresh = record_of()
        for row, other in zip(record.rows("meetings"), fresh.rows("meetings"), strict=True):
            row["sums"][:] = other["sums"]


def test_the_page_has_the_new_form_and_is_short(result):
    text = markdown(result)
    before = text.split("## Appendix")[0]
    assert "## Appendix" in text
    assert len(before.encode()) <= 12_000
    assert len(result.sentences) == 4 and result.forest is not None and len(result.protocol) >= 5
    assert [(len(each.rows), len(each.columns)) for each in result.tables] == [(10, 8)]
    shapes = {each.title: (len(each.rows), len(each.columns)) for each in result.appendix if isinstance(each, Matrix)}
    assert list(shapes.values()) == [(8, 2), (10, 8), (9, 8), (9, 4)]
    caveats = re.findall(r"from seed to seed, and that of its games", text)
    assert len(caveats) == 1


def test_two_tests_of_final_hands(record):
    """800 cards reject nearly anything; the mean hand only what is far from even."""
    data = RummyData(record)
    assert chance_of_even([20, 20, 20, 20]) == 1
    assert chance_of_even([60, 10, 5, 5]) < 1e-6
    td, evo = (data.evenness(player, KINDS["suits"], mean_hand=True)[0] for player in ("TD5", "EVO3"))
    assert td == pytest.approx(chance_of_even([7.3, 0.9, 0.9, 0.9]), abs=1e-9) and td < 0.05 < evo
    faces = (data.evenness("EVO3", KINDS["faces"], mean_hand)[0] for mean_hand in (False, True))
    assert next(faces) < 1e-6 < 0.05 < next(faces)
    assert sum(data.hands["EVO2", 1]["first"][HELD.index(suit)] for suit in SUITS) == 800
    assert (len(SUITS), len(FACES)) == (4, 13)


def test_two_views_of_a_meeting():
    met = Met(6, 3, 2, 60, 40, 45, 225)
    back = met.swapped()
    assert (back.wins, back.losses, back.score, back.turns_of_wins) == (2, 3, 40, 225)
    assert met.lead() == -back.lead() == pytest.approx(1 / 6)
    assert met.share() == 0.5 and met.drawn() == back.drawn() == pytest.approx(1 / 6)
    assert met.turns_won() == 15 and np.isnan(Met(6, 0, 2, 0, 0, 0, 0).turns_won())
    assert met.turns() == back.turns() == pytest.approx((270 + 5000) / 6)


def test_seeds_are_the_unit():
    table = np.array([[0.1, 0.3], [0.4, np.nan], [np.nan, np.nan]])
    found = seeds_of(table)
    assert found.value == pytest.approx(0.3) and found.low < 0  # two seeds say little, however many pairs there are
    assert seeds_of(np.full((10, 5), 0.7)) == pytest.approx((0.7, 0.7, 0.7))


def test_turns_in_a_part_of_a_training():
    curve = Curve.of(80, [10 * each for each in range(40)])
    assert curve.between(0.0, 0.1) == pytest.approx(sum(range(4)) * 10 / 8)
    assert curve.between(0.9, 1.0) == pytest.approx(sum(range(36, 40)) * 10 / 8)
    assert curve.games()[-1] == 80 and curve.each()[1] == 5


def test_every_item_of_future_work_has_its_answer(record):
    found = {each.item: each for each in answers(record)}
    assert list(found) == ITEMS
    assert found[37].verdict == "helps: TD, gamma 0.98" and found[37].low > 0 and found[37].seeds == SEEDS
    assert found[36].verdict == found[38].verdict == "no difference above 0.32"
    assert all(each.text and each.ours is not None for each in found.values())


def test_readings_that_change_the_lead_are_told(result):
    effects = {reading.point: reading.effect for reading in result.readings}
    assert effects["a card drawn from the stock"] == Effect.LEVEL
    assert effects["games that nobody wins"] == Effect.SMALL
    assert effects["what a turn is"] == Effect.UNTESTED


def test_players_may_have_more_seeds_than_variants(record):
    extended = record_of(**{"seeds of players: TD": 1.5})
    seeds = {claim.key: claim.seeds for claim in gin_td_evo.result(extended).claims}
    assert seeds["evolution-wins-at-the-end"] == 15 and seeds["evo4-collapses"] == 15
    assert [answer.seeds for answer in answers(extended)] == [15 if answer.item in (46, 49) else 10 for answer in answers(record)]


def test_a_record_without_one_of_its_brains_is_refused(tmp_path, record):
    short = [Experiment(each.name, [row for row in each.rows if row.get("player") != "TD, mean"]) for each in record.experiments]
    with pytest.raises(KeyError, match="TD, mean"):
        gin_td_evo.result(Record(record.paper, record.run, short))


def test_a_small_record_makes_a_page(tmp_path):
    small = gin_td_evo.result(record_of(scale=0.0005))
    assert all(path.stat().st_size < 500_000 for path in reproduce.publish(small, tmp_path))


def test_times_are_compared_on_one_kind_of_processor():
    """The first full run had trained the evolved players on one machine and most others on a swifter one."""
    some = RummyData(record_of(number_of=lambda player: int(player in ("TD1", "TD2", "TD4", "TD6"))))
    assert some.trained_alike() == ("swift", list(EVOS), ["TD5"])
    apart = gin_td_evo.result(record_of(number_of=lambda player: int(player in TDS)))
    (claim,) = [claim for claim in apart.claims if claim.key == "td-takes-longer"]
    assert claim.verdict == Verdict.UNDECIDED and "different processors" in claim.because


def test_the_luck_of_both_trainings_is_told_from_that_of_the_games():
    random, shape = np.random.default_rng(3), (400, len(EVOS), len(TDS))
    evolved, other = random.normal(0, 2, (400, len(EVOS), 1)), random.normal(0, 1, (400, 1, len(TDS)))
    words = describe_luck((evolved + other + random.normal(0, 1, shape)).reshape(400, -1))
    shares = re.findall(r"(\d+) % to (the luck of the evolved player's training|that of the other's|the games)", words)
    wanted = {"the luck of the evolved player's training": 67, "that of the other's": 17, "the games": 17}  # of variances 4, 1 and 1
    assert {name: int(share) for share, name in shares} == pytest.approx(wanted, abs=4)
    assert describe_luck(np.zeros((3, len(EVOS) * len(TDS)))) == "Nothing varies from seed to seed."


def test_totals_rank_the_players_and_not_the_cells_above_them(result):
    (wins,) = [table for table in result.tables if isinstance(table, Matrix)]
    assert wins.totals == wins.rows[-1] == "total"
    without = replace(wins, rows=wins.rows[:-1], cells=wins.cells[:-1], totals="")
    players = len(wins.columns)
    assert wins.ordering().pairs - without.ordering().pairs <= players * (players - 1) // 2


def test_the_parts_of_a_training_share_no_game():
    curve = Curve([1] * 40, list(range(40)))
    start = 15_000 / 18_407
    before, after = (round(part * 40) for part in (2 * start - 1, start))
    assert curve.between(start, 1) == np.mean(range(after, 40))
    assert curve.between(2 * start - 1, start) == np.mean(range(before, after))


def test_figure_1_is_what_was_asked_for_and_not_judged(result):
    (settings,) = [each for each in result.appendix if each.title.startswith("Figure 1")]
    assert not settings.levels()
    shown = markdown(result).split("### Figure 1")[1].split("###")[0]
    assert "| **EVO3: crossover 0.05** | 18,407 | 18,407 |" in shown and "Printed over ours" not in shown and "✓" not in shown


def test_a_share_that_never_varies_has_an_exact_interval(result, reverse):
    (even,) = [claim for claim in result.claims if claim.key == "evo-has-no-suit"]
    assert (even.ours, even.low) == (0, 0) and 0.11 < even.high < 0.12 and "none of 30 trainings" in even.because
    (collects,) = [claim for claim in reverse.claims if claim.key == "evo-has-no-suit"]
    assert (collects.ours, collects.high) == (1, 1) and 0.88 < collects.low < 0.89 and "none of" not in collects.because


def test_what_would_decide_a_question():
    """Either that one change is told from 0, or that all are known to be small."""
    clear_soon, slight = {"one": around(0.2, 0.2)}, {"one": around(0.0, 0.4)}
    assert seeds_needed(clear_soon, 10, -0.2, 0.2) == 11  # at the bound, so only 0 is left to be told from
    assert seeds_needed(slight, 10, -0.3, 0.3) == 27  # nothing to tell from 0
    assert seeds_needed(slight, 10, -0.3, float("inf")) == 27
    assert seeds_needed({"one": around(0.0, 0.0)}, 10, 0.0, 0.0) is None
    assert seeds_needed(clear_soon | {"other": around(0.2, 0.5)}, 10, -0.1, 0.1) > 11  # tested together
    assert need_words("undecided", slight, 10, -0.3, 0.3) == " (27 more seeds would decide)"
    assert need_words("helps: one", slight, 10, -0.3, 0.3) == ""


def test_an_undecided_question_says_in_its_first_clause_what_would_decide(monkeypatch, record):
    data = RummyData(record)
    monkeypatch.setattr(data, "gain", lambda name: around(0.1, 0.3))
    found = answer(data, ASKED[0])
    assert found.verdict == Verdict.UNDECIDED and first_clause(found.text).endswith("more seeds would decide)")
    monkeypatch.setattr(data, "gain", lambda name: around(0.1, 0.1))
    assert "would decide" not in answer(data, ASKED[0]).text


def test_a_gain_that_is_the_same_in_every_seed_has_no_interval():
    assert gain_words(Interval(0.0, 0.0, 0.0)) == "0 in every seed"
    assert gain_words(around(0.2, 0.1)) == "0.20 ± 0.10"


def test_over_training_names_the_player_whose_figure_it_shows(monkeypatch, record):
    data, luck = RummyData(record), np.linspace(-0.05, 0.05, SEEDS)

    def ending(**losses):
        monkeypatch.setattr(data, "strength", lambda player, mark=None: 0 * luck if mark else luck - losses.get(player, 0.0))
        return over_training(data)

    lost = ending(EVO3=0.1)
    assert lost.verdict == "yes: EVO3" and lost.ours == pytest.approx(-0.1) and "of EVO3" in lost.text and "(Holm)" not in lost.text
    slight = ending(EVO3=0.025)  # by itself, not as one of six
    assert slight.verdict == "no loss above 0.17" and slight.ours == pytest.approx(-0.025) and "(Holm): EVO3" in slight.text
    assert "so small a loss" in slight.text and "so small" not in unseen_words(around(-0.3, 0.1))
    assert loss_verdict({"EVO3": around(-0.1, 0.2)}, []) == Verdict.UNDECIDED


def test_a_loss_that_the_paper_could_not_see_is_named():
    luck = np.linspace(-0.05, 0.05, SEEDS)
    changes = np.array([luck - (0.1 if player == "EVO3" else 0.0) for player in STEADY]).T
    assert steady_words(changes).endswith("; too slight for the paper's 70 games to show: EVO3")
    assert "too slight" not in steady_words(changes - 0.2) and "too slight" not in steady_words(changes + 0.2)


def test_the_table_of_changes_says_how_answers_are_tested(monkeypatch, record):
    data = RummyData(record)
    note = gains_table(data).note
    assert "together (Holm)" in note and f"these {SEEDS} took" in note and "in every seed" not in note
    monkeypatch.setattr(data, "gain", lambda name: around(0.0, 0.1 * (name != "EVO, laying off")))
    assert "As strong as plain brains in every seed: EVO, laying off." in gains_table(data).note


def test_names_are_explained_where_they_are_first_used(result):
    text = markdown(result).split("## Appendix")[0]
    assert FIRST not in text and "lowcards" not in text
    for name, words in ((RANDUMB, "is a network of random weights"), ("climbers", "EVO2c to EVO4c (climbers)")):
        first = text.index(name)
        assert words in text[first - 20 : first + 60]
