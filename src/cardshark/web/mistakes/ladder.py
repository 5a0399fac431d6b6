"""The ladder of a question: after a day, three days, a week; then it is learned. Whoever does not find it begins again tomorrow."""

from datetime import date, timedelta

DAYS = (1, 3, 7)  # before the question on each step
LEARNED = len(DAYS)
MOST_A_DAY = 10


def after_answer(step: int, found: bool, today: date) -> tuple[int, date | None]:
    """The next step, and the day of the next question; no day when it is learned."""
    step = step + 1 if found else 0
    return step, None if step >= LEARNED else today + timedelta(DAYS[step])


def tomorrow(today: date) -> date:
    """Not today."""
    return today + timedelta(1)
