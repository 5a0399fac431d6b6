"""`cardshark verify`: is a file what was written, and what does the seal of a hand prove?"""

from typing import Annotated

from cyclopts import Parameter

from cardshark.cli.common import prepare
from cardshark.files import path_of
from cardshark.text import UserError

ENDINGS = (".html", ".json", ".jsonl", ".htm", ".txt", ".safetensors", ".part")
Noted = Annotated[str, Parameter(allow_leading_hyphen=False)]


def verify(file: str, *, seal: Noted = "", word: Noted = "", end: Noted = "") -> None:
    """Say what a file is, and whether it is whole and unchanged; of a hand, what its seal proves. Exit status 0 if it is, 2 if not.

    Parameters
    ----------
    file
        A hand as the table in the browser saves it (page or JSON), the link of a hand, a journal of a duel, a league or a paper,
        a record of a paper, or a brain.
    seal
        Of a hand: the seal that you noted before it was dealt, or at least its first 16 digits.
    word
        Of a hand: your own word, as your page noted it.
    end
        Of a hand: the end of its chain, as your page noted it.
    """
    from cardshark.hands.verify import read, read_note
    from cardshark.show.whole import check_file, check_hand

    note = read_note(seal, word, end)
    prepare()
    print(check_file(file, note) if is_file(file) else check_hand(read(file), note))


def is_file(given: str) -> bool:
    """Is this the name of something on disk, and not a hand itself or the link of one? What is neither is refused."""
    from cardshark.hands.link import looks_like_link

    try:
        if path_of(given).exists():
            return True
    except OSError as error:
        if len(given) <= 200:  # a link is no name of a file
            raise UserError(f"{given} cannot be read: {error.strerror}") from None
    if given.lower().endswith(ENDINGS):
        raise UserError(f"there is no file {given[:200]}")
    if not given.startswith(("{", "<")) and not looks_like_link(given):
        raise UserError(f"there is no file {given[:60]!r}, and it is no link of a hand either")
    return False
