"""How plausible a hand of the other player is, beside the book: as in `test_gin_worlds`, but few hands, and quick without a compiler."""

import numpy as np
import pytest

from cardshark.cards import card, cards, name, set_of
from cardshark.games import gin
from cardshark.players.gin.search.worlds import plausibility
from cardshark.players.gin.styles import gin_style_of, observer_style
from cardshark.players.player import unpack
from helpers.compiling import PLAIN
from helpers.gin.moments import Idea, Moment, first_idea, moments, places_of
from reference import gin_styles_book as book
from reference.gin_side_by_side import named

pytestmark = pytest.mark.skipif(
    not PLAIN, reason="parts of kernels, which `make test` also runs as plain Python: to compile each takes a minute"
)
EARLY = {"lookahead": 3, "keeper": 4}
RULES = ["eaai", "eaai:knock_limit=100", "paper"]


def by_book(kind: str, moment: Moment, idea: Idea, slip_chance: float) -> float:
    draws = {turn: name(each) for turn, each in idea.drawn.items()}
    view = unpack(np.array([moment.view], moment.view.dtype))[0]
    return book.plausibility(kind, view, named(set_of(idea.hand)), draws, slip_chance, book.KNOCKS[kind], EARLY.get(kind, 0))


def by_kernel(kind: str, moment: Moment, idea: Idea, slip_chance: float) -> float:
    style = (observer_style() if kind == "observer" else gin_style_of(kind))[0]
    return plausibility(moment.view["table"], np.uint64(set_of(idea.hand)), places_of(idea.drawn), style, slip_chance)


def truth_of(moment: Moment) -> Idea:
    """What the other player holds, and drew from the stock."""
    return Idea(set(moment.other), {turn: each.drawn for turn, each in moment.past.items() if not each.took})


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("kind", ["simple", "holdout", "minimiser", "lookahead", "keeper"])
def test_the_truth_and_a_guess_are_as_plausible_as_the_book_says(kind, rules):
    """At the first decisions, and some later ones, of a hand that this very player plays."""
    hand = moments(rules, 5, 10, style=kind)
    plausible = 0
    for moment in [*hand[:6], *hand[6::5]]:
        for idea in (truth_of(moment), first_idea(moment.view, moment.past, np.uint64(8))):
            found = by_kernel(kind, moment, idea, 0.3)
            assert found == pytest.approx(by_book(kind, moment, idea, 0.3))
            plausible += found > 0.01
    assert plausible > 3


def test_the_first_up_card_counts_for_everybody_who_could_take_it():
    """Nobody, one or both leave it, and then the dealer or the other player has the first turn."""
    seen = set()
    for seed, pile in [(1, 0.0), (2, 0.0), (3, 1.0), (4, 1.0), (10, 0.5), (15, 0.5), (22, 0.5), (26, 0.5)]:
        for moment in moments("eaai", seed, 3, pile):
            table = moment.view["table"]
            seen.add((int(table["passed"]), int(table["turn"] == table["dealer"]), len(moment.past)))
            for kind in ("simple", "minimiser"):
                assert by_kernel(kind, moment, truth_of(moment), 0.3) == pytest.approx(by_book(kind, moment, truth_of(moment), 0.3))
    assert {(passed, deals) for passed, deals, turns in seen if turns} == {(passed, deals) for passed in range(3) for deals in range(2)}


def changed(moment: Moment, **fields: int) -> Moment:
    """The same with other figures on the table."""
    view = moment.view.copy()
    for field, value in fields.items():
        view["table"][field] = value
    return moment._replace(view=view)


def test_it_does_not_matter_who_sits_on_which_seat():
    for seed in (1, 3, 10, 15):
        for moment in moments("eaai", seed, 3, 0.5):
            table = moment.view["table"]
            across = changed(moment, **{field: 1 - int(table[field]) for field in ("dealer", "first", "turn")})
            assert by_kernel("simple", across, truth_of(moment), 0.3) == by_kernel("simple", moment, truth_of(moment), 0.3)


def test_who_has_forgotten_the_first_turn_does_not_ask_about_the_first_up_card():
    """In 64 turns everybody threw what they had just drawn. The other player had turns 0, 2, ..., 62, and turn 0 is forgotten."""
    table = np.zeros(1, gin.TABLE)[0]
    table["first"], table["turn"], table["turns"], table["upcard"] = 0, 1, 64, card("2S")
    table["discards"] = [16 + turn % 13 for turn in range(64)]
    drawn, hand = table["discards"][::2].copy(), np.uint64(cards("2C 3C 4C 2H 3H 4H 3S 9S JS KS"))
    weights = []
    for passed in range(3):
        table["passed"] = passed
        weights.append(plausibility(table, hand, drawn, gin_style_of("simple")[0], 0.3))
    assert weights[0] == weights[1] == weights[2] > 0


@pytest.mark.parametrize("seed", [5, 6])
def test_what_is_thought_of_a_player_whose_style_nobody_knows(seed):
    for moment in moments("eaai", seed, 12, style="keeper")[7::4]:
        assert by_kernel("observer", moment, truth_of(moment), 0.3) == pytest.approx(by_book("observer", moment, truth_of(moment), 0.3))
