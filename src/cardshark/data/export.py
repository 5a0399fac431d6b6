"""Players play, and everything that they see, choose and think becomes a table in a file.

The deals are cut into pieces that do not depend on each other. Every finished piece is kept in a folder beside the file (`FILE.parts`),
so a run that is interrupted, even by kill -9, goes on where it was. In the end all pieces are joined. The file depends on the settings
and the seed alone: the same bytes on one core, on many, on a cluster, and after any interruption.
"""

import io
import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cardshark.arena import jobs
from cardshark.arena.jobs import HERE, Crew
from cardshark.arena.placing import MATCH_HANDS, Named, Sitting, game_and_rules, seat_players, source_digests, spell_rules
from cardshark.arena.records import Piece, Progress, cut_pieces, ignore
from cardshark.chance import stream
from cardshark.data.formats import JoinedTables, MemoryTable, NpzTable, check_place, check_suffix, open_table, write_npz, write_table
from cardshark.data.opinions import policy_of, unit_of
from cardshark.data.recording import WatchedTable
from cardshark.data.schema import COUNTS, about_game, head, without_counts
from cardshark.data.settings import ExportSettings
from cardshark.files import sweep, write_whole
from cardshark.games import game_named
from cardshark.journal import NEW_FILE, Journal
from cardshark.players.player import Player
from cardshark.text import UserError

PIECE = 256  # deals in play at a time, at most: about twelve megabytes of rows
DEALS = "deal"


@dataclass(frozen=True)
class ExportTerms:
    """Everything that decides what happens on a deal: all that a worker must know."""

    game: str
    rules: Any
    players: tuple[str, ...]
    seed: int
    size: int  # deals in play at a time; it changes nothing on a deal


class PlayedPart(NamedTuple):
    """A finished piece: its rows as an npz file, and how many there are."""

    content: bytes
    rows: int
    valued: int  # rows with an opinion about at least one choice


class Exported(NamedTuple):
    """What an export has written."""

    path: Path
    about: dict[str, Any]
    seconds: float
    played: int  # deals of this run; those of earlier runs were kept

    @property
    def rows(self) -> int:
        """How many decisions the file has."""
        return self.about["rows"]

    @property
    def valued(self) -> int:
        """How many of them have values."""
        return self.about["valued"]


class Exporter:
    """The table of a worker, at which piece after piece is played."""

    def __init__(self, terms: ExportTerms, players: Sequence[Player]) -> None:
        self.terms = terms
        self.table = WatchedTable(game_named(terms.game), terms.rules, players, terms.size)

    def __reduce__(self) -> tuple[Any, ...]:
        """A worker is sent the terms alone. It makes the players from their texts, once."""
        return exporter_of, (self.terms,)

    def play(self, piece: Piece) -> PlayedPart:
        """Play a piece."""
        rows = self.table.play(self.terms.seed, piece.start, piece.deals)
        valued = int((~np.isnan(rows["values"])).any(axis=1).sum())
        content = io.BytesIO()
        write_npz(content, MemoryTable({"rows": len(rows)}, rows))
        return PlayedPart(content.getvalue(), len(rows), valued)


@lru_cache(1)
def exporter_of(terms: ExportTerms) -> Exporter:
    """The table of a worker, kept from piece to piece."""
    return Exporter(terms, seat_players(terms.players).players)


def parts_folder(out: Path) -> Path:
    """Where the finished pieces of a file are kept until it is written."""
    return out.with_name(f"{out.name}.parts")


class Parts(Journal):
    """The finished pieces of an export: a folder beside its file, with a journal that says which are whole."""

    def __init__(self, out: Path, about: dict[str, Any]) -> None:
        self.folder = parts_folder(out)
        self.kept: dict[tuple[int, int], dict[str, int]] = {}  # what each piece has, by its first deal and the number of its deals
        super().__init__(self.folder / "journal.jsonl", about)

    def take(self, line: dict[str, Any]) -> None:
        """A piece that was played before."""
        self.kept[line["start"], line["deals"]] = {name: int(line[name]) for name in COUNTS}

    def path_of(self, piece: Piece) -> Path:
        """Where the rows of a piece are kept."""
        return self.folder / f"{piece.start}+{piece.deals}.npz"

    def has(self, piece: Piece) -> bool:
        """Was this piece finished?"""
        return (piece.start, piece.deals) in self.kept and self.path_of(piece).exists()

    def keep(self, piece: Piece, part: PlayedPart) -> None:
        """Keep one more piece; it is safely on disk when this returns."""
        write_whole(self.path_of(piece), part.content)
        line = {"start": piece.start, "deals": piece.deals, "rows": part.rows, "valued": part.valued}
        self.write(line)
        self.take(line)

    def join(self, out: Path, pieces: Sequence[Piece]) -> dict[str, Any]:
        """Write the rows of all pieces into one file, and forget the pieces. Returns the head of the file."""
        found = [self.kept[piece.start, piece.deals] for piece in pieces]
        about = {**self.header, **{name: sum(counts[name] for counts in found) for name in COUNTS}}
        write_table(out, JoinedTables(about, [partial(NpzTable, self.path_of(piece)) for piece in pieces]))
        shutil.rmtree(self.folder, ignore_errors=True)
        return about


