"""Players who think ahead: against the book, against end games searched in full, and against the clock."""

import os
import subprocess
import sys
import time
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest

from cardshark.arena.duel import duel
from cardshark.cards import count, listed
from cardshark.chance import draw_all
from cardshark.games import hearts, house
from cardshark.games.hearts.rules import PRESETS
from cardshark.play import deal, match, play
from cardshark.players import seat
from cardshark.players.hearts.search.beliefs import weigh
from cardshark.players.hearts.search.imagine import imagine, marginals
from cardshark.players.hearts.search.nodes import NODE, NOTHING
from cardshark.players.thinking import CHUNK, Thought, blank, opinion
from cardshark.text import UserError
from helpers.imagined import possible_deals
from helpers.views import shown
from reference import search_book as book
from reference.hearts_book import NAME, NUMBER
from reference.hearts_side_by_side import Batch, style

PLAIN = bool(int(os.environ.get("NUMBA_DISABLE_JIT", "0")))
compiled = pytest.mark.skipif(PLAIN, reason="plain Python would think for minutes")
THREE = "dutch:lowest=9,players=3"  # 24 cards: near the end all of them are often known
BY_ACTION = "uct:actions=falcon,simulations=20"
SEARCHES = ["montecarlo:deals=8", "pomcp:simulations=20", "uct:deals=3,simulations=10", "ismcts:simulations=20"]


def rules_of(text):
    return house.parse(PRESETS, text)


def thinker(text, rules):
    """A player who knows the rules."""
    player = seat(text)
    player.sit(hearts, rules)
    return player


def chosen(player, views):
    choices = np.full(len(views), -1, np.int8)
    player.choose(shown(views), choices)
    return choices.tolist()


def thought_about(text, rules, views):
    """What a player thinks of these views, and what it chooses."""
    choices = np.full(len(views), -1, np.int8)
    return thinker(text, rules).think(shown(views), choices), choices.tolist()


def every_view(rules, matches, seed, totals=None, second_stage=False, hands=1):
    """Every decision of the first hands of some matches in which somebody grabs what he can and the others duck, or all play anyhow."""
    random = Random(seed)
    batch = Batch(rules, matches, seed, first=[random.randrange(12) for _ in range(matches)])
    if totals:
        batch.games["table"]["totals"] = totals
    batch.games["table"]["second_stage"] = second_stage
    styles = [style(random, random.choice([None, *range(rules.players)])) for _ in range(matches)]
    found, rows = [], batch.going_on()
    last = batch.games["first"] + hands
    while len(rows):
        views, legals = batch.look(rows)
        found.append(views)
        choices = [styles[row](int(view["table"]["turn"]), listed(legal)) for row, view, legal in zip(rows, views, legals, strict=True)]
        rows = np.array([row for row in batch.choose(rows, choices) if batch.games[row]["table"]["hand_number"] < last[row]], np.uint32)
    return np.concatenate(found)


def some_views(rules, wanted, seed, keep=lambda views: views["table"]["phase"] == hearts.PLAY, **more):
    """A few decisions with a choice, of many."""
    views = every_view(rules, 8 if PLAIN else 40, seed, **more)
    views = views[keep(views) & (views["legal"] & (views["legal"] - np.uint64(1)) > 0)]
    return views[Random(seed).sample(range(len(views)), min(wanted, len(views)))]


def endings(rules, matches, seed, most_cards, most_deals):
    """Decisions near the end of a hand, when few deals are possible."""
    views = every_view(rules, matches, seed)
    for view in views[views["table"]["phase"] == hearts.PLAY]:
        few = 2 <= count(view["hand"]) <= most_cards and count(view["legal"]) > 1
        if few and possible_deals(view, rules) <= most_deals:
            yield view


def passing_views(views):
    return views["table"]["phase"] == hearts.PASS


def moonlight(views):
    """One player has taken every point so far, and many."""
    points = views["table"]["points"]
    return (points.sum(axis=1) > 5) & (points.sum(axis=1) == points.max(axis=1))


# ---- against the book ----

