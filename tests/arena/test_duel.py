"""Duels: the same deals for everybody, exact sums, intervals that mean something."""

import csv
import dataclasses
import importlib.util
import io
import json
import os
import resource
import signal
import subprocess
import sys
import time
from itertools import permutations

import numpy as np
import pytest

from cardshark.arena.duel import Pairing, Terms, duel
from cardshark.arena.league import league
from cardshark.arena.placing import Placing, placements
from cardshark.arena.records import Clock, Piece
from cardshark.games import gin, hearts, house
from cardshark.play import deal, play
from cardshark.players import seat
from cardshark.players.load import source_digest
from cardshark.players.player import Bot
from cardshark.show import printer
from cardshark.show.arena import show_duel
from cardshark.text import UserError
from helpers.arena import Duck, lasting
from helpers.commands import START, run
from helpers.paths import python_path

AMERICAN = hearts.PRESETS["american"]
RANDOM = ("random too", seat("random"))  # another object than the text `random` gets, so that two players are asked


class Nearly(Bot):
    """Plays like `random`, but for the last tricks, where it stays low."""

    def play(self, view):
        number = ((view.luck >> 32) * len(view.choices)) >> 32
        return view.choices[0] if view.phase == hearts.PLAY and view.trick >= 10 else view.choices[number]


def duck(**settings):
    return duel(hearts, AMERICAN, ("duck", Duck()), "random", **settings)


# ---- what is played ----


def test_every_placement_stands_once():
    assert placements(4, 1).tolist() == [[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0]]
    assert {tuple(row) for row in placements(4, 2).tolist()} == set(permutations([0, 0, 1, 1]))
    assert len(placements(2, 1)) == 2


def test_the_better_player_is_found_and_the_points_add_up():
    found = duck(deals=400, seed=1)
    assert found.high < -1
    assert found.share_high < 0.25
    assert found.wins_low > 0.25
    assert found.hands == 1600
    total = found.points_a + 3 * found.points_b
    assert total == pytest.approx(26 + 52 * found.moons / found.hands)
    assert found.share_a == pytest.approx(found.points_a / total)
    assert found.share_low < found.share_a < found.share_high
    assert found.difference == pytest.approx(found.points_a - found.points_b)
    assert found.moons == found.moons_a + found.moons_b
    assert found.seconds_a > found.seconds_b > 0


def test_the_first_call_is_not_timed():
    """It may compile, load or start something."""

    class Sleepy(Duck):
        naps = 0

        def choose(self, views, choices):
            if not self.naps:
                time.sleep(0.5)
            self.naps += 1
            super().choose(views, choices)

    sleepy = Sleepy()
    found = duel(hearts, AMERICAN, ("sleepy", sleepy), "random", 2, seed=1)
    assert found.seconds_a * sleepy.naps * 2 < 0.4  # two views a call at most, so their sum is well below the nap
    nobody = dataclasses.replace(found, seconds_a=Clock(0.0, 0).each())
    assert nobody.seconds_a is None
    show_duel(nobody, printer())


def test_the_mirror_image_of_a_duel_is_its_negative():
    """Three ducks against one random player: as many hands as one against three, and the same difference seen from the other side."""
    one = duel(hearts, AMERICAN, "random", ("duck", Duck()), 60, seed=4, seats_of_a=1)
    three = duel(hearts, AMERICAN, ("duck", Duck()), "random", 60, seed=4, seats_of_a=3)
    assert three.hands == one.hands
    assert abs(three.difference + one.difference) < 2  # placements come in another order, so their luck differs


def test_players_without_luck_have_an_exact_mirror_image():
    class Goose(Duck):
        def play(self, view):
            return max(view.choices, key=lambda card: card & 15)

    one = duel(hearts, AMERICAN, ("goose", Goose()), ("duck", Duck()), 60, seed=4, seats_of_a=1)
    three = duel(hearts, AMERICAN, ("duck", Duck()), ("goose", Goose()), 60, seed=4, seats_of_a=3)
    assert (three.points_a, three.difference, three.low) == (one.points_b, -one.difference, -one.high)
    assert (three.moons_a, three.moons_b) == (one.moons_b, one.moons_a)
    assert one.wins_a + 3 * three.wins_a == pytest.approx(1)  # every hand has one winner, or several who share it


