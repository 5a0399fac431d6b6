"""Many tables as one environment: the same games as the loop plays, rewards that add up, opponents, snapshots, and refusals."""

import numpy as np
import pytest

from cardshark import play
from cardshark.games import game_named, house
from cardshark.players import seat
from cardshark.players.player import Player
from cardshark.players.uniform import Random, choose_any
from cardshark.tables import Tables
from cardshark.text import UserError

CASES = [
    ("hearts", "american:hands=1"), ("hearts", "american:passing=none,hands=1"), ("hearts", "dutch:hands=2"),
    ("hearts", "american:limit=30"),
    ("hearts", "american:players=3,removed=2D,hands=1"), ("gin", "eaai:hands=1"), ("gin", "eaai:target=30"), ("gin", "classic:target=20"),
]  # fmt: skip


def at_random(turn):
    """Random choices, by the luck that comes with each view: the same as the player `random` makes."""
    choices = np.zeros(len(turn.views), np.int8)
    choose_any(turn.views, choices)
    return choices


def rules_of(game, text):
    return house.parse(game_named(game).PRESETS, text)


def collect(tables, wanted):
    """Play at random until every table has ended `wanted` matches. Returns their returns: [match][table] -> seats."""
    found, turn = {}, tables.turn()
    counted = np.zeros(tables.count, int)
    while counted.min() < wanted:
        turn = tables.choose(at_random(turn))
        for table, returns in zip(turn.ended.tolist(), turn.returns.tolist(), strict=True):
            found[counted[table] * tables.count + table] = returns
            counted[table] += 1
    return found


def scores(game, rules, games):
    """What each seat made of a match, larger is better."""
    totals = games["table"]["totals"][:, : game.seats(rules)].astype(float)
    return -totals if game.LOWEST_WINS else totals - totals[:, ::-1]


@pytest.mark.parametrize(("name", "text"), CASES)
def test_tables_play_the_matches_of_the_seed_again_and_again(name, text):
    game, rules = game_named(name), rules_of(name, text)
    found = collect(Tables(name, text, count=7, seed=3), wanted=3)
    games = play.deal(game, rules, seed=3, count=21)
    play.play(game, rules, games, [Random()])
    assert [found[number] for number in range(21)] == scores(game, rules, games).tolist()


@pytest.mark.long
@pytest.mark.parametrize("rewards", ["points", "score", "win"])
@pytest.mark.parametrize(("name", "text"), CASES)
def test_rewards_add_up_to_the_returns(name, text, rewards):
    tables = Tables(name, text, count=5, seed=1, rewards=rewards)
    turn, sums, ended = tables.turn(), np.zeros((5, tables.seats)), 0
    while ended < 20:
        assert not turn.rewards[turn.step == 0].any()
        sums[turn.table, turn.seat] += turn.rewards
        assert not any(np.signbit(amounts[amounts == 0]).any() for amounts in (turn.rewards, turn.returns, turn.final))
        before = sums.copy()
        turn = tables.choose(at_random(turn))
        for table, returns, final in zip(turn.ended, turn.returns, turn.final, strict=True):
            assert (before[table] + final == returns).all()
            sums[table], ended = 0, ended + 1


def test_points_are_rewards_when_they_are_taken():
    by_card, by_hand = (Tables("hearts", "american:hands=1,moon=none", count=8, seed=1, rewards=kind) for kind in ("points", "score"))
    early, late, one, other = 0.0, 0.0, by_card.turn(), by_hand.turn()
    for _ in range(50):
        one, other = by_card.choose(at_random(one)), by_hand.choose(at_random(other))
        early, late = early + one.rewards.sum(), late + other.rewards.sum()
    assert early < 0 == late


