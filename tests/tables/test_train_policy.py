"""The example that learns a policy: what it learns from against a slow twin, and that it learns."""

import importlib.util
import sys

import numpy as np
import pytest

from cardshark.arena.duel import duel
from helpers.paths import EXAMPLES

torch = pytest.importorskip("torch", reason="examples/train_policy.py needs PyTorch: pip install 'cardshark[torch]'")


@pytest.fixture(scope="module")
def example():
    """The example as a module."""
    spec = importlib.util.spec_from_file_location("train_policy", EXAMPLES / "train_policy.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["train_policy"] = module  # dataclasses look there
    spec.loader.exec_module(module)
    yield module
    del sys.modules["train_policy"]


def settings_of(example, **more):
    """Small settings."""
    return example.Settings(**{"hands": 200, "tables": 16, "steps": 96, "width": 16, "batch": 256, "device": "cpu", **more})


def slow_advantages(played, table, trace):
    """Match after match and seat after seat: a list of free choices with what was won between them, looked at from the end."""
    found, ongoing = {}, {}
    for step, (ended, final) in enumerate(played.ended):
        seat = int(played.seats[step, table])
        choices = ongoing.setdefault(seat, [])
        if choices:
            choices[-1][1] += played.rewards[step, table]
        if played.free[step, table]:
            choices.append([step, 0.0])
        for where in np.flatnonzero(ended == table):
            for each, choices in ongoing.items():
                surprise, later = 0.0, 0.0
                if choices:
                    choices[-1][1] += final[where, each]
                for step_of, won in reversed(choices):
                    value = played.values[step_of, table]
                    surprise = won + later - value + trace * surprise
                    found[step_of], later = surprise, value
            ongoing = {}
    return found


@pytest.mark.long
def test_advantages(example):
    settings = settings_of(example)
    tables = example.Tables("hearts", example.RULES, count=settings.tables, seed=3)
    actor, critic = example.Network(len(tables.planes), 64, 16), example.Network(len(tables.planes) + 3, 1, 16)
    torch.nn.init.normal_(critic.last[1].weight)  # values that differ
    played = example.play_round(tables, actor, critic, settings)
    found, known = example.advantages(played, 4, 0.9)
    assert known.any() and not known.all() and not known[~played.free].any()
    for table in range(settings.tables):
        expected = slow_advantages(played, table, 0.9)
        assert set(np.flatnonzero(known[:, table])) == set(expected)
        assert np.allclose([found[step, table] for step in expected], list(expected.values()), atol=1e-4)


@pytest.mark.slow
def test_it_learns_and_what_it_learned_plays(example, tmp_path, monkeypatch, capsys):
    file = tmp_path / "policy.safetensors"
    sizes = ["--hands", "1000", "--tables", "64", "--steps", "128", "--width", "32", "--batch", "512", "--rate", "0.003", "--device", "cpu"]
    monkeypatch.setattr(sys, "argv", ["train_policy.py", *sizes, "--deals", "20", "--out", str(file)])
    example.main()
    assert "against three jake" in capsys.readouterr().out
    result = duel("hearts", "american", f"{EXAMPLES / 'train_policy.py'}:Policy:file={file}", "random", deals=60, seed=5)
    assert result.high < -1


@pytest.mark.long
def test_the_same_seed_learns_the_same(example):
    first, second = (example.train(settings_of(example)).state_dict() for _ in range(2))
    assert all(torch.equal(first[name], second[name]) for name in first)
