"""The daily eight: eight deals of Hearts named by the date, the same for everybody everywhere, with one try each.

page     what the page is told, and the way to the table of the next deal
bots     two hundred bots of each level play the same cards, in a process of their own (`__main__`)
store    which deals were played, and what the bots paid
days     the deals and the opponents of a day, and how many days in a row

The cards of a day follow from its date, and anybody can work them out: they are public by design, and have no seal. Bots of every level
sit in the person's seat, against the same opponents, with luck of their own; what they paid is kept, so they play once. A page hears of
them only on deals that the person has finished.
"""

from cardshark.web.daily.days import today
from cardshark.web.daily.page import daily_in_lobby, play_daily, show_daily
from cardshark.web.daily.store import kept_deals
from cardshark.web.hall import Hall
from cardshark.web.messages import lobby as lobby_messages
from cardshark.web.messages.daily import Daily, PlayDaily
from cardshark.web.question import Question

PATHS = ["/daily", "/daily/{day}"]
QUESTIONS = [Question(Daily, show_daily), Question(PlayDaily, play_daily)]


def lobby_part(hall: Hall, person: int, lobby: lobby_messages.Lobby) -> None:
    """Today's eight, for the lobby."""
    kept, told = kept_deals(hall.store.database, person, today()), daily_in_lobby(hall, person)
    points = [deal.points for _, deal in sorted(kept.items()) if deal.points is not None]
    ahead = round(100 * told["ahead"] / told["bots"]) if told["ahead"] is not None and told["bots"] else None
    now = told["now"] + 1 if kept and told["now"] is not None else 0
    lobby.daily = lobby_messages.Daily(points, now, told["streak"], ahead, told["level"])
