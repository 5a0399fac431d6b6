"""Does a belief network know better where the hidden cards are, and does play gain by it?

Small networks are trained on hands of `policy` against itself, several with other seeds. On held-out hands, of `policy` and of `jake`,
every sampler says how likely each of the others holds each card that is not proved: the loss is the mean logarithm, with a minus, of
the chance of who holds it (in nats; a hand is the unit). Then Monte Carlo plays with each of them, on the same deals.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardshark.arena.contest import Contest
from cardshark.arena.stats import Estimate, Interval, around, mean_estimate
from cardshark.cards import listed
from cardshark.distributions import student_reach
from cardshark.experiments.seeds import over_seeds_on_same
from cardshark.experiments.workshop import BRAIN, Workshop, brain_entry, read_standings
from cardshark.games import hearts, house
from cardshark.learning.policy.belief_lesson import BeliefLesson
from cardshark.players import seat
from cardshark.players.brain_file import SUFFIX, save
from cardshark.players.hearts.search.montecarlo import HeartsMonteCarlo
from cardshark.report.record import Experiment, Record
from cardshark.report.result import Answer
from cardshark.report.verdict import in_a_word
from cardshark.tables import Tables

UNITS = "thousand decisions, hands and deals"
RULES = "american"
SEEDS = 5  # belief networks
DECISIONS = 4_000_000  # that each learns from
TESTED = ("policy", "jake")  # whose hands are looked at
TEST_HANDS, PIECE = 320, 20
DEALS = 4000  # of the contest
WORLDS = 512  # that a sampler imagines for a decision
HALF = 0.5  # a world that is added for each owner, so that nothing is impossible
THINKER = "montecarlo:deals=100,playout=jake,passing=search"
RIVAL = "policy"
SLIGHT = 0.1  # points a hand that would not matter
SAMPLERS = {  # in words, and by name
    "any deal that the cards allow": "uniform",
    "weighted by what jake would have played": "weighted",
    "the same, card by card": "product",
    "the owners head of the policy": "network",
}
UNIFORM = next(iter(SAMPLERS))


@dataclass(frozen=True)
class Training:
    """One belief network."""

    lesson: BeliefLesson
    seed: int


@dataclass(frozen=True)
class Look:
    """Some held-out hands of a player, seen by one sampler."""

    player: str
    sampler: str
    brain: str  # a belief network's file in the folder of the run; nothing for none
    first: int  # hand
    hands: int
    seed: int


# ---- the work ----


def train(folder: Path, task: Training) -> dict[str, Any]:
    """Train a belief network, and keep it in the folder of the run."""
    from cardshark.learning.policy.belief import train_belief  # with PyTorch

    brain, losses = train_belief(task.lesson, task.seed)
    file = f"{belief_name(task.seed)}{SUFFIX}"
    save(brain, folder / file)
    return {"losses": losses, BRAIN: brain_entry(folder, file)}


def look(folder: Path, task: Look) -> list[list[float]]:
    """The loss of a sampler in each of these hands, and over how many cards it was summed."""
    search = search_of(task.sampler, str(folder / task.brain) if task.brain else "")
    found = []
    for views, hands in played_hands(task.player, task.first, task.hands, task.seed):
        cards, counts = search.owner_counts(views, WORLDS)
        found.append([round(sum_of_losses(cards, counts, hands), 4), int(np.bitwise_count(cards).sum())])
    return found


@lru_cache(1)
def search_of(sampler: str, brain: str) -> HeartsMonteCarlo:
    """How a sampler imagines."""
    beliefs = f",beliefs={brain}" if brain else ""
    return HeartsMonteCarlo(seat(f"montecarlo:playout=jake,sampler={sampler}{beliefs}"), hearts, house.parse(hearts.PRESETS, RULES))


def played_hands(player: str, first: int, hands: int, seed: int) -> list[tuple[np.ndarray, NDArray[np.uint64]]]:
    """Hands number `first` and so on of a player on all seats: the views with a choice in the play, and the hands of the others then."""
    rules, count = house.parse(hearts.PRESETS, RULES)._replace(hands=1), first + hands
    tables, who, choices = Tables(hearts, rules, count, seed), seat(player), np.zeros(count, np.int8)
    who.sit(hearts, rules)
    turn, kept, going = tables.turn(), [([], []) for _ in range(hands)], np.ones(count, bool)
    while going.any():
        legal, hidden = turn.legal_words(), turn.hidden()
        free = going & (legal & (legal - np.uint64(1)) > 0) & (turn.phase == hearts.PLAY)
        for row in np.flatnonzero(free[first:]):
            kept[row][0].append(turn.views[first + row].copy())
            kept[row][1].append(hidden[first + row])
        who.choose(turn.views, choices)
        turn = tables.choose(choices)
        going[turn.ended] = False
    return [(as_at_the_table(views), np.array(others)) for views, others in kept]


def as_at_the_table(views: Sequence[Any]) -> np.ndarray:
    """Views into which nobody can write."""
    found = np.zeros(len(views), hearts.VIEW)
    for i, view in enumerate(views):
        found[i] = view
    found.flags.writeable = False
    return found


def sum_of_losses(cards: NDArray[np.uint64], counts: NDArray[np.int64], hands: NDArray[np.uint64]) -> float:
    """Of all cards whose place is not proved: the logarithm of the chance of their owners, with a minus."""
    total = 0.0
    for word, count, others in zip(cards.tolist(), counts, hands.tolist(), strict=True):
        for card in listed(word):
            owner = next(j for j, hand in enumerate(others) if hand >> card & 1)
            total -= float(np.log((count[card, owner] + HALF) / (count[card, : len(others)].sum() + HALF * len(others))))
    return total


# ---- all of it at a scale ----


def belief_name(number: int) -> str:
    """What a belief network is called."""
    return f"belief_{number}"


def seeds(scale: float) -> range:
    """The seeds of the networks: all from a tenth on, two at least."""
    return range(1, 1 + max(2, min(SEEDS, round(SEEDS * scale * 10))))


def trainings(scale: float) -> dict[str, Training]:
    """The networks that are trained."""
    lesson = BeliefLesson(decisions=max(20_000, round(DECISIONS * scale)))
    return {f"belief {number}": Training(lesson, number) for number in seeds(scale)}


def samplers(scale: float) -> dict[str, tuple[str, str]]:
    """All samplers in words: each by its name, and the belief network that it asks."""
    own = {f"belief network {number}": ("network", belief_name(number)) for number in seeds(scale)}
    return {**{what: (sampler, "") for what, sampler in SAMPLERS.items()}, **own}


def looks(scale: float, seed: int) -> dict[str, Look]:
    """All looks at held-out hands."""
    hands = max(2, round(TEST_HANDS * scale))
    return {
        f"{player}, {what}: {first}": Look(player, sampler, brain and f"{brain}{SUFFIX}", first, min(PIECE, hands - first), seed)
        for player in TESTED
        for what, (sampler, brain) in samplers(scale).items()
        for first in range(0, hands, PIECE)
    }


def contest(scale: float) -> Contest:
    """Monte Carlo with each sampler, with three rivals."""
    options = [f"sampler={sampler}" + (brain and f",beliefs={{{brain}}}") for sampler, brain in samplers(scale).values()]
    return Contest("play", tuple((f"{THINKER},{each}", RIVAL, RIVAL, RIVAL) for each in options), max(2, round(DEALS * scale)), RULES)


def size(scale: float) -> int:
    """Thousands of decisions to learn from, hands to look at, and deals."""
    learned = sum(each.lesson.decisions // 1000 for each in trainings(scale).values())
    return learned + sum(each.hands for each in looks(scale, 0).values()) + contest(scale).deals


def measure(workshop: Workshop) -> list[Experiment]:
    """Train, look, and play."""
    scale, folder = workshop.scale, workshop.folder
    trained = workshop.do(partial(train, folder), trainings(scale), lambda task: task.lesson.decisions // 1000)
    files = {belief_name(n): trained[f"belief {n}"][BRAIN]["file"] for n in seeds(scale)}
    rows: dict[tuple[str, str], list[list[float]]] = {}
    for name, found in workshop.do(partial(look, folder), looks(scale, workshop.seed), lambda task: task.hands).items():
        player, what = name.rpartition(":")[0].split(", ", 1)
        rows.setdefault((player, what), []).extend(found)
    return [
        Experiment("trained", [{"seed": n, "losses": trained[f"belief {n}"]["losses"]} for n in seeds(scale)]),
        Experiment("losses", [{"player": player, "sampler": what, "hands": found} for (player, what), found in rows.items()]),
        workshop.play([contest(scale)], files),
    ]


# ---- what came of it ----


class Loss(NamedTuple):
    """How well a sampler knows where cards are, in hands of a player."""

    loss: Interval  # nats a card, over hands
    gain: Interval  # by how much less than that of uniform deals, on the same hands
    hands: int


Sums = dict[tuple[str, str], NDArray[np.float64]]  # by player and sampler: for each hand the loss, and over how many cards it was summed


def sums_of(record: Record) -> Sums:
    """What was measured of each hand."""
    return {(row["player"], row["sampler"]): np.array(row["hands"], np.float64) for row in record.rows("losses")}


def losses(record: Record) -> dict[tuple[str, str], Loss]:
    """By player and sampler."""
    found = sums_of(record)
    return {(player, sampler): loss_of(hands, found[player, UNIFORM]) for (player, sampler), hands in found.items()}


def loss_of(hands: NDArray[np.float64], plain: NDArray[np.float64]) -> Loss:
    """The loss of a sampler, and how much less it is than a plain one's."""
    return Loss(ratio(hands[:, 0], hands[:, 1]), ratio(plain[:, 0] - hands[:, 0], hands[:, 1]), len(hands))


