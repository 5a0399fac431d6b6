"""A Hearts player in plain Python: cardshark duel hearts ./examples/duck.py:Duck random"""

from cardshark.games import hearts
from cardshark.players.player import Bot


class Duck(Bot):
    """Stays low, and throws its highest card away whenever that is free: when passing, or when it cannot follow."""

    def play(self, view):
        follows = view.phase == hearts.PLAY and (view.played == view.start or view.choices[0] >> 4 == view.led)
        return (min if follows else max)(view.choices, key=lambda card: card & 15)
