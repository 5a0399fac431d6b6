"""A real server and a real browser for the tests that click: chromium, as Debian packages it, driven by Playwright."""

import json
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from helpers.commands import START
from helpers.paths import TESTS

AXE = TESTS / "vendor" / "axe.min.js"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
QUICK = {"pause": 0.3, "speed": 0}  # settings for who is in a hurry
LONG = 240_000  # milliseconds: a kernel may have to be compiled first
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


def chromium() -> str:
    """Where the browser is; without one the test is skipped, unless somebody insists."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not found:
        if os.environ.get("CARDSHARK_BROWSER") == "needed":
            pytest.fail("chromium is not installed")
        pytest.skip("chromium is not installed")
    return found


@contextmanager
def open_browser() -> Iterator:
    """A browser without a window."""
    from playwright.sync_api import sync_playwright

    path = chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


class Server:
    """`cardshark play --no-open` as a process of its own, with its data in a folder."""

    def __init__(self, home: Path, *words: str, port: int = 0) -> None:
        self.home, self.words = home, words
        self.start(port)

    def start(self, port: int = 0) -> None:
        """Start it, and read the address that it prints."""
        command = [*START, "play", *self.words, "--no-open", *(["--port", str(port)] if port else [])]
        environment = {**os.environ, "CARDSHARK_HOME": str(self.home), "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment, cwd=self.home
        )
        said = ""
        assert self.process.stdout
        for line in self.process.stdout:
            said += line
            found = re.search(r"(http://127\.0\.0\.1:(\d+)) and asks for this code, once: (\S+)", line)
            if found:
                self.address, self.port, self.code = found[1], int(found[2]), found[3]
                return
        raise AssertionError(f"the server did not say where it is: {said}")

    def kill(self) -> None:
        """As a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.end()

    def stop(self) -> None:
        """As Ctrl-C does."""
        self.process.send_signal(signal.SIGINT)
        self.end()

    def end(self) -> None:
        """Wait until it is gone, and close what it spoke through."""
        self.process.wait(60)  # it may be in the middle of a compilation
        assert self.process.stdout
        self.process.stdout.close()


def violations(page) -> list[str]:
    """What axe-core finds wrong with a page, in one line each."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})")
    return [f"{each['id']}: {each['help']} ({each['nodes'][0]['target']})" for each in found["violations"]]


def scrolls_sideways(page) -> bool:
    """Is the page wider than its window?"""
    return page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")


# ---- what a person does ----


def come_in(page, server, code: str = "", path: str = "/") -> None:
    """Type the code that the server printed, or another one, at its door."""
    page.goto(f"http://127.0.0.1:{server.port}{path}")
    page.get_by_label("Code").fill(code or server.code)
    page.keyboard.press("Enter")
    page.wait_for_selector("header")


MAKE_TABLE = """command => new Promise(done => {
    const socket = new WebSocket(`ws://${location.host}/socket`);
    socket.onopen = () => socket.send(JSON.stringify(command));
    socket.onmessage = event => { done(JSON.parse(event.data)); socket.close(); };
})"""


def sit_down(page, game: str = "hearts", preset: str = "american", mode: str = "play", coach: str = "off", player: str = "jake") -> None:
    """Sit down at a new table, without a walk through the lobby (`test_browser_lobby.py` takes that)."""
    page.wait_for_selector("header")
    others = {"hearts": 3, "gin": 1}[game]
    seats = [player] * (others + 1) if mode == "watch" else ["you", *[player] * others]
    state = page.evaluate(MAKE_TABLE, {"do": "create", "game": game, "rules": preset, "seats": seats, "mode": mode, "coach": coach})
    assert state["say"] in ("sealing", "state"), state  # the page gives its word when it comes to the table
    page.goto(f"{page.evaluate('location.origin')}/table/{state['table']}")
    page.wait_for_selector(".felt")


NEW_TABLE = """settings => new Promise(done => {
    const socket = new WebSocket(`ws://${location.host}/socket`);
    socket.onopen = () => socket.send(JSON.stringify({ask: 7, do: 'create', ...settings}));
    socket.onmessage = event => {
        const said = JSON.parse(event.data);
        if (said.ask === 7) { socket.close(); done(['sealing', 'state'].includes(said.say) ? said.table : event.data); }
    };
})"""


def new_table(page, **settings) -> str:
    """The address of a new table, without a visit to the lobby's form."""
    name = page.evaluate(NEW_TABLE, {"game": "hearts", "rules": "american", "mode": "play", "coach": "off", **settings})
    assert name.isalnum(), name
    return f"/table/{name}"


TEXTS = """() => {
    const found = [], strange = 'code,kbd,script,style,noscript,option[value*=":"],[lang]:not(html)';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (!walker.currentNode.parentElement.closest(strange)) found.push(walker.currentNode.data);
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'data-label'])
        for (const each of document.body.querySelectorAll(`[${name}]`)) if (!each.closest(strange)) found.push(each.getAttribute(name));
    return [...found, document.title];
}"""


def texts_of(page) -> list[str]:
    """Everything that a page says, to those who see it and to those who hear it; but not what one would type."""
    return page.evaluate(TEXTS)


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


def hold(page, key: str, times: int) -> None:
    """Hold a key down until it has been repeated `times` times."""
    for _ in range(times):
        page.keyboard.down(key)
        page.wait_for_timeout(50)
    page.keyboard.up(key)


def reviewed(page) -> None:
    """From the end of a hand to its review."""
    page.keyboard.press("r")
    page.wait_for_selector(".decisions tbody tr")


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
