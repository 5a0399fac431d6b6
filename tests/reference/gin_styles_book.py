"""The hand-made gin players from their descriptions: slow, obvious, everything tried.

Each function answers for one view (plain Python, see `players/table.py`) with the choices that the player finds equally good, in
the order of their numbers; luck decides between them.
"""

from cardshark.cards import name
from cardshark.games import gin
from reference.gin_melds import (
    DECK,
    RANKS,
    SUITS,
    arrangements,
    best_deadwood_after_laying_off,
    deadwood,
    fitting,
    is_run,
    left_after_laying_off_all,
    melds_in,
    points,
    unmelded,
    with_card,
)
from reference.gin_side_by_side import NUMBER, named, ways_to_spread


def equals(kind, view, rules, knock=100, early=3):
    """What a player of this kind finds equally good."""
    hand = named(view.hand)
    if view.phase in (gin.OFFER, gin.DRAW):
        leave = gin.PASS if view.phase == gin.OFFER else gin.STOCK
        return [gin.PILE if gin.PILE in view.choices and TAKES[kind](hand, name(view.pile[view.pile_size - 1])) else leave]
    if view.phase == gin.DISCARD:
        if gin.BIG_GIN in view.choices:
            return [gin.BIG_GIN]
        allowed = [name(card) for card in view.choices]
        return sorted(NUMBER[card] for card in DISCARDS[kind](hand, allowed, view))
    if view.phase == gin.MAY_KNOCK:
        own_turn = (view.turns + 1) // 2
        at_once = kind == "lookahead" and own_turn <= early
        return [gin.KNOCK if at_once or deadwood(hand) <= knock else gin.PLAY_ON]
    melds = frozenset(named(meld) for meld in view.melds if meld)
    if view.phase == gin.SPREAD:
        return spreads(kind, hand, melds, view)
    return lay_offs(hand, melds)


# ---- drawing ----


def simple_takes(hand, card):
    """It lies in at least one possible meld."""
    return any(card in meld for meld in melds_in(hand | {card}))


def minimiser_takes(hand, card):
    """It lowers the deadwood that can be reached after a discard."""
    return min(deadwood(hand - {other} | {card}) for other in hand) < deadwood(hand)


def lookahead_takes(hand, card):
    """The same, and it lies in a meld of every best arrangement."""
    ways = arrangements(hand | {card})
    best = [melds for melds, left in ways.items() if left == min(ways.values())]
    return minimiser_takes(hand, card) and all(card not in unmelded(hand | {card}, melds) for melds in best)


def lowcards_takes(hand, card):
    """It counts less than the dearest card."""
    return points([card]) < max(points([other]) for other in hand)


# ---- discarding ----


def least(cards, key):
    return [card for card in cards if key(card) == min(map(key, cards))]


def dearest(cards):
    return least(cards, lambda card: -points([card]))


def exchanges(view):
    """The pairs of a drawn and a discarded card of this seat's earlier turns that are remembered."""
    turns = range(view.turns - 2, max(view.turns - gin.MEMORY, -1), -2)
    return [{view.draws[turn // 2 % (gin.MEMORY // 2)], view.discards[turn % gin.MEMORY]} for turn in turns]


def simple_discards(hand, allowed, view):
    """The least deadwood, without an exchange that has been made before."""
    fresh = [card for card in allowed if {view.drawn, NUMBER[card]} not in exchanges(view)]
    return least(fresh or allowed, lambda card: deadwood(hand - {card}))


def minimiser_discards(hand, allowed, view):
    """The dearest of those with the least deadwood."""
    return dearest(least(allowed, lambda card: deadwood(hand - {card})))


def lookahead_discards(hand, allowed, view):
    """Gin if there is one; or else the best by deadwood left, the next draw, and danger."""
    best = least(allowed, lambda card: deadwood(hand - {card}))
    candidates = [card for card in allowed if card in unmelded(hand, ways_to_spread(hand)[0])]
    if deadwood(hand - {best[0]}) == 0 or not candidates:
        candidates = best
    else:
        most = max(points([card]) for card in candidates)
        candidates = [card for card in candidates if points([card]) >= most - 5]
    if len(candidates) == 1:
        return candidates
    held, pile = named(view.known[1 - view.turn]), named(view.piled)
    unseen = DECK - hand - held - pile
    weight = 18.0
    for _ in range(view.turns // 2):
        weight *= 0.9
    scores = {}
    for card in candidates:
        rest = hand - {card}
        draws = sorted(min(deadwood((rest | {new}) - {old}) for old in rest | {new}) for new in unseen)[:7]
        ahead = sum(draws) / len(draws) if draws else 0.0
        scores[card] = deadwood(rest) + weight * ahead + danger(card, held, hand | pile)
    return least(candidates, scores.__getitem__)


def danger(card, held, gone):
    """Danger for a discard, from the cards beside it and of its rank that the other player holds or can no longer get."""
    rank, suit = RANKS.index(card[0]), card[1]

    def place(step):  # a place beyond the ace or the king is gone for ever
        return RANKS[rank + step] + suit if 0 <= rank + step < 13 else None

    beside, further = [place(-1), place(1)], [place(-2), place(2)]
    alike = [card[0] + other for other in SUITS if other != suit]

    def lost(places):
        return sum(place is None or place in gone for place in places)

    def his(places):
        return sum(place in held for place in places)

    completes = any(is_run(meld) and card in meld for meld in melds_in(held | {card}))
    found = 20 if completes else 5 if his(beside) else 3 if his(further) else 0
    found += 20 if his(alike) >= 2 else 4 if his(alike) else 0
    found -= 10 if lost(beside) == 2 else 5 if lost(beside) else 3 if lost(further) else 0
    return found - (10 if lost(alike) >= 2 else 4 if lost(alike) else 0)


def lowcards_discards(hand, allowed, view):
    return dearest(allowed)


# ---- the end of a hand ----


def spreads(kind, hand, shown, view):
    """The arrangements with the least deadwood; lookahead takes the first that gives the other player least."""
    ways = ways_to_spread(hand)
    best = [number for number, melds in enumerate(ways) if points(unmelded(hand, melds)) == deadwood(hand)]
    if kind != "lookahead":
        return best
    elsewhere = DECK - hand - named(view.piled)
    if view.turn == view.knocker:
        given = {number: len(fitting(elsewhere, ways[number])) for number in best}
    else:
        given = {number: left_after_laying_off_all(unmelded(hand, ways[number]), shown) for number in best}
    return least(best, given.__getitem__)[:1]


def lay_offs(hand, shown):
    """The first card on the way to the least deadwood, until that is reached."""
    best = best_deadwood_after_laying_off(hand, shown)
    if deadwood(hand) == best:
        return [gin.DONE]
    good = [c for c in fitting(hand, shown) if best_deadwood_after_laying_off(hand - {c}, with_card(shown, c)) == best]
    return [min(NUMBER[card] for card in good)]


TAKES = {
    "simple": simple_takes, "holdout": simple_takes, "minimiser": minimiser_takes, "lookahead": lookahead_takes, "lowcards": lowcards_takes,
}  # fmt: skip
DISCARDS = {
    "simple": simple_discards, "holdout": simple_discards, "minimiser": minimiser_discards, "lookahead": lookahead_discards,
    "lowcards": lowcards_discards,
}  # fmt: skip
KNOCKS = {"simple": 100, "holdout": 0, "minimiser": 100, "lookahead": 0, "lowcards": 100}
