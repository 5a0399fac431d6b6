"""How fast players think ahead: playouts, imagined deals, simulations in a tree."""

from functools import partial

import numpy as np

from cardshark import play
from cardshark.arena.placing import game_and_rules, seat_players
from cardshark.arena.records import Piece
from cardshark.bench import peers
from cardshark.bench.task import AMERICAN, BATCH, GIN, SEED, BenchTask, seconds
from cardshark.chance import draw
from cardshark.data.export import Exporter, ExportTerms
from cardshark.games import gin, hearts, house
from cardshark.games.gin import rules as gin_rules
from cardshark.games.hearts import rules as hearts_rules
from cardshark.jit import kernel
from cardshark.players.gin.styles import Simple
from cardshark.players.hearts.network.brain import Brain, Design
from cardshark.players.hearts.network.player import Network
from cardshark.players.hearts.network.rollouts import Rollouts
from cardshark.players.hearts.search.hidden import HIDDEN, learn
from cardshark.players.hearts.search.imagine import PLAN, count_ways, deal_hidden
from cardshark.players.hearts.search.tree_players import Ismcts
from cardshark.players.hearts.styles import play_out, style_of
from cardshark.players.montecarlo import MonteCarlo
from cardshark.players.thinking import Sampler
from cardshark.players.uniform import Random

TRICKS = 4  # played before a position is thought about
DEALS = 64  # imagined at each of these positions
POSITIONS = 64
SIMULATIONS = 1000
ROLLOUTS = 400  # deals that a rollout agent imagines
HANDS = 4  # played side by side by the rollout agent
DUTCH = "dutch:hands=1"
WHOLE_GAME = "american:hands=1"  # with passing
GIN_STEPS = 21  # choices at gin before a position is thought about: two a turn, and the up-card is offered first
GIN_DEALS = 100
EXPORTED_DEALS = 30  # imagined for each decision that is exported


@kernel
def play_out_all(games, rules, styles, scratch):
    """Finish every hand by the same rules of thumb; what all of them cost the first seat."""
    rules = rules[0]
    total = 0
    for i in range(len(games)):
        scratch[0] = games[i]
        play_out(scratch[0], rules, styles, games[i].luck)
        total += scratch[0].scores[0]
    return total


@kernel
def imagine_and_play_out(views, rules, styles, deals, scratch, hidden, plan, hands):
    """At every view imagine deals, and finish each by rules of thumb; what all of them cost the first seat."""
    rules = rules[0]
    total = 0
    for i in range(len(views)):
        view = views[i]
        learn(view, rules, hidden[0])
        count_ways(hidden[0], plan[0])
        for k in range(deals):
            word = draw(view.luck, k)
            deal_hidden(hidden[0], plan[0], word, hands)
            game = scratch[0]
            game.table = view.table
            for seat in range(hearts.SEATS):
                game.hands[seat] = hands[seat]
            play_out(game, rules, styles, word)
            total += game.scores[0]
    return total


def greedy_everywhere() -> np.ndarray:
    """Four greedy styles."""
    return np.repeat(style_of("greedy"), hearts.SEATS)


def positions(rules: hearts_rules.Rules, count: int) -> np.ndarray:
    """Views in the middle of hands that were played at random so far."""
    games = play.deal(hearts, rules, SEED, count)
    record, rows = house.record(rules), np.arange(count, dtype=np.uint32)
    views, choices = np.zeros(count, hearts.VIEW), np.zeros(count, np.int8)
    for _ in range(TRICKS * hearts.SEATS):
        hearts.look_all(games, record, rows, views)
        Random().choose(read_only(views[:]), choices)
        hearts.choose_all(games, record, rows, views, choices)
    hearts.look_all(games, record, rows, views)
    return read_only(views)


def read_only(views: np.ndarray) -> np.ndarray:
    """Views as players get them: nobody can write into them."""
    views.flags.writeable = False
    return views


def playouts() -> BenchTask:
    """Whole hands by the greedy player's rules, from the deal on."""
    rules = house.parse(hearts_rules.PRESETS, AMERICAN)
    games = play.deal(hearts, rules, SEED, BATCH)
    once = partial(seconds, play_out_all, games, house.record(rules), greedy_everywhere(), play.records(1, hearts.GAME))
    return BenchTask(once, BATCH, "playouts", AMERICAN, "whole hands by the greedy rules of thumb, from the deal")


