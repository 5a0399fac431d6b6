"""No page says anything in English to somebody who reads Dutch. A new page is a line in ADDRESSES."""

import pytest

from helpers.web.browser import QUICK, new_table, play_by_keys, texts_of, turn_or_end
from helpers.web.language import untranslated

pytestmark = pytest.mark.slow

ADDRESSES = ["/", "/lab", "/lab/papers", "/lab/leagues", "/lab/training", "/lab/deals", "/lab/players", "/lab/experiment"]
TYPED = [
    "american",
    "dutch",
    "passleft",
    "falcon",
    "eaai",
    "classic",
    "jake",
    "policy",
    "network",
    "age",
    "safetensors",
    "Shark",
    "hindsight",
    "rules",
    "against",
    "limit",
]


def both(visit, address: str, arrive) -> tuple[list[str], list[str]]:
    """What a page says in English and in Dutch, when `arrive` has done with it what is to be looked at."""
    said = []
    for language in ("en", "nl"):
        page = visit(address, settings=QUICK, language=language)
        arrive(page)
        said.append(texts_of(page))
        page.context.close()
    return said[0], said[1]


def wait_for(selector: str):
    return lambda page: page.wait_for_selector(selector)


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_page_is_dutch(visit, address):
    assert untranslated(*both(visit, address, lambda page: page.wait_for_load_state("networkidle")), TYPED) == []


def with_sheet(key: str):
    """Opens a sheet over the table."""

    def arrive(page) -> None:
        page.wait_for_selector("#hand button")
        page.keyboard.press(key)
        page.wait_for_selector("dialog[open]")

    return arrive


def looked_at(page) -> None:
    """The coach has had its say."""
    page.wait_for_selector(".turn.mine, .passing button.ok")
    page.wait_for_selector(".val tbody tr")


def test_hearts_is_dutch_from_the_pass_to_the_review(visit):
    page = visit()
    address = new_table(page, seats=["you", "jake", "random", "jake"], coach="full")
    assert untranslated(*both(visit, address, looked_at), TYPED) == []
    for sheet in (with_sheet("?"), with_sheet("i"), open_settings, leave_the_table):
        assert untranslated(*both(visit, address, sheet), TYPED) == []
    page = visit(address)
    turn_or_end(page)
    for card in range(3):
        page.locator("#hand button.ok").nth(card).dispatch_event("click")
    page.keyboard.press("p")
    page.wait_for_selector(".turn.mine")
    page.context.close()
    assert untranslated(*both(visit, address, looked_at), TYPED) == []
    page = visit(address)
    play_by_keys(page)
    hand = f"{address.removeprefix('/table/')}-0"
    assert untranslated(*both(visit, address, wait_for(".over")), TYPED) == []
    assert untranslated(*both(visit, f"/review/{hand}", wait_for(".decisions tbody tr")), TYPED) == []


def open_settings(page) -> None:
    page.wait_for_selector("#hand button")
    page.locator(".tools button").last.click()
    page.wait_for_selector("dialog[open]")


def leave_the_table(page) -> None:
    page.wait_for_selector("#hand button")
    page.locator("aside .pan:last-child button").last.click()
    page.wait_for_selector("dialog[open]")


def test_watching_and_gin_are_dutch(visit):
    page = visit()
    watched = new_table(page, seats=["jake", "random", "jake", "jake"], mode="watch")
    shown = visit(watched)
    shown.wait_for_selector(".watchbar")
    shown.keyboard.press(" ")
    shown.wait_for_selector(".watchbar [aria-pressed=true]")
    assert untranslated(*both(visit, watched, wait_for(".watchbar")), TYPED) == []
    gin = new_table(page, game="gin", rules="", seats=["you", "simple"], mode="practice", coach="full")
    assert untranslated(*both(visit, gin, looked_at), TYPED) == []
