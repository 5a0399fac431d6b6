"""The example notebooks run, and are kept with what they show, small and without a trace of the machine that ran them."""

import importlib.util
import os
import re
import sys
from pathlib import Path

import pytest

import cardshark
from helpers.compiling import compiled_only
from helpers.paths import EXAMPLES, ROOT, python_path

nbformat = pytest.importorskip("nbformat")
NOTEBOOKS = sorted((EXAMPLES / "notebooks").glob("*.ipynb"))
SMALL = {"train_a_player": {"hands": 2000}}  # the others are quick as they are
MOST_BYTES = 150_000
MACHINE = re.compile(r"/(?:home|root|tmp|work|Users|opt)/|Traceback")


@pytest.fixture(scope="module")
def tool():
    """docs/notebooks.py, which runs them."""
    pytest.importorskip("nbclient")
    spec = importlib.util.spec_from_file_location("run_notebooks", ROOT / "docs" / "notebooks.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def code(notebook) -> list:
    """The cells that run."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def shown(notebook, kind: str = "text/html") -> list[str]:
    """Everything that a notebook shows in this form."""
    return [output["data"][kind] for cell in code(notebook) for output in cell.outputs if kind in output.get("data", {})]


def lasting(html: str) -> str:
    """What is shown, without its look and without times."""
    return re.sub(r"<style>.*?</style>|[\d.]+ (?:s|ms|µs|ns)\b", "", html, flags=re.DOTALL)


def test_there_are_two():
    assert [path.stem for path in NOTEBOOKS] == ["hand_duel_league", "train_a_player"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_with_what_it_shows(path):
    text = path.read_text(encoding="utf-8")
    notebook = nbformat.reads(text, nbformat.NO_CONVERT)
    nbformat.validate(notebook)
    assert len(text) < MOST_BYTES and not MACHINE.search(text)
    assert [cell.execution_count for cell in code(notebook)] == list(range(1, len(code(notebook)) + 1))
    assert notebook.metadata.keys() == {"kernelspec"} and all(cell.metadata.keys() <= {"tags"} for cell in notebook.cells)
    assert not [
        output for cell in code(notebook) for output in cell.outputs if output.output_type == "error" or "stderr" in output.values()
    ]
    assert len(shown(notebook)) >= 3 and any("<svg" in each for each in shown(notebook))


@compiled_only
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of Jupyter's own packages
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, tool, tmp_path, monkeypatch):
    source = Path(cardshark.__file__).parents[1]
    monkeypatch.setenv("PYTHONPATH", python_path(source, os.environ.get("PYTHONPATH", "")))
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    before = path.read_bytes()
    notebook = tool.executed(path, tmp_path, **SMALL.get(path.stem, {}))
    kept = nbformat.read(path, nbformat.NO_CONVERT)
    assert len(shown(notebook)) == len(shown(kept)) and path.read_bytes() == before
    if path.stem not in SMALL:  # settings and seeds decide, so it shows the same again
        assert list(map(lasting, shown(notebook))) == list(map(lasting, shown(kept))), "python docs/notebooks.py writes it anew"
