"""What a seat of gin rummy may know, as lines of text. A program in another language gets a position this way (docs/players.md).

Every line is a keyword and words. Cards and moves have the same names as in transcripts. The lines are made from a view
alone, so they cannot hold anything that the seat may not know.
"""

from typing import Any

from cardshark.cards import listed, name
from cardshark.games.gin.melds import listed_arrangements
from cardshark.games.gin.names import WORDS, choice_name, gin_names
from cardshark.games.gin.state import BIG_GIN, DISCARD, MEMORY, NOBODY, PHASES, SEATS, SPREAD
from cardshark.games.lines import line, set_lines

NO_CARD = 255  # as a byte


def position(view: Any, rules: Any) -> list[str]:
    """A position of gin rummy: the match, the own cards, pile and stock, the turns so far, and what lies open."""
    found = [f"hand {view.hand_number + 1}", f"seat {view.turn}", f"phase {PHASES[view.phase]}"]
    found += [line("totals", view.totals), line("boxes", view.boxes), f"dealer {view.dealer}"]
    found += [f"knock_limit {view.knock_limit}", f"doubling {view.doubling}", f"passed {view.passed}", f"upcard {name(view.upcard)}"]
    found += [f"cards {gin_names(view.hand)}", f"stock {view.stock_left}"]
    found += [line("pile", map(name, view.pile[: view.pile_size]))]
    found += [f"turns {view.turns}", *turn_lines(view)]
    found += [f"known {seat} {gin_names(cards)}" for seat, cards in enumerate(view.known) if cards]
    found += [f"knocker {view.knocker}"] if view.knocker != NOBODY else []
    found += [f"meld {gin_names(meld)}" for meld in view.melds if meld]
    found += set_lines(laid_off=view.laid_off)
    return found


def turn_lines(view: Any) -> list[str]:
    """Who drew where and discarded what, as far back as the view remembers; a card that the other drew from the stock is `?`."""
    found = []
    for turn in range(max(0, view.turns - MEMORY + 1), view.turns):
        seat, last = (view.first + turn) % SEATS, view.discards[turn % MEMORY]
        if view.taken >> turn % MEMORY & 1:
            drawn = "pile " + name(view.discards[(turn - 1) % MEMORY] if turn else view.upcard)
        else:
            drawn = "stock " + (name(view.draws[turn // 2 % len(view.draws)]) if seat == view.turn else "?")
        found.append(f"turn {seat} {drawn} {WORDS[BIG_GIN] if last == NO_CARD else name(last)}")
    if view.phase == DISCARD:
        found.append(f"turn {view.turn} {WORDS[view.source]} {name(view.drawn)}")
    return found


def words(view: Any) -> dict[str, int]:
    """The legal choices by name: cards, moves, or ways to lay down the hand (`3C+4C+5C/7D+7H+7S`)."""
    if view.phase == SPREAD:
        ways = listed_arrangements(view.hand)
        return {"/".join(gin_names(meld).replace(" ", "+") for meld in ways[k].melds) or "none": k for k in view.choices}
    return {choice_name(view.phase, choice): choice for choice in listed(view.legal)}
