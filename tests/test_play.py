"""The loop: the same bits however games are batched, seated or served; referees that cannot be talked into anything."""

import re

import numpy as np
import pytest

from cardshark.cards import listed, name
from cardshark.games import gin, hearts, house, transcript
from cardshark.games.match import Single
from cardshark.play import Table, deal, match, play
from cardshark.players import PLAYERS, describe_players, seat
from cardshark.players.hearts.random_play import play_randomly
from cardshark.players.player import Bot, IllegalChoice, Player, unpack
from cardshark.text import UserError

HANDS = hearts.PRESETS["american"]._replace(hands=1)
GAMES = [
    (hearts, HANDS),
    (hearts, hearts.PRESETS["american"]),
    (hearts, hearts.PRESETS["dutch"]),
    (gin, gin.PRESETS["eaai"]._replace(hands=2)),
    (gin, gin.PRESETS["tournament"]._replace(hands=1)),
]


class Watcher(Player):
    """Plays like `random`, in plain Python, and keeps every view it saw."""

    def __init__(self):
        self.seen = []

    def sit(self, game, rules):
        self.game, self.rules = game, rules

    def choose(self, views, choices):
        self.seen.append(views.copy())
        for i, view in enumerate(unpack(views)):
            choices[i] = view.choices[(view.luck >> 32) * len(view.choices) >> 32]


@pytest.mark.parametrize(("game", "rules"), GAMES)
def test_one_two_or_all_seats_and_any_batch_give_the_same_bits(game, rules):
    whole = deal(game, rules, 3, 60)
    play(game, rules, whole, [seat("random")])
    assert (whole["table"]["phase"] == game.OVER).all()
    seats = game.seats(rules)
    apart = deal(game, rules, 3, 60)
    play(game, rules, apart, [seat("random")] * seats)
    assert (apart == whole).all()
    mixed = deal(game, rules, 3, 60)
    seating = np.random.default_rng(1).integers(0, 2, (60, seats)).astype(np.int8)
    play(game, rules, mixed, [seat("random"), Watcher()], seating)
    assert (mixed == whole).all()
    for start in (0, 17, 59):
        part = deal(game, rules, 3, min(20, 60 - start), start)
        play(game, rules, part, [seat("random")])
        assert (part == whole[start : start + 20]).all()


@pytest.mark.parametrize("rules", [HANDS, hearts.PRESETS["dutch"]._replace(limit=20), hearts.PRESETS["falcon"]._replace(hands=3)])
def test_the_kernel_without_views_plays_the_same_bits(rules):
    looped, closed = deal(hearts, rules, 5, 300), deal(hearts, rules, 5, 300)
    play(hearts, rules, looped, [seat("random")])
    play_randomly(closed, house.record(rules))
    assert (looped == closed).all()


def test_a_table_is_used_again_without_a_trace():
    table = Table(hearts, HANDS, [seat("random")], 50)
    first = table.deal(1, 50).copy()
    table.play(table.games)
    table.deal(2, 50)
    table.play(table.games)
    assert (table.deal(1, 50) == first).all()


def test_the_record_of_a_match_is_what_was_chosen_in_order():
    rules = hearts.PRESETS["american"]._replace(hands=2)
    games = deal(hearts, rules, 9, 5)
    choices = play(hearts, rules, games, [seat("random")], record=True)
    together = play(hearts, rules, deal(hearts, rules, 9, 5), [seat("random")] * 4, record=True)
    assert all((one == other).all() for one, other in zip(choices, together, strict=True))
    for game, chosen in zip(games, choices, strict=True):
        assert len(chosen) == 2 * 52 + 12 + 12
        assert chosen[-52:].tolist() == game["table"]["history"].tolist()


def test_a_player_hears_the_rules_and_sees_its_own_rows_only():
    watcher, games = Watcher(), deal(hearts, HANDS, 4, 40)
    seating = np.ones((40, 4), np.int8)
    seating[:20, 2] = 0  # the watcher sits in the north of the first twenty games
    play(hearts, HANDS, games, [watcher, seat("random")], seating)
    assert watcher.game is hearts
    assert watcher.rules == HANDS
    assert {int(turn) for views in watcher.seen for turn in views["table"]["turn"]} == {2}
    assert sum(len(views) for views in watcher.seen) == 20 * 13 + 3 * int((games["first"][:20] % 4 != 3).sum())


class Stubborn(Player):
    """Chooses the same thing whatever happens; -1 stands for not answering."""

    def __init__(self, choice):
        self.choice = choice

    def choose(self, views, choices):
        if self.choice != -1:
            choices[:] = self.choice
        with pytest.raises(ValueError, match="read-only"):
            views["legal"] = 2**64 - 1  # claiming that everything is legal

    def __repr__(self):
        return "Stubborn"


@pytest.mark.parametrize("choice", [-1, -128, 13, 63, 64, 127])
@pytest.mark.parametrize("players", [1, 4])
def test_an_illegal_choice_names_the_player(choice, players):
    chosen = rf"{choice} in phase (pass|play); it may choose \w\w \(\d+\)" if choice != -1 else "nothing: `choose` writes into every row"
    with pytest.raises(IllegalChoice, match=f"^Stubborn chose {chosen}"):
        play(hearts, HANDS, deal(hearts, HANDS, 1, 3), [Stubborn(choice)] * players)


