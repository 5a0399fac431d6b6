"""An open page of a guest: it may ask to come in, play its own seat, make a gesture and leave, and nothing else."""

from typing import Any, Union

import msgspec
from starlette.websockets import WebSocket

from cardshark.text import UserError
from cardshark.web import messages as m
from cardshark.web.family.party import Party
from cardshark.web.family.people import Guest
from cardshark.web.line import Allowance, Line, question_number
from cardshark.web.messages import Words
from cardshark.web.messages.family import Arrive, AskIn, Door, Gesture
from cardshark.web.table.dealer import Refused

MOST_BYTES = 2048  # of a guest's command
A_SECOND, AT_ONCE = 8.0, 30.0  # commands that a guest may send
GESTURES_A_SECOND, GESTURES_AT_ONCE = 0.5, 3.0
LONGEST_CODE = 40

decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(
    Union[Arrive, AskIn, m.Promise, m.SayWord, m.Choose, m.Pass, m.Claim, m.Next, Gesture, m.Leave]  # noqa: UP007
)


class GuestVisit(Line):
    """A guest's page."""

    def __init__(self, party: Party, socket: WebSocket, token: str, address: str, asking: Allowance) -> None:
        super().__init__(socket, party.hall.keep, Allowance(A_SECOND, AT_ONCE))
        self.party, self.token, self.address, self.asking = party, token, address, asking
        self.guest: Guest | None = None
        self.code: str | None = None
        self.answering = 0  # the number of the command to which the next door is the answer
        self.gestures = Allowance(GESTURES_A_SECOND, GESTURES_AT_ONCE)
        party.pages.add(self)

    @property
    def seat(self) -> int:
        """The seat whose eyes this page has."""
        return self.party.seating.seat_of(self.guest)

    def send(self, message: bytes | m.Message) -> None:
        """Let the page know something."""
        if self.answering and isinstance(message, Door):
            message.ask, self.answering = self.answering, 0
        super().send(message)

    def hung_up(self) -> None:
        """The page has gone."""
        self.party.hung_up(self)

    async def hear(self, data: bytes) -> None:
        """Understand a command and carry it out; whatever is wrong with it is said, and everything stays as it was."""
        if len(data) > MOST_BYTES:
            return self.refuse(Words("trouble_long", {"most": MOST_BYTES}))
        try:
            command = decoder.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return self.refuse(Words("trouble_guest_command"), question_number(data))
        self.answering = command.ask
        try:
            await self.do(command)
        except Refused as refused:
            self.refuse(refused.words, command.ask)
        except UserError:
            self.refuse(Words("trouble"), command.ask)
        except Exception as error:
            self.party.hall.report(error)
            self.refuse(Words("trouble_guest_server"), command.ask)
        return None

    async def do(self, command: Any) -> None:
        """One command."""
        party = self.party
        if isinstance(command, Arrive):
            self.code = command.code[:LONGEST_CODE]
            party.arrive(self)
        elif isinstance(command, AskIn):
            if not self.asking.take():
                raise Refused("trouble_crowded")
            self.code = command.code[:LONGEST_CODE]
            party.ask_in(self, command.name, command.face)
        elif isinstance(command, m.Leave):
            await party.leave(self)
        elif self.seat < 0:
            raise Refused("trouble_not_seated")
        elif isinstance(command, Gesture):
            if not self.gestures.take():
                raise Refused("trouble_gestures")
            party.gesture(self.seat, command.gesture)
        else:
            await self.at_table(command)

    async def at_table(self, command: Any) -> None:
        """Something that is done at the table, on the guest's own seat whatever the command says."""
        room = self.party.room
        if room is None or command.table != room.name:
            raise Refused("trouble_no_table")
        await room.carry_out(command, self)
