"""Simple Monte Carlo at any game that can imagine hidden cards: random playouts of many imagined games, step by step side by side.

Such a game has `imagine_all(views, rules, words, games)`: a kernel that fills `games[i]` with a whole game which agrees with
everything that the seat of `views[i]` has seen, decided by the 64 random bits `words[i]`. Nothing else about the game is used: no
style of play, no belief about hidden cards. Every legal choice is made in copies of the same imagined games with the same luck, and
all of them are finished at random.
"""

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import listed
from cardshark.chance import draw_all
from cardshark.games import house
from cardshark.players.player import Choices, Views
from cardshark.players.thinking import CHUNK, Thinker, Thought, cheapest
from cardshark.players.uniform import choose_any
from cardshark.text import UserError


class RandomPlayouts:
    """How simple Monte Carlo thinks at a game of which it knows only the rules."""

    TITLE = ""  # of the game in a sentence: the game itself says it
    WITHOUT: ClassVar = (
        "epsilon", "others", "sampler", "pool", "slip_chance", "passing", "own_moon", "habit", "loyal", "slack", "endgame", "finish",
        "foes", "beliefs",
    )  # fmt: skip

    def __init__(self, options: Thinker, game: Any, rules: Any) -> None:
        if not hasattr(game, "imagine_all"):
            raise UserError(f"montecarlo cannot play {game.TITLE}: this game does not say how hidden cards are imagined")
        if options.playout not in ("usual", "random"):
            raise UserError(f"at {game.TITLE} hands are finished at random: set playout=random, not {options.playout}, or leave it out")
        self.game, self.one_hand = game, rules._replace(hands=1)
        self.rules = house.record(self.one_hand)

    def ponder(self, views: Views, choices: Choices, thought: Thought, begin: int, worlds: int, even_if_forced: bool) -> None:
        """Weigh every legal choice in more worlds."""
        for i in range(len(views)):
            legal = listed(int(views["legal"][i]))
            if len(legal) == 1 and not even_if_forced:
                choices[i] = legal[0]
                continue
            for first in range(begin, begin + worlds, CHUNK):
                costs = self.costs(views[i : i + 1], legal, first, min(CHUNK, begin + worlds - first))
                thought.sums[i, legal] += costs.sum(axis=0)
                thought.squares[i, legal] += (costs**2).sum(axis=0)
                thought.worlds[i] += len(costs)
                thought.effective[i] += len(costs)
            thought.visits[i, legal] = thought.worlds[i]
            choices[i] = cheapest(views["legal"][i], thought.sums[i])

    def costs(self, view: Views, legal: list[int], begin: int, amount: int) -> NDArray[np.float64]:
        """What each choice costs in each of `amount` worlds from number `begin` on, one world a row."""
        luck, words = view["luck"][0], np.empty((2, amount), np.uint64)
        draw_all(luck, begin, words[0])
        draw_all(~luck, begin, words[1])
        worlds: np.ndarray = np.zeros(amount, self.game.GAME)
        views = view.repeat(amount)
        views.flags.writeable = False
        self.game.imagine_all(views, self.rules, words[0], worlds)
        worlds["luck"] = words[1]
        games = worlds.repeat(len(legal))
        self.finish(games, np.tile(np.array(legal, np.int8), amount))
        seat = int(view["table"]["turn"][0])
        points = self.game.hand_points(games, self.one_hand)[:, seat].astype(np.float64).reshape(amount, len(legal))
        return points if self.game.LOWEST_WINS else -points

    def finish(self, games: np.ndarray, choices: NDArray[np.int8]) -> None:
        """Make these choices, then any legal one again and again until the hand is over in every game."""
        views, rows = np.zeros(len(games), self.game.VIEW), np.arange(len(games), dtype=np.uint32)
        shown = views.view()
        shown.flags.writeable = False
        hand = int(games["table"]["hand_number"][0])
        self.game.look_all(games, self.rules, rows, views)
        while len(rows):
            going_on = self.game.step_all(games, self.rules, rows, views, choices[: len(rows)])
            if going_on < 0:
                raise RuntimeError(f"{self.game.TITLE} imagined a game in which choice {choices[-1 - going_on]} is not legal")
            rows = rows[:going_on]
            same_hand = games["table"]["hand_number"][rows] == hand  # where a match cannot end in a tie, another hand was dealt
            if not same_hand.all():
                views[: same_hand.sum()], rows = views[:going_on][same_hand], rows[same_hand]
            choose_any(shown[: len(rows)], choices[: len(rows)])
