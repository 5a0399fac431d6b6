"""Players who think ahead: the same choice however they are asked, opinions, time, and what stays hidden from them."""

import time
from random import Random

import numpy as np
import pytest

from cardshark.cards import count, listed
from cardshark.games import hearts, house
from cardshark.play import match
from cardshark.players import seat
from cardshark.players.hearts.search.imagine import imagine
from cardshark.players.thinking import CHUNK, Thought, new_thought, opinion
from cardshark.text import UserError
from helpers.compiling import PLAIN, compiled_only, in_plain_python
from helpers.hearts.decisions import every_view, middle, passing, rules_of, some_views, thinker
from helpers.players import chosen, shown, thought_about
from reference.hearts_side_by_side import Batch

SEARCHES = ["montecarlo:deals=8", "pomcp:simulations=20", "uct:deals=3,simulations=10", "ismcts:simulations=20"]
BY_ACTION = "uct:actions=falcon,simulations=20"


def test_without_passing_by_search_cards_are_passed_by_the_rule_of_the_playouts():
    rules = rules_of("passleft")
    views = some_views(rules, 20, seed=8, keep=passing)
    for text in [*SEARCHES, BY_ACTION]:
        assert chosen(thinker(f"{text},playout=jake,others=stock", rules), views) == chosen(thinker("jake", rules), views)


# ---- the same choice, however it is asked ----


def test_a_choice_does_not_depend_on_what_else_is_asked():
    rules = rules_of("american")
    views = some_views(rules, 3 if PLAIN else 50, seed=1, keep=lambda views: views["table"]["hand_number"] >= 0)
    more = ["montecarlo:deals=5,sampler=weighted", "montecarlo:deals=5,sampler=product,others=greedy+stock,epsilon=0.1", BY_ACTION]
    for text in [*SEARCHES, *more, "pomcp:simulations=5,sampler=sequential,passing=search,playout=random"]:
        player = thinker(text, rules)
        together = chosen(player, views)
        assert together == [choice for i in range(len(views)) for choice in chosen(player, views[i : i + 1])]
        assert together[::-1] == chosen(thinker(text, rules), views[::-1].copy())
        for choice, legal in zip(together, views["legal"].tolist(), strict=True):
            assert legal >> choice & 1


@pytest.mark.parametrize("text", ["montecarlo", "pomcp", "ismcts", "uct:simulations=5", "uct:actions=falcon"])
@pytest.mark.parametrize("cuts", [(0, CHUNK), (0, 5, CHUNK + 1)])
def test_worlds_may_be_thought_of_in_parts(text, cuts):
    rules, whole = rules_of("passleft"), CHUNK + (2 if PLAIN else 60)
    views = some_views(rules, 1, seed=2, keep=lambda views: views["table"]["trick"] > 8)
    views, player, thoughts, choices = shown(views), thinker(text, rules), [new_thought(1), new_thought(1)], np.zeros((2, 1), np.int8)
    player.ponder(views, choices[0], thoughts[0], 0, whole)
    for begin, end in zip(cuts, [*cuts[1:], whole], strict=True):
        player.ponder(views, choices[1], thoughts[1], begin, end - begin)
    for once, in_parts in zip(*thoughts, strict=True):
        assert once.tolist() == in_parts.tolist()
    assert choices[0] == choices[1]
    assert thoughts[0].worlds[0] == whole


def fingerprint():
    """What all searches make of a few views, trees that are full and all ways of imagining included."""
    rules, found = rules_of("american:jack_of_diamonds=10"), []
    views = some_views(rules, 4, seed=3, keep=lambda views: views["table"]["trick"] % 4 == 1, matches=40)
    others = ["uniform", "sequential", "weighted,pool=2", "product,pool=2,others=greedy+jake"]
    texts = [f"montecarlo:deals=3,epsilon=0.2,sampler={sampler}" for sampler in others]
    trees = ["pomcp:simulations=30,reuse=yes,others=stock", "ismcts:simulations=30", "uct:deals=2,simulations=20,c=3", BY_ACTION]
    for text in [*texts, *trees]:
        player = thinker(text, rules)
        found += chosen(player, views)
        if hasattr(player, "_tree"):
            player._tree = player._tree._replace(nodes=player._tree.nodes[:20])
            found += chosen(player, views)
    return found


@pytest.mark.long
@compiled_only
def test_plain_python_thinks_the_same():
    """Plain Python also notices an index out of range, which compiled code does not."""
    assert in_plain_python("test_search", "fingerprint()") == str(fingerprint())


