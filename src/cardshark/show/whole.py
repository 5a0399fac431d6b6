"""What a file of ours is, and whether it is whole and unchanged, in one sentence: hands, journals, records, brains and trainings.

check_file(path, note)      the sentence, or a UserError that says what is wrong

A hash in a file finds accidents and careless hands. Whoever sets out to deceive can write a new one, except where somebody noted the old.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from cardshark.chain import LINK, Chain
from cardshark.files import path_of, read_text
from cardshark.games import transcript
from cardshark.hands.link import looks_like_link
from cardshark.hands.verify import HAND_TAG, NO_NOTE, Note, read, verify
from cardshark.text import UserError, brief

MOST_LINE = 1 << 26  # bytes of a line of a journal
TABLES = (b"PK\x03\x04", b"PAR1")  # how .npz and .parquet begin
NOT_PROVED = "; it does not prove that nobody wrote it anew"
KINDS = {  # of journals, by what their first line says
    "duel": "the journal of a duel",
    "league": "the journal of a league",
    "sprt": "the journal of a sequential test",
    "pieces": "the journal of a paper, a study or a challenge",
}


def check_file(given: Path | str, note: Note = NO_NOTE) -> str:
    """What a file is, if it is whole and unchanged; a UserError says what is wrong with it."""
    path = path_of(given)
    if path.is_dir():
        raise UserError(f"{path} is a folder: name a file, or the link of a hand")
    begin = first_bytes(path)
    if not begin.strip() and path.stat().st_size == len(begin):
        raise UserError(f"{path} is empty: what cardshark writes never is, so all of it is gone")
    if begin.startswith(TABLES):
        refuse_table(path)
    if begin[8:9] == b"{" and begin[:1] not in (b"{", b"<"):
        return refuse_note(note, path, check_numbers(path))
    if begin.startswith(b"{"):
        head = first_object(path)
        if head and (LINK in head or head.get("cardshark") in KINDS or head.keys() == {"settings"}):
            return refuse_note(note, path, check_journal(path, head))
        if begin.split()[1:2] == [b'"format":']:
            return refuse_note(note, path, check_record(path))
    return check_text_file(path, read_text(path), note)


def refuse_note(note: Note, path: Path, sentence: str) -> str:
    """The sentence about a file that is not one hand. With a note, which is about one hand, it would say nothing of the note."""
    given = [f"--{name}" for name, value in note._asdict().items() if value]
    if given:
        verb = "is" if len(given) == 1 else "are"
        raise UserError(f"{' and '.join(given)} {verb} about a hand at the table, and {path} is not one: leave that out")
    return sentence


def first_bytes(path: Path) -> bytes:
    """How a file begins."""
    try:
        with path.open("rb") as file:
            return file.read(64)
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from None


# ---- journals ----


def lines_of(path: Path) -> Iterator[bytes]:
    """The lines of a file, each with its end; the last may have none."""
    with path.open("rb") as file:
        while line := file.readline(MOST_LINE):
            if len(line) == MOST_LINE:
                raise UserError(f"{path} cannot be read: a line of it has more than {MOST_LINE >> 20} MB")
            yield line


def first_object(path: Path) -> dict[str, Any] | None:
    """The JSON object in the first line of a file, if there is one."""
    try:
        found = json.loads(next(lines_of(path)))
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def check_journal(path: Path, head: dict[str, Any]) -> str:
    """A journal: every line must be linked to the one before. The last may be torn: a run that goes on cuts it away."""
    chain, whole, is_torn = Chain(), 0, False
    for number, line in enumerate(lines_of(path), 1):
        is_torn = not line.endswith(b"\n")
        if not is_torn:
            chain.follow(path, number, line[:-1])
            whole = number
    if not whole:
        raise UserError(f"{path} is the begin of a journal: its first line was cut off")
    kind, end = KINDS.get(str(head.get("cardshark", "pieces")), "a journal"), chain.end.decode()
    lines = "1 line" if whole == 1 else f"{whole} lines"
    found = f"whole and unchanged: a chain of {lines}, which ends with {end}"
    if is_torn:
        found = (
            "but its last line is not whole: a run was ended here, or is writing now, or somebody cut the file. "
            f"What stands before is whole and unchanged: a chain of {lines}, which ends with {end}"
        )
    return f"{path} is {kind}, {found}; it does not prove that there were no more lines, nor that nobody wrote it anew."


# ---- records and brains ----


def check_record(path: Path) -> str:
    """The record of a paper or a study: its seal covers every letter."""
    from cardshark.report import record

    found, seal = record.read(path), json.loads(read_text(path)).get("seal")
    if seal is None:
        run = found.run
        raise UserError(
            f"{path} is the record of {found.paper} in the form of an earlier cardshark "
            f"({run.date}, scale {run.scale:g}, seed {run.seed}), whose figures can be read; "
            "that form had no seal, so nobody can tell whether it was changed"
        )
    what = f"{path} is the record of {found.paper}, whole and unchanged"
    return f"{what}: its {len(found.pieces)} pieces agree with its seal {seal}{NOT_PROVED}."


def refuse_table(path: Path) -> NoReturn:
    """A table of decisions, as `cardshark export` writes it: it has no seal."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    raise UserError(
        f"{path} is a table (.npz or .parquet, as cardshark export writes them), which has no seal: to tell whether it was changed, "
        f"compare its SHA-256 with that of whoever made it: {digest}"
    )


