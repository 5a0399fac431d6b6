"""The command line as a user meets it."""

import sys
from pathlib import Path

from cardshark.cli import main

START = [sys.executable, "-c", "from cardshark.cli import main; main()"]  # the command in a process of its own


def run(capsys, monkeypatch, *words: str) -> tuple[int, str, str]:
    """Exit status, standard output and standard error of a command."""
    monkeypatch.setattr(sys, "argv", ["cardshark", *words])
    try:
        main()
        status = 0
    except SystemExit as stop:
        status = int(stop.code or 0)
    out, err = capsys.readouterr()
    return status, out, err


def run_quietly(capsys, monkeypatch, *words: str) -> tuple[int, str, str]:
    """The same; that something was compiled is of no interest."""
    status, out, err = run(capsys, monkeypatch, *words)
    compiled = ("Compiling", "Another process is compiling", "  ")
    return status, out, "\n".join(line for line in err.splitlines() if not line.startswith(compiled))


def files(folder: Path = Path()) -> list[str]:
    """What lies in a folder."""
    return sorted(path.name for path in folder.iterdir())


def check_refused(capsys, monkeypatch, sentence: str, *words: str) -> None:
    """A command that is a mistake: nothing is printed but one sentence."""
    status, out, err = run_quietly(capsys, monkeypatch, *words)
    assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert err.startswith("cardshark: ") and sentence in err
