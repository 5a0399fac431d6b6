"""Three months, a year, or everything; and the stretches into which a period is divided. Times are texts in UTC, as in the file."""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

DAYS = {"quarter": 91, "year": 364}
STRETCHES = {"quarter": 13, "year": 13, "all": 12}
LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
LEAST = timedelta(days=7)  # a stretch is no shorter


class Period(NamedTuple):
    """From when to when."""

    begin: datetime
    end: datetime
    parts: int

    def holds(self, when: str) -> bool:
        """Does this lie in the period?"""
        return read(when) >= self.begin

    def part_of(self, when: str, parts: int | None = None) -> int:
        """In which part of the period this lies, from 0."""
        parts = parts or self.parts
        share = (read(when) - self.begin) / max(self.end - self.begin, timedelta(seconds=1))
        return min(max(int(share * parts), 0), parts - 1)

    def bounds(self, part: int) -> tuple[str, str]:
        """The days on which a part begins and ends."""
        length = (self.end - self.begin) / self.parts
        begin, end = self.begin + part * length, self.begin + (part + 1) * length
        return begin.date().isoformat(), end.date().isoformat()


def read(when: str) -> datetime:
    """A time of the file; long ago if it is none, as older imports may have left it there."""
    try:
        return datetime.fromisoformat(when).replace(tzinfo=UTC)
    except ValueError:
        return LONG_AGO


def period(since: str, now: datetime, first: str = "") -> Period:
    """The period that ends now; `first` is when everything began."""
    if since in DAYS:
        return Period(now - timedelta(days=DAYS[since]), now, STRETCHES[since])
    begin = min(read(first), now) if first else now
    parts = min(STRETCHES["all"], max(int((now - begin) / LEAST), 1))
    return Period(begin, now + timedelta(seconds=1), parts)
