"""A conversation with a program, written down: `>` is what the program reads, `<` what it writes, `!` how it failed."""

from collections.abc import Iterable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import TextIO

from cardshark.text import UserError


class Trace:
    """The file of one running program. Every line is in the file as soon as it was said. Without a path nothing is written."""

    def __init__(self, path: str) -> None:
        self.path, self.file = path, None
        if path:
            try:
                self.file = open_unused(path)
            except OSError as error:
                raise self.cannot_write(error) from None

    def write(self, mark: str, lines: Iterable[str]) -> None:
        """Write these lines down."""
        if self.file is None:
            return
        try:
            self.file.writelines(f"{mark} {line}\n" for line in lines)
            self.file.flush()
        except OSError as error:
            self.close()
            raise self.cannot_write(error) from None

    def close(self) -> None:
        """Let go of the file. A disk that is full has been reported before."""
        file, self.file = self.file, None
        if file is not None:
            with suppress(OSError):
                file.close()

    def cannot_write(self, error: OSError) -> UserError:
        """The sentence for a file that cannot be written."""
        return UserError(f"the trace {self.path} cannot be written: {error.strerror}; name a file in a folder where you may write")


def open_unused(path: str) -> TextIO:
    """Open `path`; where another running program writes there, `path.2`, `path.3`, and so on. What an earlier run wrote is gone."""
    import fcntl  # not on every system, like programs as players

    for number in count(1):
        place = Path(path if number == 1 else f"{path}.{number}").expanduser()
        file = place.open("a", encoding="utf-8")
        if not place.is_file():  # a device such as /dev/stderr, where everybody may write
            return file
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # held until the program has ended
            file.truncate(0)
            return file
        except BlockingIOError:
            file.close()
    raise AssertionError("there are always more numbers")
