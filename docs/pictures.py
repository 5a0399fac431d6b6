"""Take the pictures of the README and docs/table.md from the real program: `python docs/pictures.py` (needs chromium).

The hands are those of fixed seeds, opened by their links, so the pictures change only when the program does.
"""

import json
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests"))

from cardshark.games import game_named, house  # noqa: E402
from cardshark.games.match import Single  # noqa: E402
from cardshark.hands import link  # noqa: E402
from cardshark.hands import played as played_hand  # noqa: E402
from cardshark.players import seat  # noqa: E402
from cardshark.terminal.evening import ask  # noqa: E402
from helpers.web.browser import DESK, PHONE, Server, come_in, open_browser  # noqa: E402

LONG = 240_000  # milliseconds; a first run compiles
PLAYERS = {  # rules, players, their names, and who plays for the person
    "hearts": (
        "american",
        ["you", "jake", "montecarlo:deals=100,playout=jake,passing=search", "uct"],
        ["You", "Wilma", "Nora", "Emil"],
        "stock",
    ),
    "gin": ("eaai", ["you", "lookahead"], ["You", "Nora"], "simple"),
}


def hand_link(name: str, word: int) -> str:
    """The link of a hand that was dealt from this word."""
    rules_text, players, names, person = PLAYERS[name]
    module = game_named(name)
    rules = house.parse(module.PRESETS, rules_text)
    match = Single(module, rules, word, word)
    seats = [seat(person if text == "you" else text) for text in players]
    for player in seats:
        player.sit(module, rules)
    hand = played_hand.record_deal(name, match, players, names)
    choices = []
    while not match.over and int(match.state.table.hand_number) == 0:
        choices.append(ask(match, seats[int(match.state.table.turn)]))
    return link.encode(played_hand.play_hand(hand, choices))


def take(
    browser, cookies: dict, port: int, code: str, decision: int, name: str, size: dict, theme: str = "dark", play: bool = True
) -> None:
    """Open a hand's review; with `play` try it again from a decision on with the coach's full advice; take the picture."""
    context = browser.new_context(
        viewport=size, storage_state=cookies, reduced_motion="reduce", device_scale_factor=2 if size is PHONE else 1
    )
    settings = json.dumps({"theme": theme, "pause": 0.3, "speed": 0, "deck": "four"})
    context.add_init_script(f"localStorage.setItem('settings', {json.dumps(settings)}); localStorage.setItem('language', 'en')")
    page = context.new_page()
    page.set_default_timeout(LONG)
    page.goto(f"http://127.0.0.1:{port}/review#{code}")
    page.wait_for_selector(".decisions tbody tr")
    page.locator(f"#decision-{decision}").click()
    if play:
        page.keyboard.press("r")
        page.wait_for_url("**/table/*")
        page.wait_for_selector(".turn.mine")
        if size is PHONE:
            page.locator(".tabs label").last.click()
            page.get_by_role("button", name="Full").click()
            page.locator(".tabs label").first.click()
        else:
            page.locator("header input[name=coach]").last.check(force=True)
        page.wait_for_selector(".val tbody tr")
    page.wait_for_timeout(800)
    (HERE / "pictures").mkdir(exist_ok=True)
    page.screenshot(path=HERE / "pictures" / f"{name}.jpg", type="jpeg", quality=88)
    context.close()


def main() -> None:
    """All pictures."""
    with tempfile.TemporaryDirectory() as home, open_browser() as browser:
        server = Server(Path(home))
        context = browser.new_context()
        come_in(context.new_page(), server)
        cookies = context.storage_state()
        hearts, rummy = hand_link("hearts", 31), hand_link("gin", 3)
        take(browser, cookies, server.port, hearts, 9, "table", DESK)
        take(browser, cookies, server.port, hearts, 9, "phone", PHONE)
        take(browser, cookies, server.port, hearts, 9, "review", DESK, play=False)
        take(browser, cookies, server.port, rummy, 5, "gin", DESK)
        server.stop()


if __name__ == "__main__":
    main()
