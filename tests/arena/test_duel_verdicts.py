"""Duels that stop early or subtract luck, and how their results are shown."""

import csv
import dataclasses
import io
import json

import numpy as np
import pytest

from cardshark.arena.duel import DuelTerms, Pairing, duel
from cardshark.arena.records import Piece
from cardshark.games import hearts
from cardshark.players import seat
from cardshark.players.player import Bot
from cardshark.show import printer
from cardshark.show.arena import show_duel
from cardshark.text import UserError
from helpers.arena import AMERICAN, RANDOM, Duck, lasting
from helpers.commands import run


class Nearly(Bot):
    """Plays like `random`, but for the last tricks, where it stays low."""

    def play(self, view):
        number = ((view.luck >> 32) * len(view.choices)) >> 32
        return view.choices[0] if view.phase == hearts.PLAY and view.trick >= 10 else view.choices[number]


def test_no_share_goes_below_0_or_above_1(capsys, monkeypatch):
    words = ["duel", "hearts", "--rules", "dutch:limit=20", "--json", "--on", "here", "--seed", "1"]
    hands = json.loads(run(capsys, monkeypatch, *words, "random", "jake", "--deals", "3")[1])
    assert hands["wins_low"] == 0 < hands["wins_a"] < hands["wins_high"] < 1
    matches = json.loads(run(capsys, monkeypatch, *words, "jake", "random", "--matches", "3")[1])
    shares = [*matches["places_a"], *matches["places_b"], [matches[name] for name in ("wins_a", "wins_low", "wins_high")]]
    assert all(0 <= low <= value <= high <= 1 for value, low, high in shares) and any(low == 0 or high == 1 for _, low, high in shares)


# ---- stopping early, and luck subtracted ----


@pytest.mark.long
def test_a_duel_stops_when_it_is_decided_and_at_the_same_deal_after_an_interruption(tmp_path):
    class Slow(Duck):
        pace = 16

    def play(deals, **more):
        return duel("hearts", "dutch", ("duck", Slow()), "random", deals, seed=1, **more)

    found = play(2000, until="decided")
    assert found.stopped == "decided"
    assert 100 <= found.deals < 2000
    assert found.deals % 16 == 0
    assert found.high < 0
    fixed = play(found.deals)
    assert fixed.stopped is None
    assert (fixed.difference, fixed.points_a) == (found.difference, found.points_a)
    assert fixed.high - fixed.low < found.high - found.low < 2.2 * (fixed.high - fixed.low)
    for deals in (found.deals - 50, 30, found.deals + 500):
        play(deals, record=tmp_path / "journal")
        assert lasting(play(2000, until="decided", record=tmp_path / "journal")) == lasting(found)


def test_a_duel_stops_when_it_is_precise_enough_or_has_no_more_deals():
    found = duel("hearts", "dutch", "random", "random", 100_000, seed=1, until="0.1")
    assert found.stopped == "precise enough"
    assert found.high - found.low <= 0.2
    found = duel("hearts", "dutch", "random", "random", 300, seed=1, until="decided")
    assert (found.stopped, found.deals) == ("all deals were played", 300)
    found = duel("hearts", "dutch", ("duck", Duck()), "random", 300, seed=1, until="decided")
    assert (found.stopped, found.deals) == ("decided", 300)


@pytest.mark.long
def test_a_control_takes_luck_out_and_leaves_skill_in():
    """Adjusted figures of many small duels are as far from the truth as they say, and nearer than raw ones."""
    truth = duel("hearts", "american", ("nearly", Nearly()), "random", 6000, seed=99)
    raw, adjusted, covered, ratios = [], [], 0, []
    for seed in range(20):
        found = duel("hearts", "american", ("nearly", Nearly()), "random", 100, seed=seed, control="random")
        raw.append(found.difference - truth.difference)
        adjusted.append(found.adjusted - truth.difference)
        covered += found.adjusted_low - 0.1 <= truth.difference <= found.adjusted_high + 0.1
        ratios.append(found.variance_ratio)
    assert np.mean(ratios) < 0.6
    assert np.std(adjusted) < np.std(raw)
    assert abs(np.mean(adjusted)) < 4 * np.std(adjusted) / np.sqrt(20) + 0.05
    assert covered >= 16


def test_the_control_is_fitted_on_other_deals():
    terms = DuelTerms("hearts", AMERICAN, ("nearly", "random", "random"), 1, 4, 5, False, 64)
    pairing = Pairing(terms, [Nearly(), seat("random"), seat("random")])
    held_out, counted = pairing.play(Piece("held out", 0, 50)), pairing.play(Piece("deal", 0, 50))
    assert held_out.moments != counted.moments
    everybody_alike = duel("hearts", "american", "random", RANDOM, 200, seed=1, control="random")
    assert everybody_alike.difference != 0
    assert (everybody_alike.adjusted, everybody_alike.variance_ratio) == (0, 0)  # all of it was luck
    matches = duel("hearts", "dutch", "random", RANDOM, 50, seed=1, control="random", matches=True)
    assert (matches.adjusted, matches.variance_ratio) == (0.25, 0)


