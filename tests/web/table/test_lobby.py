"""The lobby: rules in words, who plays by them, who is next for a person and why, and tables that wait."""

import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from cardshark.coach.sentences import texts
from cardshark.games import game_named
from cardshark.players import seat
from cardshark.players.brain_file import SHIPPED
from cardshark.web import messages as m
from cardshark.web.hall import Hall
from cardshark.web.lobby.choice import chosen
from cardshark.web.lobby.company import ENOUGH, company_of, next_place
from cardshark.web.lobby.page import lobby, put_away, take_out
from cardshark.web.lobby.results import LAST, Results, Tally, results_of
from cardshark.web.messages.lobby import Bin, Daily, Lobby, Mistakes, Reopen, Rules
from cardshark.web.table.cast import cast, read_rules
from cardshark.web.table.dealer import Refused
from cardshark.web.table.making import DOUBLE_CLICK
from cardshark.web.table.store import Store
from cardshark.web.table.table import TableMatch, TableSettings
from cardshark.web.visit import with_parts

COMPANY = ["you", "wilma", "emil", "jake"]


@pytest.fixture
def hall(tmp_path, monkeypatch):
    """A hall in an empty folder."""
    monkeypatch.chdir(tmp_path)
    found = Hall(Store(tmp_path / "tables.sqlite"))
    yield found
    found.store.close()


@pytest.fixture
def person(hall):
    """Whose hall it is."""
    return hall.store.owner()


def finished(hall, person, scores, game="hearts", seats=("you", "stock", "jake", "greedy"), **settings) -> str:
    """A table at which hands were played, with these scores."""
    rules = {"hearts": "american", "gin": "eaai"}[game]
    table = hall.store.new_table(person, TableSettings(game, rules, list(seats), **settings), "off", bytes(32), [])
    with hall.store.database.writing() as file:
        for number, each in enumerate(scores):
            file.execute("insert or ignore into hands (name, number, secret) values (?, ?, ?)", (table, number, bytes(32)))
            file.execute(
                "update hands set ended = ?, points = ?, scores = ?, totals = ? where name = ? and number = ?",
                (f"2026-11-{number + 1:02} 20:00:00", each[0], json.dumps(each), json.dumps(each), table, number),
            )
    return table


# ---- rules in words ----


def test_words_follow_house_rules_and_the_length_of_a_match(hall, person):
    said = chosen(hall, person, Rules(rules="american:limit=50,moon=none"))
    assert said.text == "american:moon=none,limit=50" and said.seats == 4 and not said.trouble
    lines = {line.key: line.args for line in said.lines}
    assert lines["rule_limit"] == {"limit": 50} and "rule_moon_none" in lines and set(lines) <= set(texts())
    one = {line.key for line in chosen(hall, person, Rules(rules="american:hands=1")).lines}
    assert "rule_hands" in one and "rule_limit" not in one  # the only hand ends the match, whatever it costs
    assert chosen(hall, person, Rules(rules="american:players=4,limit=100")).text == "american"


@pytest.mark.parametrize(
    ("rules", "why"), [("american:moon=blue", "blue"), ("american:mooon=none", "mooon"), ("bridge", "bridge"), ("american:players=7", "7")]
)
def test_a_wrong_word_is_named_and_nothing_else_is_said(hall, person, rules, why):
    said = chosen(hall, person, Rules(rules=rules))
    assert why in said.trouble.args["text"] and not said.text and not said.people


@pytest.mark.long
@pytest.mark.parametrize(("game", "rules"), [("hearts", "american"), ("hearts", "american:players=3,removed=2D"), ("gin", "oklahoma")])
def test_who_is_offered_can_really_sit_down(hall, person, game, rules):
    said = chosen(hall, person, Rules(game=game, rules=rules, more=True))
    offered = [each.player for each in (*said.people, *said.others)]
    for player in offered:
        seat(player).sit(game_named(game), read_rules(game, rules))
    assert len(offered) > 6 and len(said.company.players) == said.seats - 1
    assert ("network:brain=owl" in offered) is False  # a brain for 32 cards
    assert game != "hearts" or "network:brain=owl" in [each.player for each in chosen(hall, person, Rules(rules="dutch", more=True)).others]


