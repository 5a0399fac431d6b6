"""`cardshark warm` and `cardshark cache`."""

import json
import subprocess

import pytest

from cardshark.compiler import store
from helpers.commands import START, check_refused, run
from helpers.compiling import fresh, needs_compiler
from helpers.paths import GOLDEN

NAME = "whist.game-0123456789abcdef/price-0123456789abcdef.kernel"


@pytest.fixture
def home(tmp_path, monkeypatch):
    """An empty place for kernels."""
    monkeypatch.setenv("CARDSHARK_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


# ---- cache ----


def test_a_missing_cache_is_empty(home, capsys, monkeypatch):
    assert run(capsys, monkeypatch, "cache") == (0, f"{home}: 0 compiled functions, 0.0 MB\n", "")
    assert run(capsys, monkeypatch, "cache", "--clear") == (0, f"{home}: 0 compiled functions, 0.0 MB\n", "")
    assert not home.exists()


def test_what_is_kept_is_counted_and_thrown_away_and_nothing_else(home, capsys, monkeypatch):
    store.write(home / NAME, bytes(2_000_000))
    store.write((home / NAME).with_suffix(store.PART), bytes(500_000))
    (home / "photos").mkdir()
    (home / "photos" / "cat.part").write_text("meow")
    assert run(capsys, monkeypatch, "cache") == (0, f"{home}: 2 compiled functions, 2.5 MB\n", "")
    status, out, _ = run(capsys, monkeypatch, "cache", "--json")
    size = 2_500_000 + 2 * (len(store.SEAL) + 32)
    assert (status, json.loads(out)) == (0, {"folder": str(home), "files": 2, "bytes": size, "cleared": False})
    assert run(capsys, monkeypatch, "cache", "--clear") == (0, f"{home}: 2 compiled functions, 2.5 MB, thrown away\n", "")
    assert [path.name for path in home.rglob("*")] == ["photos", "cat.part"]


def test_it_is_the_folder_of_the_settings(tmp_path, capsys, monkeypatch):
    monkeypatch.delenv("CARDSHARK_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert run(capsys, monkeypatch, "cache")[1].startswith(f"{tmp_path}/cardshark: ")


@pytest.mark.parametrize("command", ["cache", "warm"])
def test_a_user_without_a_home_is_told_what_to_do(command, capsys, monkeypatch):
    def nobody():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("CARDSHARK_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(store.Path, "home", nobody)
    check_refused(capsys, monkeypatch, "there is no folder to keep kernels in: name one in CARDSHARK_CACHE", command)


# ---- warm ----


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("workers", ["0", "-3"])
def test_nobody_cannot_compile(capsys, monkeypatch, workers):
    check_refused(capsys, monkeypatch, f"the number of workers is a whole number from 1 up, not {workers}", "warm", "--workers", workers)


def test_nothing_is_compiled_where_nothing_can_be_kept(home, capsys, monkeypatch):
    home.write_text("a file")
    check_refused(capsys, monkeypatch, f"kernels cannot be kept in {home} (File exists): name another folder in CARDSHARK_CACHE", "warm")
    assert home.read_text() == "a file"


# ---- commands that cannot keep what they compile ----


UNWRITABLE = """
import errno, os, sys, tempfile

def fail(*args, **options):
    raise OSError({number}, os.strerror({number}))

{breaks}
from cardshark.cli import main
sys.argv = ["cardshark", "verify", {file!r}]
main()
"""
FULL = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))"  # every write is refused, as on a full disk


@pytest.mark.slow  # compiles a little
@needs_compiler
@pytest.mark.parametrize(
    ("breaks", "number", "place"),
    [("tempfile.mkstemp = os.mkdir = fail", 30, ""), (FULL, 27, ""), ("", 17, "a file"), ("", 13, "no home")],
    ids=["read-only", "full", "a file", "no home"],
)
def test_a_command_goes_on_where_nothing_can_be_kept(tmp_path, breaks, number, place):
    home = tmp_path / "cache"
    if place == "a file":
        home.write_text("")
    env = fresh(home)
    if place == "no home":
        env = {name: value for name, value in env.items() if name not in ("CARDSHARK_CACHE", "XDG_CACHE_HOME", "HOME")}
        breaks = "import pathlib\ndef nobody(): raise RuntimeError\npathlib.Path.home = nobody"
    script = UNWRITABLE.format(number=number, breaks=breaks, file=str(GOLDEN / "hand.json"))
    done = subprocess.run([*START[:2], script], env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout[:31]) == (0, "Hand 1 is as it was sealed: the")
    said = " ".join(done.stderr.split())
    assert said.startswith("Compiling what this needs, once")
    assert said.count("cannot be kept") == (place != "no home")
    assert "Traceback" not in said
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and path.name not in ("cache", "locks")]
