"""A server that really listens, and pages without a browser that talk to it, for the tests of `cardshark.web`."""

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.sync.client import connect

from cardshark.hands.seal import new_word, promise_of
from cardshark.web.app import Server
from cardshark.web.hall import Hall
from cardshark.web.serve import listen, settings_of
from cardshark.web.table.store import Store

CARD = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][CDHS](?![0-9A-Za-z])")
WAIT = 240.0  # seconds; a slow machine may have to compile first


@contextmanager
def running(folder: Path, prepare: Callable[[Hall], object] = lambda hall: None) -> Iterator[Server]:
    """A server in a thread of its own, which keeps its tables in this folder; something may be prepared before it starts."""
    place = listen(0)
    server = Server(Hall(Store(folder / "tables.sqlite")), place.getsockname()[1])
    prepare(server.hall)
    loop = uvicorn.Server(settings_of(server))
    thread = threading.Thread(target=loop.run, kwargs={"sockets": [place]})
    thread.start()
    try:
        while not loop.started:
            time.sleep(0.01)
        yield server
    finally:
        loop.should_exit = True
        thread.join(20)
        place.close()


def base(server: Any) -> str:
    """The address of a server."""
    return f"http://127.0.0.1:{server.port}"


def let_in(server: Any, code: str = "") -> str:
    """Exchange a code, or else one for the owner, for a cookie."""
    answer = httpx.post(f"{base(server)}/enter", data={"code": code or server.code()}, headers={"Origin": base(server)})
    assert answer.status_code == 200
    return answer.headers["set-cookie"].split(";")[0]


def new_guest(server: Server) -> str:
    """The cookie of somebody who was let in by the owner."""
    return let_in(server, server.hall.entry.new_code(None))


def carry(context: Any, server: Server, cookie: str) -> None:
    """Give a browser's context a cookie."""
    name, _, value = cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": base(server)}])


class Page:
    """An open page: asks, hears, and keeps everything that it heard."""

    def __init__(self, port: int, cookie: str, address: str = "127.0.0.1") -> None:
        own = f"http://{address}:{port}"
        link = connect(f"ws{own[4:]}/socket", additional_headers={"Cookie": cookie}, origin=own, max_size=None, open_timeout=WAIT)  # type: ignore[arg-type]
        self.until_closed = ExitStack()
        self.socket = self.until_closed.enter_context(link)
        self.heard: list[dict[str, Any]] = []
        self.asked = 0
        self.state: dict[str, Any] = {}
        self.words: dict[str, str] = {}  # that it has made, by the seal of the deal
        self.given: set[tuple[str, str]] = set()  # what it has given: seal, and promises or words
        self.gives_words = True

    def say(self, **command: Any) -> int:
        """Ask for something; the number of the question."""
        self.asked += 1
        self.socket.send(json.dumps({"ask": self.asked, **command}))
        return self.asked

    def hear(self, wait: float = WAIT) -> dict[str, Any]:
        """The next message."""
        message = json.loads(self.socket.recv(wait))
        self.heard.append(message)
        if message["say"] == "state":
            self.state = message
        if message["say"] == "sealing" and self.gives_words:
            self.give_word(message)
        return message

    def give_word(self, sealing: dict[str, Any]) -> None:
        """Promise a word for the deal, then say it, as a page does."""
        word = self.words.setdefault(sealing["seal"], new_word())
        if (sealing["seal"], sealing["step"]) in self.given:
            return
        self.given.add((sealing["seal"], sealing["step"]))
        deal = {"table": sealing["table"], "seal": sealing["seal"]}
        if sealing["step"] == "promises":
            self.say(do="promise", promise=promise_of(word), **deal)
        elif promise_of(word) in sealing["promises"]:
            self.say(do="sayword", word=word, **deal)

    def until(self, wanted: Callable[[dict[str, Any]], bool], wait: float = WAIT) -> dict[str, Any]:
        """Listen until a message is wanted."""
        end = time.monotonic() + wait
        while True:
            message = self.hear(max(end - time.monotonic(), 0.01))
            if wanted(message):
                return message

    def ask(self, **command: Any) -> dict[str, Any]:
        """Ask for something, and hear its answer; if it is a hand that waits for words, the state once it is dealt."""
        number = self.say(**command)
        answer = self.until(lambda message: message["ask"] == number)
        while answer["say"] == "sealing" and self.gives_words:
            answer = self.until(lambda message: message["say"] in ("sealing", "state"))
        return answer

    def create(self, **settings: Any) -> dict[str, Any]:
        """Sit down at a new table."""
        state = self.ask(do="create", **settings)
        assert state["say"] == "state", state
        return state

    def my_turn(self) -> dict[str, Any]:
        """Listen until it is the person's turn, or the hand is over."""
        if not waits(self.state):
            self.until(waits)
        return self.state

    def choose(self, choice: str, **more: Any) -> None:
        """Choose, and hear what comes of it at once."""
        self.say(do="choose", table=self.state["table"], seq=self.state["seq"], choice=choice, **more)

    def move(self) -> None:
        """Any legal choice, not faster than a page may send."""
        time.sleep(0.05)
        state = self.my_turn()
        if state["phase"] == "pass":
            count = state["hearts"]["passing"]["count"]
            self.say(do="pass", table=state["table"], seq=state["seq"], cards=state["legal"][-count:])
        else:
            self.choose(state["legal"][len(state["legal"]) // 2], sure=True)
        self.until(lambda message: message["say"] == "state" and message["seq"] > state["seq"])

    def play_hand(self) -> dict[str, Any]:
        """Play until the hand is over."""
        while self.my_turn()["phase"] not in ("ended", "over"):
            self.move()
        return self.state

    def __enter__(self) -> "Page":
        return self

    def __exit__(self, *_: object) -> None:
        self.until_closed.close()


def waits(message: dict[str, Any]) -> bool:
    """Does this state wait for the person?"""
    return message.get("say") == "state" and (message["phase"] in ("ended", "over") or message["turn"] == message["you"])


def cards_in(message: Any) -> set[str]:
    """Every card that is named anywhere in a message; the rules and the price list may name all of them."""
    if isinstance(message, dict):
        return set().union(*(cards_in(key) | cards_in(value) for key, value in message.items() if key not in ("rules", "costs")))
    if isinstance(message, list):
        return set().union(*map(cards_in, message))
    return set(CARD.findall(message)) if isinstance(message, str) else set()
