"""Nobody waits behind a guest: guests have a share of the threads, and what nobody waits for any more is not worked out."""

import asyncio
import threading
import time

import httpx
import pytest

from cardshark.web import hall as hall_module
from cardshark.web.table import dealer
from cardshark.web.threads import COACHES, GUEST_COACHES, GUEST_HANDS, GUEST_PLAYERS, HANDS, PLAYERS, Share, Threads
from helpers.web.links import long_link
from helpers.web.pages import Page, base, new_guest


@pytest.mark.parametrize(
    ("kind", "all_of", "share"), [("act", HANDS, GUEST_HANDS), ("work", PLAYERS, GUEST_PLAYERS), ("think", COACHES, GUEST_COACHES)]
)
def test_guests_leave_threads_for_the_owner(kind, all_of, share):
    """Ten tasks of guests that never end: the owner is answered at once."""
    assert 0 < share < all_of
    threads, release, begun = Threads(), threading.Event(), []

    def endless() -> None:
        begun.append(1)
        release.wait(20)

    async def evening() -> float:
        ask = getattr(threads, kind)
        guests = [asyncio.create_task(ask(endless, guest=7)) for _ in range(10)]
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


async def take_turn(share: Share, person: int, order: list[int]) -> None:
    """A short task of somebody, who is written down when the turn comes."""
    async with share.turn(person):
        order.append(person)
        await asyncio.sleep(0)


def test_guests_take_turns_however_much_each_of_them_asks_for():
    """A guest with eight long tasks, and two with one each: nobody waits for more than one task of everybody else."""
    share, order = Share(1), []

    async def evening() -> None:
        await asyncio.gather(*(take_turn(share, person, order) for person in [7] * 8 + [8, 9]))

    asyncio.run(evening())
    assert order == [7, 7, 8, 9] + [7] * 6
    assert share.free == 1 and not share.waiting


@pytest.mark.parametrize("called", [False, True])
def test_a_guest_who_goes_away_gives_the_turn_to_the_next(called):
    share, order = Share(1), []

    async def evening() -> None:
        tasks = [asyncio.create_task(take_turn(share, person, order)) for person in (7, 8, 9)]
        await asyncio.sleep(0)
        if called:
            share.call_next()  # the second is called, and goes away before it hears of it
            share.free -= 1
        tasks[1].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(evening())
    assert order == [7, 9] and not share.waiting


@pytest.mark.long
def test_a_choice_does_not_wait_for_players_who_think_at_other_tables(server, cookie, page, monkeypatch):
    """Every thread of the players is taken: people choose all the same."""
    usual, release = dealer.ask, threading.Event()
    page.create(seats=["you", "random", "random", "random"], rules="dutch")
    state = page.my_turn()
    monkeypatch.setattr(dealer, "ask", lambda player, views: release.wait(60) and usual(player, views))
    busy = [Page(server.port, cookie) for _ in range(PLAYERS)]
    try:
        for number, other in enumerate(busy):
            other.create(seats=["random", "random", "random", "you"], rules=f"american:limit={200 + number}")
        number = page.say(do="choose", table=state["table"], seq=state["seq"], choice=state["legal"][0], sure=True)
        assert page.until(lambda message: message["ask"] == number, 10)["say"] == "state"
    finally:
        release.set()
        for other in busy:
            other.until_closed.close()


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
