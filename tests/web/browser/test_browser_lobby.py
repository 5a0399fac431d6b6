"""The lobby in a real browser: from the door to the cards in one click, people in chairs, rules in words, tables that wait."""

import json
import re
from typing import Any

import pytest

from cardshark.web import messages as m
from cardshark.web.hall import Hall
from helpers.web.browser import DESK, LONG, PHONE, QUICK, scrolls_sideways, violations
from helpers.web.pages import base, let_in, new_guest, running

pytestmark = pytest.mark.slow

READY = "#setup button:not([disabled])"


def evenings(hall: Hall) -> None:
    """Twelve hands at which Jake took more than the person, and four tables that wait."""
    owner = hall.store.owner()
    for number in range(4):
        rules = f"american:limit={100 + number}"
        table = hall.create(owner, m.Create(rules=rules, seats=["you", "wilma", "jake", "lotte"]))
        with hall.store.database.writing() as file:
            for hand in range(3):
                file.execute("insert or ignore into hands (name, number, secret) values (?, ?, ?)", (table, hand, bytes(32)))
                scores = (json.dumps([4, 9, 7, 6]), json.dumps([4 * hand + 4, 9 * hand + 9, 7 * hand + 7, 6 * hand + 6]))
                file.execute(
                    "update hands set ended = ?, points = 4, scores = ?, totals = ? where name = ? and number = ?",
                    (f"2026-11-0{number + 1} 20:00:00", *scores, table, hand),
                )
        hall.store.add_hand(table, hall.store.table(table).hands, bytes(32))


