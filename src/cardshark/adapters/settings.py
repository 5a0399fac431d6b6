"""What all adapters ask in the same way: the usual rules, seeds, and the sentence for an extra that is missing."""

from typing import Any

import numpy as np

from cardshark.games import game_named
from cardshark.text import UserError, brief


def missing(package: str, extra: str) -> UserError:
    """The sentence for a framework that is not installed."""
    return UserError(f"{package} is not installed: pip install 'cardshark[{extra}]' brings it")


def usual_unless(game: str, rules: Any) -> Any:
    """The rules that were asked for; where there are none, the usual ones of a game, one hand a match."""
    return one_hand(game) if rules is None else rules


def one_hand(game: str) -> str:
    """The usual rules of a game, one hand a match: `american:hands=1`."""
    return f"{next(iter(game_named(game).PRESETS))}:hands=1"


def read_seed(seed: Any) -> int:
    """A whole number from 0 up; anything else is refused."""
    if isinstance(seed, (bool, np.bool_)) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise UserError(f"a seed is a whole number from 0 up, not {brief(seed)}")
    return int(seed)


def no_options(options: Any) -> None:
    """Frameworks may hand options to `reset`; there are none here."""
    if options:
        raise UserError(f"reset has no options, so {options!r} would do nothing: rules and opponents are set when the environment is made")
