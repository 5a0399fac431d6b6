"""The ledger in the file of the tables: which hands are missing in it, and what it says of the others."""

import json
from typing import Any, NamedTuple

import msgspec

from cardshark.hands.hand import StandIn
from cardshark.web.ledger.entry import Decision, Entry
from cardshark.web.table.database import Database, setting
from cardshark.web.table.store import read_stand_ins
from cardshark.web.table.table import TableSettings

LISTED = ("play", "practice", "family")  # modes of tables whose hands are listed
MISSING = "not exists (select 1 from reviewed r where r.name = h.name and r.number = h.number)"


def own(joined: str = "") -> str:
    """Finished hands that count: played in earnest, and nothing was taken back. With further tables of the file joined to them."""
    return (
        f"from hands h join tables t on t.id = h.name {joined}"
        " where t.person > 0 and h.ended is not null and h.points is not null and h.undone = 0"
        f" and {setting('mode')} = 'play' and {setting('start')} is null"
    )


OWN_DECISIONS = own("join decisions d on d.name = h.name and d.number = h.number")


class HandName(NamedTuple):
    """Which hand: its table, and its number there."""

    table: str
    number: int

    def __str__(self) -> str:
        return f"{self.table}-{self.number}"


class KeptHand(NamedTuple):
    """A finished hand of somebody, and what the ledger says of it; nothing if it was not reviewed yet, or could not be."""

    hand: HandName
    settings: TableSettings
    ended: str
    points: int
    counts: bool  # in the rating
    judge: str
    deal: float | None
    luck: float | None
    play: float | None
    tags: list[str]
    stood_in: tuple[StandIn, ...] = ()


class KeptDecision(NamedTuple):
    """A decision in the ledger, and where it was made."""

    hand: HandName
    settings: TableSettings
    ended: str
    decision: Decision


def next_missing(file: Database) -> HandName | None:
    """The newest hand that counts and is not in the ledger."""
    found = file.rows(f"select h.name, h.number {own()} and {MISSING} order by h.ended desc, h.number desc limit 1")
    return HandName(*found[0]) if found else None


def count_missing(file: Database, person: int) -> int:
    """How many hands of somebody still wait for the coach."""
    return file.rows(f"select count(*) {own()} and t.person = ? and {MISSING}", person)[0][0]


def write(file: Database, hand: HandName, entry: Entry | None) -> None:
    """Keep what the coach found; without an entry, that the hand cannot be reviewed."""
    decisions, row = [], ("", "", None, None, None, "[]")
    if entry:
        decisions, row = entry.decisions, (entry.judge, entry.version, entry.deal, entry.luck, entry.play, json.dumps(entry.tags))
    with file.writing() as writing:
        writing.execute("delete from decisions where name = ? and number = ?", hand)
        writing.execute("insert or replace into reviewed values (?, ?, ?, ?, ?, ?, ?, ?)", (*hand, *row))
        writing.executemany("insert into decisions values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", [(*hand, *each) for each in decisions])


def prune(file: Database) -> None:
    """Forget what was written of hands that do not count any more: they were taken back, or deleted."""
    with file.writing() as writing:
        for table in ("reviewed", "decisions", "asked"):
            counts = f"h.name = {table}.name and h.number = {table}.number and h.ended is not null and h.undone = 0"
            writing.execute(f"delete from {table} where not exists (select 1 from hands h where {counts})")


def hands_of(file: Database, person: int) -> list[KeptHand]:
    """Every finished hand of somebody, the last first; not those of a club evening, which are several people's."""
    found = file.rows(
        "select h.name, h.number, t.settings, h.ended, h.points, h.undone, r.judge, r.deal, r.luck, r.play, r.tags,"
        " h.stood_in"
        " from hands h join tables t on t.id = h.name left join reviewed r on r.name = h.name and r.number = h.number"
        f" where t.person = ? and h.ended is not null and h.points is not null and {setting('mode')} in {LISTED}"
        " order by h.ended desc, h.number desc",
        person,
    )
    return [kept_hand(row) for row in found]


def kept_hand(row: Any) -> KeptHand:
    """A row of `hands_of`."""
    settings = msgspec.json.decode(row[2], type=TableSettings)
    counts = settings.mode == "play" and settings.start is None and not row[5]
    name, number, _, ended, points, _, judge, deal, luck, play, tags, stood_in = row
    found = json.loads(tags or "[]"), tuple(read_stand_ins(stood_in))
    return KeptHand(HandName(name, number), settings, ended, points, counts, judge or "", deal, luck, play, *found)


def decisions_of(file: Database, person: int) -> list[KeptDecision]:
    """Every decision of somebody that is in the ledger and counts, the oldest first."""
    found = file.rows(
        f"select h.name, h.number, t.settings, h.ended, d.* {OWN_DECISIONS} and t.person = ? order by h.ended, h.number, d.place", person
    )
    settings = {text: msgspec.json.decode(text, type=TableSettings) for text in {row[2] for row in found}}
    return [KeptDecision(HandName(row[0], row[1]), settings[row[2]], row[3], Decision(*row[6:])) for row in found]
