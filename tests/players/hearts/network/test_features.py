"""What a network sees against the book: every input at every decision of random hands under random house rules and readings."""

import os
from random import Random

import numpy as np
import pytest

from cardshark.games import house
from cardshark.games.hearts.rules import PRESETS
from cardshark.jit import kernel
from cardshark.players.hearts.network import features
from cardshark.players.hearts.network.brain import Brain, Design, Networks
from cardshark.players.hearts.network.features import FACTS, InputList, blocks, describe
from helpers.compiling import PLAIN
from helpers.paths import ROOT
from reference import network_book as book
from reference.hearts_book import random_rules
from reference.network_book import views_of_play

KINDS = {
    "scores": features.ScoreInput,
    "played": features.PlayedInput,
    "left": features.LeftInput,
    "position": features.PositionInput,
    "last": features.LastInput,
    "scale": features.ScaleInput,
}
THREE = "american:players=3,removed=2D,passing=none"
GAMES = ["dutch", "american", "american:limit=0,hands=3", THREE, "dutch:lowest=13,limit=5"]


@kernel
def describe_all(views, rules, brains, facts):
    for i in range(len(views)):
        describe(brains[0], facts[i], views[i].hand, views[i].table, rules[0])


def facts_of(views, rules, design):
    """What networks of this design see, as the kernel writes it down."""
    brain, facts = Brain(design, int(rules.deck()), rules.players), np.zeros(len(views), FACTS)
    describe_all(views, house.record(rules), brain.record, facts)
    return facts


def spread(fact, width):
    """All inputs of one view, those that are 0 too."""
    found = np.zeros(width)
    found[fact["rows"][: fact["count"]]] = fact["values"][: fact["count"]]
    return found


