"""The rhythm and the manners of the table: how cards fall, hands end, people leave, watch and come back; and that it fits every window."""

from itertools import pairwise

import pytest

from helpers.web.browser import DESK, PHONE, QUICK, new_table, scrolls_sideways, turn_or_end, violations

pytestmark = pytest.mark.slow

JAKES = ["you", "jake", "jake", "jake"]
AT_ONCE = """() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(
    () => done(document.querySelectorAll('.trick .play').length))))"""  # how many cards lie there when the page has been drawn again


def sitting(visit, address: str, **options):
    """The page of a table, when it is the person's turn or everything is over."""
    page = visit(address, **options)
    turn_or_end(page)
    return page


def play_until(page, held: int) -> None:
    """Play any cards until this many are left in the hand."""
    while page.locator("#hand button").count() > held:
        turn_or_end(page)
        count = page.locator("#hand button").count()
        page.locator("#hand button.ok").first.dispatch_event("click")
        page.wait_for_function("count => document.querySelectorAll('#hand button').length < count", arg=count)
    turn_or_end(page)


# ---- rhythm ----


def test_own_cards_go_at_once_and_the_others_fall_one_by_one_unless_somebody_is_in_a_hurry(visit):
    page = visit()
    while True:  # until the person does not play last
        address = new_table(page, rules="dutch", seats=JAKES)
        first = sitting(visit, address)
        lying = first.locator(".trick .play").count()
        first.context.close()
        if lying < 3:
            break
    slow = sitting(visit, address, settings={"pause": 3, "speed": 0.04})  # six seconds a card
    slow.locator("#hand button.ok").first.dispatch_event("click")
    slow.wait_for_function("lying => document.querySelectorAll('.trick .play').length == lying + 1", arg=lying)
    slow.wait_for_timeout(1500)  # the others have answered long ago
    assert slow.locator(".trick .play").count() == lying + 1
    slow.locator(".felt").dispatch_event("click")
    assert slow.evaluate(AT_ONCE) == 4
    assert "takes" in slow.locator(".trick .win .tag").inner_text()
    slow.keyboard.press("Space")  # and the trick goes
    slow.wait_for_function("() => document.querySelectorAll('.hist .done').length == 1")


