"""A gin table as one person may see it, and the choices of gin as words.

The server keeps a hand as a list of `(game before, choice)`; whatever a page shows of it is made here, from what the seat may know.
The other hand and the cards that the other player drew from the stock are never looked at, unless the hands lie open: for whoever
watches with open cards, and for everybody when the hand is over.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from cardshark.cards import CardSet, card, listed, name
from cardshark.games import gin
from cardshark.games.gin import melds
from cardshark.games.gin.names import gin_names, is_meld
from cardshark.games.gin.rules import LayOff, Result
from cardshark.games.gin.showdown import showdown
from cardshark.games.gin.state import ENDED
from cardshark.games.match import Single
from cardshark.hands.gin import CHOICES as GIN_CHOICES
from cardshark.hands.gin import WORDS as GIN_WORDS
from cardshark.text import UserError
from cardshark.web.messages import Act, GinState, Layout, Meld, Words

PHASES = {
    gin.OFFER: "offer", gin.DRAW: "draw", gin.DISCARD: "discard", gin.MAY_KNOCK: "may_knock", gin.SPREAD: "spread",
    gin.LAY_OFF: "lay_off", gin.OVER: "over", ENDED: "ended",
}  # fmt: skip

Played = Sequence[tuple[Any, int]]  # the choices of this hand, each with the game as it was before


# ---- choices as words ----


def choice_name(view: Any, choice: int) -> str:
    """A choice as the page calls it; `view` is a view or a game, before the choice."""
    if view.table.phase == gin.SPREAD:
        return f"way {choice + 1}"
    return GIN_WORDS.get(choice) or name(choice)


def choice_number(view: Any, text: str) -> int:
    """The choice that the page calls so; whether it is legal is for the rules to say."""
    if view.table.phase == gin.SPREAD:
        number = text.removeprefix("way ")
        if not number.isdecimal() or not 1 <= int(number) <= melds.ROOM:
            raise UserError(f"{text[:20]!r} is no way to lay down a hand: say way 1, way 2, ...")
        return int(number) - 1
    return GIN_CHOICES[text] if text in GIN_CHOICES else card(text)


def gin_choices(view: Any) -> list[str]:
    """What the seat in turn may choose, cards as a gin player sorts them."""
    legal = int(view.legal)
    if view.table.phase == gin.SPREAD:
        return [choice_name(view, choice) for choice in listed(legal)]
    in_hand = legal & int(view.hand)
    return [*sorted_names(in_hand), *(choice_name(view, choice) for choice in listed(legal & ~in_hand))]


def gin_refusals(view: Any) -> dict[str, Words]:
    """Why the other cards of the hand, or the pile, may not be chosen now."""
    phase = view.table.phase
    refused = int(view.hand) & ~int(view.legal) if phase in (gin.DISCARD, gin.LAY_OFF) else int(view.hand)
    key = {
        gin.OFFER: "gin_no_offer", gin.DRAW: "gin_no_draw", gin.DISCARD: "gin_no_throw_back", gin.MAY_KNOCK: "gin_no_knock",
        gin.SPREAD: "gin_no_spread", gin.LAY_OFF: "gin_no_lay_off",
    }[int(phase)]  # fmt: skip
    found = {each: Words(key, {"card": each}) for each in sorted_names(refused)}
    if phase == gin.DRAW and not int(view.legal) >> gin.PILE & 1:
        found["pile"] = Words("gin_no_pile")
    return found


def sorted_names(cards: CardSet) -> list[str]:
    """Names of cards by suit from the ace up."""
    return gin_names(int(cards)).split()


# ---- the table ----


def gin_phase(match: Single, seat: int | None) -> str:
    """What is being decided, as far as this seat may know: whether the other player could knock, it may not."""
    table = match.state.table
    return "discard" if table.phase == gin.MAY_KNOCK and seat is not None and seat != table.turn else PHASES[int(table.phase)]


def is_secret(match: Single, seat: int | None) -> bool:
    """Is the other player deciding about a knock? A state sent just now would tell that he could."""
    return match.state.table.phase == gin.MAY_KNOCK and seat is not None and seat != match.state.table.turn


def gin_known(match: Single, played: Played = ()) -> list[list[str]]:
    """The cards that each seat is known to hold: taken from the pile, or laid down."""
    table = ending(match, played).table if has_ended(match, played) else match.state.table
    return [sorted_names(cards) for cards in table.known]


def gin_state(match: Single, seat: int | None, played: Played = (), show_all: bool = False) -> GinState:
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
    """What others see of a choice, for the story: nothing at all of a player who could knock and plays on."""
    table, who = before.table, int(before.table.turn)
    if choice == gin.PLAY_ON and table.phase == gin.MAY_KNOCK:
        return []
    if table.phase == gin.SPREAD:
        return [Act(who, "spread")]
    if table.phase == gin.LAY_OFF:
        return [Act(who, "done")] if choice == gin.DONE else [Act(who, "lay_off", name(choice))]
    if choice == gin.STOCK:
        seen = show_all or seat == who
        return [Act(who, "stock", name(int(before.stock[table.stock_left - 1])) if seen else "")]
    if choice in (gin.PILE, gin.PASS):
        return [Act(who, GIN_WORDS[choice], name(int(table.pile[table.pile_size - 1])))]
    if choice == gin.KNOCK:
        return [Act(who, "knock" if melds.deadwood(np.uint64(before.hands[who])) else "gin")]
    return [Act(who, "big_gin")] if choice == gin.BIG_GIN else [Act(who, "discard", name(choice))]


# ---- the end of a hand ----


class Answer(NamedTuple):
    """How the knocker's opponent lays down what he has."""

    melds: list[CardSet]
    laid_off: CardSet
    dead: CardSet


