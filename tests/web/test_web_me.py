"""Me: figures from the ledger, every hand found again, and hands as files that go out and come in."""

import asyncio
import json
import threading
from datetime import UTC, datetime
from itertools import pairwise
from types import SimpleNamespace

import httpx
import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from cardshark.games import transcript
from cardshark.hands.saved import from_json
from cardshark.web.hall import Hall
from cardshark.web.ledger.entry import Decision
from cardshark.web.me import files, imported
from cardshark.web.me.files import as_json, as_text
from cardshark.web.me.history import list_hands
from cardshark.web.me.imported import bring_in
from cardshark.web.me.kinds import reach, trend
from cardshark.web.me.periods import period
from cardshark.web.me.questions import figures, without_imported
from cardshark.web.messages.me import Figures, Hands, RemoveImported
from cardshark.web.table.dealer import Refused
from cardshark.web.table.store import Store
from cardshark.web.table.table import TableMatch
from cardshark.web.threads import PORTERS
from helpers.web.history import NOW, deal_the_same, play_hands, write_ledger
from helpers.web.pages import base, let_in


@pytest.fixture
def hall(tmp_path, monkeypatch):
    """A hall whose clock stands still, and where always the same cards are dealt."""
    deal_the_same(monkeypatch)
    hall = Hall(Store(tmp_path / "tables.sqlite"))
    hall.clock = lambda: NOW
    yield hall
    asyncio.run(hall.close())


def slip(place: int, cost: float = 1.0, kind: str = "led_spades", chosen: str = "9S") -> Decision:
    """A decision that cost something."""
    return Decision(place, "play", chosen, "4D", cost, cost / 2, 2 * cost, "mistake", kind)


# ---- figures ----


def test_rates_by_game_and_rules_whatever_the_length_of_the_match(hall):
    for rules in ("american", "american:limit=50", "american:hands=4", "dutch"):
        write_ledger(hall, play_hands(hall, rules=rules), cost=0.5)
    write_ledger(hall, play_hands(hall, "gin"), cost=0.25)
    practice = play_hands(hall, mode="practice")
    write_ledger(hall, practice, cost=9.0)
    found = figures(hall, hall.store.owner(), Figures())
    assert [(group.game, group.rules, round(group.rate.mean, 6)) for group in found.groups if group.game == "hearts"] == [
        ("hearts", "american", 0.5),
        ("hearts", "dutch", 0.5),
    ]
    assert {group.game: group.rate.hands for group in found.groups if group.rules != "dutch"} == {"hearts": 3, "gin": 1}
    assert found.group == "hearts american"
    assert set(found.groups[0].phases) == {"pass", "play"}
    assert figures(hall, hall.store.owner(), Figures(group="hearts dutch")).group == "hearts dutch"
    assert figures(hall, hall.store.new_person(), Figures()).groups == []


def test_a_period_holds_what_happened_in_it(hall):
    for days in (1, 60, 200, 900):
        write_ledger(hall, play_hands(hall, days_ago=days), cost=0.5)
    hands = {since: figures(hall, hall.store.owner(), Figures(since=since)).groups[0].rate.hands for since in ("quarter", "year", "all")}
    assert hands == {"quarter": 2, "year": 3, "all": 4}
    assert len(figures(hall, hall.store.owner(), Figures(since="all")).course) == 1  # few decisions make one long stretch


def test_hands_of_one_day_stand_at_their_day(hall):
    write_ledger(hall, play_hands(hall, days_ago=2), cost=0.5)
    found = figures(hall, hall.store.owner(), Figures())
    (stretch,) = found.course
    assert stretch.begin == stretch.day == stretch.end == "2026-11-16" and found.end == "2026-11-18"


def test_the_parts_of_a_period_are_in_order_and_whole():
    over = period("quarter", datetime(2026, 11, 18, tzinfo=UTC))
    days = [over.bounds(part) for part in range(over.parts)]
    assert days[0][0] == "2026-08-19" and days[-1][1] == "2026-11-18"
    assert all(before[1] == after[0] for before, after in pairwise(days))
    assert over.part_of("2026-08-19 00:00:00") == 0 and over.part_of("2026-11-17 23:59:59") == over.parts - 1
    assert not over.holds("2026-08-18 23:59:59")