TABLES = {
    "american:moon=none": {},
    "american": {},
    "american:moon=shooter_minus": {},
    "american:moon=choice,limit=60": {"totals": [20, 59, 58, 0]},  # somebody is often better off with less for himself
    "dutch:win_back=yes": {"totals": [70, 30, 100, 50], "second_stage": True},
    "dutch": {},
    "american:jack_of_diamonds=10": {},
    "american:players=3,removed=2D": {},
    "passleft": {},
    "falcon": {},
}


def check_sums(own, others, rules, views, deals, more="", imagined=imagine):
    """What every card costs, summed over the same imagined deals: exactly what the book says. How many hands were swept."""
    thought, choices = thought_about(f"montecarlo:deals={deals},playout={own},others={others},passing=search{more}", rules, views)
    swept = 0
    for i, view in enumerate(views):
        sums, squares = Counter(), Counter()
        for hands in imagined(view, rules, deals, int(view["luck"])).tolist():
            found, sweeps = book.costs(view, rules, hands, own, others)
            sums.update(found)
            squares.update({choice: cost * cost for choice, cost in found.items()})
            swept += sweeps
        legal = listed(view["legal"])
        assert {choice: thought.sums[i, choice] for choice in legal} == {choice: sums[choice] for choice in legal}
        assert {choice: thought.squares[i, choice] for choice in legal} == {choice: squares[choice] for choice in legal}
        assert choices[i] == min(legal, key=lambda choice: (sums[choice], choice))
        assert thought.visits[i, choices[i]] == thought.worlds[i] == deals
        assert thought.effective[i] == deals or more
    return swept


@pytest.mark.parametrize("text", TABLES)
def test_montecarlo_adds_up_what_the_book_says(text):
    rules = rules_of(text)
    wanted = 2 if PLAIN else 8
    views = [some_views(rules, wanted, seed=5, **TABLES[text]), some_views(rules, wanted, seed=5, keep=moonlight, **TABLES[text])]
    swept = check_sums("greedy", "greedy", rules, np.concatenate(views), 2 if PLAIN else 5)
    assert swept or PLAIN  # otherwise a moon would not be noticed


@pytest.mark.parametrize("text", ["american", "dutch:jack_of_diamonds=5", "american:players=3,removed=2D"])
def test_others_are_thought_to_play_in_their_own_way(text):
    rules = rules_of(text)
    views = some_views(rules, 3 if PLAIN else 8, seed=6)
    check_sums("stock", "jake", rules, views, 2)


@pytest.mark.parametrize("text", ["american", "passleft:pass_count=4,moon=shooter_minus", "american:players=3,removed=2D,pass_count=2"])
def test_montecarlo_passes_what_the_book_says(text):
    rules = rules_of(text)
    views = some_views(rules, 8, seed=7, keep=passing_views)
    assert {int(turn) for turn in views["table"]["turn"]} > {0}  # others have passed before
    assert any(views["given"])
    check_sums("greedy", "stock", rules, views, 1)


def weighted(view, rules, deals, luck):
    """Deals drawn from a pool in proportion to how well they explain what stock players would have done."""
    pool = imagine(view, rules, 4 * deals, luck)
    upto = np.cumsum(weigh(view, rules, pool, ["stock"], 0.2))
    drawn = np.empty(deals, np.uint64)
    draw_all(~np.uint64(luck), 0, drawn)
    return pool[np.searchsorted(upto, (drawn >> np.uint64(11)) * 2.0**-53 * upto[-1], side="right")]


def test_weighted_deals_are_those_that_explain_what_was_played():
    rules = rules_of("passleft")
    views = some_views(rules, 2 if PLAIN else 10, seed=10)
    check_sums("greedy", "stock", rules, views, 4, ",sampler=weighted,pool=4,slip_chance=0.2", weighted)


@compiled
def test_card_by_card_beliefs_resemble_the_weighted_deals():
    rules = rules_of("passleft")
    far, near = [], []
    for view in middle(rules, wanted=10):
        pool = imagine(view, rules, 10 * CHUNK, int(view["luck"]))
        weights = weigh(view, rules, pool, ["greedy"], 0.1)
        held = (pool[:, None, :] >> np.arange(64, dtype=np.uint64)[None, :, None]) & np.uint64(1)
        wanted = np.average(held, axis=0, weights=weights)
        player = thinker(f"montecarlo:deals={CHUNK},sampler=product", rules)
        chosen(player, view.reshape(1))
        near.append(np.abs(marginals(player._search.workspace.worlds) - wanted).mean())
        far.append(np.abs(marginals(pool) - wanted).mean())
    assert np.mean(near) < 0.5 * np.mean(far)


