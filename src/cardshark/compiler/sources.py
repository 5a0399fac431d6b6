"""Which source files decide what a module does: its own, and all that it imports, directly or not."""

import hashlib
import re
from functools import cache
from pathlib import Path

# Imports at the left edge: what a kernel can see. `from . import x` and `from .x import y` count from the folder of the file.
IMPORT = re.compile(rb"^(?:from[ \t]+([.\w]+?)[ \t]*\bimport\b[ \t]*(\([^)]*\)|.*)|import[ \t]+([^#\n]*))", re.MULTILINE)
NAME = re.compile(rb"([\w.]+)(?:[ \t]+as[ \t]+\w+)?")
COMMENT = re.compile(rb"#.*")


@cache
def content(path: Path) -> bytes:
    """A source file, as it was when this process first asked."""
    return path.read_bytes()


@cache
def imports(path: Path, root: Path) -> tuple[Path, ...]:
    """The files that a source file imports when it is loaded, from below `root` or from its own package."""
    found = []
    for package, names, modules in IMPORT.findall(content(path).replace(b"\\\n", b" ")):
        if package:
            module = package.lstrip(b".")
            up = len(package) - len(module)  # the dots
            folder = path.parents[min(up, len(path.parents)) - 1] if up else root
            inside = [b".".join(filter(None, (module, name))) for name in NAME.findall(COMMENT.sub(b"", names))]
            found += [file_of(each.decode(), folder) for each in (module, *inside)]
        else:
            found += [file_of(module.decode(), root) for module in NAME.findall(modules)]
    return tuple(file for file in found if file)


@cache
def file_of(module: str, folder: Path) -> Path | None:
    """The file of a module that is named from a folder; None where it stands elsewhere, or is a name in a module."""
    place = folder.joinpath(*module.split("."))
    return next((file for file in (place.parent / f"{place.name}.py", place / "__init__.py") if file.exists()), None)


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
