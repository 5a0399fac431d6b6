"""House rules as text, as values and as records, for both games alike."""

from enum import IntEnum
from random import Random
from typing import Annotated, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardshark.cards import ALL, cards
from cardshark.games import house
from cardshark.games.house import CardsOf, Field
from cardshark.text import UserError
from reference.hearts_book import random_rules


class Trump(IntEnum):
    NONE = 0
    SPADES = 3


class Rules(NamedTuple):
    """A game that nobody plays."""

    limit: Annotated[int, "where it ends"] = 100
    trump: Annotated[Trump, "which suit"] = Trump.NONE
    jokers: Annotated[bool, "with jokers"] = False
    removed: Annotated[CardsOf, "not in the deck"] = CardsOf(0)

    def check(self) -> None:
        if self.limit < 1:
            raise UserError("the limit must be above 0")

    def derived(self) -> dict:
        return {"twice": 2 * self.limit, "rest": np.uint64(int(ALL) & ~int(self.removed))}


PRESETS = {"plain": Rules(), "short": Rules(limit=10, removed=CardsOf("2C+3C")), "wild": Rules(trump=Trump.SPADES, jokers=True)}


def test_fields_say_what_they_are():
    assert house.fields(Rules) == house.fields(Rules()) == [
        Field("limit", int, "where it ends"),
        Field("trump", Trump, "which suit"),
        Field("jokers", bool, "with jokers"),
        Field("removed", CardsOf, "not in the deck"),
    ]  # fmt: skip
    assert [house.settings(field) for field in house.fields(Rules)] == ["number", "none | spades", "yes | no", "cards, as 2D+2C"]


def test_presets_and_their_changes_are_read():
    assert house.parse(PRESETS, "plain") == Rules()
    assert house.parse(PRESETS, "short:trump=spades,jokers=yes,removed=AH") == Rules(10, Trump.SPADES, True, CardsOf("AH"))
    assert house.parse(PRESETS, "short:removed=none").removed == 0


def test_rules_are_spelled_from_the_nearest_preset():
    assert [house.spell(PRESETS, rules) for rules in PRESETS.values()] == list(PRESETS)
    assert house.spell(PRESETS, Rules(limit=10, removed=CardsOf("2C+3C"), jokers=True)) == "short:jokers=yes"
    assert house.spell(PRESETS, Rules(removed=CardsOf("TH"))) == "plain:removed=TH"


@given(st.integers(1), st.sampled_from(Trump), st.booleans(), st.integers(0, 2**64).map(lambda word: CardsOf(word & int(ALL))))
def test_text_and_value_are_one(limit, trump, jokers, removed):
    rules = Rules(limit, trump, jokers, removed)
    found = house.parse(PRESETS, house.spell(PRESETS, rules))
    assert found == rules
    assert [type(value) for value in found] == [int, Trump, bool, CardsOf]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("wrong", "there is no set of rules 'wrong'; there is plain, short, wild"),
        ("", "there is no set of rules ''; there is plain, short, wild"),
        ("plain:wrong=1", "plain has no rule 'wrong'; it has limit, trump, jokers, removed"),
        ("plain:limit=0", "the limit must be above 0"),
        ("plain:limit=ten", "limit must be a whole number, not 'ten'"),
        ("plain:removed=2C+2C", "2C stands twice in '2C 2C'"),
    ],
)
def test_wrong_rules_get_one_sentence(text, sentence):
    with pytest.raises(UserError) as error:
        house.parse(PRESETS, text)
    assert str(error.value) == sentence


def test_a_wrong_card_among_the_rules_is_named():
    with pytest.raises(UserError, match="'1X' is not a card"):
        house.parse(PRESETS, "plain:removed=1X")


def test_cards_among_the_rules_have_names():
    assert CardsOf("2D+QS") == cards("2D QS")
    assert str(CardsOf("QS+2D")) == "2D+QS"
    assert str(CardsOf(0)) == "none"
    assert CardsOf("none") == 0


@given(st.integers(0))
def test_the_record_holds_every_rule_and_what_follows(seed):
    rules = random_rules(Random(seed))
    record = house.record(rules)
    assert record.shape == (1,)
    assert {name: int(record[name][0]) for name in record.dtype.names} == {
        name: int(value) for name, value in {**rules._asdict(), **rules.derived()}.items()
    }
    sets = {name for name in record.dtype.names if record.dtype[name] == np.uint64}
    assert sets == {"removed", "deck", "penalties", "banned", "forced", "held_back", "breakers"}
    assert record[0].pass_count == rules.pass_count  # by attribute, as in the kernels
