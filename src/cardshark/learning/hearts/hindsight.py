"""Learning from hindsight: the settings of a training, its opponents, and its games. The learner sits on seat 0.

course = HindsightCourse(Design(hidden="64"), Lesson(games=100), seed=7)
course.advance(100)
course.brain                                    # what it has learned
"""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from cardshark.chance import below, words
from cardshark.games import hearts, house
from cardshark.games.hearts.rules import PRESETS, Rules
from cardshark.learning.course import Course, Schedule
from cardshark.learning.hearts.hindsight_kernel import LESSON, BrainSeating, Credit, Target
from cardshark.learning.hearts.seats import Seats, final_totals
from cardshark.options import check_kinds
from cardshark.players.brain_file import SUFFIX
from cardshark.players.hearts.network.brain import NO_BRAIN, Brain, Design, load
from cardshark.players.hearts.styles import STYLES, check_chance, style_of
from cardshark.text import UserError

PASTS = 8  # past selves that are remembered
SNAPSHOTS = 40  # how often, in a whole course, a past self is put aside


@dataclass(frozen=True)
class Lesson:
    """How a brain learns from hindsight: after every hand each card it played is worth what came of it."""

    games: Annotated[int, "how many games to learn from"] = 1000
    rules: Annotated[
        str, "house rules; the limit says how long a game is; with win_back=yes a brain learns the second stage, which begins at the limit"
    ] = "dutch:limit=10000"
    against: Annotated[
        str,
        "who else sits there: three of a brain or style (opponent, jake, FILE), drawn for each seat and game from several "
        "(opponent+jake+past), self (the same brain on every seat, learning everywhere), or rivals (four learners, of whom the best is "
        "kept)",
    ] = "self"
    start: Annotated[str, "a brain to go on from; nothing for a fresh one"] = ""
    weights: Annotated[float, "largest weight of a fresh brain; 0 for one over the square root of what a unit sees"] = 0.0
    rate: Annotated[float, "learning rate: how far a value moves towards what came of it"] = 0.001
    schedule: Annotated[Schedule, "how the learning rate changes"] = Schedule.CONSTANT
    final_rate: Annotated[float, "learning rate of the last game, unless it is constant"] = 0.0
    epsilon: Annotated[float, "chance that a learner plays any legal card, in the first game"] = 0.1
    explore: Annotated[int, "games after which that chance has fallen to 0; 0 for the last game"] = 0
    credit: Annotated[Credit, "to which tricks a moon is charged"] = Credit.LAST_TRICK
    tests: Annotated[int, "test games by which the best of the rivals is found"] = 300
    target: Annotated[
        Target,
        "towards what values move: what came of a card (hindsight), or its trick and the value of the next card (bootstrap), told by an "
        "older self (double)",
    ] = Target.HINDSIGHT

    LATER: ClassVar[tuple[str, ...]] = ("target",)  # see `brain_file.settings_json`

    def __post_init__(self) -> None:
        check_kinds(self)
        check_chance("epsilon", self.epsilon)
        for name, least in (("games", 1), ("explore", 0), ("tests", 1)):
            if not least <= getattr(self, name) <= 10_000_000:
                raise UserError(f"{name} is a number from {least} to 10,000,000, not {getattr(self, name)}")
        for name in ("rate", "final_rate", "weights"):
            if not 0 <= getattr(self, name) <= 10:
                raise UserError(f"{name} is a number from 0 to 10, not {getattr(self, name)}")
        self.house()

    def house(self) -> Rules:
        """The house rules that the text names."""
        rules = house.parse(PRESETS, self.rules)
        if rules.win_back and self.target != Target.HINDSIGHT:
            raise UserError("where points are won back, a brain learns from hindsight alone: set target=hindsight, or win_back=no")
        return rules

    def rate_of(self, game: int) -> float:
        """The learning rate of a game."""
        return Schedule(self.schedule).between(self.rate, self.final_rate, game / max(self.games - 1, 1))

    def epsilon_of(self, game: int) -> float:
        """The chance of a random card in a game: falls in a line to 0."""
        games = self.explore or self.games - 1
        return self.epsilon * max(0.0, 1 - game / games) if games else self.epsilon


def first_brain(design: Design, start: str, rules: Rules, seed: int, number: int = 0, largest: float = 0.0) -> Brain:
    """The brain that a learner begins with: a fresh one, or one that has learned before."""
    if not start:
        return Brain.fresh(design, rules, int(words(seed, "weights", 1, number)[0]), largest)
    brain = load(start)
    if brain.design != design:
        raise UserError(f"{start} is of another design: give the flags of its design, or leave out start")
    return brain


class HeartsCourse(Course):
    """A course in Hearts."""

    def __init__(self, design: Design, lesson: Any, seed: int, brains: list[Brain]) -> None:
        super().__init__(lesson, seed, hearts.SEATS)
        self.design, self.rules = design, lesson.house()
        self.players = self.rules.players
        self.seats = Seats(brains, self.rules)

    @property
    def brain(self) -> Brain:
        """The learner as it is."""
        return self.learner(0)

    def learner(self, number: int) -> Brain:
        """One of the learners as it is."""
        found = Brain(self.design, int(self.rules.deck()), self.rules.players)
        found.memory[:] = self.seats.weights(number)
        return found

    def changing(self) -> dict[str, np.ndarray]:
        """The weights of all brains."""
        return {"memory": self.seats.memory}


