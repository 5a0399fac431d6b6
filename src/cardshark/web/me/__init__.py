"""Me: an honest mirror. Points lost a decision beside those of the cast, kinds of mistakes, and every hand.

questions   what the page asks for
figures     points lost a decision: by game and rules, over time, beside the cast
kinds       what costs most
files       hands as files, to take away and to bring in
history     every hand, searched and filtered
imported    hands from elsewhere, which never count
periods     three months, a year, all
"""

from cardshark.web.me.questions import PATHS, QUESTIONS

__all__ = ["PATHS", "QUESTIONS"]
