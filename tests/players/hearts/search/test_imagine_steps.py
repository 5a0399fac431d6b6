"""Imagined deals of Hearts step by step, beside a twin of lists: in memory that was used before, with an empty chair, out of patience."""

from itertools import product
from math import comb

import numpy as np
import pytest

from cardshark.cards import ALL, listed, set_of
from cardshark.chance import below, draw
from cardshark.games import hearts, house
from cardshark.games.hearts.rules import PRESETS
from cardshark.games.match import Single
from cardshark.players.hearts.search import imagine
from cardshark.players.hearts.search.hidden import HIDDEN, knowledge
from helpers.compiling import PLAIN

plain_only = pytest.mark.skipif(not PLAIN, reason="a kernel's own number is changed, which compiled code does not see")
OLD = 0x0123_4567_89AB_CDEF  # what may stand in memory that was used before


def used_plan() -> np.ndarray:
    """Memory for a plan in which something stands already."""
    plan = np.zeros(1, imagine.PLAN)
    plan.view(np.uint8)[:] = 0x55
    return plan


def hidden_from(seat: int, rooms: list[int], may_hold: dict[int, str], fixed: dict[int, int]) -> np.ndarray:
    """What a seat knows: which of the other seats (their numbers as a text) may hold each open card."""
    hidden = np.zeros(1, HIDDEN)
    others = [(seat + 1 + j) % 4 for j in range(3)]
    hidden["seat"], hidden["others"][0], hidden["room"][0] = seat, others, rooms
    hidden["open"] = np.uint64(set_of(may_hold))
    for other in range(4):
        hidden["fixed"][0, other] = np.uint64(fixed.get(other, 0))
        hidden["barred"][0, other] = ~np.uint64(set_of(card for card, who in may_hold.items() if str(other) in who))
    return hidden


# Seat 1 looks; seats 2, 3 and 0 are the others. Every class of cards occurs: of one seat, of two, of all three.
SOME = hidden_from(
    1, [3, 0, 4, 3],
    {0: "2", 1: "3", 2: "0", 3: "23", 4: "23", 16: "02", 17: "02", 18: "03", 32: "023", 33: "023"},
    {1: 1 << 50, 3: 1 << 51},
)  # fmt: skip
TIGHT = hidden_from(1, [1, 0, 2, 1], {3: "23", 16: "02", 17: "02", 18: "03"}, {})  # often the last card finds nobody


def splits_by_hand(hidden: np.ndarray) -> list[tuple[int, int]]:
    """Every split of the cards that two may hold, as the plan writes it, with the number of its deals."""
    row = hidden[0]
    who = {card: frozenset(o for o in row["others"] if not int(row["barred"][o]) >> card & 1) for card in listed(int(row["open"]))}
    one, two, three = (int(other) for other in row["others"])

    def size(*seats: int) -> int:
        return sum(each == frozenset(seats) for each in who.values())

    n_01, n_02, n_12, n = size(one, two), size(one, three), size(two, three), size(one, two, three)
    found = []
    for a, b, d in product(range(n_01 + 1), range(n_02 + 1), range(n_12 + 1)):
        rooms = [
            int(row["room"][one]) - size(one) - a - b,
            int(row["room"][two]) - size(two) - (n_01 - a) - d,
            int(row["room"][three]) - size(three) - (n_02 - b) - (n_12 - d),
        ]
        if min(rooms) >= 0:
            deals = comb(n_01, a) * comb(n_02, b) * comb(n_12, d) * comb(n, rooms[0]) * comb(n - rooms[0], rooms[1])
            found.append((a | b << 5 | d << 10, deals))
    return found


def dealt(hidden: np.ndarray, rows: int, sequential: bool, word: int) -> tuple[int, np.ndarray, np.void]:
    """How many deals are possible, some of them, and the plan; all memory was used before."""
    found, plan = np.full((rows, 4), OLD, np.uint64), used_plan()
    total = imagine.deal_rows(hidden, plan, sequential, np.uint64(word), found)
    return int(total), found, plan[0]


