"""How long each kernel takes to compile: CARDSHARK_CACHE=$(mktemp -d) PYTHONPATH=tests python -m helpers.compile_seconds

Every errand of `cardshark warm`, one after the other in one process, from nothing. Commands say these times while they compile. Wants a
machine that does nothing else.
"""

import contextlib
import io
import json
import time

from numba.core.event import Event, Listener, register

from cardshark import warm
from cardshark.compiler import cache, store
from cardshark.compiler.progress import PROGRESS


class Seconds(Listener):
    """The time of each kernel, with the parts that were compiled for it."""

    def __init__(self) -> None:
        self.depth, self.began = 0, 0.0
        self.found: dict[str, float] = {}

    def on_start(self, event: Event) -> None:
        if not self.depth:
            self.began = time.perf_counter()
        self.depth += 1

    def on_end(self, event: Event) -> None:
        self.depth -= 1
        if not self.depth:
            name = PROGRESS.begun[-1]
            self.found[name] = self.found.get(name, 0.0) + time.perf_counter() - self.began


def main() -> None:
    """Measure, and write what is shipped."""
    home, seconds = store.home(), Seconds()
    if home is None or any(store.files(home)):
        raise SystemExit("name an empty folder in CARDSHARK_CACHE")
    register("numba:compile", seconds)
    with contextlib.redirect_stdout(io.StringIO()):
        for errand in warm.ERRANDS.values():
            errand()
    shown = {name: round(took, 1) for name, took in sorted(seconds.found.items())}
    (cache.PACKAGE / "compiler" / "seconds.json").write_text(json.dumps(shown, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
