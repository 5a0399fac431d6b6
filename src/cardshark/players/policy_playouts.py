"""Monte Carlo with a policy (`playout=policy`): everybody plays on by the policy, and deals that explain what was played count more.

Choices that the policy finds likely are tried in copies of the same imagined games with the same luck. Hands differ much by luck, and
good choices little. So the policy's own choice is made unless another one is clearly better.
"""

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import listed
from cardshark.chance import draw_all
from cardshark.games import gin, hearts, house
from cardshark.options import make_object
from cardshark.players.gin.policy import likelihood as gin_likelihood
from cardshark.players.gin.policy import playouts as gin_playouts
from cardshark.players.gin.search import whole as gin_games
from cardshark.players.hearts.policy import likelihood as hearts_likelihood
from cardshark.players.hearts.policy import playouts as hearts_playouts
from cardshark.players.hearts.search import whole as hearts_games
from cardshark.players.player import Choices, Views
from cardshark.players.policy.net import new_desk, playout
from cardshark.players.policy.shipped import policy_at
from cardshark.players.policy_player import SEATS, Policy
from cardshark.players.thinking import CHUNK, PassBy, Sampler, Thinker, Thought
from cardshark.text import UserError, split_options

ROOMS: dict[Any, Any] = {  # of each game: how worlds are imagined, finished and weighed
    hearts: (hearts_games, hearts_playouts, hearts_likelihood),
    gin: (gin_games, gin_playouts, gin_likelihood),
}
NAME = "policy"  # of the style
LIKELY = 0.02  # choices with less chance are tried only where somebody asks for all opinions


def is_policy(text: str) -> bool:
    """Does a text name the style of a policy?"""
    return split_options(text)[0] == NAME


def policy_of(text: str) -> Policy:
    """The policy that a text names: `policy`, or with options `policy(brain=dutch,temperature=1)`."""
    return make_object(Policy, NAME, split_options(text)[1])


class PolicyPlayouts:
    """How Monte Carlo thinks where everybody follows a policy."""

    TITLE = "playouts by a policy"  # in a sentence about options
    STYLES: ClassVar = (NAME,)
    CHUNK = 16  # deals at a time, if the time is limited
    WITHOUT: ClassVar = (
        "epsilon", "slip_chance", "own_moon", "habit", "slack", "endgame", "finish", "foes", "beliefs",
    )  # options that mean nothing here  # fmt: skip

    def __init__(self, options: Any, game: Any, rules: Any) -> None:
        if not all(map(is_policy, options.style_texts())):
            raise UserError("where one player follows a policy in playouts, everybody does: leave out others")
        if options.sampler not in (Sampler.UNIFORM, Sampler.WEIGHTED):
            raise UserError(f"with playout=policy the sampler is uniform or weighted, not {options.sampler.name.lower()}")
        self.options, self.game = options, game
        self.player = policy_of(options.style_texts()[0])
        self.player.sit(game, rules)
        brain, self.net = policy_at(game, rules, self.player.brain)
        self.desk, self.rules = new_desk(brain), house.record(rules)
        self.imagining, self.playouts, self.likelihood = ROOMS[game]

    @staticmethod
    def check(options: Thinker) -> None:
        """Nothing to check beside the options of every player who thinks ahead."""

    @staticmethod
    def check_style(text: str) -> None:
        """Refuse a policy that cannot be."""
        policy_of(text)

    def ponder(self, views: Views, choices: Choices, thought: Thought, begin: int, worlds: int, even_if_forced: bool) -> None:
        """Weigh the choices that are likely in more deals, and choose: the policy's own choice, unless another one is clearly better."""
        self.player.choose(views, choices)
        for i in range(len(views)):
            tried = self.worth_trying(views[i : i + 1], even_if_forced)
            if len(tried) < 2 and not even_if_forced:
                continue
            for first in range(begin, begin + worlds, CHUNK):
                costs, independent = self.costs(views[i : i + 1], tried, first, min(CHUNK, begin + worlds - first))
                thought.sums[i, tried] += costs.sum(axis=0)
                thought.squares[i, tried] += (costs**2).sum(axis=0)
                thought.worlds[i] += len(costs)
                thought.effective[i] += independent
            thought.visits[i, tried] = thought.worlds[i]
            choices[i] = self.preferred(thought, i, tried, int(choices[i]))

    def worth_trying(self, view: Views, even_if_forced: bool) -> list[int]:
        """The choices that are tried: the likely ones, or all where somebody asks for opinions. Cards to pass are tried if wanted."""
        legal = listed(int(view["legal"][0]))
        if even_if_forced:
            return legal
        if SEATS[self.game].is_passing(view) and self.options.passing != PassBy.SEARCH:
            return []
        chances = self.player.policy(view)[0]
        return [choice for choice in legal if chances[choice] >= LIKELY]

    def preferred(self, thought: Thought, row: int, tried: list[int], usual: int) -> int:
        """The usual choice, unless the cheapest one is better by more than `loyal` standard errors."""
        best = min(tried, key=lambda choice: thought.sums[row, choice])
        if usual not in tried:
            return best
        worlds = thought.worlds[row]
        spread = sum(thought.squares[row, each] - thought.sums[row, each] ** 2 / worlds for each in (best, usual))
        clearly = self.options.loyal * np.sqrt(max(spread, 0.0) * worlds / max(thought.effective[row], 1e-9))
        return best if thought.sums[row, usual] - thought.sums[row, best] > clearly else usual

    # ---- worlds ----

    def costs(self, view: Views, tried: list[int], begin: int, amount: int) -> tuple[NDArray[np.float64], float]:
        """What each choice costs in `amount` worlds from number `begin` on, one world a row; and how many independent ones they are."""
        games, independent = self.worlds(view, begin, amount)
        draw_luck(~view["luck"][0], begin, games)
        copies = np.repeat(games, len(tried))
        self.playouts.play_choices(copies, self.rules, np.tile(np.array(tried, np.int8), amount))
        costs = self.playouts.finish_hands(self.net, self.desk, copies, self.rules, playout(self.player.temperature))
        return costs[:, int(view["table"]["turn"][0])].reshape(amount, len(tried)), independent

    def worlds(self, view: Views, begin: int, amount: int) -> tuple[np.ndarray, float]:
        """Imagined games that agree with a view; weighted ones are drawn from a pool by how well they explain what was chosen."""
        weighted = self.options.sampler == Sampler.WEIGHTED
        size = self.options.pool if weighted else 1
        games: np.ndarray = np.zeros(size * amount, self.game.GAME)
        words = np.empty(len(games), np.uint64)
        draw_all(view["luck"][0], begin * size, words)
        self.imagining.imagine(view, self.rules, words, games)
        if not weighted:
            return games, float(amount)
        others = ~(1 << int(view["table"]["turn"][0]))
        logs = self.likelihood.explain(self.net, self.desk, games, self.rules, others).sum(axis=1)
        weights = np.exp(logs - logs.max())
        places = np.searchsorted(np.cumsum(weights), (np.arange(amount) + 0.5) / amount * weights.sum())
        pool = weights.sum() ** 2 / (weights**2).sum()
        return games[np.minimum(places, len(games) - 1)], amount * pool / (amount + pool)


def draw_luck(word: np.uint64, begin: int, games: np.ndarray) -> None:
    """Give every world luck of its own."""
    luck = np.empty(len(games), np.uint64)
    draw_all(word, begin, luck)
    games["luck"] = luck
