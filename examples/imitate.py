"""Learn from expert play by imitation, in a minute and with NumPy alone.

    python examples/imitate.py results/export/hearts.npz

The file comes from `cardshark export` (docs/data.md). A network with one hidden layer sees the bits of a position, and learns how much
the expert is for each choice: the expert's values, turned into chances. A fifth of the deals is held out. On these the network is asked
how often it chooses as the expert does, and how much it loses where it does not. Then it sits down at a table.
"""

import argparse
import os
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the matrices are small: threads would wait for each other

import numpy as np

from cardshark.arena.duel import duel
from cardshark.chance import words
from cardshark.data.formats import joined, open_table
from cardshark.data.opinions import NOTHING
from cardshark.players.player import Choices, Player, Views
from cardshark.tables import Observer
from cardshark.tables.observing import unpack
from cardshark.text import UserError

HIDDEN, BATCH, STEP_SIZE = 256, 128, 0.001
COLUMNS = ["deal", "words", "legal", "choice", "values", "policy"]
POINT = 1.0  # a choice that is so many points worse gets a chance e times smaller


def uniform(name: str, *shape: int) -> np.ndarray:
    """Random numbers between 0 and 1: the same for the same name."""
    return (words(1, name, int(np.prod(shape))) >> np.uint64(11)).astype(np.float64).reshape(shape) * 2.0**-53


class Table:
    """Decisions of an export where something could be chosen: bits, legal actions, the expert's choice, values and wishes."""

    def __init__(self, found: Any, actions: np.ndarray) -> None:
        rows = np.bitwise_count(found["legal"]) > 1
        self.deals = found["deal"][rows]
        self.bits = unpack(found["words"][rows], np.float32)
        self.legal = unpack(found["legal"][rows][:, None]).view(bool)[:, actions]
        self.choice = np.searchsorted(actions, found["choice"][rows])
        self.values = found["values"][rows]
        self.wishes = softmax(self.values / POINT, np.isfinite(self.values))
        silent = ~np.isfinite(self.values).any(axis=1)
        self.wishes[silent] = found["policy"][rows][silent]  # a player without values: what it did


def softmax(scores: np.ndarray, allowed: np.ndarray) -> np.ndarray:
    """Scores as chances; what is not allowed has none."""
    scores = np.where(allowed, scores, -1e9)
    chances = np.exp(scores - scores.max(axis=1, keepdims=True)) * allowed
    return (chances / np.maximum(chances.sum(axis=1, keepdims=True), 1e-9)).astype(np.float32)


class Network:
    """One hidden layer, and Adam (Kingma and Ba 2015) to teach it."""

    def __init__(self, inputs: int, outputs: int) -> None:
        reach = 1 / np.sqrt([inputs / 8, HIDDEN])  # about one bit in eight is 1
        first = reach[0] * (2 * uniform("first layer", inputs, HIDDEN) - 1)
        second = reach[1] * (2 * uniform("second layer", HIDDEN, outputs) - 1)
        self.weights = [each.astype(np.float32) for each in (first, np.zeros(HIDDEN), second, np.zeros(outputs))]
        self.means, self.squares, self.steps = *([np.zeros_like(each) for each in self.weights] for _ in range(2)), 0

    def hidden(self, bits: np.ndarray) -> np.ndarray:
        """What the hidden units say."""
        return np.maximum(bits @ self.weights[0] + self.weights[1], 0)

    def scores(self, bits: np.ndarray) -> np.ndarray:
        """A score for every action."""
        return self.hidden(bits) @ self.weights[2] + self.weights[3]

    def learn(self, bits: np.ndarray, legal: np.ndarray, wishes: np.ndarray) -> None:
        """One step towards the expert's wishes."""
        hidden = self.hidden(bits)
        surprise = (softmax(hidden @ self.weights[2] + self.weights[3], legal) - wishes) / len(bits)
        blame = (surprise @ self.weights[2].T) * (hidden > 0)
        slopes = [bits.T @ blame, blame.sum(axis=0), hidden.T @ surprise, surprise.sum(axis=0)]
        self.steps += 1
        for weights, mean, square, slope in zip(self.weights, self.means, self.squares, slopes, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            fresh = np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)  # both begin at 0
            weights -= STEP_SIZE * fresh * mean / (np.sqrt(square) + 1e-8)


