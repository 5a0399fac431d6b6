"""Learning from temporal differences in whole hands: as in the book, and in a rigged hand whose answer is known."""

from itertools import cycle, product

import numpy as np
import pytest

from cardshark.cards import card, cards
from cardshark.chance import words
from cardshark.games import gin, house
from cardshark.games.gin.rules import PRESETS
from cardshark.learning.gin.td import (
    Ending,
    Reward,
    Traces,
    play_hands,
    workspace_of,
)
from cardshark.players.gin.rummy.brain import Draw, Knock, RummyBrain, RummyDesign
from cardshark.players.gin.styles import GIN_STYLE
from helpers.compiling import PLAIN, compiled_only
from helpers.gin.td import NETWORKS, bias_towards_little, dealt, lesson, together
from reference import rummy_book as book

NO_STYLES = np.zeros(2, GIN_STYLE)

# ---- whole hands ----


def play_and_learn(games, rules, brains, given, seats=(0, 1)):
    """Play a hand: both brains afterwards, and whether their values are numbers."""
    records, weights = together(brains)
    size = len(weights) // 2
    workspace = workspace_of(records, weights, size)
    fine = play_hands(games, house.record(rules), workspace, np.array([seats], np.int8), NO_STYLES, given) == 1
    after = [brain.copy() for brain in brains]
    for number, brain in enumerate(after):
        brain.memory[:] = weights[number * size : (number + 1) * size]
    return after, fine


def diary_of(start, end, rules):
    """Play a hand again from its end: the record of a hand that was not too long says what was drawn and thrown in every turn."""
    games, record, table, diary = start.copy(), house.record(rules), end["table"][0], book.Diary()
    assert table["turns"] <= gin.MEMORY
    row, view = np.zeros(1, np.uint32), np.zeros(1, gin.VIEW)
    while games["table"]["phase"][0] != gin.OVER:
        gin.look_all(games, record, row, view)
        now, phase = view[0]["table"], int(view[0]["table"]["phase"])
        turn = int(now["turns"])
        if phase == gin.OFFER:
            choice = gin.PASS if now["passed"] < table["passed"] else gin.PILE
        elif phase == gin.DRAW:
            choice = gin.PILE if int(table["taken"]) >> turn & 1 else gin.STOCK
        elif phase == gin.DISCARD:
            choice = int(table["discards"][turn])
        elif phase == gin.MAY_KNOCK:
            last = turn == table["turns"] and table["knocker"] == now["turn"]
            choice = gin.KNOCK if last else gin.PLAY_ON
        else:
            choice = int(view[0]["legal"]).bit_length() - 1 if phase == gin.LAY_OFF else 0
        assert gin.choose_all(games, record, row, view, np.array([choice], np.int8)) >= 0
        diary.note(view[0], choice, games[0])
    assert games["scores"].tolist() == end["scores"].tolist()
    return diary


def reward_by_book(game, seat, kind, draws):
    """The reward of a seat, or None where nothing is learned from the end."""
    score, winner = int(game["scores"][seat]), int(game["winner"])
    if winner == gin.NOBODY and not draws:
        return None
    if kind == Reward.WIN:
        return float(winner == seat)
    if kind == Reward.MARGIN:
        return 0.5 + 0.5 * max(-1.0, min(1.0, score / 125))
    return book.reward(max(score, 0))


LESSONS = [
    {"ending": ending, "reward": reward, "draws": draws, "traces": traces}
    for (ending, reward), (draws, traces) in zip(product(Ending, Reward), cycle([*product([True, False], Traces)]), strict=False)
]


@pytest.mark.parametrize("preset", ["paper", "eaai"])
@pytest.mark.parametrize("settings", LESSONS, ids=lambda settings: "-".join(str(int(value)) for value in settings.values()))
def test_a_hand_is_learned_as_in_the_book(settings, preset):
    """Both players learn all through a real hand, each from its own turns and its own reward; also from hands that nobody wins."""
    rules = PRESETS[preset]._replace(hands=1, max_turns=10 if PLAIN else 40, lay_off=PRESETS["paper"].lay_off)
    learned_knock = settings["ending"] == Ending.VALUE
    ends = set()
    for number, ((hidden, inputs), word) in enumerate(product(NETWORKS[1::2] if PLAIN else NETWORKS, words(1, "td", 1 if PLAIN else 6))):
        design = RummyDesign(inputs, hidden, Draw.MEDIAN, Knock.LEARNED if learned_knock and number % 2 else Knock.AT_ONCE)
        brains = [RummyBrain.fresh(design, 10 + number + seat, 0.3) for seat in range(2)]
        bias_towards_little(brains)
        start = dealt(rules, word)
        end, seats = start.copy(), [(0, 1), (1, 0)][number % 2]
        after, fine = play_and_learn(end, rules, brains, lesson(0.2, 0.6, 0.95, **settings_of(settings)), seats)
        assert fine
        diary = diary_of(start, end, rules)
        ends.add(int(end["result"][0]))
        for seat in range(2):
            brain, kind = seats[seat], "value" if settings["ending"] == Ending.VALUE else "reward"
            states = diary.inputs(seat, inputs.name.lower(), design.knock == Knock.LEARNED, kind)
            won = reward_by_book(end[0], seat, settings["reward"], settings["draws"])
            traces = "replacing" if settings["traces"] == Traces.REPLACE else "accumulating"
            course = book.Course(0.2, 0.6, 0.95, traces)
            steps = book.learn_hand(brains[brain].parts(), states, won or 0.0, course, drawn_out=won is None)
            wanted = steps[-1] if steps else brains[brain].parts()
            for part, found in after[brain].parts().items():
                np.testing.assert_allclose(found, wanted[part], atol=2e-5)
    assert PLAIN or len(ends) > 1


