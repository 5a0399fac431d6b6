"""`cardshark completion`: the script by which a shell completes our commands and flags."""

from cardshark.cli.common import app
from cardshark.text import choice

SHELLS = ("bash", "zsh", "fish")


def completion(shell: str) -> None:
    """Print the script by which a shell completes commands and flags.

    Parameters
    ----------
    shell
        bash: write `eval "$(cardshark completion bash)"` into ~/.bashrc. zsh: keep it as `_cardshark` in a folder of $fpath. fish: keep it
        as ~/.config/fish/completions/cardshark.fish.
    """
    print(app.generate_completion(shell=choice("shell", shell, SHELLS)), end="")  # type: ignore[arg-type]  # one of these
