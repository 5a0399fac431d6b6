"""Journals: kept line by line, repaired when torn, refused when foreign."""

import json
from functools import partial

import numpy as np
import pytest

from cardshark import __version__
from cardshark.arena.records import DEALS, Clock, DealJournal, Piece, PlayedPiece, cut_pieces, pieces_of, tally_pieces
from cardshark.arena.stats import Moments
from cardshark.text import UserError
from helpers.journals import relinked

SETTINGS = {"game": "hearts", "seed": 1}


class Work:
    """A made-up piece of work that remembers what it was asked."""

    def __init__(self):
        self.asked = []

    def __call__(self, piece):
        self.asked.append(piece)
        numbers = np.arange(piece.start, piece.start + piece.deals)[None]
        return PlayedPiece(piece, {"deals": Moments.of(np.concatenate([numbers, numbers**2]))}, [Clock(0.0, piece.deals)])


def play(path, deals, size=10, kind="duel", settings=SETTINGS, **more):
    work = Work()
    with DealJournal(path, kind, settings) as journal:
        tally = tally_pieces(pieces_of(partial(map, work), journal, deals, size), size, **more)
    return work.asked, tally


def test_pieces_end_at_multiples_of_their_size():
    assert cut_pieces(DEALS, 0, 25, 10) == [Piece(DEALS, 0, 10), Piece(DEALS, 10, 10), Piece(DEALS, 20, 5)]
    assert cut_pieces(DEALS, 7, 20, 10) == [Piece(DEALS, 7, 3), Piece(DEALS, 10, 10)]
    assert cut_pieces(DEALS, 20, 20, 10) == []


@pytest.mark.parametrize("stops", [[25, 25], [7, 25, 40], [40, 13], [12, 11, 40]])
def test_only_what_is_missing_is_played_and_the_sums_are_the_same(tmp_path, stops):
    path, reached = tmp_path / "journal", 0
    for deals in stops:
        asked, tally = play(path, deals)
        alone, expected = play(None, deals)
        assert tally.moments == expected.moments
        assert tally.clocks == expected.clocks
        assert tally.deals == deals
        assert sum(piece.deals for piece in asked) <= max(deals - reached, 9)
        reached = max(reached, deals)
    assert len(alone) >= 1
    assert play(path, reached)[0] == []


@pytest.mark.long
def test_a_torn_line_is_taken_off_wherever_it_was_torn(tmp_path):
    path = tmp_path / "journal"
    _, expected = play(path, 40)
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        _, tally = play(path, 40)
        assert tally.moments == expected.moments
        assert path.read_bytes() == whole


def test_a_journal_of_something_else_is_left_alone(tmp_path):
    path = tmp_path / "journal"
    play(path, 20)
    before = path.read_bytes()
    with pytest.raises(
        UserError, match=r"records something else: seed is 1 there and 2 here; give the same settings, or name another file"
    ):
        play(path, 20, settings={**SETTINGS, "seed": 2})
    with pytest.raises(UserError, match=r"cardshark is 'duel' there and 'league' here, control is None there and 'random' here"):
        play(path, 20, kind="league", settings={**SETTINGS, "control": "random"})
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"Dear diary", b"Dear diary,\n", b'{"a": 1}\n', b"\xff\n", b"[]\n"])
def test_a_file_that_is_no_journal_is_left_alone(tmp_path, content):
    path = tmp_path / "diary"
    path.write_bytes(content)
    with pytest.raises(UserError, match="is not a journal of cardshark"):
        play(path, 20)
    assert path.read_bytes() == content


def test_a_spoiled_line_in_the_middle_is_named(tmp_path):
    path = tmp_path / "journal"
    play(path, 40)
    first, second, *rest = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(relinked(first + second.replace(b'"moments"', b'"minutes"') + b"".join(rest)))
    with pytest.raises(UserError, match=r"^line 2 of .* is not a finished piece of work: name another file"):
        play(path, 40)
    path.write_bytes(relinked(first + b"".join(rest)))
    with pytest.raises(UserError, match=r"^line 2 of .* does not follow on the lines before: name another file"):
        play(path, 40)


def test_two_runs_do_not_write_into_one_file(tmp_path):
    with DealJournal(tmp_path / "journal", "duel", SETTINGS), pytest.raises(UserError, match="is being written by another run"):
        DealJournal(tmp_path / "journal", "duel", SETTINGS)
    with pytest.raises(UserError, match="cannot be written"):
        DealJournal(tmp_path, "duel", SETTINGS)


def test_a_line_is_on_disk_before_the_next_piece(tmp_path):
    path = tmp_path / "journal"
    with DealJournal(path, "duel", SETTINGS) as journal:
        for number, _ in enumerate(pieces_of(partial(map, Work()), journal, 30, 10), 2):
            assert len(path.read_text().splitlines()) == number
    header, *lines = map(json.loads, path.read_text().splitlines())
    assert header["seed"] == 1
    assert [line["start"] for line in lines] == [0, 10, 20]


def test_looks_come_at_multiples_of_the_size_however_the_journal_was_made(tmp_path):
    path, looks = tmp_path / "journal", []
    play(path, 7)
    play(path, 33)
    _, tally = play(path, 100, enough=lambda tally: looks.append(tally.deals) or tally.deals >= 50)
    assert looks == [10, 20, 30, 40, 50]
    assert tally.deals == 50


DUEL = b"""\
{"cardshark": "duel", "format": 1, "version": "%s", "game": "hearts", "seed": 1, "a": "./\\u00e9t\\u00e9.py:A"}
{"stream": "deal", "start": 0, "deals": 10, "moments": {"deals": {"count": 10, "sums": [45, 285], "products": [285, 2025, 15333]}}, \
"clocks": [[0.0, 10]]}
{"stream": "deal", "start": 10, "deals": 5, "moments": {"deals": {"count": 5, "sums": [60, 730], "products": [730, 9000, 112354]}}, \
"clocks": [[0.0, 5]]}
"""


def test_the_journal_of_a_duel_is_written_in_the_same_bytes_and_gone_on_with(tmp_path):
    path, old = tmp_path / "journal", relinked(DUEL % __version__.encode())
    settings = {"game": "hearts", "seed": 1, "a": "./été.py:A"}
    play(path, 15, settings=settings)
    assert path.read_bytes() == old
    for length in (0, 5, old.index(b"\n") + 1, old.rindex(b"\n", 0, -1) + 1, len(old) - 20):
        path.write_bytes(old[:length])
        play(path, 15, settings=settings)
        assert path.read_bytes() == old
