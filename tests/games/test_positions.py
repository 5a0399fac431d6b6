"""Positions as text and as JSON: exact round trips, every check, and no damage that ends in anything but one sentence."""

import json
import random
import re
from itertools import islice
from types import SimpleNamespace

import pytest

from cardshark.cards import listed, names
from cardshark.games import gin, hearts
from cardshark.games.positions import (
    Position,
    legal_words,
    position_as_json,
    position_lines,
    position_of,
    read_position,
    write_position,
)
from cardshark.text import UserError
from helpers.positions import gin_positions, hearts_positions, positions, told_part

SOURCES = {"hearts": hearts_positions, "gin": gin_positions}

HEARTS = """
game hearts
rules american:hands=1
hand 1
seat 0
phase play
totals 0 0 0 0
passing 1
cards 4C 5C 6C JC 4D 7D 5H 9H JH KH 2S 7S
given KD QS KS
received 9H JH KH
trick 3 2C 3C 7C TC
trick 2 QD TD
points 0 0 0 0
choose 3a93ee56e74c5746 4D 7D
"""

GIN = """
game gin
rules oklahoma
hand 2
seat 0
phase discard
totals 0 31
boxes 0 1
dealer 1
knock_limit 7
doubling 2
upcard 7S
passed 2
cards AC 2C 3C 5D 6D 7D 8H 9H TH QS KS
stock 28
pile 7S JD 4H
turns 2
turn 0 stock 2C JD
turn 1 stock ? 4H
turn 0 stock KS
"""


# ---- there and back ----


def check_round_trip(position: Position) -> None:
    """Text and JSON must both give the view back, and the text must say the same again."""
    text = write_position(position)
    read = read_position(text)
    assert told_part(read) == told_part(position), text
    assert write_position(read) == text
    assert read_position(position.to_json()).views.tobytes() == read.views.tobytes()


@pytest.mark.long
@pytest.mark.parametrize("game", SOURCES)
def test_positions_of_random_house_rules_are_read_as_they_were(game):
    for seed in range(25):
        for position in SOURCES[game](seed):
            check_round_trip(position)


@pytest.mark.slow
@pytest.mark.parametrize("game", SOURCES)
def test_many_positions_are_read_as_they_were(game):
    for seed in range(100, 160):
        for position in SOURCES[game](seed, 0.05):
            check_round_trip(position)


def test_hands_that_are_longer_than_anybody_remembers():
    rules = gin.PRESETS["paper"]._replace(max_turns=300)
    long = [each for each in positions(gin, rules, random.Random(3), 0.1, 1.0, 500) if each.view.table.turns >= 64]
    assert len(long) > 10
    for position in long:
        check_round_trip(position)


def test_the_examples_are_what_they_say():
    position = read_position(HEARTS)
    assert names(listed(int(position.view.legal))) == "4D 7D"
    assert (position.view.table.trick, position.view.table.voids.any()) == (1, False)
    assert int(position.view.luck) == 0x3A93EE56E74C5746
    position = read_position(GIN)
    assert position.rules == gin.PRESETS["oklahoma"]
    assert position.view.table.stock_left == 28
    assert len(legal_words(position)) == 11


def test_what_follows_may_be_left_out():
    short = [line for line in HEARTS.splitlines() if line.split()[:1] not in (["points"], ["passing"], ["totals"], ["choose"])]
    position = read_position("\n".join(short))
    assert told_part(position) == told_part(position_without_luck(read_position(HEARTS)))
    short = [line for line in GIN.splitlines() if line.split()[:1] not in (["knock_limit"], ["doubling"], ["stock"], ["turns"], ["upcard"])]
    assert told_part(read_position("\n".join(short))) == told_part(read_position(GIN))


def position_without_luck(position: Position) -> Position:
    views = position.views.copy()
    views["luck"] = 0
    return position_of(position.game, position.rules, views[0])


