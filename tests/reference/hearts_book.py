"""Hearts as the rule book tells it: slow, obvious, in words and sets; what the engine is held against.

Cards are names (`QS`), hands are sets of names. Nothing here knows how the engine works; only the house rules
(`Rules`, read by field name) are shared.
"""

from functools import cache

from cardshark.games.hearts.rules import Breaking, FirstLead, Moon, Passing, Rules, Ties
from cardshark.games.house import CardsOf
from cardshark.text import UserError

RANKS = "23456789TJQKA"
SUITS = "CDHS"
NUMBER = {r + s: 16 * SUITS.index(s) + RANKS.index(r) for s in SUITS for r in RANKS}  # what the engine calls a card
NAME = {number: name for name, number in NUMBER.items()}


def suit(card):
    return card[1]


def rank(card):
    return RANKS.index(card[0]) + 2  # 2 to 14, the ace


@cache  # asked for again and again
def deck(rules):
    """Every card of the ranks in play, less those taken out."""
    whole = [r + s for s in SUITS for r in RANKS if rules.lowest <= rank(r + s) <= rules.highest]
    return tuple(card for card in whole if not int(rules.removed) >> NUMBER[card] & 1)


def cost(card, rules):
    """What a penalty card costs; other cards cost nothing."""
    if suit(card) == "H":
        return rules.heart
    return {"QS": rules.queen_of_spades, "JC": rules.jack_of_clubs}.get(card, 0)


