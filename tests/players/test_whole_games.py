"""Whole games that are imagined from a view: the seat would see the very same, every card is in one place, and what is hidden varies."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from cardshark.cards import ALL, count, listed
from cardshark.chance import draw_all, words
from cardshark.games import gin, hearts, house
from cardshark.games.gin.rules import PRESETS as GIN
from cardshark.games.hearts.rules import PRESETS as HEARTS
from cardshark.games.views import unpack
from cardshark.players.gin.search import whole as gin_whole
from cardshark.players.hearts.search import whole as hearts_whole

AMOUNT = 12


def moments(game, rules, seed, share):
    """Views of a match of random choices, some of them, each with the game behind it."""
    random, record = Random(seed), house.record(rules)
    games, views, row = np.zeros(1, game.GAME), np.zeros(1, game.VIEW), np.zeros(1, np.uint32)
    games["deals"], games["luck"] = words(seed, "deal", 1), words(seed, "luck", 1)
    game.start_all(games, record)
    game.look_all(games, record, row, views)
    while games["table"]["phase"][0] != game.OVER:
        if random.random() < share:
            yield views.copy(), record, games[0].copy()
        legal = listed(int(views["legal"][0]))
        if not game.step_all(games, record, row, views, np.array([random.choice(legal)], np.int8)):
            return


def imagined(game, whole, views, record, seed=1, amount=AMOUNT):
    """Games that agree with a view. The seat in turn would see the same, but for its luck; and later deals are new."""
    found, chance = np.zeros(amount, game.GAME), words(seed, "imagined", amount)
    whole.imagine(views, record, chance, found)
    seen, later = np.zeros(amount, game.VIEW), np.empty(1, np.uint64)
    game.look_all(found, record, np.arange(amount, dtype=np.uint32), seen)
    seen["luck"] = views["luck"]
    assert unpack(seen) == unpack(views) * amount
    assert views.flags.writeable  # they are the caller's
    for each, word in zip(found, chance, strict=True):
        draw_all(word, 1 << 20, later)
        assert each["deals"] == later[0]
    return found


# ---- Hearts ----


def check_passes(rules, view, game):
    """Everybody has passed on so many cards, and whoever got them has held them since."""
    table, players = game["table"], rules.players
    played = [set() for _ in range(players)]
    leader = [int(table["leader"])]
    history = [int(card) for card in table["history"][: table["played"]]]
    for start in range(len(history) - len(history) % players, -1, -players):
        trick = history[start : start + players]
        if start < int(table["start"]):
            best = max((card for card in trick if card >> 4 == trick[0] >> 4), default=0)
            leader.append((leader[-1] - trick.index(best)) % players)
        for place, card in enumerate(trick):
            played[(leader[-1] + place) % players].add(card)
    for seat in range(players):
        taker = (seat + int(table["across"])) % players
        given = {*listed(int(game["given"][seat]))}
        assert len(given) == rules.pass_count
        assert game["received"][taker] == game["given"][seat]
        assert given <= {*listed(int(game["hands"][taker]))} | played[taker]
    assert (game["given"][table["turn"]], game["received"][table["turn"]]) == (view["given"], view["received"])


def check_put_aside(rules, view, game):
    """Who came before has put aside cards of the own hand, the seat in turn what it knows of, and the others nothing."""
    turn = int(view["table"]["turn"])
    for seat in range(rules.players):
        given = int(game["given"][seat])
        assert not given & ~int(game["hands"][seat])
        assert count(given) == (rules.pass_count if seat < turn else 0) or seat == turn
    assert game["given"][turn] == view["given"]


@pytest.mark.parametrize("text", ["american:hands=2", "american:players=3,removed=2D,hands=2", "dutch:hands=1", "passleft:hands=1"])
def test_hearts_games_agree_with_the_view(text):
    rules, phases = house.parse(HEARTS, text), Counter()
    for views, record, truth in moments(hearts, rules, seed=3, share=0.2):
        view = views[0]
        for game in imagined(hearts, hearts_whole, views, record):
            hands = [int(hand) for hand in game["hands"]]
            assert sum(map(count, hands)) == count(sum(hands)) == count(int(record["deck"][0]) & ~int(view["table"]["seen"]))
            assert [*map(count, hands)] == [*map(count, map(int, truth["hands"]))]
            assert game["first"] == (view["table"]["hand_number"] if rules.hands == 1 else 0)
            if view["table"]["phase"] == hearts.PASS:
                check_put_aside(rules, view, game)
            elif view["table"]["across"]:
                check_passes(rules, view, game)
        phases[int(view["table"]["phase"]), bool(view["table"]["across"])] += 1
    assert phases[hearts.PLAY, rules.pass_count > 0] > 2
    assert rules.pass_count == 0 or phases[hearts.PASS, True] > 0


def test_any_cards_may_have_been_passed():
    """Each of the thirteen with the same chance: 3 in 13, so 92 of 400 times, give or take."""
    rules = house.parse(HEARTS, "passleft:hands=1")
    views, record, _ = next(each for each in moments(hearts, rules, 5, 1.0) if each[0]["table"]["turn"][0] == 3)
    games = imagined(hearts, hearts_whole, views, record, amount=400)
    assert len({*games["hands"][:, 0].tolist()}) > 390
    for seat in range(3):
        places = Counter(
            place for game in games for place, card in enumerate(listed(int(game["hands"][seat]))) if int(game["given"][seat]) >> card & 1
        )
        assert len(places) == 13 and min(places.values()) > 55 and max(places.values()) < 135
    orders = [[listed(int(game["hands"][seat])).index(listed(int(game["given"][seat]))[0]) for game in games] for seat in range(2)]
    assert np.mean(np.equal(*orders)) < 0.5  # everybody passes by themselves


def test_a_card_on_the_table_may_have_been_passed_too():
    rules, seen = house.parse(HEARTS, "passleft:hands=1"), 0
    for views, record, _ in moments(hearts, rules, 5, 1.0):
        table = views[0]["table"]
        if table["phase"] == hearts.PLAY and table["played"] - table["start"] == 2:  # a seat of the others, and what it has just played
            card, seat = int(table["history"][table["start"] + 1]), (int(table["leader"]) + 1) % 4
            games = imagined(hearts, hearts_whole, views, record, amount=40)
            received = [int(hand) >> card & 1 for hand in games["received"][:, seat]]
            assert 0 < sum(received) < 40 or (seat - 1) % 4 == table["turn"]
            seen += 1
        if seen == 3:
            break
    assert seen == 3


# ---- gin ----


@pytest.mark.parametrize(
    "text", ["eaai:hands=2", "paper:max_turns=90", "classic:hands=2,knock_limit=40", "tournament:hands=2,knock_limit=60"]
)
def test_gin_games_agree_with_the_view(text):
    rules, drawn_from, seen = house.parse(GIN, text), Counter(), 0
    for views, record, truth in moments(gin, rules, seed=4, share=0.25):
        table, other = views[0]["table"], 1 - int(views[0]["table"]["turn"])
        for game in imagined(gin, gin_whole, views, record, amount=4):
            stock = sum(1 << int(card) for card in game["stock"][: table["stock_left"]])
            places = [*map(int, game["hands"]), int(table["piled"]), stock, int(table["laid_off"])]
            assert sum(map(count, places)) == 52 and sum(places) == int(ALL)
            assert not int(table["known"][other]) & ~int(game["hands"][other])
            if table["knocker"] < 0:
                check_draws(table, game["draws"][other].tolist(), truth["draws"][other].tolist(), other, drawn_from, game)
        seen += 1
    assert seen > 5 and drawn_from["pile"] > 0 and drawn_from["stock"] > 0


def check_draws(table, draws, truth, other, drawn_from, game):
    """The other player drew from the pile what everybody saw, and from the stock what they hold or have thrown since."""
    turns, memory = int(table["turns"]), gin.MEMORY
    for place in range(memory // 2):
        assert (draws[place] == gin.NOBODY) == (truth[place] == gin.NOBODY) or turns > memory - 2
    for turn in range(max(0, turns - memory + 2), turns):
        if (int(table["first"]) + turn) % 2 != other:
            continue
        card = draws[turn // 2 % (memory // 2)]
        if int(table["taken"]) >> turn % memory & 1:
            drawn_from["pile"] += 1
            assert card == truth[turn // 2 % (memory // 2)]
        elif turns <= memory:  # before the memory is full, and the stock is renewed
            drawn_from["stock"] += 1
            thrown = {int(table["discards"][later]) for later in range(turn, turns, 2)}
            assert card in thrown or int(game["hands"][other]) >> card & 1