@pytest.mark.parametrize(("name", "text"), CASES)
def test_a_match_can_be_won_by_one_or_shared(name, text):
    """The same matches twice, once by points: who has most of them shares the win with all who have as many."""
    by_points, wins = (collect(Tables(name, text, count=7, seed=3, rewards=kind), wanted=3) for kind in ("score", "win"))
    for match, points in by_points.items():
        first = [each == max(points) for each in points]
        assert wins[match] == pytest.approx([each / sum(first) for each in first])


@pytest.mark.parametrize("learner", ["rotate", 2, [0, 3], np.array([0, 3])], ids=str)
def test_opponents_are_played_inside(learner):
    tables = Tables("hearts", "american:hands=1", count=6, seed=2, opponents=["jake", "stock"], learner=learner)
    rules = tables.rules
    seen, turn, results = set(), tables.turn(), {}
    seatings = {int(number): seating.copy() for number, seating in zip(tables.numbers, tables.seating, strict=True)}
    while len(results) < 24:
        assert (tables.seating[turn.table, turn.seat] == 0).all()
        seen |= set(turn.seat.tolist())
        numbers = turn.match
        turn = tables.choose(at_random(turn))
        results |= dict(zip(turn.ended_match.tolist(), turn.returns.tolist(), strict=True))
        assert [int(numbers[table]) for table in turn.ended] == turn.ended_match.tolist()
        assert all((seatings[match] == row).all() for match, row in zip(turn.ended_match.tolist(), turn.ended_seating, strict=True))
        seatings |= {int(number): seating.copy() for number, seating in zip(tables.numbers, tables.seating, strict=True)}
    assert seen == {"rotate": {0, 1, 2, 3}, "2": {2}}.get(str(learner), {0, 3})
    numbers = sorted(results)[:18]
    games = play.deal(tables.game, rules, seed=2, count=max(numbers) + 1)[numbers]
    play.play(tables.game, rules, games, [Random(), seat("jake"), seat("stock")], np.array([seatings[number] for number in numbers]))
    assert [results[number] for number in numbers] == scores(tables.game, rules, games).tolist()
    if seen != {0, 3}:
        assert {who for seating in seatings.values() for who in seating.tolist()} == {0, 1, 2}


def test_opponents_at_gin_may_end_a_hand_before_the_learner_has_a_turn():
    tables = Tables("gin", "eaai:hands=1", count=200, seed=3, opponents="simple", learner=0)
    turn, ended = tables.turn(), []
    for _ in range(300):
        turn = tables.choose(at_random(turn))
        ended.append(turn.ended)
        assert (turn.seat == 0).all() and len(turn.returns) == len(turn.final) == len(turn.ended)
    assert (np.bincount(np.concatenate(ended), minlength=200) > 0).all()


class Watching(Player):
    """An opponent that keeps every view it was ever shown."""

    def __init__(self):
        self.kept, self.begun = [], []

    def begin(self, rows):
        self.begun.append(rows.copy())

    def choose(self, views, choices, rows=None):
        self.kept.append((views, views.copy(), rows.copy()))
        Random().choose(views, choices)