def test_the_interval_is_the_t_interval_over_deals():
    from scipy import stats

    rules = AMERICAN._replace(hands=1)
    differences = np.zeros(64)
    pairing = Pairing(Terms("hearts", AMERICAN, ("duck", "random"), 1, 4, 5, False, 64), [Duck(), seat("random")])
    for number, place in enumerate(pairing.places):
        points = pairing.table.play(5, Piece("deal", 0, 64), place, number).points
        differences += points[place == 0].sum(axis=0) / 4 - points[place == 1].sum(axis=0) / 12
    low, high = stats.t.interval(0.95, 63, differences.mean(), stats.sem(differences))
    found = duel(hearts, rules, ("duck", Duck()), "random", 64, seed=5)
    assert (found.low, found.high) == pytest.approx((low, high))


def test_random_players_make_what_was_measured_elsewhere():
    found = duel("hearts", "dutch", "random", "random", 3000, seed=6)
    assert found.points_a == pytest.approx(4.02, abs=0.1)  # a hand, and 36 moons in a thousand
    assert found.moons / found.hands == pytest.approx(0.036, abs=0.004)


def test_one_player_on_both_sides_plays_the_same_hands_as_two_equal_ones():
    once, twice = (duel("hearts", "american", "random", other, 300, seed=2) for other in ("random", RANDOM))
    assert lasting(once) == {**lasting(twice), "b": "random"}


def test_gin_points_are_what_a_seat_wins():
    found = duel(gin, gin.PRESETS["classic"], "random", RANDOM, 400, seed=1)
    assert found.hands == 800
    assert found.points_a > 0
    assert found.points_b > 0
    assert found.share_a == pytest.approx(found.points_a / (found.points_a + found.points_b))
    assert found.moons == 0


def test_a_hand_that_nobody_wins_counts_half(capsys):
    """Who never knocks never wins, nor loses to another who never does."""

    class Patient(Bot):
        def play(self, view):
            return max(view.choices) if view.phase == gin.MAY_KNOCK else view.choices[0]

    found = duel("gin", "eaai", ("patient", Patient()), ("other", Patient()), 20, seed=1)
    assert (found.points_a, found.points_b, found.share_a, found.wins_a, found.wins_high) == (0, 0, None, 0.5, 0.5)
    show_duel(found, printer())
    assert "hands won, a seat of patient: 0.5000 (95 %: 0.5000 to 0.5000); what nobody wins counts half" in " ".join(
        capsys.readouterr().out.split()
    )


def test_nobody_makes_a_point():
    found = duel("hearts", "american:heart=0,queen_of_spades=0,hands=1", "random", "random", 10, seed=1)
    assert found.share_a is None
    assert (found.difference, found.low, found.high) == (0, 0, 0)
    assert found.wins_a == 0.25


def test_whole_matches():
    found = duel("hearts", "american", ("duck", Duck()), "random", 40, seed=1, matches=True)
    assert (found.unit, found.deals) == ("match", 40)
    assert found.hands > 160 * 4
    assert 6 < (found.points_a + 3 * found.points_b) / 4 < 10
    assert found.wins_low > 0.3
    even = duel("gin", "eaai", "random", RANDOM, 40, seed=1, matches=True)
    assert even.wins_low < 0.5 < even.wins_high


# ---- where matches end ----


