"""Learning by temporal differences against the book: slopes, traces, whole hands; and hands so rigged that the answer is known."""

from itertools import cycle, product
from math import log

import numpy as np
import pytest

from cardshark.cards import card, cards
from cardshark.chance import words
from cardshark.games import gin, house
from cardshark.games.gin.rules import PRESETS
from cardshark.jit import kernel
from cardshark.learning.course import Schedule
from cardshark.learning.gin.course import TdCourse, TdLesson
from cardshark.learning.gin.evolution import Evolution
from cardshark.learning.gin.td import (
    PUPIL,
    TD_LESSON,
    Ending,
    Reward,
    Seen,
    Traces,
    add_gradient,
    learn_end,
    learn_turn,
    play_hands,
    value_now,
    workspace_of,
)
from cardshark.learning.trainer import Diverged, Training, train
from cardshark.players.brain_file import digest as brain_digest
from cardshark.players.gin.rummy.brain import Draw, Inputs, Knock, RummyBrain, RummyDesign, load_rummy, rummy_sheets
from cardshark.players.gin.styles import GIN_STYLE
from cardshark.players.hearts.network.brain import memory
from cardshark.text import UserError
from helpers.arrays import digest
from helpers.compiling import PLAIN, compiled_only, in_plain_python
from helpers.training import resumed_after
from reference import rummy_book as book

NO_STYLES = np.zeros(2, GIN_STYLE)
NETWORKS = [(0, Inputs.ONE), (3 if PLAIN else 26, Inputs.ONE), (5, Inputs.FOUR), (0, Inputs.FOUR)]


def some_parts(random, inputs, units):
    """A random network; without units a linear one."""
    shapes = {"hidden": (inputs, units), "hidden_bias": (units,), "output": (units or inputs,), "output_bias": (1,)}
    if not units:
        shapes = {part: shapes[part] for part in ("output", "output_bias")}
    return {part: random.uniform(-1, 1, shape) for part, shape in shapes.items()}


# ---- the book ----


@pytest.mark.parametrize("units", [0, 1, 4])
def test_the_book_knows_calculus(units):
    random = np.random.default_rng(units)
    for _ in range(5):
        parts, x = some_parts(random, 6, units), random.uniform(-2, 2, 6)
        derived, tried = (way(parts, x) for way in (book.gradient, book.gradient_by_trying))
        assert derived.keys() == tried.keys() == parts.keys()
        for part in parts:
            np.testing.assert_allclose(derived[part], tried[part], atol=1e-9)


def test_the_book_learns_as_by_hand():
    """The example worked out in the book's margin."""
    start = {"output": np.array([log(3)]), "output_bias": np.zeros(1)}
    states = [np.array([1.0]), np.array([0.0])]
    first, second = book.learn_hand(start, states, 1.0, book.Course(alpha=1, decay=0.5))
    assert (first["output"][0], first["output_bias"][0]) == pytest.approx((1.0517373, -0.0468750), abs=1e-7)
    assert (second["output"][0], second["output_bias"][0]) == pytest.approx((1.0997107, 0.1289573), abs=1e-7)
    # Replaced instead of added to, the bias answers for the last state alone; w, whose last slope is 0, keeps its faded trace.
    _, replaced = book.learn_hand(start, states, 1.0, book.Course(alpha=1, decay=0.5, traces="replacing"))
    wanted = first["output_bias"][0] + 0.2498627 * 0.5117166
    assert (replaced["output"][0], replaced["output_bias"][0]) == pytest.approx((1.0997107, wanted), abs=1e-7)


def test_with_lambda_1_small_steps_add_up_to_the_way_from_every_state_to_the_reward():
    """TD(1) without discount is Monte Carlo: all surprises after a state sum to reward minus value."""
    random = np.random.default_rng(3)
    parts, states = some_parts(random, 5, 3), random.uniform(-2, 2, (6, 5))
    tiny = 1e-6
    last = book.learn_hand(parts, states, 0.7, book.Course(alpha=tiny, decay=1.0))[-1]
    for part, weights in parts.items():
        wanted = sum((0.7 - book.value(parts, x)) * book.gradient(parts, x)[part] for x in states)
        np.testing.assert_allclose((last[part] - weights) / tiny, wanted, atol=1e-4)


