"""Learning from a round by proximal policy optimisation (Schulman et al. 2017): what turned out well becomes likelier, in small steps."""

from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum
from functools import reduce
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from cardshark.games.gin.planes import UNSEEN
from cardshark.learning.policy.networks import Actor, Critic, Inputs, bits, known, known_to_critic, legal_of, log_chances
from cardshark.learning.policy.rounds import Group, precision
from cardshark.players.policy.brain import CHOICES

LARGEST_STEP = 0.5  # of a gradient
WORTH, OWNERS = 0.25, 0.05  # how much it matters to say what choices are worth, and who holds which card
LANES = 4  # threads that learn together on a processor; the number is fixed, because the bits depend on it
AT_ONCE = 1 << 17  # decisions that the critic looks at together


class Aim(Enum):
    """What the choices learn from a round."""

    NOTHING = 0  # only the critic learns
    IMITATE = 1  # to do the same
    IMPROVE = 2  # to do what turned out well


@dataclass
class Pace:
    """How large the steps are now."""

    rate: float
    curiosity: float  # how much variety is worth
    clip: float  # how far a choice's chance may move in a round
    pull: float  # how strongly the averaged self holds back
    passes: int
    batch: int
    aim: Aim = Aim.IMPROVE


class Lessons(NamedTuple):
    """Decisions to learn from, one a row."""

    words: Tensor
    hidden: Tensor
    numbers: Tensor
    choices: Tensor
    chances: Tensor
    gains: Tensor  # how much better the choice turned out than expected
    returns: Tensor  # what came of it

    def rows(self, places: Tensor) -> "Lessons":
        """Some of them."""
        return Lessons(*(each[places] for each in self))


class Progress(NamedTuple):
    """How learning went."""

    variety: float  # entropy of the choices
    moved: float  # Kullback-Leibler distance from the choices before
    value_error: float
    explained: float  # share of the variance of what came that the critic foresaw


