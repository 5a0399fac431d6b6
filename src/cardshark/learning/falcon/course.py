"""A course for a FALCON: hand after hand, and after every trick or hand the weights change.

course = FalconCourse(FalconDesign(), FalconLesson(games=50_000), seed=7)
course.advance(50_000)
course.brain                                    # what it has learned
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardshark.chance import words
from cardshark.files import read_text
from cardshark.games import hearts, house
from cardshark.games.hearts.rules import PRESETS, FirstLead, Passing, Rules
from cardshark.learning.course import Course, check_range
from cardshark.learning.falcon.hands import learn_hands
from cardshark.learning.falcon.lesson import FALCON_LESSON, GUEST, SELF, STYLED, FalconSeating, Feedback, Initial, Update, workspace_of
from cardshark.learning.falcon.searchers import Searcher, learn_among_searchers, searcher_of
from cardshark.learning.falcon.watching import decisions_of, hands_in, watch
from cardshark.options import check_kinds
from cardshark.players import seat
from cardshark.players.hearts.falcon.brain import MOST_CATEGORIES, FalconBrain, load_falcon
from cardshark.players.hearts.falcon.categories import WHILE_LEARNING, some_of, with_room
from cardshark.players.hearts.falcon.design import TRICKS, FalconDesign, check_hands
from cardshark.players.hearts.styles import STYLES, check_chance, style_of
from cardshark.players.player import Player, ask_player
from cardshark.text import UserError

BLOCK = 1000  # games that are dealt at a time
OF_LESSON = (  # settings that kernels read as they are
    "update", "feedback", "good", "good_pv", "bad", "bad_pv", "good_aside", "bad_aside", "by_gap", "rate", "least", "initial", "others",
    "forced", "explore", "discount", "prune", "fading",
)  # fmt: skip
ROUND = 12  # hands after which passing and leading in turn begin again


@dataclass(frozen=True)
class FalconLesson:
    """How a FALCON learns: after a trick or a hand, actions that went well grow stronger; every reading of the paper is a setting."""

    games: Annotated[int, "how many hands to learn from"] = 50_000
    rules: Annotated[str, "house rules; the learner plays single hands"] = "falcon"
    against: Annotated[str, "who else sits there: one player or style for all three seats, three joined by +, or self"] = "stock"
    start: Annotated[str, "a brain to go on from; nothing for a fresh one"] = ""
    watch: Annotated[
        str, "recorded hands to watch before the first one: a file of transcripts, or saved at the table; nothing for none"
    ] = ""
    watched: Annotated[str, "who is watched there, as the hands name them; a person is you"] = "you"
    update: Annotated[Update, "how weights change"] = Update.DELTA_CHOSEN
    feedback: Annotated[Feedback, "what makes an outcome good or bad: the points of a trick, who took it, or the whole hand"] = (
        Feedback.POINTS
    )
    good: Annotated[float, "rate after a trick without points for the learner"] = 0.03
    good_pv: Annotated[float, "added to good, times the points that somebody else took, as a share of the most a trick can hold"] = 0.0
    bad: Annotated[float, "rate after a trick that cost the learner points"] = 0.0
    bad_pv: Annotated[float, "added to bad, times the points that the learner took, as the same share"] = 0.1
    good_aside: Annotated[float, "of delta_all: share of that rate by which actions not taken move, after a good trick"] = 1.0
    bad_aside: Annotated[float, "the same after a bad trick"] = 1.0
    by_gap: Annotated[bool, "move a weight the faster, the further it is from its aim (delta_all and delta_chosen)"] = False
    rate: Annotated[float, "learning rate of td"] = 0.1
    least: Annotated[float, "smallest rate of a mean, which otherwise is one over the times an action was taken"] = 0.02
    initial: Annotated[Initial, "the weights of a new category"] = Initial.HALVES
    others: Annotated[bool, "count the points that somebody else takes"] = True
    forced: Annotated[bool, "learn from cards that had no alternative"] = True
    epsilon: Annotated[float, "chance that any possible action is taken"] = 0.0
    explore: Annotated[int, "games after which that chance has fallen to 0; 0 if it stays"] = 0
    discount: Annotated[float, "of td: what the next decision counts"] = 1.0
    prune: Annotated[float, "forget categories whose confidence is below this; 0 to forget none"] = 0.0
    fading: Annotated[float, "by how much confidence in a category falls with every trick"] = 0.0005

    def __post_init__(self) -> None:
        check_kinds(self)
        check_chance("epsilon", self.epsilon)
        check_range(self, 1, 100_000_000, "games")
        check_range(self, 0, 100_000_000, "explore")
        check_range(
            self, 0, 1, "good", "good_pv", "bad", "bad_pv", "good_aside", "bad_aside", "rate", "least", "discount", "prune", "fading"
        )
        if max(self.good + self.good_pv, self.bad + self.bad_pv) > 1:
            raise UserError("good and good_pv, or bad and bad_pv, add up to more than 1: a weight would move beyond its aim")
        if self.update == Update.TD and self.initial in (Initial.ONES, Initial.ACTION):
            raise UserError("td never leaves a weight of 1, its largest: begin with initial halves or zeros")
        self.house()

    def house(self) -> Rules:
        """The house rules that the text names."""
        rules = house.parse(PRESETS, self.rules)
        if rules.win_back:
            raise UserError("a FALCON learns to take few points, so it cannot learn where points are won back: set win_back=no")
        if not rules.costs():
            raise UserError("a FALCON learns to take few points, so some card must cost something: set heart or queen_of_spades above 0")
        check_hands(rules)
        return rules

    def record(self) -> np.ndarray:
        """These settings as a record for kernels."""
        rules, found = self.house(), np.zeros(1, FALCON_LESSON)
        found["learns"], found["slip_chance"] = 1, round(self.epsilon * 2**32)
        for name in OF_LESSON:
            found[name] = getattr(self, name)
        costs = sorted(rules.costs().values(), reverse=True)
        found["total"], found["most"] = sum(costs), sum(costs[: rules.players])
        return found


class Company(NamedTuple):
    """The players on all seats. The learner has seat 0."""

    seating: FalconSeating
    guests: dict[int, Player]  # those who must be asked, by their seat
    searcher: Searcher | None = None  # all guests at once, where they search alike


class FalconCourse(Course):
    """A FALCON's way through the hands of a lesson. The learner sits on seat 0."""

    block = BLOCK

    def __init__(self, design: FalconDesign, lesson: FalconLesson, seed: int) -> None:
        self.rules = lesson.house()
        super().__init__(lesson, seed, self.rules.players)
        self.design = design
        self.company = company_of(lesson.against, self.rules)
        brains = [getattr(guest, "_brain", None) for guest in self.company.guests.values()]
        self.opponents = [brain for brain in brains if brain is not None]
        self._brain = first_falcon(design, lesson.start)
        if lesson.watch:
            watch(self._brain, decisions_of(hands_in(read_text(Path(lesson.watch))), lesson.watched, lesson.rules))
        self.known = 0 if lesson.prune else int(self._brain.categories.size[0])  # categories that it begins with, and keeps
        self.lesson_record, self.house = lesson.record(), house.record(self.rules)
        self.workspace, self._view = workspace_of(self._brain.categories.elements), np.zeros(1, hearts.VIEW)
        self._shown = self._view.view()  # what a guest gets: the same, but nobody can write into it
        self._shown.flags.writeable = False

    @property
    def brain(self) -> FalconBrain:
        """The learner as it is."""
        return self._brain

    def use(self, brain: FalconBrain) -> None:
        """Go on with another brain of the same design."""
        if brain.design != self.design:
            raise UserError("the brain is of another design than the course")
        self._brain = brain

    def teach(self, against: str) -> None:
        """Go on with other players at the table."""
        self.company = company_of(against, self.rules)

    def advance(self, games: int) -> None:
        """Play and learn from this many more hands, or as many as are left."""
        last = min(self.game + games, self.lesson.games)
        while self.game < last:
            hands = min(BLOCK - self.game % BLOCK, last - self.game)
            self.totals[self.game : self.game + hands] = self.play("lesson", self.game, hands, self.lesson_record, self.company)
            self.game += hands
            self.hands += hands
            if self.lesson.prune and self.game % BLOCK == 0:
                self.forget()

    def forget(self) -> None:
        """Forget the categories in which there is little confidence now."""
        known, size = self._brain.categories, int(self._brain.categories.size[0])
        tricks = TRICKS * (self.game - known.touched[:size].astype(np.int64))
        kept = np.flatnonzero(known.confidence[:size] * (1.0 - self.lesson.fading) ** tricks >= self.lesson.prune)
        self._brain.categories = some_of(known, kept, known.room)

    def test(self, stream: str, hands: int, against: str = "") -> NDArray[np.int16]:
        """Play hands of another stream without learning, perhaps against other players. Returns the points of each seat."""
        still = self.without_learning()
        company = company_of(against, self.rules) if against else self.company
        found = [self.play(stream, first, min(BLOCK, hands - first), still, company) for first in range(0, hands, BLOCK)]
        return np.concatenate(found)

    def without_learning(self) -> np.ndarray:
        """The lesson for kernels, with nothing learned and no action by chance."""
        found = self.lesson_record.copy()
        found["learns"], found["slip_chance"], found["slip_now"] = 0, 0, 0
        return found

    def play(self, stream: str, first: int, hands: int, lesson: np.ndarray, company: Company) -> NDArray[np.int16]:
        """Play some hands of a stream. Returns the points of each seat."""
        games = self.deal(stream, first, hands)
        done, chosen = 0, -1
        while True:
            brain = self._brain
            lesson["first"] = first + done
            rest = (games[done:], self.house, brain.record, brain.categories, lesson, company.seating, self.workspace)
            if company.searcher is None:
                new = learn_hands(*rest, chosen)
            else:
                new = learn_among_searchers(*rest, company.searcher)
            done, chosen = done + new, -1
            if done == hands:
                return games["scores"][:, : self.players].copy()
            if brain.full:
                if brain.categories.room >= MOST_CATEGORIES:
                    raise UserError(f"more than {MOST_CATEGORIES:,} categories are too many: notice fewer percepts, or play fewer games")
                brain.categories = with_room(brain.categories, 2 * brain.categories.room)
            else:
                chosen = self.ask(games[done : done + 1], company)

    def deal(self, stream: str, first: int, hands: int) -> np.ndarray:
        """Deal some hands of a stream."""
        games = np.zeros(hands, hearts.GAME)
        games["deals"] = words(self.seed, f"{stream} deals", hands, first)
        games["luck"] = words(self.seed, f"{stream} luck", hands, first)
        if self.rules.first_lead == FirstLead.ROTATE or self.rules.passing == Passing.CYCLE:
            games["first"] = np.arange(first, first + hands) % ROUND
        hearts.start_all(games, self.house)
        return games

    def ask(self, game: np.ndarray, company: Company) -> int:
        """What a guest plays."""
        choices = np.zeros(1, np.int8)
        hearts.look_all(game, self.house, np.zeros(1, np.uint32), self._view)
        guest = company.guests[int(game["table"]["turn"][0])]
        ask_player(guest, self._shown, choices)
        return int(choices[0])

    def findings(self, ends: Sequence[int]) -> dict[str, Any]:
        """How many categories there are, and how many there were after these numbers of games."""
        founded = np.sort(self._brain.parts()["founded"][self.known :])
        growth = [[end, self.known + int(np.searchsorted(founded, end))] for end in ends if end <= self.game]
        return {"categories": self.known + len(founded), "growth": growth}

    def changing(self) -> dict[str, np.ndarray]:
        """The arrays that change while it learns, not copied."""
        known, found = self._brain.categories, self._brain.parts()
        if self.lesson.prune:
            found |= {name: getattr(known, name)[: known.size[0]] for name in WHILE_LEARNING}
        return found | ({"standing": self.workspace.standing} if self.lesson.update == Update.GAME_PLACE else {})

    def restore(self, state: dict[str, np.ndarray]) -> None:
        """Go on from a state of a course with the same settings and seed."""
        self._brain = FalconBrain(self.design, size=len(state["percepts"]))
        super().restore(state)
        self._brain.ready()


