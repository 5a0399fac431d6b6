"""What a turn shows as numbers, against slow twins."""

import numpy as np
import pytest

from cardshark.cards import listed
from cardshark.games import hearts
from cardshark.games.gin.melds import deadwood
from cardshark.players.hearts.network.brain import Design
from cardshark.players.hearts.network.features import InputList, blocks
from cardshark.players.player import unpack
from cardshark.players.uniform import choose_any
from cardshark.tables import Observer, Tables, observing, plain
from cardshark.text import UserError
from reference.planes_book import gin_planes, hearts_planes

HEARTS = ["american", "american:hands=1", "dutch", "american:jack_of_diamonds=10,limit=0,hands=6", "american:players=3,removed=2D"]
GIN = ["eaai", "eaai:hands=1", "classic", "paper:hands=1", "eaai:upcard_limit=yes,spades_double=yes"]


def random_turns(tables, steps):
    """Turns of random play."""
    turn, choices = tables.turn(), np.zeros(tables.count, np.int8)
    for _ in range(steps):
        yield turn
        choose_any(turn.views, choices)
        turn = tables.choose(choices)


def columns(row):
    """The columns of each plane that are 1."""
    return [set(np.flatnonzero(plane).tolist()) for plane in row.reshape(-1, 64)]


@pytest.mark.long
@pytest.mark.parametrize("text", HEARTS)
def test_planes_of_hearts(text):
    tables = Tables("hearts", text, count=6, seed=4)
    for turn in random_turns(tables, 400):
        for view, row in zip(unpack(turn.views), turn.bits(), strict=True):
            for plane, found, expected in zip(tables.planes, columns(row), hearts_planes(view, tables.rules), strict=True):
                assert found == expected, (plane, view)


@pytest.mark.long
@pytest.mark.parametrize("text", GIN)
def test_planes_of_gin(text):
    tables = Tables("gin", text, count=6, seed=4)
    for turn in random_turns(tables, 400):
        for view, row in zip(unpack(turn.views), turn.bits(), strict=True):
            expected = gin_planes(view, tables.rules, tables.game.text.position(view, tables.rules))
            for plane, found, wanted in zip(tables.planes, columns(row), expected, strict=True):
                assert found == wanted, (plane, view)


@pytest.mark.parametrize("game", ["hearts", "gin"])
def test_bits_words_and_masks_say_the_same(game):
    tables = Tables(game, count=33, seed=2)
    for turn in random_turns(tables, 40):
        words, bits = turn.words(), turn.bits()
        assert bits.dtype == np.uint8 and (bits == turn.bits(np.float32)).all()
        assert (np.packbits(bits, axis=1, bitorder="little").view(np.uint64) == words).all()
        legal = turn.legal()
        assert legal.dtype == np.bool_ and [listed(int(word)) for word in turn.legal_words()] == [
            list(np.flatnonzero(row)) for row in legal
        ]
        compact = turn.legal(compact=True)
        assert [set(tables.actions[row]) for row in compact] == [set(np.flatnonzero(row)) for row in legal]
    with pytest.raises(UserError, match=r"uint8 or np\.float32, not as int64"):
        tables.turn().bits(np.int64)


