"""Files of brains: they come back, say how they were made, and are refused in one sentence when they lie."""

import json
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardshark.games import hearts
from cardshark.learning import Design, Lesson, load, save, train
from cardshark.learning.hearts.hindsight import HindsightCourse
from cardshark.players.brain_file import digest, path_of, seal, settings_from_json, settings_json, write_sealed
from cardshark.players.hearts.network.brain import Activation, Brain
from cardshark.players.hearts.network.player import Network
from cardshark.players.load import source_digest
from cardshark.text import UserError
from helpers.commands import check_refused, files
from helpers.training import FLAGS, SHORT, SMALL, check_damaged, tampered

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


@pytest.mark.long
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


@pytest.mark.long
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
        ("course", "is a 'cardshark course 1', and a 'cardshark brain 1' or 'cardshark rummy brain 1' or 'cardshark falcon brain 1' or "),
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
