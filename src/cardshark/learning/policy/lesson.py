"""The settings of a policy's training. PyTorch is not needed to read them: it comes in with the course.

Numbers that are best for a processor are not best for a graphics card, so some settings are 0 as long as nobody sets them: `Lesson.usual`
says what that means.
"""

from dataclasses import dataclass
from enum import IntEnum
from math import isfinite
from typing import Annotated, Any, NamedTuple

from cardshark.games import game_named, house
from cardshark.learning.course import check_range
from cardshark.options import check_kinds
from cardshark.players import seat as player_named
from cardshark.text import UserError, choice

MOST_GAMES = 1_000_000_000
SELF, USUAL, NOBODY = "self", "usual", "none"
USUAL_GAMES = 400_000  # where neither games nor minutes are given


class Goal(IntEnum):
    """What a policy learns to win."""

    HAND = 0  # few points (at gin: many) in every single hand
    MATCH = 1  # the match: totals matter


class Device(IntEnum):
    """Where the networks learn."""

    AUTO = 0  # on a graphics card if there is one
    CPU = 1
    CUDA = 2


class GameHabits(NamedTuple):
    """What is usual at a game."""

    rules: str
    tested: str  # against whom it is tested
    teacher: str = ""  # whom it copies at first
    prices: tuple[float, float] = (0.0, 0.0)  # of a decision: in points, or in matches where the match is to be won


class DeviceHabits(NamedTuple):
    """What suits a device."""

    tables: int
    groups: int
    steps: int
    batch: int
    rate: float


GAMES = {
    "hearts": GameHabits("american", "jake"),
    "gin": GameHabits("eaai", "lookahead", "lookahead", (0.05, 0.0002)),  # from nothing nobody ever knocks, and hands would go on for ever
}
# A round of 64 steps is a whole hand of Hearts. One of 32 would cut three hands of four in the middle, always at the same trick: what came
# of the choices there would never be seen, and the critic would guess what it then learns from.
DEVICES = {"cpu": DeviceHabits(256, 2, 128, 2048, 0.0015), "cuda": DeviceHabits(49_152, 3, 64, 65_536, 0.0006)}


