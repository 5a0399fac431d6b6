"""The planes of `Turn.bits`, slowly: from the position as a program is told it, with names and lists."""

from cardshark.cards import card, listed
from cardshark.games.hearts.position import tricks


def columns(cards):
    return {int(each) for each in cards}


def thermometer(amount, most, first=0):
    return {first + k for k in range(most) if amount > k}


def hearts_planes(view, rules):
    """A set of columns for each plane, from an unpacked view."""
    players, me = rules.players, view.turn
    played = {k: set() for k in range(4)}
    for leader, cards in tricks(view, players):
        for place, each in enumerate(cards):
            played[(leader + place - me) % players].add(each)
    trick = list(view.history[view.start : view.played])
    last = {k: {each for each in cards if each in trick} for k, cards in played.items()}
    situation = {view.phase, 2 + view.across, 6 + len(trick), 10 + view.trick}
    for k in range(players):
        situation |= {28 + 4 * k + suit for suit in range(4) if view.voids[(me + k) % players] >> suit & 1}
    situation |= {44} if any(each >> 4 == 2 for each in listed(view.seen)) else set()
    situation |= {45 + (view.jack - me) % players} if view.jack >= 0 else set()
    situation |= {49} if view.second_stage else set()
    situation |= {50 + (trick[0] >> 4)} if trick else set()
    points = [view.points[(me + k) % players] if k < players else 0 for k in range(4)]
    totals = [view.totals[(me + k) % players] if k < players else 0 for k in range(4)]
    limit = rules.limit or 100
    return [
        columns(listed(view.hand)), columns(listed(view.legal)), columns(listed(view.given)), columns(listed(view.received)),
        *(columns(played[k] - set(trick)) for k in range(4)), *(columns(last[k]) for k in range(1, 4)),
        columns(listed(int(rules.deck()) & ~view.seen & ~view.hand)), situation,
        thermometer(points[0], 32) | thermometer(points[1], 32, 32), thermometer(points[2], 32) | thermometer(points[3], 32, 32),
        set().union(*(thermometer(16 * totals[k] / limit, 16, 16 * k) for k in range(4))),
    ]  # fmt: skip


def gin_planes(view, rules, lines):
    """The same for gin, mostly from the lines of the position."""
    said = {}
    for line in lines:
        key, *words = line.split()
        said.setdefault(key, []).append(words)
    me, other = view.turn, 1 - view.turn
    cards = lambda words: {card(word) for word in words}  # noqa: E731
    known = {int(words[0]): cards(words[1:]) for words in said.get("known", [])}
    discards = {0: set(), 1: set()}
    for words in said.get("turn", []):
        if words[-1] != "big-gin" and (view.phase != 2 or words is not said["turn"][-1]):
            discards[int(words[0])].add(card(words[-1]))
    pile, hand = [card(word) for word in said.get("pile", [[]])[0]], cards(said["cards"][0])
    laid_off, melds = cards(said.get("laid_off", [[]])[0]), [cards(words) for words in said.get("meld", [])]
    deck = {16 * suit + rank for suit in range(4) for rank in range(13)}
    situation = {view.phase, 6 + view.passed} | thermometer(view.knock_limit, 10, 16) | thermometer(view.stock_left, 32, 32)
    situation |= {9} if view.dealer == me else set()
    situation |= {10 if view.knocker == me else 11} if view.knocker >= 0 else set()
    situation |= {12} if view.source == 13 else {13} if view.source == 14 else set()
    situation |= {14} if view.doubling > 1 else set()
    target = rules.target or 100
    match = thermometer(view.turns // 2, 32)
    match |= thermometer(16 * view.totals[me] / target, 16, 32) | thermometer(16 * view.totals[other] / target, 16, 48)
    return [
        hand, columns(listed(view.legal)), known.get(other, set()), known.get(me, set()), set(pile), set(pile[-1:]),
        {view.drawn} - {-1}, discards[me], discards[other], deck - hand - set(pile) - known.get(other, set()) - laid_off, {view.upcard},
        *[*melds, set(), set(), set()][:3], laid_off, situation, match,
    ]  # fmt: skip
