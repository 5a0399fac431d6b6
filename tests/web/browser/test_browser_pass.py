"""The pass in a real browser: sets of cards and no figure on a single one, by keyboard and by touch, and one row in the review."""

import pytest

from helpers.web.browser import PHONE, new_table, play_by_keys, reviewed, scrolls_sideways, sit_down, violations

pytestmark = pytest.mark.slow

SIZES = [(1440, 900), (1024, 768), (390, 844)]


def cards_of(page, place):
    """The names of the cards in a place, as screen readers say them."""
    return page.locator(f"{place} .tile").evaluate_all("tiles => tiles.map(tile => tile.getAttribute('aria-label'))")


def in_slots(page):
    """The chosen cards."""
    return [each.split(".")[0] for each in page.locator(".give .slots button").evaluate_all("all => all.map(each => each.ariaLabel)")]


def test_three_cards_are_one_decision_by_keyboard(visit):
    page = visit()
    sit_down(page, coach="full")
    page.wait_for_selector(".sets tbody tr")
    assert page.locator("#hand .chip").count() == 0  # no single card has a number
    rows = page.locator(".sets tbody tr")
    assert rows.count() == 5 and "coach" in rows.first.inner_text()
    assert all(len(cards_of(page, f".sets tbody tr:nth-child({place})")) == 3 for place in range(1, 6))
    page.keyboard.press("p")
    page.wait_for_selector(".news p:has-text('still to be chosen')")

    for _ in range(3):  # any three
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowRight")
    page.wait_for_selector(".sets tr.mine, .sets tr.best:has-text('yours')")
    assert len(in_slots(page)) == 3
    assert "coach" in page.locator("#live").inner_text()
    page.locator(".sets button.link").click()  # think longer: twice the deals
    page.wait_for_selector(".sets .src:has-text('320 imagined deals')")

    best = cards_of(page, ".sets tr.best")
    page.keyboard.press("c")
    page.wait_for_function(
        "names => [...document.querySelectorAll('.give .slots button')].every(each => names.includes(each.ariaLabel.split('.')[0]))",
        arg=best,
    )
    assert sorted(in_slots(page)) == sorted(best)
    page.wait_for_selector(".sets tr.best:has-text('yours')")
    page.keyboard.press("p")
    page.wait_for_selector("ol.passing", state="detached")

    play_by_keys(page)
    reviewed(page)
    first = page.locator(".decisions tbody tr").first
    assert first.locator("th").inner_text() == "pass" and page.locator(".decisions tbody tr").count() == 14
    assert sorted(cards_of(page, ".decisions tbody tr:first-child .trick-cards")) == sorted(best)
    page.keyboard.press("Home")
    page.wait_for_selector(".decision .passed")
    assert "passed" in page.locator(".said").inner_text()
    page.keyboard.press("r")  # the pass again, as a whole
    page.wait_for_selector("ol.passing")
    assert page.locator(".give .slot.now").count() == 3


def test_the_nudge_speaks_of_the_set(visit):
    page = visit()
    sit_down(page, coach="nudge", preset="american:passing=left")
    page.wait_for_selector("ol.passing")
    low = page.locator("#hand button").evaluate_all("all => all.map(each => each.dataset.card)")
    for card in sorted(low, key=lambda name: "23456789TJQKA".index(name[0]))[:3]:  # the three lowest: hardly ever the best to give away
        page.locator(f"#hand [data-card='{card}']").focus()
        page.keyboard.press("Enter")
    page.keyboard.press("p")
    page.wait_for_selector("dialog[open], ol.hand:not(.passing)")
    if page.locator("dialog[open]").count():
        assert "more than the best set" in page.locator("dialog[open]").inner_text()
        page.get_by_role("button", name="Pass them anyway").click()
    page.wait_for_selector("ol.passing", state="detached")


def test_by_touch_and_clean_at_every_size_and_in_both_themes(visit):
    page = visit(size=PHONE, has_touch=True, is_mobile=True)
    sit_down(page, coach="full")
    page.wait_for_selector(".sets tbody tr")
    for place in range(3):
        box = page.locator("#hand button").nth(place).bounding_box()
        page.touchscreen.tap(box["x"] + 10, box["y"] + 20)
    page.wait_for_selector(".sets tr.mine, .sets tr.best:has-text('yours')")
    slot = page.locator(".give .slots button").first.bounding_box()
    page.touchscreen.tap(slot["x"] + slot["width"] / 2, slot["y"] + slot["height"] / 2)  # back into the hand
    page.wait_for_function("document.querySelectorAll('.give .slots button').length === 2")
    assert page.locator(".give .main").is_disabled()
    page.locator(".give .coachs").tap()
    page.wait_for_function("document.querySelectorAll('.give .slots button').length === 3")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for theme in ("dark", "light"):
            page.emulate_media(color_scheme=theme)
            assert violations(page) == [] and not scrolls_sideways(page)
    page.set_viewport_size(PHONE)
    page.locator(".give .main").tap()
    page.wait_for_selector("ol.passing", state="detached")


def test_other_counts_directions_and_a_hand_without_passing(visit):
    page = visit()
    for rules, cards in (("american:pass_count=1,passing=left", 1), ("american:players=3,removed=2D,pass_count=2", 2)):
        page.goto(f"{page.evaluate('location.origin')}/")
        page.wait_for_selector("header")
        seats = ["you", *["jake"] * (2 if "players=3" in rules else 3)]
        page.goto(page.evaluate("location.origin") + new_table(page, rules=rules, seats=seats, coach="full"))
        page.wait_for_selector(".sets tbody tr")
        assert len(cards_of(page, ".sets tr.best")) == cards == page.locator(".give .slot").count()
        page.keyboard.press("c")
        page.wait_for_function("count => document.querySelectorAll('.give .slots button').length === count", arg=cards)
        page.keyboard.press("p")
        page.wait_for_selector("ol.passing", state="detached")
    sit_down(page, preset="falcon", coach="full")
    page.wait_for_selector("#hand button")
    assert page.locator(".give").count() == 0
