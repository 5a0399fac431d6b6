"""The coach's reasons in a real browser: a story with the numbers folded, and gin with its cards and one sign for one thing."""

import re
from typing import Any

import pytest

from helpers.web.browser import PHONE, scrolls_sideways, violations
from helpers.web.pages import Page, base, let_in, running

pytestmark = pytest.mark.slow


def test_the_review_of_gin_shows_cards_and_says_won_or_lost(tmp_path: Any, browser: Any) -> None:
    with running(tmp_path) as server:
        cookie = let_in(server)
        with Page(server.port, cookie) as page:
            page.create(game="gin", rules="eaai", seats=["you", "simple"])
            hand = page.play_hand()["result"]["hand"]
        name, _, value = cookie.partition("=")
        context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en", reduced_motion="reduce")
        context.add_cookies([{"name": name, "value": value, "url": base(server)}])
        page = context.new_page()
        page.goto(f"{base(server)}/review/{hand}")
        page.wait_for_selector(".decisions tbody tr")
        assert page.locator(".moment .card").count() in (10, 11)
        assert re.search(r"(threw|took|left|drew)", page.inner_text(".trick-cards >> nth=0"))
        summary = page.inner_text(".summary")
        assert re.search(r"points? (won|lost)", summary) and re.search(r"200 bots with your cards\s+(won|lost) \d", summary)
        assert "won −" not in summary and "luck −" not in summary
        for row in range(page.locator(".decisions tbody tr").count()):
            page.locator(f"#decision-{row}").click()
            if page.locator(".decision .why").count():
                assert len(page.inner_text(".decision .why p >> nth=0")) > 20
                assert not page.locator(".decision .why details[open]").count()
        page.locator(".decision .why summary").first.click()
        assert page.locator(".decision .why details[open] p").is_visible()
        assert violations(page) == []
        page.set_viewport_size(PHONE)
        assert not scrolls_sideways(page)
        context.close()
