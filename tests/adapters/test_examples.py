"""What docs/adapters.md shows runs; DLPack shares memory; packed words become the same bits; a masked PPO learns."""

import importlib.util
import re
import sys

import numpy as np
import pytest

from cardshark.arena.duel import duel
from cardshark.tables import Tables
from helpers.paths import EXAMPLES, ROOT

PAGE = (ROOT / "docs" / "adapters.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
NEEDED = ["gymnasium", "pettingzoo", "pyspiel", "torch"]


def example(name):
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def needs(module):
    return pytest.importorskip(module, reason=f"{module} is not installed: `pip install 'cardshark[dev]'` brings it, but for JAX")


@pytest.mark.long
@pytest.mark.parametrize(("module", "block"), [*zip(NEEDED, BLOCKS, strict=True)], ids=NEEDED)
def test_what_the_page_shows_runs(module, block, capsys):
    needs(module)
    exec(compile(block, "adapters.md", "exec"), {})
    shown = {"gymnasium": "(1024, 1024) (1024, 52)", "pyspiel": "[-"}
    assert shown.get(module, "") in capsys.readouterr().out


def test_the_page_names_every_keyword_argument():
    from cardshark.adapters.learner import Settings

    assert all(f"| `{name}` |" in PAGE for name in (*Settings._fields, "flat", "render_mode"))


@pytest.mark.long
def test_torch_uses_numpys_memory():
    torch = needs("torch")
    turn = Tables("gin", "eaai:hands=1", count=64, seed=1).turn()
    assert turn.words().ctypes.data % 64 == 0  # or JAX would copy
    for array in (turn.words(), turn.bits(), turn.bits(np.float32), turn.legal(), turn.rewards, turn.legal_words(), turn.inputs("four")):
        assert torch.from_dlpack(array).data_ptr() == array.ctypes.data


@pytest.mark.long
@pytest.mark.parametrize("library", ["torch", "jax"])
def test_words_are_unpacked_on_the_device(library, monkeypatch, capsys):
    needs(library)
    monkeypatch.setattr(sys, "argv", ["torch_words.py", "--library", library, "--tables", "100", "--device", "cpu"])
    example("torch_words").main()
    assert "100 tables, 1024 bits each" in capsys.readouterr().out


@pytest.fixture
def one_thread():
    """torch works in one thread: on busy cores two would wait for each other, far longer than they work."""
    torch = needs("torch")
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # whatever other people's libraries say of each other
@pytest.mark.usefixtures("one_thread")
def test_a_masked_ppo_learns():
    needs("sb3_contrib")
    module = example("gymnasium_ppo")
    model = module.train(steps=16_384, tables=64)
    result = duel("hearts", "american", module.Learned(model), "random", deals=100, seed=2, on="here")
    assert result.high < 0  # fewer points than random players
