"""What can be reached on the network: the page of one table, its files, and a socket for guests. A server of its own, on its own address.

Every browser gets a token that means nothing until the owner lets its guest in; then its hash names one seat. Nothing is remembered of
who only looks, so any number of strangers costs no memory.
"""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from cardshark.coach.sentences import all_texts
from cardshark.web.connection import GuestConnection
from cardshark.web.door import STATIC, foreign, index_page, plain_page, safely, turn_away
from cardshark.web.entry.keys import hashed
from cardshark.web.family.invitation import listen_at
from cardshark.web.family.party import Party
from cardshark.web.family.visit import MOST_BYTES, GuestVisit
from cardshark.web.line import Allowance

PORT = 8347
MOST_SOCKETS, MOST_FROM_ONE = 40, 12  # open pages of guests: altogether, and from one address
MOST_ADDRESSES = 500  # whose requests are counted
BUSY = 1013  # the code with which a socket is closed if there are too many
FILES = (".mjs", ".css", ".svg", ".woff2")  # what the page loads
LONGEST_TOKEN = 64


class Visitor:
    """How much may be asked for from one address."""

    def __init__(self) -> None:
        self.requests = Allowance(40.0, 300.0)  # a page loads some fifty files
        self.sockets = Allowance(1.0, 20.0)
        self.asking = Allowance(0.1, 5.0)
        self.open = 0


class GuestGuard:
    """Lets in only the pages of this table, and not too often."""

    def __init__(self, app: ASGIApp, server: "GuestServer") -> None:
        self.app, self.server = app, server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = HTTPConnection(scope)
        refused = foreign(connection, self.server.hosts, self.server.origins)
        if refused is None and not self.server.visitor(connection).requests.take():
            refused = plain_page("One moment", "Too much at once: wait a moment, then load the page again.", 429)
        if scope["type"] == "websocket":
            await (self.app(scope, receive, send) if refused is None else turn_away(WebSocket(scope, receive, send)))
        else:
            await (refused or self.app)(scope, receive, safely(send))


class GuestFiles(StaticFiles):
    """The files of the page, and no others."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file."""
        if not path.endswith(FILES):
            return plain_page("Nothing here", "There is no such page.", 404)
        return await super().get_response(path, scope)


class QuietServer(uvicorn.Server):
    """A server beside another one, which alone hears Ctrl-C."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to the other server."""
        yield


class GuestServer:
    """The family table on the network."""

    def __init__(self, party: Party, address: str, port: int = PORT) -> None:
        self.party, self.address, self.port = party, address, port
        self.visitors: OrderedDict[str, Visitor] = OrderedDict()
        self.sockets = 0
        self.running: tuple[QuietServer, asyncio.Task[None]] | None = None
        self.hosts: set[str] = set()
        self.origins: set[str] = set()
        self.app = Starlette(
            routes=[
                Route("/j/{code}", self.page),
                Route("/words.json", self.words),
                Mount("/static", GuestFiles(directory=STATIC)),
                WebSocketRoute("/socket", self.socket),
            ],
            middleware=[Middleware(GuestGuard, server=self)],
            exception_handlers={404: self.missing},  # type: ignore[dict-item]
        )

    # ---- open and close ----

    async def open(self) -> None:
        """Listen on the network from now on."""
        place = listen_at(self.address, self.port)
        self.port = place.getsockname()[1]
        self.hosts = {f"{self.address}:{self.port}"}
        self.origins = {f"http://{host}" for host in self.hosts}
        config = uvicorn.Config(
            self.app, log_level="warning", access_log=False, server_header=False, lifespan="off", http=GuestConnection,
            ws_max_size=2 * MOST_BYTES, ws_ping_interval=10, ws_ping_timeout=10, timeout_graceful_shutdown=1,
        )  # fmt: skip
        server = QuietServer(config)
        self.running = server, asyncio.create_task(server.serve(sockets=[place]))
        while not server.started and not self.running[1].done():
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        """Listen no longer."""
        if self.running:
            (server, task), self.running = self.running, None
            await asyncio.sleep(0.1)  # until everybody has heard why
            server.should_exit = True
            await task

    # ---- who asks ----

    def visitor(self, connection: HTTPConnection) -> Visitor:
        """Where a request comes from, and how much was asked for from there; only the latest addresses are remembered."""
        address = connection.client.host if connection.client else ""
        found = self.visitors.setdefault(address, Visitor())
        self.visitors.move_to_end(address)
        while len(self.visitors) > MOST_ADDRESSES:
            self.visitors.popitem(last=False)
        return found

    @property
    def cookie(self) -> str:
        """The name of the cookie that holds a guest's token."""
        return f"cardshark_guest_{self.port}"

    # ---- what there is ----

    async def page(self, _request: Request) -> Response:
        """The guest's page; what can be done with the code in its address is said by the socket."""
        return index_page((STATIC / "index.html").read_text("utf-8").replace("/static/app.mjs", "/static/family/join.mjs"))

    async def words(self, request: Request) -> Response:
        """The texts of the page, which it asks for first; who has no token yet gets one with them.

        Not with the page itself: a link from elsewhere comes without the cookie, and would be given another one.
        """
        answer = JSONResponse(all_texts())
        if self.cookie not in request.cookies:
            answer.set_cookie(self.cookie, secrets.token_urlsafe(32), max_age=24 * 3600, httponly=True, samesite="strict", path="/")
        return answer

    async def missing(self, _request: Request, _error: Exception) -> Response:
        """There is no such page."""
        return plain_page("Nothing here", "There is no such page. Scan the code on the other screen again.", 404)

    async def socket(self, socket: WebSocket) -> None:
        """Serve one open page of a guest. Strangers with many pages do not keep out who has a seat."""
        visitor, token = self.visitor(socket), socket.cookies.get(self.cookie, "")
        if not 0 < len(token) <= LONGEST_TOKEN:
            await turn_away(socket)
            return
        await socket.accept()
        full = self.sockets >= MOST_SOCKETS and not self.party.seating.has_seat(hashed(token))
        if full or visitor.open >= MOST_FROM_ONE or not visitor.sockets.take():
            await socket.close(BUSY)
            return
        self.sockets += 1
        visitor.open += 1
        try:
            address = socket.client.host if socket.client else ""
            await GuestVisit(self.party, socket, hashed(token), address, visitor.asking).run()
        finally:
            self.sockets -= 1
            visitor.open -= 1
