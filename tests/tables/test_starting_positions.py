"""Tables that start from a position: what was seen stays, what is hidden is imagined anew, and a whole game stays whole."""

import numpy as np
import pytest

from cardshark.cards import listed
from cardshark.games import game_named, house
from cardshark.games.hearts.batch import deal_these
from cardshark.games.hearts.position import tricks
from cardshark.games.match import Single
from cardshark.games.positions import write_position
from cardshark.players.player import unpack
from cardshark.tables import Tables, WholeGame, random_choices
from cardshark.text import UserError
from helpers.imagined import possible_deals

CASES = [
    ("hearts", "american"), ("hearts", "american:hands=1"), ("hearts", "dutch:hands=2"), ("hearts", "american:players=3,removed=2D"),
    ("hearts", "american:passing=left,jack_of_diamonds=10,hands=1"), ("gin", "eaai"), ("gin", "classic:hands=1"), ("gin", "paper:hands=1"),
]  # fmt: skip


def step(tables):
    turn = tables.turn()
    return tables.choose(random_choices(turn.legal_words(), turn.luck))


def position(name, text, steps, seed=1):
    """A position after some random choices."""
    tables = Tables(name, text, count=1, seed=seed)
    for _ in range(steps):
        step(tables)
    return tables.turn().position(0)


def without_luck(views):
    return [view._replace(luck=0) for view in unpack(views)]


@pytest.mark.parametrize(("name", "text"), CASES)
def test_every_table_agrees_with_all_that_the_seat_has_seen(name, text):
    for steps in (0, 2, 7, 13, 22, 40, 61, 75):
        start = position(name, text, steps, seed=steps)
        tables = Tables.from_position(start, count=30, seed=5)
        turn = tables.turn()
        assert without_luck(turn.views) == without_luck(start.views) * 30
        assert len(set(turn.luck.tolist())) == 30 and (turn.step == 0).all()


@pytest.mark.parametrize(("name", "text"), [CASES[1], CASES[6]])
def test_a_table_that_ends_starts_from_the_position_again_with_other_hidden_cards(name, text):
    start = position(name, text, 14)
    tables = Tables.from_position(start, count=8, seed=5)
    worlds, again = {table: {tables.turn().hidden()[table].tobytes()} for table in range(8)}, 0
    while again < 40:
        turn = step(tables)
        for table in turn.ended:
            assert without_luck(turn.views[table : table + 1]) == without_luck(start.views)
            assert turn.step[table] == 0 and turn.match[table] % 8 == table
            worlds[table].add(turn.hidden()[table].tobytes())
            again += 1
    assert sum(map(len, worlds.values())) == 8 + again


def dealt_hands(game, view, players):
    """The hands as they were dealt in an imagined game of Hearts: with cards played, before cards were passed."""
    hands = [int(hand) for hand in game["hands"]]
    for leader, cards in tricks(view, players):
        for place, card in enumerate(cards):
            hands[(leader + place) % players] |= 1 << card
    if view.phase and view.across:
        hands = [hand & ~int(got) | int(gave) for hand, got, gave in zip(hands, game["received"], game["given"], strict=True)]
    return hands


@pytest.mark.long
@pytest.mark.parametrize("text", ["american:hands=1", "american:players=3,removed=2D,hands=1", "falcon:hands=1", "dutch:hands=1"])
def test_imagined_hands_of_hearts_can_be_played_to_the_position(text):
    """An oracle: deal what was imagined, pass and play it choice by choice by the rules, and the same game stands there."""
    for steps in (3, 5, 12, 19, 30, 44, 50):
        start = position("hearts", text, steps, seed=steps)
        view, players = unpack(start.views)[0], start.rules.players
        tables = Tables.from_position(start, count=10, seed=3)
        for game in tables.games:
            match = Single(start.game, start.rules, first=view.hand_number)
            leader = tricks(view, players)[0][0] if view.played else int(game["table"]["leader"])
            deal_these(match.games, match.record, np.array(dealt_hands(game, view, players), np.uint64), leader)
            given = [listed(int(cards)) for cards in game["given"][:players]] if view.across else []
            for choice in [*(card for cards in given for card in cards), *view.history[: view.played]]:
                match.choose(choice)
            for field in ("hands", "given", "received", "table"):
                assert match.games[field].tobytes() == game[field].tobytes(), field