@dataclass(frozen=True)
class PolicyLesson:
    """How a policy learns: it plays against itself at many tables, and what turned out well becomes likelier."""

    game: Annotated[str, "hearts or gin"] = "hearts"
    rules: Annotated[str, "house rules; usual is american at Hearts and eaai at gin"] = USUAL
    goal: Annotated[Goal, "what it learns to win: every single hand, or the match, in which totals matter"] = Goal.HAND
    games: Annotated[int, "hands (or matches) to finish; 0 for 400,000, or for no limit where minutes are given"] = 0
    minutes: Annotated[float, "how long to learn; 0 for as long as the games take; with both, what ends first ends it"] = 0.0
    start: Annotated[str, "a brain to go on from; nothing for a fresh one"] = ""
    tables: Annotated[int, "tables that are played side by side; 0 for 256 on a processor, 49,152 on a graphics card"] = 0
    groups: Annotated[int, "groups of tables, each with a thread of its own; 0 for 2 on a processor, 3 on a graphics card"] = 0
    steps: Annotated[int, "choices at each table before it learns from them; 0 for 128 on a processor, 64 on a graphics card"] = 0
    rate: Annotated[float, "learning rate at first; it falls to a tenth; 0 for 0.0015 on a processor, 0.0006 on a graphics card"] = 0.0
    passes: Annotated[int, "how often it goes through what was played"] = 2
    batch: Annotated[int, "decisions in one step of learning; 0 for 2048 on a processor, 65,536 on a graphics card"] = 0
    curiosity: Annotated[float, "how much variety is worth at first; it falls to a twentieth"] = 0.02
    trace: Annotated[float, "how far back a surprise reaches (the lambda of GAE)"] = 0.95
    clip: Annotated[float, "how far the chance of a choice may move in a round"] = 0.2
    pull: Annotated[float, "how strongly its own average holds it back (KL)"] = 0.01
    average: Annotated[float, "how much of the averaged weights, which play, stays at each step of learning"] = 0.999
    mixed: Annotated[float, "chance that somebody else takes a seat; one seat of each table is always the learner's"] = 0.25
    against: Annotated[
        str,
        "who that is: self (past selves), players as jake or policy:brain=FILE, or several joined by +; who stands there twice "
        "comes twice as often",
    ] = SELF
    price: Annotated[
        float, "what a decision costs, in points, so that hands end; -1 for the usual, nothing at Hearts and 0.05 at gin"
    ] = -1.0
    imitate: Annotated[str, "whom it copies at first; usual is lookahead at gin and nobody at Hearts, none is nobody"] = USUAL
    imitate_games: Annotated[int, "hands in which it copies; 0 for a tenth of the course"] = 0
    test: Annotated[
        str, "against whom it is tested on deals that no training sees, joined by +; usual is jake or lookahead, none is nobody"
    ] = USUAL
    tests: Annotated[int, "how often it is tested, evenly over the course; 0 for never"] = 10
    test_deals: Annotated[int, "deals of a test, each played from every seat (matches, if the goal is the match)"] = 200
    device: Annotated[Device, "where it learns; auto is a graphics card if there is one"] = Device.AUTO

    def __post_init__(self) -> None:
        check_kinds(self)
        choice("game", self.game, GAMES)
        check_range(self, 0, MOST_GAMES, "games", "imitate_games")
        check_range(self, 0, 100_000, "minutes")
        check_range(self, 0, 1 << 20, "tables", "batch")
        check_range(self, 0, 64, "groups")
        check_range(self, 0, 4096, "steps")
        check_range(self, 1, 100, "passes")
        check_range(self, 0, 1, "rate", "trace", "clip", "curiosity", "mixed")
        check_range(self, 0, 0.999999, "average")
        check_range(self, 0, 10, "pull")
        check_range(self, 0, 1000, "tests")
        check_range(self, 2, 1_000_000, "test_deals")
        if not isfinite(self.price) or (self.price < 0 and self.price != -1) or self.price > 10:
            raise UserError(f"price is a number of points from 0 to 10, or -1 for the usual, not {self.price:g}")
        if self.games and self.imitate_games > self.games:
            raise UserError(f"of {self.games:,} games it cannot copy somebody in {self.imitate_games:,}")
        if self.mixed and not self.against:
            raise UserError("nobody sits on the mixed seats: name somebody with against, or set mixed=0")
        self.house()
        for name in {*self.others(), *self.tested(), *([self.teacher()] if self.teacher() else [])}:
            player_named(name, self.game).sit(game_named(self.game), self.house())

    # ---- what the texts mean ----

    def house(self) -> Any:
        """The house rules: single hands, if hands are to be won."""
        text = GAMES[self.game].rules if self.rules == USUAL else self.rules
        rules = house.parse(game_named(self.game).PRESETS, text)
        return rules._replace(hands=1) if self.goal == Goal.HAND else rules

    def rules_text(self) -> str:
        """The same as a text."""
        return house.spell(game_named(self.game).PRESETS, self.house())

    def others(self) -> list[str]:
        """The players on mixed seats, beside past selves."""
        return [name for name in self.seated() if name != SELF]

    def seated(self) -> list[str]:
        """Everybody on mixed seats."""
        return self.against.split("+") if self.mixed and self.against else []

    def teacher(self) -> str:
        """Whom it copies at first; nothing for nobody, and who has learned before does not begin by copying."""
        usual = "" if self.start else GAMES[self.game].teacher
        return {USUAL: usual, NOBODY: ""}.get(self.imitate, self.imitate)

    def tested(self) -> list[str]:
        """Against whom it is tested."""
        text = GAMES[self.game].tested if self.test == USUAL else self.test
        return text.split("+") if self.tests and text not in ("", NOBODY) else []

    def turn_price(self) -> float:
        """What a decision costs: in points, or in matches where the match is to be won."""
        return self.price if self.price >= 0 else GAMES[self.game].prices[self.goal]

    def last_game(self) -> int:
        """After how many games it ends; 0 where only the clock says so."""
        return self.games or (0 if self.minutes else USUAL_GAMES)
