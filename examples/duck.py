"""A Hearts player in plain Python: cardshark duel hearts ./examples/duck.py:Duck random"""

QUEEN_OF_SPADES = 58  # a card is 16 * suit + rank: clubs 0, diamonds 1, hearts 2, spades 3; the deuce is rank 0


class Duck:
    """Stays low, and throws its worst card away whenever that is free: when passing, or when it cannot follow."""

    def __init__(self, queen: int = 13):
        self.queen = queen  # ./examples/duck.py:Duck:queen=5 fears the queen of spades less; an ace has rank 12

    def play(self, view):
        passing = view.phase == 0
        leads = view.played == view.start
        follows = view.choices[0] >> 4 == view.led
        if not passing and (leads or follows):
            return min(view.choices, key=self.danger)
        return max(view.choices, key=self.danger)

    def danger(self, card):
        return self.queen if card == QUEEN_OF_SPADES else card & 15
