"""Why a choice at gin is better, in numbers: facts of the hand and of the imagined worlds. The story before them stands in `story.py`."""

from typing import Any

import numpy as np

from cardshark.cards import count, name
from cardshark.coach import reasons
from cardshark.coach.gin.helpful import helpful_cards, one_view
from cardshark.coach.reasons import Sentence
from cardshark.coach.statistics import Thinking, runner_up
from cardshark.games import gin
from cardshark.games.gin.melds import ace_low, deadwood
from cardshark.games.gin.rules import HandResult
from cardshark.players.gin.search.worlds import unseen_cards
from cardshark.players.gin.styles.hand import best_discards

MOST = 3  # sentences at a time
MUCH_MORE_WANTED = 0.1  # a card that the other player takes this much more often than the best one gets a sentence
SAFE = 0.03  # a card that is taken less often is safe
RISKY = 0.1  # a card that is taken more often is a risk


def numbers(view: Any, thinking: Thinking, chosen: int | None = None) -> list[Sentence]:
    """Why the best choice is better than `chosen`, or else than the next best: three sentences with figures at most."""
    other = compared_with(thinking, chosen)
    sentences: list[Sentence] = []
    phase = view.table.phase
    if phase == gin.DISCARD and thinking.best != gin.BIG_GIN:
        sentences += why_discard(view, thinking, other)
    elif phase in (gin.DRAW, gin.OFFER) and len(thinking.values) > 1:
        sentences += why_draw(view)
    elif phase == gin.MAY_KNOCK:
        sentences += why_knock(view, thinking)
    elif phase == gin.LAY_OFF:
        sentences.append(make_sentence("lay_off", card=name(thinking.best)) if thinking.best != gin.DONE else make_sentence("done"))
    return sentences[:MOST]


def compared_with(thinking: Thinking, chosen: int | None = None) -> int | None:
    """What the best choice is compared with: `chosen` or else the next best; None if all others cost the same in every world."""
    return chosen if chosen is not None and chosen != thinking.best else runner_up(thinking)


def make_sentence(key: str, **args: Any) -> Sentence:
    """A sentence with figures."""
    return reasons.make_sentence(f"gin_why_{key}", **args)


def percent(share: float) -> int:
    """A share in whole per cent; 0 and 100 only if it is exactly that."""
    return int(share * 100) if share in (0.0, 1.0) else min(max(round(share * 100), 1), 99)


def why_discard(view: Any, thinking: Thinking, other: int | None) -> list[Sentence]:
    """What the discard leaves, what would help then, and whether the other player wants it."""
    best, views, who = thinking.best, one_view(view), 1 - int(view.table.turn)
    hand = int(view.hand) ^ 1 << best
    left = int(deadwood(np.uint64(hand)))
    if left == 0:
        return [make_sentence("gin", card=name(best))]
    helps = int(count(np.uint64(helpful_cards(views, np.uint64(hand)))))
    sentences = [make_sentence("leaves", card=name(best), points=left, n=helps)]
    taken = {value.choice: float(thinking.fates["took"][:, i].mean()) for i, value in enumerate(thinking.values)}
    if other is not None and other != gin.BIG_GIN and taken[other] > taken[best] + MUCH_MORE_WANTED:
        sentences.append(make_sentence("wanted", card=name(other), who=who, percent=percent(taken[other])))
    elif taken[best] < SAFE:
        sentences.append(make_sentence("safe", card=name(best), who=who))
    elif taken[best] > RISKY:
        sentences.append(make_sentence("risk", card=name(best), who=who, percent=percent(taken[best])))
    return sentences


def why_draw(view: Any) -> list[Sentence]:
    """How the card on the pile changes the hand's deadwood, and how many unseen cards would help."""
    hand, top = np.uint64(view.hand), int(view.table.pile[view.table.pile_size - 1])
    now = int(deadwood(hand))
    low = np.uint64(ace_low(hand))
    after, _ = best_discards(np.uint64(low | np.uint64(ace_low(np.uint64(1 << top)))), low)
    unseen = np.uint64(unseen_cards(view))
    helps = int(count(np.uint64(helpful_cards(one_view(view), hand))))
    sentences = [
        make_sentence("pile", card=name(top), points=int(after), now=now) if after < now else make_sentence("pile_not", card=name(top))
    ]
    return [*sentences, make_sentence("stock", n=helps, of=int(count(unseen)))]


def why_knock(view: Any, thinking: Thinking) -> list[Sentence]:
    """How often a knock wins, how much, and how often it is undercut."""
    column, seat = thinking.fates[:, thinking.column(gin.KNOCK)], int(view.table.turn)
    wins = column["winner"] == seat
    undercut = float((column["result"] == HandResult.UNDERCUT).mean())
    gained = float(-column["cost"][wins].mean()) if wins.any() else 0.0
    sentences = [make_sentence("knock", percent=percent(float(wins.mean())), points=round(gained))]
    if undercut > 0:
        sentences.append(make_sentence("undercut", percent=percent(undercut)))
    if thinking.best == gin.PLAY_ON:
        helps = int(count(np.uint64(helpful_cards(one_view(view), np.uint64(view.hand)))))
        sentences.append(make_sentence("play_on", n=helps))
    return sentences
