"""The command `train`: for people and programs, one sentence for a mistake, and docs that are true."""

import io
import json
import sys
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from rich.console import Console

from cardshark.learning import Training, load, train
from cardshark.learning.learners import LEARNERS
from cardshark.learning.trainer import usual_file
from cardshark.options import allowed, options_of, shown_default
from cardshark.players.brain_file import digest, read
from cardshark.players.hearts.network.brain import Brain
from cardshark.show.training import describe_progress, sparkline
from helpers.commands import check_refused, files
from helpers.commands import run_quietly as run
from helpers.paths import ROOT
from helpers.training import FLAGS, SHORT, SMALL

# ---- the command ----


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["train", "foresight"], "train has no command 'foresight'; it has policy, hindsight, apprentice, falcon, td, evolution"),
        (["train", "hindsight", "--speed", "3"], "Unknown option: --speed"),
        (["train", "hindsight", "--hidden", "60"], "hidden layers are 1 to 6 multiples of 16 up to 512, as 64 or 96+96, not '60'"),
        (["train", "hindsight", "--activation", "cubic"], "there is no setting for activation 'cubic'; there is sigmoid, relu, leaky"),
        (["train", "hindsight", "--rate", "fast"], "rate must be a number, not 'fast'"),
        (["train", "hindsight", "--rate", "nan"], "rate is a number from 0 to 10, not nan"),
        (["train", "hindsight", "--games", "0"], "games is a number from 1 to"),
        (["train", "hindsight", "--games", "1.5"], "games must be a whole number, not '1.5'"),
        (["train", "hindsight", "--rules", "dutsh"], "there is no set of rules 'dutsh': did you mean dutch? (there is american, dutch"),
        (["train", "hindsight", "--rules", "dutch:win_back=yes", "--target", "double"], "win_back=no"),
        (["train", "hindsight", "--against", "genius"], "there is no brain 'genius'"),
        (["train", "hindsight", "--against", "jake+self"], "self cannot be one of several opponents"),
        (["train", "hindsight", "--start", "genius"], "there is no brain 'genius'"),
        (["train", "hindsight", "--seed", "-1"], "a seed is a whole number from 0 up, not -1"),
        (["train", "hindsight", "--out", "/proc/nowhere/my.safetensors"], "/proc/nowhere/my.safetensors cannot be written"),
        (["train", "hindsight", "--save-every", "-1"], "save_every is a number of seconds above 0, not -1"),
        (["brains", "genius"], "there is no brain 'genius'"),
    ],
)  # fmt: skip
def test_a_mistake_gets_one_sentence_and_writes_nothing(capsys, monkeypatch, tmp_path, words, sentence):
    monkeypatch.chdir(tmp_path)
    check_refused(capsys, monkeypatch, sentence, *words)
    assert files() == []


