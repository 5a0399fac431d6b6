"""The pass as one decision: sets of cards, found in some deals and valued in others, the same at the table and in the review."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from cardshark.cards import card, listed, names
from cardshark.chance import words
from cardshark.coach.again import again, first_of
from cardshark.coach.analyse import analyse
from cardshark.coach.hearts.judge import HeartsJudge, one_view
from cardshark.coach.hearts.pass_words import PassPair, compared_set
from cardshark.coach.hearts.passes import Round, all_sets, fresh_views
from cardshark.coach.hearts.policy import MORE_TRICKS_OF_PASSES
from cardshark.coach.judges import judge as judge_of
from cardshark.coach.review import review
from cardshark.coach.saved import page
from cardshark.coach.sentences import say
from cardshark.games import hearts, house
from cardshark.games.positions import position_of
from cardshark.hands.played import play_hand, steps
from cardshark.players.hearts.search.imagine import imagine
from helpers.compiling import compiled_only
from helpers.hearts.decisions import rules_of
from helpers.hearts.judged import is_pass, some
from helpers.hearts.small_policy import Slowly
from helpers.hearts.small_policy import judge_of as small_policy
from helpers.passes import charges
from helpers.played import adds_up, played_on, random_hand

RULES = ["american", "american:moon=none", "american:players=3,removed=2D", "american:pass_count=4,passing=left", "american:pass_count=1"]
pytestmark = compiled_only  # hundreds of sets


def passes_of(rules, wanted, seed):
    return [view for view, _ in some(rules, wanted, seed, keep=is_pass)]


def quick(text, deals=40):
    """A judge who plays on by rules of thumb, in few deals."""
    return HeartsJudge(rules_of(text), deals)


# ---- sets ----


@pytest.mark.parametrize("text", RULES)
def test_what_is_judged_are_sets_of_as_many_cards_as_the_rules_ask_for(text):
    judge = quick(text)
    for view in passes_of(judge.rules, 3, seed=11):
        thinking = judge.think(view)
        hand, sets = int(view["hand"]), [value.choice for value in thinking.values]
        assert all(cards.bit_count() == judge.rules.pass_count and not cards & ~hand for cards in sets)
        assert len(set(sets)) == len(sets) == 5 and thinking.best == sets[0]
        assert thinking.deals == len(thinking.costs) == judge.pass_deals
        assert thinking.clear == (min(thinking.difference(cards, sets[0])[1] for cards in sets[1:]) > 0)


def test_what_is_put_aside_already_is_in_every_set():
    for judge in (quick("american"), small_policy("american", deals=4)):
        view = passes_of(judge.rules, 1, seed=12)[0]
        views, given = one_view(view).copy(), listed(int(view["hand"]))[3]
        views["given"], views["legal"] = 1 << given, int(view["legal"]) & ~(1 << given)
        thinking = judge.think(views[0])
        assert all(value.choice >> given & 1 and value.choice.bit_count() == 3 for value in thinking.values)
        assert len(all_sets(views, judge.rules)) == len(list(combinations(range(12), 2)))


def test_the_best_of_the_rounds_is_the_advice_and_other_deals_say_what_it_costs():
    judge = quick("american")
    judge.ROUNDS = (Round(1, 3),)  # every set in all deals
    view = passes_of(judge.rules, 1, seed=13)[0]
    views = one_view(view)
    thinking = judge.think(view)
    deals, _, _ = judge.imagine(views, judge.pass_deals)
    found = judge.try_sets(views, deals, all_sets(views, judge.rules))["cost"].mean(axis=0)
    best = [all_sets(views, judge.rules)[place] for place in np.argsort(found, kind="stable")[:3]]
    assert [value.choice for value in thinking.values] == best
    fresh = fresh_views(views)
    others, _, _ = judge.imagine(fresh, judge.pass_deals)
    assert not {*map(tuple, deals.tolist())} & {*map(tuple, others.tolist())}
    assert (thinking.costs == judge.try_sets(fresh, others, best)["cost"]).all()


def test_another_set_is_tried_in_the_same_deals_and_changes_nothing_else():
    for judge in (quick("american"), small_policy("american", deals=6)):
        view = passes_of(judge.rules, 1, seed=14)[0]
        thinking = judge.think(view)
        other = next(cards for cards in all_sets(one_view(view), judge.rules) if cards not in {value.choice for value in thinking.values})
        more = judge.consider(view, thinking, other)
        assert more.best == thinking.best and [value.choice for value in more.values] == [*(v.choice for v in thinking.values), other]
        assert (more.costs[:, :-1] == thinking.costs).all() and more.expected == thinking.expected
        assert more.difference(other, more.best)[0] == pytest.approx((more.costs[:, -1] - more.costs[:, 0]).mean())
        assert judge.consider(view, more, other) is more


def test_who_asks_twice_is_told_the_same_and_hidden_cards_change_nothing():
    judge = quick("american")
    for view, games in some(judge.rules, 3, seed=15, keep=is_pass):
        other = games.copy()
        other["hands"][0] = imagine(view, judge.rules, 1, 99)[0]
        views = np.zeros(1, hearts.VIEW)
        hearts.look_all(other, house.record(judge.rules), np.zeros(1, np.uint32), views)
        one, two = judge.think(view), judge.think(views[0])
        assert one.values == two.values and (one.costs == two.costs).all() and (one.beliefs == two.beliefs).all()
        assert (other["hands"] != games["hands"]).any() and judge.why(view, one) == judge.why(views[0], two)


def test_everybody_passes_by_the_policy_and_cards_change_hands():
    judge = small_policy("american", deals=3)
    slowly = Slowly(judge)
    for view in passes_of(judge.rules, 2, seed=12):
        thinking, me = judge.think(view), int(view["table"]["turn"])
        for k, start in enumerate(thinking.worlds):
            games = np.zeros(1, hearts.GAME)
            games["table"], games["hands"] = view["table"], start["hands"]
            games["table"]["turn"], games["table"]["totals"] = 0, 0
            mine = listed(thinking.best)
            while games["table"]["phase"][0] == hearts.PASS:
                slowly.choose(games, mine.pop() if games["table"]["turn"][0] == me else slowly.best(games))
            assert games["given"][0, me] == thinking.best
            assert thinking.costs[k, 0] == pytest.approx(slowly.cost(games, me, MORE_TRICKS_OF_PASSES), abs=1e-4)


def test_a_policy_looks_at_every_set_at_a_glance():
    judge = small_policy("american", deals=2)
    views = one_view(passes_of(judge.rules, 1, seed=16)[0])
    glances = judge.look_at_sets(views)
    assert sorted(glances) == sorted(all_sets(views, judge.rules))
    assert sum(glance.chance for glance in glances.values()) == pytest.approx(1, abs=1e-5)
    likely = max(glances, key=lambda cards: glances[cards].chance)
    assert likely in judge.first_sets(views) and len(judge.first_sets(views)) < 20


# ---- the review ----


def with_pass(hand, seat, cards):
    """The hand in which a seat passes these cards, in this order, and everybody goes on with the lowest card that is legal."""
    own = [number for number, (match, _) in enumerate(steps(hand)) if match.state.table.turn == seat and is_passing(match)]
    choices = list(hand.choices[: own[-1] + 1])
    for number, each in zip(own, cards, strict=True):
        choices[number] = each
    return played_on(play_hand(hand, choices))


def is_passing(match):
    return match.state.table.phase == hearts.PASS


@pytest.mark.long
@pytest.mark.parametrize("text", ["american:moon=none", "american:players=3,removed=2D,pass_count=2"])
def test_the_review_has_one_row_for_the_pass_and_its_own_advice_costs_nothing(text):
    hand = random_hand("hearts", text, 5)
    judge = quick(text, 60)
    first = review(hand, 1, judge=judge)
    row = first["decisions"][0]
    assert [each["phase"] for each in first["decisions"]].count("pass") == 1 and row["number"] == judge.rules.pass_count
    advice = names(judge.think(next(match.view().copy() for match, _ in steps(hand) if match.state.table.turn == 1)).best)
    assert row["verdict"] == "best" or row["best"] == advice
    advised = with_pass(hand, 1, [card(each) for each in advice.split()])
    found = review(advised, 1, judge=judge)
    assert found["decisions"][0]["chosen"] == found["decisions"][0]["best"] == advice
    assert found["decisions"][0]["cost"] == 0.0 and found["decisions"][0]["verdict"] == "best"
    adds_up(found)
    adds_up(first)
    assert page(found).count("<td>pass<td>") == 1


@pytest.mark.long
def test_the_order_of_clicking_changes_nothing():
    hand = random_hand("hearts", "american:moon=none", 6)
    judge = quick("american:moon=none", 30)
    cards = [choice for match, choice in steps(hand) if match.state.table.turn == 2 and is_passing(match)]
    rows = [review(with_pass(hand, 2, order), 2, judge=judge)["decisions"][0] for order in (cards, cards[::-1])]
    assert rows[0] == rows[1]


def test_a_pass_is_tried_again_as_a_whole():
    hand = random_hand("hearts", "american", 2)
    for decision in range(12):
        assert first_of(hand, decision) == decision // 3 * 3
        assert len(again(hand, decision).choices) == decision // 3 * 3
    assert first_of(hand, 12) == 12 and len(again(hand, 14).choices) == 14


def test_a_position_of_passing_is_analysed_by_sets():
    view = passes_of(rules_of("american:moon=none"), 1, seed=17)[0]
    found = analyse(position_of(hearts, rules_of("american:moon=none"), view), deals=60)
    assert found.best == " ".join(found.together) == found.choices[0].choice and len(found.choices) == 5
    assert found.choices[0].more == (0.0, 0.0, 0.0) and all(each.more for each in found.choices)
    assert "whole sets are weighed" in str(found)


# ---- words ----


@pytest.mark.long
def test_reasons_are_what_came_of_the_cards():
    judge, told = quick("american", 400), Counter()
    for view in passes_of(judge.rules, 12, seed=18):
        thinking = judge.think(view)
        other = compared_set(thinking, None)
        story, numbers = judge.why(view, thinking)
        told.update(sentence["key"] for sentence in [*story[0], *numbers])
        assert 1 <= len(story[0]) <= 6 and all(say(sentence) for sentence in [*story[0], *numbers])
        if other is None or thinking.difference(other, thinking.best)[1] <= 0:
            assert story[0][0]["key"] in ("pass_unclear", "pass_same")
            continue
        pair = PassPair.of(judge, view, thinking, other)
        assert {*pair.passed} == {*listed(thinking.best)} - {*listed(other)} and {*pair.kept} == {*listed(other)} - {*listed(thinking.best)}
        games = judge.finish_sets(one_view(view), thinking.worlds[:64], [thinking.best, other])
        seat = int(view["table"]["turn"])
        for place, outcome in enumerate(pair.after):
            ends = games[:, place]
            costs = judge.try_sets(one_view(view), thinking.worlds[:64], [thinking.best, other])["cost"][:, place]
            assert all(ends["table"]["trick"] == 13)
            for kept, taken in outcome.taken.items():
                assert all(int(hands) >> kept & 1 == 0 for hands in ends["hands"][:, seat])  # it was played
                assert (np.maximum(taken, 0) <= costs + 26 * (ends["scores"][:, seat] == 0)).all()
        for sentence in numbers:
            if sentence["key"] == "pass_queen_numbers":
                assert sentence["args"]["percent"] < sentence["args"]["percent2"]
    assert len(told) >= 5


# ---- promises ----


@pytest.mark.long
def test_the_advice_is_hardly_charged_even_by_a_stranger():
    """A small version of `python -m helpers.passes`."""
    for rules, deals in (("american", 8), ("american:moon=none", 8)):
        own, stranger = zip(*charges(rules_of(rules), deals, seed=3), strict=True)
        assert [each.cost for each in own] == [0.0] * deals
        assert np.mean([each.cost for each in stranger]) < 0.1 and max(each.cost for each in stranger) < 0.4


@pytest.mark.slow
@pytest.mark.parametrize("style", [None, "jake"])
def test_intervals_of_sets_cover_the_long_run(style):
    """A short thought's 95 % interval holds what a long thought with other luck finds: of values, of differences, and of the winner."""
    rules = rules_of("american")
    judge, inside, apart, won = judge_of(hearts, rules, style=style), [], [], []
    for view in passes_of(rules, 30, seed=19):
        views = one_view(view).copy()
        lucks = words(int(view["luck"]), "coach", 5)
        views["luck"] = lucks[-1]
        long = judge.think(views[0], 1500 if style is None else 10_000)
        fixed = [value.choice for value in long.values]
        for luck in lucks[:-1]:
            views["luck"] = luck
            short = judge.think(views[0], 60 if style is None else 500)
            for cards in fixed:
                short = judge.consider(views[0], short, cards)
            pairs = [(value_of(short, cards), value_of(long, cards)) for cards in fixed]
            inside += [abs(one.mean - two.mean) <= np.hypot(one.high - one.mean, two.high - two.mean) for one, two in pairs]
            near, far = short.difference(fixed[0], fixed[-1]), long.difference(fixed[0], fixed[-1])
            apart.append(abs(near[0] - far[0]) <= np.hypot(near[2] - near[0], far[2] - far[0]))
            if short.best in fixed:  # the winner is not flattered: its mean is as often too high as too low
                won.append(value_of(short, short.best).mean - value_of(long, short.best).mean)
    print(
        f"{len(inside)} values inside {np.mean(inside):.3f}, {len(apart)} differences {np.mean(apart):.3f}, winners off {np.mean(won):+.3f}"
    )
    assert 0.92 <= np.mean(inside) <= 0.985 and 0.91 <= np.mean(apart) <= 0.99
    assert abs(np.mean(won)) < 3 * np.std(won) / len(won) ** 0.5


def value_of(thinking, cards):
    """What a set is worth."""
    return thinking.values[thinking.column(cards)]
