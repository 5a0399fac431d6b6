"""Every row of an export, against the same match played alone, step by step, by the slow way."""

import math

import numpy as np
import pytest

from cardshark.arena.placing import seat_players
from cardshark.chance import words
from cardshark.data.opinions import CHANCES, MADE, NOTHING, OWN, POINTS, REST, STILL, STRENGTH, VISITS, WORTH, policy_of, unit_of
from cardshark.data.recording import WatchedTable
from cardshark.games import game_named, house
from cardshark.games.match import Single
from cardshark.players import seat
from cardshark.players.player import Player
from cardshark.players.policy.brain import PolicyDesign, fresh_brain
from cardshark.players.policy_player import Policy
from cardshark.tables import Observer
from helpers.compiling import compiled_only
from helpers.players import chosen, seated

SEED, START, DEALS = 5, 6, 3
THOUGHTFUL = "montecarlo:deals=5"


def rules_of(game, text):
    return house.parse(game_named(game).PRESETS, text)


def exported(game, text, *players, start=START, deals=DEALS):
    """The rows of some deals."""
    module = game_named(game)
    return WatchedTable(module, rules_of(game, text), seat_players(players).players, deals).play(SEED, start, deals)


def played_alone(game, text, players, number):
    """One match, step by step: for each decision the view, the choice, and the opinions; then the finished game."""
    module, rules = game_named(game), rules_of(game, text)
    deal, luck = (int(words(SEED, stream, 1, number)[0]) for stream in ("deal", "luck"))
    match = Single(module, rules, deal, luck, first=number % module.CYCLE if rules.hands == 1 else 0)
    sitting, steps, scores = [seated(player, module, rules) for player in players], [], []
    while not match.over:
        view, hand = match.view().copy(), int(match.state.table.hand_number)
        player = sitting[view.table.turn]
        (choice,) = chosen(player, match.views)
        steps.append((view, choice, {each.choice: each for each in player.opinions(view)} if hasattr(player, "opinions") else {}))
        match.choose(choice)
        if match.over or match.state.table.hand_number != hand:
            scores.append(module.hand_points(match.games, rules)[0].tolist())
    return steps, scores, match.state.table.totals[: module.seats(rules)].tolist()


CASES = [
    ("hearts", "american:hands=1", [THOUGHTFUL] * 4),
    ("hearts", "american:hands=1", ["montecarlo:deals=3,passing=search", "jake", "random", "uct:deals=2,simulations=8"]),
    ("hearts", "dutch:limit=12", ["greedy", THOUGHTFUL, "greedy", "jake"]),
    ("hearts", "american:players=3,removed=2D,hands=1", ["jake", "stock", THOUGHTFUL]),
    ("gin", "eaai:hands=1", [THOUGHTFUL] * 2),
    ("gin", "eaai:target=40", ["simple", "keeper"]),
]


@pytest.mark.long
@pytest.mark.parametrize(("game", "text", "players"), CASES)
def test_rows_are_what_happens_when_the_same_match_is_played_alone(game, text, players):
    line_up = players[:1] if len(set(players)) == 1 else players
    rows, observer = exported(game, text, *line_up), Observer(game, text)
    assert sorted(set(rows["deal"].tolist())) == list(range(START, START + DEALS))
    for number in range(START, START + DEALS):
        steps, scores, totals = played_alone(game, text, players, number)
        mine, first = rows[rows["deal"] == number], int(steps[0][0].table.hand_number)
        best = (min if game_named(game).LOWEST_WINS else max)(totals)
        assert mine["step"].tolist() == list(range(len(steps)))
        for row, (view, choice, opinions) in zip(mine, steps, strict=True):
            turn = int(view.table.turn)
            assert (row["choice"], row["legal"], row["seat"], row["phase"]) == (choice, view.legal, turn, view.table.phase)
            assert row["hand"] == view.table.hand_number
            assert row["player"] == players.index(players[turn])
            assert row["words"].tolist() == observer.words(np.array([view]))[0].tolist()
            assert row["score"] == scores[row["hand"] - first][turn]
            assert (row["total"], row["won"]) == (totals[turn], np.float32((totals[turn] == best) / totals.count(best)))
            check_opinions(row, observer.actions.tolist(), opinions)
    assert np.isfinite(rows["values"]).any() == any(":" in player for player in players)  # those who think have options here


