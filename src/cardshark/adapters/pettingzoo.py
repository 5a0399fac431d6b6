"""PettingZoo: every seat is an agent, and the one in turn acts (AEC).

    from cardshark.adapters.pettingzoo import gin_rummy_v0, hearts_v0

    env = hearts_v0.env(rules="american:hands=1")
    env.reset(seed=1)

A match is an episode: one hand, unless the rules say otherwise. Match k of a seed is shown by the k-th `reset` after `reset(seed=...)`.
Rewards are points, few are bad at Hearts, so they count with a minus and do not add up to zero; at gin rummy one seat wins what the
other loses.
"""

import secrets
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np

from cardshark.adapters.referee import Referee
from cardshark.adapters.settings import missing, one_hand, read_seed, usual_unless
from cardshark.tables.tables import POINT_REWARDS
from cardshark.text import UserError, brief, choice, whole_number

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper
except ImportError as error:
    raise missing("PettingZoo", "pettingzoo") from error

RENDER_MODES = ["ansi", "human"]


class CardAEC(AECEnv):
    """One match, every seat an agent."""

    def __init__(self, game: str, name: str, rules: Any = None, rewards: str = "points", render_mode: str | None = None) -> None:
        super().__init__()
        self.metadata = {"name": name, "render_modes": RENDER_MODES, "is_parallelizable": False, "render_fps": 1}
        self.render_mode = None if render_mode is None else choice("render mode", render_mode, RENDER_MODES)
        self.by_card = choice("kind of rewards", rewards, POINT_REWARDS) == "points"
        self.referee = Referee(game, usual_unless(game, rules))
        self.choices = self.referee.observer.actions
        self.possible_agents = [f"player_{seat}" for seat in range(self.referee.seats)]
        self.agents: list[str] = []
        columns, actions = 64 * len(self.referee.observer.of_game.PLANES), len(self.choices)
        seen = {"observation": spaces.Box(0, 1, (columns,), np.uint8), "action_mask": spaces.Box(0, 1, (actions,), np.int8)}
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.seed: int | None = None
        self.number = 0

    def observation_space(self, agent: str) -> Any:
        """What an agent sees."""
        return self.observation_spaces[self._named(agent)]

    def action_space(self, agent: str) -> Any:
        """What an agent may do, legal or not."""
        return self.action_spaces[self._named(agent)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a match: the first of the seed, or without one the next. Options do nothing, and PettingZoo asks that they do no harm."""
        self.number = 0 if seed is not None or self.seed is None else self.number + 1
        self.seed = read_seed(seed) if seed is not None else secrets.randbits(32) if self.seed is None else self.seed
        self.match = self.referee.deal(self.seed, self.number)
        self.before = np.zeros((self.referee.seats, self.referee.seats), np.float32)
        self.agents = self.possible_agents[:]
        self.rewards, self._cumulative_rewards = dict.fromkeys(self.agents, 0.0), dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._next_agent()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent may know now. It has something to choose only in its turn."""
        seat = self.possible_agents.index(self._named(agent))
        view = self.referee.views(self.match)[seat : seat + 1]
        observer = self.referee.observer
        return {"observation": observer.bits(view)[0], "action_mask": observer.legal(view, compact=True)[0].astype(np.int8)}

    def step(self, action: Any) -> None:
        """Carry out an action of the agent in turn."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.referee.choose(self.match, int(self.choices[whole_number("an action", action, 0, len(self.choices) - 1)]))
        self._cumulative_rewards[agent] = 0.0
        won = self.referee.rewards(self.match, self.by_card, self.before)
        self.rewards = dict(zip(self.possible_agents, won.tolist(), strict=True))
        self._next_agent()
        self._accumulate_rewards()

    def _named(self, agent: Any) -> str:
        """An agent, if it is one of ours."""
        return choice("agent", agent, self.possible_agents)

    def _next_agent(self) -> None:
        """Whose turn it is, or that the match is over."""
        turn = self.referee.turn(self.match)
        if turn < 0:
            self.terminations = dict.fromkeys(self.agents, True)
            turn = 0
        self.agent_selection = self.possible_agents[turn]
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The position of the agent in turn as text: returned, or printed for people."""
        over = self.referee.turn(self.match) < 0
        text = "the match is over" if over else self.referee.text(self.match, self.possible_agents.index(self.agent_selection))
        if self.render_mode == "human":
            print(text)
        return text if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""


def make_raw_env(game: str, name: str, *unnamed: Any, **settings: Any) -> CardAEC:
    """The environment itself."""
    if unnamed:
        raise UserError(f"settings are given by name, as rules={one_hand(game)!r}, so {brief(unnamed[0])} would mean nothing")
    for each in settings:
        choice("keyword argument", each, ("rules", "rewards", "render_mode"))
    return CardAEC(game, name, **settings)


def make_env(game: str, name: str, *unnamed: Any, **settings: Any) -> AECEnv:
    """The environment, with PettingZoo's own checks around it. An illegal action is an error in one sentence."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(make_raw_env(game, name, *unnamed, **settings)))


def versioned(game: str, name: str) -> SimpleNamespace:
    """What PettingZoo expects of an environment's module. A change of observations, actions or rewards gets a new number."""
    return SimpleNamespace(env=partial(make_env, game, name), raw_env=partial(make_raw_env, game, name))


hearts_v0 = versioned("hearts", "cardshark_hearts_v0")
gin_rummy_v0 = versioned("gin", "cardshark_gin_rummy_v0")
