"""The cache of kernels: it cannot go stale, nothing is compiled twice, and what came with the package is used."""

import json
import os
import shutil
import signal
import time

import pytest
from numba.core.errors import TypingError

from cardshark.cards import permits
from cardshark.compiler import cache, store
from cardshark.compiler.progress import FIRST, PROGRESS
from helpers.compiling import edit, fresh, needs_compiler, printed, start
from helpers.whist import KERNEL, PRICE, SCRIPT, TRICKS, Start, free_turns

pytestmark = needs_compiler
COMPILED, LOADED = [KERNEL], []


# ---- stale ----


EDITS = {
    "a constant": ("rules.py", "PRICE = 3", "PRICE = 7", -392),
    "a rule that is inlined": ("score.py", "tricks * PRICE", "tricks * PRICE + 1", -167),
    "a field": ("state.py", "np.int8", "np.int16", 600),
    "the kernel": ("game.py", "total = 0", "total = 1", -167),
}


def test_a_second_start_compiles_nothing(whist):
    first, second = whist.start(), whist.start()
    assert (first.price, first.compiled) == (PRICE, COMPILED)
    assert second == Start(PRICE, LOADED, [])


@pytest.mark.long
@pytest.mark.parametrize("what", EDITS)
def test_an_edit_is_played_at_once_and_going_back_compiles_nothing(whist, what):
    name, old, new, price = EDITS[what]
    whist.start()
    edit(whist.package / name, old, new)
    assert whist.start()[:2] == (price, COMPILED)
    edit(whist.package / name, new, old)
    assert whist.start() == Start(PRICE, LOADED, [])


def test_an_edit_of_a_page_compiles_nothing(whist):
    whist.start()
    edit(whist.package / "page.py", "'Whist'", "'Whist, for four'")
    assert whist.start() == Start(PRICE, LOADED, [])


READ_ONLY = """
import numpy as np
from .game import HAND, price_all


def price(tricks):
    hands = np.zeros(1, HAND)
    hands.flags.writeable = False
    return price_all(hands)
"""


def test_another_kind_of_argument_is_compiled(whist):
    """What counts compilations in other tests does count."""
    whist.start()
    page = whist.package / "page.py"
    usual = page.read_text()
    page.write_text(READ_ONLY)
    assert whist.start() == Start(0, COMPILED, [FIRST])
    assert whist.start() == Start(0, LOADED, [])
    page.write_text(usual)
    assert whist.start() == Start(PRICE, LOADED, [])  # both are kept


CLOSURES = """
from cardshark.jit import kernel


def priced(price):
    @kernel
    def cost(tricks):
        return tricks * price

    return cost


def price(tricks):
    return priced(2)(tricks), priced(3)(tricks)
"""


def test_kernels_that_differ_only_in_what_they_enclose_are_kept_apart(whist):
    (whist.package / "page.py").write_text(CLOSURES)
    costs = (2 * TRICKS, 3 * TRICKS)
    assert whist.start()[:2] == (costs, ["whist.page.cost"] * 2)
    assert whist.start() == Start(costs, LOADED, [])


def test_a_copy_elsewhere_finds_the_kernels(whist, tmp_path, monkeypatch):
    whist.start()
    shutil.copytree(whist.package, tmp_path / "elsewhere" / "whist")
    shutil.rmtree(whist.package)
    monkeypatch.syspath_prepend(tmp_path / "elsewhere")
    assert whist.start() == Start(PRICE, LOADED, [])


def test_kernels_in_use_are_not_swept_away(whist):
    whist.start()
    for file in whist.files:
        os.utime(file.parent, (time.time() - 29 * store.DAY,) * 2)
    whist.start()
    kernel = next(file for file in whist.files if file.suffix == store.KERNEL)
    assert time.time() - kernel.parent.stat().st_mtime < store.DAY


@pytest.mark.slow  # three processes
def test_real_processes_do_the_same(whist):
    def play():
        found = printed(SCRIPT, whist.environment())
        return found["price"], found["compiled"]

    assert [play(), play()] == [(PRICE, COMPILED), (PRICE, LOADED)]
    edit(whist.package / "rules.py", "PRICE = 3", "PRICE = 7")
    assert play() == (-392, COMPILED)


# ---- kernels that came with the package ----


@pytest.fixture
def shipped(whist, monkeypatch):
    """What was compiled here lies in the package now, and the user's folder is empty."""
    whist.start()
    place = whist.folder / "shipped"
    whist.cache.rename(place)
    (place / cache.MADE_BY).write_text(json.dumps(cache.maker()))
    monkeypatch.setattr(cache, "SHIPPED", place)
    cache.misfit.cache_clear()
    yield place
    cache.misfit.cache_clear()


def test_kernels_that_came_along_are_used_and_nothing_is_written(whist, shipped):
    assert whist.start() == Start(PRICE, LOADED, [])
    assert not whist.cache.exists()
    assert cache.ready("everything")


