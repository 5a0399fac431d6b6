"""A person at a game that has no words of its own in the terminal: the position, and the names of what may be chosen."""

import io
import re
from types import SimpleNamespace

import pytest
from rich.console import Console

from cardshark.players import seat
from cardshark.players.terminal import Terminal
from cardshark.players.terminal.plain import PlainSeat
from cardshark.terminal.evening import Evening, evening
from cardshark.text import UserError
from helpers import peek


def at_the_table(*typed: str) -> str:
    """What a person sees who types these lines, then whatever is offered first."""
    page, lines = io.StringIO(), list(typed)

    def read(prompt: str) -> str:
        offered = [line for line in page.getvalue().splitlines() if line.startswith("You may choose: ")][-1]
        answer = lines.pop(0) if lines else offered.split()[3]
        page.write(f"{prompt}{answer}\n")
        return answer

    people = [seat("terminal:symbols=no"), seat("random")]
    evening(Evening("peek", peek.PRESETS["usual"], ["terminal", "random"], 5), people, Console(file=page, width=80), read)
    return page.getvalue()


def test_a_person_plays_a_plain_game(with_peek):
    said = at_the_table("HIGH", "?", "score", "l", "xx", "2c 3c")
    assert "phase wager" in said and "You may choose: low high" in said and "Your choice, wager: HIGH" in said
    assert "Type what you choose as it stands there" in said and "Points: You 0 · Opponent 0" in said
    assert re.search(r" win(s)? the match with \d points?\.$|share the first place", said.splitlines()[-1])
    for line in ("Hand 3", "total"):
        assert line in said
    assert len(re.findall(r"^ +(?:You|Opponent): play \w\w$", said, re.MULTILINE)) == 6
    assert not re.search(r": wager (low|high)$", said, re.MULTILINE)  # what was wagered is secret


def test_what_is_typed_wrong_at_a_plain_game(with_peek):
    view = SimpleNamespace(hand=1 << 3 | 1 << 20 | 1 << 36, legal=1 << 3, choices=[3], phase=peek.PLAY, turn=0)
    place = PlainSeat(peek, peek.PRESETS["usual"], symbols=False)
    assert place.moves(view) == {"5c": 3, "": 3} and place.prompt(view) == "Your choice, play (Enter for the only choice): "
    assert place.choices(view, ["5♣"]) == [3]
    for typed, answer in (
        (["6d"], "6D may not be chosen here, only: 5C."),
        (["kd"], "You do not hold KD."),
        (["5c", "6d"], "Type one of: 5C."),
    ):
        with pytest.raises(UserError, match=re.escape(answer)):
            place.choices(view, typed)
    view.phase, view.choices, view.legal = peek.WAGER, [13, 14], 1 << 13 | 1 << 14
    with pytest.raises(UserError, match="Type one of: low high"):
        place.choices(view, ["5"])


def test_where_nobody_coaches_a_sentence_says_so(with_peek):
    assert "there is no coach for the game 'peek'" in at_the_table("h")


def test_any_number_of_people_may_sit_down():
    person = Terminal()
    person.sit(SimpleNamespace(NAME="many", seats=lambda rules: 6), None)
    assert isinstance(person.seat, PlainSeat)