@compiled
@pytest.mark.parametrize(("number", "kind"), [(0, "greedy"), (1, "stock")])
def test_how_the_others_play_is_told_from_their_cards(number, kind):
    """Thought to be greedy or stock, everybody is soon known for what he is."""
    rules = rules_of("passleft")
    batch = Batch(rules._replace(hands=1), 20, 5)
    rows, everybody = batch.going_on(), thinker(kind, rules)
    while len(rows) and batch.games["table"]["trick"][0] < 8:
        views, _ = batch.look(rows)
        rows = batch.choose(rows, chosen(everybody, views))
    views, _ = batch.look(rows)
    for sampler in ("uniform", "weighted"):
        believed = []
        for view in views[[count(legal) > 1 for legal in views["legal"]]]:
            player = thinker(f"montecarlo:deals={CHUNK},others=greedy+stock,sampler={sampler}", rules)
            chosen(player, view.reshape(1))
            believed.append((np.delete(player._search.workspace.followed, view["table"]["turn"], axis=1) == number).mean())
        assert np.mean(believed) > 0.8


def test_without_passing_by_search_cards_are_passed_by_the_rule_of_the_playouts():
    rules = rules_of("passleft")
    views = some_views(rules, 20, seed=8, keep=passing_views)
    for text in [*SEARCHES, BY_ACTION]:
        assert chosen(thinker(f"{text},playout=jake,others=stock", rules), views) == chosen(thinker("jake", rules), views)


def test_a_tree_begins_with_what_montecarlo_does():
    """Each card is tried once before any is tried again, and where all cards are known that is one and the same playout."""
    rules = rules_of(THREE)
    positions = list(endings(rules, 20 if PLAIN else 60, 9, 5, 1))
    assert len(positions) > 10
    for view in positions[:20]:
        views, legal = view.reshape(1), listed(view["legal"])
        expected, _ = thought_about("montecarlo:deals=1,playout=stock", rules, views)
        for text in (f"pomcp:simulations={len(legal)}", f"ismcts:simulations={len(legal)}", f"uct:deals=1,simulations={len(legal)}"):
            found, _ = thought_about(f"{text},playout=stock", rules, views)
            assert found.visits[0, legal].tolist() == [1] * len(legal)
            assert found.sums[0, legal].tolist() == expected.sums[0, legal].tolist()


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
    views, player, thoughts, choices = shown(views), thinker(text, rules), [blank(1), blank(1)], np.zeros((2, 1), np.int8)
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
    views = some_views(rules, 4, seed=3, keep=lambda views: views["table"]["trick"] % 4 == 1)
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


@compiled
def test_plain_python_thinks_the_same():
    """Plain Python also notices an index out of range, which compiled code does not."""
    script = "import test_search; test_search.PLAIN = False; print(test_search.fingerprint())"
    path = os.pathsep.join([str(Path(__file__).parents[2]), *sys.path])
    env = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path, "PYTHONWARNINGS": "ignore"}
    done = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(fingerprint())


# ---- end games with a known answer ----


def greedy_choice(view, rules):
    return chosen(thinker("greedy", rules), view.reshape(1))[0]


def test_pomcp_finds_the_best_card_against_those_it_knows():
    """The others are greedy, and every deal that is possible counts alike: the exact expected cost is known."""
    rules, found = rules_of("american"), 0
    for view in endings(rules, 12 if PLAIN else 60, 11, 3, 40):
        possible = {tuple(hands) for hands in imagine(view, rules, 1000, 0).tolist()}
        assert len(possible) == possible_deals(view, rules)
        deals = [book.set_up(view, rules, hands, "greedy") for hands in sorted(possible)]
        exact = {NUMBER[card]: cost for card, cost in book.expected_costs(deals, int(view["table"]["turn"]), "greedy").items()}
        best, second = sorted(exact.values())[:2]
        clever = exact[greedy_choice(view, rules)] > best
        if second - best < 0.3 or not clever:
            continue
        found += 1
        player = thinker(f"pomcp:simulations={300 if PLAIN else 20_000},c=4", rules)
        assert exact[chosen(player, view.reshape(1))[0]] == best
        means = {told.choice: told.mean for told in player.opinions(view)}
        assert means[min(exact, key=exact.__getitem__)] == pytest.approx(best, abs=0.5 if PLAIN else 0.12)
        if found == (1 if PLAIN else 12):
            return
    pytest.fail(f"only {found} end games in which greed is a mistake")


