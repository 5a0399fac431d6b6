"""Oh Hell as the rule book tells it: slow and obvious, in words and lists. The engine is compared with it.

Cards are names (`QS`), bids are numbers. Nothing here knows how the engine works; only the house rules (`Rules`, read by
field name) are shared.
"""

from cardshark.text import UserError

from cardshark_ohhell.rules import Miss, Rules, Sizes

RANKS = "23456789TJQKA"
SUITS = "CDHS"


def deck(rules):
    """Every card of the ranks in play."""
    return [rank + suit for suit in SUITS for rank in RANKS[rules.lowest - 2 :]]


def row_of_sizes(rules):
    """How many cards are dealt in one hand after the other, before the row begins again."""
    down = list(range(rules.most, 0, -1))
    if rules.sizes.name == "DOWN_AND_UP":
        return down + list(range(2, rules.most + 1))
    return down if rules.sizes.name == "DOWN" else [rules.most]


class Match:
    """A match from its first deal to its end; tell it what is chosen, bid by bid and card by card."""

    def __init__(self, rules, deals, first=0):
        """`deals` is a function of the hand's number: the shuffled cards. Hands are numbered from `first`."""
        self.rules, self.deals = rules, deals
        self.seats = list(range(rules.players))
        self.first = self.hand_number = first
        self.totals = [0 for _ in self.seats]
        self.last_scores = [0 for _ in self.seats]  # of the hand before
        self.made = [0 for _ in self.seats]  # how often each seat took what it bid
        self.over = False
        self.deal()

    # ---- the deal ----

    def deal(self):
        """Cards for everybody, then one is turned; the deal goes round the table."""
        sizes, cards = row_of_sizes(self.rules), list(self.deals(self.hand_number))
        self.size = sizes[self.hand_number % len(sizes)]
        self.hands = [[cards.pop(0) for _ in range(self.size)] for _ in self.seats]
        self.turned = cards[0] if cards else None
        self.first_to_speak = self.hand_number % len(self.seats)
        self.bids = [None for _ in self.seats]
        self.taken = [0 for _ in self.seats]  # tricks
        self.voids = [set() for _ in self.seats]  # suits in which a seat has shown that it has none
        self.tricks = []  # finished ones: lists of (seat, card)
        self.trick = []
        self.turn = self.first_to_speak

    def dealer(self):
        """Who sits on the right of the first to speak."""
        return self.seats[self.first_to_speak - 1]

    # ---- bidding ----

    def bidding(self):
        return None in self.bids

    def legal(self):
        """The bids, or the cards, that the seat in turn may choose."""
        if self.bidding():
            said = [bid for bid in self.bids if bid is not None]
            hooked = self.rules.hook and len(said) == len(self.seats) - 1  # the dealer speaks last
            return [bid for bid in range(self.size + 1) if not (hooked and sum(said) + bid == self.size)]
        hand = self.hands[self.turn]
        following = [card for card in hand if self.trick and card[1] == self.trick[0][1][1]]
        return following or list(hand)

    def choose(self, choice):
        """Carry out what the seat in turn chooses."""
        assert choice in self.legal()
        if self.bidding():
            self.bids[self.turn] = choice
            self.turn = (self.turn + 1) % len(self.seats)
        else:
            self.play(choice)

    # ---- the play ----

    def play(self, card):
        self.hands[self.turn].remove(card)
        self.trick.append((self.turn, card))
        led = self.trick[0][1][1]
        if card[1] != led:
            self.voids[self.turn].add(led)
        self.turn = (self.turn + 1) % len(self.seats)
        if len(self.trick) == len(self.seats):
            self.turn = self.taker()
            self.taken[self.turn] += 1
            self.tricks.append(self.trick)
            self.trick = []
            if not any(self.hands):
                self.finish_hand()

    def taker(self):
        """Who played the highest trump, or else the highest card of the suit led."""
        trump = self.turned and self.turned[1]
        trumps = [(seat, card) for seat, card in self.trick if card[1] == trump]
        following = [(seat, card) for seat, card in self.trick if card[1] == self.trick[0][1][1]]
        return max(trumps or following, key=lambda played: RANKS.index(played[1][0]))[0]

    # ---- the score ----

    def finish_hand(self):
        for seat in self.seats:
            said, took = self.bids[seat], self.taken[seat]
            if said == took:
                self.last_scores[seat] = 10 + said
                self.made[seat] += 1
            elif self.rules.miss.name == "MINUS":
                self.last_scores[seat] = -max(said - took, took - said)
            else:
                self.last_scores[seat] = 0
            self.totals[seat] += self.last_scores[seat]
        self.hand_number += 1
        self.over = self.hands_played() == (self.rules.hands or len(row_of_sizes(self.rules)))
        if not self.over:
            self.deal()

    def hands_played(self):
        return self.hand_number - self.first


def random_rules(random):
    """Any house rules that can be played."""
    while True:
        rules = Rules(
            players=random.choice([3, 4]),
            lowest=random.choice([2, 2, 2, 5, 7, 9, 12]),
            sizes=random.choice(list(Sizes)),
            most=random.randint(1, 11),
            hook=random.random() < 0.7,
            miss=random.choice(list(Miss)),
            hands=random.choice([0, 0, 1, 3, 30]),
        )
        try:
            rules.check()
        except UserError:
            continue
        return rules
