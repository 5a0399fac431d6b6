"""Whole hands: kernels, the loop, plain Python, other people's engines, and a duel."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from cardshark import play
from cardshark.arena.duel import duel
from cardshark.arena.jobs import cores
from cardshark.bench.bare import bare_rival
from cardshark.bench.task import AMERICAN, BATCH, GIN, SEED, BenchTask, seconds
from cardshark.chance import decks, words
from cardshark.games import gin, hearts, house
from cardshark.games.gin import melds
from cardshark.games.gin import rules as gin_rules
from cardshark.games.hearts import rules as hearts_rules
from cardshark.games.plug import Game
from cardshark.jit import kernel
from cardshark.players.gin.styles import gin_style_of, play_gin
from cardshark.players.hearts.random_play import play_randomly
from cardshark.players.player import Bot, Player
from cardshark.players.uniform import Random

PASSING = "american:hands=1"
PYTHON_BATCH = 256  # more would keep the garbage collector busy
DUEL_DEALS = 8192
LONG_DUEL_DEALS = 400_000  # seconds of work for one core
GIN_HANDS = 1 << 18  # too many for the processor's branch predictor to remember


# ---- Hearts ----


def hearts_kernel(text: str, bare: str, note: str) -> BenchTask:
    """Whole hands, the deal included, with nothing but kernels."""
    rules = house.parse(hearts_rules.PRESETS, text)
    record = house.record(rules)
    fresh = play.records(BATCH, hearts.GAME)
    games = play.records(BATCH, hearts.GAME)
    dealt = play.deal(hearts, rules, SEED, BATCH)
    for name in ("deals", "luck", "first"):
        fresh[name] = dealt[name]

    def deal_and_play() -> None:
        hearts.start_all(games, record)
        play_randomly(games, record)

    def once() -> float:
        games[:] = fresh
        return seconds(deal_and_play)

    return BenchTask(once, BATCH, "hands", text, note, bare_rival(bare))


def through_the_loop(game: Game, rules: Any, player: Player, batch: int) -> Callable[[], float]:
    """Deal and play batch after batch, fresh deals each time."""
    table, batches = play.Table(game, rules, [player], batch), iter(range(1 << 40))

    def deal_and_play() -> None:
        table.play(table.deal(SEED, batch, start=batch * next(batches)))

    return partial(seconds, deal_and_play)


def hearts_loop(text: str) -> BenchTask:
    """The same hands as a kernel plays, with views and a player."""
    rules = house.parse(hearts_rules.PRESETS, text)
    note = f"one random player on all seats, {BATCH} games side by side"
    return BenchTask(through_the_loop(hearts, rules, Random(), BATCH), BATCH, "hands", text, note, bare_rival(text))


class LowestCard(Bot):
    """Plays its lowest legal card: the least that a player in plain Python can do."""

    def play(self, view: Any) -> int:
        return (view.legal & -view.legal).bit_length() - 1


def python_player() -> BenchTask:
    """What a player in plain Python gets, its views as Python objects."""
    rules = house.parse(hearts_rules.PRESETS, AMERICAN)
    note = f"the lowest legal card, in plain Python on all seats, {PYTHON_BATCH} games side by side"
    once = through_the_loop(hearts, rules, LowestCard(), PYTHON_BATCH)
    return BenchTask(once, PYTHON_BATCH * hearts_rules.MOST_CARDS, "decisions", AMERICAN, note)


# ---- gin rummy ----


@kernel
def sum_deadwood(hands):
    """The deadwood of many hands together."""
    total = 0
    for i in range(len(hands)):
        total += melds.deadwood(hands[i])
    return total


def gin_deadwood() -> BenchTask:
    """Random hands of ten cards, one after the other in one kernel."""
    shuffled = decks(words(SEED, "deal", GIN_HANDS))[:, :10]
    hands = np.bitwise_or.reduce(np.uint64(1) << shuffled.astype(np.uint64), axis=1)
    return BenchTask(partial(seconds, sum_deadwood, hands), GIN_HANDS, "hands", "", "exact deadwood of random hands of ten cards")


def gin_loop() -> BenchTask:
    """Whole random hands of gin."""
    rules = house.parse(gin_rules.PRESETS, GIN)
    note = f"one random player on both seats, {BATCH} games side by side"
    return BenchTask(through_the_loop(gin, rules, Random(), BATCH), BATCH, "hands", GIN, note)


def gin_simple() -> BenchTask:
    """Whole hands of two simple players, the deal included, with nothing but kernels."""
    rules = house.parse(gin_rules.PRESETS, GIN)
    record, styles = house.record(rules), np.repeat(gin_style_of("simple"), gin.SEATS)
    fresh, games = play.deal(gin, rules, SEED, BATCH), play.records(BATCH, gin.GAME)

    def deal_and_play() -> None:
        gin.start_all(games, record)
        play_gin(games, record, styles)

    def once() -> float:
        games.view(np.uint8)[:] = 0
        for name in ("deals", "luck"):
            games[name] = fresh[name]
        return seconds(deal_and_play)

    return BenchTask(once, BATCH, "hands", GIN, "two simple players, deal and play in one kernel, no views")


# ---- other people's engines ----


def peer(engine: Callable[[str], Callable[[], Any]], game: str, hands: int, note: str) -> BenchTask:
    """Random hands of another engine, a few at a time so that long and short ones even out."""
    play_hand = engine(game)

    def play_some() -> None:
        for _ in range(hands):
            play_hand()

    return BenchTask(partial(seconds, play_some), hands, "hands", game, note)


# ---- the arena ----


def random_duel() -> BenchTask:
    """A duel of random players, statistics and all."""
    seeds = iter(range(1 << 40))
    once = partial(seconds, lambda: duel("hearts", PASSING, "random", "random", DUEL_DEALS, next(seeds)))
    return BenchTask(once, DUEL_DEALS * hearts_rules.SEATS, "hands", PASSING, "every placement, in one process")


def duel_on_cores() -> BenchTask:
    """A duel that is shared among all cores, against the same duel on one: how much of them is lost until workers play?"""

    def on(place: str) -> Callable[[], float]:
        return partial(seconds, lambda: duel("hearts", PASSING, "jake", "stock", LONG_DUEL_DEALS, SEED, on=place))

    hands, note = LONG_DUEL_DEALS * hearts_rules.SEATS, f"jake against stock, {cores()} cores"
    return BenchTask(on("cores"), hands, "hands", PASSING, note, one_core=on("here"))
