"""A real server and a real browser for the tests that click: chromium, as Debian packages it, driven by Playwright."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

AXE = Path(__file__).parent / "vendor" / "axe.min.js"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
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
        command = [
            sys.executable,
            "-c",
            "from cardshark.cli import main; main()",
            "play",
            *self.words,
            "--no-open",
            *(["--port", str(port)] if port else []),
        ]
        environment = {**os.environ, "CARDSHARK_HOME": str(self.home), "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment, cwd=self.home
        )
        said = ""
        assert self.process.stdout
        for line in self.process.stdout:
            said += line
            found = re.search(r"http://127\.0\.0\.1:(\d+)/\S*", line)
            if found:
                self.address, self.port = found[0], int(found[1])
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
