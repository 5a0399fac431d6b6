"""How plausible a hand of the other player is, beside the book: as in `test_gin_worlds`, but few hands, and quick without a compiler."""

import numpy as np
import pytest

from cardshark.cards import name, set_of
from cardshark.players.gin.search.worlds import plausibility
from cardshark.players.gin.styles import gin_style_of, observer_style
from cardshark.players.player import unpack
from helpers.compiling import PLAIN
from helpers.gin_moments import Idea, Moment, first_idea, moments, places_of
from reference import gin_styles_book as book
from reference.gin_side_by_side import named

pytestmark = pytest.mark.skipif(
    not PLAIN, reason="parts of kernels, which `make test` also runs as plain Python: to compile each takes a minute"
)
EARLY = {"lookahead": 3, "keeper": 4}
RULES = ["eaai", "eaai:knock_limit=100", "paper"]


def by_book(kind: str, moment: Moment, idea: Idea, slip_chance: float) -> float:
    draws = {turn: name(card) for turn, card in idea.drawn.items()}
    view = unpack(np.array([moment.view], moment.view.dtype))[0]
    return book.plausibility(kind, view, named(set_of(idea.hand)), draws, slip_chance, book.KNOCKS[kind], EARLY.get(kind, 0))


def by_kernel(kind: str, moment: Moment, idea: Idea, slip_chance: float) -> float:
    style = (observer_style() if kind == "observer" else gin_style_of(kind))[0]
    return plausibility(moment.view["table"], np.uint64(set_of(idea.hand)), places_of(idea.drawn), style, slip_chance)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("kind", ["simple", "holdout", "minimiser", "lookahead", "keeper"])
def test_the_truth_and_a_guess_are_as_plausible_as_the_book_says(kind, rules):
    """At the first decisions, and some later ones, of a hand that this very player plays."""
    hand = moments(rules, 5, 10, style=kind)
    plausible = 0
    for moment in [*hand[:6], *hand[6::5]]:
        truth = Idea(set(moment.other), {turn: each.drawn for turn, each in moment.past.items() if not each.took})
        for idea in (truth, first_idea(moment.view, moment.past, np.uint64(8))):
            found = by_kernel(kind, moment, idea, 0.3)
            assert found == pytest.approx(by_book(kind, moment, idea, 0.3))
            plausible += found > 0.01
    assert plausible > 3


def test_what_is_thought_of_a_player_whose_style_nobody_knows():
    for moment in moments("eaai", 5, 10, style="keeper")[7::6]:
        truth = Idea(set(moment.other), {turn: each.drawn for turn, each in moment.past.items() if not each.took})
        assert by_kernel("observer", moment, truth, 0.3) == pytest.approx(by_book("observer", moment, truth, 0.3))
