"""Training a FALCON: the same file to the bit, interrupted or not; going on from a file; any opponents; one sentence for a mistake."""

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardshark.arena.duel import duel
from cardshark.learning.falcon.course import BLOCK, FalconCourse, FalconLesson
from cardshark.learning.falcon.lesson import Update
from cardshark.learning.trainer import Training, train
from cardshark.players import seat
from cardshark.players.brain_file import digest, read, save
from cardshark.players.hearts.falcon.brain import FalconBrain, load_falcon
from cardshark.players.hearts.falcon.design import Coding, FalconDesign
from cardshark.players.hearts.falcon.player import Falcon
from cardshark.text import UserError
from helpers.commands import check_refused, files
from helpers.commands import run_quietly as run
from helpers.compiling import PLAIN
from helpers.training import check_damaged, check_other_trainings, resumed_after, stop_at_once, tampered

DESIGN = FalconDesign(separate=True)
LESSON = FalconLesson(games=400, epsilon=0.05)
FLAGS = ["train", "falcon", "--separate", "yes", "--games", "400", "--epsilon", "0.05", "--seed", "7"]
TRICKS = 13


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    """A small FALCON that was trained without any interruption."""
    out = tmp_path_factory.mktemp("whole") / "my.safetensors"
    train(DESIGN, LESSON, 7, out)
    return out


# ---- files ----


def test_a_falcon_comes_back_from_its_file(whole, tmp_path):
    brain = load_falcon(str(whole))
    assert brain.design == DESIGN and brain.about["name"] == "my"
    save(brain, tmp_path / "again.safetensors")
    again = load_falcon(str(tmp_path / "again.safetensors"))
    assert digest(again) == digest(brain) == brain.about["sha256"]
    again.parts()["templates"][0, 0] = 0.123
    assert digest(again) != digest(brain)
    assert (brain.about["games"], brain.about["hands"], brain.about["categories"]) == (400, 400, len(brain.parts()["percepts"]))
    growth = brain.about["growth"]
    assert [game for game, _ in growth] == list(range(8, 401, 8)) and growth[-1][1] == brain.about["categories"]
    assert all(before <= after for (_, before), (_, after) in pairwise(growth))


@given(st.data())
@settings(max_examples=60)
def test_a_damaged_file_is_refused_in_one_sentence(whole, tmp_path_factory, data):
    check_damaged(whole, tmp_path_factory.mktemp("damaged"), data)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda about, parts: about["design"].update(percepts="wings"), "there is no percept 'wings'"),
        (lambda about, parts: about["design"].update(groups="4,4"), "add up to 13"),
        (lambda about, parts: about["design"].update(coding="guess"), "'GUESS'"),
        (lambda about, parts: about["design"].update(percepts="paper+last"), "templates is"),
        (lambda about, parts: about.pop("design"), "'design'"),
        (lambda about, parts: parts.pop("percepts"), "'percepts'"),
        (lambda about, parts: parts.pop("visits"), "its parts are not percepts, networks, founded, visits, templates"),
        (lambda about, parts: parts.update(founded=parts["founded"][:-1].copy()), "founded is"),
        (lambda about, parts: parts["templates"].fill(np.nan), "has numbers that are none"),
        (lambda about, parts: parts["templates"].fill(2), "its weights are not all from 0 to 1"),
        (lambda about, parts: parts["networks"].fill(2), "a category belongs to no network"),
        (lambda about, parts: parts["networks"].fill(-1), "a category belongs to no network"),
        (lambda about, parts: parts["visits"].fill(-1), "something happened fewer than no times"),
        (lambda about, parts: parts["founded"].fill(-1), "something happened fewer than no times"),
    ],
)  # fmt: skip
def test_a_file_that_lies_is_refused(whole, tmp_path, change, sentence):
    path = tampered(whole, tmp_path / "odd.safetensors", FalconBrain.FORMAT, change)
    with pytest.raises(UserError, match="does not hold a brain that this version knows") as refused:
        load_falcon(str(path))
    assert sentence in str(refused.value)


# ---- stopping and going on ----


def test_a_training_goes_on_to_the_same_bits(whole, tmp_path):
    """Whenever it was stopped, and however often."""
    out = tmp_path / "my.safetensors"
    for games in range(8, LESSON.games, 8):
        training = Training(DESIGN, LESSON, 7, out)
        stop_at_once(training)
        assert training.course.game == games
        assert files(tmp_path) == ["my.safetensors.part"]
    train(DESIGN, LESSON, 7, out)
    assert out.read_bytes() == whole.read_bytes()
    assert files(tmp_path) == ["my.safetensors"]


