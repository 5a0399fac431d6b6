"""Brains in files: safetensors, which hold numbers and text and nothing that could run.

A file has the weights of each layer, and in its metadata how the brain is built, for which rules, and how it was made: the
settings and the seed of its training, the commit, and the brains it learned from or against.
"""

import hashlib
import json
import os
import tempfile
from dataclasses import asdict, fields
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from cardshark.cards import names
from cardshark.cards import cards as cards_named
from cardshark.players.brain import Brain, Design
from cardshark.text import UserError, choice

FORMAT = "cardshark brain 1"
SHIPPED = Path(__file__).with_name("brains")
SUFFIX = ".safetensors"


def shipped() -> list[str]:
    """The brains that come with the lab."""
    return sorted(path.stem for path in SHIPPED.glob(f"*{SUFFIX}"))


def load(name: str) -> Brain:
    """A brain of the lab by its name, or one from a file."""
    if name.endswith(SUFFIX) or os.sep in name:
        return read(Path(name))
    return read(SHIPPED / f"{choice('brain', name, shipped())}{SUFFIX}")


def digest(brain: Brain) -> str:
    """A name for these very weights."""
    parts = [np.ascontiguousarray(part).tobytes() for part in brain.parts().values()]
    return hashlib.sha256(b"".join([json.dumps(plain(brain.design)).encode(), *parts])).hexdigest()


def plain(design: Design) -> dict[str, Any]:
    """A design for JSON: options by name, as people type them."""
    return {name: value.name.lower() if isinstance(value, IntEnum) else value for name, value in asdict(design).items()}


def read_design(found: dict[str, Any]) -> Design:
    """Back from `plain`."""
    values = {}
    for each in fields(Design):
        kind, value = type(each.default), found[each.name]
        values[each.name] = kind[str(value).upper()] if issubclass(kind, IntEnum) else kind(value)
    return Design(**values)


def save(brain: Brain, path: Path) -> None:
    """Write a brain, whole or not at all."""
    from safetensors.numpy import save as serialized

    about = {
        "format": FORMAT,
        "design": json.dumps(plain(brain.design)),
        "deck": names(brain.deck),
        "players": str(brain.players),
        "about": json.dumps(brain.about),
    }
    write_bytes(path, serialized({name: np.ascontiguousarray(part) for name, part in brain.parts().items()}, about))


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(beside).chmod(0o644)
        Path(beside).replace(path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def read(path: Path) -> Brain:
    """A brain from its file."""
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="numpy") as file:
            about = file.metadata() or {}
            parts = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118: no dict
    except OSError as error:
        raise UserError(f"the brain {path} cannot be read: {error.strerror or error}") from None
    except SafetensorError:
        raise UserError(f"{path} is damaged or not a file of weights; `cardshark train` writes one") from None
    if about.get("format") != FORMAT:
        raise UserError(f"{path} is not a brain of this lab, or of another version: its format is not {FORMAT!r}")
    try:
        brain = Brain(
            read_design(json.loads(about["design"])), int(cards_named(about["deck"])), int(about["players"]), json.loads(about["about"])
        )
        fill(brain, parts)
    except (KeyError, ValueError, TypeError) as error:
        raise UserError(f"{path} is damaged: {error}") from None
    brain.about.setdefault("name", path.stem)
    return brain


def fill(brain: Brain, parts: dict[str, np.ndarray]) -> None:
    """Put weights from a file into a brain, if they are what its design says."""
    wanted = brain.parts()
    if parts.keys() != wanted.keys():
        raise ValueError(f"its parts are not {', '.join(wanted)}")
    for name, part in wanted.items():
        found = parts[name]
        if found.shape != part.shape or found.dtype != np.float32:
            raise ValueError(f"{name} is {found.shape} {found.dtype}, not {part.shape} float32")
        if not np.isfinite(found).all():
            raise ValueError(f"{name} has numbers that are none")
        part[:] = found
