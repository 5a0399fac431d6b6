"""Gymnasium: its own checker, rewards that add up, seeds that hold, same-step autoreset, and refusals in one sentence."""

import sys

import numpy as np
import pytest

gym = pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'cardshark[gymnasium]'")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from cardshark.adapters.gymnasium import IDS, CardVectorEnv, register  # noqa: E402
from cardshark.tables import Tables  # noqa: E402
from cardshark.text import UserError  # noqa: E402

HEARTS, GIN = IDS
CASES = [
    (HEARTS, {"opponents": "jake"}),
    (HEARTS, {"opponents": ["jake", "random"], "rules": "american:players=3,removed=2D,hands=2", "rewards": "score", "learner": 1}),
    (HEARTS, {"observation": "words", "rules": "dutch:hands=1"}),
    (GIN, {"opponents": "simple", "flat": True}),
    (GIN, {"opponents": "simple", "rules": "eaai:hands=3", "observation": "four"}),
    (GIN, {"rules": "eaai:lay_off=none,knock_limit=100,upcard_offer=no,hands=2"}),  # the other may knock before the learner chooses
]


def lowest(infos):
    """The lowest legal action of every table."""
    return infos["action_mask"].argmax(axis=1)


def test_the_ids_are_versioned_and_registered_once():
    register()  # again: no warning that something is overridden
    assert all(name in gym.registry and name.endswith("-v0") for name in IDS)
    assert gym.make(f"cardshark.adapters.gymnasium:{HEARTS}").spec.id == HEARTS  # as it is found without an import


@pytest.mark.long
@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("settings", [{}, {"flat": True}, {"observation": "words"}], ids=str)
def test_gymnasiums_own_checker_has_nothing_to_say(name, settings):
    check_env(gym.make(name, illegal="replace", **settings).unwrapped)  # it tries illegal actions, and warnings are errors here


def test_a_vector_is_ours_without_being_asked_for():
    envs = gym.make_vec(HEARTS, num_envs=8, opponents="jake")
    assert isinstance(envs, CardVectorEnv)
    assert envs.metadata["autoreset_mode"] == gym.vector.AutoresetMode.SAME_STEP
    observations, infos = envs.reset(seed=1)
    assert envs.observation_space.contains(observations)
    assert np.array_equal(observations["action_mask"], infos["action_mask"])
    tables = Tables("hearts", "american:hands=1", count=8, seed=1, opponents="jake")
    assert np.array_equal(observations["observation"], tables.turn().bits())
    assert np.array_equal(infos["action_mask"], tables.turn().legal(compact=True))


@pytest.mark.long
@pytest.mark.parametrize(("name", "settings"), CASES)
def test_rewards_add_up_and_the_next_match_begins_in_the_same_step(name, settings):
    envs = gym.make_vec(name, num_envs=16, **settings)
    _, infos = envs.reset(seed=3)
    sums, ends = np.zeros(16), 0
    for _ in range(150):
        observations, rewards, ended, truncated, infos = envs.step(lowest(infos))
        assert envs.observation_space.contains(observations)
        assert not truncated.any()
        sums += rewards
        assert np.array_equal(ended, infos.get("_final_obs", np.zeros(16, bool)))
        for row in np.flatnonzero(ended):
            last, final = infos["final_obs"][row], infos["final_info"]
            assert envs.single_observation_space.contains(last)
            assert not np.any(last if isinstance(last, np.ndarray) else last["action_mask"])
            assert sums[row] == pytest.approx(final["returns"][row, final["seat"][row]])
            assert infos["action_mask"][row].any()  # of the next match
            ends += 1
        sums[ended] = 0
    assert ends > 16


@pytest.mark.long
@pytest.mark.parametrize("name", IDS)
def test_a_seed_names_its_matches_and_one_table_is_a_vector_of_one(name):
    def matches(env, seed):
        found = []
        for k in range(3):
            observation, info = env.reset(seed=seed if k == 0 else None)
            ended = False
            while not ended:
                found.append(observation["observation"].tobytes())
                observation, reward, ended, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
                found.append(reward)
            assert info["returns"].shape == (4 if name == HEARTS else 2,)
        return found

    first = matches(gym.make(name), 5)
    assert matches(gym.make(name), 5) == first != matches(gym.make(name), 6)
    envs = gym.make_vec(name, num_envs=1)
    observations, infos = envs.reset(seed=5)
    vector = []
    while len(vector) < len(first):
        vector.append(observations["observation"][0].tobytes())
        actions = [np.flatnonzero(infos["action_mask"][0])[-1]]
        observations, rewards, _, _, infos = envs.step(actions)
        vector.append(rewards[0])
    assert vector == first


def test_a_match_that_is_left_does_not_come_again():
    env = gym.make(HEARTS)
    first, _ = env.reset(seed=5)
    second, _ = env.reset()
    assert not np.array_equal(first["observation"], second["observation"])
    again, _ = gym.make(HEARTS).reset(seed=5)
    assert np.array_equal(first["observation"], again["observation"])


def test_positions_are_shown_as_text(capsys):
    env = gym.make(GIN, render_mode="ansi")
    env.reset(seed=1)
    assert "cards " in env.render()
    env = gym.make(HEARTS, render_mode="human")
    env.reset(seed=1)
    assert "cards " in capsys.readouterr().out
    envs = gym.make_vec(HEARTS, num_envs=2, render_mode="ansi")
    envs.reset(seed=1)
    assert len(envs.render()) == 2


def step_illegally(env):
    _, info = env.reset(seed=1)
    env.step(int(info["action_mask"].argmin()))


def step_too_long(env):
    env.reset(seed=1)
    env.unwrapped.between_matches = True
    env.unwrapped.step(0)


REFUSED = {
    "it may choose": lambda: step_illegally(gym.make(HEARTS)),
    "the match is over": lambda: step_too_long(gym.make(HEARTS)),
    "actions are numbers from 0 to 51, and 52 is not one": lambda: gym.make(HEARTS).unwrapped.step(52),
    "whole numbers": lambda: gym.make(HEARTS).unwrapped.step(0.5),
    "no keyword argument 'oponents'": lambda: gym.make_vec(HEARTS, num_envs=2, oponents="jake"),
    "needs opponents": lambda: gym.make(HEARTS, opponents=None),
    "one seat, not": lambda: gym.make(HEARTS, learner=[0, 1]),
    "no observation 'bit'": lambda: gym.make(HEARTS, observation="bit"),
    "illegal actions": lambda: gym.make(HEARTS, illegal="ignore"),
    "no render mode": lambda: CardVectorEnv(2, render_mode="rgb_array"),
    "a seed is a whole number": lambda: CardVectorEnv(2).reset(seed=[1, 2]),
    "reset has no options": lambda: CardVectorEnv(2).reset(seed=1, options={"rules": "dutch"}),
    "the number of tables is a whole number from 1 up, not 0": lambda: CardVectorEnv(0),
}


@pytest.mark.parametrize("sentence", REFUSED)
def test_wrong_calls_get_one_sentence(sentence):
    with pytest.raises(UserError, match=sentence) as caught:
        REFUSED[sentence]()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("adapter", "module"), [("gymnasium", "gymnasium"), ("pettingzoo", "pettingzoo"), ("openspiel", "pyspiel")])
def test_a_missing_extra_is_named(adapter, module, monkeypatch):
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.delitem(sys.modules, f"cardshark.adapters.{adapter}", raising=False)
    with pytest.raises(UserError, match=rf"pip install 'cardshark\[{adapter}\]'"):
        __import__(f"cardshark.adapters.{adapter}")
