"""What programs say: whole conversations with a program that answers anything at all, over real pipes but without a process."""

import fcntl
import os
from contextlib import suppress
from typing import Any

import numpy as np

from cardshark.cards import listed
from cardshark.games import game_named, house
from cardshark.games.match import Single
from cardshark.games.views import unpack
from cardshark.players.external import engine, player
from fuzz.kind import Door, Kind
from fuzz.mutate import WORDS, Luck, insert, mangled

SECONDS = 0.01  # for an answer
PIPE = 1 << 20  # bytes that a pipe takes
BREAK = b"\x1e"  # in an input: the program waits for the next question here
ERRORS = b"\x1f"  # after it the program writes to its standard error
GREETINGS = [b"engine 2 fuzzed", b"engine 1 fuzzed", b"engine 2"]
READY = [b"ready", b"ready forced", b"ready pass-at-once forced", b"ready pass-at-once"]
ROOMS = [("hearts", "american"), ("hearts", "dutch"), ("gin", "classic")]


class Actor:
    """A program that is none: what it says was written before, a part for each time that it is asked."""

    def __init__(self, parts: list[bytes]) -> None:
        self.parts, self.pid, self.returncode = parts, 0, 0
        self.asked, self.stdin = map(os.fdopen, os.pipe(), ("rb", "wb"), (0, 0))
        self.stdout, self.says = map(os.fdopen, os.pipe(), ("rb", "wb"), (0, 0))
        self.stderr, self.shouts = map(os.fdopen, os.pipe(), ("rb", "wb"), (0, 0))
        for pipe in (self.says, self.shouts, self.asked):
            os.set_blocking(pipe.fileno(), False)
        if hasattr(fcntl, "F_SETPIPE_SZ"):  # only on Linux; elsewhere long answers are cut
            fcntl.fcntl(self.says, fcntl.F_SETPIPE_SZ, PIPE)

    def speak(self) -> None:
        """Say the next part; at the end hang up."""
        with suppress(BlockingIOError):
            os.read(self.asked.fileno(), PIPE)
        if self.says.closed:
            return
        said, _, shouted = self.parts.pop(0).partition(ERRORS) if self.parts else (b"", b"", b"")
        for pipe, data in ((self.shouts, shouted), (self.says, said)):
            with suppress(BlockingIOError):
                os.write(pipe.fileno(), data)
        if not self.parts:
            self.says.close()

    def poll(self) -> int | None:
        """Has it ended?"""
        return 0 if self.says.closed else None

    def wait(self, timeout: float | None = None) -> int:
        """It ends as soon as somebody waits for that."""
        return 0

    def terminate(self) -> None:
        """End."""

    def close(self) -> None:
        """Let the pipes go that nobody else does."""
        for pipe in (self.asked, self.says, self.shouts):
            pipe.close()


class Played(engine.Engine):
    """An engine whose program is an actor; it speaks as soon as all of a question is written."""

    def send(self, unsent: bytes) -> bytes:
        """Write a question."""
        left = super().send(unsent)
        if not left:
            self.process.speak()  # type: ignore[attr-defined]
        return left


class Table:
    """A table of one game, at which a program is asked: its first decisions, and some in the middle of a hand."""

    def __init__(self, name: str, rules: str) -> None:
        self.game = game_named(name)
        self.rules = house.parse(self.game.PRESETS, rules)
        match = Single(self.game, self.rules, 7, 7)
        self.views: list[np.ndarray] = []
        self.words: list[list[bytes]] = []  # the names of the legal choices
        for number in range(24):
            legal = int(match.view().legal)
            if number in (0, 1, 3, 23):
                self.views.append(match.views.copy())
                self.words.append([word.encode() for word in self.game.text.words(unpack(match.views)[0])])
            match.choose(listed(legal)[0])


class Stage(Kind):
    """Where conversations are played."""

    def __init__(self) -> None:
        super().__init__({"conversation": Door(self.conversation, self.talk)})
        self.tables = [Table(*room) for room in ROOMS]
        self.actor: Actor | None = None
        self.parts: list[bytes] = []
        player.start, player.Engine, player.START_SECONDS = self.start, Played, SECONDS  # in this process no program is ever started

    def start(self, _name: str, _command: list[str], _folder: str) -> Any:
        """The actor of this conversation."""
        self.actor = Actor(self.parts)
        return self.actor

    def conversation(self, luck: Luck) -> bytes:
        """All that a program says: a greeting, how it wants to be asked, and answers; something in it is wrong."""
        place = luck.randrange(len(self.tables))
        said = [luck.choice(GREETINGS), luck.choice(READY)]
        for words in self.tables[place].words:
            said.append(b" ".join(luck.sample(words, min(len(words), luck.choice((1, 1, 1, 1, 1, 1, 3, 2))))))
        lines = [each + b"\n" for each in said]
        for _ in range(luck.choice((0, 1, 1, 1, 2))):
            one = luck.randrange(len(lines))
            lines[one] = luck.choice((mangled(lines[one], lines, luck), insert(lines[one], luck), luck.choice(WORDS) + b"\n"))
        if luck.random() < 0.1:
            lines[luck.randrange(len(lines))] += ERRORS + luck.choice(WORDS) * 3
        if luck.random() < 0.02:
            lines.insert(luck.randrange(len(lines)), b"# a remark\n" * luck.choice((1, 1_000, 100_000)))
        return bytes([place]) + BREAK.join(lines)

    def talk(self, data: bytes) -> None:
        """Ask a program that says all this. Whatever is taken for a choice must be a legal one."""
        table, self.parts = self.tables[data[0] % len(self.tables)], data[1:].split(BREAK)
        asked = player.Program("./fuzzed", seconds=SECONDS)
        try:
            asked.sit(table.game, table.rules)
            asked.begin(np.zeros(1, np.uint32))
            for views in table.views:
                choices = np.zeros(1, np.int8)
                asked.choose(views, choices)
                assert int(views["legal"][0]) >> int(choices[0]) & 1, "this is no legal choice"
        finally:
            if asked.engine:
                asked.engine.end_at_once()
            if self.actor:
                self.actor.close()
