"""Files are written whole or not at all: a reader sees the old content or the new, never half of it. What cannot be read is said."""

import glob
import json
import math
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

from cardshark.text import UserError, brief

UNFINISHED = ".unfinished"  # the end of a name while its file is written
MOST_BYTES = 1 << 26  # of a text that is read: some devices never end


def path_of(given: Path | str) -> Path:
    """A path that is named by a text or handed in; what cannot be one is refused."""
    if not isinstance(given, (str, Path)) or "\0" in str(given):
        raise UserError(f"a file is named by a text or a path, not {brief(given)}")
    return Path(given)


def read_text(given: Path | str) -> str:
    """The text in a file."""
    path = path_of(given)
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise UserError(f"{path} cannot be read: it has more than {MOST_BYTES >> 20} MB")
        return content.decode()
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UserError(f"{path} cannot be read: it is not text") from None


# ---- JSON ----


def read_json(text: str | bytes) -> Any:
    """The value that JSON from a file or a stranger holds. Whatever is wrong with it is a ValueError, and every number is one.

    Halves of letters are let through: names of files may be any bytes, and journals repeat them.
    """
    try:
        return json.loads(text, parse_constant=refuse, parse_float=finite)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def refuse(name: str) -> NoReturn:
    """NaN and Infinity, which Python would take, are no JSON."""
    raise ValueError(f"{name} is no number")


def finite(digits: str) -> float:
    """A number, if it is not too large for one."""
    found = float(digits)
    if not math.isfinite(found):
        raise ValueError(f"{digits[:20]} is too large a number")
    return found


# ---- writing ----


def check_place(path: Path) -> None:
    """Refuse to write where something stands that is not a file: a folder, or /dev/null, which would be replaced for everybody."""
    if path.exists() and not path.is_file():
        raise UserError(f"{path} cannot be written: {'it is a folder' if path.is_dir() else 'it is not a file'}")


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file, make its folder if it is missing, and return when the file is safely on disk."""
    path, beside = path_of(path), None
    try:
        check_place(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=UNFINISHED)
        beside = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(content.encode(errors="backslashreplace") if isinstance(content, str) else content)  # a name may be any bytes
            file.flush()
            os.fsync(file.fileno())
        beside.chmod(0o644)
        beside.replace(path)
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}") from None
    finally:
        if beside:
            beside.unlink(missing_ok=True)  # gone by now if all went well


@contextmanager
def reserved(path: Path) -> Iterator[None]:
    """Have a file to oneself while it is made: another run that would make it too is refused. The lock goes with the process.

    It is a lock on a file beside, because the file itself is replaced as a whole.
    """
    try:
        import fcntl
    except ImportError:  # where there is no such lock, nobody is stopped
        yield
        return
    beside = path.with_name(f".{path.name}.lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        while True:
            file = beside.open("ab")
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if beside.exists() and os.path.samestat(beside.stat(), os.fstat(file.fileno())):
                    break
            except BlockingIOError:
                file.close()
                raise UserError(f"{path} is being made by another run: wait for its end or name another file") from None
            file.close()  # whoever had it has just removed it
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}") from None
    try:
        yield
    finally:
        beside.unlink(missing_ok=True)
        file.close()


def sweep(path: Path) -> None:
    """Remove the unfinished copies that killed writers left beside a file. Call it only when nobody else is writing the file."""
    for left in path.parent.glob(f".{glob.escape(path.name)}.*{UNFINISHED}"):
        left.unlink(missing_ok=True)
