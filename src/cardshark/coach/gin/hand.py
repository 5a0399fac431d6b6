"""What a review tells of a hand of gin: its turns, which bots play it too, and how hidden cards can be dealt anew."""

from typing import Any

import numpy as np

from cardshark.cards import ALL, listed, name, set_of
from cardshark.chance import decks
from cardshark.coach.reasons import Happened, Sentence, Story, make_sentence
from cardshark.games import gin
from cardshark.games.gin.melds import listed_arrangements
from cardshark.games.match import Single
from cardshark.hands.hand import PlayedHand
from cardshark.hands.played import play_hand

STAND_IN = "lookahead"
BOTS = ("simple:epsilon=0.05", "holdout:epsilon=0.05", "minimiser:epsilon=0.05", "lookahead:epsilon=0.05")
TURN_TITLE = "Turn"
WARNINGS = ("story_gin_near", "story_gin_wants")  # of a discard that the other player can use
AFTER_DISCARD = (gin.MAY_KNOCK, gin.SPREAD, gin.LAY_OFF)  # these belong to the turn that has just been counted


# ---- what happened ----


def turn_number(table: Any) -> int:
    """The seat's turn, from 1."""
    return (int(table.turns) - (table.phase in AFTER_DISCARD)) // 2 + 1


def list_tricks(hand: PlayedHand) -> list[dict[str, Any]]:
    """None: there are no tricks at gin."""
    return []


def list_passes(hand: PlayedHand) -> list[list[str]]:
    """None: no cards are passed on at gin."""
    return []


def is_passing(view: Any) -> bool:
    """Never at gin."""
    return False


def show_moment(game: Any, chosen: int) -> dict[str, Any]:
    """The hand in its melds, the card on the pile, and the card that was drawn or has just been drawn."""
    table, hand = game.table, int(game.hands[game.table.turn])
    best = listed_arrangements(hand)[0]
    melds = [[name(card) for card in in_order(meld)] for meld in best.melds]
    loose = [name(card) for card in in_order(hand & ~sum(best.melds))]
    top = name(int(table.pile[table.pile_size - 1])) if table.pile_size else ""
    drawn = int(game.drawn)
    if chosen == gin.STOCK and table.phase == gin.DRAW:
        drawn = int(game.stock[table.stock_left - 1])
    return {"melds": melds, "loose": loose, "deadwood": best.deadwood, "top": top, "drawn": name(drawn) if drawn != gin.NOBODY else ""}


def in_order(cards: int) -> list[int]:
    """Cards from the ace up, as a gin player lays them down."""
    return sorted(listed(cards), key=lambda card: (card >> 4, (card + 1 & 15) % 13))


def what_happened(story: Story, happened: Happened) -> Sentence | None:
    """That the other player took the card, as the story had warned."""
    warned = any(sentence["key"].startswith(WARNINGS) for part in story for sentence in part)
    return make_sentence("story_gin_happened", who=1 - happened.seat) if warned and happened.next_choice == gin.PILE else None


# ---- playing it otherwise ----


def one_hand_rules(rules: Any) -> Any:
    """A match of one hand."""
    return rules._replace(hands=1)


def begin_with(games: np.ndarray, hand: PlayedHand) -> None:
    """Nothing to do: a match with one hand ends after any."""


def swap_hidden(match: Single, word: int) -> dict[int, int]:
    """For each card that is hidden from the seat in turn, the card that takes its place; all orders are equally likely."""
    cards = hidden_cards(match)
    return dict(zip(cards, decks(np.array([word], np.uint64), set_of(cards))[0].tolist(), strict=True)) if cards else {}


def hidden_cards(match: Single) -> list[int]:
    """Cards that the seat in turn has never seen; cards of the pile that were shuffled into a new stock are not among them."""
    table, seat = match.state.table, int(match.state.table.turn)
    seen = int(match.state.hands[seat]) | int(table.piled) | int(table.known[1 - seat]) | int(table.laid_off) | 1 << int(table.upcard)
    seen |= set_of(card for card in table.discards.tolist() if card >= 0)
    return listed(int(ALL) & ~seen)


def swap_cards(hand: PlayedHand, swaps: dict[int, int]) -> PlayedHand:
    """The hand with cards in the place of others, in the hands and in the stock; what was chosen stays, because it was seen."""
    hands = tuple(set_of(swaps.get(card, card) for card in listed(held)) for held in hand.cards.hands)
    stock = tuple(swaps.get(card, card) for card in hand.cards.stock)
    return play_hand(hand._replace(cards=hand.cards._replace(hands=hands, stock=stock)), hand.choices)