class Match:
    """A match from its first deal to its end; tell it what is chosen, card by card."""

    def __init__(self, rules, deals, leaders, first=0):
        """`deals` and `leaders` are functions of the hand's number: the shuffled cards, and who leads if that is random.

        Hands are numbered from `first`, which decides where the cycle of passing and the turns to lead begin.
        """
        self.rules = rules
        self.deals = deals
        self.leaders = leaders
        self.seats = list(range(rules.players))
        self.penalties = {card for card in deck(rules) if cost(card, rules) > 0}
        self.first = self.hand_number = first
        self.totals = [0 for _ in self.seats]
        self.moons = [0 for _ in self.seats]
        self.last_scores = [0 for _ in self.seats]  # of the hand before
        self.winning_back = False  # the Dutch second stage
        self.over = False
        self.deal()

    # ---- dealing and passing ----

    def deal(self):
        cards = self.deals(self.hand_number)
        size = len(cards) // len(self.seats)
        self.hands = [set(cards[seat * size : (seat + 1) * size]) for seat in self.seats]
        self.given = [[] for _ in self.seats]
        self.received = [[] for _ in self.seats]
        self.taken = [[] for _ in self.seats]  # cards in the tricks that each seat won
        self.voids = [set() for _ in self.seats]  # suits in which a seat has shown that it has none
        self.played = []  # every card of the hand, in order
        self.trick = []  # (seat, card) on the table
        self.tricks_done = 0
        self.passing = self.distance() > 0
        if self.passing:
            self.turn = 0
        else:
            self.begin_play()

    def distance(self):
        """How many seats to the left the passed cards travel in this hand; 0 for a hand without passing."""
        players = self.rules.players
        if self.rules.pass_count == 0 or self.rules.passing.name == "NONE":
            return 0
        if self.rules.passing.name == "LEFT":
            return 1
        left, right, across, hold = 1, players - 1, players // 2, 0
        cycle = [left, right, across, hold] if players % 2 == 0 else [left, right, hold]
        return cycle[self.hand_number % len(cycle)]

    def put_aside(self, card):
        self.given[self.turn].append(card)  # it stays in the hand until all cards change hands
        if len(self.given[self.turn]) < self.rules.pass_count:
            return
        if self.turn < self.seats[-1]:
            self.turn += 1
            return
        distance = self.distance()
        for seat in self.seats:
            self.hands[seat] -= set(self.given[seat])
        for seat in self.seats:
            receiver = (seat + distance) % len(self.seats)
            self.received[receiver] = list(self.given[seat])
            self.hands[receiver] |= set(self.given[seat])
        self.begin_play()

    # ---- playing ----

    def opening_club(self):
        """The card whose holder leads first, if the rules have one."""
        if self.rules.first_lead.name == "TWO_OF_CLUBS":
            return "2C"
        if self.rules.first_lead.name == "LOWEST_CLUB":
            return min((card for card in deck(self.rules) if suit(card) == "C"), key=rank)
        return None

    def begin_play(self):
        self.passing = False
        if self.opening_club():
            self.turn = next(seat for seat in self.seats if self.opening_club() in self.hands[seat])
        elif self.rules.first_lead.name == "ROTATE":
            self.turn = self.hand_number % len(self.seats)
        else:
            self.turn = self.leaders(self.hand_number)
        self.leader = self.turn

    def hearts_broken(self):
        breaking = self.rules.hearts_breaking.name
        heart_played = any(suit(card) == "H" for card in self.played)
        return breaking == "NONE" or heart_played or (breaking == "HEART_OR_QUEEN" and "QS" in self.played)

    def legal(self):
        """The cards that the seat in turn may choose."""
        if self.over:
            return set()
        hand = self.hands[self.turn]
        if self.passing:
            return hand - set(self.given[self.turn])
        if self.trick:
            allowed = self.following(hand)
        else:
            allowed = self.leading(hand)
        if self.tricks_done == 0 and not self.rules.first_trick_points:
            allowed = (allowed - self.penalties) or allowed  # unless nothing else is allowed
        return set(allowed)

    def following(self, hand):
        led = suit(self.trick[0][1])
        return {card for card in hand if suit(card) == led} or hand

    def leading(self, hand):
        if self.tricks_done == 0 and self.rules.first_lead_forced and self.opening_club():
            return {self.opening_club()}
        if self.hearts_broken():
            return hand
        return {card for card in hand if suit(card) != "H"} or hand  # unless only hearts are left

    def choose(self, card):
        """Put a card aside to pass it, or play it."""
        assert card in self.legal()
        if self.passing:
            self.put_aside(card)
        else:
            self.play(card)

    def play(self, card):
        if self.trick and suit(card) != suit(self.trick[0][1]):
            self.voids[self.turn].add(suit(self.trick[0][1]))
        self.hands[self.turn].remove(card)
        self.trick.append((self.turn, card))
        self.played.append(card)
        self.turn = (self.turn + 1) % len(self.seats)
        if len(self.trick) == len(self.seats):
            self.end_trick()

    def end_trick(self):
        led = suit(self.trick[0][1])
        winner, _ = max((play for play in self.trick if suit(play[1]) == led), key=lambda play: rank(play[1]))
        self.taken[winner] += [card for _, card in self.trick]
        self.trick = []
        self.tricks_done += 1
        self.leader = self.turn = winner
        if not any(self.hands):
            self.end_hand()

    # ---- scoring ----

    def points(self, seat):
        """What the penalty cards that a seat has taken so far cost."""
        return sum(cost(card, self.rules) for card in self.taken[seat])

    def jack_taker(self):
        """Who has taken the jack of diamonds; None while nobody has."""
        return next((seat for seat in self.seats if "JD" in self.taken[seat]), None)

    def shooter(self):
        """Who has taken every penalty card; None if nobody has, or if there is nothing to take."""
        return next((seat for seat in self.seats if self.penalties and self.penalties <= set(self.taken[seat])), None)

    def less_the_jack(self, scores):
        """The jack of diamonds counts for whoever took it, moon or no moon."""
        return [score - (self.rules.jack_of_diamonds if seat == self.jack_taker() else 0) for seat, score in enumerate(scores)]

    def scores(self):
        """What this hand is worth to each seat."""
        if not self.moon_is_shot():
            return self.less_the_jack([self.points(seat) for seat in self.seats])
        whole = sum(cost(card, self.rules) for card in self.penalties)
        shooter = self.shooter()
        others_pay = self.less_the_jack([0 if seat == shooter else whole for seat in self.seats])
        shooter_earns = self.less_the_jack([-whole if seat == shooter else 0 for seat in self.seats])
        if self.rules.moon.name == "OTHERS_PLUS":
            return others_pay
        if self.rules.moon.name == "SHOOTER_MINUS":
            return shooter_earns
        # His choice: the others pay, unless the match would end like that with somebody else strictly in front of him.
        totals = self.totals_after(others_pay)
        return shooter_earns if self.ends(totals) and min(totals) < totals[shooter] else others_pay

    def moon_is_shot(self):
        return self.rules.moon.name != "NONE" and not self.winning_back and self.shooter() is not None

    # ---- the match ----

    def hands_played(self):
        """How many hands are finished."""
        return self.hand_number - self.first

    def totals_after(self, scores):
        """The totals when a hand with these scores is written down; in the second stage points are won back."""
        return [total - score if self.winning_back else total + score for total, score in zip(self.totals, scores, strict=True)]

    def limit_reached(self, totals):
        """Has somebody come to the limit?"""
        worst, limit = max(totals), self.rules.limit
        return limit > 0 and (worst > limit if self.rules.above_limit else worst >= limit)

    def end_reached(self, totals):
        """Would the match end with these totals after this hand, if it were not for ties?"""
        if self.rules.hands and self.hands_played() + 1 >= self.rules.hands:
            return True
        if self.winning_back:
            return min(totals) <= 0
        return self.limit_reached(totals) and not self.rules.win_back

    def ends(self, totals):
        """Is the match over with these totals after this hand?"""
        tied = totals.count(min(totals)) > 1
        return self.end_reached(totals) and not (tied and self.rules.ties.name == "PLAY_ON")

    def end_hand(self):
        """Write the scores down; stop or deal the next hand."""
        if self.moon_is_shot():
            self.moons[self.shooter()] += 1
        self.last_scores = self.scores()
        totals = self.totals_after(self.last_scores)
        self.over = self.ends(totals)
        self.winning_back = self.winning_back or (not self.over and self.rules.win_back and self.limit_reached(totals))
        self.totals = totals
        self.hand_number += 1
        if not self.over:
            self.deal()


