"""The club evening: a duplicate tournament for two to eight people or bots, who take turns at this computer, with a sheet to print.

page      what the page is told, and the way to the table of whoever is next
bots      who of the cast takes part plays in a process of its own (`__main__`)
scores    the sheet: totals, ranks, and how much better than the others on the same cards
store     evenings, and who has played which board
evening   who takes part, whose turn it is, and why that is fair
"""

from cardshark.web.club.page import open_club, play_club, show_club
from cardshark.web.messages.club import Club, OpenClub, PlayClub
from cardshark.web.question import Question

PATHS = ["/club", "/club/{evening}"]
QUESTIONS = [Question(Club, show_club), Question(OpenClub, open_club), Question(PlayClub, play_club)]
