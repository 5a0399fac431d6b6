"""A chain of lines: each ends with a link, a hash over the link before it and over its own text.

A line that was changed, moved, left out or brought in from elsewhere breaks the chain there. The end of a file may be missing: that is
a run which was stopped earlier. A chain finds accidents and careless hands; whoever sets out to deceive can chain a file anew.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from cardshark.text import UserError

LINK = "link"
DIGITS = 16  # of a link: one wrong line in 10^19 would pass
TAIL = re.compile(rb', "%s": "([0-9a-f]{%d})"\}\Z' % (LINK.encode(), DIGITS))


class Chain:
    """Where a chain of lines ends; the next line is linked to it."""

    def __init__(self) -> None:
        self.end = b""

    def add(self, line: Mapping[str, Any], escaped: bool = True) -> bytes:
        """The next line as it stands in the file. `escaped`: letters beyond ASCII are written as \\u00e9."""
        text = json.dumps(line, ensure_ascii=escaped).encode(errors="backslashreplace")  # halves of letters, as \\udcff
        self.end = link_after(self.end, text)
        return text[:-1] + b', "%s": "%s"}\n' % (LINK.encode(), self.end)

    def follow(self, path: Path, number: int, text: bytes) -> None:
        """Take in the next line of a file, which is JSON; `number` counts from 1. A line that does not belong there is refused."""
        found = TAIL.search(text)
        if not found and number == 1:
            raise UserError(
                f"{path} was begun by an earlier cardshark, whose lines are not linked, so that nobody can tell whether they were changed: "
                "move it away to begin anew"
            )
        link = link_after(self.end, text[: found.start()] + b"}") if found else b""
        if not found or link != found[1]:
            raise UserError(
                f"line {number} of {path} is not what was written there: it was changed, moved, or comes from another file, "
                "or a line before it is gone"
            )
        self.end = link


def link_after(before: bytes, text: bytes) -> bytes:
    """The link of a line that follows on another link."""
    return hashlib.sha256(before + b" " + text).hexdigest()[:DIGITS].encode()


def chained(lines: Iterable[Mapping[str, Any]], escaped: bool = True) -> bytes:
    """A whole file of linked lines."""
    chain = Chain()
    return b"".join(chain.add(line, escaped) for line in lines)
