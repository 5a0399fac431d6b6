"""Gin in a real browser: by keyboard to a knock, to a lay-off, and nobody knocks who did not mean to."""

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from cardshark.games import gin, house
from cardshark.games.match import Single
from cardshark.hands import link
from cardshark.hands import played as played_hand
from cardshark.players import seat
from cardshark.terminal.evening import ask
from helpers.web.browser import hold, next_hand_of, sit_down, violations

pytestmark = pytest.mark.slow


def simple_hands():
    """Hands of gin between two simple players, by rules in which one chooses what to lay off; with phase and choices of seat 0."""
    rules = house.parse(gin.PRESETS, "classic")
    for word in range(1, 400):
        match = Single(gin, rules, word, word)
        players = [seat("simple"), seat("simple")]
        for player in players:
            player.sit(gin, rules)
        start = played_hand.record_deal("gin", match, ["you", "simple"], ["You", "Nora"])
        choices, own = [], []
        while not match.over and int(match.state.table.hand_number) == 0:
            table = match.state.table
            if table.turn == 0:
                own.append((int(table.phase), int(match.view().legal).bit_count()))
            choices.append(ask(match, players[int(table.turn)]))
        yield link.encode(played_hand.play_hand(start, choices)), own


def layoff_link() -> tuple[str, int]:
    """A hand of gin in which seat 0 lays off on the other's melds, and the number of its decision before the knock."""
    for code, own in simple_hands():
        if any(phase == gin.LAY_OFF and ways > 1 for phase, ways in own):
            return code, [phase in (gin.LAY_OFF, gin.SPREAD) for phase, _ in own].index(True) - 1
    raise AssertionError("nobody ever laid off")


def knock_link() -> tuple[str, int]:
    """A hand of gin in which seat 0 may knock, and the number of the discard after which it may."""
    for code, own in simple_hands():
        phases = [phase for phase, _ in own]
        if gin.MAY_KNOCK in phases:
            return code, phases.index(gin.MAY_KNOCK) - 1
    raise AssertionError("nobody ever knocked")


def tried_again(visit, code: str, decision: int):
    """A practice table at which a hand is tried again from a decision on, and what was chosen there."""
    page = visit(f"/review#{code}")
    page.wait_for_selector(".decisions tbody tr")
    page.locator(f"#decision-{decision}").click()
    page.keyboard.press("r")
    page.wait_for_url("**/table/*")
    page.wait_for_selector(".ginfelt")
    return page, page_choice(code, decision)


def test_nobody_knocks_at_gin_by_holding_a_key_or_pressing_twice_at_once(visit):
    page, chosen = tried_again(visit, *knock_link())
    page.locator(f'[data-choice="{chosen}"]').focus()
    hold(page, "Enter", 30)
    page.wait_for_selector(".knock button:not(.sure)")
    page.evaluate("() => { const later = performance.now() + 1000; performance.now = () => later; }")  # both presses at one moment
    page.keyboard.press("k")
    page.keyboard.press("k")
    page.wait_for_selector(".knock button.sure")
    page.wait_for_timeout(300)
    assert page.locator(".knock button.sure").count() == 1
    page.keyboard.press("?")
    page.wait_for_selector("dialog:has-text('move a card within your hand')")
    page.locator("dialog p").first.click()
    page.keyboard.press("o")  # which means to play on, but not under a sheet
    page.get_by_role("button", name="Done").click()
    page.wait_for_timeout(200)
    assert page.locator(".knock button").count() == 1
    page.evaluate("() => { const later = performance.now() + 1000; performance.now = () => later; }")
    page.keyboard.press("k")
    page.wait_for_selector(".over, .ways, .spread")


def test_gin_to_a_knock_and_a_lay_off(visit):
    finish_gin(*tried_again(visit, *layoff_link()))


def page_choice(code: str, decision: int) -> str:
    """What the person chose there."""
    hand = link.decode(code)
    own = [(played_hand.choice_name(match, choice)) for match, choice in played_hand.steps(hand) if match.state.table.turn == 0]
    return own[decision]


def click_first(page, *selectors: str) -> bool:
    """Click on the first that is there; False if the table moved on before it could be done."""
    found = [each for each in selectors if page.locator(each).count()]
    try:
        page.locator((found or selectors)[0]).first.click(timeout=2000)
    except PlaywrightTimeout:
        return False
    return True


def finish_gin(page, chosen: str) -> None:
    """Choose as before, wait for the knock, lay everything off, and see the result."""
    page.locator(f'[data-choice="{chosen}"]').first.click()
    page.wait_for_selector(".over, .spread, .ways")
    laid = 0
    while not page.locator(".over").count():
        page.wait_for_selector(".over, .turn.mine")
        laid += click_first(page, "#hand button.ok[data-choice], .ways button", "button.act")
    assert laid
    assert page.locator(".over").inner_text()


def play_gin(page) -> None:
    """A hand of gin by keyboard, knocking as soon as one may."""
    page.wait_for_selector(".over, .turn.mine")
    while not page.locator(".over").count():
        if page.locator(".knock button").count():
            page.keyboard.press("k")
            page.keyboard.press("k")
        elif page.locator('[data-choice="stock"].ok').count():
            page.keyboard.press("s")
        else:
            click_first(page, "button.act", "#hand button.ok, .ways button")
        page.wait_for_timeout(150)
        page.wait_for_selector(".over, .turn.mine")


def test_another_hand_of_gin_is_sorted_anew(visit):
    page = visit()
    sit_down(page, game="gin", preset="eaai", player="simple")
    deal = next_hand_of(page)
    order = "() => [...document.querySelectorAll('#hand button[data-choice]')].map(each => each.dataset.choice).join()"
    sorted_cards = page.evaluate(order)
    page.locator("#hand button[data-choice]").first.focus()
    page.keyboard.press("Shift+ArrowRight")
    page.wait_for_function(f"old => ({order})() != old", arg=sorted_cards)
    deal()
    page.wait_for_function(f"old => ({order})() == old", arg=sorted_cards)


def test_a_hand_of_gin_by_keyboard(visit):
    page = visit()
    sit_down(page, game="gin", preset="eaai", player="simple")
    assert page.locator("#hand button[data-choice]").count() == 10
    play_gin(page)
    assert page.locator(".over").count() == 1
    assert violations(page) == []
