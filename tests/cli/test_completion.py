"""Shells complete our commands and flags: the script names them all, and bash really does it."""

import io
import shutil
import subprocess
from contextlib import redirect_stdout

import pytest

from cardshark.cli import app
from cardshark.cli.completion import SHELLS
from helpers.commands import check_refused

COMMANDS = [name for name in app if not name.startswith("-")]
TRY = """
source "$1"
COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
_cardshark
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.fixture(scope="module")
def scripts():
    """What the command prints for each shell."""
    return {shell: printed("completion", shell) for shell in SHELLS}


def printed(*words: str) -> str:
    """What a command prints."""
    out = io.StringIO()
    with redirect_stdout(out):
        app(words, exit_on_error=False, result_action="return_value")
    return out.getvalue()


@pytest.mark.long
@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_names_every_command(scripts, shell):
    assert {"duel", "train", "completion"} <= set(COMMANDS) and not [name for name in COMMANDS if name not in scripts[shell]]
    assert "hindsight" in scripts[shell] and "deals" in scripts[shell]


@pytest.mark.long
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


@pytest.mark.long
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
