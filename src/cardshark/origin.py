"""Which version of the sources this is, and with what tools and on what processor things are made, so that they can be made again."""

import hashlib
import platform
import re
import subprocess
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

TOOLS = ("numpy", "numba")
DIGITS = 12  # of the digest of the sources


def commit() -> str | None:
    """The commit of these sources, `-dirty` if they were changed since; None if git does not know them."""
    here = Path(__file__)
    for question in (["ls-files", "--error-unmatch", here.name], ["describe", "--always", "--dirty", "--exclude=*"]):
        try:
            answer = subprocess.run(["git", *question], cwd=here.parent, capture_output=True, text=True, check=True, timeout=20)
        except (OSError, subprocess.SubprocessError):
            return None
    return answer.stdout.strip() or None


@cache
def maker() -> dict[str, Any]:
    """Who makes things in this process: sources, Python, tools and processor. The sources are those of when it was first asked for."""
    versions = {"python": platform.python_version(), **{name: tool(name) for name in TOOLS}}
    return {"commit": commit(), "sources": sources(), **versions, "processor": processor()}


def sources() -> str:
    """A digest of all sources, which tells them apart also where there is no git."""
    here, found = Path(__file__).parent, hashlib.sha256()
    for path in sorted(path for ending in ("py", "c") for path in here.rglob(f"*.{ending}")):
        found.update(f"{path.relative_to(here).as_posix()}\n".encode() + path.read_bytes())
    return found.hexdigest()[:DIGITS]


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
