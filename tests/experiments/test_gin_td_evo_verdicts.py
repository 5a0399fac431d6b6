"""Verdicts on the rummy paper, on data made to say what it says, or the opposite."""

import numpy as np
import pytest

from cardshark.arena.gin_hands import FACES, FIGURES, SUITS
from cardshark.arena.stats import Moments
from cardshark.experiments.gin_td_evo import page as gin_td_evo
from cardshark.experiments.gin_td_evo.measured import RummyData
from cardshark.experiments.gin_td_evo.meetings import BLOCK, COUNTED, final_hands, meeting_rows, meetings
from cardshark.experiments.gin_td_evo.runs import blocks, tasks
from cardshark.experiments.gin_td_evo.tables import (
    BINS,
    EVOS,
    GAMES,
    MARKS,
    RANDUMB,
    TDS,
    WINS,
)
from cardshark.learning.gin.course import TdLesson
from cardshark.report.record import Experiment, Record, this_run
from cardshark.report.result import claims_json
from cardshark.report.verdict import Effect

SHORT = "paper:max_turns=60"
SMALL = 0.0005  # scale


def chances(one, other, contradict):
    """How likely each wins a game: as printed, or the other way round between the methods."""
    if RANDUMB in (one, other):
        return (0.98, 0.0) if other == RANDUMB else (0.0, 0.98)
    swap = contradict and (one in EVOS) != (other in EVOS)
    return tuple((WINS[a][b] or 0) / 10 for a, b in (((other, one) if swap else (one, other)), ((one, other) if swap else (other, one))))


def guessed(meeting, contradict):
    """The chances in any meeting: of the tournament those of its players, otherwise evolution is better from 5,000 games on."""
    one, other = (name.split("_")[0] for name in (meeting.one, meeting.other))
    if meeting.kind in ("tournament 1", "tournament 2", "runs"):
        return chances(one, other, contradict)
    if meeting.kind == "equal":
        early = meeting.one.endswith("_at_2000")
        return (0.2, 0.7) if early or contradict else (0.8, 0.1)
    if meeting.kind == "regime":
        return (0.9, 0.1) if one == "EVO4" else (0.3, 0.7)
    if meeting.kind == "variant" and meeting.one == "EVO, walk":
        return 0.05, 0.9
    return 0.45, 0.45


