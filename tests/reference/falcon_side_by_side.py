"""Kernel and book side by side: a FALCON learns, its hands are played again by the rule book, and the book learns the same."""

from types import SimpleNamespace

import numpy as np
import pytest

from cardshark.chance import words
from cardshark.games import hearts, house
from cardshark.games.hearts.rules import PRESETS, Passing
from cardshark.learning.falcon.hands import learn_hands
from cardshark.learning.falcon.lesson import FALCON_LESSON, SELF, STYLED, FalconSeating, Feedback, Initial, Update, workspace_of
from cardshark.players.hearts.falcon.actions import ACTIONS
from cardshark.players.hearts.falcon.categories import MARGIN, empty_categories, with_room
from cardshark.players.hearts.falcon.percepts import PERCEPTS
from cardshark.players.hearts.styles import style_of
from reference.falcon_book import TRICK_BY_TRICK, Decision, Learner, Situation, actions, over_limit, percepts
from reference.hearts_book import NAME, cost
from reference.imagine_book import who_played
from reference.search_book import Hand

READINGS = {"update": Update, "initial": Initial, "feedback": Feedback}
KERNEL_NAMES = {"floor": "least", "loose": "slip_chance"}  # settings that the kernel calls otherwise than the book
DEFAULTS = {
    "update": "signed_mean", "feedback": "points", "initial": "ones", "others": 1, "forced": 1,
    "good": 0.0, "good_pv": 1.0, "bad": 0.0, "bad_pv": 1.0, "good_aside": 1.0, "bad_aside": 1.0, "by_gap": 0, "rate": 1.0,
    "prune": 0.01, "fading": 0.0005,
    "floor": 0.02, "discount": 1.0, "loose": 0.0, "most": 16, "total": 26,
}  # fmt: skip


def lesson_of(settings):
    """A lesson for the kernel, from settings by name."""
    lesson = np.zeros(1, FALCON_LESSON)
    lesson["learns"] = 1
    for name, value in settings.items():
        number = READINGS[name][value.upper()] if name in READINGS else round(value * 2**32) if name == "loose" else value
        lesson[KERNEL_NAMES.get(name, name)] = number
    return lesson


class School:
    """Learners (`me`) at a table, perhaps with others of a style, as the kernel plays and learns."""

    def __init__(self, design, rules="falcon", seats="me stock stock stock", seed=1, room=1024, **settings):
        self.design, self.rules, self.seed = design, house.parse(PRESETS, rules), seed
        self.house, self.falcon = house.record(self.rules), design.record()
        self.settings = SimpleNamespace(**DEFAULTS | {"total": self.rules.derived()["all_penalties"]} | settings)
        self.lesson = lesson_of(vars(self.settings))
        names = seats.split()
        self.learners = [seat for seat, name in enumerate(names) if name == "me"]
        kinds = np.array([SELF if name == "me" else STYLED for name in names], np.int8)
        self.seating = FalconSeating(kinds, np.concatenate([style_of("stock" if name == "me" else name) for name in names]))
        elements = int(self.falcon["art"][0]["starts"][-1])
        self.categories, self.workspace, self.dealt = empty_categories(room, elements), workspace_of(elements), 0

    def deal(self, hands):
        """The next hands, not yet played; every one may be any of the passing cycle."""
        games = np.zeros(hands, hearts.GAME)
        games["deals"] = words(self.seed, "deals", hands, self.dealt)
        games["luck"] = words(self.seed, "luck", hands, self.dealt)
        games["first"] = (self.dealt + np.arange(hands)) % 12
        hearts.start_all(games, self.house)
        self.dealt += hands
        return games

    def learn(self, games, learns=True):
        """Play these hands, and learn; more room is made where it is needed. The same games, played."""
        lesson, done = self.lesson.copy(), 0
        lesson["learns"], lesson["first"] = learns, self.dealt - len(games)
        while done < len(games):
            done += learn_hands(games[done:], self.house, self.falcon, self.categories, lesson, self.seating, self.workspace, -1)
            if done < len(games):
                assert self.categories.size[0] + MARGIN > self.categories.room
                self.categories = with_room(self.categories, 2 * self.categories.room)
        return games

    def play(self, hands):
        return self.learn(self.deal(hands))

    def weights(self, j):
        """The weights of a category by action."""
        first = int(self.falcon["art"][0]["starts"][1])
        return {each.name: float(self.categories.templates[j, first + k]) for k, each in enumerate(ACTIONS) if self.allowed(k)}

    def allowed(self, action):
        return int(self.falcon[0]["actions"]) >> action & 1


