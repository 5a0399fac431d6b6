"""Records and verdicts: written whole, and no more said than the interval allows."""

import json
import math
import os
import subprocess
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardshark import __version__, origin
from cardshark.experiments.provenance import one_stamp, provenance
from cardshark.files import write_whole
from cardshark.report import verdict
from cardshark.report.record import SEAL, Experiment, Frozen, Piece, Record, json_value, read, seal_of, this_run, write
from cardshark.report.verdict import (
    Effect,
    Level,
    Ordering,
    Verdict,
    between,
    effect,
    figure,
    less,
    level,
    more,
    more_deals,
    ordering,
    worst,
)
from cardshark.text import UserError


def toy():
    rows = [{"table": 1, "player": "café", "ours": 0.1479, "low": 0.142, "high": 0.153, "n": 1000}, {"table": 2, "ours": None}]
    return Record("toy", this_run(0.01, 1, 12.34), [Experiment("tables", rows), Experiment("nothing", [])])


def test_a_record_comes_back_as_it_was(tmp_path):
    write(toy(), tmp_path / "results" / "toy.json")
    assert read(tmp_path / "results" / "toy.json") == toy()
    assert toy().rows("tables")[0]["ours"] == 0.1479
    with pytest.raises(KeyError, match="no experiment 'other'"):
        toy().rows("other")


def test_a_record_has_one_line_for_a_row(tmp_path):
    write(toy(), tmp_path / "toy.json")
    lines = (tmp_path / "toy.json").read_text(encoding="utf-8").splitlines()
    assert sum('"ours"' in line for line in lines) == 2  # names stand once for each shape of a row,
    assert '   [0,1,"café",0.1479,0.142,0.153,1000],' in lines and "   [1,2,null]" in lines  # and each row has its line


def test_a_record_that_repeats_its_names_is_read_too(tmp_path):
    """Records of the format before; they are sealed in the same way."""
    found = json_value(made_record())
    text = json.dumps({"format": 2, **found}, ensure_ascii=False)[:-1]
    path = tmp_path / "old.json"
    path.write_text(f'{text}{SEAL}{seal_of(text)}"\n}}\n', encoding="utf-8")
    assert read(path) == made_record()
    path.write_text(path.read_text(encoding="utf-8").replace("7200.0", "7201.0"), encoding="utf-8")
    with pytest.raises(UserError, match="is not what was written"):
        read(path)


def test_figures_of_numpy_and_what_is_no_number(tmp_path):
    rows = [{"ours": np.float64(0.5), "n": np.int64(3), "all": np.arange(2), "low": math.nan, "high": np.inf, "pair": (1, 2)}]
    write(Record("toy", this_run(1, 1, 0), [Experiment("e", rows)]), tmp_path / "toy.json")
    assert read(tmp_path / "toy.json").rows("e") == [{"ours": 0.5, "n": 3, "all": [0, 1], "low": None, "high": None, "pair": [1, 2]}]
    assert json_value({1: toy().run})["1"]["seed"] == 1


def test_the_conditions_of_a_run():
    run = this_run(0.5, 7, 1.26, cores=3)
    assert (run.scale, run.seed, run.seconds, run.version, run.cores) == (0.5, 7, 1.3, __version__, 3)
    assert run.commit is None or run.commit.removesuffix("-dirty").isalnum()


def test_the_commit_is_ours_or_nobodys(tmp_path, monkeypatch):
    """Installed into somebody else's repository, the sources are not theirs."""
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    monkeypatch.setattr(origin, "__file__", str(tmp_path / "origin.py"))
    (tmp_path / "origin.py").write_text("", encoding="utf-8")
    assert origin.commit() is None
    monkeypatch.setenv("PATH", "")
    assert origin.commit() is None


@pytest.mark.parametrize("content", ["", "[]", "{}", "not json", '{"format": 1, "paper": "x", "run": {}, "experiments": []}'])
def test_what_is_not_a_record_is_refused(tmp_path, content):
    (tmp_path / "x.json").write_text(content, encoding="utf-8")
    with pytest.raises(UserError, match="is not a record of a paper"):
        read(tmp_path / "x.json")


