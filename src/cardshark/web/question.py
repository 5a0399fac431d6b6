"""What a page beside lobby, table and review asks the server for. Every such page has a room that lists its questions (`rooms.py`)."""

from collections.abc import Callable, Coroutine
from typing import Any, Literal, NamedTuple

from cardshark.web import messages as m
from cardshark.web.hall import Hall

Answer = m.Message | str  # a message, or the name of a table to which the page goes


class Question(NamedTuple):
    """A command of a page, and the function that answers it with the hall, the person and the command.

    It is called in a thread; or it is a coroutine of the event loop, which waits for others without keeping a thread from them.
    """

    command: type[m.Command]
    answer: Callable[[Hall, int, Any], Answer | Coroutine[Any, Any, Answer]]
    takes: Literal["a moment", "a player", "a coach", "the loop"] = "a moment"  # which threads it waits for, if any
