"""`cardshark play`: a table in the browser, or here in the terminal."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from cardshark.cli.common import FLAGS, Yes, load, notes
from cardshark.show import printer
from cardshark.text import UserError


@dataclass(frozen=True, kw_only=True)
class PlaySettings:
    """The flags of `cardshark play`."""

    rules: str | None = None
    "A preset, perhaps with changes: american:limit=50,moon=none (see: cardshark games)."
    watch: Yes = False
    "Do not sit down, only watch the named players."
    port: int = 0
    "Where the browser finds the table on this machine; any free port without it."
    no_open: Yes = False
    "Print address and code, and leave the browser alone."
    link: str = ""
    "Review the hand that somebody sent as a link or as the code in it."
    lan: Yes = False
    "Let other people on the same network join one table by a code for their phones; you let in each of them."
    address: str = ""
    "With --lan: which address of this machine they use, if it has several."
    away: float = 30.0
    "With --lan: seconds after which a bot plays for somebody who has lost the connection."
    seconds: float = 20.0
    "How long a player from a file, or a program, may think about a choice in the browser; then somebody else plays on for it."
    terminal: Yes = False
    "Play here, in the terminal."
    seed: int | None = None
    "In the terminal: deals the same cards again."
    save: Path | None = None
    "In the terminal: write the match to this file; read it again with: cardshark show FILE."
    challenge: Path | None = None
    (
        "In the terminal: play the network thesis's test of a person instead, five games to 50 points against three copies each of the "
        "random player, the training opponent and the best network. This file keeps every finished game, and the same command goes on "
        "with the next. In the browser it stands on the lab's pages."
    )

    def check(self) -> None:
        """Refuse flags that belong to the other kind of table."""
        if self.challenge and not self.terminal:
            raise UserError("add --terminal to keep a challenge in a file; in the browser it stands on the page /lab/experiment")
        if self.terminal and (self.port or self.no_open or self.link or self.lan):
            raise UserError("--port, --no-open, --link and --lan belong to the browser: leave them out, or --terminal")
        if self.lan and (self.watch or self.link):
            raise UserError("at a table with --lan people play: leave --watch and --link out")
        if (self.address or self.away != PlaySettings.away) and not self.lan:
            raise UserError("--address and --away say how people on the network join: add --lan")
        if not 1 <= self.away <= 3600:
            raise UserError(f"--away is a number of seconds from 1 to 3600, not {self.away:g}")
        if not self.terminal and (self.seed is not None or self.save):
            raise UserError(
                "--seed and --save belong to the terminal (add --terminal); in the browser deals are sealed, and every hand is kept"
            )
        if not 0.1 <= self.seconds <= 3600:
            raise UserError(f"--seconds is a number from 0.1 to 3600, not {self.seconds:g}")
        if not 0 <= self.port < 65536:
            raise UserError(f"a port is a number from 1 to 65535, not {self.port}")


USUAL = PlaySettings()


def play(game: str = "", *opponents: str, settings: Annotated[PlaySettings, FLAGS] = USUAL) -> None:
    """Sit down at a table, in the browser or in the terminal.

    Parameters
    ----------
    game
        hearts or gin, or one that a package brings (see: cardshark games); without it the browser asks.
    opponents
        Who sits with you, to your left first, the last one also on all seats that remain.
    """
    settings.check()
    if settings.challenge:
        take_challenge(settings.challenge, game, opponents, settings)
    elif settings.terminal:
        play_here(game, opponents, settings)
    else:
        serve_table(game, opponents, settings)


def serve_table(game: str, opponents: tuple[str, ...], settings: PlaySettings) -> None:
    """The table in the browser."""
    name, module, house_rules = load(game, settings.rules)
    from cardshark.hands.link import decode
    from cardshark.web.messages import Create
    from cardshark.web.serve import Lan, serve

    if settings.link:
        decode(settings.link)  # what holds no hand is refused here, and not on a page
    command, watch = None, settings.watch
    if game or opponents or settings.rules or watch:
        seats = named_seats(name, opponents, module.seats(house_rules), "" if watch else "you") if opponents else []
        command = Create(game=name, rules=settings.rules or "", seats=seats, mode="watch" if watch else "play")  # type: ignore[arg-type]
    lan = Lan(settings.address, settings.away) if settings.lan else None
    serve(settings.port, not settings.no_open, command, settings.link, notes.print, lan, settings.seconds)


def play_here(game: str, opponents: tuple[str, ...], settings: PlaySettings) -> None:
    """The table in the terminal."""
    name, module, house_rules = load(game, settings.rules)
    from cardshark.chance import new_seed
    from cardshark.players import seat
    from cardshark.terminal.evening import Evening, evening

    names = named_seats(name, opponents, module.seats(house_rules), "" if settings.watch else "terminal")
    seed = new_seed() if settings.seed is None else settings.seed
    evening(Evening(name, house_rules, names, seed, save=settings.save), [seat(each, name) for each in names], printer())
    if settings.seed is None:
        notes.print(f"The same cards again: --seed {seed}")


def named_seats(game: str, opponents: tuple[str, ...], seats: int, person: str) -> list[str]:
    """Who sits where: the person first, the last opponent on all seats that remain."""
    from cardshark.players import opponent

    names = ([person] if person else []) + list(opponents or [opponent(game)])
    if len(names) > seats:
        raise UserError(f"{len(names)} players cannot sit on {seats} seats")
    return names + [names[-1]] * (seats - len(names))


def take_challenge(file: Path, game: str, opponents: tuple[str, ...], settings: PlaySettings) -> None:
    """Sit down against the networks, or with --watch let the named player do so."""
    from cardshark.terminal.challenge import GAME, challenge

    other: Any = settings.rules or settings.save
    load(GAME, None)
    if game not in ("", GAME) or other or len(opponents) != settings.watch:
        raise UserError(
            "a challenge has its own rules and opponents: give it a seed and nothing else, or the name of one player to --watch"
        )
    challenge(file, opponents[0] if settings.watch else "terminal", 1 if settings.seed is None else settings.seed, printer())
