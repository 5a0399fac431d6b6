"""The command line: each command parses, calls one function, and prints. Nobody imports this room but the program `cardshark`.

Each file holds the commands of one subject (`describe`: players, brains, explain, games, show); what they share stands in `common`.
Heavy imports happen inside the commands, so that `--help` answers at once.
"""

import sys
from contextlib import suppress

from cyclopts import CycloptsError

from cardshark.cli import analyse, arena, bench, check, completion, describe, export, kernels, mcp, merging, papers, play, verify
from cardshark.cli.common import app, give_up, in_our_words, stop_printing
from cardshark.text import UserError

for command in (play.play, arena.duel, arena.sprt, arena.league, papers.reproduce, papers.decide):
    app.command(command)
app.command("cardshark.cli.training:train", help="Teach a brain to play; safe to interrupt, the same command goes on.")
for command in (
    describe.players,
    describe.brains,
    describe.explain,
    describe.games,
    describe.show,
    analyse.analyse,
    mcp.mcp,
    arena.hands,
    export.export,
    export.yardstick,
    merging.merge,
    verify.verify,
    check.check,
    bench.bench,
    kernels.warm,
    kernels.cache,
    completion.completion,
):
    app.command(command)


def main() -> None:
    """Run a command. A mistake in what was typed, and whatever else is not our fault, gets one sentence and exit status 2."""
    try:
        run_command()
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:  # the reader went away, as with `| head`
        stop_printing()
    except UserError as error:
        give_up(error)
    except CycloptsError as error:
        give_up(in_our_words(error))
    except MemoryError:
        give_up(UserError("there is not enough memory for this: ask for less at a time"))
    except OSError as error:
        stop_printing()
        what = f"{error.filename} cannot be read or written" if error.filename else "the result cannot be printed"
        give_up(UserError(f"{what}: {error.strerror or error}"))
    except Exception as error:
        from cardshark.players.player import IllegalChoice  # not above: it brings NumPy

        if not isinstance(error, IllegalChoice):
            raise
        give_up(error)


def run_command() -> None:
    """Run what was typed, and print all of it, here where it can still be said that it cannot be printed."""
    for stream in (sys.stdout, sys.stderr):  # names of files and players may be any bytes
        with suppress(AttributeError):  # where nobody listens
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        app(sys.argv[1:], exit_on_error=False, print_error=False, result_action="return_value")
    finally:
        if sys.stdout:
            sys.stdout.flush()
