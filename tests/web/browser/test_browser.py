"""The table as a person meets it: a real server, a real browser, keys pressed and cards tapped. Gin has a file of its own."""

import re

import pytest

from helpers.web.browser import (
    LONG,
    PHONE,
    come_in,
    hold,
    next_hand_of,
    play_by_keys,
    reviewed,
    scrolls_sideways,
    sit_down,
    turn_or_end,
    violations,
)

pytestmark = pytest.mark.slow


def test_a_hand_of_hearts_by_keyboard(visit):
    page = visit()
    sit_down(page)
    assert page.locator("#hand button").count() == 13
    assert play_by_keys(page) == 13
    scores = [int(text.replace("−", "-")) for text in page.locator(".over tbody td:nth-child(3)").all_inner_texts()]
    assert sum(scores) in (26, 78)
    assert page.locator("#live").inner_text().strip()
    page.keyboard.press("n")
    page.wait_for_selector(".over", state="detached")
    assert page.locator("#hand button").count() == 13


def test_a_hand_of_hearts_by_touch_on_a_phone(visit):
    page = visit(size=PHONE, has_touch=True, is_mobile=True)
    sit_down(page, preset="dutch")
    for _ in range(8):
        assert turn_or_end(page) == "play"
        held = page.locator("#hand button").count()
        card = page.locator("#hand button.ok").first
        box = card.bounding_box()
        assert box["width"] >= 32
        assert box["height"] >= 70
        page.touchscreen.tap(box["x"] + 12, box["y"] + 20)
        page.wait_for_function(
            "held => document.querySelectorAll('#hand button').length < held || document.querySelector('.over')", arg=held
        )
        assert not scrolls_sideways(page)
    assert turn_or_end(page) == "over"


def test_an_illegal_card_says_why_and_stays(visit):
    page = visit()
    sit_down(page, preset="falcon")
    for _ in range(13):
        if turn_or_end(page) == "over":
            break
        held = page.locator("#hand button").count()
        wrong = page.locator("#hand button.no")
        if wrong.count():
            wrong.first.click(force=True, position={"x": 30, "y": 40})
            page.wait_for_selector(".news p:has-text('ollow')")
            assert page.locator("#hand button").count() == held
            return
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        page.wait_for_function(
            "held => document.querySelectorAll('#hand button').length < held || document.querySelector('.over')", arg=held
        )
    pytest.fail("no card was ever refused")


def test_whoever_hurries_with_enter_plays_no_card_by_it(visit):
    page = visit()
    sit_down(page, preset="dutch")
    turn_or_end(page)
    page.keyboard.press("ArrowRight")
    hold(page, "Enter", 30)  # the card, then the trick, and a long time after it
    page.wait_for_selector(".turn.mine, .over")
    assert page.locator("#hand button").count() == 7
    page.evaluate("() => { const now = performance.now.bind(performance); performance.now = () => now() + 60000; }")
    page.locator("#hand button.ok").first.click()
    page.wait_for_function("() => document.querySelectorAll('#hand button').length == 6 && document.querySelector('.turn.mine')")
    page.keyboard.press("Enter")  # by the page's clock it comes before the trick has gone
    page.wait_for_timeout(300)
    assert page.locator("#hand button").count() == 6
    page.locator("a.skip").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    assert "#" not in page.url
    assert page.locator("#hand button").count() == 6


def test_a_hint_is_spoken_and_stays_while_the_coach_thinks_longer(visit):
    page = visit()
    sit_down(page, preset="dutch")
    turn_or_end(page)
    page.keyboard.press("h")
    page.wait_for_selector(".val tbody tr")
    page.wait_for_function("() => document.querySelector('#live').innerText.includes('The coach would choose: ')")
    assert "Expected " in page.inner_text("#live")
    said = re.search(r"([\d,]+) imagined deals", page.inner_text(".values .src"))
    assert said
    page.get_by_role("button", name="think longer").click()
    twice = 2 * int(said[1].replace(",", ""))
    page.wait_for_selector(f".values .src:has-text('{twice:,} imagined deals')", timeout=60_000)
    assert page.locator(".val tbody tr").count() == page.locator("#hand button.ok").count()


