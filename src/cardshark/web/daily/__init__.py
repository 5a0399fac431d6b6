"""The daily eight: eight deals of Hearts named by the date, the same for everybody everywhere, with one try each.

page     what the page is told, and the way to the table of the next deal
bots     two hundred bots of each level play the same cards, in a process of their own (`__main__`)
store    which deals were played, and what the bots paid
days     the deals and the opponents of a day, and how many days in a row

The cards of a day follow from its date, and anybody can work them out: they are public by design, and have no seal. Bots of every level
sit in the person's seat, against the same opponents, with luck of their own; what they paid is kept, so they play once. A page hears of
them only on deals that the person has finished.
"""

from cardshark.web.daily.page import lobby_part, play_daily, show_daily
from cardshark.web.messages.daily import Daily, PlayDaily
from cardshark.web.question import Question

__all__ = ["PATHS", "QUESTIONS", "lobby_part"]

PATHS = ["/daily", "/daily/{day}"]
QUESTIONS = [Question(Daily, show_daily), Question(PlayDaily, play_daily)]
