"""Tables in files: Parquet or npz, written and read in blocks of rows, so that a long one needs no more memory than a short one.

The same rows and the same head give the same bytes, however they were cut before. In an npz file the head is a text named `about`;
in a Parquet file it is the metadata `about`. Both are JSON.
"""

import importlib
import importlib.util
import json
import os
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO, Any, Protocol

import numpy as np
from numpy.lib import format as npy

from cardshark.data.schema import COLUMNS, ONE
from cardshark.files import unfinished
from cardshark.text import UserError

BLOCK = 16_384  # rows that are written at a time: a row group of Parquet
ABOUT = "about"
NAMES = [column.name for column in COLUMNS]
LEVEL = 1  # of compression: a third quicker than the usual one, and hardly larger

Block = dict[str, np.ndarray]  # some rows: an array for each column


class DataTable(Protocol):
    """Rows that can be read in blocks."""

    about: dict[str, Any]

    def blocks(self, names: Sequence[str]) -> Iterator[Block]:
        """These columns, some rows at a time."""
        ...


class MemoryTable:
    """A table in memory: one record a row."""

    def __init__(self, about: dict[str, Any], rows: np.ndarray) -> None:
        self.about, self.rows = about, rows

    def blocks(self, names: Sequence[str]) -> Iterator[Block]:
        """These columns, all at once."""
        yield {name: self.rows[name] for name in names}


class JoinedTables:
    """Several tables, one after the other."""

    def __init__(self, about: dict[str, Any], tables: Sequence[Callable[[], DataTable]]) -> None:
        self.about, self.tables = about, tables

    def blocks(self, names: Sequence[str]) -> Iterator[Block]:
        """These columns of every table; each is opened when its turn comes."""
        for table in self.tables:
            yield from table().blocks(names)


def even(blocks: Iterator[Block], size: int = BLOCK) -> Iterator[Block]:
    """The same rows in blocks of exactly `size`, except the last: so that bytes do not depend on how rows were cut."""
    waiting: list[Block] = []
    rows = 0
    for block in blocks:
        waiting.append(block)
        rows += rows_of(block)
        if rows >= size:
            whole = joined(waiting)
            for start in range(0, rows - size + 1, size):
                yield {name: column[start : start + size] for name, column in whole.items()}
            waiting, rows = [{name: column[rows - rows % size :] for name, column in whole.items()}], rows % size
    if rows:
        yield joined(waiting)


def joined(blocks: list[Block]) -> Block:
    """Blocks as one."""
    return {name: np.concatenate([block[name] for block in blocks]) for name in blocks[0]}


def rows_of(block: Block) -> int:
    """How many rows a block has."""
    return len(next(iter(block.values())))


# ---- npz ----


def write_npz(target: Path | IO[bytes], table: DataTable) -> None:
    """Write a table as npz. All columns are written in blocks, one column after the other."""
    rows = int(table.about["rows"])
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL) as whole:  # its members have no date of today
        with whole.open(f"{ABOUT}.npy", "w") as member:
            npy.write_array(member, np.array(json.dumps(table.about)), allow_pickle=False)
        for name in NAMES:
            with whole.open(f"{name}.npy", "w", force_zip64=True) as member:
                is_first = True
                for block in even(table.blocks([name])):
                    if is_first:
                        npy.write_array_header_1_0(member, header_of(block[name], rows))
                    member.write(np.ascontiguousarray(block[name]).tobytes())
                    is_first = False


def header_of(column: np.ndarray, rows: int) -> dict[str, Any]:
    """What an array of this kind says of itself when it has so many rows."""
    return {"descr": npy.dtype_to_descr(column.dtype), "fortran_order": False, "shape": (rows, *column.shape[1:])}


