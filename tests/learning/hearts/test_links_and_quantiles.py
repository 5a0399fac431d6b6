"""Networks whose layers are added to each other or normalised, and networks that learn quantiles: against the book, without calculus."""

from itertools import pairwise, product
from random import Random

import numpy as np
import pytest

from cardshark.games import hearts, house
from cardshark.games.hearts.rules import PRESETS
from cardshark.jit import kernel
from cardshark.learning.hearts.gradient import improve
from cardshark.learning.hearts.hindsight import HindsightCourse, Lesson, Target
from cardshark.players.brain_file import digest, save, settings_from_json, settings_json
from cardshark.players.hearts.network.brain import Activation, Brain, Design, Links, ScaleInput, join_brains, load, new_sheets
from cardshark.players.hearts.network.features import describe
from cardshark.players.hearts.network.player import Network, think, worth
from cardshark.text import UserError
from helpers.compiling import PLAIN
from helpers.designs import design_name
from helpers.hearts.decisions import TINY, views_played
from reference import network_book as book
from reference.network_book import inputs_by_design, layers_of, shake

LINKED = [
    Design(hidden=hidden, activation=activation, links=links)
    for (hidden, links), activation in zip(product(["16", "16+16", "16+16+16"], list(Links)[1:]), [*Activation] * 3, strict=True)
]
QUANTILES = [Design(hidden="16", quantiles=4), Design(hidden="16+16", quantiles=3, links=Links.BOTH, activation=Activation.SIGMOID)]


@kernel
def learn_from(views, rules, brains, memory, sheets, output, target, rate):
    describe(brains[0], sheets[0].facts, views[0].hand, views[0].table, rules[0])
    return improve(brains[0], memory, sheets[0], output, target, rate, False)


@kernel
def value_of(views, rules, brains, memory, sheets, output):
    describe(brains[0], sheets[0].facts, views[0].hand, views[0].table, rules[0])
    think(brains[0], memory, sheets[0].facts, sheets[0])
    return worth(brains[0], memory, sheets[0], output)


def a_few_decisions(design, seed):
    """A shaken brain of a small game, and some views with what the book sees in them."""
    rules, random = house.parse(PRESETS, TINY), Random(seed)
    views = views_played(rules, matches=1)
    brain = Brain.fresh(design, rules, 3)
    shake(brain, seed, size=0.4)
    chosen = random.sample(list(views), 1 if PLAIN else 2)
    return rules, brain, [(np.array([view], hearts.VIEW), inputs_by_design(view, rules, design), random) for view in chosen]


def outputs_of(layers, inputs, design, card):
    """The outputs of one card in the book."""
    found = book.forward(layers, inputs, design.activation.name.lower(), design.links.name.lower())
    return found[card * design.quantiles : (card + 1) * design.quantiles]


@pytest.mark.parametrize("design", [*LINKED, *QUANTILES], ids=design_name)
def test_values_and_steps_are_those_of_the_book(design):
    """A value, then a step: every weight moves as the loss falls when it is moved a little."""
    rules, brain, decisions = a_few_decisions(design, 5)
    for view, inputs, random in decisions:
        number, card = int(view[0]["hand"]).bit_count() - 1, random.randrange(int(rules.deck()).bit_count())
        layers, goal, rate = layers_of(brain, number), random.uniform(-4, 0), 0.05
        outputs = outputs_of(layers, inputs, design, card)
        records, memory = join_brains([brain])
        found = value_of(view, house.record(rules), records, memory, new_sheets(1), card)
        assert found == pytest.approx(sum(outputs) / len(outputs), abs=1e-5)

        def loss(moved, inputs=inputs, card=card, goal=goal):
            there = outputs_of(moved, inputs, design, card)
            return book.quantile_loss(there, goal) if design.quantiles > 1 else (there[0] - goal) ** 2 / 2

        learn_from(view, house.record(rules), records, memory, new_sheets(1), card, np.float32(goal), np.float32(rate))
        learned = brain.copy()
        learned.memory[:] = memory
        after = book.flat(layers_of(learned, number))
        np.testing.assert_allclose(after, book.flat(book.step_by_trying(layers, loss, rate)), atol=1e-5)
        assert np.abs(after - book.flat(layers)).max() > 1e-3


