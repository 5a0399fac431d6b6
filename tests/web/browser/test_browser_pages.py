"""Every page in a real browser: for all eyes, widths and languages, answered at once, and nothing for strangers."""

import re

import pytest

from cardshark.web.entry.slip import write_slip
from helpers.web.browser import (
    DESK,
    LONG,
    PHONE,
    QUICK,
    Server,
    come_in,
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
    come_in(page, server)
    page.evaluate("localStorage.setItem('settings', JSON.stringify({pause: 0.3, speed: 0}))")
    sit_down(page, preset="dutch")
    turn_or_end(page)
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('#hand button').length == 7 && document.querySelector('.turn.mine')")
    hand = page.locator("#hand button").evaluate_all("all => all.map(each => each.dataset.card)")
    server.kill()
    page.wait_for_selector(".toast:has-text('econnecting')")
    server.start(server.port)
    page.get_by_role("button", name="Come in").click()  # cookies end with the server
    page.get_by_label("Code").fill(server.code)
    page.keyboard.press("Enter")
    page.wait_for_selector("#hand button")
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
    assert violations(page) == []
    page.get_by_label("Code").fill(table_server.code)  # it was used
    page.keyboard.press("Enter")
    page.wait_for_selector("text=That code does not open anything")
    assert violations(page) == []


def test_a_browser_comes_in_by_a_file_of_its_owners(browser, tmp_path):
    server = Server(tmp_path)
    slip = write_slip(tmp_path, server.address, server.code)
    page = browser.new_context(viewport=DESK).new_page()
    page.set_default_timeout(LONG)
    page.goto(slip.as_uri())
    page.wait_for_selector("#setup")
    page.goto(slip.as_uri())  # a second time
    page.wait_for_selector("text=That code does not open anything")
    server.stop()


def test_a_program_runs_when_the_owner_has_typed_the_number_of_the_terminal(browser, tmp_path):
    (tmp_path / "bot.py").write_text("class Bot:\n    def play(self, view):\n        return view.choices[0]\n")
    server = Server(tmp_path)
    page = browser.new_context(viewport=DESK).new_page()
    page.set_default_timeout(LONG)
    come_in(page, server)
    page.locator(".experts summary").click()
    for chair in (1, 2, 3):
        page.get_by_label(f"Player in chair {chair}").fill(f"{tmp_path}/bot.py:Bot")
        page.keyboard.press("Tab")
    page.wait_for_selector(".ring .st.e:has-text('Bot')")
    page.locator("#setup button").last.click()
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    assert violations(page) == []
    number = re.search(r"type (\d{6}) there", server.process.stdout.readline() + server.process.stdout.readline())[1]
    dialog.get_by_label("Number").fill("000000" if number != "000000" else "111111")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog:has-text('another number')")
    dialog.get_by_label("Number").fill(number)
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")  # what was asked for goes on by itself
    page.context.close()
    server.stop()


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
    page.wait_for_function("() => document.querySelector('#main').innerText.includes('Regels')")  # the table fills when it is known
    assert "Spelen" in page.inner_text("nav")


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
