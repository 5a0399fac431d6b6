"""Every kernel is compiled for one kind of arguments: a second signature is compiled again, waited for again, and kept twice."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.compiling import PLAIN

# In a process of its own: other tests call kernels in ways that nobody else does.
TOUR = """
import contextlib, io, json, os, sys, tempfile

import numpy as np
from numba.core.registry import CPUDispatcher

os.chdir(tempfile.mkdtemp())
from cardshark.cli import main

def run(line):
    sys.argv = ["cardshark", *line.split()]
    with contextlib.redirect_stdout(io.StringIO()):
        main()

# Duels
for player in (
    "random", "greedy:epsilon=0.1", "jake", "montecarlo:deals=2", "montecarlo:deals=2,sampler=weighted,passing=search",
    "montecarlo:deals=2,sampler=product", "uct:simulations=20", "ismcts:simulations=20", "pomcp:simulations=20", "falcon:brain=hawk",
):
    run(f"duel hearts {player} stock --deals 2 --on here")
run("duel hearts falcon:brain=eagle jake --rules falcon --matches 2 --on here")
run("duel hearts network:brain=champion rollouts:brain=champion,deals=4 --rules dutch --deals 2 --on here")
for player in ("rummy:brain=shark", "rummy:brain=td5", "montecarlo:deals=2,sampler=weighted,pool=4", "lookahead", "random"):
    run(f"duel gin {player} simple --deals 2 --on here")
run("league hearts random jake --deals 2 --on here")

# Trainings
run("train hindsight --games 2 --rules dutch:limit=50 --against jake --out a.safetensors")
run("train apprentice --games 1 --rules dutch --deals 2 --out b.safetensors")
run("train falcon --games 20 --out c.safetensors")
run("train td --games 4 --rules paper:max_turns=200 --out d.safetensors")
run("train evolution --games 40 --rules eaai --out e.safetensors")

# Tables: hands that are played at one, with the coach, opinions and a review
from cardshark.coach.judges import judge
from cardshark.coach.review import review
from cardshark.games import game_named, house
from cardshark.games.match import Single
from cardshark.hands.played import play_hand, record_deal
from cardshark.players import seat

for name, rules_text, player, thinker in (
    ("hearts", "american", "jake", "montecarlo:deals=2"), ("gin", "eaai", "simple", "montecarlo:deals=2"),
):
    game = game_named(name)
    rules = house.parse(game.PRESETS, rules_text)
    match, bot, mind = Single(game, rules, 7, 7), seat(player), seat(thinker)
    for each in (bot, mind):
        each.sit(game, rules)
    coach, texts = judge(game, rules, 20), ["you", *[player] * (game.seats(rules) - 1)]
    hand, choices = record_deal(name, match, texts, texts), []
    while match.state.table.hand_number == 0:
        mind.opinions(match.view())
        if len(choices) % 8 == 0:
            coach.think(match.view())
        chosen = np.full(1, -1, np.int8)
        bot.choose(match.views, chosen)
        choices.append(int(chosen[0]))
        match.choose(choices[-1])
    review(play_hand(hand, choices), 0, judge=coach)

# A paper
run("reproduce hearts_pomcp --scale 0.0005 --folder paper --on here")

doubled = {}
for module_name, module in list(sys.modules.items()):
    for function in vars(module).values() if module_name.startswith("cardshark") else ():
        if isinstance(function, CPUDispatcher) and function.py_func.__module__ == module_name:
            signatures, inlined = function.nopython_signatures, function.targetoptions.get("forceinline")
            if len(signatures) > 1 and not inlined:
                doubled[f"{module_name}.{function.py_func.__name__}"] = [[str(part)[:60] for part in each.args] for each in signatures]
print(json.dumps(doubled))
"""
BY_GAME = {"cardshark.play.list_turns", "cardshark.players.uniform.choose_any"}  # they serve every game: one signature for each


@pytest.mark.slow
@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
def test_no_kernel_has_a_second_signature(tmp_path):
    path = os.pathsep.join(str(Path(each).resolve()) for each in sys.path if each)
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", TOUR], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    doubled = json.loads(done.stdout.splitlines()[-1])
    assert {name for name in doubled if name not in BY_GAME} == set(), doubled
    assert all(len(doubled[name]) == 2 for name in BY_GAME & doubled.keys()), doubled  # Hearts and gin
