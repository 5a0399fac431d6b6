"""The example that learns a policy: it learns, what it learned plays, and the same seed learns the same."""

import importlib.util
import sys

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


@pytest.mark.slow
def test_it_learns_and_what_it_learned_plays(example, tmp_path, monkeypatch, capsys):
    file = tmp_path / "policy.safetensors"
    sizes = ["--hands", "1000", "--tables", "64", "--steps", "128", "--width", "32", "--batch", "512", "--rate", "0.003", "--device", "cpu"]
    monkeypatch.setattr(sys, "argv", ["train_policy.py", *sizes, "--deals", "20", "--out", str(file)])
    example.main()
    assert "against three jake" in capsys.readouterr().out
    result = duel("hearts", "american", f"{EXAMPLES / 'train_policy.py'}:Policy:file={file}", "random", deals=60, seed=5, strangers=False)
    assert result.high < -1


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        ("--out nowhere/policy.safetensors", "there is no such folder"),
        ("--steps 0", "--steps must be 1 or more, not 0"),
        ("--device cudaa", "there is no device 'cudaa' here: --device cpu"),
        ("--tables 0", "not 0"),
        ("--seed=-1", "a seed is a whole number"),
    ],
)
def test_what_cannot_work_is_refused_at_once(example, monkeypatch, flags, sentence):
    monkeypatch.setattr(sys, "argv", ["train_policy.py", *flags.split()])
    with pytest.raises(SystemExit, match=sentence):
        example.main()


@pytest.mark.long
def test_the_same_seed_learns_the_same(example):
    first, second = (example.train(settings_of(example)).state_dict() for _ in range(2))
    assert all(torch.equal(first[name], second[name]) for name in first)