def test_an_illegal_choice_is_said_by_name():
    dealt = Single(hearts, HANDS, 5)
    missing = next(card for card in range(13) if not dealt.allows(card))  # a club of somebody else
    clubs = ", ".join(f"{name(card)} ({card})" for card in listed(int(dealt.view().legal)))
    said = f"{name(missing)} ({missing}) in phase pass; it may choose {clubs}"
    with pytest.raises(ValueError, match=f"^{re.escape(f'seat 0 chose {said}')}$"):
        dealt.choose(missing)
    games = dealt.games.copy()
    with pytest.raises(IllegalChoice, match=f"^{re.escape(f'Stubborn chose {said}')}$"):
        play(hearts, HANDS, games, [Stubborn(missing)])
    offered = Single(gin, gin.PRESETS["eaai"], 5)
    with pytest.raises(ValueError, match=r"^seat \d chose knock \(\d+\) in phase offer; it may choose pile \(\d+\), pass \(\d+\)$"):
        offered.choose(gin.KNOCK)


@pytest.mark.parametrize("answer", [None, "QS", 200, -1, 2.0])
def test_a_bot_that_answers_nonsense_is_named(answer):
    class Confused(Bot):
        def play(self, view):
            return answer

    with pytest.raises(IllegalChoice, match=r"^Confused chose "):
        play(hearts, HANDS, deal(hearts, HANDS, 1, 3), [Confused()])


@pytest.mark.parametrize("players", [0, 2, 3, 5])
def test_players_that_do_not_fill_the_seats_are_refused(players):
    with pytest.raises(UserError, match=f"^4 seats need one player for all or 4 players, not {players}"):
        play(hearts, HANDS, deal(hearts, HANDS, 1, 3), [seat("random")] * players)


def test_a_seating_that_does_not_fit_is_refused():
    for seating in (np.zeros((3, 3), np.int8), np.zeros((2, 4), np.int8), np.full((3, 4), 2, np.int8), np.full((3, 4), -1, np.int8)):
        with pytest.raises(UserError, match=r"^a seating names one of 2 players"):
            play(hearts, HANDS, deal(hearts, HANDS, 1, 3), [seat("random")] * 2, seating)


def test_rules_put_together_by_hand_are_checked():
    with pytest.raises(UserError, match="3 or 4 players, not 9"):
        deal(hearts, HANDS._replace(players=9), 1, 1)


def test_views_as_python_objects_say_what_the_records_say():
    table = Table(hearts, HANDS, [seat("random")], 6)
    games = table.deal(1, 6)
    rows = np.arange(6, dtype=np.uint32)
    hearts.look_all(games, table.record, rows, table.views)
    for view, record in zip(unpack(table.views), table.views, strict=True):
        assert view.choices == listed(int(record["legal"]))
        assert view.hand == int(record["hand"])
        assert list(view.totals) == record["table"]["totals"].tolist()
        assert view.history == bytes([255] * 52)


class Lowest(Bot):
    """Plays its lowest legal card."""

    def play(self, view):
        return view.choices[0]


def test_a_bot_of_one_method_plays_whole_matches():
    rules = hearts.PRESETS["dutch"]
    games = deal(hearts, rules, 1, 300)
    play(hearts, rules, games, [Lowest(), *[seat("random")] * 3])
    totals = games["table"]["totals"].astype(int)
    assert (totals.max(axis=1) >= 100).all()


# ---- names ----


def test_players_are_named_by_text():
    assert seat("random") == PLAYERS["random"].kind()
    with pytest.raises(UserError, match=r"^there is no player 'shark'; there is random, greedy, .*, terminal"):
        seat("shark")
    with pytest.raises(UserError, match=r"^random has no option 'deals'"):
        seat("random:deals=3")
    with pytest.raises(UserError, match=r"is not an option: write option=value"):
        seat("terminal:symbols")
    assert [row["name"] for row in describe_players()] == list(PLAYERS)
    assert all(row["about"].endswith(".") for row in describe_players())


def test_a_match_needs_its_players():
    with pytest.raises(UserError, match="hearts needs 4 players by these rules, not 3"):
        match("hearts", ["random"] * 3)


def test_finished_and_no_games_are_left_alone():
    games = deal(hearts, HANDS, 1, 6)
    play(hearts, HANDS, games[:2], [seat("random")])
    finished = games[:2].copy()
    play(hearts, HANDS, games, [seat("random")])
    assert (games[:2] == finished).all()
    assert (games["table"]["phase"] == hearts.OVER).all()
    assert play(hearts, HANDS, games, [seat("random")] * 4, record=True) == []
    assert play(hearts, HANDS, games[:0], [seat("random")] * 4) == []
    with pytest.raises(UserError, match="is a whole number from 0 up, not -"):
        match("hearts", ["random"] * 4, number=-3)


class First(Bot):
    """Plays what comes first."""

    def play(self, view):
        return view.choices[0]


def test_a_match_takes_objects_too():
    found = match("hearts", ["random", First(), ("my first", First()), "jake"], rules="american:hands=1", seed=3)
    assert found.players == ("random", "First", "my first", "jake")
    assert transcript.read(str(found)) == found