def test_views_are_read_only_and_the_rules_may_be_written_in_two_ways():
    position = read_position(HEARTS)
    with pytest.raises(ValueError, match="read-only"):
        position.views["hand"] = 0
    pairs = write_position(position).splitlines()[1]
    assert pairs.startswith("rules players=4 lowest=2 ")
    assert read_position(HEARTS.replace("rules american:hands=1", pairs)).rules == position.rules
    assert read_position(HEARTS.replace("rules american:hands=1\n", "")).rules == hearts.PRESETS["american"]


def test_lines_of_a_conversation_are_skipped_and_remarks_too():
    talk = "cardshark 1\n" + HEARTS.replace("hand 1", "seconds 10\nbegin\n# a remark\nnew_match 7\ntable 7\nmatch_hand 1\nhand 1")
    assert write_position(read_position(talk)) == write_position(read_position(HEARTS))
    talk = HEARTS.replace("choose 3a93ee56e74c5746", "choose_cards 1 3a93ee56e74c5746")
    assert write_position(read_position(talk)) == write_position(read_position(HEARTS))


def test_without_legal_choices_nothing_tells_them():
    position = read_position(HEARTS)
    assert "choose" not in write_position(position, legal=False)
    assert {"luck", "legal"} & position_as_json(position, legal=False).keys() == set()
    assert write_position(position, legal=False).splitlines()[2:] == position_lines(position)


def test_a_position_shows_itself_in_a_notebook():
    page = read_position(HEARTS)._repr_html_()
    assert "<td>trick</td>" in page


def test_json_has_named_fields():
    fields = json.loads(read_position(HEARTS).to_json())
    assert fields["rules"] == "american:hands=1"
    assert fields["tricks"][1] == {"leader": 2, "cards": ["QD", "TD"]}
    assert fields["legal"] == ["4D", "7D"]
    assert fields["totals"] == [0, 0, 0, 0]
    fields = json.loads(read_position(GIN).to_json())
    assert fields["last_turns"][1] == {"seat": 1, "from": "stock", "card": "?", "discard": "4H"}
    assert fields["last_turns"][2] == {"seat": 0, "from": "stock", "card": "KS"}
    assert (fields["turns"], fields["upcard"]) == (2, "7S")


# ---- what is refused ----

