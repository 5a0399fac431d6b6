"""My mistakes, and how I play, in a real browser: by keyboard, by finger, for all eyes and widths."""

import json

import pytest

from cardshark import __version__
from cardshark.coach.review import moments_of
from cardshark.hands.saved import FORMAT
from cardshark.web.hall import Hall
from cardshark.web.ledger.entry import Decision
from cardshark.web.mistakes import store
from cardshark.web.mistakes.second import listed, moment_of
from helpers.web.browser import DESK, PHONE, QUICK, scrolls_sideways, violations
from helpers.web.history import NOW, deal_the_same, play_hands, write_ledger
from helpers.web.pages import base, carry, let_in, new_guest, running

pytestmark = pytest.mark.slow

SIZES = ({"width": 1440, "height": 900}, {"width": 1024, "height": 768}, PHONE)


def make_question(hall: Hall, game: str, days_ago: float = 2) -> None:
    """A hand with one mistake, about which the coach has thought again already: the first other choice is the best one."""
    name = play_hands(hall, game, rules="dutch" if game == "hearts" else "", days_ago=days_ago)
    hand = hall.hand(hall.store.owner(), f"{name}-0")
    seat = hand.players.index("you")
    place = next(
        each.number for each in moments_of(hand, seat) if each.phase in ("play", "discard") and int(each.view.legal).bit_count() > 2
    )
    phase = "play" if game == "hearts" else "discard"
    kind = "led_spades" if game == "hearts" else "kept_high"
    write_ledger(hall, name, wrong={place: Decision(place, phase, "9S", "4D", 1.5, 1.0, 2.0, "mistake", kind)})
    store.collect(hall.store.database, hall.store.owner())
    at = moment_of(hall.store.table(name), store.HandName(name, 0), place)
    legal = [at.name(each) for each in listed(int(at.views["legal"][0]))]
    then = at.name(at.chosen)
    best, *others = [each for each in legal if each != then]
    values = [
        {"choice": each, "mean": 3.0 + n, "low": 2.7 + n, "high": 3.3 + n, "best": float(n == 0)}
        for n, each in enumerate([best, then, *others])
    ]
    answer = {
        "best": best, "then": then, "fine": [], "among": legal[:2], "cost": 1.5, "low": 1.0, "high": 2.0, "deals": 480, "effective": 480.0,
        "judge": "policy", "values": values, "story": [[{"key": "moment_queen_out", "args": {}}]], "why": [],
    }  # fmt: skip
    with hall.store.database.writing() as file:
        file.execute("update asked set checked = ?, answer = ? where name = ?", (__version__, json.dumps(answer), name))


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A server with a history: questions of both games, and hands of which the coach says nothing."""
    with pytest.MonkeyPatch.context() as patch:
        deal_the_same(patch)
        with running(tmp_path_factory.mktemp("mine")) as server:
            hall = server.hall
            hall.clock = lambda: NOW
            for days in (2, 3, 4):
                make_question(hall, "hearts", days)
            make_question(hall, "gin", 1.5)
            for days in (20, 30, 60, 70):
                write_ledger(hall, play_hands(hall, seats=["you", "jake", "stock", "greedy"], days_ago=days), cost=0.1)
            yield server


@pytest.fixture
def come(browser, home):
    """A way to open a page; whatever its console complains of fails the test."""
    complaints, contexts = [], []

    def opened(path: str, size: dict = DESK, language: str = "en", **options):
        context = browser.new_context(viewport=size, reduced_motion="reduce", accept_downloads=True, **options)
        context.add_init_script(
            f"localStorage.setItem('settings', {json.dumps(json.dumps(QUICK))}); localStorage.setItem('language', '{language}')"
        )
        contexts.append(context)
        carry(context, home, let_in(home))
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None)
        page.goto(base(home) + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [each for each in complaints if "400" not in each] == []  # a refused file is told to the console, too


def kept_answer(home, page) -> dict:
    """What the file says of the question on the page."""
    rows = home.hall.store.database.rows("select answer from asked where state = 'waiting' and due <= ?", NOW.date().isoformat())
    hand = page.locator("#hand [data-card], #hand [data-choice]").evaluate_all(
        "all => all.map(each => each.dataset.card ?? each.dataset.choice)"
    )
    return next(found for found in (json.loads(text) for (text,) in rows) if {found["best"], found["then"]} <= set(hand))


def type_card(page, card: str) -> None:
    """A card by its name: rank, then suit."""
    for key in card[0].replace("T", "10") + card[1].lower():
        page.keyboard.press(key)


def test_a_day_of_mistakes_by_keyboard(come, home):
    page = come("/mistakes")
    page.wait_for_selector(".turn.mine")
    assert "What would you choose now?" in page.inner_text(".turn.mine")
    answer = kept_answer(home, page)
    assert page.locator(".flag, .chip, .outcome, .val").count() == 0  # nothing of the answer
    page.keyboard.press("h")
    page.wait_for_selector(".ans .why")
    type_card(page, answer["best"])
    page.wait_for_selector(".outcome")
    assert page.inner_text(".outcome h2") == "Found it" and page.inner_text("#live").startswith("Found it")
    assert page.locator(".ans details[open]").count() == 0 and page.inner_text(".ladder .now") == "in three days"
    assert {page.inner_text(".flag.then"), page.inner_text(".flag.right")} == {"then", "your answer"}
    page.keyboard.press("Enter")
    page.wait_for_selector(".facts2")
    assert page.locator(".prog li.f").count() == 1 and page.inner_text(".prog span") == "2 of 4 today"
    page.keyboard.press("s")
    page.wait_for_function("() => document.querySelector('.prog span')?.innerText === '2 of 3 today'")


def test_not_yet_by_finger_on_a_phone_and_the_whole_hand(come, home):
    page = come("/mistakes", PHONE, has_touch=True)
    page.wait_for_selector(".turn.mine")
    answer = kept_answer(home, page)
    page.tap(f"#hand [data-card='{answer['then']}'], #hand [data-choice='{answer['then']}']")
    page.wait_for_selector(".outcome")
    assert page.inner_text(".outcome h2") == "Not yet" and "again" in page.inner_text(".outcome p")
    assert page.locator(".ans details[open] .val tbody tr").count() >= 3
    assert page.inner_text(".ladder .now") == "tomorrow" and not scrolls_sideways(page)
    page.locator(".ans a.btn").tap()
    page.wait_for_selector(".decisions tbody tr")
    assert "/review/" in page.url


def test_a_decision_of_a_review_is_asked_again(come, home):
    page = come(f"/review/{home.hall.store.database.rows('select name from asked limit 1')[0][0]}-0")
    page.wait_for_selector(".decisions tbody tr")
    if page.locator(".decisions tr.mistake").count() == 0:
        pytest.skip("the coach finds no mistake in this hand")
    page.locator(".decisions tr.mistake button").first.click()
    page.keyboard.press("a")
    page.wait_for_selector(".actions button[disabled], .toast")  # it will be asked, or the coach cannot tell the two apart


def without_seal(hand):
    """The same cards and choices as they were saved before people gave words to a deal."""
    chained = {"cardshark", "secret", "seal", "promises", "words", "undone", "after", "opening", "end"}
    return {**{key: value for key, value in hand.items() if key not in chained}, "cardshark": FORMAT}


def test_search_filters_and_files_hold_the_same_hands(come, home, tmp_path):
    page = come("/me")
    page.wait_for_selector(".allhands tbody tr")
    assert page.locator(".allhands tbody tr").count() == 8
    page.keyboard.press("/")
    page.keyboard.type("wilma")
    page.wait_for_function("() => document.querySelectorAll('.allhands tbody tr').length === 4")
    with page.expect_download() as download:
        page.get_by_role("link", name="JSON").click()
    saved = tmp_path / "hands.json"
    download.value.save_as(saved)
    assert len(json.loads(saved.read_text())["hands"]) == 4
    page.locator("input[type=file]").set_input_files(saved)
    page.wait_for_selector(".importnews")
    assert page.inner_text(".importnews") == "0 hands are new here, 4 were known already. Imported hands never count."
    content = json.loads(saved.read_text())
    content["hands"][2]["hand"]["choices"][7] = "AS"
    saved.write_text(json.dumps(content))
    page.locator("input[type=file]").set_input_files(saved)
    page.wait_for_function("() => document.querySelector('.importnews').innerText.startsWith('Nothing was imported: hand 3')")
    content["hands"] = content["hands"][:1]
    content["hands"][0]["hand"] = without_seal(content["hands"][0]["hand"])  # a hand that nobody here has played
    saved.write_text(json.dumps(content))
    assert page.get_by_role("button", name="Remove imported hands").count() == 0
    page.locator("input[type=file]").set_input_files(saved)
    page.wait_for_function("() => document.querySelectorAll('.allhands tbody tr').length === 5")
    page.get_by_role("button", name="Remove imported hands").press("Enter")
    assert "for good: 1" in page.inner_text(".sure") and violations(page) == []
    page.get_by_role("button", name="Keep").click()
    page.get_by_role("button", name="Remove imported hands").click()
    page.wait_for_function("() => document.activeElement.innerText === 'Remove'")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('.allhands tbody tr').length === 4")
    assert page.locator(".sure").count() == 0 and page.get_by_role("button", name="Remove imported hands").count() == 0
    page.get_by_role("searchbox").fill("")
    page.get_by_role("radio", name="Dutch").check(force=True)  # kinds of mistakes are those of these rules
    page.get_by_role("button", name="3 hands").click()  # of a kind of mistake
    page.wait_for_function("() => document.querySelectorAll('.allhands tbody tr').length === 3")
    page.get_by_role("button", name="as a table").click()
    assert page.locator(".numbers tbody tr").count() >= 1
    page.locator(".period label").nth(1).click()
    page.wait_for_selector(".allhands tbody tr")


def test_every_state_for_all_eyes_and_widths(come, home):
    make_question(home.hall, "hearts", 5)  # the tests before may have answered all others
    pages = {"/mistakes": ".turn.mine", "/me": ".allhands tbody tr"}
    for path, there in pages.items():
        page = come(path)
        page.wait_for_selector(there)
        for size in SIZES:
            page.set_viewport_size(size)
            for theme in ("dark", "light"):
                page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
                assert violations(page) == [], f"{path} {size} {theme}"
            assert not scrolls_sideways(page), f"{path} {size}"
        page.set_viewport_size({"width": 360, "height": 740})
        assert not scrolls_sideways(page)


BUTTON_INSIDE = """box => {
    const place = what => document.querySelector(what).getBoundingClientRect(), outer = place(box), inner = place(`${box} .btn`);
    return outer.top < inner.top && inner.bottom < outer.bottom && inner.bottom < innerHeight;
}"""


def test_who_has_played_nothing_is_told_how_to_begin_in_their_own_language(browser, home):
    context = browser.new_context(viewport=DESK, reduced_motion="reduce")
    context.add_init_script("localStorage.setItem('language', 'nl')")
    page = context.new_page()
    carry(context, home, new_guest(home))
    page.goto(f"{base(home)}/me")
    page.wait_for_selector(".me .empty")
    assert page.inner_text(".me .empty p") == "Speel vijf handen om een eerste cijfer te zien." and violations(page) == []
    assert page.evaluate(BUTTON_INSIDE, ".me .empty")
    page.goto(f"http://127.0.0.1:{home.port}/mistakes")
    page.wait_for_selector(".mistakes.none")
    assert page.inner_text(".mistakes.none h1") == "Leer van je eigen handen" and violations(page) == []
    assert page.evaluate(BUTTON_INSIDE, ".mistakes.none .felt")
    context.close()
