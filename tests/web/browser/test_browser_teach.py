"""The first hand that teaches, in a real browser: by keys to a real hand, by touch on a phone, in Dutch, and for all eyes."""

import pytest

from helpers.web.browser import PHONE, scrolls_sideways, violations

pytestmark = pytest.mark.slow

IDEAS = 11


def open_lesson(visit, **options):
    """The page of the first hand, at its first decision, begun anew."""
    page = visit("/teach", **options)
    page.set_default_timeout(20_000)
    page.wait_for_url("**/teach/*")
    page.wait_for_selector(".idea, .taught")
    return page


def play(page) -> None:
    """Play the card of the cursor by the keyboard, and wait until something new is said."""
    held = page.locator("#hand button").count()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_function("held => document.querySelectorAll('#hand button').length < held", arg=held)
    page.wait_for_selector(".idea, .taught")


def test_by_keys_from_the_two_of_clubs_to_a_real_hand(visit):
    page = open_lesson(visit)
    assert page.inner_text(".idea h2") == "The two of clubs begins"
    assert page.inner_text(".facts").split() == ["First", "hand", "Trick", "1", "/13"]
    assert page.locator("#hand .ok + .chip").count() == page.locator("#hand .ok").count()  # every legal card has a word
    assert "Follow clubs" in page.inner_text(".may .grey")
    refused = page.locator("#hand .no").first
    refused.click(force=True)
    page.wait_for_selector(".news p")
    play(page)
    second = page.inner_text(".idea h2")
    page.keyboard.press("z")  # back to the first trick, and its idea
    page.wait_for_function("() => document.querySelector('.idea h2')?.innerText === 'The two of clubs begins'")
    play(page)
    assert page.inner_text(".idea h2") == second
    place = page.url
    page.keyboard.press("h")
    page.wait_for_function("() => document.querySelector('#live').innerText.includes('Follow the suit')")
    page.goto(place.partition("/teach")[0])
    page.goto(place.rpartition("/")[0])  # stopped, and taken up again
    page.wait_for_selector(".idea")
    assert page.url == place and page.inner_text(".idea h2") == second
    while not page.locator(".taught").count():
        play(page)
    assert page.locator(".ideas .done").count() == IDEAS
    page.wait_for_function("() => document.querySelector('#live').innerText.includes('in total')")
    assert "match" not in page.inner_text("#live")  # a lesson is not won
    assert not page.locator(".ideas .btn").count()  # all that is left to be done stands in the dialogue
    page.keyboard.press("n")
    page.wait_for_url("**/table/*")
    page.wait_for_selector(".felt")
    assert [page.locator(f".seat.{side} .nm b").inner_text() for side in "wne"] == ["Lotte", "Pim", "Wilma"]


def test_by_touch_on_a_phone_in_dutch(visit):
    page = open_lesson(visit, size=PHONE, has_touch=True, is_mobile=True)
    page.evaluate("localStorage.setItem('language', 'nl')")
    page.add_init_script("localStorage.setItem('language', 'nl')")
    page.reload()
    page.wait_for_selector(".idea")
    assert "Zeg het nog eens" in page.inner_text(".idea")
    held = page.locator("#hand button").count()
    page.locator("#hand .ok").first.tap(position={"x": 10, "y": 30})
    page.wait_for_function("held => document.querySelectorAll('#hand button').length < held", arg=held)
    page.wait_for_selector(".idea")
    assert not scrolls_sideways(page)


def test_for_all_eyes(visit):
    for size in ({"width": 1440, "height": 900}, {"width": 1024, "height": 768}, PHONE, {"width": 844, "height": 390}):
        page = open_lesson(visit, size=size)
        for theme in ("dark", "light"):
            page.emulate_media(color_scheme=theme)
            assert violations(page) == [], (size, theme)
        assert not scrolls_sideways(page)
        idea, card = page.locator(".idea").bounding_box(), page.locator("#hand .ok").first.bounding_box()
        assert idea["y"] + idea["height"] < card["y"] + card["height"] - 20, size  # nothing covers the cards