def made_record():
    """A record whose pieces say who made them."""
    maker = {"commit": "abc1234", "python": "3.12.1", "numpy": "2.4.0", "numba": "0.68.0", "processor": "Toy 5"}
    pieces = (
        Piece("tables 0123456789ab", 3, "feed", 0, "2026-11-17T10:00:00Z", "2026-11-17T11:00:00Z", 7200.0),
        Piece("tables 0123456789ab", 1, "cafe", 1, "2026-11-18T10:00:00Z", "2026-11-18T10:00:00Z", 1.5),
        Piece("brain 2", 1, "babe", 0, "2026-11-17T09:00:00Z", "2026-11-17T09:00:00Z", 100.25),
    )
    return replace(toy(), made=(maker, {"commit": "abc1234-dirty"}), pieces=pieces, claims=Frozen("ff", {"it-works": "0123"}))


def test_a_record_knows_who_made_its_pieces_and_what_they_cost(tmp_path):
    write(made_record(), tmp_path / "toy.json")
    record = read(tmp_path / "toy.json")
    assert record == made_record()
    assert record.seconds_of(["tables"]) == 7201.5 and record.seconds_of(["tables", "brain"]) == 7301.75
    assert provenance(record) == [
        "2 pieces (4 blocks) by commit abc1234 (Python 3.12.1, NumPy 2.4.0, Numba 0.68.0, Toy 5), 2026-11-17 09:00 to 2026-11-17 11:00 UTC"
        ": 2 h 2 min of one core.",
        "1 piece by commit abc1234-dirty (unknown processor), 2026-11-18 10:00 UTC: 1.5 s of one core.",
    ]


def test_a_record_in_which_anything_was_changed_is_refused(tmp_path):
    path = tmp_path / "toy.json"
    write(made_record(), path)
    whole = path.read_bytes()
    places = [place for place, letter in enumerate(whole) if chr(letter) in "0123456789"]
    chance = np.random.RandomState(19)
    for place in chance.choice(places, 400):
        changed = bytearray(whole)
        changed[place] = ord("0") + (changed[place] - ord("0") + chance.randint(1, 10)) % 10
        path.write_bytes(changed)
        with pytest.raises(UserError, match=r"is not what was written|is not a record of a paper|is a record of format \d"):
            read(path)
    lines = whole.splitlines(keepends=True)
    for damaged in (lines[:-3] + lines[-2:], lines[:6] + lines[5:], [*lines, b"\n"], [line for line in lines if b"cafe" not in line]):
        path.write_bytes(b"".join(damaged))
        with pytest.raises(UserError, match=r"is not what was written|is not a record of a paper"):
            read(path)


def test_a_record_of_before_has_one_stamp_for_all(tmp_path):
    run = {"scale": 1.0, "seed": 1, "seconds": 2.5, "version": "0.1.0", "commit": "abc", "date": "2026-11-15", "cores": 2}
    (tmp_path / "old.json").write_text(json.dumps({"format": 1, "paper": "toy", "run": run, "experiments": []}), encoding="utf-8")
    record = read(tmp_path / "old.json")
    assert provenance(record) == [] and record.claims is None
    assert one_stamp(record.run) == "One stamp for all pieces, of when the record was written: commit abc, 2026-11-15."


def test_other_formats_and_missing_records(tmp_path):
    (tmp_path / "x.json").write_text('{"format": 99}', encoding="utf-8")
    with pytest.raises(UserError, match="format 99; this version reads format 3"):
        read(tmp_path / "x.json")
    with pytest.raises(UserError, match="cannot be read: No such file"):
        read(tmp_path / "missing.json")


def test_a_file_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "x.txt"
    write_whole(path, "old")

    def full_disk(number):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(UserError, match="cannot be written: No space"):
        write_whole(path, "new and longer")
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]  # nothing half-written stays behind


R, N, U, C, M = Verdict.REPRODUCED, Verdict.NEAR, Verdict.UNDECIDED, Verdict.CONTRADICTED, Verdict.UNMEASURED


