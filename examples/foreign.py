"""Somebody else's Hearts engine, as one finds them: it keeps its own idea of the hand, and is told every card as it falls.

It has never heard of cardshark. Cards are numbers, 13 * suit + rank: clubs, diamonds, spades, hearts, each from the deuce up.
`bridge.py` makes it a player.
"""

HEARTS, QUEEN = range(39, 52), 26 + 10  # the queen of spades


def suit(card):
    """The suit of a card."""
    return card // 13


class Engine:
    """One seat during one hand. Whoever forgets to tell it a card, or tells it twice, gets nonsense."""

    def __init__(self, players):
        self.players = players

    # ---- what it is told ----

    def new_hand(self, seat, cards):
        """I sit here and was dealt these cards."""
        self.seat, self.hand = seat, set(cards)
        self.trick, self.turn = [], None  # cards on the table, each with who played it; who plays next, if that is known
        self.gone = set()  # cards played
        self.out = {each: set() for each in range(self.players)}  # suits of which a seat has shown that it has none

    def cards_passed(self, given, received):
        """I have passed and received these cards."""
        self.hand = self.hand - set(given) | set(received)

    def card_played(self, seat, card):
        """Somebody has played this card; perhaps I myself."""
        if len(self.trick) == self.players:
            self.trick = []
        if self.trick and suit(card) != suit(self.trick[0][1]):
            self.out[seat].add(suit(self.trick[0][1]))
        self.trick.append((seat, card))
        self.gone.add(card)
        self.hand.discard(card)
        self.turn = (seat + 1) % self.players
        if len(self.trick) == self.players:
            best = self.highest()
            self.turn = next(seat for seat, card in self.trick if card == best)

    # ---- what it is asked ----

    def choose_pass(self, count):
        """The cards to pass: the queen of spades, then the highest."""
        return sorted(self.hand, key=danger, reverse=True)[:count]

    def choose(self, legal):
        """The card to play."""
        if len(self.trick) % self.players == 0:
            return max(legal, key=self.quiet_lead)
        led, best = suit(self.trick[0][1]), self.highest()
        if suit(legal[0]) != led:
            return max(legal, key=danger)
        below = [card for card in legal if card < best]
        takes_nothing = not any(card in HEARTS or card == QUEEN for _, card in self.trick)
        if len(self.trick) == self.players - 1 and takes_nothing and not below:
            return max((card for card in legal if card != QUEEN), default=QUEEN)
        return max(below, key=danger, default=min(legal))

    def quiet_lead(self, card):
        """How quiet a lead is: how many cards that beat it are still in other hands, of those that are left of its suit."""
        left = [other for other in range(13 * suit(card), 13 * suit(card) + 13) if other not in self.gone | self.hand]
        beats = sum(other > card for other in left)
        return beats / len(left) if left and card != QUEEN else -1

    def highest(self):
        """The card that takes the trick so far."""
        return max(card for _, card in self.trick if suit(card) == suit(self.trick[0][1]))


def danger(card):
    """How much it wants to be rid of a card."""
    return 13 if card == QUEEN else card % 13 + (card in HEARTS) / 2
