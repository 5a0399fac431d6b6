"""A position of Hearts, read from its lines. The tricks are played again, so that the rules check points, voids and whose turn it is.

What the other seats hold is not known, but what they played proves what they cannot hold: whoever discards on clubs has none. Such
facts are asked of the rules themselves (`ruled_out`). A position is refused if no deal of the hidden cards agrees with all of them.
"""

from itertools import combinations

import numpy as np

from cardshark.cards import SUITS, CardSet, listed, lowest, name, names
from cardshark.games import house
from cardshark.games.hearts.batch import choose_all, look_all, start_all
from cardshark.games.hearts.rules import MOST_HANDS, MOST_TOTAL, FirstLead, Rules, Ties
from cardshark.games.hearts.state import GAME, PASS, PHASES, PLAY, VIEW
from cardshark.games.lines import Word
from cardshark.games.told import Told, in_range, one, row, rows

FIELDS = {
    "hand": one("hand"), "seat": one("seat"), "phase": one("phase"), "totals": row("totals"), "stage": one("stage"),
    "passing": one("passing"), "leader": one("leader"), "cards": row("cards"), "given": row("given"), "received": row("received"),
    "trick": rows("tricks", "leader", rest="cards"), "points": row("points"), "void": rows("voids", "seat", rest="suits"),
}  # fmt: skip


def read_position(told: Told, rules: Rules) -> np.ndarray:
    """The view that these lines describe, as an array of one."""
    reader = Reader(told, rules)
    reader.read_match()
    reader.read_cards()
    if reader.phase == PASS:
        reader.begin_passing()
    else:
        reader.begin_play()
        reader.play_tricks()
        reader.check_hidden()
    reader.check_what_follows()
    return reader.look()


