"""Hands of gin for tests: laid out, played by styles, decisions of every phase, and games whose hidden cards are changed."""

from random import Random

import numpy as np

from cardshark.cards import card, cards, listed
from cardshark.chance import words
from cardshark.games import gin, house
from cardshark.games.gin.rules import PRESETS
from cardshark.games.match import Single
from cardshark.play import deal
from cardshark.players import seat
from cardshark.players.gin.styles import choose_by_gin_style, gin_style_of
from helpers.compiling import PLAIN
from helpers.players import seated

KINDS = ["simple", "holdout", "minimiser", "lookahead", "lowcards", "keeper"]


def play_hands(rules, styles=("simple", "minimiser"), seed=1, hands=12):
    """Play single hands: the match and what was chosen so far, at every moment, the end of the hand included."""
    both = [gin_style_of(style) for style in styles]
    for deals, luck in zip(words(seed, "deal", hands), words(seed, "luck", hands), strict=True):
        match, played = Single(gin, rules, int(deals), int(luck)), []
        while not match.over and match.state.table.hand_number == 0:
            yield match, played
            view = match.view()
            choices = np.zeros(1, np.int8)
            choose_by_gin_style(match.views, match.record, both[int(view.table.turn)], choices)
            played.append((match.games.copy()[0], int(choices[0])))
            match.choose(int(choices[0]))
        yield match, played


def hide_other_cards(game, random):
    """Change everything in a game that the seat in turn cannot know."""
    table = game["table"]
    other = 1 - table["turn"]
    unseen = listed(int(game["hands"][other] & ~table["known"][other]))
    stock = game["stock"][: table["stock_left"]]
    cards = [*unseen, *stock.tolist()]
    random.shuffle(cards)
    game["hands"][other] = int(table["known"][other]) | sum(1 << card for card in cards[: len(unseen)])
    stock[:] = cards[len(unseen) :]
    game["draws"][other] = random.choices(cards, k=gin.MEMORY // 2)
    game["deals"] = random.getrandbits(64)


def rules_of(text):
    """Rules by their text."""
    return house.parse(PRESETS, text)


def laid_out(rules, hand, up="2C", other=None):
    """A game whose first seat holds these cards."""
    games = deal(gin, rules, 1, 1)
    rest = [number for number in listed(int(cards("".join(r + s for s in "CDHS" for r in "23456789TJQKA")))) if number != card(up)]
    own = cards(hand)
    rest = [number for number in rest if not own >> number & 1]
    other = cards(other) if other else sum(1 << number for number in rest[:10])
    stock = [card(up)] + [number for number in rest if not other >> number & 1]
    gin.deal_these(games, house.record(rules), np.array([own, other], np.uint64), np.array(stock, np.int8))
    return games


def view_after(games, rules, *choices):
    """What is seen after these choices."""
    record, rows, views = house.record(rules), np.zeros(1, np.uint32), np.zeros(1, gin.VIEW)
    gin.look_all(games, record, rows, views)
    for choice in choices:
        assert gin.choose_all(games, record, rows, views, np.array([choice], np.int8)) >= 0
        gin.look_all(games, record, rows, views)
    return views


def decisions(rules, matches, seed, wanted):
    """Decisions of every phase out of hands in which players of all kinds, some of them careless, sit down."""
    texts = [kind if chance == 0 else f"{kind}:epsilon={chance}" for kind in KINDS for chance in (0, 0.2)]
    players = [seat(text) for text in texts]
    for player in players:
        player.sit(gin, rules)
    random, record = Random(seed), house.record(rules)
    games = deal(gin, rules, seed, matches)
    seats = [random.sample(range(len(players)), 2) for _ in range(matches)]
    found = []
    while len(rows := np.flatnonzero((games["table"]["phase"] != gin.OVER) & (games["table"]["hand_number"] < 3)).astype(np.uint32)):
        views, choices = np.zeros(len(rows), gin.VIEW), np.zeros(len(rows), np.int8)
        gin.look_all(games, record, rows, views)
        found.append(views)
        for i, row in enumerate(rows):
            players[seats[row][views["table"]["turn"][i]]].choose(views[i : i + 1], choices[i : i + 1])
        assert gin.choose_all(games, record, rows, views, choices) >= 0
    found = np.concatenate(found)
    phases = found["table"]["phase"]
    rare = [index for phase in (gin.SPREAD, gin.LAY_OFF, gin.MAY_KNOCK) for index in np.flatnonzero(phases == phase)[: wanted // 4]]
    common = random.sample(range(len(found)), min(wanted, len(found)))
    return found[sorted({*rare, *common})]


THOUGHTFUL = (gin.OFFER, gin.DRAW, gin.DISCARD, gin.MAY_KNOCK)


def thinker(text, rules):
    """A player of gin who knows the rules."""
    return seated(text, gin, rules)


def some(preset, wanted, seed=3, phases=THOUGHTFUL):
    """Decisions of hands between players of all kinds."""
    rules = rules_of(preset)._replace(max_turns=200)
    views = decisions(rules, 2 if PLAIN else 12, seed, 40 * wanted)
    views = views[np.isin(views["table"]["phase"], phases) & (views["legal"] & (views["legal"] - np.uint64(1)) > 0)]
    return rules, views[Random(seed).sample(range(len(views)), min(wanted, len(views)))]
