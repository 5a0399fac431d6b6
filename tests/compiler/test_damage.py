"""A cache that is damaged, or somebody else's, or cannot be written: noticed, replaced where possible, never loaded, never in the way."""

import errno
import hashlib
import os
import pickle
import shutil
import tempfile

import pytest

from cardshark.compiler import store
from cardshark.compiler.progress import FIRST
from helpers.compiling import fresh, needs_compiler, printed
from helpers.whist import KERNEL, PRICE, SCRIPT, Start

pytestmark = needs_compiler
COMPILED, LOADED = [KERNEL], []


# ---- damaged ----


def sealed(payload, seal=store.SEAL):
    return seal + hashlib.sha256(payload).digest() + payload


DAMAGES = {
    "cut in half": lambda content: content[: len(content) // 2],
    "one byte": lambda content: content[:-9] + bytes([content[-9] ^ 1]) + content[-8:],
    "empty": lambda content: b"",
    "another seal": lambda content: sealed(content[len(store.SEAL) + 32 :], b"cardshark kernel 0\n"),
    "no pickle": lambda content: sealed(b"nonsense"),
    "of another version": lambda content: sealed(pickle.dumps(("other", "parts"))),
    "of a module that is gone": lambda content: sealed(b"cnowhere.to_be_found\nThing\n."),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_compiled_again_and_replaced(whist, damage):
    whist.start()
    assert {file.suffix for file in whist.files} == {store.KERNEL, store.PART}
    for file in whist.files:
        file.write_bytes(DAMAGES[damage](file.read_bytes()))
    assert whist.start()[:2] == (PRICE, COMPILED)
    assert whist.start() == Start(PRICE, LOADED, [])


def test_a_file_of_other_arguments_is_not_loaded(whist):
    whist.start()
    kernel, part = (next(file for file in whist.files if file.suffix == ending) for ending in (store.KERNEL, store.PART))
    shutil.copy(part, kernel)
    assert whist.start()[:2] == (PRICE, COMPILED)


def test_a_folder_in_the_place_of_a_file_is_said_and_does_not_hinder(whist):
    whist.start()
    for file in whist.files:
        file.unlink()
        file.mkdir()
    found = whist.start()
    assert found[:2] == (PRICE, COMPILED)
    assert [line for line in found.said if "cannot be kept" in line] == [trouble(whist.cache, errno.EISDIR)]


@pytest.mark.parametrize("mode", [0o666, 0o602])
def test_a_file_that_everybody_may_write_is_replaced(whist, mode):
    whist.start()
    for file in whist.files:
        file.chmod(mode)
    assert whist.start()[:2] == (PRICE, COMPILED)
    assert whist.start() == Start(PRICE, LOADED, [])


def test_a_folder_that_everybody_may_write_into_is_closed(whist):
    whist.start()
    folder = whist.files[0].parent
    folder.chmod(0o777)
    assert whist.start()[:2] == (PRICE, COMPILED)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert whist.start() == Start(PRICE, LOADED, [])


def test_a_file_of_somebody_else_is_replaced(whist):
    if os.geteuid():
        pytest.skip("only root can give a file away")
    whist.start()
    for file in whist.files:
        os.chown(file, 12345, -1)
    assert whist.start()[:2] == (PRICE, COMPILED)
    assert whist.start() == Start(PRICE, LOADED, [])


def test_in_the_cache_of_somebody_else_nothing_is_loaded_or_kept(whist, monkeypatch):
    whist.start()
    if os.geteuid():
        monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)  # it was we who became somebody else
    else:
        for file in [*whist.files, *{file.parent for file in whist.files}]:
            os.chown(file, 12345, -1)
    before = [file.read_bytes() for file in whist.files]
    found = whist.start()
    assert found[:2] == (PRICE, COMPILED)
    assert len([line for line in found.said if "a folder in it belongs to another user" in line]) == 1
    assert [file.read_bytes() for file in whist.files] == before


# ---- in the way ----


def trouble(place, number):
    return f"Compiled kernels cannot be kept in {place} ({os.strerror(number)}): they will be compiled again next time."


def fails(number):
    def fail(*args, **options):
        raise OSError(number, os.strerror(number))

    return fail


@pytest.mark.long
@pytest.mark.parametrize(
    ("number", "broken"), [(errno.EROFS, (tempfile, "mkstemp")), (errno.ENOSPC, (os, "fdopen")), (errno.EACCES, (store.Path, "mkdir"))]
)
def test_where_nothing_can_be_written_it_is_said_once(whist, monkeypatch, number, broken):
    with monkeypatch.context() as patch:
        patch.setattr(*broken, fails(number))
        found = whist.start()
    assert found[:2] == (PRICE, COMPILED)
    assert [line for line in found.said if line != FIRST] == [trouble(whist.cache, number)]
    assert whist.files == []  # nothing half-written either
    assert whist.start()[:2] == (PRICE, COMPILED)


def no_home():
    raise RuntimeError("Could not determine home directory.")


def test_without_a_home_it_works(whist, monkeypatch):
    monkeypatch.delenv("CARDSHARK_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(store.Path, "home", no_home)
    assert whist.start() == Start(PRICE, COMPILED, [FIRST])


@pytest.mark.slow  # a process
def test_a_kernel_that_was_typed_at_a_prompt_is_compiled(tmp_path):
    script = "from cardshark.jit import kernel\n@kernel\ndef twice(n):\n    return 2 * n\nprint(twice(21))"
    assert printed(script, fresh(tmp_path)) == 42


@pytest.mark.slow  # a process
def test_the_users_own_numba_cache_is_left_alone(whist):
    mine = whist.folder / "mine"
    script = f"import json, numba; before = numba.config.CACHE_DIR\n{SCRIPT}\nprint(json.dumps([before, numba.config.CACHE_DIR]))"
    assert printed(script, whist.environment(NUMBA_CACHE_DIR=str(mine))) == [str(mine)] * 2
    assert not mine.exists()
