"""Players of Hearts who follow rules of thumb, and how a playout plays like one of them.

A `STYLE` says how a player plays. Kernels choose by it with `card_of` and `pass_of`, and the players below do nothing but follow
their style. So an imagined opponent does in a playout what the real one does at the table.

The rules of thumb stand in `jake`, `stock` and `greedy`; each uses only those after it. All other rooms of Hearts players may use
this one.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, Any

import numpy as np

from cardshark.cards import count
from cardshark.chance import draw, mixed
from cardshark.games import hearts, house
from cardshark.jit import at, kernel, record, routine, rule
from cardshark.options import make_object
from cardshark.players.hearts.styles.greedy import EqualRanks, PassWhich, Queen, Reference, Smallest, greedy_card, greedy_pass
from cardshark.players.hearts.styles.jake import Giveaway, jake_card, jake_pass
from cardshark.players.hearts.styles.stock import stock_card, stock_pass
from cardshark.players.player import Choices, Player, Views
from cardshark.players.style import check_chance, play_only, slips, style_record
from cardshark.players.uniform import any_of
from cardshark.text import choice, split_options


class StyleKind(IntEnum):
    """Whose rules of thumb."""

    RANDOM = 0
    GREEDY = 1
    STOCK = 2
    JAKE = 3


STYLE = record([
    ("kind", np.int8),
    ("ties", np.int8),  # of the greedy player, like the next four
    ("smallest", np.int8),
    ("reference", np.int8),
    ("queen", np.int8),
    ("passing", np.int8),
    ("giveaway", np.int8),  # of Jake
    ("slip_chance", np.int64),  # in how many of 2 ** 32 decisions any legal card is played
])  # fmt: skip


@rule
def needs_luck(style):
    """Does chance decide anything for this style?"""
    return style.kind == StyleKind.RANDOM or style.slip_chance > 0


@rule
def card_of(style, hand, legal, table, rules, luck):
    """The card that this style plays; `luck` matters only if `needs_luck`."""
    kind = style.kind
    if kind == StyleKind.RANDOM:
        return any_of(legal, luck)
    if slips(style.slip_chance, luck):
        return any_of(legal, mixed(luck))
    if kind == StyleKind.GREEDY:
        return greedy_card(style, legal, table, rules)
    if kind == StyleKind.STOCK:
        return stock_card(legal, table, rules)
    return jake_card(style, hand, legal, table, rules)


@rule
def pass_of(style, hand, given, rules, luck):
    """The next card that this style passes; `hand` still holds those put aside. Nobody slips when passing."""
    kind = style.kind
    if kind == StyleKind.RANDOM or (kind == StyleKind.GREEDY and style.passing == PassWhich.RANDOM):
        return any_of(hand & ~given, luck)
    if kind == StyleKind.GREEDY:
        return greedy_pass(style, hand & ~given, rules)
    if kind == StyleKind.STOCK:
        return stock_pass(hand & ~given)
    return jake_pass(hand, given)


@routine
def play_until(game, rules, styles, word, tricks):
    """Play on until so many tricks are finished, everybody by the style of their seat. The luck of styles comes from `word`."""
    table = game.table
    while table.phase == hearts.PASS:
        seat = at(table.turn)
        luck = draw(word, hearts.MOST_CARDS + count(game.given[seat]) + 4 * table.turn)
        hearts.pass_card(game, rules, pass_of(styles[seat], game.hands[seat], game.given[seat], rules, luck))
    while table.trick < tricks:
        seat = at(table.turn)
        style = styles[seat]
        luck = draw(word, table.played) if needs_luck(style) else word
        card = card_of(style, game.hands[seat], hearts.legal_cards(game, rules), table, rules, luck)
        hearts.lay_card(game, rules, card)


@rule
def play_out(game, rules, styles, word):
    """Finish the hand, everybody by the style of their seat, and score it."""
    play_until(game, rules, styles, word, rules.hand_size)
    hearts.score_hand(game, rules)


# ---- the players ----


@kernel
def choose_by_style(views, rules, styles, choices):
    """Choose by one style for every view."""
    rules = rules[0]
    style = styles[0]
    for i in range(len(views)):
        view = views[i]
        if view.table.phase == hearts.PASS:
            choices[i] = pass_of(style, view.hand, view.given, rules, view.luck)
        else:
            choices[i] = card_of(style, view.hand, view.legal, view.table, rules, view.luck)


@dataclass
class Handmade(Player):
    """A player that only follows a style; this one plays any legal card."""

    epsilon: Annotated[float, "chance to play any legal card instead"] = 0.0

    kind = StyleKind.RANDOM

    def __post_init__(self) -> None:
        check_chance("epsilon", self.epsilon)

    def style(self) -> np.ndarray:
        """How this player plays, as one record."""
        return style_record(STYLE, self)

    def sit(self, game: Any, rules: Any) -> None:
        """Learn the rules; rules of thumb are for Hearts alone."""
        play_hearts_only(self, game)
        self._rules = house.record(rules)

    def choose(self, views: Views, choices: Choices) -> None:
        """Play by the style."""
        choose_by_style(views, self._rules, self.style(), choices)


def play_hearts_only(player: Player, game: Any) -> None:
    """Refuse another game."""
    play_only(player, game, hearts, "Hearts")


@dataclass
class Greedy(Handmade):
    """Leads low, stays under the card that was led, throws the worst card away (the POMCP report)."""

    ties: Annotated[EqualRanks, "which of two cards of one rank counts as the lower"] = EqualRanks.CLUBS_LOW
    smallest: Annotated[Smallest, "which card is the smallest: the lowest one, or the lowest of the lowest suit"] = Smallest.RANK
    reference: Annotated[Reference, "which card to stay under: the first of the trick, or the one that is winning"] = Reference.FIRST
    queen: Annotated[
        Queen, "when the queen of spades is kept back: never, when the last player would take a trick with her, or behind higher spades"
    ] = Queen.LITERAL
    passing: Annotated[PassWhich, "which cards are passed"] = PassWhich.DISCARD

    kind = StyleKind.GREEDY


@dataclass
class Stock(Handmade):
    """The rule player of a classic desktop program, without memory; the rule-based agent of the FALCON paper."""

    kind = StyleKind.STOCK


@dataclass
class Jake(Handmade):
    """Stock's clever brother: remembers every card and who is out of which suit."""

    giveaway: Annotated[Giveaway, "which low cards are led so that somebody else must take them"] = Giveaway.PROGRAMMED

    kind = StyleKind.JAKE


STYLES: dict[str, type[Handmade]] = {"random": Handmade, "greedy": Greedy, "stock": Stock, "jake": Jake}


def style_of(text: str) -> np.ndarray:
    """The style that a text names: `stock`, or with options `greedy(reference=winner)`."""
    name, options = split_options(text)
    return make_object(STYLES[choice("style of play", name, STYLES)], name, options).style()
