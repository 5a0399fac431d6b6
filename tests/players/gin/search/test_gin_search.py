"""Montecarlo at gin: worlds that agree with what was seen and explain what was done, and choices that follow from them."""

from random import Random

import numpy as np
import pytest

from cardshark.arena.duel import duel
from cardshark.cards import ALL, card, cards, count, listed
from cardshark.games import gin, hearts, house
from cardshark.games.gin.melds import deadwood
from cardshark.games.gin.rules import PRESETS
from cardshark.games.hearts.rules import PRESETS as HEARTS
from cardshark.games.match import Single
from cardshark.play import match
from cardshark.players import seat
from cardshark.players.thinking import CHUNK, new_thought
from cardshark.text import UserError
from helpers.arrays import copied
from helpers.compiling import PLAIN, compiled_only, in_plain_python
from helpers.gin.hands import THOUGHTFUL, decisions, hide_other_cards, laid_out, rules_of, some, thinker, view_after
from helpers.players import chosen, shown

SEARCHES = ["montecarlo:deals=4", "montecarlo:deals=4,sampler=weighted,pool=3", "montecarlo:deals=3,playout=simple,loyal=0,epsilon=0.1"]

# ---- choices ----


def test_who_is_loyal_does_as_ever():
    rules, views = some("tournament", 10 if PLAIN else 60, phases=[*THOUGHTFUL, gin.SPREAD, gin.LAY_OFF])
    for habit in ("lookahead", "simple"):
        as_ever = chosen(thinker(habit, rules), views)
        assert chosen(thinker(f"montecarlo:deals=8,loyal=1000,slack=1000,habit={habit}", rules), views) == as_ever
        assert chosen(thinker(f"montecarlo:deals=2,loyal=0,habit={habit}", rules), views) != as_ever or PLAIN


def test_only_sensible_discards_are_tried():
    rules, views = some("eaai", 4 if PLAIN else 20, phases=[gin.DISCARD])
    for slack in (0, 5):
        thought = thinker(f"montecarlo:deals=1,slack={slack}", rules).think(shown(views), np.zeros(len(views), np.int8))
        for view, visits in zip(views, thought.visits, strict=True):
            left = {number: deadwood(view["hand"] ^ np.uint64(1 << number)) for number in listed(view["legal"])}
            assert {*np.flatnonzero(visits)} == {number for number in left if left[number] <= min(left.values()) + slack}


def test_gin_is_laid_down():
    rules = rules_of("eaai")
    games = laid_out(rules, "2C 3C 4C 7D 7H 7S 9S 9D 9H KC", "TC", "2D 4H 6S 8C TD QH AS 3S 5H KD")
    views = view_after(games, rules, gin.PASS, gin.PASS, gin.STOCK)
    views = view_after(games, rules, card("KC"))
    if views["table"]["phase"][0] == gin.MAY_KNOCK:
        assert chosen(thinker("montecarlo:deals=20,loyal=0", rules), views) == [gin.KNOCK]
    told = {opinion.choice: opinion.mean for opinion in thinker("montecarlo:deals=50", rules).opinions(views[0])}
    assert told[gin.KNOCK] < -25  # what is won is a cost below nothing


@pytest.mark.long
@compiled_only
def test_a_card_that_the_other_player_waits_for_is_kept():
    """Queen, jack and king count the same, but he has taken two kings."""
    rules = rules_of("eaai")
    games = laid_out(rules, "2C 3C 7D 7H 7S 5H TS QC KD JH", "KS", "2D 4H 6S 8C TD QH AS 3S 5D 9D")
    view = view_after(games, rules, gin.PASS, gin.PASS, gin.STOCK)[0]
    view["table"]["known"][1] = np.uint64(cards("KS KH"))
    view["table"]["pile"][0], view["table"]["piled"] = card("4S"), np.uint64(cards("4S"))
    unseen = int(ALL) & ~int(view["hand"] | view["table"]["piled"] | view["table"]["known"][1])
    view["table"]["stock_left"] = count(unseen) - 8
    told = {opinion.choice: opinion for opinion in thinker("montecarlo:deals=12000", rules).opinions(view)}
    assert told[card("KD")].low > told[card("QC")].high


@pytest.mark.parametrize("text", SEARCHES)
def test_a_choice_does_not_depend_on_what_else_is_asked(text):
    rules, views = some("tournament", 5 if PLAIN else 40, phases=[*THOUGHTFUL, gin.SPREAD, gin.LAY_OFF])
    together = chosen(thinker(text, rules), views)
    assert together == [choice for i in range(len(views)) for choice in chosen(thinker(text, rules), views[i : i + 1])]
    assert together[::-1] == chosen(thinker(text, rules), views[::-1].copy())


@compiled_only
@pytest.mark.parametrize("text", ["montecarlo", "montecarlo:sampler=weighted,pool=1"])
@pytest.mark.parametrize("cuts", [(0, CHUNK), (0, 5, CHUNK + 1)])
def test_worlds_may_be_thought_of_in_parts(text, cuts):
    rules, views = some("eaai", 1, phases=[gin.DRAW])
    views, whole, player = shown(views), CHUNK + 40, thinker(text, rules)
    thoughts, choices = [new_thought(1), new_thought(1)], np.zeros((2, 1), np.int8)
    player.ponder(views, choices[0], thoughts[0], 0, whole)
    for begin, end in zip(cuts, [*cuts[1:], whole], strict=True):
        player.ponder(views, choices[1], thoughts[1], begin, end - begin)
    for once, in_parts in zip(*thoughts, strict=True):
        assert once.tolist() == pytest.approx(in_parts.tolist()) if once.ndim == 1 else once.tolist() == in_parts.tolist()
    assert choices[0] == choices[1]


