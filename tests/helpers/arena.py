"""Who meets whom in the tests of the arena, and what of a result lasts."""

import dataclasses
from typing import Any

from cardshark.games import hearts
from cardshark.players.player import Bot


class Duck(Bot):
    """Stays low, and throws its highest card away when that is free."""

    def play(self, view):
        follows = view.phase == hearts.PLAY and (view.played == view.start or view.choices[0] >> 4 == view.led)
        return (min if follows else max)(view.choices, key=lambda card: card & 15)


def lasting(found: Any) -> dict[str, Any]:
    """What of a result can be reproduced: everything but the clocks."""
    return {name: value for name, value in dataclasses.asdict(found).items() if "second" not in name}
