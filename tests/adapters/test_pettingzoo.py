"""PettingZoo: its own tests, many episodes, rewards that add up, and seats that see nothing of what is hidden from them."""

import os
import re

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'cardshark[pettingzoo]'")

from pettingzoo.test import api_test, seed_test

from cardshark.adapters.pettingzoo import gin_rummy_v0, hearts_v0
from cardshark.adapters.referee import Referee
from cardshark.cards import listed
from cardshark.games import gin, hearts
from cardshark.text import UserError

EPISODES = int(os.environ.get("CARDSHARK_HANDS", "20000")) // 200
ITS_OWN = [  # what PettingZoo says of every environment with a mask but its own
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]
BOTH = pytest.mark.parametrize("module", [hearts_v0, gin_rummy_v0], ids=["hearts", "gin"])


def play(env, seed, rng):
    """One episode at random. Returns what each agent was given, and the last observation."""
    env.reset(seed=seed)
    won = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, ended, _, _ = env.last()
        won[agent] += reward
        env.step(None if ended else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    return won


@BOTH
@pytest.mark.long
class TestItsOwnChecks:
    pytestmark = ITS_OWN

    def test_the_interface(self, module, capsys):
        api_test(module.env(), num_cycles=300)
        api_test(module.raw_env(rewards="score"), num_cycles=100)
        assert "Passed API test" in capsys.readouterr().out

    def test_seeds_hold(self, module):
        seed_test(module.env, num_cycles=60)


@BOTH
@pytest.mark.slow
def test_many_episodes_add_up(module):
    two_hands = "american:hands=2" if module is hearts_v0 else "tournament:hands=2"
    envs, rng = [module.env(), module.raw_env(rewards="score"), module.env(rules=two_hands)], np.random.RandomState(1)
    for seed in range(EPISODES):
        env = envs[seed % 3]
        won, referee = play(env, seed, rng), env.unwrapped.referee
        assert won == dict(zip(env.possible_agents, referee.returns(env.unwrapped.match).tolist(), strict=True))
        assert sum(won.values()) == 0 or module is hearts_v0
        assert env.agents == []


def test_the_next_reset_shows_the_next_match():
    env, again = hearts_v0.env(), hearts_v0.env()
    env.reset(seed=4)
    first = env.observe("player_0")["observation"]
    env.reset()
    second = env.observe("player_0")["observation"]
    again.reset(seed=4)
    again.reset()
    assert np.array_equal(second, again.observe("player_0")["observation"])
    assert not np.array_equal(first, second)


def test_positions_are_shown_as_text(capsys):
    env = gin_rummy_v0.env(render_mode="ansi")
    env.reset(seed=1)
    assert env.render().startswith("hand 1\nseat 0\nphase offer")
    hearts_v0.env(render_mode="human").reset(seed=1)
    assert "phase pass" in capsys.readouterr().out


REFUSED = {
    "it may choose": lambda env: env.step(int(env.observe("player_0")["action_mask"].argmin())),
    "an action is a whole number from 0 up, not 'x'": lambda env: env.step("x"),
    "an action is a whole number from 0 up, not True": lambda env: env.step(True),
    "an action is a whole number from 0 to 51, not 52": lambda env: env.step(52),
    "no agent 'player_9'": lambda env: env.observe("player_9"),
    "no agent 'player_7'": lambda env: env.action_space("player_7"),
    r"an agent is named by a text \(player_0, .*\), not 7": lambda env: env.observation_space(7),
    "settings are given by name": lambda env: hearts_v0.env("american"),
    "no keyword argument": lambda env: hearts_v0.env(oponents="jake"),
    "rules of hearts are a text": lambda env: hearts_v0.env(rules=0),
    "kind of rewards": lambda env: hearts_v0.raw_env(rewards="points_"),
    "a seed is a whole number": lambda env: env.reset(seed=-1),
}


@pytest.mark.parametrize("sentence", REFUSED)
def test_wrong_calls_get_one_sentence(sentence):
    env = hearts_v0.raw_env()
    env.reset(seed=1)
    with pytest.raises(UserError, match=sentence) as caught:
        REFUSED[sentence](env)
    assert "\n" not in str(caught.value)


def test_legal_actions_are_told_by_the_numbers_that_step_takes():
    env = hearts_v0.env()
    env.reset(seed=1)
    mask = env.observe("player_0")["action_mask"]
    with pytest.raises(UserError) as caught:
        env.step(int(mask.argmin()))
    told = str(caught.value).partition("it may choose")[2]
    assert [int(number) for number in re.findall(r"\((\d+)\)", told)] == np.flatnonzero(mask).tolist()


# ---- what a seat sees ----


def copied(match):
    """The same bytes, those between the fields as well."""
    return match.view(np.uint8).copy().view(match.dtype)


def seen(referee, match, seat):
    """All that the referee shows a seat."""
    return referee.views(match)[seat].tobytes(), referee.text(match, seat)


def positions(referee, count):
    """Positions of random play."""
    rng = np.random.RandomState(7)
    for seed in range(count):
        match = referee.deal(seed, 0)
        while referee.turn(match) >= 0:
            yield match
            referee.choose(match, int(rng.choice(listed(referee.legal(match)))))


@pytest.mark.long
def test_a_seat_of_hearts_sees_its_own_cards_only():
    referee = Referee("hearts", "american:hands=1")
    for match in positions(referee, 4):
        for seat in range(4):
            a, b, _ = (other for other in range(4) if other != seat)
            before = seen(referee, match, seat)
            changed = copied(match)
            changed["hands"][0, [a, b]] = match["hands"][0, [b, a]]
            if match["table"]["phase"][0] == hearts.PASS:
                changed["given"][0, [a, b]] = 0
            changed["luck"] = match["luck"] + np.uint64(seat != referee.turn(match))
            assert seen(referee, changed, seat) == before


@pytest.mark.long
def test_a_player_of_gin_sees_neither_the_other_hand_nor_what_was_drawn_nor_that_the_other_could_knock():
    referee, hidden_draws, could_knock = Referee("gin", "eaai:hands=1"), 0, 0
    for match in positions(referee, 12):
        turn, phase = referee.turn(match), referee.phase(match)
        before, changed = seen(referee, match, 1 - turn), copied(match)
        other = int(match["hands"][0, turn]) & ~int(match["table"]["known"][0, turn])
        stock, left = match["stock"][0], int(match["table"]["stock_left"][0])
        if other and left:  # one hidden card changes its place with one of the stock
            card = int(match["drawn"][0]) if match["drawn"][0] >= 0 and other >> int(match["drawn"][0]) & 1 else listed(other)[0]
            changed["hands"][0, turn] ^= np.uint64(1 << card | 1 << int(stock[0]))
            changed["stock"][0, 0] = card
            if match["drawn"][0] == card:
                changed["drawn"], hidden_draws = stock[0], hidden_draws + 1
        assert seen(referee, changed, 1 - turn) == before
        if phase == gin.MAY_KNOCK:
            could_knock += 1
            asked = copied(match)
            referee.choose(asked, gin.PLAY_ON)
            if referee.turn(asked) == 1 - turn:  # it goes on: the view is the same but for what may be chosen
                view, later = (copied(referee.views(each)[1 - turn : 2 - turn]) for each in (match, asked))
                for each in (view, later):
                    each["legal"], each["luck"] = 0, 0
                assert view.tobytes() == later.tobytes()
    assert hidden_draws > 10 and could_knock > 0