BAD_HEARTS = [
    ("game hearts\n", "", "line 2, column 1: a position begins with the line 'game'"),
    ("game hearts", "game whist", "line 2, column 6: there is no game 'whist'"),
    ("american:hands=1", "american:limt=3", "line 3, column 7: american has no rule 'limt': did you mean limit?"),
    ("american:hands=1", "players=3 lowest=2", "line 3, column 7: 52 cards cannot be dealt evenly to 3 players"),
    ("american:hands=1", "players=4 lowst=2", "line 3, column 17: there is no rule 'lowst': did you mean lowest?"),
    ("hand 1\n", "", "line 15, column 1: 'hand' is missing from this position"),
    ("hand 1", "hand 1 2", "line 4, column 1: here should stand one word after 'hand'"),
    ("seat 0", "seat 4", "line 5, column 6: here should stand a number from 0 to 3, not 4"),
    ("seat 0", "seat 1", "line 5, column 1: after these tricks it is the turn of seat 0, not 1"),
    ("phase play", "phase plays", "line 6, column 7: here should stand pass or play"),
    ("phase play", "phase pass", "line 11, column 1: 'received' has 3 cards"),
    ("totals 0 0 0 0", "totals 0 0 7 0", "line 7, column 1: before the first hand of a match nobody has points"),
    ("totals 0 0 0 0", "totals 0 0 0", "line 7, column 1: here should stand 4 numbers, not 3"),
    ("passing 1", "passing 2", "line 8, column 9: in this hand cards are passed this many seats to the left: 1"),
    ("passing 1", "stage 2", "line 8, column 1: by these rules no points are won back"),
    ("cards 4C", "cards 4C 4C", "line 9, column 10: 4C stands twice on this line"),
    ("cards 4C", "cards", "line 9, column 1: the seat must hold 12 cards here, not 11"),
    ("cards 4C", "cards 4X", "line 9, column 7: '4X' is not a card"),
    ("given KD QS KS", "given KD QS", "line 10, column 1: 'given' has 2 cards"),
    ("given KD QS KS", "given KD QS TC", "line 10, column 1: TC was passed to seat 1, and cannot be anywhere else"),
    ("given KD QS KS", "given KD QS 9H", "line 11, column 1: 9H cannot come back from somebody else"),
    ("received 9H JH KH", "received 9H JH QH", "line 11, column 1: QH is neither in the hand nor was it played"),
    ("trick 3 2C 3C 7C TC", "trick 3 2C 3C 7C", "line 12, column 1: a trick is its leader and 4 cards"),
    ("trick 3 2C 3C 7C TC", "trick 1 2C 3C 7C TC", "line 13, column 7: seat 0 leads to this trick, not 2"),
    ("trick 3 2C 3C 7C TC", "trick 3 2C 3C QD TC", "line 13, column 9: QD was played before"),
    ("trick 3 2C 3C 7C TC", "trick 3 8C 3C 7C TC", "line 12, column 9: 8C may not be played here"),
    ("trick 3 2C 3C 7C TC", "trick 3 2C 3C 2H TC", "line 12, column 1: by what was played and passed, nobody could hold KD KS"),
    ("trick 2 QD TD", "trick 3 QD", "line 13, column 7: seat 2 leads to this trick, not 3"),
    ("trick 2 QD TD", "trick 2 3H TD", "line 12, column 1: by what was played and passed, only seat 1 and seat 3 could hold 8C"),
    ("trick 2 QD TD", "trick 2 QD TS\ntrick 2 QC 6D", "line 13, column 1: a trick is its leader and 4 cards, and only the last"),
    ("trick 2 QD TD", "trick 2 QD TD 9D", "line 9, column 1: the seat must hold 11 cards here"),
    ("points 0 0 0 0", "points 0 1 0 0", "line 14, column 8: by the tricks the points are 0 0 0 0"),
    ("points 0 0 0 0", "void 1 D", "line 14, column 8: no trick shows that seat 1 has none of this suit"),
    ("points 0 0 0 0", "void 1 X", "line 14, column 8: 'X' is not a suit"),
    ("points 0 0 0 0", "leader 2", "line 14, column 8: the first trick is led by seat 3"),
    ("points 0 0 0 0", "points 0 0 0 0\npoints 0 0 0 0", "line 15, column 1: the line 'points' stands twice"),
    ("points 0 0 0 0", "pints 0 0 0 0", "line 14, column 1: there is no line 'pints': did you mean points?"),
    ("4D 7D\n", "4D\n", "line 15, column 25: 7D may be chosen too"),
    ("4D 7D\n", "4D 7D 2S\n", "line 15, column 31: '2S' is not a legal choice here, only 4D 7D"),
]  # fmt: skip