@pytest.mark.parametrize("preset", ["eaai", "classic"])
def test_hidden_cards_stay_hidden(preset):
    rules, record, random, changed = rules_of(preset), house.record(rules_of(preset)), Random(5), 0
    games = laid_out(rules, "2C 4D 6H 8S TC QD AH 3S 5C KH", "JS")
    rows, views, again = np.zeros(1, np.uint32), np.zeros(1, gin.VIEW), np.zeros(1, gin.VIEW)
    player, choices = thinker("simple", rules), np.zeros(1, np.int8)
    for _ in range(8 if PLAIN else 60):
        gin.look_all(games, record, rows, views)
        other = copied(games)
        if views["table"]["phase"][0] in THOUGHTFUL:
            hide_other_cards(other[0], random)
        changed += other["hands"].tolist() != games["hands"].tolist()
        gin.look_all(other, record, rows, again)
        for text in SEARCHES:
            assert chosen(thinker(text, rules), views) == chosen(thinker(text, rules), again)
        player.choose(views, choices)
        gin.choose_all(games, record, rows, views, choices)
    assert changed > (3 if PLAIN else 30)


def fingerprint():
    """What some searches think of a few views."""
    rules = rules_of("tournament")
    views = decisions(rules, 2, 4, 12)
    views = views[np.isin(views["table"]["phase"], THOUGHTFUL)][:10]
    return [chosen(thinker(text, rules), views) for text in SEARCHES]


@pytest.mark.long
@compiled_only
def test_plain_python_thinks_the_same():
    """Plain Python also notices an index out of range, which compiled code does not."""
    assert in_plain_python("test_gin_search", "fingerprint()") == str(fingerprint())


# ---- opinions ----


def test_there_is_an_opinion_about_every_legal_choice():
    rules, views = some("tournament", 2 if PLAIN else 20, phases=[*THOUGHTFUL, gin.SPREAD, gin.LAY_OFF])
    player = thinker("montecarlo:deals=6,sampler=weighted,pool=2", rules)
    for view in views:
        told = player.opinions(view)
        assert [each.choice for each in told] == listed(view["legal"])
        assert all(each.visits == 6 and each.low <= each.mean <= each.high for each in told)


@pytest.mark.slow
@pytest.mark.parametrize("more", ["", ",sampler=weighted"])
def test_intervals_are_as_wide_as_they_should_be(more):
    rules, views = some("eaai", 60)
    short, long = thinker("montecarlo:deals=64" + more, rules), thinker("montecarlo:deals=4000" + more, rules)
    pairs = [(told, truth) for view in views for told, truth in zip(short.opinions(view), long.opinions(view), strict=True)]
    assert 0.88 < np.mean([told.low <= truth.mean <= told.high for told, truth in pairs]) < 0.99


# ---- sitting down ----


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "montecarlo:playout=nobody",
            "there is no style of play 'nobody'; there is random, greedy, stock, jake, simple, holdout, minimiser",
        ),
        ("montecarlo:playout=simple(nothing=1)", "simple has no option 'nothing'"),
        ("montecarlo:habit=jake", "there is no style of gin 'jake'"),
        ("montecarlo:loyal=-1", "loyal is a number of standard errors from 0 to 1000, not -1.0"),
        ("montecarlo:slack=-1", "slack is 0 to 1000 points, not -1"),
    ],
)
def test_wrong_options_are_refused(text, sentence):
    with pytest.raises(UserError) as error:
        seat(text)
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("text", "game", "sentence"),
    [
        ("montecarlo:playout=greedy", gin, "there is no style of gin 'greedy'; there is random, simple"),
        ("montecarlo:others=simple+holdout", gin, "at gin there is one other player: name one style for others, not simple+holdout"),
        ("montecarlo:sampler=product", gin, "at gin the sampler is uniform or weighted, not product"),
        ("montecarlo:passing=search", gin, "passing means nothing at gin: leave it out"),
        ("montecarlo:playout=simple", hearts, "there is no style of play 'simple'; there is random, greedy, stock, jake"),
        ("montecarlo:habit=simple", hearts, "habit means nothing at Hearts: leave it out"),
        ("montecarlo:loyal=0", hearts, "loyal means nothing at Hearts: leave it out"),
    ],
)
def test_what_belongs_to_the_other_game_is_refused(text, game, sentence):
    with pytest.raises(UserError) as error:
        seat(text).sit(game, (PRESETS["eaai"] if game is gin else HEARTS["falcon"]))
    assert sentence in str(error.value)


def test_one_player_sits_down_to_both_games():
    player = seat("montecarlo:deals=2")
    for game, rules in ((gin, PRESETS["eaai"]), (hearts, HEARTS["falcon"]), (gin, PRESETS["classic"])):
        player.sit(game, rules)
        view = Single(game, rules, deals=1).view()
        assert [each.choice for each in player.opinions(view)] == listed(int(view.legal))
    assert "montecarlo" in str(match("gin", ["montecarlo:deals=2", "simple"], rules="eaai:hands=1", seed=3))


# ---- how strong ----


@pytest.mark.slow
def test_thinking_beats_the_best_rules_of_thumb():
    found = duel("gin", "eaai", "montecarlo:deals=64,sampler=weighted,pool=20,slip_chance=0.02", "lookahead", deals=500, seed=5)
    assert found.low > 0 and found.difference > 1.5
