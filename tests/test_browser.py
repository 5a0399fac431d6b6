"""The table as a person meets it: a real server, a real browser, keys pressed and cards tapped."""

import json
import re

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from browser import DESK, PHONE, Server, open_browser, scrolls_sideways, violations
from cardshark.coach import hand as played_hand
from cardshark.coach import link
from cardshark.games import gin, house
from cardshark.games.single import Single
from cardshark.learning import Design, Lesson, train
from cardshark.players import seat
from cardshark.terminal_table import ask

pytestmark = pytest.mark.slow

QUICK = {"pause": 0.3, "speed": 0}  # settings for who is in a hurry
LONG = 240_000  # milliseconds: a kernel may have to be compiled first


@pytest.fixture(scope="module")
def browser():
    with open_browser() as found:
        yield found


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """With a brain in its folder, and four of its younger selves."""
    home = tmp_path_factory.mktemp("home")
    train(Design(hidden="16"), Lesson(games=40, rules="dutch:limit=60", against="jake"), 7, home / "my.safetensors", keep=4)
    running = Server(home)
    yield running
    if running.process.poll() is None:
        running.stop()


@pytest.fixture(scope="module")
def cookies(browser, server):
    """Of the browser that opened the address: its key works once."""
    context = browser.new_context()
    context.new_page().goto(server.address)
    return context.storage_state()


@pytest.fixture
def visit(browser, server, cookies):
    """A way to open a page of the table; whatever its console complains of fails the test."""
    complaints, contexts = [], []

    def opened(path: str = "/", size: dict = DESK, settings: dict = QUICK, **options):
        context = browser.new_context(viewport=size, **{"storage_state": cookies, "reduced_motion": "reduce", **options})
        context.add_init_script(
            f"localStorage.setItem('settings', {json.dumps(json.dumps(settings))}); localStorage.setItem('language', 'en')"
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(LONG)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda said: complaints.append(said.text) if said.type in ("error", "warning") and "WebSocket" not in said.text else 0,
        )
        page.goto(f"http://127.0.0.1:{server.port}{path}")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not [each for each in complaints if "ERR_CONNECTION_REFUSED" not in each]


def sit_down(page, game: str = "hearts", preset: str = "american", mode: str = "play", coach: str = "off", player: str = "jake") -> None:
    """Fill the lobby's form in, and start."""
    page.wait_for_selector("#setup")
    page.locator(f"#setup input[name=game] >> nth={['hearts', 'gin'].index(game)}").check(force=True)
    order = {"hearts": ["american", "dutch", "passleft", "falcon"], "gin": ["eaai"]}[game]
    page.locator(f"#setup input[name=preset] >> nth={order.index(preset)}").check(force=True)
    page.locator(f"#setup input[name=mode] >> nth={['play', 'practice', 'watch'].index(mode)}").check(force=True)
    if mode != "watch":
        page.locator(f"#setup input[name=coach] >> nth={['off', 'nudge', 'full'].index(coach)}").check(force=True)
    for field in page.locator("#setup .seatrow input[type=text]").all():
        field.fill(player)
    page.locator("#setup button.main").click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector(".felt")


def turn_or_end(page) -> str:
    """Wait until the person may do something: "pass", "play" or "over"."""
    page.wait_for_selector(".over, .turn.mine, .passing:has([aria-disabled='false']), .passing button.ok")
    return "over" if page.locator(".over").count() else "pass" if page.locator("ol.passing").count() else "play"


def play_by_keys(page) -> int:
    """Play a hand with the keyboard alone: how many cards were played."""
    cards = 0
    while (now := turn_or_end(page)) != "over":
        held = page.locator("#hand button").count()
        if now == "pass":
            for _ in range(3):
                page.keyboard.press("Enter")
                page.keyboard.press("ArrowRight")
            page.keyboard.press("p")
            page.wait_for_selector("ol.passing", state="detached")
        else:
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            page.wait_for_function(
                "held => document.querySelectorAll('#hand button').length < held || document.querySelector('.over')", arg=held
            )
            cards += 1
    return cards


def test_a_hand_of_hearts_by_keyboard(visit):
    page = visit()
    sit_down(page)
    assert page.locator("#hand button").count() == 13
    assert play_by_keys(page) == 13
    scores = [int(text.replace("−", "-")) for text in page.locator(".over tbody td:nth-child(2)").all_inner_texts()]
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


def hold(page, key: str, times: int) -> None:
    """Hold a key down until it has been repeated so often."""
    for _ in range(times):
        page.keyboard.down(key)
        page.wait_for_timeout(50)
    page.keyboard.up(key)


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
    assert "1,000 imagined deals" in page.inner_text(".values .src")
    page.get_by_role("button", name="think longer").click()
    page.wait_for_selector(".values .src:has-text('2,000 imagined deals')", timeout=60_000)
    assert page.locator(".val tbody tr").count() == page.locator("#hand button.ok").count()


SHOWN = """async () => {
    const {between, hurried} = await import('/static/frames.mjs'), {expected, giveOrTake} = await import('/static/panels.mjs');
    const card = (seat, card) => ({seat, card}), seats = [0, 1].map(() => ({cards: 0, hand: null}));
    const trick = (...cards) => ({cards: cards.map((each, seat) => card(seat, each)), winner: 0, points: 0});
    const at = (tricks, trick = [], result = null) =>
        ({table: 't', hand_number: 1, seats, hand: [], hearts: {tricks, trick, claim: true}, result});
    const all = [trick('2C', '3C'), trick('4C', '5C'), trick('6C', '7C')], end = at(all, [], {});
    const watched = hidden => {
        Object.defineProperty(document, 'hidden', {get: () => hidden, configurable: true});
        return hurried({watch: {}}, []);
    };
    return {
        skipped: between(at(all.slice(0, 1)), end, 900, false).length,
        played: between(at(all.slice(0, 2), [card(0, '6C')]), end, 900, false).length,
        behind: [watched(true), watched(false), hurried({}, Array(13)), hurried({}, Array(12))],
        sure: expected('label_expected', {mean: 2, low: 2, high: 2}), shaky: expected('label_expected', {mean: 2, low: 1.5, high: 2.5}),
        cost: [giveOrTake({cost: 0.7, low: 0.7, high: 0.7}), giveOrTake({cost: 0.7, low: 0.4, high: 1})],
    };
}"""


