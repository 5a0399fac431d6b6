"""Several seeds side by side: the same files as one by one, gone on with after an interruption."""

import json

import pytest

from cardshark.arena.jobs import HERE, Crew
from cardshark.learning import Lesson, Training, train
from cardshark.learning.seeds import Lessons, Trained, check_arrived, train_seeds
from cardshark.players.brain_file import digest, read
from cardshark.text import UserError
from helpers.commands import check_refused, files
from helpers.commands import run_quietly as run
from helpers.training import SHORT, SMALL

WORDS = ["train", "hindsight", "--hidden", "16", "--games", "12", "--rules", "dutch:limit=60"]


@pytest.mark.long
@pytest.mark.parametrize("crew", [HERE, Crew("cores", 2)])
def test_side_by_side_is_the_same_as_one_by_one(crew, whole, tmp_path, monkeypatch):
    """To the byte; one of them was begun and interrupted before, one was finished."""
    monkeypatch.chdir(tmp_path)
    for folder in ("several", "alone"):
        (tmp_path / folder).mkdir()
    for seed in (6, 7, 8, 9):
        train(SMALL, SHORT, seed, tmp_path / "alone" / f"my-{seed}.safetensors")
    lessons = Lessons(SMALL, SHORT, tmp_path / "several" / "my.safetensors")
    begun = lessons.training(8)
    begun.resume()
    begun.course.advance(begun.ends[0])
    begun.hands[0] = begun.course.hands
    begun.checkpoint()
    lessons.training(9).run()
    heard = []
    found = list(train_seeds(lessons, 6, 4, crew, heard.append))
    assert ([each.seed for each in found], sum(heard)) == ([6, 7, 8, 9], 4)
    assert [each.resumed for each in found] == [0, 0, begun.ends[0], 12]
    assert files(tmp_path / "several") == files(tmp_path / "alone")
    for name in files(tmp_path / "several"):
        assert (tmp_path / "several" / name).read_bytes() == (tmp_path / "alone" / name).read_bytes()
    assert digest(read(tmp_path / "several" / "my-7.safetensors")) == digest(read(whole))


@pytest.mark.long
def test_the_command_for_people_and_for_programs(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    status, out, _ = run(capsys, monkeypatch, *WORDS, "--seed", "7", "--seeds", "2", "--json", "--workers", "2")
    brains = json.loads(out)["brains"]
    assert status == 0 and [each["seed"] for each in brains] == [7, 8]
    assert [each["file"] for each in brains] == [str(Lessons(SMALL, SHORT).file(seed)) for seed in (7, 8)]  # as if trained alone
    status, out, _ = run(capsys, monkeypatch, *WORDS, "--seeds", "2", "--out", "my.safetensors", "--on", "here", "--keep", "2")
    assert status == 0 and "my-1.safetensors" in out and "my-2.safetensors" in out and "12 games each" in out
    assert "my-2.age03.safetensors" in files() and "my.safetensors" not in files()


@pytest.mark.long
def test_a_seed_whose_values_blow_up_does_not_stop_the_others(tmp_path):
    wild = Lesson(games=400, rules="dutch:limit=60", rate=10.0)
    found = list(train_seeds(Lessons(SMALL, wild, tmp_path / "my.safetensors"), 1, 2, HERE))
    assert [each.sha256 for each in found] == [None, None] and "blew up" in str(found[1].diverged)
    assert found[0].about() == {}


def test_mistakes_get_a_sentence(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    check_refused(capsys, monkeypatch, "seeds is how many brains to train, 1 to 10,000, not 0", *WORDS, "--seeds", "0")
    check_refused(capsys, monkeypatch, "there is no place to work 'moon'", *WORDS, "--seeds", "2", "--on", "moon")
    check_refused(capsys, monkeypatch, "one brain is trained in one process: --on and --workers belong to --seeds", *WORDS, "--on", "ray")
    check_refused(capsys, monkeypatch, "ends with .safetensors", *WORDS, "--seeds", "2", "--out", "my")
    assert files() == []
    with pytest.raises(UserError, match=r"the brain of seed 3 did not arrive in my-3.safetensors: all nodes must share that folder"):
        check_arrived(Trained(3, "my-3.safetensors", 0.1, 0, "0" * 64, None))


def test_a_training_of_other_settings_is_left_alone(tmp_path):
    Training(SMALL, SHORT, 1, tmp_path / "my-1.safetensors").resume()
    with pytest.raises(UserError, match=r"my-1.safetensors.part belongs to a training with games 12, not 3"):
        list(train_seeds(Lessons(SMALL, Lesson(games=3, rules="dutch:limit=60"), tmp_path / "my.safetensors"), 1, 1, HERE))
