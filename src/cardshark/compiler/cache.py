"""Numba's side of the cache: which file keeps a compiled function, and how it gets there and back.

Numba's own cache checks only the file that a kernel stands in, not those that it calls into, and no setting at all. Ours is named after
all that decides what the machine code does: these sources, the settings, the processor, the versions of Numba and Python. Nothing in it
knows where the sources lie, so that a copy of them elsewhere, or an installed package that brings its kernels along, finds them too.
"""

import hashlib
import json
import os
import pickle  # of our own files, whose seals and owners `store` has checked: they are machine code already
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
from llvmlite.binding import get_process_triple
from numba.core import sigutils
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.event import Event, Listener, register
from numba.core.serialize import dumps

from cardshark.compiler import sources, store
from cardshark.compiler.progress import PROGRESS, name_of
from cardshark.compiler.target import TARGET

PACKAGE = Path(__file__).parents[1]
SHIPPED = PACKAGE / "kernels"  # in a package that was built with its kernels
MADE_BY = "made_by.json"  # what they were compiled with
# Settings that do not change what is compiled; the processor counts as `TARGET`.
INDIFFERENT = {f"NUMBA_{name}" for name in ("CACHE_DIR", "CPU_FEATURES", "CPU_NAME", "NUM_THREADS", "THREADING_LAYER")}
TURNS = store.Turns()
USED: list[str] = []  # the files that were loaded in this process: what a second start needs


def maker() -> dict[str, str]:
    """What compiles here: the versions and the processor. Where one of them differs, so may the machine code."""
    return {
        "Numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
        "Python": sys.implementation.cache_tag,
        "system": get_process_triple(),
        "processor": TARGET.processor,
        "features": TARGET.features,
    }


def decides() -> list[str]:
    """All that decides what machine code does, but for the sources."""
    settings = sorted(f"{name}={value}" for name, value in os.environ.items() if name.startswith("NUMBA_") and name not in INDIFFERENT)
    return [*maker().values(), *settings]


@cache
def folder_name(source: Path, root: Path) -> str:
    """The name of the folder for the kernels of a source file: its module, and a hash of everything that decides what they do."""
    others = [*decides(), str(source.relative_to(root))]
    digest = hashlib.sha256(b"\0".join([sources.digest(source, (PACKAGE.parent, root)), *map(str.encode, others)]))
    return f"{'.'.join(source.relative_to(root).with_suffix('').parts)}-{digest.hexdigest()[:16]}"


def place_of(function: Callable[..., Any]) -> tuple[Path, Path]:
    """The source file of a function, and the folder that its imports count from."""
    source = Path(function.__code__.co_filename)
    depth = function.__module__.count(".") + (source.stem == "__init__")
    return source, source.parents[depth]


