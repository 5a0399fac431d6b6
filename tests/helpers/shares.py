"""What an owner waits for while a guest takes all that guests may have: PYTHONPATH=tests python -m helpers.shares --out results/table.json

The guest plays at eight tables with the strongest players that a guest may choose, and has ten hands reviewed that came as long links,
again and again. Meanwhile the owner plays Hearts with the usual company and asks for a hint before every third choice. Before it the owner
plays for as long alone, to compare. Then a thousand strangers connect and never ask for anything, while the owner opens the lobby.
"""

import argparse
import asyncio
import itertools
import json
import os
import socket
import tempfile
import time
from contextlib import ExitStack
from datetime import date
from pathlib import Path
from typing import Any

import httpx

from helpers.load import Guest, Tally, opened, people, processor, quantiles
from helpers.web.links import long_link
from helpers.web.pages import base, waits
from helpers.web.process import Place, started

TABLES, LINKS = 8, 10  # of the guest
HEAVY = "champion:deals=5000"  # thinks for seconds
CHOICES = 560  # of a hand in a link, or a few more; 600 are allowed
SILENT = 1000  # strangers


class Waits:
    """How long the owner waited, in seconds."""

    def __init__(self) -> None:
        self.choices: list[float] = []
        self.hints: list[float] = []


async def sit_down(page: Guest, **settings: Any) -> None:
    """Make a table, and wait for the own turn."""
    answer = await page.ask(do="create", **settings)
    assert answer["say"] == "state", answer
    while not waits(page.state):
        await page.hear()


async def timed(page: Guest, took: list[float], **command: Any) -> None:
    """Ask for something, and note how long the answer took."""
    begun = time.perf_counter()
    answer = await page.ask(**command)
    took.append(time.perf_counter() - begun)
    assert answer["say"] != "trouble", answer


async def choose(page: Guest, took: list[float]) -> None:
    """Any legal choice; or the next hand, whose dealing is no choice."""
    state = page.state
    here = {"table": state["table"], "seq": state["seq"]}
    if state["phase"] == "ended":
        await page.ask(do="next", table=state["table"])
    elif state["phase"] == "pass":
        await timed(page, took, do="pass", **here, cards=state["legal"][-3:])
    else:
        await timed(page, took, do="choose", **here, choice=state["legal"][len(state["legal"]) // 2])
    while not waits(page.state):
        await page.hear()


async def owner_plays(port: int, cookie: str, end: float) -> Waits:
    """The owner plays, and asks for a hint now and then."""
    found = Waits()
    async with opened(port, cookie) as link:
        page = Guest(link, Tally())
        await sit_down(page, rules="american:limit=10000")
        for number in itertools.count():
            if time.monotonic() > end:
                return found
            if number % 3 == 0 and page.state["legal"]:
                await timed(page, found.hints, do="think", table=page.state["table"], hint=True)
            await choose(page, found.choices)
            await asyncio.sleep(0.1)
    raise AssertionError


async def guest_plays(port: int, cookie: str, number: int) -> None:
    """A table at which everybody thinks for long, until the evening is over."""
    async with opened(port, cookie) as link:
        page = Guest(link, Tally())
        await sit_down(page, rules=f"american:limit={10000 + number}", seats=["you", HEAVY, HEAVY, HEAVY])
        while True:
            await choose(page, [])


async def guest_reads(port: int, cookie: str, link: str) -> None:
    """A page on which a hand is reviewed, again and again: each time from another seat, so that no answer is known already."""
    async with opened(port, cookie) as line:
        page = Guest(line, Tally())
        for asked in itertools.count(1):
            await page.socket.send(json.dumps({"ask": asked, "do": "review", "link": link, "seat": asked % 2}))
            while (message := await page.hear())["ask"] != asked or not message.get("review"):
                assert message["say"] == "reviewed", message


async def evening(port: int, cookies: list[str], seconds: float) -> tuple[Waits, Waits]:
    """The owner alone, then with the guest."""
    owner, guest = cookies
    await owner_plays(port, owner, time.monotonic() + 5)  # everything is loaded
    alone = await owner_plays(port, owner, time.monotonic() + seconds)
    links = [long_link(CHOICES, seed) for seed in range(4, 4 + LINKS)]
    tasks = [guest_plays(port, guest, number) for number in range(TABLES)] + [guest_reads(port, guest, each) for each in links]
    busy = [asyncio.create_task(each) for each in tasks]
    await asyncio.sleep(5)
    beside = await owner_plays(port, owner, time.monotonic() + seconds)
    for task in busy:
        assert not task.done(), task.exception()  # the guest was there until the end
        task.cancel()
    await asyncio.gather(*busy, return_exceptions=True)
    return alone, beside


def owner_looks(place: Place, cookie: str, strangers: int) -> list[float]:
    """Seconds until the owner has the lobby, five times, while so many have connected and say nothing."""
    took = []
    with ExitStack() as stack:
        for number in range(strangers):
            silent = stack.enter_context(socket.create_connection(("127.0.0.1", place.port), 10))
            silent.sendall(b"GET / HTTP/1.1\r\n" if number % 2 else b"")  # and never the rest
        for _ in range(5):
            begun = time.perf_counter()
            assert httpx.get(base(place), headers={"cookie": cookie}, timeout=20).status_code == 200
            took.append(time.perf_counter() - begun)
    return took


def measure(seconds: float) -> dict[str, Any]:
    """What the owner waits for."""
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder, started(Path(folder)) as (_, place):
        cookies = people(place, 2)
        alone, beside = asyncio.run(evening(place.port, cookies, seconds))
        lobby = owner_looks(place, cookies[0], SILENT)
    about = {"date": str(date.today()), "processor": processor(), "cores": len(os.sched_getaffinity(0)), "seconds": seconds, "load": load}
    return about | {
        "tables": TABLES, "player": HEAVY, "links": LINKS, "choices_of_a_link": CHOICES, "strangers": SILENT,
        "alone": {"choice_ms": quantiles(alone.choices), "hint_ms": quantiles(alone.hints), "choices": len(alone.choices)},
        "beside": {"choice_ms": quantiles(beside.choices), "hint_ms": quantiles(beside.hints), "choices": len(beside.choices)},
        "lobby_ms": quantiles(lobby),
    }  # fmt: skip


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--out", type=Path, help="a record to keep this in: results/table.json")
    options = parser.parse_args()
    measured = measure(options.seconds)
    print(json.dumps(measured, indent=1))
    if options.out:
        record = json.loads(options.out.read_text(encoding="utf-8")) if options.out.exists() else {}
        options.out.write_text(json.dumps({**record, "shares": measured}, indent=1) + "\n", encoding="utf-8")
