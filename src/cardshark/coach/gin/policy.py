"""What every choice at gin is worth, as a policy judges it: strong players play on, not rules of thumb.

The other player's hand is imagined as the judge by rules of thumb does it (`coach/gin/judge.py`), because hands that explain what
was taken and thrown hold melds, which beliefs about single cards do not. Every choice is made in the same worlds. Both play on by the
policy for two turns each; what is still to come then is told by the policy's critic, who sees all cards. Once somebody has knocked
nothing is hidden, and everything is worked out as it is by the other judge.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardshark.coach.gin.futures import imagine_hands, make_options, set_up_all, tell_fates
from cardshark.coach.gin.helpful import one_view
from cardshark.coach.gin.judge import DEALS as STYLE_DEALS
from cardshark.coach.gin.judge import FEWEST_WALKS, GIN_FATE, GinJudge, beliefs_from, better_half, choices_of, options_of
from cardshark.coach.mind import POLICY, Mind, Sight
from cardshark.coach.statistics import ChoiceValue, Sample, Thinking, check_deals, conclude, value_choices
from cardshark.games import gin
from cardshark.players.gin.policy.playouts import finish_hands
from cardshark.players.gin.policy.seat import see
from cardshark.players.gin.search.worlds import INDEPENDENT, LEG, gin_workspace
from cardshark.players.policy.net import playout
from cardshark.players.policy.shipped import Ready

DEALS = 240  # imagined for a decision
MORE_TURNS = 4  # of both together, with this one, before the critic is asked: fewer leave much to its errors, more cost time for deals
LAID_DOWN = (gin.SPREAD, gin.LAY_OFF)


class GinPolicyJudge(GinJudge):
    """A coach who thinks with a policy."""

    def __init__(self, rules: Any, policy: Ready, deals: int | None = None) -> None:
        super().__init__(rules, DEALS if deals is None else deals)
        self.name = POLICY
        self._mind = Mind(policy)

    def think(self, view: Any, deals: int | None = None) -> Thinking:
        """Make every legal choice in the same worlds. Their number is fixed before any result is known."""
        if view.table.phase in LAID_DOWN:
            return super().think(view, max(deals or 0, STYLE_DEALS))
        views = one_view(view)
        hands, starts = self.imagine(views, check_deals(deals or self.deals))
        fates = self.play(views, starts)
        costs = fates["cost"].reshape(-1, LEG, fates.shape[1]).mean(axis=1)
        sample = Sample(np.ascontiguousarray(costs), np.full(len(costs), 1 / len(costs)), INDEPENDENT * len(starts))
        choices = choices_of(view)
        found = conclude(choices, sample, int(view.luck), beliefs_from(view, hands))
        return found._replace(deals=len(starts), fates=fates, glances=self._mind.glances(self.see(views), choices, 0.0))

    def imagine(self, views: np.ndarray, asked: int) -> tuple[NDArray[np.uint64], np.ndarray]:
        """Hands that the other player may hold, and the game as it stands with each of them."""
        workspace = gin_workspace(max(-(-asked // LEG), FEWEST_WALKS) * LEG)
        imagine_hands(views, self._search, self._style, workspace)
        games = np.zeros(len(workspace.hands), gin.GAME)
        set_up_all(views, workspace.hands, games)
        return workspace.hands, games

    def open_values(self, games: np.ndarray, deals: int = 1) -> list[ChoiceValue]:
        """What every legal choice is worth if all cards are known, the stock too. `games` holds the true game and is not changed.

        Both make the choice that the policy is most for, so one deal tells everything.
        """
        views: np.ndarray = np.zeros(1, gin.VIEW)
        gin.look_all(games, self._rules, np.zeros(1, np.uint32), views)
        views.flags.writeable = False
        if views["table"]["phase"][0] in LAID_DOWN:
            return super().open_values(games)
        costs = self.play(views, games[:1].copy(), to_the_end=True)["cost"]
        sample = Sample(np.ascontiguousarray(costs), np.ones(1), 1.0, exact=True)
        return value_choices(choices_of(views[0]), sample, int(views["luck"][0]))

    def play(self, views: np.ndarray, starts: np.ndarray, to_the_end: bool = False) -> np.ndarray:
        """The result of each choice in each of these games."""
        options = options_of(views[0])
        games = np.zeros(len(starts) * len(options), gin.GAME)
        make_options(starts, self._rules, options, games)
        costs = self._mind.finish(finish_hands, games, self._rules, self.plan(views, to_the_end))
        fates = np.zeros(len(games), GIN_FATE)
        tell_fates(views, games, costs, fates)
        return better_half(options, fates.reshape(len(starts), -1))

    def plan(self, views: np.ndarray, to_the_end: bool) -> np.ndarray:
        """How far hands are played on."""
        if to_the_end or not self._mind.brain.design.critic:
            return playout()
        return playout(until=int(views["table"]["turns"][0]) + MORE_TURNS, seat=int(views["table"]["turn"][0]))

    def see(self, views: np.ndarray) -> Sight:
        """What a view shows to the policy, which knows hands only: the match is left aside."""
        found = views.copy()
        found["table"]["totals"] = 0
        found.flags.writeable = False
        return see(found, self._rules)