@pytest.fixture(scope="module")
def lobby(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A way to open the lobby of somebody who was here before, or of somebody new."""
    with running(tmp_path_factory.mktemp("tables"), evenings) as server:
        owner = let_in(server)
        contexts, complaints = [], []

        def opened(path: str = "/", new: bool = False, size: dict[str, int] = DESK, **options: Any) -> Any:
            cookie = new_guest(server) if new else owner
            name, _, value = cookie.partition("=")
            context = browser.new_context(viewport=size, reduced_motion="reduce", **options)
            context.add_cookies([{"name": name, "value": value, "url": base(server)}])
            context.add_init_script(f"localStorage.settings ??= {json.dumps(json.dumps(QUICK))}; localStorage.language ??= 'en'")
            contexts.append(context)
            page = context.new_page()
            page.set_default_timeout(LONG)
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.goto(base(server) + path)
            page.hall = server.hall
            return page

        yield opened
        for context in contexts:
            context.close()
        assert complaints == []


def company(page: Any) -> str:
    """Who sits at the table on the felt."""
    return page.inner_text(".tonight h1")


def tables_of(page: Any) -> int:
    """How many tables the newest person in the file has."""
    return page.hall.store.database.rows("select count(*) from tables where person = (select max(id) from people)")[0][0]


def test_the_first_visit_leads_to_a_lesson_or_to_cards(lobby):
    page = lobby(new=True)
    page.wait_for_selector(READY)
    assert company(page) == "Learn Hearts in one hand" and page.get_attribute(".tonight a.main", "href") == "/teach"
    assert page.locator("#h-tables, #h-mistakes, .next, .sits").count() == 0  # absent, not empty
    assert violations(page) == []
    page.locator(READY).dblclick()
    page.wait_for_url("**/table/*")
    page.wait_for_selector(".seat .nm b:text-is('Lotte')")
    assert page.locator(".av .pf[data-who=lotte]").count() == 1
    assert tables_of(page) == 1


def test_one_click_deals_at_the_recommended_table(lobby):
    page = lobby()
    page.wait_for_selector(READY)
    assert company(page) == "Wilma, Emil and Jake"
    assert "3 points a hand less than Jake in your last 12 hands" in page.inner_text(".tonight .say")
    assert page.locator(".next").count() == 1 and "Emil" in page.locator(".p:has(.next)").inner_text()
    assert page.locator(READY).bounding_box()["height"] == 50
    assert "than a regular like Jake, measured; ± 95 %. You: +" in page.inner_text("section:has(#h-people) .hd small")
    page.locator(READY).click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector(".seat .pf[data-who=emil]")
    page.get_by_role("link", name="Play").click()
    page.wait_for_selector(".tables li:has-text('Wilma, Emil, Jake')")  # it waits, and the match goes on
    put = page.get_by_role("button", name="Put away: Hearts, hand 1, Wilma, Emil, Jake")
    put.click()
    page.get_by_role("button", name="Undo").wait_for()


def test_people_sit_down_by_keyboard(lobby):
    page = lobby()
    page.wait_for_selector(READY)
    vera = page.get_by_role("checkbox", name="Vera, Champion, level 7 of 7")
    vera.focus()
    page.keyboard.press("Space")
    assert company(page) == "Vera, Emil and Jake" and vera.is_checked()
    page.get_by_role("button", name=re.compile("^Jake.*right of you, change")).press("Enter")
    page.get_by_role("checkbox", name="Pim,").press("Space")
    assert company(page) == "Vera, Emil and Pim"
    page.get_by_role("checkbox", name="Emil,").press("Space")  # again: gets up
    assert company(page) == "Vera and Pim" and page.locator(READY).count() == 0
    assert "One chair is free" in page.inner_text(".tonight .say")
    page.get_by_role("checkbox", name="Nora,").press("Space")
    assert company(page) == "Vera, Nora and Pim"
    page.locator(READY).press("Enter")
    page.wait_for_url("**/table/*")
    page.wait_for_selector(".seat .pf[data-who=nora]")
    assert "Very strong" in page.inner_text(".felt")


def test_rules_are_choices_in_words(lobby):
    page = lobby()
    page.wait_for_selector(READY)
    words = page.locator(".words")
    page.get_by_role("radio", name="50", exact=True).check(force=True)
    page.wait_for_function("() => document.querySelector('.words').textContent.includes('ends at 50 points')")
    page.get_by_role("radio", name="Three", exact=True).check(force=True)
    page.wait_for_function("() => document.querySelector('.words').textContent.includes('3 players, 51 cards')")
    assert page.get_by_role("checkbox", name="Vera,").count() == 0  # who cannot play these rules is not shown
    assert "not measured" in page.get_by_role("checkbox", name="Nora,").get_attribute("aria-label")
    page.locator(".experts summary").click()
    field = page.get_by_label("House rules, as you would type them")
    field.fill("american:moon=blue")  # as after --rules
    field.press("Tab")
    page.wait_for_selector("#house-says.wrong")
    assert "'blue'" in page.inner_text("#house-says") and field.get_attribute("aria-invalid") == "true"
    page.locator("#setup button").last.click()  # nothing is dealt: the error is said again, and the field is there to mend it
    page.wait_for_selector("#house:focus")
    assert page.locator(".toast").count() == 0 and "/table/" not in page.url
    field.fill("moon=none")
    field.press("Tab")
    page.wait_for_function("() => document.querySelector('.words').textContent.includes('Nobody is rewarded')")
    chair = page.get_by_label("Player in chair 1")
    chair.fill("policy")
    chair.press("Tab")
    page.wait_for_selector("#player-0-says:has-text('3 players')")
    chair.fill("ismcts")
    chair.press("Tab")
    page.wait_for_function("() => document.querySelector('.tonight h1').textContent.includes('ISMCTS')")
    page.get_by_role("radio", name="Gin rummy").check(force=True)
    page.wait_for_function("() => document.querySelector('.words').textContent.includes('Knock')")
    assert field.input_value() == "" and "ISMCTS" not in company(page)  # nothing is carried to the other game
    page.get_by_role("radio", name="Hearts", exact=True).check(force=True)
    page.reload()
    page.wait_for_selector(READY)
    assert "Nobody is rewarded" not in words.inner_text() and page.get_by_role("radio", name=re.compile("^American")).is_checked()


def test_tables_that_wait_can_be_put_away_and_taken_back(lobby):
    page = lobby()
    page.wait_for_selector(READY)
    before = int(page.inner_text("section:has(#h-tables) .hd small"))
    rows = page.locator(".tables li")
    assert rows.count() == 3 and before >= 4
    page.get_by_role("button", name=f"All {before}").click()
    assert rows.count() == before
    row = page.locator(".tables li", has_text="4 November")
    assert "you 12 · 27 · 21 · 18" in row.inner_text() and row.locator(".pf").count() == 3
    row.get_by_role("button", name="Put away").click()
    assert rows.count() == before - 1
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function("count => document.querySelectorAll('.tables li').length == count", arg=before)
    row.get_by_role("button", name="Put away").click()
    page.reload()
    page.wait_for_selector(".tables li")
    assert int(page.inner_text("section:has(#h-tables) .hd small")) == before - 1
    page.get_by_role("link", name="Go on").first.click()
    page.wait_for_url("**/table/*")


def test_old_links_go_on_working_and_a_match_can_be_watched(lobby):
    page = lobby("/#watch")
    page.wait_for_selector(READY)
    assert page.get_by_role("radio", name="to watch").is_checked() and len(company(page).replace(" and ", ", ").split(", ")) == 4
    page.locator(READY).click()
    page.wait_for_selector(".watchbar")
    page.goto(page.evaluate("location.origin") + "/#hands")
    page.wait_for_url("**/me#hands")


def test_the_lobby_by_touch_on_a_phone(lobby):
    page = lobby(size=PHONE, has_touch=True)
    page.wait_for_selector(READY)
    bar, felt = page.locator(".nav").bounding_box(), page.locator(".tonight").bounding_box()
    assert bar["y"] + bar["height"] == PHONE["height"] and page.locator(READY).bounding_box()["y"] + 50 < bar["y"] and felt["width"] > 350
    page.get_by_role("checkbox", name="Pim,").locator("..").tap()
    assert company(page) == "Pim, Emil and Jake"
    page.locator(READY).tap()
    page.wait_for_url("**/table/*")
    page.wait_for_selector("#hand button")
    assert not page.locator(".nav").is_visible()  # while cards are in hand


def test_everybody_can_use_it_at_every_size(lobby):
    page = lobby()
    page.wait_for_selector(READY)
    page.locator(".experts summary").click()
    for theme in ("dark", "light"):
        page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        for width, height in ((1440, 900), (1024, 768), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            assert violations(page) == [], (theme, width)
    for width in (360, 640, 720, 844, 900, 1180, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert not scrolls_sideways(page), width
    small = page.evaluate("""() => [...document.querySelectorAll('main a, main button, main label, main summary, .nav a')]
        .filter(each => each.getClientRects().length && Math.min(each.offsetHeight, each.offsetWidth) < 44)
        .map(each => each.outerHTML.slice(0, 120))""")
    assert small == []
