"""Training: settings as flags, files that cannot be half-written, and a training that was interrupted ends with the same bits."""

import io
import json
import shlex
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from cardshark.games import hearts
from cardshark.learning import Design, Lesson, Training, load, save, train
from cardshark.learning.hearts.apprentice import Apprenticeship
from cardshark.learning.hearts.hindsight import HindsightCourse
from cardshark.learning.trainer import LEARNERS, Diverged, usual_file
from cardshark.players.brain_file import digest, path_of, read, seal, settings_from_json, settings_json, write_sealed
from cardshark.players.hearts.network.brain import Activation, Brain
from cardshark.players.hearts.network.player import Network
from cardshark.players.load import source_digest
from cardshark.show.training import current, settings_table, sparkline
from cardshark.text import UserError
from helpers.commands import START, check_refused, files
from helpers.commands import run_quietly as run
from helpers.damage import check_damaged, tampered
from helpers.paths import ROOT
from helpers.training import check_other_trainings, resumed_after, stop_at_once

SMALL = Design(hidden="16")
SHORT = Lesson(games=12, rules="dutch:limit=60")
FLAGS = ["train", "hindsight", "--hidden", "16", "--games", "12", "--rules", "dutch:limit=60", "--seed", "7"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    """A small brain that was trained without any interruption."""
    out = tmp_path_factory.mktemp("whole") / "my.safetensors"
    train(SMALL, SHORT, 7, out)
    return out


# ---- files of brains ----


def test_a_brain_comes_back_from_its_file(whole, tmp_path):
    brain = load(str(whole))
    assert brain.design == SMALL
    assert (brain.players, len(brain.parts()), brain.about["name"]) == (4, 4, "my")
    save(brain, tmp_path / "again.safetensors")
    again = load(str(tmp_path / "again.safetensors"))
    assert digest(again) == digest(brain) == brain.about["sha256"]
    again.parts()["output.weights"][0, 0, 0] += np.float32(1)
    assert digest(again) != digest(brain)
    assert files(tmp_path) == ["again.safetensors"]


def test_the_same_training_is_the_same_file(whole, tmp_path):
    """Also where safetensors would mix up the order of what is said in it: in another process, with other hashes."""
    program = (
        "import sys; from cardshark.learning import *; train(Design(hidden='16'), Lesson(games=12, rules='dutch:limit=60'), 7, sys.argv[1])"
    )
    out = tmp_path / "my.safetensors"
    subprocess.run([sys.executable, "-c", program, str(out)], check=True)
    assert out.read_bytes() == whole.read_bytes()


def test_a_file_says_how_it_was_made(whole):
    about = load(str(whole)).about
    assert about["settings"]["rate"] == 0.001 and about["settings"]["activation"] == "leaky" and about["settings"]["seed"] == 7
    assert shlex.split(about["command"]) == ["cardshark", *FLAGS[:2], "--hidden", "16", "--games", "12", "--rules", "dutch:limit=60",
                                             "--seed", "7", "--out", "my.safetensors"]  # fmt: skip
    assert (about["games"], about["lineage"]) == (12, [])
    assert about["commit"] is None or about["commit"].removesuffix("-dirty").isalnum()
    assert [game for game, _, _ in about["curve"]] == list(range(1, 13))
    course = HindsightCourse(SMALL, SHORT, 7)
    course.advance(12)
    assert about["hands"] == course.hands
    assert digest(course.brain) == about["sha256"]


def test_a_brain_knows_those_behind_it(whole, tmp_path):
    train(SMALL, replace(SHORT, games=2, against=f"{whole}+jake"), 1, tmp_path / "child.safetensors")
    child = train(SMALL, replace(SHORT, games=2, start=str(tmp_path / "child.safetensors")), 1, tmp_path / "grandchild.safetensors")
    (start,) = child.about["lineage"]
    assert (start["role"], start["name"]) == ("start", "child")
    (against,) = start["lineage"]
    assert (against["role"], against["name"], against["sha256"]) == ("against", "my", digest(load(str(whole))))


@given(st.data())
@settings(max_examples=150)
def test_a_damaged_file_is_refused_in_one_sentence(whole, tmp_path_factory, data):
    check_damaged(whole, tmp_path_factory.mktemp("damaged"), data)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda about, parts: about.update(players=0), "0 players cannot share 32 cards"),
        (lambda about, parts: about.update(deck="2C"), "4 players cannot share 1 cards"),
        (lambda about, parts: about.update(deck="nonsense"), "is not a card"),
        (lambda about, parts: about.pop("design"), "'design'"),
        (lambda about, parts: about["design"].update(hidden="17"), "multiples of 16"),
        (lambda about, parts: about["design"].update(hidden="32"), "hidden1.biases is (8, 16) float32, not (8, 32) float32"),
        (lambda about, parts: about["design"].update(activation="cubic"), "'CUBIC'"),
        (lambda about, parts: about["design"].update(colour="red"), "its settings are hidden,"),
        (lambda about, parts: about.update(design=[]), ""),
        (lambda about, parts: about.update(about=3), ""),
        (lambda about, parts: parts.pop("output.biases"), "its parts are not hidden1.biases"),
        (lambda about, parts: parts.update({"output.biases": np.zeros((8, 32))}), "float64"),
        (lambda about, parts: parts["output.biases"].fill(np.nan), "has numbers that are none"),
    ],
)  # fmt: skip
def test_a_file_that_lies_is_refused(whole, tmp_path, change, sentence):
    path = tampered(whole, tmp_path / "odd.safetensors", Brain.FORMAT, change)
    with pytest.raises(UserError, match="does not hold a brain that this version knows") as refused:
        load(str(path))
    assert sentence in str(refused.value)


