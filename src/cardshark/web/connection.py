"""A connection for requests. There are only so many, from one address and altogether, and one that keeps silent is closed.

Whoever comes next gets in all the same: the connection makes way that has been silent longest, from the same address first.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_HERE = 300  # from this machine, where everybody has the same address
MOST_FROM_ONE = 40  # from another one: a browser opens six, and one more for each page
MOST = 400  # fewer than the files that a process may have open
SILENCE = 15.0  # seconds for which nothing need be asked for


class Connection(H11Protocol):
    """A connection from this machine. Once a page has its socket, that is a connection of another class."""

    most_from_one = MOST_HERE
    began = 0.0  # when it was opened

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected."""
        super().connection_made(transport)
        self.began = self.loop.time()
        self.loop.call_later(SILENCE, self.close_if_silent, None)
        here = [each for each in self.connections if not each.transport.is_closing()]
        if not make_way([each for each in here if address(each) == address(self)], self.most_from_one, self):
            make_way(here, MOST, self)

    @property
    def is_silent(self) -> bool:
        """Is no request being answered?"""
        return self.cycle is None or self.cycle.response_complete

    def close_if_silent(self, before: Any) -> None:
        """Close the connection if nothing was asked for since the last request (`before`) was seen; otherwise look again later."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        if self.cycle is before and self.is_silent:
            self.transport.abort()
        else:
            self.loop.call_later(SILENCE, self.close_if_silent, self.cycle)


class GuestConnection(Connection):
    """A connection from the network."""

    most_from_one = MOST_FROM_ONE


def address(connection: Any) -> str:
    """Where a connection comes from."""
    return connection.client[0] if connection.client else ""


def make_way(connections: list[Any], most: int, newest: Connection) -> bool:
    """Close one of these connections if there are too many: one that never asked for anything, the oldest first; else the newest."""
    if len(connections) <= most:
        return False
    silent = [each for each in connections if isinstance(each, Connection) and each.is_silent and each is not newest]
    min(silent, key=lambda each: (each.cycle is not None, each.began), default=newest).transport.abort()
    return True
