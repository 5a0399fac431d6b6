"""Engine and book side by side: the same deals, the same choices, everything compared at every decision."""

from random import Random

import numpy as np

from cardshark.chance import decks, draw_all, words
from cardshark.games import hearts, house
from cardshark.games.hearts.rules import PRESETS
from reference.hearts_book import NAME, NUMBER, SUITS, Match

TABLE_NUMBERS = ("hand_number", "phase", "turn", "leader", "trick", "start", "led", "played", "across", "jack", "second_stage", "seen")


class Batch:
    """Some matches of the engine under the same rules, driven as the loop drives them."""

    def __init__(self, rules, count, seed=0, first=0):
        self.rules = house.record(rules)
        self.games = np.zeros(count, hearts.GAME)
        self.games["deals"] = words(seed, "deal", count)
        self.games["luck"] = words(seed, "luck", count)
        self.games["first"] = first
        hearts.start_all(self.games, self.rules)

    def going_on(self):
        return np.flatnonzero(self.games["table"]["phase"] != hearts.OVER).astype(np.uint32)

    def look(self, rows):
        self.views = np.zeros(len(rows), hearts.VIEW)
        hearts.look_all(self.games, self.rules, rows, self.views)
        return self.views, self.views["legal"]

    def choose(self, rows, choices):
        """Carry out choices that must all be legal; the games that then go on."""
        ended = hearts.choose_all(self.games, self.rules, rows, self.views, np.array(choices, np.int8))
        over = self.games["table"]["phase"][rows] == hearts.OVER
        assert ended == over.sum()
        return rows[~over]


def bits(names):
    return sum(1 << NUMBER[name] for name in names)


def listed(legal):
    return [card for card in NAME if int(legal) >> card & 1]


def book_of(rules, game):
    """The book's match on the very deals of the engine's game."""
    start = int(game["deals"])

    def word(hand):
        found = np.empty(1, np.uint64)
        draw_all(np.uint64(start), hand, found)
        return found

    def cards(hand):
        return [NAME[int(card)] for card in decks(word(hand), int(rules.deck()))[0]]

    return Match(rules, cards, lambda hand: (int(word(hand)[0]) >> 32) * rules.players >> 32, int(game["first"]))


def style(random, grabber):
    """A way to play: anyhow (None), or one seat grabs what it can and the others duck, which makes moons common."""

    def choice(seat, legal):
        if grabber is None or random.random() < 0.1:
            return random.choice(legal)
        by_rank = sorted(legal, key=lambda card: card & 15)
        return by_rank[-1] if seat == grabber else by_rank[0]

    return choice


# ---- the comparison ----


def told_by_book(book):
    """Everything the seat in turn sees, and the referee's notes, out of the book."""
    room = [0] * (hearts.SEATS - book.rules.players)
    seat, jack = book.turn, book.jack_taker()
    return {
        "hand": bits(book.hands[seat]),
        "legal": bits(book.legal()),
        "given": bits(book.given[seat]),
        "received": bits(book.received[seat]),
        "cards": [*(NUMBER[card] for card in book.played), *[hearts.NO_CARD] * (hearts.MOST_CARDS - len(book.played))],
        "table": {
            "hand_number": book.hand_number,
            "phase": hearts.PASS if book.passing else hearts.PLAY,
            "turn": seat,
            "leader": None if book.passing else book.leader,
            "trick": book.tricks_done,
            "start": len(book.played) - len(book.trick),
            "led": SUITS.index(book.trick[0][1][1]) if book.trick else None,
            "played": len(book.played),
            "across": book.distance(),
            "jack": hearts.NOBODY if jack is None else jack,
            "second_stage": int(book.winning_back),
            "seen": bits(book.played),
        },
        "points": [*map(book.points, book.seats), *room],
        "voids": [sum(1 << SUITS.index(suit) for suit in suits) for suits in book.voids] + room,
        "totals": book.totals + room,
        "scores": book.last_scores + room,
        "moons": book.moons + room,
        "hands": [*map(bits, book.hands), *room],
    }


def told_by_engine(games, views):
    """The same out of the engine's records, for every row."""
    tables = views["table"]
    numbers = {name: tables[name].tolist() for name in TABLE_NUMBERS}
    lists = {name: tables[name].tolist() for name in ("points", "voids", "totals")}
    lists |= {name: games[name].tolist() for name in ("scores", "moons", "hands")}
    sets = {name: views[name].tolist() for name in ("hand", "legal", "given", "received")}
    history = tables["history"].tolist()
    for i in range(len(views)):
        table = {name: column[i] for name, column in numbers.items()}
        table["leader"] = None if table["phase"] == hearts.PASS else table["leader"]
        table["led"] = None if table["start"] == table["played"] else table["led"]
        yield {
            **{name: column[i] for name, column in (sets | lists).items()},
            "cards": history[i],
            "table": table,
        }


def told_at_the_end(book):
    """What stands on the score sheet."""
    room = [0] * (hearts.SEATS - book.rules.players)
    totals, scores, moons = book.totals + room, book.last_scores + room, book.moons + room
    return {"totals": totals, "scores": scores, "moons": moons, "second_stage": book.winning_back, "hand_number": book.hand_number}


def told_by_game(game):
    """The same out of the engine's record."""
    table = game["table"]
    totals, scores, moons = table["totals"].tolist(), game["scores"].tolist(), game["moons"].tolist()
    return {"totals": totals, "scores": scores, "moons": moons, "second_stage": table["second_stage"], "hand_number": table["hand_number"]}


def play_both(rules, matches, hands, seed, totals=None):
    """Play matches in engine and book side by side, each for at most so many hands, perhaps from given totals on; returns the books."""
    random, text = Random(seed), house.spell(PRESETS, rules)
    batch = Batch(rules, matches, seed, first=[random.randrange(12) for _ in range(matches)])
    books = [book_of(rules, game) for game in batch.games]
    if totals:
        batch.games["table"]["totals"] = totals
        for book in books:
            book.totals = list(totals)
    styles = [style(random, random.choice([None, *book.seats])) for book in books]
    rows = batch.going_on()
    while len(rows):
        views, _ = batch.look(rows)
        choices = []
        for row, engine in zip(rows, told_by_engine(batch.games[rows], views), strict=True):
            assert engine == told_by_book(books[row]), text
            choices.append(styles[row](books[row].turn, listed(engine["legal"])))
            books[row].choose(NAME[choices[-1]])
        going_on = batch.choose(rows, choices)
        assert list(going_on) == [row for row in rows if not books[row].over], text
        rows = np.array([row for row in going_on if books[row].hands_played() < hands], np.uint32)
    for book, game in zip(books, batch.games, strict=True):
        assert told_by_game(game) == told_at_the_end(book), text
    return books
