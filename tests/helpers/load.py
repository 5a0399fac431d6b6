"""A load test of the server: PYTHONPATH=tests python -m helpers.load --tables 50 --seconds 600 --out results/table.json

The server is a process of its own. Pages play hand after hand against players of all kinds. Now and then one goes away and comes back,
asks for a hint, or takes something back. Measured are the numbers of choices and hands, how long a choice or a hint waits for its answer,
how long an idle page waits that asks for a table that is not there (that is how late the event loop is), and the server's memory.

`--out` keeps these in a record, from which `python docs/figures.py` writes the table in docs/table.md. A record holds one run for each
number of tables and seconds.
"""

import argparse
import asyncio
import json
import os
import platform
import re
import tempfile
import time
from datetime import date
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

from cardshark.hands.seal import promise_of
from helpers.web.pages import base, let_in, waits
from helpers.web.process import Place, started

PLAYERS = [["jake", "greedy", "random"], ["stock", "jake", "uct"], ["random", "montecarlo:deals=20,playout=jake", "jake"]]
WAIT = 60.0
EACH = 50  # tables of one person at most; the server allows 60
WORD = "07" * 16  # that every page gives to a deal


class Tally:
    """What happened at all tables."""

    def __init__(self) -> None:
        self.answers: list[float] = []
        self.hints: list[float] = []
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
                return await self.give_word(message) if message["say"] == "sealing" else message

    async def give_word(self, sealing: dict[str, Any]) -> dict[str, Any]:
        """Give a deal what it waits for, and hear what comes of it: a promise, then the word."""
        deal = {"table": sealing["table"], "seal": sealing["seal"]}
        if sealing["step"] == "promises":
            return await self.ask(do="promise", promise=promise_of(WORD), **deal)
        return await self.ask(do="sayword", word=WORD, **deal)

    async def hear(self) -> dict[str, Any]:
        """The next message."""
        message = json.loads(await asyncio.wait_for(self.socket.recv(), WAIT))
        if message["say"] == "state":
            self.state = message
        if message["say"] == "trouble":
            self.tally.troubles.append(message["words"]["key"])
        return message

    async def act(self, moves: int, number: int) -> None:
        """The next thing that somebody does, and how long the answer takes."""
        state, start, took = self.state, time.perf_counter(), self.tally.answers
        here = {"table": state["table"], "seq": state["seq"]}
        if state["phase"] == "ended":
            self.tally.hands += 1
            await self.ask(do="next", table=state["table"])
        elif moves % 17 == 5 and state["undo"]:
            await self.ask(do="undo", table=state["table"])
        elif moves % 19 == 7 and number % 5 == 0:
            took = self.tally.hints  # the coach thinks
            await self.ask(do="think", table=state["table"], hint=True)
        elif state["phase"] == "pass":
            await self.ask(do="pass", **here, cards=state["legal"][-3:])
        else:
            await self.ask(do="choose", **here, choice=state["legal"][len(state["legal"]) // 2])
        took.append(time.perf_counter() - start)


async def visit(port: int, cookie: str, number: int, end: float, tally: Tally) -> None:
    """One person at one table, who comes and goes until the time is up."""
    table = ""
    while time.monotonic() < end:
        async with opened(port, cookie) as socket:
            guest = Guest(socket, tally)
            if table:
                await guest.ask(do="hello", table=table)
            else:
                rules = f"{'dutch' if number % 2 else 'american'}:limit={1000 + number}"  # the same within a second is one table
                await guest.ask(do="create", seats=["you", *PLAYERS[number % 3]], rules=rules, mode="practice")
                table = guest.state["table"]
            for moves in range(40):
                while not waits(guest.state):
                    await guest.hear()
                if guest.state["phase"] == "over" or time.monotonic() > end:
                    table = "" if guest.state["phase"] == "over" else table
                    break
                await guest.act(moves, number)
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


async def soak(port: int, cookies: list[str], tables: int, seconds: float) -> Tally:
    """Play at a number of tables for some seconds, everybody at as many of them; the owner looks on, too."""
    owner, warming = cookies[0], Tally()
    await asyncio.gather(*(visit(port, owner, number, time.monotonic() + 5, warming) for number in range(6)))
    tally, end = Tally(), time.monotonic() + seconds
    visits = (visit(port, cookies[number % len(cookies)], number, end, tally) for number in range(tables))
    await asyncio.gather(idle(port, owner, end, tally), *visits)
    return tally


def people(place: Place, count: int) -> list[str]:
    """The cookies of the owner and of guests, as many people together."""
    owner, own = let_in(place), base(place)
    found = [owner]
    while len(found) < count:
        page = httpx.post(f"{own}/browsers/code?for=new", headers={"Cookie": owner, "Origin": own}).text
        found.append(let_in(place, re.findall("<code>(.*?)</code>", page)[0]))
    return found


def memory(process_id: int) -> float:
    """Megabytes that a process holds."""
    lines = Path(f"/proc/{process_id}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def processor() -> str:
    """The name of this machine's processor."""
    try:
        return re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())[1]  # type: ignore[index]
    except (OSError, TypeError):
        return platform.machine()


def quantiles(seconds: list[float]) -> dict[str, float]:
    """The median, what nine of ten and 99 of 100 stay within, and the maximum, in milliseconds."""
    found = sorted(seconds) or [0.0]
    shares = {"median": 0.5, "nine_in_ten": 0.9, "most": 0.99, "worst": 1.0}
    return {name: round(1000 * found[int(share * (len(found) - 1))], 2) for name, share in shares.items()}


def measure(tables: int, seconds: float) -> dict[str, Any]:
    """Play at these tables, and give what was measured."""
    load = os.getloadavg()[0]  # of everything else on this machine
    with tempfile.TemporaryDirectory() as folder, started(Path(folder)) as (process, place):
        cookies = people(place, -(-tables // EACH))
        tally = asyncio.run(soak(place.port, cookies, tables, seconds))
        held = memory(process.pid)
    return {
        "date": str(date.today()), "processor": processor(), "cores": len(os.sched_getaffinity(0)), "tables": tables, "seconds": seconds,
        "choices": len(tally.answers), "hands": tally.hands, "refused": len(tally.troubles),
        "load": round(load, 2),
        "answer_ms": quantiles(tally.answers), "hint_ms": quantiles(tally.hints),
        "idle_ms": quantiles(tally.idle), "megabytes": round(held),
    }  # fmt: skip


def show(run: dict[str, Any]) -> None:
    """Print what was measured."""
    print(f"{run['tables']} tables, {run['seconds']:.0f} s: {run['choices']} choices, {run['hands']} hands, {run['refused']} refused")
    for title, waits_of in (("a choice", run["answer_ms"]), ("a hint", run["hint_ms"]), ("an idle page", run["idle_ms"])):
        median, nine, most, worst = waits_of.values()
        print(f"{title} is answered in {median:.1f} ms (median), {nine:.1f} ms (90 %), {most:.1f} ms (99 %), {worst:.0f} ms (worst)")
    print(f"the server holds {run['megabytes']} MB")


def keep(run: dict[str, Any], out: Path) -> None:
    """Put a run into a record, in the place of the one with as many tables and seconds."""
    runs = json.loads(out.read_text(encoding="utf-8"))["runs"] if out.exists() else []
    size = (run["tables"], run["seconds"])
    others = [each for each in runs if (each["tables"], each["seconds"]) != size]
    found = sorted([*others, run], key=lambda each: (each["tables"], each["seconds"]))
    out.write_text(json.dumps({"runs": found}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--out", type=Path, help="a record to keep the run in: results/table.json")
    options = parser.parse_args()
    measured = measure(options.tables, options.seconds)
    show(measured)
    if options.out:
        keep(measured, options.out)
