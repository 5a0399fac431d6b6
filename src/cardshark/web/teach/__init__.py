"""The first hand that teaches Hearts: one idea a trick, each said when the trick shows it.

page     the way to its table, and what is said there
lesson   which idea a trick shows, and what each card does
deal     the prepared hand, and who sits there

It is a practice table like any other: any card that the rules allow may be played, and taken back. What is said follows from the cards
that the person sees, so it comes again after a reload, and stays true whatever is played. Stopping keeps the place.
"""

from cardshark.web.messages.teach import AskLesson, Learn
from cardshark.web.question import Question
from cardshark.web.teach.page import learn, say_lesson

PATHS = ["/teach", "/teach/{table}"]
QUESTIONS = [Question(Learn, learn, "a player"), Question(AskLesson, say_lesson)]