class Imitator(Player):
    """Plays as the network would. It sees what the network saw: the bits of its own view."""

    def __init__(self, network: Network) -> None:
        self.network = network

    def sit(self, game: Any, rules: Any) -> None:
        self.observer = Observer(game, rules)

    def choose(self, views: Views, choices: Choices) -> None:
        scores = self.network.scores(self.observer.bits(views, np.float32))
        choices[:] = self.observer.actions[np.where(self.observer.legal(views, compact=True), scores, -np.inf).argmax(axis=1)]


def imitate(table: Table, rows: np.ndarray, epochs: int) -> Network:
    """Learn from these rows, again and again in another order."""
    network = Network(table.bits.shape[1], table.legal.shape[1])
    for epoch in range(epochs):
        order = rows[np.argsort(uniform(f"epoch {epoch}", len(rows)))]
        for start in range(0, len(order), BATCH):
            batch = order[start : start + BATCH]
            network.learn(table.bits[batch], table.legal[batch], table.wishes[batch])
    return network


def examine(network: Network, table: Table, rows: np.ndarray, unit: str) -> str:
    """How often the network chooses as the expert does, and what its choices cost by the expert's values; both beside blind chance."""
    legal, values = table.legal[rows], table.values[rows]
    chosen = np.where(legal, network.scores(table.bits[rows]), -np.inf).argmax(axis=1)
    agreement, by_chance = (chosen == table.choice[rows]).mean(), (1 / legal.sum(axis=1)).mean()
    agrees = f"chooses as the expert in {agreement:.1%} (by chance {by_chance:.1%})"
    valued = np.isfinite(values).any(axis=1)
    if not valued.any():
        return agrees
    lost = np.nanmax(values[valued], axis=1, keepdims=True) - values[valued]
    by_choice, blindly = np.nanmean(lost[np.arange(len(lost)), chosen[valued]]), np.nanmean(np.nanmean(lost, axis=1))
    return f"{agrees}, and loses {by_choice:.2f} {unit} (by chance {blindly:.2f})"


def unit_of(about: dict[str, Any]) -> str:
    """In what the experts of an export count."""
    return "points" if all(unit == NOTHING or unit.startswith("points") for unit in about["values"]) else "of the expert's own unit"


def others_of(about: dict[str, Any]) -> str:
    """Who sits at the table with the imitator."""
    observer = Observer(about["game"], about["rules"])
    others = observer.game.seats(observer.rules) - 1
    return f"{others} random {'player' if others == 1 else 'players'}"


def learn_and_play(path: Path, epochs: int, deals: int) -> None:
    """Learn from a file, and say what came of it."""
    export = open_table(path)
    about = export.about
    table = Table(joined(list(export.blocks(COLUMNS))), np.array(about["actions"]))
    held_out = table.deals % 5 == 4
    if not held_out.any() or held_out.all():
        raise UserError(f"{path} has too few deals to hold out a fifth of them: export five or more")
    network = imitate(table, np.flatnonzero(~held_out), epochs)
    for name, rows in {"learned from": ~held_out, "held out": held_out}.items():
        print(f"{rows.sum():,} decisions {name}: it {examine(network, table, np.flatnonzero(rows), unit_of(about))}")
    result = duel(about["game"], about["rules"], ("imitator", Imitator(network)), "random", deals, seed=991)
    print(f"imitator against {others_of(about)}: {result.difference:+.2f} points a hand ({result.low:+.2f} to {result.high:+.2f})")


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn from expert play by imitation.")
    parser.add_argument("file", type=Path, help="a file of `cardshark export`: npz, or Parquet")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--deals", type=int, default=500, help="of the duel at the end")
    options = parser.parse_args()
    try:
        learn_and_play(options.file, options.epochs, options.deals)
    except UserError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
