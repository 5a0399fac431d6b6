"""What an installed package says never sends people to a file that stayed in the repository."""

import ast
import re
from pathlib import Path

import pytest

import cardshark
from helpers.commands import run

SOURCE = Path(cardshark.__file__).parent
LEFT_BEHIND = re.compile(r"\b(?:docs|examples|packaging|results|tests)/\w|\b[\w/]+\.md\b|\bREADME\b|\bCONTRIBUTING\b")
PAGES = {  # they write pages of the docs, which say where they stand
    "show/features.py", "report/markdown.py", "experiments/future_work.py", "experiments/summary.py",
}  # fmt: skip


def spoken(path: Path) -> list[tuple[int, str]]:
    """The texts of a source file that people may meet: all but the docstrings, and of these those that are help or describe a class."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    kept = ast.ClassDef if "cli" not in path.relative_to(SOURCE).parts else (ast.ClassDef, ast.FunctionDef)
    documented = [node for node in ast.walk(tree) if isinstance(node, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef))]
    quiet = {id(node.body[0].value) for node in documented if not isinstance(node, kept) and ast.get_docstring(node)}
    texts = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in quiet]
    return [(node.lineno, node.value) for node in texts]


@pytest.mark.long
def test_no_sentence_names_a_file_that_is_not_installed():
    files = [path for path in SOURCE.rglob("*.py") if path.relative_to(SOURCE).as_posix() not in PAGES]
    found = [f"{path.relative_to(SOURCE)}:{line}: {text[:80]}" for path in files for line, text in spoken(path) if LEFT_BEHIND.search(text)]
    assert len(files) > 300 and found == []


@pytest.mark.long
def test_neither_do_the_texts_of_the_page():
    pages = [path for kind in ("*.mjs", "*.html", "*.json") for path in (SOURCE / "web" / "static").rglob(kind)]
    assert len(pages) > 10 and [path.name for path in pages if re.search(r"\b(?:docs|examples|results)/\w", path.read_text("utf-8"))] == []


@pytest.mark.long
@pytest.mark.parametrize("words", ["players", "games", "players montecarlo", "brains", "train hindsight --help", "reproduce --help"])
def test_nor_does_what_commands_print(capsys, monkeypatch, words):
    status, out, _ = run(capsys, monkeypatch, *words.split())
    assert status == 0 and not LEFT_BEHIND.search(out)
