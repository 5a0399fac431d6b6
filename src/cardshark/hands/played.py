"""What is done with a played hand: it is recorded when it is dealt, played by choices that the rules allow, and gone through again.

hand = record_deal("hearts", match, players, names, secret)   # just after the deal
hand = play_hand(hand, choices)                                # what was chosen, every choice checked by the rules
for match, choice in steps(hand):                              # the match before each choice: match.view() is what the seat knew
    ...
"""

from collections.abc import Iterator, Sequence
from typing import Any

from cardshark.games import game_named, house
from cardshark.games.match import Single
from cardshark.hands.games import hands_of
from cardshark.hands.hand import PlayedHand
from cardshark.hands.seal import Sealing
from cardshark.text import UserError

MOST_CHOICES = 20_000  # of a hand; one in which the stock is renewed goes on for long
MOST_LETTERS = 300  # of a player's text, name, or the rules


def house_rules(hand: PlayedHand) -> Any:
    """The rules by which a hand was played."""
    return house.parse(game_named(hand.game).PRESETS, hand.rules)


# ---- recording and playing ----


def record_deal(
    game: str, match: Single, players: Sequence[str], names: Sequence[str], secret: bytes = b"", sealing: Sealing | None = None
) -> PlayedHand:
    """The hand that was just dealt in a match."""
    module, state = game_named(game), match.state
    return PlayedHand(
        game, house.spell(module.PRESETS, match.rules), tuple(players), tuple(names), match.game.text.dealt(match),
        number=int(state.table.hand_number),
        totals=tuple(state.table.totals[: module.seats(match.rules)].tolist()),
        luck=int(state.luck),
        secret=secret,
        sealing=sealing,
        **hands_of(game).kept_fields(match),
    )  # fmt: skip


def play_hand(hand: PlayedHand, choices: Sequence[int]) -> PlayedHand:
    """The hand, played from the deal on with these choices; the first illegal one is refused."""
    match, cards, made = start(hand), hands_of(hand.game).without_choices(hand.cards), []
    for number, choice in enumerate(choices, 1):
        if ended(hand, match):
            raise UserError(f"the hand ends after {number - 1} choices, but there are {len(choices)}")
        if not match.allows(choice):
            raise UserError(f"choice {number} of the hand, {choice_name(match, choice)}, is not allowed by the rules")
        cards = match.game.text.choose(match, cards, choice, hand.cards)._replace(choices=())  # or a long hand is copied at each of them
        made.append(choice)
    return hand._replace(cards=cards._replace(choices=tuple(made)))


def check_and_play(hand: PlayedHand, choices: Sequence[int]) -> PlayedHand:
    """The hand played with these choices, if the rules allow the deal and all of them."""
    check_hand(hand)
    played = play_hand(hand, choices)
    check_stand_ins(played)
    return played


# ---- going through a hand again ----


def start(hand: PlayedHand) -> Single:
    """The match as it stood when these cards had just been dealt."""
    deals = hand.chances.deals if hand.secret else 0
    match = Single(game_named(hand.game), house_rules(hand), deals, hand.luck, hand.number)
    match.games["table"]["totals"][0, : len(hand.totals)] = hand.totals
    hands_of(hand.game).begin_match(match, hand)
    match.game.text.put(match, hand.cards)
    return match


def steps(hand: PlayedHand) -> Iterator[tuple[Single, int]]:
    """The match before each choice, and the choice. It is the same match each time, and goes on to the end of the hand."""
    match, cards = start(hand), hands_of(hand.game).without_choices(hand.cards)
    for choice in hand.choices:
        yield match, choice
        cards = match.game.text.choose(match, cards, choice, hand.cards)._replace(choices=())


def end(hand: PlayedHand) -> Single:
    """The match after the last choice of the hand."""
    match = start(hand)
    for match, _ in steps(hand):  # noqa: B007  # the match is what we want, after the generator has carried out the last choice
        pass
    return match


def ended(hand: PlayedHand, match: Single) -> bool:
    """Is the hand over in this match?"""
    return match.over or int(match.state.table.hand_number) > hand.number


def finished(hand: PlayedHand) -> bool:
    """Was it played to its end?"""
    return ended(hand, end(hand))


def scores(hand: PlayedHand) -> list[int]:
    """The score of every seat; empty for a hand that is not over."""
    match = end(hand)
    return match.state.scores[: match.game.seats(match.rules)].tolist() if ended(hand, match) else []


def score_sign(hand: PlayedHand) -> int:
    """1 if a score of this hand is a cost; -1 if it is something won."""
    return hands_of(hand.game).score_sign(hand)


def choose_as_before(match: Single, cards: Any, choice: int, former: Any) -> Any:
    """Carry out a choice and add it to the cards. Chance decides as in the `former` cards, if that is still possible."""
    text, before = match.game.text, match.games.copy()
    try:
        return text.choose(match, cards, choice, former)
    except UserError:  # the cards differ from the former ones by now
        match.games[:] = before
        return text.choose(match, cards, choice)


# ---- words ----


def choice_name(match: Single, choice: int) -> str:
    """The name of a choice of the seat in turn in saved hands: a card, or a word for a move."""
    return hands_of(match.game.NAME).choice_name(int(match.state.table.phase), choice)


# ---- what no hand may be ----


def check_hand(hand: PlayedHand) -> None:
    """Refuse, in one sentence, a hand that cannot have been dealt, because kernels do not check it."""
    check_place(hand)
    hands_of(hand.game).check_cards(hand, house_rules(hand))


def check_place(hand: PlayedHand) -> None:
    """Refuse rules, players and a place in the match that no hand can have."""
    kind = hands_of(hand.game)
    if len(hand.rules) > MOST_LETTERS:
        raise UserError(f"rules have at most {MOST_LETTERS} letters")
    seats = game_named(hand.game).seats(house_rules(hand))
    for what, row in (("player", hand.players), ("name", hand.names)):
        if len(row) != seats or any(len(text) > MOST_LETTERS for text in row):
            raise UserError(f"there must be one {what} of at most {MOST_LETTERS} letters for each of the {seats} seats")
    if len(hand.totals) != seats or any(abs(total) > kind.MOST_TOTAL for total in hand.totals):
        raise UserError(f"there must be one total of at most {kind.MOST_TOTAL} points for each of the {seats} seats")
    if not 0 <= hand.first <= hand.number < kind.MOST_HANDS:
        raise UserError(f"hands are numbered from 0 to {kind.MOST_HANDS - 1}, and none comes before the first")
    kind.check_match(hand)
    if not 0 <= hand.luck < 1 << 64:
        raise UserError("the word of luck is a number of 64 bits")


def check_stand_ins(hand: PlayedHand) -> None:
    """Refuse somebody who chose for another where that one was not in turn, or twice."""
    if not hand.stood_in:
        return
    turns = [int(match.state.table.turn) for match, _ in steps(hand)]
    if len({each.seat for each in hand.stood_in}) != len(hand.stood_in):
        raise UserError("a hand names at most one stand-in for a seat")
    for each in hand.stood_in:
        if not 0 <= each.choice < len(turns) or turns[each.choice] != each.seat:
            raise UserError(f"a stand-in begins with a choice of its seat: choice {each.choice + 1} is none of seat {each.seat + 1}")
        if len(each.player) > MOST_LETTERS:
            raise UserError(f"a stand-in has a name of at most {MOST_LETTERS} letters")


# Older names, for one release.
dealt, played = record_deal, play_hand
