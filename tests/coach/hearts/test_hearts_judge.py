"""The coach: every number against the book, nothing from hidden cards, and intervals that hold what they promise."""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest

from cardshark.cards import count, listed
from cardshark.chance import words
from cardshark.coach.gin.judge import GinJudge
from cardshark.coach.hearts.judge import SLIP_CHANCE, HeartsJudge, one_view
from cardshark.coach.hearts.tries import MISSED
from cardshark.coach.judges import judge as judge_of
from cardshark.games import gin, hearts, house
from cardshark.games.gin.rules import PRESETS as GIN_PRESETS
from cardshark.players.hearts.search.beliefs import weigh
from cardshark.players.hearts.search.imagine import imagine
from cardshark.text import UserError
from helpers.compiling import PLAIN, compiled_only
from helpers.hearts.decisions import rules_of
from helpers.hearts.judged import some
from helpers.imagined import possible_deals
from reference import search_book as book
from reference.hearts_book import NAME, cost, random_rules
from reference.imagine_book import Seen, worlds

TABLES = ["american", "american:moon=shooter_minus,jack_of_diamonds=10", "dutch", "american:players=3,removed=2D", "passleft", "falcon"]
FEW = 20 if PLAIN else 60


def endings(rules, most, seed, wanted=6):
    """Decisions when few deals are possible, but several."""
    return some(rules, wanted, seed, keep=lambda view: count(view["legal"]) > 1 and 1 < possible_deals(view, rules) <= most)


def means(thinking):
    return {value.choice: value.mean for value in thinking.values}


# ---- against the book ----


def book_fate(view, rules, hands, choice):
    """What comes of a choice in a deal: points taken with the trick, who takes the queen, who shoots the moon."""
    hand = book.set_up(view, rules, hands, "jake").after(NAME[choice])
    me, passing = int(view["table"]["turn"]), view["table"]["phase"] == hearts.PASS
    before, gone, now = int(view["table"]["trick"]), "QS" in hand.played[:-1], hand
    while not passing and now.tricks_done == before:
        now = now.after(now.choice("jake"))
    trick = now.played[before * rules.players : (before + 1) * rules.players]
    took = sum(cost(card, rules) for card in trick) if not passing and trick[0] in now.taken[me] else MISSED
    end = hand.played_out(me, "jake", "jake")
    queen = [seat for seat in end.seats if "QS" in end.taken[seat]]
    shooter = end.shooter() if rules.moon.name != "NONE" else None
    return took, queen[0] if queen and not gone else hearts.NOBODY, hearts.NOBODY if shooter is None else shooter


@pytest.mark.long
@pytest.mark.parametrize("text", TABLES)
def test_every_choice_costs_in_every_deal_what_the_book_says(text):
    rules = rules_of(text)
    for view, _ in some(rules, 2 if PLAIN else 6, seed=3):
        thinking = HeartsJudge(rules).think(view, 2 if PLAIN else 4)
        if thinking.exact:
            continue
        for k, hands in enumerate(imagine(view, rules, thinking.deals, int(view["luck"])).tolist()):
            costs, _ = book.costs(view, rules, hands, "jake", "jake")
            assert {value.choice: thinking.costs[k, i] for i, value in enumerate(thinking.values)} == costs
            for i, value in enumerate(thinking.values):
                fate = thinking.fates[k, i]
                assert (fate["trick"], fate["queen"], fate["moon"]) == book_fate(view, rules, hands, value.choice)


@pytest.mark.long
@pytest.mark.parametrize("text", ["american", "dutch", "american:players=3,removed=2D", "passleft"])
def test_few_possible_deals_are_all_tried_once_and_the_mean_is_exact(text):
    rules = rules_of(text)
    views = endings(rules, FEW, seed=2)
    assert len(views) > 2
    for view, _ in views:
        thinking = HeartsJudge(rules).think(view, FEW)
        seen = Seen(view, rules)
        deals = np.array(sorted(worlds(seen)), np.uint64)
        deals = np.pad(deals, ((0, 0), (0, hearts.SEATS - deals.shape[1])))
        weights = weigh(view, rules, deals, ["jake"], SLIP_CHANCE)
        costs = [book.costs(view, rules, hands, "jake", "jake")[0] for hands in deals.tolist()]
        assert thinking.exact and thinking.deals == len(deals) and thinking.effective == FEW
        for value in thinking.values:
            exact = sum(weight * found[value.choice] for weight, found in zip(weights, costs, strict=True)) / weights.sum()
            assert value.mean == value.low == value.high
            assert value.mean == pytest.approx(exact, abs=1e-12)
            assert value.best == (value.mean <= min(means(thinking).values()) + 1e-12)


