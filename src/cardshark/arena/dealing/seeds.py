"""The seed of a contest: the one that was named, that of its record, or a new one that nobody could foretell."""

import json
from contextlib import suppress
from typing import Any

from cardshark.arena.settings import ArenaSettings, HandsSettings, SprtSettings
from cardshark.chance import check_seed, new_seed
from cardshark.files import path_of
from cardshark.text import UserError

LONGEST_HEADER = 1 << 20  # bytes of a first line that is looked at


def seed_of(settings: ArenaSettings | SprtSettings | HandsSettings) -> int:
    """The seed by which a contest deals. Pieces that are played apart share it, so it cannot be drawn for each of them."""
    if settings.seed is not None:
        return check_seed(settings.seed)
    found = header_in(getattr(settings, "record", None)).get("seed")
    if isinstance(found, int) and not isinstance(found, bool):
        return check_seed(found)
    if getattr(settings, "piece", None) is not None:
        raise UserError("all pieces are played on the deals of one seed: name it, as --seed 1")
    return new_seed()


def header_in(record: Any) -> dict[str, Any]:
    """The first line of a record that was begun before; nothing where there is none. What is no journal is refused when it is opened."""
    found, path = None, None if record is None else path_of(record)
    with suppress(OSError, ValueError, RecursionError):
        if path and path.is_file():
            with path.open("rb") as file:
                found = json.loads(file.readline(LONGEST_HEADER))
    return found if isinstance(found, dict) else {}
