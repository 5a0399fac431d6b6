"""`cardshark merge`: pieces that were played apart, put together."""

import sys
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from cardshark.cli.common import Csv, Json, not_both, notes, prepare
from cardshark.text import UserError

EXPORTS = (".parquet", ".npz")  # how the files of `cardshark export` end


def merge(
    *pieces: Path,
    out: Annotated[Path, Parameter(name=("--out", "--record"))],
    as_csv: Csv = False,
    as_json: Json = False,
) -> None:
    """Put the pieces of a duel, a league, a paper or an export together: one file, as from one machine but for clocks, and the result.

    Parameters
    ----------
    pieces
        The records of all pieces, as --piece 1/20 to --piece 20/20 wrote them.
    out
        The file of the whole; for a paper the folder of the run.
    """
    not_both(as_json, as_csv)
    if out.resolve() in [piece.resolve() for piece in pieces]:
        raise UserError(f"{out} is one of the pieces: name another file for the whole")
    prepare()
    exports = [piece for piece in pieces if piece.suffix in EXPORTS]
    records = [piece for piece in pieces if piece.suffix not in EXPORTS]
    if exports and records:
        raise UserError(f"{exports[0]} is a piece of an export, and {records[0]} is not: name the pieces of one thing")
    if exports:
        return merge_data(exports, out, as_json)
    from cardshark.arena.parts import read_parts

    parts = read_parts(pieces)
    if next(iter(parts[0].header)) == "cardshark":
        return merge_arena(parts, out, as_json, as_csv)
    return merge_work(parts, out, as_json)


def merge_arena(parts: list[Any], out: Path, as_json: bool, as_csv: bool) -> None:
    """Pieces of a duel or a league."""
    from cardshark.arena.league import League
    from cardshark.arena.merging import merge_deals
    from cardshark.show.arena import publish_duel, publish_league

    result = merge_deals(parts, out)
    if isinstance(result, League):
        publish_league(result, as_json, as_csv)
    else:
        publish_duel(result, as_json, as_csv)


def merge_work(parts: list[Any], folder: Path, as_json: bool) -> None:
    """Pieces of a paper."""
    from cardshark.arena.contest import Missing
    from cardshark.experiments.merging import merge_paper
    from cardshark.experiments.reproduce import judge, publish
    from cardshark.show.paper import show_claims

    try:
        result = judge(merge_paper(parts, folder))
        files = publish(result, folder)
    except Missing as missing:
        notes.print(
            f"The pieces are put together in {folder}, but {missing}: run each piece again there, then merge again.", soft_wrap=True
        )
        sys.exit(1)
    except OSError as error:
        raise UserError(f"{error.filename or folder} cannot be written: {error.strerror}") from None
    show_claims(result, files, as_json)


def merge_data(pieces: list[Path], out: Path, as_json: bool) -> None:
    """Pieces of an export."""
    import json

    from cardshark.data.merge import merge_exports

    merge_exports(pieces, out)
    if as_json:
        print(json.dumps({"pieces": len(pieces), "out": str(out)}))
    else:
        notes.print(f"{len(pieces)} pieces are put together in {out}.", soft_wrap=True)
