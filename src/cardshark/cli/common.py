"""What the commands share: the program, its remarks, progress bars, and how a mistake is reported."""

import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile
from typing import Annotated, Any, NoReturn

from cyclopts import App, MissingArgumentError, Parameter

from cardshark import __version__
from cardshark.show import printer
from cardshark.text import UserError

app = App(
    name="cardshark",
    help="A laboratory of card players that learn: Hearts and gin rummy.",
    version=__version__,
    help_format="plaintext",
    version_flags=["--version"],
)
notes = printer(stderr=True)  # progress and remarks; results alone go to standard output
REDRAWN_AFTER = 0.1  # seconds, at least, between two pictures of a progress bar

FLAGS = Parameter(name="*")  # the fields of a settings object, each a flag of its own name
Yes = Annotated[bool, Parameter(negative="")]  # a flag that is given or not; there is no --no-...
Json = Annotated[bool, Parameter(name="--json", negative="", help="Print for programs.")]
Csv = Annotated[bool, Parameter(name="--csv", negative="", help="Print for a spreadsheet.")]


def give_up(error: Exception, status: int = 2) -> NoReturn:
    """Print what is wrong in one sentence, and exit."""
    sentence = " ".join(str(error).split())
    print(f"cardshark: {sentence}", file=sys.stderr)
    sys.exit(status)


# What each command cannot do without, in the order in which it is typed: what to call it, and what stands for it.
NEEDED = {
    "duel": {"game": ("a game", "GAME"), "a": ("two players", "PLAYER"), "b": ("a second player", "OTHER")},
    "league": {"game": ("a game", "GAME PLAYER OTHER ...")},
    "reproduce": {"paper": ("a paper", "PAPER")},
    "merge": {"out": ("a file for the whole", "PIECE ... --out WHOLE")},
    "explain": {"player": ("a player", "falcon:brain=NAME")},
    "show": {"file": ("a file", "FILE")},
    "hands": {"player": ("a player", "PLAYER")},
    "verify": {"hand": ("a file or a link", "HAND")},
}


def missing_argument(error: MissingArgumentError) -> Exception:
    """The sentence for a command that lacks something: `duel needs a second player: cardshark duel hearts jake OTHER`."""
    command, typed = (error.command_chain or [""])[0], list(error.root_input_tokens or ())
    needed = NEEDED.get(command, {})
    lacking = error.argument.field_info.name if error.argument else ""
    if lacking not in needed:  # a flag without its value: Cyclopts says it well
        return error
    places = [place for _, place in needed.values()]
    given = list(takewhile(lambda word: not word.startswith("-"), typed[1:]))
    given = given if len(given) == list(needed).index(lacking) else places[: list(needed).index(lacking)]
    usage = f"cardshark {shlex.join([command, *given])} {' '.join(places[len(given) :])}"
    return UserError(f"{command} needs {needed[lacking][0]}: {usage}{known_papers() if lacking == 'paper' else ''}")


def known_papers() -> str:
    """The papers to choose from, for the end of a sentence."""
    from cardshark.experiments.reproduce import PAPERS

    return f" ({', '.join(PAPERS)})"


def prepare(quickly: bool = True) -> None:
    """Get ready for kernels, and say so when they are compiled: once, and not from every worker that comes of this process."""
    from multiprocessing import parent_process

    from cardshark.jit import announce, start_quickly

    if quickly:
        start_quickly()
    announce(lambda sentence: None if parent_process() else notes.print(sentence))


def load(game: str, rules: str | None) -> tuple[str, Any, Any]:
    """A game's name, its module, and its rules. Without a name it is the first game, without rules the first preset."""
    prepare()
    from cardshark import games
    from cardshark.games import house

    name = game or next(iter(games.GAMES))
    module = games.game_named(name)
    return name, module, house.parse(module.PRESETS, rules or next(iter(module.PRESETS)))


def not_both(as_json: bool, as_csv: bool) -> None:
    """Refuse --json together with --csv."""
    if as_json and as_csv:
        raise UserError("a result is printed with --json or --csv, not both")


@contextmanager
def watching(units: str, total: int, quiet: bool, what: str) -> Iterator[Any]:
    """A progress bar on a terminal; a person at the table may leave before the end."""
    from cardshark.players.terminal import Leaves

    try:
        with counting(units, total, quiet) as progress:
            yield progress
    except Leaves:
        raise UserError(f"the {what} was left before its end, so it has no result") from None


@contextmanager
def counting(what: str, total: int, quiet: bool) -> Iterator[Any]:
    """A progress bar on a terminal, nothing elsewhere. It is drawn when something is done: a thread that draws would forbid forks."""
    from rich.progress import Progress

    with Progress(console=notes, transient=True, auto_refresh=False, disable=quiet or not notes.is_terminal) as bar:
        task, drawn = bar.add_task(what, total=total), 0.0

        def advance(done: int) -> None:
            nonlocal drawn
            bar.advance(task, done)
            if time.monotonic() - drawn > REDRAWN_AFTER:
                bar.refresh()
                drawn = time.monotonic()

        yield advance