def test_less_and_more():
    assert [less(*ends) for ends in [(-2, -1), (-1, 1), (1, 2), (-1, 0), (None, 1), (math.nan, 1)]] == [R, U, C, U, M, M]
    assert [more(*ends) for ends in [(-2, -1), (-1, 1), (1, 2), (0, 1), (None, 1), (0, math.nan)]] == [C, U, R, U, M, M]
    assert more(-0.1, 0.3, than=-0.2) == R  # "not better", where 0.2 would matter
    assert less(0.6, 0.9, than=1) == R


def test_between_means_no_difference_worth_mentioning():
    assert [between(*ends, -0.2, 0.2) for ends in [(-0.1, 0.1), (-0.3, 0.1), (0.3, 0.4), (-0.5, -0.3), (-9, 9), (None, None)]] == [
        R,
        U,
        C,
        C,
        U,
        M,
    ]


def test_a_claim_of_several_parts_is_as_good_as_its_worst():
    assert worst(R, N, R) == N
    assert worst(R, U, N) == U
    assert worst(R, C, U) == C
    assert worst(R) == R


def test_levels():
    inside, near, off = Level.INSIDE, Level.NEAR, Level.OFF
    assert level(0.148, None, 0.142, 0.153) == inside
    assert level(0.153, None, 0.142, 0.153) == inside
    assert level(0.16, None, 0.142, 0.153, tolerance=0.02) == near
    assert level(0.16, None, 0.142, 0.153) == off
    assert level(0.16, 0.006, 0.142, 0.153) == inside  # what the paper itself could not measure any better
    assert level(0.18, 0.006, 0.142, 0.153) == off
    assert level(2.52, None, 2.41, 2.43, tolerance=0.1) == near  # off by 0.1 as people count
    assert level(None, None, 0, 1) == level(1, None, None, 1) == level(1, None, math.nan, 1) == Level.UNMEASURED


def test_a_claim_that_something_differs():
    """An interval around nothing decides where it is too narrow for the effect that the paper reports."""
    assert effect(0.32, -0.06, 0.04) == C
    assert effect(0.32, -0.06, 0.04, paper_error=0.29) == C  # how sure the paper was is another question
    assert effect(0.32, -0.06, 0.34) == U
    assert effect(-0.32, -0.34, 0.06) == U
    assert effect(-0.32, -0.04, 0.06) == C
    assert effect(0.32, 0.3, 0.4) == R
    assert effect(0.32, 0.5, 0.6) == N
    assert effect(0.32, 0.5, 0.6, paper_error=0.29) == R
    assert effect(0.32, -0.5, -0.4) == C
    assert effect(0.5, 0.7, 0.8, neutral=1) == N
    assert effect(0.32, None, 1) == effect(0.32, math.nan, 1) == M


@given(st.floats(0.1, 10), st.floats(-10, 10))
def test_enough_deals_always_decide_about_an_effect(paper, truth):
    """Also where there is no effect at all: the interval only has to become narrower than the effect that the paper reports."""
    assert effect(paper, truth - 0.04, truth + 0.04) != U


def test_a_claim_that_is_a_number():
    assert figure(0.5, 0.48, 0.53, 0.1, neutral=1) == R
    assert figure(0.5, 0.56, 0.58, 0.1, neutral=1) == N
    assert figure(0.5, 0.4, 1.2, 0.1, neutral=1) == U  # both the claim and no effect at all
    assert figure(0.9, 0.88, 1.03, 0.2, neutral=1) == U
    assert figure(0.9, 0.97, 1.03, 0.2, neutral=1) == C  # near, but our interval says that there is no such effect
    assert figure(0.95, 1.02, 1.04, 0.2, neutral=1) == C  # near, but the other way round
    assert figure(0.5, 0.7, 0.75, 0.1, neutral=1) == C
    assert figure(0.5, 0.56, 0.58, 0.1) == N
    assert figure(0.5, None, 1, 0.1) == M


