"""The brains that come with the lab: whole, playable, and what their commands make."""

import shlex
import sys

import numpy as np
import pytest

from cardshark.arena.duel import duel
from cardshark.cli import main
from cardshark.games import hearts
from cardshark.games.hearts.rules import PRESETS
from cardshark.games.match import Single
from cardshark.players import seat
from cardshark.players.brain_file import SHIPPED, digest, load_any, shipped
from cardshark.players.hearts.network.brain import load
from cardshark.players.policy.shipped import POLICIES as shipped_policies
from cardshark.text import UserError
from helpers.commands import run

FOR_HEARTS = ["experiment1", "experiment2", "middle", "opponent", "owl", "strong", "weak"]
FALCONS = ["eagle", "falcon", "hawk"]
POLICIES = [name for names in shipped_policies.values() for name in names]
FOR_GIN = {"evo4": "evolution", "shark": "evolution", "td5": "td"}  # and the learner of each


def test_all_of_them_are_there_and_small():
    assert shipped() == sorted([*FOR_HEARTS, *FALCONS, *FOR_GIN, *POLICIES])
    assert sum(path.stat().st_size for path in SHIPPED.iterdir()) < 3_000_000 + 2_500_000 * len(POLICIES)


@pytest.mark.parametrize("name", [*FOR_HEARTS, *FALCONS, *FOR_GIN, *POLICIES])
def test_each_says_how_it_was_made(name):
    about = load_any(name).about
    assert about["name"] == name
    learner = (FOR_GIN | dict.fromkeys(FALCONS, "falcon") | dict.fromkeys(POLICIES, "policy")).get(name, "hindsight")
    assert about["command"].startswith(f"cardshark train {learner} ")
    assert f"--seed {about['settings']['seed']}" in about["command"]
    assert about["command"].endswith(f"--out {name}.safetensors")
    assert about["commit"] and about["sha256"] == digest(load_any(name))
    for parent in about["lineage"]:
        if parent["role"] != "start":  # a policy may go on from one that it replaced
            assert parent["sha256"] == digest(load_any(parent["name"]))
    assert b"/tmp" not in (SHIPPED / f"{name}.safetensors").read_bytes()


@pytest.mark.parametrize("name", FOR_HEARTS)
def test_each_sits_down(name):
    rules = PRESETS["dutch"]._replace(hands=1)
    result = duel(hearts, rules, (name, seat(f"network:brain={name}")), ("random", seat("random")), deals=100, seed=3)
    assert result.high < 0


@pytest.mark.parametrize("name", FALCONS)
def test_each_falcon_sits_down(name):
    result = duel("hearts", "falcon", f"falcon:brain={name}", "random", deals=100, seed=3)
    assert result.high < 0


@pytest.mark.slow
@pytest.mark.parametrize(("name", "other"), [("hawk", "stock"), ("eagle", "jake")])
def test_the_hawk_beats_stock_and_the_eagle_jake(name, other):
    """On deals that no training has seen, one of them against three; a fair share would be 6.5 points."""
    result = duel("hearts", "falcon", f"falcon:brain={name}", other, deals=4000, seed=77)
    assert result.high < 0


@pytest.mark.parametrize("name", FOR_GIN)
def test_each_for_gin_sits_down(name):
    result = duel("gin", "paper", f"rummy:brain={name}", "random", deals=100, seed=3)
    assert result.low > 0


def test_the_owl_still_answers_to_the_name_that_it_had():
    assert digest(load_any("champion")) == digest(load_any("owl")) and load_any("champion").about["name"] == "owl"
    assert "champion" not in shipped()
    rules = PRESETS["dutch"]._replace(hands=1)
    old, new = (duel(hearts, rules, f"network:brain={name}", "random", deals=20, seed=3) for name in ("champion", "owl"))
    assert old.difference == new.difference


def test_a_brain_for_one_player_is_no_brain_for_another():
    with pytest.raises(UserError, match=r"^shark is a brain for the player rummy, and one for network is wanted here$"):
        seat("network:brain=shark")
    for player in ("rummy", "falcon"):
        with pytest.raises(UserError, match=rf"^strong is a brain for the player network, and one for {player} is wanted here$"):
            seat(f"{player}:brain=strong")


@pytest.mark.parametrize(("learner", "start"), [("td", "owl"), ("hindsight", "shark"), ("falcon", "owl")])
def test_a_learner_starts_from_a_brain_that_it_can_teach(learner, start, capsys, monkeypatch):
    status, _, err = run(capsys, monkeypatch, "train", learner, "--start", start, "--games", "1")
    assert status == 2 and f"which `train {learner}` does not teach" in err and err.count("\n") == 1


def test_who_sees_facts_does_not_judge_the_stock():
    with pytest.raises(UserError, match=r"leave out draw$"):
        seat("rummy:brain=shark,draw=mean")


@pytest.mark.slow
def test_the_shark_beats_every_hand_made_player():
    """On decks that nobody learned from: seven of ten matches against simple, and more than half against all others."""
    for other, least in (("simple", 0.66), ("holdout", 0.66), ("minimiser", 0.66), ("lookahead", 0.53)):
        result = duel("gin", "eaai", "rummy:brain=shark", other, deals=400, seed=992, matches=True)
        assert result.wins_low > least


@pytest.mark.slow
def test_a_shipped_brain_is_what_its_command_makes(tmp_path, monkeypatch):
    made = load("weak").about["command"]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", shlex.split(made))
    main()
    again = load(str(tmp_path / "weak.safetensors"))
    assert digest(again) == digest(load("weak"))
    assert (again.memory == load("weak").memory).all()


@pytest.mark.slow
def test_the_owl_beats_jake_and_the_best_of_the_thesis():
    rules = PRESETS["dutch"]._replace(hands=1)
    owl = ("owl", seat("network:brain=owl"))
    for other in ("jake", "network:brain=experiment2"):
        result = duel(hearts, rules, owl, (other, seat(other)), deals=1000, seed=992)  # deals that nobody learned from
        assert result.high < -0.2


def test_values_are_points():
    player = seat("network:brain=strong")
    player.sit(hearts, PRESETS["dutch"])
    match = Single(hearts, PRESETS["dutch"], deals=5)
    match.view()
    values = player.values(match.views)[0]
    known = values[~np.isnan(values)]
    assert len(known) == 8 and (known > -15).all() and (known < 2).all()
