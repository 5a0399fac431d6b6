"""Files are written whole or not at all: a reader sees the old content or the new, never half of it. What cannot be read is said."""

import errno
import glob
import json
import math
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

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
    path = path_of(path)
    with unfinished(path) as beside:
        beside.write_bytes(content.encode(errors="backslashreplace") if isinstance(content, str) else content)  # a name may be any bytes


@contextmanager
def unfinished(path: Path) -> Iterator[Path]:
    """A file to write into, which takes its place when all of it is safely on disk; whatever goes wrong before leaves no trace.

    It stands beside its place under another name. What a killed writer has left there is written over by the next one; a second writer
    at the same time takes a second name.
    """
    try:
        check_place(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        names = (path.with_name(f".{path.name}{f'.{number}' if number else ''}{UNFINISHED}") for number in count())
        beside, file = next((name, file) for name in names if (file := open_locked(name)))
        with file:
            try:
                yield beside
                os.fsync(file.fileno())
                beside.chmod(0o644)
                beside.replace(path)
            except BaseException:
                with suppress(OSError):
                    beside.unlink()
                raise
        sync_folder(path.parent)
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}") from None


def sync_folder(folder: Path) -> None:
    """Return when the names in a folder are safely on disk."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    except OSError as error:
        if error.errno != errno.EINVAL:  # a system that does not do this for folders
            raise
    finally:
        os.close(opened)


def open_locked(path: Path) -> BinaryIO | None:
    """A file that nobody else has as long as it is open, made if it is missing; None if somebody has it. The lock goes with the process."""
    while True:
        try:
            file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0), 0o600), "ab")
        except PermissionError:
            if path.exists():  # it belongs to another user of this folder
                return None
            raise
        try:
            if lock(file) and not is_at(path, file):  # whoever had it has just removed it
                file.close()
                continue
        except BlockingIOError:
            file.close()
            return None
        except BaseException:
            file.close()
            raise
        return file


def lock(file: BinaryIO) -> bool:
    """Lock an open file; False where there are no locks, and nobody is stopped. BlockingIOError: somebody else has it."""
    try:
        import fcntl
    except ImportError:
        return False
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return True


def is_locked(path: Path) -> bool:
    """Does somebody have this file locked?"""
    try:
        with path.open("rb") as file:
            lock(file)  # type: ignore[arg-type]
    except BlockingIOError:
        return True
    return False


def is_at(path: Path, file: BinaryIO) -> bool:
    """Does an open file still stand at its place? Somebody may have removed it, or the whole folder."""
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


@contextmanager
def reserved(path: Path) -> Iterator[None]:
    """Have a file to oneself while it is made: another run that would make it too is refused.

    It is a lock on a file beside, because the file itself is replaced as a whole.
    """
    beside = lock_file(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = open_locked(beside)
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}") from None
    if file is None:
        raise UserError(f"{path} is being made by another run: wait for its end or name another file")
    with file:
        try:
            yield
        finally:
            with suppress(OSError):  # a disk that can only be read keeps it; nobody is stopped by a file that nobody has locked
                beside.unlink()


def lock_file(path: Path) -> Path:
    """The file that is locked while another is made."""
    return path.with_name(f".{path.name}.lock")


def sweep(*paths: Path) -> None:
    """Remove what killed writers left beside files. Call it only when nobody else is writing them."""
    for path in paths:
        for left in path.parent.glob(f".{glob.escape(path.name)}*{UNFINISHED}"):
            left.unlink(missing_ok=True)
