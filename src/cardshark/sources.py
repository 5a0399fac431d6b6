"""Which source files decide what a module does: its own, and all that it imports, directly or not."""

import hashlib
import re
from functools import cache
from pathlib import Path

IMPORT = re.compile(rb"^(?:from (\S+) import (\([^)]*\)|.*)|import (\S+))", re.MULTILINE)  # at the left edge: what a kernel can see
NAME = re.compile(rb"(\w+)(?: as \w+)?")


@cache
def content(path: Path) -> bytes:
    """A source file, as it was when this process first asked."""
    return path.read_bytes()


@cache
def imports(path: Path, root: Path) -> tuple[Path, ...]:
    """The files below `root` that a source file imports when it is loaded."""
    found = []
    for package, names, module in IMPORT.findall(content(path)):
        target = module or package
        found.append(target)
        found += [target + b"." + name for name in NAME.findall(names.partition(b"#")[0])]
    return tuple(file for target in found if (file := file_of(target.decode(), root)))


@cache
def file_of(module: str, root: Path) -> Path | None:
    """The file of a module below `root`; None where it stands elsewhere, or is a name in a module."""
    place = root.joinpath(*module.split("."))
    return next((file for file in (place.with_suffix(".py"), place / "__init__.py") if file.exists()), None)


def closure(path: Path, roots: tuple[Path, ...]) -> list[Path]:
    """This file and everything below these folders that it imports, directly or not; in the order of their names."""
    found, new = set(), {path}
    while new:
        found |= new
        new = {file for old in new for root in roots for file in imports(old, root)} - found
    return sorted(found)


def digest(path: Path, roots: tuple[Path, ...]) -> bytes:
    """A hash of these sources."""
    return hashlib.sha256(b"\0".join(map(content, closure(path, roots)))).digest()
