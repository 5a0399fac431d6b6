"""Many tables at once for as long as you like, with what it costs the others: python tests/load.py --tables 50 --seconds 600

Pages play hand after hand against players of all kinds; now and then one goes away and comes back, asks for a hint or takes something
back. At the end: choices and hands, how long answers took, how late the server's event loop ever was, and how its memory grew.
"""

import argparse
import asyncio
import resource
import tempfile
import threading
import time
from pathlib import Path

from web_pages import Page, base, let_in, running

PLAYERS = [["jake", "greedy", "random"], ["stock", "jake", "uct"], ["random", "montecarlo:deals=20,playout=jake", "jake"]]


class Tally:
    """What happened, from all threads."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.answers: list[float] = []
        self.hands = 0
        self.lags: list[float] = []
        self.troubles: list[str] = []


def visit(port: int, cookie: str, number: int, end: float, tally: Tally) -> None:
    """One person at one table, until the time is up."""
    table = ""
    while time.monotonic() < end:
        with Page(port, cookie) as page:
            if table:
                page.ask(do="hello", table=table)
            else:
                rules = "dutch" if number % 2 else "american:limit=1000"
                table = page.create(seats=["you", *PLAYERS[number % 3]], rules=rules, mode="practice")["table"]
            for moves in range(40):
                if time.monotonic() > end:
                    return
                if page.my_turn()["phase"] == "over":
                    table = ""
                    break
                start = time.perf_counter()
                act(page, moves, number)
                with tally.lock:
                    tally.answers.append(time.perf_counter() - start)
                    tally.hands += page.state["phase"] in ("ended", "over")
                    tally.troubles += [message["words"]["key"] for message in page.heard if message["say"] == "trouble"]
                page.heard.clear()


def act(page: Page, moves: int, number: int) -> None:
    """The next thing that somebody does."""
    state = page.state
    if state["phase"] == "ended":
        page.ask(do="next", table=state["table"])
    elif moves % 17 == 5 and state["undo"]:
        page.ask(do="undo", table=state["table"])
    elif moves % 19 == 7 and number % 5 == 0:
        page.ask(do="think", table=state["table"], hint=True)
    else:
        page.move()


async def measure_lag(tally: Tally, end: float) -> None:
    """How late the event loop wakes up."""
    while time.monotonic() < end:
        start = time.perf_counter()
        await asyncio.sleep(0.02)
        tally.lags.append(time.perf_counter() - start - 0.02)


def soak(tables: int, seconds: float) -> Tally:
    """Play at so many tables for so long."""
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server:
        cookie = let_in(f"{base(server)}/?key={server.hall.new_key(None)}")
        with Page(server.port, cookie) as page:  # everything is compiled or loaded before the clock starts
            for players in PLAYERS:
                page.create(seats=["you", *players], rules="dutch")
                page.play_hand()
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        end = time.monotonic() + seconds
        loop = server.loop
        assert loop is not None
        asyncio.run_coroutine_threadsafe(measure_lag(tally, end), loop)
        threads = [threading.Thread(target=visit, args=(server.port, cookie, number, end, tally)) for number in range(tables)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory) / 1024
    print(
        f"{tables} tables, {seconds:.0f} s: {len(tally.answers)} answers, {tally.hands} hands, {len(tally.troubles)} troubles {set(tally.troubles)}"
    )
    for title, found in (("answer", tally.answers), ("loop late", tally.lags)):
        found = sorted(found)
        print(
            f"{title}: median {1000 * found[len(found) // 2]:.1f} ms, 99 % {1000 * found[int(len(found) * 0.99)]:.1f} ms, worst {1000 * found[-1]:.0f} ms"
        )
    print(f"memory grew by {grown:.0f} MB")
    return tally


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=600.0)
    options = parser.parse_args()
    soak(options.tables, options.seconds)
