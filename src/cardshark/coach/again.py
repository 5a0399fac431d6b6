"""A hand cut before a decision, to be tried again: with the same hidden cards, or with others that fit what was known.

again(hand, decision, fresh)
"""

import secrets

import numpy as np

from cardshark.chance import draw
from cardshark.coach.judges import coach_of
from cardshark.hands.hand import PlayedHand
from cardshark.hands.harmless import UNKNOWN
from cardshark.hands.played import end, play_hand, steps
from cardshark.text import UserError

PATIENCE = 1000  # attempts to find other cards that fit


def again(hand: PlayedHand, decision: int, fresh: bool = False, word: int | None = None) -> PlayedHand:
    """The hand as it stood before a choice (by its number), to be played on from there. Cards that are passed are one choice.

    With `fresh`, the cards that the seat in turn could not know are dealt anew: all deals that agree with what it had seen are equally
    likely. `word` is 64 random bits that decide which; the same bits make the same cards.
    """
    coach = coach_of(hand.game)
    if not 0 <= decision < len(hand.choices):
        raise UserError(f"choices are numbered from 0 to {len(hand.choices) - 1}: there is no choice {decision}")
    decision = first_of(hand, decision)
    players = tuple(coach.STAND_IN if player == UNKNOWN else player for player in hand.players)
    cut = play_hand(hand._replace(players=players, stood_in=()), hand.choices[:decision])
    if not fresh:
        return cut
    word = secrets.randbits(64) if word is None else word
    match = end(cut)
    for attempt in range(PATIENCE):
        luck = int(draw(np.uint64(word), attempt))
        try:
            return coach.swap_cards(cut._replace(luck=luck, secret=b"", sealing=None, undone=False), coach.swap_hidden(match, luck))
        except UserError:
            continue  # somebody could have knocked on the way, and was not asked
    raise UserError("no other cards were found that fit what was known at this decision")


def first_of(hand: PlayedHand, decision: int) -> int:
    """The number of a choice; for a card that was passed, of the first one that its seat passed."""
    coach = coach_of(hand.game)
    moments = [(int(match.state.table.turn), coach.is_passing(match.view())) for match, _ in steps(hand)]
    return moments.index(moments[decision]) if moments[decision][1] else decision
