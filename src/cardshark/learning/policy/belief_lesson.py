"""The settings of a belief network's training. PyTorch is not needed to read them."""

from dataclasses import dataclass
from typing import Annotated


@dataclass(frozen=True)
class BeliefLesson:
    """How a belief network learns."""

    rules: Annotated[str, "house rules"] = "american"
    player: Annotated[str, "who plays on all seats"] = "policy"
    decisions: Annotated[int, "how many it learns from"] = 1_000_000
    tables: Annotated[int, "tables side by side"] = 512
    width: Annotated[int, "units of each layer"] = 64
    blocks: Annotated[int, "blocks of two layers each"] = 1
    batch: Annotated[int, "decisions of a step"] = 1024
    rate: Annotated[float, "how far a step goes at most"] = 3e-3
