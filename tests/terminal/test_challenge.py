"""The network thesis's test of a person: five games against each network, kept one by one, and its table with yours beside the author's."""

import io
import json

import numpy as np
import pytest
from rich.console import Console

from cardshark.terminal.challenge import TABLE_3_8, Opponent, challenge
from cardshark.text import UserError
from helpers.commands import check_refused
from helpers.commands import run_quietly as run

TWO = (Opponent("random player", "random", 6, (50, 34, 30)), Opponent("duck", "greedy", 26, (48, 40, 36)))


def take(path, you="jake", **more) -> tuple[bool, str]:
    """Take the challenge: whether it was finished, and what was printed."""
    page = io.StringIO()
    return challenge(path, you, console=Console(file=page, width=120), opponents=TWO, **more), page.getvalue()


def games(path) -> dict[str, list[int]]:
    """What the file has kept."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return {line["key"]: line["value"] for line in lines[1:]}


@pytest.mark.long
def test_a_scripted_player_takes_the_challenge(tmp_path):
    finished, said = take(tmp_path / "mine.jsonl")
    kept = games(tmp_path / "mine.jsonl")
    assert finished and len(kept) == 10
    assert all(max(totals) >= 50 > min(totals) for totals in kept.values())
    mine, theirs = (np.array(list(kept.values())[:5])[:, columns] for columns in (0, slice(1, 4)))
    others = "/".join(f"{each:.1f}" for each in np.sort(theirs, axis=1)[:, ::-1].mean(axis=0))
    row = next(line for line in said.splitlines() if "random player" in line and others in line)
    assert [cell.strip() for cell in row.split("│")[1:-1]] == ["random player", f"{mine.mean():.1f}", others, "6", "50/34/30"]
    finished, again = take(tmp_path / "mine.jsonl")  # nothing is left to play
    assert finished and "Hand 1" not in again and others in again


@pytest.mark.long
def test_whoever_leaves_goes_on_with_the_same_game(tmp_path):
    take(tmp_path / "whole.jsonl")
    path = tmp_path / "mine.jsonl"
    lines = (tmp_path / "whole.jsonl").read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:4]))
    finished, said = take(path)
    assert finished and "Game 3 of 5" not in said[: said.index("Hand 1")] and said.strip().startswith("Game 4 of 5")
    assert games(path) == games(tmp_path / "whole.jsonl")


def test_a_person_may_leave(tmp_path):
    def leave(prompt: str) -> str:
        raise EOFError

    finished, said = take(tmp_path / "mine.jsonl", you="terminal", read=leave)
    assert not finished
    assert "0 finished games are kept in" in said and games(tmp_path / "mine.jsonl") == {}


@pytest.mark.long
def test_another_player_or_seed_is_another_challenge(tmp_path):
    take(tmp_path / "mine.jsonl", you="random")
    with pytest.raises(UserError, match="player is 'random' there and 'jake' here"):
        take(tmp_path / "mine.jsonl")
    with pytest.raises(UserError, match="seed is 1 there and 2 here"):
        take(tmp_path / "mine.jsonl", you="random", seed=2)
    with pytest.raises(UserError, match="cannot be written: Is a directory"):
        take(tmp_path)


@pytest.mark.parametrize("words", [["gin"], ["hearts", "jake"], ["hearts", "jake", "stock", "--watch"], ["--rules", "dutch"], ["--watch"]])
def test_a_challenge_has_its_own_rules(words, tmp_path, monkeypatch, capsys):
    file = tmp_path / "mine.jsonl"
    check_refused(
        capsys, monkeypatch, "a challenge has its own rules and opponents", "play", *words, "--terminal", "--challenge", str(file)
    )
    assert not file.exists()


@pytest.mark.long
def test_the_command_plays_the_thesis_table(tmp_path, monkeypatch, capsys):
    status, out, _ = run(
        capsys, monkeypatch, "play", "hearts", "jake", "--watch", "--terminal", "--challenge", str(tmp_path / "mine.jsonl")
    )
    assert status == 0 and len(games(tmp_path / "mine.jsonl")) == 15
    assert all("/".join(map(str, each.others)) in out for each in TABLE_3_8) and "50/34/30" in out
    assert [each.personal for each in TABLE_3_8] == [6, 26, 29]
