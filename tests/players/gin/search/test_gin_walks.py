"""Walks through the hands that the other player may hold, step by step, beside a slow twin made of sets, lists and dictionaries."""

import numpy as np
import pytest

from cardshark.cards import ALL, card, cards, listed, set_of
from cardshark.chance import below, draw, mixed
from cardshark.games import gin
from cardshark.players.gin.search.whole import imagine
from cardshark.players.gin.search.worlds import (
    GIN_SEARCH,
    begin_walk,
    change_draw,
    drawn_in,
    gin_workspace,
    hand_after_draw,
    imagine_gin,
    last_turn_of_other,
    oldest_turn,
    plausibility,
    set_up_gin,
    taken_until,
    unpiled,
    walk,
)
from cardshark.players.gin.styles import gin_style_of
from cardshark.players.thinking import Sampler
from helpers.compiling import PLAIN
from helpers.gin.moments import (
    Idea,
    Moment,
    Turn,
    first_hand,
    first_idea,
    held_in,
    moments,
    number,
    places_of,
    renewed_moments,
    some_moments,
    taken_by,
    unseen_in,
)

pytestmark = pytest.mark.skipif(
    not PLAIN, reason="parts of kernels, which `make test` also runs as plain Python: to compile each takes a minute"
)


# ---- what the other player has done ----


def test_the_past_is_what_happened():
    for moment in some_moments() + renewed_moments():
        table, past = moment.view["table"], moment.past
        last = int(last_turn_of_other(table))
        assert range(last, int(oldest_turn(table, last)) - 1, -2) == range(last, last - 2 * len(past), -2)
        assert list(past) == [*range(last, last - 2 * len(past), -2)]
        drawn = {turn: each.drawn for turn, each in past.items()}
        for turn, each in past.items():
            assert listed(int(taken_until(table, turn))) == sorted(taken_by(past, turn))
            eleven = {*listed(int(hand_after_draw(table, np.uint64(set_of(moment.other)), places_of(drawn), turn)))}
            assert eleven == each.eleven == held_in(past, turn, set(moment.other), drawn)


def test_the_pile_before_a_turn_lacks_what_was_thrown_then_and_next():
    for moment in some_moments():
        for turn in moment.past:
            gone = moment.discards[turn : turn + 2]
            assert listed(int(unpiled(ALL, moment.view["table"], turn))) == [each for each in listed(int(ALL)) if each not in gone]


def test_a_card_was_drawn_in_the_latest_remembered_turn_that_has_it():
    for moment in some_moments():
        table, drawn = moment.view["table"], np.full(32, card("2C"), np.int8)
        from_stock = [turn for turn, each in moment.past.items() if not each.took]
        for turn in moment.past:
            assert drawn_in(card("2C"), turn, drawn, table) == max([each for each in from_stock if each <= turn], default=-1)
            assert drawn_in(card("3C"), turn, drawn, table) == -1


def all_from_the_stock(moment: Moment):
    """The table, as if nobody had ever taken a card from the pile."""
    table = moment.view["table"].copy()
    table["taken"] = 0
    return table


