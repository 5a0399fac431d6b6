"""Trainings that are stopped and go on: the same file to the bit."""

import json
import shlex
import signal
import subprocess
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from cardshark.learning import Design, Training, load, train
from cardshark.learning.hearts.apprentice import Apprenticeship
from cardshark.learning.learners import LEARNERS
from cardshark.learning.trainer import Diverged
from cardshark.players.brain_file import digest, read
from cardshark.players.hearts.network.brain import Activation
from cardshark.text import UserError
from helpers.commands import START, files
from helpers.commands import run_quietly as run
from helpers.training import FLAGS, SHORT, SMALL, check_other_trainings, resumed_after, stop_at_once

# ---- stopping and going on ----


def test_a_second_training_into_the_same_file_is_refused_and_the_first_ends_as_it_would_have(whole, tmp_path):
    out = tmp_path / "my.safetensors"
    refused = []

    def meanwhile(report):
        if not refused:
            with pytest.raises(UserError, match="is being made by another run: wait for its end or name another file") as error:
                train(SMALL, SHORT, 7, out)
            refused.append(error)

    train(SMALL, SHORT, 7, out, meanwhile)
    assert refused and out.read_bytes() == whole.read_bytes()
    assert files(tmp_path) == ["my.safetensors"]
    assert digest(train(SMALL, SHORT, 7, out)) == digest(read(whole))  # and nobody has it now


def test_a_training_that_was_killed_leaves_no_lock(whole, tmp_path):
    out = tmp_path / "my.safetensors"
    (tmp_path / ".my.safetensors.lock").write_bytes(b"")  # as after kill -9
    train(SMALL, SHORT, 7, out)
    assert files(tmp_path) == ["my.safetensors"] and out.read_bytes() == whole.read_bytes()


def test_a_training_goes_on_to_the_same_bits(whole, tmp_path):
    """Whenever it was stopped, and however often."""
    out = tmp_path / "my.safetensors"
    for games in range(1, SHORT.games):
        training = Training(SMALL, SHORT, 7, out)
        stop_at_once(training)
        assert training.course.game == games
        assert files(tmp_path) == ["my.safetensors.part"]
    brain = train(SMALL, SHORT, 7, out)
    assert out.read_bytes() == whole.read_bytes()
    assert brain.about["curve"] == load(str(whole)).about["curve"]
    assert files(tmp_path) == ["my.safetensors"]


@pytest.mark.parametrize(
    "lesson", [replace(SHORT, against="rivals", tests=4), replace(SHORT, against="jake+past", schedule=1), replace(SHORT, credit=1)]
)
def test_every_kind_of_course_goes_on(lesson, tmp_path):
    whole = train(Design(hidden="16+16"), lesson, 3)
    resumed = resumed_after(5, Design(hidden="16+16"), lesson, 3, tmp_path / "x.safetensors")
    assert digest(resumed) == digest(whole)
    assert resumed.about["curve"] == whole.about["curve"]