def test_a_foreign_file_is_refused_wherever_it_is_named(whole, tmp_path, capsys, monkeypatch):
    from safetensors.numpy import save_file

    monkeypatch.chdir(tmp_path)
    save_file({"x": np.zeros(3)}, "foreign.safetensors")
    Path("text.safetensors").write_text("not at all")
    Path("folder.safetensors").mkdir()
    write_sealed(Path("course.safetensors"), "cardshark course 1", {}, {"x": np.zeros(3)})
    for name, sentence in [
        ("foreign", "holds numbers, but not those of a brain of this lab"), ("text", "is damaged, or not a file of safetensors"),
        ("folder", "cannot be read"), ("missing", "cannot be read: No such file or directory"),
        ("course", "is a 'cardshark course 1', and a 'cardshark brain 1' or 'cardshark rummy brain 1' or 'cardshark falcon brain 1' is "),
    ]:  # fmt: skip
        for where in (load, lambda file: Network(brain=file), lambda file: train(SMALL, replace(SHORT, start=file))):
            with pytest.raises(UserError, match=sentence):
                where(f"{name}.safetensors")
        for words in (
            [*FLAGS, "--against", f"{name}.safetensors"],
            [*FLAGS, "--start", f"{name}.safetensors"],
            ["brains", f"{name}.safetensors"],
        ):
            check_refused(capsys, monkeypatch, sentence, *words)
    assert not Path("runs").exists()


def test_names_of_brains(monkeypatch, tmp_path, whole):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError, match="there is no brain 'genius'; there is"):
        path_of("genius")
    Path("genius.safetensors").touch()
    with pytest.raises(UserError, match=r"for your file write genius\.safetensors"):
        path_of("genius")
    assert path_of("genius.safetensors") == Path("genius.safetensors")
    with pytest.raises(UserError, match="was made for 4 players with 32 cards, not for 4 with 52"):
        Network(brain=str(whole)).sit(hearts, hearts.PRESETS["american"])


def test_a_duel_knows_a_brain_that_was_trained_again(whole, tmp_path):
    first = tmp_path / "a.safetensors"
    first.write_bytes(whole.read_bytes())
    before = source_digest(f"network:brain={first},epsilon=0.1")
    assert before and source_digest(f"rollouts:deals=3,brain={first}") == before
    first.write_bytes(b"other")
    assert source_digest(f"network:brain={first},epsilon=0.1") != before
    assert source_digest("network:brain=strong") is None


