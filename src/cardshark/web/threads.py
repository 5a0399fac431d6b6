"""The threads of the server: everything that takes time happens in one of them, so that the event loop answers everybody at once.

work       players of the lab choose
wait       players from files and programs are waited for
think      coaches think, hands are reviewed
look_up    anything quick, which waits for nobody: neither for a player nor for the event loop, which may itself wait for a clerk
carry      hands go out and come in as files, one file after the other
"""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from typing import TypeVar

T = TypeVar("T")

PLAYERS = 4  # threads in which players choose
WAITERS = 64  # threads that wait for players in other processes; they cost nothing meanwhile
COACHES = 2  # threads in which coaches think and hands are reviewed
CLERKS = 2  # threads for quick work, so that the lobby answers even while players think
GUEST_PLAYERS, GUEST_COACHES = 1, 1  # of these threads for all guests together, so that the owner never waits behind them
PORTERS = 1  # threads for files of hands: a large one keeps other files waiting, and nobody else


class Threads:
    """Threads for every kind of work."""

    def __init__(self) -> None:
        self.players_pool = ThreadPoolExecutor(PLAYERS, "player")
        self.waiters_pool = ThreadPoolExecutor(WAITERS, "waiter")
        self.coach_pool = ThreadPoolExecutor(COACHES, "coach")
        self.clerks_pool = ThreadPoolExecutor(CLERKS, "clerk")
        self.porters_pool = ThreadPoolExecutor(PORTERS, "porter")
        self.guest_players, self.guest_coaches = asyncio.Semaphore(GUEST_PLAYERS), asyncio.Semaphore(GUEST_COACHES)
        self.busy, self.rested = 0, time.monotonic()  # how many wait for a player or a coach, and since when nobody does

    async def work(self, task: Callable[[], T], guest: bool = False) -> T:
        """Let players do something in a thread, so that nobody else has to wait. Guests have a share of the threads, in turn."""
        async with self.guest_players if guest else nullcontext():
            return await self.wait_for(self.players_pool, task)

    async def wait(self, task: Callable[[], T]) -> T:
        """The same with players from files and programs, who think elsewhere: waiting for them takes no thread from others."""
        return await asyncio.get_running_loop().run_in_executor(self.waiters_pool, task)

    async def look_up(self, task: Callable[[], T]) -> T:
        """Do something quick in a thread that never waits for a player, nor for anything else that is done here."""
        return await asyncio.get_running_loop().run_in_executor(self.clerks_pool, task)

    async def carry(self, task: Callable[[], T]) -> T:
        """Read or write a file of many hands, which takes seconds."""
        return await asyncio.get_running_loop().run_in_executor(self.porters_pool, task)

    async def think(self, task: Callable[[], T], guest: bool = False) -> T:
        """Let coaches do something in a thread; it may take long. Guests have a share of the threads, in turn."""
        async with self.guest_coaches if guest else nullcontext():
            return await self.wait_for(self.coach_pool, task)

    async def wait_for(self, pool: ThreadPoolExecutor, task: Callable[[], T]) -> T:
        """Do something in a thread while somebody waits for it."""
        self.busy += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, task)
        finally:
            self.busy -= 1
            self.rested = time.monotonic()

    def quiet_for(self) -> float:
        """For how many seconds nobody has waited for a player or a coach."""
        return 0.0 if self.busy else time.monotonic() - self.rested

    def end_threads(self) -> None:
        """Begin nothing new. What is being done is not waited for."""
        for pool in (self.players_pool, self.waiters_pool, self.coach_pool, self.clerks_pool, self.porters_pool):
            pool.shutdown(wait=False, cancel_futures=True)
