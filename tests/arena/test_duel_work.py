"""Duels however the work is done: in pieces, by workers, killed and resumed, with the same result to the bit."""

import json
import math
import resource
import signal
import subprocess
import time

import pytest

from cardshark.arena import jobs
from cardshark.arena.duel import DuelTerms, duel
from cardshark.arena.league import league
from cardshark.games import hearts
from cardshark.players.load import source_digest
from cardshark.text import UserError
from helpers.arena import AMERICAN, RANDOM, Duck, duck, lasting
from helpers.commands import START

# ---- however the work is done ----


@pytest.mark.long
def test_the_result_does_not_depend_on_how_the_work_was_cut_up():
    whole = lasting(duck(deals=90, seed=2))
    for pace in (7, 3):
        player = Duck()
        player.pace = pace  # deals in play at a time
        assert lasting(duel(hearts, AMERICAN, ("duck", player), "random", deals=90, seed=2)) == whole
    assert lasting(duck(deals=90, seed=3)) != whole


@pytest.mark.long
@pytest.mark.parametrize("more", [{}, {"matches": True}, {"control": "random"}, {"until": "0.2"}])
def test_two_workers_find_the_same(more, monkeypatch):
    deals = 300 if "matches" in more else 10_000
    here = duel("hearts", "dutch", "random", "random", deals, seed=7, **more)
    there = duel("hearts", "dutch", "random", "random", deals, seed=7, on="cores", workers=2, **more)
    assert lasting(there) == lasting(here)


@pytest.mark.long
@pytest.mark.parametrize("thinker", ["montecarlo:deals=400", "pomcp:simulations=300,reuse=yes"])
@pytest.mark.parametrize("more", [{"deals": 25}, {"deals": 3, "matches": True}, {"deals": 12, "control": "random", "seats_of_a": 2}])
def test_placements_of_players_who_think_are_handed_out_one_by_one(thinker, more, monkeypatch):
    """Nobody waits for one long piece at the end, and the result is that of whole pieces."""
    settings, parts, run = {"game": "hearts", "rules": "dutch:limit=40", "a": thinker, "b": "random", "seed": 7, **more}, [], jobs.run
    monkeypatch.setattr("cardshark.arena.duel.HELD_OUT_DEALS", 4)
    monkeypatch.setattr(jobs, "run", lambda work, pieces, *crew: parts.append(len(pieces)) or run(work, pieces, *crew))
    found = lasting(duel(**settings))
    assert lasting(duel(**settings, on="cores", workers=2)) == found
    monkeypatch.setattr(DuelTerms, "are_quick", True)
    assert lasting(duel(**settings)) == found
    runs = len(parts) // 3
    assert parts == [math.comb(4, more.get("seats_of_a", 1)) * pieces for pieces in parts[-runs:]] * 2 + parts[-runs:]


def command(*words: str) -> list[str]:
    return [*START, "duel", "hearts", "random", "random", "--rules", "dutch", "--json", *words]


def printed(*words: str) -> dict:
    done = subprocess.run(command(*words), check=True, capture_output=True, text=True)
    return {name: value for name, value in json.loads(done.stdout).items() if "second" not in name}


@pytest.mark.long
@pytest.mark.parametrize("workers", ["1", "2"])
def test_killed_and_resumed_is_the_same_to_the_bit(workers, tmp_path):
    journal = tmp_path / "journal"
    words = ["--seed", "8", "--workers", workers, "--record", str(journal)]
    run = subprocess.Popen(command("--deals", "100000000", *words), stdout=subprocess.DEVNULL)
    patience = time.monotonic() + 100
    while not journal.exists() or journal.read_bytes().count(b"\n") < 6:
        assert time.monotonic() < patience
        assert run.poll() is None
        time.sleep(0.02)
    run.send_signal(signal.SIGKILL)
    run.wait()
    with journal.open("ab") as file:
        file.write(b'{"stream": "deal", "sta')  # as if it had been writing
    finished = journal.read_bytes().count(b"\n") - 1
    deals = str(2048 * (finished + 4) + 5)
    assert printed("--deals", deals, *words) == printed("--deals", deals, "--seed", "8", "--on", "here")
    assert journal.read_bytes().count(b"\n") - 1 == finished + 5


def test_a_journal_is_extended_and_read_again(tmp_path):
    journal = tmp_path / "journal"
    for deals in (50, 5000, 5000, 120):
        found = duel("hearts", "dutch", "random", RANDOM, deals, seed=8, record=journal)
        assert lasting(found) == lasting(duel("hearts", "dutch", "random", RANDOM, deals, seed=8))
    assert duel("hearts", "dutch", "random", RANDOM, 5000, seed=8, record=journal).hands_a_second is None
    with pytest.raises(UserError, match="b is 'random too' there and 'random' here"):
        duel("hearts", "dutch", "random", "random", 50, seed=8, record=journal)


def test_a_player_whose_file_was_edited_is_somebody_else(tmp_path):
    file, journal, table = tmp_path / "bot.py", tmp_path / "journal", tmp_path / "league"
    bot = f"{file}:Bot"

    def play():
        duel("hearts", "dutch", "random", bot, 5, seed=1, record=journal)
        league("hearts", "dutch", [bot, "random"], 5, seed=1, record=table)

    file.write_text("class Bot:\n    def play(self, view):\n        return view.choices[0]\n")
    play()
    play()
    before = journal.read_bytes()
    file.write_text("class Bot:\n    def play(self, view):\n        return view.choices[-1]\n")
    for again in (
        lambda: duel("hearts", "dutch", "random", bot, 9, 1, record=journal),
        lambda: league("hearts", "dutch", [bot, "random"], 9, 1, record=table),
    ):
        with pytest.raises(
            UserError, match=r"records something else: source of .*bot\.py:Bot is '[0-9a-f]{16}' there and '[0-9a-f]{16}' here; give"
        ):
            again()
    assert journal.read_bytes() == before
    for text in ("random", "montecarlo:deals=3", f"exec:{file}"):
        assert source_digest(text) is None


@pytest.mark.slow
def test_memory_stays_flat_over_a_million_hands():
    def most() -> int:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    duel("hearts", "dutch", "random", RANDOM, 10_000, seed=1)
    before = most()
    duel("hearts", "dutch", "random", RANDOM, 250_000, seed=1)
    assert most() - before < 8 * 1024  # kilobytes