@given(st.sampled_from(list(Activation)), st.sampled_from(["16", "32+48"]), st.floats(0, 1), st.integers(1, 9))
def test_settings_come_back_from_json(activation, hidden, rate, games):
    for given_settings in (Design(activation=activation, hidden=hidden), Lesson(rate=rate, games=games)):
        assert settings_from_json(type(given_settings), json.loads(json.dumps(settings_json(given_settings)))) == given_settings


def test_the_seal_sees_names_shapes_and_numbers():
    parts = {"a": np.zeros(4, np.float32), "b": np.zeros(4, np.float32)}
    others = [
        {"a": parts["a"]},
        {"a": parts["a"], "c": parts["b"]},
        {**parts, "b": np.zeros((2, 2), np.float32)},
        {**parts, "b": np.ones(4, np.float32)},
    ]
    assert seal({}, parts) == seal({}, dict(reversed(parts.items())))
    assert len({seal({}, each) for each in [parts, *others]} | {seal({"x": 1}, parts)}) == 6


# ---- stopping and going on ----


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


# ---- the command ----


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["train", "foresight"], 'Unknown command "foresight". Available commands: hindsight, apprentice, falcon, td, evolution.'),
        (["train", "hindsight", "--speed", "3"], "Unknown option: --speed"),
        (["train", "hindsight", "--hidden", "60"], "hidden layers are 1 to 3 multiples of 16 up to 512, as 64 or 96+96, not '60'"),
        (["train", "hindsight", "--activation", "cubic"], "there is no setting for activation 'cubic'; there is sigmoid, relu, leaky"),
        (["train", "hindsight", "--rate", "fast"], "rate must be a number, not 'fast'"),
        (["train", "hindsight", "--rate", "nan"], "rate is a number from 0 to 10, not nan"),
        (["train", "hindsight", "--games", "0"], "games is a number from 1 to"),
        (["train", "hindsight", "--games", "1.5"], "games must be a whole number, not '1.5'"),
        (["train", "hindsight", "--rules", "dutsh"], "there is no set of rules 'dutsh'; there is american, dutch"),
        (["train", "hindsight", "--rules", "dutch:win_back=yes"], "win_back=no"),
        (["train", "hindsight", "--against", "genius"], "there is no brain 'genius'"),
        (["train", "hindsight", "--against", "jake+self"], "self cannot be one of several opponents"),
        (["train", "hindsight", "--start", "genius"], "there is no brain 'genius'"),
        (["train", "hindsight", "--seed", "-1"], "a seed is a whole number from 0 up, not -1"),
        (["train", "hindsight", "--out", "/proc/nowhere/my.safetensors"], "/proc/nowhere/my.safetensors.part cannot be written"),
        (["train", "hindsight", "--save-every", "-1"], "save_every is a number of seconds above 0, not -1"),
        (["brains", "genius"], "there is no brain 'genius'"),
    ],
)  # fmt: skip
def test_a_mistake_gets_one_sentence_and_writes_nothing(capsys, monkeypatch, tmp_path, words, sentence):
    monkeypatch.chdir(tmp_path)
    check_refused(capsys, monkeypatch, sentence, *words)
    assert files() == []


