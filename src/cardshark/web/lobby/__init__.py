"""The lobby: where a table is chosen, and where those wait that were begun.

page       what the lobby shows
choice     rules in words, and who can sit down by them
players    those who can be asked beside the cast
company    who is next for a person, and why
results    what a person's hands came to against each of the cast
"""

from cardshark.web.lobby.choice import chosen
from cardshark.web.lobby.page import put_away, take_out
from cardshark.web.messages.lobby import Bin, Reopen, Rules
from cardshark.web.question import Question

PATHS: list[str] = []  # it stands at the root
QUESTIONS = [Question(Rules, chosen, "a moment"), Question(Bin, put_away), Question(Reopen, take_out)]
