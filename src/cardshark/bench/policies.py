"""How fast a policy decides: in batches, one view at a time, and whole hands."""

from functools import partial
from typing import Any

import numpy as np

from cardshark import play
from cardshark.bench.task import SEED, BenchTask, seconds
from cardshark.games import house, read_game
from cardshark.players.hearts.policy.playouts import finish_hands
from cardshark.players.policy.brain import fresh_brain
from cardshark.players.policy.forward import choose_rows
from cardshark.players.policy.net import net_of, new_desk
from cardshark.players.policy_player import Policy
from cardshark.tables import Tables, random_choices

ROWS = 1920  # decisions of a batch: whole blocks
STEPS = 30  # random choices before a position is decided about
SINGLES = 200
HANDS = 96
WHOLE = "american:hands=1"


def positions(game: str, rules: str) -> Any:
    """What seats know in the middle of many hands."""
    tables = Tables(game, rules, count=ROWS, seed=SEED)
    turn = tables.turn()
    for _ in range(STEPS):
        turn = tables.choose(random_choices(turn.legal_words(), turn.luck))
    return turn


def decisions(game: str, rules: str) -> BenchTask:
    """A policy's choices in batches, forced ones too."""
    turn, brain = positions(game, rules), fresh_brain(game, rules, SEED)
    numbers = turn.inputs("deadwood") if brain.sight.numbers else np.zeros((ROWS, 0), np.float32)
    work = (net_of(brain), new_desk(brain), turn.words(), numbers, 0.0, turn.luck, np.zeros(ROWS, np.int8))
    return BenchTask(partial(seconds, choose_rows, *work), ROWS, "decisions", rules, "a policy of width 256, in batches, one core")


def singles() -> BenchTask:
    """A policy's choices one by one, as a table asks for them: from a view to a card."""
    views, player = positions("hearts", WHOLE).views, Policy(fresh_brain("hearts", WHOLE, SEED))
    game = read_game("hearts")
    player.sit(game, house.read_rules(game, WHOLE))
    chosen = np.zeros(1, np.int8)

    def once() -> None:
        for i in range(SINGLES):
            player.choose(views[i : i + 1], chosen)

    return BenchTask(partial(seconds, once), SINGLES, "decisions", WHOLE, "the same policy, one view at a time, called from Python")


def hands() -> BenchTask:
    """Whole hands that a policy plays on every seat."""
    game, brain = read_game("hearts"), fresh_brain("hearts", WHOLE, SEED)
    rules = house.read_rules(game, WHOLE)
    dealt, work = play.deal(game, rules, SEED, HANDS), (net_of(brain), new_desk(brain))

    def once() -> float:
        return seconds(finish_hands, *work, dealt.copy(), house.record(rules))

    return BenchTask(once, HANDS, "hands", WHOLE, "the same policy on every seat, many hands at once, one core")
