"""pytest in this very process: tests are collected once, and then run one by one in forks, which begin where this process stands."""

import importlib.machinery
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from types import CodeType

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import Phase, settings

HERE = Path(__file__).parents[3]
QUIET = ["-q", "-s", "-n", "0", "-p", "no:cacheprovider", "-m", "not slow", "--rootdir", str(HERE)]
QUIET += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # Hypothesis is imported before pytest begins, on purpose
FAULT = "a fork failed by itself: "
WALL = 120  # seconds: nothing that is tried here waits so long


def collected(files: Iterable[str], work: Callable[[dict[str, pytest.Item]], None]) -> int:
    """Collect the tests of these files, and do some work with them, by name."""

    class Loop:
        @pytest.hookimpl(tryfirst=True)
        def pytest_collection(self) -> None:
            """A failure is enough: nobody reads the smallest example."""
            settings.register_profile("mutants", settings.get_profile("cardshark"), phases=(Phase.explicit, Phase.generate))
            settings.load_profile("mutants")

        @pytest.hookimpl(tryfirst=True)
        def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo) -> pytest.TestReport | None:
            """Nobody reads how a test failed: to show it takes ten times longer than to fail."""
            if call.excinfo is None or call.excinfo.errisinstance(pytest.skip.Exception):
                return None
            return pytest.TestReport(item.nodeid, item.location, {}, "failed", "noticed", call.when)

        @pytest.hookimpl(tryfirst=True)
        def pytest_runtestloop(self, session: pytest.Session) -> bool:
            """Instead of running them one after another."""
            if session.testsfailed:
                raise session.Interrupted("some tests cannot be collected")
            work({item.nodeid: item for item in session.items})
            return True

    return int(pytest.main([*QUIET, *files], plugins=[Loop()]))


def run_one(item: pytest.Item, following: pytest.Item | None) -> str:
    """Run a test: passed, failed or skipped."""
    reports = runtestprotocol(item, nextitem=following, log=False)
    if any(report.failed for report in reports):
        return "failed"
    return "skipped" if any(report.skipped for report in reports) else "passed"


def first_failure(items: list[tuple[pytest.Item, float]]) -> str:
    """The name of the first test that fails; each has so many seconds of the processor, or the process ends."""
    for (item, seconds), (following, _) in zip(items, [*items[1:], (None, 0)], strict=True):
        signal.setitimer(signal.ITIMER_PROF, 3 * seconds + 0.5)
        try:
            if run_one(item, following) == "failed":
                return item.nodeid
        except BaseException:  # a mutant may well end the process, or so it thinks
            return item.nodeid
    return ""


def answer_of(work: Callable[[], str], wall: int = WALL, loud: bool = False) -> tuple[str, int]:
    """What work says that is done in a fork, and by which signal the fork was ended (0: by none)."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        try:
            if not loud:
                silence()
            signal.alarm(wall)
            write_all(writer, work().encode())
        except BaseException:
            write_all(writer, (FAULT + traceback.format_exc()).encode())
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        text = pipe.read().decode()
    ended_by = os.WTERMSIG(os.waitpid(child, 0)[1])
    if text.startswith(FAULT):
        raise RuntimeError(text)
    return text, ended_by


def write_all(writer: int, text: bytes) -> None:
    """A pipe takes so much at a time."""
    while text:
        text = text[os.write(writer, text) :]


def silence() -> None:
    """What tests print is nobody's business here."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)


def replace_source(path: Path, code_of: Callable[[], CodeType]) -> None:
    """From now on an import of this file gets other code."""
    usual = importlib.machinery.SourceFileLoader.get_code

    def get_code(self, fullname):
        return code_of() if self.path == str(path) else usual(self, fullname)

    importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign]


def say(text: str) -> None:
    """A line for whoever waits."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()