@cache
def open_endings(text, matches):
    """End games in which all cards are known and a single card is best if everybody plays for himself, what each card may cost,
    and who would not find it: the greedy player, and one who hopes that the others help."""
    rules, found = rules_of(text), []
    for view in endings(rules, matches, 12, 3, 1):
        hand = book.set_up(view, rules, imagine(view, rules, 1, 0)[0].tolist(), "greedy")
        values = book.values(hand)
        best = book.only_best(values)
        if best is not None:
            hopes = {card: book.with_help(hand.after(card), hand.turn) for card in hand.legal()}
            hopeful = [card for card in hopes if hopes[card] == min(hopes.values())]
            found.append((view, best, values[best], NUMBER[best] != greedy_choice(view, rules), hopeful != [best]))
    return [ending for ending in found if ending[3] or ending[4]]


@compiled
@pytest.mark.parametrize("text", ["uct:deals=1,simulations=20000", "ismcts:simulations=20000"])
@pytest.mark.parametrize(("table", "matches", "greedy", "hopeful"), [(THREE, 300, 6, 6), ("american", 200, 2, 0)])
def test_everybody_plays_for_himself_where_all_cards_are_known(text, table, matches, greedy, hopeful):
    positions = open_endings(table, matches)
    assert sum(ending[3] for ending in positions) >= greedy
    assert sum(ending[4] for ending in positions) >= hopeful
    player = thinker(text, rules_of(table))
    for view, best, (least, most), *_ in positions:
        assert NAME[chosen(player, view.reshape(1))[0]] == best
        mean = next(told.mean for told in player.opinions(view) if told.choice == NUMBER[best])
        assert least - 0.5 < mean < most + 0.5


# ---- how a tree explores ----


def middle(rules, wanted=6, seed=4):
    """Decisions in the middle of hands, among at least three cards."""
    views = some_views(rules, 60, seed, keep=lambda views: (views["table"]["trick"] >= 3) & (views["table"]["trick"] < 9))
    return views[[count(legal) > 2 for legal in views["legal"]]][:wanted]


@compiled
def test_c_says_how_much_is_explored():
    rules = rules_of("passleft")
    for view in middle(rules):
        views, legal = view.reshape(1), listed(view["legal"])
        for name in ("pomcp", "ismcts"):
            visits = {c: thought_about(f"{name}:simulations=600,c={c}", rules, views)[0].visits[0, legal] for c in (0, 5, 100_000)}
            assert [total.sum() for total in visits.values()] == [600] * 3
            assert visits[0].max() > visits[5].max() >= visits[100_000].max()
            assert np.ptp(visits[100_000]) <= 1  # all alike
            assert visits[0].max() > 0.6 * 600


def test_c_is_the_points_still_to_be_taken():
    rules, left, others = rules_of("dutch"), set(), 0
    for view in middle(rules, wanted=3 if PLAIN else 6):
        outstanding = 15 - int(view["table"]["points"].sum())
        left.add(outstanding)
        by_itself, _ = thought_about("pomcp:simulations=200", rules, view.reshape(1))
        by_number, _ = thought_about(f"pomcp:simulations=200,c={outstanding}", rules, view.reshape(1))
        assert by_itself.visits.tolist() == by_number.visits.tolist()
        other, _ = thought_about(f"pomcp:simulations=200,c={outstanding + 3}", rules, view.reshape(1))
        others += by_itself.visits.tolist() != other.visits.tolist()
    assert len(left) > 1
    assert others > (0 if PLAIN else 1)


