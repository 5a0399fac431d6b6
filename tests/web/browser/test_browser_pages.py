"""Every page in a real browser: for all eyes, widths and languages, answered at once, and nothing for strangers."""

import re

import pytest

from helpers.web.browser import (
    DESK,
    LONG,
    PHONE,
    QUICK,
    Server,
    play_by_keys,
    reviewed,
    scrolls_sideways,
    sit_down,
    turn_or_end,
    violations,
)

pytestmark = pytest.mark.slow


def test_what_cannot_be_opened_says_so_and_leads_to_the_lobby(visit):
    for path in ("/table/nothing", "/review/nothing-1", "/review#nothing"):
        page = visit(path)
        page.wait_for_selector(".plain a.btn")
        assert page.inner_text(".plain h1") == "That did not work."
        assert page.locator(".plain p").first.inner_text()
        assert page.locator(".toast").count() == 0  # which would go away
        assert violations(page) == []
    page.locator(".plain a.btn").click()
    page.wait_for_selector("#setup")


def test_a_server_that_was_killed_goes_on_with_the_same_hand(browser, tmp_path):
    server = Server(tmp_path)
    page = browser.new_context(viewport=DESK, reduced_motion="reduce").new_page()
    page.set_default_timeout(LONG)
    page.goto(server.address)
    page.evaluate("localStorage.setItem('settings', JSON.stringify({pause: 0.3, speed: 0}))")
    sit_down(page, preset="dutch")
    turn_or_end(page)
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('#hand button').length == 7 && document.querySelector('.turn.mine')")
    hand = page.locator("#hand button").evaluate_all("all => all.map(each => each.dataset.card)")
    server.kill()
    page.wait_for_selector(".toast:has-text('econnecting')")
    server.start(server.port)
    page.wait_for_selector(".toast", state="detached")
    assert page.locator("#hand button").evaluate_all("all => all.map(each => each.dataset.card)") == hand
    page.reload()
    page.wait_for_selector("#hand button")
    assert page.locator("#hand button").evaluate_all("all => all.map(each => each.dataset.card)") == hand
    assert play_by_keys(page) == 7
    page.context.close()
    server.stop()


def test_a_stranger_gets_nothing(browser, table_server):
    page = browser.new_context().new_page()
    answer = page.goto(f"http://127.0.0.1:{table_server.port}/")
    assert answer.status == 403
    assert "cardshark play" in page.inner_text("body")
    assert page.goto(table_server.address).status == 403  # the key was used


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_nothing_is_wrong_for_who_cannot_see_or_point(visit, theme, size):
    page = visit(size=size, settings={**QUICK, "theme": theme})
    page.wait_for_selector("#setup")
    assert violations(page) == []
    sit_down(page)
    turn_or_end(page)
    assert violations(page) == []  # cards are passed, or played
    play_by_keys(page)
    assert violations(page) == []
    reviewed(page)
    assert violations(page) == []
    for path in ("/lab", "/lab/experiment", "/lab/deals"):
        page.goto(re.sub(r"/review.*", path, page.url) if "/review" in page.url else f"http://{page.url.split('/')[2]}{path}")
        assert violations(page) == []


def test_no_page_is_wider_than_its_window(visit):
    page = visit()
    sit_down(page)
    turn_or_end(page)
    table = page.url
    play_by_keys(page)
    reviewed(page)
    host = f"http://{page.url.split('/')[2]}"
    for address in (page.url, table, f"{host}/", f"{host}/lab"):
        page.goto(address)
        page.wait_for_selector("main")
        for width in (360, 390, 600, 768, 980, 1024, 1280, 1440, 1920):
            page.set_viewport_size({"width": width, "height": 800})
            assert not scrolls_sideways(page), (address, width)


def test_the_page_speaks_dutch(visit):
    page = visit()
    page.wait_for_selector("#setup")
    page.evaluate("localStorage.setItem('language', 'nl')")
    page.context.add_init_script("localStorage.setItem('language', 'nl')")
    page.reload()
    page.wait_for_selector("#setup")
    assert page.evaluate("document.documentElement.lang") == "nl"
    assert "Regels" in page.inner_text("#main") and "Spelen" in page.inner_text("nav")


def test_a_click_is_answered_at_once(visit):
    page = visit(settings={"pause": 0.3, "speed": 0})
    sit_down(page, preset="dutch", player="random")
    turn_or_end(page)
    page.evaluate("""() => {
        const look = () => { if (document.querySelectorAll('#hand button').length < 8) window.answered ??= performance.now(); };
        new MutationObserver(look).observe(document.body, {subtree: true, childList: true});
    }""")
    start = page.evaluate("() => { const now = performance.now(); document.querySelector('#hand button.ok').click(); return now; }")
    page.wait_for_function("() => window.answered")
    assert page.evaluate("window.answered") - start < 500  # 50 ms on a machine that has nothing else to do; this one may