def test_kernels_that_came_along_for_older_sources_are_not(whist, shipped):
    edit(whist.package / "rules.py", "PRICE = 3", "PRICE = 7")
    assert whist.start()[:2] == (-392, COMPILED)
    assert whist.start() == Start(-392, LOADED, [])  # from the user's folder


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ("Numba", "were compiled with Numba another, and here it is"),
        ("processor", f"were compiled with processor another, and here it is {cache.maker()['processor']}"),
        ("features", "were compiled with processor one with other features, and here it is another one"),
    ],
)
def test_why_they_do_not_fit_is_said_once(whist, shipped, what, sentence):
    (shipped / cache.MADE_BY).write_text(json.dumps(cache.maker() | {what: "another"}))
    for file in shipped.rglob(f"*{store.KERNEL}"):
        file.unlink()  # as another name would not be found
    found = whist.start()
    assert found[:2] == (PRICE, COMPILED)
    assert len([line for line in found.said if sentence in line]) == 1
    assert not cache.ready("everything")


# ---- what the name of a file says ----


def test_other_settings_have_other_kernels(monkeypatch):
    place = cache.place_of(permits.py_func)

    def name(**settings):
        with monkeypatch.context() as patch:
            for setting, value in settings.items():
                patch.setenv(setting, value)
            cache.folder_name.cache_clear()
            return cache.folder_name(*place)

    usual = name()
    assert usual.startswith("cardshark.cards-")
    assert usual == name(NUMBA_NUM_THREADS="1", NUMBA_CACHE_DIR="elsewhere") != name(NUMBA_OPT="1")
    assert len({usual, name(NUMBA_BOUNDSCHECK="1"), name(NUMBA_OPT="1")}) == 3


@pytest.mark.parametrize("what", cache.maker())
def test_what_compiles_is_part_of_the_name(monkeypatch, what):
    place, made = cache.place_of(permits.py_func), cache.maker()
    cache.folder_name.cache_clear()
    usual = cache.folder_name(*place)
    monkeypatch.setattr(cache, "maker", lambda: made | {what: "another"})
    cache.folder_name.cache_clear()
    assert cache.folder_name(*place) != usual
    cache.folder_name.cache_clear()


# ---- turns ----


@pytest.mark.slow  # two processes
def test_two_processes_compile_a_kernel_once(whist):
    script = SCRIPT.replace("said = []", "said = []\nprint('ready', flush=True)\ninput()")
    both = [start(script, whist.environment()) for _ in range(2)]
    assert [each.stdout.readline() for each in both] == ["ready\n"] * 2
    for each in both:
        each.stdin.write("go\n")
        each.stdin.flush()
    found = [Start(**json.loads(each.communicate(timeout=120)[0])) for each in both]
    assert sorted(each.compiled for each in found) == [LOADED, COMPILED]
    assert {each.price for each in found} == {PRICE}


@pytest.mark.slow  # a process
def test_who_has_to_wait_says_so_and_then_takes_what_was_made(whist):
    whist.start()
    kernel = next(file for file in whist.files if file.suffix == store.KERNEL)
    made, name = kernel.read_bytes(), f"{kernel.parent.name}/{kernel.name}"
    kernel.unlink()
    turns = store.Turns()
    assert turns.take(whist.cache, name, wait=False)
    waiting = start(SCRIPT.replace("said.append", "lambda line: (said.append(line), print(line, flush=True))"), whist.environment())
    assert waiting.stdout.readline() == f"Another process is compiling {KERNEL}: waiting for it …\n"
    kernel.write_bytes(made)
    kernel.chmod(0o600)
    turns.give(name)
    found = json.loads(waiting.communicate(timeout=120)[0].splitlines()[-1])
    assert (found["price"], found["compiled"]) == (PRICE, LOADED)


@pytest.mark.slow  # a process
def test_who_waits_hears_ctrl_c(whist):
    whist.start()
    kernel = next(file for file in whist.files if file.suffix == store.KERNEL)
    kernel.unlink()
    turns, name = store.Turns(), f"{kernel.parent.name}/{kernel.name}"
    assert turns.take(whist.cache, name, wait=False)
    waiting = start(SCRIPT.replace("said.append", "lambda line: print(line, flush=True)"), whist.environment())
    assert "waiting" in waiting.stdout.readline()
    time.sleep(0.2)
    waiting.send_signal(signal.SIGINT)
    _, said = waiting.communicate(timeout=20)
    assert said.splitlines()[-1] == "KeyboardInterrupt"
    turns.give(name)


def test_a_mistake_gives_the_turn_back(whist):
    edit(whist.package / "score.py", "tricks * PRICE", "tricks.nonsense * PRICE")
    with pytest.raises(TypingError):
        whist.start()
    assert printed(free_turns(whist.cache), fresh(None))


def test_ctrl_c_gives_the_turn_back(whist, monkeypatch):
    def interrupted(types, result):
        raise KeyboardInterrupt

    monkeypatch.setattr(cache, "payload", interrupted)
    with pytest.raises(KeyboardInterrupt):
        whist.start()
    assert printed(free_turns(whist.cache), fresh(None))
    assert whist.files == []


def test_ctrl_c_is_answered_when_the_function_is_kept(whist, monkeypatch):
    usual = cache.payload

    def interrupted(types, result):
        PROGRESS.interrupts.unanswered = True
        return usual(types, result)

    with monkeypatch.context() as patch:
        patch.setattr(cache, "payload", interrupted)
        with pytest.raises(KeyboardInterrupt):
            whist.start()
    assert [file.suffix for file in whist.files] == [store.PART]
    assert printed(free_turns(whist.cache), fresh(None))
    assert whist.start()[:2] == (PRICE, COMPILED)
