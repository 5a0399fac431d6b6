"""A gin table as one person may see it.

The server keeps a hand as a list of `(game before, choice)`; whatever a page shows of it is made here, from what the seat may know.
The other hand and the cards that the other player drew from the stock are never looked at, unless the hands lie open: for whoever
watches with open cards, and for everybody when the hand is over.
"""

from typing import Any

import numpy as np

from cardshark.cards import listed, name
from cardshark.games import gin
from cardshark.games.gin import melds
from cardshark.games.gin.state import ENDED
from cardshark.games.match import Single
from cardshark.hands.gin import WORDS as GIN_WORDS
from cardshark.web.games.gin.choices import sorted_names
from cardshark.web.games.gin.showdown import PlayedChoices, best_layout, ending, final_layouts, has_ended
from cardshark.web.messages import Act, GinState, Meld


def gin_phase(match: Single, seat: int | None) -> str:
    """What is being decided, as far as this seat may know. It may not know whether the other player could knock."""
    table = match.state.table
    return "discard" if table.phase == gin.MAY_KNOCK and seat is not None and seat != table.turn else gin.PHASES[int(table.phase)]


def is_secret(match: Single, seat: int | None) -> bool:
    """Is the other player deciding about a knock? A state sent now would give away that they can."""
    return match.state.table.phase == gin.MAY_KNOCK and seat is not None and seat != match.state.table.turn


def gin_known(match: Single, played: PlayedChoices = ()) -> list[list[str]]:
    """The cards that each seat is known to hold: taken from the pile, or laid down."""
    table = ending(match, played).table if has_ended(match, played) else match.state.table
    return [sorted_names(cards) for cards in table.known]


def gin_state(match: Single, seat: int | None, played: PlayedChoices = (), show_all: bool = False) -> GinState:
    """The table as this seat may see it (None: a watcher); `played` is this hand so far. A hand that has just ended lies open."""
    ended = has_ended(match, played)
    game = ending(match, played) if ended else match.state
    table = game.table
    state = GinState(
        pile=[name(int(each)) for each in table.pile[: table.pile_size]],
        stock=int(table.stock_left),
        limit=int(table.knock_limit),
        doubling=int(table.doubling),
        dealer=int(table.dealer),
        acts=[done for before, choice in played for done in act(before, choice, seat, show_all or ended)],
        laid_off=sorted_names(table.laid_off),
        boxes=[int(boxes) for boxes in match.state.table.boxes],
    )
    if table.knocker != gin.NOBODY:
        show_knock(state, table)
    if seat is not None:
        show_own_hand(state, game, seat)
    if ended:
        state.layouts = final_layouts(match.rules, game, played[-1])
        state.laid_off = [each for layout in state.layouts for each in layout.laid_off]
    elif show_all:
        state.layouts = [best_layout(int(hand)) for hand in game.hands]
        state.drawn = name(int(game.drawn)) if game.drawn != gin.NOBODY else ""
    return state


def show_knock(state: GinState, table: Any) -> None:
    """The knocker's hand, once it lies on the table."""
    state.knocker = int(table.knocker)
    if table.turn != table.knocker or table.phase == ENDED:
        state.spread = [Meld(sorted_names(meld)) for meld in table.melds if meld]
        state.spread_deadwood = sorted_names(int(table.known[table.knocker]) & ~sum(int(meld) for meld in table.melds))


def show_own_hand(state: GinState, game: Any, seat: int) -> None:
    """The own cards in their best melds, what each discard would leave, and the ways to lay them down."""
    table, hand = game.table, int(game.hands[seat])
    best = best_layout(hand)
    state.melds, state.deadwood = best.melds, best.points
    if table.turn != seat:
        return
    if game.drawn != gin.NOBODY:
        state.drawn = name(int(game.drawn))
    if table.phase == gin.DISCARD:
        state.after = {name(each): int(melds.deadwood(np.uint64(hand ^ 1 << each))) for each in listed(hand)}
    elif table.phase == gin.SPREAD:
        limit = int(table.knock_limit) if seat == table.knocker else melds.HIGHEST
        ways = [way for way in melds.listed_arrangements(hand) if way.deadwood <= limit]
        state.ways = [[Meld(sorted_names(meld)) for meld in way.melds] for way in ways]


def act(before: Any, choice: int, seat: int | None, show_all: bool = False) -> list[Act]:
    """What others see of a choice. That a player could knock and plays on is not seen."""
    table, who = before.table, int(before.table.turn)
    if choice == gin.PLAY_ON and table.phase == gin.MAY_KNOCK:
        return []
    if table.phase == gin.SPREAD:
        return [Act(who, "spread")]
    if table.phase == gin.LAY_OFF:
        return [Act(who, "done")] if choice == gin.DONE else [Act(who, "lay-off", name(choice))]
    if choice == gin.STOCK:
        seen = show_all or seat == who
        return [Act(who, "stock", name(int(before.stock[table.stock_left - 1])) if seen else "")]
    if choice in (gin.PILE, gin.PASS):
        return [Act(who, GIN_WORDS[choice], name(int(table.pile[table.pile_size - 1])))]
    if choice == gin.KNOCK:
        return [Act(who, "knock" if melds.deadwood(np.uint64(before.hands[who])) else "gin")]
    return [Act(who, "big_gin")] if choice == gin.BIG_GIN else [Act(who, "discard", name(choice))]