def test_a_card_may_have_been_drawn_in_every_remembered_turn_and_in_no_other():
    for moment in some_moments():
        table, remembered = all_from_the_stock(moment), {turn // 2 % 32: turn for turn in moment.past}
        for place in range(32):
            drawn = np.full(32, card("3C"), np.int8)
            drawn[place] = card("2C")
            assert drawn_in(card("2C"), last_turn_of_other(table), drawn, table) == remembered.get(place, -1)


def test_only_the_draw_of_a_turn_is_changed():
    drawn = np.arange(32, dtype=np.int8)
    change_draw(-1, 50, drawn)
    assert drawn.tolist() == [*range(32)]
    change_draw(2 * 32 + 9, 50, drawn)
    assert drawn.tolist() == [*range(4), 50, *range(5, 32)]


# ---- a walk and its twin ----


class Walker:
    """Who walks: from one idea to the next, by a style, a chance of slips, and odds for cards."""

    def __init__(self, view, past: dict[int, Turn], style: str, slip_chance: float, odds: np.ndarray) -> None:
        self.view, self.past, self.odds = view, past, odds
        self.style, self.slip_chance = gin_style_of(style)[0], slip_chance
        self.known = {*listed(int(view["table"]["known"][1 - view["table"]["turn"]]))}

    def weighed(self, idea: Idea) -> Idea:
        hand, drawn = np.uint64(set_of(idea.hand)), places_of(idea.drawn)
        return idea._replace(weight=plausibility(self.view["table"], hand, drawn, self.style, self.slip_chance))

    def other_draw(self, idea: Idea, turn: int, choice) -> Idea | None:
        """Another card was drawn in this turn; if it was drawn in an earlier one, the two turns exchange their cards."""
        possible = sorted(held_in(self.past, turn, idea.hand, idea.drawn) - taken_by(self.past, turn))
        if not possible:
            return None
        drawn = possible[int(below(choice, len(possible)))]
        before = max((each for each, was in idea.drawn.items() if each < turn and was == drawn), default=turn)
        return self.weighed(Idea(idea.hand, {**idea.drawn, before: idea.drawn[turn], turn: drawn}))

    def step(self, idea: Idea, luck, chance, first, second) -> Idea:
        """One step: another draw in every fourth case, or else another card of the hand."""
        turns, ratio = [*self.past], 1.0
        turn = turns[int(below(luck, len(turns)))] if turns else None
        hidden, rest = sorted(idea.hand - self.known), sorted({*unseen_in(self.view)} - idea.hand)
        if turn is not None and int(luck) % 4 == 0 and not self.past[turn].took:
            other = self.other_draw(idea, turn, second)
        elif hidden and rest:
            old, new = hidden[int(below(first, len(hidden)))], rest[int(below(second, len(rest)))]
            came = {max(each for each, was in idea.drawn.items() if was == old): new} if old in idea.drawn.values() else {}
            other, ratio = self.weighed(Idea(idea.hand - {old} | {new}, {**idea.drawn, **came})), self.odds[new] / self.odds[old]
        else:
            other = None
        return other if other and other.weight * ratio >= (int(chance) >> 11) / 2**53 * idea.weight else idea

    def walk(self, idea: Idea, word, steps: int) -> Idea:
        for step in range(steps):
            idea = self.step(idea, *(np.uint64(draw(word, 4 * step + i)) for i in range(4)))
        return idea


def odd_odds() -> np.ndarray:
    """Powers of two, so that a ratio of them is exact."""
    return 2.0 ** (np.arange(64) * 5 % 7 - 3)


def check_walk(view, past: dict[int, Turn], style: str, steps: int, word: int, slip_chance: float = 0.2) -> tuple[Idea, Idea]:
    """A walk and its twin come to the same idea."""
    walker, workspace = Walker(view, past, style, slip_chance, odd_odds()), gin_workspace(1)
    idea = walker.weighed(first_idea(view, past, np.uint64(word)))
    hand = np.uint64(begin_walk(view, np.uint64(word), workspace.drawn))
    assert {*listed(int(hand))} == idea.hand
    assert all(int(workspace.drawn[turn // 2 % 32]) == drawn for turn, drawn in idea.drawn.items())
    workspace.odds[:] = odd_odds()
    hand, weight = walk(view, hand, idea.weight, workspace, walker.style, slip_chance, np.uint64(word + 1), steps)
    there = walker.walk(idea, np.uint64(word + 1), steps)
    assert {*listed(int(hand))} == there.hand
    assert weight == there.weight
    assert {turn: int(workspace.drawn[turn // 2 % 32]) for turn in there.drawn} == there.drawn
    return idea, there


def test_a_walk_takes_every_step_of_its_twin():
    """Where all hands are as plausible, only the odds decide."""
    moved = 0
    for moment in renewed_moments():
        check_walk(moment.view, moment.past, "random", 12, 5)
    for place, moment in enumerate(some_moments()):
        before, after = check_walk(moment.view, moment.past, "random", 12, 100 + place)
        moved += any(before.drawn[turn] != after.drawn[turn] for turn in before.drawn)
    assert moved > 5


@pytest.mark.long
@pytest.mark.parametrize(("style", "steps"), [("simple", 25), ("minimiser", 25)])
def test_a_walk_looks_for_what_explains_the_past(style, steps):
    better = 0
    for place, moment in enumerate(moments("eaai", 4, 12, 0.4)[3::4]):
        before, after = check_walk(moment.view, moment.past, style, steps, 7 * place)
        better += after.weight > before.weight
    assert better > 2


def test_where_nobody_slips_a_walk_leaves_what_is_impossible_by_any_step():
    """Every step is taken, whatever its chance, as long as nothing is more plausible than nothing."""
    moment = moments("eaai", 4, 12, 0.4)[19]
    for word in range(3):
        before, after = check_walk(moment.view, moment.past, "simple", 12, word, 0.0)
        assert before.weight == after.weight == 0
        assert before.hand != after.hand


def test_a_draw_that_explains_less_is_put_back_where_it_was():
    """Such a card was drawn in another turn before, which has it back, too."""
    for moment in (moments("eaai", 4, 12, 0.4)[21], moments("eaai", 1, 12, 0.0)[16]):
        for word in (2, 4):
            check_walk(moment.view, moment.past, "simple", 16, word)


def test_a_card_that_came_back_by_the_stock_was_drawn_again_later():
    """It was thrown in the first turn, the stock was renewed, and it was drawn in the second one: that draw stays what it was."""
    again, first, second = card("2C"), card("3C"), card("KD")
    view = np.zeros(1, gin.VIEW)[0]
    table = view["table"]
    table["first"], table["turn"], table["turns"], table["stock_left"], table["upcard"] = 1, 0, 3, 20, card("KH")
    table["discards"][:3] = again, card("KS"), second
    table["piled"] = np.uint64(set_of([second]))
    view["hand"] = np.uint64(cards("2H 3H 4H 5H 6H 7H 8H 9H TH JH"))
    past = {2: Turn(False, card("KS"), again, second, frozenset()), 0: Turn(False, card("KH"), first, again, frozenset())}
    hand = {again, first} | {*listed(int(cards("4C 5C 6C 7C 8C 9C TC JC")))}
    walker, workspace, both = Walker(view, past, "random", 0.2, odd_odds()), gin_workspace(1), 0
    workspace.odds[:] = odd_odds()
    for word in map(np.uint64, range(150)):
        workspace.drawn[:2] = first, again
        there = walker.walk(walker.weighed(Idea(hand, {0: first, 2: again})), word, 1)
        walk(view, np.uint64(set_of(hand)), 1.0, workspace, walker.style, 0.2, word, 1)
        assert workspace.drawn[:2].tolist() == [there.drawn[0], there.drawn[2]]
        both += there.drawn[0] == there.drawn[2] == again
    assert both


def test_a_single_draw_may_change():
    moment = next(each for each in moments("eaai", 6, 4, 0.0) if len(each.past) == 1)
    ideas = [check_walk(moment.view, moment.past, "random", 12, word) for word in range(6)]
    assert any(before.drawn != after.drawn for before, after in ideas)


def circle() -> tuple[np.ndarray, dict[int, Turn]]:
    """The other player took eleven cards from the pile and threw what they were dealt; a taken card that they threw, they drew again."""
    names = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC", "2D 3D 4D 5D 6D 7D 8D 9D TD JD"
    taken, dealt = ([card(each) for each in row.split()] for row in names)
    past = {2 * i: Turn(True, top, top, thrown, frozenset()) for i, (top, thrown) in enumerate(zip(taken, [*dealt, taken[0]], strict=True))}
    past[22] = Turn(False, card("KS"), taken[0], taken[0], frozenset())
    view = np.zeros(1, gin.VIEW)[0]
    table = view["table"]
    table["first"], table["turn"], table["turns"], table["stock_left"], table["upcard"] = 1, 0, 23, 20, taken[0]
    for turn, each in past.items():
        table["discards"][turn] = each.thrown
        table["discards"][turn - 1] = each.top
        table["taken"] |= np.uint64(each.took << turn)
    table["piled"] = np.uint64(set_of([*dealt, taken[0], card("KS")]))
    view["hand"] = np.uint64(cards("2H 3H 4H 5H 6H 7H 8H 9H TH JH"))
    table["known"][1] = np.uint64(set_of(taken[1:6]))
    return view, dict(sorted(past.items(), reverse=True))


def test_where_every_card_was_taken_before_any_may_have_been_drawn_again():
    """In such a step a walk stays where it is, and goes on."""
    view, past = circle()
    hand = {*listed(int(view["table"]["known"][1]))} | {card("8C"), card("9C"), card("TC"), card("JC"), card("QC")}
    walker, workspace = Walker(view, past, "random", 0.2, odd_odds()), gin_workspace(1)
    workspace.odds[:] = odd_odds()
    stays = [word for word in map(np.uint64, range(400)) if int(draw(word, 0)) % 4 == number(word, 0, len(past)) == 0]
    for word in stays[:4]:  # their first step asks what was drawn in the last turn
        idea = walker.weighed(Idea(hand, {22: card("2C")}))
        workspace.drawn[22 // 2] = card("2C")
        there = walker.walk(idea, word, 15)
        found, _ = walk(view, np.uint64(set_of(hand)), 1.0, workspace, walker.style, 0.2, word, 15)
        assert {*listed(int(found))} == there.hand
        assert int(workspace.drawn[11]) == there.drawn[22]
        check_walk(view, past, "random", 3, int(word))
    view["table"]["known"][1] = np.uint64(set_of(hand))
    check_walk(view, past, "random", 0, 1)


def test_a_hand_that_is_known_stays():
    for moment in some_moments():
        view = moment.view.copy()
        view["table"]["known"][1 - view["table"]["turn"]] = np.uint64(set_of(moment.other))
        check_walk(view, moment.past, "random", 6, 5)
        view = moment.view.copy()
        view["table"]["stock_left"] = 0  # and where there is no stock, there is nothing to exchange
        check_walk(view, moment.past, "random", 6, 5)


# ---- worlds ----


def search_by(sampler: Sampler, pool: int):
    found = np.zeros(1, GIN_SEARCH)
    found["sampler"], found["pool"], found["slip_chance"] = sampler, pool, 0.2
    return found[0]


def one_moment() -> Moment:
    """With some turns behind it."""
    return moments("eaai", 4, 12, 0.4)[17]


@pytest.mark.parametrize(("begin", "amount", "style"), [(0, 3, "random"), (14, 4, "random"), (32, 1, "simple"), (47, 2, "random")])
def test_worlds_of_a_walk_follow_each_other_sixteen_at_a_time(begin, amount, style):
    """Each leg begins with a hand of its own, and goes twelve times as far before the first world."""
    view, _, past, _ = one_moment()
    walker, workspace, pool = Walker(view, past, style, 0.2, odd_odds()), gin_workspace(amount + 1), 2
    workspace.odds[:] = odd_odds()
    workspace.hands[:] = 1
    worth = imagine_gin(view, search_by(Sampler.WEIGHTED, pool), walker.style, workspace, begin, amount)
    wanted = []
    for leg in range(begin // 16 * 16, begin + amount, 16):
        idea = walker.weighed(first_idea(view, past, np.uint64(draw(view["luck"], leg))))
        for world in range(leg, min(leg + 16, begin + amount)):
            word = np.uint64(mixed(np.uint64(draw(view["luck"], world))))
            idea = walker.walk(idea, word, 12 * pool if world == leg else pool)
            wanted += [set_of(idea.hand)] if world >= begin else []
    assert workspace.hands.tolist() == [*wanted, 1]
    assert workspace.span.tolist() == [(begin, amount)]
    assert worth == pytest.approx(0.6 * amount)


def test_uniform_worlds_are_one_hand_for_each_word():
    view = one_moment().view
    workspace = gin_workspace(6)
    assert imagine_gin(view, search_by(Sampler.UNIFORM, 2), gin_style_of("random")[0], workspace, 7, 5) == 5
    assert workspace.hands.tolist() == [*(set_of(first_hand(view, np.uint64(draw(view["luck"], 7 + k)))) for k in range(5)), 0]
    assert workspace.span.tolist() == [(7, 5)]


def test_the_stock_lies_as_its_word_says():
    for moment in some_moments():
        view, games, word = moment.view, np.zeros(1, gin.GAME), np.uint64(99)
        me = int(view["table"]["turn"])
        set_up_gin(view, np.uint64(set_of(moment.other)), word, games[0])
        rest = [each for each in unseen_in(view) if each not in moment.other]
        stock = [rest.pop(number(word, len(rest), len(rest))) for _ in range(len(rest))]
        assert games["stock"][0, : len(stock)].tolist() == stock[::-1]
        assert games["deals"][0] == word
        assert games["draws"][0, me].tolist() == view["draws"].tolist()
        assert games["draws"][0, 1 - me].tolist() == [gin.NOBODY] * 32


def test_a_whole_game_has_what_the_other_player_may_have_drawn():
    for moment in some_moments():
        games, word = np.zeros(1, gin.GAME), np.uint64(11)
        imagine(np.array([moment.view], gin.VIEW), np.zeros(1), np.array([word], np.uint64), games)
        idea = first_idea(moment.view, moment.past, word)
        wanted = [gin.NOBODY] * 32
        for turn, each in moment.past.items():
            wanted[turn // 2 % 32] = each.drawn if each.took else idea.drawn[turn]
        assert games["draws"][0, 1 - moment.view["table"]["turn"]].tolist() == wanted
        assert {*listed(int(games["hands"][0, 1 - moment.view["table"]["turn"]]))} == idea.hand
        assert games["deals"][0] == draw(word, 1 << 20)


@pytest.mark.parametrize("knocker", [0, 1])
def test_after_a_knock_nobody_asks_what_was_drawn(knocker):
    views, games = np.array([one_moment().view], gin.VIEW), np.zeros(1, gin.GAME)
    views["table"]["knocker"] = knocker
    imagine(views, np.zeros(1), np.array([11], np.uint64), games)
    assert games["draws"][0, 1 - views[0]["table"]["turn"]].tolist() == [gin.NOBODY] * 32


def test_a_workspace_is_as_large_as_it_must_be():
    sizes = {name: len(rows) for name, rows in gin_workspace(7)._asdict().items()}
    assert sizes == {"span": 1, "hands": 7, "start": 1, "playout": 1, "drawn": 32, "styles": 2, "odds": 64}
