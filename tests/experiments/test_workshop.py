"""Where papers are measured: every piece done once, on any number of cores, and brains that were lost made again."""

import subprocess
from contextlib import contextmanager
from functools import partial

import pytest

from cardshark import origin
from cardshark.arena.contest import Contest
from cardshark.arena.jobs import HERE, Crew
from cardshark.experiments import workshop as workshops
from cardshark.experiments.workshop import Workshop, brain_entry, pieces_made, read_standings
from cardshark.journal import KeyedJournal
from cardshark.origin import maker
from cardshark.report.record import Record, this_run


@contextmanager
def opened(folder, crew=HERE, progress=lambda done: None):
    with KeyedJournal(folder / "journal.jsonl", {"seed": 5}) as journal:
        yield Workshop(1.0, 5, folder, journal, crew, progress)


def do(folder, work, pieces, size=int, **more):
    """What a workshop that is opened for these pieces alone makes of them."""
    with opened(folder, **more) as workshop:
        return workshop.do(partial(work, folder), pieces, size)


def square(folder, number):
    """Notes that it was called, so that tests can see what was done again."""
    with (folder / "done.txt").open("a") as file:
        file.write(f"{number}\n")
    return {"square": number**2}


def train(folder, number):
    (folder / "brains").mkdir(exist_ok=True)
    (folder / "brains" / f"{number}.bin").write_bytes(bytes([number]))
    return {**square(folder, number), "brain": brain_entry(folder, f"brains/{number}.bin")}


def done(folder):
    return [int(line) for line in (folder / "done.txt").read_text().split() if line.isdigit()]


PIECES = {f"piece {number}": number for number in (3, 7, 1, 5)}


@pytest.mark.long
@pytest.mark.parametrize("crew", [HERE, Crew("cores", 2)])
def test_each_piece_is_done_once_and_the_first_is_a_short_one(tmp_path, crew):
    heard = []
    found = do(tmp_path, square, PIECES, crew=crew, progress=heard.append)
    assert found == {f"piece {number}": {"square": number**2} for number in (3, 7, 1, 5)}
    assert list(found) == list(PIECES)
    assert sorted(done(tmp_path)) == [1, 3, 5, 7]
    assert done(tmp_path)[0] == 1
    again = do(tmp_path, square, PIECES | {"piece 2": 2}, crew=crew, progress=heard.append)
    assert again == found | {"piece 2": {"square": 4}}
    assert len(done(tmp_path)) == 5
    assert sum(heard) == 16 + 16 + 2


def test_a_run_that_ends_early_goes_on(tmp_path):
    with pytest.raises(TypeError):
        do(tmp_path, square, {"a": 2, "b": None}, lambda piece: 1 if piece else 2)
    assert do(tmp_path, square, {"a": 2}) == {"a": {"square": 4}}
    assert done(tmp_path).count(2) == 1


def test_a_brain_that_is_gone_or_another_is_made_again(tmp_path):
    found = do(tmp_path, train, PIECES)
    assert found["piece 7"]["brain"]["file"] == "brains/7.bin"
    assert do(tmp_path, train, PIECES) == found
    assert len(done(tmp_path)) == 4
    (tmp_path / "brains" / "7.bin").unlink()
    (tmp_path / "brains" / "1.bin").write_bytes(b"damaged")
    assert do(tmp_path, train, PIECES) == found
    assert sorted(done(tmp_path)[4:]) == [1, 7]


def test_contests_go_into_the_record_and_back(tmp_path):
    contest = Contest("mixed", (("stock", "random", "random", "random"),), 20, "dutch")
    with opened(tmp_path) as workshop:
        experiment = workshop.play([contest])
    assert workshop.seconds > 0
    record = Record("toy", this_run(1, 5, workshop.seconds), [experiment])
    assert read_standings(record)["mixed"].contest == contest
    with opened(tmp_path) as again:
        assert again.play([contest]) == experiment


def test_a_piece_that_has_changed_under_its_name_is_done_again(tmp_path):
    assert do(tmp_path, square, {"it": 3}) == {"it": {"square": 9}}
    assert do(tmp_path, square, {"it": 4}) == {"it": {"square": 16}}
    assert do(tmp_path, square, {"it": 3}) == {"it": {"square": 9}}
    assert sorted(done(tmp_path)) == [3, 4]


