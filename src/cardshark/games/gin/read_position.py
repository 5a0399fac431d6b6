"""A position of gin rummy, read from its lines. The turns are played again (`turns.py`), and what follows from them is checked."""

import numpy as np

from cardshark.cards import CardSet, listed, name, names, set_of
from cardshark.games import house
from cardshark.games.gin.batch import deal_these, look_all, start_all
from cardshark.games.gin.melds import deadwood, listed_arrangements, points
from cardshark.games.gin.names import is_meld, validate_melds
from cardshark.games.gin.rules import LONGEST_HAND, LONGEST_MATCH, LayOff, Rules
from cardshark.games.gin.state import (
    BIG_GIN,
    DISCARD,
    DRAW,
    GAME,
    HAND_SIZE,
    LAY_OFF,
    MAY_KNOCK,
    MEMORY,
    NOBODY,
    OFFER,
    OVER,
    PHASES,
    PILE,
    PILE_ROOM,
    SEATS,
    SPREAD,
    STOCK,
    VIEW,
)
from cardshark.games.gin.turns import Story, read_turns
from cardshark.games.lines import blame
from cardshark.games.told import Told, in_range, one, row, rows, set_of_words

FIELDS = {
    "hand": one("hand"), "seat": one("seat"), "phase": one("phase"), "totals": row("totals"), "boxes": row("boxes"),
    "dealer": one("dealer"), "knock_limit": one("knock_limit"), "doubling": one("doubling"), "upcard": one("upcard"),
    "passed": one("passed"), "cards": row("cards"), "stock": one("stock"), "pile": row("pile"), "turns": one("turns"),
    "turn": rows("last_turns", "seat", "from", "card", "discard"), "known": rows("known", "seat", rest="cards"),
    "knocker": one("knocker"), "meld": rows("melds", rest="*"), "laid_off": row("laid_off"),
}  # fmt: skip
MOST_POINTS = 1_000_000  # of a match, and boxes: far more than the rules allow
DECK = 52


def read_position(told: Told, rules: Rules) -> np.ndarray:
    """The view that these lines describe, as an array of one."""
    reader = Reader(told, rules)
    reader.read_match()
    reader.read_cards()
    reader.read_knock()
    reader.play_turns()
    reader.check_known()
    reader.check_phase()
    reader.write_table()
    return reader.look()


