"""Which version of the sources this is, and with what tools and on what processor things are made, so that they can be made again."""

import hashlib
import io
import platform
import re
import subprocess
import tarfile
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path, PurePath
from typing import Any

TOOLS = ("numpy", "numba")
DIGITS = 12  # of the digest of the sources
KINDS = (".py", ".c")  # of files that are sources
OLDEST = 100  # commits back, where the commit of sources is looked for


def commit() -> str | None:
    """The commit of these sources, `-dirty` if they were changed since; None if git does not know them. What else has changed in the
    repository, such as a result that was just written, changes no source."""
    with suppress(OSError, subprocess.SubprocessError):
        git("ls-files", "--error-unmatch", Path(__file__).name)
        changed = git("status", "--porcelain", "--", ".")
        return git("describe", "--always", "--exclude=*").decode().strip() + "-dirty" * bool(changed)
    return None


@cache
def maker() -> dict[str, Any]:
    """Who makes things in this process: sources, Python, tools and processor. The sources are those of when it was first asked for."""
    versions = {"python": platform.python_version(), **{name: tool(name) for name in TOOLS}}
    return {"commit": commit(), "sources": sources(), **versions, "processor": processor()}


def sources() -> str:
    """A digest of all sources, which tells them apart also where there is no git."""
    here = Path(__file__).parent
    return digest_of({path.relative_to(here): path.read_bytes() for kind in KINDS for path in here.rglob(f"*{kind}")})


def digest_of(files: Mapping[PurePath, bytes]) -> str:
    """A digest of files and their names."""
    found = hashlib.sha256()
    for path in sorted(files):
        found.update(f"{path.as_posix()}\n".encode() + files[path])
    return found.hexdigest()[:DIGITS]


@cache
def commit_with(digest: str) -> str | None:
    """The latest commit whose sources have this digest; None if git knows of none. So whoever works without git is known afterwards."""
    with suppress(OSError, subprocess.SubprocessError, tarfile.TarError):
        for each in git("log", f"-{OLDEST}", "--first-parent", "--format=%h").decode().split():
            if sources_at(each) == digest:
                return each
    return None


def sources_at(commit: str) -> str:
    """The digest of the sources as they were in a commit."""
    with tarfile.open(fileobj=io.BytesIO(git("archive", commit, "."))) as files:
        found = {PurePath(each.name): files.extractfile(each) for each in files if each.isfile() and each.name.endswith(KINDS)}
        return digest_of({path: file.read() for path, file in found.items() if file})


def git(*words: str) -> bytes:
    """What git answers in the folder of the sources."""
    return subprocess.run(["git", *words], cwd=Path(__file__).parent, capture_output=True, check=True, timeout=20).stdout


def made_now() -> dict[str, Any]:
    """Who made something, and when: what is kept beside a finished piece of work."""
    return {**maker(), "when": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")}


def tool(name: str) -> str | None:
    """The version of a package, without importing it; None if it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def processor() -> str:
    """The processor, as it calls itself."""
    with suppress(OSError):
        found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace"), re.MULTILINE)
        if found:
            return " ".join(found[1].split())
    return platform.processor() or platform.machine()
