"""Trainings and brains in the lab: shown together, named when damaged, and read once."""

import json
import os
import time

import numpy as np
import pytest

from cardshark.learning import Design, Lesson, Training, train
from cardshark.learning.trainer import CHECKPOINT
from cardshark.players import brain_file
from cardshark.players.brain_file import read_sealed, write_sealed
from cardshark.web import read_once
from cardshark.web.lab import app as lab
from cardshark.web.lab import finds as lab_finds
from cardshark.web.lobby.players import of_ones_own
from helpers.web.lab import EVIL, get

SMALL, SHORT = Design(hidden="16"), Lesson(games=6, rules="dutch:limit=60", against="jake")

# ---- trainings ----


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """Two seeds of one training, another training, and one that is on its way."""
    folder = tmp_path_factory.mktemp("trained")
    for seed in (1, 2):
        train(SMALL, SHORT, seed, folder / f"seed{seed}.safetensors", keep=2 if seed == 1 else 0)
    half = Training(SMALL, SHORT, 3, folder / "half.safetensors")
    half.course.advance(3)
    half.hands[:3] = half.course.hands * np.array([1, 2, 3]) // 3
    half.checkpoint()
    return folder


def laid_out(trained, folder):
    """The same files in another folder."""
    for path in trained.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())


def test_trainings_that_differ_in_their_seed_are_shown_together(trained, here):
    laid_out(trained, here)
    (here / "runs").mkdir()
    train(SMALL, Lesson(games=4, rules="dutch:limit=60", rate=0.01), 1, here / "runs" / f"{EVIL}.safetensors")
    groups, troubles = lab_finds.trainings()
    assert troubles == [] and sorted(len(group) for group in groups) == [1, 3]
    group = max(groups, key=len)
    assert [(run.name, run.games, run.finished, run.running) for run in group] == [
        ("seed1", 6, True, False), ("seed2", 6, True, False), ("half", 3, False, True),
    ]  # fmt: skip
    refresh = ("meta", {"http-equiv": "refresh", "content": "5"})
    page = get("/lab/training")
    assert refresh not in page.tags and "/lab/training?watch" in page.links
    page = get("/lab/training?watch")
    assert refresh in page.tags and "/lab/training" in page.links
    assert "3 of 6" in page.text and "running, saved" in page.text and EVIL in page.text and "1 running" in page.text
    assert page.text.count("learns against its equals") == 1
    assert sum(tag == "svg" for tag, _ in page.tags) == 4  # each chart for a desk and for a phone


def test_means_and_bands_over_seeds(trained, here):
    from cardshark.web.lab.results import curves

    laid_out(trained, here)
    (group,) = lab_finds.trainings()[0]
    learner, others = curves(group)
    assert learner.label == "the learner" and list(learner.x) == [1, 2, 3, 4, 5, 6] == list(others.x)
    rows = {run.name: {row[0]: row[1] for row in run.curve} for run in group}
    assert learner.y[0] == pytest.approx(np.mean([rows[name][1] for name in ("seed1", "seed2", "half")]))
    assert learner.y[5] == pytest.approx(np.mean([rows[name][6] for name in ("seed1", "seed2")]))
    assert learner.low[5] < learner.y[5] < learner.high[5]


def test_a_training_that_nobody_goes_on_with_does_not_run(trained, here):
    laid_out(trained, here)
    os.utime(here / "half.safetensors.part", (time.time() - 600,) * 2)
    page = get("/lab/training?watch")
    assert "stopped 10 minutes ago; the same command goes on" in page.text
    assert not any(values.get("http-equiv") for _, values in page.tags)


def test_damaged_files_are_named_and_the_others_shown(trained, here):
    laid_out(trained, here)
    (here / f"{EVIL}.safetensors").write_bytes(b"?")
    part = (here / "half.safetensors.part").read_bytes()
    (here / "torn.safetensors.part").write_bytes(part[:-5])
    _, _, parts = read_sealed(here / "half.safetensors.part", CHECKPOINT)
    write_sealed(here / "odd.safetensors.part", CHECKPOINT, {"settings": {"games": "many"}}, parts)
    page = get("/lab/training")
    for sentence in (
        f"{EVIL}.safetensors is damaged",
        "torn.safetensors.part is damaged",
        "odd.safetensors.part does not say how it was trained",
    ):
        assert sentence in page.text
    assert "seed1" in page.text
    assert f"{EVIL}.safetensors is damaged" in get("/lab/players").text


def test_brains_are_listed_with_their_younger_selves(trained, here):
    laid_out(trained, here)
    rows, troubles = lab.brains()
    found = {row[0]: row[1:] for row in rows}
    assert troubles == [] and found["seed1.safetensors"] == ("network:brain=seed1.safetensors", "Hearts", "6 games", 2)
    assert "owl" in found and not any(".age" in name for name in found)


def test_files_are_read_once_however_often_the_lobby_is_shown(trained, here, monkeypatch):
    laid_out(trained, here)
    (here / "broken.safetensors").write_bytes(b"?" * 100)
    (here / "huge.safetensors").write_bytes(b"?" * 1000)
    (here / "~old.safetensors").write_bytes((here / "seed1.safetensors").read_bytes())
    of_ones_own(), lab.brains(), lab_finds.trainings()
    looked: list[str] = []

    def noted(path, *kinds):
        looked.append(path.name)
        return read_sealed(path, *kinds)

    monkeypatch.setattr(brain_file, "read_sealed", noted)
    monkeypatch.setattr(lab_finds, "read_sealed", noted)
    players = {kind.player: kind.ages for kind in of_ones_own()}
    assert len(players["network:brain=./seed1.safetensors"]) == 3 and players["network:brain=./~old.safetensors"] == ()
    assert not any("broken" in player or "huge" in player for player in players)
    assert "broken.safetensors is damaged" in " ".join(lab.brains()[1]) and lab_finds.trainings()[1]
    assert looked == []
    (here / "broken.safetensors").write_bytes((here / "seed1.safetensors").read_bytes())
    assert "network:brain=./broken.safetensors" in {kind.player for kind in of_ones_own()} and looked == ["broken.safetensors"]
    for name in ("broken.safetensors", "huge.safetensors"):
        os.truncate(here / name, read_once.MOST_BYTES + 1)
    assert "network:brain=./broken.safetensors" not in {kind.player for kind in of_ones_own()}
    assert "huge.safetensors is too large to be shown here" in lab.brains()[1] and looked == ["broken.safetensors"]


def test_numbers_of_somebody_else_are_not_loaded(here):
    """They could be many, and of kinds that NumPy does not have."""
    header = json.dumps({"x": {"dtype": "BF16", "shape": [2], "data_offsets": [0, 4]}}).encode()
    (here / "foreign.safetensors").write_bytes(len(header).to_bytes(8, "little") + header + bytes(4))
    assert lab.brains()[1] == ["foreign.safetensors holds numbers, but not those of a brain of this lab; `cardshark train` writes one"]
