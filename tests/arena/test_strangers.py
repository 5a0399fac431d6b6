"""Contests among strangers: cheats that win today in one process learn nothing and gain nothing in processes of their own."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from cardshark.arena.dealing.secret import Strangers
from cardshark.arena.dealing.words import Session, read_word, seal_of, secret_words, spell_word
from cardshark.arena.duel import duel
from cardshark.arena.league import league
from cardshark.arena.placing import check_strangers
from cardshark.arena.settings import DuelSettings
from cardshark.arena.sprt import sprt
from cardshark.players.apart import nursery
from cardshark.show.arena import word_lines
from cardshark.text import UserError
from cardshark.web.lab.finds import record_of
from helpers.arena import Duck, lasting
from helpers.commands import START, run
from helpers.paths import EXAMPLES

CHEATS = Path(__file__).parents[1] / "helpers" / "cheats"
RULES = "american:passing=none"
WORD = "5f" * 32  # given in Python, so it stands on no command line
DUCK = f"{EXAMPLES / 'duck.py'}:Duck"
PROGRAM = f"exec:{sys.executable} {EXAMPLES / 'engine.py'}"

# How each cheat is called: one deals again, one remembers, one lets other processes remember for it, one looks around.
NAMES = {
    "deals again": "redealer.py:Redealer:notes=notes.txt,count=count.txt",
    "remembers": "rememberer.py:Rememberer:count=count.txt",
    "takes notes": "rememberer.py:Rememberer:notes=notes.txt,count=count.txt",
    "looks around": "snoop.py:Snoop:count=count.txt",
}
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere every process starts for itself, which takes too long here")


def cheat(name: str) -> str:
    return f"{CHEATS}/{NAMES[name]}"


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def known() -> tuple[int, int]:
    """How often a cheat knew all cards, and how often it was asked."""
    told = Path("count.txt").read_text()
    return told.count("+"), len(told)


# ---- the attacks ----


@pytest.mark.long
@pytest.mark.parametrize(("name", "share"), [("deals again", 1.0), ("remembers", 0.6), ("takes notes", 0.6), ("looks around", 1.0)])
def test_a_cheat_names_hidden_cards_and_gains_in_our_own_process(name, share, here):
    """The attacks are real: this is what strangers are for."""
    found = duel("hearts", RULES, cheat(name), "random", deals=40, seed=1, strangers=False)
    knew, asked = known()
    assert asked == 40 * 4 * 13 and knew >= share * asked
    assert found.high < 0


@linux_only
@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_a_cheat_learns_nothing_and_gains_nothing_among_strangers(name, here):
    found = duel("hearts", RULES, cheat(name), "random", deals=3, seed=1, strangers=True, word=WORD)
    assert known() == (0, 3 * 4 * 13)
    assert found.low <= 0 <= found.high


@linux_only
@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_cheat_gains_nothing_against_itself(name, here):
    """Seats of one player at one table can still pass notes to each other: the last card of a hand, here."""
    found = duel("hearts", RULES, cheat(name), cheat(name), deals=4, seed=1, strangers=True, word=WORD)
    knew, asked = known()
    assert asked == 4 * 4 * 4 * 13 and (knew == 0 or name == "takes notes")
    assert found.low <= 0 <= found.high


SPY = """
import ctypes, json, os
from pathlib import Path

class Spy:
    def play(self, view):
        if not Path("spied.txt").exists():
            files = sorted(os.listdir("/proc/self/fd"))
            words = [Path(f"/proc/{process}/cmdline").read_text() for process in ("self", os.getppid())]
            Path("spied.txt").write_text(json.dumps([files, words + [*os.environ.values()], ctypes.CDLL(None).prctl(3)]))
        with Path("processes.txt").open("a") as file:
            print(os.getpid(), view.turn, file=file)
        return view.choices[0]
