"""The hand-made gin players: worked examples, every decision of many hands held against the book, and how well they play."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from cardshark.arena.duel import duel
from cardshark.cards import ALL, card, cards, listed, name, set_of
from cardshark.chance import below, draw, words
from cardshark.games import gin, hearts, house
from cardshark.games.gin.melds import ace_low
from cardshark.games.gin.rules import PRESETS, HandResult
from cardshark.games.hearts.rules import PRESETS as HEARTS
from cardshark.play import deal, match, play
from cardshark.players import seat
from cardshark.players.gin.styles import GIN_STYLES, gin_style_of, play_gin, play_out_gin
from cardshark.players.gin.styles.lookahead import danger
from cardshark.players.player import unpack
from cardshark.text import UserError
from helpers.compiling import PLAIN
from helpers.gin.hands import KINDS, decisions, laid_out, rules_of, view_after
from helpers.players import chosen, seated
from reference import gin_styles_book as book
from reference.gin_side_by_side import named, random_rules


def ask(text, rules, views):
    """What the player of this name chooses."""
    return chosen(seated(text, gin, rules), views)


# ---- worked examples ----


TEN = "2C 3C 7D 7H 9S JD QH KC KS 5D"


@pytest.mark.parametrize(
    ("kind", "hand", "up", "takes"),
    [
        ("simple", TEN, "4C", True),
        ("simple", TEN, "7S", True),
        ("simple", TEN, "AC", True),
        ("simple", TEN, "TD", False),
        ("simple", TEN, "AD", False),  # low, but of no use
        ("simple", "7C 7D 7H 8D 9D 2S 4H JC KC KS", "6D", True),  # fits a run of any arrangement, useful or not
        ("minimiser", TEN, "AD", True),
        ("minimiser", TEN, "4C", True),
        ("minimiser", "AC AD AH 2C 2D 2H 3S 4S 6S AS", "7S", False),
        ("lookahead", TEN, "4C", True),
        ("lookahead", TEN, "AD", False),  # lower, but in no meld
        ("keeper", TEN, "4C", True),
        ("keeper", TEN, "AD", False),
        ("lowcards", TEN, "9C", True),
        ("lowcards", TEN, "TC", False),
    ],
)
def test_who_takes_the_up_card(kind, hand, up, takes):
    rules = rules_of("eaai")
    views = view_after(laid_out(rules, hand, up), rules)
    assert ask(kind, rules, views) == [gin.PILE if takes else gin.PASS]


def discards(kind, hand, up, rules="eaai"):
    """What may be discarded after taking the up-card, by luck."""
    house_rules = rules_of(rules)
    views = np.repeat(view_after(laid_out(house_rules, hand, up), house_rules, gin.PILE), 200)
    views["luck"] = [Random(number).getrandbits(64) for number in range(len(views))]
    return sum(1 << choice for choice in {*ask(kind, house_rules, views)})


@pytest.mark.parametrize(
    ("kind", "hand", "up", "expected"),
    [
        ("simple", TEN, "4C", "JD QH KC KS"),  # all count ten
        ("simple", "2C 3C 4C 7D 7H 7S 9S 9D 9H KC", "9C", "KC"),
        ("simple", "2C 3C 4C 7D 7H 7S 9S 9D 9H KC", "KD", "KC"),  # not the card that was taken
        ("simple", "4C 5C 6C 7C 7D 7H 2S 2D 2H KC", "7S", "KC"),
        ("minimiser", "4C 5C 6C 7C 7D 7H 7S 2S 2D 2H", "2C", "2S 2D 2H 4C 7C 7D 7H 7S"),
        ("lowcards", "TC JC QC 2D 3D 4D 5H 6H 7H 8S", "9D", "TC JC QC"),  # a run is thrown away
        ("lookahead", "2C 3C 4C 7D 7H 7S 9S 9D 9H KC", "9C", "KC"),  # gin
        ("keeper", "2C 3C 7D 7H 9S JD QH KC KS 5D", "4C", "JD QH"),  # two kings may become three
    ],
)
def test_what_is_discarded(kind, hand, up, expected):
    found = discards(kind, hand, up)
    if kind == "minimiser":
        assert found == cards("7D 7H 7S 7C") & found and found  # eleven melded: dearest of those that keep gin
    else:
        assert found == cards(expected)


def test_eleven_melded_cards_are_laid_down_where_that_is_big_gin():
    for kind in KINDS:
        assert discards(kind, "4C 5C 6C 7D 7H 7S 2S 2D 2H 8C", "7C", "tournament") == 1 << gin.BIG_GIN


def test_an_exchange_is_not_repeated():
    """The jack was taken for the king; when the king comes back, the jack is not thrown for it."""
    rules = rules_of("eaai")
    games = laid_out(rules, "2C 4D 6H 8S TC QD AH 3S 5C KH", "JS", "2D 4H 6S 8C TD QH AS 3C 5H KC")
    drawn = int(view_after(games, rules, gin.PILE, card("KH"), gin.PILE, card("KC"), gin.STOCK)["drawn"][0])
    views = np.repeat(view_after(games, rules, drawn, gin.STOCK, card("KH"), gin.PILE), 100)
    views["luck"] = [Random(number).getrandbits(64) for number in range(len(views))]
    assert {*ask("simple", rules, views)} == {card("TC"), card("QD")}
    assert {*ask("minimiser", rules, views)} == {card("TC"), card("QD"), card("JS")}


@pytest.mark.parametrize(
    ("text", "turns", "knocks"),
    [
        ("simple", 1, True), ("simple:knock=4", 1, False), ("simple:knock=6", 1, True), ("holdout", 1, False), ("minimiser", 9, True),
        ("minimiser:knock=3", 9, False), ("lookahead", 5, True), ("lookahead", 7, False), ("lookahead:early=4", 7, True),
        ("lookahead:knock=6", 9, True), ("lowcards", 30, True),
    ],
)  # fmt: skip
def test_who_knocks_with_six(text, turns, knocks):
    rules = rules_of("eaai")
    views = view_after(laid_out(rules, "2C 3C 4C 7D 7H 7S 9S 9D 9H 6S"), rules)
    views["table"]["phase"], views["table"]["turns"] = gin.MAY_KNOCK, turns
    views["legal"] = 1 << gin.KNOCK | 1 << gin.PLAY_ON
    assert ask(text, rules, views) == [gin.KNOCK if knocks else gin.PLAY_ON]


# ---- against the book ----


def test_the_danger_of_every_card_is_that_of_the_book():
    random, beyond = Random(6), ~int(ace_low(ALL)) % 2**64
    for number in listed(int(ALL)):
        for _ in range(5 if PLAIN else 40):
            others = random.sample([other for other in listed(int(ALL)) if other != number], 24)
            held, gone = others[:8], [*others[8:], number]
            low = [ace_low(np.uint64(set_of(some))) for some in ([number], held, gone)]
            assert danger(low[0], low[1], low[2] | np.uint64(beyond)) == book.danger(name(number), named(set_of(held)), named(set_of(gone)))


def check_with_book(kind, rules, views):
    """Every choice is the one that luck picks among those that the book finds equally good."""
    phases = Counter()
    for view, plain, choice in zip(views, unpack(views), ask(kind, rules, views), strict=True):
        good = book.equals(kind, plain, book.KNOCKS[kind])
        assert choice == good[below(np.uint64(view["luck"]), len(good))], (kind, house.spell(PRESETS, rules), plain)
        phases[plain.phase] += 1
    return phases


@pytest.mark.long
@pytest.mark.parametrize("preset", PRESETS)
def test_every_decision_is_that_of_the_book(preset):
    rules = rules_of(preset)._replace(max_turns=200)
    phases = Counter()
    for kind in KINDS:
        share = 10 if PLAIN else 25 if kind == "lookahead" else 250
        phases += check_with_book(kind, rules, decisions(rules, 2 if PLAIN else 12, 3, share))
    assert {gin.DRAW, gin.DISCARD, gin.MAY_KNOCK} <= {*phases}
    assert PLAIN or (gin.SPREAD in phases) == (rules.lay_off != 0) or preset == "paper"


@pytest.mark.slow
@pytest.mark.parametrize("part", range(2))
def test_many_decisions_are_those_of_the_book(part):
    phases, random = Counter(), Random(part)
    for seed in range(12):
        rules = random_rules(random)._replace(max_turns=random.choice([90, 200]))
        for kind in KINDS:
            phases += check_with_book(kind, rules, decisions(rules, 10, seed, 8 if kind == "lookahead" else 200))
    assert {*phases} == {gin.OFFER, gin.DRAW, gin.DISCARD, gin.MAY_KNOCK, gin.SPREAD, gin.LAY_OFF}
    assert min(phases.values()) > 20


# ---- without views ----


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("pair", [("simple", "lookahead"), ("minimiser:epsilon=0.1", "lowcards"), ("simple:epsilon=1", "holdout")])
def test_the_kernel_plays_the_matches_of_the_loop(preset, pair):
    rules = rules_of(preset)._replace(max_turns=150)
    slow, quick = (deal(gin, rules, 7, 3 if PLAIN else 100) for _ in range(2))
    play(gin, rules, slow, [seat(text) for text in pair])
    play_gin(quick, house.record(rules), np.concatenate([gin_style_of(text) for text in pair]))
    assert (quick["table"]["phase"] == gin.OVER).all()
    np.testing.assert_array_equal(slow, quick)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_playout_ends_as_the_same_choices_would(preset):
    rules = rules_of(preset)._replace(max_turns=150)
    record, rows, views, choices = house.record(rules), np.zeros(1, np.uint32), np.zeros(1, gin.VIEW), np.zeros(1, np.int8)
    texts = ["simple:epsilon=0.05", "minimiser:knock=5"]
    players, styles = [seat(text) for text in texts], np.concatenate([gin_style_of(text) for text in texts])
    for player in players:
        player.sit(gin, rules)
    for number, word in enumerate(words(8, "luck", 4 if PLAIN else 60)):
        games = deal(gin, rules, 8, 1, number)
        other = games.copy()
        play_out_gin(other[0], record[0], styles, word)
        step = 0
        while games["table"]["hand_number"][0] == 0 and games["table"]["phase"][0] != gin.OVER:
            gin.look_all(games, record, rows, views)
            views["luck"] = draw(word, step)
            players[views["table"]["turn"][0]].choose(views, choices)
            gin.choose_all(games, record, rows, views, choices)
            step += 1
        assert other["table"]["hand_number"][0] == 0  # nothing was dealt
        for field in ("scores", "winner", "result"):
            assert other[field].tolist() == games[field].tolist()


# ---- how they play ----


@pytest.mark.slow
def test_simple_hands_are_as_often_measured():
    """Twelve and a half turns, nearly always a knock that wins."""
    rules = rules_of("eaai:hands=1")
    games = deal(gin, rules, 1, 100_000)
    play_gin(games, house.record(rules), np.repeat(gin_style_of("simple"), 2))
    shares = dict(zip(HandResult, games["results"].mean(axis=0), strict=True))
    assert games["table"]["turns"].mean() == pytest.approx(12.5, abs=0.1)
    assert shares[HandResult.KNOCK] == pytest.approx(0.94, abs=0.01)
    assert shares[HandResult.GIN] == pytest.approx(0.02, abs=0.003)
    assert shares[HandResult.UNDERCUT] == pytest.approx(0.042, abs=0.003)
    assert shares[HandResult.VOID] == pytest.approx(0.002, abs=0.001)
    assert games["scores"].clip(0).mean() == pytest.approx(8.1, abs=0.1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("holdout", 0.64, 0.70),
        ("simple:knock=4", 0.54, 0.60),
        ("minimiser", 0.45, 0.50),
        ("lookahead", 0.72, 0.78),
        ("lowcards", 0, 0.02),
        ("keeper", 0.66, 0.73),
    ],
)
def test_how_often_they_beat_simple(text, low, high):
    found = duel("gin", "eaai", text, "simple", deals=1000, seed=4, matches=True)
    assert low < found.wins_a < high


# ---- sitting down ----


def test_they_play_gin_only():
    for kind in KINDS:
        with pytest.raises(UserError, match=f"^{kind} plays gin only$"):
            seat(kind).sit(hearts, HEARTS["falcon"])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("simple:epsilon=2", "epsilon is a chance from 0 to 1, not 2.0"),
        ("simple:knock=-1", "knock must be 0 to 1000, not -1"),
        ("lookahead:early=1001", "early must be 0 to 1000, not 1001"),
        ("keeper:out=-1", "out must be 0 to 1000, not -1"),
        ("holdout:knock=3", "holdout has no option 'knock'; it has epsilon"),
    ],
)
def test_wrong_options_are_refused(text, sentence):
    with pytest.raises(UserError) as error:
        seat(text)
    assert str(error.value) == sentence


def test_a_style_is_named_like_a_player():
    assert gin_style_of("simple(knock=4,epsilon=0.5)")[["kind", "knock", "slip_chance"]].tolist() == [(1, 4, 2**31)]
    assert {*GIN_STYLES} == {"random", *KINDS}
    with pytest.raises(UserError, match="there is no style of gin 'jake'"):
        gin_style_of("jake")


def test_matches_are_written_down():
    assert "simple" in str(match("gin", ["simple", "lookahead"], seed=3))


def test_a_keeper_who_fears_nothing_but_outs_still_discards():
    """However much a card that could help counts, some discard is the best."""
    result = duel("gin", "eaai", "keeper:out=1000", "simple", deals=20, seed=3)
    assert result.hands == 40
