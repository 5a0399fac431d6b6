"""What a page beside lobby, table and review asks the server for. Every such page has a room that lists its questions (`rooms.py`)."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from cardshark.web import messages as m
from cardshark.web.hall import Hall


class Question(NamedTuple):
    """A command of a page, and what answers it: a message, or the name of a table to which the page goes."""

    command: type[m.Command]
    answer: Callable[[Hall, int, Any], m.Message | str]  # called in a thread with the hall, the person and the command
    takes: Literal["a moment", "a player", "a coach"] = "a moment"  # which threads it waits for