def test_what_an_expert_types_is_tried_at_these_rules(hall, person):
    def typed(player, **rules):
        return chosen(hall, person, Rules(player=player, **rules))

    assert (typed("vera").typed.player, typed("vera").typed.who) == ("champion", "vera")  # people may be called by name
    assert typed("uct:deals=5").typed.name == "UCT"
    Path("mine.py").write_text("raise SystemExit('nothing of it may run')")
    assert typed("./mine.py:Mine").typed.name == "Mine" and typed(f"exec:{sys.executable} mine.py").typed.name == "mine"
    for wrong, why in (
        ("./mien.py:Mine", "./mien.py cannot be read: No such file or directory"), ("./mine.py", "must be followed by the name of a class"),
        ("exec:./engien --level 3", "there is no program './engien'"), ("exec:nosuchprogram", "there is no program 'nosuchprogram'"),
        ("exec:", "must be followed by a command"), ("exec[seconds=x]:cat", "seconds"),
    ):  # fmt: skip
        assert typed(wrong).typed is None and why in typed(wrong).refused.args["text"], wrong
    assert "no player 'nobody'" in typed("nobody").refused.args["text"]
    assert typed("jake", game="gin").typed.player == "lookahead" and "does not play gin" in typed("stock", game="gin").refused.args["text"]
    assert "3 players" in typed("policy", rules="american:players=3,removed=2D").refused.args["text"]
    guest = hall.store.new_person()
    assert chosen(hall, guest, Rules(player="./mine.py:Mine")).refused.key == "trouble_guest_player"


def test_brains_that_were_trained_here_are_offered_to_their_owner(hall, person):
    Path("runs").mkdir()
    shutil.copy(SHIPPED / "owl.safetensors", "runs/first-net.safetensors")
    shutil.copy(SHIPPED / "owl.safetensors", "runs/first-net.age05.safetensors")
    said = chosen(hall, person, Rules(rules="dutch"))
    (brain,) = [each for each in said.people if each.yours]
    assert (brain.player, brain.name, brain.who) == ("network:brain=./runs/first-net.safetensors", "first-net", "bot")
    assert brain.about.args["folder"] == "runs" and brain.about.key in texts() and brain.strength is None
    assert not any(each.yours for each in chosen(hall, person, Rules()).people)  # it knows 32 cards only
    assert not any(each.yours for each in chosen(hall, hall.store.new_person(), Rules(rules="dutch")).people)


# ---- who is next ----


def test_results_count_what_the_others_have_more(hall, person):
    finished(hall, person, [[0, 20, 6, 0], [13, 0, 13, 0]])
    finished(hall, person, [[-30, 30]], game="gin", seats=("you", "lookahead"))
    found = results_of(hall.store, person, "hearts")
    assert found.against == {"wilma": Tally(2, 3.5, 1), "jake": Tally(2, 3.0, 1), "lotte": Tally(2, -6.5, 0)}
    assert sorted(found.gains) == pytest.approx([-26 / 3, 26 / 3]) and found.mean() is None
    assert results_of(hall.store, person, "gin").against == {"jake": Tally(1, -60.0, 0)}  # there many points are good
    assert results_of(hall.store, hall.store.new_person(), "hearts") == Results({}, [])


def test_somebody_in_three_chairs_is_met_once_a_hand(hall, person):
    finished(hall, person, [[0, 20, 6, 0]] * 9, seats=("you", "jake", "jake", "jake"))
    assert results_of(hall.store, person, "hearts").against == {"jake": Tally(9, pytest.approx(26 / 3), 9)}


def test_only_hands_that_count_are_counted_and_the_last_ones_most(hall, person):
    finished(hall, person, [[0, 26, 0, 0]], mode="practice")
    finished(hall, person, [[0, 26, 0, 0]], challenge="jake")
    finished(hall, person, [[0, 26, 0, 0]], start={"any": "hand"})
    undone = finished(hall, person, [[0, 26, 0, 0]])
    with hall.store.database.writing() as file:
        file.execute("update hands set undone = 1 where name = ?", (undone,))
    assert results_of(hall.store, person, "hearts") == Results({}, [])
    finished(hall, person, [[26, 0, 0, 0]] * 5 + [[0, 26, 0, 0]] * 25)
    finished(hall, person, [[0, 26, 0, 0]] * 5)
    assert results_of(hall.store, person, "hearts").against["wilma"].hands == LAST
    mean, reach = results_of(hall.store, person, "hearts").mean()
    assert mean - reach < 30 * 26 / 3 / 35 - 5 * 26 / 35 < mean + reach