def export_play(
    game: Any, players: Sequence[Named], out: str | Path, progress: Progress = ignore, on: str = "here", **settings: Any
) -> Exported:
    """Let players play, one on every seat or one for each seat, and write a row for each decision; see `ExportSettings`.

    Players are texts, or objects, which never leave this process. Work stays in this process unless a script says otherwise: on cores
    it would need `if __name__ == "__main__":`.
    """
    return export_rows(game, players, Path(out), ExportSettings(on=on, **settings), progress)


def export_rows(game: Any, players: Sequence[Named], out: Path, settings: ExportSettings, progress: Progress = ignore) -> Exported:
    """Export as the settings say. A file that is already there is left as it is."""
    began = time.perf_counter()
    check_suffix(out)
    check_place(out)
    settings.check()
    jobs.check(settings.on, settings.workers)
    first, last = settings.span()
    terms, sitting = seat_all(game, players, settings)
    exporter = Exporter(terms, sitting.players)
    about = head({**describe(terms, exporter, sitting, settings), "first": first, "last": last, **source_digests(players)})
    if out.exists():
        found = same_export(out, about)
        shutil.rmtree(parts_folder(out), ignore_errors=True)  # a run that was killed in its last moment left it
        return Exported(out, found, time.perf_counter() - began, 0)
    pieces = cut_pieces(DEALS, first, last, terms.size)
    with Parts(out, about) as parts:
        sweep(out)
        missing = [piece for piece in pieces if not parts.has(piece)]
        played = sum(piece.deals for piece in missing)
        progress(last - first - played)
        crew = HERE if sitting.stays_here else Crew(settings.on, settings.workers)
        for piece, part in zip(missing, jobs.run(exporter.play, missing, *crew), strict=True):
            parts.keep(piece, part)
            progress(piece.deals)
        found = parts.join(out, pieces)
    return Exported(out, found, time.perf_counter() - began, played)


def seat_all(game: Any, players: Sequence[Named], settings: ExportSettings) -> tuple[ExportTerms, Sitting]:
    """Who plays what: one player on every seat, or one for each seat."""
    name, rules, seats = game_and_rules(game, settings.rules)
    if len(players) not in (1, seats):
        raise UserError(f"{seats} seats need one player for all or {seats} players, not {len(players)}")
    stream(settings.seed, DEALS)  # a seed that is none is refused here
    sitting = seat_players(players, name)
    size = min(sitting.size(settings.of_matches), max(1, PIECE // MATCH_HANDS) if settings.of_matches else PIECE)
    return ExportTerms(name, rules if settings.of_matches else rules._replace(hands=1), sitting.names, settings.seed, size), sitting


def describe(terms: ExportTerms, exporter: Exporter, sitting: Sitting, settings: ExportSettings) -> dict[str, Any]:
    """What a file says of its play."""
    return {
        "game": terms.game, "rules": spell_rules(terms.game, terms.rules), "players": list(terms.players), "seed": terms.seed,
        "unit": "match" if settings.of_matches else "deal", "deals": settings.count,
        "values": [unit_of(player) for player in sitting.players], "policy": [policy_of(player) for player in sitting.players],
        **about_game(exporter.table.scribe.observer),
    }  # fmt: skip


def same_export(path: Path, about: dict[str, Any]) -> dict[str, Any]:
    """The head of a file that is there already. Refuses to go on if it was made by other settings."""
    found = open_table(path).about
    there = without_counts(found)
    names = [name for name in {**about, **there} if about.get(name) != there.get(name)]
    if names:
        differences = ", ".join(f"{name} is {there.get(name)!r} there and {about.get(name)!r} here" for name in names)
        raise UserError(f"{path} holds something else: {differences}; give the same settings, or {NEW_FILE}")
    return found
