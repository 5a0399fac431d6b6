"""The search of the champion at gin: other hands that explain what was taken, left and thrown; likely choices; hands played on in them.

All choices are tried in the same worlds with the same luck, so their differences count. The policy's own choice is made unless another
one is clearly better. A knock is exact in every world: melds, lay-offs and score follow from both hands. In a match the points of a hand
are worth what they do to the chance to win it (`winning`).
"""

import time
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import listed
from cardshark.games import gin, house
from cardshark.games.gin import planes
from cardshark.players.gin.champion.playouts import PLAYOUT, expect, play_on, read_scores, set_out, finish_by_styles
from cardshark.players.gin.champion.winning import chances_to_win, payoffs, plays_for_match
from cardshark.players.gin.search.worlds import GIN_SEARCH, gin_workspace
from cardshark.players.gin.styles import gin_style_of, observer_style
from cardshark.players.player import Views
from cardshark.players.policy.forward import Outlook, outlook, owners
from cardshark.players.policy.net import net_of, new_desk
from cardshark.players.thinking import Sampler, Thought


class Plan(NamedTuple):
    """How to think. The defaults are what was measured to be best."""

    pool: int = 40  # steps of the walk from one imagined hand to the next
    slip_chance: float = 0.1  # how often the other player is thought to do anything
    owners: float = 0.0  # how much the policy's own belief counts: the power of its odds
    likely: float = 0.02  # choices that the policy makes less often are not tried
    most: int = 4  # choices that are tried
    turns: int = 1000  # turns that hands are played on before the critic is asked
    temperature: float = 0.0  # of the policy in playouts
    loyal: float = 1.0  # how many standard errors better than the policy's choice another one must be
    chunk: int = 32  # worlds thought about at a time
    match: bool = True
    playout: str = "policy"
    model: str = "observer"


class Tally:
    """What the choices cost so far, and how they differ from the usual one."""

    def __init__(self, choices: list[int], usual: int) -> None:
        self.choices, self.usual = choices, choices.index(usual)
        self.sums, self.squares, self.gains, self.gain_squares = np.zeros((4, len(choices)))
        self.worlds, self.worth = 0, 0.0

    def add(self, costs: NDArray[np.float64], worth: float) -> None:
        """Add what each choice cost in each of some worlds, one world a row, which are `worth` so many independent ones."""
        gains = costs[:, self.usual, None] - costs
        self.sums += costs.sum(axis=0)
        self.squares += (costs**2).sum(axis=0)
        self.gains += gains.sum(axis=0)
        self.gain_squares += (gains**2).sum(axis=0)
        self.worlds += len(costs)
        self.worth += worth

    def preferred(self, loyal: float) -> int:
        """The usual choice, unless one gains more than `loyal` standard errors."""
        best = int(self.gains.argmax())
        spread = max(self.gain_squares[best] - self.gains[best] ** 2 / self.worlds, 0.0) * self.worlds / self.worth
        return self.choices[best if self.gains[best] > loyal * np.sqrt(spread) else self.usual]

    def note(self, thought: Thought) -> None:
        """Write down what was thought."""
        thought.sums[0, self.choices], thought.squares[0, self.choices] = self.sums, self.squares
        thought.visits[0, self.choices] = thought.worlds[0] = self.worlds
        thought.effective[0] = self.worth


