"""`PlayedHand`: one hand that was played, as a value with all that is needed to play it again."""

from typing import Any, NamedTuple

from cardshark.hands.seal import Chances, Sealing, seal_of, words_of


class StandIn(NamedTuple):
    """Somebody who chose for a player that could not go on."""

    seat: int
    choice: int  # the number of the choice of the hand, from 0, that was the first of theirs: all later ones of the seat are, too
    player: str  # the text that names them


class PlayedHand(NamedTuple):
    """A hand, or its beginning, and where it stood in its match."""

    game: str
    rules: str  # as it is typed
    players: tuple[str, ...]  # the texts that name them; "you" for a person
    names: tuple[str, ...]  # what they are called at the table
    cards: Any  # the game's own Hand: what was dealt, and what was chosen
    number: int = 0  # of the hand in the match, from 0
    totals: tuple[int, ...] = ()  # before the hand
    first: int = 0  # the number of the match's first hand
    back: bool = False  # points are being won back
    boxes: tuple[int, ...] = ()  # won before the hand, where the game has boxes
    luck: int = 0  # the word of the players' luck
    secret: bytes = b""  # from which the cards were dealt, where they were sealed
    sealing: Sealing | None = None  # what people gave to the deal; none if nobody was asked
    undone: bool = False  # something was taken back; kept only where people were asked
    stood_in: tuple[StandIn, ...] = ()  # who chose for players that could not go on

    @property
    def seal(self) -> str:
        """The seal, which was shown before the hand; empty if the cards were not sealed."""
        return seal_of(self.secret) if self.secret else ""

    @property
    def chances(self) -> Chances:
        """The words of chance from which a sealed hand was dealt."""
        return words_of(self.secret, self.words)

    @property
    def words(self) -> tuple[str, ...]:
        """The words that people gave to the deal, by seat."""
        return self.sealing.words if self.sealing else ()

    @property
    def choices(self) -> tuple[int, ...]:
        """All choices in their order."""
        return self.cards.choices
