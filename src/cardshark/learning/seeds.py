"""Several trainings that differ in their seed alone, side by side on cores or a cluster. Each has its own file, as if trained alone."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from cardshark.arena.jobs import Crew, cores, run
from cardshark.learning.learners import learner_of
from cardshark.learning.trainer import Diverged, Training, TrainingReport, usual_file
from cardshark.players.brain_file import digest, read
from cardshark.text import UserError

MOST_SEEDS = 10_000


class Lessons(NamedTuple):
    """What all trainings have in common."""

    design: Any
    lesson: Any
    out: Path | None = None  # my.safetensors: my-1.safetensors is the brain of seed 1
    save_every: float = 30.0
    keep: int = 0

    def file(self, seed: int) -> Path:
        """The file of a seed's brain; without a name, the one that it has when it is trained alone."""
        if self.out is None:
            return usual_file(learner_of(self.lesson), self.design, self.lesson, seed)
        return self.out.with_name(f"{self.out.stem}-{seed}{self.out.suffix}")

    def training(self, seed: int) -> Training:
        """The training of a seed."""
        return Training(self.design, self.lesson, seed, self.file(seed), self.keep)


class Trained(NamedTuple):
    """What came of a seed."""

    seed: int
    file: str
    seconds: float
    resumed: int  # games that an earlier run had played
    sha256: str | None  # None where its values blew up,
    diverged: str | None  # which this tells

    def about(self) -> dict[str, Any]:
        """What is known of its brain; nothing where there is none."""
        return read(Path(self.file)).about if self.sha256 else {}


def train_seeds(
    lessons: Lessons, first: int, count: int, crew: Crew, progress: Callable[[int], None] = lambda done: None
) -> Iterator[Trained]:
    """Train with `count` seeds from `first` on. Who is interrupted goes on, and what is finished is not repeated."""
    if not 1 <= count <= MOST_SEEDS:
        raise UserError(f"seeds is how many brains to train, 1 to {MOST_SEEDS:,}, not {count}")
    lessons.training(first)  # a mistake in the settings is found before anybody begins
    seeds = range(first, first + count)
    crew = crew._replace(workers=crew.workers or min(cores(), count))
    found = run(partial(train_seed, lessons), [None, *seeds], *crew)
    next(found)  # the first piece is done here, before workers are called: it only lets the compiler do its work
    for trained in found:
        assert trained
        check_arrived(trained)
        progress(1)
        yield trained


def train_seed(lessons: Lessons, seed: int | None) -> Trained | None:
    """Train with one seed; without one, play a game and forget it."""
    if seed is None:
        Training(lessons.design, lessons.lesson).course.advance(1)
        return None
    training, seconds = lessons.training(seed), [0.0]

    def watch(report: TrainingReport) -> None:
        seconds[0] = report.seconds

    try:
        sha256, diverged = digest(training.run(watch, lessons.save_every)), None
    except Diverged as error:
        sha256, diverged = None, str(error)
    return Trained(seed, str(training.out), round(seconds[0], 3), training.resumed, sha256, diverged)


def check_arrived(trained: Trained) -> None:
    """Refuse to go on with a brain that a worker has written where nobody sees it."""
    path = Path(trained.file)
    if trained.sha256 and not (path.is_file() and digest(read(path)) == trained.sha256):
        raise UserError(f"the brain of seed {trained.seed} did not arrive in {path}: all nodes must share that folder, under the same name")
