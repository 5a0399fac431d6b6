"""Worlds for one decision: started by beliefs, then improved by chains, all by asking the policy about many decisions at once."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardshark.games import hearts
from cardshark.games.hearts import planes
from cardshark.players.hearts.champion.carry import Carried, carry_worlds
from cardshark.players.hearts.champion.chain import Chain, accept, new_chain, propose, select, weigh_beliefs
from cardshark.players.hearts.champion.habits import Habits
from cardshark.players.hearts.champion.past import ask_past, weigh_past
from cardshark.players.hearts.champion.tables import ask_all, note_passes, pass_likeliest, set_up_givers
from cardshark.players.hearts.champion.world import ask_givers, draw_passes, new_memory, start_worlds
from cardshark.players.hearts.search.hidden import OTHERS
from cardshark.players.player import Views


class Imagination:
    """Imagines worlds for a seat of Hearts by what a policy believes."""

    def __init__(self, mind: Any, rules: Any, record: np.ndarray, habits: Habits) -> None:
        self.mind, self.rules, self.habits = mind, record, habits
        self.players, self.pass_count = rules.players, rules.pass_count
        self.memory, self.chain = new_memory(habits.round), new_chain(habits.round)

    def beliefs(self, view: Views) -> NDArray[np.float64]:
        """How likely each of the others, the next player first, holds each card: weights[card, other]."""
        if not (self.mind.has_owners and self.habits.owners) or view["table"]["phase"][0] == hearts.PASS:
            return np.ones((64, OTHERS))
        words = planes.words(view, self.rules)
        found = np.zeros((64, OTHERS))
        found[:, : self.players - 1] = self.mind.owners(words, int(words[0, planes.UNSEEN]))
        return found * (1.0 - self.habits.doubt) + self.habits.doubt / OTHERS

    def worlds(self, view: Views, beliefs: NDArray[np.float64], begin: int, amount: int, before: Carried | None = None) -> np.ndarray:
        """Worlds number `begin` to `begin + amount` for one view; they are overwritten by the next ones.

        The first ones start chains, and the next ones are what becomes of these: that is quicker than to start again. Chains start with
        the worlds of a decision `before` in the same hand, if there are any.
        """
        chain = self.chain.first(amount)
        if view["table"]["phase"][0] == hearts.PASS:
            self.start(view, beliefs, begin, chain.worlds)
            self.pass_cards(view, chain.worlds)
        elif not self.habits.steps:
            self.start(view, beliefs, begin, chain.worlds)
            self.guess_passes(view, begin, chain.worlds)
        elif begin:
            self.improve(view, beliefs, chain, begin, self.habits.more_steps)
        else:
            self.begin(view, beliefs, chain, before)
            self.improve(view, beliefs, chain, begin, self.habits.steps)
        return chain.worlds

    def begin(self, view: Views, beliefs: NDArray[np.float64], chain: Chain, before: Carried | None) -> None:
        """Start chains with worlds from before, or new ones; those that explain the past badly give way to copies of others."""
        if before and carry_worlds(view, self.rules, beliefs, self.memory, before.worlds, chain.worlds):
            chain.ratios[:], power = np.resize(before.logs, len(chain.worlds)), self.habits.carried_selection
        else:
            self.start(view, beliefs, 0, chain.worlds)
            self.guess_passes(view, 0, chain.worlds)
            weigh_beliefs(beliefs, self.memory, chain)
            power = self.habits.selection
        chain.changed[:] = (1 << self.players) - 1 & ~(1 << int(view["table"]["turn"][0]))
        chain.logs[:] = 0.0  # of the own seat nothing is asked
        self.weigh(view, chain, chain.worlds, chain.logs)
        select(view, chain, power)

    def kept(self, view: Views, amount: int) -> Carried:
        """What is carried to the next decision."""
        chain = self.chain.first(amount)
        return Carried(view.copy(), chain.worlds.copy(), chain.logs.sum(axis=1))

    def start(self, view: Views, beliefs: NDArray[np.float64], begin: int, worlds: np.ndarray) -> None:
        """Deal worlds by the beliefs; or by none, if these leave no deal."""
        if not start_worlds(view, self.rules, beliefs, begin, self.memory, worlds):
            start_worlds(view, self.rules, np.ones((64, OTHERS)), begin, self.memory, worlds)

    def guess_passes(self, view: Views, begin: int, worlds: np.ndarray) -> None:
        """Guess what was passed where the seat does not know it."""
        rows = ask_givers(view, self.rules, self.memory, worlds)
        if rows:
            draw_passes(view, self.rules, self.memory, begin, self.mind.logits(self.memory.words[:rows]), worlds)

    def improve(self, view: Views, beliefs: NDArray[np.float64], chain: Chain, begin: int, steps: int) -> None:
        """Let the worlds come nearer to what the policy would have done."""
        for step in range(steps):
            propose(view, self.rules, beliefs, self.memory, chain, begin, step)
            self.weigh(view, chain, chain.proposed, chain.logs_then)
            accept(view, chain, begin, step)

    def weigh(self, view: Views, chain: Chain, worlds: np.ndarray, logs: NDArray[np.float64]) -> None:
        """Weigh the choices of the seats that changed."""
        rows = ask_past(view, self.rules, chain.changed, self.memory, worlds)
        weigh_past(self.memory, self.mind.logits(self.memory.words[:rows]), self.habits.slip_chance, chain.changed, logs)

    def pass_cards(self, view: Views, worlds: np.ndarray) -> None:
        """Let the others put aside what the policy would pass."""
        games = np.zeros(len(worlds) * (self.players - 1), hearts.GAME)
        words = np.empty((len(games), len(planes.PLANES)), np.uint64)
        set_up_givers(view, self.rules, worlds, games)
        for _ in range(self.pass_count):
            ask_all(games, self.rules, words)
            pass_likeliest(games, words, self.mind.logits(words))
        note_passes(games, worlds)
