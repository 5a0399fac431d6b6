"""The threads of the server: everything that takes time happens in one of them, so that the event loop answers everybody at once.

act        people choose, take back and deal: a moment each, and never behind a player who thinks
work       players of the lab choose
wait       players from files and programs are waited for
think      coaches think, hands are reviewed
look_up    anything quick, which waits for nobody: neither for a player nor for the event loop, which may itself wait for a clerk
carry      hands go out and come in as files, one file after the other
"""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from typing import TypeVar

T = TypeVar("T")

HANDS = 2  # threads in which people's own commands are carried out
PLAYERS = 4  # threads in which players choose
WAITERS = 64  # threads that wait for players in other processes; they cost nothing meanwhile
COACHES = 2  # threads in which coaches think and hands are reviewed
CLERKS = 2  # threads for quick work, so that the lobby answers even while players think
GUEST_HANDS, GUEST_PLAYERS, GUEST_COACHES = 1, 1, 1  # of these threads for all guests together, so that the owner never waits behind them
PORTERS = 1  # threads for files of hands: a large one keeps other files waiting, and nobody else


class Share:
    """Some threads that guests take in turn: after one of somebody's tasks comes one of everybody else's, however many each of them has."""

    def __init__(self, threads: int) -> None:
        self.free = threads
        self.waiting: dict[int, deque[asyncio.Future[None]]] = {}  # by person; who stands first comes next

    def turn(self, person: int) -> AbstractAsyncContextManager[None]:
        """Wait for a thread. Whoever is no guest (0) need not."""
        return self.take(person) if person else nullcontext()

    @asynccontextmanager
    async def take(self, person: int) -> AsyncIterator[None]:
        """Wait for one's turn, and give the thread back."""
        if self.free:
            self.free -= 1
        else:
            called = asyncio.get_running_loop().create_future()
            self.waiting.setdefault(person, deque()).append(called)
            try:
                await called
            except asyncio.CancelledError:
                if called.done() and not called.cancelled():  # called and cancelled in the same moment
                    self.call_next()
                raise
        try:
            yield
        finally:
            self.call_next()

    def call_next(self) -> None:
        """A thread is free for whoever comes next, who then stands last."""
        while self.waiting:
            person = next(iter(self.waiting))
            tasks = self.waiting.pop(person)
            called = tasks.popleft()
            if tasks:
                self.waiting[person] = tasks
            if not called.done():  # nobody has gone away meanwhile
                called.set_result(None)
                return
        self.free += 1


class Threads:
    """Threads for every kind of work. `guest` is the guest for whom it is done, and 0 for the owner: guests have a share, in turn."""

    def __init__(self) -> None:
        self.hands_pool = ThreadPoolExecutor(HANDS, "hand")
        self.players_pool = ThreadPoolExecutor(PLAYERS, "player")
        self.waiters_pool = ThreadPoolExecutor(WAITERS, "waiter")
        self.coach_pool = ThreadPoolExecutor(COACHES, "coach")
        self.clerks_pool = ThreadPoolExecutor(CLERKS, "clerk")
        self.porters_pool = ThreadPoolExecutor(PORTERS, "porter")
        self.guest_hands, self.guest_players, self.guest_coaches = Share(GUEST_HANDS), Share(GUEST_PLAYERS), Share(GUEST_COACHES)
        self.busy, self.rested = 0, time.monotonic()  # how many wait for a player or a coach, and since when nobody does

    async def act(self, task: Callable[[], T], guest: int = 0) -> T:
        """Carry out what somebody does at a table."""
        async with self.guest_hands.turn(guest):
            return await self.wait_for(self.hands_pool, task)

    async def work(self, task: Callable[[], T], guest: int = 0) -> T:
        """Let players do something in a thread, so that nobody else has to wait."""
        async with self.guest_players.turn(guest):
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

    async def think(self, task: Callable[[], T], guest: int = 0) -> T:
        """Let coaches do something in a thread; it may take long."""
        async with self.guest_coaches.turn(guest):
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
        for pool in (self.hands_pool, self.players_pool, self.waiters_pool, self.coach_pool, self.clerks_pool, self.porters_pool):
            pool.shutdown(wait=False, cancel_futures=True)