@cache
def misfit() -> str:
    """Why the kernels that came with this package cannot be used here, as a sentence; nothing if they can, or if there are none."""
    try:
        made = json.loads((SHIPPED / MADE_BY).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ""
    for what, here in maker().items():
        if made.get(what) != here:
            there = made.get(what, "unknown")
            if what == "features":
                what, there, here = "processor", "one with other features", "another one"
            return f"The kernels that came with cardshark were compiled with {what} {there}, and here it is {here}: compiled again, once."
    return ""


def stamp(group: str) -> Path | None:
    """The file that says that everything in a group of errands is compiled, for these sources, settings and versions."""
    home = store.home()
    digest = hashlib.sha256("\0".join(decides()).encode())
    for file in sorted(PACKAGE.rglob("*.py")):
        digest.update(file.read_bytes())
    return home and home / f"{store.WARM}{group}-{digest.hexdigest()[:16]}"


def ready(group: str) -> bool:
    """Is everything in a group of errands compiled already, or did it come with the package?"""
    if (SHIPPED / MADE_BY).exists() and not misfit():
        return True
    file = stamp(group)
    return file is not None and file.exists()


class KernelCache(_Cache):
    """Where one function is kept, compiled: in the package if it came along, or else in the user's folder."""

    answers = True  # to Ctrl-C, before and after a function is compiled

    def __init__(self, function: Callable[..., Any], ending: str) -> None:
        self.function, self.ending = function, ending
        self.held: dict[Any, str] = {}  # the turns that are ours, by the types of the arguments

    @property
    def cache_path(self) -> Any:
        return str(store.home())

    def name(self, types: Any, codegen: Any) -> str:
        """The file of this function for these types of arguments, from the folder of all kernels on."""
        code, closure = self.function.__code__, self.function.__closure__
        inside = dumps(tuple(cell.cell_contents for cell in closure)) if closure else b""
        parts = [str(types), str(codegen.magic_tuple()), str(code.co_firstlineno)]
        digest = hashlib.sha256(b"\0".join([*map(str.encode, parts), code.co_code, inside])).hexdigest()[:16]
        return f"{folder_name(*place_of(self.function))}/{self.function.__name__}-{digest}{self.ending}"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What is kept. If nothing is, it is our turn to compile it, perhaps after somebody else who was already doing so."""
        PROGRESS.interrupts.answer()
        target_context.refresh()
        if not Path(self.function.__code__.co_filename).is_file():  # typed at a prompt: no sources tell what it does
            return None
        types, _ = sigutils.normalize_signature(sig)
        name, home = self.name(types, target_context.codegen()), store.home()
        found = rebuilt(store.read(SHIPPED / name, ours=False), types, target_context)
        if not found and home:
            found = rebuilt(store.read(home / name), types, target_context) or self.after_others(home, name, types, target_context)
            if found:
                store.keep((home / name).parent)
        if found:
            USED.append(name)
        return found

    def after_others(self, home: Path, name: str, types: Any, target_context: Any) -> CompileResult | None:
        """Wait until nobody else compiles this function: what they made of it, or None, and then it is our turn."""
        if not TURNS.take(home, name, wait=False):
            PROGRESS.tell(f"Another process is compiling {name_of(self.function)}: waiting for it …")
            TURNS.take(home, name, wait=True)
        found = rebuilt(store.read(home / name), types, target_context)
        if found:
            TURNS.give(name)
            return found
        self.held[types] = name
        PROGRESS.tell(misfit())
        return None

    def save_overload(self, sig: Any, data: CompileResult) -> None:
        """Keep what was compiled; where that cannot be, say so once and go on."""
        types, _ = sigutils.normalize_signature(sig)
        name, home = self.held.get(types), store.home()
        try:
            if name and home and not data.library.has_dynamic_globals and not data.lifted:
                store.write(home / name, payload(types, data))
        except OSError as error:
            PROGRESS.trouble(f"Compiled kernels cannot be kept in {home} ({error.strerror}): they will be compiled again next time.")
        finally:
            self.release(types)
        PROGRESS.interrupts.answer()

    def release(self, types: Any) -> None:
        """Let others compile it."""
        name = self.held.pop(types, None)
        if name:
            TURNS.give(name)

    def enable(self) -> None:
        """Numba asks for it; this cache is always on."""

    disable = flush = enable


def payload(types: Any, result: CompileResult) -> bytes:
    """A compiled function as bytes, without its commented source, which names a path of this machine."""
    library, described, environment, signature, as_objects, lifted, _, reload, environments = result._reduce()
    return dumps((types, (library, described, environment, signature, as_objects, lifted, "", reload, environments)))


def rebuilt(content: bytes | None, types: Any, target_context: Any) -> CompileResult | None:
    """A compiled function from its bytes; None if that does not work, for whatever reason: then it is compiled."""
    if content is None:
        return None
    try:
        kept, parts = pickle.loads(content)
        return CompileResult._rebuild(target_context, *parts) if kept == types else None
    except Exception:  # a seal that is whole tells what was written, not that this Python can read it
        return None


class Releases(Listener):
    """Gives back the turn of a function that could not be compiled."""

    def on_start(self, event: Event) -> None:
        pass

    def on_end(self, event: Event) -> None:
        about: Any = event.data
        if event._exc_details and isinstance(about["dispatcher"]._cache, KernelCache):  # `is_failed` of Numba 0.68 says the opposite
            about["dispatcher"]._cache.release(tuple(about["args"]))


register("numba:compile", Releases())