VARIANTS = [
    (FalconDesign(groups="1,2,2,3,2,2,1", separate=True, percepts="paper+last", actions="wide"), {"update": Update.DELTA_ALL}),
    (FalconDesign(coding=Coding.COMPLEMENT), {"update": Update.AND_PV}),
    (FalconDesign(), {"update": Update.TD, "explore": 90, "epsilon": 0.5}),
    (FalconDesign(), {"update": Update.HAND_MEAN, "against": "self"}),
    (FalconDesign(percepts="paper+ahead+closing"), {"update": Update.GAME_PLACE}),
    (FalconDesign(), {"prune": 0.3, "fading": 0.002, "games": BLOCK + 50}),
    (FalconDesign(), {"against": "stock+random+montecarlo(deals=2,playout=greedy)", "games": 30}),
]


@pytest.mark.parametrize(("design", "changes"), VARIANTS)
def test_every_kind_of_course_goes_on(design, changes, tmp_path):
    lesson = replace(LESSON, **{"games": 100, **changes})
    whole = train(design, lesson, 3)
    resumed = resumed_after(10, design, lesson, 3, tmp_path / "x.safetensors")
    assert digest(resumed) == digest(whole)
    assert resumed.about["curve"] == whole.about["curve"] and resumed.about["growth"] == whole.about["growth"]


def test_how_games_are_cut_into_pieces_does_not_matter():
    courses = [FalconCourse(DESIGN, replace(LESSON, games=BLOCK + 200), 5) for _ in range(2)]
    courses[0].advance(BLOCK + 200)
    for games in (1, 7, BLOCK - 100, 1000):
        courses[1].advance(games)
    assert digest(courses[0].brain) == digest(courses[1].brain)
    assert (courses[0].totals == courses[1].totals).all() and courses[0].totals.sum() == 26 * (BLOCK + 200)


def test_categories_of_little_confidence_are_forgotten():
    """Those that stay are the ones that a slow look at the notes of confidence would keep, and nothing else about them changes."""
    lesson = replace(LESSON, games=2 * BLOCK, prune=0.05, fading=0.001)
    course = FalconCourse(DESIGN, lesson, 5)
    course.advance(BLOCK - 1)
    before = {name: array.copy() for name, array in course.changing().items()}
    course.lesson = replace(lesson, prune=0.0)  # the last hand of the block, and nothing is forgotten after it
    course.advance(1)
    known = course.brain.categories
    sure = [float(known.confidence[j]) * 0.999 ** (TRICKS * (BLOCK - int(known.touched[j]))) >= 0.05 for j in range(int(known.size[0]))]
    course.lesson, rows = lesson, known.percepts[: len(sure)][sure].copy()
    course.forget()
    assert 0 < len(rows) < len(sure) and (course.brain.parts()["percepts"] == rows).all()
    assert len(before["confidence"]) >= len(rows)
    course.advance(BLOCK)  # it goes on with those, and finds them
    fresh = FalconCourse(DESIGN, lesson, 5)
    fresh.advance(2 * BLOCK)
    assert digest(fresh.brain) == digest(course.brain)
    never = FalconCourse(DESIGN, replace(lesson, prune=1e-9, fading=0.0), 5)
    never.advance(2 * BLOCK)
    usual = FalconCourse(DESIGN, replace(lesson, prune=0.0), 5)
    usual.advance(2 * BLOCK)
    assert digest(never.brain) == digest(usual.brain)


def test_a_checkpoint_of_another_training_is_refused(whole, tmp_path):
    out = tmp_path / "my.safetensors"
    others = [
        (DESIGN, LESSON, 8, "a training with seed 7, not 8: name another file"),
        (DESIGN, replace(LESSON, least=0.5), 7, "least 0.02, not 0.5"),
        (FalconDesign(), LESSON, 7, "separate yes, not no"), (DESIGN, replace(LESSON, update=Update.TD), 7, "update delta_chosen, not td"),
        (DESIGN, replace(LESSON, games=401), 7, "games 400, not 401"), (DESIGN, replace(LESSON, start=str(whole)), 7, "start empty, not"),
    ]  # fmt: skip
    check_other_trainings(DESIGN, LESSON, 7, out, others)


def test_start_goes_on_from_a_file(whole, tmp_path, capsys, monkeypatch):
    """With the flags of its design or without; everything that it knew is still there, and counted on."""
    monkeypatch.chdir(tmp_path)
    before = load_falcon(str(whole)).parts()
    words = ["train", "falcon", "--start", str(whole), "--games", "50", "--out", "more.safetensors"]
    status, out, _ = run(capsys, monkeypatch, *words, "--json")
    assert status == 0 and json.loads(out)["settings"]["separate"] is True
    more = load_falcon("more.safetensors")
    after, size = more.parts(), len(before["percepts"])
    assert (after["percepts"][:size] == before["percepts"]).all() and (after["visits"][:size] >= before["visits"]).all()
    assert after["visits"].sum() == before["visits"].sum() + 50 * TRICKS
    (parent,) = more.about["lineage"]
    assert (parent["role"], parent["name"], parent["sha256"]) == ("start", "my", digest(load_falcon(str(whole))))
    assert digest(load_falcon(str(whole))) == load_falcon(str(whole)).about["sha256"]  # the file is as it was
    status, _, err = run(capsys, monkeypatch, *words[:-1], "other.safetensors", "--separate", "no")
    assert status == 2 and "is of another design: give the flags of its design, or leave out start" in err


