"""Progress bars of calls from Python: HTML in a notebook, Rich at a terminal, nothing where nobody asked."""

import sys
from types import SimpleNamespace

import pytest

import cardshark
from cardshark import jit
from cardshark.notebook import bars
from cardshark.notebook.shell import notebook
from cardshark.text import UserError


class Shell:
    """A notebook that notes what it is to show."""

    kernel = "a kernel"

    def __init__(self):
        self.shown = []
        self.display_pub = SimpleNamespace(publish=self.publish)

    def publish(self, data, transient, update):
        self.shown.append((data["text/html"], data["text/plain"], transient["display_id"], update))


@pytest.fixture
def shell(monkeypatch):
    """As if this were a notebook."""
    found = Shell()
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: found))
    monkeypatch.setattr(bars, "REDRAWN_AFTER", 0.0)
    monkeypatch.setattr(jit.PROGRESS, "say", None)
    return found


def test_a_bar_in_a_notebook_is_drawn_in_its_own_place_and_stays(shell):
    with bars.watched(True, "<deals>", 1000) as advance:
        advance(250)
        advance(750)
    pictures, texts, names, updates = zip(*shell.shown, strict=True)
    assert texts == ("0 of 1,000 <deals>", "250 of 1,000 <deals>", "1,000 of 1,000 <deals>", "1,000 of 1,000 <deals>")
    assert pictures[1] == '<progress value="250" max="1000"></progress> 250 of 1,000 &lt;deals&gt;'
    assert len(set(names)) == 1 and updates == (False, True, True, True)
    with bars.watched(True, "deals", 1):
        pass
    assert shell.shown[-1][2] != names[0]


def test_a_bar_is_not_drawn_more_often_than_it_can_be_seen(shell, monkeypatch):
    monkeypatch.setattr(bars, "REDRAWN_AFTER", 3600.0)
    with bars.watched(True, "deals", 1000) as advance:
        for _ in range(1000):
            advance(1)
    assert len(shell.shown) == 3


def test_duels_leagues_trainings_and_reviews_have_one(shell):
    cardshark.duel("hearts", "american", "greedy", "random", deals=30, seed=1, progress=True)
    cardshark.league("hearts", "american", ["greedy", "random"], deals=20, seed=1, progress=True)
    cardshark.train("falcon", games=10, rules="falcon", progress=True)
    match = cardshark.match("hearts", ["jake"] * 4, rules="falcon:hands=1", seed=1)
    cardshark.review(match, deals=2, progress=True)
    last = {name: text for _, text, name, _ in shell.shown}
    assert list(last.values()) == ["30 of 30 deals", "20 of 20 deals", "10 of 10 games", "13 of 13 decisions"]


def test_a_function_is_told_and_without_one_nothing_is_shown(shell, capsys):
    told = []
    with_one = cardshark.duel("hearts", "american", "greedy", "random", deals=30, seed=1, progress=told.append)
    without = cardshark.duel("hearts", "american", "greedy", "random", deals=30, seed=1)
    assert sum(told) == 30 and not shell.shown and capsys.readouterr() == ("", "")
    assert with_one.difference == without.difference


def test_progress_is_nothing_else():
    with pytest.raises(UserError, match="progress is True, False or a function"):
        cardshark.duel("hearts", "american", "greedy", "random", deals=30, seed=1, progress="yes")


def test_what_is_compiled_is_said_in_the_notebook(shell, capsys):
    with bars.watched(True, "deals", 1):
        jit.PROGRESS.say("Compiling")
    assert capsys.readouterr().out == "Compiling\n"


def test_outside_of_notebooks_there_is_none(monkeypatch, capsys):
    assert notebook() is None
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: None))
    assert notebook() is None
    monkeypatch.setattr(jit.PROGRESS, "say", None)
    with bars.watched(True, "deals", 10) as advance:  # standard error is no terminal here
        advance(10)
    assert capsys.readouterr() == ("", "")
