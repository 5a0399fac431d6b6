"""Nobody waits behind a guest: guests have a share of the threads, and what nobody waits for any more is not worked out."""

import asyncio
import threading
import time

import httpx
import pytest

from cardshark.hands.link import encode
from cardshark.hands.played import check_and_play, ended, record_deal, start
from cardshark.web import hall as hall_module
from cardshark.web.threads import COACHES, GUEST_COACHES, GUEST_PLAYERS, PLAYERS, Threads
from helpers.web.pages import Page, base, new_guest


@pytest.mark.parametrize(("kind", "all_of", "share"), [("work", PLAYERS, GUEST_PLAYERS), ("think", COACHES, GUEST_COACHES)])
def test_guests_leave_threads_for_the_owner(kind, all_of, share):
    """Ten tasks of guests that never end: the owner is answered at once."""
    assert 0 < share < all_of
    threads, release, begun = Threads(), threading.Event(), []

    def endless() -> None:
        begun.append(1)
        release.wait(20)

    async def evening() -> float:
        ask = getattr(threads, kind)
        guests = [asyncio.create_task(ask(endless, guest=True)) for _ in range(10)]
        while len(begun) < share:
            await asyncio.sleep(0.01)
        before = time.monotonic()
        await asyncio.wait_for(ask(lambda: None), 5)
        took = time.monotonic() - before
        assert len(begun) == share
        release.set()
        await asyncio.gather(*guests)  # and every guest has a turn
        return took

    assert asyncio.run(evening()) < 1.0 and len(begun) == 10
    threads.end_threads()


@pytest.mark.long
def test_a_review_ends_when_its_page_has_gone_or_looks_elsewhere(server, cookie, page, monkeypatch):
    page.create(seats=["you", "random", "random", "random"], rules="dutch")
    hand, ends = page.play_hand()["result"]["hand"], []

    def endless(hand, seat, progress):
        try:
            while True:
                progress(0, 1000)
                time.sleep(0.01)
        except Exception as error:
            ends.append(type(error).__name__)
            raise

    monkeypatch.setattr("cardshark.coach.review.review", endless)
    server.hall.reviews.clear()
    with Page(server.port, cookie) as other:
        other.say(do="review", hand=hand)
        other.until(lambda message: message["say"] == "reviewed")
    page.say(do="review", hand=hand)
    page.until(lambda message: message["say"] == "reviewed")
    page.say(do="hello")
    for _ in range(500):
        if len(ends) == 2:
            break
        time.sleep(0.01)
    assert ends == ["LookedAwayError"] * 2


def long_link(choices: int) -> str:
    """A hand of gin in which nobody ever knocks: the stock is renewed again and again."""
    from cardshark.games import game_named, house
    from cardshark.play import Single

    module = game_named("gin")
    match = Single(module, house.parse(module.PRESETS, "paper"), 5, 7, 0)
    hand = record_deal("gin", match, ["random", "random"], ["A", "B"])
    match, made = start(hand), []
    while len(made) < choices and not ended(hand, match):
        legal = int(match.view().legal)
        choice = next(each for each in range(64) if legal >> each & 1)
        made.append(choice)
        match.choose(choice)
    return encode(check_and_play(hand, made))


def test_a_link_that_would_keep_a_coach_busy_for_minutes_is_refused(page, monkeypatch):
    monkeypatch.setattr(hall_module, "MOST_LINKED", 60)
    link = long_link(80)
    for command in ({"do": "review", "link": link}, {"do": "again", "link": link}):
        answer = page.ask(**command)
        assert answer["say"] == "trouble" and answer["words"]["key"] == "trouble_long_hand", answer


def test_a_guest_is_a_guest_for_files_too(server):
    headers = {"cookie": new_guest(server)}
    assert httpx.get(f"{base(server)}/hand/x-0.html", headers=headers).status_code == 404
    assert server.hall.is_guest(10**9) and not server.hall.is_guest(server.hall.owner)
