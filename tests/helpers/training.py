"""Trainings that are broken off, go on, or should not; and files of brains that something happened to."""

import os
import signal
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from cardshark.learning import Design, Lesson
from cardshark.learning.trainer import Stopped, Training, TrainingReport, train
from cardshark.players.brain_file import digest, load_any, read_sealed, write_sealed
from cardshark.text import UserError


def stop_at_once(training: Training) -> None:
    """Ctrl-C at the first report, which comes after the first games that are left to play."""

    def stop(report: TrainingReport) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(Stopped, match="stopped after"):
        training.run(stop)


def resumed_after(games: int, design: Any, lesson: Any, seed: int, out: Path) -> Any:
    """The brain of a training that was broken off after this many games, and went on from its checkpoint."""
    training = Training(design, lesson, seed, out)
    training.resume()
    while training.course.game < games:
        training.course.advance(training.ends[0])
        training.hands[training.ends.index(training.course.game)] = training.course.hands
    training.checkpoint()
    return train(design, lesson, seed, out)


def check_other_trainings(design: Any, lesson: Any, seed: int, out: Path, others: Iterable[tuple[Any, Any, int, str]]) -> None:
    """No other training goes on from a checkpoint: a sentence says what differs, and the file stays as it was. Nor from a damaged one."""
    Training(design, lesson, seed, out).resume()
    part = out.with_name(f"{out.name}.part")
    before = part.read_bytes()
    for *other, sentence in others:
        with pytest.raises(UserError, match=rf"{part.name} belongs to") as refused:
            train(*other, out)
        assert sentence in str(refused.value)
    assert part.read_bytes() == before
    part.write_bytes(before[:-3])
    with pytest.raises(UserError, match=rf"{part.name} is damaged"):
        train(design, lesson, seed, out)


SMALL = Design(hidden="16")
SHORT = Lesson(games=12, rules="dutch:limit=60")
FLAGS = ["train", "hindsight", "--hidden", "16", "--games", "12", "--rules", "dutch:limit=60", "--seed", "7"]


def check_damaged(whole: Path, folder: Path, data: Any) -> None:
    """Any byte of a brain's file changed, any length: never something else than the brain, never more than a sentence."""
    content = bytearray(whole.read_bytes())
    if data.draw(st.booleans()):
        place = data.draw(st.integers(0, len(content) - 1) | st.integers(0, 3000))
        content[place] ^= 1 << data.draw(st.integers(0, 7))
    else:
        content = content[: data.draw(st.integers(0, len(content) - 1))]
    path = folder / "my.safetensors"
    path.write_bytes(content)
    refused = ""
    try:
        brain = load_any(str(path))
    except UserError as error:
        refused = str(error)
    if refused:
        assert str(path) in refused and "\n" not in refused
    else:  # a space in the padding, perhaps
        assert digest(brain) == digest(load_any(str(whole)))


def tampered(whole: Path, path: Path, kind: str, change: Any) -> Path:
    """A file with a right seal that says something else."""
    _, about, parts = read_sealed(whole, kind)
    change(about, parts)
    write_sealed(path, kind, about, parts)
    return path
