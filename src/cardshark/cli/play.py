"""`cardshark play`: a table in the browser, or here in the terminal."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from cardshark.cli.common import load, notes
from cardshark.show import printer
from cardshark.text import UserError

OPPONENTS = {"hearts": "jake", "gin": "rummy"}  # who sits down where nobody was named; at any other game the random player


def play(
    game: str = "",
    *opponents: str,
    rules: str | None = None,
    watch: Annotated[bool, Parameter(negative="")] = False,
    port: int = 0,
    no_open: Annotated[bool, Parameter(negative="")] = False,
    link: str = "",
    terminal: Annotated[bool, Parameter(negative="")] = False,
    seed: int | None = None,
    save: Path | None = None,
    challenge: Path | None = None,
) -> None:
    """Sit down at a table, in the browser or in the terminal.

    Parameters
    ----------
    game
        hearts or gin; without it the browser asks.
    opponents
        Who sits with you, to your left first, the last one also on all seats that remain.
    rules
        A preset, perhaps with changes: american:limit=50,moon=none (see: cardshark games).
    watch
        Do not sit down, only watch the named players.
    port
        Where the browser finds the table on this machine; any free port without it.
    no_open
        Print the address and leave the browser alone.
    link
        Review the hand that somebody sent as a link or as the code in it.
    terminal
        Play here, in the terminal.
    seed
        In the terminal: deals the same cards again.
    save
        In the terminal: write the match to this file; read it again with: cardshark show FILE.
    challenge
        In the terminal: play the network thesis's test of a person instead, five games to 50 points against three copies each of the
        random player, the training opponent and the best network. This file keeps every finished game, and the same command goes on
        with the next. In the browser it stands on the lab's pages.
    """
    if challenge and not terminal:
        raise UserError("add --terminal to keep a challenge in a file; in the browser it stands on the page /lab/experiment")
    if terminal:
        if port or no_open or link:
            raise UserError("--port, --no-open and --link belong to the browser: leave them out, or --terminal")
        play_here(game or usual_game(), opponents, rules, seed, watch, save, challenge)
        return
    if seed is not None or save:
        raise UserError(
            "--seed and --save belong to the terminal (add --terminal); in the browser deals are sealed, and every hand is kept"
        )
    if not 0 <= port < 65536:
        raise UserError(f"a port is a number from 1 to 65535, not {port}")
    serve_table(game, opponents, rules, watch, port, not no_open, link)


def serve_table(game: str, opponents: tuple[str, ...], rules: str | None, watch: bool, port: int, show: bool, link: str) -> None:
    """The table in the browser."""
    module, house_rules = load(game or usual_game(), rules)
    from cardshark.web.messages import Create
    from cardshark.web.serve import serve

    command = None
    if game or opponents or rules or watch:
        seats = named_seats(module.NAME, opponents, module.seats(house_rules), "" if watch else "you") if opponents else []
        command = Create(game=module.NAME, rules=rules or "", seats=seats, mode="watch" if watch else "play")  # type: ignore[arg-type]
    serve(port, show, command, link, notes.print)


def usual_game() -> str:
    """What is played where no game was named."""
    from cardshark.games import GAMES

    return next(iter(GAMES))


def named_seats(game: str, opponents: tuple[str, ...], seats: int, person: str) -> list[str]:
    """Who sits where: the person first, the last opponent on all seats that remain."""
    names = ([person] if person else []) + list(opponents or [OPPONENTS.get(game, "random")])
    if len(names) > seats:
        raise UserError(f"{len(names)} players cannot sit on {seats} seats")
    return names + [names[-1]] * (seats - len(names))


def play_here(
    game: str, opponents: tuple[str, ...], rules: str | None, seed: int | None, watch: bool, save: Path | None, challenge: Path | None
) -> None:
    """The table in the terminal."""
    import secrets

    from cardshark.players import seat

    if challenge:
        take_challenge(challenge, game, opponents, seed, watch, rules or save)
        return
    module, house_rules = load(game, rules)
    from cardshark.terminal.evening import Evening, evening

    names = named_seats(game, opponents, module.seats(house_rules), "" if watch else "terminal")
    seed = secrets.randbelow(1_000_000) if seed is None else seed
    evening(Evening(game, house_rules, names, seed, save=save), [seat(name) for name in names], printer())


def take_challenge(file: Path, game: str, opponents: tuple[str, ...], seed: int | None, watch: bool, other: object) -> None:
    """Sit down against the networks, or with --watch let the named player do so."""
    load(game, None)
    from cardshark.terminal.challenge import GAME, challenge

    if game != GAME or other or len(opponents) != watch:
        raise UserError(
            "a challenge has its own rules and opponents: give it a seed and nothing else, or the name of one player to --watch"
        )
    challenge(file, opponents[0] if watch else "terminal", 1 if seed is None else seed, printer())
