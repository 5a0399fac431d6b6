"""Parts of a paper's work, put together in one folder: the journal of all of them, and the brains that they tell of."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cardshark.arena.jobs import HERE
from cardshark.arena.parts import Part, check_unlocked
from cardshark.chain import chained
from cardshark.experiments.reproduce import CLAIMS, JOURNAL, check_run, measure, settings_of_run
from cardshark.experiments.workshop import brains_in, check_same_work, is_there, whole_lines
from cardshark.files import write_whole
from cardshark.text import UserError

Lines = dict[str, dict[str, Any]]  # of a journal, by the name of the piece of work


def nobody(place: int) -> bool:
    """No piece is ours: whoever puts parts together plays nothing."""
    return False


def merge_paper(parts: Sequence[Part], folder: Path) -> Path:
    """Put parts together, and write the record: its file. `Missing` is raised if there is work left; what is done is kept then."""
    settings = parts[0].settings()
    if settings.keys() != settings_of_run("", 1, 1).keys():
        raise UserError(f"{parts[0].path} is not a piece of a paper")
    if folder.suffix == ".jsonl":
        raise UserError(f"the pieces of a paper are put together in a folder, with their brains: --out {folder.with_suffix('')}")
    folder = check_run(settings["paper"], settings["scale"], settings["seed"], folder, HERE)
    lines = known_lines(folder / JOURNAL, settings)
    for part in parts:
        found = lines_of_part(part)
        lines |= found if CLAIMS not in lines else {key: line for key, line in found.items() if key != CLAIMS}  # the first ones count
    brains = {folder / file: source for part in parts for file, source in brains_beside(part, folder).items()}
    for path, source in brains.items():
        write_whole(path, source.read_bytes())
    write_whole(folder / JOURNAL, chained([{"settings": settings}, *lines.values()], escaped=False))
    return measure(settings["paper"], settings["scale"], settings["seed"], folder, is_ours=nobody)


def known_lines(path: Path, settings: dict[str, Any]) -> Lines:
    """What stands in the journal of the whole already: parts are put together after each stage of the work."""
    if not path.exists():
        return {}
    with path.open("rb") as file:
        check_unlocked(path, file)
        header, *lines = whole_lines(path) or [{"settings": settings}]
    check_same_work(path, header, settings)
    return {line["key"]: line for line in lines}


def lines_of_part(part: Part) -> Lines:
    """The finished pieces of work of a part."""
    for number, line in enumerate(part.lines, 2):
        if line.keys() != {"key", "value", "seconds", "made"}:
            raise UserError(f"{part.path} is damaged: line {number} is not a finished piece of work")
    return {line["key"]: line for line in part.lines}


def brains_beside(part: Part, folder: Path) -> dict[str, Path]:
    """The brains that lie beside a part and are not in the folder of the whole yet: where each belongs there, and its file."""
    found = {}
    for brain in (brain for line in part.lines for brain in brains_in(line["value"])):
        if is_there(folder, brain):
            continue
        if not is_there(part.path.parent, brain):
            raise UserError(f"{part.path} tells of {brain['file']}, which does not lie beside it: run that piece again")
        found[brain["file"]] = part.path.parent / brain["file"]
    return found