BAD_GIN = [
    ("phase discard", "phase over", "line 6, column 7: here should stand offer, draw"),
    ("phase discard", "phase draw", "line 14, column 1: the seat must hold 10 cards here, not 11"),
    ("totals 0 31", "totals 0 150", "line 7, column 1: a total has reached 150"),
    ("dealer 1", "dealer 0", "line 18, column 6: seat 1 has the first turn of this hand"),
    ("knock_limit 7", "knock_limit 10", "line 10, column 13: in this hand the most deadwood for a knock is 7"),
    ("doubling 2", "doubling 1", "line 11, column 10: this hand counts this many times: 2"),
    ("upcard 7S", "upcard 8S", "line 16, column 6: by the turns 8S lies here"),
    ("passed 2", "passed 0", "line 18, column 8: with passed 0, the first card comes from the pile"),
    ("passed 2", "passed 1", "line 18, column 6: seat 1 has the first turn of this hand"),
    ("cards AC", "cards 7S", "line 16, column 1: 7S stands in two places"),
    ("stock 28", "stock 27", "line 15, column 7: by the other cards the stock has 28"),
    ("pile 7S JD 4H", "pile 7S 4H", "line 15, column 7: by the other cards the stock has 29"),
    ("pile 7S JD 4H", "pile 7S 4H JD", "line 16, column 9: by the turns JD lies here"),
    ("turns 2", "turns 3", "line 17, column 1: 3 finished turns should be listed, not 2"),
    ("turn 0 stock 2C JD", "turn 0 stock ? JD", "line 18, column 14: a card that the other player drew"),
    ("turn 0 stock 2C JD", "turn 0 stock 2D JD", "line 18, column 14: 2D was drawn here, but is neither in the hand nor discarded"),
    ("turn 0 stock 2C JD", "turn 0 stock 2C KS", "line 20, column 14: KS was not in the stock here"),
    ("turn 0 stock 2C JD", "turn 0 stock 2C QS", "line 18, column 17: QS was discarded here, but is still in the hand"),
    ("turn 1 stock ? 4H", "turn 0 stock 9H 4H", "line 19, column 6: the players take turns"),
    ("turn 1 stock ? 4H", "turn 1 stock ? 5D", "line 19, column 16: seat 1 cannot have had 5D here"),
    ("turn 1 stock ? 4H", "turn 1 pile 7S 4H", "line 19, column 13: on the pile lies JD here"),
    ("turn 1 stock ? 4H", "turn 1 pile JD JD", "line 19, column 16: JD was just taken from the pile"),
    ("turn 1 stock ? 4H", "turn 1 stock ? big-gin", "line 19, column 16: big gin ends a hand"),
    ("turn 0 stock KS", "known 1 7D", "line 20, column 1: 7D stands in two places"),
    ("turn 0 stock KS", "turn 0 stock KS\nknown 1 4S", "line 21, column 1: by the turns seat 1 is known to hold nothing"),
    ("turn 0 stock KS", "turn 0 stock KS\nknocker 1", "line 21, column 1: in this phase nobody has knocked yet"),
    ("turn 0 stock KS", "turn 0 stock KS\nmeld 4C 4D 4S", "line 21, column 1: no melds lie on the table"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "sentence"), BAD_HEARTS)
def test_bad_positions_of_hearts_are_refused_with_their_place(old, new, sentence):
    refuse(HEARTS, old, new, sentence)


@pytest.mark.parametrize(("old", "new", "sentence"), BAD_GIN)
def test_bad_positions_of_gin_are_refused_with_their_place(old, new, sentence):
    refuse(GIN, old, new, sentence)


def refuse(text, old, new, sentence):
    assert text.count(old) == 1
    with pytest.raises(UserError) as error:
        read_position(text.replace(old, new))
    assert str(error.value).startswith(sentence)


def test_hidden_cards_that_fit_nowhere_are_refused():
    """On the first trick seat 2 throws a heart, so it holds nothing but penalty cards. The six others do not fit into one hand of four."""
    text = """
        game hearts
        rules american:players=3,lowest=11,removed=JD,first_lead=lowest_club,passing=none
        hand 2
        seat 0
        phase play
        cards {}
        trick 1 JC JH
    """
    assert read_position(text.format("QD KD AD JS KS")).view.table.voids.tolist() == [0, 0, 1, 0]
    with pytest.raises(UserError, match="only seat 1 could hold QC KC AC JS KS AS, which is too much"):
        read_position(text.format("QD KD AD QH KH"))


