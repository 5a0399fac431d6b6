"""Worlds carried from one decision of a hand to the next: what was imagined before, put right where cards have shown otherwise."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import count, has, pick, single
from cardshark.chance import below, draw
from cardshark.games.hearts import SEATS
from cardshark.jit import at, kernel, rule
from cardshark.players.hearts.champion.world import is_guessed
from cardshark.players.hearts.search.beliefs import deal_believed, prepare_beliefs, rewind_hand
from cardshark.players.hearts.search.hidden import OTHERS, learn
from cardshark.players.player import Views

STRAY = 0.001  # how likely a card is thought to lie elsewhere than it was imagined


class Carried(NamedTuple):
    """What was imagined for a decision."""

    view: Views  # one row
    worlds: np.ndarray
    logs: NDArray[np.float64]  # [world] how well each explained the past


def is_later(view: Views, before: Views) -> bool:
    """Is this a later decision of the same seat in the same hand?"""
    now, then = view["table"][0], before["table"][0]
    played = int(then["played"])
    same = all(np.array_equal(now[name], then[name]) for name in ("hand_number", "totals", "phase", "across"))
    known = all(view[name][0] == before[name][0] for name in ("given", "received"))
    went_on = played < now["played"] and np.array_equal(now["history"][:played], then["history"][:played])
    return bool(same and known and went_on and not view["hand"][0] & ~before["hand"][0])


@kernel
def carry_worlds(views, rules, weights, memory, before, worlds):
    """Make worlds of those `before`, with as few cards elsewhere as the view asks for. Is any deal possible?"""
    view, rules, hidden, beliefs, played = views[0], rules[0], memory.hidden[0], memory.beliefs[0], memory.replay[0].hands
    rewind_hand(view.table, rules, np.zeros(SEATS, np.uint64), memory.replay[0])  # nobody holds anything: hands are what was played
    learn(view, rules, hidden)
    narrow = np.empty((64, OTHERS))
    for k in range(len(worlds)):
        old, word = before[k % len(before)], draw(view.luck, k)
        if agrees(view, hidden, old):
            for seat in range(SEATS):
                worlds[k].hands[seat] = old.hands[seat] & ~view.table.seen
        else:
            for card in range(64):
                for j in range(OTHERS):
                    narrow[card, j] = weights[card, j] * (1.0 if has(old.hands[at(hidden.others[j])], card) else STRAY)
            if prepare_beliefs(hidden, narrow, beliefs) < 0:
                return False
            deal_believed(hidden, beliefs, word, worlds[k].hands)
        for seat in range(SEATS):
            worlds[k].given[seat] = old.given[seat]
            if seat < rules.players and is_guessed(view, rules, seat):
                receiver = at((seat + view.table.across) % rules.players)
                owned = worlds[k].hands[receiver] | played[receiver]
                worlds[k].given[seat] = filled_up(old.given[seat] & owned, owned, rules.pass_count, draw(word, 100 + seat))
    return True


@rule
def agrees(view, hidden, world):
    """Do the others hold in a world what the view proves, once all cards that were played are taken out?"""
    for j in range(OTHERS):
        other = at(hidden.others[j])
        hand = world.hands[other] & ~view.table.seen
        right_size = count(hand) == hidden.room[other] + count(hidden.fixed[other])
        if not right_size or hidden.fixed[other] & ~hand or hand & hidden.barred[other] & ~hidden.fixed[other]:
            return False
    return True


@rule
def filled_up(cards, owned, wanted, word):
    """A set with some of the other cards that are owned, until it has as many as wanted."""
    while count(cards) < wanted:
        rest = owned & ~cards
        cards |= single(pick(rest, below(draw(word, count(cards)), count(rest))))
    return cards