@pytest.mark.parametrize(
    ("totals", "places"),
    [  # first to last of each seat, in twelfths
        ([101, 20, 30, 10], [[0, 0, 0, 12], [0, 12, 0, 0], [0, 0, 12, 0], [12, 0, 0, 0]]),
        ([10, 30, 10, 110], [[6, 6, 0, 0], [0, 0, 12, 0], [6, 6, 0, 0], [0, 0, 0, 12]]),
        ([60, 5, 104, 60], [[0, 6, 6, 0], [12, 0, 0, 0], [0, 0, 0, 12], [0, 6, 6, 0]]),
        ([101, 101, 7, 7], [[0, 0, 6, 6], [0, 0, 6, 6], [6, 6, 0, 0], [6, 6, 0, 0]]),
        ([101, 101, 101, -3], [[0, 4, 4, 4], [0, 4, 4, 4], [0, 4, 4, 4], [12, 0, 0, 0]]),
        ([50, 50, 50, 50], [[3, 3, 3, 3]] * 4),
        ([30, 10, 30], [[0, 6, 6], [12, 0, 0], [0, 6, 6]]),
    ],
)
def test_equals_share_their_places(totals, places):
    rules = AMERICAN if len(totals) == 4 else house.parse(hearts.PRESETS, "american:players=3,removed=2D")
    table = Placing("hearts", rules, [seat("random")], True, 1)
    found = table.places(np.array([totals, totals[::-1]]).T)
    assert found[:, :, 0].T.tolist() == places
    assert found[:, :, 1].T.tolist() == places[::-1]


def test_many_points_are_the_first_place_at_gin():
    found = Placing("gin", gin.PRESETS["eaai"], [seat("random")], True, 1).places(np.array([[120, 30], [30, 30]]).T)
    assert found[:, :, 0].tolist() == [[12, 0], [0, 12]]
    assert found[:, :, 1].tolist() == [[6, 6], [6, 6]]


@pytest.mark.parametrize(("rules", "of_a"), [("falcon", 1), ("falcon:limit=30", 2), ("dutch:players=3,lowest=9,limit=20", 1)])
def test_shares_of_places_are_means_over_matches(rules, of_a):
    """Every match of every placement again, place by place, without any sums."""
    from scipy import stats

    matches, house_rules = 30, house.parse(hearts.PRESETS, rules)
    found = duel("hearts", rules, "stock", "random", matches, seed=3, seats_of_a=of_a, matches=True)
    terms = Terms("hearts", house_rules, ("stock", "random"), of_a, house_rules.players, 3, True, matches)
    pairing = Pairing(terms, [seat("stock"), seat("random")])
    shares = np.zeros((2, house_rules.players, matches))
    for number, place in enumerate(pairing.places):
        for match, totals in enumerate(pairing.table.play(3, Piece("deal", 0, matches), place, number).points.T.tolist()):
            for rank in range(len(totals)):
                sharing = [who for who, total in enumerate(totals) if total == sorted(totals)[rank]]
                for who in sharing:
                    shares[place[who], rank, match] += 1 / len(sharing) / (place == place[who]).sum() / len(pairing.places)
    for told, by_match in zip((found.places_a, found.places_b), shares, strict=True):
        assert sum(share.value for share in told) == pytest.approx(1)
        for share, figures in zip(told, by_match, strict=True):
            assert share.value == pytest.approx(figures.mean())
            assert share[1:] == pytest.approx(stats.t.interval(0.95, matches - 1, figures.mean(), stats.sem(figures)))
    assert found.places_a[0] == (found.wins_a, found.wins_low, found.wins_high)
    for one, other in zip(found.places_a, found.places_b, strict=True):
        assert of_a * one.value + (house_rules.players - of_a) * other.value == pytest.approx(1)


def test_single_hands_have_no_places():
    found = duel("hearts", "falcon", "stock", "random", 5, seed=1)
    assert found.places_a is found.places_b is None


@pytest.mark.parametrize("limit", [100, 40])
def test_the_falcon_papers_big_games_end_above_the_limit(limit):
    """A hundred is not enough."""
    rules = house.parse(hearts.PRESETS, "falcon" if limit == 100 else f"falcon:limit={limit}")
    games = deal(hearts, rules, seed=1, count=400)
    play(hearts, rules, games, [seat("random")])
    totals = games["table"]["totals"]
    before = (totals - games["scores"]).max(axis=1)
    assert (totals.max(axis=1) > limit).all()
    assert (before <= limit).all()
    assert (before == limit).any()


