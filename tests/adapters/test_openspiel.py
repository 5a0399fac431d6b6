"""OpenSpiel: its own simulations, states that can be copied and kept, worlds that contradict nothing, and its own searchers."""

import os
import random

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'cardshark[openspiel]'")

import cardshark.adapters.openspiel  # noqa: E402, F401
from cardshark.adapters.gin import imagine_hands  # noqa: E402
from cardshark.adapters.referee import Referee  # noqa: E402
from cardshark.cards import ALL, listed  # noqa: E402
from cardshark.games import gin, hearts  # noqa: E402
from cardshark.players import seat  # noqa: E402
from cardshark.text import UserError  # noqa: E402

HEARTS, GIN = "python_cardshark_hearts", "python_cardshark_gin"
RULES = [
    (HEARTS, "american:hands=1", 0), (HEARTS, "american:hands=2", 2), (HEARTS, "american:hands=1,players=3,removed=2D", 1),
    (HEARTS, "falcon:hands=1", 0), (HEARTS, "passleft:hands=1,pass_count=4", 0), (HEARTS, "dutch:hands=2", 0),
    (GIN, "eaai:hands=1", 0), (GIN, "tournament:hands=2", 0), (GIN, "oklahoma:hands=1,upcard_offer=no", 0),
]  # fmt: skip
RESAMPLES = int(os.environ.get("CARDSHARK_HANDS", "20000")) // 20


def load(name, rules, first=0):
    return pyspiel.load_game(name, {"rules": rules, "first": first})


def states(game, seed, games=1):
    """States in which a player chooses, mostly as a rule of thumb would: at random nobody ever knocks. A state goes on when it is left."""
    rng, player = random.Random(seed), seat({"hearts": "jake", "gin": "simple"}[game.name], game.name)
    player.sit(game.referee.game, game.referee.rules)
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            action = rng.choice(state.legal_actions())
            if not state.is_chance_node():
                yield state
                if rng.random() < 0.8:
                    view, choice = game.referee.views(state.course.match)[state.current_player() :][:1], np.zeros(1, np.int8)
                    player.choose(view, choice)
                    action = game.action_of[int(choice[0])]
            state.apply_action(action)


@pytest.mark.long
@pytest.mark.parametrize(("name", "rules", "first"), RULES)
def test_openspiels_own_simulations(name, rules, first):
    pyspiel.random_sim_test(load(name, rules, first), num_sims=1, serialize=True, verbose=False)


def test_a_game_is_written_and_read_with_its_rules():
    game = load(HEARTS, "american:hands=1,players=3,removed=2D", 2)
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game) == f"{HEARTS}(first=2,rules=american hands:1 players:3 removed:2D)"
    assert again.num_players() == 3
    assert (game.min_utility(), game.max_utility()) == (-26, 0)
    assert pyspiel.load_game(GIN).utility_sum() == 0


@pytest.mark.parametrize("name", [HEARTS, GIN])
def test_a_copy_goes_its_own_way(name):
    for number, state in enumerate(states(pyspiel.load_game(name), 3)):
        if number > 15:
            break
        before = str(state)
        copy = state.clone()
        assert str(copy) == before
        copy.apply_action(copy.legal_actions()[0])
        assert str(state) == before != str(copy)


@pytest.mark.parametrize("name", [HEARTS, GIN])
def test_the_state_is_that_of_our_rules(name):
    """What OpenSpiel is told is what a referee shows who was dealt the same cards and given the same choices."""
    game = pyspiel.load_game(name)
    for state in states(game, 5):
        course, player = state.course, state.current_player()
        referee = course.referee
        assert [game.actions[action] for action in state.legal_actions()] == listed(referee.legal(course.match))
        bits = referee.observer.bits(referee.views(course.match)[player : player + 1])[0]
        seats = game.num_players()
        assert np.array_equal(np.array(state.observation_tensor(player))[seats:], bits)
        assert np.array_equal(np.array(state.information_state_tensor(player))[seats : seats + len(bits)], bits)
        assert state.observation_string(player) == referee.text(course.match, player)
    assert state.is_terminal()
    assert state.returns() == referee.returns(course.match).tolist()


# ---- worlds ----