class Reader:
    """A position while it is read: what it tells, and a game that is set up so."""

    def __init__(self, told: Told, rules: Rules) -> None:
        self.told, self.rules, self.record = told, rules, house.record(rules)
        self.games: np.ndarray = np.zeros(1, GAME)
        self.game, self.table = self.games[0], self.games[0].table
        self.table.hand_number = told.number("hand", 1, LONGEST_MATCH) - 1
        start_all(self.games, self.record)
        self.seat = told.number("seat", 0, SEATS - 1)
        self.other = 1 - self.seat
        self.phase = self.read_phase()

    def read_phase(self) -> int:
        """What is being decided."""
        word = self.told.word("phase")
        if word.text not in PHASES[:OVER]:
            word.wrong(f"here should stand {', '.join(PHASES[:OVER])}, not {word.text!r}")
        return PHASES.index(word.text)

    # ---- what is told ----

    def read_match(self) -> None:
        """Totals, boxes, who dealt, and the turns."""
        told, table = self.told, self.table
        table.totals[:] = told.numbers("totals", SEATS, 0, MOST_POINTS)
        table.boxes[:] = told.numbers("boxes", SEATS, 0, MOST_POINTS)
        if table.hand_number == 0 and (table.totals.any() or table.boxes.any()):
            told.wrong("totals" if table.totals.any() else "boxes", "before the first hand of a match nobody has points or boxes")
        if max(table.totals) >= self.record[0].goal:
            told.wrong("totals", f"a total has reached {self.rules.target}, and the match is over")
        table.dealer = told.number("dealer", 0, 1)
        self.passed = told.number("passed", 0, SEATS, 0)
        self.turns = read_turns(told, self.seat)
        listed_turns = [turn for turn in self.turns if turn.discard is not None]
        self.finished = told.number("turns", 0, LONGEST_HAND, len(listed_turns))
        if len(listed_turns) != min(self.finished, MEMORY - 1):
            told.wrong("turns", f"{min(self.finished, MEMORY - 1)} finished turns should be listed, not {len(listed_turns)}")
        for turn, after in zip(self.turns, self.turns[1:], strict=False):
            if turn.discard is None or turn.seat == after.seat:
                after.words[0].wrong("the players take turns, and only the last turn may lack its discard")
        started = self.finished - len(listed_turns)
        self.first = (self.turns[0].seat + started) % SEATS if self.turns else 1 - int(table.dealer)

    def read_cards(self) -> None:
        """The own cards, the pile, the first up-card, and what is known of each hand; no card is in two places."""
        told = self.told
        self.cards, self.laid_off = told.cards("cards"), told.cards("laid_off")
        wanted = HAND_SIZE + (self.phase == DISCARD) - self.laid_off.bit_count()
        if self.cards.bit_count() != wanted:
            told.wrong("cards", f"the seat must hold {wanted} cards here, not {self.cards.bit_count()}")
        self.pile = [word.card() for word in told.line("pile")[1:]]
        told.cards("pile")
        self.known = [0] * SEATS
        for _, *words in told.all("known"):
            if not words:
                told.wrong("known", "here should stand a seat and cards")
            seat = in_range(words[0], 0, SEATS - 1)
            self.known[seat] |= set_of_words(words[1:])
        for one_place, key, other in (
            (self.cards, "pile", set_of(self.pile)),
            (self.cards | set_of(self.pile), "laid_off", self.laid_off),
            (self.cards | set_of(self.pile) | self.laid_off, "known", self.known[self.other]),
        ):
            if one_place & other:
                told.wrong(key, f"{names(one_place & other)} stands in two places")
        self.upcard = self.read_upcard()

    def read_upcard(self) -> int:
        """The first up-card: told, or the card taken in the first turn, or the lowest of the pile."""
        taken = bool(self.turns) and self.turns[0].source == PILE
        if self.told.has("upcard") or self.finished >= MEMORY or not (taken or self.pile):
            return self.told.word("upcard").card()
        return int(self.turns[0].card or 0) if taken else self.pile[0]

    def read_knock(self) -> None:
        """Who knocked, and the melds on the table."""
        told = self.told
        self.knocker = NOBODY if self.phase < SPREAD else told.number("knocker", 0, SEATS - 1)
        if self.phase < SPREAD and told.has("knocker"):
            told.wrong("knocker", "in this phase nobody has knocked yet")
        self.spread = self.knocker == self.other  # the knocker's hand lies on the table
        if not self.spread and (told.has("meld") or told.has("laid_off")):
            told.wrong("meld" if told.has("meld") else "laid_off", "no melds lie on the table before the knocker has laid them down")
        if self.phase == SPREAD and self.spread and self.laid_off:
            told.wrong("laid_off", "nothing is laid off before the own hand is laid down")

    # ---- what follows ----

    def play_turns(self) -> None:
        """Play the turns again, and compare the pile and the stock."""
        told = self.told
        hands = self.cards.bit_count() + self.laid_off.bit_count() + HAND_SIZE + (self.spread and self.big_gin())
        stock = DECK - hands - len(self.pile)
        self.story = story = Story(self.rules, self.seat, self.cards | self.laid_off, self.turns)
        begun = self.finished - sum(turn.discard is not None for turn in self.turns)
        if begun:
            story.begin_later(self.pile, stock, self.known)
        else:
            story.begin(self.upcard)
            self.check_deal()
        story.play(begun, goes_on=self.phase in (DRAW, DISCARD))
        if story.renewed is not None:
            told.word("upcard")  # the pile that began with it is gone
        told.must_be("stock", [stock], "by the other cards the stock has")
        if story.stock != stock or len(story.pile) != len(self.pile):
            told.wrong("pile", f"by the turns the pile has {len(story.pile)} cards and the stock {story.stock}")
        for word, card in zip(told.line("pile")[1:], story.pile, strict=True):
            if card is not None and card != word.card():
                word.wrong(f"by the turns {name(card)} lies here")

    def check_deal(self) -> None:
        """The up-card lay open when the hand was dealt, so it was not dealt to this seat."""
        if self.story.hand >> self.upcard & 1:
            self.told.wrong("upcard", f"{name(self.upcard)} cannot be the up-card, because it was dealt to this seat")

    def big_gin(self) -> bool:
        """Did the last turn end with big gin?"""
        return bool(self.turns) and self.turns[-1].discard == BIG_GIN

    def check_known(self) -> None:
        """What each hand is known to hold follows from the turns; a hand that was laid down is known whole."""
        told, story = self.told, self.story
        expected = [story.known[seat] & ~(self.laid_off if seat == self.seat else 0) for seat in range(SEATS)]
        if self.spread:
            size = HAND_SIZE + self.big_gin()
            if self.known[self.other].bit_count() != size or expected[self.other] & ~self.known[self.other]:
                told.wrong("known", f"the {size} cards of the knocker lie open, with all that the knocker took from the pile and kept")
            expected[self.other] = self.known[self.other]
        for seat in range(SEATS):
            if self.known[seat] != expected[seat] and (told.has("known") or self.finished >= MEMORY):
                told.wrong("known", f"by the turns seat {seat} is known to hold {names(expected[seat]) or 'nothing'}")
        self.known = expected

    def check_phase(self) -> None:
        """Is it this seat's turn, and can this be what is to be decided?"""
        told, dealer, first = self.told, int(self.table.dealer), self.turns[0] if self.turns else None
        if self.passed and not self.rules.upcard_offer:
            told.wrong("passed", "by these rules the first up-card is not offered")
        if first and self.first != (dealer if self.passed == 1 else 1 - dealer):
            first.words[0].wrong(f"seat {dealer if self.passed == 1 else 1 - dealer} has the first turn of this hand")
        if first and self.finished < MEMORY and self.rules.upcard_offer:
            wanted = STOCK if self.passed == SEATS else PILE
            if first.source != wanted:
                first.words[1].wrong(f"with passed {self.passed}, the first card comes from the {'stock' if wanted == STOCK else 'pile'}")
        begun = (self.first + self.finished) % SEATS
        turn = {OFFER: dealer if self.passed == 1 else 1 - dealer, DRAW: begun, DISCARD: begun}.get(self.phase, 1 - begun)
        if turn != (self.other if self.spread else self.seat):
            told.wrong("seat", f"in this phase, after these turns, it is not the turn of seat {self.seat}")
        if bool(self.turns and self.turns[-1].discard is None) != (self.phase == DISCARD):
            told.wrong("phase", "a turn without its discard comes last in phase discard, and in no other")
        if self.phase == OFFER and (self.finished or self.passed == SEATS or not self.rules.upcard_offer):
            told.wrong("phase", "the up-card is offered only before the first turn, where the rules say so")
        if self.phase == DRAW and not self.finished and self.rules.upcard_offer and self.passed != SEATS:
            told.wrong("passed", "before the first draw both have left the up-card")
        if self.phase >= MAY_KNOCK and not self.finished:
            told.wrong("phase", "nobody can knock before the first discard")
        if self.big_gin() and not self.spread:
            self.turns[-1].words[3].wrong("after big gin it is the other player's choice")

    # ---- the table ----

    def write_table(self) -> None:
        """Set up the game."""
        game, table = self.game, self.table
        stock = np.array([self.upcard] * PILE_ROOM, np.int8)
        deal_these(self.games, self.record, np.zeros(SEATS, np.uint64), stock)  # this sets what follows from the up-card
        self.told.must_be("knock_limit", [int(table.knock_limit)], "in this hand the most deadwood for a knock is")
        self.told.must_be("doubling", [int(table.doubling)], "this hand counts this many times:")
        game.hands[self.seat] = self.cards
        table.phase, table.turn, table.passed, table.first = self.phase, self.seat, self.passed, self.first
        table.turns, table.stock_left, table.laid_off = self.finished, self.story.stock, self.laid_off
        table.known[:] = self.known
        table.pile[:] = NOBODY
        table.pile[: len(self.pile)], table.pile_size, table.piled = self.pile, len(self.pile), set_of(self.pile)
        table.knocker = self.knocker
        self.write_turns()
        if self.spread:
            self.write_melds(self.known[self.other])
        if self.phase in (MAY_KNOCK, SPREAD) and not self.spread:
            least = int(deadwood(np.uint64(self.cards)))
            if least > table.knock_limit:
                self.told.wrong("phase", f"with {least} points of deadwood nobody may knock here")

    def write_turns(self) -> None:
        """Write down the turns as the table remembers them."""
        game, table, number = self.game, self.table, self.finished - sum(turn.discard is not None for turn in self.turns)
        for place, turn in enumerate(self.turns, number):
            if turn.source == PILE and place == number > 0:
                table.discards[(place - 1) % MEMORY] = turn.card
            if turn.seat == self.seat:
                game.draws[self.seat, place // 2 % (MEMORY // 2)] = turn.card
            if turn.discard is not None:
                table.discards[place % MEMORY] = NOBODY if turn.discard == BIG_GIN else turn.discard
                table.taken |= np.uint64((turn.source == PILE) << place % MEMORY)
            table.source = turn.source
        if self.turns and self.phase in (DISCARD, MAY_KNOCK):
            game.drawn = self.turns[-1].card

    def write_melds(self, hand: CardSet) -> None:
        """The knocker's melds, with what was laid off on them, in the order in which the rules lay them down."""
        told, table = self.told, self.table
        if self.rules.lay_off != (LayOff.CHOSEN if self.phase == LAY_OFF else LayOff.AFTER_MELDS):
            told.wrong("phase", "by these rules there is nothing to choose here")
        lying = [set_of_words(words[1:]) for words in told.all("meld")]
        first = told.start("meld")
        if any(not is_meld(meld) for meld in lying) or set_of(card for meld in lying for card in listed(meld)) != sum(lying):
            first.wrong("a meld is three or four of a rank, or three or more in a row of one suit, and no card is in two melds")
        if self.laid_off & ~sum(lying) or sum(lying) & ~(hand | self.laid_off):
            first.wrong("the melds hold cards of the knocker, and all that was laid off")
        declared = [meld & ~self.laid_off for meld in lying]
        number = blame(first, lambda: validate_melds(hand, declared, int(table.knock_limit)))
        ordered = [lying[declared.index(meld)] for meld in listed_arrangements(hand)[number].melds]
        table.melds[: len(ordered)] = ordered
        if self.phase == LAY_OFF and not points(np.uint64(hand & ~sum(declared))):
            told.wrong("phase", "nothing is laid off on gin")

    def look(self) -> np.ndarray:
        """What the seat in turn may know; there must be something to choose."""
        views: np.ndarray = np.zeros(1, VIEW)
        look_all(self.games, self.record, np.zeros(1, np.uint32), views)
        views["luck"] = 0
        if self.phase in (SPREAD, LAY_OFF) and int(views["legal"][0]).bit_count() < 2:
            self.told.wrong("phase", "there is nothing to choose here: the rules go on by themselves")
        return views
