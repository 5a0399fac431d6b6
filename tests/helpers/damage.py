"""Files that something happened to."""

from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from cardshark.players.brain_file import digest, load_any, read_sealed, write_sealed
from cardshark.text import UserError


def check_damaged(whole: Path, folder: Path, data: Any) -> None:
    """Any byte of a brain's file changed, any length: never something else than the brain, never more than a sentence."""
    content = bytearray(whole.read_bytes())
    if data.draw(st.booleans()):
        place = data.draw(st.integers(0, len(content) - 1) | st.integers(0, 3000))
        content[place] ^= 1 << data.draw(st.integers(0, 7))
    else:
        content = content[: data.draw(st.integers(0, len(content) - 1))]
    path = folder / "my.safetensors"
    path.write_bytes(content)
    refused = ""
    try:
        brain = load_any(str(path))
    except UserError as error:
        refused = str(error)
    if refused:
        assert str(path) in refused and "\n" not in refused
    else:  # a space in the padding, perhaps
        assert digest(brain) == digest(load_any(str(whole)))


def tampered(whole: Path, path: Path, kind: str, change: Any) -> Path:
    """A file with a right seal that says something else."""
    _, about, parts = read_sealed(whole, kind)
    change(about, parts)
    write_sealed(path, kind, about, parts)
    return path
