"""Where papers are measured: every piece done once, on any number of cores, and brains that were lost made again."""

from functools import partial

import pytest

from cardshark.arena.contest import Contest
from cardshark.arena.jobs import HERE, Crew
from cardshark.experiments.workshop import Workshop, brain_entry, read_standings
from cardshark.report.record import Journal, Record, this_run


def opened(folder, crew=HERE, progress=lambda done: None):
    return Workshop(1.0, 5, folder, Journal(folder / "journal.jsonl", {"seed": 5}), crew, progress)


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


@pytest.mark.parametrize("crew", [HERE, Crew("cores", 2)])
def test_each_piece_is_done_once_and_the_first_is_a_short_one(tmp_path, crew):
    heard = []
    found = opened(tmp_path, crew, heard.append).do(partial(square, tmp_path), PIECES, int)
    assert found == {f"piece {number}": {"square": number**2} for number in (3, 7, 1, 5)}
    assert list(found) == list(PIECES)
    assert sorted(done(tmp_path)) == [1, 3, 5, 7]
    assert done(tmp_path)[0] == 1
    again = opened(tmp_path, crew, heard.append)
    assert again.do(partial(square, tmp_path), PIECES | {"piece 2": 2}, int) == found | {"piece 2": {"square": 4}}
    assert len(done(tmp_path)) == 5
    assert sum(heard) == 16 + 16 + 2


def test_a_run_that_ends_early_goes_on(tmp_path):
    with pytest.raises(TypeError):
        opened(tmp_path).do(partial(square, tmp_path), {"a": 2, "b": None}, lambda piece: 1 if piece else 2)
    assert opened(tmp_path).do(partial(square, tmp_path), {"a": 2}, int) == {"a": {"square": 4}}
    assert done(tmp_path).count(2) == 1


def test_a_brain_that_is_gone_or_another_is_made_again(tmp_path):
    found = opened(tmp_path).do(partial(train, tmp_path), PIECES, int)
    assert found["piece 7"]["brain"]["file"] == "brains/7.bin"
    assert opened(tmp_path).do(partial(train, tmp_path), PIECES, int) == found
    assert len(done(tmp_path)) == 4
    (tmp_path / "brains" / "7.bin").unlink()
    (tmp_path / "brains" / "1.bin").write_bytes(b"damaged")
    assert opened(tmp_path).do(partial(train, tmp_path), PIECES, int) == found
    assert sorted(done(tmp_path)[4:]) == [1, 7]


def test_contests_go_into_the_record_and_back(tmp_path):
    contest = Contest("mixed", (("stock", "random", "random", "random"),), 20, "dutch")
    workshop = opened(tmp_path)
    experiment = workshop.play([contest])
    assert workshop.seconds > 0
    record = Record("toy", this_run(1, 5, workshop.seconds), [experiment])
    assert read_standings(record)["mixed"].contest == contest
    again = opened(tmp_path)
    assert again.play([contest]) == experiment


def test_a_piece_that_has_changed_under_its_name_is_done_again(tmp_path):
    assert opened(tmp_path).do(partial(square, tmp_path), {"it": 3}, int) == {"it": {"square": 9}}
    assert opened(tmp_path).do(partial(square, tmp_path), {"it": 4}, int) == {"it": {"square": 16}}
    assert opened(tmp_path).do(partial(square, tmp_path), {"it": 3}, int) == {"it": {"square": 9}}
    assert sorted(done(tmp_path)) == [3, 4]
