"""Find percepts and actions by themselves: which facts, noticed, would make a FALCON play better?

A FALCON plays many hands. In each of them one decision, at a trick that chance picks, is taken in every possible way, and each time the
hand is played to its end as usual: that tells what every action was worth there, all else being the same. All percepts are written
down. Then, one after the other, the percept is added that would help most: half of the hands say which action to take for what is
noticed, and the other half says what that is worth. The gains are still a little too good, because the best of many percepts was also
the luckiest: only fresh deals tell what came of it.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardshark.bits import lent
from cardshark.cards import lowest
from cardshark.chance import mixed, words
from cardshark.games import hearts
from cardshark.jit import at, kernel, record, routine, rule
from cardshark.learning.falcon.course import BLOCK, FalconCourse
from cardshark.learning.falcon.feedback import SELF, decide, pass_cards
from cardshark.players.hearts.falcon.actions import ACTIONS, OFFERS, SITUATIONS, check_actions, offer, situation
from cardshark.players.hearts.falcon.actions import mask_of as actions_of
from cardshark.players.hearts.falcon.brain import lent_mind
from cardshark.players.hearts.falcon.percepts import PERCEPTS, perceive
from cardshark.players.hearts.styles import card_of, needs_luck
from cardshark.text import UserError

NOTE = record([
    ("percept", np.uint64),  # every fact
    ("possible", np.uint64),  # actions; none where there was nothing to decide
    ("situation", np.int64),
    ("worth", np.float32, len(ACTIONS)),  # of each possible one: points fewer than a fair share of what was left
])  # fmt: skip
EVERYTHING = np.uint64((1 << len(PERCEPTS)) - 1)
NEVER = -1  # no trick
CAUTION = 20.0  # hands' worth of doubt with which a category departs from what is best on average


# ---- hands in which one decision is taken in every way ----


@routine
def play_on(game, rules, falcon, mind, lesson, seats, styles, desk, stop):
    """Play until seat 0 must decide in trick number `stop`: is it so? Otherwise the hand is over."""
    table = game.table
    while table.trick < rules.hand_size:
        seat = at(table.turn)
        if seat == 0 and table.trick == stop:
            return True
        if seats[seat] == SELF:
            card = decide(game, rules, falcon, mind, lesson, desk, seat)
        else:
            luck = hearts.next_luck(game) if needs_luck(styles[seat]) else game.luck
            card = np.int64(card_of(styles[seat], game.hands[seat], hearts.legal_cards(game, rules), table, rules, luck))
        hearts.lay_card(game, rules, card)
    return False


@kernel
def try_hands(games, rules, falcons, mind, lessons, seats, styles, desk, offers, tricks, allowed, notes):
    """Play hands, one decision of seat 0 in every way, and write down what came of each."""
    rules, falcon, lesson, mind = rules[0], falcons[0], lessons[0], lent_mind(mind)
    desk = (lent(desk[0]), lent(desk[1]), lent(desk[2]), lent(desk[3]))
    again = games[:1].copy()
    for i in range(len(games)):
        game, note = games[i], notes[i]
        pass_cards(game, rules, styles)
        play_on(game, rules, falcon, mind, lesson, seats, styles, desk, tricks[i])
        table = game.table
        legal, luck = hearts.legal_cards(game, rules), hearts.next_luck(game)
        possible = offer(allowed, falcon.burden, legal, table, rules, game.hands[0], mixed(~luck), offers[0])
        note.percept = perceive(EVERYTHING, falcon.lonely, game.hands[0], table, rules)
        note.situation = situation(legal, table)
        if offers[0].count > 1:
            note.possible = possible
            taken = 0
            for seat in range(rules.players):
                taken += np.int64(table.points[at(seat)])
            fair = np.float32(rules.total - taken) / np.float32(rules.players) + np.float32(table.points[0])
            for k in range(offers[0].count):
                again[0] = game
                hearts.lay_card(again[0], rules, np.int64(offers[0].cards[at(k)]))
                action = offers[0].actions[at(k)]
                play_on(again[0], rules, falcon, mind, lesson, seats, styles, desk, NEVER)
                note.worth[at(action)] = fair - np.float32(again[0].table.points[0])


def experience(course: FalconCourse, hands: int, stream: str = "trial") -> np.ndarray:
    """Notes of so many hands of a FALCON that does not learn, against the company of its course."""
    if hands < 1:
        raise UserError(f"percepts are looked for in one hand or more, not {hands}")
    if course.company.guests:
        raise UserError("percepts are looked for against styles of play: random, greedy, stock or jake")
    rules, brain, lesson = course.house, course.brain, course.lesson_record.copy()
    lesson["learns"], lesson["loose"], lesson["now"] = 0, 0, 0
    allowed, offers, found = np.uint64(actions_of("wide")), np.zeros(1, OFFERS), []
    for first in range(0, hands, BLOCK):
        amount = min(BLOCK, hands - first)
        games, notes = course.deal(stream, first, amount), np.zeros(amount, NOTE)
        tricks = (words(course.seed, f"{stream} trick", amount, first) % np.uint64(rules["hand_size"][0])).astype(np.int64)
        try_hands(
            games,
            rules,
            brain.record,
            brain.mind,
            lesson,
            course.company.seats,
            course.company.styles,
            course.desk,
            offers,
            tricks,
            allowed,
            notes,
        )
        found.append(notes[notes["possible"] != 0])
    return np.concatenate(found)


# ---- what is worth noticing ----


@kernel
def add_up_worth(cells, notes, sums, counts):
    """What each action was worth in each cell."""
    for i in range(len(notes)):
        rest = notes[i].possible
        while rest:
            action = at(lowest(rest))
            rest &= rest - np.uint64(1)
            sums[at(cells[i]), action] += notes[i].worth[action]
            counts[at(cells[i]), action] += 1.0


@rule
def preferred(values, possible):
    """The possible action of the largest value."""
    best, most = np.int64(-1), -np.inf
    while possible:
        action = lowest(possible)
        possible &= possible - np.uint64(1)
        if values[at(action)] > most:
            best, most = np.int64(action), values[at(action)]
    return best


@kernel
def compare(notes, usual, cells, values, allowed, chosen, gains):
    """What it would bring, hand by hand, to take the preferred action of each cell instead of the `usual` one."""
    for i in range(len(notes)):
        chosen[i] = preferred(values[at(cells[i])], notes[i].possible & allowed)
        gains[i] = notes[i].worth[at(chosen[i])] - notes[i].worth[at(usual[i])]


class Partition:
    """Notes divided by what is noticed, and what each action seems to be worth there, by either half of the notes."""

    def __init__(self, notes: np.ndarray, allowed: int) -> None:
        self.notes, self.allowed = notes, np.uint64(allowed)
        self.halves = (np.arange(len(notes)) % 2 == 0, np.arange(len(notes)) % 2 == 1)
        self.cells = notes["situation"].astype(np.int64)
        self.values = [self.estimates(self.cells, half, np.zeros((SITUATIONS, len(ACTIONS)))) for half in self.halves]
        self.usual = np.zeros(len(notes), np.int64)
        self.usual = self.judge(self.cells, self.values)[0]

    def estimates(self, cells: NDArray[np.int64], half: NDArray[np.bool_], prior: NDArray[np.float64]) -> NDArray[np.float64]:
        """The worth of every action in every cell by half of the notes; little is believed of a cell that was seldom met."""
        sums, counts = np.zeros((len(prior), len(ACTIONS))), np.zeros((len(prior), len(ACTIONS)))
        add_up_worth(cells[half], self.notes[half], sums, counts)
        return (sums + CAUTION * prior) / (counts + CAUTION)

    def judge(self, cells: NDArray[np.int64], values: list[NDArray[np.float64]]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """What would be done, each half of the notes judged by the other one, and what that would bring."""
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
        """What noticing a percept would bring, in points a decision, and its standard error."""
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
    """Percepts, the most useful one first, each as long as it brings more than so many standard errors."""
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
