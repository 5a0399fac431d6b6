"""The first layer of a network on a processor. Of a thousand bits about a hundred are set, and only their weights are added.

Weights are asked for by input, [input, unit], so that those of a bit lie side by side.
"""

from typing import Any

import numpy as np
import torch
from torch import Tensor

from cardshark.cards import lowest
from cardshark.jit import at, kernel


@kernel
def add_weights(words, weights, found):
    """Add to every row the weights of the bits that are set in its words."""
    for i in range(len(words)):
        for k in range(words.shape[1]):
            word = words[at(i), at(k)]
            while word:
                row = 64 * k + np.int64(lowest(word))
                for j in range(found.shape[1]):
                    found[at(i), at(j)] += weights[at(row), at(j)]
                word &= word - np.uint64(1)


@kernel
def add_slopes(words, slopes, found):
    """The way back: add the slope of every row to the weights of the bits that are set in its words."""
    for i in range(len(words)):
        for k in range(words.shape[1]):
            word = words[at(i), at(k)]
            while word:
                row = 64 * k + np.int64(lowest(word))
                for j in range(found.shape[1]):
                    found[at(row), at(j)] += slopes[at(i), at(j)]
                word &= word - np.uint64(1)


class SetBits(torch.autograd.Function):
    """Bits times weights, as `bits(words) @ weights` would be."""

    @staticmethod
    def forward(ctx: Any, words: Tensor, weights: Tensor) -> Tensor:
        ctx.save_for_backward(words)
        ctx.inputs = len(weights)
        found = torch.zeros(len(words), weights.shape[1])
        add_weights(words.numpy().view(np.uint64), weights.detach().numpy(), found.numpy())
        return found

    @staticmethod
    def backward(ctx: Any, *slopes: Tensor) -> tuple[None, Tensor]:
        (words,) = ctx.saved_tensors
        found = torch.zeros(ctx.inputs, slopes[0].shape[1])
        add_slopes(words.numpy().view(np.uint64), slopes[0].contiguous().numpy(), found.numpy())
        return None, found
