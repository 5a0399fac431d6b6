"""The rooms of the pages: each has `PATHS`, its addresses, and `QUESTIONS`, what its page asks for.

A room with something to say in the lobby has a function `lobby_part(hall, person, lobby)`, which fills in its part of the message.
"""

from collections.abc import Callable
from types import ModuleType

from cardshark.web import club, daily, family, lobby, me, mistakes, teach
from cardshark.web.hall import Hall
from cardshark.web.messages.lobby import Lobby
from cardshark.web.question import Question

ROOMS: list[ModuleType] = [lobby, daily, club, family, teach, me, mistakes]
LOBBY_PARTS: list[Callable[[Hall, int, Lobby], None]] = [room.lobby_part for room in ROOMS if hasattr(room, "lobby_part")]
QUESTIONS: dict[type, Question] = {question.command: question for room in ROOMS for question in room.QUESTIONS}
PATHS: list[str] = [path for room in ROOMS for path in room.PATHS]
