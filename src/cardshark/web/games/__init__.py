"""The games that have a page in the browser, by name, and what only each of them knows.

page       what a game says of its table, as a protocol
hearts     a table of Hearts as one seat may see it, its rules in words, its usual players
gin        the same of gin rummy

Tables, hall and lab look a game up here. A page uses the game, its coach and `cardshark.web.messages`, never a table.
"""

from cardshark.text import UserError
from cardshark.web.games import gin, hearts
from cardshark.web.games.page import GamePage

PAGES: dict[str, GamePage] = {"hearts": hearts, "gin": gin}


def page_of(game: str) -> GamePage:
    """What a game says of its table; one sentence if it has none."""
    if game not in PAGES:
        raise UserError(f"{game[:40]!r} has no table in the browser: {' and '.join(PAGES)} {'has' if len(PAGES) == 1 else 'have'} one")
    return PAGES[game]
