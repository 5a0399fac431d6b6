"""The Monte-Carlo agent of the FALCON paper, slow and obvious: its actions in words, its tree as a dictionary, end games in full.

Only random words (`draw`, `mixed`) and imagined deals are the lab's own.
"""

import math

import numpy as np

from cardshark import chance
from cardshark.players.hearts.search.imagine import imagine
from reference.hearts_book import NUMBER, rank, suit
from reference.search_book import my_next_turn, set_up

LED = ("H", "S", "D", "C")  # the paper's order of suits: actions 0 to 11 follow, 15 to 26 lead
LAST_RESORT = ("C", "D", "S", "H")  # whose card is thrown first among equals


def strongest(cards):
    return max(cards, key=rank)


def weakest(cards):
    return min(cards, key=rank)


def possible(hand):
    """What the seat in turn can do: the number of each action, and the cards of which it plays any."""
    legal, trick = hand.legal(), [card for _, card in hand.trick]
    of = {each: sorted((card for card in legal if suit(card) == each), key=rank) for each in LED}
    found = {}
    if not trick:
        for first, each in zip((15, 18, 21, 24), LED, strict=True):
            found |= {first: of[each][-1:], first + 1: of[each][:1], first + 2: of[each][1:-1]}
        low_spades = [card for card in of["S"] if rank(card) < rank("QS")]
        found |= {27: low_spades[:1], 28: low_spades[-1:]}
    elif of[suit(trick[0])]:
        led = suit(trick[0])
        first, mine = 3 * LED.index(led), of[led]
        best = strongest([card for card in trick if suit(card) == led])
        found = {first: [card for card in mine if rank(card) < rank(best)][-1:], first + 1: mine[-1:], first + 2: mine[:1]}
    else:
        found = {12: sorted(legal & {"QS"}), 13: of["H"][-1:], 14: [burden(hand, of)]}
    return {action: cards for action, cards in found.items() if cards}


def burden(hand, of):
    """The ace or king of spades while the queen is out, else the highest card; among equals of the shortest suit."""
    high = [card for card in ("AS", "KS") if card in of["S"]]
    if high and "QS" not in hand.played:
        return high[0]
    tops = [of[each][-1] for each in LAST_RESORT if of[each]]
    return min(tops, key=lambda card: (-rank(card), len(of[suit(card)])))


# ---- the search ----


def draw(word, index):
    return int(chance.draw(np.uint64(word), index))


def any_of(things, luck):
    """One of several numbers or cards, decided by 64 random bits."""
    return things[((luck >> 32) * len(things)) >> 32]


def by_number(cards):
    return sorted(cards, key=NUMBER.__getitem__)


class Uct:
    """A tree from a view: what was tried, by the path of choices that leads there; choices are my actions and the others' cards."""

    def __init__(self, view, rules, simulations, style):
        self.view, self.rules, self.style, self.me = view, rules, style, int(view["table"]["turn"])
        self.nodes = {}  # path: [visits, cost summed, chances], in the order in which they were met first
        luck = int(view["luck"])
        self.c = rules.derived()["all_penalties"] - int(view["table"]["points"].sum())
        for number, hands in enumerate(imagine(view, rules, simulations, luck).tolist()):
            self.simulate(set_up(view, rules, hands, "stock"), draw(draw(luck ^ (1 << 64) - 1, number), 0))

    def simulate(self, hand, word):
        """Down the tree until something new was tried and it is my turn again, then to the end by rules of thumb."""
        path, met, step, new = (), [], 0, False
        while not hand.over and not (new and hand.turn == self.me):
            luck, step = draw(word, step), step + 1
            if hand.turn == self.me:
                actions = possible(hand)
                choice = self.next_action(path, sorted(actions), luck)
                card = any_of(by_number(actions[choice]), int(chance.mixed(np.uint64(luck))))
            else:
                card = self.styled(hand, luck)
                choice = NUMBER[card]
            path = (*path, choice)
            new = new or path not in self.nodes
            self.nodes.setdefault(path, [0, 0.0, 1])
            met.append(path)
            hand = hand.after(card)
        while not hand.over:
            hand = hand.after(self.styled(hand, draw(word ^ (1 << 64) - 1, len(hand.played))))
        for path in met:
            self.nodes[path][0] += 1
            self.nodes[path][1] += hand.cost(self.me)

    def next_action(self, path, actions, luck):
        """An action that was never tried here, or the one that UCB1 names; all that could be tried had one more chance."""
        tried = [action for action in self.children(path) if action in actions]
        for action in tried:
            self.nodes[*path, action][2] += 1
        untried = [action for action in actions if action not in tried]
        return any_of(untried, luck) if untried else min(reversed(tried), key=lambda action: self.bound(self.nodes[*path, action]))

    def bound(self, node):
        visits, cost, chances = node
        return cost / visits - self.c * math.sqrt(math.log(chances) / visits)

    def children(self, path):
        return [each[-1] for each in self.nodes if each[:-1] == path]

    def styled(self, hand, luck):
        return any_of(by_number(hand.legal()), luck) if self.style == "random" else hand.choice(self.style)

    def mean(self, action):
        return self.nodes[action,][1] / self.nodes[action,][0]


# ---- end games in full ----


def expected_costs(hands, me, others):
    """What each action costs on average if any of these deals is as likely as the others, and I then always take what is best for me."""
    found = {}
    for action, (card, *more) in possible(hands[0]).items():
        assert not more  # no chance of my own
        total, alike = 0, {}
        for hand in hands:
            later = my_next_turn(hand.after(card), me, others)
            if later.over:
                total += later.cost(me)
            else:
                alike.setdefault(tuple(later.played), []).append(later)
        total += sum(min(expected_costs(group, me, others).values()) * len(group) for group in alike.values())
        found[action] = total / len(hands)
    return found
