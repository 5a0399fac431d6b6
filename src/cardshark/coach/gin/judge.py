"""What every choice at gin is worth, from what a seat may know and nothing else.

The judge imagines hands that explain what the other player took, left and threw (`players/gin/search/worlds.py`), and the stock.
Every choice is tried in the same worlds with the same luck, and the hand is finished by one style. A value is what is lost less what
is won, so the least is the best.

The imagined hands of one walk resemble each other; those of different walks do not. So `Thinking.costs` has one row for each walk, the
mean of its worlds, and intervals are worked out from walks.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import listed
from cardshark.chance import draw
from cardshark.coach.gin.helpful import one_view
from cardshark.coach.gin.story import why
from cardshark.coach.reasons import Why
from cardshark.coach.statistics import ChoiceValue, Sample, Thinking, check_deals, conclude, value_choices
from cardshark.games import gin, house
from cardshark.games.gin.melds import deadwood
from cardshark.jit import at, kernel, record, rule
from cardshark.players.gin.search.worlds import GIN_SEARCH, INDEPENDENT, LEG, gin_workspace, imagine_gin, set_up_gin
from cardshark.players.gin.styles import carry_out, gin_style_of, next_choice, play_out_gin
from cardshark.players.thinking import Sampler

USUAL_STYLE = "keeper"
DEALS = 1000  # imagined for a decision
SLIP_CHANCE = 0.1  # how often the other player is thought not to follow the style, when that player's hand is imagined
STEPS = 20  # of a walk from one imagined hand to the next
FEWEST_WALKS = 4  # fewer would not show how far they differ
OPEN_SLIP_CHANCE = 0.1  # how often both slip when all cards are known, so that a value is a mean over several plays of the hand
CERTAIN = (gin.SPREAD, gin.LAY_OFF)  # after the other's knock everything lies on the table

# The result of a choice in one world.
GIN_FATE = record([
    ("cost", np.float64),  # points lost less points won
    ("result", np.int8),
    ("winner", np.int8),
    ("took", np.int8),  # 1 if the other player took the discard at once
])  # fmt: skip


# ---- inside kernels ----


@kernel
def try_gin(views, rules, search, styles, workspace, options, fates):
    """Imagine another hand for every row, and make every choice in each of these worlds.

    An option is a choice, and what to do if one may knock after it: 1 to knock, 0 to play on, -1 for what the style does.
    """
    view, rules = views[0], rules[0]
    start, playout, hands, seats = workspace.start, workspace.playout, workspace.hands, workspace.styles
    imagine_gin(view, search[0], styles[0], workspace, 0, len(hands))
    for seat in range(gin.SEATS):
        seats[seat] = styles[0]
    for k in range(len(hands)):
        word = draw(~view.luck, k)
        set_up_gin(view, hands[at(k)], word, start[0])
        for i in range(len(options)):
            playout[0] = start[0]
            try_one(playout[0], rules, seats, ~word, options[at(i)], fates[at(k), at(i)])


@kernel
def try_gin_open(game, views, rules, styles, workspace, options, fates):
    """The same in the true hand, all cards known, with other luck in every row."""
    view, rules = views[0], rules[0]
    playout, seats = workspace.playout, workspace.styles
    for seat in range(gin.SEATS):
        seats[seat] = styles[0]
    for k in range(len(fates)):
        for i in range(len(options)):
            playout[0] = game[0]
            try_one(playout[0], rules, seats, draw(~view.luck, k), options[at(i)], fates[at(k), at(i)])


@rule
def try_one(game, rules, seats, word, option, fate):
    """Make a choice, let both play on, and write down the result."""
    seat = np.int64(game.table.turn)
    carry_out(game, rules, option[0])
    if game.table.phase == gin.MAY_KNOCK and option[1] >= 0:
        carry_out(game, rules, gin.KNOCK if option[1] else gin.PLAY_ON)
    fate.took = 0
    if game.table.phase == gin.DRAW and game.table.turn != seat:
        fate.took = next_choice(game, rules, seats, draw(word, 0)) == gin.PILE
    play_out_gin(game, rules, seats, word)
    fate.cost = -np.float64(game.scores[at(seat)])
    fate.result = game.result
    fate.winner = game.winner


# ---- the judge ----


class GinJudge:
    """A coach who tries every choice in imagined hands of the other player."""

    def __init__(self, rules: Any, deals: int | None = None, style: str | None = None) -> None:
        rules.check()
        self.rules, self.deals = rules, check_deals(DEALS if deals is None else deals)
        self.name = style or USUAL_STYLE
        self._style, self._rules = gin_style_of(self.name), house.record(rules)
        self._search = np.zeros(1, GIN_SEARCH)
        self._search["sampler"], self._search["pool"], self._search["slip_chance"] = Sampler.WEIGHTED, STEPS, SLIP_CHANCE

    def think(self, view: Any, deals: int | None = None) -> Thinking:
        """Try every legal choice in the same worlds. Their number is fixed before any result is known."""
        views = one_view(view)
        asked = check_deals(deals or self.deals)
        exact = nothing_hidden(view)
        worlds = 1 if exact else max(-(-asked // LEG), FEWEST_WALKS) * LEG
        options = options_of(view)
        workspace, fates = gin_workspace(worlds), np.zeros((worlds, len(options)), GIN_FATE)
        try_gin(views, self._rules, self._search, self._style, workspace, options, fates)
        fates = better_half(options, fates)
        costs = fates["cost"] if exact else fates["cost"].reshape(-1, LEG, fates.shape[1]).mean(axis=1)
        worth = float(asked) if exact else INDEPENDENT * worlds
        equal = np.full(len(costs), 1 / len(costs))
        sample = Sample(np.ascontiguousarray(costs), equal, worth, exact)
        found = conclude(choices_of(view), sample, int(view.luck), beliefs_from(view, workspace.hands))
        return found._replace(deals=worlds, fates=fates)

    def why(self, view: Any, thinking: Thinking, chosen: int | None = None) -> Why:
        """Why the best choice is better than `chosen`, or else than the next best."""
        return why(view, thinking, chosen)

    def open_values(self, games: np.ndarray, deals: int = 100) -> list[ChoiceValue]:
        """What every legal choice is worth if all cards are known, the stock too. `games` holds the true game and is not changed.

        Each choice is played out `deals` times. Both play by the style, but slip now and then (`OPEN_SLIP_CHANCE`). The luck is the
        same for every choice.
        """
        check_deals(deals)
        views: np.ndarray = np.zeros(1, gin.VIEW)
        gin.look_all(games, self._rules, np.zeros(1, np.uint32), views)
        views.flags.writeable = False
        style = self._style.copy()
        style["slip_chance"] = np.maximum(style["slip_chance"], round(OPEN_SLIP_CHANCE * 2**32))
        options = options_of(views[0])
        fates = np.zeros((deals, len(options)), GIN_FATE)
        try_gin_open(games[:1].copy(), views, self._rules, style, gin_workspace(1), options, fates)
        costs = np.ascontiguousarray(better_half(options, fates)["cost"])
        return value_choices(choices_of(views[0]), Sample(costs, np.full(deals, 1 / deals), float(deals)), int(views["luck"][0]))


def choices_of(view: Any) -> list[int]:
    """The legal choices in their order."""
    return listed(int(view.legal))


def options_of(view: Any) -> NDArray[np.int64]:
    """The legal choices; discards after which one may knock stand twice, once for each answer."""
    found: list[tuple[int, int]] = []
    for choice in choices_of(view):
        throws = view.table.phase == gin.DISCARD and choice != gin.BIG_GIN
        if throws and deadwood(np.uint64(int(view.hand) ^ 1 << choice)) <= view.table.knock_limit:
            found += [(choice, 0), (choice, 1)]
        else:
            found.append((choice, -1))
    return np.array(found, np.int64)


def better_half(options: NDArray[np.int64], fates: np.ndarray) -> np.ndarray:
    """One column for each choice: of a discard after which one may knock, the better of knocking and playing on."""
    mean, keep = fates["cost"].mean(axis=0), []
    for i, (choice, knock) in enumerate(options.tolist()):
        if knock == 1 and keep and options[keep[-1], 0] == choice:
            keep[-1] = i if mean[i] < mean[i - 1] else i - 1
        else:
            keep.append(i)
    return fates[:, keep]


def beliefs_from(view: Any, hands: NDArray[np.uint64]) -> NDArray[np.float64]:
    """The chance that the other player holds each card; nothing for the own seat."""
    found = np.zeros((gin.SEATS, 64))
    found[1 - int(view.table.turn)] = (hands[:, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)).mean(axis=0)
    return found


def nothing_hidden(view: Any) -> bool:
    """Does the other hand lie on the table, so that there is nothing to imagine?"""
    return view.table.phase in CERTAIN and view.table.turn != view.table.knocker
