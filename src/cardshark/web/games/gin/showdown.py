"""How the hands of gin lie on the table at the end, and how the points came about."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from cardshark.cards import CardSet, listed
from cardshark.games import gin
from cardshark.games.gin import melds
from cardshark.games.gin.names import is_meld
from cardshark.games.gin.rules import HandResult, LayOff
from cardshark.games.gin.showdown import showdown
from cardshark.games.gin.state import ENDED
from cardshark.games.match import Single
from cardshark.web.games.gin.choices import sorted_names
from cardshark.web.messages import Layout, Meld, Words

PlayedChoices = Sequence[tuple[Any, int]]  # the choices of this hand, each with the game as it was before


class LaidHand(NamedTuple):
    """The hand of the knocker's opponent as it is laid down."""

    melds: list[CardSet]
    laid_off: CardSet
    dead: CardSet


def has_ended(match: Single, played: PlayedChoices) -> bool:
    """Is the hand over? The game itself has then gone on to the next one."""
    return bool(played) and bool(match.over or match.state.table.hand_number != played[0][0].table.hand_number)


def ending(match: Single, played: PlayedChoices) -> Any:
    """The game at the end of this hand: scored, and the next hand not yet dealt."""
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
    game.winner, game.result, game.table.phase = gin.NOBODY, HandResult.VOID, ENDED
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
    answered = lay_down(rules, game, choice if chose_melds else 0)
    spread = [int(meld) for meld in table.melds if meld]
    dead = int(table.known[knocker]) & ~sum(spread)
    lay_on(spread, answered.laid_off)
    both = [layout(spread, dead), layout(answered.melds, answered.dead, answered.laid_off | int(table.laid_off))]
    return both if knocker == 0 else both[::-1]


def lay_down(rules: Any, game: Any, number: int) -> LaidHand:
    """Lay down the hand of the knocker's opponent; `number` is the chosen arrangement, where the rules let players choose."""
    table = game.table
    hand = np.uint64(game.hands[1 - table.knocker])
    table_runs, fourths = melds.EMPTY, melds.EMPTY
    gin_knock = not int(table.known[table.knocker]) & ~sum(int(meld) for meld in table.melds)
    if rules.lay_off in (LayOff.BEST, LayOff.AFTER_MELDS) and not gin_knock:
        table_runs, fourths = np.uint64(melds.runs_among(table.melds)), np.uint64(melds.fourths_of(table.melds))
    if rules.lay_off != LayOff.BEST:
        return lay_down_with(hand, np.uint64(melds.sets_of(hand, np.int64(number))), table_runs, fourths)
    low = np.uint64(melds.ace_low(hand))
    ranks = np.uint64(melds.set_ranks(low))
    ways = [np.uint64(melds.chosen_sets(low, ranks, np.int64(way))) for way in range(melds.set_choices(low, ranks))]
    found = [lay_down_with(hand, np.uint64(melds.ace_high(sets)), table_runs, fourths) for sets in ways]
    return min(found, key=lambda way: melds.points(np.uint64(way.dead)))


def lay_down_with(hand: np.uint64, sets: np.uint64, table_runs: np.uint64, fourths: np.uint64) -> LaidHand:
    """Lay down a hand with these cards in sets. The runs follow from that; then everything that fits is laid off."""
    found = np.zeros(melds.MELDS, np.uint64)
    melds.write_melds(hand, sets, found)
    left = np.uint64(melds.ace_low(hand ^ sets))
    unmelded = int(hand) & ~sum(int(meld) for meld in found)
    fitting = int(melds.ace_high(np.uint64(melds.runs(left | table_runs)) | fourths))
    return LaidHand([int(meld) for meld in found if meld], unmelded & fitting, unmelded & ~fitting)


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


def gin_words(match: Single, played: PlayedChoices) -> list[Words]:
    """How the hand that has just ended came to its points."""
    game = ending(match, played)
    result, winner = HandResult(int(game.result)), int(game.winner)
    if result in (HandResult.VOID, HandResult.TIE):
        return [Words(f"gin_end_{result.name.lower()}")]
    layouts = final_layouts(match.rules, game, played[-1])
    own, theirs = layouts[winner].points, layouts[1 - winner].points
    points, doubling = int(game.scores[winner]), int(game.table.doubling)
    bonus = points // doubling - (theirs - own)
    lines = [Words(f"gin_end_{result.name.lower()}", {"seat": winner, "own": own, "theirs": theirs, "bonus": bonus, "points": points})]
    return [*lines, Words("gin_end_double")] if doubling > 1 else lines