def figures_for(random, meeting, contradict):
    """Wins, points and turns of the pairs of a meeting; games of one method last longer."""
    ours, theirs = guessed(meeting, contradict)
    long = 900 if (meeting.one[:2] == meeting.other[:2]) != contradict else 40
    counted = np.zeros((len(COUNTED), meeting.pairs), np.int64)
    for _ in range(2):
        luck = random.random(meeting.pairs)
        for side, won in enumerate((luck < ours, luck > 1 - theirs)):
            counted[side] += won
            counted[2 + side] += won * random.integers(25, 46, meeting.pairs)
            counted[4 + side] += won * random.integers(long // 2, long * 3 // 2, meeting.pairs)
    return counted


def hands_for(random, player, pairs, contradict):
    """Final hands as the paper tells them: one suit and runs, or low cards and sets."""
    is_td = (player in TDS) != (contradict and player != RANDUMB)
    suits = [0.7, 0.1, 0.1, 0.1] if is_td else [0.25] * 4
    found = np.zeros((len(FIGURES), pairs), np.int64)
    found[[FIGURES.index(suit) for suit in SUITS]] = random.multinomial(20, suits, pairs).T
    found[[FIGURES.index(face) for face in FACES]] = random.multinomial(20, [1 / 13] * 13, pairs).T
    share = 1 / 3 if player == RANDUMB else 0.05 if is_td else 2 / 3
    found[FIGURES.index("sets")] = random.binomial(6, share, pairs)
    found[FIGURES.index("runs")] = 6 - found[FIGURES.index("sets")]
    found[FIGURES.index("points")] = random.integers(100, 120, pairs) + 30 * is_td
    return found


def made_up(contradict=False):
    """A record that says what the paper says, or the opposite."""
    random, wanted, met = np.random.default_rng(5), {}, {}
    for meeting in meetings(0.3, 1):
        counted = figures_for(random, meeting, contradict)
        wanted[meeting.name] = meeting
        met[meeting.name] = {"moments": Moments.of(counted if meeting.hands else counted[:4]).to_json()}
        if meeting.hands:
            held = [hands_for(random, name, meeting.pairs, contradict) for name in (meeting.one, meeting.other)]
            shown = [{"moments": Moments.of(each).to_json(), "blocks": blocks(each, counted[side])} for side, each in enumerate(held)]
            met[meeting.name] |= {"hands": shown, "first": counted[:, :BLOCK].sum(axis=1).tolist()}
    brains = []
    for task in tasks(1, 1):
        bins, learned = min(BINS, task.lesson.games), task.lesson.games
        dear = isinstance(task.lesson, TdLesson) != contradict
        brains.append({
            "name": task.name, "player": task.player, "run": task.run, "command": f"cardshark train {task.name}", "games": learned,
            "marks": [list(mark) for mark in task.marks], "turns": [(150 if contradict else 400) * (learned // bins + 1)] * bins,
            "draws": 0, "seconds": learned * (0.01 if dear else 0.005),
        })  # fmt: skip
    experiments = [
        Experiment("brains", brains),
        Experiment("meetings", meeting_rows(wanted, met)),
        Experiment("hands", final_hands(wanted, met)),
    ]
    return Record("gin_td_evo", this_run(1, 1, 1.0), experiments)


@pytest.fixture(scope="module")
def as_printed():
    return gin_td_evo.result(made_up())


@pytest.mark.long
def test_what_the_paper_says_is_judged_reproduced(as_printed):
    verdicts = {claim["claim"]: claim["verdict"] for claim in claims_json(as_printed)}
    assert verdicts.pop("Score and wins rank the players alike.") in ("reproduced", "near")
    assert verdicts.pop("TD5, with a lambda of 0.9, is the best temporal-difference player.") in ("reproduced", "undecided")
    assert set(verdicts.values()) == {"reproduced"}, verdicts
    wins, *_ = as_printed.tables
    assert {str(wins.level(row)) for row in wins.rows} == {"inside"}
    cells = next(each.figure for each in as_printed.questions if each.text == "Who won how often against whom?")
    assert len(cells.rows) == 64
    assert all(abs(row.ours - row.paper) < 1 for row in cells.rows)
    assert as_printed.questions[0].answer.count("evolution is ahead") == 4  # three of four numbers of games, and the paper's
    assert "stands for the paper's own settings" in as_printed.questions[0].answer


@pytest.mark.long
def test_the_opposite_is_judged_contradicted():
    result = gin_td_evo.result(made_up(contradict=True))
    verdicts = {claim["claim"]: claim["verdict"] for claim in claims_json(result)}
    for beginning in (
        "Evolution beats", "Evolved players beat", "The best evolved", "Temporal-difference players collect", "Evolved players have no",
        "Evolved players get rid", "Temporal-difference players hold", "Players who learned alike", "Temporal differences take",
        "While they learn",
    ):  # fmt: skip
        (verdict,) = [verdict for claim, verdict in verdicts.items() if claim.startswith(beginning)]
        assert verdict == "contradicted", beginning
    assert "does not stand" in result.questions[0].answer


@pytest.mark.long
def test_a_reading_matters_if_it_changes_the_level(as_printed):
    effects = {each.point: each.effect for each in as_printed.readings}
    assert effects["where the challenger comes from"] == Effect.LEVEL
    assert effects["what scores are divided by"] == Effect.SMALL
    assert effects["lambda of TD6"] == Effect.UNTESTED


def test_figures_have_a_point_for_every_mark(as_printed):
    regimes = next(figure for figure in as_printed.figures if figure.title.startswith("Figure 5"))
    for series in regimes.series:
        assert list(series.x) == [*(mark for mark in MARKS if mark < GAMES[series.label]), GAMES[series.label]]
    curves = next(figure for figure in as_printed.figures if figure.title.startswith("Figure 2"))
    assert [series.label for series in curves.series][:2] == ["TD2-1", "TD2-2"]


def test_every_pair_of_brains_of_both_methods_counts():
    data = RummyData(made_up())
    cells = data.evo_against_td()
    assert {one for one, _ in cells} == {f"{player}_{run}" for player in EVOS for run in (1, 2)}
    assert len(cells) == 6 * len({other for _, other in cells})