def test_of_a_drawn_out_hand_the_end_can_be_left_out():
    random = np.random.default_rng(4)
    parts, states = some_parts(random, 5, 3), random.uniform(-2, 2, (4, 5))
    whole, cut = (book.learn_hand(parts, states, 0.0, book.Course(), drawn_out) for drawn_out in (False, True))
    assert len(whole) == 4 and len(cut) == 3
    for part in parts:
        assert (whole[2][part] == cut[2][part]).all()


# ---- one step ----


def states_of(random, count):
    """Some hands of ten with what else is known: my cards, the opponent's, the pile."""
    for _ in range(count):
        dealt = random.permutation(book.IN_ORDER).tolist()
        theirs, pile = int(random.integers(4)), int(random.integers(1, 12))
        yield book.Seen(frozenset(dealt[:10]), frozenset(dealt[10 : 10 + theirs]), tuple(dealt[20 : 20 + pile]))


def sets(seen):
    """A state as the kernels take it: three sets of cards."""
    return [np.uint64(cards(" ".join(place))) for place in (seen.mine, seen.theirs, seen.pile)]


@kernel
def slope_of(brains, memory, sheets, trace, hand, theirs, piled, knocking):
    seen = Seen(hand, theirs, piled, knocking)
    value = value_now(brains[0], memory, sheets[0], seen)
    add_gradient(brains[0], memory, sheets[0], trace, seen, value, False)
    return value


def as_parts(brain, numbers):
    """A row of numbers that lie as a brain's weights do, by part."""
    other = RummyBrain(brain.design)
    other.memory[:] = numbers
    return other.parts()


@pytest.mark.parametrize("knocking", [False, True])
@pytest.mark.parametrize(("hidden", "inputs"), NETWORKS)
def test_slopes_are_those_of_the_book_and_of_trying(hidden, inputs, knocking):
    random = np.random.default_rng(5)
    brain = RummyBrain.fresh(RummyDesign(inputs, hidden, knock=Knock.LEARNED), 6, 0.3)
    for seen in states_of(random, 2):
        trace = np.zeros(brain.memory.size, np.float32)
        value = slope_of(brain.record, brain.memory, rummy_sheets(1), trace, *sets(seen), knocking)
        x = book.inputs(seen, inputs.name.lower(), knocking)
        parts = book.precise(brain.parts())
        assert value == pytest.approx(book.value(parts, x), abs=1e-6)
        derived, found = book.gradient(parts, x), as_parts(brain, trace)
        assert derived.keys() == found.keys()
        for part in found:
            np.testing.assert_allclose(found[part], derived[part], atol=2e-6)
        tried = book.gradient_by_trying(parts, x)
        for part in found:
            np.testing.assert_allclose(found[part], tried[part], atol=2e-6)
        assert np.abs(trace).sum() == pytest.approx(sum(np.abs(part).sum() for part in found.values()))  # nothing between the weights


def lesson(rate=0.2, trace=0.7, gamma=1.0, traces=Traces.ADD, ending=Ending.REWARD, reward=Reward.SCORE, draws=True):
    """What the kernels are given about learning."""
    found = np.zeros(1, TD_LESSON)
    found["rate"], found["keep"], found["gamma"], found["scale"] = rate, gamma * trace, gamma, 1 / 125
    found["traces"], found["ending"], found["reward"], found["draws"] = traces, ending, reward, draws
    return found


@kernel
def learn_states(brains, memory, sheets, trace, pupils, lesson, states, reward):
    for i in range(len(states)):
        seen = Seen(states[i, 0], states[i, 1], states[i, 2], False)
        learn_turn(brains[0], memory, sheets[0], trace, pupils[0], lesson[0], seen)
    learn_end(brains[0], memory, trace, pupils[0], lesson[0], np.float32(reward))


def learned(brain, states, reward, given):
    """A brain's weights after the states of one hand."""
    found, trace = brain.copy(), np.zeros(brain.memory.size, np.float32)
    rows = np.array([sets(state) for state in states], np.uint64).reshape(-1, 3)
    learn_states(brain.record, found.memory, rummy_sheets(1), trace, np.zeros(1, PUPIL), given, rows, reward)
    return found


