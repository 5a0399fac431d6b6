"""Fuzzy adaptive resonance: examples worked out by hand, the book on random vectors, and categories that need no search."""

from random import Random

import numpy as np
import pytest

from cardshark.jit import kernel
from cardshark.players.hearts.falcon.categories import write_senses
from cardshark.players.hearts.falcon.design import Coding, FalconDesign
from cardshark.players.hearts.falcon.resonance import NO_CATEGORY, RESONANCE, best_category, choice_of, matches, shrink
from cardshark.text import UserError
from helpers.compiling import PLAIN
from reference import falcon_book as book
from reference.falcon_side_by_side import School


@kernel
def choice_in(arts, x, w):
    return choice_of(arts[0], x, w)


@kernel
def match_in(arts, x, w):
    return matches(arts[0], x, w)


@kernel
def answer_in(arts, x, templates, network, networks, size, to_learn):
    return best_category(arts[0], x, templates, network, networks, size, to_learn)


@kernel
def shrink_in(x, w, first, last, beta):
    shrink(x, w, first, last, beta)


@kernel
def senses_in(falcons, percept, vector):
    write_senses(falcons[0], percept, vector)


def floats(*numbers):
    return np.array(numbers, np.float32)


def art_of(sizes, alpha=(0.1, 0.1, 0.1), gamma=(0.5, 0.2, 0.3), rho=(0.0, 0.0, 0.0)):
    """The settings of resonance for channels of these sizes."""
    art = np.zeros(1, RESONANCE)
    art["starts"], art["alpha"], art["gamma"], art["rho"] = np.cumsum([0, *sizes]), alpha, gamma, rho
    return art


class Resonance:
    """Learning as the paper tells it, put together from the kernels' rules."""

    def __init__(self, sizes, beta=(1.0, 1.0, 1.0), **settings):
        self.art, self.beta, self.size = art_of(sizes, **settings), beta, 0
        self.templates, self.networks = np.zeros((200, sum(sizes)), np.float32), np.zeros(200, np.int16)

    def answer(self, x, to_learn=False):
        return answer_in(self.art, floats(*x), self.templates, 0, self.networks, self.size, to_learn)

    def learn(self, x):
        j, starts = self.answer(x, to_learn=True), self.art["starts"][0]
        if j == NO_CATEGORY:
            self.templates[self.size] = x
            self.size += 1
            return self.size - 1
        for channel in range(3):
            shrink_in(floats(*x), self.templates[j], starts[channel], starts[channel + 1], np.float32(self.beta[channel]))
        return j


# ---- worked out by hand ----

X = floats(1, 0, 1, 1, 1, 0)  # percepts (1, 0), actions (1, 1), rewards (1, 0)
W = floats(1, 1, 0.5, 0.5, 1, 0)


def test_choice_by_hand():
    # |x AND w| / (0.1 + |w|) is 1 / 2.1 for percepts, 1 / 1.1 for actions, 1 / 1.1 for rewards.
    assert choice_in(art_of([2, 2, 2]), X, W) == pytest.approx(0.5 / 2.1 + 0.2 / 1.1 + 0.3 / 1.1)
    assert choice_in(art_of([2, 2, 2], gamma=(1, 0, 0)), X, W) == pytest.approx(1 / 2.1)
    assert choice_in(art_of([2, 2, 2], gamma=(0, 1, 0), alpha=(0, 1, 0)), X, W) == pytest.approx(1 / 2)
    assert choice_in(art_of([2, 2, 2]), X, floats(0, 1, 0, 0, 0, 1)) == 0


def test_match_by_hand():
    # |x AND w| / |x| is 1 / 1 for percepts, 1 / 2 for actions, 1 / 1 for rewards.
    assert match_in(art_of([2, 2, 2], rho=(1, 0.5, 1)), X, W)
    assert not match_in(art_of([2, 2, 2], rho=(1, 0.51, 1)), X, W)
    assert not match_in(art_of([2, 2, 2], rho=(0.01, 0, 0)), X, floats(0, 1, 1, 1, 1, 1))
    assert not match_in(art_of([2, 2, 2], rho=(0, 0, 0.5)), X, floats(1, 1, 1, 1, 0, 1))
    assert match_in(art_of([2, 2, 2], rho=(1, 1, 1)), floats(0, 0, 1, 0, 1, 0), floats(1, 0, 1, 1, 1, 0))  # nothing matches everything


@pytest.mark.parametrize(("beta", "learned"), [(1.0, [0.5, 0, 0.25]), (0.5, [0.5, 0.5, 0.5]), (0.0, [0.5, 1, 0.75])])
def test_learning_by_hand(beta, learned):
    w = floats(9, 0.5, 1, 0.75, 9)
    shrink_in(floats(0, 1, 0, 0.25, 0), w, 1, 4, np.float32(beta))
    assert w.tolist() == [9, *learned, 9]