def check_opinions(row, actions, opinions):
    """Values are what the player says of the position when it is asked alone; trees grow on by themselves, so only means are the same."""
    legal = [bool(int(row["legal"]) >> action & 1) for action in actions]
    assert not np.isfinite(row["values"][~np.array(legal)]).any()
    assert not np.isfinite(row["errors"][~np.array(legal)]).any()
    assert row["policy"].sum() == pytest.approx(1)
    assert row["policy"][actions.index(row["choice"])] > 0
    for place, action in enumerate(actions):
        if np.isfinite(row["values"][place]):
            assert row["values"][place] == pytest.approx(-opinions[action].mean, rel=1e-6, abs=1e-6)
            reach = (opinions[action].high - opinions[action].mean) / 1.96
            assert row["errors"][place] == pytest.approx(reach if math.isfinite(reach) else math.nan, rel=1e-5, nan_ok=True)


@pytest.mark.long
def test_thinking_is_written_down_wherever_something_is_thought_about():
    rows = exported("hearts", "american:hands=1", THOUGHTFUL, start=0)
    choosing = (np.bitwise_count(rows["legal"]) > 1) & (rows["phase"] == 1)
    assert np.array_equal(np.isfinite(rows["values"]).sum(axis=1), np.where(choosing, np.bitwise_count(rows["legal"]), 0))
    best = np.nanmax(rows["values"][choosing], axis=1)
    actions = Observer("hearts").actions.tolist()
    made = rows["values"][choosing][np.arange(len(best)), [actions.index(choice) for choice in rows["choice"][choosing]]]
    assert np.array_equal(best, made)
    searched = exported("hearts", "american:hands=1", f"{THOUGHTFUL},passing=search", start=0)
    assert np.isfinite(searched["values"])[np.bitwise_count(searched["legal"]) > 1].any(axis=1).all()


def test_scores_of_a_match_add_up():
    rows = exported("hearts", "american:limit=30", "greedy")
    for number in set(rows["deal"].tolist()):
        for turn in range(4):
            mine = rows[(rows["deal"] == number) & (rows["seat"] == turn)]
            hands = dict(zip(mine["hand"].tolist(), mine["score"].tolist(), strict=True))
            assert list(hands) == list(range(len(hands)))
            assert sum(hands.values()) == mine["total"][0]


def test_rows_do_not_depend_on_how_many_deals_are_in_play():
    whole = exported("hearts", "american:hands=1", THOUGHTFUL, start=0, deals=4)
    halves = [exported("hearts", "american:hands=1", THOUGHTFUL, start=start, deals=2) for start in (0, 2)]
    assert np.concatenate(halves).tobytes() == whole.tobytes()


@pytest.mark.long
@pytest.mark.parametrize("player", ["uct:deals=2,simulations=8", "ismcts:simulations=30", "pomcp:simulations=30,reuse=yes"])
def test_the_policy_of_a_tree_is_how_often_it_tried_each_choice(player):
    rows = exported("hearts", "falcon:hands=1", player, deals=1)
    choosing = np.bitwise_count(rows["legal"]) > 1
    tried = rows["policy"][choosing]
    assert np.allclose(tried.sum(axis=1), 1)
    assert np.array_equal(tried > 0, np.isfinite(rows["values"][choosing]))
    assert ((tried > 0).sum(axis=1) > 1).any()
    assert (rows["policy"][~choosing].max(axis=1) == 1).all()


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "text", "player", "unit"),
    [
        ("hearts", "dutch:hands=1", "network:brain=owl", REST),
        ("hearts", "falcon:hands=1", "falcon:brain=hawk", STRENGTH),
        ("gin", "eaai:hands=1", "rummy:brain=shark", WORTH),
    ],
)
def test_brains_say_what_they_make_of_each_choice(game, text, player, unit):
    rows, actions = exported(game, text, player), Observer(game, text).actions.tolist()
    assert unit_of(seat(player)) == unit
    valued = rows[np.isfinite(rows["values"]).any(axis=1)]
    assert len(valued) > 20
    assert not np.isfinite(valued["errors"]).any()
    if unit == REST:  # it plays what it likes best
        assert (np.nanargmax(valued["values"], axis=1) == [actions.index(choice) for choice in valued["choice"]]).all()


