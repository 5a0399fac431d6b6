"""A hand as JSON, and back: cards and choices by name, secrets in hexadecimal digits.

from_json(to_json(hand)) == hand
"""

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, Struct, UnsetType, ValidationError, convert, to_builtins

from cardshark.cards import card, listed, name, set_of
from cardshark.hands.chained import end_link, opening_link, result
from cardshark.hands.games import hands_of
from cardshark.hands.hand import PlayedHand, StandIn
from cardshark.hands.played import MOST_CHOICES, check_and_play, choice_name, scores, steps
from cardshark.hands.seal import Sealing, check_sealing
from cardshark.text import UserError, brief

FORMAT = "hand 1"  # the saved form of a hand whose people were not asked for words: unsealed, or sealed by an earlier version
CHAINED = "hand 2"  # and of one whose people were asked


class Saved(Struct, forbid_unknown_fields=True):
    """A hand as it is written into files; a field that a game does not use keeps its default."""

    cardshark: str
    game: str
    rules: str
    players: list[str]
    names: list[str]
    number: int
    totals: list[int]
    dealt: list[list[str]]
    choices: list[str]
    first: int = 0
    back: bool = False
    leader: int = 0
    dealer: int = 0
    boxes: list[int] = []
    stock: list[str] = []
    renewals: list[list[str]] = []
    luck: str = ""
    seal: str = ""
    secret: str = ""
    scores: list[int] = []
    stood_in: list[StandIn] | UnsetType = UNSET  # who chose for players that could not go on; only where somebody did


class ChainedSaved(Saved, forbid_unknown_fields=True):
    """A hand whose people were asked for words, and whose choices are chained (`chained`)."""

    promises: list[str] = []  # by seat: a promise, "none" for somebody who was asked and gave none, and nothing for a bot
    words: list[str] = []
    undone: bool = False
    after: list[int] = []  # the totals after the hand
    opening: str = ""  # the first link
    end: str = ""  # and the last


def to_json(hand: PlayedHand) -> dict[str, Any]:
    """A hand for a file."""
    form, fields = (FORMAT, {}) if hand.sealing is None else (CHAINED, chain_fields(hand, hand.sealing))
    saved = FORMS[form](
        form, hand.game, hand.rules, list(hand.players), list(hand.names), hand.number, list(hand.totals),
        [card_names(listed(held)) for held in hand.cards.hands],
        [choice_name(match, choice) for match, choice in steps(hand)],
        first=hand.first, back=hand.back, boxes=list(hand.boxes), **hands_of(hand.game).saved_cards(hand.cards),
        luck=f"{hand.luck:016x}", seal=hand.seal, secret=hand.secret.hex(), scores=scores(hand),
        stood_in=list(hand.stood_in) or UNSET, **fields,
    )  # fmt: skip
    return to_builtins(saved)


FORMS = {FORMAT: Saved, CHAINED: ChainedSaved}


def chain_fields(hand: PlayedHand, sealing: Sealing) -> dict[str, Any]:
    """What a hand has in a file beside the rest if its people were asked for words."""
    return {
        "promises": list(sealing.promises), "words": list(sealing.words), "undone": hand.undone, "after": result(hand)[1],
        "opening": opening_link(hand), "end": end_link(hand),
    }  # fmt: skip


def card_names(cards: Sequence[int]) -> list[str]:
    """Cards by their names."""
    return [name(card) for card in cards]


def from_json(data: Any) -> PlayedHand:
    """The hand in a file, checked by the rules. Its seal and scores are not checked here."""
    return check_and_play(*read_unchecked(read_form(data)))


def read_form(data: Any) -> Saved:
    """The content of a file, if it has the form of a saved hand."""
    form = data.get("cardshark") if isinstance(data, dict) else None
    try:
        saved = convert(data, FORMS.get(form, Saved) if isinstance(form, str) else Saved)
    except (ValidationError, UnicodeEncodeError) as error:  # the second for a name of a field with half a letter
        raise UserError(f"this is not a saved hand: {error}") from None
    if saved.cardshark not in FORMS:
        raise UserError(f"this hand is saved in the form {brief(saved.cardshark)}; {' and '.join(map(repr, FORMS))} can be read")
    if len(saved.choices) > MOST_CHOICES:
        raise UserError(f"a hand has at most {MOST_CHOICES} choices, not {len(saved.choices)}")
    return saved


def read_unchecked(saved: Saved) -> tuple[PlayedHand, tuple[int, ...]]:
    """The cards and choices of a file, not checked by the rules yet."""
    kind = hands_of(saved.game)
    cards = kind.cards_from_saved(tuple(set_of(map(card, names)) for names in saved.dealt), saved)
    hand = PlayedHand(
        saved.game, saved.rules, tuple(saved.players), tuple(saved.names), cards, saved.number, tuple(saved.totals), saved.first,
        saved.back, tuple(saved.boxes), int.from_bytes(read_hex("luck", saved.luck, 8), "big"), read_hex("secret", saved.secret, 32),
        stood_in=tuple(saved.stood_in or ()),
    )  # fmt: skip
    if isinstance(saved, ChainedSaved):
        hand = hand._replace(sealing=read_sealing(saved), undone=saved.undone)
    return hand, tuple(kind.choice_number(word) for word in saved.choices)


def read_sealing(saved: ChainedSaved) -> Sealing:
    """What people gave to the deal of a hand in a file."""
    sealing = Sealing(tuple(saved.promises), tuple(saved.words))
    check_sealing(sealing, len(saved.dealt))
    if not saved.secret:
        raise UserError("this hand has words of people, but no secret that they were joined to")
    return sealing


def read_hex(what: str, digits: str, size: int) -> bytes:
    """Bytes from hexadecimal digits; none from an empty text."""
    try:
        found = bytes.fromhex(digits)
    except ValueError:
        raise UserError(f"the {what} is not written in hexadecimal digits") from None
    if digits and len(found) != size:
        raise UserError(f"the {what} must have {2 * size} hexadecimal digits, not {len(digits)}")
    return found
