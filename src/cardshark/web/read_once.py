"""Files are read once for each of their contents, whatever came of it: lobby and lab may be asked for as often as anybody likes."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TypeVar

from cardshark.text import UserError

MOST_BYTES = 100_000_000  # of a file that is looked at
T = TypeVar("T")


def stamp_of(path: Path) -> tuple[int, int] | None:
    """When a file was written, and how large it is: another content has another stamp. None for what is no file."""
    try:
        found = path.stat()
    except (OSError, ValueError):  # the second for names that cannot be
        return None
    return (found.st_mtime_ns, found.st_size) if path.is_file() else None


def read_once(look: Callable[[Path], T]) -> Callable[[Path], T]:
    """Look at a file, unless it has been looked at since it was written; what was wrong with it is remembered as well."""
    known: dict[Path, tuple[tuple[int, int], T | UserError]] = {}

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
