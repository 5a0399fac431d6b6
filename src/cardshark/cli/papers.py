"""`cardshark reproduce`: a paper's experiments played again, and judged; `cardshark decide`: only what one claim still needs."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from cardshark.cli.common import Json, counting, known_papers, notes, prepare, telling_what_is_kept
from cardshark.text import UserError

AllPapers = Annotated[bool, Parameter(name="--all", negative="")]


def reproduce(
    paper: str | None = None,
    *,
    all_papers: AllPapers = False,
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
    all_papers
        All five, one after the other: first what it will cost, in the end what each claim has cost, and one page about all of them.
    scale
        1 plays and trains as much as we publish (hours on two cores), 0.01 gives a first look in minutes.
    seed
        Names the deals for ever.
    folder
        Where record and report go, with --all in a folder for each; the same command goes on there. Without it: runs/PAPER-SCALE-SEED.
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

    prepare()
    folders = {name: folder_of(name, scale, seed, folder, all_papers) for name in chosen(paper, all_papers, record)}
    if piece is not None:
        for name, place in folders.items():
            reproduce_piece(name, scale, seed, place, record, piece, Crew(on, workers), as_json)
    elif record is not None:
        show_record(next(iter(folders)), record, folder, as_json)
    else:
        reproduce_papers(folders, scale, seed, Crew(on, workers), as_json)
        if all_papers:
            show_together(folders, folder or usual_folder("all", scale, seed), as_json)


def chosen(paper: str | None, all_papers: bool, record: Path | None) -> list[str]:
    """The papers that were asked for."""
    from cardshark.experiments.reproduce import PAPERS, page

    if all_papers and (paper is not None or record is not None):
        raise UserError(f"--all is about all papers: leave it out, or {'the paper' if paper is not None else '--record'}")
    if paper is None and not all_papers:
        raise UserError(f"reproduce needs a paper: cardshark reproduce PAPER{known_papers()}, or --all")
    names = [paper] if paper is not None else list(PAPERS)
    for name in names:
        page(name)
    return names


def reproduce_papers(folders: dict[str, Path], scale: float, seed: int, crew: Any, as_json: bool) -> None:
    """Measure papers and judge them, one after the other. An estimate comes first, and the costs of the claims in the end."""
    from cardshark.arena.contest import Missing
    from cardshark.experiments.costs import claim_costs, estimate, sentences
    from cardshark.experiments.reproduce import JOURNAL, check_run, judge, measure, publish, size_of
    from cardshark.journal import check_free
    from cardshark.show.paper import show_claims, show_costs

    for name, folder in folders.items():
        check_free(check_run(name, scale, seed, folder, crew) / JOURNAL)  # what is refused is refused before anything is estimated
    if not as_json:  # a program that reads the result waits for it, however long it takes
        for sentence in sentences([estimate(name, scale, seed, folder) for name, folder in folders.items()], crew):
            notes.print(sentence, soft_wrap=True)
    costs = []
    for name, folder in folders.items():
        try:
            with counted(size_of(name, scale), folder, as_json) as progress:
                result = judge(measure(name, scale, seed, folder, crew, progress), name)
            files = publish(result, folder)
        except Missing as error:
            raise UserError(f"{error}: somebody has removed files from {folder}; the same command makes them again") from None
        except OSError as error:
            raise UserError(f"{error.filename or folder} cannot be written: {error.strerror}") from None
        show_claims(result, files, as_json)
        costs += claim_costs(result)
    if not as_json:  # there, each claim has said it
        show_costs(costs)


def show_together(folders: dict[str, Path], folder: Path, as_json: bool) -> None:
    """Write the page of all papers, and say where it is."""
    from cardshark.experiments.reproduce import RECORD
    from cardshark.experiments.summary import publish_summary

    try:
        page, *_ = publish_summary({name: each / RECORD for name, each in folders.items()}, folder)
    except OSError as error:
        raise UserError(f"{error.filename or folder} cannot be written: {error.strerror}") from None
    if not as_json:
        notes.print(f"All papers on one page: {page}", soft_wrap=True)


def show_record(paper: str, record: Path, folder: Path | None, as_json: bool) -> None:
    """Judge a record that is there, and write its report."""
    from cardshark.experiments.reproduce import judge, publish
    from cardshark.show.paper import show_claims

    result = judge(record, paper)
    try:
        files = publish(result, folder or usual_folder(result.paper.name, result.run.scale, result.run.seed))
    except OSError as error:
        raise UserError(f"{error.filename or folder} cannot be written: {error.strerror}") from None
    show_claims(result, files, as_json)


def reproduce_piece(
    paper: str, scale: float, seed: int, folder: Path, record: Path | None, piece: str, crew: Any, as_json: bool
) -> None:  # fmt: skip
    """Do one part of a paper's work, and say what comes next."""
    from cardshark.arena.parts import read_share
    from cardshark.experiments.reproduce import measure_piece, size_of
    from cardshark.show.paper import show_piece

    share = read_share(piece)
    if record is not None:
        raise UserError("a piece of a paper keeps its own journal in the folder: leave out --record, or --piece")
    try:
        with counted(size_of(paper, scale), folder, as_json) as progress:
            missing = measure_piece(paper, scale, seed, folder, share, crew, progress)
    except OSError as error:
        raise UserError(f"{error.filename or folder} cannot be written: {error.strerror}") from None
    show_piece(share, folder, missing, as_json)


