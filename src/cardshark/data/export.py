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
from cardshark.data.opinions import NOTHING, policy_of, unit_of
from cardshark.data.recording import WatchedTable
from cardshark.data.schema import COUNTS, describe_numbers, difference, head
from cardshark.data.settings import ExportSettings
from cardshark.files import path_of, sweep, write_whole
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
    sources: tuple[tuple[str, str], ...] = ()  # digests of players' files
    by: str | None = None  # who says what every choice is worth; None: each player itself

    @property
    def everybody(self) -> tuple[str, ...]:
        """The players, and last who judges them."""
        return self.players if self.by is None else (*self.players, self.by)


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

    def __init__(self, terms: ExportTerms, everybody: Sequence[Player]) -> None:
        self.terms, self.players = terms, everybody[: len(terms.players)]
        self.judge = everybody[-1] if terms.by is not None else None
        self.table = WatchedTable(game_named(terms.game), terms.rules, self.players, terms.size, self.judge)

    def __reduce__(self) -> tuple[Any, ...]:
        """A worker is sent the terms alone. It makes the players from their texts, once."""
        return exporter_of, (self.terms,)

    def meaning(self) -> dict[str, Any]:
        """What the numbers in the rows mean."""
        telling = [self.judge or player for player in self.players]
        counted = {"values": [unit_of(player) for player in telling], "policy": [policy_of(player) for player in telling]}
        return {**counted, **describe_numbers(self.table.scribe.observer)}

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
    if source_digests(terms.everybody) != dict(terms.sources):
        raise UserError("a player's file is not the same here as where the export began: use a folder that all machines share")
    return Exporter(terms, seat_players(terms.everybody).players)


def parts_folder(out: Path) -> Path:
    """Where the finished pieces of a file are kept until it is written."""
    return out.with_name(f"{out.name}.parts")


class Parts(Journal):
    """The finished pieces of an export: a folder beside its file, with a journal that says which are whole."""

    def __init__(self, out: Path, settings: dict[str, Any]) -> None:
        self.folder = parts_folder(out)
        self.kept: dict[tuple[int, int], dict[str, int]] = {}  # what each piece has, by its first deal and the number of its deals
        super().__init__(self.folder / "journal.jsonl", settings)

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

    def join(self, out: Path, pieces: Sequence[Piece], meaning: dict[str, Any]) -> dict[str, Any]:
        """Write the rows of all pieces into one file, and forget the pieces. Returns what the file says of itself."""
        found = [self.kept[piece.start, piece.deals] for piece in pieces]
        about = {**self.header, **meaning, **{name: sum(counts[name] for counts in found) for name in COUNTS}}
        write_table(out, JoinedTables(about, [partial(NpzTable, self.path_of(piece)) for piece in pieces]))
        shutil.rmtree(self.folder, ignore_errors=True)
        return about


def export_play(
    game: Any, players: Named | Sequence[Named], out: str | Path, progress: Progress = ignore, on: str = "here", **settings: Any
) -> Exported:
    """Let players play, one on every seat or one for each seat, and write a row for each decision; see `ExportSettings`.

    Players are texts, or objects, which never leave this process. Work stays in this process unless a script says otherwise: on cores
    it would need `if __name__ == "__main__":`.
    """
    line_up = [players] if isinstance(players, (str, Player)) else list(players)
    return export_rows(game, line_up, path_of(out), ExportSettings(on=on, **settings), progress)  # type: ignore[arg-type]


def export_rows(game: Any, players: Sequence[Named], out: Path, settings: ExportSettings, progress: Progress = ignore) -> Exported:
    """Export as the settings say. A file that is already there is left as it is."""
    began = time.perf_counter()
    check_suffix(out)
    check_place(out)
    settings.check()
    jobs.check(settings.on, settings.workers)
    start, end = settings.span()
    terms, sitting = seat_all(game, players, settings)
    exporter = Exporter(terms, sitting.players)
    made_by = head({**describe(terms, settings), "start": start, "end": end, **dict(terms.sources)})
    if out.exists():
        found = same_export(out, made_by)
        shutil.rmtree(parts_folder(out), ignore_errors=True)  # a run that was killed in its last moment left it
        return Exported(out, found, time.perf_counter() - began, 0)
    pieces = cut_pieces(DEALS, start, end, terms.size)
    with Parts(out, made_by) as parts:
        sweep(out)
        missing = [piece for piece in pieces if not parts.has(piece)]
        played = sum(piece.deals for piece in missing)
        progress(end - start - played)
        crew = HERE if sitting.stays_here else Crew(settings.on, settings.workers)
        for piece, part in zip(missing, jobs.run(exporter.play, missing, *crew), strict=True):
            parts.keep(piece, part)
            progress(piece.deals)
        found = parts.join(out, pieces, exporter.meaning())
    return Exported(out, found, time.perf_counter() - began, played)


def seat_all(game: Any, players: Sequence[Named], settings: ExportSettings) -> tuple[ExportTerms, Sitting]:
    """Who plays what: one player on every seat, or one for each seat."""
    name, rules, seats = game_and_rules(game, settings.rules)
    if len(players) not in (1, seats):
        raise UserError(f"{seats} seats need one player for all or {seats} players, not {len(players)}")
    stream(settings.seed, DEALS)  # a seed that is none is refused here
    everybody = list(players) if settings.by is None else [*players, settings.by]
    sitting, matches = seat_players(everybody, name), settings.of_matches
    if settings.by is not None and unit_of(sitting.players[-1]) == NOTHING:
        raise UserError(f"{settings.by} has no values to write down: judge by policy, by a network or by a player who thinks ahead")
    size = min(sitting.size(matches), max(1, PIECE // MATCH_HANDS) if matches else PIECE)
    rules, sources = rules if matches else rules._replace(hands=1), tuple(source_digests(everybody).items())
    return ExportTerms(name, rules, sitting.names[: len(players)], settings.seed, size, sources, settings.by), sitting


def describe(terms: ExportTerms, settings: ExportSettings) -> dict[str, Any]:
    """What decides the rows of a file."""
    return {
        "game": terms.game, "rules": spell_rules(terms.game, terms.rules), "players": list(terms.players), "seed": terms.seed,
        "unit": "match" if settings.of_matches else "deal", "deals": settings.count,
        **({} if terms.by is None else {"by": terms.by}),
    }  # fmt: skip


def same_export(path: Path, made_by: dict[str, Any]) -> dict[str, Any]:
    """What a file that is there already says of itself. Refuses to go on if it was made by other settings."""
    found = open_table(path).about
    there = {name: value for name, value in found.items() if name in made_by or name == "by" or name.startswith("source of ")}
    name = difference(there, made_by)
    if name:
        raise UserError(
            f"{path} holds something else: {name} is {there.get(name)!r} there and {made_by.get(name)!r} here; "
            f"give the same settings, or {NEW_FILE}"
        )
    return found
