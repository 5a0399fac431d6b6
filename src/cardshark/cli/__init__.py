"""The command line: each command parses, calls one function, and prints. Heavy imports happen inside the commands."""

import json
import sys
from pathlib import Path

from cyclopts import CycloptsError

from cardshark.cli import describe, hands, verify
from cardshark.cli.common import Csv, Json, app, counting, give_up, load, not_both, notes, watching
from cardshark.cli.play import play
from cardshark.text import UserError


def main() -> None:
    """Run a command; whatever is wrong with what was typed is said in one sentence, with exit status 2."""
    try:
        app(sys.argv[1:], exit_on_error=False, print_error=False, result_action="return_value")
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


app.command(play)


@app.command
def duel(
    game: str,
    a: str,
    b: str,
    *,
    rules: str | None = None,
    deals: int = 1000,
    matches: int | None = None,
    seed: int = 1,
    seats: str | None = None,
    until: str | None = None,
    control: str | None = None,
    record: Path | None = None,
    on: str = "cores",
    workers: int | None = None,
    as_csv: Csv = False,
    as_json: Json = False,
) -> None:
    """Two players on the same deals in every seating: points a hand, their difference, its 95 % interval.

    Parameters
    ----------
    game
        hearts or gin.
    a
        A player, as text: random (see: cardshark players).
    b
        The player on the other seats.
    rules
        A preset, perhaps with changes: american:moon=none (see: cardshark games).
    deals
        How many deals; each is played in every placement of A and B.
    matches
        Play so many whole matches instead of single hands.
    seed
        Names the deals for ever.
    seats
        How many seats A and B take: 1v3 (default), 2v2 or 3v1 in Hearts for four, 1v1 in gin.
    until
        End earlier: when it is decided who is better, or when the interval reaches no farther than a number to either side.
    control
        A player whose luck on the same deals is subtracted, one that leaves something to chance: random, jake:epsilon=0.1. Pays when
        A and B resemble it.
    record
        A file to keep what was played; the same command, or one for more deals, goes on where it ended.
    on
        Where to work: here, cores (if there is enough to do), or ray.
    workers
        How many processes.
    """
    from cardshark.arena.duel import duel as play_duel
    from cardshark.arena.placing import seats_of_a
    from cardshark.show.arena import publish_duel

    not_both(as_json, as_csv)
    module, house_rules = load(game, rules)
    of_a = seats_of_a(seats, module.seats(house_rules))
    with watching(
        "deals" if matches is None else "matches", deals if matches is None else matches, quiet=as_json or as_csv, what="duel"
    ) as progress:
        result = play_duel(
            game, house_rules, a, b, deals if matches is None else matches, seed, of_a, progress, matches=matches is not None, until=until,
            control=control, record=record, on=on, workers=workers,
        )  # fmt: skip
    publish_duel(result, as_json, as_csv)


@app.command
def league(
    game: str,
    *players: str,
    rules: str | None = None,
    deals: int = 1000,
    matches: int | None = None,
    seed: int = 1,
    record: Path | None = None,
    on: str = "cores",
    workers: int | None = None,
    as_csv: Csv = False,
    as_json: Json = False,
) -> None:
    """Everybody against everybody on the same deals: a cross-table with intervals, and ratings.

    Parameters
    ----------
    game
        hearts or gin.
    players
        Two or more players, as text: random (see: cardshark players).
    rules
        A preset, perhaps with changes: american:moon=none (see: cardshark games).
    deals
        How many deals; each pair plays each of them in every placement, two against two.
    matches
        Play so many whole matches instead, and compare how many are won.
    seed
        Names the deals for ever.
    record
        A file to keep what was played; the same command, or one for more deals, goes on where it ended.
    on
        Where to work: here, cores (if there is enough to do), or ray.
    workers
        How many processes.
    """
    from cardshark.arena.league import league as play_league
    from cardshark.show.arena import publish_league

    not_both(as_json, as_csv)
    _, house_rules = load(game, rules)
    count, units = (deals, "deals") if matches is None else (matches, "matches")
    with watching(units, count, quiet=as_json or as_csv, what="league") as progress:
        result = play_league(
            game, house_rules, players, count, seed, progress, matches=matches is not None, record=record, on=on, workers=workers
        )
    publish_league(result, as_json, as_csv)


@app.command
def reproduce(
    paper: str,
    *,
    scale: float = 1.0,
    seed: int = 1,
    folder: Path | None = None,
    record: Path | None = None,
    on: str = "cores",
    workers: int | None = None,
    as_json: Json = False,
) -> None:
    """A paper's experiments played again: its printed figures beside ours, a verdict on every claim, and a report.

    Parameters
    ----------
    paper
        gin_td_evo, hearts_falcon, hearts_network, hearts_rollouts or hearts_pomcp.
    scale
        1 plays and trains as much as we publish (an hour or more on two cores), 0.01 gives a first look in minutes.
    seed
        Names the deals for ever.
    folder
        Where the record and the report go; the same command goes on where it ended. Without it: runs/PAPER-SCALE-SEED.
    record
        Judge this record instead of playing.
    on
        Where to work: here, cores (if there is enough to do), or ray.
    workers
        How many processes.
    """
    from cardshark.arena.jobs import Crew
    from cardshark.experiments.reproduce import judge, measure, page, publish, size_of
    from cardshark.jit import announce, start_quickly
    from cardshark.show.paper import show_claims

    start_quickly()
    announce(notes.print)
    page(paper)
    try:
        if record is None:
            folder = folder or Path("runs") / f"{paper}-{scale:g}-{seed}"
            with counting(*size_of(paper, scale), quiet=as_json) as progress:
                record = measure(paper, scale, seed, folder, Crew(on, workers), progress)
        result = judge(record, paper)
        files = publish(result, folder or Path("runs") / f"{result.paper.name}-{result.run.scale:g}-{result.run.seed}")
    except OSError as error:
        raise UserError(f"{error.filename or folder} cannot be written: {error.strerror}") from None
    show_claims(result, files, as_json)


app.command("cardshark.cli.training:train", help="Teach a brain to play; safe to interrupt, the same command goes on.")
for command in (describe.players, describe.brains, describe.explain, describe.games, describe.show, hands.hands, verify.verify):
    app.command(command)


@app.command
def bench(*, only: str | None = None, as_json: Json = False) -> None:
    """Hands per second on this machine, beside a bare C kernel and, when installed, OpenSpiel and RLCard.

    Parameters
    ----------
    only
        One measurement by its name.
    """
    from cardshark.bench import measure
    from cardshark.jit import announce

    announce(notes.print)
    for result in measure(only):
        if as_json:
            print(json.dumps({name: value for name, value in result._asdict().items() if value is not None}), flush=True)
        else:
            ratio = f"{result.ratio_to_c:6.2f} x C" if result.ratio_to_c else ""
            print(f"{result.name:24} {result.per_second:14,.0f} {result.unit}/s {result.nanoseconds:14,.1f} ns {ratio}", flush=True)
