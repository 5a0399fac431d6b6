"""My mistakes: own decisions that clearly cost something, asked again after a day, three days and a week.

    questions   what the page asks for
    second      the coach thinks again, with fresh deals and more of them, before anything is asked
    store       which decisions are asked, and when
    ladder      the days between two questions

Whatever the coach cannot tell apart is never asked.
"""

from cardshark.web.mistakes.questions import PATHS, QUESTIONS, check_ahead, lobby_part

__all__ = ["PATHS", "QUESTIONS", "check_ahead", "lobby_part"]
