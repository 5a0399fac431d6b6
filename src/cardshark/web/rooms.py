"""The rooms of the pages beside lobby, table and review: each has `PATHS`, its addresses, and `QUESTIONS`, what its page asks for."""

from types import ModuleType

from cardshark.web import mistakes
from cardshark.web.question import Question

ROOMS: list[ModuleType] = [mistakes]
QUESTIONS: dict[type, Question] = {question.command: question for room in ROOMS for question in room.QUESTIONS}
PATHS: list[str] = [path for room in ROOMS for path in room.PATHS]
