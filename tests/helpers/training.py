"""Trainings that are broken off, go on, or should not."""

import os
import signal
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from cardshark.learning.trainer import Report, Stopped, Training, train
from cardshark.text import UserError


def stop_at_once(training: Training) -> None:
    """Ctrl-C at the first report, which comes after the first games that are left to play."""

    def stop(report: Report) -> None:
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