@pytest.mark.parametrize("rules", ["american", "dutch"])
@pytest.mark.parametrize("name", ["lab", "thesis"])
def test_inputs_of_networks(rules, name):
    tables = Tables("hearts", rules, count=5, seed=8)
    design = Design(inputs=InputList[name.upper()])
    deck = listed(int(tables.rules.deck()))
    names = [block.name for block in blocks(design, len(deck), len(deck) // 4) for _ in range(block.inputs)]
    for turn in random_turns(tables, 60):
        found = turn.inputs(name)
        assert found.shape == (5, len(names)) and found.dtype == np.float32
        for view, row in zip(unpack(turn.views), found, strict=True):
            hand = [deck[k] for k, (what, value) in enumerate(zip(names, row, strict=True)) if what == "hand" and value]
            assert hand == listed(view.hand)
            on_table = [k for k, what in enumerate(names) if what == "table"]
            assert {deck[k - on_table[0]] for k in on_table if row[k]} == set(view.history[view.start : view.played])


def test_inputs_of_gin():
    tables = Tables("gin", count=20, seed=8)
    for turn in random_turns(tables, 60):
        paper, four, dead = (turn.inputs(name) for name in ("paper", "four", "deadwood"))
        assert (four.reshape(-1, 52, 4) @ np.array([2, -2, -1, 0], np.float32) == paper).all()
        for view, row, deadwoods in zip(unpack(turn.views), paper, dead, strict=True):
            cards = [16 * (place // 13) + place % 13 for place in range(52)]
            assert {card for card, value in zip(cards, row, strict=True) if value == 2} == set(listed(view.hand))
            assert {card for card, value in zip(cards, row, strict=True) if value == -1} == set(listed(view.piled)) - set(listed(view.hand))
            if len(listed(view.hand)) == 11:
                after = {card: deadwood(np.uint64(view.hand ^ 1 << card)) / 10 for card in listed(view.hand)}
                assert all(abs(deadwoods[card] - value) < 1e-6 for card, value in after.items())
                assert deadwoods[64] == np.float32(min(after.values()))
            else:
                assert abs(deadwoods[64] - deadwood(np.uint64(view.hand)) / 10) < 1e-6


def test_a_game_may_bring_its_own_planes(monkeypatch):
    monkeypatch.delitem(observing.PLANES_OF, "hearts")
    monkeypatch.setattr(hearts, "planes", plain)
    assert Tables("hearts", count=2).turn().words().shape == (2, len(plain.PLANES))


@pytest.mark.parametrize(("game", "name"), [("hearts", "lab"), ("gin", "deadwood"), ("gin", "four")])
def test_a_turn_writes_into_arrays_that_the_caller_brings(game, name):
    turn = Tables(game, count=5).turn()
    words, hidden, inputs = (np.full_like(found, 3) for found in (turn.words(), turn.hidden(), turn.inputs(name)))
    turn.words(out=words.view(np.int64)), turn.hidden(out=hidden), turn.inputs(name, out=inputs)
    assert (words == turn.words()).all() and (hidden == turn.hidden()).all() and (inputs == turn.inputs(name)).all()


@pytest.mark.parametrize("out", [np.zeros((4, 16), np.uint64), np.zeros((5, 16), np.float32), np.zeros((16, 5), np.uint64).T, [1, 2]])
def test_an_array_that_does_not_fit_is_refused(out):
    with pytest.raises(UserError, match=r"`out` is an array of uint64 of shape \(5, 16\), in one piece, not"):
        Tables("hearts", count=5).turn().words(out=out)


def test_unknown_inputs_are_refused():
    with pytest.raises(UserError, match="no inputs 'lob' in this game, only lab, thesis"):
        Tables("hearts", count=1).turn().inputs("lob")


@pytest.mark.parametrize(
    ("phase", "choice", "sentence"),
    [
        (5, 3, "a phase is .* not 5"),
        (1, 99, "a choice is .* from 0 to 63, not 99"),
        (1, 13, "nobody ever chooses 13"),
        ("play", 3, "a phase"),
    ],
)
def test_what_has_no_name_is_refused(phase, choice, sentence):
    with pytest.raises(UserError, match=sentence):
        Observer("hearts").name(phase, choice)


@pytest.mark.parametrize(("game", "rules"), [("hearts", "american"), ("hearts", "dutch"), ("gin", "eaai")])
def test_hidden_hands_are_those_of_the_others(game, rules):
    tables = Tables(game, rules, count=9, seed=5)
    for turn in random_turns(tables, 100):
        for state, seat, words in zip(tables.games, turn.seat, turn.hidden(), strict=True):
            others = [int(state["hands"][(seat + k) % tables.seats]) for k in range(1, tables.seats)]
            assert words[: len(others)].tolist() == others
            if game == "gin":
                left = int(state["table"]["stock_left"])
                assert int(words[1]) == (1 << int(state["stock"][left - 1]) if left else 0)
