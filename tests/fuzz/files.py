"""Brains and records: files that were written by us, or by somebody who says so. Their seals are made anew, or nobody would look inside."""

import atexit
import io
import json
import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import save as serialized

from cardshark.arena.duel import duel, play_duel_piece, seat_duel, sum_up_duel
from cardshark.arena.league import league
from cardshark.arena.merging import merge_deals
from cardshark.arena.parts import read_parts
from cardshark.arena.placing import placements
from cardshark.arena.records import DealJournal, Piece, PlayedPiece, pieces_of, tally_pieces
from cardshark.arena.settings import DuelSettings
from cardshark.arena.verdict import Goal, Questions
from cardshark.data.export import export_play
from cardshark.data.formats import NAMES, open_table
from cardshark.games import gin, hearts
from cardshark.journal import KeyedJournal
from cardshark.learning import Design, Lesson, Training
from cardshark.learning.trainer import CHECKPOINT
from cardshark.players.brain_file import KEY, read, read_sealed, seal
from cardshark.players.brain_file import save as save_brain
from cardshark.players.gin.rummy.brain import RummyBrain, RummyDesign
from cardshark.players.hearts.falcon.brain import FalconBrain
from cardshark.players.hearts.falcon.design import FalconDesign
from cardshark.players.hearts.network.brain import Brain
from cardshark.players.policy.brain import PolicyDesign, fresh_brain
from cardshark.report import record as paper_record
from cardshark.show.training import describe_brain, show_brain
from cardshark.web.lab.finds import record_of, run_of
from fuzz.kind import Door, Kind
from fuzz.mutate import Luck, as_json, changed_often, mangled
from helpers.journals import relinked
from helpers.paths import ROOT

MEMORY = Path("/dev/shm")  # a folder in memory, where there is one
DEALS = 24
ABOUT = {
    "name": "my", "command": "cardshark train hindsight --games 6", "settings": {"games": 6, "seed": 1, "rules": "dutch:limit=60",
    "against": "jake", "hidden": "16"}, "commit": None, "lineage": [{"role": "against", "name": "owl", "sha256": "0" * 64, "lineage": []}],
    "games": 6, "hands": 12, "strength": {"learner": 3.5, "others": 4.5}, "curve": [[3, 4.0, 5.0], [6, 3.5, 4.5]],
    "tests": [{"against": "jake", "mean": 0.5, "low": 0.1, "high": 0.9, "unit": "points a hand"}], "growth": [[3, 10], [6, 20]],
}  # fmt: skip


def folder() -> Path:
    """A folder for the files of a run, gone with it."""
    found = Path(tempfile.mkdtemp(prefix="cardshark-fuzz-", dir=MEMORY if MEMORY.is_dir() else None))
    atexit.register(shutil.rmtree, found, ignore_errors=True)
    return found


# ---- brains ----


def brains() -> Kind:
    """Brains of every kind and checkpoints, changed as bytes and behind their seal."""
    here = folder()
    made = [fresh_network(), RummyBrain.fresh(RummyDesign(hidden=4), 1), FalconBrain(FalconDesign(), {}, 3), *fresh_policies()]
    for number, brain in enumerate(made):
        brain.about = ABOUT
        save_brain(brain, here / f"{number}.safetensors")
    training = Training(Design(hidden="16"), Lesson(games=6, rules="falcon:limit=60", against="jake"), 3, here / "half.safetensors")
    training.checkpoint()
    files = [(here / f"{number}.safetensors").read_bytes() for number in range(len(made))]
    sealed = [read_sealed(here / f"{number}.safetensors", made[number].FORMAT) for number in range(len(made))]
    half = read_sealed(here / "half.safetensors.part", CHECKPOINT)
    place = here / "given.safetensors"

    def inside(luck: Luck) -> bytes:
        kind, about, parts = luck.choice(sealed)
        return resealed(kind, about, parts, luck)

    def checkpoint(luck: Luck) -> bytes:
        return resealed(*half, luck)

    def go_on(data: bytes) -> None:
        (here / "half.safetensors.part").write_bytes(data)
        training.resume()
        run_of.__wrapped__(here / "half.safetensors.part")  # type: ignore[attr-defined]

    def look(data: bytes) -> None:
        place.write_bytes(data)
        run_of.__wrapped__(place)  # type: ignore[attr-defined]
        brain = read(place)
        json.dumps(describe_brain(brain))
        with redirect_stdout(io.StringIO()):
            show_brain(brain)

    return Kind({
        "file": Door(lambda luck: mangled(luck.choice(files), files, luck), look),
        "inside": Door(inside, look),
        "checkpoint": Door(checkpoint, go_on),
    })  # fmt: skip


def fresh_network() -> Brain:
    """A small network for Hearts."""
    return Brain.fresh(Design(hidden="16"), hearts.PRESETS["falcon"], 1, 0.1)


def fresh_policies() -> list[Any]:
    """Small policies of both games."""
    design = PolicyDesign(width=16, blocks=1, critic=0, owners=False)
    return [fresh_brain(game, design=design) for game in (hearts, gin)]


def resealed(kind: str, about: Any, parts: dict[str, np.ndarray], luck: Luck) -> bytes:
    """A sealed file that says something else; its seal is right."""
    metadata, parts = {"format": kind, "about": changed_often(about, luck)}, dict(parts)
    if luck.random() < 0.3:
        name = luck.choice(list(parts))
        parts[name] = other_numbers(parts[name], luck)
    if luck.random() < 0.05:
        parts.pop(luck.choice(list(parts)))
    return serialized(parts, {KEY: json.dumps({**metadata, "seal": seal(metadata, parts)})})


