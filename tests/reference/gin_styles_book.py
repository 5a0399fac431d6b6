"""The hand-made gin players from their descriptions: slow, obvious, everything tried.

Each function answers for one view (plain Python, see `players/player.py`) with the choices that the player finds equally good, in
the order of their numbers; luck decides between them.
"""

from math import exp

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
    is_set,
    left_after_laying_off_all,
    melds_in,
    points,
    unmelded,
    with_card,
)
from reference.gin_side_by_side import NUMBER, named, ways_to_spread


def equals(kind, view, knock=100):
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
        at_once = own_turn <= {"lookahead": 3, "keeper": 4}.get(kind, 0)
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


def keeper_discards(hand, allowed, view):
    """Gin if there is one; or else dear cards, less two points for each unseen card that would meld them with others.

    Where a card could be in a set or in a run, only the least deadwood counts.
    """
    best = least(allowed, lambda card: deadwood(hand - {card}))
    melds = melds_in(hand)
    free = [card for card in allowed if not any(card in meld for meld in melds)]
    torn = any(is_set(one) and is_run(other) and one & other for one in melds for other in melds)
    if deadwood(hand - {best[0]}) == 0 or not free or torn:
        return best
    unseen = DECK - hand - named(view.known[1 - view.turn]) - named(view.piled)

    def score(card):
        helpful = [new for new in unseen if any({card, new} <= meld for meld in melds_in(hand | {new}))]
        return points([card]) - 2 * len(helpful)

    return least(free, lambda card: -score(card))


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


# ---- watching somebody ----


def chance_of_discard(hand, allowed, thrown, piled, turns):
    """How likely somebody throws a card, as an observer who does not know the style sees it."""
    late = min(turns, 10) / 10

    def weight(card):
        unseen = DECK - hand - piled
        out = [new for new in unseen if any(is_set(three) or is_run(three) for three in ({card, new, third} for third in hand - {card}))]
        return exp((-0.4 - 0.5 * late) * deadwood(hand - {card}) + (-1 + 0.6 * late) * len(out))

    return weight(thrown) / sum(map(weight, allowed))


def plausibility(kind, view, hand, draws, loose, knock=100, early=0):
    """How likely a player of this kind does all that the other player of a view has done.

    He holds `hand` now; `draws` are the cards that he drew from the stock, by turn. Whoever is loose does anything.
    """
    weight, hand, piled, his = 1.0, frozenset(hand), {*named(view.piled)}, 1 - view.turn
    for turn in reversed([turn for turn in range(view.turns) if (view.first + turn) % 2 == his]):
        if deadwood(hand) <= view.knock_limit and (deadwood(hand) <= knock or turn // 2 + 1 <= early):
            weight *= loose
        thrown, top = name(view.discards[turn]), name(view.discards[turn - 1] if turn else view.upcard)
        took = view.taken >> turn & 1
        hand |= {thrown}
        allowed = hand - {top} if took else hand
        if kind == "observer":
            piled -= {name(card) for card in view.discards[turn : view.turns]}
            weight *= loose / 11 + (1 - loose) * chance_of_discard(hand, allowed, thrown, piled, turn // 2)
        else:
            likely = least(allowed, lambda card, held=hand: deadwood(held - {card}))
            weight *= loose / 11 + ((1 - loose) / len(likely) if thrown in likely else 0)
        hand -= {top if took else draws[turn]}
        if turn or view.passed < 2:
            weight *= loose / 2 + (1 - loose if TAKES[kind](hand, top) == took else 0)
    if view.passed == 2 or (view.passed == 1 and his != view.dealer):
        weight *= loose / 2 + (0 if TAKES[kind](hand, name(view.upcard)) else 1 - loose)
    return weight


TAKES = {
    "simple": simple_takes, "holdout": simple_takes, "minimiser": minimiser_takes, "lookahead": lookahead_takes, "lowcards": lowcards_takes,
    "keeper": lookahead_takes, "observer": lookahead_takes,
}  # fmt: skip
DISCARDS = {
    "simple": simple_discards, "holdout": simple_discards, "minimiser": minimiser_discards, "lookahead": lookahead_discards,
    "lowcards": lowcards_discards, "keeper": keeper_discards,
}  # fmt: skip
KNOCKS = {"simple": 100, "holdout": 0, "minimiser": 100, "lookahead": 0, "lowcards": 100, "keeper": 0, "observer": 0}
