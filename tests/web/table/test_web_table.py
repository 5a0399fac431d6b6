"""Tables that are played again from what is kept of them, and the file that keeps it."""

import sqlite3
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardshark.cards import card, listed, name
from cardshark.games import hearts, house
from cardshark.hands.seal import deal_sealed, new_secret, seal_of
from cardshark.text import UserError
from cardshark.web.games.hearts.state import hearts_state, refusals
from cardshark.web.messages import Words
from cardshark.web.table.database import home
from cardshark.web.table.state import state_of
from cardshark.web.table.store import Store
from cardshark.web.table.table import Dealt, TableMatch, TableSettings

FOUR = ["you", "jake", "jake", "jake"]


def secret(number: int) -> bytes:
    return bytes([number % 256]) * 32


def new_table(rules: str = "american", mode: str = "play", number: int = 1, game: str = "hearts") -> TableMatch:
    seats = FOUR if game == "hearts" else ["you", "simple"]
    return TableMatch(TableSettings(game, rules, seats, mode), [Dealt(secret(number), [])])


def finish_hand(table: TableMatch, pick: int = 0) -> None:
    while not table.ended:
        choices = listed(int(table.match.view().legal))
        table.choose(choices[pick % len(choices)])


@pytest.mark.long
@pytest.mark.parametrize(("game", "rules"), [("hearts", "american"), ("hearts", "dutch:win_back=yes,limit=20"), ("gin", "eaai")])
def test_a_table_is_a_function_of_what_is_kept(game, rules):
    table = new_table(rules, game=game)
    for number in range(4):
        for place in range(1000):
            again = TableMatch(table.settings, [Dealt(hand.secret, list(hand.choices)) for hand in table.hands])
            assert again.match.games.tobytes() == table.match.games.tobytes()
            assert (again.after is None) == (table.after is None)
            if table.ended:
                break
            choices = listed(int(table.match.view().legal))
            table.choose(choices[(place * 7 + number) % len(choices)])
        if table.over:
            return
        table.next_hand(secret(100 + number))


@pytest.mark.parametrize("rules", ["american", "falcon", "dutch"])
def test_every_hand_is_dealt_from_its_own_secret(rules):
    table = new_table(rules)
    for number in range(5):
        hand = deal_sealed("hearts", table.rules, table.hands[-1].secret, number)
        assert [int(each) for each in table.match.state.hands] == list(hand.hands)
        assert table.seal == seal_of(table.hands[-1].secret)
        finish_hand(table, number)
        before = table.totals
        table.next_hand(new_secret())
        assert table.hand_number == number + 1 and table.totals == before


def test_nothing_of_the_next_hand_exists_before_it_is_asked_for():
    tables = [new_table(), new_table()]
    for table in tables:
        finish_hand(table)
    shown = [state_of(table, "t", 1, "off") for table in tables]
    assert shown[0] == shown[1]
    tables[0].next_hand(secret(5))
    tables[1].next_hand(secret(6))
    assert tables[0].match.state.hands.tolist() != tables[1].match.state.hands.tolist()
    assert tables[0].totals == tables[1].totals


def test_the_scores_are_those_of_the_game():
    table = new_table()
    finish_hand(table)
    assert sum(table.points) in (26, 78)
    assert table.totals == table.points
    assert state_of(table, "t", 1, "off").result.totals == table.points


def test_undo_goes_back_to_the_own_last_choice_and_marks_the_hand():
    table = new_table(mode="practice")
    with pytest.raises(UserError):
        table.without_last(0)
    hands = table.match.state.hands.tolist()
    for _ in range(12):
        table.choose(listed(int(table.match.view().legal))[0])
    passed = table.without_last(0)
    assert passed.story == [] and passed.match.state.hands.tolist() == hands and passed.hands[-1].undone
    while table.turn != 0:
        table.choose(listed(int(table.match.view().legal))[0])
    before, view = len(table.story), table.view().tobytes()
    table.choose(listed(int(table.match.view().legal))[-1])
    while table.turn not in (0, None):
        table.choose(listed(int(table.match.view().legal))[0])
    back = table.without_last(0)
    assert len(back.story) == before and back.turn == 0 and back.view().tobytes() == view