class Improver:
    """Two networks, the optimiser that changes them, and the average of the one that chooses."""

    def __init__(self, actor: Actor, critic: Critic, averaged: Actor, decay: float, kind: torch.dtype) -> None:
        self.actor, self.critic, self.averaged, self.decay, self.kind = actor, critic, averaged, decay, kind
        self.device = next(actor.parameters()).device
        self.of_actor, self.of_critic = list(actor.parameters()), list(critic.parameters())
        self.followed = 0  # steps of learning that the average has followed
        self.lanes = ThreadPoolExecutor(LANES) if self.device.type == "cpu" else None
        fused: dict[str, Any] = {"fused": True} if self.device.type == "cuda" else {}
        self.optimiser = torch.optim.Adam([*self.of_actor, *self.of_critic], lr=1e-3, eps=1e-6, **fused)

    @torch.no_grad()
    def lessons(self, group: Group, trace: float, scale: float, price: float) -> Lessons:
        """The decisions of a group with what came of them, in units of `scale`. A turn costs `price`."""
        played, credit = group.played, group.credit
        free = torch.from_numpy(played.free).to(self.device)
        values = torch.zeros(free.shape, device=self.device)
        values[free] = self.expected(played.words[free], played.hidden[free], played.numbers[free])
        credit.values[:] = values.cpu().numpy()
        credit.rewards[:] = (credit.rewards - price) / scale
        credit.final[:] /= scale
        gains = torch.from_numpy(credit.advantages(trace)).to(self.device)
        seen = ~gains.isnan()
        parts = (each[seen] for each in (played.words, played.hidden, played.numbers, played.choices, played.chances, gains))
        return Lessons(*parts, returns=(values + gains)[seen])

    def expected(self, words: Tensor, hidden: Tensor, numbers: Tensor) -> Tensor:
        """What the critic expects, some at a time."""
        parts = [each.split(AT_ONCE) for each in (words, hidden, numbers)]
        found = [self.value(known(words, numbers, self.kind), hidden) for words, hidden, numbers in zip(*parts, strict=True)]
        return torch.cat(found) if len(words) else torch.zeros(0, device=self.device)

    def value(self, inputs: Inputs, hidden: Tensor) -> Tensor:
        """What the critic expects."""
        with precision(self.device, self.kind):
            return self.critic.value(self.critic.features(known_to_critic(inputs, hidden, self.kind))).float()[:, 0]

    def learn(self, lessons: Lessons, pace: Pace, order: torch.Generator) -> Progress:
        """Learn from these decisions, some times over."""
        self.optimiser.param_groups[0]["lr"] = pace.rate
        if len(lessons.words) < 2:  # a round can be too short to see what came of anything
            return Progress(0.0, 0.0, 0.0, 0.0)
        explained = 1 - float(lessons.gains.var() / (lessons.returns.var() + 1e-9))
        lessons = lessons._replace(gains=(lessons.gains - lessons.gains.mean()) / (lessons.gains.std() + 1e-6))
        sums, steps = torch.zeros(3, device=self.device), 0
        for _ in range(pace.passes):
            for places in torch.randperm(len(lessons.words), generator=order, device=self.device).split(pace.batch):
                sums += self.step(lessons.rows(places), pace)
                steps += 1
        variety, moved, error = (sums / max(steps, 1)).tolist()
        return Progress(variety, moved, error, explained)

    def step(self, lessons: Lessons, pace: Pace) -> Tensor:
        """One step of learning. Returns variety, how far the choices moved, and the error of the critic."""
        if self.lanes is None:
            loss, figures = self.loss_of(lessons, pace)
            self.optimiser.zero_grad(set_to_none=True)
            loss.backward()
        else:
            figures = self.slope_in_lanes(lessons, pace, self.lanes)
        self.follow()
        return figures

    def slope_in_lanes(self, lessons: Lessons, pace: Pace, lanes: Executor) -> Tensor:
        """The same slope on a processor: a thread for each part of the decisions, whose slopes are then added in one order.

        So all cores help, and the bits do not depend on how many there are.
        """

        def work(part: Lessons) -> tuple[Tensor, ...]:
            loss, figures = self.loss_of(part, pace)
            share = len(part.words) / len(lessons.words)
            return share * figures, *torch.autograd.grad(share * loss, parameters, allow_unused=True, materialize_grads=True)

        parameters = [*self.of_actor, *self.of_critic]
        parts = zip(*(each.tensor_split(min(LANES, len(each))) for each in lessons), strict=True)
        figures, *slopes = (reduce(torch.add, each) for each in zip(*lanes.map(work, (Lessons(*each) for each in parts)), strict=True))
        for parameter, slope in zip(parameters, slopes, strict=True):
            parameter.grad = slope
        return figures

    def loss_of(self, lessons: Lessons, pace: Pace) -> tuple[Tensor, Tensor]:
        """What these decisions say about how to get better, as a loss; and what `step` returns."""
        with precision(self.device, self.kind):
            inputs = known(lessons.words, lessons.numbers, self.kind)
            features = self.actor.features(inputs)
            logits, worth, owners = self.actor.choice(features), self.actor.worth(features), self.actor.owners(features)
        logs = log_chances(logits, legal_of(inputs))
        change = logs.gather(1, lessons.choices[:, None])[:, 0] - lessons.chances
        ratio = change.exp()
        clipped = ratio.clamp(1 - pace.clip, 1 + pace.clip)
        variety = -(logs.exp() * logs.clamp(min=-50)).sum(1).mean()
        said = worth.float().gather(1, lessons.choices[:, None])[:, 0]
        error = functional.smooth_l1_loss(self.value(inputs, lessons.hidden), lessons.returns)
        loss = error
        if pace.aim != Aim.NOTHING:
            loss = (
                loss
                + WORTH * functional.smooth_l1_loss(said, lessons.returns)
                + OWNERS * owners_loss(owners, lessons.words, lessons.hidden)
            )
        if pace.aim == Aim.IMITATE:
            loss = loss - (change + lessons.chances).mean()
        elif pace.aim == Aim.IMPROVE:
            loss = loss - torch.min(ratio * lessons.gains, clipped * lessons.gains).mean() - pace.curiosity * variety
            if pace.pull:
                loss = loss + pace.pull * self.distance(logs, inputs)
        return loss, torch.stack([variety.detach(), (ratio.detach() - 1 - change.detach()).mean(), error.detach()])

    def follow(self) -> None:
        """Go down the slope, and let the average follow."""
        nn.utils.clip_grad_norm_(self.of_actor, LARGEST_STEP)
        nn.utils.clip_grad_norm_(self.of_critic, LARGEST_STEP)
        self.optimiser.step()
        self.followed += 1
        decay = min(self.decay, self.followed / (self.followed + 10))  # at first it forgets sooner: it began with nothing
        with torch.no_grad():
            for mine, theirs in zip(self.averaged.parameters(), self.of_actor, strict=True):
                mine.lerp_(theirs, 1 - decay)

    def distance(self, logs: Tensor, inputs: Inputs) -> Tensor:
        """How far the choices are from those of the averaged self."""
        with torch.no_grad(), precision(self.device, self.kind):
            logits = self.averaged.choice(self.averaged.features(inputs))
        before = log_chances(logits, legal_of(inputs))
        return (logs.exp() * (logs - before).clamp(-20, 20)).sum(1).mean()


def owners_loss(logits: Tensor, words: Tensor, hidden: Tensor) -> Tensor:
    """How badly it guesses who holds the cards that it has not seen: the mean logarithm of the chance of what is so, with a minus."""
    others = logits.shape[1] // CHOICES
    logits = logits.float().view(-1, others, CHOICES)
    held = bits(hidden[:, :others], torch.float32).view(-1, others, CHOICES)
    if others == 1:  # at gin a card that the other does not hold may lie in the stock
        unseen = bits(words[:, UNSEEN, None] | hidden[:, :1], torch.float32)
        loss = functional.binary_cross_entropy_with_logits(logits[:, 0], held[:, 0], reduction="none")
        return (loss * unseen).sum() / unseen.sum().clamp(min=1)
    return -(functional.log_softmax(logits, 1) * held).sum() / held.sum().clamp(min=1)
