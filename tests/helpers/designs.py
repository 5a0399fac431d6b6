"""Names of designs of brains among the tests."""

from typing import Any

from cardshark.players.gin.rummy.brain import RummyDesign
from cardshark.players.hearts.network.brain import Design


def design_name(value: Any) -> str | None:
    """What a design is called in the name of a test; None for anything else, which pytest names itself."""
    if isinstance(value, Design):
        words = [value.hidden, *(option.name.lower() for option in (value.activation, value.networks, value.inputs))]
        return "-".join(
            [*words, *([value.links.name.lower()] if value.links else []), *([str(value.quantiles)] if value.quantiles > 1 else [])]
        )
    if isinstance(value, RummyDesign):
        words = [value.inputs.name, str(value.hidden), value.draw.name, value.knock.name, "returns" if value.returns else "keeps"]
        return "-".join(words).lower()
    return None
