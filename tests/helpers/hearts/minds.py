"""Minds without training: networks of one small random layer that say something about any words, always the same."""

import numpy as np


class RandomMind:
    """Opinions about choices and owners that depend on every bit of what is shown."""

    has_owners = True

    def __init__(self, seed: int = 0, sharp: float = 1.0, others: int = 3) -> None:
        chance = np.random.default_rng(seed)
        self.first = chance.normal(size=(16 * 64, 32))
        self.to_logits, self.to_owners = sharp * chance.normal(size=(32, 64)), sharp * chance.normal(size=(32, others * 64))

    def features(self, words: np.ndarray) -> np.ndarray:
        """What it makes of some words."""
        return np.tanh(0.2 * np.unpackbits(np.ascontiguousarray(words).view(np.uint8), axis=1, bitorder="little") @ self.first)

    def logits(self, words: np.ndarray) -> np.ndarray:
        """What it would choose."""
        return (self.features(words) @ self.to_logits).astype(np.float32)

    def owners(self, words: np.ndarray, cards: int) -> np.ndarray:
        """Who holds what: [card, other] for the only row."""
        chances = np.exp((self.features(words) @ self.to_owners).reshape(-1, 64))
        return (chances / chances.sum(axis=0)).T