def test_a_template_never_grows_and_stays_where_nothing_is_below_it():
    random = Random(1)
    for _ in range(200):
        w, beta = floats(*(random.random() for _ in range(8))), np.float32(random.random())
        before, x = w.copy(), floats(*(random.choice([0, 1, random.random()]) for _ in range(8)))
        shrink_in(x, w, 0, 8, beta)
        assert (w <= before).all()
        assert (w[x >= before] == before[x >= before]).all()


def test_the_best_category_is_the_first_of_equals_among_those_of_the_network():
    art, templates = art_of([2, 2, 2], gamma=(1, 0, 0), rho=(1, 0, 0)), np.zeros((4, 6), np.float32)
    templates[:, :2] = [[1, 1], [1, 0], [1, 0], [0, 1]]
    networks = np.array([0, 0, 0, 1], np.int16)
    assert answer_in(art, X, templates, 0, networks, 4, False) == 1  # 1 / 1.1 against 1 / 2.1
    assert answer_in(art, X, templates, 0, networks, 1, False) == 0
    assert answer_in(art, X, templates, 1, networks, 4, False) == 3  # nothing in common, but it is the only one
    assert answer_in(art, X, templates, 1, networks, 4, True) == NO_CATEGORY
    assert answer_in(art, X, templates, 2, networks, 4, False) == NO_CATEGORY


def test_vigilance_founds_categories():
    strict, lax = (Resonance([2, 1, 1], rho=(rho, 0, 0)) for rho in (0.6, 0.5))
    for each in (strict, lax):
        assert each.learn([1, 0.5, 1, 1]) == 0  # the first
    # (0.5, 1) AND (1, 0.5) is (0.5, 0.5): 1 of 1.5, two thirds, match; then 0.5 of 1, a half.
    assert strict.learn([0.5, 1, 1, 1]) == lax.learn([0.5, 1, 1, 1]) == 0
    assert strict.templates[0].tolist() == [0.5, 0.5, 1, 1]
    assert lax.learn([1, 0, 1, 1]) == 0
    assert strict.learn([1, 0, 1, 1]) == 1
    assert strict.templates[1].tolist() == [1, 0, 1, 1]
    assert lax.templates[0].tolist() == [0.5, 0, 1, 1]


def test_without_complements_a_template_is_worn_down():
    plain, coded = Resonance([3, 1, 1], rho=(1, 0, 0)), Resonance([6, 1, 1], rho=(1, 0, 0))
    facts = [[1, 1, 0], [1, 0, 0], [1, 1, 0], [0, 0, 0]]
    # (1, 0, 0) lies within (1, 1, 0), takes its category over, and (1, 1, 0) needs a new one; nothing at all lies within the first.
    assert [plain.learn([*x, 1, 1]) for x in facts] == [0, 0, 1, 0]
    assert plain.templates[:2, :3].tolist() == [[0, 0, 0], [1, 1, 0]]
    assert [coded.learn([*book.complemented(x), 1, 1]) for x in facts] == [0, 1, 0, 2]
    assert coded.templates[:3, :6].tolist() == [[1, 1, 0, 0, 0, 1], [1, 0, 0, 0, 1, 1], [0, 0, 0, 1, 1, 1]]


def test_with_complements_a_category_is_a_box():
    boxes = Resonance([4, 1, 1], rho=(0.5, 0, 0))
    for x in ([0.25, 0.5], [0.5, 0.75], [0.75, 0.5]):
        assert boxes.learn([*book.complemented(x), 1, 1]) == 0
    # From 0.25 to 0.75 in the first fact, from 0.5 to 0.75 in the second; what a corner lacks to 1 stands in the second half.
    assert boxes.templates[0, :4].tolist() == [0.25, 0.5, 1 - 0.75, 1 - 0.75]


@pytest.mark.parametrize("coding", [Coding.PLAIN, Coding.COMPLEMENT])
def test_percepts_are_written_as_a_vector(coding):
    falcon, vector = FalconDesign(percepts="above_worst+queen_near+clubs_short", coding=coding).record(), np.full(50, 7, np.float32)
    senses_in(falcon, np.uint64(0b100 | 1 << 24), vector)
    wanted = [1, 0, 1, 0, 1, 0] if coding == Coding.COMPLEMENT else [1, 0, 1]
    assert vector.tolist() == [*wanted, *[7] * (50 - len(wanted))]
    assert falcon["art"][0]["starts"].tolist() == [0, len(wanted), len(wanted) + 39, len(wanted) + 41]


# ---- random vectors ----


