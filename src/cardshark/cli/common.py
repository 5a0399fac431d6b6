"""What the commands share: the program, its remarks, progress bars, and how a mistake is reported."""

import os
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from itertools import takewhile
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, NoReturn, Union, get_args, get_origin

from cyclopts import App, CycloptsError, MissingArgumentError, Parameter, Token, UnknownCommandError, UnusedCliTokensError
from cyclopts import convert as cyclopts_convert

from cardshark import __version__
from cardshark.notebook.bars import bar
from cardshark.show import Printer, printer
from cardshark.text import UserError, choice, convert, cut_long


def read_value(kind: Any, tokens: Sequence[Token]) -> Any:
    """What was typed, as the type that it must have. Cyclopts alone would take 1.5 deals for 2."""
    kinds = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)  # `int | None`, but not `list[int]`
    for number in (int, float):
        if number in kinds:
            return convert(tokens[0].keyword or "this", number, tokens[0].value)
    return cyclopts_convert(kind, tokens)


def default_in_help(value: Any) -> str | None:
    """What help says of a value that need not be given; nothing of one that is empty."""
    return None if value in (None, "") else str(value)


app = App(
    name="cardshark",
    help="A laboratory of card players that learn: Hearts and gin rummy.",
    version=__version__,
    help_format="plaintext",
    version_flags=["--version"],
    console=Printer(),
    default_parameter=Parameter(converter=read_value, negative_iterable="", show_default=default_in_help),
)
notes = printer(stderr=True)  # progress and remarks; results alone go to standard output

GOES_ON = "the same command goes on"

FLAGS = Parameter(name="*")  # the fields of a settings object, each a flag of its own name
Yes = Annotated[bool, Parameter(negative="")]  # a flag that is given or not; there is no --no-...
Json = Annotated[bool, Parameter(name="--json", negative="", help="Print for programs.")]
Csv = Annotated[bool, Parameter(name="--csv", negative="", help="Print for a spreadsheet.")]


def give_up(error: Exception, status: int = 2) -> NoReturn:
    """Print what is wrong in one sentence, and exit."""
    sentence = cut_long(" ".join(str(error).split()))  # also of errors that are not ours: Cyclopts repeats a whole file
    with suppress(OSError):  # nobody can be told
        print(f"cardshark: {sentence}", file=sys.stderr)
    sys.exit(status)


def stop_printing() -> None:
    """Throw away what could not be printed. Python would try again at the end, and complain."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# What each command cannot do without, in the order in which it is typed: what to call it, and what stands for it.
NEEDED = {
    "duel": {"game": ("a game", "GAME"), "a": ("two players", "PLAYER"), "b": ("a second player", "OTHER")},
    "sprt": {"game": ("a game", "GAME"), "old": ("two players", "OLD"), "new": ("a new player", "NEW")},
    "league": {"game": ("a game", "GAME PLAYER OTHER ...")},
    "export": {"game": ("a game", "GAME PLAYER --out FILE")},
    "yardstick": {"file": ("a file", "FILE PLAYER ...")},
    "decide": {"paper": ("a paper", "PAPER"), "claim": ("a claim", "CLAIM")},
    "merge": {"out": ("a file for the whole", "PIECE ... --out WHOLE")},
    "explain": {"player": ("a player", "falcon:brain=NAME")},
    "show": {"file": ("a file", "FILE")},
    "hands": {"player": ("a player", "PLAYER")},
    "check": {"game": ("a game", "GAME"), "player": ("a player", "PLAYER")},
    "verify": {"file": ("a file or a link", "FILE")},
    "completion": {"shell": ("a shell", "bash")},
}


def in_our_words(error: CycloptsError) -> Exception:
    """What Cyclopts found wrong with a command line, as a sentence."""
    if isinstance(error.__cause__, UserError):
        return error.__cause__
    if isinstance(error, MissingArgumentError):
        return missing_argument(error)
    if isinstance(error, UnknownCommandError):
        return unknown_command(error)
    if isinstance(error, UnusedCliTokensError):
        command = " ".join(["cardshark", *(error.command_chain or ())])
        return UserError(f"{shlex.join(error.unused_tokens or ())} is more than {command} takes (see: {command} --help)")
    return error


def missing_argument(error: MissingArgumentError) -> Exception:
    """The sentence for a command that lacks something: `duel needs a second player: cardshark duel hearts jake OTHER`."""
    command, typed = (error.command_chain or [""])[0], list(error.root_input_tokens or ())
    needed = NEEDED.get(command, {})
    lacking = error.argument.field_info.name if error.argument else ""
    if lacking not in needed:
        return missing_value(error, typed)
    places = [place for _, place in needed.values()]
    given = list(takewhile(lambda word: not word.startswith("-"), typed[1:]))
    given = given if len(given) == list(needed).index(lacking) else places[: list(needed).index(lacking)]
    usage = f"cardshark {shlex.join([command, *given])} {' '.join(places[len(given) :])}"
    return UserError(f"{command} needs {needed[lacking][0]}: {usage}{known_papers() if lacking == 'paper' else ''}")


def missing_value(error: MissingArgumentError, typed: list[str]) -> Exception:
    """The sentence for a flag without its value. A word that begins with a minus is taken for a flag, not for a value."""
    flag = error.keyword or (error.argument.name if error.argument else "")
    after = typed[typed.index(flag) + 1] if flag in typed[:-1] else ""
    usage = shlex.quote(f"{flag}={after}") if re.match("-[^-]", after) else f"{flag} VALUE"
    return UserError(f"{flag} needs a value: write {usage}")


def unknown_command(error: UnknownCommandError) -> Exception:
    """The sentence for a command that there is not: `there is no command 'duell': did you mean duel?`"""
    known = [name for name in error.app or () if not name.startswith("-")]
    try:
        choice("command", (error.unused_tokens or [""])[0], known, " ".join(error.command_chain or ()))
    except UserError as sentence:
        return sentence
    return error


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
def watching(units: str, total: int, quiet: bool, what: str, kept: Path | None = None) -> Iterator[Any]:
    """A progress bar on a terminal. A person at the table may leave before the end, and whoever is stopped is told what is `kept`."""
    from cardshark.players.player import IllegalChoice
    from cardshark.players.terminal import Leaves

    try:
        with counting(units, total, quiet) as progress, telling_what_is_kept(progress, kept, (UserError, IllegalChoice)) as told:
            yield told
    except Leaves:
        raise UserError(f"the {what} was left before its end, so it has no result") from None


@contextmanager
def telling_what_is_kept(
    progress: Callable[[int], None], kept: Path | None, failures: tuple[type[Exception], ...] = ()
) -> Iterator[Callable[[int], None]]:
    """Say what is kept where a long command ends before its end: by Ctrl-C, or by one of these failures."""
    done = 0

    def count(more: int) -> None:
        nonlocal done
        done += more
        progress(more)

    try:
        yield count
    except KeyboardInterrupt:
        if kept is not None:
            keeps = f"What was done is kept for {kept}: the same command goes on."
            is_kept = done or kept.is_file()  # a file of an earlier run, which was not read yet
            notes.print(f"Stopped. {keeps if is_kept else 'Nothing was finished yet.'}", soft_wrap=True)
        raise
    except failures as error:
        if kept is None or not done or GOES_ON in str(error):
            raise
        raise type(error)(f"{error}. What was done before is kept for {kept}: {GOES_ON}") from None


def counting(what: str, total: int, quiet: bool) -> AbstractContextManager[Any]:
    """A progress bar on a terminal, nothing elsewhere."""
    return bar(what, total, notes, quiet)