"""


@linux_only
@pytest.mark.long
def test_what_a_stranger_finds_in_its_process(here):
    """Three pipes, no seed and no word; the memory of such processes, and of ours, is closed to others of the same user."""
    Path("spy.py").write_text(SPY)
    duel("hearts", RULES, "./spy.py:Spy", "random", deals=2, seed=123456789, seats_of_a=2, word=WORD)
    files, words, dumpable = json.loads(Path("spied.txt").read_text())
    assert files == ["0", "1", "2", "3", "4"] and dumpable == 0  # its answers go to 3, and 4 is the listing itself
    assert not any("123456789" in word or WORD in word for word in words)
    assert nursery.ctypes.CDLL(None).prctl(3) == 0  # ours
    asked = [tuple(line.split()) for line in Path("processes.txt").read_text().splitlines()]
    seats = {process: {seat for other, seat in asked if other == process} for process, _ in asked}
    assert len(seats) == 2 * 6 * 2 and all(len(each) == 1 for each in seats.values())  # deals, placements, seats: each its own


@linux_only
@pytest.mark.long
def test_no_process_outlives_its_player(here):
    Path("spy.py").write_text(SPY)
    duel("hearts", RULES, "./spy.py:Spy", "random", deals=2, seed=1)
    patience = time.monotonic() + 10
    while any(Path(f"/proc/{line.split()[0]}").exists() for line in Path("processes.txt").read_text().splitlines()):
        assert time.monotonic() < patience
        time.sleep(0.02)


# ---- secret words ----


def test_no_two_placements_share_cards():
    word = read_word(WORD)
    found = [secret_words(word, 1, kind, ("deal", 0, 50), placement) for kind in ("deal", "luck") for placement in range(4)]
    assert len(np.unique(np.concatenate(found))) == 2 * 4 * 50
    again = secret_words(word, 1, "deal", ("deal", 30, 20), 0)
    assert (again == found[0][30:]).all()  # however they are cut
    assert not set(again.tolist()) & set(secret_words(word, 2, "deal", ("deal", 30, 20), 0).tolist())


def test_a_word_as_a_text():
    one, two = "ab" * 32, "cd" * 32
    word = read_word(f" {one.upper()},40:{two} ")
    assert word == (Session(0, seal_of(one), one), Session(40, seal_of(two), two))
    assert spell_word(word) == f"{one},40:{two}" and spell_word((Session(0, "seal"), word[1])) == f"lost,40:{two}"
    for text in ("", "ab", f"40:{one}", f"{one},{two}", f"{one},0:{two}", f"{one},", "x" * 64):
        with pytest.raises(UserError, match="a word is 64 hexadecimal digits, as the result of a contest among strangers tells it, not"):
            read_word(text)
    with pytest.raises(UserError, match="was lost when it was killed"):
        read_word(f"lost,40:{two}")


@linux_only
@pytest.mark.long
def test_the_same_word_and_seed_are_the_same_contest_to_the_bit(here):
    settings = {"game": "hearts", "rules": "american", "a": DUCK, "b": "random", "deals": 4}
    found = duel(**settings)
    assert found.strangers.seal == seal_of(found.strangers.word) and not found.strangers.given
    again = duel(**settings, seed=found.seed, word=found.strangers.word, on="cores", workers=2)
    assert again.strangers.given
    assert {**lasting(again), "strangers": None} == {**lasting(found), "strangers": None}
    assert duel(**settings, seed=found.seed).points_b != found.points_b  # another word


@linux_only
@pytest.mark.long
def test_strangers_meet_in_leagues_and_as_programs(here):
    found = league("hearts", "dutch", [DUCK, "random", "stock"], 2, 1, word=WORD)
    assert found.strangers.word == WORD and found.hands == 2 * 6 * 3
    assert found.ratings[DUCK].value < found.ratings["random"].value
    program = duel("gin", "eaai", PROGRAM, "random", deals=2, seed=1, word=WORD)
    assert program.strangers.word == WORD and program.hands == 4
    assert lasting(program) == lasting(duel("gin", "eaai", PROGRAM, "random", deals=2, seed=1, word=WORD))


@linux_only
@pytest.mark.slow
def test_a_sequential_test_among_strangers_tells_the_command_that_repeats_it(here):
    found = sprt("hearts", "dutch", "random", DUCK, 100, seed=1, better=1.0)
    assert found.strangers.seal == seal_of(found.strangers.word)
    assert found.command().endswith(f"--seed 1 --strangers --word {found.strangers.word}")


def test_a_result_says_who_is_a_stranger_and_which_words_there_were():
    one, two, three = "ab" * 32, "cd" * 32, "ef" * 32
    mine, theirs = ("jake", "random"), ("jake", DUCK)
    assert word_lines(None, theirs, 1, "deal") == []
    promised, again = word_lines(Strangers("seal", one, False), theirs, 7, "deal")
    assert "a fresh process for each seat of each match" in promised and again.endswith(f"--strangers --seed 7 --word {one}")
    assert "nobody here is one" in word_lines(Strangers("seal", one, False), mine, 7, "deal")[0]
    assert "the word was known before" in word_lines(Strangers("seal", one, True), mine, 7, "deal")[0]
    _, sittings, _ = word_lines(Strangers("seal", f"{one},48:{two},1064:{three}", False), theirs, 7, "match")
    assert sittings == "played in 3 sittings, each with a word of its own: another one from match 49, 1,065 on"
    assert "nobody can deal them again" in word_lines(Strangers("seal", f"lost,48:{two}", False), theirs, 7, "deal")[-1]


# ---- records ----


def told(*words: str) -> dict:
    done = subprocess.run([*START, "duel", "hearts", *words, "--json"], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def lines_of(path: str) -> list[dict]:
    return [json.loads(line) for line in Path(path).read_text().splitlines()]


@linux_only
@pytest.mark.long
def test_a_record_has_the_seal_first_and_the_word_last_and_goes_on_with_another(here):
    settings = {"game": "hearts", "rules": "american", "a": DUCK, "b": "random", "record": "my.jsonl"}
    first = duel(**settings, deals=4)
    header, sealed, *pieces, revealed = lines_of("my.jsonl")
    assert header["strangers"] and sealed["seal"] == seal_of(revealed["word"]) and sealed["start"] == 0
    assert revealed["word"] == first.strangers.word and sum(piece["deals"] for piece in pieces) == 4
    assert lasting(duel(**settings, deals=4)) == lasting(first) and len(lines_of("my.jsonl")) == 4  # nothing was played
    more = duel(**settings, deals=6)
    assert more.seed == first.seed and more.strangers.word.startswith(f"{first.strangers.word},4:")
    assert more.strangers.seal == ",4:".join(seal_of(word) for word in more.strangers.word.split(",4:"))
    settings.pop("record")
    again = duel(**settings, deals=6, seed=more.seed, word=more.strangers.word)
    assert {**lasting(again), "strangers": None} == {**lasting(more), "strangers": None}


def test_the_lab_shows_a_record_of_strangers(here):
    """Players of cardshark need no process of their own, but their deals are secret as well."""
    found = duel("hearts", "dutch", "random", "greedy", deals=9, strangers=True, record=here / "my.jsonl")
    shown = record_of(here / "my.jsonl")
    assert (shown.deals, shown.seed, shown.difference) == (found.deals, found.seed, found.difference)


@linux_only
@pytest.mark.slow
def test_a_killed_contest_goes_on_and_says_that_its_word_is_lost(here):
    Path("slow.py").write_text(
        "import time\n\nclass Slow:\n    def play(self, view):\n        time.sleep(0.002)\n        return view.choices[0]\n"
    )
    words = ["./slow.py:Slow", "random", "--record", "my.jsonl", "--on", "here", "--deals"]
    killed = subprocess.Popen([*START, "duel", "hearts", *words, "100000"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    patience = time.monotonic() + 100
    while not Path("my.jsonl").exists() or Path("my.jsonl").read_bytes().count(b"\n") < 3:
        assert time.monotonic() < patience and killed.poll() is None
        time.sleep(0.02)
    assert b'"word"' not in Path("my.jsonl").read_bytes()  # no stranger can read it there
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    reached = sum(line.get("deals", 0) for line in lines_of("my.jsonl")[1:])
    found = told(*words, str(reached + 2))
    assert found["seed"] == lines_of("my.jsonl")[0]["seed"] and found["strangers"]["word"].startswith(f"lost,{reached}:")


@linux_only
@pytest.mark.long
def test_a_contest_that_fails_leaves_no_record(here):
    Path("bad.py").write_text("class Bad:\n    def play(self, view):\n        return 63\n")
    with pytest.raises(Exception, match="chose 63"):
        duel("hearts", "american", "./bad.py:Bad", "random", deals=2, record="my.jsonl")
    assert not Path("my.jsonl").exists()


# ---- what is refused ----


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--word", WORD], "a word repeats a contest that is over, with its --seed and without a --record"),
        (["--word", WORD, "--seed", "1", "--record", "x"], "a word repeats a contest that is over, with its --seed and without a --record"),
        (
            ["--word", WORD, "--seed", "1", "--no-strangers"],
            "only contests among strangers have a secret word: leave out --word or --no-strangers",
        ),
        (["--word", WORD, "--seed", "1"], "only contests among strangers have a secret word, and here are none"),
        (["--word", "5f", "--seed", "1", "--strangers"], "a word is 64 hexadecimal digits"),
        (
            ["--strangers", "--piece", "1/2", "--record", "x", "--seed", "1"],
            "so there are no pieces: leave out --piece, or add --no-strangers",
        ),
        (["--strangers", "--piece", "1/2", "--record", "x"], "so there are no pieces: leave out --piece, or add --no-strangers"),
        (["--strangers", "--control", "random"], "leave out --control, or add --no-strangers"),
        (["--piece", "1/2", "--record", "x"], "all pieces are played on the deals of one seed: name it, as --seed 1"),
    ],
)
def test_settings_that_do_not_fit_are_refused(words, sentence, here, capsys, monkeypatch):
    status, out, said = run(capsys, monkeypatch, "duel", "hearts", "random", "stock", "--deals", "2", "--on", "here", *words)
    assert (status, out) == (2, "") and sentence in " ".join(said.split()) and not [*here.iterdir()]


def test_strangers_do_not_play_on_a_cluster():
    with pytest.raises(UserError, match="leave out --on ray, or add --no-strangers"):
        check_strangers(DuelSettings(on="ray"), strangers=True)


def test_an_object_is_no_stranger():
    with pytest.raises(UserError, match="an object plays in this process, so it is no stranger"):
        duel("hearts", "american", Duck(), "random", deals=2, strangers=True)
    assert duel("hearts", "american", Duck(), "random", deals=2).strangers is None


@linux_only
@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("./nothing.py:Bot", "./nothing.py cannot be read: No such file or directory"),
        ("./bot.py:Bott", "there is no player in ./bot.py 'Bott': did you mean Bot?"),
        ("./bot.py:Bot", "./bot.py:Bot failed: ZeroDivisionError: integer division or modulo by zero (bot.py, line 3)"),
        ("./bot.py:Gone", "./bot.py:Gone ended with exit status 3"),
        ("./bot.py:Killed", "./bot.py:Killed was ended by signal 9"),
    ],
)
def test_a_stranger_that_fails_gets_one_sentence(text, sentence, here):
    Path("bot.py").write_text(
        "class Bot:\n    def play(self, view):\n        return 1 // 0\n\n\n"
        "class Gone:\n    def play(self, view):\n        import os\n        os._exit(3)\n\n\n"
        "class Killed:\n    def play(self, view):\n        import os\n        os.kill(os.getpid(), 9)\n"
    )
    with pytest.raises(UserError) as refused:
        duel("hearts", "american", text, "random", deals=2)
    assert sentence in str(refused.value)


HANG = """
import time
from pathlib import Path

