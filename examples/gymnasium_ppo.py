"""MaskablePPO of sb3-contrib learns Hearts against three random players, in two minutes on a laptop's processor.

    pip install 'cardshark[gymnasium]' sb3-contrib
    python examples/gymnasium_ppo.py

At the end a duel says how much better than `random` it has become. `--steps` is how long it learns.
"""

import argparse

import gymnasium as gym
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

import cardshark.adapters.gymnasium  # noqa: F401, registers cardshark/Hearts-v0
from cardshark.arena.duel import duel
from cardshark.players.player import Player
from cardshark.tables import Observer

RULES = "american:hands=1"
POINTS = 10.0  # a reward of 1 for the learner


class Tables(VecEnv):
    """Gymnasium's vector environment as Stable-Baselines wants it. Both deal anew in the step in which a match ends."""

    def __init__(self, envs):
        self.envs, self.render_mode = envs, None
        super().__init__(envs.num_envs, envs.single_observation_space, envs.single_action_space)

    def reset(self):
        observations, infos = self.envs.reset(seed=1)
        self.masks = infos["action_mask"].astype(bool)
        return observations

    def step_async(self, actions):
        self.actions = actions

    def step_wait(self):
        observations, rewards, ended, _, infos = self.envs.step(self.actions)
        self.masks = infos["action_mask"].astype(bool)
        told = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(ended):
            told[row]["terminal_observation"] = infos["final_obs"][row]
        return observations, rewards / POINTS, ended, told

    def env_method(self, method_name, *arguments, indices=None, **more):
        return list(self.masks)  # it asks for nothing but `action_masks`

    def has_attr(self, attr_name):
        return attr_name == "action_masks"

    def get_attr(self, attr_name, indices=None):
        return [None] * self.num_envs

    def set_attr(self, attr_name, value, indices=None):
        raise NotImplementedError

    def env_is_wrapped(self, wrapper_class, indices=None):
        return [False] * self.num_envs

    def close(self):
        self.envs.close()


class Learned(Player):
    """Sits down with what was learned."""

    def __init__(self, model):
        self.model = model

    def __repr__(self):
        return "PPO"

    def sit(self, game, rules):
        self.observer = Observer(game, rules)

    def choose(self, views, choices):
        actions, _ = self.model.predict(
            self.observer.bits(views), action_masks=self.observer.legal(views, compact=True), deterministic=True
        )
        choices[:] = self.observer.actions[actions]


def train(steps, tables=256, moves=64):
    """Learn for this many decisions."""
    envs = gym.make_vec("cardshark/Hearts-v0", num_envs=tables, rules=RULES, opponents="random", flat=True)
    model = MaskablePPO(
        "MlpPolicy", Tables(envs), n_steps=moves, batch_size=2048, n_epochs=4, gamma=1.0, ent_coef=0.01, learning_rate=1e-3,
        policy_kwargs={"net_arch": [256, 128]}, seed=1, device="cpu",
    )  # fmt: skip
    return model.learn(steps)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=400_000)
    parser.add_argument("--deals", type=int, default=500)
    asked = parser.parse_args()
    model = train(asked.steps)
    result = duel("hearts", "american", Learned(model), "random", deals=asked.deals, seed=2, on="here")
    print(f"PPO has {result.difference:+.2f} points a hand (95 %: {result.low:+.2f} to {result.high:+.2f}) beside random players")


if __name__ == "__main__":
    main()
