"""The lab without a server: a browser that asks, and pages that must be sound."""

import asyncio
from html.parser import HTMLParser
from types import SimpleNamespace

import httpx
from starlette.applications import Starlette

from cardshark.text import UserError
from cardshark.web.lab import app as lab
from cardshark.web.messages import Words

EVIL = "<script>alert('&')"
VOID = {"meta", "link", "input", "br", "path", "circle", "rect", "line"}


SPOKEN = ("aria-label", "title", "placeholder")  # attributes that people hear or read


class Page(HTMLParser):
    """A page that is sound, and what it says; `pieces` are the texts that have a language."""

    def __init__(self, text: str, language: str = "en") -> None:
        super().__init__()
        self.open, self.text, self.tags, self.links, self.pieces, self.foreign = [], "", [], [], [], []
        self.feed(text)
        assert not self.open and {"html", "title", "main", "h1"} <= {tag for tag, _ in self.tags}
        assert not {"script", "iframe", "object"} & {tag for tag, _ in self.tags}
        ids = [values["id"] for _, values in self.tags if "id" in values]
        assert len(ids) == len(set(ids)) and dict(self.tags)["html"]["lang"] == language
        self.text = " ".join(self.text.split())

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        assert not any(name.startswith("on") for name in values)
        self.tags.append((tag, values))
        self.links += [values[name] for name in ("href", "action") if name in values]
        self.pieces += [values[name] for name in SPOKEN if values.get(name)]
        if tag not in VOID:
            self.open.append(tag)
            self.foreign.append(tag in ("code", "kbd", "style", "title") or ("lang" in values and tag != "html"))

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()
            self.foreign.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag
        self.foreign.pop()

    def handle_data(self, data):
        self.text += data
        if not any(self.foreign):
            self.pieces.append(data)


class Refused(Exception):
    """A command that the hall refuses."""

    def __init__(self, key, **args):
        self.words = Words(key, args)


def create(person, command):
    """A hall that knows only one table, and asks nobody else to sit down."""
    if command.challenge == "greedy":
        raise Refused("trouble_many_tables", most=3)
    if command.challenge != "random":
        raise UserError(f"{command.challenge} stays away")
    return f"of{person}"


def client(games=()):
    """A browser at a server whose person has finished these games."""
    store = SimpleNamespace(challenges=lambda person: list(games), secrets=lambda person: [])
    server = SimpleNamespace(person=lambda request: 7, hall=SimpleNamespace(store=store, create=create))
    return Browser(Starlette(routes=lab.routes(server)))


class Browser:
    """Asks a server that is not there, address by address."""

    def __init__(self, app: Starlette) -> None:
        self.app = app

    def get(self, path: str, **more) -> httpx.Response:
        return asyncio.run(self.ask("GET", path, **more))

    def post(self, path: str, data: dict[str, str]) -> httpx.Response:
        return asyncio.run(self.ask("POST", path, data=data))

    async def ask(self, method: str, path: str, **more) -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url="http://127.0.0.1") as client:
            return await client.request(method, path, **more)


def get(path: str, games=()) -> Page:
    """A page."""
    answer = client(games).get(path)
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/html")
    return Page(answer.text)
