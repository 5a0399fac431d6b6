"""Worlds that montecarlo imagines at gin: they agree with what was seen and explain it, and cost what hands played out cost."""

from collections import Counter
from itertools import combinations, product
from math import comb

import numpy as np
import pytest

from cardshark.cards import ALL, card, count, listed, name, set_of
from cardshark.chance import draw
from cardshark.games import gin, house
from cardshark.games.gin.melds import deadwood
from cardshark.games.gin.rules import PRESETS
from cardshark.players.gin.search.worlds import GIN_SEARCH, begin_walk, gin_workspace, imagine_gin, plausibility, set_up_gin
from cardshark.players.gin.styles import gin_style_of, observer_style
from cardshark.players.player import unpack
from cardshark.players.thinking import CHUNK, Sampler
from helpers.arrays import copied
from helpers.compiling import PLAIN, compiled_only
from helpers.gin.hands import THOUGHTFUL, laid_out, rules_of, some, thinker, view_after
from helpers.players import shown
from reference import gin_styles_book as book
from reference.gin_side_by_side import named


def word_of(word, number):
    """A number of a stream, which compiled code returns as a plain int."""
    return np.uint64(draw(word, number))


def search(sampler=Sampler.UNIFORM, pool=10, slip_chance=0.1):
    found = np.zeros(1, GIN_SEARCH)
    found["sampler"], found["pool"], found["slip_chance"] = sampler, pool, slip_chance
    return found[0]


def imagined(view, amount, style="simple", begin=0, **more):
    """Hands that the other player may hold."""
    workspace = gin_workspace()
    imagine_gin(view, search(**more), gin_style_of(style)[0], workspace, begin, amount)
    return workspace.hands[:amount].copy()


# ---- worlds ----


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("sampler", [Sampler.UNIFORM, Sampler.WEIGHTED])
def test_a_world_looks_like_what_was_seen(preset, sampler):
    """A table set up in a world shows the very view from which it was imagined, and every card is in one place."""
    rules, views = some(preset, 3 if PLAIN else 40, phases=[*THOUGHTFUL, gin.SPREAD, gin.LAY_OFF])
    record, again, games = house.record(rules), np.zeros(1, gin.VIEW), np.zeros(1, gin.GAME)
    for view in views:
        hands = imagined(view, 4, "keeper", sampler=sampler, pool=2)
        assert len({*hands.tolist()}) > 1 or sampler or count(view["table"]["known"][1 - view["table"]["turn"]]) > 7
        for number, hand in enumerate(hands):
            set_up_gin(view, hand, word_of(view["luck"], number), games[0])
            table, stock = games[0]["table"], set_of(games[0]["stock"][: view["table"]["stock_left"]])
            places = [*map(int, games[0]["hands"]), int(table["piled"]), int(table["laid_off"]), stock]
            assert sum(places) == int(ALL) and sum(map(count, places)) == 52
            gin.look_all(games, record, np.zeros(1, np.uint32), again)
            again["luck"] = view["luck"]
            assert again[0] == view


def few_unseen(view, unseen, stock):
    """The same view with most of the unseen cards on the pile, beneath the others."""
    found = np.array([view], gin.VIEW)[0]
    table = found["table"]
    hidden = listed(int(ALL) & ~int(found["hand"] | table["piled"] | table["known"][1 - table["turn"]]))
    table["piled"] |= np.uint64(set_of(hidden[unseen:]))
    table["stock_left"] = stock
    return found


def test_every_possible_hand_is_as_likely_as_every_other():
    _, views = some("eaai", 1, phases=[gin.DRAW])
    known = count(views[0]["table"]["known"][1 - views[0]["table"]["turn"]])
    view = few_unseen(views[0], 12 - known, 2)
    size = 60 * comb(12 - known, 2)
    hands = Counter(hand for part in range(0, size, CHUNK) for hand in imagined(view, min(CHUNK, size - part), begin=part).tolist())
    assert len(hands) == comb(12 - known, 2)
    assert min(hands.values()) > 60 - 4 * 60**0.5 and max(hands.values()) < 60 + 4.5 * 60**0.5