def test_what_is_not_a_position_gets_one_sentence():
    for text, sentence in (
        ("", "line 1, column 1: a position begins with"),
        ("{", "line 1, column 2: this is not JSON"),
        ("{}", "game: here should stand the name of the game"),
        ('{"game": "hearts", "game": "gin"}', "game: this field stands twice"),
        ('{"game": ' + "[" * 100_000, "line 1, column 1: this JSON is nested too deeply"),
        ('{"game": "hearts", "hand": ' + "1" * 5000 + "}", "line 1, column 1: a number in this JSON has too many digits"),
        ("x" * 300_000, "line 1, column 1: a position has at most 200,000 characters"),
        (7, "a position is text, or an object of JSON, not int"),
    ):
        with pytest.raises(UserError, match=re.escape(sentence)):
            read_position(text)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"tricks": [{"leader": 3, "cards": ["2C", "3C", "7C", "5X"]}]}, "tricks[0].cards[3]: '5X' is not a card"),
        ({"tricks": [{"leader": 3}]}, "tricks[0]: a trick is its leader and 4 cards"),
        ({"tricks": [["2C"]]}, "tricks[0]: here should stand an object with leader, cards"),
        ({"tricks": [{"cards": ["2C"]}]}, "tricks[0]: 'leader' is missing here"),
        ({"tricks": {}}, "tricks: here should stand a list"),
        ({"hand": 1.5}, "hand: here should stand a number or a word"),
        ({"hand": True}, "hand: here should stand a number or a word"),
        ({"totals": [0, 0, None, 0]}, "totals[2]: here should stand a number or a word"),
        ({"trcks": []}, "trcks: there is no field 'trcks': did you mean tricks?"),
        ({"legal": ["4D"]}, "legal[0]: 7D may be chosen too"),
        ({"rules": "american:hands"}, "rules: 'hands' in 'american:hands' is not an option"),
    ],
)
def test_errors_in_json_name_the_field(change, sentence):
    fields = json.loads(read_position(HEARTS).to_json()) | change
    with pytest.raises(UserError) as error:
        read_position(json.dumps(fields))
    assert str(error.value).startswith(sentence)


def test_a_game_without_a_reader_says_so(monkeypatch):
    ohhell = SimpleNamespace(TITLE="Oh Hell", text=object())
    monkeypatch.setattr("cardshark.games.positions.game_named", lambda name: ohhell)
    with pytest.raises(UserError, match="positions of Oh Hell cannot be read, because its package has no reader for them"):
        read_position("game ohhell")


# ---- damage ----

NUMBERS = ["0", "1", "3", "-1", "99999999999999999999", "\u00b2", "\u0661"]
WORDS = [
    *NUMBERS,
    *["KD", "2C", "QS", "5X", "?", "C", "pile", "stock", "big-gin", "play", "discard", "knock", "spread", "lay-off", "knocker", "meld"],
]


def damage_text(text: str, chance: random.Random) -> str:
    """The text with a few words changed, lost, doubled or swapped."""
    lines = [line.split() for line in text.splitlines()]
    for _ in range(chance.choice([1, 1, 2, 3])):
        line = chance.choice(lines) or ["x"]
        at, other = chance.randrange(len(line)), chance.randrange(len(line))
        kind = chance.randrange(6)
        if kind == 0:
            line[at] = chance.choice(WORDS)
        elif kind == 1:
            line[at], line[other] = line[other], line[at]
        elif kind == 2:
            line.insert(at, chance.choice(WORDS))
        elif kind == 3:
            del line[at]
        elif kind == 4:
            lines.insert(chance.randrange(len(lines)), list(line))
        else:
            lines[chance.randrange(len(lines))] = []
    return "\n".join(" ".join(line) for line in lines)


def damage_json(fields: dict, chance: random.Random) -> str:
    """The JSON with one value changed, lost or doubled."""
    fields = json.loads(json.dumps(fields))
    place = fields
    while True:
        key = chance.choice(list(place) if isinstance(place, dict) else range(len(place)))
        if not isinstance(place[key], (dict, list)) or not place[key] or chance.random() < 0.2:
            break
        place = place[key]
    if chance.random() < 0.3:
        del place[key]
    else:
        place[key] = chance.choice([None, True, 1.5, [], {}, "x y", "", 0, -1, 10**30, "2C", [1], {"a": 1}, *WORDS])
    return json.dumps(fields)


@pytest.mark.long
@pytest.mark.parametrize("game", SOURCES)
def test_damage_gives_one_sentence_or_a_position_that_holds(game):
    chance, refused = random.Random(1), 0
    for seed in range(12):
        for position in islice(SOURCES[game](seed, 0.03), 4):
            text, fields = write_position(position), position_as_json(position)
            for _ in range(12):
                try:
                    read = read_position(damage_text(text, chance) if chance.random() < 0.6 else damage_json(fields, chance))
                except UserError:
                    refused += 1
                else:
                    check_round_trip(read)
    assert refused > 100
