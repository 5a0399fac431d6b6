"""What every door of the server shares: only its own pages may ask, and every answer says what a browser may do with it."""

import base64
import hashlib
import mimetypes
import re
from collections.abc import Iterable, Set
from contextlib import suppress
from pathlib import Path
from urllib.parse import parse_qsl

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, Response
from starlette.types import Message, Send
from starlette.websockets import WebSocket

STATIC = Path(__file__).with_name("static")
MOST_FORM = 4096  # bytes of a form
NOT_LET_IN = 4401  # the code with which a socket is closed: the page then shows how to get in
INLINE = re.compile(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)
SAFE = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",  # nothing to other sites; with "no-referrer" our own forms would come without their Origin
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}

for suffix, kind in ((".mjs", "text/javascript"), (".woff2", "font/woff2"), (".svg", "image/svg+xml")):
    mimetypes.add_type(kind, suffix)


def policy(page: str = "") -> str:
    """What a page may load: this server's own files, and the scripts that stand in the page itself (its map of modules)."""
    hashes = (base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in INLINE.findall(page))
    scripts = " ".join(["'self'", *(f"'sha256-{each}'" for each in hashes)])
    return (
        f"default-src 'self'; script-src {scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )


def plain_page(title: str, text: str, status: int, language: str = "en") -> HTMLResponse:
    """A page with one sentence."""
    style = (
        "<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui;max-width:40em;margin:15vh auto;padding:0 1em}"
        "button,input{font:inherit;min-height:44px;padding:0 12px;margin:4px 0}ul{padding:0;list-style:none}</style>"
    )
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>{style}'
    page = f'<!doctype html><html lang="{language}"><head>{head}</head><body><main><h1>{title}</h1><p>{text}</p></main></body></html>'
    return HTMLResponse(page, status)


def foreign(connection: HTTPConnection, hosts: Set[str], origins: Set[str]) -> Response | None:
    """The page that refuses a request for another server, or from the page of another site; None if it is one of ours."""
    if connection.headers.get("host", "") not in hosts:
        return plain_page("Not here", "This server answers only to its own address.", 403)
    origin = connection.headers.get("origin")
    if connection.url.path == "/enter" and origin == "null":
        return None  # from the file that `cardshark play` opens; whoever has no code gets nothing there
    asks = connection.scope["type"] == "websocket" or connection.scope["method"] not in ("GET", "HEAD")
    if (asks and origin is None) or (origin is not None and origin not in origins):
        return plain_page("Not here", "This server answers only to its own pages.", 403)
    return None


async def read_form(request: Request) -> dict[str, str]:
    """What a form of ours posts; nothing of one that is too long. A field that is posted twice counts once."""
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > MOST_FORM:
            return {}
    try:
        return {name: text.strip() for name, text in parse_qsl(body.decode("utf-8", "replace"), max_num_fields=8)}
    except ValueError:
        return {}


def index_page(page: str) -> HTMLResponse:
    """A page of ours, which may load what it names and nothing else."""
    return HTMLResponse(page, headers={"content-security-policy": policy(page)})


def safely(send: Send) -> Send:
    """Add security headers to every answer."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = {name for name, _ in message["headers"]}
            more = {**SAFE, "content-security-policy": policy()}
            message["headers"] += [(name.encode(), text.encode()) for name, text in more.items() if name.encode() not in headers]
        await send(message)

    return sending


async def send_all_away(sockets: Iterable[WebSocket]) -> None:
    """Close open pages in the same way."""
    for socket in sockets:
        with suppress(RuntimeError):  # it is closed already
            await socket.close(NOT_LET_IN)


async def turn_away(socket: WebSocket) -> None:
    """Close a socket in a way that the page can understand."""
    await socket.accept()
    await socket.close(NOT_LET_IN)
