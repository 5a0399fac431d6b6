"""Players in processes of their own, which are told what their seat may know and nothing else.

    strangers   `Stranger`: a class in a file or a program, in a fresh process for each seat of each match, for contests
    here        `Apart`: a class in a file in one process, which has so many seconds for a choice, for the browser's tables
    nursery     processes that are there at once: forked from one that knows Python and cardshark, and no card
    there       the other end: the player, and the questions that come

`python -m cardshark.players.apart` is the other end, too, where it is started for itself.
"""

from cardshark.players.apart.here import Apart
from cardshark.players.apart.strangers import Stranger

__all__ = ["Apart", "Stranger"]