@pytest.mark.parametrize(
    ("against", "who", "reason"),
    [
        ({}, "lotte", "next_first"),
        ({"lotte": (3, 1.0)}, "lotte", "next_few"),
        ({"lotte": (ENOUGH, 1.0)}, "wilma", "next_beaten_hearts"),
        ({"lotte": (9, 1.0), "jake": (9, 0.5), "wilma": (9, -1.0)}, "emil", "next_beaten_hearts"),
        ({"jake": (9, 0.5), "emil": (9, -2.0)}, "emil", "next_again_hearts"),
        ({"lotte": (9, -1.0)}, "pim", "next_lost_hearts"),
        ({"pim": (9, -1.0)}, "pim", "next_again_hearts"),
        ({"vera": (9, 1.0)}, "vera", "next_best_hearts"),
    ],
)
def test_the_next_one_is_the_first_who_is_not_beaten_yet(against, who, reason):
    people = cast("hearts", "american")
    place, words = next_place("hearts", people, Results({each: Tally(*tally, 1) for each, tally in against.items()}, []))
    assert (people[place].who, words.key) == (who, reason)
    assert set(re.findall(r"\{(\w+)", texts()[reason])) <= set(words.args)


def test_a_table_has_the_next_one_opposite_and_the_two_below_beside():
    people = cast("hearts", "american")
    beaten = Results({"jake": Tally(9, 1.0, 5)}, [])
    names = {member.player: member.who for member in people}
    tables = [[names[player] for player in company_of("hearts", people, beaten, others).players] for others in (1, 2, 3)]
    assert tables == [["emil"], ["emil", "jake"], ["wilma", "emil", "jake"]]
    first = company_of("hearts", people, Results({}, []), 3)
    assert [names[player] for player in first.players] == ["pim", "lotte", "wilma"] and first.next == "lotte"
    assert len(company_of("hearts", people[:1], Results({}, []), 3).players) == 3 and company_of("hearts", [], beaten, 3) is None


# ---- tables that wait ----


def test_a_table_waits_with_faces_and_score_and_retries_do_not(hall, person):
    assert lobby(hall, person).first
    finished(hall, person, [[3, 10, 13, 0]], start={"any": "hand"}, mode="practice")
    name = finished(hall, person, [[3, 10, 13, 0]])
    found = lobby(hall, person)
    assert not found.first
    (table,) = found.tables
    assert (table.table, table.you, table.when) == (name, 0, "2026-11-01 20:00:00")
    assert [(each.name, each.who, each.total) for each in table.seats] == [
        ("You", "you", 3), ("Wilma", "wilma", 10), ("Jake", "jake", 13), ("Lotte", "lotte", 0),
    ]  # fmt: skip


def test_a_table_that_was_put_away_can_be_taken_back(hall, person):
    name = hall.create(person, m.Create(seats=COMPANY))
    assert put_away(hall, person, Bin(table=name)).tables == []
    assert hall.store.table(name).closed
    (back,) = take_out(hall, person, Reopen(table=name)).tables
    assert back.table == name and not hall.store.table(name).closed
    stranger = hall.store.new_person()
    for answer, command in ((put_away, Bin(table=name)), (take_out, Reopen(table=name)), (put_away, Bin(table="nothing"))):
        with pytest.raises(Refused, match="trouble_no_table"):
            answer(hall, stranger, command)
    assert not hall.store.table(name).closed
    hall.store.end_match(name)
    assert take_out(hall, person, Reopen(table=name)).tables == []  # a match that is over does not begin again


def test_a_double_click_makes_one_table(hall, person, monkeypatch):
    command = m.Create(seats=COMPANY, coach="nudge")
    name = hall.create(person, command)
    assert hall.create(person, command) == name
    assert hall.create(person, m.Create(seats=COMPANY, coach="off")) != name != hall.create(hall.store.new_person(), command)
    again = hall.create(person, command)
    assert again != name  # something else was made in between
    table = hall.store.table(again)
    first = next(TableMatch(table.settings, table.hands).rest())
    hall.store.add_choice(again, table.hands, first)
    assert hall.create(person, command) != again  # a card was chosen there
    monkeypatch.setattr("cardshark.web.table.making.DOUBLE_CLICK", 0.0)
    assert hall.create(person, command) != hall.create(person, command) and DOUBLE_CLICK == 1.0


# ---- what other rooms have to say ----


def test_rooms_fill_in_their_part_and_one_that_fails_spoils_nothing(hall, person, monkeypatch):
    def fails(hall, person, message):
        raise ZeroDivisionError

    def fills(hall, person, message):
        message.mistakes, message.daily = Mistakes(6), Daily([0, 4, 1], 4, 12, 71, 200, "regular")

    reported: list[BaseException | None] = []
    monkeypatch.setattr(hall, "report", reported.append)
    monkeypatch.setattr("cardshark.web.visit.LOBBY_PARTS", [fails, fills])
    found = with_parts(hall, person, Lobby())
    assert found.mistakes.due == 6 and found.daily.ahead == 71 and [type(error) for error in reported] == [ZeroDivisionError]