@compiled
def test_the_final_choice_is_the_cheapest_or_the_most_visited():
    rules = rules_of("passleft")
    views = middle(rules, wanted=60)
    thought, by_mean = thought_about("pomcp:simulations=30,c=1", rules, views)
    same, by_visits = thought_about("pomcp:simulations=30,c=1,final=visits", rules, views)
    assert thought.visits.tolist() == same.visits.tolist()
    tried = thought.visits > 0
    means = np.where(tried, thought.sums / np.where(tried, thought.visits, 1), np.inf)
    assert by_mean == means.argmin(axis=1).tolist()
    assert by_visits == thought.visits.argmax(axis=1).tolist()
    assert by_mean != by_visits
    assert (thought.visits.sum(axis=1) == 30).all()
    deals, _ = thought_about("uct:deals=7,simulations=13", rules, views)
    assert (deals.visits.sum(axis=1) == 7 * 13).all()


# ---- the tree itself ----


def children_of(nodes, number):
    """The nodes below a node."""
    child = int(nodes[number]["child"])
    while child != NOTHING:
        yield child
        child = int(nodes[child]["sibling"])


def check_tree(player, fresh_each_time):
    """Every choice has one node below its parent, what was tried is known, and no visit is lost. How often the root was visited."""
    nodes, waiting, reached = player._tree.nodes, [0], []
    while waiting:
        number = waiting.pop()
        reached.append(number)
        children = list(children_of(nodes, number))
        below, waiting = nodes[children], waiting + children
        assert int(nodes[number]["tried"]) == sum({1 << int(choice) for choice in below["choice"]})
        assert count(nodes[number]["tried"]) == len(children)
        assert len(set(below["seat"].tolist())) <= 1
        assert (below["visits"] > 0).all()
        assert (below["chances"] >= below["visits"]).all() or not fresh_each_time
        if number:
            assert below["visits"].sum() <= nodes[number]["visits"] - fresh_each_time
    assert sorted(reached) == list(range(int(player._tree.size[0])))
    return int(nodes[list(children_of(nodes, 0))]["visits"].sum())


@pytest.mark.parametrize("name", ["pomcp", "ismcts"])
def test_a_tree_hangs_together_and_ends_where_its_memory_ends(name):
    rules = rules_of("passleft")
    for view in middle(rules, wanted=2 if PLAIN else 6):
        room = 8 * count(view["legal"]) + 8  # enough to try every card once
        player = thinker(f"{name}:simulations=100", rules)
        assert len(player._tree.nodes) >= 100
        player._tree = player._tree._replace(nodes=np.zeros(room, NODE))
        (choice,) = chosen(player, view.reshape(1))
        assert int(view["legal"]) >> choice & 1
        assert check_tree(player, fresh_each_time=name == "ismcts") == 100
        assert player._tree.size[0] == room


@compiled
def test_memory_is_enough_for_every_simulation():
    rules = rules_of("passleft")
    for text in ("pomcp:simulations=400", "ismcts:simulations=400", "uct:simulations=400,deals=1", "uct:simulations=400,actions=falcon"):
        player = thinker(text, rules)
        for view in middle(rules):
            chosen(player, view.reshape(1))
            assert player._tree.size[0] < len(player._tree.nodes)


def test_uct_begins_a_tree_for_every_deal():
    """The same deal again and again says the same again and again, but for luck."""
    rules = rules_of("american")
    view = next(view for view in endings(rules, 100, 12, 4, 1) if count(view["legal"]) > 2)
    one, _ = thought_about("uct:deals=1,simulations=3", rules, view.reshape(1))
    many, _ = thought_about("uct:deals=9,simulations=3", rules, view.reshape(1))
    assert many.visits.tolist() == (9 * one.visits).tolist()
    assert many.sums.tolist() == (9 * one.sums).tolist()


# ---- a tree that is kept ----


def play_one(player, rules, seed):
    """Play a hand on seat 0 against greedy players: how often the root of the tree was visited at each decision of its own."""
    greedy, visits = thinker("greedy", rules), []
    batch = Batch(rules, 1, seed)
    rows = batch.going_on()
    while len(rows):
        views, _ = batch.look(rows)
        mine = views["table"]["turn"][0] == 0
        choices = chosen(player if mine else greedy, views)
        if mine and views["table"]["phase"][0] == hearts.PLAY and count(views["legal"][0]) > 1:
            visits.append(check_tree(player, fresh_each_time=False))
        rows = batch.choose(rows, choices)
    return visits