# ---- opinions ----


@pytest.mark.parametrize("text", SEARCHES)
def test_there_is_an_opinion_about_every_legal_card(text):
    rules = rules_of("american")
    player = thinker(text, rules)
    forced = some_views(rules, 5, 3, keep=lambda views: views["table"]["trick"] == 12)
    assert len(forced) == 0  # the last card is never a choice
    views = every_view(rules, 2, 3)
    forced = views[[count(legal) == 1 for legal in views["legal"]]][:3]
    for view in [*middle(rules, wanted=3), *forced]:
        told = player.opinions(view)
        assert [each.choice for each in told] == listed(view["legal"])
        assert sum(each.visits for each in told) >= 8
        thought, (choice,) = thought_about(thinker(text, rules), view.reshape(1))
        for each in told:
            assert each.low <= each.mean <= each.high
        if len(told) > 1:
            assert [each.mean for each in told] == [thought.sums[0, each.choice] / thought.visits[0, each.choice] for each in told]
            assert min(told, key=lambda each: each.mean).choice == choice
        else:
            assert thought.visits.sum() == 0  # when it plays it does not think about a forced card


def covered(text, longer, rules, views):
    """How often the interval of a short search has the mean of a much longer one."""
    short, long, hits = thinker(text, rules), thinker(longer, rules), []
    for view in views:
        for told, truth in zip(short.opinions(view), long.opinions(view), strict=True):
            hits.append(told.low <= truth.mean <= told.high)
    return np.mean(hits)


@pytest.mark.slow
def test_intervals_are_as_wide_as_they_should_be():
    rules = rules_of("passleft")
    views = middle(rules, wanted=60)
    assert 0.88 < covered("montecarlo:deals=60", "montecarlo:deals=1500", rules, views) < 0.99


def test_an_interval_counts_independent_deals():
    def reach(**more):
        parts = {"sums": 300.0, "squares": 1300.0, "visits": 100.0, "worlds": 100.0, "effective": 100.0} | more
        return opinion(Thought(*(np.full((1, 64), parts[name]) if i < 3 else np.full(1, parts[name]) for i, name in enumerate(parts))), 5)

    def expected(independent):
        return pytest.approx(3 + 1.96 * 2 / (independent - 1) ** 0.5)

    assert reach()[:2] == (5, 3.0)
    assert reach().high == 6 - reach().low == expected(100)
    assert reach(effective=25.0).high == expected(25)  # weighted deals that are worth a quarter
    assert reach(worlds=25.0, effective=25.0).high == expected(25)  # four hands in each deal
    assert reach(visits=50.0, sums=150.0, squares=650.0).high == expected(50)  # every other deal
    assert reach(visits=1.0, sums=3.0, squares=9.0).high == np.inf  # one deal says nothing about the others
    assert np.isnan(reach(visits=0.0).mean)


@compiled_only
def test_weighted_deals_that_say_little_make_intervals_wider():
    rules = rules_of("passleft")
    views = middle(rules, wanted=40)
    weighted, _ = thought_about(thinker("montecarlo:deals=50,sampler=weighted,pool=2,slip_chance=0.01", rules), views)
    uniform, _ = thought_about(thinker("montecarlo:deals=50", rules), views)
    assert (weighted.effective <= 50).all()
    poor = np.flatnonzero(weighted.effective < 10)
    assert len(poor) > 5
    ratios = []
    for i in poor:
        rows = [Thought(*(part[i : i + 1] for part in thought)) for thought in (weighted, uniform)]
        for choice in listed(views["legal"][i]):
            narrow, wide = (told.high - told.low for told in (opinion(rows[1], choice), opinion(rows[0], choice)))
            if narrow > 0 and wide > 0:
                ratios.append(wide / narrow)
    assert np.median(ratios) > 1.5


def test_weights_too_small_to_be_squared_are_no_mistake():
    rules = rules_of("passleft")
    views = some_views(rules, 3 if PLAIN else 30, 5, keep=lambda views: views["table"]["trick"] > 9)
    thought, _ = thought_about(thinker("montecarlo:deals=5,sampler=weighted,slip_chance=1e-10", rules), views)
    assert (thought.effective > 0).all()
    assert (thought.effective == 1).any()  # there were some
    nobody_fits = "montecarlo:deals=2,others=greedy+stock,slip_chance=0"  # then any idea will do
    thought_about(thinker(nobody_fits, rules), views)


# ---- time ----