# ---- who else sits there ----


def test_growth_counts_the_categories_of_a_start(whole):
    known = load_falcon(str(whole))
    course = FalconCourse(known.design, FalconLesson(games=40, start=str(whole)), 3)
    course.advance(40)
    found = course.findings([1, 40])
    before, after = len(known.parts()["percepts"]), len(course.brain.parts()["percepts"])
    assert found["growth"][0][1] >= before and found["growth"][-1][1] == found["categories"] == after


def test_three_opponents_sit_where_they_are_named():
    """Against one who plays any card the two others take fewer points than he does."""
    course = FalconCourse(FalconDesign(), FalconLesson(games=300, against="stock+montecarlo(deals=5,playout=stock)+random"), 2)
    course.advance(300)
    points = course.totals.mean(axis=0)
    assert points[2] < points[1] < points[3] and points.sum() == pytest.approx(26)


@pytest.mark.parametrize(
    ("against", "together"),
    [
        ("uct(actions=falcon,simulations=8)", True), ("stock+random+uct(actions=falcon,simulations=8)", True),
        ("ismcts(simulations=8)+ismcts(simulations=8)+stock", True), ("uct(actions=falcon)+stock+ismcts(simulations=8)", False),
        ("pomcp(simulations=8)+stock+pomcp(simulations=9)", False), ("pomcp(simulations=8,reuse=yes)+stock+stock", False),
        ("uct(actions=falcon,seconds=0.001)+stock+stock", False), ("montecarlo(deals=2)", False), ("stock", False),
    ],
)  # fmt: skip
def test_searchers_in_one_kernel_play_as_if_they_were_asked(against, together):
    """The oracle is to ask each of them from Python: the same cards, the same weights."""
    lesson = replace(LESSON, games=4 if PLAIN else 12, against=against)
    course = FalconCourse(DESIGN, lesson, 5)
    assert (course.company.searcher is not None) == together
    if together:
        course.advance(lesson.games)
        asked = FalconCourse(DESIGN, lesson, 5)
        asked.company = asked.company._replace(searcher=None)
        asked.advance(lesson.games)
        assert digest(asked.brain) == digest(course.brain) and (asked.totals == course.totals).all()


def test_brains_of_opponents_are_on_record():
    training = Training(FalconDesign(), FalconLesson(games=10, against="stock+jake+falcon:brain=hawk"))
    assert [(each["role"], each["name"]) for each in training.lineage] == [("against", "hawk")]
    assert training.settings["brains"] == [f"against hawk {digest(load_falcon('hawk'))[:16]}"]


def test_it_learns_to_beat_those_who_play_any_card():
    """A few thousand hands are enough, on deals that it did not learn from."""
    course = FalconCourse(FalconDesign(), FalconLesson(games=4000, against="random"), 4)
    course.advance(4000)
    assert course.test("test", 2000).mean(axis=0)[0] < 5.5  # a fair share is 6.5
    result = duel("hearts", "falcon", ("falcon", Falcon(brain=course.brain)), ("random", seat("random")), deals=500, seed=11)
    assert result.high < 0


def test_a_trick_holds_no_more_than_the_most():
    """In the 32-card game the jack of clubs can fall with the queen of spades: weights stay from 0 to 1, or a file could not be read."""
    course = FalconCourse(FalconDesign(), FalconLesson(games=5000, rules="dutch", update=Update.SIGNED_MEAN, least=1.0), 1)
    course.advance(5000)
    assert course.lesson_record["most"][0] == 5 + 2 + 1 + 1
    course.brain.ready()


def test_a_mind_does_not_outgrow_what_a_file_may_hold(monkeypatch):
    monkeypatch.setattr("cardshark.learning.falcon.course.MOST_CATEGORIES", 1024)
    with pytest.raises(UserError, match="more than 1,024 categories are too many"):
        FalconCourse(FalconDesign(percepts="paper+last+points+clubs_low+hearts_low"), FalconLesson(games=5000), 1).advance(5000)


