"""Evolution: a rummy brain changes at random, and what wins is kept. No gradient, no credit for single turns.

    climb   one champion, one challenger made by noise; the champion moves a little towards a challenger that wins enough games
            (the rummy paper, after Pollack and Blair)
    es      an evolution strategy: many challengers in opposite pairs, and a step along the sum of what helped
    cma     the same, with a learned spread for each weight (separable CMA-ES, by the package cmaes)

A challenger plays the champion on mirrored decks: every deck twice, with the seats swapped.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardshark.learning.course import check_range
from cardshark.learning.gin.course import Hands, RummyCourse, first_rummy, single_hands
from cardshark.learning.gin.noise import noise, ranked
from cardshark.learning.gin.td import STYLED
from cardshark.options import check_kinds
from cardshark.players.gin.rummy.brain import RummyBrain, RummyDesign
from cardshark.text import UserError


class EvolutionMethod(IntEnum):
    """How brains evolve."""

    CLIMB = 0
    ES = 1
    CMA = 2


class Challenger(IntEnum):
    """Where the next challenger of a climb comes from."""

    CHAMPION = 0  # the champion and noise
    WALK = 1  # the challenger before and noise, whatever came of it: the paper's words taken literally


class Objective(IntEnum):
    """What decides how well a challenger did."""

    WINS = 0
    POINTS = 1


class Threshold(NamedTuple):
    """When the challenger of a climb has won."""

    first: int  # it counts from this game on
    wins: int  # how many wins are needed
    games: int  # in this many games


CHAMPION, CHALLENGER = range(2)  # the numbers of the brains
FINISHED, GAMES, LEFT = range(3)  # of an epoch: how many are finished, the games of this one, and how many of them are left


@dataclass(frozen=True)
class Evolution:
    """How a rummy brain learns by evolution: it changes at random, and what wins is kept."""

    games: Annotated[int, "how many hands to play; each deck is played twice, with the seats swapped"] = 20_000
    rules: Annotated[str, "house rules of gin"] = "paper"
    start: Annotated[str, "a brain to go on from; nothing for a fresh one"] = ""
    weights: Annotated[float, "largest weight of a fresh brain"] = 1.0
    method: Annotated[EvolutionMethod, "a hill climber, an evolution strategy, or CMA-ES"] = EvolutionMethod.CLIMB
    noise: Annotated[float, "standard deviation of the noise on every weight"] = 0.1
    objective: Annotated[Objective, "what a challenger is judged by"] = Objective.WINS
    challenger: Annotated[Challenger, "climb: where the next challenger comes from"] = Challenger.CHAMPION
    crossover: Annotated[float, "climb: how far the champion moves towards a challenger who wins"] = 0.05
    threshold: Annotated[
        str, "climb: wins of games that it takes, and from which game on: 3/4, or 3/4,5/6@10000; where points decide, only the games count"
    ] = "3/4"
    population: Annotated[int, "es and cma: challengers of a generation"] = 16
    pairs: Annotated[int, "es and cma: decks that each of them plays twice"] = 8
    rate: Annotated[float, "es: how far the champion moves along the sum of what helped"] = 1.0
    against: Annotated[
        str,
        "whom challengers play: self (the champion), or a style as simple; of several (simple+holdout) each in its turn, a generation each",
    ] = "self"

    def __post_init__(self) -> None:
        check_kinds(self)
        check_range(self, 1, 100_000_000, "games")
        check_range(self, 0, 100, "noise", "weights", "rate")
        check_range(self, 0, 1, "crossover")
        check_range(self, 2, 4096, "population")
        check_range(self, 1, 100_000, "pairs")
        if self.method == EvolutionMethod.ES and self.population % 2:
            raise UserError(f"challengers come in opposite pairs, so a population is even, not {self.population}")
        if self.method == EvolutionMethod.CMA and not self.noise:
            raise UserError("the noise of CMA-ES is above 0: it is where its search begins")
        if self.method == EvolutionMethod.CLIMB and self.against != "self":
            raise UserError("the challenger of a climb plays the champion: set against=self, or method=es or cma")
        if self.against == "rival":
            raise UserError("evolution knows no rival: set against=self, or a style as simple")
        generation = 2 * self.pairs * self.population
        if self.method != EvolutionMethod.CLIMB and self.games < generation:
            raise UserError(f"a generation takes {generation:,} games, so {self.games:,} teach nothing: play more, or set fewer pairs")
        self.thresholds()
        single_hands(self.rules)

    def thresholds(self) -> list[Threshold]:
        """The thresholds, the first one first."""
        found = []
        try:
            for text in self.threshold.split(","):
                share, _, first = text.partition("@")
                wins, _, games = share.partition("/")
                found.append(Threshold(int(first or 0), int(wins), int(games)))
        except ValueError:
            found = []
        firsts = [each.first for each in found]
        rising = firsts == sorted(set(firsts)) and firsts[:1] == [0]
        if not rising or any(not 0 < each.wins <= each.games <= 1000 or each.games % 2 for each in found):
            raise UserError(
                f"a threshold is like 3/4, or 3/4,5/6@10000 (from that game on), with an even number of games, not {self.threshold!r}"
            )
        return found


# ---- the course ----


class EvolutionCourse(RummyCourse):
    """EVO-rummy: brain 0 is the champion, brain 1 the challenger of the moment."""

    def __init__(self, design: RummyDesign, lesson: Evolution, seed: int) -> None:
        super().__init__(design, lesson, seed)
        self.mask = np.zeros(self.size, bool)  # where weights lie, and not the room between them
        marked = RummyBrain(design)
        for part in marked.parts().values():
            part[:] = 1
        self.mask[:] = marked.memory == 1
        self.epoch = np.zeros(3, np.int64)  # FINISHED, GAMES, LEFT
        self.accepted = np.zeros(1, np.int64)  # how often the champion moved
        self.fitness = np.zeros(lesson.population)  # of the challengers of this generation
        self.champion = self.weights(CHAMPION)[self.mask].astype(np.float64)
        generations = -(-lesson.games // (2 * lesson.pairs * lesson.population)) if lesson.method == EvolutionMethod.CMA else 0
        self.history = np.zeros((generations, lesson.population))  # of cma: the fitness of all challengers, from which it is rebuilt
        self.hands_of_epoch: Hands | None = None
        self.strategy: Any = None
        self.asked: list[Any] = []
        self.begin_epoch(0)
        if lesson.method != EvolutionMethod.CLIMB or lesson.challenger == Challenger.CHAMPION:
            self.challenge()

    # ---- epochs ----

    def epoch_games(self, game: int) -> int:
        """Games of the epoch that begins with this game."""
        if self.lesson.method != EvolutionMethod.CLIMB:
            return 2 * self.lesson.pairs
        return self.threshold(game).games

    def threshold(self, game: int) -> Threshold:
        """The threshold that counts from this game on."""
        return [each for each in self.lesson.thresholds() if each.first <= game][-1]

    def learn_game(self) -> tuple[NDArray[np.int16], int] | None:
        """The next game of an epoch, whose games are all played at once. The last one ends the epoch and begins the next."""
        number = int(self.epoch[GAMES] - self.epoch[LEFT])
        if self.hands_of_epoch is None:
            self.hands_of_epoch = self.play_epoch(number)
        scores, winners, turns = self.hands_of_epoch
        self.count(scores[number], int(winners[number]), int(turns[number]))
        self.epoch[LEFT] -= 1
        if not self.epoch[LEFT]:
            self.end_epoch()
            self.wins[:] = 0
            self.points[:] = 0
            self.epoch[FINISHED] += 1
            self.begin_epoch(self.game + 1)
            self.challenge()
        return scores[number], 1

    def begin_epoch(self, game: int) -> None:
        """Begin an epoch with this game."""
        self.epoch[[GAMES, LEFT]] = self.epoch_games(game)
        self.hands_of_epoch = None

    def play_epoch(self, number: int) -> Hands:
        """Play all games of the epoch whose next game is `number`. Challengers of one generation play the same decks."""
        first = self.game - number
        generation = int(self.epoch[FINISHED]) // self.lesson.population
        deck = first // 2 if self.lesson.method == EvolutionMethod.CLIMB else generation * self.lesson.pairs
        found = self.play(
            deck, np.arange(self.epoch[GAMES]) % 2, first, (CHALLENGER, STYLED) if self.styles else (CHAMPION, CHALLENGER), generation
        )
        assert found is not None  # nobody learns while playing, so no value blows up
        return found

    def result(self) -> float:
        """How well the challenger did: the difference of wins or points; against a style the challenger is counted first."""
        first, second = self.wins if self.lesson.objective == Objective.WINS else self.points
        return float(first - second if self.styles else second - first)

    def end_epoch(self) -> None:
        """Rate the challenger, and move the champion if the challenger won or the generation is over."""
        lesson = self.lesson
        if lesson.method == EvolutionMethod.CLIMB:
            needed = self.threshold(self.game + 1 - int(self.epoch[GAMES])).wins
            if self.wins[CHALLENGER] >= needed if lesson.objective == Objective.WINS else self.result() > 0:
                self.accepted += 1
                champion, challenger = self.weights(CHAMPION), self.weights(CHALLENGER)
                champion += np.float32(lesson.crossover) * (challenger - champion)
            return
        number = int(self.epoch[FINISHED]) % lesson.population
        self.fitness[number] = self.result()
        if number == lesson.population - 1:
            self.end_generation(int(self.epoch[FINISHED]) // lesson.population)

    def challenge(self) -> None:
        """Make the next challenger."""
        lesson, number = self.lesson, int(self.epoch[FINISHED])
        if lesson.method == EvolutionMethod.CLIMB:
            base = self.weights(CHAMPION if lesson.challenger == Challenger.CHAMPION else CHALLENGER)[self.mask]
            found = base + lesson.noise * noise(self.seed, number, len(base))
        elif lesson.method == EvolutionMethod.ES:
            generation, place = divmod(number, lesson.population)
            found = self.champion + self.opposite(generation, place)
        else:
            found = self.ask(number % lesson.population)
        self.weights(CHALLENGER)[self.mask] = found

    # ---- generations ----

    def opposite(self, generation: int, place: int) -> NDArray[np.float64]:
        """The noise of a challenger: that of every second one is the opposite of the one before."""
        found = self.lesson.noise * noise(self.seed, generation * self.lesson.population // 2 + place // 2, int(self.mask.sum()))
        return -found if place % 2 else found

    def end_generation(self, generation: int) -> None:
        """Move the champion by the results of all challengers of a generation."""
        lesson = self.lesson
        if lesson.method == EvolutionMethod.ES:
            steps = [share * self.opposite(generation, place) for place, share in enumerate(ranked(self.fitness))]
            self.champion += lesson.rate * np.sum(steps, axis=0)
        else:
            self.history[generation] = self.fitness
            self.tell(self.fitness)
            self.champion[:] = self.strategy.mean
        self.accepted += 1
        self.weights(CHAMPION)[self.mask] = self.champion

    def ask(self, place: int) -> Any:
        """Challenger `place` of this generation of cma."""
        self.strategy = self.strategy or self.first_strategy()
        if not self.asked:
            self.asked = [self.strategy.ask() for _ in range(self.lesson.population)]
        return self.asked[place]

    def tell(self, fitness: NDArray[np.float64]) -> None:
        """Give cma the fitness of the generation that it made, with a minus, because it minimises."""
        self.ask(0)
        self.strategy.tell([(each, -float(value)) for each, value in zip(self.asked, fitness, strict=True)])
        self.asked = []

    def first_strategy(self) -> Any:
        """CMA-ES around the first champion."""
        from cmaes import SepCMA

        first = first_rummy(self.design, self.lesson.start, self.seed, 0, self.lesson.weights)
        start = first.memory[self.mask].astype(np.float64)
        return SepCMA(start, self.lesson.noise, seed=self.seed % 2**32, population_size=self.lesson.population)

    # ---- stop and go on ----

    def changing(self) -> dict[str, np.ndarray]:
        """Weights, what happened so far, and where the generation stands."""
        own = {"epoch": self.epoch, "accepted": self.accepted, "fitness": self.fitness, "champion": self.champion}
        return {**super().changing(), **own, "history": self.history}

    def restore(self, state: dict[str, np.ndarray]) -> None:
        """Go on from a state; cma is rebuilt from the fitness of all generations before."""
        super().restore(state)
        self.hands_of_epoch, self.strategy, self.asked = None, None, []
        if self.lesson.method == EvolutionMethod.CMA:
            for fitness in self.history[: int(self.epoch[FINISHED]) // self.lesson.population]:
                self.tell(fitness)
