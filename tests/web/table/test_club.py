"""The club evening: the same cards for everybody, in turn, and nobody learns of a board before having played it."""

import msgspec
import pytest

from cardshark.web.club import page
from cardshark.web.club.bots import play_evening
from cardshark.web.club.evening import EveningSettings, Turn, board_of, next_turn, order
from cardshark.web.club.scores import sheet
from cardshark.web.club.store import KeptBoard, evenings, played
from cardshark.web.hall import Hall as RealHall
from cardshark.web.ledger.store import hands_of
from cardshark.web.messages.club import Club, Entrant, OpenClub, PlayClub
from cardshark.web.table.dealer import Refused, TableDealer
from cardshark.web.table.store import Store

ANNA, BO, PIM = Entrant("Anna"), Entrant("Bo"), Entrant(who="pim")
OTHERS = ["wilma", "jake", "nora"]


class Hall:
    """All that the club asks of a hall; bots play at once."""

    def __init__(self, folder):
        self.store, self.errands = Store(folder / "tables.sqlite"), self
        self.person = self.store.owner()
        self.hand = RealHall.hand.__get__(self)
        self.hands = RealHall.hands.__get__(self)

    def run(self, room, name):
        """An errand, done at once."""
        list(play_evening(self.store.database, name))

    def goes_on(self, room, name):
        """It is done already."""
        return False


@pytest.fixture
def hall(tmp_path):
    """A hall with a file of its own."""
    found = Hall(tmp_path)
    yield found
    found.store.close()


def begin(hall, *entrants: Entrant, boards: int = 2) -> str:
    """A new evening."""
    return page.open_club(hall, hall.person, OpenClub(entrants=list(entrants), others=OTHERS, boards=boards)).evening.name


def show(hall, name: str):
    """The evening as the page sees it."""
    return page.show_club(hall, hall.person, Club(evening=name)).evening


def finish(hall, name: str, points: int) -> str:
    """Whoever is next plays a board for so many points."""
    table = page.play_club(hall, hall.person, PlayClub(evening=name))
    hall.store.end_hand(table, hall.store.table(table).hands, points, [points, 0, 0, 0], [points, 0, 0, 0])
    hall.store.end_match(table)
    return table


def settings(entrants: int, boards: int) -> EveningSettings:
    """An evening of people only."""
    return EveningSettings("secret", [Entrant(name) for name in "abcdefgh"[:entrants]], OTHERS, boards)


# ---- whose turn ----


@pytest.mark.parametrize("people", range(1, 9))
def test_everybody_is_first_and_last_equally_often(people):
    evening = settings(people, 4 * people)
    orders = [order(evening, number) for number in range(evening.boards)]
    assert all(sorted(each) == list(range(people)) for each in orders)
    for place in (0, -1):
        assert [[each[place] for each in orders].count(entrant) for entrant in range(people)] == [4] * people


def test_a_board_is_finished_before_the_next_is_begun():
    done, turns = set(), []
    while turn := next_turn(settings(3, 3), lambda *turn: turn in done):
        turns.append(tuple(turn))
        done.add(tuple(turn))
    assert turns == [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (1, 0), (2, 2), (2, 0), (2, 1)]


# ---- fair ----


def test_everybody_gets_the_same_cards_and_meets_the_same_players(hall):
    name = begin(hall, ANNA, BO)
    tables = [TableDealer(hall.store, each, hall.store.table(each)) for each in (finish(hall, name, 3), finish(hall, name, 5))]
    first, second = (each.table for each in tables)
    assert first.match.games.tobytes() == second.match.games.tobytes()
    assert first.settings == second.settings
    assert first.settings.seats[0] == "you"
    assert show(hall, name).turn.board == 1
    third = TableDealer(hall.store, "", hall.store.table(finish(hall, name, 3))).table
    assert third.match.games.tobytes() != first.match.games.tobytes()
    assert third.hand_number == 1  # cards are passed to the other side


def test_evenings_do_not_share_cards(hall):
    first, second = (evenings(hall.store.database, hall.person, begin(hall, ANNA, BO))[0].settings for _ in range(2))
    assert board_of(first, 0) != board_of(second, 0)


@pytest.mark.long
def test_bots_play_every_board(hall):
    found = show(hall, begin(hall, PIM, Entrant(who="jake"), boards=4))
    assert (found.done, found.turn) == (4, None)
    assert all(cell.points is not None for row in found.rows for cell in row.cells)


def test_a_page_asks_again_if_the_bots_ended_while_it_was_made(hall, monkeypatch):
    """What they played last may not be on it."""
    name, answers = begin(hall, PIM, Entrant(who="jake"), boards=4), iter([True, False])
    monkeypatch.setattr(hall, "goes_on", lambda room, what: next(answers))
    assert show(hall, name).playing


# ---- nobody learns too early ----