def ratio(sums: NDArray[np.float64], cards: NDArray[np.float64]) -> Interval:
    """The sum of some figures a card: a ratio of sums, whose error comes from how much hands differ."""
    mean, hands = float(sums.sum() / cards.sum()), len(sums)
    error = float(np.sqrt(((sums - mean * cards) ** 2).sum() * hands / (hands - 1)) / cards.sum())
    return around(mean, student_reach(0.95, hands - 1.0) * error)


def own_networks(record: Record) -> list[str]:
    """The belief networks, as samplers in words."""
    return [row["sampler"] for row in record.rows("losses") if row["player"] == TESTED[0] and row["sampler"] not in SAMPLERS]


def known_better(record: Record) -> Interval:
    """By how many nats a card the networks know more than deals of equal chance: over networks, and over the hands that all looked at."""
    found = sums_of(record)
    plain, own = found[TESTED[0], UNIFORM], [found[TESTED[0], name] for name in own_networks(record)]
    gains = [loss_of(hands, plain).gain.value for hands in own]
    return over_seeds_on_same(gains, loss_of(np.mean(own, axis=0), plain).gain)


def lost_in_play(record: Record) -> Interval:
    """Points a hand that Monte Carlo takes more if it deals by the networks: over networks, and over the deals that all played."""
    played = gains(record)
    own = [played[name] for name in own_networks(record)]
    return over_seeds_on_same([each.value for each in own], mean_estimate(own).interval())


