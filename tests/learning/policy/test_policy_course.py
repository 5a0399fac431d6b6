"""`train policy`: goes on to the same bits, keeps younger selves, is tested on deals of its own, and says in a sentence what is wrong."""

import json
import subprocess
import sys
from dataclasses import replace
from math import nan
from pathlib import Path

import pytest
import torch

from cardshark.learning import LEARNERS, Training, learners, train
from cardshark.learning.growth import age_of, younger
from cardshark.learning.policy.course import WAY, PolicyCourse, passed
from cardshark.learning.policy.exams import HELD_OUT, Exams
from cardshark.learning.policy.improving import Improver, Progress
from cardshark.learning.policy.lesson import DEVICES, Goal, PolicyLesson
from cardshark.learning.trainer import Diverged
from cardshark.players.brain_file import digest, read
from cardshark.players.policy.brain import PolicyDesign
from cardshark.tables import Tables, random_choices
from cardshark.text import UserError
from helpers.commands import check_refused, files
from helpers.commands import run_quietly as run
from helpers.compiling import compiled_only
from helpers.training import stop_at_once

SMALL = PolicyDesign(width=16, blocks=1, critic=16)
SHORT = PolicyLesson(games=80, tables=16, groups=2, steps=32, batch=256, against="self+jake", mixed=0.5, tests=2, test_deals=2)
GIN = replace(SHORT, game="gin", games=60, against="self", imitate_games=20, test="simple", tests=1)
MATCHES = replace(SHORT, goal=Goal.MATCH, rules="american:limit=20", games=12, steps=64, tests=1)
FLAGS = ["--width", "16", "--blocks", "1", "--critic", "16", "--games", "40", "--tables", "16", "--steps", "32", "--batch", "256"]

pytestmark = compiled_only


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    """A small policy that was trained without any interruption, with younger selves."""
    out = tmp_path_factory.mktemp("whole") / "my.safetensors"
    train(SMALL, SHORT, 7, out, keep=3)
    return out


# ---- stopping and going on ----


@pytest.mark.long
def test_it_goes_on_to_the_same_bits(whole, tmp_path):
    """Stopped twice, whatever PyTorch was told about threads; and it leaves these as they were."""
    out, before = tmp_path / "my.safetensors", torch.get_num_threads()
    torch.set_num_threads(3)
    try:
        for _ in range(2):
            stop_at_once(Training(SMALL, SHORT, 7, out, keep=3))
        train(SMALL, SHORT, 7, out, keep=3)
        assert torch.get_num_threads() == 3 and not torch.are_deterministic_algorithms_enabled()
    finally:
        torch.set_num_threads(before)
    assert out.read_bytes() == whole.read_bytes()
    assert [path.read_bytes() for path in younger(out)] == [path.read_bytes() for path in younger(whole)]


@pytest.mark.long
@pytest.mark.parametrize("lesson", [GIN, MATCHES], ids=["gin", "matches"])
def test_every_kind_of_course_goes_on(lesson, tmp_path):
    unbroken = train(SMALL, lesson, 3)
    training = Training(SMALL, lesson, 3, tmp_path / "x.safetensors")
    training.resume()
    training.course.advance(1)
    training.checkpoint()
    resumed = train(SMALL, lesson, 3, tmp_path / "x.safetensors")
    assert digest(resumed) == digest(unbroken)
    for name in ("games", "hands", "curve", "tests", "learning"):
        assert resumed.about[name] == unbroken.about[name]


def test_a_checkpoint_is_as_large_at_the_end_as_at_the_beginning():
    """A course of a billion hands needs no more memory than one of eighty."""
    small, large = (PolicyCourse(SMALL, replace(SHORT, games=games), 1).state() for games in (80, 1_000_000_000))
    assert sum(each.nbytes for each in small.values()) == sum(each.nbytes for each in large.values())
    assert {name: each.shape for name, each in small.items()} == {name: each.shape for name, each in large.items()}


@pytest.mark.long
def test_minutes_end_it_too():
    course = PolicyCourse(SMALL, replace(SHORT, games=0, minutes=0.02, test="none"), 1)
    while not course.done:
        course.advance(1)
    assert course.at == WAY and course.sums[4] >= 1.2
    assert PolicyLesson().last_game() == 400_000 and course.lesson.last_game() == 0


