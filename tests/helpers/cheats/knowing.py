"""What all cheats share: at random as long as the others' cards are hidden, and the card that ends best when they are known."""

from pathlib import Path

SEATS, SUIT, QUEEN, HEARTS = 4, 0xFFFF, 3 << 4 | 10, 2


def cards(found):
    """A set of cards as a list."""
    return [card for card in range(64) if found >> card & 1]


def points(trick):
    """What a trick costs."""
    return sum(13 if card == QUEEN else card >> 4 == HEARTS for card in trick)


def ducking(hand, trick):
    """What everybody is thought to play: low, but the highest card where that is free."""
    if not trick:
        return min(cards(hand), key=lambda card: card & 15)
    follow = cards(hand & SUIT << (trick[0] >> 4 << 4))
    if not follow:
        return max(cards(hand), key=lambda card: (card == QUEEN, card >> 4 == HEARTS, card & 15))
    best = max(card for card in trick if card >> 4 == trick[0] >> 4)
    return max((card for card in follow if card < best), default=min(follow))


def cost(hands, me, leader, trick, card):
    """The points that this card brings in the end, if everybody ducks."""
    hands, trick, seat, taken = list(hands), list(trick), me, 0
    while True:
        hands[seat] &= ~(1 << card)
        trick.append(card)
        if len(trick) == SEATS:
            winner = (leader + trick.index(max(each for each in trick if each >> 4 == trick[0] >> 4))) % SEATS
            taken += points(trick) if winner == me else 0
            trick, leader = [], winner
        seat = (leader + len(trick)) % SEATS
        if not hands[seat]:
            return taken
        card = ducking(hands[seat], trick)


class Knowing:
    """A player that asks `deal` for the hands of all seats as they were dealt. `count` is a file for how often it knew them."""

    def __init__(self, count: str = ""):
        self.count = count

    def deal(self, view):
        raise NotImplementedError

    def play(self, view):
        dealt = self.deal(view)
        if self.count:
            with Path(self.count).open("a") as file:
                file.write("+" if dealt else "-")
        if dealt is None:
            return view.choices[(view.luck >> 32) * len(view.choices) >> 32]
        left = [hand & ~view.seen for hand in dealt]
        trick = list(view.history[view.start : view.played])
        return min(view.choices, key=lambda card: cost(left, view.turn, view.leader, trick, card))


def own_hand(view):
    """The thirteen cards that this seat was dealt."""
    return view.hand | played_by(view)[view.turn]


def played_by(view):
    """The cards that each seat has played in this hand."""
    found, history = [0] * SEATS, [card for card in view.history if card < 64]
    seat = first_leader(history, view.start, view.leader)
    for place, card in enumerate(history):
        found[seat] |= 1 << card
        seat = (seat + 1) % SEATS
        if place % SEATS == SEATS - 1:
            seat = (seat + winner_of(history[place - 3 : place + 1])) % SEATS
    return found


def winner_of(trick):
    """The place in a trick of the card that takes it."""
    return trick.index(max(card for card in trick if card >> 4 == trick[0] >> 4))


def first_leader(history, start, leader):
    """Who led to the first trick, from who leads now."""
    for end in range(start, 0, -SEATS):
        leader = (leader - winner_of(history[end - SEATS : end])) % SEATS
    return leader