@compiled_only
def test_a_policy_says_its_chances_and_what_it_expects():
    player = Policy(fresh_brain("hearts", "american", 3, PolicyDesign(width=16, critic=0, blocks=1)))
    rows, actions = exported("hearts", "american:hands=1", player, deals=2), Observer("hearts", "american").actions.tolist()
    assert (unit_of(player), policy_of(player)) == (STILL, CHANCES)
    assert np.isfinite(rows["values"]).any(axis=1).all() and rows["policy"].sum(axis=1) == pytest.approx(1, abs=1e-5)
    likeliest = [actions[place] for place in rows["policy"].argmax(axis=1)]
    assert (likeliest == rows["choice"]).all() and ((rows["policy"] > 0) & (rows["policy"] < 1)).any()


def test_brains_say_nothing_about_cards_that_a_rule_passes():
    rows = exported("hearts", "american:hands=1", "falcon:brain=hawk", start=0, deals=2)
    passing = rows["phase"] == 0
    assert passing.any() and not np.isfinite(rows["values"][passing]).any()
    assert np.isfinite(rows["values"][~passing]).any()


@pytest.mark.long
def test_players_who_think_by_the_clock_say_what_they_thought():
    rows = exported("hearts", "dutch:hands=1", "montecarlo:seconds=0.0001", deals=1)
    choosing = np.bitwise_count(rows["legal"]) > 1
    assert choosing.any() and np.array_equal(np.isfinite(rows["values"]).any(axis=1), choosing)


class Opinionated(Player):
    """A stranger's player that likes low cards, and knows how much."""

    def choose(self, views, choices):
        choices[:] = np.argmax(self.policy(views), axis=1)

    def policy(self, views):
        return Observer("hearts").legal(views) * np.arange(64, 0, -1)

    def values(self, views):
        return np.tile(-np.arange(64.0), (len(views), 1))


def test_a_strangers_player_may_have_values_and_a_policy():
    rules = rules_of("hearts", "dutch:hands=1")
    rows = WatchedTable(game_named("hearts"), rules, [Opinionated()], 2).play(SEED, 0, 2)
    actions = np.array(Observer("hearts", "dutch").actions, float)
    legal = (rows["legal"][:, None] >> actions.astype(np.uint64) & np.uint64(1)).astype(bool)
    assert np.array_equal(rows["values"], np.where(legal, -actions, np.nan).astype(np.float32), equal_nan=True)
    likes = np.where(legal, 64 - actions, 0)
    assert np.allclose(rows["policy"], likes / likes.sum(axis=1, keepdims=True))


def test_every_player_says_in_what_it_counts():
    found = {text: (unit_of(seat(text)), policy_of(seat(text))) for text in ("jake", THOUGHTFUL, "pomcp", "rollouts:aim=match")}
    assert found["jake"] == (NOTHING, MADE)
    assert found[THOUGHTFUL] == (POINTS, MADE)
    assert found["pomcp"] == (POINTS, VISITS)
    assert found["rollouts:aim=match"][0].startswith("chance")
    assert (unit_of(Opinionated()), policy_of(Opinionated())) == (OWN, CHANCES)