@pytest.mark.long
def test_an_apprentice_goes_on_too(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lesson = Apprenticeship(games=3, deals=2)
    whole = train(SMALL, lesson, 3)
    training = Training(SMALL, lesson, 3, Path("x.safetensors"))
    training.resume()
    training.course.advance(1)
    training.hands[0] = training.course.hands
    training.checkpoint()
    words = ["train", "apprentice", "--hidden", "16", "--games", "3", "--deals", "2", "--seed", "3", "--out", "x.safetensors"]
    status, out, _ = run(capsys, monkeypatch, *words)
    assert status == 0 and "only a duel can tell how good it is" in out
    assert digest(read(Path("x.safetensors"))) == digest(whole)
    assert read(Path("x.safetensors")).about["curve"] == whole.about["curve"]


def test_a_checkpoint_of_another_training_is_refused(whole, tmp_path):
    out = tmp_path / "my.safetensors"
    others = [
        (SMALL, SHORT, 8, "a training with seed 7, not 8: name another file"), (SMALL, replace(SHORT, rate=0.5), 7, "rate 0.001, not 0.5"),
        (Design(hidden="32"), SHORT, 7, "hidden 16, not 32"),
        (Design(hidden="16", activation=Activation.RELU), SHORT, 7, "leaky, not relu"),
        (SMALL, replace(SHORT, games=13), 7, "games 12, not 13; how fast it learns depends on the number of games"),
        (SMALL, replace(SHORT, start=str(whole)), 7, "start empty, not"),
    ]  # fmt: skip
    check_other_trainings(SMALL, SHORT, 7, out, others)


def test_an_opponent_that_changed_is_another_training(whole, tmp_path):
    rival, out = tmp_path / "rival.safetensors", tmp_path / "out.safetensors"
    rival.write_bytes(whole.read_bytes())
    lesson = replace(SHORT, games=2, against=str(rival))
    train(SMALL, lesson, 1, out)
    train(SMALL, replace(SHORT, games=1), 5, tmp_path / "other.safetensors")
    rival.write_bytes((tmp_path / "other.safetensors").read_bytes())
    with pytest.raises(UserError, match=r"brains .*against rival .* not .*against rival "):
        train(SMALL, lesson, 1, out)


def test_what_is_trained_is_not_trained_again(whole, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("my.safetensors").write_bytes(whole.read_bytes())
    written = Path("my.safetensors").stat().st_mtime_ns
    status, out, _ = run(capsys, monkeypatch, *FLAGS, "--out", "my.safetensors")
    assert status == 0 and "my.safetensors is already trained" in out
    status, out, err = run(capsys, monkeypatch, *FLAGS, "--out", "my.safetensors", "--rate", "0.1")
    assert status == 2 and "belongs to a training with rate 0.001, not 0.1" in err
    Path("text.safetensors").write_text("somebody's file")
    status, out, err = run(capsys, monkeypatch, *FLAGS, "--out", "text.safetensors")
    assert status == 2 and "text.safetensors is damaged, or not a file of safetensors" in err
    assert Path("text.safetensors").read_text() == "somebody's file"
    assert Path("my.safetensors").stat().st_mtime_ns == written
    assert files() == ["my.safetensors", "text.safetensors"]


def test_values_that_blow_up_are_reported(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = [*FLAGS, "--rate", "5", "--scores", "game", "--out", "wild.safetensors"]
    for _ in range(2):  # the last good checkpoint stays, and going on from it comes to the same end
        status, out, err = run(capsys, monkeypatch, *words)
        assert (status, out) == (1, "")
        assert "the values blew up in game 1 of 12: try a learning rate below 5 (--rate)" in err
        assert files() == ["wild.safetensors.part"]
    with pytest.raises(Diverged):
        train(Design(hidden="16", scores=LEARNERS["hindsight"].design().scores), replace(SHORT, rate=10.0))


def test_outside_the_main_thread_nobody_listens_to_ctrl_c(whole):
    found = []
    thread = threading.Thread(target=lambda: found.append(train(SMALL, SHORT, 7)))
    thread.start()
    thread.join()
    assert digest(found[0]) == digest(load(str(whole)))


def start_training(folder: Path, *words: str) -> subprocess.Popen:
    """A real training in a process of its own, of which at least one checkpoint is written."""
    process = subprocess.Popen([*START, *words], cwd=folder, stderr=subprocess.PIPE, text=True)
    part = folder / "my.safetensors.part"
    first = None
    while process.poll() is None:
        now = part.stat().st_mtime_ns if part.exists() else None
        first = first or now
        if now != first:
            return process
        time.sleep(0.02)
    raise AssertionError(f"it ended by itself: {process.communicate()}")


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_real_training_survives(how, tmp_path):
    words = [*FLAGS[:4], "--games", "1500", "--rules", "dutch:limit=500", "--save-every", "0.05", "--out", "my.safetensors"]
    (tmp_path / "whole").mkdir()
    subprocess.run([*START, *words], cwd=tmp_path / "whole", check=True, capture_output=True)
    process = start_training(tmp_path, *words)
    process.send_signal(how)
    _, said = process.communicate(timeout=60)
    assert process.returncode == (-signal.SIGKILL if how == signal.SIGKILL else 130)
    if how != signal.SIGKILL:
        assert "of 1,500 games. The same command goes on from my.safetensors.part:" in said
        assert f"cardshark {shlex.join(words)}" in said
    done = subprocess.run([*START, *words, "--json"], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert 0 < json.loads(done.stdout)["resumed"] < 1500
    assert (tmp_path / "my.safetensors").read_bytes() == (tmp_path / "whole" / "my.safetensors").read_bytes()
    assert not [name for name in files(tmp_path) if name.endswith(".part")]
