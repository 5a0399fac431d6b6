"""What tests share: Hypothesis without clocks or files, games of strangers, and a browser at a table."""

import json
import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # PyTorch: as many tests as cores run side by side

import pytest
from hypothesis import settings

from helpers.web.browser import DESK, LONG, QUICK, Server, come_in, open_browser

# The same examples everywhere and always: a failure in CI is a failure here, and the first example may compile a kernel.
settings.register_profile("cardshark", deadline=None, derandomize=True, database=None, max_examples=100)
settings.load_profile("cardshark")


# ---- games of strangers ----


@pytest.fixture
def installed_games(tmp_path, monkeypatch):
    """Makes entry points look as if their package had been installed; games that were loaded are forgotten afterwards."""
    from cardshark import games
    from helpers.external import install

    monkeypatch.syspath_prepend(tmp_path)
    games.packaged_game.cache_clear()
    yield lambda package, entries: install(tmp_path, package, "cardshark.games", entries)
    games.packaged_game.cache_clear()


@pytest.fixture
def with_peek(installed_games):
    """The tiny game, installed."""
    installed_games("cardshark-peek", {"peek": "helpers.peek"})


# ---- the server without a browser ----


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server in a thread of its own."""
    from helpers.web.pages import running

    with running(tmp_path_factory.mktemp("tables")) as found:
        yield found


@pytest.fixture(scope="module")
def cookie(server):
    """Of its owner."""
    from helpers.web.pages import let_in

    return let_in(server)


@pytest.fixture
def page(server, cookie):
    """An open page of its owner."""
    from helpers.web.pages import Page

    with Page(server.port, cookie) as found:
        yield found


# ---- the table in a browser ----


@pytest.fixture(scope="module")
def browser():
    """Chromium."""
    with open_browser() as found:
        yield found


@pytest.fixture(scope="module")
def table_server(tmp_path_factory):
    """With a brain in its folder, and four of its younger selves."""
    from cardshark.learning import Design, Lesson, train

    home = tmp_path_factory.mktemp("home")
    train(Design(hidden="16"), Lesson(games=40, rules="dutch:limit=60", against="jake"), 7, home / "my.safetensors", keep=4)
    running = Server(home)
    yield running
    if running.process.poll() is None:
        running.stop()


@pytest.fixture(scope="module")
def cookies(browser, table_server):
    """Of the browser that came in: the code works once."""
    context = browser.new_context()
    come_in(context.new_page(), table_server)
    return context.storage_state()


@pytest.fixture
def visit(browser, table_server, cookies):
    """A way to open a page of the table; whatever its console complains of fails the test."""
    complaints, contexts = [], []

    def opened(path: str = "/", size: dict = DESK, settings: dict = QUICK, language: str = "en", **options):
        context = browser.new_context(viewport=size, **{"storage_state": cookies, "reduced_motion": "reduce", **options})
        context.add_init_script(
            f"localStorage.setItem('settings', {json.dumps(json.dumps(settings))}); localStorage.setItem('language', '{language}')"
        )
        context.add_cookies([{"name": "language", "value": language, "url": f"http://127.0.0.1:{table_server.port}"}])  # as the lobby does
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(LONG)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda said: complaints.append(said.text) if said.type in ("error", "warning") and "WebSocket" not in said.text else 0,
        )
        page.goto(f"http://127.0.0.1:{table_server.port}{path}")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not [each for each in complaints if "ERR_CONNECTION_REFUSED" not in each]
