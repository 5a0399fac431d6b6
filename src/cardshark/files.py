"""Files are written whole or not at all: a reader sees the old content or the new, never half of it."""

import glob
import os
import tempfile
from pathlib import Path

from cardshark.text import UserError

UNFINISHED = ".unfinished"  # the end of a name while its file is written


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file, make its folder if it is missing, and return when the file is safely on disk."""
    beside = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=UNFINISHED)
        beside = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        beside.chmod(0o644)
        beside.replace(path)
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}") from None
    finally:
        if beside:
            beside.unlink(missing_ok=True)  # gone by now if all went well


def sweep(path: Path) -> None:
    """Remove the unfinished copies that killed writers left beside a file. Call it only when nobody else is writing the file."""
    for left in path.parent.glob(f".{glob.escape(path.name)}.*{UNFINISHED}"):
        left.unlink(missing_ok=True)
