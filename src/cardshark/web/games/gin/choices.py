"""The choices of gin as the page calls them, and why the others may not be made."""

from typing import Any

from cardshark.cards import CardSet, card, listed, name
from cardshark.games import gin
from cardshark.games.gin import melds
from cardshark.games.gin.names import gin_names
from cardshark.hands.gin import CHOICES as GIN_CHOICES
from cardshark.hands.gin import WORDS as GIN_WORDS
from cardshark.text import UserError
from cardshark.web.messages import Words

DIGITS = len(str(melds.ROOM))


def choice_name(view: Any, choice: int) -> str:
    """A choice as the page calls it; `view` is a view or a game, before the choice."""
    if view.table.phase == gin.SPREAD:
        return f"way {choice + 1}"
    return GIN_WORDS.get(choice) or name(choice)


def choice_number(view: Any, text: str) -> int:
    """The choice that the page calls by this text, legal or not."""
    if view.table.phase == gin.SPREAD:
        number = text.removeprefix("way ")
        if not number.isdecimal() or len(number) > DIGITS or not 1 <= int(number) <= melds.ROOM:
            raise UserError(f"{text[:20]!r} is no way to lay down a hand: say way 1, way 2, ...")
        return int(number) - 1
    return GIN_CHOICES[text] if text in GIN_CHOICES else card(text)


def gin_choices(view: Any) -> list[str]:
    """What the seat in turn may choose, cards as a gin player sorts them."""
    legal = int(view.legal)
    if view.table.phase == gin.SPREAD:
        return [choice_name(view, choice) for choice in listed(legal)]
    in_hand = legal & int(view.hand)
    return [*sorted_names(in_hand), *(choice_name(view, choice) for choice in listed(legal & ~in_hand))]


def gin_refusals(view: Any) -> dict[str, Words]:
    """Why the other cards of the hand, or the pile, may not be chosen now."""
    phase = view.table.phase
    refused = int(view.hand) & ~int(view.legal) if phase in (gin.DISCARD, gin.LAY_OFF) else int(view.hand)
    key = {
        gin.OFFER: "gin_no_offer", gin.DRAW: "gin_no_draw", gin.DISCARD: "gin_no_throw_back", gin.MAY_KNOCK: "gin_no_knock",
        gin.SPREAD: "gin_no_spread", gin.LAY_OFF: "gin_no_lay-off",
    }[int(phase)]  # fmt: skip
    found = {each: Words(key, {"card": each}) for each in sorted_names(refused)}
    if phase == gin.DRAW and not int(view.legal) >> gin.PILE & 1:
        found["pile"] = Words("gin_no_pile")
    return found


def sorted_names(cards: CardSet) -> list[str]:
    """Names of cards by suit from the ace up."""
    return gin_names(int(cards)).split()
