"""The cast: seven people who keep name and face, each behind a level that was measured, or without a figure."""

import re

import pytest

from cardshark.coach.sentences import all_texts
from cardshark.players.levels import LADDERS, levels
from cardshark.web.app import STATIC
from cardshark.web.games import PAGES
from cardshark.web.table.cast import PEOPLE, can_play, cast, ladder_of, member_of
from cardshark.web.table.people import default_seats, names_at, sitters
from helpers.paths import TESTS

INSTEAD = PAGES["hearts"].INSTEAD
THREE = "american:players=3,removed=2D"


@pytest.mark.parametrize(("game", "rules"), [(game, rules) for game in LADDERS for rules in LADDERS[game]])
def test_seven_people_from_the_weakest_to_the_strongest(game, rules):
    people = cast(game, rules)
    assert [member.who for member in people] == [person.who for person in PEOPLE]
    assert [member.number for member in people] == [1, 2, 3, 4, 5, 6, 7]
    strengths = [member.measured.strength for member in people]
    assert strengths == sorted(strengths) and len(set(strengths)) == 7
    figures = {level.player: (level.shown, level.interval) for level in levels(game, rules)}
    assert all((member.shown, member.interval) == figures[member.player] for member in people)


def test_every_game_with_a_page_has_a_cast_and_every_rung_is_there():
    assert set(LADDERS) == set(PAGES)
    assert all(set(PAGES[game].RUNGS) <= set(ladder) for game in PAGES for ladder in LADDERS[game].values())
    assert {who for page in PAGES.values() for who in page.INSTEAD} <= {person.who for person in PEOPLE}


def test_no_page_calls_a_level_by_the_name_of_another():
    """What `cardshark players --levels` calls a level is that level on the page, too, or no word of the page."""
    english = all_texts()["en"]
    for game, ladders in LADDERS.items():
        names = {name for ladder in ladders.values() for name in ladder}
        for person, rung in zip(PEOPLE, PAGES[game].RUNGS, strict=True):
            said = english[f"level_{person.level}"].lower()
            assert said == rung or said not in names, (game, person.name, said, rung)
        others = names - {PAGES[game].RUNGS[[person.who for person in PEOPLE].index("jake")]}
        assert not set(re.findall(r"\w+", english[f"pool_{game}"])) & others


def test_the_docs_know_the_words_of_the_page():
    rows = {
        line.split("|")[1].strip(): line
        for line in (TESTS.parent / "docs/table.md").read_text(encoding="utf-8").splitlines()
        if "|" in line
    }
    for place, person in enumerate(PEOPLE):
        cells = [cell.strip() for cell in rows[person.name].split("|")[2:-1]]
        assert cells == [all_texts()["en"][f"level_{person.level}"], PAGES["hearts"].RUNGS[place], PAGES["gin"].RUNGS[place]]


def test_the_length_of_a_match_changes_no_figure_where_hands_are_counted():
    assert ladder_of("hearts", "american:limit=50,hands=3") == "american"
    assert ladder_of("hearts", "dutch:limit=50") == "dutch"
    assert ladder_of("hearts", "american:moon=none") == ladder_of("hearts", "passleft") == ""
    assert ladder_of("gin", "eaai:target=50") == ""  # there whole matches are counted


def test_rules_without_a_ladder_have_players_but_no_figures():
    for game, rules in (("hearts", "falcon"), ("hearts", "american:jack_of_diamonds=10"), ("gin", "oklahoma")):
        people = cast(game, rules)
        assert len(people) == 7 and {(member.shown, member.interval, member.unit) for member in people} == {("", "", "")}


def test_somebody_plays_for_whoever_does_not_know_the_rules():
    """The lab has no policy for three players."""
    people = {member.who: member for member in cast("hearts", THREE)}
    assert not can_play("hearts", THREE, "policy") and "vera" not in people
    assert people["nora"].player == INSTEAD["nora"] and people["nora"].about == "cast_hearts_nora_instead"
    assert people["jake"].player == "jake"


def test_a_player_is_somebody_or_nobody():
    assert member_of("hearts", "american", " jake ").name == "Jake"
    assert member_of("gin", "eaai", "jake") is member_of("hearts", "american", "montecarlo") is None
    assert member_of("hearts", THREE, INSTEAD["emil"]).name == "Emil"
    assert member_of("hearts", "american", INSTEAD["emil"]) is None  # elsewhere Emil is somebody else


def test_everybody_has_a_face_and_words():
    faces = set(re.findall(r'<symbol id="f_(\w+)"', (STATIC / "faces.svg").read_text(encoding="utf-8")))
    assert faces == {person.who for person in PEOPLE} | {"you", "bot", *(f"guest{number}" for number in range(1, 7))}
    script = (STATIC / "cast.mjs").read_text(encoding="utf-8")
    assert re.findall(r'(\w+): \{name: "(\w+)", level: "(\w+)"\}', script) == [tuple(person) for person in PEOPLE]
    told = {member.about for game, rules in (("hearts", ""), ("gin", ""), ("hearts", THREE)) for member in cast(game, rules)}
    for texts in all_texts().values():
        assert told | {f"level_{person.level}" for person in PEOPLE} <= set(texts)


# ---- at a table ----


def test_people_keep_name_and_face_on_every_seat():
    for seats in (["you", "jake", "greedy", "champion"], ["champion", "jake", "you", "greedy"]):
        found = {text: (sitter.name, sitter.who) for text, sitter in zip(seats, sitters("hearts", "american", seats), strict=True)}
        assert found == {"you": ("You", "you"), "jake": ("Jake", "jake"), "greedy": ("Lotte", "lotte"), "champion": ("Vera", "vera")}
    assert names_at("hearts", "american", ["you", "jake", "jake", "jake"]) == ["You", "Jake", "Jake II", "Jake III"]


@pytest.mark.parametrize(
    ("player", "name", "kind"),
    [
        ("montecarlo:deals=100,playout=jake,passing=search", "Monte Carlo", "100 deals"), ("uct", "UCT", ""),
        ("network:brain=owl", "Owl", "Network · owl"), ("policy:brain=./runs/first-net.safetensors", "first-net", "Policy · first-net"),
        ("exec:./bots/engine.sh --level 3", "engine", "Program · ./bots/engine.sh --level 3"),
        ("exec:/usr/bin/python3.11 -u bots/mine.py", "mine", "Program · /usr/bin/python3.11 -u bots/mine.py"),
        ("./mine.py:Duck:level=3", "Duck", "mine.py"),
        ("nobody:((", "nobody:((", ""),
    ],
)  # fmt: skip
def test_everybody_else_has_a_short_name_and_the_face_of_a_bot(player, name, kind):
    (sitter,) = sitters("hearts", "american", [player])
    assert (sitter.name, sitter.who, sitter.kind) == (name, "bot", kind)


@pytest.mark.parametrize(("game", "rules", "count"), [("hearts", "american", 4), ("hearts", THREE, 3), ("gin", "eaai", 2)])
def test_people_sit_down_where_nobody_is_named(game, rules, count):
    for mode, own in (("play", 1), ("watch", 0)):
        seats = default_seats(game, rules, count, mode)
        assert len(seats) == count and seats.count("you") == own
        assert {sitter.who for sitter in sitters(game, rules, seats)} <= {"you", *(person.who for person in PEOPLE)}