def settings_of(settings):
    return {name: int(value) for name, value in settings.items()}


# ---- a rigged hand, whose answer is known ----


JUNK = "KC KD KH QC QD"
FIRST = "4C 5C 6C 7D 7H 7S TC TH TS 4D"  # 4 points of deadwood, and waits for gin
SECOND = "9D TD JD 2H 3H 4H QS KS KH QC"  # one card from 10 points, two from a knock
AFTER_ONE, AFTER_TWO = (book.Seen(frozenset(FIRST.split()), frozenset(), pile) for pile in [("QD", "KC"), ("QD", "KC", "QC", "KD")])
RIGGED = PRESETS["paper"]._replace(knock_limit=9, max_turns=8)


def rigged(last):
    """Everybody draws from the stock and throws junk; then the second seat draws the last card: gin with 8D, an undercut with 9C."""
    drawn = ["KC", "JS", "KD", last]
    games, record = dealt(RIGGED, np.uint64(1)), house.record(RIGGED)
    used = {*FIRST.split(), *SECOND.split(), "QD", *drawn}
    stock = [card(text) for text in ["QD", *drawn, *(text for text in book.IN_ORDER if text not in used)]]
    gin.deal_these(games, record, np.array([cards(FIRST), cards(SECOND)], np.uint64), np.array(stock, np.int8))
    return games


def test_the_rigged_hand_goes_as_planned():
    for last, result, scores in [("8D", "GIN", [-29, 29]), ("9C", "UNDERCUT", [30, -30])]:
        games = rigged(last)
        start = games.copy()
        play_and_learn(games, RIGGED, rigged_brains(), lesson(rate=0.0))
        diary = diary_of(start, games, RIGGED)
        assert games["scores"][0].tolist() == scores, result
        assert len(diary.states[0]) == 2 and diary.states[0][1] == book.Seen(
            frozenset(FIRST.split()), frozenset(), ("QD", "KC", "QC", "KD")
        )


def rigged_brains():
    """Linear brains that throw junk and hope for the stock; the first knocks with gin only."""
    brains = [RummyBrain(RummyDesign(hidden=0, knock=knock)) for knock in (Knock.GIN, Knock.AT_ONCE)]
    for brain, hand in zip(brains, (FIRST, SECOND), strict=True):
        brain.parts()["output"][:] = [0.0 if text in hand else 3.0 for text in book.IN_ORDER]
        brain.parts()["output"][[book.IN_ORDER.index(text) for text in JUNK.split()]] = -1.0
        brain.parts()["output_bias"][0] = -3.0
    brains[0].parts()["output"][book.IN_ORDER.index("QC")] = 1.0  # thrown between its turns: both states start with the same value
    brains[1].parts()["output"][book.IN_ORDER.index("QC")] = -5.0  # always thrown first
    return brains


@pytest.mark.long
@compiled_only
@pytest.mark.parametrize("trace", [0.0, 0.7, 1.0])
@pytest.mark.parametrize("pattern", [["8D", "9C"], ["8D", "8D", "8D", "9C"]])
def test_the_value_of_a_rigged_hand_becomes_its_mean_score(pattern, trace):
    """After both of its turns the first seat can expect 30 points from an undercut as often as the last card is the nine."""
    records, weights = together(rigged_brains())
    given, workspace = lesson(0.05, trace), workspace_of(records, weights, len(weights) // 2)
    values = []
    for number, card_drawn in enumerate(pattern * (2400 // len(pattern))):
        games = rigged(card_drawn)
        assert play_hands(games, house.record(RIGGED), workspace, np.array([[0, 1]], np.int8), NO_STYLES, given)
        assert games["winner"][0] == (0 if card_drawn == "9C" else 1)
        if number >= 1200:
            brain = RummyBrain(RummyDesign(hidden=0))
            brain.memory[:] = weights[: len(weights) // 2]
            values.append([book.value(book.precise(brain.parts()), book.inputs(seen)) for seen in (AFTER_ONE, AFTER_TWO)])
    mean = 30 / 125 * pattern.count("9C") / len(pattern)
    assert np.mean(values, axis=0) == pytest.approx([mean, mean], rel=0.1)