def test_kinds_of_mistakes_with_their_cost_their_hands_and_their_trend(hall):
    for days, places in ((80, (0, 1)), (70, (0,)), (5, (2,))):
        write_ledger(hall, play_hands(hall, rules="dutch", days_ago=days), wrong={place: slip(place * 4, 1.0 + place) for place in places})
    write_ledger(hall, play_hands(hall, rules="dutch"), wrong={0: slip(0, 0.5, "went_over", "AH")})
    write_ledger(hall, play_hands(hall), wrong={0: slip(0, 0.5, "fed_moon", "AH")})
    first, second = figures(hall, hall.store.owner(), Figures(group="hearts dutch")).kinds  # not those of other rules
    assert (first.kind, second.kind) == ("led_spades", "went_over") or first.cost * first.count >= second.cost * second.count
    spades = next(each for each in (first, second) if each.kind == "led_spades")
    assert spades.count == sum(spades.bars) and spades.hands <= spades.count and spades.trend == "same"
    assert (spades.chosen, spades.better) == (["9S"], ["4D"])
    assert (spades.reach is None) == (spades.count < 3) and next(each for each in (first, second) if each is not spades).reach is None
    write_ledger(hall, play_hands(hall, rules="dutch:limit=30", days_ago=1), wrong={0: slip(0)})
    write_ledger(hall, play_hands(hall, days_ago=1), wrong={0: slip(0)})
    assert list_hands(hall, hall.store.owner(), Hands(kind="led_spades")).count == spades.hands + 2
    found = list_hands(hall, hall.store.owner(), Hands(kind="led_spades", group="hearts dutch"))
    assert found.count == spades.hands + 1 and all(row.mistakes for row in found.rows)


def test_a_cost_is_named_only_where_it_is_more_than_its_interval():
    assert reach([1.0, 1.0]) is None and reach([0.1, 0.1, 9.0]) is None
    assert reach([1.0, 1.1, 1.2]) == pytest.approx(0.248, abs=0.001)


def test_a_trend_is_named_only_where_chance_would_hardly_do_it():
    assert trend((20, 2), (500, 500)) == "fewer"
    assert trend((2, 20), (500, 500)) == "more"
    assert trend((5, 3), (500, 500)) == "same"
    assert trend((5, 0), (500, 0)) == "same"


# ---- every hand ----


@pytest.fixture
def history(hall):
    """A hall with hands of both games."""
    hearts = play_hands(hall, seats=["you", "jake", "stock", "greedy"], days_ago=1)
    gin = play_hands(hall, "gin", seats=["you", "lookahead"], days_ago=200)
    play_hands(hall, mode="practice", days_ago=3)
    write_ledger(hall, hearts, wrong={0: slip(0)})
    write_ledger(hall, gin)
    return hall


@pytest.mark.parametrize(
    ("wanted", "count"),
    [
        (Hands(), 3), (Hands(game="gin"), 1), (Hands(wrong=True), 1), (Hands(since="quarter"), 2), (Hands(opponent="Wilma"), 1),
        (Hands(text="wilma jake"), 1), (Hands(text="WILMA nobody"), 0), (Hands(text="oefenen"), 1), (Hands(text="practice hearts"), 1),
        (Hands(text="hartenjagen"), 2), (Hands(text="mistake"), 1), (Hands(game="gin", wrong=True), 0),
        (Hands(text="%_'\"; drop table"), 0),
    ],
)  # fmt: skip
def test_search_and_filters_find_what_has_everything(history, wanted, count):
    found = list_hands(history, history.store.owner(), wanted)
    assert (found.count, found.of, len(found.rows)) == (count, 3, count)
    assert found.rows == sorted(found.rows, key=lambda row: row.when, reverse=True)
    exported = json.loads(as_json(history, history.store.owner(), wanted))
    assert [each["when"] for each in exported["hands"]] == [row.when for row in found.rows]  # the same hands