def test_a_plan_lists_every_split_whatever_stood_there_before():
    splits = splits_by_hand(SOME)
    total, _, plan = dealt(SOME, 1, False, 1)
    assert len(splits) > 5
    assert plan["splits"] == len(splits)
    assert plan["split"][: len(splits)].tolist() == [split for split, _ in splits]
    assert plan["upto"][: len(splits)].tolist() == np.cumsum([deals for _, deals in splits]).tolist()
    assert total == plan["total"] == sum(deals for _, deals in splits)
    assert [listed(int(each)) for each in plan["classes"]] == [[], [0], [1], [3, 4], [2], [16, 17], [18], [32, 33]]


def test_a_plan_has_room_for_the_most_splits():
    """Eight or nine cards of each pair of seats, and fourteen of everybody: of all such numbers these have the most."""
    numbers = [16 * suit + rank for suit in range(4) for rank in range(13)][:39]
    many = hidden_from(1, [13, 0, 13, 13], dict(zip(numbers, ["23"] * 8 + ["02"] * 8 + ["03"] * 9 + ["023"] * 14, strict=True)), {})
    total, _, plan = dealt(many, 1, False, 1)
    splits = splits_by_hand(many)
    assert plan["splits"] == len(splits) == 570
    assert total == sum(deals for _, deals in splits)


def test_an_empty_chair_stays_empty_whatever_stood_there_before():
    rules = house.parse(PRESETS, "dutch:lowest=9,players=3")
    view = Single(hearts, rules, 1, 2).view()
    hidden = knowledge(view, rules)
    assert hidden["others"][0].tolist() == [1, 2, 3]
    assert hidden["room"][0].tolist() == [0, 8, 8, 0]
    assert hidden["barred"][0].tolist() == [int(ALL), 0, 0, int(ALL)]
    for sequential in (False, True):
        total, found, _ = dealt(hidden, 3, sequential, 5)
        assert total == comb(16, 8)
        assert found[:, 3].tolist() == [0, 0, 0]
        assert found[:, 0].tolist() == [int(view["hand"])] * 3


def test_where_no_deal_is_possible_nothing_is_dealt():
    nobodys = hidden_from(1, [1, 0, 1, 1], {0: "2", 1: "3", 2: ""}, {})
    total, found, plan = dealt(nobodys, 2, False, 1)
    assert total == plan["total"] == plan["splits"] == 0
    assert found.tolist() == [[OLD] * 4] * 2


def number(word, index: int, limit: int) -> int:
    return int(below(np.uint64(draw(word, index)), limit))


def in_turn(hidden: np.ndarray, word) -> list[int] | None:
    """One try, card after card: first those that only one may hold, then those of two, then those of all."""
    row = hidden[0]
    others = [int(other) for other in row["others"]]
    cards = listed(int(row["open"]))
    who = {card: [other for other in others if not int(row["barred"][other]) >> card & 1] for card in cards}
    hands, got = [int(each) for each in row["fixed"]], dict.fromkeys(others, 0)
    for seats in (1, 2, 3):
        rest = [card for card in cards if len(who[card]) == seats or (seats == 1 and not who[card])]
        while rest:
            left = len(cards) - sum(got.values())
            card = rest.pop(number(word, 2 * left, len(rest)))
            takers = [other for other in others if other in who[card] and got[other] < row["room"][other]]
            if not takers:
                return None
            taker = takers[number(word, 2 * left + 1, len(takers))]
            hands[taker] |= 1 << card
            got[taker] += 1
    return hands


def test_cards_are_dealt_in_turn_and_again_when_somebody_is_full():
    again = 0
    for hidden in (SOME, TIGHT):
        _, found, _ = dealt(hidden, 15, True, 3)
        for i in range(15):
            word, tries = np.uint64(draw(np.uint64(3), i)), 0
            while (hands := in_turn(hidden, np.uint64(draw(word, tries)))) is None:
                tries += 1
            assert found[i].tolist() == hands
            again += tries > 0
    assert again > 1


@plain_only
def test_whoever_runs_out_of_patience_gets_any_deal(monkeypatch):
    monkeypatch.setattr(imagine, "PATIENCE", 0)
    assert dealt(SOME, 3, True, 3)[1].tolist() == dealt(SOME, 3, False, 3)[1].tolist()