def past_draws(view, begin):
    """Any idea of what the other player drew from the stock, by turn."""
    drawn = np.zeros(gin.MEMORY // 2, np.int8)
    found = np.uint64(begin_walk(view, np.uint64(begin), drawn))
    turns = [turn for turn in range(view["table"]["turns"]) if (view["table"]["first"] + turn) % 2 != view["table"]["turn"]]
    return found, drawn, {turn: name(drawn[turn // 2]) for turn in turns if not int(view["table"]["taken"]) >> turn & 1}


def style_of(kind):
    """A style, or what is thought of a player whose style nobody knows."""
    return (observer_style() if kind == "observer" else gin_style_of(kind))[0]


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "early"), [("simple", 0), ("holdout", 0), ("minimiser", 0), ("lookahead", 3), ("keeper", 4), ("observer", 0)]
)
def test_what_explains_the_past_is_what_the_book_says(kind, early):
    plausible = 0
    for preset, slip_chance in product(["eaai", "classic", "paper"], [0.1, 0.4]):
        _, views = some(preset, 4 if PLAIN else 40)
        for view, plain in zip(views, unpack(views), strict=True):
            if plain.turns > gin.MEMORY - 2:
                continue
            for begin in range(3):
                hand, drawn, draws = past_draws(view, begin)
                found = plausibility(view["table"], hand, drawn, style_of(kind), slip_chance)
                assert found == pytest.approx(book.plausibility(kind, plain, named(hand), draws, slip_chance, book.KNOCKS[kind], early))
                plausible += found > 0.01
    assert plausible > (1 if PLAIN else 20)


@compiled_only
def test_walks_meet_every_hand_as_often_as_it_deserves():
    """Against all hands and all ideas of what was drawn, counted one by one."""
    rules = rules_of("eaai")
    games = laid_out(rules, "2C 4D 6H 8S TC QD AH 3S 5C KH", "JS", "2D 4H 6S 8C TD QH AS 3C 5H KC")
    first = view_after(games, rules, gin.PASS, gin.PASS, gin.STOCK)
    second = view_after(games, rules, int(first["drawn"][0]), gin.STOCK)
    third = view_after(games, rules, int(second["drawn"][0]), gin.STOCK, card("KH"), gin.PILE, card("KC"))
    view = few_unseen(third[0], 12, 3)  # he has drawn one card from the stock and taken the king, and holds nine of twelve
    slip_chance, model, drawn = 0.2, gin_style_of("simple")[0], np.zeros(gin.MEMORY // 2, np.int8)
    unseen = [
        number for number in listed(int(ALL)) if not int(view["hand"] | view["table"]["piled"] | view["table"]["known"][1]) >> number & 1
    ]
    exact, thrown = Counter(), [int(view["table"]["discards"][turn]) for turn in (1, 3)]
    for hidden in combinations(unseen, 9):
        hand = np.uint64(set_of(hidden)) | view["table"]["known"][1]
        for drawn[0] in [*hidden, *thrown]:
            exact[int(hand)] += plausibility(view["table"], hand, drawn, model, slip_chance)
    size = 120 * CHUNK
    parts = [
        imagined(view, CHUNK, begin=part, sampler=Sampler.WEIGHTED, pool=20, slip_chance=slip_chance) for part in range(0, size, CHUNK)
    ]
    met = Counter(np.concatenate(parts).tolist())
    assert {*met} <= {*exact}
    apart = sum(abs(met[hand] / size - weight / exact.total()) for hand, weight in exact.items()) / 2
    even = sum(abs(1 / len(exact) - weight / exact.total()) for weight in exact.values()) / 2
    assert apart < 0.06 < 0.2 < even


@compiled_only
def test_odds_make_hands_likelier_by_just_as_much():
    """Where nothing is known of the other player, a hand comes up in proportion to the product of its cards' odds."""
    _, views = some("eaai", 1, phases=[gin.DRAW])
    known = count(views[0]["table"]["known"][1 - views[0]["table"]["turn"]])
    view = few_unseen(views[0], 12 - known, 3)
    unseen = listed(int(ALL) & ~int(view["hand"] | view["table"]["piled"] | view["table"]["known"][1 - view["table"]["turn"]]))
    workspace, met = gin_workspace(), Counter()
    workspace.odds[unseen] = 0.2 + np.arange(len(unseen)) / 4
    for begin in range(0, 60 * CHUNK, CHUNK):
        imagine_gin(view, search(Sampler.WEIGHTED, 20), gin_style_of("random")[0], workspace, begin, CHUNK)
        met.update(workspace.hands.tolist())
    known_hand = int(view["table"]["known"][1 - view["table"]["turn"]])
    hands = {known_hand | set_of(hidden): np.prod(workspace.odds[list(hidden)]) for hidden in combinations(unseen, len(unseen) - 3)}
    assert {*met} <= {*hands}
    share = sum(hands.values())
    apart = sum(abs(met[hand] / met.total() - weight / share) for hand, weight in hands.items()) / 2
    even = sum(abs(1 / len(hands) - weight / share) for weight in hands.values()) / 2
    assert apart < 0.06 < 0.2 < even


@compiled_only
def test_hands_that_explain_the_past_have_as_little_deadwood_as_true_ones():
    rules = rules_of("eaai:hands=1")
    record, player = house.record(rules), thinker("lookahead", rules)
    games = laid_out(rules, "2C 4D 6H 8S TC QD AH 3S 5C KH").repeat(150)
    games["deals"] = np.arange(150)
    games["table"]["dealer"] = 1
    gin.start_all(games, record)
    truth, weighted, uniform = [], [], []
    while len(rows := np.flatnonzero(games["table"]["phase"] != gin.OVER).astype(np.uint32)):
        views, choices = np.zeros(len(rows), gin.VIEW), np.zeros(len(rows), np.int8)
        gin.look_all(games, record, rows, views)
        for row, view in zip(rows, views, strict=True):
            if view["table"]["turns"] == 12 and view["table"]["phase"] == gin.DRAW:
                truth.append(deadwood(games[row]["hands"][1 - view["table"]["turn"]]))
                weighted += [deadwood(hand) for hand in imagined(view, 32, "keeper", sampler=Sampler.WEIGHTED, pool=20, slip_chance=0.02)]
                uniform += [deadwood(hand) for hand in imagined(view, 32)]
        player.choose(views, choices)
        gin.choose_all(games, record, rows, views, choices)
    assert len(truth) > 50
    assert np.mean(uniform) > 45 and np.mean(truth) < 20 and np.mean(weighted) < np.mean(truth) + 6


# ---- costs ----


def finished(game, rules, record, styles, word, choice):
    """What is lost by a choice when two players finish the hand in views, step by step."""
    games, rows, views, choices = copied(game), np.zeros(1, np.uint32), np.zeros(1, gin.VIEW), np.array([choice], np.int8)
    me, hand, step = int(games["table"]["turn"][0]), int(games["table"]["hand_number"][0]), 0
    gin.look_all(games, record, rows, views)
    gin.choose_all(games, record, rows, views, choices)
    while games["table"]["phase"][0] != gin.OVER and games["table"]["hand_number"][0] == hand:
        gin.look_all(games, record, rows, views)
        views["luck"] = word_of(~word, step)
        styles[int(views["table"]["turn"][0] != me)].choose(views, choices)
        gin.choose_all(games, record, rows, views, choices)
        step += 1
    return -int(games["scores"][0, me])


@pytest.mark.parametrize("preset", PRESETS)
def test_costs_are_those_of_hands_played_to_the_end(preset):
    rules, views = some(preset, 1 if PLAIN else 10)
    record, texts, games = house.record(rules), ["holdout", "simple:epsilon=0.1"], np.zeros(1, gin.GAME)
    styles = [thinker(text, rules) for text in texts]
    player = thinker(f"montecarlo:deals=3,playout=holdout,others={texts[1].replace(':', '(')}),loyal=0,slack=1000", rules)
    choices = np.zeros(len(views), np.int8)
    thought = player.think(shown(views), choices)
    for i, view in enumerate(views):
        sums = Counter()
        for k, hand in enumerate(imagined(view, 3)):
            word = word_of(~view["luck"], k)
            set_up_gin(view, hand, word, games[0])
            sums.update({choice: finished(games, rules, record, styles, word, choice) for choice in listed(view["legal"])})
        assert {choice: thought.sums[i, choice] for choice in sums} == sums
        assert choices[i] == min(sums, key=lambda choice: (sums[choice], choice))
        assert (thought.visits[i, listed(view["legal"])] == 3).all()
