"""The habits of the house, counted: short files, few parameters, rooms that are not crowded, nobody who asks which game it is."""

import ast
import re
import sys
import tomllib
from pathlib import Path

import pytest

import cardshark

SOURCE = Path(cardshark.__file__).parent
FILES = sorted(SOURCE.rglob("*.py"))
SCRIPTS = sorted((SOURCE / "web" / "static").rglob("*.mjs"))
PROJECT = Path(__file__).parents[1] / "pyproject.toml"
EXTRAS = {
    "gymnasium",
    "mcp",
    "pettingzoo",
    "pyspiel",
    "ray",
    "rlcard",
    "torch",
}  # the code does without them, or says that they are missing
GAMES = {"hearts", "gin"}
MOST_LINES, MOST_FUNCTION, MOST_PARAMETERS, MOST_FILES = 320, 55, 8, 16


def nodes(path: Path, *kinds: type) -> list:
    """The parts of a file that are of these kinds."""
    return [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, kinds)]


def name(path: Path) -> str:
    """A file as people say it."""
    return path.relative_to(SOURCE).as_posix()


def games_room(path: Path) -> bool:
    """Does this file stand in a room of one game, as `players/hearts/...` or `experiments/gin_td_evo/...`?"""
    parts = {part.split("_")[0] for part in path.relative_to(SOURCE).with_suffix("").parts}
    return bool(parts & {*GAMES, "falcon"})


def is_game(node: ast.AST) -> bool:
    """Is this a game: its name, or its module?"""
    return (isinstance(node, ast.Constant) and node.value in GAMES) or (isinstance(node, ast.Name) and node.id in GAMES)


def test_files_are_short():
    assert [name(path) for path in FILES if len(path.read_text(encoding="utf-8").splitlines()) > MOST_LINES] == []


@pytest.mark.long
def test_functions_are_short():
    long = [
        f"{name(path)}: {node.name}"
        for path in FILES
        for node in nodes(path, ast.FunctionDef, ast.AsyncFunctionDef)
        if node.end_lineno - node.lineno + 1 > MOST_FUNCTION
    ]
    assert long == []


@pytest.mark.long
def test_kernels_have_few_parameters():
    wide = [
        f"{name(path)}: {node.name}"
        for path in FILES
        for node in nodes(path, ast.FunctionDef)
        if {getattr(each, "id", "") for each in node.decorator_list} & {"kernel", "rule", "routine"}
        and len(node.args.args) > MOST_PARAMETERS
    ]
    assert wide == []


def test_rooms_are_not_crowded_and_say_what_lives_there():
    rooms = [path.parent for path in FILES if path.name == "__init__.py"]
    assert [name(room) for room in rooms if len(list(room.glob("*.py"))) > MOST_FILES] == []
    assert [name(room) for room in rooms if not ast.get_docstring(ast.parse((room / "__init__.py").read_text(encoding="utf-8")))] == []
    folders = {path.parent for path in SCRIPTS}
    assert [name(folder) for folder in folders if len([path for path in folder.iterdir() if path.is_file()]) > MOST_FILES] == []


@pytest.mark.long
def test_everything_that_is_imported_is_installed_for_players_and_nothing_else():
    """SciPy is not, for one: it would take as much room as a third of all the rest."""
    modules = [alias.name for path in FILES for node in nodes(path, ast.Import) for alias in node.names]
    modules += [node.module for path in FILES for node in nodes(path, ast.ImportFrom) if not node.level]
    wanted = {module.split(".")[0] for module in modules} - sys.stdlib_module_names - {"cardshark", *EXTRAS}
    declared = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["dependencies"]
    assert wanted ^ {re.split("[<>=]", each)[0] for each in declared} == {"llvmlite", "websockets"}  # Numba brings one, uvicorn wants one


@pytest.mark.parametrize("path", [path for path in FILES if not games_room(path)], ids=name)
def test_nobody_asks_which_game_it_is(path):
    asked = [node.lineno for node in nodes(path, ast.Compare) if any(map(is_game, [node.left, *node.comparators]))]
    called = [
        node.lineno
        for node in nodes(path, ast.Call)
        if getattr(node.func, "attr", "") in ("endswith", "startswith") and any(map(is_game, node.args))
    ]
    matched = [node.pattern.lineno for node in nodes(path, ast.match_case) if any(map(is_game, ast.walk(node.pattern)))]
    assert asked + called + matched == []


@pytest.mark.parametrize("path", [path for path in SCRIPTS if not games_room(path)], ids=name)
def test_no_script_asks_which_game_it_is(path):
    assert (
        re.findall(
            r"""[!=]==?\s*["'](?:hearts|gin)["']|["'](?:hearts|gin)["']\s*[!=]==?|case ["'](?:hearts|gin)["']""",
            path.read_text(encoding="utf-8"),
        )
        == []
    )