def gains(record: Record) -> dict[str, Estimate]:
    """By sampler: points a hand more than with uniform deals, on the same deals; below 0 it pays."""
    standing = read_standings(record)["play"]
    names = [row["sampler"] for row in record.rows("losses") if row["player"] == TESTED[0]]
    return {name: standing.points(table, 0) - standing.points(0, 0) for table, name in enumerate(names) if table}


def answers(record: Record) -> list[Answer]:
    """Does it help to learn where the unseen cards are?"""
    found, own = losses(record), own_networks(record)
    better, play = known_better(record), lost_in_play(record)
    known = {name: found[TESTED[0], name].loss.value for name in SAMPLERS}
    head, weighed = known["the owners head of the policy"], known["weighted by what jake would have played"]
    text = (
        f"nats a card by which small belief networks are nearer to the truth than deals of equal chance ({known[UNIFORM]:.3f}), on "
        f"held-out hands of the policy; the policy's own head: {head:.3f}, deals weighted by jake: {weighed:.3f}; Monte Carlo that deals "
        f"by the networks takes {play.value:+.2f} ({play.low:+.2f} to {play.high:+.2f}) points a hand more than with equal chances"
    )
    verdict = verdict_of(better, play) if len(own) >= SEEDS else "undecided"
    return [Answer(53, "Does it help to learn where the unseen cards are?", verdict, *better, len(own), text)]


def verdict_of(better: Interval, play: Interval) -> str:
    """In a few words: do belief networks know more, and does play gain by it?"""
    if better.low <= 0:
        return "no"
    word = in_a_word(play.low, play.high, "yes", "knows more, plays worse", SLIGHT)
    return word if play.low > 0 or play.high < 0 else f"knows more, in play {word}"
