"""The family table in a real browser: an owner at a desk and a guest with a phone, from the invitation to the end of a hand."""

import re

import pytest

from helpers.web.browser import LONG, PHONE, QUICK, Server, come_in, open_browser, scrolls_sideways, violations

SIZES = [(1440, 900), (1024, 768), (390, 844)]


@pytest.fixture
def family(tmp_path):
    """The owner's page of a family table by Dutch rules, which are short, and a guest's phone."""
    server = Server(tmp_path, "hearts", "random", "--rules", "dutch", "--lan", "--address", "127.0.0.2", "--away", "2")
    with open_browser() as browser:
        owner, guest = page_of(browser), page_of(browser, viewport=PHONE, has_touch=True)
        come_in(owner, server)
        owner.locator(".own input").fill("Anna")
        owner.keyboard.press("Enter")
        guest.goto("http://" + owner.locator(".addr code").inner_text())
        yield owner, guest
    server.stop()


def page_of(browser, **settings):
    """A browser of its own, in a hurry."""
    context = browser.new_context(locale="en-US", **settings)
    context.add_init_script(f"localStorage.setItem('settings', JSON.stringify({str(QUICK).replace(chr(39), chr(34))}))")
    page = context.new_page()
    page.set_default_timeout(LONG)
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    return page


def check_looks(page, sizes, themes=("dark", "light")) -> None:
    """Nothing wrong with the page at any size, in both themes."""
    before = page.viewport_size
    for theme in themes:
        page.emulate_media(color_scheme=theme)
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            assert violations(page) == [] and not scrolls_sideways(page), (theme, width)
    page.set_viewport_size(before)


def ask_and_come_in(owner, guest) -> None:
    """The guest asks with name and face, the owner compares the cards and presses Y."""
    guest.get_by_label("Your name").fill("Tom <b>")
    guest.get_by_role("radio", name="two buns").check(force=True)
    guest.get_by_role("button", name="Ask to come in").tap()
    card = guest.locator(".wait .card").get_attribute("aria-label")
    assert owner.locator(".asks .card").get_attribute("aria-label") == card
    assert "Tom <b> asks to come in" in owner.locator(".asks").inner_text()
    check_looks(guest, [(390, 844), (360, 640)])
    check_looks(owner, SIZES)
    owner.locator("h1").click()
    owner.keyboard.press("y")
    guest.get_by_text("You are in").wait_for()


def play(owner, guest) -> None:
    """Both play a hand: the owner clicks, the guest taps."""
    while not (owner.locator(".over").count() and guest.locator(".over").count()):
        for page, press in ((owner, "click"), (guest, "tap")):
            cards = page.locator("#hand button.ok")
            if page.locator(".turn.mine").count() and cards.count():
                held = page.locator("#hand button").count()
                getattr(cards.first, press)(position={"x": 12, "y": 14})
                page.wait_for_function(
                    "held => document.querySelectorAll('#hand button').length < held || document.querySelector('.over')", arg=held
                )
        owner.wait_for_timeout(30)


@pytest.mark.long
def test_an_owner_and_a_guest_play_a_hand(family):
    owner, guest = family
    assert "this one table, port" in owner.locator(".reach").inner_text() and owner.locator(".qr").get_attribute("src").startswith(
        "data:image/svg"
    )
    ask_and_come_in(owner, guest)
    owner.keyboard.press("1")
    owner.locator(".s2.s .bubble").wait_for()
    owner.get_by_role("button", name="Deal the cards").dblclick()
    owner.wait_for_url("**/table/*")
    owner.locator("#hand button").first.wait_for()  # a gesture is for whoever sees the table
    guest.locator("#hand button").first.wait_for()
    assert not set(labels(owner)) & set(labels(guest))  # nobody holds another's card
    guest.get_by_role("button", name="Ouch").tap()
    owner.locator(".seat.w .bubble", has_text="Ouch").wait_for()
    assert re.search("Tom <b>: Ouch", owner.locator("#live").inner_text())
    check_looks(guest, [(390, 844)])
    play(owner, guest)
    assert guest.get_by_role("button", name="Review").count() == 0
    check_looks(guest, [(390, 844)], ("dark",))
    guest.get_by_role("button", name="Next hand").tap()
    guest.get_by_role("button", name="Waiting for Anna").wait_for()
    owner.keyboard.press("n")
    guest.locator("#hand button").first.wait_for()
    guest.reload()
    guest.locator("#hand button").first.wait_for()  # the cookie knows the seat
    leave(owner, guest)
    assert owner.errors == guest.errors == []


def labels(page) -> list[str]:
    """The cards in somebody's hand, by name."""
    return [each.get_attribute("data-card") for each in page.locator("#hand button").all()]


def ask_again(owner, guest) -> None:
    """The guest asks while the owner sits at the table, where that covers nothing, and is refused."""
    guest.get_by_role("button", name="Ask to come in").tap()
    owner.locator(".asking .asks").wait_for()
    before = owner.viewport_size
    for width, height in [(1440, 900), (1280, 800), (844, 390), (390, 844)]:
        owner.set_viewport_size({"width": width, "height": height})
        header, asks, table = (owner.locator(each).bounding_box() for each in ("header", ".asking", "main"))
        assert header["y"] + header["height"] <= asks["y"] and asks["y"] + asks["height"] <= table["y"]
        assert table["y"] + table["height"] <= height and not scrolls_sideways(owner)
    owner.set_viewport_size(before)
    owner.locator(".asking").get_by_role("button", name="No").click()
    guest.get_by_role("button", name="Ask again").tap()
    guest.get_by_label("Your name").wait_for()


def leave(owner, guest) -> None:
    """The guest goes, and the owner closes the table."""
    guest.get_by_role("button", name="Leave the table").first.tap()
    guest.locator("dialog").get_by_role("button", name="Leave the table").tap()
    guest.get_by_text("You have left the table").wait_for()
    check_looks(guest, [(390, 844)], ("light",))
    guest.get_by_role("button", name="Ask again").tap()
    ask_again(owner, guest)
    owner.go_back()
    owner.get_by_role("button", name="Nobody new").click()
    guest.get_by_text("Nobody new for now").wait_for()
    owner.get_by_role("button", name="Close the table").click()
    guest.get_by_text("The table is closed").wait_for()
    owner.get_by_role("button", name="Open the table").wait_for()
    check_looks(owner, [(1440, 900), (390, 844)])