def contradictions(state, world, player):
    """What a world says that cannot be, in the eyes of a player."""
    here, there = state.course, world.course
    if state.information_state_string(player) != world.information_state_string(player):
        yield "what was seen"
    asked = gin.MAY_KNOCK if state.get_game().name == "gin" else None  # nobody sees that the other is asked whether to knock
    unseen = state.current_player() != player and here.referee.phase(here.match) == asked
    if not unseen and state.information_state_tensor(player) != world.information_state_tensor(player):
        yield "what the tensor shows"
    if not unseen and state.current_player() != world.current_player():
        yield "whose turn it is"
    if here.match["hands"][0, player] != there.match["hands"][0, player]:
        yield "the own hand"
    hands = there.match["hands"][0].tolist()
    for other, voids in enumerate(here.match["table"]["voids"][0].tolist() if state.get_game().name == "hearts" else ()):
        if other != player and any(voids >> suit & 1 and hands[other] >> 16 * suit & 0xFFFF for suit in range(4)):
            yield "a void"
    if state.current_player() == player and world.legal_actions() != state.legal_actions():
        yield "the legal actions"


def can_tell(state, player):
    """Is a world imagined for this player?"""
    return player == state.current_player() or state.course.referee.phase(state.course.match) not in (gin.SPREAD, gin.LAY_OFF)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "rules", "first"), RULES)
def test_worlds_contradict_nothing_for_any_player(name, rules, first):
    rng, count = random.Random(1), 0
    game = load(name, rules, first)
    while count < RESAMPLES // len(RULES):
        for state in states(game, rng.random()):
            for player in filter(lambda player: can_tell(state, player), range(game.num_players())):
                world = state.resample_from_infostate(player, rng.random)
                assert list(contradictions(state, world, player)) == []
                count += 1


def test_worlds_differ_and_follow_the_sampler():
    state = next(state for number, state in enumerate(states(pyspiel.load_game(HEARTS), 2)) if number == 30)
    seen = {str(state.resample_from_infostate(0, random.Random(seed).random)) for seed in range(20)}
    assert len(seen) == 20
    assert str(state.resample_from_infostate(0, random.Random(3).random)) in seen


def test_a_world_can_be_played_to_the_end_and_its_history_leads_to_it():
    game, rng = pyspiel.load_game(GIN), random.Random(4)
    for number, state in enumerate(states(game, 8)):
        if number % 7 == 3 and can_tell(state, state.current_player()):
            world = state.resample_from_infostate(state.current_player(), rng.random)
            again = game.new_initial_state()
            for action in world.history():
                again.apply_action(action)
            assert str(again) == str(world)
            while not world.is_terminal():
                world.apply_action(rng.choice(world.legal_actions()))


def draw(word, index):
    """SplitMix64, as it is printed."""
    word = (word + 0x9E3779B97F4A7C15 * (index + 1)) % 2**64
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
    return word ^ word >> 31


def slow_hand(view, word):
    """The twin of `imagined_hand`, in plain Python."""
    table, me = view["table"], int(view["table"]["turn"])
    known = int(table["known"][1 - me])
    rest = listed(int(ALL) & ~(int(view["hand"]) | int(table["piled"]) | int(table["laid_off"]) | known))
    while len(rest) > int(table["stock_left"]):
        known |= 1 << rest.pop((draw(word, len(rest)) >> 32) * len(rest) >> 32)
    return known


def test_imagined_hands_are_those_of_a_slow_twin():
    referee = Referee("gin", "eaai:hands=1")
    for seed in range(5):
        match = referee.deal(seed, 0)
        while referee.turn(match) >= 0 and referee.phase(match) < gin.SPREAD:
            views = referee.views(match)
            found, words = np.zeros(2, np.uint64), np.array([seed, 2**63 + seed], np.uint64)
            imagine_hands(views, words, found)
            assert found.tolist() == [slow_hand(view, int(word)) for view, word in zip(views, words, strict=True)]
            referee.choose(match, listed(referee.legal(match))[seed % 2 and -1])
            if int(match["table"]["turns"][0]) > 12:
                break


# ---- other people's players ----