class Book:
    """The book's learner, who is shown what the kernel's learner did."""

    def __init__(self, school):
        design, three = school.design, lambda text: [float(part) for part in text.split(",")]
        self.school, self.numbers, self.totals = school, {}, [0] * school.rules.players
        self.noticed = [each.name for number, each in enumerate(PERCEPTS) if int(school.falcon[0]["percepts"]) >> number & 1]
        self.allowed = [each.name for number, each in enumerate(ACTIONS) if school.allowed(number)]
        sizes = [int(size) for size in design.groups.split(",")] if design.groups else [13]
        self.groups = [group for group, size in enumerate(sizes) for _ in range(size)]
        self.learner = Learner(
            self.allowed, design.coding.name.lower(), design.alpha, three(design.share), three(design.vigilance), school.settings
        )

    def network_of(self, now, number):
        """The group of tricks, and whether the learner leads where that counts; each such pair must have a number of its own."""
        name = self.groups[len(now.tricks)], self.school.design.separate and now.trick == []
        assert self.numbers.setdefault(name, number) == number
        assert len(set(self.numbers.values())) == len(self.numbers)
        return name

    def decision(self, now, card, record, points):
        """What the learner noticed and did, found again and compared with the kernel's note of it."""
        design, settings = self.school.design, self.school.settings
        facts = percepts(now, design.heartless.name.lower())
        assert int(record["percept"]) == sum(
            facts[each.name] << number for number, each in enumerate(PERCEPTS) if each.name in self.noticed
        )
        senses, network = [facts[name] for name in self.noticed], self.network_of(now, int(record["network"]))
        possible = {name: cards for name, cards in actions(now, design.burden.name.lower()).items() if name in self.allowed}
        action = ACTIONS[record["action"]].name
        assert card in possible[action]
        weights = self.learner.weights(network, senses)
        if weights and not settings.loose:
            assert weights[action] >= max(weights[name] for name in possible) - 1e-5
        counts = bool(settings.forced or len(possible) > 1)
        assert record["counts"] == counts
        found = Decision(network, senses, action, possible, points[now.seat], sum(points)) if counts else None
        assert not found or [record["mine"], record["taken"]] == [found.mine, found.taken]
        return found, network, senses, possible

    def attend(self, game):
        """Play a finished hand again and learn from it what there is to learn."""
        rules, table, settings, learner = self.school.rules, game["table"], self.school.settings, self.learner
        cards = [NAME[card] for card in table["history"][: table["played"]].tolist()]
        ((first, plays),) = [
            (first, plays)
            for first in range(rules.players)
            for plays, leader in [who_played(cards, first, rules.players)]
            if leader == table["leader"]
        ]
        dealt = [card for seat in range(rules.players) for who, card in plays if who == seat]
        hand = Hand(rules._replace(passing=Passing.NONE), lambda _: dealt, lambda _: first, int(game["first"]))
        made, points = {seat: [] for seat in self.school.learners}, [0] * rules.players
        by_place = settings.update == "game_place"
        for number, (seat, card) in enumerate(plays):
            assert hand.turn == seat
            if seat in made:
                totals = self.totals if by_place else None
                now = Situation(set(hand.hands[seat]), hand.legal(), plays[:number], seat, rules, totals)
                record = self.school.workspace.decisions[seat, len(made[seat])]
                decision, network, senses, possible = self.decision(now, card, record, points)
                before = made[seat][-1] if made[seat] else None
                if settings.update == "td" and before:
                    learner.learn_step(before, learner.promise(network, senses, possible), points[seat] - before.mine)
                made[seat].append(decision)
            hand.choose(card)
            if number % rules.players == rules.players - 1:
                trick = plays[number + 1 - rules.players : number + 1]
                winner = hand.leader
                value = sum(cost(each, rules) for _, each in trick)
                points[winner] += value
                self.after_trick(made, value, winner)
        assert points == table["points"][: rules.players].tolist()
        if by_place:
            self.totals = [total + int(score) for total, score in zip(self.totals, game["scores"], strict=False)]
            assert self.totals == table["totals"][: rules.players].tolist()
        self.after_hand(made, points)
        if any(over_limit(total, rules) for total in self.totals):
            self.totals = [0] * rules.players
        learner.game += 1

    def after_trick(self, made, points, winner):
        settings = self.school.settings
        if settings.update in TRICK_BY_TRICK and settings.feedback != "hand":
            for seat, decisions in made.items():
                if decisions[-1]:
                    self.learner.learn_trick(decisions[-1], points, winner == seat)

    def after_hand(self, made, points):
        settings = self.school.settings
        for seat, decisions in made.items():
            if settings.update not in (*TRICK_BY_TRICK, "td") or (settings.update != "td" and settings.feedback == "hand"):
                self.learner.learn_hand([each for each in decisions if each], seat, points, self.totals)
            last = decisions[-1]
            if settings.update == "td" and last:
                self.learner.learn_step(last, 1.0, points[seat] - last.mine)

    def compare(self):
        """Every category of the kernel, in the order of their founding, is the book's; how many there are."""
        school = self.school
        ours, size, starts = school.categories, int(school.categories.size[0]), school.falcon["art"][0]["starts"].tolist()
        for name, number in self.numbers.items():
            rows = np.flatnonzero(ours.networks[:size] == number)
            categories = self.learner.network(name).categories
            assert len(rows) == len(categories)
            for j, (row, category) in enumerate(zip(rows, categories, strict=True)):
                senses, motion, feedback = (ours.templates[row, starts[c] : starts[c + 1]] for c in range(3))
                assert senses.tolist() == category[0]
                assert np.abs(feedback - category[2]).max() < 1e-5
                wanted = np.zeros(len(ACTIONS))
                visits = np.zeros(len(ACTIONS), int)
                for k, action in enumerate(ACTIONS):
                    if action.name in self.allowed:
                        wanted[k] = category[1][self.allowed.index(action.name)]
                        visits[k] = self.learner.visits.get((name, j, action.name), 0)
                assert np.abs(motion - wanted).max() < 1e-5
                confidence, game = self.learner.confidence[name, j]
                assert ours.confidence[row] == pytest.approx(confidence, abs=1e-5) and ours.touched[row] == game
                assert ours.visits[row].tolist() == visits.tolist()
        return size


def learn_both(school, hands):
    """Let kernel and book learn from the same hands; the book."""
    book = Book(school)
    for _ in range(hands):
        book.attend(school.play(1)[0])
    book.compare()
    return book
