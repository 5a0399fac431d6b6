"""The errand of the daily eight: bots play the cards of a day (`cardshark.web.errands`)."""

from datetime import date

from cardshark.web.daily.bots import play_day
from cardshark.web.errands import work_off

if __name__ == "__main__":
    work_off(lambda database, day: play_day(database, date.fromisoformat(day)))
