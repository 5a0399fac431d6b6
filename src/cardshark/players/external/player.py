"""The player that is a program: its options, what it agrees on with the program, and how it asks.

Every question holds the whole position, so one process serves all games of a player.
"""

import re
import shlex
from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial
from math import inf
from typing import Any

from cardshark.cards import listed
from cardshark.games.plug import Game
from cardshark.players.external.engine import Engine, start
from cardshark.players.external.question import WISHES, MadeAtOnce, Manners, Question, in_a_row
from cardshark.players.player import CHUNK, Choices, IllegalChoice, Player, Rows, Views, unpack
from cardshark.text import UserError, choice, convert, read_options, shown

GREETING = "cardshark 1"  # programs of version 1 may insist on it; those of version 2 are known by their answer
VERSIONS = ("1", "2")
SECONDS = 10.0  # for a decision, where nobody says otherwise
START_SECONDS = 10.0  # for a program to start and to get ready for a game, at least

EXEC = re.compile(r"exec(?:\[(.*?)\])?:(.*)", re.DOTALL)


class Errors(IntEnum):
    """What happens to the standard error of a program."""

    HIDE = 0
    SHOW = 1


OPTIONS = {"seconds": float, "trace": str, "folder": str, "errors": Errors}


def program(text: str, seconds: float = SECONDS) -> "Program":
    """The player that `exec:COMMAND` or `exec[seconds=2]:COMMAND` names; `seconds` are for a decision where the text has none."""
    match = EXEC.fullmatch(text)
    if not match:
        raise UserError(f"{text!r} does not name a program: write exec:COMMAND or exec[seconds=2]:COMMAND")
    texts = read_options(match[1] or "", text)
    options = {name: convert(name, OPTIONS[choice("option", name, OPTIONS, "exec")], value) for name, value in texts.items()}
    return Program(match[2].strip(), **{"seconds": seconds, **options})