class HindsightCourse(HeartsCourse):
    """The way of a learner, or of four rivals, through the games of a lesson."""

    def __init__(self, design: Design, lesson: Lesson, seed: int) -> None:
        self.learners = hearts.SEATS if lesson.against == "rivals" else 1
        others = [] if lesson.against in ("self", "rivals") else [opponent(text) for text in lesson.against.split("+")]
        self.pasts = PASTS if any(isinstance(each, str) for each in others) else 0
        own = [first_brain(design, lesson.start, lesson.house(), seed, number, lesson.weights) for number in range(self.learners)]
        fixed = [each for each in others if isinstance(each, Brain)]
        check_target(design, lesson)
        older = own[:1] if lesson.target == Target.DOUBLE else []
        super().__init__(design, lesson, seed, [*own, *(own[0] for _ in range(self.pasts)), *fixed, *older])
        self.others, self.opponents = others, fixed
        self.lesson_record = np.zeros(1, LESSON)
        self.lesson_record["credit"], self.lesson_record["target"] = lesson.credit, lesson.target
        self.lesson_record["older"] = len(self.seats.workspace.brains) - 1  # read only where there is one

    @property
    def brain(self) -> Brain:
        """The learner as it is; of rivals the one with the fewest points in test games."""
        return self.learner(self.best_rival() if self.learners > 1 else 0)

    def best_rival(self) -> int:
        """The rival with the fewest points in test games of all four."""
        rivals = [self.learner(number) for number in range(self.learners)]
        totals = final_totals(rivals, self.lesson.rules, self.lesson.tests, self.seed, "choice")
        return int(totals[:, : self.rules.players].mean(axis=0).argmin())

    def learn_game(self) -> tuple[NDArray[np.int16], int] | None:
        """Play the next game, learning after every hand."""
        self.remember()
        self.lesson_record["rate"] = self.lesson.rate_of(self.game)
        self.lesson_record["slip_chance"] = round(self.lesson.epsilon_of(self.game) * 2**32)
        totals, hands, finished = self.seats.play(self.seed, "lesson", self.game, 1, self.seating(), self.lesson_record)
        return (totals[0], hands) if finished else None

    def seating(self) -> BrainSeating:
        """Who plays on each seat in the next game."""
        found = BrainSeating(
            np.zeros(hearts.SEATS, np.int8), np.zeros(len(self.seats.workspace.brains), np.int8), np.repeat(style_of("jake"), hearts.SEATS)
        )
        found.learns[: self.learners] = 1
        luck = words(self.seed, "opponents", 2 * hearts.SEATS, 2 * hearts.SEATS * self.game)
        for seat in range(1, hearts.SEATS):
            if self.lesson.against == "rivals":
                found.brains[seat] = seat
            elif self.others:
                self.seat_other(found, seat, int(below(luck[2 * seat], len(self.others))), luck[2 * seat + 1])
        return found

    def seat_other(self, seating: BrainSeating, seat: int, number: int, bits: Any) -> None:
        """Put opponent `number` of the list on a seat."""
        other = self.others[number]
        if isinstance(other, np.ndarray):
            seating.brains[seat], seating.styles[seat] = NO_BRAIN, other[0]
        elif isinstance(other, str):
            seating.brains[seat] = self.learners + below(bits, PASTS)
        else:
            before = sum(isinstance(each, Brain) for each in self.others[:number])
            seating.brains[seat] = self.learners + self.pasts + before

    def remember(self) -> None:
        """From time to time keep a past self, in the place of the oldest; before each game the older self that tells values."""
        interval = max(1, self.lesson.games // SNAPSHOTS)
        if self.pasts and self.game % interval == 0:
            self.seats.weights(self.learners + self.game // interval % PASTS)[:] = self.seats.weights(0)
        if self.lesson.target == Target.DOUBLE:  # who tells what cards are worth is as old as the game
            self.seats.weights(int(self.lesson_record["older"][0]))[:] = self.seats.weights(0)


def check_target(design: Design, lesson: Lesson) -> None:
    """Refuse targets that this learner cannot aim at."""
    if lesson.target != Target.HINDSIGHT and design.quantiles > 1:
        raise UserError("quantiles are those of what came of a card: set target=hindsight, or quantiles=1")
    if lesson.target == Target.DOUBLE and lesson.against == "rivals":
        raise UserError("each of four rivals would need an older self: set target=bootstrap, or learn against somebody else")


def opponent(text: str) -> Brain | np.ndarray | str:
    """Somebody to learn against: a style, a brain, or a past self."""
    if text == "past":
        return text
    if text in ("self", "rivals"):
        raise UserError(f"{text} cannot be one of several opponents: learn against {text} alone")
    is_style = text.partition("(")[0] in STYLES and not text.endswith(SUFFIX)
    return style_of(text) if is_style else load(text)
