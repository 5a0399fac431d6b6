"""Compiled kernels on disk: a folder for each version of each source file, and in it one sealed file for each kernel.

A kernel that is loaded is run as it is, so a file counts only if its seal is whole and its owner is whoever runs it. Everything else
is as good as missing: it is compiled again and replaced.
"""

import contextlib
import errno
import hashlib
import os
import re
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from cardshark.files import UNFINISHED

SEAL = b"cardshark kernel 1\n"  # another way of writing gets another number
LOCKS = "locks"  # the file whose bytes stand for kernels that are being compiled
WARM = "warm-"  # the begin of the name of a file that says for which sources everything is compiled
KERNEL, PART = ".kernel", ".part"  # the ends of the names: what Python calls, and what only kernels call
EARLIER = (".nbi", ".nbc")  # the same of earlier releases
OURS = re.compile(r"(.+-|)[0-9a-f]{16}")  # the names of folders that we made; whoever chose the place may keep other things there
DAY = 24 * 3600
KEPT_DAYS = 30  # after which a folder that nobody used is thrown away
KEPT_VERSIONS = 4  # of a source file, however young; what changed since a day ago is always kept


def home() -> Path | None:
    """The folder that keeps compiled kernels between runs: CARDSHARK_CACHE, or `cardshark` in the user's folder for such things.

    None for a user who has neither.
    """
    chosen = os.environ.get("CARDSHARK_CACHE")
    if chosen:
        return Path(chosen).absolute()
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache").absolute() / "cardshark"
    except RuntimeError:  # a user without a home
        return None


# ---- one kernel ----


def safe(status: os.stat_result) -> bool:
    """Does this file or folder belong to whoever runs it now, or to root, and can nobody else have changed it?"""
    return os.name != "posix" or (status.st_uid in (os.geteuid(), 0) and not status.st_mode & 0o002)


def read(file: Path, ours: bool = True) -> bytes | None:
    """What was kept in a file; None if it is missing, torn, of another version, or (where it must be `ours`) made by somebody else."""
    try:
        with file.open("rb") as opened:
            if ours and not (safe(os.fstat(opened.fileno())) and safe(file.parent.stat())):
                return None
            content = opened.read()
    except OSError:
        return None
    seal, payload = content[: len(SEAL) + 32], content[len(SEAL) + 32 :]
    return payload if seal == SEAL + hashlib.sha256(payload).digest() else None


def write(file: Path, payload: bytes) -> None:
    """Keep something, whole or not at all; raises OSError where that cannot be."""
    if not file.parent.exists():
        file.parent.mkdir(parents=True, mode=0o700, exist_ok=True)
        sweep(file.parent.parent)
    close_to_others(file.parent)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=".", suffix=UNFINISHED)
    try:
        with os.fdopen(handle, "wb") as opened:
            opened.write(SEAL + hashlib.sha256(payload).digest() + payload)
        Path(name).replace(file)
    except BaseException:  # Ctrl-C too leaves nothing half-written
        Path(name).unlink(missing_ok=True)
        raise


def close_to_others(folder: Path) -> None:
    """See to it that only we write into a folder; raises OSError where that cannot be, because nothing would be loaded from there."""
    status = folder.stat()
    if not safe(status):
        if status.st_uid != os.geteuid():
            raise PermissionError(errno.EPERM, "a folder in it belongs to another user")
        folder.chmod(0o700)


# ---- two processes never compile the same kernel ----


class Turns:
    """Who compiles what: each kernel is one byte of a file, locked by the process that compiles it. A process that ends unlocks its own."""

    def __init__(self) -> None:
        self.file: int | None = None  # one for the whole process: closing any of them would unlock all
        self.place: Path | None = None

    def take(self, place: Path, name: str, wait: bool) -> bool:
        """Lock a kernel. False if another process has it and we do not wait. Where locks do not work nobody is stopped."""
        try:
            import fcntl

            fcntl.lockf(self.opened(place), fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB), 1, self.byte(name))
        except BlockingIOError:
            return False
        except (ImportError, OSError):
            pass
        return True

    def give(self, name: str) -> None:
        """Unlock a kernel."""
        with contextlib.suppress(ImportError, OSError):
            import fcntl

            if self.file is not None:
                fcntl.lockf(self.file, fcntl.LOCK_UN, 1, self.byte(name))

    def opened(self, place: Path) -> int:
        """The file, opened once."""
        if self.file is None or self.place != place:
            place.mkdir(parents=True, mode=0o700, exist_ok=True)
            self.file, self.place = os.open(place / LOCKS, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600), place
        return self.file

    @staticmethod
    def byte(name: str) -> int:
        """The byte that stands for a kernel."""
        return int.from_bytes(hashlib.sha256(name.encode()).digest()[:7])


# ---- the whole of it ----


def folders(place: Path) -> list[Path]:
    """The folders of versions of source files."""
    try:
        return [each for each in place.iterdir() if OURS.fullmatch(each.name) and each.is_dir()]
    except OSError:
        return []


def keep(folder: Path) -> None:
    """Note that a folder is still in use."""
    with contextlib.suppress(OSError):
        if time.time() - folder.stat().st_mtime > DAY:
            os.utime(folder)


def sweep(place: Path) -> None:
    """Throw away what nobody used for a month, and all but the latest versions of each source file."""
    versions: dict[str, list[tuple[float, Path]]] = {}
    for folder in folders(place):
        with contextlib.suppress(OSError):
            versions.setdefault(folder.name.rpartition("-")[0], []).append((folder.stat().st_mtime, folder))
    now = time.time()
    for found in versions.values():
        for place_in_line, (used, folder) in enumerate(sorted(found, reverse=True)):
            days = (now - used) / DAY
            if days > KEPT_DAYS or (days > 1 and place_in_line >= KEPT_VERSIONS):
                discard(folder)
                forget_warm(place)


def discard(folder: Path) -> None:
    """Throw away what we wrote into a folder, and the folder if it is empty then."""
    with contextlib.suppress(OSError):
        for file in list(folder.iterdir()):
            if file.suffix in (KERNEL, PART, UNFINISHED, *EARLIER):
                file.unlink(missing_ok=True)
        folder.rmdir()


def forget_warm(place: Path) -> None:
    """Something was thrown away, so perhaps not everything is compiled any more."""
    for file in place.glob(f"{WARM}*"):
        file.unlink(missing_ok=True)


def files(place: Path) -> Iterator[Path]:
    """Every kept kernel and every part of one."""
    for folder in folders(place):
        with contextlib.suppress(OSError):
            yield from (file for file in folder.iterdir() if file.suffix in (KERNEL, PART))


def clear(place: Path) -> None:
    """Throw everything away, but not the turns of processes that compile now; what somebody else put into that folder stays, too."""
    for folder in folders(place):
        discard(folder)
    forget_warm(place)
