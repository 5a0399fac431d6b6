"""The match at a table as a pure function of what is kept of it: its settings, and for each hand a secret, words and the choices.

Everything else is played again from that, so a server that was killed goes on with the very same cards. Each hand is dealt from its
own secret, whose seal is shown before the first card, and from the words that people add to it (`joining`); nothing of the next hand
exists before somebody asks for it. A finished hand stays on the table, as it was before its last choice, until then. While words are
waited for, no card has been dealt: what the engine holds meanwhile is a deal that nobody sees and nobody gets.
"""

from collections.abc import Iterator
from copy import copy
from typing import Any

import numpy as np
from msgspec import Struct

from cardshark.cards import lowest
from cardshark.chance import words
from cardshark.games import game_named, house
from cardshark.games.match import Single
from cardshark.hands.hand import StandIn
from cardshark.hands.played import PlayedHand, choose_as_before, record_deal, start
from cardshark.hands.saved import from_json
from cardshark.hands.seal import Chances, seal_of, words_of
from cardshark.text import UserError
from cardshark.web.games import page_of
from cardshark.web.games.page import TableStep
from cardshark.web.table.joining import Joining

YOU = "you"  # the seat of a person
FAMILY = "family"  # the mode of tables at which several people play against each other
CLUB = "club"  # the mode of tables of a club evening: several people play at them in turn
CHALLENGE_GAME = "hearts"  # the game of the human experiment
CHALLENGE_SEED = 1  # its seed: it deals the same cards to everybody


class TableSettings(Struct):
    """What was agreed when people sat down."""

    game: str
    rules: str
    seats: list[str]
    mode: str = "play"
    challenge: str = ""  # the opponent in the human experiment
    number: int = 0  # which game of the experiment this is
    start: dict[str, Any] | None = None  # a hand from elsewhere that is tried again
    home: str = ""  # the page of something larger to which this table belongs: others get the same cards, so there is one try, and no seal
    first: int = 0  # the number of the first hand, which decides to whom cards are passed


class Dealt(Struct):
    """A hand as it is kept."""

    secret: bytes  # empty where the cards come from elsewhere: the human experiment, a hand that is tried again
    choices: list[int]
    undone: bool = False  # something was taken back
    joined: Joining | None = None  # what people gave to the deal; none if nobody was asked
    stood_in: list[StandIn] = []  # who chose for players that could not go on

    @property
    def waits(self) -> bool:
        """Is it not dealt yet, because words are waited for?"""
        return self.joined is not None and self.joined.step != "dealt"

    @property
    def chances(self) -> Chances:
        """The words of chance from which it is dealt."""
        return words_of(self.secret, self.words)

    @property
    def words(self) -> list[str]:
        """What people have said, by seat."""
        return self.joined.words if self.joined else []

    def up_to(self, place: int) -> "Dealt":
        """The same deal with its first choices only."""
        stood_in = [each for each in self.stood_in if each.choice < place]
        return Dealt(self.secret, self.choices[:place], joined=self.joined, stood_in=stood_in)