def test_points_are_found_by_their_number_and_others_see_nothing(history):
    (row,) = list_hands(history, history.store.owner(), Hands(opponent="Wilma")).rows
    assert list_hands(history, history.store.owner(), Hands(text=f"{row.points:g} points wilma")).count == 1
    wrong = f"{int(row.when[8:10])} points"  # a number of the day
    assert list_hands(history, history.store.owner(), Hands(text=wrong)).count == 0 and f"{row.points:g} points" != wrong
    assert [player.name for player in row.players] == ["Jake", "Wilma", "Lotte"] and row.players[0].who == "jake"
    stranger = history.store.new_person()
    assert list_hands(history, stranger, Hands()).of == 0
    assert json.loads(as_json(history, stranger, Hands()))["hands"] == []


def test_copies_are_called_as_at_the_table(hall):
    play_hands(hall, seats=["jake", "you", "jake", "jake"])
    found = list_hands(hall, hall.store.owner(), Hands())
    assert [player.name for player in found.rows[0].players] == ["Jake", "Jake II", "Jake III"] and found.opponents == ["Jake"]


# ---- files ----


def test_an_export_can_be_read_again_and_tells_nothing_of_hands_that_go_on(history):
    from cardshark.web import messages as m

    owner = history.store.owner()
    going_on = history.create(owner, m.Create(seats=["you", "jake", "jake", "jake"], rules="dutch"))
    secret = history.store.table(going_on).hands[0].secret.hex()
    text, saved = as_text(history, owner, Hands()), as_json(history, owner, Hands())
    assert secret not in text + saved and going_on not in text + saved
    hands = [from_json(each["hand"]) for each in json.loads(saved)["hands"]]
    assert len(hands) == 3 and all("you" in hand.players for hand in hands)
    parts = ["cardshark " + part for part in text.split("\ncardshark ")[1:]]
    assert [transcript.read(part).hands[0] for part in parts] == [hand.cards for hand in hands]


def test_boards_of_a_club_and_old_rules_are_not_in_the_way(history):
    owner = history.store.owner()
    club, old = play_hands(history, days_ago=1), play_hands(history, rules="dutch", days_ago=1)
    with history.store.database.writing() as file:
        file.execute("update tables set settings = json_set(settings, '$.mode', 'club') where id = ?", (club,))
        file.execute("update tables set settings = json_set(settings, '$.rules', 'forgotten') where id = ?", (old,))
    found = list_hands(history, owner, Hands())
    assert found.of == 4 and not any(row.hand.startswith(club) for row in found.rows)
    assert len(json.loads(as_json(history, owner, Hands()))["hands"]) == 3 and as_text(history, owner, Hands()).count("# 20") == 3


def test_an_import_is_marked_counts_nothing_and_is_not_doubled(history, tmp_path):
    saved = as_json(history, history.store.owner(), Hands()).encode()
    assert bring_in(history.store.database, history.store.owner(), saved, NOW) == (0, 3)  # the own hands are there already
    elsewhere = Hall(Store(tmp_path / "elsewhere.sqlite"))
    elsewhere.clock = lambda: NOW
    owner = elsewhere.store.owner()
    assert bring_in(elsewhere.store.database, owner, saved, NOW) == (3, 0)
    assert bring_in(elsewhere.store.database, owner, saved, NOW) == (0, 3)
    found = list_hands(elsewhere, owner, Hands(text="imported"))
    assert found.count == 3 and all(row.imported and not row.counts and row.link for row in found.rows)
    mine = {row.when: row.points for row in list_hands(history, history.store.owner(), Hands()).rows if row.game == "gin"}
    assert mine.items() <= {row.when: row.points for row in found.rows}.items()
    assert figures(elsewhere, owner, Figures(since="all")).groups == [] and elsewhere.store.finished_hands(owner) == []
    assert as_json(elsewhere, owner, Hands()).encode() == saved  # and they can go on to somebody else
    asyncio.run(elsewhere.close())