def test_a_piece_that_names_a_brain_is_done_again_when_the_brain_is_another(tmp_path):
    def measure():
        with opened(tmp_path) as workshop:
            workshop.do(partial(train, tmp_path), {"tutor": 7}, int)
            return workshop.do(partial(measure_brain, tmp_path), {"by name": "tutor", "by file": "brains/7.bin", "of none": "else"}, len)

    before = measure()
    assert measure() == before and len(called(tmp_path)) == 3
    journal = (tmp_path / "journal.jsonl").read_text(encoding="utf-8").splitlines()
    with opened(tmp_path) as workshop:  # somebody trains it anew, to other bits
        (tmp_path / "brains" / "7.bin").write_bytes(b"other")
        key = next(key for key in workshop.journal.done if key.startswith("tutor"))
        workshop.journal.put(key, {"brain": brain_entry(tmp_path, "brains/7.bin")})
    assert len(journal) == 5 and measure()["by name"] != before["by name"]
    assert called(tmp_path)[3:] in (["tutor", "brains/7.bin"], ["brains/7.bin", "tutor"])


def measure_brain(folder, named):
    """The brain that is there now; notes that it was called."""
    with (folder / "called.txt").open("a") as file:
        file.write(f"{named}\n")
    return {"bytes": (folder / "brains" / "7.bin").read_bytes().hex()}


def called(folder):
    return (folder / "called.txt").read_text().split()


def test_a_record_says_who_made_its_pieces_and_a_machine_without_git_is_known_by_its_sources(tmp_path, monkeypatch):
    mine = maker()
    monkeypatch.setattr(workshops, "commit_with", {"older": "abc1234"}.get)
    other, older = ({**mine, "commit": None, "sources": name, "processor": "Toy"} for name in ("other", "older"))
    with opened(tmp_path) as workshop:
        workshop.do(partial(square, tmp_path), {"one": 3}, int)
        key = next(iter(workshop.used))
        for made in ({**mine, "commit": None}, other, older):
            workshop.journal.put(f"{key} {made['sources']}", 1, 2.5, {**made, "when": "2026-11-18T05:00:00Z"})
            workshop.used[f"{key} {made['sources']}"] = [f"{key} {made['sources']}"]
        makers, pieces = pieces_made(workshop)
    assert makers == [mine, other, {**older, "commit": "abc1234"}]
    assert [piece.made for piece in pieces] == [0, 0, 1, 2] and pieces[1].seconds == 2.5
    assert workshop.seconds == pytest.approx(7.5 + pieces[0].seconds)


@pytest.mark.long
@pytest.mark.skipif(not origin.commit(), reason="these sources are not under git")
def test_the_commit_of_sources_is_found_by_their_digest(monkeypatch):
    monkeypatch.setattr(origin, "OLDEST", 3)
    digest = origin.sources_at("HEAD")
    assert origin.sources_at(str(origin.commit_with(digest))) == digest
    assert origin.commit_with("no such") is None
    if not str(origin.commit()).endswith("-dirty"):
        assert digest == origin.sources()


def test_a_result_that_was_just_written_makes_no_source_dirty(tmp_path, monkeypatch):
    def git(*words):
        said = ["git", "-c", "user.name=a", "-c", "user.email=a@b", *words]
        subprocess.run(said, cwd=tmp_path, check=True, capture_output=True)

    source, result = tmp_path / "src" / "origin.py", tmp_path / "results" / "record.json"
    for path in (source, result):
        path.parent.mkdir()
        path.write_text("before", encoding="utf-8")
    git("init")
    git("add", ".")
    git("commit", "-m", "first")
    monkeypatch.setattr(origin, "__file__", str(source))
    clean = origin.commit()
    result.write_text("after", encoding="utf-8")
    assert clean and clean.isalnum() and origin.commit() == clean
    source.write_text("after", encoding="utf-8")
    assert origin.commit() == f"{clean}-dirty"
    monkeypatch.setattr(origin, "__file__", str(tmp_path / "src" / "unknown.py"))
    assert origin.commit() is None
