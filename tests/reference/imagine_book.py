"""Which hidden hands are possible, by trying: complete the deal, play all of it again, and ask the rule book at every card.

Cards are names, hands are sets of names, a world is a list of what every seat holds now. Nothing here draws a conclusion: a world is
possible if everything that happened could have happened in it.
"""

from itertools import combinations
from math import comb

from cardshark.games import hearts
from cardshark.games.hearts.rules import Passing
from reference.hearts_book import NAME, Match, deck, rank, suit
from reference.hearts_side_by_side import bits, listed


def named(cards):
    return {NAME[card] for card in listed(cards)}


def who_played(cards, first, players):
    """(seat, card) for every card played, and who leads or has led the trick that is not finished."""
    plays, leader = [], first
    for start in range(0, len(cards), players):
        trick = [((leader + i) % players, card) for i, card in enumerate(cards[start : start + players])]
        plays += trick
        if len(trick) == players:
            leader, _ = max((play for play in trick if suit(play[1]) == suit(trick[0][1])), key=lambda play: rank(play[1]))
    return plays, leader


class Seen:
    """What the seat in turn has seen of a hand."""

    def __init__(self, view, rules):
        table = view["table"]
        self.rules, self.seat = rules, int(table["turn"])
        self.hand = named(view["hand"])
        self.passing = table["phase"] == hearts.PASS
        self.hand_number, self.across = int(table["hand_number"]), int(table["across"])
        self.given = set() if self.passing else named(view["given"])
        self.cards = [NAME[card] for card in table["history"][: table["played"]].tolist()]
        self.first, self.plays = None, []
        if not self.passing:  # only one first leader makes the present one leader
            ways = [(first, *who_played(self.cards, first, rules.players)) for first in range(rules.players)]
            ((self.first, self.plays),) = [(first, plays) for first, plays, leader in ways if leader == table["leader"]]

    def played_by(self, seat):
        return {card for who, card in self.plays if who == seat}

    def size(self, seat):
        """How many cards a seat holds now."""
        return len(deck(self.rules)) // self.rules.players - len(self.played_by(seat))

    def unseen(self):
        return sorted(set(deck(self.rules)) - self.hand - set(self.cards))

    def others(self):
        return [(self.seat + 1 + j) % self.rules.players for j in range(self.rules.players - 1)]

    def splits(self):
        """In how many ways the unseen cards can be dealt at all."""
        left, ways = len(self.unseen()), 1
        for seat in self.others():
            ways, left = ways * comb(left, self.size(seat)), left - self.size(seat)
        return ways


def possible(seen, world):
    """Could everything that was seen have happened with these hands?"""
    seats = range(seen.rules.players)
    whole = sorted(card for hand in world for card in hand) == sorted([*seen.unseen(), *seen.hand])
    if not whole or world[seen.seat] != seen.hand or any(len(world[seat]) != seen.size(seat) for seat in seats):
        return False
    if seen.passing:
        return True
    before = [world[seat] | seen.played_by(seat) for seat in seats]
    if not seen.given <= before[(seen.seat + seen.across) % len(seats)]:
        return False
    again = Match(
        seen.rules._replace(passing=Passing.NONE), lambda _: [c for hand in before for c in hand], lambda _: seen.first, seen.hand_number
    )
    if again.turn != seen.first:
        return False
    for _, card in seen.plays:
        if card not in again.legal():
            return False
        again.choose(card)
    return True


def splits(cards, sizes):
    """Every way to deal cards into hands of these sizes."""
    if not sizes:
        yield []
        return
    for hand in combinations(cards, sizes[0]):
        for rest in splits([card for card in cards if card not in hand], sizes[1:]):
            yield [set(hand), *rest]


def worlds(seen):
    """Every possible world, as the engine writes it: the sets of the four seats."""
    found = set()
    for hands in splits(seen.unseen(), [seen.size(seat) for seat in seen.others()]):
        world = [seen.hand for _ in range(seen.rules.players)]
        for seat, hand in zip(seen.others(), hands, strict=True):
            world[seat] = hand
        if possible(seen, world):
            found.add(engine_hands(world))
    return found


def engine_hands(world):
    return (*map(bits, world), *[0] * (hearts.SEATS - len(world)))


def world_of(seen, hands):
    """Hands of the engine in words."""
    return [named(hand) for hand in hands[: seen.rules.players]]
