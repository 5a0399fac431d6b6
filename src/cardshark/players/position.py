"""What a seat may know, as lines of text: how a position is put to a program in another language (docs/players.md).

Every line is a keyword and words. Cards and moves have the names that they have in transcripts. The lines are made from
a view alone, so nothing can stand in them that the seat may not know.
"""

from collections.abc import Callable, Iterable
from typing import Any

from cardshark.cards import SUITS, Card, CardSet, listed, name, names
from cardshark.games import gin, hearts
from cardshark.games.gin.melds import listed_arrangements
from cardshark.games.gin.names import gin_names
from cardshark.games.gin.text import WORDS

NO_CARD = 255  # as a byte
HEARTS_PHASES = {hearts.PASS: "pass", hearts.PLAY: "play"}
GIN_PHASES = {
    gin.OFFER: "offer",
    gin.DRAW: "draw",
    gin.DISCARD: "discard",
    gin.MAY_KNOCK: "knock",
    gin.SPREAD: "spread",
    gin.LAY_OFF: "lay-off",
}


def line(keyword: str, values: Iterable[Any]) -> str:
    """A keyword and its values."""
    return " ".join([keyword, *map(str, values)])


def set_lines(**sets: CardSet) -> list[str]:
    """A line for each set that holds any card."""
    return [f"{keyword} {names(cards)}" for keyword, cards in sets.items() if cards]


# ---- Hearts ----


def hearts_lines(view: Any, rules: Any) -> list[str]:
    """A position of Hearts: the match, the own cards, the tricks so far, and what follows from them."""
    players = rules.players
    found = [f"hand {view.hand_number + 1}", f"seat {view.turn}", f"phase {HEARTS_PHASES[view.phase]}"]
    found += [line("totals", view.totals[:players])]
    found += ["stage 2"] if view.second_stage else []
    found += [f"passing {view.across}"] if view.across else []
    found += set_lines(cards=view.hand, given=view.given, received=view.received)
    found += [f"trick {leader} {names(trick)}" for leader, trick in tricks(view, players)]
    found += [line("points", view.points[:players])]
    for seat, voids in enumerate(view.voids[:players]):
        found += [line(f"void {seat}", (SUITS[suit] for suit in range(4) if voids >> suit & 1))] if voids else []
    return found


def tricks(view: Any, players: int) -> list[tuple[int, bytes]]:
    """Who led to each trick, and its cards; the last one may be unfinished. The leaders are found backwards from the last."""
    leader, found = view.leader, [(view.leader, view.history[view.start : view.played])] if view.played > view.start else []
    for start in range(view.start - players, -1, -players):
        trick = view.history[start : start + players]
        leader = (leader - trick.index(max(card for card in trick if card >> 4 == trick[0] >> 4))) % players
        found.append((leader, trick))
    return found[::-1]


def card_words(view: Any) -> dict[str, Card]:
    """The legal choices by name, where all of them are cards."""
    return {name(card): card for card in view.choices}


# ---- gin rummy ----


def gin_lines(view: Any, rules: Any) -> list[str]:
    """A position of gin rummy: the match, the own cards, pile and stock, the turns so far, and what lies open."""
    found = [f"hand {view.hand_number + 1}", f"seat {view.turn}", f"phase {GIN_PHASES[view.phase]}"]
    found += [line("totals", view.totals), line("boxes", view.boxes), f"dealer {view.dealer}"]
    found += [f"knock_limit {view.knock_limit}", f"doubling {view.doubling}", f"passed {view.passed}"]
    found += [f"cards {gin_names(view.hand)}", f"stock {view.stock_left}"]
    found += [line("pile", map(name, view.pile[: view.pile_size]))]
    found += [f"turns {view.turns}", *turn_lines(view)]
    found += [f"known {seat} {gin_names(cards)}" for seat, cards in enumerate(view.known) if cards]
    found += [f"knocker {view.knocker}"] if view.knocker != gin.NOBODY else []
    found += [f"meld {gin_names(meld)}" for meld in view.melds if meld]
    found += set_lines(laid_off=view.laid_off)
    return found


def turn_lines(view: Any) -> list[str]:
    """Who drew where and discarded what, as far back as the view remembers; what the other drew from the stock is `?`."""
    found = []
    for turn in range(max(0, view.turns - gin.MEMORY + 1), view.turns):
        seat, last = (view.first + turn) % gin.SEATS, view.discards[turn % gin.MEMORY]
        if view.taken >> turn % gin.MEMORY & 1:
            drawn = "pile " + name(view.discards[(turn - 1) % gin.MEMORY] if turn else view.upcard)
        else:
            drawn = "stock " + (name(view.draws[turn // 2 % len(view.draws)]) if seat == view.turn else "?")
        found.append(f"turn {seat} {drawn} {WORDS[gin.BIG_GIN] if last == NO_CARD else name(last)}")
    if view.phase == gin.DISCARD:
        found.append(f"turn {view.turn} {WORDS[view.source]} {name(view.drawn)}")
    return found


def gin_words(view: Any) -> dict[str, int]:
    """The legal choices by name: cards, moves, or ways to lay down the hand (`3C+4C+5C/7D+7H+7S`)."""
    if view.phase == gin.SPREAD:
        ways = listed_arrangements(view.hand)
        return {"/".join(gin_names(meld).replace(" ", "+") for meld in ways[k].melds) or "none": k for k in view.choices}
    return {WORDS.get(choice) or name(choice): choice for choice in listed(view.legal)}


POSITIONS: dict[str, tuple[Callable[[Any, Any], list[str]], Callable[[Any], dict[str, int]]]] = {
    "hearts": (hearts_lines, card_words),
    "gin": (gin_lines, gin_words),
}