@pytest.mark.long
@compiled_only
@pytest.mark.parametrize("text", ["montecarlo", "montecarlo:sampler=weighted", "pomcp", "ismcts", "uct:simulations=20"])
def test_time_to_think_is_kept(text):
    rules = rules_of("passleft")
    player = thinker(text + (":" if ":" not in text else ",") + "seconds=0.05", rules)
    views = middle(rules, wanted=4)
    chosen(player, views[:1])  # perhaps it is compiled now
    for view in views:
        began = time.perf_counter()
        (choice,) = chosen(player, view.reshape(1))
        assert 0.05 <= time.perf_counter() - began < 0.5
        assert int(view["legal"]) >> choice & 1
    all_views = every_view(rules, 4, 3)
    forced = all_views[[count(legal) == 1 for legal in all_views["legal"]]]
    assert len(forced) > 20
    began = time.perf_counter()
    assert chosen(player, forced) == [listed(legal)[0] for legal in forced["legal"]]
    assert time.perf_counter() - began < 0.05 * len(forced) / 2


# ---- what is refused ----


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("montecarlo:deals=0", "deals to imagine are 1 to 1,000,000, not 0"),
        ("uct:deals=0", "deals to imagine are 1 to 1,000,000, not 0"),
        ("pomcp:simulations=0", "simulations are 1 to 1,000,000, not 0"),
        ("montecarlo:epsilon=2", "epsilon is a chance from 0 to 1, not 2.0"),
        ("montecarlo:slip_chance=-1", "slip_chance is a chance from 0 to 1"),
        ("montecarlo:playout=nobody", "there is no style of play 'nobody'; there is random, greedy, stock, jake"),
        ("montecarlo:others=stock+nobody", "there is no style of play 'nobody'"),
        ("montecarlo:playout=greedy(nothing=1)", "greedy has no option 'nothing'"),
        ("pomcp:c=x", "c must be a number, not 'x'"),
        ("pomcp:c=-1", "c is 'outstanding' or a number of points from 0 up, not '-1'"),
        ("ismcts:c=nan", "c is 'outstanding' or a number"),
        ("montecarlo:sampler=foo", "there is no setting for sampler 'foo'; there is uniform, sequential, weighted, product"),
        ("montecarlo:pool=0", "a pool has 1 to 1000 deals for each one taken, not 0"),
        ("montecarlo:seconds=-1", "seconds to think are 0"),
        ("montecarlo:passing=maybe", "there is no setting for passing 'maybe'"),
        ("uct:reuse=yes", "uct has no option 'reuse'"),
    ],
)
def test_wrong_options_are_refused_in_one_sentence(text, words):
    with pytest.raises(UserError) as refused:
        seat(text)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", ["pomcp", "uct", "ismcts"])
def test_they_play_hearts_only(name):
    with pytest.raises(UserError, match=f"{name} plays Hearts only"):
        match("gin", [name, "random"])


def test_an_option_goes_on_being_known_by_its_former_name():
    assert seat("montecarlo:loose=0.3").slip_chance == seat("montecarlo:slip_chance=0.3").slip_chance == 0.3
    assert seat("rollouts:loose=0.3").slip_chance == seat("ismcts:loose=0.3").slip_chance == 0.3


# ---- what is hidden stays hidden ----


def test_hidden_cards_stay_hidden():
    """The same game with other hidden cards that agree with everything seen: the same choices."""
    rules = rules_of("american:hands=1")
    record, random = house.record(rules), Random(8)
    batch = Batch(rules, 1 if PLAIN else 16, seed=8)
    rows, changed = batch.going_on(), 0
    while len(rows):
        views, legals = batch.look(rows)
        if views["table"]["played"][0] % 6 == 1:
            others, again = batch.games[rows].copy(), np.zeros(len(rows), hearts.VIEW)
            for game, view in zip(others, views, strict=True):
                game["hands"] = imagine(view, rules, 1, random.getrandbits(64))[0]
            changed += int((others["hands"] != batch.games[rows]["hands"]).any(axis=1).sum())
            hearts.look_all(others, record, np.arange(len(rows), dtype=np.uint32), again)
            for text in [*SEARCHES, BY_ACTION, "pomcp:simulations=9,reuse=yes", "montecarlo:deals=3,sampler=weighted"]:
                assert chosen(thinker(text, rules), views) == chosen(thinker(text, rules), again)
        rows = batch.choose(rows, [random.choice(listed(legal)) for legal in legals])
    assert changed > (3 if PLAIN else 50)