def test_a_duel_needs_deals_and_seats():
    with pytest.raises(UserError, match="at least 2 deals, not 1"):
        duel(hearts, AMERICAN, "random", "random", 1, seed=1)
    with pytest.raises(UserError, match="A takes 1 to 3 seats, not 4"):
        duel(hearts, AMERICAN, "random", "random", 10, seed=1, seats_of_a=4)
    with pytest.raises(UserError, match="at least 100 deals, not 50"):
        duel(hearts, AMERICAN, "random", "random", 50, seed=1, until="decided")
    for wrong in ("sure", "-1", "nan", 0):
        with pytest.raises(UserError, match="until it is decided or until it is precise to a number above 0"):
            duel(hearts, AMERICAN, "random", "random", 500, seed=1, until=wrong)


# ---- however the work is done ----


def test_the_result_does_not_depend_on_how_the_work_was_cut_up():
    whole = lasting(duck(deals=90, seed=2))
    for pace in (7, 3):
        player = Duck()
        player.pace = pace  # deals in play at a time
        assert lasting(duel(hearts, AMERICAN, ("duck", player), "random", deals=90, seed=2)) == whole
    assert lasting(duck(deals=90, seed=3)) != whole


@pytest.mark.parametrize("more", [{}, {"matches": True}, {"control": "random"}, {"until": "0.2"}])
def test_two_workers_find_the_same(more, monkeypatch):
    deals = 300 if "matches" in more else 10_000
    here = duel("hearts", "dutch", "random", "random", deals, seed=7, **more)
    there = duel("hearts", "dutch", "random", "random", deals, seed=7, on="cores", workers=2, **more)
    assert lasting(there) == lasting(here)


@pytest.mark.slow
@pytest.mark.skipif(not importlib.util.find_spec("ray"), reason="ray is not installed")
def test_a_cluster_finds_the_same():
    """In a process of its own: Ray leaves threads and sockets behind that pytest would complain about."""
    code = """
from cardshark.arena.duel import duel
from cardshark.text import UserError
here, there = (duel("hearts", "dutch", "random", "random", 10_000, 7, on=on, workers=2) for on in ("here", "ray"))
assert (here.difference, here.low, here.high, here.wins_low) == (there.difference, there.low, there.high, there.wins_low)
from cardshark.arena.jobs import run
from helpers.work import complain
from functools import partial
try:
    list(run(partial(complain, UserError), range(9), "ray", 2))
except UserError as error:
    print(error)
"""
    paths = python_path(*sys.path)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": paths}
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "3 is too much\n", "")


def command(*words: str) -> list[str]:
    return [*START, "duel", "hearts", "random", "random", "--rules", "dutch", "--json", *words]


def printed(*words: str) -> dict:
    done = subprocess.run(command(*words), check=True, capture_output=True, text=True)
    return {name: value for name, value in json.loads(done.stdout).items() if "second" not in name}


@pytest.mark.parametrize("workers", ["1", "2"])
def test_killed_and_resumed_is_the_same_to_the_bit(workers, tmp_path):
    journal = tmp_path / "journal"
    words = ["--seed", "8", "--workers", workers, "--record", str(journal)]
    run = subprocess.Popen(command("--deals", "100000000", *words), stdout=subprocess.DEVNULL)
    patience = time.monotonic() + 100
    while not journal.exists() or journal.read_bytes().count(b"\n") < 6:
        assert time.monotonic() < patience
        assert run.poll() is None
        time.sleep(0.02)
    run.send_signal(signal.SIGKILL)
    run.wait()
    with journal.open("ab") as file:
        file.write(b'{"stream": "deal", "sta')  # as if it had been writing
    finished = journal.read_bytes().count(b"\n") - 1
    deals = str(2048 * (finished + 4) + 5)
    assert printed("--deals", deals, *words) == printed("--deals", deals, "--seed", "8", "--on", "here")
    assert journal.read_bytes().count(b"\n") - 1 == finished + 5


