"""The daily eight and the club evening in a real browser: whole flows by keyboard and by touch, for all eyes, widths and languages."""

import re
from datetime import date, timedelta

import pytest

from cardshark.web.table.store import Store
from helpers.web.browser import PHONE, Server, play_by_keys, scrolls_sideways, turn_or_end, violations
from helpers.web.days import write_day

pytestmark = pytest.mark.slow

EYES = [("dark", 1440, 900), ("light", 390, 844), ("dark", 1024, 768), ("light", 1440, 900), ("dark", 390, 844), ("light", 1024, 768)]
TODAY = date.today()


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """The folder of somebody who has played all but one of the last five days."""
    found = tmp_path_factory.mktemp("home")
    store = Store(found / "tables.sqlite")
    for back in (5, 4, 2, 1):
        write_day(store, store.owner(), TODAY - timedelta(back), [back] * 8)
    store.close()
    return found


@pytest.fixture(scope="module")
def table_server(home):
    """Instead of the server with a brain."""
    running = Server(home)
    yield running
    running.stop()


def cards_in_hand(page) -> list[str]:
    """The cards that the person holds."""
    page.wait_for_selector("#hand button")
    return page.locator("#hand button").evaluate_all("all => all.map(each => each.dataset.card)")


def play_out(page) -> None:
    """Play the hand by keyboard, once the table is at rest: an Enter right after it opened was meant for the page before."""
    turn_or_end(page)
    page.wait_for_timeout(400)
    assert play_by_keys(page) == 13


def for_all_eyes(page, looks: int = 6) -> list[str]:
    """What is wrong with a page at three sizes, dark and light; with fewer looks, at some of them."""
    found = []
    for theme, width, height in EYES[:looks]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        found += [f"{theme} {width}: {each}" for each in violations(page)]
        found += ["it scrolls sideways"] if scrolls_sideways(page) else []
    return found


def test_a_day_from_the_first_deal_to_the_line_to_paste(visit):
    page = visit("/daily")
    page.wait_for_selector(".daily .dl.now")
    assert page.locator(".daily .dl").count() == 8
    assert page.locator(".daily .bots svg.h").count() == 0  # bots would give something away
    assert page.inner_text(".streak .big") == "4"
    assert page.locator(".cal .pause").count() + page.locator(".cal a b").count() >= 2
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    hand = cards_in_hand(page)
    assert page.locator(".seal").count() == 0
    table = page.url
    page.reload()
    assert cards_in_hand(page) == hand
    page.goto(f"{page.url.partition('/table')[0]}/daily")
    page.get_by_role("button", name="Go on with deal 1").click()
    page.wait_for_url(table)
    play_out(page)
    points = int(page.locator(".over tr.own td").nth(-2).inner_text())
    page.keyboard.press("n")
    page.wait_for_url(f"**/daily/{TODAY}")
    page.wait_for_selector(".daily .bots tbody tr:nth-child(4) svg.h")  # they fill from the top
    assert page.locator(".daily .dl .pts").inner_text().startswith(str(points))
    assert re.search(r"ahead of [\d½]+ of 200\s+worth [\d.]+ ± [\d.]+", page.locator(".daily .dl .c").first.inner_text())
    line = page.inner_text(".paste code")
    assert line.splitlines()[0] == f"cardshark daily {TODAY} Hearts"
    assert re.fullmatch(rf"{points}( ·){{7}}  {points} after 1, ahead of \d+ % \(regular\)", line.splitlines()[1])
    page.wait_for_selector("button:has-text('Go on with deal 2')")
    assert for_all_eyes(page) == []


def test_days_that_are_over_are_there_to_look_at(visit, home):
    page = visit(f"/daily/{TODAY - timedelta(2)}")
    page.wait_for_selector(".daily .pts")
    assert [text[0] for text in page.locator(".daily .pts").all_inner_texts()] == ["2"] * 8
    assert page.locator(".daily .btn.main").count() == 0
    missed = visit(f"/daily/{TODAY - timedelta(3)}")
    missed.wait_for_selector("text=You did not play on this day")
    assert missed.locator(".daily .btn.main").count() == 0
    for day, why in (("2031-01-01", "not there before"), ("someday", "is no date")):
        wrong = visit(f"/daily/{day}")
        wrong.wait_for_selector(f".plain :text('{why}')")
    later = TODAY + timedelta(3)
    store = Store(home / "tables.sqlite")
    write_day(store, store.owner(), later, [1] * 8)
    store.close()
    page = visit("/daily")  # the clock was moved back
    page.wait_for_selector(".clock:has-text('Nothing is lost')")
    assert page.locator(".daily .dl.now").count() == 1
    assert violations(page) == []


def test_a_day_on_a_phone_in_dutch(visit):
    page = visit("/daily", PHONE, has_touch=True)
    page.add_init_script("localStorage.setItem('language', 'nl')")
    page.reload()
    page.wait_for_selector("h1:has-text('Acht van')")
    page.locator(".daily .dl.now").tap()
    page.wait_for_url("**/table/*")
    assert turn_or_end(page) in ("pass", "play")


def test_a_club_evening_by_keyboard(visit):
    page = visit("/club")
    page.wait_for_selector(".club select")
    page.get_by_role("textbox", name="Person 1").fill("Anna")
    page.get_by_role("textbox", name="Person 2").fill("Anna")
    page.get_by_role("button", name="Add a bot").press("Enter")
    page.get_by_role("radio", name="4").check(force=True)
    page.get_by_role("button", name="Begin").press("Enter")
    page.wait_for_selector(".toast:has-text('same name')")
    page.get_by_role("textbox", name="Person 2").fill("Bo")
    assert for_all_eyes(page, 2) == []
    page.get_by_role("button", name="Begin").press("Enter")
    page.wait_for_url("**/club/*")
    evening, hands = page.url, []
    for name in ("Anna", "Bo"):
        page.wait_for_selector(f"h2:has-text('{name}, board 1')")
        assert page.locator(".scores tbody a").count() == 0
        page.keyboard.press("Enter")
        page.wait_for_url("**/table/*")
        hands.append(cards_in_hand(page))
        table = page.url
        page.set_viewport_size({"width": 1280, "height": 800})  # on a phone the rules stand behind a tab
        rules = page.locator("section.pan:has(ul.rules)")
        assert rules.locator("h2 small").inner_text() == "American"  # and no parameter
        assert "on the sheet of the evening, not in your own figures" in rules.inner_text()
        play_out(page)
        assert "Review" not in page.inner_text(".over")
        page.keyboard.press("n")
        page.wait_for_url(evening)
        page.goto(table)
        page.wait_for_selector(".plain:has-text('This board is played')")  # whoever is next cannot look at it
        page.goto(evening)
    assert hands[0] == hands[1]
    page.wait_for_selector("h2:has-text('Bo, board 2')")  # who is first moves on
    page.wait_for_selector(".scores tbody a")  # when the bot has played it too
    assert page.locator(".scores tbody a").count() == 2
    assert for_all_eyes(page, 3) == []
    page.emulate_media(media="print")
    assert not page.locator("header").is_visible()
    assert page.locator(".scores").is_visible()
    assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('main')).paddingLeft)") > 10  # beside that of the paper
    page.emulate_media(media="screen")
    page.locator(".scores tbody a").first.click()
    page.wait_for_url("**/review/*")
