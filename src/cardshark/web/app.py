"""The server: which addresses there are, and who may ask for them.

It listens on this machine alone. `cardshark play` prints a code that works once and is exchanged for a cookie, which ends with the server
(`entrance`); without the cookie nobody gets anything. A page of another site can neither read nor play: the Host of every request and the
Origin of every socket must be this server's own.
"""

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from cardshark.coach.sentences import all_texts
from cardshark.text import UserError
from cardshark.web import messages as m
from cardshark.web.door import STATIC, foreign, index_page, plain_page, safely, turn_away
from cardshark.web.entrance import ask_for_code
from cardshark.web.entrance import routes as entrance
from cardshark.web.hall import Hall
from cardshark.web.lab.app import routes
from cardshark.web.ledger.bookkeeper import Bookkeeper
from cardshark.web.me.files import routes as hand_files
from cardshark.web.mistakes import check_ahead
from cardshark.web.rooms import PATHS
from cardshark.web.table.dealer import Refused
from cardshark.web.visit import Visit

HOST = "127.0.0.1"
DOOR = ("/enter", "/enter/code")  # for whoever was not let in yet
MOST_SOCKETS = 250  # open pages; fewer than the connections that there may be


class Guard:
    """Lets in only this server's own pages, and only browsers that have a cookie."""

    def __init__(self, app: ASGIApp, server: "Server") -> None:
        self.app, self.server = app, server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        refused = self.refusal(connection)
        if refused is None:
            await self.app(scope, receive, safely(send) if scope["type"] == "http" else send)
        elif scope["type"] == "http":
            await refused(scope, receive, safely(send))
        else:
            await turn_away(WebSocket(scope, receive, send))

    def refusal(self, connection: HTTPConnection) -> Response | None:
        """The page that refuses a request; None if it is allowed."""
        refused = foreign(connection, self.server.hosts, self.server.origins)
        if refused is not None:
            return refused
        if connection.scope["type"] == "http" and connection.url.path in DOOR:
            return None
        browser = self.server.hall.entry.browser(connection.cookies.get(self.server.cookie, ""))
        if browser is None:
            return ask_for_code(connection)
        connection.scope["browser"] = browser
        return None


class Server:
    """The web server: the hall's tables under their addresses."""

    def __init__(self, hall: Hall, port: int) -> None:
        self.hall, self.port = hall, port
        self.cookie = f"cardshark_{port}"
        self.hosts = {f"{name}:{port}" for name in (HOST, "localhost")}
        self.origins = {f"http://{host}" for host in self.hosts}
        self.sockets, self.shown = 0, ""  # open pages; the code in the terminal
        pages = [Route(path, self.index) for path in ("/", "/table/{table}", "/review", "/review/{hand}", *PATHS)]
        files = [Mount("/static", StaticFiles(directory=STATIC)), Route("/words.json", self.words), Route("/favicon.ico", self.favicon)]
        hands = [Route("/hand/{hand}.json", self.hand_json), Route("/hand/{hand}.html", self.hand_page)]
        doors = [WebSocketRoute("/socket", self.socket), *entrance(self)]
        self.app = Starlette(
            routes=[*pages, *files, *hands, *doors, *routes(self), *hand_files(self)],
            middleware=[Middleware(Guard, server=self)],
            exception_handlers={404: self.missing},  # type: ignore[dict-item]
            lifespan=self.lifespan,
        )

    @asynccontextmanager
    async def lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        """While the server runs, the ledger is kept; when it ends, so do its tables."""
        self.hall.keep(Bookkeeper(self.hall, check_ahead).run())
        if self.hall.guests:
            await self.hall.guests.begin()
        yield
        if self.hall.guests:
            await self.hall.guests.end()
        await self.hall.close()

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://{HOST}:{self.port}"

    def code(self, path: str = "/", person: int | None = None) -> str:
        """A code that lets a browser in, once: as the owner of the file, or as this person."""
        return self.hall.entry.new_code(self.hall.owner if person is None else person, path)

    def show_code(self, path: str = "/") -> str:
        """Show the owner a code in the terminal; nothing more while the last one there still opens the door."""
        if not self.hall.entry.is_open(self.shown):
            self.shown = self.code(path)
            self.hall.consent.tell(f"The table is at {self.address} and asks for this code, once: {self.shown}")
        return self.shown

    def person(self, request: HTTPConnection) -> int:
        """Who was let in to ask this."""
        return request.scope["browser"].person

    # ---- pages ----

    async def index(self, _request: Request) -> Response:
        """The page."""
        file = STATIC / "index.html"
        if not file.exists():
            return plain_page("cardshark", "The page is missing from this installation.", 500)
        return index_page(file.read_text("utf-8"))

    async def words(self, _request: Request) -> Response:
        """The texts of all pages, in every language."""
        return JSONResponse(all_texts())

    async def favicon(self, _request: Request) -> Response:
        """The icon in the browser's tab."""
        file = STATIC / "favicon.svg"
        return Response(file.read_bytes() if file.exists() else b"", media_type="image/svg+xml")

    async def missing(self, _request: Request, _error: Exception) -> Response:
        """There is no such page."""
        return plain_page("Nothing here", 'There is no such page. <a href="/">Back to the tables</a>', 404)

    async def hand_json(self, request: Request) -> Response:
        """A finished hand, for `cardshark verify` and for programs."""
        from cardshark.hands.saved import to_json

        def saved(hand: str, person: int) -> Response:
            return JSONResponse(to_json(self.hall.hand(person, hand)), headers=attachment(hand, "json"))

        return await self.of_hand(request, saved)

    async def hand_page(self, request: Request) -> Response:
        """The review of a finished hand as one file."""

        def saved(hand: str, person: int) -> Response:
            from cardshark.coach.saved import page  # type: ignore[import-not-found]

            review = self.hall.review(person, m.Review(hand=hand), lambda done, of: None)
            return HTMLResponse(page(review), headers=attachment(hand, "html"))

        return await self.of_hand(request, saved)

    async def of_hand(self, request: Request, make: Callable[[str, int], Response]) -> Response:
        """A file about one of the person's own hands."""
        hand, person = request.path_params["hand"][:60], self.person(request)
        try:
            return await self.hall.think(lambda: make(hand, person), guest=self.hall.guest(person))
        except (Refused, UserError):
            return await self.missing(request, KeyError(hand))

    # ---- the socket ----

    async def socket(self, socket: WebSocket) -> None:
        """Serve one open page."""
        await socket.accept()
        if self.sockets >= MOST_SOCKETS:
            await socket.close(1013)
            return
        self.sockets += 1
        try:
            await Visit(self.hall, socket, socket.scope["browser"]).run()
        finally:
            self.sockets -= 1


def attachment(hand: str, suffix: str) -> dict[str, str]:
    """The name under which a browser saves a file."""
    safe = re.sub(r"[^0-9a-z-]", "", hand)
    return {"content-disposition": f'attachment; filename="cardshark-{safe}.{suffix}"'}