def test_a_journal_is_extended_and_read_again(tmp_path):
    journal = tmp_path / "journal"
    for deals in (50, 5000, 5000, 120):
        found = duel("hearts", "dutch", "random", RANDOM, deals, seed=8, record=journal)
        assert lasting(found) == lasting(duel("hearts", "dutch", "random", RANDOM, deals, seed=8))
    assert duel("hearts", "dutch", "random", RANDOM, 5000, seed=8, record=journal).hands_a_second is None
    with pytest.raises(UserError, match="b is 'random too' there and 'random' here"):
        duel("hearts", "dutch", "random", "random", 50, seed=8, record=journal)


def test_a_player_whose_file_was_edited_is_somebody_else(tmp_path):
    file, journal, table = tmp_path / "bot.py", tmp_path / "journal", tmp_path / "league"
    bot = f"{file}:Bot"

    def play():
        duel("hearts", "dutch", "random", bot, 5, seed=1, record=journal)
        league("hearts", "dutch", [bot, "random"], 5, seed=1, record=table)

    file.write_text("class Bot:\n    def play(self, view):\n        return view.choices[0]\n")
    play()
    play()
    before = journal.read_bytes()
    file.write_text("class Bot:\n    def play(self, view):\n        return view.choices[-1]\n")
    for again in (
        lambda: duel("hearts", "dutch", "random", bot, 9, 1, record=journal),
        lambda: league("hearts", "dutch", [bot, "random"], 9, 1, record=table),
    ):
        with pytest.raises(
            UserError, match=r"records something else: source of .*bot\.py:Bot is '[0-9a-f]{16}' there and '[0-9a-f]{16}' here; give"
        ):
            again()
    assert journal.read_bytes() == before
    for text in ("random", "montecarlo:deals=3", f"exec:{file}"):
        assert source_digest(text) is None


@pytest.mark.slow
def test_memory_stays_flat_over_a_million_hands():
    def most() -> int:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    duel("hearts", "dutch", "random", RANDOM, 10_000, seed=1)
    before = most()
    duel("hearts", "dutch", "random", RANDOM, 250_000, seed=1)
    assert most() - before < 8 * 1024  # kilobytes


# ---- stopping early, and luck subtracted ----


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
    terms = Terms("hearts", AMERICAN, ("nearly", "random", "random"), 1, 4, 5, False, 64)
    pairing = Pairing(terms, [Nearly(), seat("random"), seat("random")])
    held_out, counted = pairing.play(Piece("held out", 0, 50)), pairing.play(Piece("deal", 0, 50))
    assert held_out.moments != counted.moments
    everybody_alike = duel("hearts", "american", "random", RANDOM, 200, seed=1, control="random")
    assert everybody_alike.difference != 0
    assert (everybody_alike.adjusted, everybody_alike.variance_ratio) == (0, 0)  # all of it was luck
    matches = duel("hearts", "dutch", "random", RANDOM, 50, seed=1, control="random", matches=True)
    assert (matches.adjusted, matches.variance_ratio) == (0.25, 0)


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
    words = ["duel", "hearts", "random", "random", "--rules", "dutch", "--deals", "50", "--csv"]
    (row,) = csv.DictReader(io.StringIO(run(capsys, monkeypatch, *words)[1]))
    found = lasting(duel("hearts", "dutch", "random", "random", 50, seed=1))
    assert {name: value for name, value in row.items() if "second" not in name} == {
        name: "" if value is None else str(value) for name, value in found.items()
    }


def test_places_for_people_programs_and_spreadsheets(capsys, monkeypatch):
    words = ["duel", "hearts", "stock", "random", "--rules", "falcon:limit=30", "--matches", "20", "--seats", "2v2", "--on", "here"]

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
    assert "chose 63, which is not one of" in said
