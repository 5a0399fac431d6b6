"""The champion: a trained policy that thinks ahead. It imagines what is hidden as the policy explains it, and tries the likely choices.

Each game has its own search: `SEARCHES` names them. A search gets the options, the game and its rules, and weighs one view at a time.
"""

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import Annotated, Any, Protocol

import numpy as np

from cardshark.cards import count, listed
from cardshark.games import gin, hearts
from cardshark.players.gin.champion.search import GinChampion
from cardshark.players.hearts.champion.search import HeartsChampion
from cardshark.players.hearts.search.endgame import MOST_TRICKS
from cardshark.players.player import Choices, Player, Rows, Views
from cardshark.players.policy_player import Policy
from cardshark.players.thinking import Opinion, Thought, join_thoughts, new_thought, opinion
from cardshark.text import UserError

SEARCHES: dict[Any, Any] = {hearts: HeartsChampion, gin: GinChampion}
USUAL = "usual"  # the shipped brain that fits the table
Remembered = dict[str, Any]  # what a seat remembers of the match at its table


class Searches(Protocol):
    """How a champion thinks at one game."""

    DEALS: int  # as many are usual
    HAS_TRICKS: bool  # of which the last can be solved

    def __init__(self, options: "Champion", game: Any, rules: Any) -> None:
        """Load the brain, and get ready for these rules."""

    def ponder(self, view: Views, thought: Thought, even_if_forced: bool, memory: Remembered | None = None) -> int:
        """Weigh the choices of one view (one row), note what they cost in the thought's only row, and return the best of them.

        It thinks for `options.seconds`, or about `options.deals` worlds where that is 0. What it does depends on the view, its luck
        included, and on the `memory` of this seat at this table, in which it may write. Nothing is tried where there is only one
        choice, unless it must think `even_if_forced`.
        """
        ...


@dataclass
class Champion(Player):
    """Follows a trained policy, and tries its likely choices in imagined deals that explain what was played."""

    brain: Annotated[str, "a policy brain, shipped or a file; usual: the shipped one that fits the table"] = USUAL
    seconds: Annotated[float, "time to think about each decision; 0 for a fixed number of deals"] = 0.0
    deals: Annotated[int, "imagined deals for each decision, if no time is set; 0: 64 at Hearts, 256 at gin"] = 0
    endgame: Annotated[int, "at Hearts: with so many tricks left, imagined deals are solved and not played on by the policy"] = 0

    def __post_init__(self) -> None:
        if not 0 <= self.seconds <= 3600:
            raise UserError(f"seconds to think are 0 (a fixed number of deals) to 3600, not {self.seconds}")
        if not 0 <= self.deals <= 100_000:
            raise UserError(f"deals to imagine are 0 (as many as usual) to 100,000, not {self.deals}")
        if not 0 <= self.endgame <= MOST_TRICKS:
            raise UserError(f"endgame is 0 to {MOST_TRICKS} tricks that are solved, not {self.endgame}")

    def sit(self, game: Any, rules: Any) -> None:
        """Learn which game is played, and its rules."""
        if game not in SEARCHES:
            raise UserError(f"a champion plays {' and '.join(each.NAME for each in SEARCHES)}, not {game.NAME}")
        if self.endgame and not SEARCHES[game].HAS_TRICKS:
            raise UserError(f"endgame means nothing at {game.TITLE}: leave it out")
        self._game, self._rules = game, rules
        self._memories: defaultdict[tuple[int, int], Remembered] = defaultdict(dict)  # by table and seat
        kind = SEARCHES[game]
        self._search: Searches = kind(replace(self, deals=self.deals or kind.DEALS), game, rules)

    @property
    def pace(self) -> int:
        """How many deals of a duel are played before their results are written down."""
        return 1 if self.seconds else max(1, min(2048, 1000 // (self.deals or 100)))

    def choose(self, views: Views, choices: Choices, rows: Rows | None = None) -> None:
        """Think about every view, and choose what costs least."""
        tables = range(len(views)) if rows is None else rows.tolist()
        for i, place in enumerate(zip(tables, views["table"]["turn"].tolist(), strict=True)):
            choices[i] = self._search.ponder(views[i : i + 1], new_thought(1), False, self._memories[place])

    def begin(self, rows: Rows) -> None:
        """Matches begin at these tables: forget what was remembered of them."""
        tables = set(rows.tolist())
        for place in [place for place in self._memories if place[0] in tables]:
            del self._memories[place]

    def decide(self, views: Views, choices: Choices) -> Thought:
        """Choose, and say what was thought on the way. Where nothing had to be thought about, no choice was tried."""
        thoughts = [new_thought(1) for _ in range(len(views))]
        for i, thought in enumerate(thoughts):
            choices[i] = self._search.ponder(views[i : i + 1], thought, False)
        return join_thoughts(thoughts)

    def weigh(self, views: Views) -> Thought:
        """What every legal choice costs, also those that the policy finds unlikely, one view a row; nothing where there is one choice."""
        thoughts = [new_thought(1) for _ in range(len(views))]
        for i, thought in enumerate(thoughts):
            if count(views["legal"][i]) > 1:
                self._search.ponder(views[i : i + 1], thought, True)
        return join_thoughts(thoughts)

    def opinions(self, view: Any) -> list[Opinion]:
        """What each legal choice of one view is expected to cost, and how likely the policy makes it."""
        views: np.ndarray = np.zeros(1, self._game.VIEW)
        views[0] = view
        views.flags.writeable = False  # as at the table, so that kernels are compiled once
        thought, policy = new_thought(1), Policy("" if self.brain == USUAL else self.brain)
        policy.sit(self._game, self._rules)
        self._search.ponder(views, thought, True)
        chances = policy.policy(views)[0]
        return [opinion(thought, choice)._replace(chance=float(chances[choice])) for choice in listed(int(views["legal"][0]))]