def imagined() -> BenchTask:
    """An imagined deal and its playout."""
    rules = house.parse(hearts_rules.PRESETS, AMERICAN)
    once = partial(
        seconds, imagine_and_play_out, positions(rules, POSITIONS), house.record(rules), greedy_everywhere(), DEALS,
        play.records(1, hearts.GAME), np.zeros(1, HIDDEN), np.zeros(1, PLAN), np.zeros(hearts.SEATS, np.uint64),
    )  # fmt: skip
    return BenchTask(once, POSITIONS * DEALS, "deals", AMERICAN, f"a uniform deal and its greedy playout, after {TRICKS} tricks")


def ismcts() -> BenchTask:
    """Simulations of an information-set search."""
    rules = house.parse(hearts_rules.PRESETS, AMERICAN)
    views = positions(rules, 4 * POSITIONS)
    views = read_only(views[np.bitwise_count(views["legal"]) > 1][:POSITIONS].copy())
    player = Ismcts(simulations=SIMULATIONS, playout="random")
    player.sit(hearts, rules)
    once = partial(seconds, player.choose, views, np.zeros(len(views), np.int8))
    return BenchTask(
        once, len(views) * SIMULATIONS, "simulations", AMERICAN, f"random playouts, after {TRICKS} tricks, {SIMULATIONS} each time"
    )


def rollouts() -> BenchTask:
    """Moves of a rollout agent against three networks, forced ones included."""
    rules = house.parse(hearts_rules.PRESETS, DUTCH)
    brain = Brain.fresh(Design(), rules, SEED)
    table = play.Table(hearts, rules, [Rollouts(brain=brain, deals=ROLLOUTS), Network(brain=brain)], HANDS)
    seating, batches = np.tile(np.array([0, 1, 1, 1], np.int8), (HANDS, 1)), iter(range(1 << 40))
    once = partial(seconds, lambda: table.play(table.deal(SEED, HANDS, start=HANDS * next(batches)), seating))
    note = f"{ROLLOUTS} deals, every legal card, hands finished by networks of 107-64-32; forced moves included"
    return BenchTask(once, HANDS * rules.derived()["hand_size"], "moves", DUTCH, note)


def exported() -> BenchTask:
    """Decisions that are exported with the value of every choice: played, written down and packed."""
    name, rules, _ = game_and_rules("hearts", WHOLE_GAME)
    player = f"montecarlo:deals={EXPORTED_DEALS}"
    exporter = Exporter(ExportTerms(name, rules, (player,), SEED, POSITIONS), seat_players([player]).players)
    piece = Piece("deal", 0, POSITIONS)
    note = f"one row each, with the values that chose ({EXPORTED_DEALS} deals), packed; cards passed by rule and forced ones come on top"
    return BenchTask(partial(seconds, exporter.play, piece), exporter.play(piece).valued, "valued decisions", WHOLE_GAME, note)


def gin_montecarlo() -> BenchTask:
    """Decisions at gin in the middle of hands: whether to take a card, and which to throw."""
    rules = house.parse(gin_rules.PRESETS, GIN)
    games = play.deal(gin, rules, SEED, 4 * POSITIONS)
    record, rows = house.record(rules), np.arange(len(games), dtype=np.uint32)
    views, choices, simple = np.zeros(len(games), gin.VIEW), np.zeros(len(games), np.int8), Simple(knock=0)
    simple.sit(gin, rules)
    for _ in range(GIN_STEPS):
        gin.look_all(games, record, rows, views)
        simple.choose(read_only(views[:]), choices)
        gin.choose_all(games, record, rows, views, choices)
        rows = rows[games["table"]["phase"][rows] != gin.OVER]
        views, choices = views[: len(rows)], choices[: len(rows)]
    gin.look_all(games, record, rows, views)
    choosing = (np.bitwise_count(views["legal"]) > 1) & np.isin(views["table"]["phase"], (gin.DRAW, gin.DISCARD))
    views = read_only(views[choosing][:POSITIONS].copy())
    player = MonteCarlo(deals=GIN_DEALS, sampler=Sampler.WEIGHTED)
    player.sit(gin, rules)
    once = partial(seconds, player.choose, views, np.zeros(len(views), np.int8))
    note = f"{GIN_DEALS} worlds that explain the past, after about {GIN_STEPS // 4} turns each; taking and throwing alike"
    return BenchTask(once, len(views), "decisions", GIN, note)


def peer_ismcts() -> BenchTask:
    """The same with OpenSpiel's bot, which is C++."""
    think = peers.openspiel_ismcts("hearts(pass_cards=false)", TRICKS * hearts.SEATS, SIMULATIONS)
    note = f"OpenSpiel's C++ bot, random playouts, after {TRICKS} tricks, {SIMULATIONS} each time"
    return BenchTask(partial(seconds, think), SIMULATIONS, "simulations", "hearts(pass_cards=false)", note)
