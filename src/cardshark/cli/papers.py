"""`cardshark reproduce`: a paper's experiments played again, and judged."""

from pathlib import Path
from typing import Any

from cardshark.cli.common import Json, counting, prepare
from cardshark.text import UserError


def reproduce(
    paper: str,
    *,
    scale: float = 1.0,
    seed: int = 1,
    folder: Path | None = None,
    record: Path | None = None,
    piece: str | None = None,
    on: str = "cores",
    workers: int | None = None,
    as_json: Json = False,
) -> None:
    """A paper's experiments played again: its printed figures beside ours, a verdict on every claim, and a report.

    Parameters
    ----------
    paper
        gin_td_evo, hearts_falcon, hearts_network, hearts_rollouts or hearts_pomcp.
    scale
        1 plays and trains as much as we publish (an hour or more on two cores), 0.01 gives a first look in minutes.
    seed
        Names the deals for ever.
    folder
        Where the record and the report go; the same command goes on where it ended. Without it: runs/PAPER-SCALE-SEED.
    record
        Judge this record instead of playing.
    piece
        Do only one part of the work, as 3/20 for the third of twenty, as far as the other parts are; all of them share the folder.
    on
        Where to work: here, cores (if there is enough to do), or ray.
    workers
        How many processes.
    """
    from cardshark.arena.jobs import Crew
    from cardshark.experiments.reproduce import judge, measure, page, publish, size_of
    from cardshark.show.paper import show_claims

    prepare()
    page(paper)
    if piece is not None:
        return reproduce_piece(paper, scale, seed, folder, record, piece, Crew(on, workers), as_json)
    try:
        if record is None:
            folder = folder or usual_folder(paper, scale, seed)
            with counting(*size_of(paper, scale), quiet=as_json) as progress:
                record = measure(paper, scale, seed, folder, Crew(on, workers), progress)
        result = judge(record, paper)
        files = publish(result, folder or usual_folder(result.paper.name, result.run.scale, result.run.seed))
    except OSError as error:
        raise UserError(f"{error.filename or folder} cannot be written: {error.strerror}") from None
    return show_claims(result, files, as_json)


def reproduce_piece(
    paper: str, scale: float, seed: int, folder: Path | None, record: Path | None, piece: str, crew: Any, as_json: bool
) -> None:
    """Do one part of a paper's work, and say what comes next."""
    from cardshark.arena.parts import read_share
    from cardshark.experiments.reproduce import measure_piece, size_of
    from cardshark.show.paper import show_piece

    share = read_share(piece)
    if record is not None:
        raise UserError("a piece of a paper keeps its own journal in the folder: leave out --record, or --piece")
    folder = folder or usual_folder(paper, scale, seed)
    try:
        with counting(*size_of(paper, scale), quiet=as_json) as progress:
            missing = measure_piece(paper, scale, seed, folder, share, crew, progress)
    except OSError as error:
        raise UserError(f"{error.filename or folder} cannot be written: {error.strerror}") from None
    show_piece(share, folder, missing, as_json)


def usual_folder(paper: str, scale: float, seed: int) -> Path:
    """Where a run is kept if nobody says otherwise."""
    return Path("runs") / f"{paper}-{scale:g}-{seed}"
