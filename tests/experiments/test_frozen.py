"""Claims that are written down before the runs: read from their files, judged all of them, and told when they have changed since."""

import json
from pathlib import Path

import pytest

from cardshark.experiments import reproduce
from cardshark.experiments.frozen import FEW_SEEDS, FILE, changed_since, frozen_claims
from cardshark.report.result import Need
from cardshark.report.verdict import Verdict
from cardshark.text import UserError
from helpers import toy_paper
from helpers.paths import ROOT

TOY = Path(toy_paper.__file__).parent
WITH_CLAIMS = [name for name in reproduce.PAPERS if reproduce.claims_of(name)]


def copy(tmp_path, change=lambda claims: claims):
    """The claims of the toy, changed."""
    claims = json.loads((TOY / FILE).read_text(encoding="utf-8"))
    (tmp_path / FILE).write_text(json.dumps(change(claims)), encoding="utf-8")
    return tmp_path


def test_claims_come_in_their_order_with_all_that_they_say():
    found = frozen_claims(TOY)
    assert list(found) == ["it-works", "one-brain-is-best"]
    claim = found["one-brain-is-best"].judged(Verdict.UNDECIDED, -0.5, -1.5, 0.5, seeds=10, would_decide=Need(1500, "deals", 500))
    assert (claim.text, claim.paper, claim.where) == ("The first brain plays better than the second.", -1.5, "table 0")
    assert (claim.key, claim.seeds, claim.would_decide, claim.need.times) == ("one-brain-is-best", 10, "1,500 more deals", 4.0)
    assert found["it-works"].judged(Verdict.REPRODUCED, would_decide="more deals").need is None


def test_an_unknown_claim_is_refused_with_the_nearest():
    with pytest.raises(UserError, match="toy_paper has no claim 'it-worked': did you mean it-works"):
        frozen_claims(TOY).named("it-worked")


def test_a_paper_without_a_file_has_no_claims(tmp_path):
    assert frozen_claims(tmp_path) == {} and changed_since(None, frozen_claims(tmp_path)) == []


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda claims: [{**claims[0], "direction": "up"}], "direction of it-works is one of more, less"),
        (lambda claims: [claims[0], claims[0]], "two claims under one key"),
        (lambda claims: [{**claims[0], "verdict": "reproduced"}], "is not a list of claims"),
        (lambda claims: [{"key": "x"}], "is not a list of claims"),
        (lambda claims: {"it-works": 1}, "is not a list of claims"),
    ],
)
def test_a_file_that_is_no_list_of_claims_is_refused(tmp_path, change, sentence):
    with pytest.raises(UserError, match=sentence):
        frozen_claims(copy(tmp_path, change))


def test_what_has_changed_since_the_runs_is_told_claim_by_claim(tmp_path):
    measured = frozen_claims(TOY).state()
    assert changed_since(measured, frozen_claims(copy(tmp_path))) == []
    softer = frozen_claims(copy(tmp_path, lambda claims: [{**claims[0], "criterion": "anything at all"}, claims[1]]))
    assert changed_since(measured, softer) == ["The claim it-works was changed after the runs."]
    other = frozen_claims(copy(tmp_path, lambda claims: [{**claims[0], "key": "new"}, claims[1]]))
    added, gone = "The claim new was added after the runs.", "The claim it-works was taken away after the runs."
    assert changed_since(measured, other) == [added, gone]
    assert changed_since(None, other) == ["The claims were not written down before the runs."]
    assert softer.state().file != measured.file


@pytest.mark.parametrize("name", WITH_CLAIMS)
def test_every_claim_of_the_file_is_judged_and_no_other(name):
    result = reproduce.judge(ROOT / "results" / name / "record.json")
    assert [claim.key for claim in result.claims] == list(reproduce.claims_of(name))


@pytest.mark.parametrize("name", WITH_CLAIMS)
def test_rules_that_came_after_the_claims_are_told(name):
    result = reproduce.judge(ROOT / "results" / name / "record.json")
    learns = any(claim.seeds for claim in result.claims)
    assert (FEW_SEEDS in result.later_rules) == learns and ("fewer than 5 seeds" in result.rules_since()) == learns
    if name == "hearts_falcon":
        (leads,) = set(result.later_rules) - {FEW_SEEDS}
        assert "first places" in leads and "came after the run" in leads


@pytest.mark.parametrize("seeds", [0, 1, 2, 4])
@pytest.mark.parametrize("verdict", [Verdict.REPRODUCED, Verdict.NEAR, Verdict.CONTRADICTED])
def test_a_few_seeds_decide_nothing(verdict, seeds):
    claim = next(iter(frozen_claims("hearts_falcon").values()))
    found = claim.judged(verdict, 0.2, 0.2, 0.2, seeds=seeds, because="all alike")
    assert found.verdict == Verdict.UNDECIDED and found.because == "all alike; fewer than 5 seeds decide nothing"
    assert found.need == (Need(5 - seeds, "seeds", seeds) if seeds else None)
    assert claim.judged(verdict, 0.2, 0.2, 0.2, seeds=5).verdict == claim.judged(verdict, 0.2, 0.1, 0.3).verdict == verdict
    assert claim.judged(Verdict.UNMEASURED, seeds=seeds).verdict == Verdict.UNMEASURED
