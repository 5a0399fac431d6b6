"""One hand that was played, as a value: the cards as they were dealt, every choice, and all that is needed to play it again.

hand = dealt("hearts", match, players, names, secret)      # just after the deal
hand = played(hand, choices)                               # what was chosen, every choice checked by the rules
for match, choice in steps(hand):                          # the match before each choice: match.view() is what the seat knew
    ...
from_plain(plain(hand)) == hand                            # to JSON and back
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct, ValidationError, convert, to_builtins

from cardshark.cards import add, card, listed, name
from cardshark.games import game as game_named
from cardshark.games import gin, house, text_of
from cardshark.games.gin import text as gin_lines
from cardshark.games.hearts import text as hearts_lines
from cardshark.games.hearts.rules import MOST_HANDS as HEARTS_HANDS
from cardshark.games.hearts.rules import MOST_TOTAL as HEARTS_TOTAL
from cardshark.games.match import Single
from cardshark.hands.seal import seal_of, words_of
from cardshark.text import UserError

FORMAT = "hand 1"  # the version of the saved form
MOST_CHOICES = 20_000  # of a hand; gin whose stock is renewed goes on for long
MOST_LETTERS = 300  # of a player's text, name, or the rules
MOST_HANDS = 1_000_000
MOST_TOTAL = 1_000_000

GIN_PHASES = ("offer", "draw", "discard", "may_knock", "spread", "lay_off", "over")
HEARTS_PHASES = ("pass", "play", "over")
GIN_WORDS = {
    gin.STOCK: "stock", gin.PILE: "pile", gin.PASS: "pass", gin.KNOCK: "knock", gin.PLAY_ON: "play_on", gin.BIG_GIN: "big_gin",
    gin.DONE: "done",
}  # fmt: skip
GIN_CHOICES = {word: choice for choice, word in GIN_WORDS.items()}
SPREAD = GIN_PHASES.index("spread")


class PlayedHand(NamedTuple):
    """A hand, or its beginning, and where it stood in its match."""

    game: str
    rules: str  # as it is typed
    players: tuple[str, ...]  # the texts that name them; "you" for a person
    names: tuple[str, ...]  # what they are called at the table
    cards: Any  # the game's own Hand: what was dealt, and what was chosen
    number: int = 0  # of the hand in the match, from 0
    totals: tuple[int, ...] = ()  # before the hand
    first: int = 0  # Hearts: the number of the match's first hand
    back: bool = False  # Hearts: points are being won back
    boxes: tuple[int, ...] = ()  # gin: won before the hand
    luck: int = 0  # the word of the players' luck
    secret: bytes = b""  # from which the cards were dealt, where they were sealed

    @property
    def seal(self) -> str:
        """What was shown before the hand."""
        return seal_of(self.secret) if self.secret else ""

    @property
    def choices(self) -> tuple[int, ...]:
        """Everything that was chosen, in its order."""
        return self.cards.choices


def house_rules(hand: PlayedHand) -> Any:
    """The rules by which it was played."""
    return house.parse(game_named(hand.game).PRESETS, hand.rules)


# ---- playing it again ----


def dealt(game: str, match: Single, players: Sequence[str], names: Sequence[str], secret: bytes = b"") -> PlayedHand:
    """The hand that was just dealt in a match."""
    module, state = game_named(game), match.state
    seats = module.seats(match.rules)
    hearts = game == "hearts"
    return PlayedHand(
        game, house.spell(module.PRESETS, match.rules), tuple(players), tuple(names), text_of(game).dealt(match),
        number=int(state.table.hand_number),
        totals=tuple(state.table.totals[:seats].tolist()),
        first=int(state.first) if hearts else 0,
        back=bool(state.table.second_stage) if hearts else False,
        boxes=() if hearts else tuple(state.table.boxes.tolist()),
        luck=int(state.luck),
        secret=secret,
    )  # fmt: skip


def start(hand: PlayedHand) -> Single:
    """The match as it stood when these cards had just been dealt."""
    deals = words_of(hand.secret).deals if hand.secret else 0
    match = Single(game_named(hand.game), house_rules(hand), deals, hand.luck, hand.number)
    table = match.games["table"]
    table["totals"][0, : len(hand.totals)] = hand.totals
    if hand.game == "hearts":
        match.games["first"] = hand.first
        table["second_stage"] = hand.back
    else:
        table["hand_number"] = hand.number
        table["dealer"] = hand.cards.dealer
        table["boxes"][0, : len(hand.boxes)] = hand.boxes
    text_of(hand.game).put(match, hand.cards)
    return match


def steps(hand: PlayedHand) -> Iterator[tuple[Single, int]]:
    """The match before each choice, and the choice; the same match all the time, which ends where the hand does."""
    match, cards = start(hand), untouched(hand.cards)
    for choice in hand.choices:
        yield match, choice
        cards = carry_out(match, cards, choice, hand)


def untouched(cards: Any) -> Any:
    """The cards as they were dealt, nothing chosen."""
    return cards._replace(**{name: () for name in ("choices", "renewals") if name in cards._fields})


def carry_out(match: Single, cards: Any, choice: int, hand: PlayedHand) -> Any:
    """Carry out a choice, and add it to the cards; a stock that is renewed comes in the order in which it came in the hand."""
    before = renewals_of(cards)
    cards = text_of(hand.game).choose(match, cards, choice)
    new = renewals_of(cards)
    if len(new) == len(before) or len(new) > len(hand.cards.renewals):
        return cards
    renewed = hand.cards.renewals[len(before)]
    if sorted(renewed) != sorted(new[-1]):
        raise UserError("a renewed stock must hold the cards of the pile, each once")
    gin.restock(match.games, np.array(renewed, np.int8))
    return cards._replace(renewals=(*before, renewed))


def renewals_of(cards: Any) -> tuple[tuple[int, ...], ...]:
    """The stocks that were made of the pile, in gin."""
    return getattr(cards, "renewals", ())


def finished(hand: PlayedHand) -> bool:
    """Was it played to its end?"""
    return ended(hand, end(hand))


def ended(hand: PlayedHand, match: Single) -> bool:
    """Has this match got beyond the hand?"""
    return match.over or int(match.state.table.hand_number) > hand.number


def end(hand: PlayedHand) -> Single:
    """The match after the last choice of the hand."""
    match = start(hand)
    for match, _ in steps(hand):  # noqa: B007  # the match is what we want, after the generator has carried out the last choice
        pass
    return match


def scores(hand: PlayedHand) -> list[int]:
    """What the hand cost every seat (in gin: what it won); of a hand that is not over, nothing."""
    match = end(hand)
    return match.state.scores[: match.game.seats(match.rules)].tolist() if ended(hand, match) else []


def sign(hand: PlayedHand) -> int:
    """1 if a score is a cost; -1 if it is something won: at gin, and in Hearts while points are won back."""
    return -1 if hand.game == "gin" or hand.back else 1


def played(hand: PlayedHand, choices: Sequence[int]) -> PlayedHand:
    """The hand, played from the deal on with these choices; the first that the rules do not allow is refused."""
    match, cards = start(hand), untouched(hand.cards)
    for number, choice in enumerate(choices, 1):
        if ended(hand, match):
            raise UserError(f"the hand ends after {number - 1} choices, but there are {len(choices)}")
        if not match.allows(choice):
            raise UserError(f"choice {number} of the hand, {choice_name(match, choice)}, is not allowed by the rules")
        cards = carry_out(match, cards, choice, hand)
    return hand._replace(cards=cards)


# ---- choices by name ----


def choice_name(match: Single, choice: int) -> str:
    """A choice of the seat in turn as it is called: a card, or a word where it is no card."""
    return named(match.game, int(match.state.table.phase), choice)


def named(module: Any, phase: int, choice: int) -> str:
    """A choice by the phase in which it is made; the ways to lay a hand down are numbered from 1."""
    if module.__name__.endswith("gin"):
        if phase == SPREAD:
            return f"way {choice + 1}"
        if choice in GIN_WORDS:
            return GIN_WORDS[choice]
    return name(choice) if 0 <= choice < 64 and choice & 15 < 13 else str(choice)


def number_of(word: str) -> int:
    """The number of a choice, from what it is called."""
    if word in GIN_CHOICES:
        return GIN_CHOICES[word]
    if word.startswith("way ") and word[4:].isdecimal() and len(word) < 8:
        return int(word[4:]) - 1
    return card(word)


def phase_name(match: Single) -> str:
    """What is being decided."""
    return (HEARTS_PHASES if match.game.__name__.endswith("hearts") else GIN_PHASES)[int(match.state.table.phase)]


# ---- to JSON and back ----


class Saved(Struct, forbid_unknown_fields=True):
    """A hand as it is written into files: cards and choices by name, secrets in hexadecimal digits."""

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


def plain(hand: PlayedHand) -> dict[str, Any]:
    """A hand for a file."""
    cards = hand.cards
    gin = hand.game == "gin"
    saved = Saved(
        FORMAT, hand.game, hand.rules, list(hand.players), list(hand.names), hand.number, list(hand.totals),
        [names_of(listed(cards)) for cards in cards.hands],
        [choice_name(match, choice) for match, choice in steps(hand)],
        first=hand.first, back=hand.back, boxes=list(hand.boxes),
        leader=0 if gin else cards.leader,
        dealer=cards.dealer if gin else 0,
        stock=names_of(cards.stock) if gin else [],
        renewals=[names_of(renewal) for renewal in cards.renewals] if gin else [],
        luck=f"{hand.luck:016x}", seal=hand.seal, secret=hand.secret.hex(), scores=scores(hand),
    )  # fmt: skip
    return to_builtins(saved)


def names_of(cards: Sequence[int]) -> list[str]:
    """Cards by their names."""
    return [name(card) for card in cards]


def from_plain(data: Any) -> PlayedHand:
    """The hand that a file holds, everything checked by the rules; what it says of seal and scores is not looked at here."""
    return allowed(*unchecked(saved_form(data)))


def unchecked(saved: Saved) -> tuple[PlayedHand, tuple[int, ...]]:
    """The cards of a file, and what was chosen: nobody knows yet whether the rules allow it."""
    hands = tuple(add(map(card, names)) for names in saved.dealt)
    if saved.game == "gin":
        renewals = tuple(tuple(map(card, names)) for names in saved.renewals)
        cards = gin_lines.Hand(saved.dealer, hands, tuple(map(card, saved.stock)), (), renewals)  # type: ignore[arg-type]
    else:
        cards = hearts_lines.Hand(hands, saved.leader)
    hand = PlayedHand(
        saved.game, saved.rules, tuple(saved.players), tuple(saved.names), cards, saved.number, tuple(saved.totals), saved.first,
        saved.back, tuple(saved.boxes), int.from_bytes(from_hex("luck", saved.luck, 8), "big"), from_hex("secret", saved.secret, 32),
    )  # fmt: skip
    return hand, tuple(number_of(word) for word in saved.choices)


def allowed(hand: PlayedHand, choices: Sequence[int]) -> PlayedHand:
    """The hand played with these choices, if the rules allow the deal and all of them."""
    check(hand)
    return played(hand, choices)


def saved_form(data: Any) -> Saved:
    """What a file holds, if it has the form of a saved hand."""
    try:
        saved = convert(data, Saved)
    except ValidationError as error:
        raise UserError(f"this is not a saved hand: {error}") from None
    if saved.cardshark != FORMAT:
        raise UserError(f"this hand is saved in the form {saved.cardshark!r}; {FORMAT!r} can be read")
    if len(saved.choices) > MOST_CHOICES:
        raise UserError(f"a hand has at most {MOST_CHOICES} choices, not {len(saved.choices)}")
    return saved


def from_hex(what: str, digits: str, size: int) -> bytes:
    """Bytes from hexadecimal digits; none at all where nothing stands."""
    try:
        found = bytes.fromhex(digits)
    except ValueError:
        raise UserError(f"the {what} is not written in hexadecimal digits") from None
    if digits and len(found) != size:
        raise UserError(f"the {what} must have {2 * size} hexadecimal digits, not {len(digits)}")
    return found


# ---- what no hand may be ----


def check(hand: PlayedHand) -> None:
    """Refuse what cannot be dealt, in one sentence: kernels trust what they are given."""
    check_place(hand)
    if hand.game == "hearts":
        rules = house_rules(hand)
        check_hearts(hand, int(rules.deck()), rules.players)
    else:
        check_gin(hand)


def check_place(hand: PlayedHand) -> None:
    """Refuse rules, players and a place in the match that no hand can have, whatever its cards."""
    if len(hand.rules) > MOST_LETTERS:
        raise UserError(f"rules have at most {MOST_LETTERS} letters")
    seats = game_named(hand.game).seats(house_rules(hand))
    for what, row in (("player", hand.players), ("name", hand.names)):
        if len(row) != seats or any(len(text) > MOST_LETTERS for text in row):
            raise UserError(f"there must be one {what} of at most {MOST_LETTERS} letters for each of the {seats} seats")
    points, last = (HEARTS_TOTAL, HEARTS_HANDS) if hand.game == "hearts" else (MOST_TOTAL, MOST_HANDS)
    if len(hand.totals) != seats or any(abs(total) > points for total in hand.totals):
        raise UserError(f"there must be one total of at most {points} points for each of the {seats} seats")
    if not 0 <= hand.first <= hand.number < last:
        raise UserError(f"hands are numbered from 0 to {last - 1}, and none comes before the first")
    if len(hand.boxes) != (0 if hand.game == "hearts" else seats) or any(not 0 <= boxes <= MOST_TOTAL for boxes in hand.boxes):
        raise UserError("there must be a number of boxes for each seat of gin, and none in Hearts")
    if not 0 <= hand.luck < 1 << 64:
        raise UserError("the word of luck is a number of 64 bits")


def check_hearts(hand: PlayedHand, deck: int, seats: int) -> None:
    """Is every card of the deck dealt once, and as many to each?"""
    size = deck.bit_count() // seats
    whole = len(hand.cards.hands) == seats and all(cards.bit_count() == size for cards in hand.cards.hands)
    if not whole or sum(hand.cards.hands) != deck or or_of(hand.cards.hands) != deck:
        raise UserError(f"each of the {seats} seats must have {size} cards, and each card of the deck must be dealt once")
    if not 0 <= hand.cards.leader < seats:
        raise UserError(f"there is no seat {hand.cards.leader} that could lead")


def check_gin(hand: PlayedHand) -> None:
    """Is every card dealt once, and does somebody deal?"""
    cards = hand.cards
    all_cards = [*(card for each in cards.hands for card in listed(each)), *cards.stock]
    if [each.bit_count() for each in cards.hands] != [10, 10] or sorted(all_cards) != listed(add(all_cards)) or len(all_cards) != 52:
        raise UserError("both seats must have ten cards, and they, the up-card and the stock must hold each of the 52 cards once")
    if cards.dealer not in (0, 1):
        raise UserError(f"seat 0 or seat 1 deals, not {cards.dealer}")


def or_of(hands: Sequence[int]) -> int:
    """All cards of these hands."""
    found = 0
    for cards in hands:
        found |= cards
    return found
