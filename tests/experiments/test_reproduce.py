"""Papers by name: what is asked for is checked, and what is published is what its record says."""

import json

import pytest

from cardshark.experiments import reproduce
from cardshark.text import UserError
from helpers.paths import ROOT

MOST_BYTES = 550_000  # of a record. FALCON's 2,300 pieces, each with its maker, time and hashes, are half of the longest one (490 kB)
PUBLISHED = sorted((ROOT / "results").glob("*/record.json"))


@pytest.mark.parametrize("name", reproduce.PAPERS)
def test_every_paper_says_how_much_work_it_is(name):
    assert reproduce.page(name).PAPER.name == name
    units, size = reproduce.size_of(name, 0.01)
    assert units in ("deals", "games")
    assert 0 < size < reproduce.size_of(name, 1)[1]


@pytest.mark.parametrize("name", reproduce.PAPERS)
def test_a_scale_is_checked(name):
    for scale in (0, -1, float("nan"), 1e9):
        with pytest.raises(UserError, match="scale"):
            reproduce.size_of(name, scale)


def test_a_paper_that_nobody_has_reproduced():
    with pytest.raises(UserError, match="no paper"):
        reproduce.page("hearts_nothing")


@pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: path.parent.name)
def test_a_foreign_record_is_refused(tmp_path, path):
    (tmp_path / "record.json").write_text("{}")
    with pytest.raises(UserError, match="not a record"):
        reproduce.judge(tmp_path / "record.json")
    plain = json.loads(path.read_text(encoding="utf-8"))
    plain["experiments"][0]["rows"] = plain["experiments"][0]["rows"][1:]
    (tmp_path / "record.json").write_text(json.dumps(plain))
    with pytest.raises(UserError, match=r"does not hold|after it was sealed"):
        reproduce.judge(tmp_path / "record.json")


@pytest.mark.long
@pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: path.parent.name)
def test_a_published_page_is_what_its_record_says(tmp_path, path):
    """docs/papers and results/ are made by `cardshark reproduce --record`, and never edited."""
    result = reproduce.judge(path)
    assert result.paper.name == path.parent.name
    for made in reproduce.publish(result, tmp_path):
        folder = path.parent if made.suffix == ".html" else ROOT / "docs" / "papers"
        assert (folder / made.name).read_text(encoding="utf-8") == made.read_text(encoding="utf-8"), (
            f"{made.name} is not made from the record"
        )
    assert path.stat().st_size <= MOST_BYTES