SHOWN = """async () => {
    const {between} = await import('/static/hearts/frames.mjs'), {hurried, rhythm} = await import('/static/table/frames.mjs');
    const {expected, giveOrTake} = await import('/static/panels.mjs');
    const card = (seat, card) => ({seat, card}), seats = [0, 1].map(() => ({cards: 0, hand: null}));
    const trick = (...cards) => ({cards: cards.map((each, seat) => card(seat, each)), winner: 0, points: 0});
    const at = (tricks, trick = [], result = null) =>
        ({table: 't', hand_number: 1, seats, hand: [], hearts: {tricks, trick, claim: true}, result});
    const all = [trick('2C', '3C'), trick('4C', '5C'), trick('6C', '7C')], end = at(all, [], {});
    const times = {card: 260, act: 0, trick: 900, sweep: 220, deal: 700};
    const watched = hidden => {
        Object.defineProperty(document, 'hidden', {get: () => hidden, configurable: true});
        return hurried({watch: {}}, []);
    };
    return {
        skipped: between(at(all.slice(0, 1)), end, times).length,
        played: between(at(all.slice(0, 2), [card(0, '6C')]), end, times).map(frame => frame.wait),
        fallen: between(at(all.slice(0, 1)), at(all.slice(0, 1), [card(0, '4C')]), times).map(frame => frame.wait),
        behind: [watched(true), watched(false), hurried({}, Array(25)), hurried({}, Array(24))],
        rhythm: [rhythm({speed: 1, pause: 0.9}), rhythm({speed: 0, pause: 9}), rhythm({speed: 1, pause: 1}, {speed: 4, paused: true})],
        sure: expected('label_expected', {mean: 2, low: 2, high: 2}), shaky: expected('label_expected', {mean: 2, low: 1.5, high: 2.5}),
        cost: [giveOrTake({cost: 0.7, low: 0.7, high: 0.7}), giveOrTake({cost: 0.7, low: 0.4, high: 1})],
    };
}"""


def test_what_is_shown_in_steps_and_what_at_once(visit):
    shown = visit().evaluate(SHOWN)
    assert shown["skipped"] == 1  # the score, without the tricks before it
    assert shown["played"] == [900, 220, 0]  # a last card that was really played is seen
    assert shown["fallen"] == [260]  # the next card waits for it
    usual, at_once, paused = shown["rhythm"]
    assert usual == {"card": 260, "act": 650, "trick": 900, "sweep": 220, "deal": 700}
    assert at_once["card"] == 0 and at_once["trick"] == float("inf")  # until somebody clicks
    assert paused == {"card": 65, "act": 0, "trick": float("inf"), "sweep": 0, "deal": 0}
    assert shown["behind"] == [True, False, True, False]
    assert shown["sure"] == "Expected 2.0 points"
    assert shown["shaky"] == "Expected 2.0 points, give or take 0.5"
    assert shown["cost"] == ["0.7", "0.7 ± 0.3"]


def test_undo_takes_a_card_back_and_says_so(visit):
    page = visit()
    sit_down(page, preset="dutch", mode="practice")
    turn_or_end(page)
    before = page.locator("#hand button").evaluate_all("all => all.map(each => each.dataset.card)")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('#hand button').length == 7 && document.querySelector('.turn.mine')")
    page.keyboard.press("z")
    page.wait_for_function("() => document.querySelectorAll('#hand button').length == 8")
    assert page.locator("#hand button").evaluate_all("all => all.map(each => each.dataset.card)") == before


def test_the_coach_says_what_each_card_costs(visit):
    page = visit()
    sit_down(page, preset="falcon", coach="full")
    turn_or_end(page)
    page.wait_for_selector(".val tbody tr")
    assert page.locator(".val tbody tr").count() == page.locator("#hand button.ok").count()
    assert page.locator("table.heat td").count() >= 52
    assert re.search(r"Expected [\d.]+ points", page.locator("#hand button.ok").first.get_attribute("aria-label"))
    assert violations(page) == []
    deal = next_hand_of(page)
    page.wait_for_selector(".val tbody tr")
    deal()
    page.wait_for_selector("table.heat", state="detached")  # nothing is known of the new hand yet