def jack_rules() -> str:
    return "american:jack_of_diamonds=10,passing=none,pass_count=0"


@pytest.mark.parametrize("rules", ["american", "dutch", jack_rules(), "american:players=3,removed=2D", "falcon"])
@settings(max_examples=15)
@given(number=st.integers(0, 255), pick=st.integers(0, 3))
def test_a_claim_changes_no_score(rules, number, pick):
    seats = FOUR[: house.parse(hearts.PRESETS, rules).players]
    table = TableMatch(TableSettings("hearts", rules, seats), [Dealt(secret(number), [])])
    while not table.ended:
        if table.is_decided:
            low, high = (TableMatch(table.settings, [Dealt(secret(number), list(table.hands[-1].choices))]) for _ in range(2))
            for choice in low.rest():
                low.choose(choice)
            finish_hand(high, -1)
            assert low.points == high.points
        choices = listed(int(table.match.view().legal))
        table.choose(choices[(pick + len(table.story)) % len(choices)])


def test_no_claim_while_the_jack_is_out():
    table = new_table(jack_rules())
    table.match.games["table"]["points"][0] = (26, 0, 0, 0)
    assert not table.is_decided
    table.match.games["table"]["jack"] = 2
    assert table.is_decided


@pytest.mark.long
@settings(max_examples=30)
@given(number=st.integers(0, 255), pick=st.integers(0, 5))
def test_every_card_that_may_not_be_played_has_a_reason(number, pick):
    table = new_table(number=number)
    while not table.ended:
        view = table.match.view()
        said = refusals(table, table.turn)
        assert set(said) == {name(each) for each in listed(int(view.hand) & ~int(view.legal))}
        for refused, words in said.items():
            check_reason(table, view, card(refused), words)
        choices = listed(int(view.legal))
        table.choose(choices[pick % len(choices)])


def check_reason(table: TableMatch, view, refused: int, words: Words) -> None:
    led, now = int(view.table.led), view.table
    if words.key == "no_follow":
        assert now.played > now.start and refused >> 4 != led and words.args["suit"] == "CDHS"[led]
    elif words.key == "no_first_lead":
        assert now.played == 0 and words.args["card"] == "2C"
    elif words.key == "no_hearts":
        assert now.played == now.start and refused >> 4 == 2 and not hearts_state(table, None).broken
    elif words.key == "no_points_first":
        assert now.trick == 0 and (refused >> 4 == 2 or refused == card("QS"))
    else:
        assert words.key == "no_passed" and now.phase == hearts.PASS


def test_the_moon_is_noticed_when_one_player_has_every_point_of_several_tricks():
    threatened = set()
    for number in range(20):
        table = new_table(number=number)
        while not table.ended:
            shown = hearts_state(table, 0)
            takers = [trick.winner for trick in shown.tricks if trick.points]
            assert shown.moon == (takers[0] if len(takers) > 1 and len(set(takers)) == 1 else None)
            threatened.add(shown.moon)
            table.choose(listed(int(table.match.view().legal))[-1])
    assert len(threatened) > 1


# ---- the file ----


def test_what_is_kept_is_what_was_played(tmp_path):
    store = Store(tmp_path / "tables.sqlite")
    person = store.owner()
    table = new_table()
    kept_name = store.new_table(person, table.settings, "nudge", table.hands[0].secret, [])
    finish_hand(table)
    for place, choice in enumerate(table.hands[0].choices):
        store.add_choice(kept_name, [Dealt(secret(1), table.hands[0].choices[:place])], choice)
    store.end_hand(kept_name, table.hands, table.points[0], table.points, table.totals)
    store.add_hand(kept_name, table.hands, secret(2))
    table.next_hand(secret(2))
    store.close()
    store = Store(tmp_path / "tables.sqlite")
    kept = store.table(kept_name)
    assert kept.person == person and kept.coach == "nudge" and not kept.closed
    again = TableMatch(kept.settings, kept.hands)
    assert again.match.games.tobytes() == table.match.games.tobytes()
    (open_table,) = store.open_tables(person)
    assert open_table[0] == kept_name and open_table[2] == 2 and open_table[3] == table.totals
    assert [hand.points for hand in store.finished_hands(person)] == [again.totals[0]]
    assert store.statistics(person) == {"hearts": {"hands": 1, "points": again.totals[0]}}
    store.close()


