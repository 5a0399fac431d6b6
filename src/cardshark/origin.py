"""Which version of the sources this is, so that a result can be made again."""

import subprocess
from pathlib import Path


def commit() -> str | None:
    """The commit of these sources, `-dirty` if they were changed since; None if git does not know them."""
    here = Path(__file__)
    for question in (["ls-files", "--error-unmatch", here.name], ["describe", "--always", "--dirty", "--exclude=*"]):
        try:
            answer = subprocess.run(["git", *question], cwd=here.parent, capture_output=True, text=True, check=True, timeout=20)
        except (OSError, subprocess.SubprocessError):
            return None
    return answer.stdout.strip() or None
