"""The record of a run of a million inputs: every kind, nothing found, within the limits."""

import json

from fuzz.campaign import LONGEST, MOST_MEMORY
from fuzz.kinds import KINDS
from helpers.paths import ROOT

MILLION = 1_000_000


def test_the_record_is_of_a_million_inputs_without_a_finding():
    record = json.loads((ROOT / "results" / "fuzz.json").read_text(encoding="utf-8"))
    assert sorted(each["kind"] for each in record["kinds"]) == sorted(KINDS)
    assert record["inputs"] == sum(each["inputs"] for each in record["kinds"]) >= MILLION
    assert record["findings"] == sum(each["findings"] for each in record["kinds"]) == 0
    for each in record["kinds"]:
        assert each["accepted"] + each["sentences"] == each["inputs"] >= MILLION // len(KINDS)
        assert each["slowest"] < LONGEST and each["megabytes"] <= MOST_MEMORY
