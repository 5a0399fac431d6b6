"""Levels for people: players that can sit down, and strengths that were measured, rise, and belong to the brains that are here."""

import json
from itertools import pairwise

import pytest

from cardshark.games import game_named
from cardshark.players import seat
from cardshark.players.levels import LADDERS, MEASURED, levels
from cardshark.text import UserError
from helpers.commands import run
from helpers.figures import figures as read_figures

EVERY = [(game, rules) for game, ladders in LADDERS.items() for rules in ladders]


@pytest.fixture
def figures():
    return read_figures()


@pytest.mark.parametrize(("game", "rules"), EVERY)
def test_everybody_on_the_ladder_can_sit_down(game, rules):
    module = game_named(game)
    for level in levels(game, rules):
        seat(level.player, game).sit(module, module.PRESETS[rules])


@pytest.mark.parametrize(("game", "rules"), EVERY)
def test_every_level_is_at_least_as_strong_as_the_one_below(game, rules):
    """Each is stronger, or it cannot be told from the interval that it is not."""
    rungs = levels(game, rules)
    assert rungs[0].name == "first evening" and rungs[-1].name == rungs[-1].player == "champion"
    for below, above in pairwise(rungs):
        assert above.strength > below.strength or above.high > below.low, f"{above} is weaker than {below}"
        assert above.low <= above.strength <= above.high
    assert rungs[-1].low > rungs[0].high and rungs[-2].low > rungs[1].high


def test_the_strengths_are_those_of_the_record(figures):
    duels = figures.read(figures.records.LEVELS)["duels"]
    assert [*duels] == figures.ladder.LEVELS
    assert json.loads(MEASURED.read_text(encoding="utf-8")) == figures.ladder.strengths(duels), "out of date: python docs/figures.py"


@pytest.mark.parametrize(("game", "rules"), EVERY)
def test_the_strengths_were_measured_with_the_brains_that_are_here(figures, game, rules):
    duels = figures.read(figures.records.LEVELS)["duels"]
    for player in LADDERS[game][rules].values():
        command = figures.ladder.level_command(game, rules, player)
        assert duels[command].get("brain") == figures.ladder.brain_of(command), "out of date: python docs/figures.py levels"


def test_a_level_of_the_record_is_played_again_to_the_same_figures(figures):
    command = figures.ladder.level_command("hearts", "dutch", "greedy")
    (again,) = figures.records.answers(command)
    assert figures.ladder.strength(again) == figures.ladder.strength(figures.read(figures.records.LEVELS)["duels"][command])


def test_levels_are_listed_for_people_and_programs(capsys, monkeypatch):
    status, out, _ = run(capsys, monkeypatch, "players", "--levels", "--game", "gin")
    assert status == 0 and "first evening" in out and "gin eaai: of the matches won against lookahead" in out and "hearts" not in out
    _, out, _ = run(capsys, monkeypatch, "players", "--levels", "--json")
    assert [row["name"] for row in json.loads(out)["hearts"]["american"]] == [level.name for level in levels("hearts")]


def test_a_ladder_that_is_not_there_gets_a_sentence():
    with pytest.raises(UserError, match="there is no ladder of levels 'falcon'; there is american, dutch"):
        levels("hearts", "falcon")
    with pytest.raises(UserError, match="there is no game with levels 'bridge'"):
        levels("bridge")
