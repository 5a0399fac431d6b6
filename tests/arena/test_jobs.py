"""Work that is shared out: the same results in the same order, and no worker left behind."""

import multiprocessing
import os
import signal
import sys
import time
from contextlib import nullcontext
from functools import partial
from pathlib import Path

import pytest
from numba.core.compiler_lock import global_compiler_lock

from cardshark.arena import jobs
from cardshark.arena.cluster import Helpers
from cardshark.arena.jobs import as_done, in_order, run, run_as_done
from cardshark.players.player import IllegalChoice
from cardshark.text import UserError
from helpers.arena import complain


def double(number: int) -> int:
    return 2 * number


def whose(number: int) -> int:
    return os.getpid()


def wait_for_compiler(number: int) -> int:
    """Who does it. The first piece waits as long as if a kernel were compiled, and a worker would be worth it if that were work."""
    if number == 0:
        with global_compiler_lock:
            time.sleep(0.5)
    return os.getpid()


def vanish(number: int) -> int:
    if multiprocessing.parent_process():
        os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.long
@pytest.mark.parametrize(("on", "workers"), [("here", None), ("cores", None), ("cores", 1), ("cores", 2)])
def test_results_come_in_order(on, workers):
    assert list(run(double, range(20), on, workers)) == list(range(0, 40, 2))
    assert list(run(double, [], on, workers)) == []


def test_two_workers_work_and_are_sent_home():
    workers = run(whose, range(40), "cores", 2)
    assert next(workers) == os.getpid()  # the first piece compiles and is timed here
    assert next(workers) != os.getpid()
    workers.close()
    patience = time.monotonic() + 20
    while multiprocessing.active_children():
        assert time.monotonic() < patience
        time.sleep(0.05)


def test_little_work_calls_nobody():
    assert set(run(whose, range(50))) == {os.getpid()}
    assert not jobs.worth_it(0.1, lambda: pytest.fail("nobody needs to know"))
    assert jobs.worth_it(0.5, lambda: "fork")
    for slow in ("forkserver", "spawn"):
        assert not jobs.worth_it(2.0, lambda slow=slow: slow)
        assert jobs.worth_it(20.0, lambda slow=slow: slow)


@pytest.mark.long
def test_waiting_for_the_compiler_is_not_work(monkeypatch):
    monkeypatch.setattr(jobs, "cores", lambda: 2)
    assert set(run(wait_for_compiler, range(9))) == {os.getpid()}
    monkeypatch.setattr(jobs, "compiling", lambda: nullcontext(lambda: 0.0))
    assert set(run(wait_for_compiler, range(9))) != {os.getpid()}


@pytest.mark.parametrize("order", [in_order, as_done])
def test_pieces_are_handed_out_a_few_ahead(order, monkeypatch):
    """Two helpers, who have four pieces each. Where order does not matter, these are always done with the latest they have."""
    monkeypatch.setattr(jobs, "AHEAD", 4)
    handed, got = [], []
    latest = Helpers(lambda piece: handed.append(piece) or piece, double, max, 2)
    for number, result in order(latest, range(20)):
        got.append(number)
        assert result == 2 * number
        assert len(handed) - len(got) < 8
    assert sorted(got) == [*range(20)] and (got == [*range(20)]) == (order is in_order)


def wait_for_others(folder: Path, number: int) -> int:
    """The second piece, the first for workers, is not done before all others are."""
    while number == 1 and len(list(folder.iterdir())) < 8:
        time.sleep(0.01)
    (folder / str(number)).touch()
    return number


@pytest.mark.long
def test_a_piece_that_takes_long_keeps_no_other_waiting(tmp_path):
    numbers = [number for number, result in run_as_done(partial(wait_for_others, tmp_path), range(9), "cores", 2) if number == result]
    assert sorted(numbers) == [*range(9)] and numbers[0] == 0 and numbers[-1] == 1


@pytest.mark.parametrize("error", [UserError, IllegalChoice])
@pytest.mark.parametrize("on", ["here", "cores"])
def test_a_mistake_arrives_as_the_same_sentence(on, error):
    with pytest.raises(error, match=r"^3 is too much$"):
        list(run(partial(complain, error), range(9), on, 2))


@pytest.mark.long
def test_a_worker_that_is_killed_is_missed():
    with pytest.raises(UserError, match="a worker was ended from outside"):
        list(run(vanish, range(9), "cores", 2))


def test_what_cannot_be_is_refused():
    with pytest.raises(UserError, match="there is no place to work 'moon'; there is here, cores, ray"):
        list(run(double, [1], "moon"))
    with pytest.raises(UserError, match="the number of workers is a whole number from 1 up, not 0"):
        list(run(double, [1], "cores", 0))


def test_without_ray_there_is_a_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(UserError, match="Ray is not installed"):
        list(run(double, [1], "ray"))
