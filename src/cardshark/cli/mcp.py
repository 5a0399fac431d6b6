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

    try:
        serve()
    except BaseExceptionGroup as group:  # its tasks fail together: a client that is gone, Ctrl-C
        raise innermost(group) from None


def innermost(error: BaseException) -> BaseException:
    """The first of the errors that came as one."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