class Reader:
    """A position while it is read: what it tells, and a game in which it comes about."""

    def __init__(self, told: Told, rules: Rules) -> None:
        self.told, self.rules, self.record = told, rules, house.record(rules)
        self.deck, self.hand_size = int(self.record[0].deck), int(self.record[0].hand_size)
        self.games: np.ndarray = np.zeros(1, GAME)
        self.games["first"] = told.number("hand", 1, MOST_HANDS) - 1
        start_all(self.games, self.record)
        self.game, self.table = self.games[0], self.games[0].table
        self.game.hands[:] = 0
        self.seat = told.number("seat", 0, rules.players - 1)
        self.phase = self.read_phase()
        self.tricks = [words[1:] for words in told.all("trick")]
        self.barred = [0] * rules.players  # what each seat cannot hold
        self.sure = [0] * rules.players  # what each seat must hold, unless it was played

    def look(self) -> np.ndarray:
        """What the seat in turn may know."""
        views: np.ndarray = np.zeros(1, VIEW)
        look_all(self.games, self.record, np.zeros(1, np.uint32), views)
        views["luck"] = 0
        return views

    # ---- the match and the cards ----

    def read_phase(self) -> int:
        """What is being decided."""
        word = self.told.word("phase")
        if word.text not in PHASES[: PLAY + 1]:
            word.wrong(f"here should stand {' or '.join(PHASES[: PLAY + 1])}, not {word.text!r}")
        phase = PHASES.index(word.text)
        if phase == PASS and self.table.phase != PASS:
            word.wrong("nothing is passed in this hand")
        return phase

    def read_match(self) -> None:
        """The totals, and where cards are passed."""
        told, rules, table = self.told, self.rules, self.table
        totals = told.numbers("totals", rules.players, -MOST_TOTAL, MOST_TOTAL)
        back = told.number("stage", 1, 2, 1) == 2
        if back and not rules.win_back:
            told.wrong("stage", "by these rules no points are won back")
        if table.hand_number == 0 and (any(totals) or back):
            told.wrong("totals" if any(totals) else "stage", "before the first hand of a match nobody has points")
        self.check_totals(totals, back)
        table.totals[: rules.players], table.second_stage = totals, back
        told.must_be("passing", [int(table.across)], "in this hand cards are passed this many seats to the left:")

    def check_totals(self, totals: list[int], back: bool) -> None:
        """Refuse totals with which the match is over, or would be in its other stage; a tie may be played on."""
        rules = self.rules
        reached = rules.limit > 0 and max(totals) > rules.limit - (not rules.above_limit)
        tie = rules.ties == Ties.PLAY_ON and totals.count(min(totals)) > 1
        if reached and rules.win_back and not back:
            self.told.wrong("totals", f"a total has reached the limit of {rules.limit}, so points are won back: this is stage 2")
        if reached and not rules.win_back and not tie:
            self.told.wrong("totals", f"a total has reached the limit of {rules.limit}, and the match is over")
        if back and min(totals) <= 0 and not reached and not tie:  # with a total at the limit, stage 2 has only just begun
            self.told.wrong("totals", "somebody has won all points back, and the match is over")

    def read_cards(self) -> None:
        """The own cards, and what was passed."""
        told, table = self.told, self.table
        self.cards, given, received = told.cards("cards"), told.cards("given"), told.cards("received")
        for key, cards in (("cards", self.cards), ("given", given), ("received", received)):
            if cards & ~self.deck:
                told.wrong(key, f"{names(cards & ~self.deck)} is not in the deck")
        wanted = self.rules.pass_count if table.across and self.phase == PLAY else 0
        for key, cards in (("given", given), ("received", received)):
            passing = key == "given" and self.phase == PASS
            if not passing and cards.bit_count() != wanted:
                told.wrong(key, f"{key!r} has {cards.bit_count()} cards: in this phase of this hand there should be {wanted}")
        if given & received:
            told.wrong("received", f"{names(given & received)} cannot come back from somebody else")
        self.game.given[self.seat], self.game.received[self.seat] = given, received

    def begin_passing(self) -> None:
        """A card is to be passed: no trick yet, and fewer cards put aside than are passed."""
        told, given = self.told, int(self.game.given[self.seat])
        if self.tricks:
            told.wrong("trick", "cards are passed before the first trick")
        self.check_count(0)
        if given & ~self.cards:
            told.wrong("given", f"{names(given & ~self.cards)} is put aside, but not among the cards")
        if given.bit_count() >= self.rules.pass_count:
            told.wrong("given", f"{given.bit_count()} cards are put aside already, and {self.rules.pass_count} are passed")
        self.game.hands[self.seat] = self.cards
        self.table.turn = self.seat
        self.table.leader = told.number("leader", 0, self.rules.players - 1, 0)  # where chance has decided who will lead
        if told.has("leader") and self.rules.first_lead != FirstLead.RANDOM:
            told.wrong("leader", "by these rules chance does not decide who leads")

    def check_count(self, played: int) -> None:
        """Refuse a hand of another size than it must have after this many own cards were played."""
        if self.cards.bit_count() != self.hand_size - played:
            self.told.wrong("cards", f"the seat must hold {self.hand_size - played} cards here, not {self.cards.bit_count()}")

    # ---- the tricks ----

    def begin_play(self) -> None:
        """Give every seat the cards that it has played, and the own seat its hand, and let the right seat lead."""
        table, rules = self.table, self.rules
        played = self.played = self.cards_played()
        self.check_count(played[self.seat].bit_count())
        self.check_passed(played)
        for seat in range(rules.players):
            self.game.hands[seat] = played[seat] | (self.cards if seat == self.seat else 0)
        leader = in_range(self.tricks[0][0], 0, rules.players - 1) if self.tricks else self.seat
        blamed = self.tricks[0][0] if self.tricks else self.told.start("seat")
        if rules.first_lead == FirstLead.ROTATE and leader != table.hand_number % rules.players:
            blamed.wrong(f"seat {table.hand_number % rules.players} leads to the first trick of this hand, not {leader}")
        if rules.first_lead in (FirstLead.TWO_OF_CLUBS, FirstLead.LOWEST_CLUB):
            first = int(lowest(np.uint64(self.deck)))
            holder = next((seat for seat in range(rules.players) if int(self.game.hands[seat]) >> first & 1), None)
            if leader != holder and (holder is not None or leader == self.seat):
                blamed.wrong(f"whoever holds {name(first)} leads to the first trick, and that is not seat {leader}")
            self.sure[leader] |= 1 << first
        self.told.must_be("leader", [leader], "the first trick is led by seat")
        table.phase, table.turn, table.leader = PLAY, leader, leader

    def cards_played(self) -> list[CardSet]:
        """What each seat has played, by the tricks as they are told."""
        players, seen, found = self.rules.players, self.cards, [0] * self.rules.players
        for number, trick in enumerate(self.tricks):
            unfinished = number == len(self.tricks) - 1
            if not trick or not (1 if unfinished else players) <= len(trick) - 1 <= players:
                start = self.told.all("trick")[number][0]
                start.wrong(f"a trick is its leader and {players} cards, and only the last may be unfinished")
            leader = in_range(trick[0], 0, players - 1)
            for place, word in enumerate(trick[1:]):
                card = word.card()
                if not self.deck >> card & 1:
                    word.wrong(f"{name(card)} is not in the deck")
                if seen >> card & 1:
                    word.wrong(f"{name(card)} was played before, or is still in the hand")
                seen |= 1 << card
                found[(leader + place) % players] |= 1 << card
        return found

    def check_passed(self, played: list[CardSet]) -> None:
        """Refuse passed cards that are where they cannot be."""
        given, received = int(self.game.given[self.seat]), int(self.game.received[self.seat])
        taker = (self.seat + int(self.table.across)) % self.rules.players
        elsewhere = self.cards | sum(cards for seat, cards in enumerate(played) if seat != taker)
        if given & elsewhere:
            self.told.wrong("given", f"{names(given & elsewhere)} was passed to seat {taker}, and cannot be anywhere else")
        if received & ~(self.cards | played[self.seat]):
            missing = names(received & ~(self.cards | played[self.seat]))
            self.told.wrong("received", f"{missing} is neither in the hand nor was it played by this seat")
        self.sure[taker] |= given

    def play_tricks(self) -> None:
        """Play every card, and let the rules say whether it may be played and who takes the trick."""
        for trick in self.tricks:
            leader = in_range(trick[0], 0, self.rules.players - 1)
            if leader != self.table.turn:
                trick[0].wrong(f"seat {self.table.turn} leads to this trick, not {leader}")
            for word in trick[1:]:
                self.play(word)
        if self.table.turn != self.seat:
            self.told.wrong("seat", f"after these tricks it is the turn of seat {self.table.turn}, not {self.seat}")

    def play(self, word: Word) -> None:
        """Play one card, and keep what it proves."""
        card, seat = word.card(), int(self.table.turn)
        never = self.ruled_out(card)
        if never >> card & 1:
            word.wrong(f"{name(card)} may not be played here")
        held = never & int(self.game.hands[seat])
        if held:
            word.wrong(f"seat {seat} may not play {name(card)} here, because it still has {names(held)}")
        self.barred[seat] |= never
        views: np.ndarray = np.zeros(1, VIEW)
        views["legal"] = 1 << card
        choose_all(self.games, self.record, np.zeros(1, np.uint32), views, np.array([card], np.int8))

    def ruled_out(self, card: int) -> CardSet:
        """The cards that the seat in turn cannot have had if it may play this one; the card itself if nobody may play it here.

        The rules are asked about a hand of two cards, once for each other card. That is enough: if a card may not be played from a hand,
        a single other card of it is the reason.
        """
        others = [other for other in listed(self.deck & ~int(self.table.seen)) if other != card]
        hands = np.array([1 << card, *(1 << card | 1 << other for other in others)], np.uint64)
        games, views = np.repeat(self.games, len(hands)), np.zeros(len(hands), VIEW)
        games["hands"][:, self.table.turn] = hands
        look_all(games, self.record, np.arange(len(hands), dtype=np.uint32), views)
        refused = (views["legal"] >> np.uint64(card) & np.uint64(1)) == 0
        return sum(1 << other for other, bad in zip([card, *others], refused.tolist(), strict=True) if bad)

    # ---- what is hidden, and what follows ----

    def check_hidden(self) -> None:
        """Refuse a position if the hidden cards cannot be dealt to the other seats, whatever the deal."""
        hidden = self.deck & ~self.cards & ~int(self.table.seen)
        others = [seat for seat in range(self.rules.players) if seat != self.seat]
        room = {seat: self.hand_size - self.played[seat].bit_count() for seat in others}
        may_hold = {card: self.holders(card, others) for card in listed(hidden)}
        for size in range(len(others)):
            for some in combinations(others, size):
                stuck = [card for card, seats in may_hold.items() if seats <= set(some)]
                if len(stuck) > sum(room[seat] for seat in some):
                    whom = " and ".join(f"seat {seat}" for seat in some)
                    could = f"only {whom} could hold {names(stuck)}, which is too much" if some else f"nobody could hold {names(stuck)}"
                    self.told.wrong("trick" if self.tricks else "cards", f"by what was played and passed, {could}")

    def holders(self, card: int, others: list[int]) -> set[int]:
        """The seats that may hold a hidden card."""
        sure = {seat for seat in others if self.sure[seat] >> card & 1}
        return {seat for seat in sure or others if not self.barred[seat] >> card & 1}

    def check_what_follows(self) -> None:
        """Points and voids follow from the tricks; where they are told, they must agree."""
        players = self.rules.players
        self.told.must_be("points", self.table.points[:players].tolist(), "by the tricks the points are")
        for _, *words in self.told.all("void"):
            if not words:
                self.told.wrong("void", "here should stand a seat and suits")
            seat = in_range(words[0], 0, players - 1)
            for word in words[1:]:
                if len(word.text) != 1 or word.text not in SUITS:
                    word.wrong(f"{word.text!r} is not a suit: write C, D, H or S")
                if not int(self.table.voids[seat]) >> SUITS.index(word.text) & 1:
                    word.wrong(f"no trick shows that seat {seat} has none of this suit")
