"""The errand of a club evening: its bots play their boards (`cardshark.web.errands`)."""

from cardshark.web.club.bots import play_evening
from cardshark.web.errands import work_off

if __name__ == "__main__":
    work_off(play_evening)
