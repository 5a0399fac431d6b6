"""Every page of the lab survives its worst file: sealed brains and checkpoints that say anything at all."""

import copy
import random
from typing import Any

import pytest

from cardshark.learning import Design, Lesson, Training, train
from cardshark.learning.trainer import CHECKPOINT
from cardshark.players.brain_file import KINDS, read_sealed, write_sealed
from helpers.web.lab import get

JUNK: list[Any] = [
    None, True, -1, 1e308, float("inf"), float("nan"), "", "x" * 400, "\ud800", "<b>", [], {}, [[]], [1, "a"], {"a": {"b": [1]}}, 10**30,
    [[None, None, None]], [["x", {}, []]],
]  # fmt: skip


def changed(value: Any, luck: random.Random) -> Any:
    """The same with something else in one place, or without it."""
    if isinstance(value, dict) and value and luck.random() < 0.8:
        key = luck.choice(list(value))
        rest = {name: each for name, each in value.items() if name != key}
        return rest if luck.random() < 0.15 else {**rest, key: changed(value[key], luck)}
    if isinstance(value, list) and value and luck.random() < 0.5:
        place = luck.randrange(len(value))
        return [*value[:place], changed(value[place], luck), *value[place + 1 :]]
    return copy.deepcopy(luck.choice(JUNK))


@pytest.fixture(scope="module")
def honest(tmp_path_factory):
    """A brain and a checkpoint, as they are read."""
    folder = tmp_path_factory.mktemp("honest")
    lesson = Lesson(games=6, rules="dutch:limit=60", against="jake")
    train(Design(hidden="16"), lesson, 1, folder / "done.safetensors", keep=0)
    half = Training(Design(hidden="16"), lesson, 3, folder / "half.safetensors")
    half.course.advance(3)
    half.checkpoint()
    return {path.name: read_sealed(path, CHECKPOINT, *KINDS) for path in folder.iterdir()}


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_sealed_files_that_say_anything(honest, here, seed):
    luck = random.Random(seed)
    for _ in range(20):
        for name, (kind, about, parts) in honest.items():
            found = about
            for _ in range(luck.randint(1, 3)):
                found = changed(found, luck)
            write_sealed(here / name, kind, found if isinstance(found, dict) else {"about": found}, parts)
        for page in ("/lab", "/lab/training", "/lab/players"):
            assert get(page).text


@pytest.mark.parametrize("wrong", ["curve", "settings"])
def test_a_file_that_says_nonsense_is_named(honest, here, wrong):
    kind, about, parts = honest["done.safetensors"]
    write_sealed(here / "done.safetensors", kind, {**about, "about": {**about["about"], wrong: [["x", "y", "z"]]}}, parts)
    assert "done.safetensors does not say how it was trained" in get("/lab/training").text
