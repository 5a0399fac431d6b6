"""The coach at gin: every choice in the same worlds, against a slow twin; honest intervals; nothing hidden is used."""

import numpy as np
import pytest

from cardshark.cards import ALL, cards, listed
from cardshark.chance import draw, draw_card
from cardshark.coach.gin.helpful import helpful_cards, one_view
from cardshark.coach.gin.judge import GIN_FATE, SLIP_CHANCE, STEPS, GinJudge, options_of, try_gin
from cardshark.coach.gin.words import numbers
from cardshark.coach.judges import judge as judge_of
from cardshark.coach.sentences import all_texts
from cardshark.games import gin, house
from cardshark.games.gin.melds import deadwood
from cardshark.games.gin.rules import PRESETS, LayOff, Rules
from cardshark.games.match import Single
from cardshark.players.gin.search.worlds import GIN_SEARCH, gin_workspace
from cardshark.players.gin.styles import choose_by_gin_style, gin_style_of
from cardshark.players.thinking import Sampler
from cardshark.text import UserError
from helpers.gin.hands import play_hands

TOURNAMENT = PRESETS["tournament"]


def positions(rules=TOURNAMENT, styles=("lookahead", "keeper"), seed=1, hands=3, every=1):
    """Moments of played hands, where somebody has to choose: copies of the match's game, and the view."""
    moments = (match for match, _ in play_hands(rules, styles, seed, hands) if match.state.table.hand_number == 0 and not match.over)
    for i, match in enumerate(moments):
        if i % every == 0:
            yield match.games.copy(), match.view().copy()


# ---- against a slow twin ----


def world(view, hand, word):
    """The table as the view shows it, with this other hand and a stock shuffled by this word."""
    games = np.zeros(1, gin.GAME)
    game, seat = games[0], int(view.table.turn)
    game.table = view.table
    game.hands[seat], game.hands[1 - seat], game.drawn = view.hand, hand, view.drawn
    game.draws[seat], game.draws[1 - seat] = view.draws, gin.NOBODY
    game.deals = word
    known = int(view.hand) | int(view.table.piled) | int(view.table.laid_off) | int(view.table.known[1 - seat]) | int(hand)
    rest = int(ALL) & ~known
    for left in range(int(view.table.stock_left), 0, -1):
        card = int(draw_card(np.uint64(rest), left, np.uint64(word)))
        rest ^= 1 << card
        game.stock[left - 1] = card
    return games


def played_out(judge, games, option, word):
    """What an option costs the seat in turn: choice by choice through the game's own kernels."""
    seat, number = int(games[0].table.turn), 0
    hand = int(games[0].table.hand_number)
    forced, rules, style = [int(option[0])], house.record(judge.rules), gin_style_of(judge.name)
    rows, views, choices = np.zeros(1, np.uint32), np.zeros(1, gin.VIEW), np.zeros(1, np.int8)
    while games[0].table.hand_number == hand:
        gin.look_all(games, rules, rows, views)
        if forced:
            choices[0] = forced.pop()
        elif views[0].table.phase == gin.MAY_KNOCK and number == 0 and views[0].table.turn == seat and option[1] >= 0:
            choices[0] = gin.KNOCK if option[1] else gin.PLAY_ON
        else:
            views["luck"] = draw(np.uint64(word), number)
            choose_by_gin_style(views, rules, style, choices)
            number += 1
        gin.choose_all(games, rules, rows, views, choices)
    return -float(games[0].scores[seat])


@pytest.mark.long
@pytest.mark.parametrize("rules", [TOURNAMENT, PRESETS["eaai"], Rules(lay_off=LayOff.BEST)], ids=["chosen", "after_melds", "best"])
def test_tries_match_the_twin(rules):
    judge, phases, search = GinJudge(rules), set(), np.zeros(1, GIN_SEARCH)
    search["sampler"], search["pool"], search["slip_chance"] = Sampler.WEIGHTED, STEPS, SLIP_CHANCE  # as the judge imagines
    for i, (_, view) in enumerate(positions(rules, ("simple", "minimiser"), hands=6)):
        if view.table.phase in (gin.DRAW, gin.DISCARD) and i % 8:
            continue
        options = options_of(view)
        workspace, fates = gin_workspace(2), np.zeros((2, len(options)), GIN_FATE)
        try_gin(one_view(view), house.record(rules), search, gin_style_of(judge.name), workspace, options, fates)
        for k, hand in enumerate(workspace.hands):
            word = draw(~np.uint64(view.luck), k)
            twins = [played_out(judge, world(view, hand, word), option, ~np.uint64(word)) for option in options]
            assert fates["cost"][k].tolist() == twins
        phases.add(int(view.table.phase))
    assert {gin.DRAW, gin.DISCARD, gin.MAY_KNOCK} <= phases


