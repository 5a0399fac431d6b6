"""Programs that hang, fail or answer nonsense: ended, named in one sentence, and nothing left behind."""

import gc
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cardshark.games import hearts
from cardshark.players import seat
from cardshark.players.external import player
from cardshark.players.player import IllegalChoice
from cardshark.text import UserError
from helpers.external import a_hand, gone

HELLO_2 = 'read -r line; echo "engine 2 test"; until [ "$line" = begin ]; do read -r line; done; printf "ready {}\\n"'
HELLO = 'read -r line; echo "engine 1 test"; until [ "$line" = begin ]; do read -r line; done; echo ready'


# ---- programs that misbehave ----


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("exec:", "exec: must be followed by a command, as in exec:./engine --level 3"),
        ("exec", "'exec' does not name a program: write exec:COMMAND or exec[seconds=2]:COMMAND"),
        ("exec[trace=]:./engine", "'trace=' in 'exec[trace=]:./engine' is not an option: write option=value"),
        ("exec:./engine 'open", "exec:./engine 'open is not a command line: no closing quotation"),
        ("exec[seconds=0]:./engine", "seconds must be a number above 0, not 0.0"),
        ("exec[seconds=soon]:./engine", "seconds must be a number, not 'soon'"),
        ("exec[level=3]:./engine", "exec has no option 'level'; it has seconds, trace, folder, errors"),
        ("exec[trase=talk]:./engine", "exec has no option 'trase': did you mean trace? (it has seconds, trace, folder, errors)"),
        ("exec[errors=loud]:./engine", "there is no setting for errors 'loud'; there is hide, show"),
        ("exec[folder=nowhere]:./engine", "exec[folder=nowhere]:./engine cannot be started: there is no folder nowhere"),
        (
            "exec[folder=.]:./nothing",
            "exec[folder=.]:./nothing cannot be started: No such file or directory; "
            "name a program that can be run, with its path from the folder .",
        ),
        (
            "exec[trace=nowhere/talk]:true",
            "the trace nowhere/talk cannot be written: No such file or directory; name a file in a folder where you may write",
        ),
        pytest.param(
            "exec[trace=/dev/full]:true",
            "the trace /dev/full cannot be written: No space left on device; name a file in a folder where you may write",
            marks=pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="needs a disk that is always full"),
        ),
        ("exec[seconds=3", "'exec[seconds=3' does not name a program: write exec:COMMAND or exec[seconds=2]:COMMAND"),
        ("exec:./nothing", "exec:./nothing cannot be started: No such file or directory; name a program that can be run, with its path"),
        ("exec:./plain.txt", "exec:./plain.txt cannot be started: Permission denied; name a program that can be run, with its path"),
    ],
)
def test_a_command_that_cannot_run_gets_one_sentence(text, sentence, bots):
    bots("", "plain.txt")
    with pytest.raises(UserError) as error:
        a_hand(seat(text))
    assert str(error.value) == sentence


HANGS = {
    "sleeps": "exec sleep 60",
    "half a line": "printf 'engine 1'; exec sleep 60",
    "ignores every signal it can": "trap '' TERM INT HUP PIPE; while :; do sleep 1; done",
    "talks to standard error only": "while :; do echo hm >&2; done",
    "hangs when asked": f"{HELLO}; exec sleep 60",
    "hangs when asked for several cards": f"{HELLO_2.format('pass-at-once')}; exec sleep 60",
    "does not read": f"{HELLO}; exec <&-; exec sleep 60",
    "remarks, slowly": f"{HELLO}; while :; do echo '# hm'; sleep 0.05; done",
}


@pytest.mark.long
@pytest.mark.parametrize("body", HANGS.values(), ids=HANGS)
def test_a_program_that_hangs_is_ended(script, monkeypatch, body):
    monkeypatch.setattr(player, "START_SECONDS", 3.0 if body.startswith("read") else 0.3)
    start = time.monotonic()
    with pytest.raises(UserError, match=r"^exec\[seconds=0\.3\]:\./engine did not answer within [0-9.]+ seconds"):
        a_hand(seat(script(body, 0.3)))
    assert time.monotonic() - start < 10
    assert gone(int(Path("pid").read_text()))


def test_an_empty_line_is_no_answer(script, monkeypatch):
    monkeypatch.setattr(player, "START_SECONDS", 1.0)
    with pytest.raises(UserError, match=r"^exec\[seconds=1\]:\./engine did not answer within 1 second$"):
        a_hand(seat(script("read -r line; echo; exec sleep 60", 1)))


