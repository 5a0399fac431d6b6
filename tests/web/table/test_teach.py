"""The first hand that teaches: the ideas come whatever is played, are true for the trick they are said in, and give nothing away."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random

import pytest

from cardshark.cards import card, listed, name
from cardshark.coach.sentences import all_texts
from cardshark.web.hall import Hall
from cardshark.web.messages.teach import Learn
from cardshark.web.table.dealer import ask, seat_player
from cardshark.web.table.store import Store
from cardshark.web.table.table import Dealt, TableMatch
from cardshark.web.teach.deal import PEOPLE, SEED, prepared
from cardshark.web.teach.lesson import IDEAS, Situation, kind_of, kinds_of, lesson_of, situation
from cardshark.web.teach.page import learn
from helpers.teach_deals import ideas_heard
from helpers.web.pages import Page, let_in, new_guest, running


def lessons(student: int):
    """A hand in which the student plays anything: the table at each of the student's decisions, and what is said there."""
    settings = prepared()
    table, random = TableMatch(settings, [Dealt(b"", [])]), Random(student)
    players = [None if text == "you" else seat_player(text, table) for text in settings.seats]
    while not table.ended:
        seat = table.turn
        if seat == 0:
            yield table, lesson_of(table)
            table.choose(random.choice(listed(int(table.view()["legal"][0]))))
        else:
            table.choose(ask(players[seat], table.view()))
    yield table, lesson_of(table)


@pytest.mark.long
def test_whatever_one_plays_nearly_all_ideas_come_up_and_none_twice():
    for student in range(8):
        heard = ideas_heard(SEED, student)
        assert len({*heard}) == len(heard) >= len(IDEAS) - 1
        assert heard[:2] == ["begins", "follow"]


@pytest.mark.long
def test_what_is_said_is_true_of_the_trick():
    for student in range(4):
        for table, lesson in lessons(student):
            texts = all_texts()["nl"]
            said = [lesson.text, lesson.happened, lesson.grey, *(kind.why for kind in lesson.kinds)]
            assert all(words is None or words.key in texts for words in said)
            if lesson.ended:
                assert lesson.kinds == [] and lesson.idea == "" and len(lesson.said) >= len(IDEAS) - 1
                continue
            now = situation(table.view()[0])
            assert sorted(each for kind in lesson.kinds for each in kind.cards) == sorted(name(each) for each in listed(now.legal))
            assert (lesson.grey is None) == (now.legal == now.hand)
            check_idea(lesson, now)
            for kind in lesson.kinds:
                if kind.word == "teach_word_under":
                    assert all(card(each) < now.winning[1] for each in kind.cards)
                if kind.word == "teach_word_over":
                    assert all(card(each) > now.winning[1] and card(each) >> 4 == now.led for each in kind.cards)


def check_idea(lesson, now: Situation) -> None:
    """Does the trick show its idea?"""
    shows = {
        "begins": now.trick == 1, "follow": now.follows, "highest": True, "duck": bool(now.lies and now.under),
        "void": bool(now.lies) and not now.follows, "hearts": bool(now.seen & 0x1FFF << 32), "broken": not now.lies, "queen": True,
        "low": not now.lies, "count": lesson.text is not None and 0 <= lesson.text.args.get("left", 0) <= 13, "moon": sum(now.points) > 0,
        "": True,
    }  # fmt: skip
    assert shows[lesson.idea], (lesson.idea, now)


@pytest.mark.long
def test_nothing_is_said_that_the_person_cannot_see():
    """The same lesson when the hidden cards are elsewhere."""
    for table, lesson in lessons(5):
        for games in [table.match.games, *(step.before for step in table.story)]:
            games["hands"][0, [1, 2, 3]] = games["hands"][0, [2, 3, 1]]
        assert lesson_of(table) == lesson
        for games in [table.match.games, *(step.before for step in table.story)]:
            games["hands"][0, [2, 3, 1]] = games["hands"][0, [1, 2, 3]]


def test_words_of_cards():
    six, nine, ace, king = card("6D"), card("9D"), card("AD"), card("KD")
    hand = sum(1 << each for each in (six, nine, ace, card("5C")))
    legal = hand & 0x1FFF << 16
    duck = Situation(4, [(2, card("7D")), (3, king)], hand, legal, 0, [0] * 4, 0)
    assert [kind_of(duck, each)[0] for each in (six, nine, ace)] == ["under_low", "under_most", "over"]
    assert [kind.tone for kind in kinds_of(duck)] == ["good", "fair", "bad"]
    last = duck._replace(lies=[(1, card("7D")), (2, king), (3, card("2H"))])
    assert kind_of(last, ace) == ("over_pays", "bad")
    free = duck._replace(lies=[(3, card("2S"))], legal=hand)
    assert kind_of(free, ace) == ("gone_high", "good") and kind_of(free, six) == ("gone_low", "fair")
    leads = duck._replace(lies=[])
    assert kind_of(leads, ace) == ("top", "bad") and kind_of(leads, six) == ("low", "good")


def test_stopping_keeps_the_place_and_others_have_their_own(tmp_path):
    with running(tmp_path) as server:
        cookie = let_in(server)
        with Page(server.port, cookie) as page:
            table = page.ask(do="learn")["table"]
        with Page(server.port, cookie) as page:
            found = page.ask(do="learn")
            assert found["table"] == table and found["mode"] == "practice" and found["home"] == "/teach"
            assert [seat.get("who") for seat in found["seats"]] == ["you", *PEOPLE]
            lesson = page.ask(do="lesson", table=table, seq=found["seq"])
            assert lesson["say"] == "lesson" and lesson["idea"] in ("begins", "")
            assert page.ask(do="learn", anew=True)["table"] != table
        stranger = new_guest(server)
        with Page(server.port, stranger) as page:
            assert page.ask(do="lesson", table=table)["words"]["key"] == "trouble_no_table"


def test_a_double_click_begins_one_first_hand(tmp_path, monkeypatch):
    hall = Hall(Store(tmp_path / "tables.sqlite"))
    person, at_once = hall.store.owner(), threading.Barrier(2)
    set_up = hall.set_up

    def slowly(*given):
        with suppress(threading.BrokenBarrierError):
            at_once.wait(0.1)  # until the other is here too, if it comes
        return set_up(*given)

    monkeypatch.setattr(hall, "set_up", slowly)
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(lambda _: learn(hall, person, Learn()), range(2))
    assert first == second and hall.store.database.rows("select id from tables") == [(first,)]
    asyncio.run(hall.close())
