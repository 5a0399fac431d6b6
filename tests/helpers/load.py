"""Many tables at once for as long as you like: PYTHONPATH=tests python -m helpers.load --tables 50 --seconds 600

The server is a process of its own. Pages play hand after hand against players of all kinds; now and then one goes away and comes back,
asks for a hint or takes something back. At the end: choices and hands, how long each took to be answered, how long somebody waits who
only asks for what is not there (which shows how late the server's event loop is), and the server's memory.
"""

import argparse
import asyncio
import json
import tempfile
import time
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from helpers.web.pages import let_in, waits
from helpers.web.process import started

PLAYERS = [["jake", "greedy", "random"], ["stock", "jake", "uct"], ["random", "montecarlo:deals=20,playout=jake", "jake"]]
WAIT = 60.0


class Tally:
    """What happened at all tables."""

    def __init__(self) -> None:
        self.answers: list[float] = []
        self.idle: list[float] = []
        self.hands = 0
        self.troubles: list[str] = []


class Guest:
    """A page at one table."""

    def __init__(self, socket: Any, tally: Tally) -> None:
        self.socket, self.tally, self.asked = socket, tally, 0
        self.state: dict[str, Any] = {}

    async def ask(self, **command: Any) -> dict[str, Any]:
        """Ask for something, and hear its answer."""
        self.asked += 1
        await self.socket.send(json.dumps({"ask": self.asked, **command}))
        while True:
            message = await self.hear()
            if message["ask"] == self.asked:
                return message

    async def hear(self) -> dict[str, Any]:
        """The next message."""
        message = json.loads(await asyncio.wait_for(self.socket.recv(), WAIT))
        if message["say"] == "state":
            self.state = message
        if message["say"] == "trouble":
            self.tally.troubles.append(message["words"]["key"])
        return message

    async def act(self, moves: int, number: int) -> None:
        """The next thing that somebody does."""
        state = self.state
        here = {"table": state["table"], "seq": state["seq"]}
        if state["phase"] == "ended":
            self.tally.hands += 1
            await self.ask(do="next", table=state["table"])
        elif moves % 17 == 5 and state["undo"]:
            await self.ask(do="undo", table=state["table"])
        elif moves % 19 == 7 and number % 5 == 0:
            await self.ask(do="think", table=state["table"], hint=True)
        elif state["phase"] == "pass":
            await self.ask(do="pass", **here, cards=state["legal"][-3:])
        else:
            await self.ask(do="choose", **here, choice=state["legal"][len(state["legal"]) // 2])


async def visit(port: int, cookie: str, number: int, end: float, tally: Tally) -> None:
    """One person at one table, who comes and goes until the time is up."""
    table = ""
    while time.monotonic() < end:
        async with opened(port, cookie) as socket:
            guest = Guest(socket, tally)
            if table:
                await guest.ask(do="hello", table=table)
            else:
                rules = "dutch:limit=1000" if number % 2 else "american:limit=1000"
                await guest.ask(do="create", seats=["you", *PLAYERS[number % 3]], rules=rules, mode="practice")
                table = guest.state["table"]
            for moves in range(40):
                while not waits(guest.state):
                    await guest.hear()
                if guest.state["phase"] == "over" or time.monotonic() > end:
                    table = "" if guest.state["phase"] == "over" else table
                    break
                start = time.perf_counter()
                await guest.act(moves, number)
                tally.answers.append(time.perf_counter() - start)
                await asyncio.sleep(0.2)  # people think, too


async def idle(port: int, cookie: str, end: float, tally: Tally) -> None:
    """Somebody who asks for a table that is not there, and waits for the answer."""
    async with opened(port, cookie) as socket:
        guest = Guest(socket, Tally())
        while time.monotonic() < end:
            start = time.perf_counter()
            await guest.ask(do="pace", table="")
            tally.idle.append(time.perf_counter() - start)
            await asyncio.sleep(0.1)


def opened(port: int, cookie: str) -> Any:
    """A socket to the server."""
    own = f"127.0.0.1:{port}"
    return connect(f"ws://{own}/socket", additional_headers={"Cookie": cookie}, origin=f"http://{own}", max_size=None, open_timeout=WAIT)  # type: ignore[arg-type]


async def soak(port: int, cookie: str, tables: int, seconds: float) -> Tally:
    """Play at a number of tables for some seconds."""
    warming = Tally()
    await asyncio.gather(*(visit(port, cookie, number, time.monotonic() + 5, warming) for number in range(6)))
    tally, end = Tally(), time.monotonic() + seconds
    await asyncio.gather(idle(port, cookie, end, tally), *(visit(port, cookie, number, end, tally) for number in range(tables)))
    return tally


def memory(process_id: int) -> float:
    """Megabytes that a process holds."""
    lines = Path(f"/proc/{process_id}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def main(tables: int, seconds: float) -> None:
    """Measure, and say what was found."""
    with tempfile.TemporaryDirectory() as folder, started(Path(folder)) as (process, address):
        port = int(address.split(":")[2].split("/")[0])
        tally = asyncio.run(soak(port, let_in(address), tables, seconds))
        held = memory(process.pid)
    print(f"{tables} tables, {seconds:.0f} s: {len(tally.answers)} choices, {tally.hands} hands, {len(tally.troubles)} refused")
    for title, found in (("a choice", sorted(tally.answers)), ("an idle page", sorted(tally.idle))):
        median, most, worst = (1000 * found[int(share * (len(found) - 1))] for share in (0.5, 0.99, 1.0))
        print(f"{title} is answered in {median:.1f} ms (median), {most:.1f} ms (99 %), {worst:.0f} ms (worst)")
    print(f"the server holds {held:.0f} MB")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=600.0)
    options = parser.parse_args()
    main(options.tables, options.seconds)
