"""`cardshark analyse`: what every choice in a position is worth."""

import sys

from cardshark.cli.common import Json, prepare
from cardshark.text import UserError

MOST_INPUT = 50_000_000  # characters of standard input: more than any match


def analyse(
    position: str = "", *, at: str = "", player: str = "coach", deals: int | None = None, seed: int | None = None, as_json: Json = False
) -> None:
    """What every choice in a position is worth, how sure that is, and why.

    Parameters
    ----------
    position
        A file with a position (the lines that programs are sent, or JSON), a transcript, or a hand that the table in the browser saved;
        or a link of the table. Without it, standard input is read.
    at
        Where in a transcript or a link: HAND.TRICK or HAND.TURN, perhaps with a seat and the number of its choice there, as 3.5.0.2.
    player
        Who thinks: the coach, or a player that has opinions, like montecarlo:deals=500 or network:brain=owl.
    deals
        How many deals the coach imagines; 1,000 without it.
    seed
        Other imagined deals; without it they follow from the position.
    """
    text = position or read_input()
    prepare()
    from cardshark.coach.analyse import analyse as answer

    found = answer(text, at, player=player, deals=deals, seed=seed)
    print(found.to_json() if as_json else found)


def read_input() -> str:
    """All of standard input, which must not be a person's keyboard."""
    if sys.stdin is None or sys.stdin.isatty():
        raise UserError("analyse needs a position: cardshark analyse FILE, or pipe one in")
    try:
        text = sys.stdin.read(MOST_INPUT + 1)
    except UnicodeDecodeError:
        raise UserError("standard input cannot be read: it is not text") from None
    if not text.strip():
        raise UserError("there is nothing on standard input: pipe a position in, or name a file")
    if len(text) > MOST_INPUT:
        raise UserError(f"standard input has more than {MOST_INPUT:,} characters, and no match is that long")
    return text if "\n" in text.strip() else f"{text.strip()}\n"