def width_of(rules, design):
    cards = len(book.deck(rules))
    return sum(block.inputs for block in blocks(design, cards, cards // rules.players))


def readings_of(random):
    return {name: random.choice(settings) for name, settings in book.READINGS.items()}


def design_of(readings, **others):
    return Design(**{name: KINDS[name][reading.upper()] for name, reading in readings.items()}, **others)


# ---- the thesis's list ----


def check_thesis_inputs(rules, readings, matches, seed, hands=3):
    """Every input as in the book; how many decisions were compared."""
    compared, design, text = 0, design_of(readings), house.spell(PRESETS, rules)
    width = width_of(rules, design)
    for views in views_of_play(rules, matches, hands, seed):
        facts = facts_of(views, rules, design)
        for view, fact in zip(views, facts, strict=True):
            wanted = book.inputs_of(view, rules, readings)
            assert spread(fact, width).tolist() == np.float32(wanted).tolist(), (text, readings)
            compared += 1
    return compared


@pytest.mark.parametrize(("text", "inputs"), [("dutch", 107), ("american", 167), (THREE, 164)])
def test_the_list_is_as_long_as_printed(text, inputs):
    rules = house.parse(PRESETS, text)
    assert width_of(rules, Design()) == inputs
    assert Brain(Design(), int(rules.deck()), rules.players).record["widths"][0, 0] == inputs


@pytest.mark.long
@pytest.mark.parametrize("text", GAMES)
def test_thesis_inputs_are_those_of_the_book(text):
    rules, random = house.parse(PRESETS, text), Random(text)
    assert check_thesis_inputs(rules, book.THESIS, matches=2, seed=1) > 20
    for seed in range(2, 4 if PLAIN else 6):
        check_thesis_inputs(rules, readings_of(random), matches=2, seed=seed)


@pytest.mark.parametrize(("name", "reading"), [(name, reading) for name, readings in book.READINGS.items() for reading in readings])
def test_every_reading_is_that_of_the_book(name, reading):
    check_thesis_inputs(PRESETS["dutch"], book.THESIS | {name: reading}, matches=2, seed=9)


@pytest.mark.parametrize("seed", range(10 if PLAIN else 30))
def test_thesis_inputs_under_random_house_rules(seed):
    random = Random(seed)
    check_thesis_inputs(random_rules(random), readings_of(random), matches=2, seed=seed, hands=2)


@pytest.mark.slow
def test_thesis_inputs_under_many_random_house_rules():
    left, seed = 2 * int(os.environ.get("CARDSHARK_HANDS", "20000")), 1000  # decisions: two thousand take a second
    while left > 0:
        random = Random(seed)
        left -= check_thesis_inputs(random_rules(random), readings_of(random), matches=4, seed=seed)
        seed += 1


# ---- our own list ----


def check_lab_inputs(rules, matches, seed, hands=2):
    design, text = Design(inputs=InputList.LAB), house.spell(PRESETS, rules)
    for views in views_of_play(rules, matches, hands, seed):
        for view, fact in zip(views, facts_of(views, rules, design), strict=True):
            wanted, first = book.lab_inputs_of(view, rules), 0
            found = spread(fact, width_of(rules, design))
            for block in blocks(design, len(book.deck(rules)), 0):
                assert np.abs(found[first : first + block.inputs] - wanted[block.name]).max() < 1e-6, (block.name, text)
                first += block.inputs
            assert first == len(found)
            assert found.min() >= 0
            assert rules.removed or found.max() <= 1  # with cards taken out, a suit may be longer than a quarter of the deck


@pytest.mark.long
@pytest.mark.parametrize("text", [*GAMES, "falcon:queen_of_spades=0", "dutch:heart=0,jack_of_clubs=0,queen_of_spades=0,hands=2"])
def test_lab_inputs_are_those_of_the_book(text):
    for seed in range(1 if PLAIN else 2):
        check_lab_inputs(house.parse(PRESETS, text), matches=2, seed=seed)


@pytest.mark.parametrize("seed", range(8 if PLAIN else 20))
def test_lab_inputs_under_random_house_rules(seed):
    rules = random_rules(Random(seed + 500))
    check_lab_inputs(rules, matches=2, seed=seed)


def test_lab_inputs_of_the_smallest_deck():
    tiny = "dutch:players=3,lowest=14,removed=AC,limit=0,hands=2"
    check_lab_inputs(house.parse(PRESETS, tiny), matches=2, seed=1)


# ---- how they are written down ----


@pytest.mark.parametrize("inputs", InputList)
@pytest.mark.parametrize("networks", Networks)
@pytest.mark.parametrize("text", ["dutch", "american", THREE])
def test_facts_are_written_once_and_the_shared_ones_first(text, networks, inputs):
    rules, design = house.parse(PRESETS, text), Design(inputs=inputs, networks=networks)
    cards, size = len(book.deck(rules)), len(book.deck(rules)) // rules.players
    for views in views_of_play(rules, 2, 1, seed=5):
        for view, fact in zip(views, facts_of(views, rules, design), strict=True):
            rows, played = fact["rows"][: fact["count"]].tolist(), int(view["table"]["start"])
            assert len(set(rows)) == len(rows)
            assert (fact["values"][: fact["count"]] != 0).all()
            assert fact["shared"] == played
            assert all(cards <= row < 2 * cards for row in rows[:played])
            held = size - int(view["table"]["trick"])
            if networks == Networks.SHARED:
                assert fact["network"] == 0
                one_hot = spread(fact, width_of(rules, design))[-size:]
                assert one_hot.tolist() == [float(number + 1 == held) for number in range(size)]
            else:
                assert fact["network"] == held - 1


def test_blocks_say_which_reading_they_follow():
    texts = set()
    for name, readings in book.READINGS.items():
        for reading in readings:
            texts.add(str(blocks(design_of({name: reading}), 32, 8)))
    assert len(texts) == 1 + sum(len(readings) - 1 for readings in book.READINGS.values())


def test_the_page_about_inputs_is_what_the_program_says():
    from cardshark.show.features import page

    assert (ROOT / "docs" / "features.md").read_text(encoding="utf-8") == page()
