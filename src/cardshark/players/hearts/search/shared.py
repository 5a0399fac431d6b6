"""What all players of Hearts who think ahead share: models of how the seats play, a workspace, and decisions that need no thinking."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardshark.cards import count, lowest
from cardshark.games import hearts
from cardshark.jit import rule
from cardshark.players.hearts.search.worlds import SEARCH, new_workspace
from cardshark.players.hearts.styles import pass_of, play_hearts_only, style_of
from cardshark.players.style import as_slip_chance
from cardshark.players.thinking import PassBy, Thinker
from cardshark.text import UserError


@rule
def without_thinking(view, rules, search, models):
    """The only legal choice, or the card to pass by the rule of the own playouts; -1 where there is something to think about."""
    if search.even_if_forced:
        return -1
    if count(view.legal) == 1:
        return lowest(view.legal)
    if view.table.phase == hearts.PASS and not search.passing:
        return np.int64(pass_of(models[0], view.hand, view.given, rules, view.luck))
    return -1


def style_models(texts: Sequence[str], epsilon: float) -> np.ndarray:
    """The styles that these texts name, as records; in a playout everybody slips at least as often as `epsilon` says."""
    found = np.concatenate([style_of(text) for text in texts])
    found["slip_chance"] = np.maximum(found["slip_chance"], as_slip_chance(epsilon))
    return found


def search_record(options: Thinker) -> np.ndarray:
    """How a player imagines, for the kernels."""
    found = np.zeros(1, SEARCH)
    for name in ("sampler", "pool", "slip_chance", "own_moon"):
        found[name] = getattr(options, name)
    found["passing"] = options.passing == PassBy.SEARCH
    return found


@dataclass
class Search(Thinker):
    """A player of Hearts who imagines the hidden cards and plays on in thought."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.passing == PassBy.POLICY:
            raise UserError("only montecarlo passes as a policy would: set passing=rule or search")
        self._models = self.models()
        self._workspace = new_workspace(self.pool, len(self._models) - 1)
        self._search = search_record(self)

    def models(self) -> np.ndarray:
        """How I play in thought, then how the others may play: a style each."""
        return style_models(self.style_texts(), self.epsilon)

    def sit(self, game: Any, rules: Any) -> None:
        """Learn the rules, which hold in playouts too."""
        play_hearts_only(self, game)
        super().sit(game, rules)

    def think_even_if_forced(self, wanted: bool) -> None:
        """Turn thinking about decisions with only one choice, and about cards to pass, on or off."""
        self._search["even_if_forced"] = wanted