class GinChampion:
    """How the champion thinks at gin."""

    def __init__(self, options: Any, game: Any, rules: Any) -> None:
        self.options, self.plan, self.rules = options, getattr(options, "plan", Plan()), house.record(rules)
        from cardshark.players.policy.brain import fresh_brain, load
        brain = fresh_brain("gin", "eaai") if options.brain in ("fresh", "usual") else load(options.brain)
        self.brain = brain
        brain.check(game, rules)
        self.net, self.desk = net_of(brain), new_desk(brain)
        self.sees_totals = plays_for_match(brain.rules)
        self.chances = chances_to_win(rules) if self.plan.match and plays_for_match(rules) else None
        self.models = np.concatenate([gin_style_of("keeper"), observer_style() if self.plan.model == "observer" else gin_style_of(self.plan.model), gin_style_of("lookahead")])
        self.styles = self.models[[2, 2]] if self.plan.playout == "policy" else gin_style_of(self.plan.playout).repeat(2)
        self.workspace, self.search, self.playout = gin_workspace(), np.zeros(1, GIN_SEARCH), np.zeros(1, PLAYOUT)
        self.search["sampler"], self.search["pool"], self.search["slip_chance"] = Sampler.WEIGHTED, self.plan.pool, self.plan.slip_chance
        self.playout["temperature"] = self.plan.temperature
        size = self.plan.chunk * 64
        self.games, self.rows = np.zeros(size, gin.GAME), np.zeros(size, np.uint32)

    def ponder(self, view: Views, thought: Thought, even_if_forced: bool) -> int:
        """Weigh the choices of a view."""
        usual, choices = self.candidates(view, even_if_forced)
        if len(choices) == 1:
            return usual
        table, tally = view["table"][0], Tally(choices, usual)
        seat = int(table["turn"])
        mine, theirs = int(table["totals"][seat]), int(table["totals"][1 - seat])
        end = time.monotonic() + self.options.seconds
        while not tally.worlds or (time.monotonic() < end if self.options.seconds else tally.worlds < self.options.deals):
            points, worth = self.try_choices(view, choices, tally.worlds)
            tally.add(-payoffs(self.chances, mine, theirs, points), worth)
        tally.note(thought)
        return tally.preferred(self.plan.loyal)

    def candidates(self, view: Views, even_if_forced: bool) -> tuple[int, list[int]]:
        """The policy's choice, and the choices to try."""
        legal = listed(int(view["legal"][0]))
        if len(legal) == 1 and not even_if_forced:
            return legal[0], legal
        if view["table"]["phase"][0] >= gin.SPREAD:
            usual = self.by_rule(view)
            return usual, legal if even_if_forced else [usual]
        words, numbers = self.seen(view)
        chances = outlook(self.net, self.desk, words, numbers).chances[0]
        order = sorted(legal, key=lambda choice: -chances[choice])
        tried = legal if even_if_forced else [choice for choice in order[: self.plan.most] if chances[choice] >= self.plan.likely]
        if self.plan.owners and len(tried) > 1:
            self.believe(words, numbers)
        return order[0], sorted({order[0], *tried})

    def by_rule(self, view: Views) -> int:
        from cardshark.players.gin.styles import choose_by_gin_style
        found = np.zeros(1, np.int8)
        choose_by_gin_style(view, self.rules, self.models[2:3], found)
        return int(found[0])

    def seen(self, view: Views):
        """What the policy sees of a view."""
        if not self.sees_totals:
            view = view.copy()
            view["table"]["totals"] = 0
            view.flags.writeable = False
        return planes.words(view, self.rules), planes.numbers(view, self.rules)

    def believe(self, words, numbers) -> None:
        """Take over the policy's odds that the other player holds a card."""
        held = owners(self.net, self.desk, words, numbers, words[:, planes_unseen])[0, :, 0].astype(np.float64).clip(1e-4, 1 - 1e-4)
        self.workspace.odds[:] = (held / (1 - held)) ** self.plan.owners

    def try_choices(self, view: Views, choices: list[int], begin: int) -> tuple[NDArray[np.float64], float]:
        """The points that each choice wins in each of some more worlds, one world a row; and how many independent ones they are worth."""
        amount = self.plan.chunk if self.options.seconds else min(self.plan.chunk, self.options.deals - begin)
        seat, games = int(view["table"]["turn"][0]), self.games[: amount * len(choices)]
        self.search["begin"], self.search["worlds"] = begin, amount
        tried = np.uint64(sum(1 << choice for choice in choices))
        worth = set_out(view, self.rules, self.search, self.models, self.workspace, tried, games)
        if not self.sees_totals:
            games["table"]["totals"] = 0
        points = np.zeros(len(games))
        if self.plan.playout == "policy":
            self.playout["last_turn"] = view["table"]["turns"][0] + self.plan.turns
            cut = play_on(games, self.rules, self.playout, self.styles, self.net, self.desk, self.rows)
            if cut:
                expect(games, self.rules, self.net, self.desk, self.rows[:cut], seat, points)
        else:
            finish_by_styles(games, self.rules, self.styles)
        read_scores(games, seat, points)
        return points.reshape(amount, -1), worth


planes_unseen = [plane.name for plane in planes.PLANES].index("unseen")
