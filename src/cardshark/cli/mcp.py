"""`cardshark mcp`: a seat for a language model."""

from importlib.util import find_spec

from cardshark.cli.common import prepare
from cardshark.text import UserError


def mcp() -> None:
    """Let a language model sit down: a server of the Model Context Protocol on standard input and output."""
    if not find_spec("mcp"):
        raise UserError("cardshark mcp needs the package mcp: pip install 'cardshark[mcp]'")
    prepare()
    from cardshark.visitor.server import serve

    serve()
