"""The settings of duels, leagues and final hands: one object from the flag to the function."""

import dataclasses
import json
from pathlib import Path

import pytest

from cardshark.arena.duel import duel, play_duel
from cardshark.arena.gin_hands import final_hands, gather_hands
from cardshark.arena.league import league, play_league
from cardshark.arena.settings import ArenaSettings, DuelSettings, HandsSettings, LeagueSettings, SprtSettings
from cardshark.cli import app
from cardshark.text import UserError
from helpers.arena import lasting
from helpers.commands import run

COMMANDS = {"duel": DuelSettings, "sprt": SprtSettings, "league": LeagueSettings, "hands": HandsSettings}
WORDS = {command: ["hearts", "random", "greedy"] for command in ("duel", "sprt", "league")} | {"hands": ["random"]}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_field_is_a_flag_with_its_default_and_its_meaning(capsys, monkeypatch, command):
    kind = COMMANDS[command]
    _, bound, _ = app.parse_args([command, *WORDS[command]], print_error=False, exit_on_error=False)
    assert bound.kwargs.get("settings", kind()) == kind()
    monkeypatch.setenv("COLUMNS", "200")
    _, out, _ = run(capsys, monkeypatch, command, "--help")
    for field in dataclasses.fields(kind):
        (line,) = [line for line in out.splitlines() if f" --{field.name} " in line]
        assert len(line.strip(" │").split()) > 3, line  # its name, its type, and a meaning
    count = "most" if kind is SprtSettings else "deals"
    words = [command, *WORDS[command], "--rules", "eaai", f"--{count}", "7", "--seed", "3", "--on", "here", "--workers", "2"]
    _, bound, _ = app.parse_args(words, print_error=False, exit_on_error=False)
    assert bound.kwargs["settings"] == kind(rules="eaai", seed=3, on="here", workers=2, **{count: 7})


def test_the_flags_that_only_a_duel_has():
    words = ["duel", "hearts", "a", "b", "--matches", "9", "--seats", "2v2", "--until", "0.5", "--control", "random", "--record", "x"]
    _, bound, _ = app.parse_args(words, print_error=False, exit_on_error=False)
    wanted = DuelSettings(matches=9, seats="2v2", until="0.5", control="random", record=Path("x"))
    assert bound.kwargs["settings"] == wanted
    assert (wanted.count, wanted.units, wanted.of_matches) == (9, "matches", True)
    assert (DuelSettings().count, DuelSettings().units, DuelSettings().of_matches) == (1000, "deals", False)


def test_the_flags_that_only_a_sequential_test_has():
    words = ["sprt", "hearts", "a", "b", "--matches", "900", "--better", "0.1", "--worse=-0.1", "--alpha", "0.01", "--beta", "0.2"]
    _, bound, _ = app.parse_args(words, print_error=False, exit_on_error=False)
    wanted = SprtSettings(matches=900, better=0.1, worse=-0.1, alpha=0.01, beta=0.2)
    assert bound.kwargs["settings"] == wanted
    assert (wanted.count, wanted.units, wanted.gain) == (900, "matches", 0.1)
    assert (SprtSettings().count, SprtSettings().units, SprtSettings().gain) == (20_000, "deals", 0.25)
    assert wanted.as_duel() == DuelSettings(matches=900)


@pytest.mark.parametrize("kind", [DuelSettings, LeagueSettings])
def test_deals_and_matches_are_not_counted_at_once(kind):
    with pytest.raises(UserError, match="--deals counts single hands and --matches counts whole matches: leave one of them out"):
        kind(deals=1000, matches=5)


def test_a_call_makes_the_settings():
    assert LeagueSettings.of_call(5) == LeagueSettings(deals=5, on="here")
    assert DuelSettings.of_call(5, matches=True, on="cores", until=0.1) == DuelSettings(matches=5, until=0.1)
    assert ArenaSettings.of_call(5, seed=3).seed == 3
    with pytest.raises(UserError, match="there is no setting 'depth'"):
        duel("hearts", "dutch", "random", "random", 5, 1, depth=3)


def test_a_call_and_its_settings_are_the_same_duel_league_and_hands():
    settings = DuelSettings(rules="dutch", matches=5, seed=3, seats="2v2", on="here")
    called = duel("hearts", "dutch", "random", "greedy", 5, seed=3, seats_of_a=2, matches=True)
    assert lasting(play_duel("hearts", "random", "greedy", settings)) == lasting(called)
    found = play_league("hearts", ["random", "greedy"], LeagueSettings(rules="dutch", deals=20, seed=3, on="here"))
    assert lasting(found) == lasting(league("hearts", "dutch", ["random", "greedy"], 20, 3))
    hands = gather_hands("random", ["random"], HandsSettings(deals=20, seed=3, on="here"))
    assert json.dumps(hands.to_json()) == json.dumps(final_hands("random", deals=20, seed=3).to_json())
