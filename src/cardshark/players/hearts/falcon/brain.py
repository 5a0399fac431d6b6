"""The brain of a FALCON: its design, its categories, and what is known about them."""

from collections.abc import Mapping
from dataclasses import InitVar, dataclass, field
from typing import Any, ClassVar

import numpy as np

from cardshark.notebook.shell import as_html
from cardshark.players.brain_file import Parts, fill, load_as, settings_from_json
from cardshark.players.hearts.falcon.categories import MARGIN, PARTS, empty_categories, fill_table
from cardshark.players.hearts.falcon.design import FalconDesign

MOST_CATEGORIES = 1 << 22
FIRST_ROOM = 1024  # categories


@dataclass
class FalconBrain:
    """Categories and what is known about them."""

    design: FalconDesign
    about: dict[str, Any] = field(default_factory=dict)  # how it was made, as plain JSON
    size: InitVar[int] = 0  # categories, still empty

    FORMAT: ClassVar[str] = "cardshark falcon brain 1"  # the format of its files
    GAME: ClassVar[str] = "hearts"
    PLAYER: ClassVar[str] = "falcon"  # the player that plays with it

    _repr_html_ = as_html

    def __post_init__(self, size: int) -> None:
        if size > MOST_CATEGORIES:
            raise ValueError(f"{size:,} categories are more than {MOST_CATEGORIES:,}")
        self.record = self.design.record()
        room = FIRST_ROOM
        while room < size + MARGIN:
            room *= 2
        self.categories = empty_categories(room, int(self.record["art"][0]["starts"][-1]))
        self.categories.size[0] = size

    @property
    def full(self) -> bool:
        """Is there no more room for the categories of another hand?"""
        return int(self.categories.size[0]) + MARGIN > self.categories.room

    def parts(self) -> dict[str, np.ndarray]:
        """Everything about the categories, not copied."""
        return {name: getattr(self.categories, name)[: self.categories.size[0]] for name in PARTS}

    def ready(self) -> None:
        """Check categories that came from a file, and enter them in the table."""
        parts = self.parts()
        weights, networks = parts["templates"], parts["networks"]
        if weights.size and not (weights.min() >= 0 and weights.max() <= 1):
            raise ValueError("its weights are not all from 0 to 1")
        if networks.size and not (networks.min() >= 0 and networks.max() < self.design.networks):
            raise ValueError("a category belongs to no network")
        if any(parts[name].size and parts[name].min() < 0 for name in ("visits", "founded")):
            raise ValueError("something happened fewer than no times")
        fill_table(self.categories)

    def made_for(self) -> dict[str, Any]:
        """Nothing beside its design."""
        return {}

    @classmethod
    def restored(cls, about: Mapping[str, Any], parts: Parts) -> "FalconBrain":
        """The brain in a file."""
        found = cls(settings_from_json(FalconDesign, about["design"]), dict(about["about"]), len(parts["percepts"]))
        fill(found, parts).ready()
        return found


def load_falcon(name: str | FalconBrain) -> FalconBrain:
    """A brain of categories, by its name in the lab or from a file; a brain is returned as it is."""
    return load_as(FalconBrain, name)
