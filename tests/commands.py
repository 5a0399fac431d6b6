"""The command line as a user meets it."""

import sys

from cardshark.cli import main


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
