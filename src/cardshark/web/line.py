"""The line to an open page: what it says comes in one by one and not too fast, and what it is told waits until it has read it."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from cardshark.web import messages as m
from cardshark.web.messages import Words

MOST_UNREAD = 500  # messages that wait to be sent; with more the page must connect again
TOO_MUCH = 1008  # the code with which such a socket is closed


class Allowance:
    """How much somebody may ask for: so many things each second, and so many at once."""

    def __init__(self, a_second: float, at_once: float) -> None:
        self.a_second, self.at_once = a_second, at_once
        self.left, self.refilled = at_once, time.monotonic()

    def take(self) -> bool:
        """May another thing be asked for now?"""
        now = time.monotonic()
        self.left = min(self.at_once, self.left + self.a_second * (now - self.refilled))
        self.refilled = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Line:
    """An open page, from the side of the server."""

    def __init__(self, socket: WebSocket, keep: Callable[[Coroutine[Any, Any, None]], Any], allowance: Allowance) -> None:
        self.socket, self.keep, self.allowance = socket, keep, allowance
        self.unsent: asyncio.Queue[bytes] = asyncio.Queue(MOST_UNREAD)
        self.slow = False

    async def hear(self, data: bytes) -> None:
        """Something that the page says."""
        raise NotImplementedError

    def hung_up(self) -> None:
        """The page has gone away."""
        raise NotImplementedError

    async def run(self) -> None:
        """Answer until the page goes away."""
        writer = asyncio.create_task(self.write())
        try:
            while True:
                event = await self.socket.receive()
                if event["type"] == "websocket.disconnect" or self.slow:
                    break
                data = event.get("bytes") or (event.get("text") or "").encode()
                if not self.allowance.take():
                    self.refuse(Words("trouble_fast"))
                    await asyncio.sleep(0.25)  # nothing is read meanwhile, so a page that sends more waits longer
                    continue
                await self.hear(data)
        except WebSocketDisconnect:
            pass
        finally:
            writer.cancel()
            self.hung_up()

    async def write(self) -> None:
        """Send what is waiting to be sent."""
        try:
            while True:
                data = await self.unsent.get()
                await self.socket.send_text(data.decode())
        except (WebSocketDisconnect, RuntimeError, OSError):
            self.slow = True  # the page has gone

    def send(self, message: bytes | m.Message) -> None:
        """Let the page know something; one that does not read is sent away, and asks again when it comes back."""
        data = message if isinstance(message, bytes) else msgspec.json.encode(message)
        try:
            self.unsent.put_nowait(data)
        except asyncio.QueueFull:
            if not self.slow:
                self.slow = True
                self.keep(self.socket.close(TOO_MUCH))

    def refuse(self, words: Words, ask: int = 0, table: str = "") -> None:
        """Say why something is not done."""
        self.send(m.Trouble(ask, table, words))


class QuestionNumber(msgspec.Struct):
    """The number of a command that cannot be understood otherwise."""

    ask: m.Number = 0


def question_number(data: bytes) -> int:
    """The number of a question that was not understood, so that the page knows which one it was."""
    try:
        return msgspec.json.decode(data, type=QuestionNumber).ask
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return 0