@pytest.mark.long
@compiled_only
def test_a_sample_comes_near_the_exact_mean():
    rules, off = rules_of("american"), []
    for view, _ in endings(rules, 3000, seed=4, wanted=40):
        total = possible_deals(view, rules)
        if total > 100:
            exact, sample = HeartsJudge(rules).think(view, total), HeartsJudge(rules).think(view, total - 1)
            assert exact.exact and not sample.exact
            off += [abs(value.mean - means(exact)[value.choice]) / (value.high - value.mean) for value in sample.values]
    assert len(off) > 30
    assert 0 < np.mean(np.array(off) > 1) < 0.15 or max(off) <= 1
    assert max(off) < 2


# ---- what a seat may know ----


@pytest.mark.parametrize("text", TABLES)
def test_hidden_cards_change_nothing(text):
    rules = rules_of(text)
    changed = 0
    for view, games in some(rules, 3 if PLAIN else 8, seed=5):
        other = games.copy()
        other["hands"][0] = imagine(view, rules, 1, 99)[0]
        views = np.zeros(1, hearts.VIEW)
        hearts.look_all(other, house.record(rules), np.zeros(1, np.uint32), views)
        changed += (other["hands"] != games["hands"]).any()
        one, two = (HeartsJudge(rules).think(seen, 20) for seen in (view, views[0]))
        assert one.values == two.values
        assert (one.beliefs == two.beliefs).all() and (one.costs == two.costs).all()
        assert HeartsJudge(rules).why(view, one) == HeartsJudge(rules).why(views[0], two)
    assert changed


@pytest.mark.parametrize("text", TABLES)
def test_beliefs_are_chances(text):
    rules = rules_of(text)
    for view, games in some(rules, 3 if PLAIN else 8, seed=6):
        beliefs, me = HeartsJudge(rules).think(view, 50).beliefs, int(view["table"]["turn"])
        hidden = int(rules.deck()) & ~int(view["hand"]) & ~int(view["table"]["seen"])
        assert beliefs.shape == (rules.players, 64)
        assert beliefs.sum(axis=0) == pytest.approx([hidden >> card & 1 for card in range(64)])
        sizes = [0 if seat == me else count(games["hands"][0][seat]) for seat in range(rules.players)]
        assert beliefs.sum(axis=1) == pytest.approx(sizes)


@pytest.mark.long
@compiled_only
def test_what_people_play_tells_where_cards_are():
    rules = rules_of("american:passing=none")
    weighed, even = [], []
    for view, games in some(rules, 40, seed=8, players=("jake",), keep=lambda view: 4 <= view["table"]["trick"] < 9):
        thinking = HeartsJudge(rules).think(view)
        deals = imagine(view, rules, 2000, int(view["luck"]))
        for other in range(4):
            for held in listed(games["hands"][0][other]) if other != view["table"]["turn"] else []:
                weighed.append(np.log(thinking.beliefs[other, held] + 0.01))
                even.append(np.log((deals[:, other] >> np.uint64(held) & np.uint64(1)).mean() + 0.01))
    assert np.mean(weighed) > np.mean(even) + 0.05


# ---- thinking ----


def test_the_same_view_is_thought_about_in_the_same_way_and_more_deals_only_add():
    rules = rules_of("american")
    view, _ = some(rules, 1, seed=9, keep=lambda view: view["table"]["trick"] == 1)[0]
    judge = HeartsJudge(rules)
    short, again, longer = judge.think(view, 10), judge.think(view, 10), judge.think(view, 20)
    assert short.values == again.values and short.values != longer.values
    assert (longer.costs[:10] == short.costs).all()
    assert short.deals == 10 and longer.deals == 20
    assert 0 < short.effective <= 10


@compiled_only
def test_a_judge_can_be_asked_by_several_at_a_time():
    rules = rules_of("american")
    judge, views = HeartsJudge(rules), [view for view, _ in some(rules, 8, seed=17)]
    alone = [judge.think(view, 300).values for view in views]
    with ThreadPoolExecutor(4) as threads:
        assert [thinking.values for thinking in threads.map(lambda view: judge.think(view, 300), views)] == alone


def test_a_forced_card_has_a_value():
    rules = rules_of("american")
    view, _ = some(rules, 1, seed=10, keep=lambda view: count(view["legal"]) == 1 and not view["table"]["played"])[0]
    thinking = HeartsJudge(rules).think(view, 20)
    (value,) = thinking.values
    assert value.low < value.mean < value.high and value.best == 1 and thinking.clear
    assert [each["key"] for part in HeartsJudge(rules).why(view, thinking).story for each in part] == ["why_only"]


