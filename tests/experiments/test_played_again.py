"""Published records say what the sources of today do: some of their pieces, played again, are the same to the bit.

Records come from several commits, and a commit may change figures without meaning to. The pieces are small ones that need no other
work. A brain's file names its commit, so of a training that keeps one the record's own row is compared: its hands or turns change with
any move of any game.
"""

import hashlib
import json

import pytest

from cardshark.experiments.reproduce import JOURNAL, page, settings_of_run
from cardshark.experiments.workshop import BRAIN, Workshop
from cardshark.journal import KeyedJournal
from cardshark.report.record import read
from helpers.paths import ROOT

PIECES = {
    "hearts_falcon": ["hand_mean, run 7", "F_separate, 2,3,3,3,2, run 3", "only whether the queen is out, run 7"],
    "hearts_network": ["opponent"],
    "hearts_pomcp": ["choosing: as described, table 3", "choosing: programmed, own moon as scored, table 3"],
    "hearts_rollouts": ["weak_2", "raw_totals_3"],
    "gin_td_evo": ["players: TD1_2"],
}


class Enough(Exception):
    """What was wanted has been done."""


def played_again(paper, names, folder):
    """Pieces of a paper's full run, and nothing else of it: by name the key and what came of it."""
    with KeyedJournal(folder / JOURNAL, settings_of_run(paper, 1.0, 1)) as journal:
        workshop = Workshop(1.0, 1, folder, journal)

        def some(work, pieces, size):
            if names[0] not in pieces:
                return {}
            raise Enough(Workshop.do(workshop, work, {name: pieces[name] for name in names}, size))

        workshop.do = some
        with pytest.raises(Enough) as ended:
            page(paper).measure(workshop)
        keys = {key.rpartition(" ")[0]: key for key in journal.done}
        return {name: (keys[name], value) for name, value in ended.value.args[0].items()}


def row_of(record, name, value):
    """The row of a training, and what the record of its paper keeps of it."""
    if record.paper == "hearts_rollouts":
        kept = next(row for row in record.rows("brains") if row["name"] == name)
        return {key: value[key] for key in kept}, kept
    if record.paper == "hearts_network":
        kept = next(row for row in record.rows("runs") if row["experiment"] == name)
        return {key: value[key] for key in kept}, kept  # weights and final scores among them
    row = value["rows"][0]
    player = next(each for each in record.rows("brains") if (each["group"], each["player"]) == (row["group"], row["player"]))
    place = player["runs"].index(row["run"])
    return [sum(row["turns"]), row["draws"], row["marks"]], [player["turns"][place], player["draws"][place], player["marks"]]


@pytest.mark.slow
@pytest.mark.parametrize("paper", PIECES)
def test_pieces_of_published_records_are_the_same_when_they_are_played_again(paper, tmp_path):
    record = read(ROOT / "results" / paper / "record.json")
    published = {piece.name: piece.value for piece in record.pieces}
    for name, (key, value) in played_again(paper, PIECES[paper], tmp_path).items():
        assert key in published, f"the settings of {name} are no longer those that were published"
        if BRAIN in value or "rows" in value:
            again, kept = row_of(record, name, value)
            assert again == kept, name
        else:
            assert hashlib.sha256(json.dumps(value, ensure_ascii=False).encode()).hexdigest()[:16] == published[key], name
