"""The leagues of the leaderboard: everybody takes part, and a record becomes a table."""

import pytest

from cardshark.games import game_named
from cardshark.players import PLAYERS, seat
from helpers.figures import figures as read_figures


@pytest.fixture
def figures():
    return read_figures()


def test_every_player_of_the_lab_is_in_a_league(figures):
    everybody = [player.split(":")[0] for pool in figures.ladder.POOLS.values() for player in pool]
    assert {*everybody} == {*PLAYERS} - {"terminal"}


def test_everybody_can_sit_down_in_its_league(figures):
    for pool, players in figures.ladder.POOLS.items():
        game, rules = pool.split()
        for player in players:
            seat(player, game).sit(game_named(game), game_named(game).PRESETS[rules])


@pytest.mark.parametrize(
    ("command", "best", "decided"),
    [
        ("cardshark league hearts random greedy jake --rules dutch --deals 300 --seed 7", "`jake`", "2 of 2"),
        ("cardshark league gin simple lookahead minimiser --rules eaai --matches 100 --seed 7", "`lookahead`", "2 of 2"),
    ],
)
def test_the_best_stand_first_in_the_table(figures, monkeypatch, command, best, decided):
    row = {"date": "2026-11-17", "processor": "a processor", **figures.records.answers(command)[0]}
    monkeypatch.setitem(figures.ladder.LEAGUES, "small pool", command)
    shown = figures.strength.league({"leagues": {command: row}}, "small pool")
    lines = shown.splitlines()
    assert lines[2].startswith(f"| 1 | {best} | +") and lines[2].endswith(f" {decided} |")
    assert lines[4].startswith("| 3 |") and "−" in lines[4]
    assert "small pool: " in shown and "seed 7, 2026-11-17, a processor" in shown
    assert len(figures.strength.league({"leagues": {command: row}}, "small pool", most=1).splitlines()) == 5


def test_what_is_missing_or_played_by_another_brain_is_played(figures, monkeypatch, tmp_path):
    played = []
    monkeypatch.setattr(figures.records, "answers", lambda command: played.append(command) or [{"answer": command}])
    record = tmp_path / "record.json"
    old, new = {"two": "old brain"}, {"two": "new brain"}
    figures.records.play_missing(record, "duels", ["one", "two"], old.get)
    figures.records.play_missing(record, "duels", ["two", "one"], new.get, lambda command: f" --record {command}.jsonl")
    assert played == ["one", "two", "two --record two.jsonl"]
    assert [*figures.read(record)["duels"]] == ["two", "one"] and figures.read(record)["duels"]["two"]["brain"] == "new brain"