# ---- what a thought is ----


def test_thoughts_come_from_the_view_alone():
    judge = GinJudge(TOURNAMENT, deals=64)
    for games, view in positions(hands=1, every=7):
        first = judge.think(view)
        game, seat = games[0], int(view.table.turn)
        hidden = listed(int(game.hands[1 - seat]) & ~int(game.table.known[1 - seat]))
        for i in range(min(len(hidden), int(game.table.stock_left))):  # the other hand and the stock change places
            card = int(game.stock[i])
            game.stock[i] = hidden[i]
            game.hands[1 - seat] ^= np.uint64(1 << card | 1 << hidden[i])
        views = np.zeros(1, gin.VIEW)
        gin.look_all(games, house.record(TOURNAMENT), np.zeros(1, np.uint32), views)
        again = GinJudge(TOURNAMENT, deals=64).think(views[0])
        assert first.values == again.values and (first.costs == again.costs).all() and (first.beliefs == again.beliefs).all()


def test_beliefs_hold_ten_cards_and_the_pick_ups_are_certain():
    judge, known = GinJudge(TOURNAMENT, deals=160), 0
    for _, view in positions(hands=2, every=5):
        seat = int(view.table.turn)
        thinking = judge.think(view)
        other = thinking.beliefs[1 - seat]
        assert not thinking.beliefs[seat].any()
        assert other.sum() == pytest.approx(gin.HAND_SIZE)
        picked = listed(int(view.table.known[1 - seat]))
        assert (other[picked] == 1).all()
        assert not other[listed(int(view.hand) | int(view.table.piled))].any()
        known += len(picked)
    assert known > 0


def test_values_stand_in_order_and_differences_are_paired():
    judge = judge_of(gin, TOURNAMENT, deals=320)
    assert isinstance(judge, GinJudge) and judge.name == "keeper"
    for _, view in positions(hands=1, every=6):
        thinking = judge.think(view)
        assert [value.choice for value in thinking.values] == listed(int(view.legal))
        assert all(value.low <= value.mean <= value.high for value in thinking.values)
        assert min(value.mean for value in thinking.values) == thinking.values[thinking.column(thinking.best)].mean
        worst = max(thinking.values, key=lambda value: value.mean)
        mean, low, high = thinking.difference(worst.choice, thinking.best)
        assert mean == pytest.approx(worst.mean - thinking.values[thinking.column(thinking.best)].mean) and low <= mean <= high
        assert sum(value.best for value in thinking.values) >= 0.99


def test_after_the_knock_nothing_is_left_to_chance():
    judge, seen = GinJudge(TOURNAMENT), 0
    for _, view in positions(styles=("simple", "simple"), hands=12):
        if view.table.phase == gin.LAY_OFF:
            thinking = judge.think(view)
            assert thinking.exact and all(value.low == value.mean == value.high for value in thinking.values)
            seen += 1
    assert seen > 0


def test_with_all_cards_known_the_game_stays_as_it_is():
    judge = GinJudge(TOURNAMENT)
    for games, view in positions(hands=1, every=9):
        before = games.tobytes()
        values = judge.open_values(games, 20)
        assert [value.choice for value in values] == listed(int(view.legal)) and games.tobytes() == before


def test_a_number_of_deals_that_nobody_can_try_is_refused():
    with pytest.raises(UserError, match="deals to imagine are 1 to"):
        GinJudge(TOURNAMENT, deals=0)


# ---- why ----


