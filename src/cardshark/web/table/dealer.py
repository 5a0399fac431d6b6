"""What is done at a table: players and the person choose, cards are passed, things are taken back, hands are dealt.

All of it happens in a worker thread, one thing after another (`room.py` sees to that). A choice is kept before it is carried out, and
carried out before anybody hears of it.
"""

import sqlite3
import time
from contextlib import suppress
from typing import Any

import numpy as np

from cardshark.cards import names, permits, set_of
from cardshark.coach.bots import stand_in
from cardshark.hands.hand import StandIn
from cardshark.players.player import Player
from cardshark.text import UserError
from cardshark.web import messages as m
from cardshark.web.messages import Words
from cardshark.web.messages.answers import Refused
from cardshark.web.table.coaching import Coaching, CoachPosition, position_of, split_of
from cardshark.web.table.database import NotKept
from cardshark.web.table.dealing import Dealing
from cardshark.web.table.people import names_at, sitter_of
from cardshark.web.table.sitting import SECONDS, ask, dismiss, is_outside, seat_player
from cardshark.web.table.state import state_of
from cardshark.web.table.store import KeptTable, Store
from cardshark.web.table.table import FAMILY, YOU, TableMatch

SLOWEST, FASTEST = 0.25, 8.0  # when watching


class TableDealer(Dealing):
    """A table and its players."""

    def __init__(self, store: Store, name: str, kept: KeptTable, seconds: float = SECONDS) -> None:
        self.seconds, self.closed = seconds, False  # for a choice of a player from outside; has everybody been sent away?
        self.store, self.name, self.person, self.level = store, name, kept.person, kept.coach
        self.table = TableMatch(kept.settings, kept.hands)
        self.players: list[Player | None] = [None] * self.table.count
        self.failures: list[Words] = []  # of players, that nobody has heard of yet
        for seat, text in enumerate(kept.settings.seats):
            if text != YOU:
                self.sit(seat, self.table.instead.get(seat, text))
        self.seq = self.moved = int(time.time() * 1000)  # numbers of the last state and the last choice; they grow over restarts
        self.watch: dict[str, Any] | None = None
        if kept.settings.mode == "watch":
            self.watch = {"speed": 1.0, "paused": False, "open": True, "disagree": False, "split": None}
        self.steps = 0  # single steps that were asked for
        self.settled = -1  # the position whose disagreement was shown
        self.coaching: Coaching | None = None
        self.position: CoachPosition | None = position_of(self.table)
        if self.table.ended:
            self.write_score()  # in case the server was killed just before
        if self.is_secret():
            self.step()

    # ---- players ----

    def sit(self, seat: int, text: str) -> None:
        """Let a player sit down; if it cannot, somebody else does."""
        try:
            self.players[seat] = seat_player(text, self.table, self.seconds)
        except Exception as error:
            self.stand_in(seat, text, error)

    def stand_in(self, seat: int, text: str, error: Exception) -> None:
        """Somebody plays on for a player that failed, for the rest of the match."""
        instead = stand_in(self.table.settings.game)
        reason = " ".join(str(error).split())[:300] or type(error).__name__
        settings = self.table.settings
        who = names_at(settings.game, settings.rules, settings.seats)[seat]
        other = sitter_of(settings.game, settings.rules, instead).name
        self.failures.append(Words("trouble_player", {"who": who, "player": text, "why": reason, "instead": other}))
        self.table.instead[seat] = instead
        dismiss(self.players[seat])
        self.players[seat] = seat_player(instead, self.table)

    def has_outsiders(self) -> bool:
        """Does somebody sit here who thinks in a process of its own, and may keep a thread waiting?"""
        return any(map(is_outside, self.table.settings.seats))

    def close(self) -> None:
        """Send all players away, from any thread. Whoever waits for one of them gets an error."""
        self.closed = True
        for player in self.players:
            dismiss(player)

    def step(self) -> m.State | m.Sealing:
        """The player in turn chooses, and gives the state after it.

        It chooses again where the page may not see that there was a choice, and until all cards are passed on that go together.
        """
        seat, views = self.table.turn, self.table.view()
        assert seat is not None
        if self.disagreement(views):
            return self.next_state()
        try:
            choice = ask(self.players[seat], views)
        except Exception as error:  # whatever an outside player does, the table goes on
            if self.closed:
                raise
            self.stand_in(seat, self.table.settings.seats[seat], error)
            choice = ask(self.players[seat], views)
        self.make(choice, self.table.stand_ins())
        passes_on = self.table.turn == seat and self.table.page.cards_to_pass(self.table, seat) > 0
        return self.step() if passes_on or self.is_secret() else self.next_state()

    def disagreement(self, views: np.ndarray) -> bool:
        """Watching: is this a position at which to stop, because the players of the table disagree?"""
        place = len(self.table.hands) << 16 | len(self.table.story)
        if not self.watch or not self.watch["disagree"] or self.settled == place:
            if self.watch:
                self.watch["split"] = None
            return False
        self.settled = place
        opinions: dict[str, int] = {}
        for seat, (text, player) in enumerate(zip(self.table.settings.seats, self.players, strict=True)):
            with suppress(Exception):  # a player that fails here has no opinion
                opinions.setdefault(self.table.instead.get(seat, text), ask(player, views))
        self.watch["split"] = split_of(self.coach(), self.table, opinions, bool(self.watch["open"]))
        if self.watch["split"]:
            self.watch["paused"] = True
            self.steps = 0
        return self.watch["split"] is not None

    def make(self, choice: int, stood_in: list[StandIn] | None = None) -> None:
        """Keep a choice, then carry it out. A player's choice comes with those who have chosen for others by then."""
        table = self.table
        stood_in = None if stood_in == table.hands[-1].stood_in else stood_in
        if not permits(np.uint64(table.match.view().legal), choice):
            raise Refused("trouble_illegal")
        self.store.add_choice(self.name, table.hands, choice, stood_in)
        table.choose(choice, stood_in)
        self.note_move()
        if table.ended:
            with suppress(sqlite3.OperationalError, NotKept):  # the file is busy, or the disk full: next_hand writes it
                self.write_score()

    def note_move(self) -> None:
        """The position has changed."""
        self.position = position_of(self.table)
        self.moved = self.seq + 1

    def write_score(self) -> None:
        """Keep how the hand ended."""
        table, you = self.table, self.table.you
        points = None if you is None else table.points[you]
        self.store.end_hand(self.name, table.hands, points, table.points, table.totals)
        if table.over:
            self.store.end_match(self.name)

    def next_state(self) -> m.State | m.Sealing:
        """A new state for the pages."""
        self.seq += 1
        return self.state()

    def state(self) -> m.State | m.Sealing:
        """The state as it is, or how far people are with their words."""
        if self.table.waits:
            return self.sealing()
        watch = None if self.watch is None else dict(self.watch)
        return state_of(self.table, self.name, self.seq, self.level, watch)

    def is_secret(self) -> bool:
        """Would a new state give away what another player could do?"""
        return self.table.in_play and self.table.page.hides_turn(self.table)

    def coach(self) -> Coaching:
        """The coach, who is called when first needed."""
        if self.coaching is None:
            self.coaching = Coaching(self.table)
        return self.coaching

    # ---- the person ----

    def plays_on(self) -> bool:
        """Is it the turn of a player, and not of the person?"""
        return self.table.turn is not None and self.table.turn != self.table.you

    def must_be_mine(self, seq: int, seat: int | None) -> None:
        """Refuse unless it is this person's turn and the person has seen the position as it is."""
        if self.table.turn is None or self.table.turn != seat:
            raise Refused("trouble_turn")
        if seq < self.first_seq(seat):
            raise Refused("trouble_stale")

    def first_seq(self, seat: int | None) -> int:
        """The number of the first state that showed this position."""
        return self.moved

    def choose(self, command: m.Choose, seat: int | None) -> m.State | m.Sealing | m.Nudge:
        """The person on this seat chooses; or gets a nudge instead."""
        self.must_be_mine(command.seq, seat)
        view = self.table.match.view()
        try:
            choice = self.table.page.choice_number(view, command.choice[:20])
        except (UserError, KeyError):
            raise Refused("trouble_choice", choice=command.choice[:20]) from None
        if not permits(np.uint64(view.legal), choice):
            refusals = state_of(self.table if seat is None else self.table.seen_by(seat), self.name, self.seq, self.level).refusals
            reason = refusals.get(self.table.page.choice_name(view, choice), Words("trouble_illegal"))
            raise Refused(reason.key, **reason.args)
        worse = None if command.sure else self.nudge(choice)
        if worse:
            return m.Nudge(command.ask, self.name, command.choice, *worse)
        self.make(choice)
        return self.next_state()

    def asks_coach(self, command: Any) -> bool:
        """Is the coach asked before this is carried out? That takes longer than a moment."""
        return self.level == "nudge" and isinstance(command, m.Choose | m.Pass) and not command.sure

    def nudge(self, choice: int) -> tuple[float, float, float] | None:
        """What a choice costs, if the coach is to nudge and that is worth a word; where cards are passed, a set of them."""
        with suppress(Exception):  # an error of the coach does not keep the person from playing
            return self.coach().nudge(self.position, choice) if self.level == "nudge" and self.position else None
        return None

    def pass_on(self, command: m.Pass, seat: int | None) -> m.State | m.Sealing | m.Nudge:
        """The person on this seat passes cards on, all at once; or gets a nudge instead."""
        self.must_be_mine(command.seq, seat)
        view = self.table.match.view()
        cards = self.cards_passed(command, int(view.legal))
        worse = None if command.sure else self.nudge(int(view.given) | set_of(cards))
        if worse:
            return m.Nudge(command.ask, self.name, names(set_of(cards)), *worse, cards=names(set_of(cards)).split())
        for card in sorted(cards):  # whatever the order in which they were clicked
            self.make(card)
        return self.next_state()

    def cards_passed(self, command: m.Pass, legal: int, seat: int | None = None) -> list[int]:
        """The cards that are passed on, if these are as many as this seat must pass (the seat in turn if none is named), and its own."""
        table = self.table
        missing = table.page.cards_to_pass(table, table.turn if seat is None else seat)
        if not missing:
            raise Refused("trouble_no_passing")
        try:
            cards = [table.page.choice_number(table.match.view(), text[:20]) for text in command.cards[:10]]
        except UserError:
            raise Refused("trouble_choice", choice=" ".join(command.cards)[:60]) from None
        if len(set(cards)) != len(cards) or len(cards) != missing or any(not permits(np.uint64(legal), card) for card in cards):
            raise Refused("trouble_pass", count=missing)
        return cards

    def undo(self) -> m.State | m.Sealing:
        """The person's last choice is taken back."""
        table, you = self.table, self.table.you
        if table.settings.mode != "practice" or you is None:
            raise Refused("trouble_no_undo")
        if not any(step.seat == you for step in table.story):
            raise Refused("trouble_nothing_to_undo")
        shorter = table.without_last(you)
        self.store.cut(self.name, table.hands, len(shorter.story))
        self.table = shorter
        self.note_move()
        return self.next_state()

    def claim(self) -> m.State | m.Sealing:
        """Play out the rest of a hand that is decided."""
        if not self.table.is_decided or self.table.you is None:
            raise Refused("trouble_no_claim")
        for choice in self.table.rest():
            self.make(choice)
        return self.next_state()

    def advise(self, command: m.Advise) -> m.State | m.Sealing:
        """The coach says more or less from now on."""
        if command.coach != "off":
            self.check_help()
        self.store.set_coach(self.name, command.coach)
        self.level = command.coach
        return self.next_state()

    def check_help(self) -> None:
        """Refuse to help against the family, in the human experiment, and where others get the same cards: there everybody plays alone."""
        if self.table.settings.mode == FAMILY:
            raise Refused("trouble_family_coach")
        if self.table.settings.challenge:
            raise Refused("trouble_challenge_alone")
        if self.table.settings.home:
            raise Refused("trouble_one_try")

    def pace(self, command: m.Pace) -> m.State | m.Sealing:
        """Change how a match is watched: faster, slower, open hands, pause, one step."""
        if self.watch is None:
            raise Refused("trouble_not_watching")
        speed = min(max(command.speed, SLOWEST), FASTEST)
        split = self.watch["split"] if command.paused and not command.step else None
        if split and not command.open:
            split = {**split, "choices": [{**row, "choice": ""} for row in split["choices"]]}
        self.watch |= {"speed": speed, "paused": command.paused or command.step, "open": command.open, "split": split}
        self.watch["disagree"] = command.disagree
        self.steps = 1 if command.step else 0
        return self.next_state()