def test_a_learner_at_a_younger_age_and_how_it_came_to_think_so(visit):
    page = visit()
    page.wait_for_selector(".people .p:not(.waits)")
    page.locator("input[name=preset] >> nth=1").check(force=True)
    page.locator("input[name=coach] >> nth=2").check(force=True)
    page.get_by_role("checkbox", name="my, Yours").check(force=True)
    age = page.locator(".age input").first
    assert age.get_attribute("aria-valuetext") == "grown up"
    age.press("ArrowLeft")
    assert age.get_attribute("aria-valuetext") == "after 22 games"
    age.press("Home")
    assert page.locator(".age output").first.inner_text() == "after 0 games"
    page.locator(".experts summary").click()
    assert page.get_by_label("Player in chair 1").input_value() == "network:brain=my.age00.safetensors"
    page.locator("#setup button").click()
    page.wait_for_url("**/table/*")
    turn_or_end(page)
    page.get_by_role("button", name="Show", exact=True).click()
    page.wait_for_selector("svg.spark")
    assert page.locator("table.ages tr").count() == page.locator("#hand button.ok").count()
    assert all("→" in row for row in page.locator("table.ages td").all_inner_texts())
    assert "0 to 40 games" in page.locator("section:has(.spark) h2").inner_text()
    assert violations(page) == []
    page.locator("#hand button.ok").first.click()
    page.wait_for_selector("svg.spark", state="detached")  # that was about another position


def test_review_link_and_another_profile(visit, browser, table_server):
    page = visit()
    sit_down(page, preset="dutch")
    play_by_keys(page)
    reviewed(page)
    assert page.locator(".decisions tbody tr").count() == 8
    shown = page.locator(".summary .final").inner_text()
    rows = page.locator(".decisions tbody").inner_text()
    page.locator(".decisions tbody tr").nth(3).click()
    with page.expect_response("**/hand/*.html") as saved:
        page.evaluate("fetch(`/hand/${location.pathname.split('/').pop()}.html`)")
    assert saved.value.status == 200
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.keyboard.press("c")
    page.wait_for_selector("text=copied")
    address_of_hand = page.evaluate("() => navigator.clipboard.readText()")
    assert re.fullmatch(rf"http://127\.0\.0\.1:{table_server.port}/review#[\w.-]{{50,200}}", address_of_hand)
    own = f"http://127.0.0.1:{table_server.port}"
    post = page.context.request.post(f"{own}/browsers/code?for=new", headers={"Origin": own})
    code = re.search(r"<code>([\w-]+)</code>", post.text())[1]
    stranger = browser.new_context().new_page()
    stranger.set_default_timeout(LONG)
    come_in(stranger, table_server, code)
    stranger.goto(address_of_hand)
    stranger.wait_for_selector(".decisions tbody tr")
    assert stranger.locator(".summary .final").inner_text() == shown
    assert stranger.locator(".decisions tbody").inner_text() == rows
    stranger.context.close()


def test_from_the_review_to_the_next_hand(visit):
    page = visit()
    sit_down(page, preset="dutch")
    play_by_keys(page)
    reviewed(page)
    page.keyboard.press("n")
    page.wait_for_url("**/table/*")
    page.wait_for_function("() => document.querySelectorAll('#hand button').length == 8")


def test_try_again_from_a_decision(visit):
    page = visit()
    sit_down(page, preset="dutch")
    play_by_keys(page)
    reviewed(page)
    page.locator(".decisions tbody tr").nth(2).click()
    page.keyboard.press("r")
    page.wait_for_url("**/table/*")
    page.wait_for_selector("#hand")
    assert page.locator("#hand button").count() == 6


def test_watching_goes_by_itself_and_stops(visit):
    page = visit()
    sit_down(page, preset="dutch", mode="watch")
    page.wait_for_selector(".over, .hist .m.win")
    assert violations(page) == []
    page.evaluate("addEventListener('focusin', event => { window.taken ||= Boolean(event.target.closest('.over')); })")
    page.locator(".watchbar input[type=range]").fill("3")
    page.wait_for_selector(".over")
    page.wait_for_selector(".over", state="detached")
    assert not page.evaluate("window.taken")  # Space would lead away
    page.locator(".watchbar input[type=checkbox]").first.focus()
    page.keyboard.press("Space")
    page.wait_for_function("() => !document.querySelector('.watchbar input[type=checkbox]').checked")
    page.wait_for_selector(".openhand", state="detached")
    assert page.locator(".watchbar button").first.get_attribute("aria-pressed") == "false"
    page.get_by_role("link", name="Play", exact=True).click()
    page.wait_for_selector("#setup")
    assert page.locator("input[name=mode] >> nth=0").is_checked()
