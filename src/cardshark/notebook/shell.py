"""In a notebook: results show themselves as HTML, and long work can show how far it is.

    class Duel:
        _repr_html_ = as_html      # the name by which notebooks ask

Nothing of Jupyter is imported, because a notebook has loaded it already.
"""

import sys
from importlib import import_module
from typing import Any

DRAWINGS = "cardshark.show.notebook"  # stands above all that it draws, so it is looked up by name


def as_html(found: Any) -> str:
    """What a notebook shows of a result: a small piece of HTML without script, for light and dark pages."""
    return import_module(DRAWINGS).draw(found)


def notebook() -> Any:
    """The shell of the notebook in which this runs; None elsewhere, also in IPython at a terminal."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return shell if getattr(shell, "kernel", None) else None


def display(shell: Any, html: str, text: str, name: str, again: bool = False) -> None:
    """Show HTML in a notebook, under a name; `again` shows it in the place of what was shown there before."""
    shell.display_pub.publish({"text/html": html, "text/plain": text}, transient={"display_id": name}, update=again)