def test_places_on_the_way():
    assert [passed(0, 99_999, 10), passed(0, 100_000, 10), passed(100_000, 199_999, 10), passed(0, WAY, 10)] == [0, 1, 0, 10]


# ---- what it leaves behind ----


def test_the_file_says_how_it_was_made(whole):
    brain = read(whole)
    about = brain.about
    assert about["games"] >= 80 and about["hands"] == about["games"] and about["decisions"] % (16 * 32) == 0
    assert about["settings"]["against"] == "self+jake" and about["device"] in ("cpu", "cuda")
    assert about["used"] == {"rules": "american:hands=1", "tables": 16, "groups": 2, "steps": 32, "batch": 256, "price": 0.0}
    assert [each["against"] for each in about["tests"]] == ["jake", "jake"] and about["tests"][-1]["games"] == about["games"]
    assert about["curve"][-1][0] == about["learning"][-1][0] == about["games"]
    assert (brain.game, brain.goal, brain.scale, brain.rules_text) == ("hearts", "hand", 10.0, "american:hands=1")
    ages = [age_of(path) for path in younger(whole)]
    assert ages[0] == 0 and len(ages) == 3 and ages == sorted(ages)
    assert not read(younger(whole)[0]).parts()["actor.choice.weight"].any()  # nothing was learned yet
    assert brain.parts()["actor.choice.weight"].any()


@pytest.mark.long
def test_it_starts_from_a_brain_and_meets_brains(whole, tmp_path):
    with pytest.raises(UserError, match="strong was made for 4 players with 32 cards"):
        replace(SHORT, against="network:brain=strong+jake")
    lesson = replace(SHORT, games=20, start=str(whole), against=f"jake+policy:brain={whole}", rules="american", test="none")
    course = PolicyCourse(SMALL, lesson, 1)
    assert digest(course.brain) == digest(read(whole))
    with pytest.raises(UserError, match="another design"):
        PolicyCourse(replace(SMALL, width=32), lesson, 1)
    brain = train(SMALL, lesson, 1)
    assert [(each["role"], each["name"]) for each in brain.about["lineage"]] == [("start", "my"), ("against", "my")]


@pytest.mark.long
def test_from_hands_to_matches(whole):
    """Points are not chances to win: at first only the critic learns, and what was learned before is played as it was."""
    course = PolicyCourse(SMALL, replace(MATCHES, games=1000, start=str(whole), against="self"), 1)
    before = course.brain.parts()
    assert not before["critic.value.weight"].any() and not before["actor.worth.weight"].any()
    course.advance(1)
    after = course.brain.parts()
    assert after["critic.value.weight"].any() and (after["actor.choice.weight"] == before["actor.choice.weight"]).all()
    assert course.brain.goal == "match" and course.brain.scale == 0.25


def test_no_training_sees_the_deals_of_the_tests():
    """Tables have seeds of 64 random bits; that of the tests is larger, and those that people type are smaller."""
    seeds = [group.tables._deals.deals for group in PolicyCourse(SMALL, SHORT, 1).learner.groups]
    assert len(set(seeds)) == 2 and HELD_OUT > 1 << 64
    from cardshark.chance import stream

    assert not {stream(seed, "deal") for seed in (HELD_OUT, *range(10_000))} & set(seeds)


@pytest.mark.parametrize(("lesson", "matches"), [(SHORT, False), (MATCHES, True)])
def test_a_test_has_as_many_deals_or_matches_as_were_asked_for(monkeypatch, lesson, matches):
    asked = []
    monkeypatch.setattr("cardshark.learning.policy.exams.duel", lambda *players, **more: asked.append(more) or Found())
    Exams(lesson).sit(1, 0, PolicyCourse(SMALL, lesson, 1).brain)
    assert [(more["deals"], more["matches"]) for more in asked] == [(2, matches)]


class Found:
    """A duel that was won."""

    wins_a = wins_low = wins_high = difference = low = high = points_a = 1.0


@pytest.mark.parametrize("device", DEVICES)
def test_the_usual_round_cuts_no_hand_of_hearts(device):
    """All tables play in step: were each hand cut at the same place, nobody would ever see what came of the choices there."""
    tables = Tables("hearts", "american:hands=1,passing=left", count=1, seed=1)
    turn, steps = tables.turn(), 0
    while not len(turn.ended):
        turn, steps = tables.choose(random_choices(turn.legal_words(), turn.luck)), steps + 1
    assert DEVICES[device].steps % steps == 0


