"""Kernels compiled, or as plain Python: tests run both ways, and play less where nothing is compiled."""

import os
import subprocess
import sys

import pytest

from helpers.paths import python_path

PLAIN = bool(int(os.environ.get("NUMBA_DISABLE_JIT", "0")))
"Is nothing compiled?"
compiled_only = pytest.mark.skipif(PLAIN, reason="plain Python would take minutes")


def in_plain_python(module: str, expression: str) -> str:
    """What an expression in a test's module comes to without compilation, as text, in a process of its own."""
    path = python_path(*sys.path)
    env = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path, "PYTHONWARNINGS": "ignore"}
    program = f"import {module}; print({module}.{expression})"
    done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
