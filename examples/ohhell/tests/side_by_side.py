"""Engine and book side by side: the same deals, the same choices, everything compared at every decision."""

from random import Random

import numpy as np
from cardshark.chance import decks, draw_all, words
from cardshark.games import house

import cardshark_ohhell as ohhell
from cardshark_ohhell.rules import MOST_CARDS, SEATS
from ohhell_book import RANKS, SUITS, Match

NUMBER = {rank + suit: 16 * SUITS.index(suit) + RANKS.index(rank) for suit in SUITS for rank in RANKS}  # what the engine calls a card
NAME = {number: name for name, number in NUMBER.items()}
BIDS = [13, 14, 15, 29, 30, 31, 45, 46, 47, 61, 62, 63]  # and a bid


class Batch:
    """Some matches of the engine under the same rules, driven as the loop drives them."""

    def __init__(self, rules, count, seed=0, first=0):
        self.rules = house.record(rules)
        self.games = np.zeros(count, ohhell.GAME)
        self.games["deals"] = words(seed, "deal", count)
        self.games["luck"] = words(seed, "luck", count)
        ohhell.begin_at(self.games, first)
        ohhell.start_all(self.games, self.rules)

    def going_on(self):
        return np.flatnonzero(self.games["table"]["phase"] != ohhell.OVER).astype(np.uint32)

    def look(self, rows):
        self.views = np.zeros(len(rows), ohhell.VIEW)
        ohhell.look_all(self.games, self.rules, rows, self.views)
        return self.views

    def choose(self, rows, choices):
        """Carry out choices that must all be legal; the games that then go on."""
        ended = ohhell.choose_all(self.games, self.rules, rows, self.views, np.array(choices, np.int8))
        over = self.games["table"]["phase"][rows] == ohhell.OVER
        assert ended == over.sum()
        return rows[~over]


def bits(names):
    return sum(1 << NUMBER[name] for name in names)


def listed(legal):
    return [choice for choice in range(64) if int(legal) >> choice & 1]


def book_of(rules, game):
    """The book's match on the same deals as the engine's game."""

    def cards(hand):
        word = np.empty(1, np.uint64)
        draw_all(np.uint64(game["deals"]), hand, word)
        return [NAME[int(card)] for card in decks(word, int(rules.deck()))[0]]

    return Match(rules, cards, int(game["first"]))


def number_of(book, choice):
    """What the engine calls a choice of the book."""
    return BIDS[choice] if book.bidding() else NUMBER[choice]


def seen_by_book(book):
    """Everything the seat in turn sees, and what only the referee knows, from the book."""
    room = [0] * (SEATS - book.rules.players)
    played = [card for trick in [*book.tricks, book.trick] for _, card in trick]
    last = book.tricks[-1] if book.tricks else []
    leads = book.turn if book.bidding() or not book.trick else book.trick[0][0]
    return {
        "hand": bits(book.hands[book.turn]),
        "legal": sum(1 << number_of(book, choice) for choice in book.legal()),
        "hands": [*map(bits, book.hands), *room],
        "made": book.made + room,
        "scores": book.last_scores + room,
        "seen": bits(played),
        "history": [NUMBER[card] for card in played] + [-1] * (MOST_CARDS - len(played)),
        "totals": book.totals + room,
        "hand_number": book.hand_number,
        "bids": [-1 if bid is None else bid for bid in book.bids] + [-1] * len(room),
        "tricks": book.taken + room,
        "voids": [sum(1 << SUITS.index(suit) for suit in suits) for suits in book.voids] + room,
        "dealt": book.size,
        "trump": -1 if book.turned is None else NUMBER[book.turned],
        "dealer": book.dealer(),
        "phase": 0 if book.bidding() else 1,
        "turn": book.turn,
        "leader": book.first_to_speak if book.bidding() else leads,
        "start": len(book.tricks) * len(book.seats),
        "led": SUITS.index((book.trick or last)[0][1][1]) if book.trick or last else 0,
        "played": len(played),
    }


def seen_by_engine(game, view):
    """The same out of the engine's records."""
    table = view["table"]
    found = {name: table[name].tolist() for name in table.dtype.names}
    found |= {name: view[name].item() for name in ("hand", "legal")}
    return found | {name: game[name].tolist() for name in ("hands", "made", "scores")}


def play_both(rules, matches, seed, hands=1000):
    """Play matches in engine and book side by side, each for at most this many hands; returns the books."""
    random, text = Random(seed), house.spell(ohhell.PRESETS, rules)
    batch = Batch(rules, matches, seed, first=[random.randrange(ohhell.CYCLE) for _ in range(matches)])
    books = [book_of(rules, game) for game in batch.games]
    rows = batch.going_on()
    while len(rows):
        views, choices = batch.look(rows), []
        for row, view in zip(rows, views, strict=True):
            assert seen_by_engine(batch.games[row], view) == seen_by_book(books[row]), text
            choice = random.choice(books[row].legal())
            choices.append(number_of(books[row], choice))
            books[row].choose(choice)
        going_on = batch.choose(rows, choices)
        assert list(going_on) == [row for row in rows if not books[row].over], text
        rows = np.array([row for row in going_on if books[row].hands_played() < hands], np.uint32)
    for book, game in zip(books, batch.games, strict=True):
        room = [0] * (SEATS - rules.players)
        assert game["table"]["totals"].tolist() == book.totals + room, text
        assert (game["scores"].tolist(), game["made"].tolist()) == (book.last_scores + room, book.made + room), text
    assert ohhell.hands_played(batch.games).tolist() == [book.hands_played() for book in books]
    return books