def test_a_training_for_people_and_for_programs(whole, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    status, out, _ = run(capsys, monkeypatch, *FLAGS, "--json")
    found = json.loads(out)
    file = usual_file("hindsight", SMALL, SHORT, 7)
    assert status == 0 and found["file"] == str(file) and found["resumed"] == 0
    assert found["sha256"] == digest(read(file)) == digest(load(str(whole)))
    status, out, err = run(capsys, monkeypatch, *FLAGS, "--against", "jake", "--out", "b.safetensors")
    assert status == 0 and err == ""
    assert "12 games" in out and "In the last tenth of its games" in out
    duels = [line.split("?")[1] for line in out.splitlines() if line.startswith("Who is better?")]
    assert duels == ["  cardshark duel hearts network:brain=b.safetensors jake --rules dutch"]
    status, out, _ = run(capsys, monkeypatch, "brains", "b.safetensors")
    assert status == 0 and "cardshark train hindsight" in out and "--against jake" in out
    status, out, _ = run(capsys, monkeypatch, "brains", "b.safetensors", "--json")
    assert json.loads(out)[0]["settings"]["against"] == "jake"


def test_the_brains_of_the_lab_are_listed(whole, capsys, monkeypatch, tmp_path):
    from cardshark.players import brain_file

    monkeypatch.setattr(brain_file, "SHIPPED", tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    assert run(capsys, monkeypatch, "brains", "--json")[:2] == (0, "[]\n")
    (tmp_path / "clever.safetensors").write_bytes(whole.read_bytes())
    assert load("clever").about["name"] == "clever"
    status, out, _ = run(capsys, monkeypatch, "brains")
    row = next(line for line in out.splitlines() if "clever" in line)
    assert status == 0 and "16 leaky thesis" in row and "18,176" in row and "cardshark train hindsight" in " ".join(out.split())
    _, out, _ = run(capsys, monkeypatch, "players")
    assert "Brains for those who need one: clever (cardshark brains)" in out


def test_who_goes_on_from_a_brain_keeps_its_design(whole, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    words = ["train", "hindsight", "--games", "1", "--rules", "dutch:limit=60", "--start", str(whole)]
    status, out, _ = run(capsys, monkeypatch, *words, "--json")
    assert status == 0 and json.loads(out)["settings"]["hidden"] == "16"
    status, _, err = run(capsys, monkeypatch, *words, "--hidden", "32")
    assert status == 2 and "is of another design" in err


def test_progress_on_a_terminal(monkeypatch, tmp_path):
    """Games, speed and strength are shown there."""
    from cardshark.cli import training as command

    page = io.StringIO()
    monkeypatch.setattr(command, "notes", Console(file=page, force_terminal=True, width=160))
    monkeypatch.setattr(sys, "argv", ["cardshark", *FLAGS])
    training = Training(SMALL, SHORT, 7)
    with command.watching(training, quiet=False) as watch:
        training.run(watch)
        assert watch.seconds > 0
        watch.bar.refresh()
    assert "12/12" in page.getvalue()
    assert "hands/s" in page.getvalue() and "points a hand, the others" in page.getvalue()


def test_the_strength_is_what_the_totals_say(whole):
    seen = []
    training = Training(SMALL, SHORT, 7)
    training.run(seen.append)
    last = seen[-1]
    assert (last.game, last.games, last.hands) == (12, 12, training.course.hands)
    first = training.hands[0]  # of the first game, which may wait for the compiler
    points = training.course.totals[1:].sum(axis=0) / (training.course.hands - first)
    assert last.strength and np.allclose(last.strength, (points[0], points[1:].mean(), points.mean()))
    assert f"{points[0]:.2f} points a hand" in describe_progress(last)
    assert seen[0].strength is None and describe_progress(seen[0]).endswith("hands/s")
    hands = np.diff(training.hands, prepend=0)
    assert np.allclose(np.array(training.curve())[:, 1] * hands, training.course.totals[:, 0], atol=1e-2)


def test_a_curve_in_a_line():
    assert sparkline([0, 1, 7]) == "▁▂█"
    assert sparkline([2, 2]) == "▁▁"


def test_without_a_file_nothing_is_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert isinstance(train(SMALL, replace(SHORT, games=1)), Brain)
    assert files() == []


def test_the_names_of_learners_are_not_those_of_players():
    """Unless what is learned is that very player."""
    from cardshark.players import PLAYERS

    assert LEARNERS.keys() & PLAYERS.keys() <= {"falcon", "policy"}


def settings_table(kinds: Sequence[type]) -> str:
    """The settings of a learner as a table for the docs."""
    rows = ["| flag | default | meaning | may be |", "|---|---|---|---|"]
    for kind in kinds:
        for name, each in options_of(kind).items():
            may_be = allowed(each.kind).replace(" | ", ", ")
            rows.append(f"| `--{name.replace('_', '-')}` | {shown_default(each.default) or '–'} | {each.meaning} | {may_be} |")
    return "\n".join(rows)


@pytest.mark.long
def test_the_docs_list_every_setting_and_their_code_runs(tmp_path, monkeypatch, capsys):
    page = (ROOT / "docs" / "training.md").read_text(encoding="utf-8")
    for learner in LEARNERS.values():
        assert settings_table([learner.lesson]) in page
        assert settings_table([learner.design]) in page
    monkeypatch.chdir(tmp_path)
    for block in page.split("```python\n")[1:]:
        exec(compile(block.split("```")[0], "docs/training.md", "exec"), {})


@pytest.mark.parametrize("out", ["my", ".", "my.part"])
def test_a_brain_needs_a_name_by_which_it_is_found_again(out, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    check_refused(capsys, monkeypatch, "ends with .safetensors", "train", "hindsight", "--games", "1", "--out", out)
    assert not list(tmp_path.iterdir())