def test_a_kept_tree_goes_on_with_what_it_knows():
    rules, simulations, more = rules_of("passleft:hands=1"), 100, 0
    for seed in range(2 if PLAIN else 8):
        player = thinker(f"pomcp:simulations={simulations},reuse=yes", rules)
        visits = play_one(player, rules, seed)
        assert visits[0] == simulations
        assert min(visits) >= simulations
        more += sum(total > simulations for total in visits[1:])
        assert not player._trees
        assert set(play_one(thinker(f"pomcp:simulations={simulations}", rules), rules, seed)) == {simulations}
    assert more > (2 if PLAIN else 20)


def test_kept_trees_are_forgotten_when_the_hands_are_over():
    rules = rules_of("american:hands=2")
    player = seat("pomcp:simulations=10,reuse=yes")
    games = deal(hearts, rules, seed=1, count=3)
    play(hearts, rules, games, [player])
    assert not player._trees
    views = middle(rules, wanted=5)
    chosen(player, views)
    assert len(player._trees) == 5
    player.sit(hearts, rules)
    assert not player._trees  # those hands were broken off


def test_a_kept_tree_has_no_part_in_opinions_about_another_view():
    rules = rules_of("american")
    views = middle(rules, wanted=4)
    player = thinker("pomcp:simulations=50,reuse=yes", rules)
    chosen(player, views)
    for view in views:
        assert player.opinions(view) == thinker("pomcp:simulations=50", rules).opinions(view)


def test_a_duel_with_kept_trees_is_the_same_twice():
    rules, text = rules_of("passleft"), "pomcp:simulations=15,reuse=yes"
    player = seat(text)
    deals = 2 if PLAIN else 6
    first, *again = (
        duel(hearts, rules, (text, who), ("greedy", seat("greedy")), deals=deals, seed=3) for who in (player, player, seat(text))
    )
    for other in again:
        assert (first.points_a, first.points_b, first.low) == (other.points_a, other.points_b, other.low)


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
        thought, (choice,) = thought_about(text, rules, view.reshape(1))
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


@compiled
def test_weighted_deals_that_say_little_make_intervals_wider():
    rules = rules_of("passleft")
    views = middle(rules, wanted=40)
    weighted, _ = thought_about("montecarlo:deals=50,sampler=weighted,pool=2,slip_chance=0.01", rules, views)
    uniform, _ = thought_about("montecarlo:deals=50", rules, views)
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
    thought, _ = thought_about("montecarlo:deals=5,sampler=weighted,slip_chance=1e-10", rules, views)
    assert (thought.effective > 0).all()
    assert (thought.effective == 1).any()  # there were some
    thought_about("montecarlo:deals=2,others=greedy+stock,slip_chance=0", rules, views)  # nobody plays like either: any idea will do


# ---- time ----


@compiled
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


# ---- how strong they are ----


def against(a, b, rules, deals, seed=1):
    return duel(hearts, PRESETS[rules], (a, seat(a)), (b, seat(b)), deals=deals, seed=seed)


@pytest.mark.slow
def test_looking_ahead_halves_what_greed_costs():
    """The POMCP report: 0.148 and 0.146 of the points, where an equal player has 0.25."""
    assert 0.13 < against("montecarlo:deals=100", "greedy", "passleft", 400).share_a < 0.16
    assert 0.13 < against("pomcp:simulations=400", "greedy", "passleft", 400).share_a < 0.16


@pytest.mark.slow
def test_montecarlo_beats_the_rule_player_of_the_falcon_paper():
    assert against("greedy", "stock", "falcon", 4000).points_a == pytest.approx(8.3, abs=0.2)
    # A prototype had 4.27 with a standard error of 0.11; 3,200 deals of two seeds give 4.13 with 0.04, and these 600 have 0.08.
    assert against("montecarlo:deals=100,playout=stock", "stock", "falcon", 600).points_a == pytest.approx(4.2, abs=0.25)


@pytest.mark.slow
@pytest.mark.parametrize("text", ["uct:deals=20,simulations=50", "ismcts:simulations=500"])
def test_playing_for_oneself_beats_greed(text):
    result = against(text, "greedy", "passleft", 150)
    assert result.high < -1.5