@pytest.mark.parametrize("when", ["0001-01-01 00:00:00", "1969-12-31 23:59:59", "2027-01-01 00:00:00", "yesterday", 5])
def test_an_import_from_before_cardshark_or_from_the_future_is_refused(history, when):
    content = json.loads(as_json(history, history.store.owner(), Hands()))
    content["hands"][1]["when"] = when
    with pytest.raises(Refused, match="trouble_import_time") as refused:
        bring_in(history.store.database, history.store.new_person(), json.dumps(content).encode(), NOW)
    assert refused.value.words.args["n"] == 2


def test_times_are_kept_in_one_form_and_an_odd_one_is_long_ago(history):
    content = json.loads(as_json(history, history.store.owner(), Hands()))
    for each, when in zip(content["hands"], ["2026-11-01", "2026-11-01T12:00:00.5+02:00", "1970-01-01 00:00:00"], strict=True):
        each["when"] = when
    guest = history.store.new_person()
    bring_in(history.store.database, guest, json.dumps(content).encode(), NOW)
    assert [row.when for row in list_hands(history, guest, Hands()).rows] == [
        "2026-11-01 10:00:00", "2026-11-01 00:00:00", "1970-01-01 00:00:00",
    ]  # fmt: skip
    with history.store.database.writing() as file:
        file.execute("update imported set ended = '1-01-01 00:00:00' where ended like '2026-11-01 1%'")
    for since, count in (("quarter", 1), ("year", 1), ("all", 3)):
        assert list_hands(history, guest, Hands(since=since)).count == count
        assert as_text(history, guest, Hands(since=since)).count("# ") == count


def test_imported_hands_can_be_removed_and_nothing_else(history):
    owner, guest = history.store.owner(), history.store.new_person()
    saved = as_json(history, owner, Hands()).encode()
    for person in (guest, other := history.store.new_person()):
        bring_in(history.store.database, person, saved, NOW)
    assert list_hands(history, guest, Hands(game="gin")).imported == 3
    left = without_imported(history, guest, RemoveImported(game="gin"))
    assert (left.count, left.of, left.imported, left.rows) == (0, 0, 0, [])
    without_imported(history, owner, RemoveImported())
    assert list_hands(history, owner, Hands()).of == list_hands(history, other, Hands()).imported == 3


def test_an_export_plays_each_table_once(hall, monkeypatch):
    name, numbers = play_hands(hall, rules="dutch", count=6), []
    deal_next = TableMatch.deal_next
    monkeypatch.setattr(TableMatch, "deal_next", lambda table, hand: (numbers.append(len(numbers)), deal_next(table, hand)))
    exported = json.loads(as_json(hall, hall.store.owner(), Hands()))["hands"]
    assert [from_json(each["hand"]) for each in exported] == [
        hall.hand(hall.store.owner(), f"{name}-{number}") for number in range(5, -1, -1)
    ]
    assert numbers[:5] == [0, 1, 2, 3, 4] and len(numbers) == 5 + sum(range(6))  # once for the export, and then hand by hand


def test_later_hands_of_gin_are_exported_whoever_dealt(hall):
    play_hands(hall, "gin", count=6)
    hands = [from_json(each["hand"]) for each in json.loads(as_json(hall, hall.store.owner(), Hands()))["hands"]]
    assert {hand.cards.dealer for hand in hands} == {0, 1}
    parts = ["cardshark " + part for part in as_text(hall, hall.store.owner(), Hands()).split("\ncardshark ")[1:]]
    assert [transcript.read(part).hands[0] for part in parts] == [hand.cards for hand in hands]


def test_files_of_hands_have_a_thread_of_their_own(hall, monkeypatch):
    threads = []

    def note(*given):
        threads.append(threading.current_thread().name)
        return (0, 0) if len(given) == 4 else ""

    monkeypatch.setattr(files, "bring_in", note)
    monkeypatch.setitem(files.MAKERS, "txt", note)
    page = TestClient(Starlette(routes=files.routes(SimpleNamespace(hall=hall, person=lambda request: 1))))
    assert page.get("/hands.txt").status_code == page.post("/hands", content=b"{}").status_code == 200
    assert threads == ["porter_0", "porter_0"] and PORTERS == 1