def test_what_is_shown_in_steps_and_what_at_once(visit):
    shown = visit().evaluate(SHOWN)
    assert shown["skipped"] == 1  # the score, without the tricks before it
    assert shown["played"] == 3  # a last card that was really played is seen
    assert shown["behind"] == [True, False, True, False]
    assert shown["sure"] == "Expected 2.0 points"
    assert shown["shaky"] == "Expected 2.0 points, give or take 0.5"
    assert shown["cost"] == ["0.7", "0.7 ± 0.3"]


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
    page.locator("#setup input[name=end] >> nth=3").check(force=True)
    number = page.get_by_role("textbox", name="The match goes to")
    number.fill("")
    number.press_sequentially("500")  # past 50, which has a button of its own
    assert number.input_value() == "500"


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


def next_hand_of(page):
    """Open the page again, so that it can be told that the same cards are the next hand: whoever is called tells it so."""
    states = []

    def listen(socket) -> None:
        server = socket.connect_to_server()
        socket.on_message(server.send)
        server.on_message(lambda text: (states.append((socket, json.loads(text))), socket.send(text)))

    def deal() -> None:
        socket, state = next(each for each in reversed(states) if each[1]["say"] == "state")
        socket.send(json.dumps({**state, "hand_number": state["hand_number"] + 1, "seq": state["seq"] + 1}))

    page.route_web_socket("**/socket", listen)
    page.reload()
    page.wait_for_selector("#hand button")
    return deal


def reviewed(page) -> None:
    """From the end of a hand to its review."""
    page.keyboard.press("r")
    page.wait_for_selector(".decisions tbody tr")


def test_a_learner_at_a_younger_age_and_how_it_came_to_think_so(visit):
    page = visit()
    page.wait_for_selector("#setup")
    page.locator("#setup input[name=preset] >> nth=1").check(force=True)
    page.locator("#setup input[name=coach] >> nth=2").check(force=True)
    page.locator(".seatrow select").first.select_option(label="Network · my")
    age = page.locator(".age input").first
    assert age.get_attribute("aria-valuetext") == "grown up"
    age.press("ArrowLeft")
    assert age.get_attribute("aria-valuetext") == "after 22 games"
    age.press("Home")
    assert page.locator(".age output").first.inner_text() == "after 0 games"
    assert page.locator(".seatrow input[type=text]").first.input_value() == "network:brain=my.age00.safetensors"
    page.locator("#setup button.main").click()
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


def test_review_link_and_another_profile(visit, browser, server):
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
    assert re.fullmatch(rf"http://127\.0\.0\.1:{server.port}/review#[\w.-]{{50,200}}", address_of_hand)
    post = page.context.request.post(f"http://127.0.0.1:{server.port}/key?for=guest", headers={"Origin": f"http://127.0.0.1:{server.port}"})
    address = re.search(r"http://127\.0\.0\.1:\d+/\?key=[\w-]+", post.text())[0]
    stranger = browser.new_context().new_page()
    stranger.set_default_timeout(LONG)
    stranger.goto(address)
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


def simple_hands():
    """Hands of gin between two simple players, by rules in which one chooses what to lay off; with phase and choices of seat 0."""
    rules = house.parse(gin.PRESETS, "classic")
    for word in range(1, 400):
        match = Single(gin, rules, word, word)
        players = [seat("simple"), seat("simple")]
        for player in players:
            player.sit(gin, rules)
        start = played_hand.dealt("gin", match, ["you", "simple"], ["You", "Nora"])
        choices, own = [], []
        while not match.over and int(match.state.table.hand_number) == 0:
            table = match.state.table
            if table.turn == 0:
                own.append((int(table.phase), int(match.view().legal).bit_count()))
            choices.append(ask(match, players[int(table.turn)]))
        yield link.encode(played_hand.played(start, choices)), own


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


def test_nobody_knocks_at_gin_by_holding_a_key_or_pressing_twice_at_once(visit):
    code, decision = knock_link()
    page = visit(f"/review#{code}")
    page.wait_for_selector(".decisions tbody tr")
    page.locator(f"#decision-{decision}").click()
    page.keyboard.press("r")
    page.wait_for_url("**/table/*")
    page.locator(f'[data-choice="{page_choice(code, decision)}"]').focus()
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
    code, decision = layoff_link()
    page = visit(f"/review#{code}")
    page.wait_for_selector(".decisions tbody tr")
    page.locator(f"#decision-{decision}").click()
    page.keyboard.press("r")
    page.wait_for_url("**/table/*")
    page.wait_for_selector(".ginfelt")
    finish_gin(page, chosen=page_choice(code, decision))


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
    assert page.locator("#setup input[name=mode] >> nth=0").is_checked()


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


def test_a_stranger_gets_nothing(browser, server):
    page = browser.new_context().new_page()
    answer = page.goto(f"http://127.0.0.1:{server.port}/")
    assert answer.status == 403
    assert "cardshark play" in page.inner_text("body")
    assert page.goto(server.address).status == 403  # the key was used


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
    assert "Tegenstanders" in page.inner_text("#setup") or "tegenstanders" in page.inner_text("#setup").lower()


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