def other_numbers(part: np.ndarray, luck: Luck) -> np.ndarray:
    """Numbers of another shape or kind, or not finite ones, or large ones."""
    found = part.copy()
    way = luck.randrange(5)
    if way == 0 or not found.size:
        return found.reshape(-1)[: luck.randrange(found.size + 1)].copy()
    if way == 1:
        return found.astype(luck.choice((np.int8, np.uint64, np.float64, np.bool_)))
    if way == 2:
        return np.zeros((0, *found.shape[1:]), found.dtype)
    worst = [np.nan, np.inf, 1e30] if found.dtype.kind == "f" else [np.iinfo(found.dtype).max, np.iinfo(found.dtype).min, 0]
    with np.errstate(over="ignore"):
        found.reshape(-1)[luck.randrange(found.size)] = np.array(luck.choice(worst)).astype(found.dtype)
    return found


# ---- records ----


def records() -> Kind:
    """Journals of duels and leagues, pieces of them, journals and records of papers, and exports."""
    here, settings = folder(), DuelSettings(deals=DEALS, rules="dutch", seed=1, record=None, on="here")
    duel("hearts", "dutch", "random", "random", deals=DEALS, seed=1, record=here / "duel", on="here")
    league("hearts", "dutch", ["random", "greedy"], deals=DEALS, seed=1, record=here / "league", on="here")
    for number in (1, 2):
        piece = DuelSettings(deals=DEALS, rules="dutch", seed=1, record=here / f"piece{number}", piece=f"{number}/2", on="here")
        play_duel_piece("hearts", "random", "random", piece)
    with KeyedJournal(here / "paper", PAPER) as journal:
        journal.put("one", {"rows": [1, 2.5, "x"]}, 0.5, MADE)
        journal.put("two", [[1, 2], [3, 4]], 0.5, MADE)
    export_play("hearts", "random", here / "export.npz", deals=1, rules="dutch")
    terms, _, header, *_ = seat_duel("hearts", "random", "random", settings)
    questions = Questions(placements(terms.seats, terms.seats_of_a), terms.matches)

    def at(data: bytes, name: str = "given") -> Path:
        (here / name).write_bytes(data)
        return here / name

    def go_on(data: bytes) -> None:
        with DealJournal(at(data), "duel", header, terms.shape) as journal:
            tally = tally_pieces(pieces_of(nobody_plays, journal, DEALS, terms.size), terms.size)
        if tally.deals:
            str(sum_up_duel(terms, Goal(None, DEALS, questions), tally, tally.deals, 1.0))

    def merged(data: bytes) -> None:
        merge_deals(read_parts([here / "piece1", at(data)]), here / "whole")

    def paper(data: bytes) -> None:
        with KeyedJournal(at(data), PAPER) as journal:
            json.dumps(dict(journal.done))

    def exported(data: bytes) -> None:
        table = open_table(at(data, "given.npz"))
        for block in table.blocks(NAMES):
            assert block

    def journal_of(name: str) -> Any:
        content = relinked(CLOCKS.sub(b'"clocks": [[0.5, 7], [0.25, 7]]', (here / name).read_bytes()))
        return lambda luck: changed_journal(content, luck)

    binary, whole = (here / "export.npz").read_bytes(), small_record(here)
    return Kind({
        "duel": Door(journal_of("duel"), go_on),
        "duel in the lab": Door(journal_of("duel"), lambda data: record_of.__wrapped__(at(data))),  # type: ignore[attr-defined]
        "league in the lab": Door(journal_of("league"), lambda data: record_of.__wrapped__(at(data))),  # type: ignore[attr-defined]
        "piece": Door(journal_of("piece2"), merged),
        "journal of a paper": Door(journal_of("paper"), paper),
        "record of a paper": Door(lambda luck: changed_record(whole, luck), lambda data: paper_record.read(at(data))),
        "export": Door(lambda luck: mangled(binary, [binary], luck), exported),
    })  # fmt: skip


PAPER = {"paper": "hearts_pomcp", "scale": 0.01, "seed": 1}
MADE = {"commit": None, "when": "2026-11-18"}
CLOCKS = re.compile(rb'"clocks": \[\[.*?\]\]')  # how long players thought differs from run to run, and inputs must not


def nobody_plays(_pieces: Sequence[Piece]) -> Iterator[PlayedPiece]:
    """What a journal lacks stays missing."""
    return iter(())


def changed_journal(content: bytes, luck: Luck) -> bytes:
    """A journal with something else in one of its lines; usually its links fit all the same."""
    lines = content.splitlines()
    place = luck.randrange(len(lines))
    if luck.random() < 0.7:
        lines[place] = as_json(changed_often(json.loads(lines[place]), luck))
        found = b"\n".join(lines) + b"\n"
    else:
        found = mangled(content, [content], luck)
    return relinked(found) if luck.random() < 0.8 else found


def small_record(here: Path) -> dict[str, Any]:
    """The beginning of a record of the lab: everything of it, but little of each."""
    found = json.loads((ROOT / "results" / "hearts_pomcp" / "record.json").read_text(encoding="utf-8"))
    found["experiments"] = [{**each, "rows": each["rows"][:2]} for each in found["experiments"][:3]]
    pieces = {**found["pieces"], "rows": found["pieces"]["rows"][:2]}
    return {**found, "pieces": pieces, "made": found["made"][:2]}


def changed_record(whole: dict[str, Any], luck: Luck) -> bytes:
    """A record that says something else, sealed anew."""
    found = changed_often({name: value for name, value in whole.items() if name != "seal"}, luck)
    text = json.dumps(found)[:-1]
    sealed = f'{text}{paper_record.SEAL}{paper_record.seal_of(text)}"\n}}\n'.encode()
    return mangled(sealed, [sealed], luck) if luck.random() < 0.2 else sealed
