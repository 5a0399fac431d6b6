"""A belief network: it learns nothing but who holds the cards that a seat has not seen, from hands that given players play.

It is a policy's brain of which only the head for owners is trained. So it is kept in the same files, asked by the same kernels, and
`montecarlo:sampler=network,beliefs=FILE` deals by it. Every decision is learned from once; no hand is met again.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from cardshark.chance import draw, draw_all, stream
from cardshark.games import hearts, house
from cardshark.learning.policy.belief_lesson import BeliefLesson
from cardshark.learning.policy.improving import LARGEST_STEP, owners_loss
from cardshark.learning.policy.networks import Actor, as_tensor, known, one_order, weights_of
from cardshark.players import seat
from cardshark.players.policy.brain import CHOICES, PolicyBrain, PolicyDesign, sight_of
from cardshark.tables import Tables

CHOICES_OF_A_HAND = 64  # of american hands with their pass
WARM_UP = 0.05  # of all steps, in which the steps become larger


def train_belief(lesson: BeliefLesson, seed: int) -> tuple[PolicyBrain, list[float]]:
    """A belief network that has learned, and its mean loss in every tenth of the way."""
    rules = house.parse(hearts.PRESETS, lesson.rules)._replace(hands=1)
    sight = sight_of(hearts, rules)
    with one_order("cpu"), torch.random.fork_rng(devices=[]):
        torch.manual_seed(int(draw(stream(seed, "belief network"), 0)) >> 1)
        network = Actor(CHOICES * sight.planes, lesson.width, lesson.blocks, sight.others)
        losses = learn(network, lesson, rules, seed)
    brain = PolicyBrain(PolicyDesign(lesson.width, lesson.blocks, 0), hearts.NAME, rules, about={"name": f"belief {seed}"})
    weights = weights_of(network)
    for name, part in brain.parts().items():
        part[:] = weights[name.removeprefix("actor.")]
    return brain, [round(float(part.mean()), 5) for part in np.array_split(np.array(losses), min(10, len(losses)))]


def learn(network: Actor, lesson: BeliefLesson, rules: Any, seed: int) -> list[float]:
    """Learn from decision after decision: the loss of each step, before it was learned from."""
    steps, found = max(1, lesson.decisions // lesson.batch), list[float]()
    parts = list(network.parameters())
    optimiser = torch.optim.Adam(parts, lr=lesson.rate, eps=1e-6)
    for step, (words, hidden) in zip(range(steps), decisions(lesson, rules, seed), strict=False):
        way = (step + 1) / steps
        optimiser.param_groups[0]["lr"] = lesson.rate * min(way / WARM_UP, (1.0 - way) / (1.0 - WARM_UP) + 0.01)
        inputs = known(as_tensor(words), torch.empty(len(words), 0), torch.float32)
        loss = owners_loss(network.owners(network.features(inputs)), inputs.words, as_tensor(hidden))
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parts, LARGEST_STEP)
        optimiser.step()
        found.append(float(loss.detach()))
    return found


def decisions(lesson: BeliefLesson, rules: Any, seed: int) -> Iterator[tuple[NDArray[np.uint64], NDArray[np.uint64]]]:
    """Batches of decisions with a choice in the play: what the seat knew, and the hands that it did not see. They never end.

    All tables are at the same trick, so the decisions of whole hands are mixed before they are learned from.
    """
    word = int(draw(stream(seed, "belief deals"), 0)) >> 1  # nobody types such a seed, so nobody meets these deals again
    tables, drawn = Tables(hearts, rules, lesson.tables, word), 0
    player, choices = seat(lesson.player), np.zeros(lesson.tables, np.int8)
    player.sit(hearts, rules)
    while True:
        kept = [decision_of(tables, player, choices) for _ in range(CHOICES_OF_A_HAND)]
        words, hidden = map(np.concatenate, zip(*kept, strict=True))
        lots = np.empty(len(words), np.uint64)
        draw_all(stream(seed, "belief order"), drawn, lots)
        places, drawn = np.argsort(lots), drawn + len(lots)
        for first in range(0, len(words) - lesson.batch + 1, lesson.batch):
            some = places[first : first + lesson.batch]
            yield words[some], hidden[some]


def decision_of(tables: Tables, player: Any, choices: NDArray[np.int8]) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """What can be learned from the turn at all tables; then it is played."""
    turn = tables.turn()
    legal = turn.legal_words()
    free = (legal & (legal - np.uint64(1)) > 0) & (turn.phase == hearts.PLAY)
    found = turn.words()[free], turn.hidden()[free]
    player.choose(turn.views, choices)
    tables.choose(choices)
    return found
