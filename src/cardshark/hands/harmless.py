"""Which players of somebody else's hand may be asked.

Texts that name players may come from somebody else's link. Only the lab's own players are asked, never a program or a file of code,
and only with options that let them answer quickly.
"""

import math
import re

from cardshark.players import PLAYERS
from cardshark.players.brain_file import SUFFIX
from cardshark.text import UserError, split_options

UNKNOWN = "unknown"  # stands for a player of a link that is not harmless
MOST_WORK = 5_000  # the most deals, or whatever else an option counts; of several numbers their product
NUMBER = re.compile(r"\d+(?:\.\d+)?")


def is_harmless(text: str, game: str) -> bool:
    """Does this name a player of the lab for this game, which reads no other files and answers quickly?"""
    try:
        name, options = split_options(text)
    except UserError:
        return False
    known = name in PLAYERS and name != "terminal" and PLAYERS[name].plays(game)
    small = math.prod(number for number in map(float, NUMBER.findall(text)) if number > 1) <= MOST_WORK
    return (
        known
        and small
        and not re.search(r"\d_\d", text)  # 1_000 is a thousand to Python
        and SUFFIX not in text
        and "seconds" not in text
        and not any("/" in value or "\\" in value for value in options.values())
    )