def test_an_opponent_sees_its_own_views_and_is_told_where_matches_begin():
    watching = Watching()
    tables = Tables("hearts", "american:hands=1", count=4, seed=1, opponents=watching, learner=1)
    turn = tables.turn()
    for _ in range(60):
        own = turn.views["hand"].copy()
        turn = tables.choose(at_random(turn))
        for live, then, rows in watching.kept:
            assert (then["table"]["turn"] != 1).all() and len(rows) == len(then)
            assert not np.isin(own, live["hand"]).any()  # not even in memory that it was shown earlier
        assert all(not kept.flags.writeable for kept, _, _ in watching.kept)
    assert sum(map(len, watching.begun)) == 4 + (tables.numbers // 4).sum()


@pytest.mark.parametrize("name", ["hearts", "gin"])
def test_a_snapshot_is_a_copy_of_everything(name):
    rules = "american:hands=1" if name == "hearts" else "eaai"
    tables = Tables(name, rules, count=50, seed=9, opponents=["random"], learner="rotate")
    turn = tables.turn()
    while not turn.rewards.any():
        turn = tables.choose(at_random(turn))
    kept, seats, words, rewards = tables.copy(), turn.seat, turn.words(), turn.rewards.copy()
    assert rewards.any()

    def go_on(turn):
        for _ in range(80):
            turn = tables.choose(at_random(turn))
            yield turn.words().tobytes() + turn.rewards.tobytes() + turn.returns.tobytes() + turn.final.tobytes() + turn.match.tobytes()

    once = list(go_on(turn))
    again = tables.restore(kept)
    assert (again.seat == seats).all() and (again.words() == words).all() and (again.rewards == rewards).all()
    assert list(go_on(again)) == once


@pytest.mark.parametrize("other", [("hearts", "american", 4), ("hearts", "dutch", 3), ("gin", "eaai", 3)])
def test_a_snapshot_of_other_tables_is_refused(other):
    with pytest.raises(UserError, match="a snapshot comes from `copy` of 3 tables of the same game and rules"):
        Tables("hearts", count=3).restore(Tables(*other).copy())


@pytest.mark.parametrize(
    "other",
    [
        {"opponents": ["random", "stock", "greedy"]},
        {"opponents": None, "learner": "rotate"},
        {"learner": 1},
        {"learner": [0, 2]},
        {"seed": 2},
        {"rewards": "score"},
    ],
)
def test_a_snapshot_with_another_future_is_refused(other):
    settings = {"count": 3, "seed": 1, "opponents": ["random"], "learner": 0}
    tables = Tables("hearts", **settings)
    tables.restore(Tables("hearts", **settings).copy())
    with pytest.raises(UserError, match="a snapshot comes from tables with the same seed or position, number of opponents, learner"):
        tables.restore(Tables("hearts", **{**settings, **other}).copy())


def test_a_snapshot_of_tables_from_another_position_is_refused():
    tables = Tables("hearts", count=2, seed=1)
    one, other = (Tables.from_position(tables.turn().position(table), count=2, seed=1) for table in range(2))
    one.restore(one.copy())
    for wrong in (other, tables, Tables.from_position(tables.copy().whole(0), count=2, seed=1)):
        with pytest.raises(UserError, match="the same seed or position"):
            one.restore(wrong.copy())


def test_a_turn_that_is_over_says_so():
    tables = Tables("hearts", count=2)
    turn = tables.turn()
    kept = turn.bits()
    copy = kept.copy()
    tables.choose(at_random(turn))
    assert (kept == copy).all()
    for look in (turn.bits, turn.legal, turn.hidden, lambda: turn.seat, lambda: turn.match, lambda: turn.step):
        with pytest.raises(UserError, match="this turn is over"):
            look()


def test_tables_and_turns_show_themselves_in_a_line():
    tables = Tables("hearts", "american:hands=1", count=2, opponents=["random", "stock"])
    assert repr(tables) == "<Tables: 2 of hearts, american:hands=1, opponents: 2>"
    assert repr(Tables("gin", count=3)) == "<Tables: 3 of gin, eaai, every seat is yours>"
    assert repr(tables.turn()) == "<Turn, tables: 2, matches ended before it: 0>"


def test_nobody_can_write_into_the_views_of_a_turn():
    views = Tables("hearts", count=2).turn().views
    with pytest.raises(ValueError, match="cannot set WRITEABLE flag"):
        views.flags.writeable = True
    with pytest.raises(ValueError, match="read-only"):
        views["legal"] = 2**64 - 1


class Interrupted(Random):
    """An opponent during whose choice somebody presses Ctrl-C, once."""

    pressed = False

    def choose(self, views, choices):
        if self.pressed:
            self.pressed = False
            raise KeyboardInterrupt
        super().choose(views, choices)


def test_tables_that_were_interrupted_want_to_be_restored():
    opponent = Interrupted()
    tables = Tables("hearts", "american:hands=1", count=4, seed=1, opponents=opponent)
    stood, turn = tables.copy(), tables.turn()
    choices, words = at_random(turn), turn.words()
    expected = tables.choose(choices).words()
    turn = tables.restore(stood)
    opponent.pressed = True
    with pytest.raises(KeyboardInterrupt):
        tables.choose(choices)
    for use in (tables.turn, tables.copy, lambda: tables.choose(choices), lambda: turn.seat):
        with pytest.raises(UserError, match="a choice was interrupted while it was carried out: call `restore`"):
            use()
    assert (tables.restore(stood).words() == words).all() and (tables.choose(choices).words() == expected).all()


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda choices: choices[:3], r"choices are 4 whole numbers, one a table, not int8 of shape \(3,\)"),
        (lambda choices: choices * 1.0, "choices are 4 whole numbers, one a table, not float64"),
        (lambda choices: None, "choices are 4 whole numbers"),
        (lambda choices: [*choices[:2].tolist(), 13, 2], "table 2: seat 0 chose 13 in phase pass; it may choose"),
        (lambda choices: [*choices[:3].tolist(), int(choices[3]) + 256], r"table 3: seat 0 chose \d+ in phase pass"),
        (lambda choices: [-1, *choices[1:].tolist()], "table 0: seat 0 chose -1"),
    ],
)
def test_a_wrong_choice_is_named_and_nothing_is_carried_out(wrong, sentence):
    tables = Tables("hearts", count=4, seed=1)
    turn = tables.turn()
    stood = tables.copy()
    with pytest.raises(UserError, match=sentence):
        tables.choose(wrong(at_random(turn)))
    assert tables.games.tobytes() == stood.games.tobytes() and (tables.steps == 0).all()
    tables.choose(at_random(turn))  # the turn still holds


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"count": 0}, "the number of tables is a whole number from 1 up, not 0"),
        ({"count": 2.0}, "the number of tables is a whole number from 1 up, not 2.0"),
        ({"count": True}, "the number of tables is a whole number from 1 up, not True"),
        ({"count": 1 << 25}, "the number of tables is a whole number from 1 to 16,777,216"),
        ({"rules": "amercan"}, "amercan"),
        ({"opponents": [3]}, "3 is not a player"),
        ({"opponents": "jakke"}, "jake"),
        ({"opponents": "jake", "learner": 4}, "a seat from 0 to 3"),
        ({"opponents": "jake", "learner": "left"}, "a seat from 0 to 3"),
        ({"opponents": "jake", "learner": []}, "a seat from 0 to 3"),
        ({"opponents": "jake", "learner": True}, "a seat from 0 to 3"),
        ({"opponents": "jake", "learner": [0, 0]}, "a list of seats, each once"),
        ({"opponents": "jake", "learner": np.array([[0], [1]])}, "a list of seats, each once"),
        ({"learner": 2}, "without opponents every seat is yours"),
        ({"opponents": []}, "opponents are one player or several"),
        ({"rewards": "money"}, "money"),
        ({"seed": -1}, "a seed is a whole number"),
        ({"seed": 1.5}, "a seed is a whole number from 0 up, not 1.5"),
        ({"opponents": 5}, "5 is not a player: hand in a text"),
        ({"opponents": Random}, "Random is a class, not a player"),
        ({"rules": 5}, "rules of hearts are a text .* or its Rules, not 5"),
        ({"rules": rules_of("gin", "eaai")}, "rules of hearts are a text"),
        ({"game": 7}, "a game is a text .* or a game's module, not 7"),
        ({"game": "bridge"}, "bridge"),
    ],
)
def test_wrong_settings_get_one_sentence(settings, sentence):
    with pytest.raises(UserError, match=sentence):
        Tables(**{"game": "hearts", "count": 2, **settings})