@dataclass(eq=False)
class Program(Player):
    """A program in any language that reads positions and writes what it chooses."""

    command: str
    seconds: float = SECONDS
    trace: str = ""  # a file for the conversation
    folder: str = ""  # where the program runs
    errors: Errors = Errors.HIDE
    engine: Engine | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        if not 0 < self.seconds < inf:
            raise UserError(f"seconds must be a number above 0, not {self.seconds}")
        try:
            self.words = shlex.split(self.command)
        except ValueError as error:
            raise UserError(f"{self} is not a command line: {str(error).lower()}") from None
        if not self.words:
            raise UserError("exec: must be followed by a command, as in exec:./engine --level 3")
        self.manners = Manners()
        self.new_matches: set[int] = set()  # tables at which a match begins; the program was not told yet
        self.made: dict[int, dict[int, MadeAtOnce]] = {}  # by table and seat

    def __repr__(self) -> str:
        options = {name: getattr(self, name) for name in OPTIONS if getattr(self, name) != getattr(Program, name)}
        texts = [f"{name}={value:g}" if isinstance(value, float) else f"{name}={shown(value)}" for name, value in options.items()]
        return f"exec[{','.join(texts)}]:{self.command}" if texts else f"exec:{self.command}"

    def __reduce__(self) -> tuple[Any, ...]:
        return Program, (self.command, *(getattr(self, name) for name in OPTIONS))  # another process starts an engine of its own

    # ---- as a player ----

    def sit(self, game: Game, rules: Any) -> None:
        """Start the program and tell it the rules, so that a program that does not work fails before cards are dealt."""
        self.game, self.rules, self.knows_rules = game, rules, False
        self.made.clear()
        self.ready_engine()

    def begin(self, rows: Rows) -> None:
        """Matches begin at these tables. The program hears of it with the next question."""
        tables = rows.tolist()
        self.new_matches.update(tables)
        for table in tables:
            self.made.pop(table, None)

    def choose(self, views: Views, choices: Choices, rows: Rows | None = None) -> None:
        """Ask about every view. Many questions are sent at once; in a trace each is followed by its answer."""
        self.ready_engine()
        tables = list(range(len(views))) if rows is None else rows.tolist()
        size = 1 if self.trace else CHUNK
        for first in range(0, len(views), size):
            part = slice(first, first + size)
            choices[part] = self.choose_some(unpack(views[part]), tables[part])

    def choose_some(self, views: list[Any], tables: list[int]) -> list[int]:
        """What the program chooses in these views. It is not asked where the choice is known already."""
        found = [self.known_choice(*pair) for pair in zip(views, tables, strict=True)]
        open_ones = [number for number, known in enumerate(found) if known is None]
        questions = [self.question(views[number], tables[number]) for number in open_ones]
        lines = [line for question in questions for line in self.lines(question)]
        engine = self.ready_engine()
        answers = engine.ask(lines, self.seconds, len(questions)) if questions else []
        for number, question, answer in zip(open_ones, questions, answers, strict=True):
            found[number] = self.read_answer(question, answer)
        engine.refuse_unasked()
        return [chosen for chosen in found if chosen is not None]

    def dismiss(self) -> None:
        """End the program at once, even while it thinks. Whoever waits for its answer gets an error."""
        if self.engine:
            self.engine.kill()

    # ---- questions and answers ----

    def known_choice(self, view: Any, table: int) -> int | None:
        """A choice about which the program need not be asked: the only one, or one that it made before together with others."""
        made = self.made.get(table, {}).get(view.turn)
        if made is not None and (following := made.next_in(view)) is not None:
            return following
        if self.manners.forced or view.legal.bit_count() > self.count(view):
            return None
        return listed(view.legal)[0]

    def count(self, view: Any) -> int:
        """How many choices are asked for in this view."""
        return in_a_row(self.game, view, self.rules) if self.manners.pass_at_once else 1

    def question(self, view: Any, table: int) -> Question:
        """The question about one view."""
        return Question(table, view, self.game.text.words(view), self.count(view))

    def lines(self, question: Question) -> list[str]:
        """What the program reads. Of a match that begins it hears once."""
        match_begins = question.table in self.new_matches
        self.new_matches.discard(question.table)
        return question.lines(self.game, self.rules, self.manners, match_begins)

    def read_answer(self, question: Question, answer: str) -> int:
        """The choice that an answer stands for; if it stands for several, the others are kept for the next views."""
        choices = question.read(answer)
        if choices is None:
            what = f"answered {answer[:80]!r}, which is not {question.wanted()}"
            self.ready_engine().end_at_once(what)
            raise IllegalChoice(f"{self} {what}")
        if len(choices) > 1:
            self.made.setdefault(question.table, {})[question.view.turn] = MadeAtOnce(question.view, choices)
        return choices[0]

    # ---- the running program ----

    def ready_engine(self) -> Engine:
        """The running program, which knows the game and its rules."""
        if self.engine is None or not self.engine.is_ours():
            launch = partial(start, str(self), self.words, self.folder)
            self.engine, self.knows_rules = Engine(str(self), launch, self.errors == Errors.SHOW, self.trace), False
            self.version = self.greet(self.engine)
        if not self.knows_rules:
            rules = " ".join(f"{name}={shown(value)}" for name, value in self.rules._asdict().items())
            lines = [f"game {self.game.NAME}", f"rules {rules}", f"seconds {self.seconds:g}", "begin"]
            (answer,) = self.engine.ask(lines, max(self.seconds, START_SECONDS))
            self.manners = self.read_wishes(self.engine, answer)
            self.engine.refuse_unasked()
            self.knows_rules = True
        return self.engine

    def greet(self, engine: Engine) -> str:
        """The version of the protocol that the program speaks."""
        (answer,) = engine.ask([GREETING], max(self.seconds, START_SECONDS))
        word, version, *_ = [*answer.split(), "", ""]
        if word != "engine":
            engine.fail(f"should answer 'engine 2 NAME' to {GREETING!r}, not {answer[:80]!r}")
        if version not in VERSIONS:
            engine.fail(f"speaks version {version or '?'} of the protocol, not version {' or '.join(VERSIONS)}")
        engine.refuse_unasked()
        return version

    def read_wishes(self, engine: Engine, answer: str) -> Manners:
        """How the program wants to be asked, from its answer to `begin`: `ready`, in version 2 perhaps with wishes."""
        word, *wishes = answer.split()
        if word != "ready" or (self.version == "1" and wishes):
            engine.fail(f"should answer 'ready' to 'begin', not {answer[:80]!r}")
        if self.version == "1":
            return Manners()
        try:
            wanted = [WISHES[choice("wish", wish, WISHES)] for wish in wishes]
        except UserError as error:
            engine.fail(f"answered {answer[:80]!r}, but {error}")
        return Manners(tables=True, **{manner: manner in wanted for manner in WISHES.values()})