@pytest.mark.slow
@pytest.mark.parametrize(("name", "decisions"), [(HEARTS, 24), (GIN, 10)])
def test_openspiels_information_set_search_plays(name, decisions):
    from open_spiel.python.algorithms import ismcts, mcts

    game, rng = pyspiel.load_game(name), np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 20.0, 6, random_state=rng)
    worlds = []

    def resample(state, player):
        world = state.resample_from_infostate(player, rng.uniform)
        worlds.extend(contradictions(state, world, player))
        return world

    bot.set_resampler(resample)
    for number, state in enumerate(states(game, 6)):
        if number == decisions:
            break
        assert bot.step(state) in state.legal_actions()
    assert worlds == []


@pytest.mark.long
@pytest.mark.parametrize("name", [HEARTS, GIN])
def test_openspiels_tree_search_and_rollouts_run(name):
    from open_spiel.python.algorithms import mcts

    game, rng = pyspiel.load_game(name), np.random.RandomState(1)
    state = next(states(game, 6))
    assert len(mcts.RandomRolloutEvaluator(2, rng).evaluate(state)) == game.num_players()
    assert mcts.MCTSBot(game, 20.0, 4, mcts.RandomRolloutEvaluator(1, rng), random_state=rng).step(state) in state.legal_actions()


CLUBS_FIRST = range(39)  # the deal by which seat 0 holds all clubs


def after(name, *actions):
    """A match after these outcomes and choices."""
    state = pyspiel.load_game(name).new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


def played(name):
    """A match that is over."""
    state = after(name)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    return state


REFUSED = {
    "how long a match may be: set hands, as in american:hands=1": lambda: load(HEARTS, "american"),
    "set hands, as in eaai:hands=1": lambda: load(GIN, "eaai"),
    "no set of rules ''": lambda: load(HEARTS, ""),
    "no set of rules ''; there is eaai": lambda: load(GIN, " "),
    "never renewed": lambda: load(GIN, "paper"),
    "first is a whole number": lambda: load(HEARTS, "american:hands=1", -1),
    "from 0 to 11, not 12": lambda: load(HEARTS, "american:hands=1", 12),
    "no rule 'handz'": lambda: load(HEARTS, "american handz:1"),
    r"seat 0 chose 2D \(13\) in phase pass; it may choose 2C \(0\)": lambda: after(HEARTS, *CLUBS_FIRST, 13),
    "an action is a whole number from 0 up, not -40": lambda: after(HEARTS, *CLUBS_FIRST, -40),
    "an action is a whole number from 0 to 51, not 99": lambda: after(HEARTS, 99),
    "an action is a whole number from 0 to 58, not 59": lambda: after(GIN).action_to_string(0, 59),
    "a player is a whole number from 0 to 3, not 8": lambda: after(HEARTS, *CLUBS_FIRST).resample_from_infostate(8, random.random),
    "chance cannot decide 3C now": lambda: after(HEARTS, 1, 1),
    "chance cannot decide knock now": lambda: after(GIN, 29),
    "nobody has anything to choose": lambda: played(HEARTS).apply_action(0),
    "what one seat may know": lambda: pyspiel.load_game(GIN).make_py_observer(pyspiel.IIGObservationType(False, True)),
}


@pytest.mark.parametrize("sentence", REFUSED)
def test_wrong_calls_get_one_sentence(sentence):
    with pytest.raises(UserError, match=sentence):
        REFUSED[sentence]()


def test_who_waits_while_the_other_lays_down_is_refused():
    for state in states(pyspiel.load_game(GIN), 1, games=30):
        waiting = 1 - state.current_player()
        if not can_tell(state, waiting):
            with pytest.raises(UserError, match="ask for the seat in turn"):
                state.resample_from_infostate(waiting, random.random)
            return
    raise AssertionError("nobody ever knocked")


def test_passing_is_seen_by_giver_and_taker_alone():
    game = load(HEARTS, "american:hands=1", 0)
    for state in states(game, 9):
        if state.course.referee.phase(state.course.match) == hearts.PLAY:
            break
    strings = [state.information_state_string(player).split()[2:] for player in range(4)]
    for player in range(4):
        passed, received = strings[player][13:16], [card[1:] for card in strings[(player + 1) % 4][16:19]]
        assert sorted(passed) == sorted(received)
        assert not set(passed) & {card.lstrip("+") for card in strings[(player + 2) % 4]}
