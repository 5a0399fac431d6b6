"""The meld search against the slow book, on random hands and on hands full of melds."""

import numpy as np
import pytest

from cardshark.cards import cards, listed, name, set_of
from cardshark.games.gin import melds
from cardshark.games.gin.names import is_meld, validate_melds
from cardshark.jit import kernel
from cardshark.text import UserError
from reference import gin_melds
from reference import melds_book as book

DECK = [16 * suit + rank for suit in range(4) for rank in range(13)]


def as_book(hand: int) -> frozenset[book.BookCard]:
    return frozenset(((card % 16 + 1) % 13 + 1, card // 16) for card in listed(hand))


def some_hands(count: int, size: int, seed: int) -> list[int]:
    """Half of them from the whole deck, half from four to six neighbouring ranks, where sets and runs compete."""
    random = np.random.default_rng(seed)
    hands = []
    for number in range(count):
        low, width = int(random.integers(13)), int(random.integers(4, 7))
        few = [card for card in DECK if (card % 16 - low) % 13 < width]
        hands.append(set_of(random.choice(DECK if number % 2 else few, size, replace=False)))
    return hands


@kernel
def deadwood_all(hands, found):
    for i in range(len(hands)):
        found[i] = melds.deadwood(hands[i])


def books_order(arrangement: tuple) -> tuple[int, int]:
    """Deadwood, then the cards in sets as a number, as `arrangement_after` promises."""
    return arrangement[0], set_of(16 * suit + (rank - 2) % 13 for rank, suit in arrangement[1])


@pytest.mark.long
@pytest.mark.parametrize(("size", "seed"), [(10, 1), (11, 2)])
def test_deadwood_and_arrangements_match_the_book(size, seed):
    hands = some_hands(10_000, size, seed)
    found = np.empty(len(hands), np.int64)
    deadwood_all(np.array(hands, np.uint64), found)
    for hand, deadwood in zip(hands, found, strict=True):
        wanted = sorted(book.arrangements(as_book(hand)), key=books_order)
        listed_ones = melds.listed_arrangements(hand)
        assert deadwood == min(entry[0] for entry in wanted)
        assert len(listed_ones) == len(wanted)
        for (own, laid), (points, in_sets, in_runs) in zip(listed_ones, wanted, strict=True):
            sets = [as_book(meld) for meld in laid if as_book(meld) in book.SETS]
            runs = [as_book(meld) for meld in laid if as_book(meld) in book.RUNS]
            assert own == points
            assert len(sets) + len(runs) == len(laid)
            assert (frozenset().union(*sets), frozenset().union(*runs)) == (in_sets, in_runs)


def test_no_layout_beats_the_least_arrangement():
    for hand in some_hands(500, 10, 3):
        assert melds.listed_arrangements(hand)[0].deadwood == book.deadwood(as_book(hand))


@pytest.mark.slow
def test_the_deadwood_of_100_000_hands_is_the_least_of_all_layouts():
    hands = some_hands(80_000, 10, 11) + some_hands(20_000, 11, 12)
    found = np.empty(len(hands), np.int64)
    deadwood_all(np.array(hands, np.uint64), found)
    for hand, deadwood in zip(hands, found.tolist(), strict=True):
        assert deadwood == book.deadwood(as_book(hand)), hand
    assert (found == 0).sum() > 500 and len({*found.tolist()}) > 80  # from gin to hopeless


def knocks(count: int, seed: int, widest: int = 9, any_way: bool = False):
    """A knocker's melds and the opponent's hand, the two from few ranks so that much can be laid off.

    The knocker lays down his best arrangement, or any.
    """
    random = np.random.default_rng(seed)
    while count:
        low, width = int(random.integers(13)), int(random.integers(6, widest + 1))
        dealt = random.permutation([card for card in DECK if (card % 16 - low) % 13 < width])
        ways = melds.listed_arrangements(set_of(dealt[:10]))
        laid = ways[int(random.integers(len(ways))) if any_way else 0].melds
        if laid:
            count -= 1
            yield laid, set_of(dealt[10:20])


@pytest.mark.long
def test_lay_offs_match_the_book():
    improved = joint = 0
    for laid, hand in knocks(1500, 4):
        table = tuple(as_book(meld) for meld in laid)
        spread = np.array([*laid, 0, 0, 0][: melds.MELDS], np.uint64)
        on_table = np.uint64(melds.runs_among(spread)), np.uint64(melds.fourths_of(spread))  # a kernel's word comes back as int
        best = melds.least_deadwood(np.uint64(melds.ace_low(np.uint64(hand))), *on_table)
        assert best == book.deadwood_after_lay_off(as_book(hand), table)
        afters = []
        for number, (own, own_melds) in enumerate(melds.listed_arrangements(hand)):
            dead = np.uint64(melds.unmelded(np.uint64(hand), number))
            assert melds.points(dead) == own
            after = melds.left_over(dead, *on_table)
            assert after == book.deadwood_after_melds(as_book(hand), tuple(map(as_book, own_melds)), table)
            afters.append(after)
        improved += best < melds.deadwood(np.uint64(hand))
        joint += best < afters[0]
    assert improved > 100 and joint > 10  # else these hands show nothing


def as_names(cards: int) -> frozenset[str]:
    return frozenset(map(name, listed(cards)))


@pytest.mark.slow
def test_melds_and_lay_offs_together_leave_the_least_of_all_ways():
    """The optimum by two books: one lays off card after card and melds the rest, one tries every subset of what could be laid off."""
    joint, three, fourth = 0, 0, 0
    for laid, hand in knocks(30_000, 13, widest=13, any_way=True):
        table = tuple(map(as_book, laid))
        spread = np.array([*laid, 0, 0, 0][: melds.MELDS], np.uint64)
        runs, fourths = np.uint64(melds.runs_among(spread)), np.uint64(melds.fourths_of(spread))
        low = np.uint64(melds.ace_low(np.uint64(hand)))
        least = melds.least_deadwood(low, runs, fourths)
        assert least == book.deadwood_after_lay_off(as_book(hand), table), (laid, hand)
        assert least == gin_melds.best_deadwood_after_laying_off(as_names(hand), frozenset(map(as_names, laid))), (laid, hand)
        melds_first = melds.left_over(np.uint64(melds.unmelded(np.uint64(hand), 0)), runs, fourths)
        joint, three, fourth = joint + (least < melds_first), three + (len(laid) == 3), fourth + bool(fourths & low)
    assert joint > 300 and three > 80 and fourth > 300  # else these hands show nothing


def test_single_lay_offs_match_the_book():
    """Lay off lowest card first until nothing fits: at every step the fitting cards and the melds are the book's."""
    for laid, hand in knocks(1000, 5):
        spread = np.array([*laid, 0, 0, 0][: melds.MELDS], np.uint64)
        while True:
            table = [as_book(int(meld)) for meld in spread if meld]
            fits = [card for card in listed(hand) if any(as_book(1 << card) | meld in book.MELDS for meld in table)]
            assert int(melds.fitting(np.uint64(hand), spread)) == set_of(fits)
            if not fits:
                break
            fits_run = any(as_book(1 << fits[0]) | meld in book.RUNS for meld in table)
            melds.lay_off(fits[0], spread)
            hand ^= 1 << fits[0]
            grown = [as_book(int(meld)) for meld in spread if int(meld) >> fits[0] & 1]
            assert len(grown) == 1 and grown[0] in (book.RUNS if fits_run else book.SETS)


def test_every_meld_is_one_and_nothing_else():
    assert len(book.MELDS) == 329
    for hand in some_hands(300, 3, 6) + some_hands(300, 4, 7):
        assert is_meld(hand) == (as_book(hand) in book.MELDS)
    for meld in book.MELDS:
        assert is_meld(set_of(16 * suit + (rank - 2) % 13 for rank, suit in meld))


@pytest.mark.parametrize(
    ("declared", "limit", "wrong"),
    [
        (["7C 7D 7H", "8C 9C TC JC"], 10, None),
        (["7C 7D 7H"], 10, "deadwood"),
        (["7C 7D 7S"], 10, "7S is not in the hand"),
        (["7C 7D 7H", "7C 8C 9C TC"], 10, "7C is in two melds"),
        (["7C 7D 8C"], 10, "no meld"),
        (["JC 9C 8C"], 10, "no meld"),
        (["7C 7D 7H", "8C 9C TC"], 100, "JC"),
        (["7D 7H 7C"], 100, "8C 9C TC JC"),
        (["7C 8C 9C TC JC"], 4, "at most 4"),
        (["7C 8C 9C TC JC"], 100, None),
    ],
)
def test_the_referee_reads_declared_melds(declared, limit, wrong):
    hand = cards("7C 7D 7H 8C 9C TC JC AS 2D 2H")
    if wrong:
        with pytest.raises(UserError, match=wrong):
            validate_melds(hand, [cards(meld) for meld in declared], limit)
    else:
        number = validate_melds(hand, [cards(meld) for meld in declared], limit)
        assert sorted(melds.listed_arrangements(hand)[number].melds) == sorted(cards(meld) for meld in declared)


def test_a_split_run_is_the_same_arrangement():
    hand = cards("AC 2C 3C 4C 5C 6C KD KH 9S 8S")
    assert validate_melds(hand, [cards("AC 2C 3C"), cards("4C 5C 6C")], 100) == validate_melds(hand, [cards("AC 2C 3C 4C 5C 6C")], 100) == 0
