"""Gymnasium: one learner, opponents at the other seats. Importing this module registers the ids.

    import gymnasium as gym
    import cardshark.adapters.gymnasium

    envs = gym.make_vec("cardshark/Hearts-v0", num_envs=1024, opponents="jake")
    observations, infos = envs.reset(seed=1)

A match is an episode: one hand, unless the rules say otherwise. An action is a number in the game's own list of actions
(`Tables.actions`). The vector environment resets in the same step: where a match has ended, the observation is the first one of the
next match, and `infos["final_obs"]` has the last one. Nothing is left to know or to choose at the end, so that is all zeros.
"""

from typing import Any

import numpy as np

from cardshark.adapters.learner import Learner, Settings
from cardshark.adapters.settings import missing, no_options, read_seed
from cardshark.text import UserError, brief, choice

try:
    import gymnasium as gym
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise missing("Gymnasium", "gymnasium") from error

RENDER_MODES = ["ansi", "human"]
VECTOR_RENDER_MODES = ["ansi"]  # nobody could read thousands of tables
IDS = {"cardshark/Hearts-v0": "hearts", "cardshark/GinRummy-v0": "gin"}


def spaces_of(learner: Learner, flat: bool) -> tuple[spaces.Space, spaces.Discrete]:
    """What one table shows, and what may be done there."""
    seen = learner.observe()
    box = spaces.Box(*learner.bounds(), seen.shape[1:], seen.dtype.type)
    actions = spaces.Discrete(len(learner.actions))
    mask = spaces.Box(0, 1, (len(learner.actions),), np.int8)
    return box if flat else spaces.Dict({"observation": box, "action_mask": mask}), actions


def read_render_mode(mode: Any, known: list[str]) -> str | None:
    """A render mode, if it is among the known ones."""
    return mode if mode is None else choice("render mode", mode, known, "this environment")


def read_flat(flat: Any) -> bool:
    """Yes or no, and no text that would always mean yes."""
    if not isinstance(flat, (bool, np.bool_)):
        raise UserError(f"flat is True or False, not {brief(flat)}")
    return bool(flat)


class CardEnv(gym.Env):
    """One table. `action_masks` is what MaskablePPO of sb3-contrib asks for."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012, as Gymnasium has it

    def __init__(self, game: str = "hearts", render_mode: str | None = None, flat: bool = False, **settings: Any) -> None:
        self.render_mode, self.flat = read_render_mode(render_mode, RENDER_MODES), read_flat(flat)
        self.learner = Learner(game, 1, read_settings(settings))
        self.observation_space, self.action_space = spaces_of(self.learner, flat)
        self.between_matches = False  # then the next match lies ready

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal a match: the first of the seed, or without one the next."""
        super().reset(seed=seed)
        no_options(options)
        if seed is not None or not self.between_matches:
            self.learner.deal(int(self.np_random.integers(2**62)) if seed is None else read_seed(seed))
        self.between_matches = False
        if self.render_mode == "human":
            self.render()
        return self._show(self.learner.observe()[0], self.action_masks().astype(np.int8))

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Carry out an action; opponents play until it is the learner's turn again."""
        if self.between_matches:
            raise UserError("the match is over: call `reset` to see the next one")
        step = self.learner.choose(np.asarray(action).reshape(-1))
        self.between_matches = bool(step.ended[0])
        seen, mask = self.learner.observe()[0], self.learner.mask()[0]
        observation, info = self._show(*(np.zeros_like(part) if self.between_matches else part for part in (seen, mask)))
        if self.between_matches:
            info |= {"returns": step.returns[0], "seat": int(step.seats[0])}
        elif self.render_mode == "human":
            self.render()
        return observation, float(step.rewards[0]), self.between_matches, False, info

    def action_masks(self) -> np.ndarray:
        """The actions that are legal now."""
        return self.learner.mask()[0].astype(np.bool_)

    def render(self) -> str | None:  # type: ignore[override]
        """The position as text: returned, or printed for people."""
        text = "the match is over" if self.between_matches else self.learner.texts()[0]
        if self.render_mode == "human":
            print(text)
        return text if self.render_mode == "ansi" else None

    def _show(self, seen: np.ndarray, mask: np.ndarray) -> tuple[Any, dict[str, Any]]:
        """An observation, and the info beside it."""
        return seen if self.flat else {"observation": seen, "action_mask": mask}, {"action_mask": mask.copy()}


class CardVectorEnv(gym.vector.VectorEnv):
    """Many tables in one environment, at full speed."""

    metadata = {"render_modes": VECTOR_RENDER_MODES, "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self, num_envs: int = 1, game: str = "hearts", render_mode: str | None = None, flat: bool = False, **settings: Any
    ) -> None:
        self.render_mode, self.flat = read_render_mode(render_mode, VECTOR_RENDER_MODES), read_flat(flat)
        self.learner = Learner(game, num_envs, read_settings(settings))
        self.num_envs = self.learner.count
        self.single_observation_space, self.single_action_space = spaces_of(self.learner, flat)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:  # type: ignore[override]
        """Deal all tables: those of the seed, or without one others."""
        super().reset(seed=None if seed is None else read_seed(seed))
        no_options(options)
        self.learner.deal(int(self.np_random.integers(2**62)) if seed is None else seed)
        mask = self.learner.mask()
        return self._show(self.learner.observe(), mask), self._info(action_mask=mask.copy())

    def step(self, actions: Any) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Carry out one action a table. Where a match has ended, the next one is shown at once."""
        step, mask = self.learner.choose(actions), self.learner.mask()
        seen, infos = self.learner.observe(), self._info(action_mask=mask.copy())
        if step.ended.any():
            infos |= self._final(step.ended, seen, mask)
            infos |= {"final_info": self._info(step.ended, returns=step.returns, seat=step.seats), "_final_info": step.ended.copy()}
        return self._show(seen, mask), step.rewards, step.ended, np.zeros(self.num_envs, np.bool_), infos

    def render(self) -> tuple[str, ...] | None:
        """The positions as text."""
        return tuple(self.learner.texts()) if self.render_mode == "ansi" else None

    def _show(self, seen: np.ndarray, mask: np.ndarray) -> Any:
        return seen if self.flat else {"observation": seen, "action_mask": mask}

    def _info(self, where: np.ndarray | None = None, **found: np.ndarray) -> dict[str, Any]:
        """An info as Gymnasium has it: beside each array `_name` says which tables it is about."""
        told = np.ones(self.num_envs, np.bool_) if where is None else where
        return found | {f"_{name}": told.copy() for name in found}

    def _final(self, ended: np.ndarray, seen: np.ndarray, mask: np.ndarray) -> dict[str, Any]:
        """The last observations of the matches that have ended."""
        found, rows = np.full(self.num_envs, None, object), np.flatnonzero(ended)
        last = [np.zeros((len(rows), part.shape[1]), part.dtype) for part in (seen, mask)]
        for row, *parts in zip(rows.tolist(), *last, strict=True):
            found[row] = self._show(*parts)
        return {"final_obs": found, "_final_obs": ended.copy()}


def read_settings(given: dict[str, Any]) -> Settings:
    """The keyword arguments of an environment."""
    for name in given:
        choice("keyword argument", name, (*Settings._fields, "flat", "render_mode"))
    return Settings(**given)


def register() -> None:
    """Register the ids, each with its game. A change of observations, actions or rewards gets a new number."""
    for name, game in IDS.items():
        if name not in gym.registry:
            here = "cardshark.adapters.gymnasium"
            gym.register(name, f"{here}:CardEnv", vector_entry_point=f"{here}:CardVectorEnv", kwargs={"game": game})


register()
