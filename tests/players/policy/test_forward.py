"""The network of a policy in kernels, against plain matrix products and against PyTorch."""

import numpy as np
import pytest

from cardshark.players.policy.brain import PolicyDesign, fresh_brain
from cardshark.players.policy.forward import choose_rows, outlook, owners, values
from cardshark.players.policy.net import net_of, new_desk
from cardshark.tables import Tables
from cardshark.tables.choices import random_choices
from reference import policy_book

ROWS = 61  # more than a block, and no multiple of anything
SMALL = PolicyDesign(width=48, blocks=3, critic=80)
TABLES = [("hearts", "american"), ("hearts", "american:players=3,removed=2D"), ("gin", "classic")]


def seen(game, rules, steps=25):
    """What seats know and do not know in the middle of a hand: words, hidden words, numbers, luck."""
    tables = Tables(game, rules, count=ROWS, seed=3)
    turn = tables.turn()
    for _ in range(steps):
        turn = tables.choose(random_choices(turn.legal_words(), turn.luck))
    numbers = turn.inputs("deadwood") if "deadwood" in tables.inputs else np.zeros((ROWS, 0), np.float32)
    return turn.words(), turn.hidden(), numbers, turn.luck


@pytest.mark.parametrize(("game", "rules"), TABLES)
@pytest.mark.parametrize("design", [PolicyDesign(), SMALL])
def test_every_answer_is_that_of_plain_matrix_products(game, rules, design):
    words, hidden, numbers, _ = seen(game, rules)
    brain = fresh_brain(game, rules, 5, design)
    net, desk = net_of(brain), new_desk(brain)
    legal = policy_book.bits(words[:, 1:2]) == 1
    found = outlook(net, desk, words, numbers)
    assert found.chances == pytest.approx(policy_book.chances(brain, words, numbers), abs=1e-5)
    assert found.worth[legal] == pytest.approx(policy_book.worth(brain, words, numbers)[legal], abs=1e-3)
    assert not found.chances[~legal].any() and not found.worth[~legal].any()
    cards = np.full(ROWS, 2**64 - 1, np.uint64)
    assert owners(net, desk, words, numbers, cards) == pytest.approx(policy_book.owners(brain, words, numbers), abs=1e-5)
    assert values(net, desk, words, hidden, numbers) == pytest.approx(policy_book.values(brain, words, hidden, numbers), abs=1e-3)


@pytest.mark.parametrize(("game", "rules"), TABLES)
def test_one_view_gets_the_same_bits_as_any_batch(game, rules):
    words, hidden, numbers, luck = seen(game, rules)
    brain = fresh_brain(game, rules, 6, SMALL)
    net, desk = net_of(brain), new_desk(brain)
    together, choices = outlook(net, desk, words, numbers), np.zeros(ROWS, np.int8)
    choose_rows(net, desk, words, numbers, 0.7, luck, choices)
    expected = values(net, desk, words, hidden, numbers)
    for size in (1, 2, 7):
        for first in range(0, ROWS - size, 9):
            some, chosen = slice(first, first + size), np.zeros(size, np.int8)
            alone = outlook(net, desk, words[some], numbers[some])
            choose_rows(net, desk, words[some], numbers[some], 0.7, luck[some], chosen)
            assert alone.chances.tobytes() == together.chances[some].tobytes() and alone.worth.tobytes() == together.worth[some].tobytes()
            assert values(net, desk, words[some], hidden[some], numbers[some]).tobytes() == expected[some].tobytes()
            assert (chosen == choices[some]).all()


@pytest.mark.parametrize("temperature", [0.0, 0.5, 1.0, 4.0])
def test_choices_are_drawn_by_their_chances(temperature):
    words, _, numbers, _ = seen("hearts", "american", steps=12)
    row = int(np.argmax([int(word).bit_count() for word in words[:, 1]]))
    brain = fresh_brain("hearts", "american", 7, SMALL)
    draws, choices = 4000, np.zeros(4000, np.int8)
    luck = np.random.default_rng(1).integers(0, 2**64, draws, np.uint64)
    choose_rows(net_of(brain), new_desk(brain), words[[row] * draws], numbers[[row] * draws], temperature, luck, choices)
    expected = policy_book.chances(brain, words[row : row + 1], numbers[row : row + 1], temperature or 1.0)[0]
    counts = np.bincount(choices, minlength=64)
    if temperature == 0:
        assert counts[expected.argmax()] == draws
    else:
        assert counts / draws == pytest.approx(expected, abs=5 * np.sqrt(0.25 / draws))
        assert not counts[expected == 0].any()


@pytest.mark.long
def test_pytorch_computes_the_same():
    torch = pytest.importorskip("torch")
    from cardshark.learning.policy.networks import Actor, Critic, Inputs

    words, hidden, numbers, _ = seen("gin", "classic")
    brain = fresh_brain("gin", "classic", 8, SMALL)
    weights = {name: torch.from_numpy(part.astype(np.float32)) for name, part in brain.parts().items()}
    networks = {"actor": Actor(17 * 64 + 66, 48, 3, 1), "critic": Critic(19 * 64 + 66, 80, 3)}
    for name, network in networks.items():
        network.load_state_dict({part[len(name) + 1 :]: found for part, found in weights.items() if part.startswith(name)})
    net, desk = net_of(brain), new_desk(brain)
    with torch.no_grad():
        known, all_bits = (
            torch.tensor(np.hstack([policy_book.bits(found), numbers]), dtype=torch.float32)
            for found in (words, np.hstack([words, hidden]))
        )
        worth = networks["actor"].worth(networks["actor"].features(Inputs(known, known, known))).numpy() * brain.scale
        expected = networks["critic"].value(networks["critic"].features(Inputs(all_bits, all_bits, all_bits))).numpy()[:, 0] * brain.scale
    legal = policy_book.bits(words[:, 1:2]) == 1
    assert outlook(net, desk, words, numbers).worth[legal] == pytest.approx(worth[legal], abs=1e-3)
    assert values(net, desk, words, hidden, numbers) == pytest.approx(expected, abs=1e-3)
