"""Players from files, and programs, run only after the owner's yes: whoever controls a browser that was let in cannot start them."""

import re
import stat

import httpx
import pytest

from cardshark.web import serve
from cardshark.web.entry.consent import TRIES, Consent
from cardshark.web.entry.slip import write_slip
from cardshark.web.messages import Create
from helpers.web.pages import Page, base, let_in, new_guest, running

TOUCH = """
from pathlib import Path
Path(__file__).with_name("ran").touch()
class Bot:
    def play(self, view):
        return view.choices[0]
"""


@pytest.fixture
def told():
    """What the terminal shows."""
    return []


@pytest.fixture
def bot(tmp_path):
    """A file that leaves a mark when it is run."""
    file = tmp_path / "bot.py"
    file.write_text(TOUCH)
    return file


def listens(told, named=()):
    """A hall whose terminal is `told`; the command line has named some players."""

    def prepare(hall):
        hall.consent = Consent(told.append)
        hall.consent.named.update(named)

    return prepare


def number_in(told) -> str:
    return re.findall(r"type (\d{6}) there", told[-1])[0]


def test_a_page_alone_starts_nothing(tmp_path, bot, told):
    with (
        running(tmp_path, listens(told)) as server,
        Page(server.port, let_in(server)) as page,
        Page(server.port, new_guest(server)) as guest,
    ):
        for player in (f"{bot}:Bot", f" {bot} :Bot", f"exec:touch {tmp_path}/ran"):
            seats = ["you", player, "random", "random"]
            refused = page.ask(do="create", seats=seats, rules="dutch")["words"]
            assert (refused["key"], refused["args"]["player"]) == ("trouble_consent", ascii(player.strip()))  # what the terminal names, too
            assert refused["args"]["player"] in told[-1]
            assert page.ask(do="create", challenge=player)["words"]["key"] == "trouble_consent"
            headers = {"cookie": let_in(server), "origin": base(server)}
            answer = httpx.post(f"{base(server)}/lab/experiment", headers=headers, data={"opponent": player})
            assert answer.status_code == 400 and 'name="number"' in answer.text
        number = number_in(told)
        assert number not in "".join(map(str, page.heard))  # the terminal alone shows it
        assert guest.ask(do="consent", number=number)["words"]["key"] == "trouble_consent_wrong"
        assert page.ask(do="consent", number="x")["words"]["key"] == "trouble_consent_wrong"
        assert not (tmp_path / "ran").exists()
        assert page.ask(do="consent", number=f" {number} ")["say"] == "consented"
        assert page.create(seats=["you", f"{bot}:Bot", "random", "random"], rules="dutch")["table"]
        assert (tmp_path / "ran").exists()


def test_the_number_cannot_be_found_by_trying(told):
    consent = Consent(told.append)
    assert not consent.confirm("")  # there is none yet
    consent.allows(["exec:x"])
    first = number_in(told)
    for _ in range(TRIES):
        assert not consent.confirm("no")
    assert len(told) == 2 and number_in(told) != first  # and who mistyped it finds another one there, without asking again
    assert not consent.confirm(first)
    assert number_in(told) != first and consent.confirm(number_in(told)) and consent.allows(["exec:y"])


def test_a_table_of_an_earlier_run_asks_again(tmp_path, bot, told):
    with running(tmp_path, listens(told, [f"{bot}:Bot"])) as server:  # as `cardshark play hearts bot.py:Bot`
        table = server.hall.create(server.hall.store.owner(), Create(game="hearts", seats=["you", *[f"{bot}:Bot"] * 3]))
        with Page(server.port, let_in(server)) as page:
            assert page.ask(do="hello", table=table)["say"] == "state" and told == []
    (tmp_path / "ran").unlink()
    with running(tmp_path, listens(told)) as server, Page(server.port, let_in(server)) as page:
        assert page.ask(do="hello", table=table)["words"]["key"] == "trouble_consent"
        assert not (tmp_path / "ran").exists()
        page.ask(do="consent", number=number_in(told))
        assert page.ask(do="hello", table=table)["say"] == "state"


def test_the_terminal_shows_no_signs_of_a_name(told):
    Consent(told.append).allows(["exec:\x1b]0;x\x07\n" + "y" * 5000])
    assert told[0].isprintable() and len(told[0]) < 500


def test_a_browser_is_opened_without_the_code(tmp_path, monkeypatch):
    opened = []
    monkeypatch.setenv("CARDSHARK_HOME", str(tmp_path))
    monkeypatch.setattr(serve.webbrowser, "open", opened.append)
    monkeypatch.setattr(serve, "has_screen", lambda: True)
    monkeypatch.setattr(serve, "warm_beside", lambda: None)
    monkeypatch.setattr(serve.threading, "Timer", lambda _, deed, words: type("Now", (), {"start": lambda self: deed(*words)})())
    monkeypatch.setattr("uvicorn.Server.run", lambda self, sockets: [each.close() for each in sockets])
    monkeypatch.setattr(serve, "leave", lambda: None)
    serve.serve(0, True, None, "", print)
    file = next(tmp_path.glob("enter-*.html"))
    assert opened == [file.as_uri()]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600 and not file.is_symlink()


def test_a_slip_is_always_a_new_file(tmp_path):
    other = tmp_path / "other"
    other.write_text("mine")
    path = write_slip(tmp_path, "http://127.0.0.1:1", "A-B")
    path.unlink()
    path.symlink_to(other)  # laid there by somebody else
    assert write_slip(tmp_path, "http://127.0.0.1:1", "A-B") == path and not path.is_symlink() and other.read_text() == "mine"
