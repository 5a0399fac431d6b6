"""Rollouts: try the cards that a network likes best in imagined deals, and let networks finish the hands.

As in the rollout thesis: order the legal cards by the network, keep the best `top`, imagine `deals` deals, the same for all cards,
let four copies of the network finish each, and play the card that costs least on average. Options add what its author recommends to
try next, and what may explain why a good network gains nothing by rollouts.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import listed, set_of
from cardshark.games import hearts
from cardshark.games.hearts.rules import FirstLead
from cardshark.jit import kernel
from cardshark.players.hearts.network.brain import NO_BRAIN, Brain, load
from cardshark.players.hearts.network.models import MODEL, MOST_IN_HAND, imagine_evenly, imagine_explained, new_models
from cardshark.players.hearts.network.player import slip, value_all
from cardshark.players.hearts.network.trying import ROLLOUT, Aim, Rest, try_cards
from cardshark.players.hearts.network.winning import check_match
from cardshark.players.hearts.search.shared import Search, without_thinking
from cardshark.players.hearts.styles import STYLES, StyleKind, style_of
from cardshark.players.player import Choices, Views
from cardshark.players.style import as_slip_chance, check_chance
from cardshark.players.thinking import CHUNK, Sampler, Thought
from cardshark.text import UserError, split_options

MOST_TRIES = 100
PASSES = "jake"  # whose rule of passing goes with a network


class TableTrick(IntEnum):
    """What a playout knows of the trick on the table."""

    KEPT = 0  # all of it
    FORGOTTEN = 1  # nothing: I lead my card to a new trick, and the cards on the table are hidden again


class EqualCosts(IntEnum):
    """Which of the cards that cost the same is played."""

    NETWORK = 0  # the one that the network likes best
    LOWEST = 1  # the lowest


@kernel
def choose_at_once(views, rules, search, models, choices):
    """Choose where there is nothing to think about; -1 elsewhere."""
    for i in range(len(views)):
        choices[i] = without_thinking(views[i], rules[0], search[0], models)


@dataclass
class Rollouts(Search):
    """Tries the cards that a network likes best in imagined deals, and lets networks finish the hands (the rollout thesis)."""

    playout: Annotated[str, "how I finish hands in thought: by my network, or by a style: random, greedy, stock or jake"] = "network"
    others: Annotated[str, "how the others are thought to play: same as I in thought, another brain, or a style"] = "same"
    brain: Annotated[str | Brain, "a brain of the lab (see `cardshark brains`) or a file of weights"] = "strong"
    deals: Annotated[int, "imagined deals for each decision"] = 200
    top: Annotated[int, "how many cards are tried: those that the network likes best"] = 8
    temperature: Annotated[
        float, "points by which a network's card must be worse to be e times less likely in playouts; 0: never played"
    ] = 0.0
    tries: Annotated[int, "playouts of each card in each deal, where chance decides something in them"] = 1
    quantile: Annotated[str, "which of these playouts counts: from 0, the best, to 1, the worst; or their mean"] = "1"
    horizon: Annotated[int, "tricks that are played out in thought, the present one included; 0 for all"] = 0
    rest: Annotated[Rest, "what counts for the tricks after these"] = Rest.NETWORK
    aim: Annotated[Aim, "what is to be low: the points of this hand, or the chance not to win the match"] = Aim.POINTS
    ties: Annotated[EqualCosts, "which of the cards that cost the same is played"] = EqualCosts.NETWORK
    trick: Annotated[TableTrick, "whether playouts know the trick on the table, or forget it and let me lead"] = TableTrick.KEPT
    own_epsilon: Annotated[float, "chance that I play any legal card at the table, whatever I found"] = 0.0
    halving: Annotated[bool, "drop the worse half of the cards again and again, for as many playouts in all"] = False
    blend: Annotated[float, "how much the network's own opinion counts beside its rollouts, 0 to 1"] = 0.0

    def __post_init__(self) -> None:
        self._brains = [load(self.brain)]
        super().__post_init__()
        self.check()
        self._rollout = np.zeros(1, ROLLOUT)
        for name in ("tries", "horizon", "rest", "aim", "blend"):
            self._rollout[name] = getattr(self, name)
        self._rollout["rank"] = rank_of(self.quantile, self.tries)
        self._thinking = new_models(self._both, self._brains)

    def models(self) -> np.ndarray:
        """How I play in thought and how the others do: models, and the styles by which they pass cards."""
        texts = [self.playout, self.playout if self.others == "same" else self.others]
        self._both = np.concatenate([self.model(text) for text in texts])
        return self._both["style"].copy()

    def model(self, text: str) -> np.ndarray:
        """A model that plays by a style or by a brain."""
        found = np.zeros(1, MODEL)
        if split_options(text)[0] in STYLES:
            found["brain"], found["style"] = NO_BRAIN, style_of(text)
        else:
            found["style"], found["temperature"] = style_of(PASSES), self.temperature
            if text not in ("network", self.brain):
                found["brain"] = len(self._brains)
                self._brains.append(load(text))
        found["style"]["slip_chance"] = np.maximum(found["style"]["slip_chance"], as_slip_chance(self.epsilon))
        return found

    def check(self) -> None:
        """Refuse what makes no sense."""
        for name, most in {"deals": 1_000_000, "top": 64, "tries": MOST_TRIES}.items():
            if not 1 <= getattr(self, name) <= most:
                raise UserError(f"{name} must be 1 to {most:,}, not {getattr(self, name)}")
        if not 0 <= self.temperature <= 1000:
            raise UserError(f"a temperature is 0 to 1000 points, not {self.temperature}")
        if not 0 <= self.blend <= 1:
            raise UserError(f"blend is a share from 0 to 1, not {self.blend}")
        if self.blend and self.aim == Aim.MATCH:
            raise UserError("a network thinks in points: blend goes with aim=points")
        if not 0 <= self.horizon <= MOST_IN_HAND:
            raise UserError(f"horizon is 1 to {MOST_IN_HAND} tricks, or 0 for all, not {self.horizon}")
        if self.horizon and self.aim == Aim.MATCH:
            raise UserError("a match is judged at the end of a hand: horizon goes with aim=points")
        check_chance("own_epsilon", self.own_epsilon)
        if self.trick == TableTrick.FORGOTTEN and self.sampler in (Sampler.WEIGHTED, Sampler.PRODUCT):
            raise UserError("deals cannot be weighed by cards that are forgotten: trick=forgotten goes with sampler=uniform or sequential")
        if self.halving and self.seconds:
            raise UserError("halving must know how many playouts there will be: set deals, not seconds")
        style = self._both["style"]
        chance = (style["kind"] == StyleKind.RANDOM) | (style["slip_chance"] > 0) | (self._both["temperature"] > 0)
        if self.tries > 1 and not chance.any():
            raise UserError("tries come out alike where nothing is left to chance: set playout=random, epsilon or temperature")

    @property
    def pace(self) -> int:
        """How many deals of a duel are played before their results are written down."""
        return 1 if self.seconds else max(1, min(2048, 4000 // self.deals))

    def sit(self, game: Any, rules: Any) -> None:
        """Learn the rules; they must be those of the deck that the brains were made for."""
        super().sit(game, rules)
        for brain in self._brains:
            brain.check(rules)
        if self.aim == Aim.MATCH:
            check_match(rules)
        if self.trick == TableTrick.FORGOTTEN:
            check_free_leads(rules)

    def choose(self, views: Views, choices: Choices) -> None:
        """Choose what rollouts find cheapest, or now and then any legal card."""
        super().choose(views, choices)
        if self.own_epsilon:
            slip(views, as_slip_chance(self.own_epsilon), choices)

    def worlds(self) -> int:
        """The number of deals."""
        return self.deals

    def ponder(self, views: Views, choices: Choices, thought: Thought, begin: int, worlds: int) -> None:
        """Try the cards that the network likes best in more deals."""
        choose_at_once(views, self._rules, self._search, self._models, choices)
        rows = np.flatnonzero(choices < 0)
        unclear = views[rows]
        unclear.flags.writeable = False  # as at the table, so that kernels are compiled once
        expectations = self.expected(unclear)
        if self.trick == TableTrick.FORGOTTEN:
            views = without_trick(views)
        for i, expected in zip(rows.tolist(), expectations, strict=True):
            playing = views["table"]["phase"][i] == hearts.PLAY
            kept = cheapest(expected, self.top) if playing else listed(views["legal"][i])  # networks have no opinion about passing
            think = self.halve if self.halving else self.roll
            if len(kept) > 1 or self._search["even_if_forced"][0]:
                kept = think(views[i : i + 1], expected, kept, Thought(*(each[i : i + 1] for each in thought)), begin, worlds)
            choices[i] = kept[0]

    def expected(self, views: Views) -> NDArray[np.float64]:
        """What the network expects each legal card of these views to cost in this hand; infinitely much where it is not legal."""
        models, worths = self._thinking, np.empty((len(views), 64), np.float32)
        value_all(views, self._rules, models.brains[:1], models.memory, models.sheets[0, :1], worths)
        table = views["table"]
        taken = table["points"][np.arange(len(views)), table["turn"]]
        return np.where(np.isnan(worths), np.inf, taken[:, None] - worths.astype(np.float64))

    def roll(self, view: Views, expected: NDArray[np.float64], kept: list[int], thought: Thought, begin: int, worlds: int) -> list[int]:
        """Try cards in `worlds` worlds from number `begin` on. Returns the cards, the cheapest first."""
        for first in range(begin, begin + worlds, CHUNK):
            amount = min(CHUNK, begin + worlds - first)
            thought.effective[0] += self.imagine(view, first, amount)
            thought.worlds[0] += amount
            cards = np.uint64(set_of(kept))
            try_cards(view, self._rules, self._rollout, self._thinking, self._workspace, expected, cards, thought)
        kept = sorted(kept) if self.ties == EqualCosts.LOWEST else kept
        return sorted(kept, key=lambda card: thought.sums[0, card])  # equals stay in their order

    def imagine(self, view: Views, begin: int, amount: int) -> float:
        """Imagine worlds for a decision. Returns how many independent worlds they are worth."""
        if self.sampler in (Sampler.WEIGHTED, Sampler.PRODUCT):
            return imagine_explained(view, self._rules, self._search, self._thinking, self._workspace, begin, amount)
        return imagine_evenly(view, self._rules, self._search, self._workspace, begin, amount)

    def halve(self, view: Views, expected: NDArray[np.float64], kept: list[int], thought: Thought, begin: int, worlds: int) -> list[int]:
        """Spend the same number of playouts, but in rounds; after each the worse half of the cards is dropped (sequential halving)."""
        budget = worlds * len(kept)
        for left in range(max((len(kept) - 1).bit_length(), 1), 0, -1):
            amount = budget // (left * len(kept))
            kept = self.roll(view, expected, kept, thought, begin, amount)  # all cards were tried as often, so sums can be compared
            begin += amount
            budget -= amount * len(kept)
            kept = kept[: (len(kept) + 1) // 2]
        return kept


def without_trick(views: Views) -> Views:
    """The same views, but the unfinished trick was never begun: its cards are hidden again, and the seat in turn leads.

    What it showed about suits that somebody has none of is kept.
    """
    found = views.copy()
    table, places = found["table"], np.arange(hearts.MOST_CARDS)
    lying = (table["start"][:, None] <= places) & (places < table["played"][:, None])
    cards = np.where(lying, np.uint64(1) << table["history"].astype(np.uint64), np.uint64(0))
    table["seen"] &= ~np.bitwise_or.reduce(cards, axis=1)
    table["history"][lying] = hearts.NO_CARD
    table["played"], table["leader"] = table["start"], table["turn"]
    found.flags.writeable = False  # as at the table, so that kernels are compiled once
    return found


def check_free_leads(rules: Any) -> None:
    """Refuse rules by which a lead or the first trick tells something about hands: who led is forgotten with the trick."""
    told = rules.derived()
    if told["banned"] or told["held_back"] or rules.first_lead not in (FirstLead.ROTATE, FirstLead.RANDOM):
        raise UserError("trick=forgotten is for games in which any card may be led, as rules dutch")


def cheapest(costs: NDArray[np.float64], wanted: int) -> list[int]:
    """The `wanted` legal cards that cost least, the cheapest first, the lowest of equals first."""
    order = np.argsort(costs, kind="stable")[: min(wanted, int(np.isfinite(costs).sum()))]
    return order.tolist()


def rank_of(quantile: str, tries: int) -> int:
    """Which of the ordered costs of `tries` tries counts; -1 for all of them."""
    if quantile == "mean":
        return -1
    try:
        share = float(quantile)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise UserError(f"quantile is mean, or a share from 0 (the best) to 1 (the worst), not {quantile!r}")
    return max(int(np.ceil(share * tries)) - 1, 0)
