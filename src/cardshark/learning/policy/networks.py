"""The two networks of a policy learner, in PyTorch: one chooses, the other, who sees all hands, says what to expect.

Their parts have the names and shapes of a policy's file, so what was learned can be played without PyTorch.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from cardshark.learning.policy.first_layer import SetBits
from cardshark.players.policy.brain import CHOICES
from cardshark.players.policy.forward import LEGAL
from cardshark.tables import unpack

Weights = dict[str, np.ndarray]  # of a network, by name
IMPOSSIBLE = -1e9  # the score of a choice that is not legal


class Inputs(NamedTuple):
    """What a network sees."""

    words: Tensor
    numbers: Tensor  # beside the bits of the words
    dense: Tensor | None  # both as columns, on a graphics card; a processor is quicker without


class Block(nn.Module):
    """What is added to the features on the way."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm, self.inner, self.outer = nn.LayerNorm(width), nn.Linear(width, width), nn.Linear(width, width)

    def forward(self, features: Tensor) -> Tensor:
        return features + self.outer(functional.relu(self.inner(self.norm(features))))


class Trunk(nn.Module):
    """From what is known to features."""

    def __init__(self, inputs: int, width: int, blocks: int) -> None:
        super().__init__()
        self.first = nn.Linear(inputs, width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(blocks))
        self.norm = nn.LayerNorm(width)

    def features(self, inputs: Inputs) -> Tensor:
        found = self.first(inputs.dense) if inputs.dense is not None else self.enter(inputs)
        for block in self.blocks:
            found = block(found)
        return self.norm(found)

    def enter(self, inputs: Inputs) -> Tensor:
        """The first layer on a processor."""
        weights = self.first.weight.t()
        found = SetBits.apply(inputs.words, weights.contiguous()) + self.first.bias
        return found + inputs.numbers @ weights[len(weights) - inputs.numbers.shape[1] :] if inputs.numbers.shape[1] else found

    def arrange_by_input(self) -> None:
        """Keep the weights of each input of the first layer side by side, which `enter` would otherwise do each time."""
        self.first.weight.data = self.first.weight.data.t().contiguous().t()


class Actor(Trunk):
    """Chooses. It also says what each choice is worth, and which of the others holds each card."""

    def __init__(self, inputs: int, width: int, blocks: int, others: int) -> None:
        super().__init__(inputs, width, blocks)
        self.choice, self.worth = nn.Linear(width, CHOICES), nn.Linear(width, CHOICES)
        self.owners = nn.Linear(width, CHOICES * others)
        start_at_zero(self.choice, self.worth, self.owners)


class Critic(Trunk):
    """Says what the seat in turn will still win. It sees what is hidden, and is asked only while learning."""

    def __init__(self, inputs: int, width: int, blocks: int) -> None:
        super().__init__(inputs, width, blocks)
        self.value = nn.Linear(width, 1)
        start_at_zero(self.value)


def start_at_zero(*layers: nn.Linear) -> None:
    """Last layers start with nothing, so that every choice is alike at first."""
    for each in layers:
        nn.init.zeros_(each.weight)
        nn.init.zeros_(each.bias)


def known(words: Tensor, numbers: Tensor, kind: torch.dtype) -> Inputs:
    """What a network sees: words, and numbers beside them."""
    if words.device.type == "cpu":
        return Inputs(words, numbers, None)
    found = bits(words, kind)
    return Inputs(words, numbers, torch.cat([found, numbers.to(found.dtype)], 1) if numbers.shape[1] else found)


def known_to_critic(inputs: Inputs, hidden: Tensor, kind: torch.dtype) -> Inputs:
    """The same with the hidden words behind the others. On a graphics card the bits that are there already are not unpacked again."""
    words = torch.cat([inputs.words, hidden], 1)
    if inputs.dense is None:
        return inputs._replace(words=words)
    seen = CHOICES * inputs.words.shape[1]
    return Inputs(words, inputs.numbers, torch.cat([inputs.dense[:, :seen], bits(hidden, kind), inputs.dense[:, seen:]], 1))


def legal_of(inputs: Inputs) -> Tensor:
    """The legal choices among what a network sees: in every game they are the second plane."""
    return bits(inputs.words[:, LEGAL, None], torch.float32) if inputs.dense is None else inputs.dense[:, CHOICES * LEGAL :][:, :CHOICES]


def bits(words: Tensor, kind: torch.dtype) -> Tensor:
    """The bits of words, 64 columns each, lowest first: a kernel does it on a processor, masks on a graphics card."""
    if words.device.type == "cpu":
        return torch.from_numpy(unpack(words.numpy(), np.float32))
    return (words.view(torch.uint8)[..., None] & masks(words.device)).ne(0).to(kind).flatten(1)


@cache
def masks(device: torch.device) -> Tensor:
    """A mask for each bit of a byte. It stays on the device: to copy it each time would make the processor wait."""
    return torch.tensor([1 << bit for bit in range(8)], dtype=torch.uint8, device=device)


def log_chances(logits: Tensor, legal: Tensor) -> Tensor:
    """The logarithm of the chance of each choice; `legal` has 64 columns, 0 for what is not legal."""
    return functional.log_softmax(logits.float().masked_fill(legal == 0, IMPOSSIBLE), dim=1)


def drawn(logs: Tensor, luck: Tensor) -> Tensor:
    """A choice for each row by its chances, decided by 23 of its 64 random bits."""
    share = ((luck >> 24) & 0x7FFFFF).float() / (1 << 23)  # below 1, so that the last choice with a chance is never passed over
    sums = logs.exp().cumsum(1)
    return (sums <= (share * sums[:, -1])[:, None]).sum(1)


def as_tensor(words: NDArray[np.uint64]) -> Tensor:
    """The same words for PyTorch, which shifts signed numbers only; the bits stay the same."""
    return torch.from_numpy(words.view(np.int64))


def weights_of(network: torch.nn.Module) -> Weights:
    """The weights of a network by name, copied."""
    return {name: each.detach().float().cpu().numpy().copy() for name, each in network.state_dict().items()}


def put_weights(network: torch.nn.Module, weights: Weights) -> None:
    """Give a network these weights."""
    network.load_state_dict({name: torch.from_numpy(np.asarray(each, np.float32)) for name, each in weights.items()})


@contextmanager
def one_order(device: str) -> Iterator[None]:
    """On a processor every sum has one order: one thread for each, and no algorithm that adds as it likes."""
    if device != "cpu":
        yield
        return
    threads, strict = torch.get_num_threads(), torch.are_deterministic_algorithms_enabled()
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    try:
        yield
    finally:
        torch.set_num_threads(threads)
        torch.use_deterministic_algorithms(strict)
