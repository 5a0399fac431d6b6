"""Gin in engine and book side by side: the same deals, the same choices, everything compared at every decision."""

from collections import Counter
from functools import lru_cache
from random import Random

import numpy as np

from cardshark.cards import card, count, listed, name
from cardshark.chance import decks, draw_all, words
from cardshark.games import gin, house
from cardshark.games.gin import melds
from cardshark.games.gin.rules import PRESETS, HandResult, LayOff, NextDealer, Rules, ShutOut, StockOut, Tie
from cardshark.text import UserError
from reference import gin_book, gin_melds

MOVES = {
    gin_book.STOCK: gin.STOCK, gin_book.PILE: gin.PILE, gin_book.PASS: gin.PASS, gin_book.KNOCK: gin.KNOCK,
    gin_book.PLAY_ON: gin.PLAY_ON, gin_book.BIG_GIN: gin.BIG_GIN, gin_book.DONE: gin.DONE,
}  # fmt: skip
NUMBER = {**MOVES, **{text: card(text) for text in gin_melds.DECK}}
BIT = {text: 1 << number for text, number in NUMBER.items()}
WORD = {number: text for text, number in NUMBER.items()}
PHASES = ["offer", "draw", "discard", "knock", "spread", "lay off", "over"]
TABLE_FIELDS = (
    "hand_number", "phase", "turn", "dealer", "turns", "stock_left", "knock_limit", "doubling", "upcard", "passed", "piled", "laid_off",
    "totals", "boxes", "known", "knocker",
)  # fmt: skip


def bits(cards):
    return sum(map(BIT.__getitem__, cards))


def named(cards):
    return frozenset(name(card) for card in listed(int(cards)))


def ways_to_spread(hand):
    """The arrangements as the engine counts them, in the book's words."""
    return [frozenset(map(named, way.melds)) for way in melds.listed_arrangements(bits(hand))]


# ---- engine and book side by side ----


class Sides:
    """Some matches under the same rules, in the engine (driven as the loop drives it) and in the book."""

    def __init__(self, rules, deals, first_deck=None):
        self.rules = house.record(rules)
        self.note = house.spell(PRESETS, rules)  # said when something differs
        self.games = np.zeros(len(deals), gin.GAME)
        self.games["deals"] = deals
        self.games["luck"] = words(0, "luck", len(deals))
        gin.start_all(self.games, self.rules)
        self.books = [self.book(rules, game, first_deck) for game in self.games]

    @staticmethod
    def book(rules, game, first_deck):
        """The book's match on the very deals of the engine's game."""

        def deck(hand):
            if first_deck and hand == 0:
                return first_deck
            word = np.empty(1, np.uint64)
            draw_all(game["deals"], hand, word)
            return [name(int(card)) for card in decks(word)[0]]

        def shuffled(_):
            left = int(game["table"]["stock_left"])
            return [name(int(card)) for card in game["stock"][:left][::-1]]

        return gin_book.Match(rules, deck, shuffled)

    def going_on(self):
        return np.flatnonzero(self.games["table"]["phase"] != gin.OVER).astype(np.uint32)

    def look(self, rows):
        """What is seen in these games and what may be chosen, after holding it against the books."""
        self.views = views = np.zeros(len(rows), gin.VIEW)
        gin.look_all(self.games, self.rules, rows, views)
        told = [*told_by_engine(self.games[rows], views)]
        for row, engine in zip(rows, told, strict=True):
            assert engine == told_by_book(self.books[row]), self.note
        return told

    def choose(self, rows, choices):
        """Carry out these choices in both; the engine goes first, because the book asks it how a pile was shuffled."""
        texts = [self.text(row, choice) for row, choice in zip(rows, choices, strict=True)]
        ended = gin.choose_all(self.games, self.rules, rows, self.views, np.array(choices, np.int8))
        for row, text in zip(rows, texts, strict=True):
            before = self.books[row].hand_number
            self.books[row].choose(text)
            if self.books[row].hand_number > before:
                self.compare_hand_ends(self.games[row], self.books[row])
        assert ended == sum(self.books[row].phase == "over" for row in rows), self.note

    def text(self, row, choice):
        """An engine's choice in the book's words."""
        book = self.books[row]
        return ways_to_spread(book.hands[book.turn])[choice] if book.phase == "spread" else WORD[choice]

    def compare_hand_ends(self, game, book):
        table = game["table"]
        engine = {
            "scores": game["scores"].tolist(), "result": HandResult(int(game["result"])).name.lower().replace("_", " "),
            "totals": table["totals"].tolist(), "boxes": table["boxes"].tolist(), "dealer": int(table["dealer"]),
            "shown": game["shown"].tolist(), "hand_number": int(table["hand_number"]), "over": bool(table["phase"] == gin.OVER),
        }  # fmt: skip
        told = {
            "scores": book.scores, "result": book.ending, "totals": book.totals, "boxes": book.boxes, "dealer": book.dealer,
            "shown": [*map(bits, book.last_hands)], "hand_number": book.hand_number, "over": book.phase == "over",
        }  # fmt: skip
        assert engine == told, self.note