def check_numbers(path: Path) -> str:
    """A brain, or a training that goes on: its seal covers its metadata and numbers, and its bytes are as they were written."""
    from cardshark.learning.trainer import CHECKPOINT
    from cardshark.players.brain_file import KINDS as BRAINS
    from cardshark.players.brain_file import as_bytes, read_sealed, seal

    kind, about, parts = read_sealed(path, CHECKPOINT, *BRAINS)
    if path.read_bytes() != as_bytes(kind, about, parts):
        raise UserError(f"{path} is damaged: it holds the numbers that were sealed, but not the same letters")
    what = "a training that is not finished" if kind == CHECKPOINT else f"a brain ({kind.removeprefix('cardshark ')})"
    sealed = seal({"format": kind, "about": about}, parts)
    return f"{path} is {what}, whole and unchanged: {len(parts)} parts and how they were made agree with its seal {sealed}{NOT_PROVED}."


# ---- hands ----


def check_text_file(path: Path, text: str, note: Note) -> str:
    """A hand, several hands, a link or a transcript."""
    if not text.lstrip().startswith(("{", "<")) and not (len(text.split(maxsplit=1)) == 1 and looks_like_link(text)):
        if transcript.looks_like_one(path):
            found = transcript.load(path)
            raise UserError(
                f"{path} is a transcript of {len(found.hands)} hands; by the rules its choices lead to its scores, but a transcript has no "
                "seal: nobody can tell whether it was changed"
            )
        raise UserError(f"{path} holds no saved hand, journal, record or brain: name a file that cardshark wrote")
    try:
        data = read(text)
    except UserError as error:
        raise UserError(f"{path} {why_no_hand(text)}: {error}") from None
    if "cardshark" not in data and "played" not in data:
        raise UserError(
            f"{path} is no saved hand, journal, record or brain: it holds no seal of cardshark, so nobody can tell whether it was changed"
        )
    if data.get("cardshark") == "hands 1":
        return refuse_note(note, path, check_hands(data["hands"]))
    return check_hand(data, note)


def why_no_hand(text: str) -> str:
    """What is the matter with a page, or with what begins like JSON, that no hand can be read from."""
    if text.lstrip().startswith("<") and HAND_TAG not in text:
        return "is a page without a hand"
    return "is damaged, or its end is missing"


def check_hand(data: dict[str, Any], note: Note = NO_NOTE) -> str:
    """One saved hand."""
    finding = verify(data, note)
    if not finding.good:
        raise UserError(finding.sentence.removesuffix("."))
    return finding.sentence


def check_hands(hands: Any) -> str:
    """Several hands in a file, as the page about oneself saves them: each must be as it was sealed."""
    if not isinstance(hands, list) or not hands:
        raise UserError(f"a file of hands has a list of at least one, not {brief(hands)}")
    for number, each in enumerate(hands, 1):
        try:
            check_hand(each["hand"] if isinstance(each, dict) and "hand" in each else each)
        except UserError as error:
            raise UserError(f"hand {number} of the {len(hands)} in this file: {error}") from None
    return (
        f"All {len(hands)} hands in this file are as they were sealed: cards, choices and scores of each agree with its seal; "
        "it does not prove that these are all that were played (verify one hand alone to read what its own seal proves)."
    )
