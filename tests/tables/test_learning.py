"""What a learner needs beside the turns: data of many hands, names of actions, flat memory, opponents who are shared out evenly."""

import gc
import importlib.util
import tracemalloc
from types import FunctionType, ModuleType

import numpy as np
import pytest

from cardshark.cards import listed
from cardshark.games import game_named
from cardshark.players.player import Player
from cardshark.players.uniform import Random, choose_any
from cardshark.tables import Observer, Tables, random_choices, unpack
from cardshark.text import UserError
from helpers.paths import EXAMPLES

PRESETS = [(name, preset) for name in ("hearts", "gin") for preset in game_named(name).PRESETS]


def play_on(tables, steps):
    """Turns of random play."""
    turn = tables.turn()
    for _ in range(steps):
        yield turn
        turn = tables.choose(random_choices(turn.legal_words(), turn.luck))


def example(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# ---- choices ----


def test_random_choices_are_those_of_the_player_random():
    tables = Tables("gin", count=50, seed=3)
    for turn in play_on(tables, 60):
        choices = np.zeros(50, np.int8)
        choose_any(turn.views, choices)
        assert (random_choices(turn.legal_words(), turn.luck) == choices).all()


@pytest.mark.parametrize(
    ("legal", "luck", "sentence"),
    [
        ([1, 2], [1, 2], "two arrays of uint64"),
        (np.ones(3, np.uint64), np.ones(2, np.uint64), "as many words of luck"),
        (np.array([1, 0], np.uint64), np.ones(2, np.uint64), "in row 1 nothing is legal"),
    ],
)
def test_what_random_choices_cannot_be_drawn_from_is_refused(legal, luck, sentence):
    with pytest.raises(UserError, match=sentence):
        random_choices(legal, luck)


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_actions_numbers_and_names_fit_together(name, preset):
    tables = Tables(name, preset, count=40, seed=1)
    observer, names = tables.observer, set()
    assert len(tables.action_names) == len(tables.actions) == len(set(tables.action_names))
    assert (observer.places[tables.actions] == np.arange(len(tables.actions))).all() and (observer.places >= 0).sum() == len(tables.actions)
    for turn in play_on(tables, 120):
        legal, compact = turn.legal(), turn.legal(compact=True)
        assert (legal[:, tables.actions] == compact).all() and (legal.sum(axis=1) == compact.sum(axis=1)).all()
        for phase, word in zip(turn.phase.tolist(), turn.legal_words().tolist(), strict=True):
            for choice in listed(word):
                said = observer.name(phase, choice)
                assert tables.game.text.choice_number(phase, said) == choice
                names |= {said} if said == tables.action_names[observer.places[choice]] else set()
    assert len(names) > len(tables.actions) * 0.8


# ---- data ----


def test_the_example_collects_every_decision_of_a_seat_with_its_return():
    batches = example("collect").collect(200, seed=3)
    words, legal, choices, returns = (np.concatenate(column) for column in zip(*batches, strict=True))
    assert words.shape == (len(legal), 16) and words.dtype == legal.dtype == np.uint64
    assert (legal >> choices.astype(np.uint64) & np.uint64(1) == 1).all() and (words[:, 1] == legal).all()
    tables = Tables("hearts", "american:hands=1", count=200, seed=3, opponents="random", learner=0)
    found, rows = {}, {}
    for turn in play_on(tables, 40):
        for match, word in zip(turn.match.tolist(), turn.words(), strict=True):
            rows.setdefault(match, []).append(word.tobytes())
        found |= dict(zip(turn.ended_match.tolist(), turn.returns[:, 0].tolist(), strict=True))
    given = {}
    for word, value in zip(words, returns.tolist(), strict=True):
        given.setdefault(word.tobytes(), []).append(value)
    for match in range(200):
        assert all(found[match] in given[word] for word in rows[match])
    assert np.isfinite(returns).mean() > 0.8


def test_bits_of_kept_words_are_those_of_the_turn():
    tables = Tables("hearts", count=5)
    for turn in play_on(tables, 30):
        assert (unpack(turn.words()) == turn.bits()).all() and (unpack(turn.words().view(np.int64)) == turn.bits()).all()
        assert (unpack(turn.words()[::2, 3:5]) == turn.bits()[::2, 192:320]).all()
    turn = tables.turn()
    for wrong in (turn.words()[0], turn.words().astype(np.int32), turn.bits(np.float32)):
        with pytest.raises(UserError, match="words are rows of uint64"):
            unpack(wrong)


@pytest.mark.long
@pytest.mark.parametrize("settings", [{}, {"opponents": ["random", "greedy"]}])
def test_memory_stays_flat(settings):
    tables = Tables("hearts", "american:hands=1", count=64, seed=1, **settings)
    for turn in play_on(tables, 200):
        turn.bits()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for turn in play_on(tables, 1500):
        turn.words()
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 30_000


# ---- opponents ----


def test_opponents_are_drawn_evenly_for_every_seat():
    tables = Tables("hearts", "american:hands=1", count=3000, seed=1, opponents=["random", Random(), "stock"], learner="rotate")
    for seat in range(4):
        shares = np.bincount(tables.turn().seating[:, seat], minlength=4) / 3000
        np.testing.assert_allclose(shares, 0.25, atol=0.03)  # the learner on one of four seats, each of three on the rest


def test_three_opponents_at_three_seats_play_whole_matches():
    tables = Tables("hearts", "american:players=3,removed=2D,limit=40", count=20, seed=1, opponents="jake")
    ended = [turn.ended_match for turn in play_on(tables, 400)]
    assert len(np.concatenate(ended)) > 20 and all(turn.returns.shape[1] == 3 for turn in play_on(tables, 2))


def test_a_learner_who_never_has_a_turn_is_told():
    with pytest.raises(UserError, match="matches end again and again before the learner has a turn"):
        Tables("gin", "eaai:hands=1,knock_limit=99,upcard_offer=no,lay_off=best", count=1, opponents="simple", learner=1)


# ---- hidden cards stay hidden ----


class Curious(Player):
    """Follows every reference from what it is given, and keeps all that it finds."""

    def __init__(self):
        self.arrays, self.objects = [], []

    def choose(self, views, choices, rows=None):
        Random().choose(views, choices)
        if self.arrays:
            return
        seen, open_ = set(), [views, choices, rows]
        while open_:
            each = open_.pop()
            if id(each) in seen or isinstance(each, (type, ModuleType, FunctionType)):
                continue
            seen.add(id(each))
            self.objects.append(each)
            if isinstance(each, np.ndarray):
                self.arrays.append(np.array(each))
                open_ += [each.base, each.dtype]
            open_ += gc.get_referents(each)


@pytest.mark.parametrize("name", ["hearts", "gin"])
def test_a_player_at_the_tables_finds_no_other_hand(name):
    curious = Curious()
    tables = Tables(
        name, f"{next(iter(game_named(name).PRESETS))}:hands=1", count=1, seed=6, opponents=curious, learner=1 if name == "gin" else 3
    )
    found = b"".join(array.tobytes() for array in curious.arrays)
    assert curious.arrays and not any(isinstance(each, (Tables, Observer)) for each in curious.objects)
    hands = [int(hand) for hand in tables.games["hands"][0][: tables.seats]]
    assert not any(hand.to_bytes(8, "little") in found for hand in hands[1:] if hand)  # seat 0 was asked first: it found its own at most
    assert not hasattr(Observer(name), "hidden")
