"""The family table: what its owner and its guests ask for, and what they are told."""

from typing import Literal

from msgspec import Struct, field

from cardshark.web.messages.answers import Message
from cardshark.web.messages.commands import Command
from cardshark.web.messages.table import RulesInWords

GestureName = Literal["well_played", "ouch", "thank_you", "one_moment", "ha", "good_game"]  # keys 1 to 6
Face = Literal["you", "guest1", "guest2", "guest3", "guest4", "guest5", "guest6"]

# ---- what the owner asks for ----


class Host(Command):
    """The owner's page of the family table is open: what the owner is called there."""

    name: str = ""
    face: Face = "you"


class Arrange(Command):
    """Another game, or other rules, before the cards are dealt."""

    game: str = "hearts"
    rules: str = ""


class LetIn(Command):
    """Somebody who waits is let in, or refused."""

    guest: str = ""
    yes: bool = False


class FreeSeat(Command):
    """Somebody who is away has this seat no longer."""

    seat: int = 0


class Doors(Command):
    """Open or close the table for the network, or let nobody new ask."""

    open: bool = True
    new: bool = True


class Rearrange(Command):
    """Everybody but the owner moves on by one seat."""


class Deal(Command):
    """Deal the cards: the page goes to the table."""


# ---- what guests ask for ----


class Arrive(Command):
    """The guest's page is open, at the address with this code."""

    code: str = ""


class AskIn(Command):
    """A guest asks to come in."""

    code: str = ""
    name: str = ""
    face: Face = "guest1"


class Gesture(Command):
    """One of six gestures; there is no chat."""

    gesture: GestureName = "well_played"


# ---- what they are told ----


class Chair(Struct, omit_defaults=True):
    """A seat at the family table."""

    name: str
    who: Literal["owner", "guest", "bot"]
    face: str = ""
    presence: str = ""  # of a person: "away", or "bot" while the bot plays for them


class Asking(Struct):
    """Somebody who waits at the door, and the card that their screen shows too."""

    guest: str
    name: str
    face: str
    card: str


class Family(Message):
    """The family table, for its owner."""

    step: Literal["off", "no_network", "closed", "open"] = "off"  # off: the server was started without --lan
    address: str = ""  # that guests open
    port: int = 0
    qr: str = ""  # the address as a picture
    new: bool = True  # may somebody new ask?
    away: int = 0  # seconds after which a bot plays for somebody who is not there
    game: str = ""
    rules: RulesInWords | None = None
    chairs: list[Chair] = field(default_factory=list)
    asking: list[Asking] = field(default_factory=list)
    choices: dict[str, list[str]] = field(default_factory=dict)  # of each game the rules that have a name
    table: str = ""  # where cards were dealt already


class Door(Message):
    """The family table, for a guest who does not sit at it yet, or no longer."""

    step: Literal["ask", "waiting", "in", "refused", "full", "expired", "shut", "left", "closed"] = "ask"
    owner: str = ""
    game: str = ""
    rules: RulesInWords | None = None
    chairs: list[Chair] = field(default_factory=list)
    name: str = ""  # under which one asked
    card: str = ""  # that the owner sees beside it


class Gestured(Message):
    """Somebody at the table has made a gesture."""

    seat: int = 0
    gesture: str = ""