def test_what_is_taken_back_has_not_ended(tmp_path):
    store = Store(tmp_path / "tables.sqlite")
    person, hands = store.owner(), [Dealt(secret(1), list(range(20)))]
    kept_name = store.new_table(person, new_table().settings, "off", secret(1), hands[0].choices)
    store.end_hand(kept_name, hands, 7, [7, 9, 10, 0], [7, 9, 10, 0])
    assert len(store.finished_hands(person)) == 1
    store.cut(kept_name, hands, 10)
    assert store.finished_hands(person) == [] and store.statistics(person) == {}
    assert store.table(kept_name).hands == [Dealt(secret(1), list(range(10)), True)]
    store.close()


def test_practice_and_what_was_taken_back_leave_the_statistics(tmp_path):
    store = Store(tmp_path / "tables.sqlite")
    person = store.owner()
    for mode, undone in (("practice", False), ("play", True), ("play", False)):
        kept_name = store.new_table(person, TableSettings("hearts", "american", FOUR, mode), "off", secret(1), [])
        if undone:
            store.cut(kept_name, [Dealt(secret(1), [])], 0)
        store.end_hand(kept_name, [Dealt(secret(1), [])], 7, [7, 9, 10, 0], [7, 9, 10, 0])
    assert len(store.finished_hands(person)) == 3
    assert store.statistics(person) == {"hearts": {"hands": 1, "points": 7}}
    store.close()


def test_many_threads_write_at_once(tmp_path):
    store = Store(tmp_path / "tables.sqlite")
    names = [store.new_table(store.owner(), new_table().settings, "off", secret(1), []) for _ in range(8)]

    def write(kept_name: str) -> None:
        for place in range(50):
            store.add_choice(kept_name, [Dealt(secret(1), list(range(place)))], place)

    threads = [threading.Thread(target=write, args=(each,)) for each in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(store.table(each).hands[0].choices == list(range(50)) for each in names)
    store.close()


@pytest.mark.parametrize("content", [b"this is no database at all" * 100, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_damaged_file_is_named_and_left_alone(tmp_path, content):
    path = tmp_path / "tables.sqlite"
    path.write_bytes(content)
    with pytest.raises(UserError, match=r"tables\.sqlite .*CARDSHARK_HOME"):
        Store(path)
    assert path.read_bytes() == content


def test_a_file_from_the_future_or_of_somebody_else_is_left_alone(tmp_path):
    path = tmp_path / "tables.sqlite"
    file = sqlite3.connect(path)
    file.execute("create table birds (name text)")
    file.commit()
    with pytest.raises(UserError, match="not a file of cardshark"):
        Store(path)
    file.execute("pragma user_version = 99")
    file.commit()
    with pytest.raises(UserError, match="later cardshark"):
        Store(path)
    assert file.execute("select count(*) from sqlite_master").fetchone() == (1,)
    file.close()


def test_where_tables_are_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("CARDSHARK_HOME", str(tmp_path / "here"))
    assert home() == tmp_path / "here"
    monkeypatch.delenv("CARDSHARK_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert home() == tmp_path / "cardshark"
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="cannot be opened"):
        Store(tmp_path / "file" / "tables.sqlite")


def test_a_card_set_is_named_as_a_hand_is_held():
    table = new_table()
    hand = state_of(table, "t", 1, "off").hand
    assert len(hand) == 13 and sorted(map(card, hand)) == listed(int(table.match.state.hands[0]))
