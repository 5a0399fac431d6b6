"""What a review tells of a hand of Hearts: its tricks and passes, which bots play it too, and how hidden cards can be dealt anew."""

from typing import Any

import numpy as np

from cardshark.cards import listed, name, set_of, trick_winner
from cardshark.coach.reasons import Happened, Sentence, Story, make_sentence
from cardshark.games import hearts
from cardshark.games.hearts.rules import Ties
from cardshark.games.match import Single
from cardshark.hands.hand import PlayedHand
from cardshark.hands.played import house_rules, play_hand, steps
from cardshark.players.hearts.search.imagine import imagine

STAND_IN = "jake"
BOTS = ("greedy:epsilon=0.1", "stock:epsilon=0.1", "jake:epsilon=0.1", "montecarlo:deals=20,playout=jake")
TURN_TITLE = "Trick"
WARNINGS = ("story_rid_of_high", "story_high_may_catch", "story_meets_her", "story_own_queen")  # of the queen of spades


# ---- what happened ----


def turn_number(table: Any) -> int:
    """The trick, from 1; 0 while cards are passed."""
    return int(table.trick) + 1 if table.phase == hearts.PLAY else 0


def list_tricks(hand: PlayedHand) -> list[dict[str, Any]]:
    """The tricks of a hand: who led, the cards in their order, who took them, and the points in them."""
    rules, found, trick = house_rules(hand), [], []
    costs = {**rules.costs(), "JD": -rules.jack_of_diamonds}
    for match, choice in steps(hand):
        if match.state.table.phase != hearts.PLAY:
            continue
        trick.append((int(match.state.table.turn), choice))
        if len(trick) == rules.players:
            winner, _ = trick[trick_winner([card for _, card in trick])]
            cards = [{"seat": seat, "card": name(card)} for seat, card in trick]
            points = sum(costs.get(each["card"], 0) for each in cards)
            found.append({"leader": cards[0]["seat"], "cards": cards, "winner": winner, "points": points})
            trick = []
    return found


def list_passes(hand: PlayedHand) -> list[list[str]]:
    """The cards that every seat passed on; empty if none were passed."""
    given: list[list[str]] = [[] for _ in hand.players]
    for match, choice in steps(hand):
        if match.state.table.phase == hearts.PASS:
            given[int(match.state.table.turn)].append(name(choice))
    return given if any(given) else []


def show_moment(game: Any, chosen: int) -> dict[str, Any]:
    """Nothing: the trick shows everything."""
    return {}


def what_happened(story: Story, happened: Happened) -> Sentence | None:
    """That the queen of spades came, as the story had warned."""
    warned = any(sentence["key"] in WARNINGS for part in story for sentence in part)
    taken = [(number, trick) for number, trick in enumerate(happened.tricks, 1) if trick["winner"] == happened.seat]
    found = [(number, trick) for number, trick in taken if any(each["card"] == "QS" for each in trick["cards"])]
    if not warned or not found or found[0][0] < happened.trick:
        return None
    number, trick = found[0]
    return make_sentence("story_happened_queen", trick=number, points=trick["points"])


# ---- playing it otherwise ----


def one_hand_rules(rules: Any) -> Any:
    """A match of one hand, in which nobody plays on because of a tie."""
    return rules._replace(hands=1, ties=Ties.SHARED)


def begin_with(games: np.ndarray, hand: PlayedHand) -> None:
    """Count hands from this one."""
    games["first"] = hand.number


def swap_hidden(match: Single, word: int) -> dict[int, int]:
    """For each card that is hidden from the seat in turn, the card that takes its place; all deals that fit are equally likely."""
    found = {}
    for before, after in zip(match.state.hands, imagine(match.view(), match.rules, 1, word)[0], strict=True):
        leaves, comes = int(before & ~after), int(after & ~before)
        found.update(zip(listed(leaves), listed(comes), strict=True))
    return found


def swap_cards(hand: PlayedHand, swaps: dict[int, int]) -> PlayedHand:
    """The hand with cards in the place of others, in the deal and in what was played."""
    hands = tuple(set_of(swaps.get(card, card) for card in listed(held)) for held in hand.cards.hands)
    return play_hand(hand._replace(cards=hand.cards._replace(hands=hands)), [swaps.get(card, card) for card in hand.choices])