# ---- the command ----


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--percepts", "wings"], "there is no percept 'wings'; there is paper, above_best,"),
        (["--percepts", "paper+queen_held"], "the percept queen_held is named twice"),
        (["--actions", "fly"], "there is no action 'fly'; there is paper, wide, follow_hearts_under,"),
        (["--actions", "follow_hearts_high"], "may leave no card to play: allow follow_spades_high or follow_spades_low, too"),
        (["--groups", "4,4"], "groups are numbers of tricks that add up to 13, as 4,4,5; not '4,4'"),
        (["--groups", "a"], "not 'a'"),
        (["--vigilance", "1,2,3"], "vigilance is three numbers from 0 to 1"),
        (["--share", "1,1,0"], "the shares of percepts, actions and rewards add up to 1; 1,1,0 do not"),
        (["--alpha", "0"], "alpha is a number above 0 up to 10, not 0"),
        (["--coding", "guess"], "there is no setting for coding 'guess'; there is exact, complement, plain"),
        (["--update", "sometimes"], "there is no setting for update 'sometimes'; there is and_fast,"),
        (["--rate", "2"], "rate is a number from 0 to 1, not 2"),
        (["--least", "nan"], "least is a number from 0 to 1, not nan"),
        (["--epsilon", "1.5"], "epsilon"),
        (["--games", "0"], "games is a number from 1 to 100,000,000, not 0"),
        (["--update", "td", "--initial", "action"], "td never leaves a weight of 1"),
        (["--rules", "falcon:heart=0,queen_of_spades=0,hands=4"], "some card must cost something"),
        (["--games", "many"], "games must be a whole number, not 'many'"),
        (["--rules", "flacon"], "there is no set of rules 'flacon'"),
        (["--rules", "american:win_back=yes"], "win_back=no"),
        (["--rules", "american:players=3,removed=2D"], "a FALCON knows hands of 13 tricks at most, and these have 17"),
        (["--against", "stock+stock"], "against names one player for all seats, or 3 joined by +; not 2"),
        (["--against", "nobody"], "there is no player 'nobody'"),
        (["--against", "simple"], "simple plays gin"),
        (["--start", "strong"], "strong is a brain for the player network, which `train falcon` does not teach"),
        (["--start", "genius"], "there is no brain 'genius'"),
        (["--out", "my.txt"], "the file of a brain ends with .safetensors"),
    ],
)  # fmt: skip
def test_a_mistake_gets_one_sentence_and_writes_nothing(capsys, monkeypatch, tmp_path, words, sentence):
    monkeypatch.chdir(tmp_path)
    check_refused(capsys, monkeypatch, sentence, "train", "falcon", *words)
    assert files() == []


def test_a_training_for_people_and_for_programs(whole, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    status, out, _ = run(capsys, monkeypatch, *FLAGS, "--json")
    found = json.loads(out)
    assert status == 0 and found["sha256"] == digest(read(Path(found["file"]))) == digest(load_falcon(str(whole)))
    status, out, err = run(capsys, monkeypatch, *FLAGS, "--out", "b.safetensors")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].startswith("400 games, 400 hands") and lines[3].startswith("Categories from the first games to the last: ")
    assert lines[4:] == [
        "Who is better?  cardshark duel hearts falcon:brain=b.safetensors stock --rules falcon",
        "Play it:        cardshark play hearts falcon:brain=b.safetensors --rules falcon",
        "What it knows:  cardshark explain falcon:brain=b.safetensors",
    ]
    status, out, _ = run(capsys, monkeypatch, "train", "falcon", "--games", "20", "--against", "self", "--rules", "american:hands=1")
    assert "only a duel can tell how good it is" in out and "--rules american" in out


def test_brains_describe_a_falcon(whole, capsys, monkeypatch, tmp_path):
    from cardshark.players import brain_file

    monkeypatch.setattr(brain_file, "SHIPPED", tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    (tmp_path / "clever.safetensors").write_bytes(whole.read_bytes())
    brain = load_falcon("clever")
    status, out, _ = run(capsys, monkeypatch, "brains")
    row = next(line for line in out.splitlines() if "clever" in line)
    weights = brain.parts()["templates"].size
    built = f"{brain.about['categories']:,} categories of 10 percepts, 29 actions"
    assert status == 0 and " any " in row and built in row and f"{weights:,}" in row and " 400 " in row
    status, out, _ = run(capsys, monkeypatch, "brains", "clever")
    assert status == 0 and out.startswith(f"clever  {weights:,} weights in {built}, for any deck\n")
    assert "Categories from the first games to the last: " in out and "cardshark train falcon --separate yes" in out
    _, out, _ = run(capsys, monkeypatch, "brains", "clever", "--json")
    (row,) = json.loads(out)
    assert (row["game"], row["cards"], row["players"], row["weights"]) == ("hearts", None, None, weights)
