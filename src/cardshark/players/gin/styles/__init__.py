"""Hand-made gin players, and how kernels play like one of them.

A `GIN_STYLE` says how a player plays gin. Kernels choose by it with `gin_choice`, and the players below do nothing but follow their
style. So an imagined opponent does in a playout what the real one does at the table.

`lookahead` finds a discard one draw ahead; `hand`, which it uses, works out what a hand is worth. All other rooms of gin players may
use this one.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, Any

import numpy as np

from cardshark.cards import count, has, pick, single
from cardshark.chance import below, draw, mixed, sealed
from cardshark.games import gin, house
from cardshark.games.gin.melds import EMPTY, HIGHEST, ace_high, ace_low, count_arrangements, deadwood, low_points
from cardshark.games.gin.rules import StockOut
from cardshark.games.gin.showdown import showdown
from cardshark.games.gin.state import ENDED
from cardshark.jit import at, kernel, record, routine, rule
from cardshark.options import make_object
from cardshark.players.gin.styles.hand import always_melded, best_discards, dearest, fits, gain, helpful_lay_off, met_before, stingiest
from cardshark.players.gin.styles.lookahead import discards_ahead, loosest_discards
from cardshark.players.player import Choices, Player, Views
from cardshark.players.style import check_chance, play_only, slips, style_record
from cardshark.players.uniform import any_of
from cardshark.text import UserError, choice, split_options


class GinKind(IntEnum):
    """Whose rules of thumb."""

    RANDOM = 0
    SIMPLE = 1
    MINIMISER = 2
    LOOKAHEAD = 3
    LOWCARDS = 4
    KEEPER = 5
    OBSERVER = 6  # nobody's: with it the hands of players are weighed whose style is not known


GIN_STYLE = record([
    ("kind", np.int8),
    ("knock", np.int16),  # the most deadwood with which it knocks
    ("early", np.int16),  # up to this turn of its own it knocks as soon as it may
    ("out", np.int16),  # of the keeper: the worth of an unseen card that would meld a card, in tenths of a point
    ("slip_chance", np.int64),  # in how many of 2 ** 32 decisions any legal choice is made
])  # fmt: skip


# ---- inside kernels ----


@rule
def gin_choice(style, hand, legal, drawn, draws, table, rules, luck):
    """What this style chooses; all but `style`, `rules` and `luck` are fields of a view."""
    phase = table.phase
    if style.kind == GinKind.RANDOM or slips(style.slip_chance, luck):
        return any_of(legal, mixed(luck))
    if phase == gin.DISCARD:
        return discard_of(style, hand, legal, drawn, draws, table, rules, luck)
    if phase == gin.DRAW or phase == gin.OFFER:
        leave = gin.STOCK if phase == gin.DRAW else gin.PASS
        top = single(table.pile[at(table.pile_size - 1)])
        return gin.PILE if has(legal, gin.PILE) and takes(style, hand, top) else leave
    if phase == gin.MAY_KNOCK:
        return gin.KNOCK if knocks(style, hand, (np.int64(table.turns) + 1) >> 1) else gin.PLAY_ON
    if phase == gin.SPREAD:
        equals = count_arrangements(hand, deadwood(hand))
        return stingiest(hand, equals, table) if style.kind == GinKind.LOOKAHEAD else below(luck, equals)
    return helpful_lay_off(hand, legal, table)


@rule
def takes(style, hand, top):
    """Does this style take the top of the pile with this hand?"""
    low, card = ace_low(hand), ace_low(top)
    if style.kind == GinKind.SIMPLE:
        return fits(low, card)
    if style.kind == GinKind.LOWCARDS:
        return low_points(card) < low_points(single(pick(dearest(low), 0)))
    if style.kind == GinKind.MINIMISER:
        return gain(low, card) > 0
    return fits(low, card) and always_melded(low, card) and gain(low, card) > 0


@rule
def discard_of(style, hand, legal, drawn, draws, table, rules, luck):
    """What this style discards; chance decides between equally good cards."""
    if has(legal, gin.BIG_GIN):
        return np.int64(gin.BIG_GIN)
    allowed = legal & hand
    if style.kind == GinKind.SIMPLE and (table.source == gin.PILE or rules.stock_out != StockOut.VOID):  # or else it is a new card
        fresh = allowed & ~met_before(np.int64(drawn), draws, table)
        allowed = fresh if fresh != EMPTY else allowed
    low = ace_low(allowed)
    if style.kind == GinKind.LOWCARDS:
        found = dearest(low)
    elif style.kind == GinKind.LOOKAHEAD:
        found = discards_ahead(hand, legal, table)
    elif style.kind == GinKind.KEEPER:
        found = loosest_discards(hand, legal, table, np.int64(style.out))
    else:
        _, found = best_discards(ace_low(hand), low)
        if style.kind == GinKind.MINIMISER:
            found = dearest(found)
    return pick(ace_high(found), below(luck, count(found)))


@rule
def likely_discards(style, hand, allowed):
    """The cards that this style most likely discards, as an observer would guess: those that leave the least deadwood."""
    if style.kind == GinKind.RANDOM:
        return allowed
    if style.kind == GinKind.LOWCARDS:
        return ace_high(dearest(ace_low(allowed)))
    _, found = best_discards(ace_low(hand), ace_low(allowed))
    return ace_high(found)


@rule
def knocks(style, hand, turn):
    """Does this style knock in this turn of its own, counted from 1, where it may?"""
    return turn <= style.early or deadwood(hand) <= style.knock


@rule
def next_choice(game, rules, styles, luck):
    """What the style of the seat in turn chooses."""
    seat = at(game.table.turn)
    return gin_choice(styles[seat], game.hands[seat], gin.legal(game, rules), game.drawn, game.draws[seat], game.table, rules, luck)


@rule
def carry_out(game, rules, choice):
    """Carry out a choice. A hand that ends is scored, and no hand is dealt."""
    choice = np.int64(choice)
    table = game.table
    phase = table.phase
    if phase == gin.DISCARD and choice != gin.BIG_GIN:
        gin.discard(game, rules, choice)
    elif phase == gin.DRAW or (phase == gin.OFFER and choice == gin.PILE):
        gin.draw_from(game, choice)
    elif phase == gin.OFFER:
        gin.leave_upcard(table)
    elif phase == gin.MAY_KNOCK and choice == gin.PLAY_ON:
        gin.pass_turn(game, rules)
    else:
        if phase == gin.DISCARD:
            gin.finish_turn(table, gin.NOBODY)
        showdown(game, rules, choice)


@routine
def play_out_gin(game, rules, styles, word):
    """Finish the hand, both players by the style of their seat, and score it. Their luck comes from `word`."""
    number = 0
    while game.table.phase != ENDED:
        carry_out(game, rules, next_choice(game, rules, styles, draw(word, number)))
        number += 1


@kernel
def play_gin(games, rules, styles):
    """Play matches to their end, without views: the style of each seat, in one kernel."""
    rules = rules[0]
    for i in range(len(games)):
        game = games[i]
        while game.table.phase != gin.OVER:
            gin.choose(game, rules, next_choice(game, rules, styles, sealed(game.luck)))


# ---- the players ----


@kernel
def choose_by_gin_style(views, rules, styles, choices):
    """Choose by one style for every view."""
    rules = rules[0]
    style = styles[0]
    for i in range(len(views)):
        view = views[i]
        choices[i] = gin_choice(style, view.hand, view.legal, view.drawn, view.draws, view.table, rules, view.luck)


@dataclass
class GinHandmade(Player):
    """A gin player that only follows a style; this one makes any legal choice."""

    epsilon: Annotated[float, "chance to make any legal choice instead"] = 0.0

    kind = GinKind.RANDOM

    def __post_init__(self) -> None:
        check_chance("epsilon", self.epsilon)
        for option in ("knock", "early", "out"):
            if not 0 <= getattr(self, option, 0) <= HIGHEST:
                raise UserError(f"{option} must be 0 to {HIGHEST}, not {getattr(self, option)}")

    def style(self) -> np.ndarray:
        """How this player plays, as one record."""
        return style_record(GIN_STYLE, self)

    def sit(self, game: Any, rules: Any) -> None:
        """Learn the rules; these rules of thumb are for gin alone."""
        play_only(self, game, gin, "gin")
        self._rules = house.record(rules)

    def choose(self, views: Views, choices: Choices) -> None:
        """Play by the style."""
        choose_by_gin_style(views, self._rules, self.style(), choices)


@dataclass
class Simple(GinHandmade):
    """Takes what fits, keeps the least deadwood, knocks at once: the baseline of the EAAI gin challenge."""

    knock: Annotated[int, "the most deadwood with which it knocks, where the rules allow it"] = 100

    early: Annotated[int, "for how many turns it knocks as soon as the rules allow it"] = 0

    kind = GinKind.SIMPLE


@dataclass
class Holdout(GinHandmade):
    """Plays like simple, but knocks only with gin: whoever knocks against it early is often undercut."""

    kind = GinKind.SIMPLE


@dataclass
class Minimiser(GinHandmade):
    """Takes the up-card only if that lowers its deadwood, keeps the least deadwood, sheds dear cards first, knocks at once."""

    knock: Annotated[int, "the most deadwood with which it knocks, where the rules allow it"] = 100

    early: Annotated[int, "for how many turns it knocks as soon as the rules allow it"] = 0

    kind = GinKind.MINIMISER


@dataclass
class Lookahead(GinHandmade):
    """Thinks one draw ahead and of what the other player could want, knocks early or waits for gin."""

    early: Annotated[int, "for how many turns it knocks as soon as the rules allow it"] = 3
    knock: Annotated[int, "the most deadwood with which it knocks later"] = 0

    kind = GinKind.LOOKAHEAD


@dataclass
class Lowcards(GinHandmade):
    """Keeps low cards and never thinks of melds, but knocks as soon as it may."""

    knock: Annotated[int, "the most deadwood with which it knocks, where the rules allow it"] = 100

    kind = GinKind.LOWCARDS


@dataclass
class Keeper(GinHandmade):
    """Throws dear cards that can hardly be melded any more, knocks early or waits for gin: lookahead in a hurry."""

    early: Annotated[int, "for how many turns it knocks as soon as the rules allow it"] = 4
    knock: Annotated[int, "the most deadwood with which it knocks later"] = 0
    out: Annotated[int, "what each unseen card is worth that would meld a card, in tenths of a point"] = 20

    kind = GinKind.KEEPER


GIN_STYLES: dict[str, type[GinHandmade]] = {
    "random": GinHandmade, "simple": Simple, "holdout": Holdout, "minimiser": Minimiser, "lookahead": Lookahead, "lowcards": Lowcards,
    "keeper": Keeper,
}  # fmt: skip


def observer_style() -> np.ndarray:
    """The style to weigh hands with where nobody knows the other player's: it knocks only with gin."""
    found = np.zeros(1, GIN_STYLE)
    found["kind"] = GinKind.OBSERVER
    return found


def gin_style_of(text: str) -> np.ndarray:
    """The style that a text names: `simple`, or with options `simple(knock=4)`."""
    name, options = split_options(text)
    return make_object(GIN_STYLES[choice("style of gin", name, GIN_STYLES)], name, options).style()
