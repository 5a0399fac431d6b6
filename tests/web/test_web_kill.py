"""`cardshark play` as a program: its address, kill -9 in the middle of a hand, and what is said when it cannot start."""

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from socket import create_connection
from types import SimpleNamespace

import httpx
import pytest

from cardshark.text import UserError
from cardshark.web import serve
from cardshark.web.messages import Create
from helpers.commands import START
from helpers.paths import EXAMPLES
from helpers.web.pages import Page, base, let_in, waits
from helpers.web.process import started

ENGINE = EXAMPLES / "engine.py"


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


@pytest.mark.long
def test_kill_9_in_the_middle_of_a_hand_loses_nothing(tmp_path):
    port = free_port()
    arguments = ("hearts", "random", "--rules", "dutch:limit=30", "--port", str(port))
    with started(tmp_path, *arguments) as (process, place):
        cookie = let_in(place)
        with Page(port, cookie) as page:
            (table,) = page.ask(do="hello")["tables"]
            before = page.ask(do="hello", table=table["table"])
            for _ in range(3):
                page.move()
            page.my_turn()
            process.send_signal(signal.SIGKILL)
            process.wait(10)
    with started(tmp_path, "--port", str(port)) as (process, place), Page(port, let_in(place)) as again:
        state = again.ask(do="hello", table=table["table"])
        state = again.my_turn()
        assert state["seq"] > page.state["seq"]
        assert {**state, "seq": 0, "ask": 0} == {**page.state, "seq": 0, "ask": 0}
        assert state["seal"] == before["seal"]
        assert set(before["hand"]) <= set(again.play_hand()["result"]["hands"][0])
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
        assert "Every hand is kept" in process.stderr.read()


SLEEPER = """
import time
class Sleeper:
    def play(self, view):
        open("asleep", "w").close()
        time.sleep(3600)
"""


@pytest.mark.long
def test_ctrl_c_waits_for_nobody(tmp_path, monkeypatch):
    """Not for a player that never returns; and a program that sits at the table goes with the rest."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sleeper.py").write_text(SLEEPER)
    noted = f"import os, runpy; open(f'program.{{os.getpid()}}', 'w').close(); runpy.run_path({str(ENGINE)!r}, run_name='__main__')"
    (tmp_path / "engine.py").write_text(noted)
    engine = f"exec:{sys.executable} engine.py"
    with started(tmp_path, "hearts", engine, "./sleeper.py:Sleeper", engine, "--rules", "falcon") as (process, place):
        with Page(place.port, let_in(place)) as page:
            (table,) = page.ask(do="hello")["tables"]
            page.ask(do="hello", table=table["table"])
            while not (tmp_path / "asleep").exists():
                if waits(page.state):
                    page.move()
                with suppress(TimeoutError):
                    page.hear(0.2)
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
    programs = [int(path.suffix[1:]) for path in tmp_path.glob("program.*")]
    assert programs
    for each in programs:
        with pytest.raises(ProcessLookupError):
            os.kill(each, 0)


@pytest.mark.long
def test_what_cannot_start_says_so(tmp_path):
    environment = {**os.environ, "CARDSHARK_HOME": str(tmp_path)}

    def said(*arguments: str) -> str:
        command = [*START, "play", "--no-open", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=False)
        assert done.returncode == 2 and done.stdout == ""
        return done.stderr

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert "cannot be used" in said("--port", str(taken.getsockname()[1]))
    assert "there is no player 'nobody'" in said("hearts", "nobody")
    (tmp_path / "tables.sqlite").write_text("no database")
    assert "tables.sqlite cannot be read" in said()
    assert (tmp_path / "tables.sqlite").read_text() == "no database"


def test_a_player_from_a_file_is_left_alone_while_everything_is_got_ready(tmp_path):
    """It thinks in a process of its own, and whoever plays with it is told at the table what goes wrong."""
    (tmp_path / "loud.py").write_text(
        f"open({str(tmp_path / 'heard')!r}, 'w').close()\nclass Loud:\n    def play(self, view):\n        return 0\n"
    )
    serve.rehearse(Create(rules="dutch", seats=[f"{tmp_path}/loud.py:Loud"] * 4, mode="watch"))
    assert not (tmp_path / "heard").exists()


def test_what_fails_while_everything_is_got_ready_is_not_heard_of():
    command = Create(rules="no such rules")
    with pytest.raises(UserError):
        serve.rehearse(command)
    serve.warm_up(command)


@pytest.mark.parametrize(("system", "shared"), [("posix", True), ("nt", False)])
def test_only_where_it_is_safe_a_port_is_taken_at_once(system, shared, monkeypatch):
    """On Windows a port that may be taken again may be taken by two."""
    monkeypatch.setattr(serve, "os", SimpleNamespace(name=system))
    with serve.listen(0) as place:
        assert bool(place.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR)) == shared


@pytest.mark.slow
def test_watching_from_the_command_line(tmp_path):
    with started(tmp_path, "gin", "lookahead", "simple", "--watch") as (_, place):
        port = place.port
        with Page(port, let_in(place)) as page:
            (table,) = page.ask(do="hello")["tables"]
            assert table["mode"] == "watch" and [seat["name"] for seat in table["seats"]] == ["Jake", "Lotte"]


@pytest.mark.slow
def test_a_thousand_who_connect_and_say_nothing_keep_nobody_waiting(tmp_path):
    with started(tmp_path) as (process, place), ExitStack() as stack:
        headers = {"cookie": let_in(place)}
        for number in range(1050):
            silent = stack.enter_context(create_connection(("127.0.0.1", place.port), 10))
            silent.sendall(b"GET / HTTP/1.1\r\n" if number % 2 else b"")  # and never the rest
        took = []
        for _ in range(5):
            began = time.monotonic()
            assert httpx.get(base(place), headers=headers, timeout=20).status_code == 200
            took.append(time.monotonic() - began)
        assert sorted(took)[2] < 1.0
        with Page(place.port, headers["cookie"]) as page:
            assert page.ask(do="hello")["say"] == "lobby"
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
        assert len(process.stderr.read()) < 2000  # and nobody's disk is filled with complaints
