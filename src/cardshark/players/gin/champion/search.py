"""How the champion thinks at gin: the choices that the policy finds likely, tried against hands that explain what the other player did.

All choices are tried in the same worlds with the same luck, so that only differences count. A knock is exact in every world: melds,
lay-offs and score follow from both hands. Otherwise the policy plays on for some turns, and then the critic, which sees both hands, says
what to expect. Worlds come in rounds; after each round choices that are clearly worse are dropped. The policy's own choice is left only
for one that is clearly better.
"""

import time
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import listed
from cardshark.games import gin, house
from cardshark.games.gin import planes
from cardshark.players.gin.champion.habits import Habits
from cardshark.players.gin.champion.winning import chances_to_win, payoffs, plays_for_match
from cardshark.players.gin.champion.worlds import finish_by_style, set_out
from cardshark.players.gin.policy.playouts import finish_hands
from cardshark.players.gin.policy.seat import decide_by_rule, see
from cardshark.players.gin.search.worlds import GIN_SEARCH, gin_workspace
from cardshark.players.gin.styles import gin_style_of, observer_style
from cardshark.players.player import Views
from cardshark.players.policy.forward import outlook, owners
from cardshark.players.policy.net import new_desk, playout
from cardshark.players.policy.shipped import policy_at
from cardshark.players.thinking import Sampler, Thought

USUAL = "usual"
UNSEEN = [plane.name for plane in planes.PLANES].index("unseen")
SURE = 1e-3  # no card is believed to be with the other player, or not to be, with more than this much doubt left


class Costs:
    """What each choice cost in each world so far."""

    def __init__(self, choices: list[int], usual: int) -> None:
        self.found: dict[int, NDArray[np.float64]] = {choice: np.empty(0) for choice in choices}
        self.live, self.usual = choices.copy(), usual
        self.worlds, self.worth = 0, 0.0

    def add(self, costs: NDArray[np.float64], worth: float) -> None:
        """Add what each of the live choices cost in more worlds, one world a row, which are `worth` so many independent ones."""
        for choice, more in zip(self.live, costs.T, strict=True):
            self.found[choice] = np.concatenate([self.found[choice], more])
        self.worlds += len(costs)
        self.worth += worth

    def beats(self, one: int, other: int, errors: float) -> bool:
        """Does one choice cost less than another in the same worlds, by so many standard errors?"""
        worlds = min(len(self.found[one]), len(self.found[other]))
        gains = self.found[other][:worlds] - self.found[one][:worlds]
        return float(gains.mean()) > errors * float(gains.std() / np.sqrt(self.worth * worlds / self.worlds))

    def best(self) -> int:
        """The live choice that costs least."""
        return min(self.live, key=lambda choice: self.found[choice].mean())

    def drop(self, errors: float) -> None:
        """Drop choices that are worse than the best by so many standard errors."""
        best = self.best()
        self.live = [choice for choice in self.live if choice == best or not self.beats(best, choice, errors)]

    def chosen(self, loyal: float) -> int:
        """The usual choice, or one that is better by `loyal` standard errors."""
        best = self.best()
        return best if self.beats(best, self.usual, loyal) else self.usual

    def note(self, thought: Thought) -> None:
        """Write down what was thought."""
        for choice, costs in self.found.items():
            thought.sums[0, choice], thought.squares[0, choice], thought.visits[0, choice] = costs.sum(), (costs**2).sum(), len(costs)
        thought.worlds[0], thought.effective[0] = self.worlds, self.worth