def test_a_training_for_people_and_for_programs(whole, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    status, out, _ = run(capsys, monkeypatch, *FLAGS, "--json")
    found = json.loads(out)
    file = usual_file("hindsight", SMALL, SHORT, 7)
    assert status == 0 and found["file"] == str(file) and found["resumed"] == 0
    assert found["sha256"] == digest(read(file)) == digest(load(str(whole)))
    status, out, err = run(capsys, monkeypatch, *FLAGS, "--against", "jake", "--out", "b.safetensors")
    assert status == 0 and err == ""
    assert "12 games" in out and "In the last tenth of its games" in out
    duels = [line.split("?")[1] for line in out.splitlines() if line.startswith("Who is better?")]
    assert duels == ["  cardshark duel hearts network:brain=b.safetensors jake --rules dutch"]
    status, out, _ = run(capsys, monkeypatch, "brains", "b.safetensors")
    assert status == 0 and "cardshark train hindsight" in out and "--against jake" in out
    status, out, _ = run(capsys, monkeypatch, "brains", "b.safetensors", "--json")
    assert json.loads(out)[0]["settings"]["against"] == "jake"


def test_the_brains_of_the_lab_are_listed(whole, capsys, monkeypatch, tmp_path):
    from cardshark.players import brain_file

    monkeypatch.setattr(brain_file, "SHIPPED", tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    assert run(capsys, monkeypatch, "brains", "--json")[:2] == (0, "[]\n")
    (tmp_path / "clever.safetensors").write_bytes(whole.read_bytes())
    assert load("clever").about["name"] == "clever"
    status, out, _ = run(capsys, monkeypatch, "brains")
    row = next(line for line in out.splitlines() if "clever" in line)
    assert status == 0 and "16 leaky thesis" in row and "18,176" in row and "cardshark train hindsight" in " ".join(out.split())
    _, out, _ = run(capsys, monkeypatch, "players")
    assert "Brains for those who need one: clever (cardshark brains)" in out


def test_who_goes_on_from_a_brain_keeps_its_design(whole, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    words = ["train", "hindsight", "--games", "1", "--rules", "dutch:limit=60", "--start", str(whole)]
    status, out, _ = run(capsys, monkeypatch, *words, "--json")
    assert status == 0 and json.loads(out)["settings"]["hidden"] == "16"
    status, _, err = run(capsys, monkeypatch, *words, "--hidden", "32")
    assert status == 2 and "is of another design" in err


def test_progress_on_a_terminal(monkeypatch, tmp_path):
    """Games, speed and strength are shown there."""
    from cardshark.cli import training as command

    page = io.StringIO()
    monkeypatch.setattr(command, "notes", Console(file=page, force_terminal=True, width=160))
    monkeypatch.setattr(sys, "argv", ["cardshark", *FLAGS])
    training = Training(SMALL, SHORT, 7)
    with command.watching(training, quiet=False) as watch:
        training.run(watch)
        assert watch.seconds > 0
        watch.bar.refresh()
    assert "12/12" in page.getvalue()
    assert "hands/s" in page.getvalue() and "points a hand, the others" in page.getvalue()


def test_the_strength_is_what_the_totals_say(whole):
    seen = []
    training = Training(SMALL, SHORT, 7)
    training.run(seen.append)
    last = seen[-1]
    assert (last.game, last.games, last.hands) == (12, 12, training.course.hands)
    first = training.hands[0]  # of the first game, which may wait for the compiler
    points = training.course.totals[1:].sum(axis=0) / (training.course.hands - first)
    assert last.strength and np.allclose(last.strength, (points[0], points[1:].mean(), points.mean()))
    assert f"{points[0]:.2f} points a hand" in current(last)
    assert seen[0].strength is None and current(seen[0]).endswith("hands/s")
    hands = np.diff(training.hands, prepend=0)
    assert np.allclose(np.array(training.curve())[:, 1] * hands, training.course.totals[:, 0], atol=1e-2)


def test_a_curve_in_a_line():
    assert sparkline([0, 1, 7]) == "▁▂█"
    assert sparkline([2, 2]) == "▁▁"


def test_without_a_file_nothing_is_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert isinstance(train(SMALL, replace(SHORT, games=1)), Brain)
    assert files() == []


def test_the_names_of_learners_are_not_those_of_players():
    """Unless what is learned is that very player."""
    from cardshark.players import PLAYERS

    assert LEARNERS.keys() & PLAYERS.keys() == {"falcon"}


def test_the_docs_list_every_setting_and_their_code_runs(tmp_path, monkeypatch, capsys):
    page = (ROOT / "docs" / "training.md").read_text(encoding="utf-8")
    for learner in LEARNERS.values():
        assert settings_table([learner.lesson]) in page
        assert settings_table([learner.design]) in page
    monkeypatch.chdir(tmp_path)
    for block in page.split("```python\n")[1:]:
        exec(compile(block.split("```")[0], "docs/training.md", "exec"), {})


@pytest.mark.parametrize("out", ["my", ".", "my.part"])
def test_a_brain_needs_a_name_by_which_it_is_found_again(out, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    check_refused(capsys, monkeypatch, "ends with .safetensors", "train", "hindsight", "--games", "1", "--out", out)
    assert not list(tmp_path.iterdir())