def has_ended(match: Single, played: Played) -> bool:
    """Is the hand over? The game itself has then gone on to the next one."""
    return bool(played) and bool(match.over or match.state.table.hand_number != played[0][0].table.hand_number)


def ending(match: Single, played: Played) -> Any:
    """The game at the end of this hand, scored, and nothing dealt."""
    before, choice = played[-1]
    games = np.array([before], gin.GAME)
    game = games[0]
    if game.table.phase == gin.MAY_KNOCK and choice == gin.PLAY_ON:
        return void(game)
    if game.table.phase == gin.DISCARD and choice != gin.BIG_GIN:
        bit = np.uint64(1 << choice)
        game.hands[game.table.turn] ^= bit
        game.table.known[game.table.turn] &= ~bit
        game.table.pile[game.table.pile_size] = choice
        game.table.pile_size += 1
        return void(game)
    showdown(game, match.record[0], np.int64(choice))
    return game


def void(game: Any) -> Any:
    """A hand that nobody won."""
    game.winner, game.result, game.table.phase = gin.NOBODY, Result.VOID, ENDED
    game.scores[:] = 0
    return game


def best_layout(hand: CardSet) -> Layout:
    """A hand in its best melds."""
    way = melds.listed_arrangements(hand)[0]
    return Layout([Meld(sorted_names(meld)) for meld in way.melds], sorted_names(hand & ~sum(way.melds)), way.deadwood)


def layout(laid: list[CardSet], dead: CardSet, laid_off: CardSet = 0) -> Layout:
    """Cards on the table, in words."""
    return Layout(
        [Meld(sorted_names(meld)) for meld in laid], sorted_names(dead), int(melds.points(np.uint64(dead))), sorted_names(laid_off)
    )


def final_layouts(rules: Any, game: Any, last: tuple[Any, int]) -> list[Layout]:
    """Both hands as they lie on the table at the end; `last` is the choice that ended the hand."""
    table, (before, choice) = game.table, last
    if table.knocker == gin.NOBODY:
        return [best_layout(int(hand)) for hand in game.hands]
    knocker = int(table.knocker)
    chose_melds = before.table.phase == gin.SPREAD and before.table.turn != knocker
    answered = answer(rules, game, choice if chose_melds else 0)
    spread = [int(meld) for meld in table.melds if meld]
    dead = int(table.known[knocker]) & ~sum(spread)
    lay_on(spread, answered.laid_off)
    both = [layout(spread, dead), layout(answered.melds, answered.dead, answered.laid_off | int(table.laid_off))]
    return both if knocker == 0 else both[::-1]


def answer(rules: Any, game: Any, number: int) -> Answer:
    """How the knocker's opponent lays down his hand; `number` is the arrangement that he chose, where he may."""
    table = game.table
    hand = np.uint64(game.hands[1 - table.knocker])
    table_runs, fourths = melds.EMPTY, melds.EMPTY
    gin_knock = not int(table.known[table.knocker]) & ~sum(int(meld) for meld in table.melds)
    if rules.lay_off in (LayOff.BEST, LayOff.AFTER_MELDS) and not gin_knock:
        table_runs, fourths = np.uint64(melds.runs_among(table.melds)), np.uint64(melds.fourths_of(table.melds))
    if rules.lay_off != LayOff.BEST:
        return answer_with(hand, np.uint64(melds.sets_of(hand, np.int64(number))), table_runs, fourths)
    low = np.uint64(melds.ace_low(hand))
    ranks = np.uint64(melds.often(low))
    ways = [np.uint64(melds.chosen_sets(low, ranks, np.int64(way))) for way in range(melds.set_choices(low, ranks))]
    found = [answer_with(hand, np.uint64(melds.ace_high(sets)), table_runs, fourths) for sets in ways]
    return min(found, key=lambda way: melds.points(np.uint64(way.dead)))


def answer_with(hand: np.uint64, sets: np.uint64, table_runs: np.uint64, fourths: np.uint64) -> Answer:
    """The same with these cards in sets: runs follow from that, and then all is laid off that fits."""
    found = np.zeros(melds.MELDS, np.uint64)
    melds.write_melds(hand, sets, found)
    left = np.uint64(melds.ace_low(hand ^ sets))
    loose = int(hand) & ~sum(int(meld) for meld in found)
    fitting = int(melds.ace_high(np.uint64(melds.runs(left | table_runs)) | fourths))
    return Answer([int(meld) for meld in found if meld], loose & fitting, loose & ~fitting)


def lay_on(spread: list[CardSet], cards: CardSet) -> None:
    """Lay these cards off on the melds, in an order in which they fit."""
    waiting = listed(cards)
    while waiting:
        fits = [(each, k) for each in waiting for k, meld in enumerate(spread) if is_meld(meld | 1 << each)]
        if not fits:
            return
        each, k = fits[0]
        spread[k] |= 1 << each
        waiting.remove(each)


def gin_words(match: Single, played: Played) -> list[Words]:
    """How the hand that has just ended came to its points."""
    game = ending(match, played)
    result, winner = Result(int(game.result)), int(game.winner)
    if result in (Result.VOID, Result.TIE):
        return [Words(f"gin_end_{result.name.lower()}")]
    layouts = final_layouts(match.rules, game, played[-1])
    own, theirs = layouts[winner].points, layouts[1 - winner].points
    points, doubling = int(game.scores[winner]), int(game.table.doubling)
    bonus = points // doubling - (theirs - own)
    told = [Words(f"gin_end_{result.name.lower()}", {"seat": winner, "own": own, "theirs": theirs, "bonus": bonus, "points": points})]
    return [*told, Words("gin_end_double")] if doubling > 1 else told
