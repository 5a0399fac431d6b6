"""Studies of future work: measured at a small scale, gone on with, read back, and answered."""

from pathlib import Path

import numpy as np
import pytest

from cardshark.experiments.beyond import beliefs, endgame, expert, second_stage
from cardshark.experiments.studies import STUDIES, answers_of, measure_study, study
from cardshark.journal import json_value
from cardshark.report.record import read
from cardshark.text import UserError
from helpers.compiling import compiled_only
from helpers.paths import ROOT

pytestmark = [compiled_only, pytest.mark.slow]


@pytest.fixture
def tiny(monkeypatch):
    """Studies that take seconds."""
    monkeypatch.setattr(endgame, "MONTECARLO", "montecarlo:deals=4,playout=jake")
    monkeypatch.setattr(endgame, "CHAMPION", "champion:deals=4")
    monkeypatch.setattr(beliefs, "THINKER", "montecarlo:deals=4,playout=jake")
    monkeypatch.setattr(beliefs, "WORLDS", 16)


def test_every_study_says_how_much_there_is_to_do():
    for name in ("endgame", "beliefs", "second_stage"):
        assert 0 < study(name).size(0.001) < study(name).size(1)
    with pytest.raises(UserError, match="there is no study 'bridge'"):
        study("bridge")


@pytest.mark.parametrize("name", ["endgame", "beliefs", "second_stage"])
def test_a_study_is_measured_gone_on_with_and_answered(name, tiny, tmp_path):
    if name == "beliefs":
        pytest.importorskip("torch", reason="belief networks learn with PyTorch")
    first = measure_study(name, 0.001, 3, tmp_path)
    again = measure_study(name, 0.001, 3, tmp_path)
    assert again.pieces == first.pieces  # all of it stands in the journal, and nothing was done again
    (tmp_path / "record.json").rename(tmp_path / f"{name}.json")
    assert json_value(read(tmp_path / f"{name}.json").experiments) == json_value(first.experiments)
    (answer,) = answers_of(tmp_path)
    assert answer.item == {"endgame": 52, "beliefs": 53, "second_stage": 9}[name]
    assert answer.low <= answer.ours <= answer.high and answer.text


def test_options_of_a_thinker_are_replaced():
    assert endgame.with_options("montecarlo:deals=100,playout=jake", "deals=120") == "montecarlo:playout=jake,deals=120"
    assert endgame.with_options("champion:deals=32", "endgame=3") == "champion:deals=32,endgame=3"


def around(value, reach):
    """An interval."""
    return endgame.Interval(value, value - reach, value + reach)


def test_the_verdict_on_solving_follows_from_interval_and_deals():
    found = [endgame.verdict_of(around(value, reach), 2000) for value, reach in ((-0.2, 0.1), (0.2, 0.1), (0.0, 0.05), (0.0, 0.3))]
    assert found == ["yes", "it costs", "no difference above 0.1", "undecided"]
    assert endgame.verdict_of(around(-0.2, 0.1), 40) == "undecided"


def test_the_verdict_on_beliefs_follows_from_knowledge_and_play():
    knows = around(0.1, 0.05)
    found = [beliefs.verdict_of(knows, play) for play in (around(-0.2, 0.1), around(0.2, 0.1), around(0.0, 0.05), around(0.0, 0.3))]
    assert found == ["yes", "knows more, plays worse", "knows more, in play no difference above 0.1", "knows more, in play undecided"]
    assert beliefs.verdict_of(around(0.0, 0.05), around(-0.2, 0.1)) == "no"


def test_a_loss_is_the_logarithm_of_what_was_said():
    """Two cards of which one sampler knows the owner, and another does not."""
    cards, hands = np.array([0b11], np.uint64), np.array([[0b01, 0b10, 0]], np.uint64)
    sure, even = np.zeros((1, 64, 3), np.int64), np.full((1, 64, 3), 100)
    sure[0, 0, 0] = sure[0, 1, 1] = 300
    assert beliefs.sum_of_losses(cards, even, hands) == pytest.approx(2 * np.log(3))
    assert beliefs.sum_of_losses(cards, sure, hands) == pytest.approx(-2 * np.log(300.5 / 301.5))


def test_a_ratio_has_the_error_of_its_hands():
    sums, cards = np.array([2.0, 4.0, 6.0]), np.array([2.0, 4.0, 6.0])
    assert beliefs.ratio(sums, cards) == pytest.approx((1.0, 1.0, 1.0))
    mean, low, high = beliefs.ratio(np.array([1.0, 2.0, 6.0]), cards)
    assert mean == pytest.approx(0.75) and low < mean < high


def test_who_avoids_points_loses_the_second_stage():
    met = second_stage.meet(Path(), second_stage.Meeting("random", "owl", 40, 3))
    assert met["won"] > 30 and met["back"] > met["theirs"] / 3


def test_a_share_that_never_varies_has_an_interval_all_the_same():
    share = second_stage.share_of([(20.0, 20)] * 10)
    assert share.value == share.high == 1 and 0.97 < share.low < 0.99  # 200 of 200
    share = second_stage.share_of([(20.0, 20), (19.0, 20), (20.0, 20)])
    assert 0.9 < share.low < share.value < share.high == 1


def test_the_published_records_are_answered():
    """Whatever lies in results/beyond can be read, was not changed, and has an answer."""
    found = {answer.item for answer in answers_of(ROOT / "results" / "beyond")}
    assert found <= {3, 9, 52, 53} and len(found) == len([*(ROOT / "results" / "beyond").glob("*.json")])
    assert {path.stem for path in (ROOT / "results" / "beyond").glob("*.json")} <= {*STUDIES}


def test_an_exam_without_its_file_says_how_to_make_it(monkeypatch, tmp_path):
    monkeypatch.setattr(expert, "FOLDER", Path(tmp_path))
    with pytest.raises(UserError, match="make it with cardshark export"):
        expert.exams()
