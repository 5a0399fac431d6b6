"""The network thesis, measured: networks are trained and tested, the best of them meet, and all of it is kept as exact sums."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from cardshark.arena.contest import Contest
from cardshark.arena.placing import FIRST_PLACE
from cardshark.arena.stats import Moments
from cardshark.experiments.amounts import Amounts
from cardshark.experiments.curves import sum_in_bins
from cardshark.experiments.hearts_network.grouped import chosen_rates, group_runs, kept_rows
from cardshark.experiments.hearts_network.recipes import BRAINS, OPPONENT, beyond
from cardshark.experiments.hearts_network.tables import ACTIVATIONS, DEPTHS, HAND_MADE, ORDERS, PERSON, PLAYERS, RATES, RELUS, STAND_IN
from cardshark.experiments.hearts_network.tasks import (
    BEST_RATES,
    BINS,
    OPPONENT_SEEDS,
    SEEDS,
    TEST_BINS,
    TESTS,
    Plan,
    Shop,
    Task,
    group_name,
    home_of,
    plan,
    seed_of,
)
from cardshark.experiments.workshop import Workshop, brain_entry
from cardshark.games import hearts, house
from cardshark.games.hearts.rules import PRESETS
from cardshark.learning.hearts.hindsight_kernel import LESSON, BrainSeating
from cardshark.learning.hearts.seats import Seats, final_totals
from cardshark.learning.trainer import Diverged, Training
from cardshark.players.brain_file import digest
from cardshark.players.hearts.network.brain import NO_BRAIN, load
from cardshark.players.hearts.styles import style_of
from cardshark.report.record import Experiment
from cardshark.text import UserError

BLOCKS = 10  # of test games, by which the luck of the deal is told from that of the seed
MEETINGS = 100  # games in each order for every seed of the second experiment

Order = tuple[str, ...]


def size(amounts: Amounts) -> int:
    """How many games and deals of contests there may be. Which rates do best decides what is trained: all that may be needed counts."""
    shop, amount = Shop(amounts, 1), plan(amounts)
    names = [*(each.name for each in ACTIVATIONS), *(recipe.name for recipe in beyond())]
    tasks = [shop.opponent(), *shop.opponents(), *shop.trials(), *shop.lowest(dict.fromkeys(names, RATES[-1]))]
    tasks += shop.published(dict.fromkeys(names, RATES[0]))
    seeds, opponents = amounts.seeds("depths", SEEDS), amounts.seeds("opponents", OPPONENT_SEEDS)
    meetings = len(ORDERS) * (amount.competition + seeds * amount.games(MEETINGS)) + seeds_of_luck(amounts) * opponents * luck_games(amount)
    others = amount.games(TESTS) + sum(contest.deals for contest in contests(amount))
    return sum(task.games for task in tasks) + meetings + others


def measure(workshop: Workshop) -> list[Experiment]:
    """Train everybody, let the best meet, and play with them. Work that needs nothing of other work is done together."""
    shop, done = Shop(workshop.amounts, workshop.seed), 0

    def do(pieces: "Mapping[str, AnyPiece]") -> dict[str, dict[str, Any]]:
        nonlocal done
        done += sum(games_of(piece) for piece in pieces.values())
        return workshop.do(partial(do_piece, workshop.folder), pieces, games_of)

    def trained(tasks: Sequence[Task]) -> list[dict[str, Any]]:
        return list(do({task.name: task for task in tasks}).values())

    rows = trained([shop.opponent()])
    first: dict[str, AnyPiece] = {task.name: task for task in [*shop.opponents(), *shop.trials()]}
    random = RandomPlay(shop.plan.rules, shop.plan.games(TESTS), seed_of(workshop.seed, 0), OPPONENT)
    rows += do({"random play": random, **first}).values()
    rows += trained(shop.lowest(chosen_rates(group_runs(rows))))
    rates = chosen_rates(group_runs(rows))
    rows += trained(shop.published(rates))
    best = {"opponent": OPPONENT} | {name: best_of(rows, each.name) for name, each in zip(PLAYERS[1:], DEPTHS, strict=True)}
    last = [competitions(shop.plan, workshop.seed, best), meetings_of(shop.plan, workshop.seed, rows), lucks_of(shop, rows, rates)]
    found = do({name: piece for pieces in last for name, piece in pieces.items()})
    competition, meetings, luck = ([found[name] for name in pieces] for pieces in last)
    played = contests(shop.plan)
    workshop.tell_known(size(workshop.amounts) - done - sum(contest.deals for contest in played))  # what was not needed
    return [
        Experiment("runs", kept_rows(rows)), Experiment("competition", competition), Experiment("meetings", meetings),
        Experiment("luck", luck), workshop.play(played, best),
    ]  # fmt: skip


def do_piece(folder: Path, piece: "AnyPiece") -> dict[str, Any]:
    """Do a piece of work of any kind."""
    if isinstance(piece, Task):
        return train(folder, piece)
    if isinstance(piece, RandomPlay):
        return play_at_random(folder, piece)
    return meet(folder, piece) if isinstance(piece, Meeting) else meet_all(folder, piece)


def games_of(piece: "AnyPiece") -> int:
    """How much work a piece is."""
    return piece.games


def best_of(rows: Sequence[Mapping[str, Any]], setting: str) -> str:
    """The file of the network of the second experiment that did best in its test games."""
    found = [row for row in rows if (row["experiment"], row["setting"]) == ("depths", setting) and row["tests"]]
    if not found:
        raise UserError(f"every run of {setting} blew up, so nobody of it can sit down to the competition; another seed may do better")
    return min(found, key=lambda row: row["tests"]["learner"])["brain"]["file"]


# ---- training ----


def train(folder: Path, task: Task) -> dict[str, Any]:
    """Train a network as `cardshark train` does, test it against three of an opponent, and keep it."""
    out = folder / task.file if task.is_kept else None
    if out:
        out.unlink(missing_ok=True)  # a brain alone would not tell the course of its training; a checkpoint does
    brains = f"{folder / BRAINS}/"
    lesson = replace(task.lesson, against=task.lesson.against.replace(BRAINS, brains))
    training = Training(task.design, lesson, task.seed, out)
    course = training.course
    with suppress(Diverged):
        training.run()
    row: dict[str, Any] = {
        "experiment": task.experiment, "setting": task.setting, "seed": task.seed, "games": lesson.games, "rules": lesson.rules,
        "rate": lesson.rate, "command": training.command().replace(brains, ""), "hands": course.hands, "diverged": course.diverged,
        "weights": None, "tests": None,
    }  # fmt: skip
    if course.diverged is None:
        brain, others = course.brain, load(str(folder / task.against))
        row["weights"] = digest(brain)[:16]
        tests = final_totals([brain, others, others, others], lesson.rules, task.tests, task.seed, "test")
        row["tests"] = sums_of(tests)
        if out:
            lessons = course.totals.astype(np.int64)
            row["brain"], row["tested"] = brain_entry(folder, task.file), sum_in_bins(tests[:, 0], TEST_BINS)
            row["learner"], row["others"] = sum_in_bins(lessons[:, 0], BINS), sum_in_bins(lessons[:, 1:].sum(axis=1), BINS)
    return row


@dataclass(frozen=True)
class RandomPlay:
    """Games of a random player against three of an opponent."""

    rules: str
    games: int
    seed: int
    against: str


def play_at_random(folder: Path, task: RandomPlay) -> dict[str, Any]:
    """What a network gets that has learnt nothing: it loses every game, and by how much tells weak networks apart."""
    seats = Seats([load(str(folder / task.against))], house.parse(PRESETS, task.rules))
    numbers = np.array([NO_BRAIN, 0, 0, 0], np.int8)
    seating = BrainSeating(numbers, np.zeros(1, np.int8), np.repeat(style_of("random"), hearts.SEATS))
    totals, hands, _ = seats.play(task.seed, "test", 0, task.games, seating, np.zeros(1, LESSON))
    return {
        "experiment": "nothing", "setting": "random play", "seed": task.seed, "games": 0, "rules": task.rules, "rate": 0.0, "command": "",
        "hands": hands, "diverged": None, "weights": None, "tests": sums_of(totals),
    }  # fmt: skip


def sums_of(totals: np.ndarray) -> dict[str, Any]:
    """What is kept of test games: sums over the games, of the first seat and of the three others."""
    totals = totals.astype(np.int64)
    learner = totals[:, 0]
    return {
        "games": len(totals), "learner": int(learner.sum()), "squares": int((learner * learner).sum()), "others": int(totals[:, 1:].sum()),
        "wins": int(first_places(totals)[:, 0].sum()), "lowest": int(learner.min()),
    }  # fmt: skip


def first_places(totals: np.ndarray) -> np.ndarray:
    """FIRST_PLACE to whoever comes first in each game, shared when equal."""
    first = totals == totals.min(axis=1, keepdims=True)
    return first * (FIRST_PLACE // first.sum(axis=1, keepdims=True))


# ---- four at a table ----


@dataclass(frozen=True)
class Meeting:
    """Games of four different networks in one order."""

    order: Order
    files: tuple[str, ...]  # of those players, in this order
    rules: str
    games: int
    seed: int
    run: int = 0  # of the second experiment whose networks they are; 0 for the best of all


def competitions(amount: Plan, seed: int, best: Mapping[str, str]) -> dict[str, Meeting]:
    """The best networks in every order."""
    return {
        f"competition {' '.join(order)}": Meeting(
            order, tuple(best[name] for name in order), amount.rules, amount.competition, seed_of(seed, 0)
        )
        for order in ORDERS
    }


def meetings_of(amount: Plan, seed: int, rows: Sequence[Mapping[str, Any]]) -> dict[str, Meeting]:
    """The networks of every seed of the second experiment in every order: so that seeds are the unit, and not the luck of the best."""
    found: dict[str, Meeting] = {}
    files: dict[int, dict[str, str]] = {}
    names = dict(zip([each.name for each in DEPTHS], PLAYERS[1:], strict=True))
    for row in rows:
        if row["experiment"] == "depths" and row["tests"]:
            files.setdefault(row["seed"] - seed_of(seed, 0), {"opponent": OPPONENT})[names[row["setting"]]] = row["brain"]["file"]
    for run, seated in files.items():
        if len(seated) == len(PLAYERS):
            for order in ORDERS:
                chairs = tuple(seated[name] for name in order)
                found[f"meetings {run} {' '.join(order)}"] = Meeting(
                    order, chairs, amount.rules, amount.games(MEETINGS), seed_of(seed, run), run
                )
    return found


def meet(folder: Path, meeting: Meeting) -> dict[str, Any]:
    """First places and final totals of each, in the order of the seats."""
    brains = [load(str(folder / file)) for file in meeting.files]
    totals = final_totals(brains, meeting.rules, meeting.games, meeting.seed, "competition").astype(np.int64)
    figures = np.concatenate([first_places(totals), totals], axis=1).T
    limit = house.parse(PRESETS, meeting.rules).limit
    return {"order": list(meeting.order), "limit": limit, "run": meeting.run, "moments": Moments.of(figures).to_json()}


@dataclass(frozen=True)
class Luck:
    """One network against three of each of several opponents, on the same deals as all other networks."""

    setting: str
    file: str
    opponents: tuple[str, ...]
    rules: str
    games_each: int
    seed: int

    @property
    def games(self) -> int:
        """Against all of them."""
        return self.games_each * len(self.opponents)


def luck_games(amount: Plan) -> int:
    """Games against each opponent, in whole blocks."""
    return max(BLOCKS, amount.games(MEETINGS) // BLOCKS * BLOCKS)


def seeds_of_luck(amounts: Amounts) -> int:
    """How many networks meet them: those of the first experiment, at their best rate."""
    return max(amounts.seeds(group_name(experiment, RELUS[0].name), SEEDS) for experiment in ("activations", BEST_RATES))


def lucks_of(shop: Shop, rows: Sequence[Mapping[str, Any]], rates: Mapping[str, float]) -> dict[str, Luck]:
    """The networks of one layer of ReLUs at their best rate, each against every training opponent as young as the usual one."""
    usual = RELUS[0]
    others = tuple(task.file for task in shop.opponents() if task.lesson.games == shop.usual.games and not task.lesson.credit)
    found = {}
    for row in rows:
        if (row["experiment"], row["setting"]) == (home_of(usual, rates), usual.name) and row["tests"]:
            seed, games = seed_of(shop.seed, 0), luck_games(shop.plan)
            found[f"luck {row['seed']}"] = Luck(usual.name, row["brain"]["file"], others, shop.plan.rules, games, seed)
    return found


def meet_all(folder: Path, luck: Luck) -> dict[str, Any]:
    """Its final scores against each opponent, in blocks of test games."""
    brain, found = load(str(folder / luck.file)), []
    for file in luck.opponents:
        other = load(str(folder / file))
        totals = final_totals([brain, other, other, other], luck.rules, luck.games_each, luck.seed, "luck")
        found.append(sum_in_bins(totals[:, 0], BLOCKS))
    limit = house.parse(PRESETS, luck.rules).limit
    return {"setting": luck.setting, "limit": limit, "games": luck.games_each // BLOCKS, "scores": found}


AnyPiece = Task | RandomPlay | Meeting | Luck


def contests(amount: Plan) -> list[Contest]:
    """What is played with the networks, each named in braces."""
    single, match = "dutch", "dutch:limit=50"
    networks = {name: f"network:brain={{{name}}}" for name in PLAYERS}
    others = {"random": "random"} | networks
    seats = [(STAND_IN, *[others[name]] * 3) for name in PERSON]
    guests = [(guest, "jake", "jake", "jake") for guest in (*HAND_MADE, *networks.values())]
    return [
        Contest("orders", tuple(tuple(networks[name] for name in order) for order in ORDERS), amount.deals, single),
        Contest("against Jake", tuple(guests), amount.deals, single),
        Contest("person", tuple(seats), amount.matches, match, matches=True),
    ]
