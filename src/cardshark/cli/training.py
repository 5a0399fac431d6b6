"""`cardshark train`: a command for each learner, its flags made from the learner's settings. Loaded only when it is called."""

import json
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from inspect import Parameter as Argument
from inspect import Signature, signature
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, Parameter

from cardshark.arena.jobs import Crew
from cardshark.cli.common import Json, counting, give_up, notes, prepare
from cardshark.learning.growth import younger
from cardshark.learning.learners import LEARNERS, Learner
from cardshark.learning.seeds import Lessons, train_seeds
from cardshark.learning.teach import read_settings
from cardshark.learning.trainer import Diverged, Stopped, Training, TrainingReport, usual_file
from cardshark.options import allowed, options_of, shown_default
from cardshark.players.brain_file import digest
from cardshark.show.training import describe_progress, show_several, show_training
from cardshark.text import UserError

train = App(name="train", help="Teach a brain to play; safe to interrupt, the same command goes on.", help_format="plaintext")


def flags_of(kind: type, group: str) -> list[Argument]:
    """The settings of a learner as flags; their values are read like the options of players."""
    found = []
    for name, each in options_of(kind).items():
        may_be = "" if each.kind is str else f" ({allowed(each.kind)})"
        help_line = f"{each.meaning}{may_be} [default: {shown_default(each.default) or 'none'}]"
        flag = Annotated[str | None, Parameter(help=help_line, group=group, show_default=False)]
        found.append(Argument(name, Argument.KEYWORD_ONLY, default=None, annotation=flag))
    return found


def command(name: str, learner: Learner) -> Callable[..., None]:
    """The command that trains by this learner."""

    def run(
        *,
        seed: Annotated[int, Parameter(help="Decides everything that chance does.")] = 1,
        out: Annotated[Path | None, Parameter(help="The file for the brain; without it one in runs/ named after the settings.")] = None,
        save_every: Annotated[float, Parameter(help="Seconds from one checkpoint to the next: what kill -9 can cost.")] = 30.0,
        keep: Annotated[int, Parameter(help="How many younger selves to keep beside the file, to play against.")] = 0,
        seeds: Annotated[int | None, Parameter(help="Train so many brains side by side, from --seed on: my-1.safetensors, ...")] = None,
        on: Annotated[str, Parameter(help="Where several brains are trained: here, cores, or ray.")] = "cores",
        workers: Annotated[int | None, Parameter(help="How many processes for several brains.")] = None,
        as_json: Json = False,
        **texts: str,
    ) -> None:
        prepare()
        design, lesson = read_settings(name, learner, texts)
        if seeds is not None:
            out = out.expanduser() if out else None
            return teach_several(Lessons(design, lesson, out, save_every, keep), seed, seeds, Crew(on, workers), as_json)
        if workers is not None or on != "cores":
            raise UserError("one brain is trained in one process: --on and --workers belong to --seeds")
        file = (out or usual_file(name, design, lesson, seed)).expanduser()
        return teach(Training(design, lesson, seed, file, keep), save_every, as_json)

    common = [each for each in signature(run).parameters.values() if each.kind is Argument.KEYWORD_ONLY]
    arguments = [*common, *flags_of(learner.lesson, "The lesson"), *flags_of(learner.design, "The brain")]
    run.__signature__ = Signature(arguments)  # type: ignore[attr-defined]  # where the flags are read from
    run.__annotations__ = {each.name: each.annotation for each in arguments}
    run.__doc__ = (learner.lesson.__doc__ or "").split("\n")[0]
    return run


def teach(training: Training, save_every: float, as_json: bool) -> None:
    """Train, show how it goes, and say what came of it."""
    seconds = 0.0
    try:
        with watching(training, as_json) as watch:
            brain = training.run(watch, save_every)
            seconds = watch.seconds
    except Stopped as stopped:
        again = shlex.join(["cardshark", *sys.argv[1:]])
        notes.print(f"{str(stopped).capitalize()}. The same command goes on from {training.part}:\n  {again}", soft_wrap=True)
        sys.exit(130)
    except Diverged as error:
        give_up(error, 1)
    if as_json:
        found = {"file": str(training.out), "seconds": round(seconds, 3), "resumed": training.resumed, **brain.about}
        print(json.dumps({**found, "sha256": digest(brain)}))
    else:
        show_training(brain, training, seconds)
        show_ages(training)


def teach_several(lessons: Lessons, first: int, count: int, crew: Crew, as_json: bool) -> None:
    """Train with several seeds, and say what came of each."""
    try:
        with counting("brains", count, quiet=as_json) as progress:
            found = list(train_seeds(lessons, first, count, crew, progress))
    except KeyboardInterrupt:
        again = shlex.join(["cardshark", *sys.argv[1:]])
        notes.print(f"Stopped. The same command goes on where each brain was last saved:\n  {again}", soft_wrap=True)
        sys.exit(130)
    if as_json:
        print(json.dumps({"brains": [{**each._asdict(), **each.about()} for each in found]}))
    else:
        show_several(found, lessons)
    if any(each.diverged for each in found):
        sys.exit(1)


def show_ages(training: Training) -> None:
    """Say which younger selves were kept, if any were asked for."""
    kept = younger(training.out) if training.ages and training.out else []
    if kept:
        notes.print(f"Younger selves beside it: {len(kept)}, from {kept[0].name} to {kept[-1].name}.", soft_wrap=True)
    elif training.ages:
        notes.print("Younger selves are kept while a brain learns: name another file to train it again.", soft_wrap=True)


class Watch:
    """A progress bar that also shows how strong the learner is. What it met in a test stays on the screen, as a line of its own."""

    def __init__(self, bar: Any, end: int, say: Callable[[str], None]) -> None:
        self.bar, self.end, self.say, self.seconds, self.told = bar, end, say, 0.0, 0
        self.task = bar.add_task("", total=end, now="")

    def __call__(self, report: TrainingReport) -> None:
        self.seconds = report.seconds
        self.bar.update(self.task, completed=round(report.part * self.end), now=describe_progress(report))
        for line in report.tests[self.told :]:
            self.say(line)
        self.told = len(report.tests)


@contextmanager
def watching(training: Training, quiet: bool) -> Iterator[Watch]:
    """Games done, time left and strength, on a terminal; elsewhere only the tests."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    done = [TaskProgressColumn()] if training.course.by_rounds else [MofNCompleteColumn(), TextColumn("games")]
    columns = (*done, BarColumn(), TimeRemainingColumn(), TextColumn("{task.fields[now]}"))
    with Progress(*columns, console=notes, transient=True, disable=quiet or not notes.is_terminal) as bar:
        yield Watch(bar, training.course.end, (lambda line: None) if quiet else partial(notes.print, soft_wrap=True))


for each, learner in LEARNERS.items():
    train.command(command(each, learner), name=each)
