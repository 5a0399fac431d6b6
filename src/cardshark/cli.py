"""The command line: each command parses, calls one function, and prints. Heavy imports happen inside the commands."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NoReturn

from cyclopts import App, CycloptsError, Parameter

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

Json = Annotated[bool, Parameter(name="--json", negative="", help="Print for programs.")]
Csv = Annotated[bool, Parameter(name="--csv", negative="", help="Print for a spreadsheet.")]


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
        from cardshark.players.table import IllegalChoice  # not above: it brings NumPy

        if not isinstance(error, IllegalChoice):
            raise
        give_up(error)


def give_up(error: Exception) -> NoReturn:
    """Say what is wrong."""
    sentence = " ".join(str(error).split())
    print(f"cardshark: {sentence}", file=sys.stderr)
    sys.exit(2)


def load(game: str, rules: str | None) -> tuple[Any, Any]:
    """A game's module, and the rules that a text names; the first preset without it."""
    from cardshark import games
    from cardshark.games import house
    from cardshark.jit import announce, start_quickly

    start_quickly()
    announce(notes.print)
    module = games.game(game)
    return module, house.parse(module.PRESETS, rules or next(iter(module.PRESETS)))


@app.command
def play(
    game: str = "hearts",
    *opponents: str,
    rules: str | None = None,
    seed: int | None = None,
    terminal: Annotated[bool, Parameter(negative="")] = False,
    watch: Annotated[bool, Parameter(negative="")] = False,
    save: Path | None = None,
) -> None:
    """Play a match against the players of your choice.

    Parameters
    ----------
    game
        hearts or gin.
    opponents
        Who sits with you, to your left first, the last one also on all seats that remain; if nobody is named jake at Hearts, random at gin.
    rules
        A preset, perhaps with changes: american:limit=50,moon=none (see: cardshark games).
    seed
        Deals the same cards again.
    terminal
        Play here, in the terminal.
    watch
        Do not sit down, only watch the named players.
    save
        Write the match to this file; read it again with: cardshark show FILE.
    """
    import secrets

    from cardshark.players import seat

    if not terminal:
        raise UserError("the table in the browser is not built yet: add --terminal to play here")
    module, house_rules = load(game, rules)
    from cardshark.terminal_table import evening

    seats = module.seats(house_rules)
    names = ([] if watch else ["terminal"]) + list(opponents or ["jake" if game == "hearts" else "random"])
    if len(names) > seats:
        raise UserError(f"{len(names)} players cannot sit on {seats} seats")
    names += [names[-1]] * (seats - len(names))
    seed = secrets.randbelow(1_000_000) if seed is None else seed
    evening(game, house_rules, [seat(name) for name in names], names, seed, printer(), save)


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
    with watching("deals", deals, quiet=as_json or as_csv, what="league") as progress:
        result = play_league(game, house_rules, players, deals, seed, progress, record=record, on=on, workers=workers)
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
        hearts_network or hearts_pomcp.
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
    if record is None:
        folder = folder or Path("runs") / f"{paper}-{scale:g}-{seed}"
        with counting(*size_of(paper, scale), quiet=as_json) as progress:
            record = measure(paper, scale, seed, folder, Crew(on, workers), progress)
    result = judge(record)
    files = publish(result, folder or Path("runs") / f"{result.paper.name}-{result.run.scale:g}-{result.run.seed}")
    show_claims(result, files, as_json)


def not_both(as_json: bool, as_csv: bool) -> None:
    """One result, one form."""
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
    """A progress bar on a terminal, nothing elsewhere."""
    from rich.progress import Progress

    with Progress(console=notes, transient=True, disable=quiet or not notes.is_terminal) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task, done)


@app.command
def players(player: str | None = None, *, as_json: Json = False) -> None:
    """Who can sit down, and with which options.

    Parameters
    ----------
    player
        One player, with all its options; everybody without it.
    """
    from cardshark.players import described
    from cardshark.show.players import show_all, show_one
    from cardshark.text import choice

    found = {row["name"]: row for row in described()}
    rows = [found[choice("player", player, found)]] if player else list(found.values())
    if as_json:
        print(json.dumps(rows))
    elif player:
        show_one(rows[0])
    else:
        show_all(rows)


@app.command
def games(game: str | None = None, *, as_json: Json = False) -> None:
    """The games, their rules, and the presets.

    Parameters
    ----------
    game
        hearts or gin; both without it.
    """
    from cardshark.games import GAMES, house
    from cardshark.games import game as module_of
    from cardshark.show.games import show_game

    for name in [game] if game else GAMES:
        presets = module_of(name).PRESETS
        if as_json:
            print(json.dumps({"game": name, "presets": house.plain(presets), "rules": house.table(presets)}))
        else:
            show_game(name, presets)


@app.command
def show(file: Path, *, as_json: Json = False) -> None:
    """A recorded match, readable.

    Parameters
    ----------
    file
        A transcript, as written by: cardshark play --save FILE.
    """
    from cardshark.games import transcript
    from cardshark.jit import announce, start_quickly
    from cardshark.show.hand import show as show_transcript

    start_quickly()
    announce(notes.print)
    found = transcript.load(file)
    if as_json:
        print(json.dumps(transcript.plain(found)))
    else:
        show_transcript(found, printer())


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
