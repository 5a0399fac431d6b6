"""Messages to the server: an open page of the owner, of a guest, or of somebody on the network says anything at all.

Each is answered, and the page stays open.
"""

import asyncio
import itertools
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cardshark.coach import judges, review
from cardshark.hands import link
from cardshark.hands.seal import promise_of
from cardshark.text import UserError
from cardshark.web import hall as hall_module
from cardshark.web.entry.consent import Consent
from cardshark.web.entry.keys import Browser
from cardshark.web.errands import Errands
from cardshark.web.family.party import Party
from cardshark.web.family.seating import Plan
from cardshark.web.family.visit import GuestVisit
from cardshark.web.hall import Hall
from cardshark.web.line import Allowance
from cardshark.web.mistakes import second
from cardshark.web.table import coaching
from cardshark.web.table import store as store_module
from cardshark.web.table.store import Store
from cardshark.web.visit import Visit
from fuzz.files import folder
from fuzz.kind import Door, Input, Kind, check_sentence
from fuzz.mutate import Luck, as_json, changed_often, flip, mangled, same_kind
from helpers.played import random_hand

FEW = 2  # deals that the coach imagines
NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)
SEQ, CHOICE, TABLE = b'"the number of the state"', b'"a legal choice"', b'"the table"'  # put in when a message is said
CODE = "fuzz"  # of the invitation to the family table
DUTCH = "dutch:hands=1"
WORD = "07" * 16  # of whoever is asked for one
BEFORE = [  # what was done before: tables of both games, one that is watched, and one that was played to its end
    {"do": "create", "game": "hearts", "rules": "american", "seats": ["you", "random", "greedy", "jake"], "mode": "practice",
    "coach": "full"},
    {"do": "create", "game": "gin", "rules": "classic", "seats": ["you", "random"], "mode": "play"},
    {"do": "create", "game": "hearts", "rules": "american", "seats": ["random"] * 4, "mode": "watch"},
    {"do": "create", "game": "hearts", "rules": DUTCH, "seats": ["you", "random", "random", "random"], "mode": "play"},
]  # fmt: skip


def quick_judge(game: Any, rules: Any) -> Any:
    """A coach who thinks little: what it thinks is not what is tried here."""
    return judges.judge(game, rules, FEW, judges.coach_of(game.NAME).STAND_IN)


HERE = {"table": json.loads(TABLE), "seq": json.loads(SEQ)}
NETWORK: list[dict[str, Any]] = [  # what somebody on the network may say
    {"do": "arrive", "ask": 1, "code": CODE}, {"do": "askin", "ask": 2, "code": CODE, "name": "Zoe", "face": "guest2"},
    {"do": "choose", "ask": 3, **HERE, "choice": json.loads(CHOICE)}, {"do": "pass", "ask": 4, **HERE, "cards": ["2C", "3C", "4C"]},
    {"do": "claim", "ask": 5, "table": HERE["table"]}, {"do": "next", "ask": 6, "table": HERE["table"]},
    {"do": "gesture", "ask": 7, "gesture": "well_played"}, {"do": "leave", "ask": 8, "table": HERE["table"]},
    {"do": "promise", "ask": 9, "table": HERE["table"], "seal": "0" * 64, "promise": "1" * 64},
    {"do": "sayword", "ask": 10, "table": HERE["table"], "seal": "0" * 64, "word": "2" * 32},
]  # fmt: skip
COLUMNS: list[Any] = [
    None, "", "x" * 400, -1, 0, 7, 10**15, -(2**63), 1.5, 1e308, b"", b"\xff\xfe\0", b"\7" * 31, "null", "[]", "{}", "NaN", '{"game":5}',
    "2026-13-77", "\0", "[1,2]", '["x"]',
]  # fmt: skip


class NoSocket:
    """A socket that nobody reads: what is sent waits in the line."""

    async def close(self, code: int) -> None:
        """The page did not read what it was told."""


