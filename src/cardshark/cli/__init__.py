"""The command line: each command parses, calls one function, and prints. Nobody imports this room but the program `cardshark`.

`arena` (duel, league, hands), `papers` (reproduce), `merging` (merge), `play`, `training` (train), `describe` (players, brains,
explain, games, show), `verify`, `bench`, `kernels` (warm, cache); what they share stands in `common`. Heavy imports happen inside the
commands, so that `--help` answers at once.
"""

import sys

from cyclopts import CycloptsError, MissingArgumentError

from cardshark.cli import arena, bench, describe, kernels, merging, papers, play, verify
from cardshark.cli.common import app, give_up, missing_argument
from cardshark.text import UserError

for command in (play.play, arena.duel, arena.league, papers.reproduce):
    app.command(command)
app.command("cardshark.cli.training:train", help="Teach a brain to play; safe to interrupt, the same command goes on.")
for command in (
    describe.players,
    describe.brains,
    describe.explain,
    describe.games,
    describe.show,
    arena.hands,
    merging.merge,
    verify.verify,
    bench.bench,
    kernels.warm,
    kernels.cache,
):
    app.command(command)


def main() -> None:
    """Run a command. A mistake in what was typed gets one sentence and exit status 2."""
    try:
        app(sys.argv[1:], exit_on_error=False, print_error=False, result_action="return_value")
    except MissingArgumentError as error:
        give_up(missing_argument(error))
    except (UserError, CycloptsError) as error:
        give_up(error)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()  # the reader went away, as with `| head`; Python would complain at exit
        sys.exit(0)
    except Exception as error:
        from cardshark.players.player import IllegalChoice  # not above: it brings NumPy

        if not isinstance(error, IllegalChoice):
            raise
        give_up(error)