def test_two_cards_are_a_quarter_of_a_second_apart(visit):
    page = sitting(visit, new_table(visit(), rules="dutch", seats=JAKES), settings={"pause": 0.3, "speed": 1})
    page.evaluate("""() => {
        window.fell = [];
        let before = document.querySelectorAll('.trick .play').length;
        new MutationObserver(() => {
            const now = document.querySelectorAll('.trick .play').length;
            if (now > before) window.fell.push([performance.now(), now - before]);
            before = now;
        }).observe(document.body, {subtree: true, childList: true});
    }""")
    play_until(page, 4)
    fell = page.evaluate("window.fell")
    assert len(fell) >= 10 and all(cards == 1 for _, cards in fell)
    gaps = sorted(after - before for (before, _), (after, _) in pairwise(fell))
    assert gaps[len(gaps) // 4] > 220  # own cards follow whenever the person likes


# ---- endings ----

COUNTED = """() => {
    window.seen = []; window.wrong = [];
    const number = each => Number(each.textContent.replace('−', '-').trim());
    requestAnimationFrame(function look() {
        const rows = [...document.querySelectorAll('.over tbody tr')];
        const plaque = seat => [seat.querySelector('.nm b').textContent.trim(), number(seat.querySelector('.tot b'))];
        const plaques = new Map([...document.querySelectorAll('.seat')].map(plaque));
        const totals = rows.map(row => [row.querySelector('.name').textContent.trim(), number(row.querySelector('td:last-child b'))]);
        if (rows.length) window.seen.push(totals.map(([, total]) => total).join());
        window.wrong.push(...totals.filter(([name, total]) => plaques.get(name) !== total));
        requestAnimationFrame(look);
    });
}"""


def test_scores_count_up_and_the_plaques_agree_at_every_moment(visit):
    address = new_table(visit(), rules="dutch", seats=["you", "jake", "greedy", "stock"])
    play_until(sitting(visit, address), 1)
    page = sitting(visit, address, settings={"pause": 0.3, "speed": 1}, reduced_motion="no-preference")
    page.evaluate(COUNTED)
    page.locator("#hand button.ok").click()
    page.wait_for_selector(".over")
    page.wait_for_timeout(1800)
    seen = page.evaluate("window.seen")
    assert page.evaluate("window.wrong") == []
    assert len(set(seen)) > 1 and sorted(map(int, seen[-1].split(","))) == sorted(map(int, page.locator(".tot b").all_inner_texts()))
    assert page.evaluate("document.activeElement.textContent").startswith("Review this hand")
    assert page.locator(".over .tk .hearts, .over .tk .tile").count() > 0


def test_a_match_ends_with_its_winner_and_can_be_played_again_with_the_same_people(visit):
    address = new_table(visit(), rules="dutch:limit=1", seats=["you", "jake", "greedy", "stock"])
    page = sitting(visit, address)
    play_until(page, 0)
    page.wait_for_selector(".over.match .winner .pf")
    people = page.locator(".seat .nm b").all_inner_texts()
    assert violations(page) == []
    page.get_by_role("button", name="Play again with the same people").click()
    page.wait_for_function("old => location.pathname != old && location.pathname.startsWith('/table/')", arg=address)
    turn_or_end(page)
    assert page.locator(".seat .nm b").all_inner_texts() == people
    assert page.locator(".tot b").all_inner_texts() == ["0"] * 4


# ---- leaving, taking back, rules ----


def test_leaving_asks_and_keeps_the_match_unless_it_is_given_up(visit):
    address = new_table(visit(), rules="dutch", seats=JAKES)
    page = sitting(visit, address)
    play_until(page, 6)
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("button", name="Stay").click()
    page.wait_for_selector("dialog", state="detached")
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("button", name="Leave, go on later").click()
    page.wait_for_function("() => location.pathname == '/'")
    page.go_back()
    turn_or_end(page)
    assert page.locator("#hand button").count() == 6
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("button", name="Give the match up").click()
    page.wait_for_function("() => location.pathname == '/'")
    page.wait_for_timeout(200)
    page.go_back()
    page.wait_for_selector("main.plain")


def test_a_match_that_counts_takes_nothing_back_and_its_rules_are_a_key_away(visit):
    page = sitting(visit, new_table(visit(), rules="american:players=3,removed=2D", seats=JAKES[:3]))
    page.keyboard.press("z")
    page.wait_for_selector(".news p:has-text('This match counts')")
    page.keyboard.press("i")
    said = page.locator("dialog").inner_text()
    assert "3 players" in said and "17 each" in said and "across" not in said
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Rules of this table, key I").click()
    page.wait_for_selector("dialog")


def test_the_letters_of_gin_stand_on_its_buttons_and_p_never_takes(visit):
    page = sitting(visit, new_table(visit(), game="gin", rules="", seats=["you", "simple"], mode="practice"))
    assert page.locator("button.act").inner_text().split() == ["Pass", "P"]
    assert page.locator(".cap kbd").all_inner_texts() == ["T"]
    page.keyboard.press("p")
    page.wait_for_selector(".turn.mine:has-text('draw'), .turn.mine:has-text('Draw'), .turn.mine:has-text('stock')")
    page.keyboard.press("p")  # nothing to pass now
    page.wait_for_timeout(200)
    assert page.locator("#hand button[data-choice]").count() == 10
    page.keyboard.press("z")
    page.wait_for_selector("button.act kbd")
    page.keyboard.press("t")
    page.wait_for_function("() => document.querySelectorAll('#hand button[data-choice]').length == 11")


# ---- coming back, looking on ----


def test_a_reload_keeps_the_marks_and_the_hint(visit):
    page = sitting(visit, new_table(visit(), rules="dutch", seats=JAKES, coach="full"))
    page.wait_for_selector(".val tbody tr")
    if page.locator(".val tr.best").count() == 1:
        assert page.locator("#hand .card.best").count() == 1  # the ring
    play_until(page, 7)
    page.wait_for_selector(".hist .ls")
    page.reload()
    page.wait_for_selector(".hist .ls")
    quiet = sitting(visit, new_table(page, rules="dutch", seats=JAKES))
    quiet.keyboard.press("h")
    quiet.wait_for_selector(".val tbody tr")
    quiet.reload()
    quiet.wait_for_selector(".val tbody tr")


def test_who_watches_sees_what_is_passed_and_paused_means_paused(visit):
    page = visit(new_table(visit(), seats=["jake", "greedy", "montecarlo:deals=100,playout=jake,passing=search", "jake"], mode="watch"))
    page.wait_for_selector(".given .card >> nth=5")
    assert "passes 3 cards to the left" in page.locator(".exchange h2").inner_text()
    assert not any(":" in name for name in page.locator(".seat .nm").all_inner_texts())
    page.wait_for_selector(".trick .play")
    page.keyboard.press("Space")
    before = page.locator(".felt").inner_html()
    page.wait_for_timeout(2500)
    assert page.locator(".felt").inner_html() == before
    lying = page.locator(".trick .play").count()
    page.keyboard.press(".")
    page.wait_for_function("lying => document.querySelectorAll('.trick .play').length == (lying == 4 ? 1 : lying + 1)", arg=lying)


# ---- windows of every size ----

SIZES = [
    {"width": 1920, "height": 1080},
    DESK,
    {"width": 1024, "height": 768},
    PHONE,
    {"width": 844, "height": 390},
    {"width": 640, "height": 400},
]
OUTSIDE = """() => {
    const felt = document.querySelector('.felt').getBoundingClientRect(), out = [], box = each => each.getBoundingClientRect();
    const inside = ({left, right, top, bottom}) =>
        left > felt.left - 1 && right < felt.right + 1 && top > felt.top - 1 && bottom < felt.bottom + 1;
    for (const each of document.querySelectorAll('.seat .who, .trick .play, .trick .slot, .turn, .news > *, .piles .stack, .counter'))
        if (box(each).width && !inside(box(each))) out.push(each.className);
    const meets = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    for (const who of document.querySelectorAll('.seat:not(.s) .who'))
        for (const card of document.querySelectorAll('.trick .play, .trick .slot'))
            if (meets(box(who), box(card))) out.push(`${who.textContent} under ${card.className}`);
    return out;
}"""


@pytest.mark.parametrize(
    "settings",
    [
        {"seats": ["you", "montecarlo:deals=100,playout=jake,passing=search", "jake", "montecarlo:deals=50"], "rules": "falcon"},
        {"seats": JAKES[:3], "rules": "american:players=3,removed=2D,pass_count=0"},
        {"seats": ["you", "simple"], "game": "gin", "rules": ""},
    ],
    ids=["four", "three", "gin"],
)
def test_the_table_fits_every_window(visit, settings):
    address = new_table(visit(), coach="full", **settings)
    sitting(visit, address).wait_for_selector(".val tbody tr")
    widths = {}
    for size in SIZES:
        page = sitting(visit, address, size=size, color_scheme="light" if size is DESK else "dark")
        page.wait_for_selector(".val tbody tr")
        page.wait_for_timeout(300)
        assert page.evaluate(OUTSIDE) == [], size
        assert not scrolls_sideways(page), size
        assert violations(page) == [], size
        widths[size["width"]] = page.locator("#hand .card").first.evaluate("each => each.offsetWidth")
        page.context.close()
    assert widths[1920] > widths[1280] >= widths[844] > 40  # cards grow with the window


def test_a_message_stays_inside_the_screen(visit):
    page = visit("/table/none" + "e" * 30, size={"width": 360, "height": 640}, settings=QUICK)
    page.wait_for_selector("main.plain")
    page = sitting(visit, new_table(page, rules="dutch", seats=JAKES), size={"width": 360, "height": 640})
    page.evaluate("""() => {
        const toast = document.createElement('div');
        toast.className = 'toast';
        toast.innerHTML = '<span>' + 'montecarlo:deals=100,playout=jake,passing=search'.repeat(4) + '</span><button>×</button>';
        document.querySelector('.page').append(toast);
    }""")
    box = page.locator(".toast").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 360 and box["y"] + box["height"] <= 640
    assert not scrolls_sideways(page)