@pytest.mark.long
@pytest.mark.parametrize("matches", [False, True])
def test_a_control_must_leave_something_to_chance(matches):
    with pytest.raises(UserError, match=r"^jake leaves nothing to chance, .* as random or jake:epsilon=0\.1$"):
        duel("hearts", "dutch", "stock", "random", 20, seed=1, control="jake", matches=matches)
    found = duel("hearts", "dutch", "jake", "random", 20, seed=1, control="jake:epsilon=0.1", matches=matches)
    assert 0 < found.variance_ratio != 1


@pytest.mark.slow
def test_equal_players_are_told_apart_one_time_in_twenty():
    missed = stopped = 0
    for seed in range(400):
        found = duel("hearts", "dutch", "random", "random", 60, seed)
        missed += not found.low <= 0 <= found.high
        stopped += duel("hearts", "dutch", "random", "random", 1500, seed, until="decided").stopped == "decided"
    assert 6 <= missed <= 36  # 20 expected, outside with a chance of one in two thousand
    assert stopped <= 20


# ---- for people and programs ----


def test_people_see_no_share_below_nothing(capsys):
    found = duel("hearts", "dutch", ("duck", Duck()), "random", 2, seed=1)
    found = dataclasses.replace(found, share_a=0.1, share_low=-0.2, share_high=0.4, wins_a=0.9, wins_low=0.6, wins_high=1.2)
    found = dataclasses.replace(found, unit="match", control="random", adjusted=1.1, adjusted_low=0.9, adjusted_high=1.3)
    show_duel(found, printer())
    out = capsys.readouterr().out
    assert "0.1000 (95 %: 0.0000 to 0.4000)" in out
    assert "0.9000 (95 %: 0.6000 to 1.0000)" in out
    assert "1.0000 (95 %: 0.9000 to 1.0000)" in " ".join(out.split())
    show_duel(dataclasses.replace(found, share_a=-0.1), printer())  # the jack of diamonds can do that
    assert "-0.1000 (95 %: -0.2000 to 0.4000)" in capsys.readouterr().out


def test_a_duel_for_a_spreadsheet(capsys, monkeypatch):
    words = ["duel", "hearts", "random", "random", "--rules", "dutch", "--deals", "50", "--seed", "1", "--csv"]
    (row,) = csv.DictReader(io.StringIO(run(capsys, monkeypatch, *words)[1]))
    found = lasting(duel("hearts", "dutch", "random", "random", 50, seed=1))
    found["word"] = found.pop("strangers")  # of strangers only the secret word
    assert {name: value for name, value in row.items() if "second" not in name} == {
        name: "" if value is None else str(value) for name, value in found.items()
    }


@pytest.mark.long
def test_places_for_people_programs_and_spreadsheets(capsys, monkeypatch):
    words = [
        "duel",
        "hearts",
        "stock",
        "random",
        "--rules",
        "falcon:limit=30",
        "--matches",
        "20",
        "--seats",
        "2v2",
        "--seed",
        "1",
        "--on",
        "here",
    ]

    def told(*more):
        status, out, _ = run(capsys, monkeypatch, *words, *more)
        assert status == 0
        return out

    found = duel("hearts", "falcon:limit=30", "stock", "random", 20, seed=1, seats_of_a=2, matches=True)
    plain = json.loads(told("--json"))
    assert plain["places_a"] == [list(share) for share in found.places_a]
    assert plain["places_b"] == [list(share) for share in found.places_b]
    (row,) = csv.DictReader(io.StringIO(told("--csv")))
    assert "places_a" not in row
    for name, (value, low, high) in zip(("1st", "2nd", "3rd", "4th"), found.places_b, strict=True):
        cells = [float(row[f"places_b_{name}{end}"]) for end in ("", "_low", "_high")]
        assert cells == [value, low, high]
    shown = " ".join(told().split())
    for share in (*found.places_a, *found.places_b):
        assert f"{share.value:.3f} ± {share.high - share.value:.3f}" in shown
    words[1:6] = "gin", "random", "random", "--rules", "eaai"
    words[words.index("2v2")] = "1v1"
    assert "1st" not in told()  # who has not won is second


def test_a_player_who_breaks_the_rules_ends_the_duel_with_a_sentence(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cheat.py").write_text("class Cheat:\n    def play(self, view):\n        return 63\n")
    status, _, said = run(capsys, monkeypatch, "duel", "hearts", "./cheat.py:Cheat", "random", "--on", "here")
    assert status == 2
    assert "Cheat chose 63 in phase pass; it may choose " in said
