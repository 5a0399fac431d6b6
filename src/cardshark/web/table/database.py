"""The SQLite file of the tables: whose it is, of which version, and how it is read and written.

It is in WAL mode with `synchronous=NORMAL`: what is committed survives the end of the process, however sudden; only a power cut could
take the last cards, and never damages the file. To wait for the disk at every card would cost more than the cards are worth.
"""

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

from cardshark.players.external.engine import close_to_programs
from cardshark.text import UserError

FIRST = """
create table people (id integer primary key, made text not null);
create table cookies (hash text primary key, person integer not null references people);
create table tables (
    id text primary key, person integer not null references people, settings text not null, coach text not null default 'off',
    made text not null, closed integer not null default 0
);
create index tables_of on tables (person, closed);
create table hands (
    name text not null references tables, number integer not null, secret blob not null, undone integer not null default 0,
    ended text, points integer, scores text, totals text, primary key (name, number)
) without rowid;
create table choices (
    name text not null, hand integer not null, place integer not null, choice integer not null, primary key (name, hand, place)
) without rowid;
"""

DAILY = """
create table daily (
    person integer not null references people, day text not null, deal integer not null, name text not null references tables,
    primary key (person, day, deal)
) without rowid;
create table daily_bots (
    day text not null, player text not null, mind text not null, deal integer not null, part integer not null, points text not null,
    primary key (day, player, mind, deal, part)
) without rowid;
"""

CLUB = """
create table club (name text primary key, person integer not null references people, made text not null, settings text not null);
create table club_boards (
    evening text not null references club, board integer not null, entrant integer not null, name text references tables, points integer,
    primary key (evening, board, entrant)
) without rowid;
"""

FAMILY = """
create table guests (hash text primary key, seat integer not null unique, name text not null, face text not null);
create table early (
    name text not null, hand integer not null, seat integer not null, cards text not null, primary key (name, hand, seat)
) without rowid;
"""

LEDGER = """
create table reviewed (
    name text not null, number integer not null, judge text not null, version text not null, deal real, luck real, play real,
    tags text not null, primary key (name, number)
) without rowid;
create table decisions (
    name text not null, number integer not null, place integer not null, phase text not null, chosen text not null, best text not null,
    cost real not null, low real not null, high real not null, verdict text not null, kind text not null,
    primary key (name, number, place)
) without rowid;
create table asked (
    name text not null, number integer not null, place integer not null, step integer not null default 0, due text not null,
    state text not null default 'waiting', checked text not null default '', answer text not null default '',
    last text not null default '', found integer not null default 0,
    primary key (name, number, place)
) without rowid;
create table imported (
    id text not null, person integer not null references people, played text not null, ended text not null, points integer not null,
    primary key (person, id)
) without rowid;
"""

# What each version of the file adds to the one before: a file of an older cardshark takes the steps that it lacks.
NO_COOKIES = "drop table cookies;"  # they end with the server now
JOINED = "alter table hands add column joined text;"  # what people gave to the deal: promises and words
STOOD_IN = "alter table hands add column stood_in text;"  # who chose for players that could not go on

STEPS = (FIRST, DAILY, CLUB, FAMILY, LEDGER, NO_COOKIES, JOINED, STOOD_IN)
VERSION = len(STEPS)


def home() -> Path:
    """The folder of the tables."""
    if os.environ.get("CARDSHARK_HOME"):
        return Path(os.environ["CARDSHARK_HOME"]).expanduser()
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "cardshark"


class NotKept(UserError):
    """The disk is full, or does not do what it should: what was to be kept is not kept, and not done either."""


def is_busy(error: sqlite3.OperationalError) -> bool:
    """Does another server write just now?"""
    return error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def setting(name: str, settings: str = "t.settings") -> str:
    """A setting of a table, for SQL. Settings that are no JSON any more have none; SQLite alone would fail, whosever table it is."""
    return f"case when json_valid({settings}) then json_extract({settings}, '$.{name}') end"


class Database:
    """The file; its methods may be called from any thread."""

    def __init__(self, path: Path) -> None:
        self.path, self.lock = path, threading.Lock()
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.touch(0o600)
            path.chmod(0o600)  # secrets of hands that are being played: nobody else on this machine may read them
            for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):  # nor a program that sits at one of the tables
                close_to_programs(path.with_name(name))
            self.connection = sqlite3.connect(path, check_same_thread=False, timeout=5, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise UserError(f"{path} cannot be opened ({error}): set CARDSHARK_HOME to a folder that you may write into") from None
        try:
            self.prepare()
        except (sqlite3.Error, UserError) as error:
            self.connection.close()
            if isinstance(error, UserError):
                raise
            raise UserError(f"{path} cannot be read ({error}): move it away, or set CARDSHARK_HOME to another folder") from None

    def prepare(self) -> None:
        """Check whose file this is, and of which version, before anything is written into it."""
        (version,) = self.connection.execute("pragma user_version").fetchone()
        (tables,) = self.connection.execute("select count(*) from sqlite_master").fetchone()
        if version > VERSION:
            raise UserError(
                f"{self.path} was written by a later cardshark (version {version} of the file, this one knows {VERSION}): "
                "update cardshark, or set CARDSHARK_HOME to another folder"
            )
        if tables and not version:
            raise UserError(f"{self.path} is not a file of cardshark: move it away, or set CARDSHARK_HOME to another folder")
        if version and self.connection.execute("pragma quick_check").fetchone()[0] != "ok":
            raise sqlite3.DatabaseError("it is damaged")
        self.connection.execute("pragma journal_mode = wal")
        self.connection.execute("pragma synchronous = normal")
        if version < VERSION:
            self.grow()

    def grow(self) -> None:
        """Take the steps to this version; all of them or none, and once if two servers begin together."""
        with self.writing():
            (version,) = self.connection.execute("pragma user_version").fetchone()
            for step in STEPS[version:]:
                for statement in filter(str.strip, step.split(";")):
                    self.connection.execute(statement)
            self.connection.execute(f"pragma user_version = {VERSION}")

    @contextmanager
    def transaction(self, begin: str) -> Iterator[sqlite3.Connection]:
        """All of it or nothing."""
        with self.lock:
            try:
                self.connection.execute(begin)
                yield self.connection
                self.connection.execute("commit")
            except BaseException as error:
                if self.connection.in_transaction:  # SQLite may have taken everything back itself
                    with suppress(sqlite3.OperationalError):  # a disk that is broken: it is taken back when the file is opened again
                        self.connection.execute("rollback")
                if isinstance(error, sqlite3.OperationalError) and not is_busy(error):
                    raise NotKept(f"the file of the tables cannot be written: {error}") from None  # guests hear it: no path
                raise

    def writing(self) -> AbstractContextManager[sqlite3.Connection]:
        """From now on no other server writes."""
        return self.transaction("begin immediate")

    def reading(self) -> AbstractContextManager[sqlite3.Connection]:
        """Everything as it stands at one moment, whatever another server writes meanwhile."""
        return self.transaction("begin")

    def rows(self, question: str, *values: Any) -> list[Any]:
        """What the file answers."""
        with self.lock:
            return self.connection.execute(question, values).fetchall()

    def close(self) -> None:
        """Let the file go."""
        with self.lock:
            self.connection.close()