def decide(
    paper: str,
    claim: str,
    *,
    folder: Path | None = None,
    scale: float = 1.0,
    seed: int = 1,
    most: float = 8.0,
    on: str = "cores",
    workers: int | None = None,
    as_json: Json = False,
) -> None:
    """Decide a claim that a run has left undecided: only the runs that it needs are added, in the folder of the run.

    Parameters
    ----------
    paper
        The paper, as in `cardshark reproduce`.
    claim
        The key of the claim, as its page and the paper's claims.json have it.
    folder
        Of the run. Without it: runs/PAPER-SCALE-SEED.
    scale
        Of the run, where no folder is named.
    seed
        Of the run, where no folder is named.
    most
        Core hours: what would take more is not begun.
    on
        Where to work: here, cores (if there is enough to do), or ray.
    workers
        How many processes.
    """
    from cardshark.arena.jobs import Crew
    from cardshark.experiments.deciding import claim_in
    from cardshark.experiments.reproduce import check_run

    prepare()
    crew = Crew(on, workers)
    place = folder or usual_folder(paper, scale, seed)
    check_run(paper, scale, seed, place, crew)
    decide_claim(claim_in(place, paper, claim, scale, seed), place, most, crew, as_json)


def decide_claim(looked_at: Any, folder: Path, most: float, crew: Any, as_json: bool) -> None:
    """Run what a claim needs, if that is known and allowed, and say what became of it."""
    from cardshark.experiments.deciding import extend, extension, is_decided, size_of_extension
    from cardshark.experiments.reproduce import publish
    from cardshark.show.paper import show_decided

    record, found, frozen = looked_at
    if is_decided(found):
        return show_decided(found, None, as_json)
    needed = extension(record, found, frozen)
    if needed.seconds is not None and needed.seconds > 3600 * most:
        raise UserError(
            f"{found.key} needs about {needed.seconds / 3600:.1f} core hours more, and --most allows {most:g}: "
            "give a higher --most to run it"
        )
    if not as_json:
        notes.print(str(needed), soft_wrap=True)
    with counted(size_of_extension(needed, record), folder, as_json) as progress:
        result = extend(needed, record, folder.resolve(), crew, progress)
    files = publish(result, folder)
    after = next(each for each in result.claims if each.key == found.key)
    return show_decided(after, files[0], as_json)


@contextmanager
def counted(size: tuple[str, int], folder: Path, quiet: bool) -> Iterator[Any]:
    """A progress bar on a terminal; Ctrl-C is told what is kept."""
    with counting(*size, quiet=quiet) as progress, telling_what_is_kept(progress, folder) as told:
        yield told


def folder_of(paper: str, scale: float, seed: int, folder: Path | None, all_papers: bool) -> Path:
    """Where a run is kept: as was said, or as usual."""
    if folder is None:
        return usual_folder(paper, scale, seed)
    return folder / paper if all_papers else folder


def usual_folder(paper: str, scale: float, seed: int) -> Path:
    """Where a run is kept if nobody says otherwise."""
    return Path("runs") / f"{paper}-{scale:g}-{seed}"