class NpzTable:
    """A table in an npz file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with zipfile.ZipFile(path) as whole, whole.open(f"{ABOUT}.npy") as member:
            self.about = json.loads(str(npy.read_array(member, allow_pickle=False)))

    def blocks(self, names: Sequence[str]) -> Iterator[Block]:
        """These columns, read side by side."""
        try:
            with zipfile.ZipFile(self.path) as whole, ExitStack() as opened:
                columns = {name: NpyColumn(opened.enter_context(whole.open(f"{name}.npy"))) for name in names}
                left = next(iter(columns.values())).rows
                while left > 0:
                    yield {name: column.read(min(left, BLOCK)) for name, column in columns.items()}
                    left -= BLOCK
        except Exception:  # zip, zlib and NumPy each have errors of their own for what is damaged
            raise UserError(f"{self.path} is damaged: move it away and make it again") from None


class NpyColumn:
    """One array of an npz file, read in its order."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file
        npy.read_magic(file)
        (self.rows, *self.inner), _, self.kind = npy.read_array_header_1_0(file)

    def read(self, rows: int) -> np.ndarray:
        """The next rows."""
        found = self.file.read(rows * self.kind.itemsize * int(np.prod(self.inner, initial=1)))
        return np.frombuffer(found, self.kind).reshape(rows, *self.inner)


# ---- Parquet ----


def check_polars() -> None:
    """Refuse to begin without the package that writes Parquet. It is not imported yet: its threads would forbid forks."""
    if importlib.util.find_spec("polars") is None:
        raise UserError("Parquet needs Polars: pip install 'cardshark[data]', or write a file that ends in .npz")


def polars() -> Any:
    """The package Polars, which is an extra."""
    check_polars()
    return importlib.import_module("polars")


def write_parquet(target: Path, table: DataTable) -> None:
    """Write a table as Parquet."""
    pl, plugins = polars(), importlib.import_module("polars.io.plugins")
    kinds = {"int8": pl.Int8, "int32": pl.Int32, "int64": pl.Int64, "uint64": pl.UInt64, "float32": pl.Float32}
    schema = {
        column.name: kinds[column.kind] if column.each == ONE else pl.Array(kinds[column.kind], len(table.about[column.each]))
        for column in COLUMNS
    }

    def frames(*_: Any) -> Iterator[Any]:
        for block in even(table.blocks(NAMES)):
            yield pl.DataFrame({name: np.ascontiguousarray(column) for name, column in block.items()}, schema=schema)

    source, about = plugins.register_io_source(frames, schema=schema), {ABOUT: json.dumps(table.about)}
    try:
        source.sink_parquet(target, row_group_size=BLOCK, statistics=False, metadata=about)
    except pl.exceptions.PolarsError as error:  # a full disk is one of these, too
        raise OSError(0, " ".join(str(error).split())) from None


class ParquetTable:
    """A table in a Parquet file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.about = json.loads(polars().read_parquet_metadata(path)[ABOUT])

    def blocks(self, names: Sequence[str]) -> Iterator[Block]:
        """These columns, a row group at a time."""
        rows = polars().scan_parquet(self.path, glob=False).select(names)
        try:
            for start in range(0, int(self.about["rows"]), BLOCK):
                frame = rows.slice(start, BLOCK).collect()
                yield {name: frame[name].to_numpy() for name in names}
        except Exception:  # Polars has errors of its own
            raise UserError(f"{self.path} is damaged: move it away and make it again") from None


# ---- whichever ----

WRITERS: dict[str, Callable[[Path, DataTable], None]] = {".npz": write_npz, ".parquet": write_parquet}
READERS: dict[str, Callable[[Path], DataTable]] = {".npz": NpzTable, ".parquet": ParquetTable}


def check_suffix(path: Path) -> None:
    """Refuse a file that nobody here can write."""
    if path.suffix not in WRITERS:
        raise UserError(f"{path} must end in .parquet or in .npz")
    if path.suffix == ".parquet":
        check_polars()


def check_place(path: Path) -> None:
    """Refuse a place where no file can be written."""
    if not path.parent.is_dir():
        raise UserError(f"{path} cannot be written: there is no folder {path.parent}")
    if path.is_dir():
        raise UserError(f"{path} cannot be written: it is a folder")
    if not os.access(path.parent, os.W_OK):
        raise UserError(f"{path} cannot be written: nobody may write into the folder {path.parent}")


def open_table(path: Path) -> DataTable:
    """A table in a file."""
    check_suffix(path)
    if not path.is_file():
        raise UserError(f"there is no file {path}")
    with suppress(Exception):  # Polars has errors of its own for files that are damaged
        found = READERS[path.suffix](path)
        if found.about["cardshark"] == "export":
            return found
    raise UserError(f"{path} is not an export of cardshark, or it is damaged")


def write_table(path: Path, table: DataTable) -> None:
    """Write a table into a file, whole or not at all."""
    with unfinished(path) as beside:
        WRITERS[path.suffix](beside, table)