class Hang:
    def play(self, view):
        time.sleep(100 if Path("hang").exists() else 0)
        return view.choices[0]
"""


@linux_only
@pytest.mark.long
@pytest.mark.parametrize("on", ["here", "cores"])
def test_a_stranger_that_hangs_is_ended_in_time_and_what_was_done_is_kept(on, here, capsys, monkeypatch):
    Path("bot.py").write_text(HANG)
    words = [
        "duel",
        "hearts",
        "./bot.py:Hang",
        "random",
        "--rules",
        RULES,
        "--seconds",
        "0.5",
        "--on",
        on,
        "--workers",
        "2",
        "--record",
        "my.jsonl",
    ]
    Path("hang").touch()
    late = "./bot.py:Hang did not answer within 0.5 seconds. If it needs longer: --seconds 1.5"
    status, out, said = run(capsys, monkeypatch, *words, "--deals", "2")
    assert (status, out) == (2, "") and said.endswith(f"{late}\n") and not Path("my.jsonl").exists()
    Path("hang").unlink()
    assert run(capsys, monkeypatch, *words, "--deals", "2")[0] == 0
    Path("hang").touch()
    status, out, said = run(capsys, monkeypatch, *words, "--deals", "4")
    assert (status, out) == (2, "") and said.endswith(f"{late}. What was done before is kept for my.jsonl: the same command goes on\n")
    Path("hang").unlink()
    assert run(capsys, monkeypatch, *words, "--deals", "4")[0] == 0


@linux_only
@pytest.mark.long
def test_programs_have_the_same_limit_unless_they_bring_their_own(here):
    Path("slow.sh").write_text("read line; echo engine 2 slow\nwhile read line; do case $line in begin) echo ready;; esac; done\n")
    for text, seconds, sentence in (
        ("exec:sh slow.sh", 0.3, "exec[seconds=0.3]:sh slow.sh did not answer within 0.3 seconds. If it needs longer: --seconds 0.9"),
        ("exec[seconds=0.2]:sh slow.sh", 20, "exec[seconds=0.2]:sh slow.sh did not answer within 0.2 seconds"),
    ):
        with pytest.raises(UserError) as refused:
            duel("hearts", "american", text, "random", deals=2, seconds=seconds)
        assert str(refused.value) == sentence


@pytest.mark.parametrize("play", [sprt, duel])
def test_a_limit_is_a_number_above_0_and_for_strangers_alone(play):
    for seconds in (0, -1.0, float("inf"), float("nan"), True, "10"):
        with pytest.raises(UserError, match="--seconds is how long a choice may take, a number above 0, not "):
            play("hearts", "american", "random", "stock", 200, seconds=seconds, strangers=True)
    with pytest.raises(UserError, match="leave out --seconds, or add --strangers"):
        play("hearts", "american", "random", "stock", 200, seconds=5)
    with pytest.raises(UserError, match="leave out --seconds or --no-strangers"):
        play("hearts", "american", "random", "stock", 200, seconds=5, strangers=False)


# ---- seeds ----


def test_a_seed_is_drawn_and_told_and_repeats_the_result(here):
    one, other = (duel("hearts", "american", "random", "greedy", deals=5) for _ in range(2))
    assert one.seed != other.seed
    assert lasting(duel("hearts", "american", "random", "greedy", deals=5, seed=one.seed)) == lasting(one)
    kept = duel("hearts", "american", "random", "greedy", deals=5, record="my.jsonl")
    more = duel("hearts", "american", "random", "greedy", deals=9, record="my.jsonl")
    assert more.seed == kept.seed
    assert lasting(more) == lasting(duel("hearts", "american", "random", "greedy", deals=9, seed=kept.seed))
    with pytest.raises(UserError, match=f"seed is {kept.seed} there and 7 here"):
        duel("hearts", "american", "random", "greedy", deals=9, seed=7, record="my.jsonl")


def test_a_header_that_was_torn_off_anywhere_is_begun_anew(here):
    """Another seed is drawn then, so the rest of the header may differ."""
    duel("hearts", "american", "random", "greedy", deals=5, record="my.jsonl")
    header = Path("my.jsonl").read_bytes().partition(b"\n")[0]
    for length in range(0, len(header) + 1, 23):
        Path("my.jsonl").write_bytes(header[:length])
        assert duel("hearts", "american", "random", "greedy", deals=5, record="my.jsonl").deals == 5
    Path("my.jsonl").write_bytes(b'{"cardshark": "hands 1", "hands": []}')
    with pytest.raises(UserError, match="is not a journal of cardshark"):
        duel("hearts", "american", "random", "greedy", deals=5, record="my.jsonl")
