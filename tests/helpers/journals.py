"""Journals that a test has tampered with, chained anew: so it can be seen what is refused although every link fits."""

from cardshark.chain import LINK, TAIL, link_after

SEPARATOR = b', "%s": "' % LINK.encode()


def relinked(content: bytes | str) -> bytes:
    """The same lines with fitting links; what is not the line of a journal, or is not whole, stays as it is."""
    content = content.encode() if isinstance(content, str) else content
    end, found = b"", []
    for line in content.splitlines(keepends=True):
        text = TAIL.sub(b"}", line.removesuffix(b"\n"))
        if line.endswith(b"\n") and text.endswith(b"}"):
            end = link_after(end, text)
            line = text[:-1] + SEPARATOR + end + b'"}\n'
        found.append(line)
    return b"".join(found)


def unlinked(content: bytes) -> str:
    """The lines as they would be without links."""
    return "".join(TAIL.sub(b"}", line).decode() + "\n" for line in content.splitlines())