class GinChampion:
    """How the champion thinks at gin."""

    DEALS = 256  # as many are usual
    HAS_TRICKS = False

    def __init__(self, options: Any, game: Any, rules: Any) -> None:
        self.brain, self.net = policy_at(game, rules, "" if options.brain == USUAL else options.brain)
        self.options, self.house, self.rules = options, rules, house.record(rules)
        self.desk, self.workspace, self.styles = new_desk(self.brain), gin_workspace(), observer_style()
        self.keepers = gin_style_of("keeper").repeat(gin.SEATS)
        self.set_habits(Habits())

    def set_habits(self, habits: Habits) -> None:
        """Go about it in another way: to measure what pays."""
        self.habits, self.search = habits, np.zeros(1, GIN_SEARCH)
        self.search["sampler"], self.search["pool"], self.search["slip_chance"] = Sampler.WEIGHTED, habits.steps, habits.slip_chance
        self.chances = chances_to_win(self.house) if habits.match and plays_for_match(self.house) else None

    def ponder(self, view: Views, thought: Thought, even_if_forced: bool, memory: Any = None) -> int:
        """Weigh the choices of one view. Returns the best, and notes in the thought what each cost."""
        legal = listed(int(view["legal"][0]))
        if len(legal) == 1 and not even_if_forced:
            return legal[0]
        usual, choices = self.likely(view, legal)
        if len(choices) == 1 and not even_if_forced:
            return usual
        costs = self.race(view, legal if even_if_forced else choices, usual)
        costs.note(thought)
        return costs.chosen(self.habits.loyal)

    def likely(self, view: Views, legal: list[int]) -> tuple[int, list[int]]:
        """The choice of the policy, or of the rule that decides about melds; and those that are worth a try.

        A policy is often quite sure of what is wrong, so the likeliest choices are tried however unlikely they are.
        """
        by_rule = np.full(1, -1, np.int8)
        decide_by_rule(view, by_rule)
        if by_rule[0] >= 0:
            return int(by_rule[0]), [int(by_rule[0])]
        words, numbers = see(view, self.rules)
        chances = outlook(self.net, self.desk, words, numbers).chances[0]
        order = sorted(legal, key=lambda choice: -chances[choice])
        if self.brain.design.owners:
            self.believe(words, numbers)
        return order[0], sorted(order[: self.habits.most])

    def believe(self, words: NDArray[np.uint64], numbers: NDArray[np.float32]) -> None:
        """Take over the policy's odds that the other player holds a card."""
        held = owners(self.net, self.desk, words, numbers, words[:, UNSEEN].copy())[0, :, 0].astype(np.float64).clip(SURE, 1 - SURE)
        self.workspace.odds[:] = (held / (1 - held)) ** self.habits.owners

    # ---- trying ----

    def race(self, view: Views, choices: list[int], usual: int) -> Costs:
        """Try choices in round after round of worlds, and drop those that are clearly worse."""
        costs, totals, seat = Costs(choices, usual), view["table"]["totals"][0], int(view["table"]["turn"][0])
        for begin, amount in self.rounds():
            points, worth = self.results(view, costs.live, begin, amount)
            costs.add(-payoffs(self.chances, int(totals[seat]), int(totals[1 - seat]), points), worth)
            costs.drop(self.habits.drop)
            if len(costs.live) == 1:
                break
        return costs

    def rounds(self) -> Iterator[tuple[int, int]]:
        """The worlds of each round: the number of the first, and how many. Another round is begun only if there is time for it."""
        size, begin = self.habits.round, 0
        if not self.options.seconds:
            for begin in range(0, self.options.deals, size):
                yield begin, min(size, self.options.deals - begin)
            return
        start = time.monotonic()
        while not begin or (time.monotonic() - start) * (begin + size) < self.options.seconds * begin:
            yield begin, size
            begin += size

    def results(self, view: Views, choices: list[int], begin: int, amount: int) -> tuple[NDArray[np.float64], float]:
        """The points that each choice wins in each of some worlds, one world a row; and how many independent worlds they are worth."""
        games, tried = np.zeros(amount * len(choices), gin.GAME), np.uint64(sum(1 << choice for choice in choices))
        self.search["begin"], self.search["worlds"] = begin, amount
        worth = set_out(view, self.rules, self.search, self.styles, self.workspace, tried, games)
        seat = int(view["table"]["turn"][0])
        costs = self.finish(games, view, seat)
        return -costs.reshape(amount, -1), worth

    def finish(self, games: np.ndarray, view: Views, seat: int) -> NDArray[np.float64]:
        """What these hands cost the seat: as the policy and the critic see it, and as rules of thumb finish them."""
        found, thumb = np.zeros((len(games), gin.SEATS)), self.habits.thumb
        if thumb:
            finish_by_style(games.copy(), self.rules, self.keepers, found)
        if thumb < 1:
            found = thumb * found + (1 - thumb) * finish_hands(self.net, self.desk, games, self.rules, self.plan(view, seat))
        return found[:, seat]

    def plan(self, view: Views, seat: int) -> np.ndarray:
        """How far hands are played on. A critic who was not asked about points, or is not there, cannot decide."""
        if self.habits.turns and self.brain.design.critic and self.brain.goal == "hand":
            return playout(until=int(view["table"]["turns"][0]) + self.habits.turns, seat=seat)
        return playout()