def random_rules(random):
    """House rules that can be played but that nobody would think of."""
    while True:
        players, lowest = random.choice([3, 4]), random.choice([2, 2, 2, 6, 7, 9, 11, 12])
        highest = random.choice([14, 14, 14, 13])
        whole = deck(Rules(lowest=lowest, highest=highest))
        spare = len(whole) % players + random.choice([0, 0, 0, players])
        step = random.choice([0, 1, 5, 26])
        rules = Rules(
            players=players,
            lowest=lowest,
            highest=highest,
            removed=CardsOf(sum(1 << NUMBER[card] for card in random.sample(whole, spare))),
            heart=random.choice([0, 1, 1, 1, 2]),
            queen_of_spades=random.choice([0, 5, 13]),
            jack_of_clubs=random.choice([0, 0, 2]),
            jack_of_diamonds=random.choice([0, 0, 4, 10]),
            passing=random.choice(list(Passing)),
            pass_count=random.randint(0, 4),
            first_lead=random.choice(list(FirstLead)),
            first_lead_forced=random.choice([False, True]),
            hearts_breaking=random.choice(list(Breaking)),
            first_trick_points=random.choice([False, True]),
            moon=random.choice([*Moon, Moon.CHOICE]),
            limit=step * random.randint(1, 4),
            above_limit=random.choice([False, True]),
            hands=random.choice([0, 0, 0, 1, 2, 5, 9]),
            ties=random.choice(list(Ties)),
            win_back=random.choice([False, False, True]),
        )
        try:
            rules.check()
        except UserError:
            continue
        return rules