@pytest.mark.parametrize("seed", range(4 if PLAIN else 12))
def test_resonance_is_that_of_the_book(seed):
    random = Random(seed)
    sizes, coded = [random.randint(1, 5), random.randint(1, 4), 2], random.random() < 0.5
    gamma = [random.choice([0, random.random(), 1]) for _ in range(3)]
    settings = {
        "alpha": [random.choice([0.001, 0.1, 1.0])] * 3,
        "gamma": gamma,
        "rho": [random.choice([0, random.random()]) for _ in range(3)],
    }
    beta = [random.choice([1.0, 0.5, 0.125]) for _ in range(3)]
    kernels = Resonance([sizes[0] * (1 + coded), *sizes[1:]], beta=beta, **settings)
    art = book.Art(**settings)
    for _ in range(150):
        x = [[random.random() for _ in range(size)] for size in sizes]
        x[0] = book.complemented(x[0]) if coded else x[0]
        x = [[float(np.float32(a)) for a in channel] for channel in x]
        flat = [a for channel in x for a in channel]
        if art.categories:
            w = art.categories[0]
            assert choice_in(kernels.art, floats(*flat), kernels.templates[0]) == pytest.approx(art.choice(x, w), abs=1e-5)
            assert kernels.answer(flat) == art.answer(x)
        assert kernels.learn(flat) == art.learn(x, beta)
    assert kernels.size == len(art.categories)
    assert np.abs(kernels.templates[: kernels.size] - [np.concatenate(w) for w in art.categories]).max() < 1e-5


# ---- categories that need no search ----

FEW_FACTS = "last+early" if PLAIN else "last+early+queen_held"
FACTS = FEW_FACTS.count("+") + 1


def side_by_side(update, separate):
    """Two learners that differ in how categories are found, and who start from the same mind, in which every percept is known."""
    design = {"percepts": FEW_FACTS, "separate": separate}
    teacher = School(FalconDesign(**design), update="signed_mean", initial="halves")
    teacher.play(10 if PLAIN else 200)
    exact = School(FalconDesign(**design), update=update, rate=0.5, seed=2)
    exact.categories = teacher.categories
    searching = School(FalconDesign(coding=Coding.COMPLEMENT, vigilance="1,0,0", **design), update=update, rate=0.5, seed=2)
    for name in ("size", "percepts", "networks", "visits"):
        getattr(searching.categories, name)[:] = getattr(exact.categories, name)
    facts, rest = np.hsplit(exact.categories.templates[: exact.categories.size[0]], [FACTS])
    searching.categories.templates[: exact.categories.size[0]] = np.hstack([facts, 1 - facts, rest])
    return exact, searching


# A percept that is new differs: the table knows that it is, and any action is as good as another; a search finds the nearest category.
@pytest.mark.parametrize(
    ("update", "separate"), [("signed_mean", False), ("delta_all", True), ("and_pv", False), ("hand_mean", True), ("td", False)]
)
def test_with_full_vigilance_the_search_finds_what_the_table_knows(update, separate):
    exact, searching = side_by_side(update, separate)
    size, hands = int(exact.categories.size[0]), 5 if PLAIN else 300
    one, two = exact.play(hands), searching.play(hands)
    assert exact.categories.size[0] == searching.categories.size[0] == size  # nothing new was met
    assert (one["table"]["history"] == two["table"]["history"]).all()
    assert (exact.categories.visits == searching.categories.visits).all()
    ours, theirs = exact.categories.templates[:size], searching.categories.templates[:size]
    assert (ours[:, :FACTS] == theirs[:, :FACTS]).all()
    assert (ours[:, FACTS:-2] == theirs[:, 2 * FACTS : -2]).all()  # the actions; rewards have no say here


# ---- settings ----


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"vigilance": "1,0"}, "vigilance is three numbers from 0 to 1 for percepts, actions and rewards, as 1,0,0.5; not '1,0'"),
        ({"vigilance": "1,0,2"}, "vigilance is three numbers from 0 to 1 for percepts, actions and rewards, as 1,0,0.5; not '1,0,2'"),
        ({"share": "1,x,0"}, "share is three numbers from 0 to 1 for percepts, actions and rewards, as 1,0,0.5; not '1,x,0'"),
        ({"share": "1,0,0.5"}, "the shares of percepts, actions and rewards add up to 1; 1,0,0.5 do not"),
        ({"alpha": 0.0}, "alpha is a number above 0 up to 10, not 0"),
        ({"groups": "4,4,4"}, "groups are numbers of tricks that add up to 13, as 4,4,5; not '4,4,4'"),
        ({"groups": "13,0"}, "groups are numbers of tricks that add up to 13, as 4,4,5; not '13,0'"),
        ({"groups": "four"}, "groups are numbers of tricks that add up to 13, as 4,4,5; not 'four'"),
    ],
)
def test_settings_that_make_no_sense_are_refused_in_one_sentence(settings, sentence):
    with pytest.raises(UserError) as error:
        FalconDesign(**settings)
    assert str(error.value) == sentence