def test_how_many_more_deals_would_decide():
    deals, spread, difference = 1000, 3.0, 0.1
    reach = verdict.NORMAL * spread / math.sqrt(deals)
    more_needed = more_deals(difference, difference - reach, difference + reach, deals)
    wanted = 7.85 * spread**2 / difference**2 - deals  # the usual formula for 80 % power
    assert wanted <= more_needed <= 1.05 * wanted
    assert more_needed % 100 == 0
    assert more_deals(5.0, 4.9, 5.1, deals) == 0
    assert more_deals(0.0, -1.0, 1.0, deals) is None
    assert more_deals(math.nan, -1.0, 1.0, deals) is None
    assert more_deals(0.9, 0.7, 1.1, deals, than=1.0) == more_deals(-0.1, -0.3, 0.1, deals)


def test_so_many_deals_really_decide_four_times_in_five():
    spread, difference, deals = 3.0, 0.3, 200
    reach = verdict.NORMAL * spread / math.sqrt(deals)
    total = deals + more_deals(difference, difference - reach, difference + reach, deals)
    means = difference + spread / math.sqrt(total) * np.random.default_rng(1).standard_normal(4000)
    reach = verdict.NORMAL * spread / math.sqrt(total)
    assert np.mean(means - reach > 0) == pytest.approx(0.8, abs=0.03)


@pytest.mark.long
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12))
def test_kendalls_tau_is_that_of_scipy(pairs):
    from scipy.stats import kendalltau

    paper, ours = [float(p) for p, _ in pairs], [float(o) for _, o in pairs]
    found = ordering(paper, ours)
    if len(set(paper)) > 1 and len(set(ours)) > 1:
        assert found.tau == pytest.approx(kendalltau(paper, ours).statistic)
    else:
        assert found.tau is None or found.pairs == 0 or found.alike == found.unlike == 0
    assert found.pairs == sum(one != other for one, other in combinations(paper, 2))


def test_orderings_leave_out_what_is_missing_or_cannot_be_told_apart():
    assert ordering([1, 2, None, 4], [1, 3, 2, math.nan]) == Ordering(alike=1)
    assert ordering([1, 2, 3], [1.1, 1.0, 2.0], [0.1, 0.1, 0.1]) == Ordering(alike=2)
    assert ordering([1, 2], [2, 1]) + ordering([1, 2], [1, 2]) == Ordering(alike=1, unlike=1)
    assert Ordering().tau is None


def test_a_reading_is_small_only_if_it_is_known_to_be():
    assert verdict.matters(-10, 90, 100) == verdict.matters(-100, 100, 100) == Effect.SMALL
    assert verdict.matters(-10, 110, 100) == verdict.matters(-110, 10, 100) == Effect.UNKNOWN
    assert verdict.matters(math.nan, math.nan, 100) == verdict.matters(None, None, 100) == Effect.UNKNOWN
    assert verdict.matters(10, 300, 100) == verdict.matters(-300, -10, 100) == verdict.matters(1, 2, 100) == Effect.LEVEL
    assert verdict.most([Effect.SMALL, Effect.UNKNOWN, Effect.SMALL]) == Effect.UNKNOWN
    assert verdict.most(iter([Effect.UNKNOWN, Effect.LEVEL])) == Effect.LEVEL and verdict.most([Effect.SMALL]) == Effect.SMALL


def test_verdicts_are_plain_words_for_programs():
    assert json.dumps([Verdict.REPRODUCED, Level.INSIDE]) == '["reproduced", "inside"]'
    assert {*Verdict, *Level, *Effect} == set(verdict.MARKS)


def test_no_difference_is_said_only_of_a_change_that_is_known_to_be_slight():
    words = [verdict.in_a_word(low, high, "less", "more", 0.32) for low, high in ((-2, -1), (0.01, 0.02), (-0.3, 0.31), (-0.4, 0.1))]
    assert words == ["less", "more", "no difference above 0.32", "undecided"]
    assert verdict.in_a_word(-0.001, 0.001, "less", "more") == verdict.in_a_word(math.nan, math.nan, "less", "more", 1) == "undecided"
