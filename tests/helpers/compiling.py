"""Kernels compiled, or as plain Python: tests run both ways, and play less where nothing is compiled. Processes that start anew."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import cardshark
from helpers.paths import python_path

PLAIN = bool(int(os.environ.get("NUMBA_DISABLE_JIT", "0")))
"Is nothing compiled?"
compiled_only = pytest.mark.skipif(PLAIN, reason="plain Python would take minutes")
needs_compiler = pytest.mark.skipif(PLAIN, reason="nothing is compiled")
SOURCES = Path(cardshark.__file__).parent


def in_plain_python(module: str, expression: str) -> str:
    """What an expression in a test's module comes to without compilation, as text, in a process of its own."""
    path = python_path(*sys.path)
    env = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path, "PYTHONWARNINGS": "ignore"}
    program = f"import {module}; print({module}.{expression})"
    done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def fresh(cache: Path | None, *folders: Path, **settings: str) -> dict[str, str]:
    """The environment of a process that starts as a user's does: this cache, or the user's own, and these folders to import from."""
    mine = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "COV_"))}
    place = {} if cache is None else {"CARDSHARK_CACHE": str(cache)}
    path = python_path(*(folders or (SOURCES.parent,)))
    return mine | place | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONWARNINGS": "ignore", **settings}


def start(script: str, env: dict[str, str]) -> "subprocess.Popen[str]":
    """A script in a process of its own, whose lines can be read as they come."""
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([sys.executable, "-c", script], env=env, text=True, **pipes)


def printed(script: str, env: dict[str, str]) -> Any:
    """What a script prints last in a process of its own, as JSON."""
    done = subprocess.run([sys.executable, "-c", script], env=env, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


def edit(path: Path, old: str, new: str) -> None:
    """Change one place in a source file."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{path.name} has changed: choose another edit"
    path.write_text(text.replace(old, new), encoding="utf-8")
