"""What the page owes to whoever doubts, in a real browser: who chose for whom, what runs here, what was checked, and the way back in."""

from textwrap import dedent

import pytest

from cardshark.hands.seal import new_secret
from cardshark.web.entry.consent import TRIES, Consent
from cardshark.web.table.table import TableSettings
from helpers.web.browser import DESK, QUICK, new_table, play_by_keys, turn_or_end
from helpers.web.pages import carry, let_in, running

pytestmark = pytest.mark.slow

BOTS = """
    from cardshark.players.player import Bot

    class Wrong(Bot):
        def play(self, view):
            raise ValueError("no idea")
"""
RULES = "american:hands=1,passing=none,pass_count=0"


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A server, and in its folder a file with a player."""
    folder = tmp_path_factory.mktemp("house")
    (folder / "bots.py").write_text(dedent(BOTS))
    with running(folder) as server:
        server.folder = folder
        yield server


@pytest.fixture
def owner(house, browser):
    """Opens a page of the owner; whatever goes wrong in it fails the test."""
    contexts, wrong = [], []

    def opened(path="/", **options):
        context = browser.new_context(**{"locale": "en", "reduced_motion": "reduce", "viewport": DESK, **options})
        contexts.append(context)
        carry(context, house, let_in(house))
        context.add_init_script(f"localStorage.setItem('settings', JSON.stringify({QUICK}))")
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(f"http://127.0.0.1:{house.port}{path}")
        page.wait_for_selector("header, main")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not wrong


# ---- somebody stands in ----


def play_one(page):
    """Play a card, and wait until it is one's turn again."""
    turn_or_end(page)
    held = page.locator("#hand button").count()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_function("held => document.querySelectorAll('#hand button').length < held", arg=held)
    turn_or_end(page)


def test_the_page_says_for_the_rest_of_the_match_who_chooses_for_whom(owner, house):
    house.hall.consent.given = True
    page = owner()
    seats = ["you", f"{house.folder}/bots.py:Wrong", "jake", "emil"]
    page.goto(f"http://127.0.0.1:{house.port}{new_table(page, rules=RULES, seats=seats)}")
    play_one(page)  # by now the player has failed, whoever led
    page.wait_for_selector(".seat.w small:text-is('Jake plays instead')", timeout=60_000)
    said = page.inner_text(".toast")
    assert said.startswith("Wrong (") and "From here on Jake plays in its place." in said
    play_one(page)  # further states come
    assert page.inner_text(".toast") == said  # and the words stay for their eight seconds
    page.wait_for_selector(".toast", state="detached", timeout=10_000)
    play_by_keys(page)
    assert page.inner_text(".seat.w small") == "Jake plays instead"
    assert "Jake for Wrong" in page.inner_text(".over tbody")
    page.keyboard.press("r")
    page.wait_for_selector(".decisions tbody tr")
    assert page.inner_text(".summary .instead").endswith("jake chose for Wrong, which could not go on.")


# ---- a note of one's own ----


def test_all_of_the_seal_can_be_copied_before_anything_is_played(owner, house):
    page = owner(permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"http://127.0.0.1:{house.port}{new_table(page, rules=RULES, seats=['you', 'jake', 'jake', 'jake'])}")
    page.wait_for_selector(".seal")
    seal = page.locator(".seal code").get_attribute("title")
    assert len(seal) == 64 and page.inner_text(".seal code") == seal[:16] + "…"
    page.get_by_role("button", name="Copy all of it").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.inner_text(".seal code") == page.evaluate("navigator.clipboard.readText()") == seal


# ---- the door ----


def test_the_settings_lead_to_the_browsers_and_these_back(owner):
    page = owner()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("link", name="Browsers that were let in").click()
    page.get_by_role("heading", name="Browsers").wait_for()
    page.get_by_role("link", name="To the tables").click()
    page.wait_for_selector("header")


def test_the_dialogue_names_what_wants_to_run(owner, house, monkeypatch):
    told = []
    monkeypatch.setattr(house.hall, "consent", Consent(told.append))
    page, player = owner(), f"{house.folder}/bots.py:Wrong"
    settings = TableSettings("hearts", RULES, ["you", player, "jake", "jake"])
    table = house.hall.store.new_table(house.hall.owner, settings, "off", new_secret(), [])  # of an earlier run
    page.goto(f"http://127.0.0.1:{house.port}/table/{table}")
    page.wait_for_selector("dialog")
    assert f"'{player}'" in page.inner_text("dialog p") and f"'{player}'" in told[-1]
    for _ in range(TRIES):
        page.get_by_label("Number").fill("x")
        page.keyboard.press("Enter")
        page.wait_for_timeout(100)
    page.get_by_text("That was another number.").wait_for()
    page.wait_for_timeout(500)
    assert len(told) == 2  # the terminal shows another number, and that one works
    page.get_by_label("Number").fill(told[-1].split("type ")[1].split()[0])
    page.keyboard.press("Enter")
    page.wait_for_selector("#hand button")  # and the page goes on with what it wanted


# ---- nothing lies over anything, in the longer language too ----

OVER = """([one, other]) => {
    const [a, b] = [one, other].map(each => document.querySelector(each).getBoundingClientRect());
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}"""


def test_nothing_is_cut_or_covered_in_dutch(owner, house):
    page = owner(locale="nl")
    page.goto(f"http://127.0.0.1:{house.port}{new_table(page, rules=RULES, seats=['you', 'jake', 'stock', 'emil'])}")
    for size in (DESK, {"width": 1100, "height": 700}, {"width": 1440, "height": 900}):
        page.set_viewport_size(size)
        turn_or_end(page)
        assert not page.evaluate(OVER, [".myrow .who", ".turn"]) and not page.evaluate(OVER, [".myrow .meta", ".turn"]), size
        assert not page.evaluate(OVER, [".facts li:last-child", ".nav"]), size
        assert page.evaluate("document.querySelector('.facts').scrollWidth <= document.querySelector('.facts').clientWidth"), size
    page.set_viewport_size(DESK)
    play_by_keys(page)
    page.keyboard.press("r")
    page.wait_for_selector(".decisions tbody tr")
    page.locator(".sealed summary").click()
    panel, last = (page.locator(each).bounding_box() for each in (".review > .decision", ".main-row .btn:last-child"))
    assert last["y"] + last["height"] <= panel["y"] + panel["height"]