def test_a_certain_win_is_seen():
    """Ten melded cards and one to throw: gin now, and any other discard is worse."""
    match = Single(gin, TOURNAMENT._replace(upcard_offer=False), 3, 4)
    seat = int(match.state.table.turn)
    match.choose(gin.STOCK)
    hand = cards("2C 3C 4C 9D 9H 9S TD JD QD KD 7H")
    elsewhere = listed(int(ALL) & ~hand & ~(1 << int(match.state.table.upcard)))
    match.state.hands[seat] = hand
    match.state.hands[1 - seat] = sum(1 << card for card in elsewhere[:10])
    match.state.stock[: match.state.table.stock_left] = elsewhere[10 : 10 + int(match.state.table.stock_left)]
    match.state.drawn = listed(cards("7H"))[0]
    view = match.view()
    if int(view.table.piled) & hand:
        pytest.skip("the up-card is one of these")
    thinking = GinJudge(TOURNAMENT, deals=160).think(view)
    assert thinking.best == listed(cards("7H"))[0] and thinking.clear
    assert numbers(view, thinking)[0] == {"key": "gin_why_gin", "args": {"card": "7H"}}


@pytest.mark.long
def test_every_reason_has_words_in_both_languages():
    texts = all_texts()
    judge, keys = GinJudge(TOURNAMENT, deals=96), set()
    for _, view in positions(styles=("simple", "minimiser"), hands=6, every=2):
        thinking = judge.think(view)
        for chosen in (None, thinking.values[-1].choice):
            keys |= {reason["key"] for reason in numbers(view, thinking, chosen)}
    assert len(keys) >= 6 and all(keys <= texts[language].keys() for language in texts)


def test_cards_that_help():
    match = Single(gin, TOURNAMENT._replace(upcard_offer=False), 3, 4)
    match.view()
    view = match.views.copy()[0]
    hand = cards("2C 3C 9D 9H KS QH JD 7S 5H AC")
    view.table.piled, view.hand = np.uint64(cards("8D")), np.uint64(hand)
    helps = int(helpful_cards(one_view(view), np.uint64(hand)))
    now = deadwood(np.uint64(hand))
    slow = set()
    for card in listed(int(ALL) & ~hand & ~cards("8D")):
        eleven = hand | 1 << card
        left = [(int(deadwood(np.uint64(eleven ^ 1 << each))), each) for each in listed(hand)]
        if min(left)[0] < now and any(deadwood(np.uint64(eleven)) < now + 1 and each for _, each in left):
            slow.add(card)
    assert {*listed(helps)} >= {*listed(cards("4C 9C 9S"))} and {*listed(helps)} <= slow | {*listed(helps)}


# ---- are the intervals honest? ----


@pytest.mark.slow
def test_intervals_cover_the_long_run():
    """A short thought's 95 % interval holds what a long thought with other luck finds, for values and for differences."""
    judge, short, long = GinJudge(TOURNAMENT), 480, 4800
    widen = np.sqrt(1 + short / long)  # the long run has an error of its own
    covered, differences, best = [], [], []
    for _, view in positions(styles=("lookahead", "simple"), seed=11, hands=20, every=4):
        if len(listed(int(view.legal))) < 2 or view.table.phase == gin.LAY_OFF:
            continue
        other = view.copy()
        other.luck = np.uint64(int(view.luck) ^ 0x5DEECE66D)
        brief, lengthy = judge.think(view, short), judge.think(other, long)
        least = min(value.mean for value in lengthy.values)
        for one, two in zip(brief.values, lengthy.values, strict=True):
            covered.append(abs(one.mean - two.mean) <= (one.high - one.mean) * widen)
            best.append((one.best, two.mean <= least + 1e-9))  # some choices come to the same
        for value in brief.values:
            if value.choice != brief.best:
                mean, low, _ = brief.difference(value.choice, brief.best)
                differences.append(abs(mean - lengthy.difference(value.choice, brief.best)[0]) <= (mean - low) * widen)
    chance, hit = np.array(best).T
    print(f"{len(covered)} values covered {np.mean(covered):.3f}, {len(differences)} differences {np.mean(differences):.3f}")
    for low, high in ((0.0, 0.05), (0.05, 0.35), (0.35, 0.65), (0.65, 0.95), (0.95, 1.01)):
        some = (chance >= low) & (chance < high)
        print(f"P(best) {low}-{high}: {some.sum()} said {chance[some].mean():.3f}, came true {hit[some].mean():.3f}")
    assert 0.92 <= np.mean(covered) <= 0.98 and 0.92 <= np.mean(differences) <= 0.98
