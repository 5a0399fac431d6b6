"""The network of a policy, slowly: plain matrix products of 64-bit numbers, from the parts of a brain by name."""

import numpy as np


def bits(words):
    """The bits of words, 64 columns each, lowest first."""
    return np.unpackbits(np.ascontiguousarray(words).view(np.uint8), axis=1, bitorder="little").astype(float)


def norm(parts, name, features):
    """Features with mean 0 and spread 1, stretched and shifted."""
    off = features - features.mean(axis=1, keepdims=True)
    return off / np.sqrt((off**2).mean(axis=1, keepdims=True) + 1e-5) * parts[f"{name}.weight"] + parts[f"{name}.bias"]


def linear(parts, name, inputs):
    """One layer."""
    return inputs @ parts[f"{name}.weight"].astype(float).T + parts[f"{name}.bias"]


def features(brain, name, inputs):
    """Everything up to the last layer."""
    parts = brain.parts()
    found = linear(parts, f"{name}.first", inputs)
    for block in range(brain.design.blocks):
        here = f"{name}.blocks.{block}"
        units = np.maximum(linear(parts, f"{here}.inner", norm(parts, f"{here}.norm", found)), 0)
        found = found + linear(parts, f"{here}.outer", units)
    return norm(parts, f"{name}.norm", found)


def chances(brain, words, numbers, temperature=1.0):
    """The chance of every choice; words are planes, the second of which is what is legal."""
    logits = linear(brain.parts(), "actor.choice", features(brain, "actor", np.hstack([bits(words), numbers]))) / temperature
    logits[bits(words[:, 1:2]) == 0] = -np.inf
    found = np.exp(logits - logits.max(axis=1, keepdims=True))
    return found / found.sum(axis=1, keepdims=True)


def worth(brain, words, numbers):
    """What every choice is worth, in points."""
    return brain.scale * linear(brain.parts(), "actor.worth", features(brain, "actor", np.hstack([bits(words), numbers])))


def owners(brain, words, numbers):
    """How likely each other seat holds each card: [row, card, other]."""
    logits = linear(brain.parts(), "actor.owners", features(brain, "actor", np.hstack([bits(words), numbers])))
    logits = logits.reshape(len(words), -1, 64).transpose(0, 2, 1)
    if logits.shape[2] == 1:
        return 1 / (1 + np.exp(-logits))
    found = np.exp(logits)
    return found / found.sum(axis=2, keepdims=True)


def values(brain, words, hidden, numbers):
    """What the critic expects, in points."""
    inputs = np.hstack([bits(words), bits(hidden), numbers])
    return brain.scale * linear(brain.parts(), "critic.value", features(brain, "critic", inputs))[:, 0]