FAILS = {
    "exit 1": "ended with exit status 1",
    "echo 'reading weights' >&2; echo 'no weights' >&2; exit 3": "ended with exit status 3; its last words: no weights",
    r"printf '\033[31mboom\033[0m\t\a(core)\r\n\033[0m\n' >&2; exit 3": "ended with exit status 3; its last words: boom (core)",
    "sleep 60 & exit 1": "ended with exit status 1",
    "kill -9 $$": "was ended by signal 9",
    "exec >&-; exec sleep 60": "has closed its output",
    "read -r line; exec yes": "should answer 'engine 2 NAME' to 'cardshark 1', not 'y'",
    "read -r line; printf 'engine 1\\nhello\\n'; exec sleep 60": "said 'hello' without being asked",
    "read -r line; echo hello; exec sleep 60": "should answer 'engine 2 NAME' to 'cardshark 1', not 'hello'",
    "exec yes '# thinking'": "wrote more than 1048576 bytes without an answer",
    "yes | tr -d '\\n'": "wrote more than 1048576 bytes without an answer",
    "read -r line; echo engine 3 newer": "speaks version 3 of the protocol, not version 1 or 2",
    "read -r line; echo engine": "speaks version ? of the protocol, not version 1 or 2",
    "read -r line; echo engine 1 test; read -r line; echo no; exec sleep 60": "should answer 'ready' to 'begin', not 'no'",
    HELLO.replace("ready", "ready forced"): "should answer 'ready' to 'begin', not 'ready forced'",
    HELLO_2.format("pass-at-onse"): "answered 'ready pass-at-onse', but there is no wish 'pass-at-onse': did you mean pass-at-once? "
    "(there is pass-at-once, forced)",
    HELLO_2.format("forced tea"): "answered 'ready forced tea', but there is no wish 'tea'; there is pass-at-once, forced",
    HELLO_2.format("forced\\ncan forced"): "said 'can forced' without being asked",
    f"{HELLO}; exit 1": "ended with exit status 1",
    f"{HELLO}; read -r line; kill -11 $$": "was ended by signal 11",
    HELLO_2.format("\\n\\377"): "said '\ufffd' without being asked",
}


@pytest.mark.long
@pytest.mark.parametrize(("body", "sentence"), FAILS.items())
def test_a_program_that_fails_is_named_and_leaves_nothing_behind(script, body, sentence):
    text = script(body)
    with pytest.raises(UserError) as error:
        a_hand(seat(text), count=1)
    assert str(error.value) == f"exec:./engine {sentence}"
    assert gone(int(Path("pid").read_text()))


@pytest.mark.parametrize("answer", ["QQ", "what?", "13", "2c 3c", "é"])
def test_an_illegal_answer_is_quoted(script, answer):
    body = f"{HELLO}; while read -r key rest; do case $key in choose) echo '{answer}';; esac; done"
    with pytest.raises(IllegalChoice, match=rf"^exec:\./engine answered {re.escape(repr(answer))}, which is not one of: "):
        a_hand(seat(script(body)))
    assert gone(int(Path("pid").read_text()))


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (r"thinking...\n$choice\n", "answered 'thinking...', which is not one of: "),
        (r"$choice\nthinking...\n", "said 'thinking...' without being asked"),
    ],
)
def test_the_first_line_that_does_not_belong_is_named(script, said, sentence):
    body = f'{HELLO}; while read -r key luck choice rest; do case $key in choose) printf "{said}";; esac; done'
    with pytest.raises((UserError, IllegalChoice), match=rf"^exec:\./engine {re.escape(sentence)}"):
        a_hand(seat(script(body)), count=1)


@pytest.mark.parametrize("answer", ["$1 $1 $2", "$1 $2", "$1", "$1 $2 $3 $4", "$1 $2 1C", "$1 $2 pass", "$1,$2,$3", "KING"])
def test_an_illegal_pass_is_quoted(script, answer):
    body = f"while read -r key count luck rest; do case $key in choose_cards) set -- $rest; echo {answer};; esac; done"
    text = script(f"{HELLO_2.format('pass-at-once')}; {body}")
    with pytest.raises(IllegalChoice) as error:
        a_hand(seat(text), count=1)
    assert re.fullmatch(r"exec:\./engine answered '[^']*', which is not 3 different cards of: (\w\w ){12}\w\w", str(error.value))
    assert gone(int(Path("pid").read_text()))


