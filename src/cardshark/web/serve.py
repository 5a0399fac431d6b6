"""Start the server, open the browser, and get everything ready while the page loads."""

import atexit
import os
import socket
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from cardshark.hands.seal import new_secret
from cardshark.text import UserError
from cardshark.web import messages as m
from cardshark.web.app import HOST, Server
from cardshark.web.connection import Connection
from cardshark.web.entry.consent import Consent
from cardshark.web.entry.slip import write_slip
from cardshark.web.family import invite
from cardshark.web.family.invitation import check_address, listen_at
from cardshark.web.family.seating import Plan
from cardshark.web.hall import Hall
from cardshark.web.table.coaching import Coaching, position_of
from cardshark.web.table.database import home
from cardshark.web.table.dealer import Refused
from cardshark.web.table.making import agreed
from cardshark.web.table.sitting import SECONDS, ask, is_outside, seat_player
from cardshark.web.table.store import Store
from cardshark.web.table.table import YOU, Dealt, TableMatch

if TYPE_CHECKING:
    import uvicorn

FILE = "tables.sqlite"


class Lan(NamedTuple):
    """How other people on the network may join: at which address of this machine, and how many seconds they may be away."""

    address: str = ""  # the one that the system names, if empty
    away: float = 30.0


def listen(port: int) -> socket.socket:
    """A listening socket on this machine; on any free port for port 0."""
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name != "nt":  # on Windows this option would let two servers listen at once
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # a new server may start right after another has ended
    try:
        found.bind((HOST, port))
        found.listen(128)  # already now, so that a browser that comes before the server is ready waits
    except OSError as error:
        found.close()
        raise UserError(f"port {port} of this machine cannot be used ({error.strerror}): leave --port out for a free one") from None
    return found


def serve(
    port: int, show: bool, command: m.Create | None, link: str, say: Callable[[str], None], lan: Lan | None = None, seconds: float = SECONDS
) -> None:
    """Serve tables until Ctrl-C, and end the process with it; with `lan` other people on the network may join one of them.

    Players from files and programs have so many `seconds` for a choice.
    """
    import uvicorn

    sys.setswitchinterval(0.001)  # seconds for which a thread that thinks in plain Python may keep the event loop waiting
    if lan and lan.address:
        listen_at(check_address(lan.address), 0).close()  # whatever is wrong with it is said before anything begins
    place = listen(port)
    hall = Hall(Store(home() / FILE), seconds)
    hall.consent = Consent(lambda text: print(text, flush=True))
    hall.consent.named.update(command.seats if command else [])
    server = Server(hall, place.getsockname()[1])
    if lan:
        open_family(hall, command, lan)
    code = server.show_code("/family" if lan else first_page(hall, command, link))
    if hall.store.aside:
        print(f"{hall.store.aside} tables or hands in {home() / FILE} are damaged: they are left as they are, and not shown.", flush=True)
    print("Everything is kept. Ctrl-C ends it.", flush=True)
    settings = m.Create() if command is None else command
    threading.Thread(target=warm_up, args=(settings,), daemon=True).start()
    warm_beside()
    if show and has_screen():
        with suppress(OSError):  # a full disk: the code is printed, and can be typed
            slip = write_slip(home(), server.address, code)  # the command line of a browser is no place for a code
            atexit.register(slip.unlink, missing_ok=True)
            threading.Timer(0.5, webbrowser.open, (slip.as_uri(),)).start()
    try:
        uvicorn.Server(settings_of(server)).run(sockets=[place])
    except KeyboardInterrupt:
        say("Good night. Every hand is kept.")
    leave()


def settings_of(server: Server) -> "uvicorn.Config":
    """How the server listens and speaks."""
    import uvicorn

    return uvicorn.Config(
        server.app, log_level="warning", access_log=False, server_header=False, ws_max_size=4 * m.MOST_BYTES, timeout_graceful_shutdown=1,
        http=Connection,
    )  # fmt: skip


def open_family(hall: Hall, command: m.Create | None, lan: Lan) -> None:
    """Set up the table that people on the network may join: the one of the command line, or Hearts."""
    plan = Plan(command.game, command.rules, command.seats or None) if command else Plan(m.Create().game)
    plan.away = lan.away
    invite(hall, plan, lan.address, lambda text: print(text, flush=True))


def leave() -> NoReturn:
    """End at once: everything is kept. Python itself would wait for every thread, even for a player that never returns."""
    atexit._run_exitfuncs()  # programs that sit at a table are told to go
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def first_page(hall: Hall, command: m.Create | None, link: str) -> str:
    """Where the browser goes first: the lobby, a table that is set up, or the review of a hand from elsewhere."""
    if link:
        return "/review#" + link.rpartition("#")[2].strip()
    if command is None:
        return "/"
    try:
        return f"/table/{hall.create(hall.store.owner(), command)}"
    except Refused as refused:
        raise UserError(f"the table cannot be set up ({refused.words.key.removeprefix('trouble_').replace('_', ' ')})") from None


def has_screen() -> bool:
    """Is there a screen on which a browser can open?"""
    return sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def warm_up(command: m.Create) -> None:
    """Compile and load everything before it is needed. Errors are ignored here: they come again at the table, where the page shows them."""
    with suppress(Exception):
        rehearse(command)


def warm_beside() -> None:
    """Compile in another process what other tables will need, behind everything else that this machine does."""
    from cardshark.compiler.cache import ready

    if ready("table"):
        return
    nothing = subprocess.DEVNULL
    command = [sys.executable, "-m", "cardshark", "warm", "--table", "--workers", "1"]
    beside = subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True)
    atexit.register(beside.kill)
    with suppress(AttributeError, OSError):  # where there are no priorities
        os.setpriority(os.PRIO_PROCESS, beside.pid, 10)


def rehearse(command: m.Create) -> None:
    """Play a hand at such a table, with the coach."""
    settings = agreed(command)
    table = TableMatch(settings, [Dealt(new_secret(), [])])
    players = [None if each == YOU or is_outside(each) else seat_player(each, table) for each in settings.seats]
    for _ in range(4 * table.count):
        if table.ended or table.turn is None:
            return
        position, player = position_of(table), players[table.turn]
        if position and len(table.story) < 2:
            Coaching(table).thoughts(table, position)
        table.choose(next(table.rest()) if player is None else ask(player, table.view()))
