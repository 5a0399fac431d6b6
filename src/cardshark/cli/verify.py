"""`cardshark verify`: was a hand dealt as it was sealed?"""

import sys

from cardshark.cli.common import prepare
from cardshark.files import path_of, read_text
from cardshark.text import UserError


def verify(hand: str) -> None:
    """Check a saved hand: do its seal, secret, cards, choices and score agree? Exit status 0 if they do, 1 if not.

    Parameters
    ----------
    hand
        A file, as the table in the browser saves it (page or JSON), or the link of a hand.
    """
    from cardshark.hands.verify import read
    from cardshark.hands.verify import verify as check

    prepare()
    finding = check(read(text_of(hand)))
    print(finding.sentence)
    if not finding.good:
        sys.exit(1)


def text_of(hand: str) -> str:
    """What stands in the file, or the link itself."""
    from cardshark.hands.link import looks_like_link

    try:
        file = path_of(hand)
        if file.is_dir():
            raise UserError(f"{hand} is a folder: name a file, or the link of a hand")
        if not file.is_file():
            if hand.lower().endswith((".html", ".json", ".htm", ".txt")):
                raise UserError(f"there is no file {hand}")
            if not hand.startswith(("{", "<")) and not looks_like_link(hand):
                raise UserError(f"there is no file {hand[:60]!r}, and it is no link of a hand either")
            return hand
        return saved_hand(hand, read_text(file))
    except OSError as error:
        if len(hand) > 200:  # a link is no name of a file
            return hand
        raise UserError(f"{hand} cannot be read: {error.strerror}") from None


def saved_hand(file: str, text: str) -> str:
    """The text of a file if it can be a saved hand or a link."""
    from cardshark.hands.link import looks_like_link

    is_one_word = len(text.split()) == 1
    if not text.lstrip().startswith(("{", "<")) and not (is_one_word and looks_like_link(text)):
        raise UserError(f"{file} holds no saved hand: name a page or a JSON file that cardshark wrote")
    return text
