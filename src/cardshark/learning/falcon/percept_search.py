"""Find percepts: which facts would make a FALCON play better if it noticed them?

A FALCON plays many hands. In each hand one decision, at a random trick, is taken in every possible way, and each time the hand is
played to its end as usual. That tells what every action was worth there, all else being the same. All percepts are written down. Then
the percept that would help most is added, one after the other: one half of the hands decides which action to take for what is noticed,
and the other half measures what that is worth. The gains are still a little too large, because the best of many percepts was also the
luckiest; only fresh deals tell the true gain.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardshark.cards import lowest
from cardshark.chance import mixed, words
from cardshark.games import hearts
from cardshark.jit import at, kernel, record, routine, rule
from cardshark.learning.falcon.course import BLOCK, FalconCourse
from cardshark.learning.falcon.hands import decide, pass_cards, points_taken, styled_card
from cardshark.learning.falcon.lesson import SELF, uncounted_seating, uncounted_workspace
from cardshark.players.hearts.falcon.actions import ACTIONS, OFFERS, SITUATIONS, check_actions, offer, situation
from cardshark.players.hearts.falcon.actions import mask_of as actions_of
from cardshark.players.hearts.falcon.categories import uncounted_categories
from cardshark.players.hearts.falcon.percepts import PERCEPTS, perceive
from cardshark.text import UserError

NOTE = record([
    ("percept", np.uint64),  # every fact
    ("possible", np.uint64),  # actions; none where there was nothing to decide
    ("situation", np.int64),
    ("worth", np.float32, len(ACTIONS)),  # of each possible one: points fewer than a fair share of what was left
])  # fmt: skip
EVERYTHING = np.uint64((1 << len(PERCEPTS)) - 1)
NEVER = -1  # no trick
CAUTION = 20.0  # the estimate before a split counts like this many hands


# ---- hands in which one decision is taken in every way ----


class Trial(NamedTuple):
    """What is tried in some hands, and its results."""

    tricks: np.ndarray  # [hand] the trick in which the decision is taken in every way
    allowed: np.uint64  # actions
    offers: np.ndarray  # [1] the possible ones; the learner's own workspace is in use while it plays on
    notes: np.ndarray  # [hand]


def trial_of(tricks: NDArray[np.int64], allowed: str) -> Trial:
    """A trial of these tricks, one a hand, by the actions of a list."""
    return Trial(tricks, np.uint64(actions_of(allowed)), np.zeros(1, OFFERS), np.zeros(len(tricks), NOTE))


@routine
def play_on(game, rules, falcon, categories, lesson, seating, workspace, stop):
    """Play until seat 0 must decide in trick number `stop`. Did that happen? Otherwise the hand is over."""
    table = game.table
    while table.trick < rules.hand_size:
        seat = at(table.turn)
        if seat == 0 and table.trick == stop:
            return True
        if seating.kinds[seat] == SELF:
            card = decide(game, rules, falcon, categories, lesson, workspace, seat)
        else:
            card = styled_card(game, rules, seating.styles[seat])
        hearts.lay_card(game, rules, card)
    return False


@kernel
def try_hands(games, rules, falcons, categories, lessons, seating, workspace, trial):
    """Play hands, one decision of seat 0 in every way, and write down the result of each."""
    rules, falcon, lesson = rules[0], falcons[0], lessons[0]
    categories, workspace, seating = uncounted_categories(categories), uncounted_workspace(workspace), uncounted_seating(seating)
    offers = trial.offers[0]
    again = games[:1].copy()
    for i in range(len(games)):
        game, note = games[i], trial.notes[i]
        pass_cards(game, rules, seating)
        play_on(game, rules, falcon, categories, lesson, seating, workspace, trial.tricks[i])
        table = game.table
        legal, luck = hearts.legal_cards(game, rules), hearts.next_luck(game)
        possible = offer(trial.allowed, falcon.burden, legal, table, rules, game.hands[0], mixed(~luck), offers)
        note.percept = perceive(EVERYTHING, falcon.if_no_hearts, game.hands[0], table, rules)
        note.situation = situation(legal, table)
        if offers.count > 1:
            note.possible = possible
            left = np.float32(rules.all_penalties - points_taken(table, rules))
            fair = left / np.float32(rules.players) + np.float32(table.points[0])
            for k in range(offers.count):
                again[0] = game
                hearts.lay_card(again[0], rules, np.int64(offers.cards[at(k)]))
                play_on(again[0], rules, falcon, categories, lesson, seating, workspace, NEVER)
                note.worth[at(offers.actions[at(k)])] = fair - np.float32(again[0].table.points[0])


def experience(course: FalconCourse, hands: int, stream: str = "trial") -> np.ndarray:
    """Notes about `hands` hands of a FALCON that does not learn, against the opponents of its course."""
    if hands < 1:
        raise UserError(f"percepts are looked for in one hand or more, not {hands}")
    if course.company.guests:
        raise UserError("percepts are looked for against styles of play: random, greedy, stock or jake")
    lesson, found = course.without_learning(), []
    for first in range(0, hands, BLOCK):
        amount = min(BLOCK, hands - first)
        tricks = (words(course.seed, f"{stream} trick", amount, first) % np.uint64(course.house["hand_size"][0])).astype(np.int64)
        notes = try_every_way(course, course.deal(stream, first, amount), lesson, trial_of(tricks, "wide"))
        found.append(notes[notes["possible"] != 0])
    return np.concatenate(found)


def try_every_way(course: FalconCourse, games: np.ndarray, lesson: np.ndarray, trial: Trial) -> np.ndarray:
    """Play hands that are dealt, one decision of each in every way. Returns the notes of the trial."""
    brain = course.brain
    try_hands(games, course.house, brain.record, brain.categories, lesson, course.company.seating, course.workspace, trial)
    return trial.notes


# ---- what is worth noticing ----


@kernel
def add_up_worth(cells, notes, sums, counts):
    """Add up what each action was worth in each cell."""
    for i in range(len(notes)):
        rest = notes[i].possible
        while rest:
            action = at(lowest(rest))
            rest &= rest - np.uint64(1)
            sums[at(cells[i]), action] += notes[i].worth[action]
            counts[at(cells[i]), action] += 1.0


@rule
def preferred(values, possible):
    """The possible action with the largest value."""
    best, most = np.int64(-1), -np.inf
    while possible:
        action = lowest(possible)
        possible &= possible - np.uint64(1)
        if values[at(action)] > most:
            best, most = np.int64(action), values[at(action)]
    return best


@kernel
def compare(notes, usual, cells, values, allowed, chosen, gains):
    """The gain, hand by hand, of the preferred action of each cell over the `usual` one."""
    for i in range(len(notes)):
        chosen[i] = preferred(values[at(cells[i])], notes[i].possible & allowed)
        gains[i] = notes[i].worth[at(chosen[i])] - notes[i].worth[at(usual[i])]


class Partition:
    """Notes divided into cells by what is noticed, and the estimated worth of each action in a cell, from either half of the notes."""

    def __init__(self, notes: np.ndarray, allowed: int) -> None:
        self.notes, self.allowed = notes, np.uint64(allowed)
        self.halves = (np.arange(len(notes)) % 2 == 0, np.arange(len(notes)) % 2 == 1)
        self.cells = notes["situation"].astype(np.int64)
        self.values = [self.estimates(self.cells, half, np.zeros((SITUATIONS, len(ACTIONS)))) for half in self.halves]
        self.usual = np.zeros(len(notes), np.int64)
        self.usual = self.judge(self.cells, self.values)[0]

    def estimates(self, cells: NDArray[np.int64], half: NDArray[np.bool_], prior: NDArray[np.float64]) -> NDArray[np.float64]:
        """The worth of every action in every cell, from half of the notes; in a cell with few notes the prior counts more."""
        sums, counts = np.zeros((len(prior), len(ACTIONS))), np.zeros((len(prior), len(ACTIONS)))
        add_up_worth(cells[half], self.notes[half], sums, counts)
        return (sums + CAUTION * prior) / (counts + CAUTION)

    def judge(self, cells: NDArray[np.int64], values: list[NDArray[np.float64]]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """The action chosen in each note by the estimates of the other half, and its gain."""
        chosen, gains = np.zeros(len(cells), np.int64), np.zeros(len(cells), np.float32)
        for half, opinion in zip(self.halves, reversed(values), strict=True):
            part, gained = np.zeros(int(half.sum()), np.int64), np.zeros(int(half.sum()), np.float32)
            compare(self.notes[half], self.usual[half], cells[half], opinion, self.allowed, part, gained)
            chosen[half], gains[half] = part, gained
        return chosen, gains

    def split(self, percept: int) -> tuple[NDArray[np.int64], list[NDArray[np.float64]]]:
        """The cells, and the worth of actions, if this percept were noticed too."""
        bits = ((self.notes["percept"] >> np.uint64(percept)) & np.uint64(1)).astype(np.int64)
        cells = 2 * self.cells + bits
        return cells, [
            self.estimates(cells, half, np.repeat(value, 2, axis=0)) for half, value in zip(self.halves, self.values, strict=True)
        ]

    def gain(self, percept: int) -> tuple[float, float]:
        """The gain from noticing a percept, in points a decision, and its standard error."""
        _, gains = self.judge(*self.split(percept))
        return float(gains.mean()), float(gains.std() / len(gains) ** 0.5)

    def notice(self, percept: int) -> None:
        """Notice a percept from now on."""
        cells, values = self.split(percept)
        kept, self.cells = np.unique(cells, return_inverse=True)
        self.values = [value[kept] for value in values]
        self.usual = self.judge(self.cells, self.values)[0]


class Found(NamedTuple):
    """A percept worth noticing."""

    name: str
    gain: float  # points a decision
    error: float  # of it


def find_percepts(notes: np.ndarray, most: int = 12, allowed: str = "wide", clearly: float = 2.0) -> list[Found]:
    """Percepts, the most useful one first, as long as each gains more than `clearly` standard errors."""
    check_actions(actions_of(allowed))
    if len(notes) < 2:
        raise UserError("percepts are looked for in two notes or more: try more hands")
    partition, found = Partition(notes, actions_of(allowed)), []
    rest = set(range(len(PERCEPTS)))
    while rest and len(found) < most:
        gains = {percept: partition.gain(percept) for percept in sorted(rest)}
        best = max(gains, key=lambda percept: gains[percept][0])
        gain, error = gains[best]
        if gain <= clearly * error:
            break
        partition.notice(best)
        rest.remove(best)
        found.append(Found(PERCEPTS[best].name, gain, error))
    return found
