"""How a hand comes to a table: a secret is drawn and its seal shown, people promise and say their words, and the cards are dealt."""

from collections.abc import Callable

from cardshark.hands.chained import opening_link
from cardshark.hands.seal import new_secret
from cardshark.web import messages as m
from cardshark.web.messages.answers import Refused
from cardshark.web.table.joining import Joining, ask_people
from cardshark.web.table.people import names_at
from cardshark.web.table.store import Store
from cardshark.web.table.table import TableMatch


class Dealing:
    """The part of a table's dealer that deals."""

    store: Store
    name: str
    table: TableMatch

    def next_state(self) -> m.State | m.Sealing:
        """A new state for the pages."""
        raise NotImplementedError

    def note_move(self) -> None:
        """The position has changed."""
        raise NotImplementedError

    def write_score(self) -> None:
        """Keep how the hand ended."""
        raise NotImplementedError

    def asked(self) -> list[int]:
        """The seats of those who are asked for a word."""
        return [] if self.table.you is None else [self.table.you]

    def next_hand(self) -> m.State | m.Sealing:
        """The next hand: its seal is shown, and people are asked for words. In the human experiment everybody gets the same cards."""
        if not self.table.ended:
            raise Refused("trouble_not_ended")
        if self.table.over:
            raise Refused("trouble_over")
        self.write_score()  # in case the file was busy when the hand ended
        challenge = self.table.settings.challenge
        secret, joined = (b"", None) if challenge else (new_secret(), ask_people(self.table.count, self.asked()))
        self.store.add_hand(self.name, self.table.hands, secret, joined)
        self.table.next_hand(secret, joined)
        self.note_move()
        return self.next_state()

    # ---- words ----

    def promise(self, command: m.Promise, seat: int | None) -> m.State | m.Sealing:
        """The person on this seat promises a word."""
        return self.join(command.seal, lambda joined: joined.promise(seat, command.promise))

    def say_word(self, command: m.SayWord, seat: int | None) -> m.State | m.Sealing:
        """The person on this seat says the word."""
        return self.join(command.seal, lambda joined: joined.say(seat, command.word))

    def join(self, seal: str, give: Callable[[Joining], Joining]) -> m.State | m.Sealing:
        """Take what somebody gives to the deal with this seal."""
        joined = self.table.hands[-1].joined
        if joined is None or not self.table.waits or seal != self.table.seal:
            raise Refused("trouble_word_late")
        return self.keep_joined(give(joined))

    def go_on(self) -> m.State | m.Sealing:
        """Wait no longer: who has not answered has given nothing."""
        joined = self.table.hands[-1].joined
        assert joined is not None
        return self.keep_joined(joined.next())

    def keep_joined(self, joined: Joining) -> m.State | m.Sealing:
        """Keep what was given, and deal if nobody is waited for."""
        hand = self.table.hands[-1]
        self.store.set_joined(self.name, self.table.hands, joined)
        hand.joined = joined
        if not hand.waits:
            self.table.deal()
            self.note_move()
        return self.next_state()

    def sealing(self) -> m.Sealing:
        """What everybody may know before the cards are dealt. The promises are shown together, when no other can be made."""
        table = self.table
        joined = table.hands[-1].joined
        assert joined is not None
        found = m.Sealing(
            table=self.name, hand=f"{self.name}-{len(table.hands) - 1}", game=table.settings.game, seal=table.seal, step=joined.step,
            awaited=len(joined.awaited),
        )  # fmt: skip
        if joined.step == "words":
            found.promises = joined.promises
            found.opening = opening_link(table.record(names_at(table.settings.game, table.settings.rules, table.settings.seats)))
        return found