def test_the_other_hand_of_gin_was_drawn_and_thrown_as_everybody_saw():
    for steps in (8, 15, 26, 37):
        start = position("gin", "eaai:hands=1", steps, seed=steps)
        tables = Tables.from_position(start, count=20, seed=3)
        for game in tables.games:
            table, other = game["table"], 1 - int(game["table"]["turn"])
            hand, known = set(listed(int(game["hands"][other]))), set(listed(int(table["known"][other])))
            assert len(hand) == 10 and known <= hand
            turns = [turn for turn in range(int(table["turns"])) if (int(table["first"]) + turn) % 2 == other]
            for turn in reversed(turns):  # backwards: take back what was thrown, put back what was drawn
                hand |= {int(table["discards"][turn])}
                drawn = int(game["draws"][other, turn // 2])
                assert drawn in hand and len(hand) == 11
                if int(table["taken"]) >> turn & 1:
                    assert drawn == (int(table["discards"][turn - 1]) if turn else int(table["upcard"]))
                hand -= {drawn}
            stock = set(game["stock"][: int(table["stock_left"])].tolist())
            own = set(listed(int(game["hands"][1 - other])))
            assert len(stock) == int(table["stock_left"]) and not stock & (own | set(listed(int(game["hands"][other]))))


def test_every_possible_deal_comes_up_about_as_often():
    starts = (position("hearts", "american:passing=none,hands=1", 41, seed) for seed in range(99))
    start, possible = next((each, ways) for each in starts if 3 <= (ways := possible_deals(each.views[0], each.rules)) <= 12)
    tables = Tables.from_position(start, count=3000, seed=1)
    deals, often = np.unique(tables.games["hands"], axis=0, return_counts=True)
    assert len(deals) == possible and ((often - 3000 / possible) ** 2 / (3000 / possible)).sum() < 40


def test_a_whole_game_stays_whole():
    tables = Tables("gin", "eaai", count=5, seed=2)
    for _ in range(25):
        step(tables)
    snapshot = tables.copy()
    again = Tables.from_position(snapshot.whole(3), count=50, seed=9)
    assert (again.games["hands"] == tables.games["hands"][3]).all() and (again.games["stock"] == tables.games["stock"][3]).all()
    assert again.rules == tables.rules and len(np.unique(again.games["luck"])) == 50
    assert (again.turn().seat == tables.turn().seat[3]).all()


def test_the_same_seed_imagines_the_same_and_another_one_something_else():
    start = position("hearts", "american:hands=1", 20)
    one, same, other = (Tables.from_position(start, count=30, seed=seed) for seed in (1, 1, 2))
    assert one.games.tobytes() == same.games.tobytes() and one.games["hands"].tobytes() != other.games["hands"].tobytes()
    for _ in range(60):
        assert step(one).words().tobytes() == step(same).words().tobytes()
    kept = one.copy()
    first = [step(one).words().tobytes() for _ in range(60)]
    one.restore(kept)
    assert [step(one).words().tobytes() for _ in range(60)] == first


def test_the_learner_is_the_seat_in_turn_and_rewards_tell_what_was_won_before():
    start = position("hearts", "american:limit=60", 200, seed=3)
    seat, before = int(start.views["table"]["turn"][0]), start.views["table"]
    tables = Tables.from_position(start, count=6, seed=1, opponents="jake")
    turn = tables.turn()
    assert (turn.seat == seat).all() and (turn.views["hand"] == start.views["hand"]).all()
    assert (turn.rewards == -(before["totals"][0, seat] + before["points"][0, seat])).all()
    sums, ended = turn.rewards.copy(), 0
    while not ended:
        turn = step(tables)
        ended = len(turn.ended)
        if not ended:
            sums += turn.rewards
    assert (turn.returns[:, seat] == (sums[turn.ended] + turn.final[:, seat])).all()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (lambda start: 7, "tables start from a position .* not from int"),
        (lambda start: start._replace(views=start.views.repeat(2)), "a position holds one view"),
        (lambda start: start._replace(views=start.views["hand"]), "a position holds one view"),
        (lambda start: WholeGame(start.game, start.rules, start.views), "a whole game holds one record"),
        (
            lambda start: start._replace(game=game_named("gin"), rules=house.parse(game_named("gin").PRESETS, "eaai")),
            "a position holds one",
        ),
        (lambda start: start._replace(rules=house.parse(start.game.PRESETS, "dutch")), "no deal agrees|looks like this position"),
    ],
)
def test_what_is_no_position_is_refused(given, sentence):
    with pytest.raises(UserError, match=sentence):
        Tables.from_position(given(position("hearts", "american:hands=1", 20)), count=2)


def test_a_match_that_is_over_is_no_position():
    start = position("hearts", "american:hands=1", 20)
    start = start._replace(views=start.views.copy())
    start.views["table"]["phase"] = start.game.OVER
    with pytest.raises(UserError, match="this match is over"):
        Tables.from_position(start, count=2)
    with pytest.raises(UserError, match="the number of a table is a whole number from 0 to 2, not 3"):
        Tables("hearts", count=3).copy().whole(3)


@pytest.mark.parametrize(("name", "text"), CASES)
def test_a_position_is_read_from_its_text_and_taken_from_a_turn(name, text):
    tables = Tables(name, text, count=3, seed=1)
    for _ in range(20):
        step(tables)
    start = tables.turn().position(1)
    assert unpack(start.views) == unpack(tables.turn().views[1:2])
    again = Tables.from_position(write_position(start), count=4)
    assert without_luck(again.turn().views) == without_luck(start.views) * 4
    with pytest.raises(UserError, match="the number of a table is a whole number from 0 to 2, not 3"):
        tables.turn().position(3)


@pytest.mark.parametrize("table", ["a", 1.5, None, -1, True])
def test_a_table_is_named_by_its_number(table):
    tables = Tables("hearts", count=3)
    for look in (tables.turn().position, tables.copy().whole):
        with pytest.raises(UserError, match="the number of a table is a whole number from 0 up, not"):
            look(table)


@pytest.mark.parametrize("name", ["examples/positions/hearts.txt", "hearts.json\n"])
def test_the_name_of_a_file_is_not_a_position(name):
    with pytest.raises(UserError, match=r"the text of a position, not from the name of a file: read '.*' first"):
        Tables.from_position(name)