@pytest.mark.long
def test_every_rule_can_be_thought_about():
    for seed in range(3 if PLAIN else 10):
        rules = random_rules(Random(seed))
        for view, games in some(rules, 3, seed):
            judge = HeartsJudge(rules)
            thinking = judge.think(view, 5)
            assert [value.choice for value in thinking.values] == listed(view["legal"])
            assert [value.choice for value in judge.open_values(games, 3)] == listed(view["legal"])
            assert judge.why(view, thinking)


def test_a_number_of_deals_that_nobody_can_try_is_refused():
    with pytest.raises(UserError, match="1 to 1,000,000"):
        HeartsJudge(rules_of("american"), deals=0)


def test_a_view_that_cannot_be_is_refused():
    rules = rules_of("american")
    view, _ = some(rules, 1, seed=3, keep=lambda view: view["table"]["trick"] == 1)[0]
    view["table"]["voids"] = 15  # nobody may hold anything
    with pytest.raises(UserError, match="no deal agrees"):
        HeartsJudge(rules).think(view)


def test_every_game_has_its_own_judge():
    assert isinstance(judge_of(gin, next(iter(GIN_PRESETS.values())), style="simple"), GinJudge)
    assert isinstance(judge_of(hearts, rules_of("american"), style="jake"), HeartsJudge)


def test_a_game_without_a_coach_has_no_judge():
    whist = SimpleNamespace(NAME="whist")
    with pytest.raises(UserError, match=r"^there is no coach for the game 'whist', only for hearts, gin$"):
        judge_of(whist, None)


# ---- all cards known ----


def test_with_all_cards_known_the_end_is_certain():
    rules = rules_of("american")
    views = some(rules, 8, seed=12, keep=lambda view: count(view["hand"]) == 1 and view["table"]["played"] % 4 == 3)
    for view, games in views:
        before = games.copy()
        (value,) = HeartsJudge(rules).open_values(games, 5)
        assert (games == before).all()
        truth = book.set_up(view, rules, games["hands"][0].tolist(), "jake")
        assert value.mean == pytest.approx(truth.after(NAME[value.choice]).cost(int(view["table"]["turn"])))


@compiled_only
def test_who_knows_all_cards_knows_better():
    rules, gain = rules_of("american"), []
    for view, games in some(rules, 30, seed=13, keep=lambda view: count(view["legal"]) > 2 and 2 < view["table"]["trick"] < 9):
        judge = HeartsJudge(rules)
        known = {value.choice: value.mean for value in judge.open_values(games, 100)}
        gain.append(known[judge.think(view, 200).best] - min(known.values()))
    assert np.mean(gain) > 0.1


# ---- promises ----


def compared(judge, view, short_runs):
    """Short runs against a long one, each with luck of its own, errors of the long one taken into account.

    For each: which values lie inside their intervals, whether a difference does, and the chances to be best that both name.
    """
    views = one_view(view).copy()
    lucks = words(int(views["luck"][0]), "coach", short_runs + 1)
    views["luck"] = lucks[-1]
    long = judge.think(views[0], 6000)
    ends = long.values[0].choice, long.values[-1].choice
    far = long.difference(*ends)
    for luck in lucks[:-1]:
        views["luck"] = luck
        short = judge.think(views[0], 400)
        pairs = list(zip(short.values, long.values, strict=True))
        inside = [abs(one.mean - two.mean) <= np.hypot(one.high - one.mean, two.high - two.mean) for one, two in pairs]
        near = short.difference(*ends)
        apart = abs(near[0] - far[0]) <= np.hypot(near[2] - near[0], far[2] - far[0])
        yield np.mean(inside), apart, [(one.best, two.best) for one, two in pairs]


@compiled_only
@pytest.mark.slow
def test_intervals_and_chances_hold_what_they_promise():
    inside, apart, best = [], [], []
    for text, players in (("american", ("jake", "montecarlo:deals=5")), ("dutch", ("stock", "greedy")), ("passleft", ("greedy", "jake"))):
        rules = rules_of(text)
        views = [view for view, _ in some(rules, 50, seed=16, players=players) if possible_deals(view, rules) > 6000]
        for view in views:
            for values_inside, difference_inside, chances in compared(HeartsJudge(rules), view, short_runs=6):
                inside.append(values_inside)
                apart.append(difference_inside)
                best += chances
    said, true = np.array(best).T
    for low, high in pairwise([0, 0.05, 0.35, 0.65, 0.95, 1.001]):
        those = (said >= low) & (said < high)
        print(f"said to be best {said[those].mean():.2f}, in the long run {true[those].mean():.2f} ({those.sum()})")
        assert abs(said[those].mean() - true[those].mean()) < 0.1  # the middle has few positions, each of them several times
    print(f"covered: values {np.mean(inside):.3f}, differences {np.mean(apart):.3f} of {len(apart)} runs")
    assert 0.93 <= np.mean(inside) <= 0.97
    assert 0.93 <= np.mean(apart) <= 0.97