def damaged(saved: bytes, how: str) -> bytes:
    """An export with one thing wrong."""
    content = json.loads(saved)
    if how == "choice":
        content["hands"][1]["hand"]["choices"][5] = content["hands"][1]["hand"]["choices"][4]
    elif how == "cards":
        content["hands"][1]["hand"]["dealt"][0][0] = content["hands"][1]["hand"]["dealt"][1][0]
    elif how == "cut":
        content["hands"][1]["hand"]["choices"] = content["hands"][1]["hand"]["choices"][:-3]
    elif how == "game":
        content["hands"][1]["hand"]["game"] = "whist"
    elif how == "types":
        content["hands"][1] = [1, 2, 3]
    elif how == "newer":
        content["cardshark"] = "hands 7"
    elif how == "foreign":
        content = {"games": [1, 2]}
    elif how == "list":
        content["hands"] = {"a": 1}
    return json.dumps(content).encode()


@pytest.mark.parametrize(
    ("how", "key"),
    [
        ("choice", "hand"), ("cards", "hand"), ("cut", "hand"), ("game", "hand"), ("types", "hand"), ("newer", "newer"),
        ("foreign", "foreign"), ("list", "damaged"),
    ],
)  # fmt: skip
def test_a_bad_import_gets_one_sentence_and_nothing_is_written(history, tmp_path, how, key):
    saved = as_json(history, history.store.owner(), Hands()).encode()
    elsewhere = Store(tmp_path / "elsewhere.sqlite")
    with pytest.raises(Refused) as refused:
        bring_in(elsewhere.database, elsewhere.owner(), damaged(saved, how), NOW)
    assert refused.value.words.key == f"trouble_import_{key}"
    assert elsewhere.database.rows("select count(*) from imported") == [(0,)]
    elsewhere.close()


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\x00", b"nothing", b"[" * 100_000, b'{"cardshark": 3}', b"null", b'"hands 1"'])
def test_nonsense_is_no_export(tmp_path, data):
    elsewhere = Store(tmp_path / "elsewhere.sqlite")
    with pytest.raises(Refused, match=r"trouble_import_(damaged|foreign)"):
        bring_in(elsewhere.database, elsewhere.owner(), data, NOW)
    elsewhere.close()


def test_too_much_is_too_much(history, monkeypatch):
    saved = as_json(history, history.store.owner(), Hands()).encode()
    monkeypatch.setattr(imported, "MOST_HANDS", 2)
    with pytest.raises(Refused, match="trouble_import_many"):
        bring_in(history.store.database, history.store.owner(), saved, NOW)
    monkeypatch.setattr(imported, "MOST_BYTES", 100)
    with pytest.raises(Refused, match="trouble_import_large"):
        bring_in(history.store.database, history.store.owner(), saved, NOW)


@pytest.mark.long
def test_the_addresses_of_the_files(server):
    cookie = {"Cookie": let_in(server)}
    with httpx.Client(base_url=base(server), headers=cookie) as client:
        found = client.get("/hands.json", params={"game": "hearts", "wrong": "true"})
        assert found.status_code == 200 and found.json() == {"cardshark": "hands 1", "hands": []}
        assert "attachment" in found.headers["content-disposition"]
        assert client.get("/hands.txt").text == ""
        assert client.get("/hands.json", params={"most": "nonsense"}).status_code == 400
        assert client.get("/hands.exe").status_code == 404
        assert client.post("/hands", content=b"{}").status_code == 403  # from nowhere: not one of our own pages
        own = {"Origin": base(server)}
        refused = client.post("/hands", content=b"{}", headers=own)
        assert refused.status_code == 400 and refused.json()["key"] == "trouble_import_foreign"
        huge = client.post("/hands", content=b"x" * (imported.MOST_BYTES + 2), headers=own)
        assert huge.json()["key"] == "trouble_import_large"
    assert httpx.get(f"{base(server)}/hands.json").status_code == 403  # without a cookie
