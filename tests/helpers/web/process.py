"""The server as a process of its own, as a person starts it."""

import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from helpers.commands import START


@contextmanager
def started(home: Path, *arguments: str, start: Sequence[str] = START) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server as a person starts it, and the address that it prints."""
    command = [*start, "play", *arguments, "--no-open"]
    environment = {**os.environ, "CARDSHARK_HOME": str(home)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        assert "http://127.0.0.1:" in line, line + process.stderr.read()
        yield process, line.split()[-1]
    finally:
        process.kill()
        process.communicate()