def test_the_book_of_plain_layers_is_the_one_that_was():
    random = Random(3)
    layers = [
        [(random.uniform(-1, 1), [random.uniform(-1, 1) for _ in range(before)]) for _ in range(units)]
        for before, units in pairwise((5, 4, 3))
    ]
    inputs = [random.uniform(-1, 1) for _ in range(5)]

    def loss(moved):
        return (book.forward(moved, inputs, "leaky")[1] + 2) ** 2 / 2

    found, wanted = book.step_by_trying(layers, loss, 0.1), book.sgd_step(layers, inputs, "leaky", 1, -2.0, 0.1)
    np.testing.assert_allclose(book.flat(found), book.flat(wanted), atol=1e-7)


def test_quantiles_learn_how_an_outcome_is_spread():
    """Outcomes 0 and -4 alike often: the lower quantiles go to -4, the upper ones to 0, and their mean to -2."""
    rules = house.parse(PRESETS, TINY)
    brain = Brain.fresh(Design(hidden="16", quantiles=4), rules, 3)
    records, memory = join_brains([brain])
    view, sheets, random = views_played(rules, matches=1)[:1], new_sheets(1), Random(1)
    for _ in range(300 if PLAIN else 4000):
        learn_from(view, house.record(rules), records, memory, sheets, 2, np.float32(random.choice([0.0, -4.0])), np.float32(0.02))
    brain.memory[:] = memory
    if not PLAIN:
        number = int(view[0]["hand"]).bit_count() - 1
        low, lower, upper, high = outputs_of(layers_of(brain, number), inputs_by_design(view[0], rules, brain.design), brain.design, 2)
        assert low == pytest.approx(-4, abs=0.4) and high == pytest.approx(0, abs=0.4) and low < lower < upper < high


@pytest.mark.parametrize(
    ("design", "lesson"),
    [
        (Design(hidden="16+16", links=Links.BOTH, scale=ScaleInput.UNIT), {}),
        (Design(hidden="16", quantiles=4), {}),
        (Design(hidden="16"), {"target": Target.BOOTSTRAP}),
        (Design(hidden="16"), {"target": Target.DOUBLE}),
    ],
    ids=["both", "quantiles", "bootstrap", "double"],
)
def test_a_course_of_each_kind_goes_on_where_it_was_and_its_brain_sits_down(design, lesson, tmp_path):
    lesson = Lesson(games=4, rules="dutch:limit=30", against="random", rate=0.01, **lesson)
    whole, first, rest = (HindsightCourse(design, lesson, 5) for _ in range(3))
    whole.advance(4)
    first.advance(2)
    rest.restore(first.state())
    rest.advance(2)
    assert digest(whole.brain) == digest(rest.brain) != digest(first.brain)
    save(whole.brain, tmp_path / "one.safetensors")
    brain = load(str(tmp_path / "one.safetensors"))
    assert brain.design == design and (brain.memory == whole.brain.memory).all()
    player = Network(brain)
    player.sit(hearts, PRESETS["dutch"])
    views = views_played(PRESETS["dutch"], matches=1)
    assert np.isfinite(player.values(views)).sum() >= len(views)


def test_options_that_came_later_stand_in_a_file_only_where_they_are_used():
    assert not {"scale", "links", "quantiles"} & settings_json(Design()).keys()
    assert settings_json(Design(quantiles=4))["quantiles"] == 4
    for design in (Design(), Design(hidden="32+32", links=Links.RESIDUAL, scale=ScaleInput.UNIT)):
        assert settings_from_json(Design, settings_json(design)) == design
    assert "target" not in settings_json(Lesson()) and settings_json(Lesson(target=Target.DOUBLE))["target"] == "double"


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (
            lambda: Design(hidden="32+64", links=Links.RESIDUAL),
            "layers that are added to each other have the same width, as 64+64, not '32+64'",
        ),
        (lambda: Design(quantiles=0), "quantiles is a number from 1 to 64, not 0"),
        (lambda: HindsightCourse(Design(quantiles=4), Lesson(target=Target.BOOTSTRAP), 1), "quantiles are those of what came of a card"),
        (
            lambda: HindsightCourse(Design(), Lesson(target=Target.DOUBLE, against="rivals"), 1),
            "each of four rivals would need an older self",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(make, sentence):
    with pytest.raises(UserError) as caught:
        make()
    assert str(caught.value).startswith(sentence)