def test_nobody_learns_of_a_board_before_everybody_has_played_it(hall):
    name = begin(hall, ANNA, BO, PIM)
    table = finish(hall, name, 17)
    found = show(hall, name)
    assert [cell.points for row in found.rows for cell in row.cells] == [None] * 6
    assert b"17" not in msgspec.json.encode(found.rows)
    with pytest.raises(Refused):
        hall.hand(hall.person, f"{table}-0")  # no review yet
    assert hall.store.finished_hands(hall.person) == []  # nor in the lists of hands, which are those of one person
    assert hands_of(hall.store.database, hall.person) == []
    finish(hall, name, 4)
    found = show(hall, name)
    assert {row.entrant.name: row.cells[0].points for row in found.rows if not row.entrant.who} == {"Anna": 17, "Bo": 4}
    assert hall.store.table(table).closed == 3


def test_a_table_is_the_same_until_it_is_finished_and_then_closed(hall):
    name = begin(hall, ANNA, BO)
    table = page.play_club(hall, hall.person, PlayClub(evening=name))
    hall.store.close_table(table)
    assert page.play_club(hall, hall.person, PlayClub(evening=name)) == table
    assert finish(hall, name, 1) == table
    assert page.play_club(hall, hall.person, PlayClub(evening=name)) != table


# ---- the sheet ----


def scored(*rows: list[int]) -> list:
    """The sheet of an evening in which everybody paid this."""
    kept = {Turn(board, entrant): KeptBoard("", paid) for entrant, row in enumerate(rows) for board, paid in enumerate(row)}
    return sheet(settings(len(rows), len(rows[0])), kept)


def test_the_sheet_ranks_and_compares_on_the_same_cards():
    rows = scored([1, 5, 0, 2], [3, 9, 1, 7], [1, 5, 0, 2])
    assert [(row.entrant.name, row.rank, row.total) for row in rows] == [("a", 1, 8), ("c", 1, 8), ("b", 3, 20)]
    assert rows[0].better == pytest.approx((2 + 4 + 1 + 5) / 2 / 4)
    assert rows[2].better == pytest.approx(-3)
    assert rows[2].error == pytest.approx(3.182 * 1.8257 / 2, rel=1e-3)  # Student's t with three degrees of freedom


def test_few_boards_have_no_interval():
    assert scored([1, 5, 0], [3, 9, 1])[0].error is None


# ---- what is refused ----


@pytest.mark.parametrize(
    ("entrants", "others", "boards", "why"),
    [
        ([ANNA], OTHERS, 8, "trouble_club_number"),
        ([Entrant(str(number)) for number in range(9)], OTHERS, 8, "trouble_club_number"),
        ([ANNA, BO], OTHERS, 0, "trouble_club_boards"),
        ([ANNA, BO], OTHERS, 33, "trouble_club_boards"),
        ([ANNA, BO], ["jake", "nora"], 8, "trouble_club_cast"),
        ([ANNA, BO], ["jake", "nora", "./bot.py:Bot"], 8, "trouble_club_cast"),
        ([ANNA, Entrant(who="exec:rm")], OTHERS, 8, "trouble_club_cast"),
        ([ANNA, Entrant(" ")], OTHERS, 8, "trouble_club_name"),
        ([ANNA, Entrant("x" * 25)], OTHERS, 8, "trouble_club_name"),
        ([ANNA, Entrant("anna ")], OTHERS, 8, "trouble_club_twice"),
        ([PIM, Entrant("pim")], OTHERS, 8, "trouble_club_twice"),
    ],
)
def test_an_evening_that_cannot_be_played_is_refused(hall, entrants, others, boards, why):
    with pytest.raises(Refused, match=why):
        page.open_club(hall, hall.person, OpenClub(entrants=entrants, others=others, boards=boards))
    assert evenings(hall.store.database, hall.person) == []


def test_nobody_begins_one_evening_after_another_without_an_end(hall, monkeypatch):
    monkeypatch.setattr(page, "MOST_OPEN", 2)
    first = begin(hall, ANNA, BO, boards=1)
    begin(hall, ANNA, BO)
    with pytest.raises(Refused, match="trouble_club_many"):
        begin(hall, ANNA, BO)
    for points in (1, 2):
        finish(hall, first, points)
    begin(hall, ANNA, BO)
    with hall.store.database.writing() as file:
        file.execute("update club set made = datetime('now', '-2 days')")  # what was left lying is in nobody's way
    assert begin(hall, ANNA, BO) and len(evenings(hall.store.database, hall.person)) == 4


def test_an_evening_of_somebody_else_is_not_found(hall):
    name = begin(hall, ANNA, BO)
    with pytest.raises(Refused, match="trouble_club_none"):
        page.show_club(hall, hall.store.new_person(), Club(evening=name))
    assert played(hall.store.database, name) == {}
