"""Shells complete our commands and flags: the script names them all, and bash really does it."""

import shutil
import subprocess

import pytest

from cardshark.cli import app
from cardshark.cli.completion import SHELLS
from helpers.commands import check_refused, run

COMMANDS = [name for name in app if not name.startswith("-")]
TRY = """
source "$1"
COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
_cardshark
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.fixture(scope="module")
def scripts():
    """The script for each shell."""
    return {shell: app.generate_completion(shell=shell) for shell in SHELLS}


@pytest.mark.long
@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_names_every_command(scripts, shell, capsys, monkeypatch):
    assert run(capsys, monkeypatch, "completion", shell) == (0, f"{scripts[shell]}\n", "")
    assert {"duel", "train", "completion"} <= set(COMMANDS) and not [name for name in COMMANDS if name not in scripts[shell]]
    assert "hindsight" in scripts[shell] and "deals" in scripts[shell]


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash here")
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("cardshark du", {"duel"}),
        ("cardshark train h", {"hindsight"}),
        ("cardshark duel hearts jake stock --de", {"--deals"}),
        ("cardshark league --see", {"--seed"}),
    ],
)
def test_bash_completes(scripts, tmp_path, words, offered):
    file = tmp_path / "script.sh"
    file.write_text(scripts["bash"])
    done = subprocess.run(["bash", "-c", TRY.format(words=words), "bash", file], capture_output=True, text=True, check=True)
    assert {word.strip() for word in done.stdout.splitlines()} == offered and done.stderr == ""


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_can_load_it_where_they_are_installed(scripts, tmp_path, shell):
    if not shutil.which(shell):
        pytest.skip(f"there is no {shell} here")
    file = tmp_path / "script"
    file.write_text(scripts[shell])
    assert subprocess.run([shell, "-n", file], capture_output=True, check=False).returncode == 0


def test_another_shell_gets_one_sentence(capsys, monkeypatch):
    check_refused(capsys, monkeypatch, "there is no shell 'tcsh'; there is bash, zsh, fish", "completion", "tcsh")
    check_refused(capsys, monkeypatch, "completion needs a shell: cardshark completion bash", "completion")
