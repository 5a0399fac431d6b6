"""A wheel is whole: installed by itself it plays both games, and its lab has the papers.

One that brings its kernels along compiles nothing; where it does not fit it says so.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.compiling import compiled_only
from helpers.paths import ROOT

pytestmark = [pytest.mark.slow, compiled_only]
MOST_BYTES = 60e6


def run(*words, cwd, **variables):
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | {k: str(v) for k, v in variables.items()}
    done = subprocess.run([str(word) for word in words], cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Built as `make wheel` builds it, with the kernels of this Python."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "cardshark", "warm", "--into", folder / "kernels", cwd=folder, PYTHONPATH=ROOT / "src")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    run(*pip, "wheel", "--no-deps", "-w", folder / "dist", ROOT, cwd=folder, CARDSHARK_KERNELS=folder / "kernels")
    (found,) = (folder / "dist").glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The wheel alone, in a folder that comes before everything else."""
    folder = tmp_path_factory.mktemp("installed")
    run(sys.executable, "-m", "pip", "--quiet", "install", "--no-deps", "--target", folder, wheel, cwd=folder)
    return folder


def cardshark(folder: Path, cache: Path, *words: str):
    return run(sys.executable, "-m", "cardshark", *words, cwd=cache.parent, PYTHONPATH=folder, CARDSHARK_CACHE=cache)


def test_it_is_small_and_for_this_python_alone(wheel):
    assert wheel.stat().st_size < MOST_BYTES
    assert f"cp3{sys.version_info.minor}-cp3{sys.version_info.minor}-" in wheel.name


@pytest.mark.parametrize("words", ["duel hearts montecarlo jake --deals 2", "duel gin montecarlo simple --deals 2"])
def test_it_plays_at_once_and_compiles_nothing(installed, tmp_path, words):
    done = cardshark(installed, tmp_path / "cache", *words.split(), "--on", "here")
    assert "hands a second" in done.stdout
    assert done.stderr == ""
    assert not [*(tmp_path / "cache").rglob("*.kernel"), *(tmp_path / "cache").rglob("*.part")]


DEAL = "from cardshark import jit; jit.announce(print); from cardshark.chance import words; words(1, 'deal', 1)"


def test_where_it_does_not_fit_it_says_why_and_compiles(installed, tmp_path):
    other = shutil.copytree(installed, tmp_path / "other")
    made_by = other / "cardshark" / "kernels" / "made_by.json"
    made_by.write_text(json.dumps(json.loads(made_by.read_text()) | {"Numba": "0.1"}))
    for folder in made_by.parent.iterdir():
        if folder.is_dir():
            shutil.rmtree(folder)  # those of another version have other names
    said = run(sys.executable, "-c", DEAL, cwd=tmp_path, PYTHONPATH=other, CARDSHARK_CACHE=tmp_path / "cache").stdout.splitlines()
    assert [line for line in said if "Numba 0.1" in line and "compiled again" in line] == said[:1]
    assert [*(tmp_path / "cache").rglob("draw_all-*.kernel")]


def test_where_it_fits_nothing_is_said(installed, tmp_path):
    assert run(sys.executable, "-c", DEAL, cwd=tmp_path, PYTHONPATH=installed, CARDSHARK_CACHE=tmp_path / "cache").stdout == ""


# ---- what else travels ----

ASK_LAB = """
import asyncio, httpx
from starlette.applications import Starlette
from cardshark.web.lab.app import routes

async def ask(*addresses):
    async with httpx.AsyncClient(transport=httpx.ASGITransport(Starlette(routes=routes(None))), base_url="http://lab") as lab:
        return [(await lab.get(address)).text for address in addresses]

listed, report = asyncio.run(ask("/lab/papers", "/lab/papers/hearts_pomcp"))
print(*[name for name in %r if f"/lab/papers/{name}" in listed], len(report))
"""


def test_its_lab_shows_every_paper(installed, tmp_path):
    papers = sorted(path.parent.name for path in ROOT.glob("results/*/report.html"))
    *listed, letters = run(sys.executable, "-c", ASK_LAB % papers, cwd=tmp_path, PYTHONPATH=installed).stdout.split()
    assert listed == papers and len(papers) >= 5
    assert int(letters) == len((ROOT / "results" / "hearts_pomcp" / "report.html").read_text(encoding="utf-8"))


def test_it_says_that_it_is_typed_and_python_runs_it(installed, tmp_path):
    assert (installed / "cardshark" / "py.typed").exists()
    done = cardshark(installed, tmp_path / "cache", "--help")
    assert "duel" in done.stdout and done.stderr == ""
