"""Read a file again only when it has changed, so that lobby and lab can be asked for often."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TypeVar

from cardshark.text import UserError

MOST_BYTES = 100_000_000  # of a file that is looked at
Stamp = tuple[int, int]
T = TypeVar("T")


def stamp_of(path: Path) -> Stamp | None:
    """When a file was written, and its size: they change with its content. None for what is not a file."""
    try:
        found = path.stat()
    except (OSError, ValueError):  # a ValueError for names that no file can have
        return None
    return (found.st_mtime_ns, found.st_size) if path.is_file() else None


def read_once(look: Callable[[Path], T]) -> Callable[[Path], T]:
    """Remember what `look` found in a file, or the error it raised, until the file changes."""
    known: dict[Path, tuple[Stamp, T | UserError]] = {}

    @wraps(look)
    def found(path: Path) -> T:
        stamp = stamp_of(path)
        if stamp is None:
            raise UserError(f"{path} is not a file")
        if stamp[1] > MOST_BYTES:
            raise UserError(f"{path} is too large to be shown here")
        if path not in known or known[path][0] != stamp:
            try:
                known[path] = stamp, look(path)
            except UserError as error:
                known[path] = stamp, error
        _, result = known[path]
        if isinstance(result, UserError):
            raise UserError(str(result))
        return result

    return found
