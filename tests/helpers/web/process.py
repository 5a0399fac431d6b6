"""The server as a process of its own, as a person starts it."""

import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from helpers.commands import START


class Place(NamedTuple):
    """Where a server is, and the code that it has printed."""

    port: int
    printed: str

    def code(self) -> str:
        """As the server itself would say it."""
        return self.printed


@contextmanager
def started(home: Path, *arguments: str, start: Sequence[str] = START) -> Iterator[tuple[subprocess.Popen[str], Place]]:
    """A server as a person starts it, and what it prints."""
    command = [*start, "play", *arguments, "--no-open"]
    environment = {**os.environ, "CARDSHARK_HOME": str(home)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+) and asks for this code, once: (\S+)", line)
        assert found, line + process.stderr.read()
        yield process, Place(int(found[1]), found[2])
    finally:
        process.kill()
        process.communicate()
