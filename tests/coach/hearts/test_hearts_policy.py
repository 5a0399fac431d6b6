"""The coach who thinks with a policy at Hearts: every cost against slow plain play, nothing from hidden cards, honest intervals."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from cardshark.cards import count, listed
from cardshark.chance import words
from cardshark.coach.hearts.judge import one_view
from cardshark.coach.hearts.policy import LAST_TRICKS, MORE_TRICKS
from cardshark.coach.hearts.tries import MISSED
from cardshark.games import hearts, house
from cardshark.games.hearts import planes
from cardshark.players.hearts.search.imagine import imagine
from cardshark.players.policy import forward
from cardshark.text import UserError
from helpers.compiling import compiled_only
from helpers.hearts.judged import some
from helpers.hearts.small_policy import Slowly, judge_of
from helpers.imagined import possible_deals

pytestmark = compiled_only  # networks are slow in plain Python

TABLES = ["american", "dutch", "american:players=3,removed=2D"]


# ---- against slow play ----


@pytest.mark.long
@pytest.mark.parametrize("text", TABLES)
def test_every_card_costs_in_every_deal_what_slow_play_says(text):
    judge = judge_of(text, deals=3)
    slowly, late = Slowly(judge), set()
    for view, _ in some(judge.rules, 6, seed=3, keep=lambda view: count(view["legal"]) > 1 and view["table"]["phase"] == hearts.PLAY):
        thinking = judge.think(view)
        starts = judge.set_up(one_view(view), thinking.worlds)
        trick = int(view["table"]["trick"])
        ends = thinking.exact or judge.hand_size - trick <= LAST_TRICKS
        late.add(ends)
        for k, hands in enumerate(thinking.worlds):
            assert (starts["hands"][k] == hands).all()
            for i, value in enumerate(thinking.values):
                games = starts[k : k + 1].copy()
                slowly.choose(games, value.choice)
                cost = slowly.cost(games, int(view["table"]["turn"]), 99 if ends else trick + MORE_TRICKS)
                assert thinking.costs[k, i] == pytest.approx(cost, abs=1e-4)
                took = thinking.fates["trick"][k, i]
                assert took == MISSED or took >= 0
    assert late == {True, False}


def test_what_was_passed_is_known_or_guessed():
    judge = judge_of("american")
    for view, games in some(judge.rules, 6, seed=4, keep=lambda view: view["table"]["played"] and view["table"]["across"]):
        me, across = int(view["table"]["turn"]), int(view["table"]["across"])
        starts = judge.set_up(one_view(view), games["hands"][:1])
        given, received = starts["given"][0], starts["received"][0]
        assert given[me] == view["given"] and received[me] == view["received"]
        assert [received[(seat + across) % 4] for seat in range(4)] == given.tolist()
        assert [count(cards) for cards in given] == [3] * 4
        for seat in range(4):  # what a seat received is in its hand, or was played
            assert not int(received[seat]) & ~int(games["hands"][0, seat]) & ~int(view["table"]["seen"])


def test_few_possible_deals_are_all_tried_and_nothing_is_left_to_chance():
    judge = judge_of("american", deals=60)
    views = some(judge.rules, 4, seed=2, keep=lambda view: count(view["legal"]) > 1 and 1 < possible_deals(view, judge.rules) <= 60)
    assert views
    for view, _ in views:
        thinking = judge.think(view)
        assert thinking.exact and thinking.deals == len({tuple(deal) for deal in thinking.worlds.tolist()}) == possible_deals(
            view, judge.rules
        )
        assert thinking.weights.sum() == pytest.approx(1) and len({*thinking.weights.tolist()}) > 1
        for value, costs in zip(thinking.values, thinking.costs.T, strict=True):
            assert value.low == value.mean == value.high == pytest.approx(thinking.weights @ costs)


# ---- what a seat may know ----


@pytest.mark.parametrize("text", TABLES)
def test_hidden_cards_change_nothing(text):
    judge, changed = judge_of(text, deals=5), 0
    for view, games in some(judge.rules, 6, seed=5):
        other = games.copy()
        other["hands"][0] = imagine(view, judge.rules, 1, 99)[0]
        views = np.zeros(1, hearts.VIEW)
        hearts.look_all(other, house.record(judge.rules), np.zeros(1, np.uint32), views)
        changed += (other["hands"] != games["hands"]).any()
        one, two = (judge.think(seen) for seen in (view, views[0]))
        assert one.values == two.values and one.glances == two.glances
        assert (one.beliefs == two.beliefs).all() and (one.costs == two.costs).all()
        assert judge.why(view, one) == judge.why(views[0], two)
    assert changed


def test_deals_follow_what_the_policy_believes():
    judge, even = judge_of("american", 2000), judge_of("american", 2000, width=32, critic=32, blocks=1, owners=False)
    view, _ = some(judge.rules, 1, seed=6, keep=lambda view: view["table"]["trick"] == 2)[0]
    me, hidden = int(view["table"]["turn"]), int(judge.rules.deck()) & ~int(view["hand"]) & ~int(view["table"]["seen"])
    owners, agreement = judge.owners(one_view(view)), []
    for each in (judge, even):
        beliefs = each.think(view).beliefs
        assert beliefs.sum(axis=0) == pytest.approx([hidden >> card & 1 for card in range(64)])
        pairs = [(owners[card, j], beliefs[(me + 1 + j) % 4, card]) for card in listed(hidden) for j in range(3)]
        agreement.append(np.corrcoef(*zip(*pairs, strict=True))[0, 1])
    assert agreement[0] > 0.6 > 0.3 > agreement[1]


# ---- thinking ----


def test_more_deals_only_add_and_threads_agree():
    judge = judge_of("american")
    views = [view for view, _ in some(judge.rules, 4, seed=9, keep=lambda view: 1 <= view["table"]["trick"] <= 3)]
    short, longer = judge.think(views[0], 10), judge.think(views[0], 20)
    assert (longer.costs[:10] == short.costs).all() and (short.deals, longer.deals, short.effective) == (10, 20, pytest.approx(10))
    alone = [judge.think(view).values for view in views]
    with ThreadPoolExecutor(4) as threads:
        assert [thinking.values for thinking in threads.map(judge.think, views)] == alone


def test_what_the_policy_thinks_at_a_glance():
    judge = judge_of("american")
    view, _ = some(judge.rules, 1, seed=9, keep=lambda view: count(view["legal"]) > 2 and view["table"]["points"].any())[0]
    thinking, views = judge.think(view), one_view(view)
    seen = planes.words(views, house.record(judge.rules))
    said = forward.outlook(judge._mind.net, judge._mind.desk, seen, np.zeros((1, 0), np.float32))
    for value in thinking.values:
        chance, cost = thinking.glance(value.choice)
        assert chance == said.chances[0, value.choice]
        assert cost == pytest.approx(int(view["table"]["points"][int(view["table"]["turn"])]) - said.worth[0, value.choice])
    assert sum(each.chance for each in thinking.glances) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("design", [{"critic": 0}, {"owners": False}])
def test_a_policy_may_lack_a_critic_or_an_opinion_of_who_holds_what(design):
    judge = judge_of("american", 5, width=32, blocks=1, **{"critic": 32, **design})
    view, _ = some(judge.rules, 1, seed=9, keep=lambda view: view["table"]["trick"] == 1)[0]
    thinking = judge.think(view)
    assert len(thinking.values) == count(view["legal"])
    if not design.get("critic", 1):
        assert (thinking.costs == np.round(thinking.costs)).all()  # every hand was played to its end


def test_a_view_that_cannot_be_is_refused():
    judge = judge_of("american")
    view, _ = some(judge.rules, 1, seed=3, keep=lambda view: view["table"]["trick"] == 1)[0]
    view["table"]["voids"] = 15  # nobody may hold anything
    with pytest.raises(UserError, match="no deal agrees"):
        judge.think(view)


# ---- promises ----


@pytest.mark.slow
def test_intervals_cover_the_long_run():
    """A short thought's 95 % interval holds what a long thought with other luck finds, for values and for differences."""
    judge, inside, apart = judge_of("american"), [], []
    for view, _ in some(judge.rules, 40, seed=16, players=("jake", "greedy")):
        if possible_deals(view, judge.rules) <= 4000:
            continue
        views = one_view(view).copy()
        lucks = words(int(view["luck"]), "coach", 6)
        views["luck"] = lucks[-1]
        long = judge.think(views[0], 4000)
        ends = long.values[0].choice, long.values[-1].choice
        far = long.difference(*ends)
        for luck in lucks[:-1]:
            views["luck"] = luck
            short = judge.think(views[0], 200)
            pairs = zip(short.values, long.values, strict=True)
            inside += [abs(one.mean - two.mean) <= np.hypot(one.high - one.mean, two.high - two.mean) for one, two in pairs]
            near = short.difference(*ends)
            apart.append(abs(near[0] - far[0]) <= np.hypot(near[2] - near[0], far[2] - far[0]))
    print(f"{len(inside)} values inside {np.mean(inside):.3f}, {len(apart)} differences {np.mean(apart):.3f}")
    assert 0.93 <= np.mean(inside) <= 0.985 and 0.92 <= np.mean(apart) <= 0.99
