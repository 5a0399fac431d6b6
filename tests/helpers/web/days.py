"""Days of the daily eight that somebody has played, written into the file of tables without playing them."""

from collections.abc import Sequence
from datetime import date

from cardshark.web.daily.days import boards, opponents
from cardshark.web.daily.store import table_of
from cardshark.web.duplicate import table_settings
from cardshark.web.table.store import Store


def write_day(store: Store, person: int, day: date, points: Sequence[int]) -> None:
    """Somebody has played deals of a day, each for so many points."""
    others = [member.player for member in opponents(day)]
    for deal, paid in enumerate(points):
        settings = table_settings(others, deal, f"/daily/{day}")
        name = table_of(store.database, person, day, deal, settings, boards(day)[deal].secret)
        kept = store.table(name)
        assert kept is not None
        store.end_hand(name, kept.hands, paid, [paid, 0, 0, 0], [paid, 0, 0, 0])
        store.end_match(name)
