"""Brains in files: safetensors, which hold numbers and text and nothing that could run.

A file has the weights of each layer. Its metadata say how the brain is built, for which cards, and how it was made: the settings
and the seed of its training, the commit, the learning curve, and the brains that it learned from or against. A seal over all of it
shows whether the file is damaged. The same brain, made in the same way, is the same file to the bit.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, fields
from enum import IntEnum
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeVar

import numpy as np
from msgspec import Struct, convert

from cardshark.files import read_json, write_whole
from cardshark.text import UserError, brief, check_text, choice

SHIPPED = Path(__file__).with_name("brains")
SUFFIX = ".safetensors"
KEY = "cardshark"  # of the metadata: one text, because safetensors mixes up the order of several
RENAMED = {"champion": "owl"}  # brains of the lab that had another name before; the player `champion` is somebody else
KINDS = {  # the format that a file names, and the class that reads it; imported when the first such file is read
    "cardshark brain 1": "cardshark.players.hearts.network.brain.Brain",
    "cardshark rummy brain 1": "cardshark.players.gin.rummy.brain.RummyBrain",
    "cardshark falcon brain 1": "cardshark.players.hearts.falcon.brain.FalconBrain",
    "cardshark policy brain 1": "cardshark.players.policy.brain.PolicyBrain",
}

Parts = Mapping[str, np.ndarray]


class AnyBrain(Protocol):
    """What every brain has, whatever the game."""

    FORMAT: ClassVar[str]  # the format of its files: its key in KINDS
    GAME: ClassVar[str]
    PLAYER: ClassVar[str]  # the player that plays with it
    about: dict[str, Any]  # how it was made, as plain JSON

    @property
    def design(self) -> Any:
        """How it is built: a frozen dataclass."""
        ...

    def parts(self) -> dict[str, np.ndarray]:
        """Its numbers by name, not copied: change them and the brain changes."""
        ...

    def made_for(self) -> dict[str, Any]:
        """What else its file must hold so that it can be built again."""
        ...

    @classmethod
    def restored(cls, about: Mapping[str, Any], parts: Parts) -> "AnyBrain":
        """The brain in a file; raises KeyError, ValueError or TypeError if it holds none."""
        ...


S = TypeVar("S")
B = TypeVar("B", bound=AnyBrain)


# ---- brains ----


def shipped() -> list[str]:
    """The brains that come with the lab."""
    return sorted(path.stem for path in SHIPPED.glob(f"*{SUFFIX}"))


def load_any(name: str | Path) -> AnyBrain:
    """A brain of any kind: one of the lab by its name, or one from a file."""
    return read(path_of(str(name) if isinstance(name, Path) else name))


def load_as(kind: type[B], name: str | B) -> B:
    """A brain of this kind, by its name or from a file; a brain is returned as it is."""
    brain = name if isinstance(name, kind) else load_any(name)  # type: ignore[arg-type]
    if not isinstance(brain, kind):
        raise UserError(f"{name} is a brain for the player {brain.PLAYER}, and one for {kind.PLAYER} is wanted here")
    return brain


def path_of(name: str) -> Path:
    """The file of a brain."""
    if "\0" in check_text("the name of a brain", name):
        raise UserError(f"{brief(name)} cannot be the name of a brain")
    if name.endswith(SUFFIX) or "/" in name or os.sep in name:
        with suppress(RuntimeError):  # a ~ that is not a home folder belongs to the name
            return Path(name).expanduser()
        return Path(name)
    name = RENAMED.get(name, name)
    if name not in shipped() and os.path.exists(f"{name}{SUFFIX}"):  # noqa: PTH110  # no error where a name is too long
        raise UserError(f"there is no brain {name!r} in the lab; for your file write {name}{SUFFIX}")
    if name not in shipped() and os.path.isfile(name):  # noqa: PTH113  # the same
        raise UserError(f"{name} is not the file of a brain: its name would end with {SUFFIX}")
    return SHIPPED / f"{choice('brain', name, shipped())}{SUFFIX}"


def digest(brain: AnyBrain) -> str:
    """A hash of a brain's design and weights."""
    parts = [np.ascontiguousarray(part).tobytes() for part in brain.parts().values()]
    return hashlib.sha256(b"".join([json.dumps(settings_json(brain.design)).encode(), *parts])).hexdigest()


def lineage(brain: AnyBrain) -> dict[str, Any]:
    """What the file of a brain says about another one that it learned from or against."""
    return {"name": brain.about.get("name", "unnamed"), "sha256": digest(brain), "lineage": brain.about.get("lineage", [])}


def save(brain: AnyBrain, path: Path) -> None:
    """Write a brain, whole or not at all."""
    about = {"design": settings_json(brain.design), **brain.made_for(), "about": brain.about}
    write_sealed(path, brain.FORMAT, about, brain.parts())


def read(path: Path) -> AnyBrain:
    """A brain from its file."""
    name, about, parts = read_sealed(path, *KINDS)
    kind = brain_kind(name)
    try:
        convert(about.get("about"), About)
        brain = kind.restored(about, parts)
    except (KeyError, ValueError, TypeError, AttributeError, IndexError, ArithmeticError, MemoryError, RecursionError) as error:
        raise UserError(f"{path} does not hold a brain that this version knows: {' '.join(str(error).split())[:300]}") from None
    brain.about["name"] = path.stem
    return brain


def brain_kind(name: str) -> type[AnyBrain]:
    """The class of the brains with this format."""
    module, _, kind = KINDS[name].rpartition(".")
    return getattr(import_module(module), kind)


