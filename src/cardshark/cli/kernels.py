"""`cardshark warm` and `cardshark cache`: compiled kernels, beforehand and on disk."""

import json
from pathlib import Path

from cardshark.cli.common import Json, Yes, counting, notes
from cardshark.text import UserError


def warm(*, table: Yes = False, workers: int | None = None, into: Path | None = None, as_json: Json = False) -> None:
    """Compile everything now, on all cores, so that nothing has to wait for it later; the same command goes on where it ended.

    Parameters
    ----------
    table
        Only what a table in the browser needs, with the coach.
    workers
        How many processes; without it one for each core.
    into
        Afterwards copy what a start needs into this folder, for a package that brings its kernels along.
    """
    from cardshark.arena.jobs import check
    from cardshark.jit import start_quickly

    check("cores", workers)
    start_quickly()
    from cardshark import warm as errands
    from cardshark.compiler import store

    group = "table" if table else "everything"
    with counting("compiling", len(errands.GROUPS[group]), quiet=as_json) as progress:
        result = errands.warm(group, workers, progress)
    packed = errands.pack(into, workers) if into else []
    if as_json:
        print(json.dumps({**result._asdict(), "folder": str(store.home()), "packed": len(packed)}))
    elif result.already:
        notes.print("Everything is compiled already.")
    else:
        notes.print(f"Compiled {result.compiled} kernels in {result.seconds:.0f} s. Nothing has to be compiled any more.")


def cache(*, clear: Yes = False, as_json: Json = False) -> None:
    """Where compiled kernels are kept, and how large that is.

    CARDSHARK_CACHE names another folder; without it, it is `cardshark` in XDG_CACHE_HOME, or in ~/.cache.

    Parameters
    ----------
    clear
        Throw them all away; they are compiled again when they are needed.
    """
    from cardshark.compiler import store

    home = store.home()
    if home is None:
        raise UserError("there is no folder to keep kernels in: name one in CARDSHARK_CACHE")
    found = list(store.files(home))
    size = sum(file.stat().st_size for file in found)
    if clear:
        store.clear(home)
    if as_json:
        print(json.dumps({"folder": str(home), "files": len(found), "bytes": size, "cleared": clear}))
    else:
        print(f"{home}: {len(found)} compiled functions, {size / 1e6:.1f} MB{', thrown away' if clear and found else ''}")
