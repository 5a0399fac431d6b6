"""Players from outside: a class in a file (`./mybot.py:MyBot`), or one that an installed package offers by name."""

import hashlib
import re
import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from cardshark.files import path_of
from cardshark.options import make_object
from cardshark.players.player import Bot, Choices, IllegalChoice, Rows, Views, ask_player, check_methods, has_choose, has_play
from cardshark.text import UserError, choice, split_options

BRAIN_FILE = re.compile(r"=\s*([^=,:()]+\.safetensors)\b")  # as an option of a player
GROUP = "cardshark.players"  # the entry-point group of packages that offer players


# ---- guests ----


class Guest(Bot):
    """A player from outside. Its errors become one sentence that names it."""

    def __init__(self, text: str, player: Any) -> None:
        self.text, self.player = text, player

    def __repr__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[Any, ...]:
        from cardshark.players import seat

        return seat, (self.text,)  # another process makes it again: classes out of files cannot be imported there

    def sit(self, game: Any, rules: Any) -> None:
        """Tell it which game is played, if it has a `sit`."""
        if hasattr(self.player, "sit"):
            with errors_in_one_sentence(f"{self.text} failed", type(self.player)):
                self.player.sit(game, rules)

    def begin(self, rows: Rows) -> None:
        """Tell it where matches begin, if it has a `begin`."""
        if hasattr(self.player, "begin"):
            with errors_in_one_sentence(f"{self.text} failed", type(self.player)):
                self.player.begin(rows)

    def choose(self, views: Views, choices: Choices, rows: Rows | None = None) -> None:
        """Ask its `choose` about all views, or its `play` about one after the other."""
        with errors_in_one_sentence(f"{self.text} failed", type(self.player)):
            if has_choose(type(self.player)):
                ask_player(self.player, views, choices, rows)
            else:
                super().choose(views, choices)

    def play(self, view: Any) -> int:
        """Ask about one view."""
        return self.player.play(view)


def is_player(kind: Any) -> bool:
    """Can this take a seat: a class with `choose(views, choices)` or `play(view)`?"""
    return isinstance(kind, type) and (has_choose(kind) or has_play(kind))


@contextmanager
def errors_in_one_sentence(what: str, kind: type | None = None) -> Iterator[None]:
    """Turn any error of code from outside into one sentence; with its class, the sentence names the line in its file.

    What the code prints goes to standard error: standard output is for results, which programs read.
    """
    try:
        with redirect_stdout(sys.stderr):
            yield
    except (UserError, IllegalChoice):
        raise
    except (Exception, SystemExit) as error:
        file = getattr(sys.modules.get(kind.__module__), "__file__", None) if kind else None
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
        place = f" ({Path(file).name}, line {lines[-1]})" if file and lines else ""
        sentence = " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
        raise UserError(f"{what}: {sentence}{place}") from error


def make_guest(kind: Any, text: str, name: str, options: Mapping[str, str]) -> Guest:
    """Make a player of a class from outside."""
    with errors_in_one_sentence(f"{text} cannot be made", kind):
        player = make_object(kind, name, options)
    check_methods(player, name)
    return Guest(text, player)


# ---- where they come from ----


def from_file(text: str) -> Guest:
    """The player that `./mybot.py:MyBot:level=3` names."""
    file, _, rest = text.partition(":")
    name, options = split_options(rest)
    module = load_file(file.strip())
    players = [key for key, value in vars(module).items() if is_player(value) and value.__module__ == module.__name__]
    if not name:
        raise UserError(f"{file} must be followed by the name of a class: write {file}:{players[0] if players else 'MyBot'}")
    kind = getattr(module, name, None)
    if isinstance(kind, type) and not is_player(kind):
        raise UserError(f"{name} in {file} is not a player: it needs a method play(self, view) or choose(self, views, choices)")
    if kind is None or not is_player(kind):
        choice(f"player in {file}", name, players)
    return make_guest(kind, text, f"{file}:{name}", options)


def load_file(file: str) -> ModuleType:
    """Run a Python file, once for each content, and write nothing beside it. It can import files in its folder."""
    source, path = contents(file), Path(file).expanduser().resolve()
    name = f"player_{path.stem}_{hashlib.sha256(bytes(path) + source).hexdigest()[:16]}"
    if name in sys.modules:
        return sys.modules[name]
    module = ModuleType(name)
    module.__file__ = str(path)
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))  # last, so that nothing in that folder hides an installed package
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    sys.modules[name] = module  # where dataclasses and type hints look for it
    try:
        with errors_in_one_sentence(f"{file} cannot be loaded"):
            exec(compile(source, path, "exec"), vars(module))
    except BaseException:
        del sys.modules[name]
        raise
    finally:
        sys.dont_write_bytecode = before
    return module


def source_digest(text: str) -> str | None:
    """A hash of the files that a player comes from (`./mybot.py:MyBot`, `network:brain=my.safetensors`).

    None for players without a file.
    """
    file = text.partition(":")[0].strip()
    files = [file] if file.endswith(".py") else []
    if not text.strip().startswith("exec"):
        files += BRAIN_FILE.findall(text)
    return hashlib.sha256(b"".join(map(contents, files))).hexdigest()[:16] if files else None


def contents(file: str) -> bytes:
    """The bytes of a player's file."""
    try:
        return path_of(file).expanduser().read_bytes()
    except (OSError, RuntimeError) as error:  # a ~ that is not a home folder
        raise UserError(f"{file} cannot be read: {getattr(error, 'strerror', None) or error}") from None


def offered_players() -> dict[str, EntryPoint]:
    """The players that installed packages offer, by name; nothing of them is imported yet."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def package_of(entry: EntryPoint) -> str:
    """The package that offers a player."""
    return entry.dist.name if entry.dist else entry.module


def class_of(entry: EntryPoint) -> Any:
    """The class of a player that a package offers, imported now."""
    with errors_in_one_sentence(f"the player {entry.name} of the package {package_of(entry)} cannot be loaded"):
        kind = entry.load()
    if not is_player(kind):
        raise UserError(f"{entry.name} of the package {package_of(entry)} is not a player: {entry.value} has no method play or choose")
    return kind


def from_package(entry: EntryPoint, text: str, options: Mapping[str, str]) -> Guest:
    """The player that a package offers."""
    return make_guest(class_of(entry), text, entry.name, options)
