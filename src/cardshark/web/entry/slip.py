"""How a browser on this machine is let in without a code: it opens a file that only its owner can read, and that posts the code.

The command line of a browser can be read by everybody on the machine. So it names the file, and never the code.
"""

import html
import os
from contextlib import suppress
from pathlib import Path

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>cardshark</title></head><body>
<form method="post" action="{action}"><input type="hidden" name="code" value="{code}"><button>cardshark</button></form>
<script>document.forms[0].submit()</script></body></html>
"""


def write_slip(folder: Path, address: str, code: str) -> Path:
    """The file, new and for its owner alone."""
    path = folder / f"enter-{os.getpid()}.html"
    with suppress(FileNotFoundError):
        path.unlink()  # left by a process of the same number
    page = PAGE.format(action=html.escape(f"{address}/enter"), code=html.escape(code))
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(page)
    return path