FIRST = f"{HELLO}; while read -r key luck choice rest; do case $key in choose) echo $choice;; quit) echo bye > bye; exit;; esac; done"


@pytest.mark.long
def test_what_a_program_has_started_ends_with_it(script):
    with pytest.raises(UserError, match="closed its output"):
        a_hand(seat(script("sleep 60 >/dev/null 2>&1 & echo $! > child; exec >&-; exec sleep 60")))
    assert gone(int(Path("child").read_text()))


def test_a_program_is_told_to_quit_when_nobody_needs_it(script):
    player = seat(script(FIRST))
    a_hand(player)
    pid = int(Path("pid").read_text())
    os.kill(pid, 0)
    del player
    gc.collect()
    assert gone(pid)
    assert Path("bye").read_text() == "bye\n"


def test_a_program_that_failed_is_started_again_by_the_next_game(script):
    player = seat(script(f"[ -e tried ] || {{ touch tried; exit 1; }}; {FIRST}"))
    with pytest.raises(UserError, match="ended with exit status 1"):
        a_hand(player)
    assert (a_hand(player)["table"]["phase"] == hearts.OVER).all()


@pytest.mark.slow
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_programs_end_with_the_worker_that_started_them(script, method):
    text = script(FIRST.replace("exit;;", "while :; do sleep 1; done;;"))
    code = f"""
import multiprocessing, sys
from cardshark.games import hearts
from cardshark.play import deal, play
from cardshark.players import seat
keep = []
def work(text):
    rules = hearts.PRESETS["american"]._replace(hands=1)
    keep.append(seat(text))
    play(hearts, rules, deal(hearts, rules, 1, 2), [keep[0]])
if __name__ == "__main__":
    worker = multiprocessing.get_context({method!r}).Process(target=work, args=({text!r},))
    worker.start()
    worker.join()
    sys.exit(worker.exitcode)
"""
    Path("work.py").write_text(code, encoding="utf-8")
    subprocess.run([sys.executable, "work.py"], check=True, timeout=100)
    assert gone(int(Path("pid").read_text()))


# ---- on the leash ----

AWAY = "setsid sleep 600 >/dev/null 2>&1 & echo $! > child; (setsid sh -c 'sleep 600 & echo $! > grandchild; wait' >/dev/null 2>&1 &); "
DEAF = "while :; do sleep 1; done"  # it ignores the end of its input


def wait_for(*names: str) -> list[int]:
    """The numbers of processes that a program writes down when it has started them."""
    for _ in range(500):
        if all(Path(name).exists() and Path(name).read_text().strip() for name in names):
            break
        time.sleep(0.02)
    return [int(Path(name).read_text()) for name in names]


@pytest.mark.long
def test_a_session_of_ones_own_is_no_way_out(script):
    with pytest.raises(UserError, match="ended with exit status 3"):
        a_hand(seat(script(AWAY + "while [ ! -s child -o ! -s grandchild ]; do sleep 0.05; done; exit 3")))
    assert all(gone(pid) for pid in wait_for("child", "grandchild"))


@pytest.mark.slow
@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_nothing_outlives_a_duel_that_is_killed(script, ending):
    text = script(AWAY + FIRST.replace("echo $choice", f"trap '' TERM HUP INT; {DEAF}"))
    duel = subprocess.Popen([sys.executable, "-m", "cardshark", "duel", "hearts", text, "random", "--deals", "2", "--on", "here"])
    pids = wait_for("pid", "child", "grandchild")
    duel.send_signal(ending)
    assert duel.wait(60) != 0
    assert all(gone(pid) for pid in pids)


@pytest.mark.long
def test_who_kills_the_warden_ends_the_program(script):
    player = seat(script(FIRST))
    a_hand(player)
    pid = int(Path("pid").read_text())
    warden = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    assert warden != os.getpid()
    os.kill(warden, signal.SIGKILL)
    assert gone(pid)
    with pytest.raises(UserError, match=r"was ended by signal 9|closed its output"):
        a_hand(player)


@pytest.mark.long
def test_last_words_do_not_steer_the_terminal(script, capfd):
    said = r"printf '\033]0;pwned\007\033[2Jboo\n' >&2"
    with pytest.raises(UserError, match="its last words: "):
        a_hand(seat(script(f"{said}; exit 3").replace("exec[", "exec[errors=show,").replace("exec:", "exec[errors=show]:")))
    shown = capfd.readouterr().err
    assert "boo" in shown and not any(ord(sign) < 32 and sign != "\n" for sign in shown)
