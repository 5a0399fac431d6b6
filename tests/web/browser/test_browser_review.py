"""The review in a real browser: a hand is played, looked back at, and tried again, with keys alone, at a desk and on a phone."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cardshark.web.app import Server
from helpers.web.browser import DESK, LONG, PHONE, scrolls_sideways, violations
from helpers.web.pages import Page, base, let_in, running

pytestmark = pytest.mark.slow

SIZES = {"desk": DESK, "phone": PHONE}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str, dict[str, Any]]]:
    """A server, who is let in, and the review of a hand that was played there (32 cards, no passing)."""
    with running(tmp_path_factory.mktemp("tables")) as server:
        cookie = let_in(server)
        with Page(server.port, cookie) as page:
            page.create(game="hearts", rules="dutch", seats=["you", "jake", "jake", "jake"])
            number = page.say(do="review", hand=page.play_hand()["result"]["hand"])
            found = page.until(
                lambda message: message["ask"] == number and bool(message["say"] == "trouble" or message["review"]), LONG / 1000
            )
        assert found["say"] == "reviewed", found
        yield server, cookie, found["review"]


@pytest.fixture
def open_review(played: tuple[Server, str, dict[str, Any]], browser: Any) -> Iterator[Any]:
    """Opens the review in a fresh browser; whatever goes wrong on the page fails the test."""
    server, cookie, review = played
    contexts, wrong = [], []

    def opened(path: str = "", before: Callable[[Any], None] = lambda page: None, **settings: Any) -> Any:
        context = browser.new_context(**{"viewport": SIZES["desk"], "locale": "en", "reduced_motion": "reduce", **settings})
        name, _, value = cookie.partition("=")
        context.add_cookies([{"name": name, "value": value, "url": base(server)}])
        contexts.append(context)
        page = context.new_page()
        before(page)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: message.type in ("error", "warning") and wrong.append(message.text))
        page.goto(base(server) + (path or f"/review/{review['hand']}"))
        page.wait_for_selector("main.review .decisions", timeout=LONG)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not wrong


def test_the_sums_on_the_page_are_those_of_the_review(played: Any, open_review: Any) -> None:
    review, page = played[2], open_review()
    assert page.inner_text(".final b") == f"{review['points']:.0f}"
    assert f"{review['deal']:.1f}" in page.inner_text(".origin")
    rows = page.locator(".decisions tbody tr")
    assert rows.count() == len(review["decisions"])
    assert page.locator(".decisions .verdict").all_inner_texts() == [decision["verdict"] for decision in review["decisions"]]
    page.get_by_role("button", name="in numbers").click()
    last = page.locator(".numbers tbody tr").last.locator("td").last
    assert float(last.inner_text().replace("−", "-")) == review["points"]


def test_keys_lead_through_the_decisions(played: Any, open_review: Any) -> None:
    review, page = played[2], open_review()
    selected = "tr.selected button"
    page.keyboard.press("Home")
    assert page.get_attribute(selected, "id") == "decision-0"
    page.keyboard.press("ArrowDown")
    page.wait_for_selector("#decision-1[aria-current]")
    assert page.inner_text("#live").startswith("Trick 2, ")
    page.keyboard.press("End")
    wrong = [place for place, decision in enumerate(review["decisions"]) if decision["verdict"] in ("mistake", "slip")]
    if wrong:  # from the end one comes round to the first
        page.keyboard.press("ArrowRight")
        page.wait_for_selector(f"#decision-{wrong[0]}[aria-current]")
    assert page.is_checked("input[name=lens] >> nth=1")
    page.keyboard.press("o")
    page.wait_for_selector(".decision table.heat, .decision .quiet")
    page.keyboard.down("o")
    page.keyboard.down("o")  # held down
    page.keyboard.up("o")
    page.wait_for_selector(".decision .hands")
    assert page.is_checked("input[name=lens] >> nth=1")
    page.keyboard.press("?")
    assert "through the decisions" in page.inner_text("dialog")


def test_somebody_elses_decisions(open_review: Any) -> None:
    page = open_review()
    page.select_option(".whose select", "2")
    page.get_by_role("heading", name="Decisions of Jake II").wait_for(timeout=LONG)
    assert page.locator(".said").inner_text().startswith("Jake II ")
    assert page.locator(".whose select:focus").count() == 1


def test_an_older_answer_is_not_shown_and_whoever_was_chosen_stays(open_review: Any) -> None:
    asked: list[dict[str, Any]] = []
    answers: list[str] = []
    sockets: list[Any] = []

    def listen(socket: Any) -> None:
        """Between page and server."""
        sockets.append(socket)
        server = socket.connect_to_server()
        socket.on_message(lambda text: (asked.append(json.loads(text)), server.send(text)))
        server.on_message(lambda text: (answers.append(text), socket.send(text)))

    def reviews() -> list[str]:
        """The answers that hold a whole review."""
        return [text for text in answers if json.loads(text).get("review")]

    page = open_review(before=lambda page: page.route_web_socket("**/socket", listen))
    page.select_option(".whose select", "2")
    title = page.get_by_role("heading", name="Decisions of Jake II")
    title.wait_for(timeout=LONG)
    sockets[0].send(reviews()[0])  # of oneself, once more
    page.wait_for_timeout(200)
    assert title.count() == 1
    newest = json.loads(reviews()[-1])
    sockets[0].send(json.dumps({**newest, "review": {**newest["review"], "points": -3}}))  # the jack of diamonds may do that
    page.wait_for_selector(".final b:text-is('−3')")
    sockets[0].close()
    page.wait_for_selector(".toast")
    page.wait_for_selector(".toast", state="detached", timeout=LONG)
    assert [each for each in asked if each["do"] == "review"][-1]["seat"] == 2
    assert title.count() == 1


@pytest.mark.parametrize("key", ["r", "f"])
def test_trying_again_opens_a_practice_table_at_that_trick(key: str, open_review: Any) -> None:
    page = open_review()
    page.keyboard.press("Home")
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    page.wait_for_selector("#decision-3[aria-current]")
    page.keyboard.press(key)
    page.wait_for_url("**/table/**", timeout=LONG)
    page.wait_for_selector("main.table.hearts")
    assert "Trick 4" in " ".join(page.inner_text("header .facts").split())


def test_a_link_opens_the_same_hand_elsewhere(played: Any, open_review: Any) -> None:
    page = open_review(f"/review#{played[2]['link']}")
    assert page.inner_text(".final b") == f"{played[2]['points']:.0f}"
    assert page.locator(".decisions .verdict").all_inner_texts() == [decision["verdict"] for decision in played[2]["decisions"]]
    address = page.url
    page.locator("a.skip").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    assert page.url == address
    assert page.locator(".decisions tbody tr").count() == len(played[2]["decisions"])


def test_the_seal_is_checked_by_the_page_itself(open_review: Any) -> None:
    page = open_review()
    page.wait_for_selector(".sealed:not(.broken) summary >> text=this browser noted nothing before the deal")
    page.locator(".sealed summary").click()
    assert "the secret makes the seal" in page.inner_text(".sealed .proof").lower()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_everybody_can_use_it(size: str, scheme: str, open_review: Any) -> None:
    page = open_review(viewport=SIZES[size], color_scheme=scheme, has_touch=size == "phone")
    for _ in ("all cards", "what was known"):
        assert not violations(page)
        page.keyboard.press("o")
    assert not scrolls_sideways(page)


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_a_marked_card_of_any_suit_can_be_read(scheme: str, open_review: Any) -> None:
    """Which cards are marked in the list of hands depends on the deal: here a ten of every suit is (axe reads no single letters)."""
    page = open_review(color_scheme=scheme)
    page.evaluate(
        """() => document.querySelectorAll(".hands dd > span").forEach(suit => {
            const card = document.createElement("b"); card.textContent = "10"; suit.append(card);
        })"""
    )
    assert page.locator(".hands .D b").count() and page.locator(".hands .C b").count()
    assert not violations(page)


def test_dutch(open_review: Any) -> None:
    page = open_review(locale="nl")
    page.get_by_role("heading", name="Jouw beslissingen").wait_for()
    assert page.inner_text(".main-row .btn >> nth=0").startswith("Probeer het vanaf hier")
