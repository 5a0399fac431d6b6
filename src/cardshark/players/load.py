"""Players from outside: a class in a file (`./mybot.py:MyBot`), or one that an installed package offers by name."""

import hashlib
import inspect
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin

from cardshark.players.player import Bot, Choices, IllegalChoice, Player, Views
from cardshark.text import UserError, choice, convert, split_options

BRAIN_FILE = re.compile(r"=\s*([^=,:()]+\.safetensors)\b")  # as an option of a player
GROUP = "cardshark.players"  # where an installed package says which players it brings


# ---- options ----


class Option(NamedTuple):
    """An option of a player."""

    kind: Any
    default: Any  # inspect.Parameter.empty where it must be given
    meaning: str = ""  # from `Annotated[int, "what it means"]`


def options_of(kind: Callable[..., Any]) -> dict[str, Option]:
    """What can be set when a player is made: the fields of a dataclass, or what `__init__` takes by name."""
    by_name = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    parameters = inspect.signature(kind, eval_str=True).parameters.values()
    return {each.name: option(each) for each in parameters if each.kind in by_name}


def option(parameter: inspect.Parameter) -> Option:
    """An option from how it is written down."""
    meaning = ""
    if get_origin(parameter.annotation) is Annotated:
        kind, meaning = get_args(parameter.annotation)[:2]
        parameter = parameter.replace(annotation=kind)
    return Option(kind_of(parameter), parameter.default, str(meaning))


def kind_of(parameter: inspect.Parameter) -> Any:
    """The type that a parameter is annotated with (`int | None` counts as int, `str | Brain` as str), or that of its default."""
    if parameter.annotation is parameter.empty:
        return str if parameter.default is parameter.empty or parameter.default is None else type(parameter.default)
    kinds = [kind for kind in get_args(parameter.annotation) if kind is not NoneType]
    if get_origin(parameter.annotation) in (Union, UnionType):
        kinds = [str] if str in kinds else kinds
        return kinds[0] if len(kinds) == 1 else parameter.annotation
    return parameter.annotation


def made(kind: Callable[..., Any], name: str, options: Mapping[str, str]) -> Any:
    """A player with these options."""
    known, values = options_of(kind), {}
    former = getattr(kind, "FORMER_OPTIONS", {})  # names by which options were known before
    for option, text in options.items():
        option = former.get(option, option)
        wanted = known[choice(f"option of {name}", option, known)].kind
        if not isinstance(wanted, type):
            raise UserError(f"the option {option} of {name} cannot be typed: its type must be str, int, float, bool or an IntEnum")
        values[option] = convert(option, wanted, text)
    missing = [option for option, known_as in known.items() if known_as.default is inspect.Parameter.empty and option not in values]
    if missing:
        raise UserError(f"{name} needs the option {missing[0]}: write {name}:{missing[0]}=...")
    return kind(**values)


# ---- guests ----


class Guest(Bot):
    """A player from outside. Whatever goes wrong in it is said in one sentence that names it."""

    def __init__(self, text: str, player: Any) -> None:
        self.text, self.player = text, player

    def __repr__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[Any, ...]:
        from cardshark.players import seat

        return seat, (self.text,)  # another process makes it again: classes out of files cannot be imported there

    def sit(self, game: Any, rules: Any) -> None:
        """Let it hear which game is played, if it wants to know."""
        if hasattr(self.player, "sit"):
            with blamed(f"{self.text} failed", type(self.player)):
                self.player.sit(game, rules)

    def choose(self, views: Views, choices: Choices) -> None:
        """Ask its `choose` about all views, or its `play` about one after the other."""
        with blamed(f"{self.text} failed", type(self.player)):
            (self.player.choose if chooses(type(self.player)) else super().choose)(views, choices)

    def play(self, view: Any) -> int:
        """Ask about one view."""
        return self.player.play(view)


def chooses(kind: Any) -> bool:
    """Has this class a `choose` of its own?"""
    return getattr(kind, "choose", None) not in (None, Player.choose, Bot.choose)


def is_player(kind: Any) -> bool:
    """Can this take a seat: a class with `choose(views, choices)` or `play(view)`?"""
    return isinstance(kind, type) and (chooses(kind) or getattr(kind, "play", None) not in (None, Bot.play))


@contextmanager
def blamed(what: str, kind: type | None = None) -> Iterator[None]:
    """Turn any error of a stranger's code into one sentence; with its class, the sentence says where in its file."""
    try:
        yield
    except (UserError, IllegalChoice):
        raise
    except (Exception, SystemExit) as error:
        file = getattr(sys.modules.get(kind.__module__), "__file__", None) if kind else None
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
        place = f" ({Path(file).name}, line {lines[-1]})" if file and lines else ""
        sentence = " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
        raise UserError(f"{what}: {sentence}{place}") from error


def guest(kind: Any, text: str, name: str, options: Mapping[str, str]) -> Guest:
    """Make a player of a stranger's class."""
    with blamed(f"{text} cannot be made", kind):
        return Guest(text, made(kind, name, options))


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
    return guest(kind, text, f"{file}:{name}", options)


def load_file(file: str) -> ModuleType:
    """Run a file of Python, once for each of its contents, and leave nothing beside it; files in its folder can be imported."""
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
        with blamed(f"{file} cannot be loaded"):
            exec(compile(source, path, "exec"), vars(module))
    except BaseException:
        del sys.modules[name]
        raise
    finally:
        sys.dont_write_bytecode = before
    return module


def source_digest(text: str) -> str | None:
    """Tells one content of the files that a player comes from (`./mybot.py:MyBot`, `network:brain=my.safetensors`) from another.

    None for players without a file.
    """
    file = text.partition(":")[0].strip()
    files = [file] if file.endswith(".py") else []
    if not text.strip().startswith("exec"):
        files += BRAIN_FILE.findall(text)
    return hashlib.sha256(b"".join(map(contents, files))).hexdigest()[:16] if files else None


def contents(file: str) -> bytes:
    """What stands in a file of a player."""
    try:
        return Path(file).expanduser().read_bytes()
    except OSError as error:
        raise UserError(f"{file} cannot be read: {error.strerror}") from None


def offered() -> dict[str, EntryPoint]:
    """The players that installed packages offer, by name; nothing of them is imported yet."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def package_of(entry: EntryPoint) -> str:
    """The package that offers a player."""
    return entry.dist.name if entry.dist else entry.module


def from_package(entry: EntryPoint, text: str, options: Mapping[str, str]) -> Guest:
    """The player that a package offers."""
    with blamed(f"the player {entry.name} of the package {package_of(entry)} cannot be loaded"):
        kind = entry.load()
    if not is_player(kind):
        raise UserError(f"{entry.name} of the package {package_of(entry)} is not a player: {entry.value} has no method play or choose")
    return guest(kind, text, entry.name, options)
