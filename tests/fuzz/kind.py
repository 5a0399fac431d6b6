"""What a kind of input is: how one is made from chance, and who reads it."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from cardshark.players.player import IllegalChoice
from cardshark.text import UserError
from cardshark.web.table.dealer import Refused
from fuzz.mutate import Luck

T = TypeVar("T")
SENTENCES = (UserError, IllegalChoice, Refused)  # whatever else a reader raises is a finding
MOST_LETTERS = 1_200  # of a sentence


class Input(NamedTuple):
    """An input, and to whom it goes."""

    door: str
    data: bytes


class Door(NamedTuple):
    """One reader: how an input for it is made, and what reads it."""

    make: Callable[[Luck], bytes]
    read: Callable[[bytes], object]


class Kind:
    """A kind of input: its doors by name. A kind with a state begins anew before every input whose number is a multiple of `block`."""

    block = 1

    def __init__(self, doors: Mapping[str, Door]) -> None:
        self.doors = dict(doors)

    def make(self, luck: Luck) -> Input:
        """An input."""
        door = luck.choice(list(self.doors))
        return Input(door, self.doors[door].make(luck))

    def begin(self, luck: Luck) -> None:
        """Begin a block of inputs."""

    def close(self) -> None:
        """No more inputs come."""

    def read(self, given: Input) -> bool:
        """Feed an input. True if it was accepted, False if it got a sentence; anything else is raised."""
        try:
            self.doors[given.door].read(given.data)
        except SENTENCES as error:
            check_sentence(error)
            return False
        return True


def check_sentence(error: Exception) -> None:
    """A refusal is one sentence that can be shown: not empty, not a whole file."""
    said = " ".join(str(error).split())
    if not said or len(said) > MOST_LETTERS:
        raise AssertionError(f"a sentence has 1 to {MOST_LETTERS} letters, not {len(said)}: {said[:200]}") from error


def short_or_long(short: Sequence[T], long: Sequence[T], luck: Luck) -> T:
    """One of them. Long ones take many times as long and find little more, so they are rare."""
    return luck.choice(long if luck.random() < 0.03 else short)
