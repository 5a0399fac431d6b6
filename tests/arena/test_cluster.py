"""A Ray cluster: nodes die and come, standard output stays clean, silent addresses are given up, files are found or missed in a sentence.

Ray leaves threads and sockets behind that pytest would complain about, so whatever starts it runs in a process of its own.
"""

import importlib.util
import json
import os
import socket
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from cardshark import __version__
from cardshark.arena import cluster
from cardshark.arena.cluster import Errand, do
from cardshark.arena.duel import duel
from cardshark.arena.jobs import HERE
from cardshark.arena.placing import check_sources, source_digests
from cardshark.experiments import reproduce
from cardshark.learning import train
from cardshark.players.brain_file import digest, load_any
from cardshark.report.record import read
from cardshark.text import UserError
from helpers.arena import complain
from helpers.commands import check_refused
from helpers.paths import python_path
from helpers.training import SHORT, SMALL

with_ray = pytest.mark.skipif(not importlib.util.find_spec("ray"), reason="ray is not installed")


def python(script: str) -> subprocess.CompletedProcess:
    """A script in a process of its own."""
    settings = {**os.environ, "PYTHONPATH": python_path(*sys.path)}
    return subprocess.run([sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, check=False, env=settings)


# ---- nodes ----

SLOW = """
import time
from pathlib import Path
import ray
from cardshark.players.player import Bot

def is_doomed():
    return ray.is_initialized() and ray.get_runtime_context().get_node_id() == Path("doomed").read_text()

class Slow(Bot):
    def sit(self, game, rules):
        if is_doomed():  # on the node that will die it never answers
            Path("begun").touch()
            time.sleep(600)

    def play(self, view):
        return view.choices[view.luck % len(view.choices)]
"""

NODES = """
import json, os, subprocess, sys, time
from pathlib import Path
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
from ray.cluster_utils import Cluster
from cardshark.arena.jobs import Crew
from cardshark.experiments import reproduce
cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
doomed = cluster.add_node(num_cpus=1)
Path("doomed").write_text(doomed.node_id)
os.environ["RAY_ADDRESS"] = cluster.address
command = [sys.executable, "-c", "from cardshark.cli import main; main()"]
words = "duel hearts ./slow.py:Slow montecarlo:deals=200 --seats 3v1 --rules dutch --deals 30 --seed 7 --no-strangers"
words += " --on ray --json --record duel.jsonl"
with Path("errors").open("w") as errors:
    duel = subprocess.Popen([*command, *words.split()], stdout=subprocess.PIPE, stderr=errors, text=True)
while not Path("begun").exists():
    assert duel.poll() is None, Path("errors").read_text()
    time.sleep(0.05)
cluster.remove_node(doomed, allow_graceful=False)
cluster.add_node(num_cpus=2)
print(json.dumps(duel.communicate()[0]))
words = "train hindsight --hidden 16 --games 12 --rules dutch:limit=60 --seed 7 --seeds 2 --out my.safetensors --on ray --json"
print(json.dumps(subprocess.run([*command, *words.split()], capture_output=True, text=True).stdout))
reproduce.PAPERS["toy"] = "helpers.toy_paper"
reproduce.measure("toy", 1, 3, Path("there"), Crew("ray"))
cluster.shutdown()
"""


@pytest.mark.slow
@with_ray
def test_a_node_dies_and_another_comes_and_the_bits_are_the_same(tmp_path, monkeypatch):
    """Whoever reads the result sees one JSON object, whatever Ray has to say. Files are named as on the machine that began."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(reproduce.PAPERS, "toy", "helpers.toy_paper")
    Path("slow.py").write_text(SLOW)
    done = python(NODES)
    assert done.returncode == 0, done.stderr
    played, trained = (json.loads(json.loads(line)) for line in done.stdout.splitlines() if line.startswith('"'))
    here = duel("hearts", "dutch", "./slow.py:Slow", "montecarlo:deals=200", 30, 7, seats_of_a=3, strangers=False)
    names = ("difference", "low", "high", "wins_low", "wins_high", "points_a", "deals", "hands")
    assert [played[name] for name in names] == [getattr(here, name) for name in names]
    assert "aylet" in Path("errors").read_text()  # Ray did say something
    for seed, brain in zip((7, 8), trained["brains"], strict=True):
        assert digest(load_any(brain["file"])) == brain["sha256"] == digest(train(SMALL, SHORT, seed))
    reproduce.measure("toy", 1, 3, Path("here"), HERE)
    rows = [read(Path(place, "record.json")).rows for place in ("here", "there")]
    assert rows[0]("brains") == rows[1]("brains")
    assert [row["moments"] for row in rows[0]("contests")] == [row["moments"] for row in rows[1]("contests")]


LOCAL = """
from functools import partial
from cardshark.arena.duel import duel
from cardshark.arena.jobs import run
from cardshark.text import UserError
from helpers.arena import complain
here, there = (duel("hearts", "dutch", "random", "random", 10_000, 7, on=on, workers=2) for on in ("here", "ray"))
assert (here.difference, here.low, here.high, here.wins_low) == (there.difference, there.low, there.high, there.wins_low)
try:
    list(run(partial(complain, UserError), range(9), "ray", 2))
except UserError as error:
    print(error)
"""


@pytest.mark.slow
@with_ray
def test_a_cluster_on_this_machine_finds_the_same_and_a_mistake_arrives():
    done = python(LOCAL)
    assert (done.returncode, done.stdout, done.stderr) == (0, "3 is too much\n", "")


# ---- an address that does not answer ----


@pytest.mark.long
@with_ray
def test_a_silent_address_is_given_up(monkeypatch, capsys, tmp_path):
    """Somebody listens there, and says nothing."""
    assert cluster.PATIENCE == 20
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    monkeypatch.chdir(tmp_path)
    cluster.check_address.cache_clear()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        where = f"127.0.0.1:{silent.getsockname()[1]}"
        monkeypatch.setenv("RAY_ADDRESS", where)
        sentence = f"no Ray cluster answers at RAY_ADDRESS={where} within 0.5 seconds: start one (ray start --head)"
        check_refused(capsys, monkeypatch, sentence, "duel", "hearts", "random", "random", "--on", "ray", "--record", "duel.jsonl")
    assert not list(tmp_path.iterdir())


def test_what_ray_says_about_an_address_is_told(monkeypatch):
    monkeypatch.setattr(cluster, "PROBE", "raise ConnectionError('The token is wrong. Look for it elsewhere.')")
    cluster.check_address.cache_clear()
    with pytest.raises(UserError, match=r"no Ray cluster answers at RAY_ADDRESS=nowhere: The token is wrong$"):
        cluster.check_address("nowhere")


# ---- standard output ----

OUTPUT = """
import os, sys, threading
from cardshark.arena.cluster import own_output
print("before")
with own_output():
    print("mine")
    talker = threading.Thread(target=print, args=["a thread"])
    talker.start()
    talker.join()
    os.write(1, b"a library\\n")
print("after")
"""


@pytest.mark.long
def test_standard_output_belongs_to_who_asked():
    done = python(OUTPUT)
    assert (done.stdout, done.stderr) == ("before\nmine\nafter\n", "a thread\na library\n")


# ---- files on nodes ----

HOST = socket.gethostname()


def test_a_node_works_in_the_folder_of_the_run(tmp_path, monkeypatch):
    monkeypatch.chdir(Path.cwd())  # and back
    (tmp_path / "note").write_text("5")
    read_note = Errand(lambda name: int(Path(name).read_text()), str(tmp_path), HOST, __version__)
    assert do(read_note, "note") == 5


@pytest.mark.parametrize(
    ("folder", "host", "sentence"),
    [
        (".", HOST, "3 is too much"),
        (".", "another", f"3 is too much (on {HOST})"),
        ("/not/here", HOST, f"3 is too much (on {HOST}, which has no /not/here: start in a folder that all nodes share)"),
    ],
)
def test_a_mistake_tells_where_it_was_made(folder, host, sentence):
    """A file may be missing on one node alone. Work that needs no file is done without the folder."""
    errand = Errand(partial(complain, UserError), folder, host, __version__)
    assert do(errand, 1) == 1
    with pytest.raises(UserError) as mistake:
        do(errand, 3)
    assert str(mistake.value) == sentence


def test_a_node_with_another_version_is_refused():
    with pytest.raises(UserError, match=rf"has cardshark {__version__}, not 0.0.0 as here: install the same version on all nodes"):
        do(Errand(int, ".", HOST, "0.0.0"), 1)


def test_a_file_that_is_another_one_elsewhere_is_refused(tmp_path):
    path = tmp_path / "bot.py"
    path.write_text("one")
    players = [f"{path}:Bot", "random"]
    known = tuple(source_digests(players).items())
    check_sources(players, known)
    path.write_text("another")
    with pytest.raises(UserError, match=r"the source of .*bot.py:Bot is not the same on .* as where the run began"):
        check_sources(players, known)