class Reported(Hall):
    """A hall that does not print its errors, but keeps them."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.errors: list[BaseException] = []
        self.clock = lambda: NOW
        self.consent = Consent(lambda text: None)

    def report(self, error: BaseException | None) -> None:
        """An error that nobody expected."""
        if error:
            self.errors.append(error)


def counted(before: str = "") -> Callable[[int], str]:
    """Names of tables that are the same in every run."""
    numbers = itertools.count(1)
    return lambda _size: f"{before}{next(numbers):0{12 - len(before)}x}"


class Open(Kind):
    """Pages of a server. Every block of messages finds the same tables."""

    block = 200

    def __init__(self) -> None:
        super().__init__({
            "owner": Door(lambda luck: self.message(self.seeds, luck), self.nobody),
            "guest": Door(lambda luck: self.message(self.seeds, luck), self.nobody),
            "network": Door(lambda luck: self.message(NETWORK, luck), self.nobody),
        })  # fmt: skip
        self.here, self.loop, self.hall = folder(), asyncio.new_event_loop(), None
        coaching.judge = second.judge = review.judge_of = quick_judge  # type: ignore[assignment]
        Errands.run = lambda self, room, what: None  # type: ignore[method-assign]: bots that play the deals of a day
        hall_module.new_secret = lambda: b"\7" * 32
        self.reviews: dict[Any, dict[str, Any]] = {}  # kept from block to block, because they take long
        self.prepare()
        self.seeds = seeds(self.names)

    # ---- the server ----

    def prepare(self) -> None:
        """Play what was played before, and keep the file."""
        store_module.secrets.token_hex = counted()  # type: ignore[assignment]
        self.open_hall(self.here / "first.sqlite")
        for command in BEFORE:
            self.say("owner", as_json(command))
        self.names = [table.table for table in reversed(self.hall.store.open_tables(self.hall.owner))]
        while self.states["owner"].get("phase") != "over":
            self.say("owner", b'{"do":"choose","table":%s,"seq":%s,"choice":%s}' % (TABLE, SEQ, CHOICE))
        self.shut()
        self.file = (self.here / "first.sqlite").read_bytes()

    def open_hall(self, path: Path) -> None:
        """A server with two open pages."""
        self.hall = Reported(Store(path))
        self.hall.reviews = self.reviews
        asyncio.set_event_loop(self.loop)
        self.states: dict[str, dict[str, Any]] = {name: {} for name in self.doors}  # the last that each page has seen
        people = {"owner": self.hall.owner, "guest": self.hall.store.new_person()}
        self.visits: dict[str, Any] = {
            name: Visit(self.hall, NoSocket(), Browser(number, person, NOW, "fuzz"))  # type: ignore[arg-type]
            for number, (name, person) in enumerate(people.items())
        }
        self.party = Party(self.hall, Plan("hearts", "dutch"), lambda text: None)
        self.party.code, self.party.open, self.party.loop, self.hall.guests = CODE, True, self.loop, self.party
        self.visits["network"] = GuestVisit(self.party, NoSocket(), "token", "127.0.0.1", Allowance(1e9, 1e9))  # type: ignore[arg-type]

    def welcome(self, dealt: bool) -> None:
        """Somebody on the network takes a seat at the family table, and perhaps the cards are dealt."""
        self.say("network", as_json(NETWORK[1]))
        guest = self.party.seating.guest_of("token")
        assert guest
        self.say("owner", as_json({"do": "letin", "guest": guest.id, "yes": True}))
        if dealt:
            self.say("owner", b'{"do":"deal"}')

    def begin(self, luck: Luck) -> None:
        """The same tables again, in every second block in a file that is damaged."""
        self.shut()
        store_module.secrets.token_hex = counted("f")  # type: ignore[assignment]
        path = self.here / "now.sqlite"
        self.put(path)
        if luck.random() < 0.5:
            damage(path, luck)
        try:
            self.open_hall(path)
        except UserError as refused:
            check_sentence(refused)
            self.put(path)
            self.open_hall(path)
        if luck.random() < 0.7:
            self.welcome(luck.random() < 0.7)

    def put(self, path: Path) -> None:
        """The file as it was."""
        for each in path.parent.glob(f"{path.name}*"):
            each.unlink()
        path.write_bytes(self.file)

    def shut(self) -> None:
        """End the server."""
        if self.hall:
            self.loop.run_until_complete(self.hall.close())
            self.hall = None

    def close(self) -> None:
        """No more messages come."""
        self.shut()

    # ---- messages ----

    def message(self, commands: list[dict[str, Any]], luck: Luck) -> bytes:
        """A command with something wrong in it, rarely with nothing."""
        command, other = luck.choice(commands), luck.choice(commands)
        way = luck.random()
        if way < 0.1:
            return as_json(command)
        if way < 0.6:
            return as_json(same_kind(command if luck.random() < 0.7 else same_kind(command, luck), luck))
        return as_json(changed_often(command, luck)) if way < 0.85 else mangled(as_json(command), [as_json(other)], luck)

    def nobody(self, _data: bytes) -> None:
        """Messages are said on a page: see `read`."""

    def read(self, given: Input) -> bool:
        """Say it, and look at the answers."""
        answers = self.say(given.door, given.data)
        assert self.hall
        if self.hall.errors:
            raise self.hall.errors.pop(0)
        if not answers and given.door != "network":  # a guest who leaves is told nothing
            raise AssertionError("there was no answer")
        if self.visits[given.door].slow:
            raise AssertionError("the page was sent away")
        return all(each["say"] != "trouble" for each in answers)

    def say(self, who: str, data: bytes) -> list[dict[str, Any]]:
        """Say something on a page, and hear everything until it is done."""
        state = self.states[who]
        legal, table = state.get("legal") or ["2C"], state.get("table", "")
        data = data.replace(SEQ, b"%d" % state.get("seq", 0)).replace(CHOICE, json.dumps(legal[0]).encode())
        data = data.replace(TABLE, json.dumps(table).encode())
        answers = self.loop.run_until_complete(self.heard(who, data))
        for sealing in [each for each in answers if each["say"] == "sealing"][-1:]:
            answers += self.join(who, sealing)
        return answers

    def join(self, who: str, sealing: dict[str, Any]) -> list[dict[str, Any]]:
        """Give a deal the word that it waits for: first its promise, then the word."""
        deal = {"table": sealing["table"], "seal": sealing["seal"]}
        if sealing["step"] == "promises":
            return self.say(who, as_json({"do": "promise", "promise": promise_of(WORD), **deal}))
        return self.say(who, as_json({"do": "sayword", "word": WORD, **deal}))

    async def heard(self, who: str, data: bytes) -> list[dict[str, Any]]:
        """All that a page is told until its command is carried out."""
        visit = self.visits[who]
        await visit.hear(data)
        while who != "network" and (visit.waiting or visit.tasks):
            await asyncio.wait({*visit.waiting, *visit.tasks})
        found = []
        while not visit.unsent.empty():
            found.append(json.loads(visit.unsent.get_nowait()))
            if found[-1]["say"] == "state":
                self.states[who] = found[-1]
        return found


def damage(path: Path, luck: Luck) -> None:
    """Something else stands in some columns of a file of tables, or in some of its bytes."""
    if luck.random() < 0.2:
        content = path.read_bytes()
        path.write_bytes(content[:100] + flip(flip(content[100:], luck), luck))
        return
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        tables = [name for (name,) in file.execute("select name from sqlite_master where type = 'table' order by name")]
        filled = [name for name in tables if file.execute(f"select count(*) from {name}").fetchone()[0]]
        for _ in range(luck.choice((1, 1, 2))):
            table = luck.choice(filled)
            column = luck.choice([row[1] for row in file.execute(f"pragma table_info({table})")])
            ((old,),) = luck.choices(file.execute(f"select distinct {column} from {table} order by 1").fetchall())
            value = luck.choice(COLUMNS)
            if isinstance(old, str) and old[:1] in ("[", "{") and luck.random() < 0.6:
                value = as_json(changed_often(json.loads(old), luck)).decode()
            with suppress(sqlite3.Error):  # a column that must be unique, or may not be empty
                file.execute(f"update {table} set {column} = ? where {column} is ?", (value, old))


def seeds(tables: list[str]) -> list[dict[str, Any]]:
    """Commands that make sense: some at each table, and every question of every page."""
    code = link.encode(random_hand("gin", "eaai:max_turns=20", 3))
    ended = f"{tables[-1]}-0"
    seq, choice = json.loads(SEQ), json.loads(CHOICE)
    at_tables = [
        command
        for name in tables
        for command in (
            {"do": "hello", "table": name}, {"do": "choose", "table": name, "seq": seq, "choice": choice, "sure": True},
            {"do": "pass", "table": name, "seq": seq, "cards": ["2C", "3C", "4C"], "sure": False}, {"do": "undo", "table": name},
            {"do": "promise", "table": name, "seal": "0" * 64, "promise": promise_of(WORD)},
            {"do": "sayword", "table": name, "seal": "0" * 64, "word": WORD},
            {"do": "next", "table": name}, {"do": "claim", "table": name}, {"do": "think", "table": name, "longer": False, "cards": ["AS"]},
            {"do": "advise", "table": name, "coach": "nudge"}, {"do": "leave", "table": name}, {"do": "bin", "table": name},
            {"do": "reopen", "table": name}, {"do": "pace", "table": name, "speed": 8.0, "paused": True, "step": False, "open": True},
            {"do": "age", "table": name, "player": "network:brain=owl"}, {"do": "lesson", "table": name, "seq": 1},
        )
    ]  # fmt: skip
    others = [
        *BEFORE, {"do": "hello", "table": ""}, {"do": "today"}, {"do": "consent", "number": "123456"}, {"do": "learn", "anew": True},
        {"do": "review", "hand": ended, "link": "", "seat": 0}, {"do": "review", "hand": "", "link": code, "seat": -1},
        {"do": "again", "hand": ended, "decision": 3, "fresh": True}, {"do": "again", "link": code, "decision": 1, "fresh": False},
        {"do": "daily", "day": "2026-11-18"}, {"do": "playdaily", "day": "2026-11-18"}, {"do": "club", "evening": ""},
        {"do": "openclub", "entrants": [{"name": "Ann"}, {"name": "Bob"}], "others": ["jake", "jake", "jake"], "boards": 8},
        {"do": "playclub", "evening": "x"}, {"do": "figures", "since": "quarter", "group": ""},
        {"do": "hands", "text": "x", "game": "hearts", "opponent": "jake", "since": "all", "wrong": True, "kind": "", "most": 20},
        {"do": "mistakes"}, {"do": "answermistake", "hand": ended, "place": 3, "choice": "2C"},
        {"do": "hintmistake", "hand": ended, "place": 3}, {"do": "skipmistake", "hand": ended, "place": 3},
        {"do": "askagain", "hand": ended, "place": 3},
        {"do": "rules", "game": "hearts", "rules": "american:limit=50", "player": "montecarlo:deals=5", "more": True},
        {"do": "host", "name": "Ann", "face": "you"}, {"do": "arrange", "game": "gin", "rules": "eaai"},
        {"do": "letin", "guest": "x", "yes": True}, {"do": "freeseat", "seat": 1}, {"do": "doors", "open": True, "new": False},
        {"do": "rearrange"}, {"do": "deal"},
        {"do": "gesture", "gesture": "well_played"}, {"do": "create", "challenge": "jake"},
        {"do": "removeimported"},
    ]  # fmt: skip
    return [{"ask": number, **command} for number, command in enumerate(others + at_tables, 1)]