# ---- the command ----


@pytest.mark.long
def test_a_training_for_people_and_for_programs(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    status, out, err = run(capsys, monkeypatch, "train", "policy", *FLAGS, "--tests", "1", "--test-deals", "2", "--out", "a.safetensors")
    assert status == 0 and "points a hand; against jake" in err
    assert "Against jake on held-out deals" in out and "cardshark duel hearts policy:brain=a.safetensors jake --rules american" in out
    status, out, err = run(
        capsys, monkeypatch, "train", "policy", *FLAGS, "--tests", "1", "--test-deals", "2", "--json", "--out", "b.safetensors"
    )
    assert status == 0 and err == "" and json.loads(out)["sha256"] == digest(read(Path("a.safetensors")))
    assert files() == ["a.safetensors", "b.safetensors"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--game", "bridge"], "there is no game 'bridge'; there is hearts, gin"),
        (["--rules", "amerikan"], "there is no set of rules 'amerikan'"),
        (["--against", "genius"], "genius"),
        (["--against", "lookahead"], "lookahead"),
        (["--against", ""], "nobody sits on the mixed seats"),
        (["--test", "genius"], "genius"),
        (["--imitate", "genius"], "genius"),
        (["--start", "genius"], "there is no brain 'genius'"),
        (["--start", "strong"], "strong is a brain for the player network, which `train policy` does not teach"),
        (["--rate", "nan"], "rate is a number from 0 to 1, not nan"),
        (["--minutes", "-1"], "minutes is a number from 0 to 100,000, not -1"),
        (["--mixed", "1.5"], "mixed is a number from 0 to 1, not 1.5"),
        (["--average", "1"], "average is a number from 0 to 0.999999, not 1"),
        (["--price", "-2"], "price is a number of points from 0 to 10, or -1 for the usual, not -2"),
        (["--steps", "-1"], "steps is a number from 0 to 4,096, not -1"),
        (["--goal", "glory"], "there is no setting for goal 'glory'; there is hand, match"),
        (["--device", "tpu"], "there is no setting for device 'tpu': did you mean cpu? (there is auto, cpu, cuda)"),
        (["--games", "10", "--imitate", "jake", "--imitate-games", "20"], "of 10 games it cannot copy somebody in 20"),
        (["--tables", "1000000", "--steps", "100"], "a round has at most 16,777,216 decisions"),
        (["--width", "30"], "width is a multiple of 16"),
    ],
)  # fmt: skip
def test_a_mistake_gets_one_sentence_and_writes_nothing(capsys, monkeypatch, tmp_path, words, sentence):
    monkeypatch.chdir(tmp_path)
    check_refused(capsys, monkeypatch, sentence, "train", "policy", *(f"{words[i]}={words[i + 1]}" for i in range(0, len(words), 2)))
    assert files() == []


@pytest.mark.parametrize("found", [Progress(nan, 0.0, 0.0, 0.0), Progress(1.0, 5.0, 0.0, 0.0)], ids=["no number", "moved too far"])
def test_values_that_blow_up_are_a_sentence(monkeypatch, found):
    monkeypatch.setattr(Improver, "learn", lambda self, lessons, pace, order: found)
    with pytest.raises(Diverged, match=r"^the values blew up after 0 games: try a learning rate below 0.0015 \(--rate\)"):
        train(SMALL, SHORT, 1)


def test_without_pytorch_there_is_a_sentence(monkeypatch):
    monkeypatch.setattr(learners, "find_spec", lambda name: None)
    with pytest.raises(UserError, match=r"not installed: pip install 'cardshark\[torch\]'"):
        Training(SMALL, SHORT, 1)


def test_a_graphics_card_that_is_not_there_is_a_sentence(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(UserError, match="PyTorch finds no graphics card here: set device=cpu or device=auto"):
        PolicyCourse(SMALL, replace(SHORT, device=2), 1)


@pytest.mark.long
def test_help_does_not_wait_for_pytorch():
    words = "import sys, cardshark.cli.training, cardshark.learning; print('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True).stdout == "False\n"
    assert "policy" in LEARNERS