class TableMatch:
    """A match at a table, hand after hand."""

    def __init__(self, settings: TableSettings, hands: list[Dealt]) -> None:
        self.settings, self.hands = settings, hands
        self.page, self.game = page_of(settings.game), game_named(settings.game)
        self.rules = house.parse(self.game.PRESETS, settings.rules or next(iter(self.game.PRESETS)))
        self.count = self.game.seats(self.rules)
        self.you = settings.seats.index(YOU) if YOU in settings.seats else None  # the seat whose eyes look at this table
        if len(settings.seats) != self.count:
            raise UserError(f"{self.count} players sit at this table, not {len(settings.seats)}")
        self.instead = {each.seat: each.player for hand in hands for each in hand.stood_in}  # who plays for a player that could not go on
        self.source = None if settings.start is None else from_json(settings.start)  # the hand that is tried again
        self.match = self.opening()
        self.cards = self.game.text.dealt(self.match)  # of this hand, and what was chosen
        self.story: list[TableStep] = []  # of this hand
        self.after: np.ndarray | None = None  # the game after a finished hand
        self.last: TableStep | None = None  # the choice that ended the hand before
        for number, hand in enumerate(hands):
            if number:
                self.turn_over(hand)
            for choice in hand.choices:
                self.play(choice)

    def opening(self) -> Single:
        """The match, its first hand dealt."""
        if self.source is not None:
            return start(self.source)
        if self.settings.challenge:
            deals, luck = (int(words(CHALLENGE_SEED, name, 1, self.settings.number)[0]) for name in ("deal", "luck"))
        elif self.hands[0].waits:
            deals, luck = 0, 0  # nobody sees these cards
        else:
            deals, luck = self.hands[0].chances
        return Single(self.game, self.rules, deals, luck, self.settings.first)

    # ---- what happens ----

    def choose(self, choice: int, stood_in: list[StandIn] | None = None) -> None:
        """Carry out a legal choice of the seat in turn, and write it down; and who has chosen for others by then, if that is new."""
        self.play(choice)
        self.hands[-1].choices.append(choice)
        if stood_in is not None:
            self.hands[-1].stood_in = stood_in

    def stand_ins(self) -> list[StandIn]:
        """Who has chosen for others in this hand as soon as the player of the seat in turn has chosen."""
        hand, seat = self.hands[-1], self.turn
        if seat not in self.instead or any(each.seat == seat for each in hand.stood_in):
            return hand.stood_in
        return [*hand.stood_in, StandIn(seat, len(hand.choices), self.instead[seat])]

    def play(self, choice: int) -> None:
        """Carry out a choice."""
        before, number = self.match.games.copy(), self.hand_number
        self.carry_out(choice)
        self.story.append(TableStep(before, choice, int(before["table"]["turn"][0]), int(before["table"]["phase"][0])))
        if self.match.over or self.hand_number != number:
            self.after = self.match.games.copy()
            self.match.games[:] = before  # the engine dealt the next hand too, but that one is dealt from its own secret

    def carry_out(self, choice: int) -> None:
        """Carry out a choice; where a hand is tried again, chance falls as it fell there."""
        self.cards = choose_as_before(self.match, self.cards, choice, self.source.cards if self.source else None)

    def next_hand(self, secret: bytes, joined: Joining | None = None) -> None:
        """The next hand: dealt from its own secret, or as soon as people have said their words."""
        self.hands.append(Dealt(secret, [], joined=joined))
        self.turn_over(self.hands[-1])

    def turn_over(self, hand: Dealt) -> None:
        """Go on from a finished hand to this one."""
        assert self.after is not None
        self.last = self.story[-1]
        if hand.waits:
            self.match.games[:] = self.after  # number and totals are right; the cards are not those that will be dealt
            self.lay_out()
        else:
            self.deal_next(hand)

    def deal(self) -> None:
        """Everybody has said their words, or gave none: deal."""
        if self.last is None:
            self.match = self.opening()
            self.lay_out()
        else:
            self.deal_next(self.hands[-1])

    def deal_next(self, hand: Dealt) -> None:
        """Deal the next hand from its secret: play the last choice again, now with the new random words in place."""
        games = self.match.games
        if self.settings.challenge:
            assert self.after is not None
            games[:] = self.after
        else:
            assert self.last is not None
            deals, luck = hand.chances
            games[:] = self.last.before
            games["deals"], games["luck"] = deals, luck
            self.match.choose(self.last.choice)
            games["luck"] = luck
        self.lay_out()

    def lay_out(self) -> None:
        """A new hand begins."""
        self.cards, self.story, self.after = self.game.text.dealt(self.match), [], None

    def without_last(self, seat: int) -> "TableMatch":
        """The table before a seat's last choice in this hand."""
        own = [number for number, step in enumerate(self.story) if step.seat == seat]
        if not own:
            raise UserError("there is nothing to take back")
        last = self.hands[-1].up_to(self.page.undo_to(self.story, own))
        last.undone = True
        found = TableMatch(self.settings, [*self.hands[:-1], last])
        found.instead = self.instead  # nobody comes back because something was taken back
        return found

    def seen_by(self, seat: int) -> "TableMatch":
        """The same table, looked at from another seat."""
        seen = copy(self)
        seen.you = seat
        return seen

    # ---- the position ----

    @property
    def hand_number(self) -> int:
        """Of this hand in its match, from 0."""
        return int(self.match.games["table"]["hand_number"][0])  # a field of an array is read in a tenth of the time of one of a record

    @property
    def ended(self) -> bool:
        """Is the hand on the table finished?"""
        return self.after is not None

    @property
    def waits(self) -> bool:
        """Are words waited for, so that nothing is dealt?"""
        return self.hands[-1].waits

    @property
    def in_play(self) -> bool:
        """Is a hand being played?"""
        return not self.ended and not self.waits

    @property
    def over(self) -> bool:
        """Is the match decided, too?"""
        return self.after is not None and bool(self.after["table"]["phase"][0] == self.game.OVER or self.settings.start is not None)

    @property
    def turn(self) -> int | None:
        """Whose turn it is; nobody's between hands."""
        return int(self.match.games["table"]["turn"][0]) if self.in_play else None

    @property
    def seal(self) -> str:
        """Of the deal on the table; none where the cards come from elsewhere, or others get them too."""
        return seal_of(self.secret) if self.secret else ""

    @property
    def secret(self) -> bytes:
        """What was sealed; empty where nothing was."""
        return b"" if self.settings.home else self.hands[-1].secret

    @property
    def points(self) -> list[int]:
        """What the finished hand added to each seat's total: points taken in Hearts (negative if won back), points won at gin."""
        assert self.after is not None
        return (self.after["scores"][0][: self.count] * self.page.score_sign(self.match)).tolist()

    @property
    def totals(self) -> list[int]:
        """Points of the match before the hand, or with it when it is finished."""
        games = self.match.games if self.after is None else self.after
        return games["table"]["totals"][0][: self.count].tolist()

    def view(self, games: np.ndarray | None = None) -> np.ndarray:
        """What the seat in turn may know, as players get it; of this position, or of an earlier one."""
        views = np.zeros(1, self.game.VIEW)
        self.game.look_all(self.match.games if games is None else games, self.match.record, np.zeros(1, np.uint32), views)
        views.flags.writeable = False  # as in the loop, so that kernels are compiled once
        return views

    @property
    def is_decided(self) -> bool:
        """Does the rest of the hand change nothing?"""
        return self.in_play and self.page.is_decided(self)

    def final(self) -> Single:
        """The match after the hand, in which somebody may look at the score; before its end the match itself."""
        if self.after is None:
            return self.match
        match = copy(self.match)
        match.games = self.after
        return match

    def record(self, names: list[str]) -> PlayedHand:
        """The hand as a value, as far as it was played: for the review, and for the links of its chain."""
        first, hand = copy(self.match), self.hands[-1]
        first.games = (self.story[0].before if self.story else self.match.games).copy()
        sealing = hand.joined.sealing if hand.joined else None
        dealt = record_deal(self.settings.game, first, self.settings.seats, names, self.secret, sealing)
        return dealt._replace(cards=self.cards, undone=hand.undone and sealing is not None, stood_in=tuple(hand.stood_in))

    def rest(self) -> Iterator[int]:
        """Any legal choices to the end of the hand, one by one, each after the one before was made."""
        while not self.ended:
            yield int(lowest(np.uint64(self.match.view().legal)))


def hand_by_hand(settings: TableSettings, hands: list[Dealt]) -> Iterator[TableMatch]:
    """A table after each of its hands. It is the same table each time, and goes on to the next hand."""
    first, *others = hands
    yield (table := TableMatch(settings, [copy_of(first)]))
    for hand in others:
        table.next_hand(hand.secret, hand.joined)
        table.hands[-1].undone, table.hands[-1].stood_in = hand.undone, hand.stood_in
        for choice in hand.choices:
            table.choose(choice)
        yield table


def copy_of(hand: Dealt) -> Dealt:
    """The same hand, to which choices can be added."""
    return Dealt(hand.secret, list(hand.choices), hand.undone, hand.joined, hand.stood_in)
