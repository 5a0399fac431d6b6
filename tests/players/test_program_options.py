"""What can be set for a program: where it runs, a trace of the conversation, standard error."""

import gc
import pickle
import re
from pathlib import Path

import pytest

from cardshark.arena.duel import duel
from cardshark.games import hearts
from cardshark.play import deal, play
from cardshark.players import seat
from cardshark.players.external import Program
from cardshark.players.player import IllegalChoice
from cardshark.text import UserError
from helpers.external import HAND, VERSION_1, a_hand, command, heard
from helpers.paths import EXAMPLES

ENGINE = command(EXAMPLES / "engine.py")


def talk(path: Path) -> str:
    """A conversation that is over."""
    gc.collect()
    return path.read_text(encoding="utf-8")


def test_options_stand_in_the_name_of_a_program():
    text = "exec[seconds=2.5,trace=talk.txt,folder=here,errors=show]:./engine --level 3"
    player = seat(text)
    assert str(player) == text
    assert str(pickle.loads(pickle.dumps(player))) == text
    assert str(seat("exec[errors=hide,seconds=10]:./engine")) == "exec:./engine"


# ---- the trace ----


@pytest.mark.long
@pytest.mark.parametrize("program", [command(VERSION_1), ENGINE], ids=["version 1", "version 2"])
def test_a_trace_is_what_was_said_and_changes_nothing(program, tmp_path):
    plain, traced = deal(hearts, HAND, 2, 3), deal(hearts, HAND, 2, 3)
    play(hearts, HAND, plain, [seat(f"exec:{program}")])
    listener = Program(heard(program, tmp_path / "told").removeprefix("exec:"), trace=str(tmp_path / "talk"))
    play(hearts, HAND, traced, [listener])
    del listener
    lines = talk(tmp_path / "talk").splitlines()
    assert (plain == traced).all()
    assert [line[2:] for line in lines if line.startswith("> ")] == (tmp_path / "told").read_text(encoding="utf-8").splitlines()
    questions = [number for number, line in enumerate(lines) if re.match("> (cardshark|begin|choose)", line)]
    assert all(lines[number + 1].startswith("< ") for number in questions)  # each is followed by its answer
    assert len(lines) == len(questions) + sum(line.startswith("> ") for line in lines)


@pytest.mark.long
def test_a_second_run_writes_the_same_trace_over_the_first(tmp_path):
    found = []
    for _ in range(2):
        a_hand(seat(f"exec[trace={tmp_path / 'talk'}]:{ENGINE}"), count=1)
        found.append(talk(tmp_path / "talk"))
    assert found[0] == found[1] and found[0].endswith("\n> quit\n")


def test_a_trace_is_on_disk_as_soon_as_something_was_said(tmp_path):
    player = seat(f"exec[trace={tmp_path / 'talk'}]:{ENGINE}")
    player.sit(hearts, HAND)
    assert (tmp_path / "talk").read_text(encoding="utf-8").endswith("> begin\n< ready pass-at-once\n")


def test_programs_that_run_at_the_same_time_have_a_file_each(tmp_path):
    text = f"exec[trace={tmp_path / 'talk'}]:{ENGINE}"
    players = [seat(text) for _ in range(3)]
    for player in players:
        player.sit(hearts, HAND)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["talk", "talk.2", "talk.3"]
    assert len({path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}) == 1


@pytest.mark.long
def test_workers_have_a_trace_each_and_play_the_same(tmp_path):
    text = f"exec[trace={tmp_path / 'talk'}]:{ENGINE}"
    found = [duel("hearts", "american", text, "random", 8, seed=3, workers=workers, strangers=False).difference for workers in (1, 2)]
    assert found[0] == found[1]
    gc.collect()
    assert all(path.read_text(encoding="utf-8").startswith("> cardshark 1\n< engine 2 ") for path in tmp_path.iterdir())


FAILURES = {
    "read -r line; echo what; exec sleep 60": "> cardshark 1\n< what\n! should answer 'engine 2 NAME' to 'cardshark 1', not 'what'",
    "read -r line; printf 'engi'; sleep 0.1; exit 4": "> cardshark 1\n< engi\n! ended with exit status 4",
    "read -r line; echo '# hm'; echo engine 7": "> cardshark 1\n< # hm\n< engine 7\n! speaks version 7 of the protocol, not version 1 or 2",
}


@pytest.mark.parametrize(("body", "end"), FAILURES.items())
def test_the_last_line_of_a_trace_says_how_it_failed(script, body, end):
    text = script(body).replace("exec[", "exec[trace=talk,")
    with pytest.raises(UserError):
        seat(text).sit(hearts, HAND)
    assert Path("talk").read_text(encoding="utf-8").rstrip("\n") == end


def test_an_illegal_choice_is_the_end_of_a_trace(script):
    body = """
    read -r line; echo engine 2; until [ "$line" = begin ]; do read -r line; done; echo ready
    while read -r key rest; do case $key in choose) echo QQ;; esac; done"""
    with pytest.raises(IllegalChoice):
        a_hand(seat(script(body).replace("exec[", "exec[trace=talk,")), count=1)
    answer, reason = Path("talk").read_text(encoding="utf-8").splitlines()[-2:]
    assert answer == "< QQ" and reason.startswith("! answered 'QQ', which is not one of: ")


# ---- its folder, and standard error ----


def test_a_program_runs_in_its_folder(script, tmp_path, monkeypatch):
    script('pwd > where; read -r line; echo "engine 2 $1"; read -r line; until [ "$line" = begin ]; do read -r line; done; echo ready')
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    for folder in (str(tmp_path), ".."):
        player = seat(f"exec[folder={folder},trace=talk]:./engine me")
        player.sit(hearts, HAND)
        assert Path((tmp_path / "where").read_text(encoding="utf-8").strip()).samefile(tmp_path)
        assert "< engine 2 me\n" in Path("talk").read_text(encoding="utf-8")  # the trace is where we are
        del player


@pytest.mark.parametrize("errors", ["hide", "show"])
def test_standard_error_is_shown_to_whoever_wants_to_see_it(script, capsys, errors):
    hello = 'echo starting >&2; read -r line; echo "engine 2"; until [ "$line" = begin ]; do read -r line; done; echo ready'
    text = script(f"{hello}; read -r line; echo asked >&2; exit 3").replace("exec[", f"exec[errors={errors},")
    with pytest.raises(UserError, match=r"ended with exit status 3; its last words: asked$"):
        a_hand(seat(text), count=1)
    assert capsys.readouterr().err == ("starting\nasked\n" if errors == "show" else "")


def test_the_last_thing_a_program_says_is_shown_too(script, capsys):
    hello = 'read -r line; echo "engine 2"; until [ "$line" = begin ]; do read -r line; done; echo ready'
    player = seat(script(f"{hello}; read -r line; echo $line >&2").replace("exec[", "exec[errors=show,"))
    player.sit(hearts, HAND)
    del player
    gc.collect()
    assert capsys.readouterr().err == "quit\n"