def test_the_kernel_learns_as_by_hand():
    """The book's example, where x = 2 for a card in hand and w = ln 3 / 2: V = 3/4 again, and the slope in w is twice that in c.

    first turn   trace (3/8, 3/16)
    second turn  surprise -1/4: w = ln 3 / 2 - 3/32, c = -3/64
    the end      trace (3/16, 3/32 + 0.2498627), surprise 0.5117166: w = 0.5493061 - 0.0937500 + 0.0959469 = 0.5515030, c = 0.1289573
    """
    brain = RummyBrain(RummyDesign(hidden=0))
    brain.parts()["output"][0] = log(3) / 2
    nothing, deuce = (book.Seen(frozenset(mine), frozenset(), ()) for mine in ([], ["2C"]))
    once = learned(brain, [deuce], 0.5, lesson(1.0, 0.5)).parts()  # of a single turn: surprise 1/2 - 3/4
    assert (once["output"][0], once["output_bias"][0]) == pytest.approx((log(3) / 2 - 3 / 32, -3 / 64), abs=1e-6)
    both = learned(brain, [deuce, nothing], 1.0, lesson(1.0, 0.5)).parts()
    assert (both["output"][0], both["output_bias"][0]) == pytest.approx((0.5515030, 0.1289573), abs=1e-6)
    assert not both["output"][1:].any()
    replaced = learned(brain, [deuce, nothing], 1.0, lesson(1.0, 0.5, traces=Traces.REPLACE)).parts()
    wanted = -0.046875 + 0.2498627 * 0.5117166
    assert (replaced["output"][0], replaced["output_bias"][0]) == pytest.approx((0.5515030, wanted), abs=1e-6)


@pytest.mark.parametrize("traces", Traces)
@pytest.mark.parametrize(("hidden", "inputs"), NETWORKS)
def test_every_turn_is_learned_as_in_the_book(hidden, inputs, traces):
    """After one turn, after two, and so on: the weights that the book has then."""
    random = np.random.default_rng(7)
    brain = RummyBrain.fresh(RummyDesign(inputs, hidden), 8, 0.5)
    states = [*states_of(random, 6)]
    course = book.Course(alpha=0.2, decay=0.7, gamma=0.9, traces="replacing" if traces == Traces.REPLACE else "accumulating")
    for turns in range(1, 7):
        seen = [book.inputs(state, inputs.name.lower()) for state in states[:turns]]
        wanted = book.learn_hand(brain.parts(), seen, 0.4, course)[-1]
        found = learned(brain, states[:turns], 0.4, lesson(0.2, 0.7, 0.9, traces)).parts()
        moved = max(np.abs(found[part] - brain.parts()[part]).max() for part in found)
        assert moved > 1e-3
        for part in found:
            np.testing.assert_allclose(found[part], wanted[part], atol=3e-6)


def test_before_the_first_turn_ends_there_is_nothing_to_learn():
    brain = RummyBrain.fresh(RummyDesign(), 9)
    assert (learned(brain, [], 1.0, lesson()).memory == brain.memory).all()


# ---- whole hands ----


def together(brains):
    """Two brains at one table: their records, and their weights one after the other."""
    size = brains[0].memory.size
    found, records = memory(2 * size), np.concatenate([brain.record for brain in brains])
    records["start"] = [0, size]
    for number, brain in enumerate(brains):
        found[number * size : (number + 1) * size] = brain.memory
    return records, found


def dealt(rules, word):
    """A hand just dealt."""
    games = np.zeros(1, gin.GAME)
    games["deals"], games["luck"] = word, 0
    gin.start_all(games, house.record(rules))
    return games


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


def bias_towards_little(brains):
    """Let untrained brains like low cards, so that some of their hands end with a knock."""
    for brain in brains:
        parts = brain.parts()
        weights = parts["hidden"] if "hidden" in parts else parts["output"]
        per_card = 4 if brain.design.inputs == Inputs.FOUR else 1
        for number, text in enumerate(book.IN_ORDER):
            low = 6.5 - "A23456789TJQK".index(text[0])
            weights[number * per_card] += 0.15 * low  # of the first input of a card: it is mine
        if "hidden" in parts:
            parts["output"][:] = np.abs(parts["output"])


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


# ---- courses ----


SHORT = f"paper:max_turns={8 if PLAIN else 60}"