def on_the_table(melds):
    """Melds as they lie there: a card laid off between two runs joins them, and nobody asks which of the two it lengthened."""
    runs = [meld for meld in melds if len({card >> 4 for card in listed(meld)}) == 1]
    return sum(runs), {*melds} - {*runs}


def told_by_book(book):
    """Everything the seat in turn sees, and the referee's notes, out of the book."""
    spreading, turns = book.phase == "spread", book.history[-gin.MEMORY :]
    return {
        "hand": bits(book.hands[book.turn]),
        "legal": (1 << len(book.legal())) - 1 if spreading else bits(book.legal()),
        "drawn": NUMBER[book.drawn] if book.drawn else gin.NOBODY,
        "draws": [NUMBER[card] for card in book.draws[book.turn][-gin.MEMORY // 2 :]],
        "table": {
            "hand_number": book.hand_number, "phase": PHASES.index(book.phase), "turn": book.turn, "turns": book.turns,
            "dealer": book.dealer, "upcard": NUMBER[book.up_card], "knock_limit": book.limit, "doubling": book.factor,
            "passed": book.passes, "piled": bits(book.pile), "stock_left": len(book.stock), "known": [*map(bits, book.known)],
            "knocker": gin.NOBODY if book.knocker is None else book.knocker, "laid_off": bits(book.laid_off),
            "totals": book.totals, "boxes": book.boxes,
        },
        "hands": [*map(bits, book.hands)],
        "melds": None if len(book.hands[1 - book.turn]) == 11 else on_the_table({bits(meld) for meld in book.shown}),
        "pile": [NUMBER[card] for card in book.pile],
        "stock": [NUMBER[card] for card in reversed(book.stock)],
        "history": [turns[0], turns[-1]] if len(turns) > 1 else turns,
    }  # fmt: skip


def told_by_engine(games, views):
    """The same out of the engine's records, for every row."""
    tables = views["table"]
    sight = {field: views[field].tolist() for field in ("hand", "legal", "drawn")} | {"hands": games["hands"].tolist()}
    public = {field: tables[field].tolist() for field in TABLE_FIELDS}
    rest = {field: tables[field].tolist() for field in ("melds", "pile", "pile_size", "first", "taken", "discards")}
    draws, stock = views["draws"].tolist(), games["stock"].tolist()
    for i in range(len(views)):
        table, more = ({field: column[i] for field, column in columns.items()} for columns in (public, rest))
        yield {
            **{field: column[i] for field, column in sight.items()},
            "table": table,
            "draws": latest(draws[i], own_draws(table, more["first"])),
            "melds": None
            if table["knocker"] >= 0 and count(table["known"][table["knocker"]]) == 11
            else on_the_table({*more["melds"]} - {0}),
            "pile": more["pile"][: more["pile_size"]],
            "stock": stock[i][: table["stock_left"]],
            "history": history(table["turns"], **more),
        }


def own_draws(table, first):
    """How many cards the seat in turn has drawn: half of the turns finished, and one in the turn that it has begun."""
    return (table["turns"] + (table["turn"] == first)) // 2 + (table["phase"] == gin.DISCARD)


def latest(memory, size):
    """The last of `size` entries that a ring of entries remembers."""
    oldest = size % len(memory)
    return memory[:size] if size <= len(memory) else memory[oldest:] + memory[:oldest]


def history(turns, first, discards, taken, **_):
    """The oldest turn that is remembered and the latest: whose it was, which card was thrown, and whether one had been taken."""
    ends = {max(0, turns - gin.MEMORY), max(0, turns - 1)} if turns else ()
    return [((first + turn) % 2, WORD.get(discards[turn % gin.MEMORY]), bool(taken >> turn % gin.MEMORY & 1)) for turn in sorted(ends)]


class Pair:
    """One match in engine and book, on a first hand that is laid out by the test and chosen in words; the first seat starts."""

    def __init__(self, rules, first, second, up, stock):
        deck = [card for pair in zip(first.split(), second.split(), strict=True) for card in pair] + [up, *stock.split()]
        deck += sorted(gin_melds.DECK - {*deck})
        self.sides = Sides(rules, deal_with_up_card(up), deck)
        game = self.sides.games[0]
        game["hands"] = bits(first.split()), bits(second.split())
        game["stock"][:31] = [NUMBER[card] for card in reversed(deck[21:])]
        self.rows = np.zeros(1, np.uint32)
        self.look()

    def look(self):
        self.sides.look(self.rows[: len(self.sides.going_on())])
        self.legal = self.sides.views["legal"]

    def choose(self, choices):
        """Choices in words, one after the other: `pass, pass, stock, KS, knock`; melds as `AC 2C 3C | 7D 7H 7S`."""
        for text in choices.split(", "):
            assert text in self.words(), f"{text} is not among {sorted(self.words())}"
            self.sides.choose(self.rows, [self.numbers()[text]])
            self.look()
        return self

    def words(self):
        """What may be chosen now, in words."""
        return {*self.numbers()}

    def numbers(self):
        """The same, with the engine's numbers."""
        if self.book.phase == "spread":
            ways = ways_to_spread(self.book.hands[self.turn])
            texts = [" | ".join(sorted(" ".join(sorted(meld, key=gin_melds.order)) for meld in way)) for way in ways]
            return {text: number for number, text in enumerate(texts) if int(self.legal[0]) >> number & 1}
        return {WORD[number]: number for number in listed(int(self.legal[0]))}

    @property
    def book(self):
        return self.sides.books[0]

    @property
    def turn(self):
        return int(self.sides.games[0]["table"]["turn"])

    @property
    def won(self):
        """What the first seat won (less than nothing: lost) in the first hand."""
        mine, yours = self.sides.games[0]["scores"].tolist()
        assert self.book.hand_number == 1 and mine == -yours
        return mine


@lru_cache
def deal_with_up_card(up):
    """The word of a match whose first up-card is this one."""
    matches, found = words(0, "deal", 2000), np.empty(1, np.uint64)
    for deals in matches:
        draw_all(deals, 0, found)
        if decks(found)[0, 20] == NUMBER[up]:
            return np.array([deals])
    raise AssertionError(up)


# ---- who chooses ----


def style(random):
    """A way to play: mostly for little deadwood, knocking soon or late, so that hands end in every way there is."""
    care, haste = random.choice([0.3, 0.8, 0.9, 0.95, 1.0]), random.choice([0.1, 0.5, 1.0])

    def choice(told):
        legal, phase, hand = listed(told["legal"]), told["table"]["phase"], told["hand"]
        if phase == gin.MAY_KNOCK:
            gin_in_hand = least(hand) == 0
            return gin.KNOCK if random.random() < (0.8 if gin_in_hand else haste) else gin.PLAY_ON
        if gin.BIG_GIN in legal:
            return gin.BIG_GIN if random.random() < 0.7 else random.choice(legal)
        if random.random() >= care or phase in (gin.SPREAD, gin.LAY_OFF):
            return random.choice(legal)
        if phase == gin.DISCARD:
            return min(legal, key=lambda card: (least(hand & ~(1 << card)), random.random()))
        top = 1 << told["pile"][-1]
        lower = min(least(hand & ~(1 << card) | top) for card in listed(hand)) < least(hand)
        return gin.PILE if lower and gin.PILE in legal else legal[-1] if phase == gin.OFFER else gin.STOCK

    return choice


def least(hand):
    return melds.deadwood(np.uint64(hand))


def play_both(rules, matches, hands, seed):
    """Play matches in engine and book side by side, each for at most so many hands; counts how the hands ended."""
    random = Random(seed)
    sides = Sides(rules, words(seed, "deal", matches))
    styles = [style(random) for _ in sides.books]
    endings = Counter()
    rows = sides.going_on()
    while len(rows):
        told = sides.look(rows)
        choices = [styles[row](seen) for row, seen in zip(rows, told, strict=True)]
        before = [sides.books[row].hand_number for row in rows]
        sides.choose(rows, choices)
        endings += Counter(sides.books[row].ending for row, hand in zip(rows, before, strict=True) if sides.books[row].hand_number > hand)
        rows = np.array([row for row in sides.going_on() if sides.books[row].hand_number < hands], np.uint32)
    return endings


def random_rules(random):
    """Any house rules that can be played, with hands that end soon enough for a test."""
    rules = Rules(
        knock_limit=random.choice([0, 1, 5, 10, 10, 20, 100]), upcard_limit=random.random() < 0.3, ace_means_gin=random.random() < 0.5,
        spades_double=random.random() < 0.4, double_boxes=random.random() < 0.5, gin_bonus=random.choice([0, 20, 25]),
        big_gin=random.choice([0, 31, 50]), undercut_bonus=random.choice([0, 10, 25]), tie=random.choice([*Tie]),
        lay_off=random.choice([*LayOff]), upcard_offer=random.random() < 0.5, throw_back=random.random() < 0.5,
        stock_left=random.choice([0, 2, 5, 20]), stock_out=random.choice([*StockOut]), max_turns=random.choice([0, 9, 90, 200]),
        dealer=random.choice([*NextDealer]), target=random.choice([0, 30, 100, 150]), hands=random.choice([0, 1, 5]),
        game_bonus=random.choice([0, 100]), box=random.choice([0, 25]), gin_boxes=random.choice([0, 2]),
        undercut_boxes=random.choice([0, 1]), shut_out=random.choice([*ShutOut]),
    )  # fmt: skip
    try:
        rules.check()
    except UserError:
        return random_rules(random)
    return rules