def first_falcon(design: FalconDesign, start: str) -> FalconBrain:
    """The brain that a learner begins with: an empty one, or one that has learned before."""
    found = FalconBrain(design)
    if start:
        known = load_falcon(start)
        if known.design != design:
            raise UserError(f"{start} is of another design: give the flags of its design, or leave out start")
        found.categories = with_room(known.categories, known.categories.room)
    return found


def company_of(against: str, rules: Rules) -> Company:
    """The players that the text of a lesson names."""
    names = [name.strip() for name in against.split("+")]
    names = names * (rules.players - 1) if len(names) == 1 else names
    if len(names) != rules.players - 1:
        raise UserError(f"against names one player for all seats, or {rules.players - 1} joined by +; not {len(names)}")
    kinds, styles, guests = np.zeros(hearts.SEATS, np.int8), np.repeat(style_of("jake"), hearts.SEATS), {}
    for number, name in enumerate(names, start=1):
        if name == "self":
            kinds[number] = SELF
        elif name.partition("(")[0].partition(":")[0] in STYLES:
            kinds[number], styles[number] = STYLED, style_of(name)[0]
        else:
            kinds[number], guests[number] = GUEST, seat(name)
            guests[number].sit(hearts, rules)
    return Company(FalconSeating(kinds, styles), guests, searcher_of(guests.values()))