def fill(brain: B, parts: Parts) -> B:
    """Put weights from a file into a brain, if their shapes agree with its design."""
    wanted = brain.parts()
    if parts.keys() != wanted.keys():
        raise ValueError(f"its parts are not {', '.join(wanted)}")
    for name, part in wanted.items():
        found = parts[name]
        if found.shape != part.shape or found.dtype != part.dtype:
            raise ValueError(f"{name} is {found.shape} {found.dtype}, not {part.shape} {part.dtype}")
        if not np.isfinite(found).all():
            raise ValueError(f"{name} has numbers that are none")
        part[:] = found
    return brain


# ---- what a file says of how a brain was made ----


class Ancestor(Struct):
    """A brain that another one learned from or against."""

    role: str
    name: str
    sha256: str
    lineage: list["Ancestor"]
    command: str = ""


class Test(Struct):
    """What came of a test on held-out deals."""

    against: str
    unit: str
    mean: float
    low: float
    high: float


class MadeBy(Struct):
    """The settings of a training, as far as somebody looks at them."""

    games: int = 0
    seed: int = 0
    against: str = ""


class About(Struct):
    """What the commands and pages of the lab expect where a file says how its brain was made. It need not say anything."""

    name: str = ""
    command: str = ""
    settings: dict[str, str | int | float | bool | list[str] | None] | None = None
    commit: str | None = None
    lineage: list[Ancestor] = []
    games: int | None = None
    hands: int | None = None
    strength: dict[str, float] | None = None
    curve: list[tuple[int, float, float]] = []
    sha256: str = ""
    tests: list[Test] | None = None
    growth: list[tuple[int, int]] | None = None

    def __post_init__(self) -> None:
        convert(self.settings, MadeBy | None)
        if self.command and None in (self.games, self.hands):
            raise ValueError("it does not say how many games it played")
        if self.strength and not {"learner", "others"} <= self.strength.keys():
            raise ValueError("it does not say how strong it was")


# ---- settings ----


def settings_json(settings: Any) -> dict[str, Any]:
    """Settings (a dataclass) for JSON: options by name, as people type them.

    `LATER` of a class names options that came after its first files. They are written down only where they are not as usual, so a brain
    that does not use them has the same file and the same digest as ever.
    """
    usual = {each.name: each.default for each in fields(settings) if each.name in getattr(settings, "LATER", ())}
    chosen = {name: value for name, value in asdict(settings).items() if name not in usual or value != usual[name]}
    return {name: value.name.lower() if isinstance(value, IntEnum) else value for name, value in chosen.items()}


def settings_from_json(kind: type[S], found: Mapping[str, Any]) -> S:
    """Back from `settings_json`."""
    known = {each.name: type(each.default) for each in fields(kind)}  # type: ignore[arg-type]
    if known.keys() - set(getattr(kind, "LATER", ())) != found.keys() - set(getattr(kind, "LATER", ())):
        raise ValueError(f"its settings are {', '.join(found)}, not {', '.join(known)}")
    return kind(**{name: setting_from_json(known[name], value) for name, value in found.items()})


def setting_from_json(kind: type, value: Any) -> Any:
    """One setting back from JSON."""
    return kind[str(value).upper()] if issubclass(kind, IntEnum) else kind(value)


# ---- sealed files ----


def write_sealed(path: Path, kind: str, about: Mapping[str, Any], parts: Parts) -> None:
    """Write numbers and metadata with a seal, whole or not at all."""
    write_whole(path, as_bytes(kind, about, {name: np.asarray(part, order="C") for name, part in parts.items()}))


def as_bytes(kind: str, about: Mapping[str, Any], parts: dict[str, np.ndarray]) -> bytes:
    """A sealed file: the same content is always the same bytes."""
    from safetensors.numpy import save as serialized

    metadata = {"format": kind, "about": about}
    return serialized(parts, {KEY: json.dumps({**metadata, "seal": seal(metadata, parts)})})


def read_sealed(path: Path, *kinds: str) -> tuple[str, dict[str, Any], dict[str, np.ndarray]]:
    """The format, metadata and numbers of a sealed file, which must have one of these formats."""
    from safetensors import SafetensorError, safe_open

    try:
        with path.open("rb"):
            pass  # safetensors would say less about a file that cannot be read
        with safe_open(path, framework="numpy") as file:
            text = (file.metadata() or {}).get(KEY)
            ours = () if text is None else file.keys()  # numbers that are not ours may be many: they are not even loaded
            parts = {name: file.get_tensor(name) for name in ours}
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror or error}") from None
    except (SafetensorError, TypeError, ValueError, AttributeError):  # the last three for kinds of numbers that NumPy does not have
        raise UserError(f"{path} is damaged, or not a file of safetensors; `cardshark train` writes one") from None
    if text is None:
        raise UserError(f"{path} holds numbers, but not those of a brain of this lab; `cardshark train` writes one")
    try:
        found = read_json(text)
        metadata = {"format": found["format"], "about": found["about"]}
        whole = found["seal"] == seal(metadata, parts)
    except (ValueError, KeyError, TypeError, RecursionError):
        whole, metadata = False, {}
    if whole and not isinstance(metadata["about"], dict):
        raise UserError(f"{path} is damaged: it says nothing of itself")
    if not whole:
        raise UserError(f"{path} is damaged: what stands in it does not agree with its seal")
    if metadata["format"] not in kinds:
        raise UserError(f"{path} is a {metadata['format']!r}, and a {' or '.join(map(repr, kinds))} is wanted here")
    return metadata["format"], metadata["about"], parts


def seal(metadata: Mapping[str, Any], parts: Parts) -> str:
    """A hash over metadata and numbers, which changes whenever anything in a file changes."""
    found = hashlib.sha256(json.dumps(metadata, sort_keys=True).encode())
    for name in sorted(parts):
        part = parts[name]
        found.update(f"{name} {part.dtype} {part.shape}".encode())
        found.update(part.tobytes())
    return found.hexdigest()