def test_a_course_is_the_same_to_the_bit_and_after_stopping():
    design, given = RummyDesign(hidden=3), TdLesson(games=6 if PLAIN else 31, rules=SHORT, epoch=4)
    whole = TdCourse(design, given, 3)
    whole.advance(100)
    again, other = TdCourse(design, given, 3), TdCourse(design, given, 4)
    for steps in (1, 2, 4, 100):  # stop in the middle of an epoch, and of a pair
        again.advance(steps)
        fresh = TdCourse(design, given, 3)
        fresh.restore(again.state())
        again = fresh
    other.advance(100)
    assert whole.done and again.done and whole.game == given.games
    assert digest(whole.memory) == digest(again.memory) != digest(other.memory)
    assert (whole.totals == again.totals).all() and (whole.turns == again.turns).all()


def test_after_an_epoch_the_better_network_goes_on():
    """Most wins; the player's if both have as many. The deals are played twice with the seats swapped."""
    design, given = RummyDesign(hidden=0), TdLesson(games=4, rules=SHORT, epoch=4, rate=0.05)
    kept = set()
    for seed in range(1 if PLAIN else 10):
        course, cut = TdCourse(design, given, seed), TdCourse(design, given, seed)
        brains = [RummyBrain.fresh(design, 2 * seed + number, 0.3) for number in range(2)]
        bias_towards_little(brains)
        course.memory[:] = together(brains)[1]
        course.advance(3)
        cut.restore(course.state())
        cut.play_next()  # the last game without the end of the epoch
        assert (cut.weights(0) != cut.weights(1)).any()
        networks = [as_parts(course.brain, cut.weights(number)) for number in range(2)]
        course.advance(1)
        wins = tuple((course.totals[:4] > 0).sum(axis=0).tolist())
        wanted = book.taught_next(*networks, wins)
        assert (course.weights(0) == course.weights(1)).all()
        for part, found in course.brain.parts().items():
            assert (found == wanted[part]).all()
        kept.add(wins[1] > wins[0])
    assert PLAIN or kept == {True, False}


def small_brains():
    """What a few games of either learner come to, in one line."""
    lessons = TdLesson(games=4, rules="eaai:max_turns=12"), Evolution(games=4, rules="eaai:max_turns=12")
    return " ".join(brain_digest(train(RummyDesign(hidden=3), given, 3)) for given in lessons)


@compiled_only
def test_plain_python_learns_the_same_to_the_bit():
    """What a debugger shows is what the compiled courses do."""
    plain = in_plain_python("test_td", "small_brains()")
    assert plain.split() == small_brains().split() and len({*plain.split()}) == 2


@pytest.mark.parametrize(
    "settings",
    [{}, {"against": "self", "epsilon": 0.1}, {"against": "simple+lowcards"}, {"schedule": Schedule.LINEAR, "final_rate": 0.01}],
    ids=str,
)
def test_a_training_goes_on_from_its_file(settings, tmp_path):
    """Stopped in the middle of an epoch; the finished brain is the same to the bit."""
    design, given, out = RummyDesign(hidden=3), TdLesson(games=6 if PLAIN else 20, rules=SHORT, **settings), tmp_path / "x.safetensors"
    whole = train(design, given, 3)
    resumed = resumed_after(5, design, given, 3, out)
    assert brain_digest(resumed) == brain_digest(whole) and resumed.about["curve"] == whole.about["curve"]
    assert brain_digest(load_rummy(str(out))) == brain_digest(whole)


@compiled_only
def test_values_that_blow_up_are_said_in_one_sentence():
    training = Training(RummyDesign(), TdLesson(games=10, rules=SHORT, rate=0.3), 5)
    training.course.advance(2)
    training.course.weights(0)[:] = np.nan
    with pytest.raises(Diverged, match=r"^the values blew up in game 3 of 10: try a learning rate below 0\.3 \(--rate\)[^.]*$"):
        training.run()
    assert training.course.game == 2


@pytest.mark.parametrize(
    ("settings", "wrong"),
    [({"epoch": 3}, "even"), ({"trace": 1.5}, "trace"), ({"gamma": -0.1}, "gamma"), ({"games": 0}, "games"), ({"epsilon": 2.0}, "epsilon")],
)
def test_settings_that_make_no_sense_are_refused(settings, wrong):
    with pytest.raises(UserError, match=wrong):
        TdLesson(**settings)


def test_who_learns_to_knock_must_value_the_hand_laid_down():
    with pytest.raises(UserError, match="ending"):
        TdCourse(RummyDesign(knock=Knock.LEARNED), TdLesson(), 1)
